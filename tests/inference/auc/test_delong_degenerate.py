"""The degenerate cases: decided, and never a point, a NaN p-value or a silent answer."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate import kernels
from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.inference.auc.delong import delong_interval, delong_test
from aucurate.inference.auc.delong_null import delong_null_test
from aucurate.results import Alternative, Comparison, Estimate

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
LABELS = np.repeat([0, 1], [25, 15])
RNG = np.random.default_rng(0)
NOISE = RNG.normal(size=40) + 0.8 * LABELS
PERFECT = LABELS + RNG.uniform(0, 0.5, 40)
CONSTANT = np.full(40, 0.3)


def _compare(first: Any, second: Any, **options: Any) -> Comparison:
    data = PairedScores.from_arrays(LABELS, {"first": first, "second": second})
    return delong_test(*data, **options)


def _kinds(result: Comparison | Estimate) -> list[str]:
    return [c.kind for c in result.caveats]


@pytest.mark.parametrize("scores", [NOISE, PERFECT, CONSTANT, -PERFECT])
def test_identical_classifiers_do_not_differ(scores: Any) -> None:
    for alternative in ALTERNATIVES:
        found = _compare(scores, scores, alternative=alternative)
        assert (found.difference, found.p_value, found.statistic) == (0.0, 1.0, 0.0)
        assert found.interval.low < 0 < found.interval.high
        assert found.interval.high == pytest.approx(1 - 0.05 ** (1 / 15), rel=1e-12)
        assert found.interval.low == -found.interval.high
        assert "identical_ranking" in _kinds(found)


@pytest.mark.parametrize(
    "transformed",
    [
        keeping_ties(np.exp)(NOISE),
        3 * NOISE - 7,
        np.argsort(np.argsort(NOISE)),
        keeping_ties(np.arctan)(NOISE),
    ],
)
def test_a_monotone_transformation_is_an_identical_classifier(transformed: Any) -> None:
    found = _compare(NOISE, transformed)
    assert found.p_value == 1.0
    assert "identical_ranking" in _kinds(found)


@for_each("scale", ["logit", "wald"])
@for_each("confidence", [0.9, 0.95, 0.99])
@for_each(("positives", "negatives"), [(15, 25), (25, 15), (1, 30), (30, 1), (1, 1)])
def test_perfect_separation_has_an_interval(
    scale: Any, confidence: float, positives: int, negatives: int
) -> None:
    labels = np.repeat([0, 1], [negatives, positives])
    smaller = min(positives, negatives)
    expected = ((1 - confidence) / 2) ** (1 / smaller)
    found = delong_interval(
        Scores.from_arrays(labels, np.arange(len(labels))), scale=scale, confidence=confidence
    )
    assert (found.value, found.interval.high) == (1.0, 1.0)
    assert found.interval.low == pytest.approx(expected, rel=1e-12)
    assert found.interval.method == "disjoint-pairs bound"
    assert "perfect_separation" in _kinds(found)
    reverse = delong_interval(
        Scores.from_arrays(labels, -np.arange(len(labels))), scale=scale, confidence=confidence
    )
    assert (reverse.value, reverse.interval.low) == (0.0, 0.0)
    assert reverse.interval.high == pytest.approx(1 - expected, rel=1e-12)
    assert "the wrong way round" in reverse.caveats[-1].message


def test_one_observation_in_a_class_has_an_interval_and_no_standard_error() -> None:
    labels = [1] + [0] * 9
    found = delong_interval(Scores.from_arrays(labels, [5, 1, 2, 3, 4, 6, 7, 8, 5, 5]))
    assert math.isnan(found.standard_error)
    assert found.value == (4 * 2 + 2) / 18
    assert 0 <= found.interval.low < found.value < found.interval.high <= 1
    assert found.interval.high - found.interval.low > 0.8
    assert {"few_observations", "no_variance"} <= set(_kinds(found))


def test_one_observation_in_a_class_can_be_compared() -> None:
    data = PairedScores.from_arrays([1] + [0] * 9, {"a": range(10), "b": [5, *range(9)]})
    found = delong_test(*data)
    assert found.difference == -5.5 / 9
    assert math.isnan(found.standard_error)
    assert 0 < found.p_value <= 1
    assert -1 <= found.interval.low < found.difference < found.interval.high <= 1
    assert "no_variance" in _kinds(found)
    assert delong_test(data["a"], data["a"]).p_value == 1.0


def test_constant_scores_have_an_interval_around_one_half() -> None:
    found = delong_interval(Scores.from_arrays(LABELS, CONSTANT))
    assert (found.value, found.standard_error) == (0.5, 0.0)
    assert found.interval.low == pytest.approx(1 - found.interval.high, abs=1e-12)
    assert 0 < found.interval.low < 0.5
    assert _kinds(found) == ["few_observations", "constant_scores"]
    against = delong_null_test(Scores.from_arrays(LABELS, CONSTANT))
    assert against.p_value == 1.0


def test_perfect_against_constant_uses_the_bound() -> None:
    found = _compare(PERFECT, CONSTANT)
    assert (found.difference, found.method) == (0.5, "disjoint-pairs bound")
    assert "no_variance" in _kinds(found)
    divergence = 0.75 * math.log(0.75 / 0.5) + 0.25 * math.log(0.25 / 0.5)
    assert found.p_value == pytest.approx(2 * math.exp(-15 * divergence))
    assert found.interval.low < 0 < 0.5 < found.interval.high <= 1
    larger = PairedScores.from_arrays(
        np.tile(LABELS, 4), {"a": np.tile(PERFECT, 4), "b": np.tile(CONSTANT, 4)}
    )
    sure = delong_test(*larger)
    assert sure.p_value < 0.05
    assert sure.interval.low > 0


def test_perfect_against_reversed_reaches_the_end_of_the_range() -> None:
    found = _compare(PERFECT, -PERFECT)
    assert (found.difference, found.interval.high) == (1.0, 1.0)
    assert found.p_value == pytest.approx(2 * 0.5**15)
    assert found.interval.low == pytest.approx(2 * 0.025 ** (1 / 15) - 1)


def test_perfect_separation_against_chance_is_tested_by_the_bound() -> None:
    found = delong_null_test(Scores.from_arrays(LABELS, PERFECT), scale="logit-t")
    assert found.p_value == pytest.approx(2 * 0.5**15)
    assert found.interval.high == 0.5
    assert found.interval.low == pytest.approx(0.025 ** (1 / 15) - 0.5)


def test_one_perfect_curve_rests_on_the_variance_of_the_other_and_says_so() -> None:
    perfect = Scores.from_arrays(LABELS, PERFECT, name="perfect")
    other = Scores.from_arrays(LABELS[5:], NOISE[5:], name="noise")
    unpaired, paired = delong_test(perfect, other), _compare(PERFECT, NOISE)
    for found in (unpaired, paired):
        assert found.method == "DeLong"
        assert "lone_variance" in _kinds(found)
        assert found.interval.low <= found.difference <= found.interval.high
    assert "lone_variance" not in _kinds(_compare(NOISE, NOISE))


def test_two_perfect_curves_unpaired_are_bounded() -> None:
    first = Scores.from_arrays(LABELS, PERFECT, name="first")
    second = Scores.from_arrays(LABELS[5:], PERFECT[5:], name="second")
    found = delong_test(first, second)
    assert (found.design, found.method) == ("unpaired", "disjoint-pairs bound")
    assert found.p_value == 1
    assert found.interval.low < 0 < found.interval.high


@pytest.mark.parametrize("null", [-0.1, 0.1])
def test_identical_classifiers_against_another_null_agree_with_their_interval(null: float) -> None:
    """No pair of k = 15 ordered differently has probability (1 - |null|)^15 or less."""
    bound = 0.9**15
    two = _compare(NOISE, NOISE, null_difference=null)
    assert two.p_value == pytest.approx(bound)
    edge = two.interval.high * math.copysign(1, null)
    at_edge = _compare(NOISE, NOISE, null_difference=edge)
    assert at_edge.p_value == pytest.approx(0.05)
    above = _compare(NOISE, NOISE, null_difference=null, alternative="greater").p_value
    below = _compare(NOISE, NOISE, null_difference=null, alternative="less").p_value
    assert (above, below) == pytest.approx((bound, 1.0) if null < 0 else (1.0, bound))


def test_two_observations_are_enough_for_an_answer() -> None:
    data = PairedScores.from_arrays([0, 1], {"a": [0.1, 0.9], "b": [0.9, 0.1]})
    found = delong_test(*data)
    assert found.difference == 1.0
    assert found.p_value == 1.0
    assert (found.interval.low, found.interval.high) == pytest.approx((2 * 0.025 - 1, 1.0))


@pytest.mark.parametrize("size", [2_000, 40_000])
def test_nearly_identical_classifiers_keep_the_digits_of_their_variance(size: int) -> None:
    """S11 + S22 - 2 S12 cancels here: 1e-12 and less beside 0.1."""
    rng = np.random.default_rng(3)
    labels = rng.random(size) < 0.5
    scores = labels + rng.normal(size=size) * 1.5
    order = np.argsort(scores)
    swaps = np.flatnonzero(labels[order[:-1]] != labels[order[1:]])[size // 4 :: size // 8][:3]
    other = scores.copy()
    other[order[swaps]], other[order[swaps + 1]] = scores[order[swaps + 1]], scores[order[swaps]]
    data = PairedScores.from_arrays(labels, {"a": scores, "b": other})
    placed = kernels.placements(data.values, data.observations.is_positive)
    variance = Fraction(0)
    for rows, unit in (
        (placed.of_positives, 2 * data.observations.n_negative),
        (placed.of_negatives, 2 * data.observations.n_positive),
    ):
        moved = [int(v) for v in rows[0] - rows[1]]
        k, total = len(moved), sum(moved)
        spread = Fraction(k * sum(v * v for v in moved) - total**2, k * (k - 1) * unit**2)
        variance += spread / k
    found = delong_test(*data)
    assert 0 < variance < 1e-11
    assert found.standard_error**2 == pytest.approx(float(variance), rel=1e-12)
    assert "identical_ranking" not in _kinds(found)
    assert AucMoments.from_scores(data).difference_variance[0, 0] == 0
