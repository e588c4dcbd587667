"""Delta-method intervals of the binormal model: derivatives by differences, coverage, caveats."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.binormal import BinormalCurve, BinormalFit, binormal_fit
from aucurate.estimates.fits.proper_binormal import ProperBinormalCurve, proper_binormal_fit
from aucurate.inference.models.binormal import (
    binormal_interval,
    binormal_moments_interval,
    binormal_sensitivity_interval,
    binormal_specificity_interval,
    box_cox_fit,
    box_cox_interval,
    box_cox_power_interval,
    moments_covariance,
    moments_fit,
    proper_binormal_interval,
)
from aucurate.results import Estimate

CT = ThresholdCounts(
    thresholds=np.array([5, 4, 3, 2, 1]),
    positives=np.array([33, 11, 2, 2, 3]),
    negatives=np.array([2, 11, 6, 6, 33]),
)


def _normal(seed: int, m: int = 60, n: int = 80, gap: float = 1.2) -> Scores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [m, n])
    return Scores.from_arrays(labels, rng.normal(size=m + n) * (1 + 0.3 * labels) + gap * labels)


def _quantity(fit: BinormalFit, of: Callable[[BinormalCurve], float]) -> tuple[float, float]:
    """A value and its standard error by the delta method, with derivatives by differences."""
    a, b, h = fit.curve.intercept, fit.curve.slope, 1e-5
    value = of(fit.curve)

    def at(x: float, y: float) -> float:
        return of(BinormalCurve(intercept=x, slope=y))

    slopes = np.array([at(a + h, b) - at(a - h, b), at(a, b + h) - at(a, b - h)]) / (2 * h)
    return value, math.sqrt(slopes @ np.array(fit.covariance) @ slopes)


def _holds(found: Estimate, value: float, error: float) -> None:
    assert found.value == pytest.approx(value, rel=1e-10)
    assert found.standard_error == pytest.approx(error, rel=1e-5)
    assert found.value in found.interval
    centre = stats.norm.ppf(found.value)
    low, high = (float(stats.norm.ppf(end)) for end in (found.interval.low, found.interval.high))
    assert (low + high) / 2 == pytest.approx(centre)
    reach = stats.norm.ppf(0.975) * error / stats.norm.pdf(centre)
    assert high - centre == pytest.approx(reach, rel=1e-5)


@pytest.mark.parametrize("make", [binormal_fit, moments_fit, box_cox_fit])
def test_every_interval_is_the_delta_method_on_the_probit_scale(
    make: Callable[[Scores], BinormalFit],
) -> None:
    fit = make(_normal(0))
    _holds(binormal_interval(fit), *_quantity(fit, lambda c: c.auc))
    found = binormal_sensitivity_interval(fit, 0.9)
    _holds(found, *_quantity(fit, lambda c: float(c.sensitivity_at(0.9))))
    assert found.quantity == "sensitivity at 90% specificity"
    found = binormal_specificity_interval(fit, 0.8)
    _holds(found, *_quantity(fit, lambda c: float(c.specificity_at(0.8))))


def test_the_ct_ratings() -> None:
    found = binormal_interval(CT)
    assert found.value == pytest.approx(0.911, abs=5e-4)
    assert str(found) == (
        "scores: AUC 0.911 (95% CI 0.839 to 0.956), 51 positive and 58 negative, "
        "binormal maximum likelihood, probit interval"
    )
    wider = binormal_interval(CT, confidence=0.99).interval
    assert wider.low < found.interval.low < found.interval.high < wider.high


def test_the_moments_covariance_is_that_of_simulated_normal_scores() -> None:
    rng = np.random.default_rng(0)
    m, n, draws = 40, 60, 40_000
    positive, negative = rng.normal(2, 1.5, (draws, m)), rng.normal(0, 1, (draws, n))
    s1, s0 = positive.std(axis=1, ddof=1), negative.std(axis=1, ddof=1)
    a, b = (positive.mean(axis=1) - negative.mean(axis=1)) / s1, s0 / s1
    known = moments_covariance(BinormalCurve(intercept=2 / 1.5, slope=1 / 1.5), m, n)
    assert np.array(known) == pytest.approx(np.cov(a, b), rel=0.12)


def test_the_estimated_power_widens_the_interval() -> None:
    scores = _normal(1)
    lifted = Scores.from_arrays(scores.is_positive, np.exp(scores.values))
    plain, box = binormal_moments_interval(scores), box_cox_interval(lifted)
    assert box.value == pytest.approx(plain.value, abs=0.01)
    known = moments_covariance(box_cox_fit(lifted).curve, 60, 80)
    more = np.array(box_cox_fit(lifted).covariance) - np.array(known)
    assert (np.linalg.eigvalsh(more) > -1e-12).all()
    assert np.trace(more) > 0


def test_the_interval_of_the_power() -> None:
    rng = np.random.default_rng(2)
    labels = np.arange(300) % 2
    values = np.exp(rng.normal(size=300) + labels)
    found = box_cox_power_interval(Scores.from_arrays(labels, values))
    assert 0 in found.interval
    assert found.value in found.interval
    assert found.caveats == ()
    shifted = box_cox_power_interval(Scores.from_arrays(labels, values - 5))
    assert [c.kind for c in shifted.caveats] == ["shifted_scores"]


def test_the_proper_interval() -> None:
    fit = proper_binormal_fit(_normal(2))
    found = proper_binormal_interval(fit)
    a, b, h = fit.curve.intercept, fit.curve.slope, 1e-5
    slopes = [
        (ProperBinormalCurve(intercept=a + h, slope=b).auc - fit.curve.auc) / h,
        (ProperBinormalCurve(intercept=a, slope=b + h).auc - fit.curve.auc) / h,
    ]
    error = math.sqrt(np.array(slopes) @ np.array(fit.covariance) @ np.array(slopes))
    assert found.value == pytest.approx(fit.curve.auc, rel=1e-12)
    assert found.standard_error == pytest.approx(error, rel=1e-3)
    assert found.value in found.interval


def test_the_value_of_the_proper_interval_is_the_area_of_the_curve_to_the_last_digit() -> None:
    fit = proper_binormal_fit(_normal(2))
    for intercept in np.linspace(0.05, 2, 60):
        curve = ProperBinormalCurve(intercept=float(intercept), slope=0.8)
        found = proper_binormal_interval(replace(fit, curve=curve))
        assert found.value == curve.auc  # a copy, not the area of its rounded deviate
        assert found.value in found.interval


def test_a_visible_hook_and_small_classes_are_told() -> None:
    hooked = ThresholdCounts(
        thresholds=np.array([4, 3, 2, 1]),
        positives=np.array([30, 5, 5, 10]),
        negatives=np.array([3, 7, 20, 20]),
    )
    (caveat,) = binormal_interval(hooked).caveats
    assert caveat.kind == "hook"
    assert "runs up to 0.0" in caveat.message
    assert binormal_interval(CT).caveats == ()
    kinds = [c.kind for c in binormal_moments_interval(_normal(0, 10, 12)).caveats]
    assert kinds.count("few_observations") == 2


def test_what_makes_no_sense_is_refused() -> None:
    for rate in (0.0, 1.0, 1.5, -0.1):
        with pytest.raises(OptionError):
            binormal_sensitivity_interval(CT, rate)
        with pytest.raises(OptionError):
            binormal_specificity_interval(CT, rate)
    with pytest.raises(OptionError, match="a BinormalFit; it is a list"):
        binormal_interval([1, 2])  # type: ignore[arg-type]
    with pytest.raises(OptionError):
        binormal_interval(CT, confidence=95)
    with pytest.raises(ModelError):
        binormal_interval(Scores.from_arrays([0, 0, 1, 1], [1, 2, 3, 4]))


def test_records_survive_json() -> None:
    for found in (binormal_interval(CT), binormal_sensitivity_interval(CT, 0.9)):
        assert Estimate.from_dict(found.to_dict()) == found


def test_coverage_of_the_likelihood_interval_under_its_model() -> None:
    true = float(stats.norm.cdf(1.2 / math.hypot(1, 1.3)))
    held = [true in binormal_interval(_normal(seed, 50, 50)).interval for seed in range(60)]
    assert np.mean(held) > 0.85
