"""The test between operating points: the paper's formula, SciPy, and the degenerate cases."""

import math

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.operating_points import FoldRate, operating_points
from aucurate.inference.folds.point_tests import (
    RateRegion,
    operating_point_interval,
    operating_point_test,
    point_p_values,
    rate_region,
    rate_regions,
)
from aucurate.results import Comparison, Estimate

RATES: tuple[FoldRate, ...] = ("sensitivity", "specificity", "accuracy", "f1")
POINTS = operating_points(load_breast_cancer_folds(), "forest", rates=RATES)


@pytest.mark.parametrize("rate", RATES)
def test_it_is_formula_3_of_the_paper(rate: FoldRate) -> None:
    one, two = POINTS.of(rate)[14], POINTS.of(rate)[17]
    n = len(one)
    errors = one.std(ddof=1) / math.sqrt(n), two.std(ddof=1) / math.sqrt(n)
    r = float(np.corrcoef(one, two)[0, 1])
    below = errors[0] ** 2 + errors[1] ** 2 - 2 * r * errors[0] * errors[1]
    found = operating_point_test(POINTS, 14, 17, rate=rate)
    assert found.statistic == pytest.approx((one.mean() - two.mean()) / math.sqrt(below))
    printed = operating_point_test(POINTS, 14, 17, rate=rate, degrees_of_freedom="2n-2")
    assert printed.statistic == found.statistic
    assert (found.degrees_of_freedom, printed.degrees_of_freedom) == (9, 18)
    assert printed.p_value == pytest.approx(2 * stats.t.sf(abs(found.statistic), 18))


@pytest.mark.parametrize("rate", RATES)
def test_it_is_the_paired_t_test(rate: FoldRate) -> None:
    found = operating_point_test(POINTS, 12, 15, rate=rate)
    rival = stats.ttest_rel(POINTS.of(rate)[12], POINTS.of(rate)[15])
    assert found.p_value == pytest.approx(rival.pvalue, rel=1e-9)
    low, high = rival.confidence_interval()
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=1e-12)


def test_the_contract() -> None:
    found = operating_point_test(POINTS, 12, 15, rate="accuracy")
    back = operating_point_test(POINTS, 15, 12, rate="accuracy")
    assert back.difference == pytest.approx(-found.difference, rel=1e-12)
    assert back.statistic == pytest.approx(-found.statistic, rel=1e-12)
    assert back.p_value == pytest.approx(found.p_value, rel=1e-12)
    assert Comparison.from_dict(found.to_dict()) == found
    one = operating_point_test(POINTS, 12, 15, rate="accuracy", alternative="greater").p_value
    two = operating_point_test(POINTS, 12, 15, rate="accuracy", alternative="less").p_value
    assert one + two == pytest.approx(1)
    itself = operating_point_test(POINTS, 12, 12, rate="accuracy")
    assert (itself.difference, itself.p_value) == (0.0, 1.0)
    assert "The rate is the same at both points" in itself.caveats[-1].message
    assert found.first == f"forest at {POINTS.thresholds[12].item()!r}"


def test_the_same_difference_in_every_fold() -> None:
    last = len(POINTS) - 1  # everybody is called positive there, and nobody wrongly at the first
    found = operating_point_test(POINTS, 0, last, rate="specificity")
    assert (found.difference, found.standard_error) == (1.0, 0.0)
    assert found.p_value == pytest.approx(2 * 0.5**10)
    assert found.caveats[-1].kind == "no_variance"
    assert "between the points" in found.caveats[-1].message


def test_what_is_told() -> None:
    kinds = [c.kind for c in operating_point_test(POINTS, 1, 2, rate="sensitivity").caveats]
    assert kinds == ["valid_for", "overlapping_training_sets", "certain_difference"]
    printed = operating_point_test(POINTS, 1, 2, rate="f1", degrees_of_freedom="2n-2")
    assert [c.kind for c in printed.caveats][-1] == "degrees_of_freedom"
    assert "certain_difference" not in [c.kind for c in printed.caveats]


@for_each("degrees", ["n-1", "2n-2"])
@for_each("rate", RATES)
def test_p_values_without_records_are_the_same(rate: FoldRate, degrees: str) -> None:
    found = point_p_values(POINTS, 14, rate=rate, degrees_of_freedom=degrees)  # type: ignore[arg-type]
    for at in range(len(POINTS)):
        one = operating_point_test(POINTS, at, 14, rate=rate, degrees_of_freedom=degrees)  # type: ignore[arg-type]
        assert found[at] == pytest.approx(one.p_value, rel=1e-9, abs=1e-300)


def _with_gaps() -> FoldScores:
    labels = np.array([0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1])
    scores = np.array([0.1, 0.9, 0.4, 0.6, 0.2, 0.3, 0.7, 0.8, 0.3, 0.1, 0.2])
    return FoldScores.from_arrays(
        labels, {"a": scores}, folds=np.repeat(["x", "y", "z"], [4, 3, 4])
    )


