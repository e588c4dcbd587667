"""DeLong's interval and tests: published values, the definition, settings."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate import kernels
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import (
    AucComponents,
    delong_beta_interval,
    delong_interval,
    delong_logit_t_interval,
    delong_null_test,
    delong_test,
    paired_comparison,
    unpaired_comparison,
)
from aucurate.inference.core.beta_limits import WEIGHT, BetaLimit
from aucurate.inference.core.components import Distribution
from aucurate.results import Alternative, Comparison, Estimate

# Hanley, J. A., McNeil, B. J. (1982). Radiology 143, 29-36: the ratings of 109 CT images, 1
# to 5, of 58 normal and 51 abnormal cases. The published area is 0.893, its standard error 0.032.
CT_RATINGS = (1, 2, 3, 4, 5)
CT_NORMAL = (33, 6, 6, 11, 2)
CT_ABNORMAL = (3, 2, 2, 11, 33)


def _ct() -> tuple[list[int], list[int]]:
    labels = [0] * sum(CT_NORMAL) + [1] * sum(CT_ABNORMAL)
    return labels, [
        rating
        for counts in (CT_NORMAL, CT_ABNORMAL)
        for rating, count in zip(CT_RATINGS, counts, strict=True)
        for _ in range(count)
    ]


def _tied_data(seed: int, size: int = 60, shift: float = 1.0) -> tuple[Any, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 3 == 0)
    return labels, {
        "a": (rng.normal(size=size) + shift * labels).round(1),
        "b": (rng.normal(size=size) + 0.5 * labels).round(1),
    }


def _defined(labels: Any, scores: dict[str, Any]) -> tuple[list[Fraction], list[list[Fraction]]]:
    """AUCs and DeLong's covariance matrix, term by term as in the paper, in exact rationals."""
    half = Fraction(1, 2)

    def psi(x: float, z: float) -> Fraction:
        return Fraction(int(x > z)) if x != z else half

    ten, one, areas = [], [], []
    for values in scores.values():
        up = [float(v) for v, y in zip(values, labels, strict=True) if y]
        down = [float(v) for v, y in zip(values, labels, strict=True) if not y]
        v10 = [sum((psi(x, z) for z in down), Fraction(0)) / len(down) for x in up]
        v01 = [sum((psi(x, z) for x in up), Fraction(0)) / len(up) for z in down]
        areas.append(sum(v10, Fraction(0)) / len(up))
        ten.append(v10)
        one.append(v01)

    def spread(rows: list[list[Fraction]], r: int, s: int) -> Fraction:
        terms = [(x - areas[r]) * (y - areas[s]) for x, y in zip(rows[r], rows[s], strict=True)]
        return sum(terms, Fraction(0)) / (len(terms) - 1) / len(terms)

    kinds = range(len(areas))
    return areas, [[spread(ten, r, s) + spread(one, r, s) for s in kinds] for r in kinds]


def test_hanley_and_mcneils_ct_ratings_have_the_published_area_from_rows_and_from_counts() -> None:
    labels, ratings = _ct()
    scores = Scores.from_arrays(labels, ratings)
    estimate = delong_interval(scores)
    assert round(estimate.value, 3) == 0.893
    counts = ThresholdCounts(
        thresholds=np.array(CT_RATINGS[::-1]),
        positives=np.array(CT_ABNORMAL[::-1]),
        negatives=np.array(CT_NORMAL[::-1]),
    )
    assert counts.auc == estimate.value == 1321 / 1479
    made = ThresholdCounts.from_scores(scores)
    assert made.thresholds.tolist() == [5, 4, 3, 2, 1]
    assert made.positives.tolist() == counts.positives.tolist()
    assert made.negatives.tolist() == counts.negatives.tolist()
    # DeLong's standard error is not Hanley and McNeil's 0.032, but near it.
    assert round(estimate.standard_error, 3) == 0.031


