"""Operating point averaging: against a double loop, its points, and what cannot be evaluated."""

import math

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError
from aucurate.inference.folds.operating_points import (
    FOLD_RATES,
    FoldRate,
    OperatingPoints,
    RateAverage,
    Stack,
    fold_rate_range,
    operating_points,
    spread_thresholds,
)

DATA = load_breast_cancer_folds()


def _without_positives() -> FoldScores:
    """Three folds; the second has negatives only."""
    labels = np.array([0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1])
    scores = np.array([0.1, 0.9, 0.4, 0.6, 0.2, 0.3, 0.7, 0.8, 0.3, 0.1, 0.2])
    return FoldScores.from_arrays(
        labels, {"a": scores}, folds=np.repeat(["x", "y", "z"], [4, 3, 4])
    )


def _by_definition(data: FoldScores, name: str, threshold: float, fold: int) -> tuple[int, ...]:
    """True and false positives, positives, negatives: counted one by one."""
    counts = [0, 0, 0, 0]
    at = data.names.index(name)
    for row in range(len(data.folds)):
        if data.folds[row] == fold:
            positive = bool(data.observations.is_positive[data.rows[row]])
            called = data.values[at, row] >= threshold
            counts[0] += positive and called
            counts[1] += not positive and called
            counts[2] += positive
            counts[3] += not positive
    return tuple(counts)


def test_every_fold_is_decided_at_the_same_points() -> None:
    found = operating_points(
        DATA, "tree", rates=["sensitivity", "specificity", "f1", "error_rate"], points=7
    )
    assert len(found) == 7
    for i, threshold in enumerate(found.thresholds):
        for k in range(DATA.n_folds):
            tp, fp, m, n = _by_definition(DATA, "tree", threshold, k)
            values = [tp / m, 1 - fp / n, 2 * tp / (2 * tp + fp + m - tp), (m - tp + fp) / (m + n)]
            assert found.values[:, i, k] == pytest.approx(values, rel=1e-12)


def test_mean_and_deviations_are_those_of_the_folds() -> None:
    found = operating_points(DATA, "forest", points=5)
    for rate in found.rates:
        column = found.of(rate)
        assert found.mean(rate) == pytest.approx(column.mean(axis=1), abs=1e-15)
        assert found.standard_deviation(rate) == pytest.approx(column.std(axis=1, ddof=1))
        one = found.average(rate, 2)
        assert one.mean == pytest.approx(found.mean(rate)[2], rel=1e-14)
        assert one.standard_error == pytest.approx(one.standard_deviation / math.sqrt(10))
        assert one.n_folds == 10
        assert RateAverage.from_dict(one.to_dict()) == one


def test_the_curve_of_the_stack_is_that_of_the_pooled_scores() -> None:
    found = operating_points(DATA, "forest", points=None)
    pooled = DATA.pooled()["forest"]
    assert np.array_equal(found.thresholds, np.unique(pooled.values)[::-1])
    for i in (0, 10, 200):
        called = pooled.values >= found.thresholds[i]
        assert found.stacked[0, i] == pytest.approx(called[pooled.is_positive].mean())
        assert found.stacked[1, i] == pytest.approx(1 - called[~pooled.is_positive].mean())


def test_points_are_spread_along_the_curve() -> None:
    rng = np.random.default_rng(1)
    labels = np.arange(200) % 2
    even = FoldScores.from_arrays(
        labels, {"a": rng.normal(size=200) + labels}, folds=np.arange(200) % 10
    )
    found = operating_points(even, "a", points=30)
    assert len(found) == 30
    places = [int(np.sum(even.values[0] > t)) for t in found.thresholds]
    assert places[0] == 0
    assert places[-1] == 199
    assert set(np.diff(places)) <= {6, 7}
    steps = found.stacked[0] + 1 - found.stacked[1]
    assert np.ptp(np.diff(steps)) < 0.011


