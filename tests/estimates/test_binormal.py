"""The binormal curve: its closed forms against integrals, the hook, and the plug-in fit."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import integrate, stats
from tests.loops import for_each

from aucurate.curve.protocol import Curve
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError, UnsupportedError
from aucurate.estimates.binormal import BinormalCurve, binormal_curve

quad: Any = integrate.quad
CURVES = [(1.657, 0.713), (0.0, 1.0), (0.0, 0.5), (-1.0, 2.0), (2.0, 50.0), (3.0, 0.02)]
EACH = for_each(("a", "b"), CURVES)


def _area(a: float, b: float, low: float, high: float) -> float:
    """The definition: the curve integrated over 1 - specificity, by its normal deviate."""
    ends = stats.norm.ppf([1 - high, 1 - low])
    steep = np.clip(-a / b + np.array([-9, -6, -3, 0, 3, 6, 9]) / b, *np.clip(ends, -9, 9))
    found = quad(
        lambda z: stats.norm.cdf(a + b * z) * stats.norm.pdf(z),
        *np.clip(ends, -9, 9),
        points=sorted(set(steep)),
        epsabs=1e-13,
        limit=300,
    )
    return float(found[0])


@EACH
@for_each(("low", "high"), [(0.0, 1.0), (0.5, 1.0), (0.8, 0.95), (0.0, 0.3)])
def test_areas_are_the_integral_of_the_curve(a: float, b: float, low: float, high: float) -> None:
    curve = BinormalCurve(intercept=a, slope=b)
    assert curve.partial_auc(low, high) == pytest.approx(_area(a, b, low, high), abs=1e-11)
    if (low, high) == (0, 1):
        assert curve.auc == pytest.approx(curve.partial_auc(0, 1), rel=1e-14)


@settings(max_examples=60, deadline=None)
@example(a=-5e-324, b=2.0, cut=0.25, rate=0.5)
@given(
    a=st.floats(-4, 4),
    b=st.floats(0.05, 20),
    cut=st.floats(0.001, 0.999),
    rate=st.floats(0.01, 0.99),
)
def test_parts_add_up_and_the_inverse_inverts(a: float, b: float, cut: float, rate: float) -> None:
    curve = BinormalCurve(intercept=a, slope=b)
    whole = curve.partial_auc(0, cut) + curve.partial_auc(cut, 1)
    assert whole == pytest.approx(curve.auc, abs=1e-13)
    there = curve.specificity_at(rate)
    if 1e-9 < there < 1 - 1e-9:
        assert curve.sensitivity_at(there) == pytest.approx(rate, abs=1e-5)


@settings(max_examples=60, deadline=None)
@given(a=st.floats(-3, 3), b=st.floats(0.1, 10))
def test_the_hook_is_where_the_curve_runs_below_the_diagonal(a: float, b: float) -> None:
    curve = BinormalCurve(intercept=a, slope=b)
    hook = curve.hook
    if hook is None:
        assert b == 1
        return
    assert hook.sensitivity == pytest.approx(1 - hook.specificity, abs=1e-12)
    rates = stats.norm.cdf(np.linspace(-8, 8, 4001))
    gap = rates - curve.sensitivity_at(1 - rates)
    assert hook.gap == pytest.approx(max(0.0, float(gap.max())), abs=1e-4)
    below = 1 - rates[gap > 1e-9]
    if len(below):
        edge = below.max() if b < 1 else below.min()
        assert edge <= hook.specificity + 1e-9 if b < 1 else edge >= hook.specificity - 1e-9


def test_equal_spreads_have_no_hook() -> None:
    curve = BinormalCurve(intercept=1.0, slope=1.0)
    assert curve.is_proper
    assert curve.hook is None
    assert isinstance(curve, Curve)


def test_the_plug_in_fit_is_the_formula_and_its_thresholds_are_normal_quantiles() -> None:
    rng = np.random.default_rng(0)
    positive, negative = rng.normal(3, 2, 40), rng.normal(1, 1, 60)
    scores = Scores.from_arrays(np.repeat([1, 0], [40, 60]), np.concatenate([positive, negative]))
    curve = binormal_curve(scores)
    s1, s0 = positive.std(ddof=1), negative.std(ddof=1)
    gap = positive.mean() - negative.mean()
    assert curve.intercept == pytest.approx(gap / s1, rel=1e-13)
    assert curve.slope == pytest.approx(s0 / s1, rel=1e-13)
    assert curve.auc == pytest.approx(stats.norm.cdf(gap / math.hypot(s0, s1)), rel=1e-13)
    points = curve.points(51)
    inner = slice(1, -1)
    share = stats.norm.sf(points.thresholds[inner], negative.mean(), s0)
    assert share == pytest.approx(1 - points.specificity[inner], abs=1e-12)
    share = stats.norm.sf(points.thresholds[inner], positive.mean(), s1)
    assert share == pytest.approx(points.sensitivity[inner], abs=1e-12)


def test_units_origins_and_row_order_change_nothing() -> None:
    rng = np.random.default_rng(1)
    labels, values = np.arange(50) % 2, rng.normal(size=50)
    plain = binormal_curve(Scores.from_arrays(labels, values))
    order = rng.permutation(50)
    assert binormal_curve(Scores.from_arrays(labels[order], values[order])) == plain
    for other in (1e300 * values, 1e-300 * values, values + 1e6):
        moved = binormal_curve(Scores.from_arrays(labels, other))
        assert moved.auc == pytest.approx(plain.auc, rel=1e-8)


@pytest.mark.parametrize(
    ("labels", "values", "said"),
    [
        ([0, 0, 1, 1], [1, 1, 2, 3], "every negative observation the score 1"),
        ([0, 0, 1, 1], [1, 2, 0.1, 0.1], "every positive observation the score 0.1"),
        ([0, 0, 1], [1, 2, 3], "one positive observation, the only one, the score 3"),
        ([0, 0, 1, 1], [1, 2, 3, np.inf], "1 infinite score"),
    ],
)
def test_what_has_no_moments_is_refused(labels: Any, values: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        binormal_curve(Scores.from_arrays(labels, values))
    assert caught.value.hint


def test_weights_and_impossible_curves_are_refused() -> None:
    scores = Scores.from_arrays([0, 0, 1, 1], [1, 2, 2, 3], weights=[1, 2, 3, 4])
    with pytest.raises(UnsupportedError):
        binormal_curve(scores)
    for a, b in ((math.nan, 1.0), (0.0, 0.0), (0.0, -1.0), (math.inf, 1.0)):
        with pytest.raises(OptionError):
            BinormalCurve(intercept=a, slope=b)