@for_each("seed", range(8))
def test_moments_are_the_definition(seed: int) -> None:
    labels, scores = _tied_data(seed)
    areas, covariance = _defined(labels, scores)
    moments = AucMoments.from_scores(PairedScores.from_arrays(labels, scores))
    assert moments.aucs == tuple(float(a) for a in areas)
    for r in range(2):
        for s in range(2):
            assert math.isclose(moments.covariance[r, s], covariance[r][s], rel_tol=1e-14)
    variance = covariance[0][0] + covariance[1][1] - 2 * covariance[0][1]
    assert math.isclose(moments.difference_variance[0, 1], variance, rel_tol=1e-14)


def _difference_degrees(labels: Any, scores: dict[str, Any]) -> float:
    """Satterthwaite's degrees of freedom of the placements' differences, by the definition."""
    positive = np.asarray(labels) == 1
    matrices = []
    for values in (np.asarray(v, float) for v in scores.values()):
        above, below = values[positive][:, None], values[~positive][None, :]
        matrices.append((above > below) + 0.5 * (above == below))
    first, second = matrices[:2]
    parts = [
        (d.var(ddof=1) / len(d), len(d) - 1)
        for d in ((first - second).mean(axis=1), (first - second).mean(axis=0))
    ]
    return float(sum(v for v, _ in parts) ** 2 / sum(v**2 / f for v, f in parts))


@for_each("seed", range(4))
@for_each("alternative", ["two-sided", "greater", "less"])
@for_each("null", [0.0, 0.1, -0.25])
@for_each("distribution", ["t", "normal"])
def test_paired_test_is_the_formula(
    seed: int, alternative: Alternative, null: float, distribution: Distribution
) -> None:
    labels, scores = _tied_data(seed)
    areas, c = _defined(labels, scores)
    difference, error = float(areas[0] - areas[1]), math.sqrt(c[0][0] + c[1][1] - 2 * c[0][1])
    first, second = PairedScores.from_arrays(labels, scores)
    found = delong_test(
        first,
        second,
        alternative=alternative,
        null_difference=null,
        confidence=0.9,
        distribution=distribution,
    )
    z = (difference - null) / error
    law: Any = stats.norm
    if distribution == "t":
        degrees = _difference_degrees(labels, scores)
        law = stats.t(degrees)
        assert found.degrees_of_freedom == pytest.approx(degrees, rel=1e-11)
    expected = {
        "two-sided": 2 * law.sf(abs(z)),
        "greater": law.sf(z),
        "less": law.cdf(z),
    }[alternative]
    assert found.difference == found.first_value - found.second_value
    assert found.statistic == pytest.approx(z, rel=1e-12)
    assert found.p_value == pytest.approx(expected, rel=1e-11)
    assert found.standard_error == pytest.approx(error, rel=1e-13)
    reach = law.ppf(0.95) * error
    assert found.interval.low == pytest.approx(difference - reach, rel=1e-11)
    assert found.interval.high == pytest.approx(difference + reach, rel=1e-11)
    assert (found.interval.confidence, found.null_difference) == (0.9, null)


def test_the_interval_is_two_sided_whatever_the_alternative_and_the_null() -> None:
    first, second = PairedScores.from_arrays(*_tied_data(1))
    intervals = {
        delong_test(first, second, alternative=a, null_difference=d).interval
        for a in ("two-sided", "greater", "less")
        for d in (0.0, 0.2)
    }
    assert len(intervals) == 1


