"""Operating points of several classes over folds: against a double loop, and what is missing."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.loops import for_each

from aucurate.curve.class_decisions import CLASS_CRITERIA
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError, ScoreError
from aucurate.inference.folds.class_points import (
    ClassOperatingPoints,
    ClassRateAverage,
    class_operating_points,
    error_of,
    errors_of,
)
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.folds.point_tests import (
    operating_point_interval,
    operating_point_test,
    point_p_values,
)

CLASSES = ("two", "three", "five")
COSTS = np.array([[0, 1, 2], [5, 0, 1], [1, 3, 0]])
RATES = (*errors_of(CLASSES), *CLASS_CRITERIA)
WEIGHTS = np.array([[1, 1, 1], [2, 1, 1], [1, 3, 1], [0, 1, 2], [1, 2, 2.5]])


def drawn(size: int = 120, folds: int = 10, rng: int = 0) -> ClassFoldScores:
    """Three classes that overlap, the same number of each in every fold."""
    codes = np.arange(size) % 3
    draws = np.random.default_rng(rng)
    odds = draws.normal(size=(size, 3)) + 1.2 * np.eye(3)[codes]
    scores = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    return ClassFoldScores.from_arrays(
        np.array(CLASSES)[codes],
        scores,
        classes=CLASSES,
        folds=np.arange(size) // 3 % folds,
        name="bayes",
    )


DATA = drawn()
POINTS = class_operating_points(DATA, WEIGHTS, rates=RATES, costs=COSTS)


def _without(label: str) -> ClassFoldScores:
    """The first of four folds lacks a class."""
    data = drawn(60, 4)
    folds = np.where((data.folds == 0) & (data.codes_by_row == CLASSES.index(label)), 1, data.folds)
    names = np.array(CLASSES)[data.codes_by_row]
    return ClassFoldScores.from_arrays(names, data.values.T, classes=CLASSES, folds=folds)


def _confusion(data: ClassFoldScores, weights: NDArray[np.float64], fold: int) -> NDArray[np.int64]:
    """Counted one by one; the first of equal products wins."""
    found = np.zeros((3, 3), np.int64)
    for row in range(len(data.folds)):
        if data.folds[row] == fold:
            products = [w * float(y) for w, y in zip(weights, data.values[:, row], strict=True)]
            found[data.codes_by_row[row], products.index(max(products))] += 1
    return found


def test_every_fold_is_decided_at_the_same_weights() -> None:
    for i, weights in enumerate(WEIGHTS):
        total = np.zeros((3, 3), np.int64)
        for k in range(DATA.n_folds):
            found = _confusion(DATA, weights, k)
            total += found
            errors = [1 - found[c, c] / found[c].sum() for c in range(3)]
            overall = {
                "error_rate": 1 - np.trace(found) / found.sum(),
                "mean_class_error": np.mean(errors),
                "largest_class_error": max(errors),
                "expected_cost": (found * COSTS).sum() / found.sum(),
                "macro_f1": np.mean(
                    [2 * found[c, c] / (found[c].sum() + found[:, c].sum()) for c in range(3)]
                ),
            }
            expected = [*errors, *(overall[rate] for rate in CLASS_CRITERIA)]
            assert POINTS.values[:, i, k] == pytest.approx(expected, rel=1e-12)
        assert np.array_equal(POINTS.confusions[i], total)
        assert POINTS.on_the_stack("error_rate")[i] == pytest.approx(1 - np.trace(total) / 120)


def test_mean_and_deviations_are_those_of_the_folds() -> None:
    for rate in RATES:
        column = POINTS.of(rate)
        assert POINTS.mean(rate) == pytest.approx(column.mean(axis=1), abs=1e-15)
        assert POINTS.standard_deviation(rate) == pytest.approx(column.std(axis=1, ddof=1))
        one = POINTS.average(rate, 1)
        assert list(one.weights) == [2, 1, 1]
        assert one.mean == pytest.approx(POINTS.mean(rate)[1], rel=1e-14)
        assert one.standard_error == pytest.approx(one.standard_deviation / math.sqrt(10))
        assert ClassRateAverage.from_dict(one.to_dict()) == one


def test_the_errors_of_all_classes_are_averaged_unless_said() -> None:
    found = class_operating_points(DATA, [1, 1, 1])
    assert found.rates == ("error of two", "error of three", "error of five")
    assert (len(found), found.n_folds, found.counts) == (1, 10, (40, 40, 40))
    named = class_operating_points(DATA, {"five": 3, "two": 1, "three": 2})
    assert named.weights.tolist() == [[1, 2, 3]]
    assert np.array_equal(
        class_operating_points(DATA, WEIGHTS * 7).values, POINTS.values[:3], equal_nan=True
    )


def test_two_classes_are_a_threshold() -> None:
    labels = np.arange(80) % 2
    scores = np.clip(np.random.default_rng(3).normal(0.4 + 0.2 * labels, 0.2), 0.01, 0.99)
    folds = np.arange(80) // 8
    two = ClassFoldScores.from_arrays(labels, np.column_stack([1 - scores, scores]), folds=folds)
    one = FoldScores.from_arrays(labels, {"a": scores}, folds=folds)
    cuts = np.array([0.7, 0.5, 0.31])
    threshold = operating_points(
        one, "a", rates=["sensitivity", "specificity"], thresholds=cuts.tolist()
    )
    weighted = class_operating_points(two, np.column_stack([cuts, 1 - cuts]))
    assert weighted.of("error of 1") == pytest.approx(1 - threshold.of("sensitivity"), abs=1e-15)
    assert weighted.of("error of 0") == pytest.approx(1 - threshold.of("specificity"), abs=1e-15)
    told = operating_point_test(weighted, 0, 1, rate="error of 1").caveats
    assert "As the ratio of the weights moves, error of 1 can change in" in " ".join(map(str, told))
    assert "certain_difference" not in [
        c.kind for c in operating_point_test(POINTS, 0, 1, rate="error of two").caveats
    ]


@for_each("rate", RATES)
def test_the_test_is_the_paired_t_of_the_folds(rate: str) -> None:
    found = operating_point_test(POINTS, 0, 2, rate=rate)
    theirs = stats.ttest_rel(POINTS.of(rate)[0], POINTS.of(rate)[2])
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-9)
    assert found.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert (found.first, found.second) == ("bayes at point 0", "bayes at point 2")
    assert point_p_values(POINTS, 2, rate=rate)[0] == pytest.approx(found.p_value, rel=1e-12)
    wide = operating_point_interval(POINTS, 0, rate=rate)
    assert wide.value == pytest.approx(POINTS.mean(rate)[0], rel=1e-14)
    assert wide.value in wide.interval
    low, high = POINTS.rate_range(rate)
    assert low <= wide.interval.low <= wide.interval.high <= high


def test_an_interval_without_spread_counts_the_observations_of_its_class() -> None:
    never = class_operating_points(DATA, [0, 1, 2], rates=[*errors_of(CLASSES), "error_rate"])
    found = operating_point_interval(never, 0, rate="error of two")
    assert (found.value, found.classes, found.counts) == (1.0, ("two",), (40,))
    assert found.interval.method == "Clopper-Pearson"
    assert found.interval.low == pytest.approx(0.025 ** (1 / 40))
    everybody = operating_point_interval(never, 0, rate="error_rate")
    assert (everybody.classes, everybody.counts) == (CLASSES, (40, 40, 40))
    assert [never.trials(rate) for rate in never.rates] == [40, 40, 40, 120]
    assert POINTS.trials("largest_class_error") == 0


def test_a_class_missing_from_a_fold_is_told_and_not_dropped() -> None:
    found = class_operating_points(_without("three"), WEIGHTS, rates=RATES, costs=COSTS)
    for rate in ("error of three", "mean_class_error", "largest_class_error", "macro_f1"):
        assert found.evaluated(rate).tolist() == [3] * len(found)
        assert np.isnan(found.of(rate)[:, 0]).all()
        assert not math.isnan(found.average(rate, 0).standard_error)
    for rate in ("error of two", "error_rate", "expected_cost"):
        assert found.evaluated(rate).tolist() == [4] * len(found)
    told = [c.message for c in found.caveats if c.kind == "not_evaluated"]
    assert told[0] == (
        "The error of three cannot be evaluated in fold 0. Averages are over the other folds."
    )
    test = operating_point_test(found, 0, 1, rate="error of three")
    assert test.degrees_of_freedom == 2
    assert "not_evaluated" in [c.kind for c in test.caveats]


def test_several_folds_are_named_as_several() -> None:
    codes = np.array([0, 1] * 6 + [2])
    scores = np.abs(np.random.default_rng(1).normal(size=(13, 3)))
    data = ClassFoldScores.from_arrays(codes, scores, folds=[*np.repeat(np.arange(6), 2), 5])
    found = class_operating_points(data, [1, 1, 1])
    told = [c.message for c in found.caveats if c.kind == "not_evaluated"]
    assert "cannot be evaluated in folds 0, 1, 2 and 2 more." in told[0]


def test_a_class_in_one_fold_only_has_no_test() -> None:
    codes = np.array([0, 1, 2, 0, 1, 0, 1])
    scores = np.abs(np.random.default_rng(1).normal(size=(7, 3)))
    data = ClassFoldScores.from_arrays(codes, scores, folds=[0, 0, 0, 1, 1, 2, 2])
    found = class_operating_points(data, [[1, 1, 1], [1, 1, 2]])
    assert math.isnan(found.average("error of 2", 0).standard_error)
    with pytest.raises(Exception, match="in 1 fold only") as refused:
        operating_point_test(found, 0, 1, rate="error of 2")
    assert "stratify the folds" in str(refused.value)


def test_a_point_is_found_by_its_weights_and_by_what_it_reaches() -> None:
    assert POINTS.nearest([2, 1.1, 1]) == 1
    assert POINTS.nearest({"two": 10, "three": 30, "five": 11}) == 2
    means = POINTS.mean("largest_class_error")
    assert means[POINTS.best("largest_class_error")] == np.min(means)
    assert POINTS.best("macro_f1") == int(np.argmax(POINTS.mean("macro_f1")))
    with pytest.raises(OptionError, match="no operating point number 5") as refused:
        POINTS.average("error_rate", 5)
    assert "points.best" in str(refused.value)
    assert POINTS.average("error_rate", -1) == POINTS.average("error_rate", 4)


def test_largest_errors_carry_their_caveat() -> None:
    assert {"mean_of_maxima", "mean_of_ratios"} <= {c.kind for c in POINTS.caveats}
    plain = class_operating_points(DATA, WEIGHTS)
    assert [c.kind for c in plain.caveats] == ["overlapping_training_sets"]
    assert (POINTS.mean("largest_class_error") >= POINTS.on_the_stack("largest_class_error")).all()


def test_scores_in_single_precision_are_decided_alike() -> None:
    data = drawn(60, 5)
    names = np.array(CLASSES)[data.codes_by_row]
    single = ClassFoldScores.from_arrays(
        names, data.values.T.astype(np.float32), classes=CLASSES, folds=data.folds
    )
    assert np.array_equal(
        class_operating_points(single, WEIGHTS).values, class_operating_points(data, WEIGHTS).values
    )


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no rate 'error of six'"):
        class_operating_points(DATA, WEIGHTS, rates=["error of six"])
    with pytest.raises(OptionError, match="there is no rate 'two'"):
        class_operating_points(DATA, WEIGHTS, rates="two")
    with pytest.raises(OptionError, match="named twice"):
        class_operating_points(DATA, WEIGHTS, rates=["error_rate", "error_rate"])
    with pytest.raises(OptionError, match="no rate to average"):
        class_operating_points(DATA, WEIGHTS, rates=[])
    with pytest.raises(OptionError, match="the expected cost needs costs"):
        class_operating_points(DATA, WEIGHTS, rates=["expected_cost"])
    for costs in (np.zeros((4, 4)), COSTS[:2], -COSTS, "no", COSTS * math.nan):
        with pytest.raises(OptionError, match="costs"):
            class_operating_points(DATA, WEIGHTS, costs=costs)
    with pytest.raises(OptionError, match="one number for each of 3 classes"):
        class_operating_points(DATA, [[1, 2]])
    with pytest.raises(OptionError, match="one number for each of 3 classes"):
        class_operating_points(DATA, [])
    with pytest.raises(OptionError, match="all weights are 0"):
        class_operating_points(DATA, [0, 0, 0])
    with pytest.raises(OptionError, match="data must be ClassFoldScores; it is a ClassScores"):
        class_operating_points(DATA.pooled(), WEIGHTS)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="'error_rate' was not requested"):
        class_operating_points(DATA, WEIGHTS).mean("error_rate")
    odds = ClassFoldScores.from_arrays([0, 1, 0, 1], [[-1, 1]] * 4, folds=[0, 0, 1, 1])
    with pytest.raises(ScoreError, match="finite and not negative"):
        class_operating_points(odds, [[1, 1], [1, 2]])


@pytest.mark.parametrize("weight", [1.0, 1 / 3])
def test_equal_weights_take_the_highest_score_whatever_it_is(weight: float) -> None:
    draws = np.random.default_rng(3)
    codes, scores = np.arange(60) % 3, draws.normal(size=(60, 3))
    scores[:3] = np.array([[-np.inf, -1, -2], [np.inf, 3, np.inf], [-1, -1, -1]])
    data = ClassFoldScores.from_arrays(codes, scores, folds=np.arange(60) // 3 % 4)
    found = class_operating_points(data, [[weight] * 3])
    decided = np.argmax(scores, axis=1)
    counted = [[np.sum((codes == t) & (decided == d)) for d in range(3)] for t in range(3)]
    assert found.confusions[0].tolist() == counted
    assert found.mean("error of 1")[0] == pytest.approx(1 - counted[1][1] / 20)


def test_a_class_may_have_any_name() -> None:
    names = ["rate", "error of rate", "error_rate"]
    scores = np.random.default_rng(2).random((12, 3))
    data = ClassFoldScores.from_arrays(names * 4, scores, classes=names, folds=np.arange(12) // 3)
    found = class_operating_points(data, [1, 1, 1], rates=[*errors_of(names), "error_rate"])
    assert found.rates[-1] == "error_rate" != error_of("rate")
    assert found.rate_words(error_of("error_rate")) == "error of error_rate"
    errors = [found.mean(error_of(name))[0] for name in names]
    assert found.mean("error_rate")[0] == pytest.approx(np.mean(errors))
    assert isinstance(found, ClassOperatingPoints)
