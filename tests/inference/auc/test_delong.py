"""DeLong's interval and tests: published values, the definition, settings."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import special, stats
from tests.loops import for_each

from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import (
    Distribution,
    delong_interval,
    delong_test,
    paired_comparison,
    unpaired_comparison,
)
from aucurate.inference.auc.delong_null import delong_null_test
from aucurate.results import Alternative

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
        parts.append((moments.positive_covariance[0, 0] / scores.n_positive, scores.n_positive - 1))
        parts.append((moments.negative_covariance[0, 0] / scores.n_negative, scores.n_negative - 1))
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