@pytest.mark.parametrize("seed", range(4))
def test_unpaired_test_is_student_t_on_four_components(seed: int) -> None:
    sets = [_tied_data(seed, 45), _tied_data(seed + 50, 80)]
    first, second = (Scores.from_arrays(y, s["a"], name=str(i)) for i, (y, s) in enumerate(sets))
    found = delong_test(first, second)
    parts = []
    for scores in (first, second):
        moments = AucMoments.from_scores(scores)
        parts.append(
            (moments.positives.covariance[0, 0] / scores.n_positive, scores.n_positive - 1)
        )
        parts.append(
            (moments.negatives.covariance[0, 0] / scores.n_negative, scores.n_negative - 1)
        )
    variance = sum(v for v, _ in parts)
    freedom = variance**2 / sum(v**2 / f for v, f in parts)
    assert found.design == "unpaired"
    assert found.degrees_of_freedom == pytest.approx(freedom, rel=1e-12)
    t = found.difference / math.sqrt(variance)
    assert found.statistic == pytest.approx(t, rel=1e-12)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-9)
    reach = stats.t.ppf(0.975, freedom) * math.sqrt(variance)
    assert found.interval.low == pytest.approx(found.difference - reach, rel=1e-9, abs=1e-12)
    smallest = min(f for _, f in parts)
    assert smallest <= found.degrees_of_freedom <= sum(f for _, f in parts)


def test_two_component_degrees_of_freedom_are_larger_where_a_class_is_small() -> None:
    rng = np.random.default_rng(0)
    sets = []
    for _ in range(2):
        labels = np.arange(206) < 6
        sets.append(AucMoments.from_scores(Scores.from_arrays(labels, rng.normal(size=206))))
    ours = unpaired_comparison(*sets)
    theirs = unpaired_comparison(*sets, satterthwaite="two-component")
    assert ours.degrees_of_freedom < 20 < 200 < theirs.degrees_of_freedom
    assert ours.p_value > theirs.p_value
    assert ours.statistic == theirs.statistic


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_logit_interval_is_the_formula_and_the_default(confidence: float) -> None:
    labels, scores = _tied_data(3)
    data = Scores.from_arrays(labels, scores["a"])
    found = delong_interval(data, confidence=confidence)
    area, error = found.value, found.standard_error
    reach = stats.norm.ppf((1 + confidence) / 2) * error / (area * (1 - area))
    assert found.interval.low == pytest.approx(
        special.expit(special.logit(area) - reach), rel=1e-12
    )
    assert found.interval.high == pytest.approx(
        special.expit(special.logit(area) + reach), rel=1e-12
    )
    assert found.interval.method == "DeLong logit"
    assert found == delong_interval(data, confidence=confidence, scale="logit")


def test_wald_interval_is_cut_to_the_unit_interval() -> None:
    data = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    found = delong_interval(data, scale="wald")
    assert found.interval.high == 1.0
    assert found.interval.low == pytest.approx(
        found.value - 1.959963984540054 * found.standard_error
    )


def test_test_against_chance_is_the_z_test_of_the_auc() -> None:
    labels, scores = _tied_data(4)
    data = Scores.from_arrays(labels, scores["a"], name="a")
    found, estimate = delong_null_test(data, scale="wald"), delong_interval(data, scale="wald")
    assert (found.first, found.second, found.design) == ("a", "chance", "one test set")
    assert (found.first_value, found.second_value) == (estimate.value, 0.5)
    assert found.statistic == pytest.approx((estimate.value - 0.5) / estimate.standard_error)
    assert found.interval.low == pytest.approx(estimate.interval.low - 0.5)
    assert found.interval.high == pytest.approx(estimate.interval.high - 0.5)
    greater = delong_null_test(data, null=0.7, alternative="greater", scale="wald")
    assert greater.second == "AUC 0.700"
    assert greater.p_value == pytest.approx(stats.norm.sf(greater.statistic), rel=1e-12)


@pytest.mark.parametrize("null", [0.25, np.float64(0.5), np.float32(0.75)])
def test_null_values_come_out_as_plain_floats(null: Any) -> None:
    labels, scores = _tied_data(4)
    found = delong_null_test(Scores.from_arrays(labels, scores["a"]), null=null)
    assert type(found.second_value) is float
    assert -float(null) <= found.interval.low <= found.interval.high <= 1 - float(null)


