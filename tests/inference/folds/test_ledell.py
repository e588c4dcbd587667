"""The cross-validated AUC: influence functions by their definition, coverage, degenerate folds."""

import json
import math
from typing import Any

import numpy as np
import pytest

from aucurate.data.folds import FoldScores
from aucurate.errors import LabelError, UnsupportedError
from aucurate.inference.folds.ledell import ledell_interval, ledell_test
from aucurate.results import Comparison, Estimate


def _noise(size: int, folds: int, decimals: int, seed: int = 0) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) < 0.4 * size)
    shifts = np.array([1.2, 0.8])[:, None]
    scores = (rng.normal(size=size) + rng.normal(size=(2, size)) + shifts * labels).round(decimals)
    parts = np.empty(size, int)
    for mask in (labels, ~labels):
        parts[mask] = rng.permutation(np.arange(mask.sum()) % folds)
    return labels, scores, parts


def _data(labels: Any, scores: Any, folds: Any, **options: Any) -> FoldScores:
    named = dict(zip("ab", scores, strict=True))
    return FoldScores.from_arrays(labels, named, folds=folds, **options)


def _influence(labels: Any, scores: Any, folds: Any) -> tuple[Any, Any, Any]:
    """By double loops: fold AUCs, and per fold the influence of its observations."""
    share, aucs, values = labels.mean(), [], []
    for k in np.unique(folds):
        here = np.flatnonzero(folds == k)
        x, z = [i for i in here if labels[i]], [i for i in here if not labels[i]]

        def wins(i: Any, j: Any) -> float:
            return float(scores[i] > scores[j]) + 0.5 * float(scores[i] == scores[j])

        auc = np.mean([wins(i, j) for i in x for j in z])
        aucs.append(auc)
        values.append(
            [
                (np.mean([wins(i, j) for j in z]) - auc) / share
                if labels[i]
                else (np.mean([wins(j, i) for j in x]) - auc) / (1 - share)
                for i in here
            ]
        )
    return np.array(aucs), values, folds


@pytest.mark.parametrize("decimals", [6, 0])
@pytest.mark.parametrize(("size", "folds"), [(60, 5), (47, 3)])
def test_the_interval_is_that_of_the_paper(size: int, folds: int, decimals: int) -> None:
    labels, scores, parts = _noise(size, folds, decimals)
    found = ledell_interval(_data(labels, scores, parts), "a")
    aucs, values, _ = _influence(labels, scores[0], parts)
    spread = np.mean([np.mean(np.square(v)) for v in values])
    error = math.sqrt(spread / size)
    assert found.value == pytest.approx(aucs.mean(), rel=1e-12)
    assert found.standard_error == pytest.approx(error, rel=1e-12)
    reach = 1.959963984540054 * error
    assert found.interval.low == pytest.approx(found.value - reach, rel=1e-12)
    assert found.interval.high == pytest.approx(min(1, found.value + reach), rel=1e-12)


@pytest.mark.parametrize("decimals", [6, 0])
def test_the_comparison_takes_the_difference_of_the_influences(decimals: int) -> None:
    labels, scores, parts = _noise(60, 5, decimals)
    found = ledell_test(_data(labels, scores, parts), "a", "b")
    one, first, _ = _influence(labels, scores[0], parts)
    two, second, _ = _influence(labels, scores[1], parts)
    pairs = zip(first, second, strict=True)
    spread = np.mean([np.mean(np.square(np.subtract(f, s))) for f, s in pairs])
    assert found.difference == pytest.approx(one.mean() - two.mean(), rel=1e-12)
    assert found.standard_error == pytest.approx(math.sqrt(spread / 60), rel=1e-12)
    mirror = ledell_test(_data(labels, scores, parts), "b", "a")
    assert mirror.difference == -found.difference
    assert mirror.p_value == pytest.approx(found.p_value, rel=1e-12)


def test_a_division_repeated_as_it_was_changes_nothing() -> None:
    labels, scores, parts = _noise(60, 5, 1)
    once = ledell_test(_data(labels, scores, parts), "a", "b")
    twice = _data(
        np.tile(labels, 2),
        np.tile(scores, 2),
        np.tile(parts, 2),
        observations=np.tile(np.arange(60), 2),
        repeats=np.repeat([1, 2], 60),
    )
    again = ledell_test(twice, "a", "b")
    assert again.standard_error == pytest.approx(once.standard_error, rel=1e-12)
    assert again.difference == pytest.approx(once.difference, rel=1e-12)


def test_degenerate_folds_are_decided() -> None:
    labels, scores, parts = _noise(60, 5, 3)
    data = _data(labels, [labels * 1.0, labels * 2.0], parts)
    perfect = ledell_interval(data, "a")
    assert perfect.value == perfect.interval.high == 1
    assert 0.5 < perfect.interval.low < 1
    both = ledell_test(data, "a", "b")
    assert (both.difference, both.p_value) == (0.0, 1.0)
    assert both.interval.low < 0 < both.interval.high
    itself = ledell_test(_data(labels, scores, parts), "a", "a")
    assert itself.p_value == 1.0
    small = ledell_interval(_data(labels, scores, np.arange(60) // 30 + (parts > 9)), "a")
    assert "small_folds" not in [c.kind for c in small.caveats]
    tiny = ledell_interval(_data(*_noise(20, 4, 3)), "a")
    assert "small_folds" in [c.kind for c in tiny.caveats]


def test_other_designs_and_folds_without_a_class_are_refused() -> None:
    labels, scores, _ = _noise(20, 2, 3)
    fixed = _data(
        np.tile(labels, 2),
        np.tile(scores, 2),
        np.repeat([1, 2], 20),
        observations=np.tile(np.arange(20), 2),
    )
    for call in (lambda: ledell_interval(fixed, "a"), lambda: ledell_test(fixed, "a", "b")):
        with pytest.raises(UnsupportedError, match="left-out folds"):
            call()
    with pytest.raises(LabelError, match="a class is missing"):
        ledell_interval(_data(labels, scores, labels * 1), "a")


def test_results_survive_json() -> None:
    data = _data(*_noise(60, 5, 2))
    estimate, comparison = ledell_interval(data, "a"), ledell_test(data, "a", "b")
    assert Estimate.from_dict(json.loads(json.dumps(estimate.to_dict()))) == estimate
    assert Comparison.from_dict(json.loads(json.dumps(comparison.to_dict()))) == comparison
    assert "of_fitted_models" in [c.kind for c in comparison.caveats]


def test_the_interval_covers_the_auc_of_fixed_models() -> None:
    """Scores of one fixed model: the target is its AUC, Phi(1 / sqrt 2) = 0.76025."""
    rng, held = np.random.default_rng(0), 0
    for _ in range(400):
        labels = rng.permutation(np.arange(200) < 100)
        scores = rng.normal(size=(2, 200)) + labels
        found = ledell_interval(_data(labels, scores, np.arange(200) % 5), "a").interval
        held += 0.7602499389065233 in found
    assert 0.91 < held / 400 < 0.98
