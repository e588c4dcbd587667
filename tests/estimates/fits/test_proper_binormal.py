"""The proper curve: its definition by likelihood ratios, closed forms, and the fit."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize, stats
from tests.loops import for_each

from aucurate.curve.protocol import Curve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.binormal import binormal_fit
from aucurate.estimates.fits.proper_binormal import (
    ProperBinormalCurve,
    ProperLink,
    proper_binormal_fit,
)

minimise: Any = optimize.minimize
CURVES = [(1.5, 0.5), (1.5, 2.0), (0.0, 0.5), (0.0, 3.0), (1.0, 0.999), (1.0, 1.0), (2.5, 0.05)]


def table(positives: list[int], negatives: list[int]) -> ThresholdCounts:
    """Ratings from the lowest to the highest."""
    return ThresholdCounts(
        thresholds=np.arange(len(positives), 0, -1),
        positives=np.array(positives[::-1]),
        negatives=np.array(negatives[::-1]),
    )


HOOKED = table([10, 5, 5, 30], [20, 20, 7, 3])


def _by_definition(a: float, b: float, rates: NDArray[Any]) -> NDArray[Any]:
    """Where the likelihood ratio exceeds a level, on a fine grid of the normal variable."""
    x = np.linspace(-60, 60 + 60 / b, 2_000_001)
    step = x[1] - x[0]
    ratio = -((b * x - a) ** 2) / 2 + x**2 / 2
    order = np.argsort(-ratio, kind="stable")
    negative = np.cumsum(stats.norm.pdf(x[order])) * step
    positive = np.cumsum(b * stats.norm.pdf(b * x[order] - a)) * step
    return np.asarray(np.interp(rates, negative, positive))


@pytest.mark.parametrize(("a", "b"), [(1.5, 0.5), (1.5, 2.0), (0.0, 0.6), (0.7, 1.0)])
def test_the_curve_ranks_by_the_likelihood_ratio(a: float, b: float) -> None:
    curve = ProperBinormalCurve(intercept=a, slope=b)
    rates = np.array([0.001, 0.05, 0.3, 0.6, 0.95])
    assert curve.sensitivity_at(1 - rates) == pytest.approx(_by_definition(a, b, rates), abs=2e-4)


@for_each(("a", "b"), CURVES)
def test_the_area_is_the_integral_and_metz_and_pans_formula(a: float, b: float) -> None:
    curve = ProperBinormalCurve(intercept=a, slope=b)
    assert curve.partial_auc(0, 1) == pytest.approx(curve.auc, abs=1e-12)
    d, c = curve.separation, curve.asymmetry
    r = -(1 - c**2) / (1 + c**2)
    both = stats.multivariate_normal(cov=[[1, r], [r, 1]], allow_singular=True)
    published = stats.norm.cdf(d / math.sqrt(2)) + 2 * both.cdf([-d / math.sqrt(2), 0])
    assert curve.auc == pytest.approx(published, abs=1e-10)
    assert isinstance(curve, Curve)


@settings(max_examples=40, deadline=None)
@given(a=st.floats(0, 4), b=st.floats(0.1, 10))
def test_it_is_concave_above_the_diagonal_and_inverts(a: float, b: float) -> None:
    curve = ProperBinormalCurve(intercept=a, slope=b)
    rates = np.linspace(0, 1, 201)
    heights = curve.sensitivity_at(1 - rates)
    assert (np.diff(np.diff(heights)) < 1e-9).all()
    assert (heights >= rates - 1e-12).all()
    assert curve.auc >= curve.conventional.auc - 1e-12
    inner = (heights > 1e-6) & (heights < 1 - 1e-6)
    assert curve.specificity_at(heights[inner]) == pytest.approx(1 - rates[inner], abs=1e-7)


def test_impossible_curves_are_refused() -> None:
    for a, b in ((-0.1, 1.0), (1.0, 0.0), (math.nan, 1.0), (1.0, math.inf)):
        with pytest.raises(OptionError):
            ProperBinormalCurve(intercept=a, slope=b)


def test_the_derivatives_of_the_link_are_differences_of_it() -> None:
    link = ProperLink()
    parameters = np.array([[1.2, -0.5], [1.2, 0.5], [0.5, 0.001], [-0.5, 0.2], [0.8, 0.0]])
    cuts = np.tile(np.linspace(-2, 2, 7), (5, 1))
    bent, h = link.bent(parameters, cuts), 1e-6
    for which in (0, 1):
        step = np.zeros_like(parameters)
        step[:, which] = h
        ends = (link.bent(parameters + sign * step, cuts).deviates for sign in (1, -1))
        found = np.subtract(*ends) / (2 * h)
        assert bent.by_parameters[:, :, which] == pytest.approx(found, abs=1e-7)
    ends = (link.bent(parameters, cuts + sign * h).deviates for sign in (1, -1))
    assert bent.by_threshold == pytest.approx(np.subtract(*ends) / (2 * h), abs=1e-7)


def _log_likelihood(x: NDArray[Any], data: ThresholdCounts) -> float:
    """The definition, through the curve; parameters (a, log b, first cut, log gaps)."""
    curve = ProperBinormalCurve(intercept=abs(x[0]), slope=math.exp(x[1]))
    cuts = np.cumsum(np.concatenate([[x[2]], np.exp(x[3:])]))
    below = stats.norm.cdf(cuts)
    p = np.diff(np.concatenate([[0], below, [1]]))
    q = np.diff(np.concatenate([[0], 1 - curve.sensitivity_at(below), [1]]))
    if (p <= 0).any() or (q <= 0).any():
        return -1e10
    total = data.negatives[::-1] @ np.log(p) + data.positives[::-1] @ np.log(q)
    return float(total)


@pytest.mark.parametrize(
    "data", [HOOKED, table([3, 2, 2, 11, 33], [33, 6, 6, 11, 2]), table([6, 0, 9], [0, 8, 1])]
)
def test_the_fit_is_as_high_as_an_independent_optimiser_gets(data: ThresholdCounts) -> None:
    fit = proper_binormal_fit(data)
    both = (data.positives + data.negatives)[::-1]
    cuts = stats.norm.ppf(np.cumsum(both)[:-1] / both.sum())
    reached = max(
        -minimise(
            lambda x: -_log_likelihood(x, data),
            np.concatenate([[a, beta, cuts[0]], np.log(np.diff(cuts))]),
            method="Nelder-Mead",
            options={"maxiter": 6000, "xatol": 1e-4, "fatol": 1e-5, "adaptive": True},
        ).fun
        for a, beta in ((1.0, -0.5), (1.0, 0.5))
    )
    assert fit.log_likelihood == pytest.approx(reached, abs=1e-3)
    rising = np.array(fit.deviates[::-1])
    gaps = np.log(np.diff(rising))
    here = np.array([fit.curve.intercept, math.log(fit.curve.slope), rising[0], *gaps])
    assert _log_likelihood(here, data) == pytest.approx(fit.log_likelihood, abs=1e-5)


def test_the_hook_of_the_ordinary_fit_is_cured() -> None:
    ordinary, proper = binormal_fit(HOOKED).curve, proper_binormal_fit(HOOKED).curve
    assert ordinary.hook is not None
    assert ordinary.hook.gap > 0.01
    assert proper.sensitivity_at(ordinary.hook.specificity) > ordinary.hook.sensitivity
    rates = np.linspace(0, 1, 101)
    assert (proper.sensitivity_at(1 - rates) >= rates - 1e-12).all()


def test_without_a_hook_both_fits_agree() -> None:
    rng = np.random.default_rng(1)
    labels = np.arange(400) % 2
    scores = Scores.from_arrays(labels, rng.normal(size=400) + 1.5 * labels)
    ordinary, proper = binormal_fit(scores, limit=100), proper_binormal_fit(scores)
    assert proper.curve.auc == pytest.approx(ordinary.curve.auc, abs=1e-4)
    assert np.array(proper.covariance) == pytest.approx(np.array(ordinary.covariance), rel=0.02)


@pytest.mark.parametrize(
    ("positives", "negatives", "said"),
    [
        ([0, 0, 5], [3, 3, 0], "separated perfectly"),
        ([0, 2, 5], [3, 3, 0], "separated perfectly but for one category"),
        ([4, 4], [2, 7], "fewer than three"),
        ([9, 6, 3, 1], [1, 3, 6, 9], "more likely than the diagonal"),
    ],
)
def test_what_has_no_proper_fit_is_refused(
    positives: list[int], negatives: list[int], said: str
) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        proper_binormal_fit(table(positives, negatives))
    assert caught.value.hint


def test_tables_that_are_degenerate_for_the_ordinary_model_have_a_proper_fit() -> None:
    letters = {"+": (4, 0), "-": (0, 4), "M": (4, 4)}
    for word in ("+-+", "M-M", "+M-M+", "+MM"):
        m, n = zip(*(letters[letter] for letter in word[::-1]), strict=True)
        data = table(list(m), list(n))
        with pytest.raises(ModelError):
            binormal_fit(data)
        assert 0.5 < proper_binormal_fit(data).curve.auc < 1