def test_one_of_several_classifiers_is_picked_by_name() -> None:
    data = PairedScores.from_arrays(*_tied_data(5))
    moments = AucMoments.from_scores(data)
    assert delong_interval(moments, name="b") == delong_interval(data["b"])
    assert delong_null_test(moments, name="b") == delong_null_test(data["b"])
    with pytest.raises(OptionError, match="no classifier named 'c'"):
        delong_interval(moments, name="c")
    with pytest.raises(OptionError, match="one of a and b"):
        delong_interval(moments)


def test_moments_and_scores_give_the_same_comparison() -> None:
    data = PairedScores.from_arrays(*_tied_data(6))
    assert delong_test(*data) == paired_comparison(AucMoments.from_scores(data), "a", "b")


# The degenerate cases: decided, and never a point, a NaN p-value or a silent answer.


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


# DeLong's tests: what is paired, what is refused, which settings mean something.


def _tied_data_of_settings(seed: int, size: int = 60) -> tuple[Any, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 3 == 0)
    return labels, {name: (rng.normal(size=size) + labels).round(1) for name in ("a", "b")}


def test_scores_of_one_data_set_are_paired_and_others_must_be_said() -> None:
    labels, scores = _tied_data_of_settings(7)
    paired = PairedScores.from_arrays(labels, scores)
    first, second = (Scores.from_arrays(labels, s, name=n) for n, s in scores.items())
    with pytest.raises(OptionError, match="same labels in the same order") as caught:
        delong_test(first, second)
    assert "paired=True" in caught.value.hint
    assert delong_test(first, second, paired=True) == delong_test(*paired)
    apart = delong_test(first, second, paired=False)
    assert apart.design == "unpaired"
    shared = delong_test(*paired, paired=False)
    assert [c.kind for c in shared.caveats] == ["shared_observations"]
    assert apart == replace(shared, caveats=())
    with pytest.raises(OptionError, match="labels of the two classifiers differ"):
        delong_test(first, Scores.from_arrays(~labels, scores["b"]), paired=True)
    other = Scores.from_arrays(*_shorter(labels, scores["b"]))
    assert delong_test(first, other).design == "unpaired"


def _shorter(labels: Any, scores: Any) -> tuple[Any, Any]:
    return labels[:50], scores[:50]


@pytest.mark.parametrize("extra", ["frequency_weights", "sampling_weights", "groups"])
def test_equal_weights_and_groups_of_one_change_nothing(extra: str) -> None:
    """Not even the last digit: they take the way of plain observations."""
    labels, scores = _tied_data_of_settings(8)
    given: dict[str, Any] = {
        extra: np.arange(len(labels)) if extra == "groups" else np.ones(len(labels))
    }
    plain = PairedScores.from_arrays(labels, scores)
    data = PairedScores.from_arrays(labels, scores, **given)
    n_groups = len(labels) if extra == "groups" else 0
    for paired in (True, False):
        expected = replace(delong_test(*plain, paired=paired), n_groups=n_groups)
        assert replace(delong_test(*data, paired=paired), n_groups=n_groups) == expected
    expected_interval = replace(delong_interval(plain["a"]), n_groups=n_groups)
    assert delong_interval(data["a"]) == expected_interval


def test_paired_classifiers_need_the_same_groups_and_weights() -> None:
    labels, scores = _tied_data_of_settings(8)
    groups, weights = np.arange(len(labels)) // 3, np.arange(len(labels)) % 4 + 1.0
    plain = Scores.from_arrays(labels, scores["a"])
    for extra, same in (
        ({"groups": groups}, {"groups": [f"p{group}" for group in -groups]}),
        ({"sampling_weights": weights}, {"sampling_weights": 2 * weights}),
    ):
        given: tuple[dict[str, Any], ...] = (extra, same)
        first = Scores.from_arrays(labels, scores["a"], **given[0])
        second = Scores.from_arrays(labels, scores["b"], **given[1])
        together = PairedScores.from_arrays(labels, scores, **given[0])
        expected = delong_test(together["a"], together["b"])
        found = delong_test(first, second, paired=True)
        assert found.p_value == pytest.approx(expected.p_value, rel=1e-12)
        for pair in ((plain, second), (second, plain)):
            with pytest.raises(OptionError, match="groups or the weights of the two classifiers"):
                delong_test(*pair, paired=True)