def test_a_rare_class_gets_its_share_of_points_and_their_number_is_kept() -> None:
    rng = np.random.default_rng(2)
    labels = np.arange(1000) % 50 == 0
    stack = Stack(rng.normal(size=1000) + 2 * labels, labels, np.zeros(1000, np.int64), 1)
    used = spread_thresholds(stack, 40)
    assert len(used) == len(set(used.tolist())) == 40
    assert np.all(np.diff(used) < 0)
    assert np.sum(np.isin(stack.values[labels], used)) >= 10
    assert len(spread_thresholds(stack, 5000)) == 1000
    tied = Stack(np.round(stack.values), labels, stack.folds, 1)
    assert len(spread_thresholds(tied, 40)) == len(np.unique(tied.values))


def test_a_point_that_cannot_be_evaluated_is_told_and_not_dropped() -> None:
    found = operating_points(
        _without_positives(),
        "a",
        rates=["sensitivity", "specificity", "positive_predictive_value", "accuracy"],
        points=None,
    )
    assert found.evaluated("sensitivity").tolist() == [2] * len(found)
    assert found.evaluated("specificity").tolist() == [3] * len(found)
    assert np.isnan(found.of("sensitivity")[:, 1]).all()
    assert found.evaluated("accuracy").tolist() == [3] * len(found)
    first = found.average("positive_predictive_value", 0)  # 0.9 calls somebody in fold x only
    assert (first.mean, first.n_folds) == (1.0, 1)
    assert math.isnan(first.standard_deviation)
    told = [c.message for c in found.caveats if c.kind == "not_evaluated"]
    assert len(told) == 2
    assert told[0] == (
        "The sensitivity cannot be evaluated in fold y. Averages are over the other folds."
    )
    assert "cannot be evaluated in every fold at threshold 0.9 (2 folds of 3)" in told[1]


def test_lower_scores_keep_their_direction() -> None:
    turned = FoldScores.from_arrays(
        DATA.observations.is_positive[DATA.rows],
        {"a": -DATA.values[1]},
        folds=DATA.folds,
        lower=["a"],
    )
    plain = operating_points(DATA, DATA.names[1], thresholds=[0.5, 0.2])
    found = operating_points(turned, "a", thresholds=[-0.2, -0.5])
    assert found.lower
    assert found.thresholds.tolist() == [-0.5, -0.2]
    assert np.array_equal(found.values, plain.values)
    assert operating_points(turned, "a", points=4).thresholds[0] < 0


def test_a_point_is_found_by_what_it_reaches() -> None:
    found = operating_points(DATA, "forest", rates=["sensitivity", "specificity", "accuracy"])
    means = found.mean("sensitivity")
    at = found.reaching("sensitivity", 0.9)
    assert means[at] >= 0.9 > means[at - 1]
    spared = found.mean("specificity")
    at = found.reaching("specificity", 0.9)
    assert spared[at] >= 0.9 > spared[at + 1]
    assert found.reaching("sensitivity", 1.0) == int(np.argmax(means == 1))
    assert found.reaching("specificity", 1.0) == int(np.flatnonzero(spared == 1)[-1])
    assert found.nearest(found.thresholds[7] + 1e-9) == 7
    with pytest.raises(OptionError, match=r"no operating point has a mean accuracy of 0.99"):
        found.reaching("accuracy", 0.99)


@for_each("rate", FOLD_RATES)
def test_every_rate_lies_in_its_range(rate: FoldRate) -> None:
    use = IntendedUse(prevalence=0.1, false_negative_cost=4)
    found = operating_points(DATA, "bayes", rates=[rate], use=use)
    low, high = fold_rate_range(rate, use)
    values = found.of(rate)
    assert not np.isinf(values).any()
    assert np.nanmin(values) >= low
    assert np.nanmax(values) <= high


def test_a_stated_prevalence_needs_both_classes() -> None:
    use = IntendedUse(prevalence=0.3)
    found = operating_points(
        _without_positives(),
        "a",
        rates=["specificity", "accuracy", "negative_predictive_value", "expected_cost"],
        thresholds=[0.5],
        use=use,
    )
    assert [int(found.evaluated(rate)[0]) for rate in found.rates] == [3, 2, 2, 2]


