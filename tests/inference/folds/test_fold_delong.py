"""DeLong over folds: against the double loop, LeDell's form, and plain DeLong where they meet."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.fold_subset import with_both_classes
from aucurate.data.folds import FoldScores
from aucurate.data.moments import AucMoments
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import LabelError, OptionError, UnsupportedError
from aucurate.inference.auc.delong_joint import delong_joint_test
from aucurate.inference.folds.fold_delong import (
    corrected_delong_test,
    corrected_moments,
    fold_delong_interval,
    fold_delong_test,
    fold_moments,
)
from aucurate.inference.folds.ledell import ledell_interval, ledell_test
from aucurate.results import Comparison


def _folds(
    sizes: list[int], repeats: int = 1, ties: bool = False, apart: float = 1.0, rng: int = 1
) -> FoldScores:
    drawn = np.random.default_rng(rng)
    many = sum(sizes)
    labels = np.arange(many) % 3 == 0
    columns: dict[str, list[Any]] = {"folds": [], "repeats": [], "observations": [], "labels": []}
    scores: dict[str, list[Any]] = {"a": [], "b": [], "c": []}
    fold_of = np.concatenate([np.full(size, k) for k, size in enumerate(sizes)])
    for repeat in range(repeats):
        order = drawn.permutation(many) if repeat else np.arange(many)
        columns["folds"] += fold_of.tolist()
        columns["repeats"] += [repeat] * many
        columns["observations"] += order.tolist()
        columns["labels"] += labels[order].tolist()
        for at, kept in enumerate(scores.values()):
            drawn_scores = drawn.normal(size=many) + apart * labels[order] * (1 + at / 3)
            kept += (np.round(drawn_scores, 1) if ties else drawn_scores).tolist()
    return FoldScores.from_arrays(
        columns["labels"],
        scores,
        folds=columns["folds"],
        repeats=columns["repeats"],
        observations=columns["observations"],
    )


def _by_definition(data: FoldScores, first: str, second: str) -> tuple[float, float]:
    """Difference and variance, pair by pair."""
    at, other = data.names.index(first), data.names.index(second)
    total, weight = np.zeros(len(data.observations)), np.zeros(len(data.observations))
    means = []
    for k in range(data.n_folds):
        here = np.flatnonzero(data.folds == k)
        positives = [i for i in here if data.observations.is_positive[data.rows[i]]]
        negatives = [i for i in here if not data.observations.is_positive[data.rows[i]]]
        won = {}
        for i, j in itertools.product(positives, negatives):
            gaps = [data.values[row, i] - data.values[row, j] for row in (at, other)]
            won[i, j] = (np.sign(gaps[0]) - np.sign(gaps[1])) / 2
        means.append(np.mean(list(won.values())))
        for i in positives:
            w = data.observations.n_positive / len(positives) / data.n_folds
            total[data.rows[i]] += w * np.mean([won[i, j] for j in negatives])
            weight[data.rows[i]] += w
        for j in negatives:
            w = data.observations.n_negative / len(negatives) / data.n_folds
            total[data.rows[j]] += w * np.mean([won[i, j] for i in positives])
            weight[data.rows[j]] += w
    mean = float(np.mean(means))
    centred = total - weight * mean
    variance = 0.0
    for members in (data.observations.is_positive, ~data.observations.is_positive):
        n = np.count_nonzero(members)
        variance += float(np.sum(centred[members] ** 2)) / (n * (n - 1))
    return mean, variance


@for_each("ties", [False, True])
@for_each(("sizes", "repeats"), [([30, 30, 30], 1), ([15, 24, 33], 1), ([20] * 4, 3)])
def test_against_the_double_loop(sizes: list[int], repeats: int, ties: bool) -> None:
    data = _folds(sizes, repeats, ties)
    for first, second in itertools.permutations("abc", 2):
        difference, variance = _by_definition(data, first, second)
        found = fold_delong_test(data, first, second)
        assert found.difference == pytest.approx(difference, abs=1e-13)
        assert found.standard_error**2 == pytest.approx(variance, rel=1e-11)


@pytest.mark.parametrize(
    ("sizes", "repeats"), [([30, 30, 30], 1), ([15, 24, 33], 1), ([20] * 4, 3), ([30, 30], 5)]
)
def test_the_correction_is_that_of_as_many_observations_as_the_training_sets_have(
    sizes: list[int], repeats: int
) -> None:
    data = _folds(sizes, repeats)
    size = sum(sizes)
    trained = np.mean([size - one for one in sizes])
    for first, second in itertools.permutations("abc", 2):
        difference, variance = _by_definition(data, first, second)
        found = corrected_delong_test(data, first, second)
        assert found.difference == pytest.approx(difference, abs=1e-13)
        weights = _weights(data)
        effective = weights.sum() ** 2 / (weights**2).sum()
        expected = variance * (1 + effective / trained)
        assert found.standard_error**2 == pytest.approx(expected, rel=1e-11)
        assert found.method == "corrected DeLong"
        assert [c.kind for c in found.caveats[:2]] == ["valid_for", "conservative"]


def _weights(data: FoldScores) -> NDArray[np.float64]:
    """How much every observation counts: as often as it was tested, small folds more."""
    found = np.zeros(len(data.observations))
    positive = data.observations.is_positive
    for fold, row in zip(data.folds, data.rows, strict=True):
        here = data.rows[data.folds == fold]
        alike = np.count_nonzero(positive[here] == positive[row])
        found[row] += np.count_nonzero(positive == positive[row]) / alike / data.n_folds
    return found


def test_the_correction_over_random_splits_needs_the_sizes_of_the_training_sets() -> None:
    drawn = np.random.default_rng(5)
    labels = np.arange(60) % 2
    who = np.concatenate([drawn.permutation(60)[:20] for _ in range(8)])
    given = {
        "labels": labels[who],
        "scores": {name: labels[who] + drawn.normal(size=len(who)) for name in "ab"},
        "folds": np.repeat(np.arange(8), 20),
        "observations": who,
        "design": "random splits",
    }
    data = FoldScores.from_arrays(**given, n_train=40)
    difference, variance = _by_definition(data, "a", "b")
    weights = _weights(data)
    effective = weights.sum() ** 2 / (weights**2).sum()
    found = corrected_delong_test(data, "a", "b")
    assert found.difference == pytest.approx(difference, abs=1e-13)
    assert found.standard_error**2 == pytest.approx(variance * (1 + effective / 40), rel=1e-11)
    with pytest.raises(OptionError, match="sizes of the training and test sets are not known"):
        corrected_delong_test(FoldScores.from_arrays(**given), "a", "b")


def test_large_folds_give_ledell_and_one_observation_weighs_the_same() -> None:
    data = _folds([3000, 3000, 3000])
    one, two = fold_delong_test(data, "a", "b"), ledell_test(data, "a", "b")
    assert one.difference == pytest.approx(two.difference, abs=1e-12)
    assert one.standard_error == pytest.approx(two.standard_error, rel=2e-3)
    here, there = fold_delong_interval(data, "a"), ledell_interval(data, "a")
    assert here.value == pytest.approx(there.value, abs=1e-12)
    assert here.interval.low == pytest.approx(there.interval.low, abs=4e-4)


def test_equal_scores_in_all_folds_are_delong_of_the_parts() -> None:
    """The placements of a fold are DeLong's: the mean of the folds' AUCs, and small folds widen."""
    data = _folds([30, 30, 30])
    aucs = [AucMoments.from_scores(data.fold(k)).aucs[0] for k in range(3)]
    assert fold_moments(data).aucs[0] == pytest.approx(float(np.mean(aucs)), abs=1e-15)
    assert (
        fold_delong_test(data, "a", "b").standard_error > ledell_test(data, "a", "b").standard_error
    )


def test_the_contract_of_a_comparison() -> None:
    data = _folds([20, 20, 20, 20, 20], ties=True)
    one, two = fold_delong_test(data, "a", "b"), fold_delong_test(data, "b", "a")
    assert two.difference == -one.difference
    assert two.statistic == pytest.approx(-one.statistic, rel=1e-12, abs=1e-12)
    assert two.p_value == pytest.approx(one.p_value, abs=1e-12)
    less, greater = (
        fold_delong_test(data, "a", "b", alternative=side).p_value for side in ("less", "greater")
    )
    assert less + greater == pytest.approx(1)
    assert Comparison.from_dict(one.to_dict()) == one
    assert one.caveats[0].kind == "valid_for"
    itself = fold_delong_test(data, "a", "a")
    assert (itself.difference, itself.p_value) == (0.0, 1.0)
    squashed = replace(data, values=keeping_ties(np.exp)(data.values))
    assert fold_delong_test(squashed, "a", "b").p_value == one.p_value
    assert str(one).startswith("AUC difference")


def test_all_algorithms_at_once() -> None:
    data = load_breast_cancer_folds()
    found = delong_joint_test(fold_moments(data), distribution="F")
    assert found.p_value < 1e-6
    assert found.degrees_of_freedom == 4


def test_perfect_folds_have_an_interval_that_is_no_point() -> None:
    data = _folds([20, 20, 20, 20, 20], apart=100)
    found = fold_delong_test(data, "a", "b")
    assert found.method == "disjoint-pairs bound"
    assert found.interval.low < 0 < found.interval.high
    estimate = fold_delong_interval(data, "a")
    assert (estimate.value, estimate.interval.high) == (1.0, 1.0)
    assert estimate.interval.low < 0.99


def test_what_is_refused_or_told() -> None:
    fixed = FoldScores.from_arrays(
        [0, 1] * 4, {"a": range(8)}, folds=[1] * 4 + [2] * 4, observations=[0, 1, 2, 3] * 2
    )
    with pytest.raises(UnsupportedError, match="fixed test set"):
        fold_moments(fixed)
    with pytest.raises(UnsupportedError, match="one fixed test set"):
        corrected_moments(fixed)
    with pytest.raises(OptionError, match="no classifier named"):
        fold_delong_test(_folds([20] * 5), "a", "z")
    few = [c.kind for c in fold_delong_test(_folds([40, 40, 40]), "a", "b").caveats]
    assert "small_training_sets" in few
    many = [c.kind for c in fold_delong_test(_folds([40] * 5), "a", "b").caveats]
    assert "small_training_sets" not in many


def test_a_fold_without_a_class_is_refused_or_left_out_whole() -> None:
    labels = [0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0]
    scores = {"a": np.arange(12.0), "b": np.arange(12.0)[::-1]}
    folds = [1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3]
    data = FoldScores.from_arrays(labels, scores, folds=folds)
    with pytest.raises(LabelError, match="missing from fold '2'"):
        fold_delong_test(data, "a", "b")
    kept = with_both_classes(data)
    assert (kept.fold_names, kept.dropped, len(kept.observations)) == (("1", "3"), ("2",), 10)
    inside = [row for row, fold in enumerate(folds) if fold != 2]
    plain = FoldScores.from_arrays(
        np.array(labels)[inside],
        {name: values[inside] for name, values in scores.items()},
        folds=np.array(folds)[inside],
    )
    assert fold_moments(kept).aucs == fold_moments(plain).aucs
    assert kept.aucs().dropped == ("2",)
    assert kept.n_train is not None
    assert kept.n_train.tolist() == [8, 6]
    assert with_both_classes(plain) is plain