def test_two_test_sets_may_have_groups_or_weights_on_either_side() -> None:
    """The variance of the difference is the sum of both variances."""
    labels, scores = _tied_data_of_settings(8)
    plain = Scores.from_arrays(labels, scores["a"])
    grouped = Scores.from_arrays(labels, scores["b"], groups=np.arange(len(labels)) // 3)
    weighted = Scores.from_arrays(labels, scores["b"], sampling_weights=np.arange(len(labels)) + 1)
    for other in (grouped, weighted):
        for first, second in ((plain, other), (other, plain)):
            test = delong_test(first, second, paired=False)
            errors = [delong_interval(data).standard_error for data in (first, second)]
            assert test.standard_error == pytest.approx(math.hypot(*errors), rel=1e-12)


def test_float32_and_float64_columns_can_be_compared() -> None:
    labels, scores = _tied_data_of_settings(9)
    wide = PairedScores.from_arrays(labels, scores)
    first = Scores.from_arrays(labels, scores["a"].astype(np.float32), name="a")
    second = Scores.from_arrays(labels, scores["b"], name="b")
    assert delong_test(first, second, paired=True) == delong_test(*wide)


@for_each("confidence", [0, 1, 95, -0.5, math.nan, math.inf])
def test_impossible_confidence_is_refused_everywhere(confidence: float) -> None:
    first, second = PairedScores.from_arrays(*_tied_data_of_settings(1))
    message = "confidence must lie between 0 and 1"
    with pytest.raises(OptionError, match=message):
        delong_interval(first, confidence=confidence)
    with pytest.raises(OptionError, match=message):
        delong_test(first, second, confidence=confidence)
    with pytest.raises(OptionError, match=message):
        delong_null_test(first, confidence=confidence)


def test_settings_that_mean_nothing_are_refused() -> None:
    first, second = PairedScores.from_arrays(*_tied_data_of_settings(1))
    wrong: Any = "bigger"
    with pytest.raises(OptionError, match="'two-sided', 'greater' or 'less'; it is 'bigger'"):
        delong_test(first, second, alternative=wrong)
    with pytest.raises(OptionError, match="alternative must be"):
        delong_null_test(first, alternative=wrong)
    with pytest.raises(OptionError, match="scale must be 'logit' or 'wald'"):
        delong_interval(first, scale=wrong)
    with pytest.raises(OptionError, match="satterthwaite must be"):
        delong_test(first, second, paired=False, satterthwaite=wrong)
    for null in (1.0, -1.0, 2.0, math.nan):
        with pytest.raises(OptionError, match="null_difference is"):
            delong_test(first, second, null_difference=null)
    for null in (-0.1, 0.0, 1.0, 1.1, math.nan):
        with pytest.raises(OptionError, match="null value of an AUC"):
            delong_null_test(first, null=null)


def test_the_normal_distribution_serves_unpaired_classifiers_too() -> None:
    rng = np.random.default_rng(3)
    labels = np.repeat([0, 1], [12, 9])
    first = Scores.from_arrays(labels, rng.normal(size=21) + 2 * labels)
    second = Scores.from_arrays(labels, rng.normal(size=21) + 0.2 * labels)
    student = delong_test(first, second, paired=False)
    normal = delong_test(first, second, paired=False, distribution="normal")
    assert normal.degrees_of_freedom == math.inf
    assert normal.statistic == pytest.approx(student.statistic, rel=1e-12)
    expected = 2 * stats.norm.sf(abs(normal.statistic))
    assert normal.p_value == pytest.approx(expected, rel=1e-12)
    assert normal.p_value < student.p_value
    reach = stats.norm.ppf(0.975) * normal.standard_error
    assert normal.interval.low == pytest.approx(normal.difference - reach, rel=1e-12)
    # The degrees of freedom are not used, whichever way they would be counted.
    other = delong_test(
        first, second, paired=False, distribution="normal", satterthwaite="two-component"
    )
    assert other == normal


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("option", ["distribution", "satterthwaite"])
def test_options_are_checked_whether_they_are_used_or_not(paired: bool, option: str) -> None:
    labels, scores = _tied_data_of_settings(7)
    first, second = (Scores.from_arrays(labels, s, name=n) for n, s in scores.items())
    given: dict[str, Any] = {option: "banana"}
    with pytest.raises(OptionError, match=f"{option} must be '.*'; it is 'banana'"):
        delong_test(first, second, paired=paired, **given)


# The logit-t interval: its three steps by hand, its limits, its fallback.


def _by_hand(labels: np.ndarray, values: np.ndarray, confidence: float) -> tuple[float, float]:
    """The definition, from the matrix of all pairs, with scipy.stats for kurtosis and t."""
    positive, negative = values[labels == 1], values[labels == 0]
    pairs = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    auc = pairs.mean()
    top = auc * (1 - auc)
    parts, terms = [], []
    for placements in (pairs.mean(axis=1), pairs.mean(axis=0)):
        size = len(placements)
        spread = ((size - 1) * placements.var(ddof=1) + 0.5 * top) / (size - 0.5)
        tails = stats.kurtosis(placements, fisher=False)
        free = 2 * size / (tails - 1 + 2 / (size - 1)) + 0.5
        parts.append(spread / size)
        terms.append((spread / size) ** 2 / free)
    degrees = max(1.0, sum(parts) ** 2 / sum(terms))
    variance = min(sum(parts), top / min(len(positive), len(negative)))
    reach = stats.t.ppf((1 + confidence) / 2, degrees) * math.sqrt(variance) / top
    centre = special.logit(auc)
    return float(special.expit(centre - reach)), float(special.expit(centre + reach))


@for_each("decimals", [6, 0])
@for_each(("m", "n"), [(10, 10), (12, 90), (90, 12), (200, 300)])
@for_each("confidence", [0.8, 0.95])
def test_it_is_its_definition(m: int, n: int, decimals: int, confidence: float) -> None:
    rng = np.random.default_rng(m)
    labels = np.repeat([1, 0], [m, n])
    values = (rng.normal(size=m + n) + 1.3 * labels).round(decimals)
    found = delong_logit_t_interval(Scores.from_arrays(labels, values), confidence=confidence)
    low, high = _by_hand(labels, values, confidence)
    assert found.interval.low == pytest.approx(low, rel=1e-10)
    assert found.interval.high == pytest.approx(high, rel=1e-10)
    assert found.interval.method == "DeLong logit-t"


def test_it_becomes_the_logit_interval_with_many_observations() -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [30_000, 30_000])
    scores = Scores.from_arrays(labels, rng.normal(size=60_000) + labels)
    wide, plain = delong_logit_t_interval(scores).interval, delong_interval(scores).interval
    assert wide.low == pytest.approx(plain.low, abs=2e-6)
    assert wide.high == pytest.approx(plain.high, abs=2e-6)