def test_folds_without_the_rate_are_left_out_and_told() -> None:
    points = operating_points(
        _with_gaps(), "a", rates=["sensitivity", "positive_predictive_value"], points=None
    )
    found = operating_point_test(points, 1, 4, rate="sensitivity")
    assert found.degrees_of_freedom in (1.0, math.inf)
    assert (
        "fold y. The test uses the folds in which both points can be evaluated"
        in found.caveats[1].message
    )
    assert [c.kind for c in found.caveats][2] == "few_folds"
    with pytest.raises(InputError, match="can be evaluated at both points in 1 fold only"):
        operating_point_test(points, 0, 4, rate="positive_predictive_value")
    p_values = point_p_values(points, 0, rate="positive_predictive_value")
    assert np.isnan(p_values).all()  # one fold has it at the first point
    assert point_p_values(points, 4, rate="sensitivity")[4] == 1.0


def test_the_interval_of_one_rate() -> None:
    found = operating_point_interval(POINTS, 14, rate="sensitivity")
    column = POINTS.of("sensitivity")[14]
    low, high = stats.t.interval(0.95, 9, column.mean(), column.std(ddof=1) / math.sqrt(10))
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high))
    assert found.value in found.interval
    assert Estimate.from_dict(found.to_dict()) == found
    high_up = operating_point_interval(POINTS, 20, rate="sensitivity")
    assert high_up.interval.high == 1.0


def test_without_spread_the_interval_is_not_a_point() -> None:
    everybody = operating_point_interval(POINTS, len(POINTS) - 1, rate="sensitivity")
    exact = stats.binomtest(212, 212).proportion_ci(0.95, "exact")
    assert everybody.value == 1.0
    assert everybody.interval.method == "Clopper-Pearson"
    assert (everybody.interval.low, everybody.interval.high) == pytest.approx((exact.low, 1.0))
    nobody = operating_point_interval(POINTS, len(POINTS) - 1, rate="specificity")
    exact = stats.binomtest(0, 357).proportion_ci(0.95, "exact")
    assert (nobody.interval.low, nobody.interval.high) == pytest.approx((0.0, exact.high))
    points = operating_points(
        load_breast_cancer_folds(), "forest", rates=["f1"], thresholds=[math.inf]
    )
    assert operating_point_interval(points, 0, rate="f1").interval.method == "all possible"


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="degrees_of_freedom must be 'n-1' or '2n-2'"):
        operating_point_test(POINTS, 0, 1, rate="f1", degrees_of_freedom="n")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="no operating point number 99"):
        operating_point_test(POINTS, 0, 99, rate="f1")


# The ellipse of two rates: its border, its coverage and its degenerate cases.


POINTS_RATE_REGION = operating_points(load_breast_cancer_folds(), "forest")


def test_the_border_is_hotellings() -> None:
    found = rate_region(POINTS_RATE_REGION, 14, confidence=0.9)
    values = np.stack(
        [POINTS_RATE_REGION.of("specificity")[14], POINTS_RATE_REGION.of("sensitivity")[14]]
    )
    n = values.shape[1]
    inverse = np.linalg.inv(np.cov(values))
    limit = 2 * (n - 1) / (n - 2) * stats.f.ppf(0.9, 2, n - 2)
    border = np.stack(found.outline(50))
    inside = (border > 0) & (border < 1)
    gaps = (border - values.mean(axis=1)[:, None])[:, inside.all(axis=0)]
    distances = n * np.einsum("ik,ij,jk->k", gaps, inverse, gaps)
    assert gaps.shape[1] > 20
    assert distances == pytest.approx(limit, rel=1e-9)
    assert RateRegion.from_dict(found.to_dict()) == found


def test_it_is_cut_to_what_is_possible_and_shrinks_to_a_line() -> None:
    for found in rate_regions(POINTS_RATE_REGION):
        x, y = found.outline()
        assert min(np.min(x), np.min(y)) >= 0
        assert max(np.max(x), np.max(y)) <= 1
    last = rate_region(POINTS_RATE_REGION, -1)  # everybody is called positive in every fold
    assert np.ptp(last.outline()[0]) == np.ptp(last.outline()[1]) == 0


def test_it_holds_the_truth_with_its_confidence() -> None:
    rng = np.random.default_rng(2)
    labels = np.arange(400) % 2
    truth = np.array([stats.norm.cdf(0.5), stats.norm.sf(0.5, 1.0)])
    held = 0
    for _ in range(300):
        data = FoldScores.from_arrays(
            labels, {"a": rng.normal(size=400) + labels}, folds=np.arange(400) // 2 % 10
        )
        found = rate_region(operating_points(data, "a", thresholds=[0.5]), 0)
        first, both, second = found.covariance
        gap = truth - found.means
        inverse = np.linalg.inv(np.array([[first, both], [both, second]]))
        held += bool(gap @ inverse @ gap <= found.radius**2)
    assert held / 300 == pytest.approx(0.95, abs=0.035)


def test_what_is_refused_of_rate_region() -> None:
    labels = np.array([0, 1, 0, 1])
    two = FoldScores.from_arrays(labels, {"a": [1, 2, 2, 1]}, folds=[1, 1, 2, 2])
    points = operating_points(two, "a", thresholds=[1.5])
    with pytest.raises(InputError, match="2 folds can evaluate both rates"):
        rate_region(points, 0)
    assert rate_regions(points) == ()
    with pytest.raises(OptionError, match="two different rates"):
        rate_region(POINTS_RATE_REGION, 0, rates=("sensitivity", "sensitivity"))
