"""Thresholds in double precision against scores in single precision."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.curve.decision_curve import decision_curve
from aucurate.curve.fold_curves import fold_curves
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.thresholds import for_scores
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.auc.bounds import cortes_mohri_interval, cortes_mohri_moments
from aucurate.inference.folds.error_rate import averaged_error_interval, averaged_error_test
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.operating.mcnemar import mcnemar_test
from aucurate.inference.operating.net_benefit import net_benefit_test

SINGLE = np.dtype(np.float32)


def test_a_score_reaches_the_threshold_that_it_is_printed_as() -> None:
    printed = np.round(np.arange(-200, 200) / 100, 2)
    scores = printed.astype(np.float32)
    assert (scores >= for_scores(printed, SINGLE)).all()
    above = np.nextafter(printed, np.inf)
    kept = printed != scores.astype(float)  # what single precision has is compared by value
    assert not (scores >= for_scores(above, SINGLE))[kept].any()
    mirrored = for_scores(-printed, SINGLE)
    assert (-scores >= mirrored).all()


def test_a_score_reaches_itself_and_nothing_passes_between_neighbours() -> None:
    scores = np.sort(np.random.default_rng(1).normal(size=300).astype(np.float32))
    assert np.array_equal(for_scores(scores.astype(float), SINGLE), scores.astype(float))
    after = np.nextafter(scores, np.float32(np.inf))
    between = (scores.astype(float) + after.astype(float)) / 2
    cut = for_scores(between, SINGLE)
    assert (scores < cut).all()
    assert (after >= cut).all()


def test_other_scores_and_extreme_thresholds_stay_as_they_are() -> None:
    wide = np.array([np.inf, 1e300, 0.7, -1e300, -np.inf])
    assert for_scores(wide, np.dtype(np.float64)) is wide
    assert for_scores(wide, SINGLE)[[0, 1, 3, 4]].tolist() == [np.inf, 1e300, -1e300, -np.inf]


@pytest.mark.parametrize("lower", [False, True])
def test_operating_points_call_what_is_printed_as_the_threshold(lower: bool) -> None:
    labels = np.arange(40) % 2
    scores = (np.arange(40) * 7 % 10 / 10).astype(np.float32)
    folds = np.arange(40) // 10
    direction = ["a"] if lower else []
    single = FoldScores.from_arrays(labels, {"a": scores}, folds=folds, lower=direction)
    typed = np.round(scores.astype(float), 1)
    double = FoldScores.from_arrays(labels, {"a": typed}, folds=folds, lower=direction)
    cuts = [at / 10 for at in range(11)]
    one, two = (operating_points(data, "a", thresholds=cuts) for data in (single, double))
    assert np.array_equal(one.values, two.values)
    assert one.thresholds.tolist() == two.thresholds.tolist()


LABELS = np.arange(60) % 2
HUNDREDTHS = (np.arange(60) * 7 % 20) * 5 / 100 + 0.05 * (LABELS == 1)
FOLDS = np.arange(60) // 20


def _errors_at(scores: NDArray[Any], threshold: float, *, lower: bool = False) -> list[int]:
    """The number of errors at a threshold, counted by every function that counts them."""
    sign = -1 if lower else 1
    given, cut = sign * scores, sign * threshold
    one = Scores.from_arrays(LABELS, given, lower=lower)
    point = operating_point(one, cut)
    direction = ["a"] if lower else []
    over_folds = FoldScores.from_arrays(LABELS, {"a": given}, folds=FOLDS, lower=direction)
    marked = fold_curves(over_folds, thresholds={"a": cut}).points
    rates = operating_points(over_folds, "a", thresholds=[cut], rates=("accuracy",))
    found = [
        int(point.false_positives + point.n_positive - point.true_positives),
        int(over_folds.wrong(threshold=cut).sum()),
        round(20 * float(over_folds.errors(threshold=cut).values.sum())),
        round(sum(10 * (2 - mark.sensitivity - mark.specificity) for mark in marked)),
        round(60 * (1 - float(rates.mean("accuracy")[0]))),
        round(60 * averaged_error_interval(over_folds, "a", threshold=cut).value),
    ]
    moments = [cortes_mohri_moments(k, 30, 30)[1] for k in range(61)]
    by_count = cortes_mohri_interval(one, threshold=cut).standard_error ** 2
    found.append(int(np.argmin(np.abs(np.array(moments[:31]) - by_count))))
    return found


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_every_function_makes_the_same_calls_at_a_threshold(
    kind: type[np.floating[Any]], lower: bool
) -> None:
    scores = HUNDREDTHS.round(2)
    for threshold in (0.35, 0.7, 0.55, 0.5, 0.4):
        expected = int(np.count_nonzero((scores >= threshold) != (LABELS == 1)))
        found = _errors_at(scores.astype(kind), threshold, lower=lower)
        assert found == [expected] * len(found)


@pytest.mark.parametrize("threshold", [0.35, 0.7, np.float64(0.35)])
def test_single_precision_probabilities_have_the_net_benefit_of_their_decimals(
    threshold: float,
) -> None:
    double = HUNDREDTHS.round(2)
    other = np.roll(double, 20)
    found = []
    for kind in (np.float32, np.float64):
        data = PairedScores.from_arrays(LABELS, {"a": double.astype(kind), "b": other.astype(kind)})
        curve = decision_curve(LABELS, double.astype(kind), thresholds=[threshold])
        test = net_benefit_test(data["a"], data["b"], threshold)
        found.append((*curve.net_benefit, test.difference, test.standard_error, test.p_value))
    assert found[0] == pytest.approx(found[1], rel=1e-12)


def test_the_error_test_over_folds_agrees_with_double_precision() -> None:
    double = HUNDREDTHS.round(2)
    found = []
    for kind in (np.float32, np.float64):
        columns = {"a": double.astype(kind), "b": np.roll(double, 3).astype(kind)}
        data = FoldScores.from_arrays(LABELS, columns, folds=FOLDS)
        found.append(averaged_error_test(data, "a", "b", threshold=0.35).p_value)
        pair = PairedScores.from_arrays(LABELS, columns)
        found.append(mcnemar_test(*pair, thresholds=(0.35, 0.35)).p_value)
    assert found[:2] == found[2:]