def test_without_variance_it_is_the_bound_and_says_so() -> None:
    for labels, values in (([0, 0, 1, 1], [1, 2, 3, 4]), ([1, 0, 0], [2, 1, 3])):
        scores = Scores.from_arrays(labels, values)
        found = delong_logit_t_interval(scores)
        assert found.to_dict() == delong_interval(scores).to_dict()
        assert found.interval.method == "disjoint-pairs bound"


def test_a_class_whose_placements_are_all_equal_still_counts() -> None:
    scores = Scores.from_arrays([0, 0, 0, 1, 1, 1, 1], [1, 1, 1, 0, 2, 2, 2])
    found = delong_logit_t_interval(scores)
    assert 0 < found.interval.low < found.value < found.interval.high < 1


def test_the_variance_never_passes_the_bound_that_holds_for_every_distribution() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        labels = np.repeat([1, 0], [4, 5])
        moments = AucMoments.from_scores(Scores.from_arrays(labels, rng.integers(0, 4, 9)))
        variance, degrees = AucComponents.of(moments).shrunk(0)
        assert variance <= moments.aucs[0] * (1 - moments.aucs[0]) / 4 + 1e-15
        assert degrees >= 1


def test_which_of_several_is_meant_must_be_said() -> None:
    data = PairedScores.from_arrays([0, 1, 0, 1], {"a": [1, 2, 3, 4], "b": [4, 3, 1, 2]})
    moments = AucMoments.from_scores(data)
    assert delong_logit_t_interval(moments, name="b") == delong_logit_t_interval(data["b"])
    with pytest.raises(OptionError, match="which classifier"):
        delong_logit_t_interval(moments)