def test_other_designs_are_averaged_and_told() -> None:
    size, models = 40, 6
    rng = np.random.default_rng(3)
    labels = np.arange(size) % 2
    fixed = FoldScores.from_arrays(
        np.tile(labels, models),
        {"a": np.tile(labels, models) + rng.normal(size=size * models)},
        folds=np.repeat(np.arange(models), size),
        observations=np.tile(np.arange(size), models),
    )
    found = operating_points(fixed, "a")
    assert (found.n_positive, found.n_folds) == (20, 6)
    assert [c.kind for c in found.caveats] == ["fixed_test_set"]
    repeated = FoldScores.from_arrays(
        np.tile(labels, 2),
        {"a": rng.normal(size=2 * size)},
        folds=np.tile(np.arange(size) // 2 % 4, 2),
        repeats=np.repeat([0, 1], size),
        observations=np.tile(np.arange(size), 2),
    )
    told = operating_points(repeated, "a").caveats
    assert "different repeats" in told[-1].message


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match=r"rates must be .*; item 0 is 'recall'"):
        operating_points(DATA, "tree", rates=["recall"])  # type: ignore[list-item]
    with pytest.raises(OptionError, match="named twice"):
        operating_points(DATA, "tree", rates=["f1", "f1"])
    with pytest.raises(OptionError, match="no rate to average"):
        operating_points(DATA, "tree", rates=[])
    with pytest.raises(OptionError, match="points must be a whole number of 2"):
        operating_points(DATA, "tree", points=1)
    for thresholds in ([], [math.nan], ["a"], [[0.5]]):
        with pytest.raises(OptionError, match="thresholds must be"):
            operating_points(DATA, "tree", thresholds=thresholds)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="data must be FoldScores; it is a PairedScores"):
        operating_points(DATA.pooled(), "tree")  # type: ignore[arg-type]
    found = operating_points(DATA, "tree")
    with pytest.raises(OptionError, match="rate 'f1' was not requested"):
        found.mean("f1")
    with pytest.raises(OptionError, match="no operating point number 30"):
        found.average("sensitivity", 30)
    assert isinstance(found, OperatingPoints)
    assert found.average("sensitivity", -1) == found.average("sensitivity", len(found) - 1)


def test_one_rate_may_be_named_without_a_list() -> None:
    assert operating_points(DATA, "tree", rates="f1").rates == ("f1",)


def test_one_threshold_and_infinite_ones() -> None:
    labels = np.arange(20) % 2
    flat = FoldScores.from_arrays(labels, {"a": np.zeros(20)}, folds=np.arange(20) // 4)
    found = operating_points(flat, "a")
    assert found.thresholds.tolist() == [0.0]
    assert (found.reaching("sensitivity", 1), found.nearest(3.0)) == (0, 0)
    assert found.standard_error("sensitivity").tolist() == [0.0]
    ends = operating_points(DATA, "tree", thresholds=[math.inf, 0.5, -math.inf])
    assert ends.mean("sensitivity")[[0, 2]].tolist() == [0.0, 1.0]
    assert [ends.nearest(t) for t in (math.inf, 0.4, -math.inf)] == [0, 1, 2]
    nowhere = operating_points(DATA, "tree", rates=["f1"], thresholds=[math.inf])
    with pytest.raises(OptionError, match=r"the highest is 0\.000"):
        nowhere.reaching("f1", 0.5)


def test_whole_numbers_are_thresholds_too() -> None:
    labels = np.arange(40) % 2
    ratings = (np.arange(40) * 7 % 5).astype(np.int64)
    data = FoldScores.from_arrays(labels, {"a": ratings}, folds=np.arange(40) // 8)
    found = operating_points(data, "a")
    assert found.thresholds.tolist() == [4, 3, 2, 1, 0]
    assert found.point_name(0) == "a at 4.0"
