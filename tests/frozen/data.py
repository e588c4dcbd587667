"""Small data sets, ordinary and degenerate, from fixed generators and the shipped studies."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

import aucurate as au
from aucurate.data.division import FoldDesign

Columns = dict[str, NDArray[np.float64]]


@cache
def labels(positives: int = 40, negatives: int = 60) -> NDArray[np.int64]:
    """Positives first."""
    return np.repeat([1, 0], [positives, negatives])


@cache
def columns(positives: int = 40, negatives: int = 60) -> Columns:
    """Three classifiers of different worth, correlated, with thousandths as last digits."""
    rng = np.random.default_rng(20)
    truth = labels(positives, negatives)
    common = rng.normal(size=len(truth))
    return {
        name: (shift * truth + 0.6 * common + 0.8 * rng.normal(size=len(truth))).round(3)
        for name, shift in (("good", 1.6), ("fair", 1.1), ("poor", 0.3))
    }


def paired() -> au.PairedScores:
    """The three classifiers on one test set."""
    return au.PairedScores.from_arrays(labels(), columns())


def rated() -> au.PairedScores:
    """The same as ratings from 1 to 5: heavy ties."""
    cut = {
        name: np.digitize(values, [-0.5, 0.3, 1.0, 1.8]) + 1.0 for name, values in columns().items()
    }
    return au.PairedScores.from_arrays(labels(), cut)


def few_errors() -> au.PairedScores:
    """Twenty positives, of whom one classifier misses two and the other none."""
    truth = labels(20, 200)
    rng = np.random.default_rng(3)
    one = (2.2 * truth + rng.normal(size=220) / 2).round(3)
    two = one + (0.3 * rng.normal(size=220)).round(3)
    two[:2] = -4
    return au.PairedScores.from_arrays(truth, {"one": one, "two": two})


def degenerate() -> au.PairedScores:
    """Perfect, constant, reversed, and two that order all pairs alike."""
    truth, steps = labels(12, 15), np.arange(27.0)
    noise = np.random.default_rng(5).normal(size=27).round(2) + truth
    return au.PairedScores.from_arrays(
        truth,
        {
            "perfect": -steps,
            "constant": np.zeros(27),
            "reversed": steps,
            "noise": noise,
            "twin": 3 * noise,
        },
    )


def apart() -> au.UnpairedScores:
    """Two classifiers on test sets of different sizes."""
    rng = np.random.default_rng(11)
    sets = {}
    for name, (m, n), shift in (("old", (30, 50), 0.8), ("new", (70, 90), 1.3)):
        truth = labels(m, n)
        sets[name] = (truth, (shift * truth + rng.normal(size=m + n)).round(3))
    return au.UnpairedScores.from_arrays(sets)


def folds() -> au.FoldScores:
    """The shipped study over ten folds."""
    return au.datasets.load_breast_cancer_folds()


@cache
def fold_design(design: FoldDesign) -> au.FoldScores:
    """Two algorithms over the folds of a design: 60 observations, 30 of a fixed test set."""
    rng = np.random.default_rng(7)
    rows = np.random.default_rng(1).permutation(60)
    if design == "5x2":
        repeat, row = np.repeat(np.arange(5), 60), np.tile(rows, 5)
        fold = repeat * 2 + row % 2
        n_train = 30
    elif design == "fixed test set":
        fold, row = np.repeat(np.arange(6), 30), np.tile(rows[:30], 6)
        repeat, n_train = None, 200
    elif design == "random splits":
        parts = [np.random.default_rng(at).permutation(60)[:20] for at in range(8)]
        fold, row = np.repeat(np.arange(8), 20), np.concatenate(parts)
        repeat, n_train = None, 40
    else:
        repeat, row = np.repeat(np.arange(3), 60), np.tile(rows, 3)
        fold = repeat * 5 + row % 5
        n_train = 48
    truth = (row < 30).astype(int)
    scores = {
        name: (shift * truth + rng.normal(size=len(row))).round(3)
        for name, shift in (("a", 1.2), ("b", 0.8), ("c", 0.7))
    }
    return au.FoldScores.from_arrays(
        truth,
        scores,
        folds=fold,
        observations=row,
        repeats=repeat,
        design=design,
        n_train=n_train,
    )


def fold_values(design: FoldDesign = "left-out folds") -> au.data.FoldValues:
    """AUCs of two algorithms in ten folds, some of them equal."""
    rng = np.random.default_rng(5)
    base = rng.uniform(0.6, 0.8, 10).round(3)
    return au.data.FoldValues.from_arrays(
        {"first": base + np.array([1, 2, -1, 1, 0, 0, 3, 2, 2, -1]) / 100, "second": base},
        quantity="AUC",
        design=design,
        repeats=np.arange(10) // 2 if design == "5x2" else None,
        n_train=90,
        n_test=10,
    )


def many_data_sets() -> dict[str, list[float]]:
    """AUCs of four algorithms on twelve data sets."""
    rng = np.random.default_rng(9)
    hard = rng.uniform(0.6, 0.9, 12)
    gains = {"forest": 0.03, "logistic": 0.02, "bayes": 0.0, "tree": -0.03}
    return {
        name: (hard + gain + rng.normal(0, 0.02, 12)).round(3).tolist()
        for name, gain in gains.items()
    }


def folds_of_data_sets() -> dict[str, au.data.FoldValues]:
    """AUCs of three algorithms in five folds of four data sets."""
    rng = np.random.default_rng(10)
    gains = {"forest": 0.04, "logistic": 0.03, "tree": 0.0}
    return {
        name: au.data.FoldValues.from_arrays(
            {who: (hard + gain + rng.normal(0, 0.02, 5)).round(3) for who, gain in gains.items()},
            quantity="AUC",
            design="left-out folds",
            n_train=80,
            n_test=20,
        )
        for name, hard in (("iris", 0.9), ("wine", 0.8), ("glass", 0.7), ("sonar", 0.75))
    }