# The beta interval: its moments by definition, and the limits that any interval must keep to.


SIZES = [(1, 1), (1, 6), (3, 3), (5, 9), (20, 7)]


def _draw(
    m: int, n: int, digits: int, seed: int = 3
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    labels = np.repeat([1, 0], [m, n])
    values = np.random.default_rng(seed).normal(size=m + n) + 1.1 * labels
    return labels, np.round(values, digits)


def _kernel(labels: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """1, one half or 0 for each pair, and pseudo-observations that lose to everybody."""
    x, z = values[labels == 1], values[labels == 0]
    psi = (x[:, None] > z) + 0.5 * (x[:, None] == z)
    return np.pad(psi, ((0, 1), (0, 1)))


def _second_moments(size: int, weight: float) -> NDArray[np.float64]:
    """E[D_i D_j] of Dirichlet weights with parameters 1, ..., 1 and ``weight``."""
    parameters = np.append(np.ones(size), weight)
    whole = parameters.sum()
    products = np.outer(parameters, parameters) + np.diag(parameters)
    return np.asarray(products / (whole * (whole + 1)))


@for_each("digits", [9, 0])
@for_each(("m", "n"), SIZES)
def test_mean_and_variance_are_those_of_the_weighted_auc(m: int, n: int, digits: int) -> None:
    """By the quadruple sum over all pairs of pairs."""
    labels, values = _draw(m, n, digits)
    psi = _kernel(labels, values)
    weight = WEIGHT * max(m, n) / (m + n)
    mean = psi.sum() / ((m + weight) * (n + weight))
    square = np.einsum(
        "ij,kl,ik,jl->", psi, psi, _second_moments(m, weight), _second_moments(n, weight)
    )
    moments = AucMoments.from_scores(Scores.from_arrays(labels, values))
    limit = AucComponents.of(moments).limits(0).lower
    whole = limit.a + limit.b
    assert limit.a / whole == pytest.approx(mean, rel=1e-12)
    assert limit.a * limit.b / whole**2 / (whole + 1) == pytest.approx(square - mean**2, rel=1e-9)


def test_the_quantile_is_near_that_of_the_random_weights() -> None:
    labels, values = _draw(20, 40, 9)
    psi = _kernel(labels, values)[:-1, :-1]
    rng = np.random.default_rng(8)
    d, e = (
        rng.dirichlet(np.append(np.ones(size), WEIGHT * 40 / 60), 20_000)[:, :-1]
        for size in (20, 40)
    )
    drawn = np.quantile(np.einsum("ri,ij,rj->r", d, psi, e), 0.025)
    low = delong_beta_interval(Scores.from_arrays(labels, values)).interval.low
    assert low == pytest.approx(drawn, abs=0.01)


@pytest.mark.parametrize("missed", [0, 1, 3])
def test_with_many_negatives_and_placements_of_0_or_1_it_is_that_of_a_proportion(
    missed: int,
) -> None:
    n = 10**7
    share = 1 - missed / 20
    limit = BetaLimit.of_parts(share, (20 / 19 * share * (1 - share), 20), (0.0, n), 0.0)
    expected = special.betaincinv(20 * share, 20 * (1 - share) + WEIGHT, 0.025)
    assert limit.quantile(0.025) == pytest.approx(expected, rel=1e-5)


@for_each(
    ("m", "n"),
    [(20, 20), (20, 24), (20, 60), (20, 200), (20, 20_000), (100, 100), (300, 50), (700, 1000)],
)
def test_after_perfect_separation_the_limit_leaves_room_for_missed_observations(
    m: int, n: int
) -> None:
    """Or a classifier that misses 1 - L of the smaller class is covered in less than 93%."""
    labels = np.repeat([1, 0], [m, n])
    found = delong_beta_interval(Scores.from_arrays(labels, labels)).interval
    assert found.high == 1
    assert 0.025 ** (1 / min(m, n)) < found.low <= 0.07 ** (1 / min(m, n))


@pytest.mark.parametrize(("m", "n"), [(2, 2), (5, 50), (20, 20), (20, 2000), (400, 30)])
def test_a_misordered_pair_never_raises_the_lower_limit(m: int, n: int) -> None:
    labels = np.repeat([1, 0], [m, n])
    ranks = np.append(np.arange(m) + n, np.arange(n)).astype(float)
    lows = []
    for errors in range(min(m, 4)):
        values = ranks.copy()
        values[0] -= errors + 0.5 if errors else 0.0
        lows.append(delong_beta_interval(Scores.from_arrays(labels, values)).interval.low)
    assert lows == sorted(lows, reverse=True)


def test_for_large_classes_it_is_delongs() -> None:
    labels, values = _draw(40_000, 50_000, 9)
    scores = Scores.from_arrays(labels, values)
    beta, logit = delong_beta_interval(scores).interval, delong_interval(scores).interval
    width = logit.high - logit.low
    assert beta.low == pytest.approx(logit.low, abs=0.01 * width)
    assert beta.high == pytest.approx(logit.high, abs=0.01 * width)


@for_each(("m", "n"), SIZES)
@for_each("kind", ["scored", "perfect", "reversed", "constant"])
def test_every_case_has_an_interval_that_is_no_point(m: int, n: int, kind: str) -> None:
    labels, values = _draw(m, n, 1)
    scored = {"perfect": labels, "reversed": -labels, "constant": 0 * labels}.get(kind, values)
    moments = AucMoments.from_scores(Scores.from_arrays(labels, scored))
    both = [AucComponents.of(moments).limits(0).ends(tail) for tail in (0.4, 0.1, 0.025, 1e-6)]
    for (low, high), (lower, higher) in itertools.pairwise(both):
        assert 0 <= lower <= low <= moments.aucs[0] <= high <= higher <= 1
        assert lower < higher


def test_mirrored_classes_mirror_the_interval() -> None:
    labels, values = _draw(12, 30, 1)
    one = delong_beta_interval(Scores.from_arrays(labels, values)).interval
    other = delong_beta_interval(Scores.from_arrays(1 - labels, values)).interval
    assert (1 - other.high, 1 - other.low) == pytest.approx((one.low, one.high), rel=1e-9)


def test_the_tail_is_the_inverse_of_the_quantile() -> None:
    labels, values = _draw(12, 30, 1)
    moments = AucMoments.from_scores(Scores.from_arrays(labels, values))
    limit = AucComponents.of(moments).limits(0).lower
    for tail in (0.3, 0.025, 1e-9):
        assert limit.tail(limit.quantile(tail)) == pytest.approx(tail, rel=1e-6)
    assert math.isclose(BetaLimit(0.0, math.inf).quantile(0.025), 0.0)
