"""The biexponential curve: definition, thresholds, the fitted power, refusals."""

import math

import numpy as np
import pytest
from scipy import optimize, stats
from tests.loops import for_each
from tools.another_libm import shifted

from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.biexponential import (
    BiexponentialCurve,
    biexponential_curve,
    fitted_power,
    fitted_powers,
)


def _scores(seed: int, positives: int = 40, negatives: int = 60, power: float = 1.0) -> Scores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    values = rng.exponential(size=len(labels)) * np.where(labels == 1, 3.0, 1.0)
    return Scores.from_arrays(labels, values ** (1 / power), name="model")


def test_the_estimate_is_the_ratio_of_the_class_means() -> None:
    scores = _scores(1)
    curve = biexponential_curve(scores)
    positive, negative = scores.values[scores.is_positive], scores.values[~scores.is_positive]
    assert curve.zeta == pytest.approx(negative.mean() / positive.mean())
    assert curve.auc == pytest.approx(1 / (1 + curve.zeta))
    assert (curve.n_positive, curve.n_negative) == (40, 60)


def test_the_curve_is_that_of_two_exponential_distributions() -> None:
    curve = BiexponentialCurve(positive_mean=3.0, negative_mean=2.0, n_positive=1, n_negative=1)
    points = curve.points(25)
    inner = slice(1, -1)
    positive = stats.expon.sf(points.thresholds[inner], scale=3.0)
    negative = stats.expon.cdf(points.thresholds[inner], scale=2.0)
    assert points.sensitivity[inner] == pytest.approx(positive)
    assert points.specificity[inner] == pytest.approx(negative)


def test_a_power_known_in_advance_gives_the_curve_of_the_transformed_scores() -> None:
    scores = _scores(2)
    labels = scores.is_positive
    rooted = Scores.from_arrays(labels, np.sqrt(scores.values))
    plain, squared = biexponential_curve(scores), biexponential_curve(rooted, power=2)
    assert squared.zeta == pytest.approx(plain.zeta)
    assert squared.points(9).thresholds[1:-1] ** 2 == pytest.approx(
        plain.points(9).thresholds[1:-1]
    )


@for_each("scale", [1e-150, 1.0, 1e150])
@for_each("power", [0.3, 1.0, 4.0])
def test_the_fitted_power_maximises_the_weibull_likelihood(power: float, scale: float) -> None:
    scores = _scores(3, power=power)
    positive = scores.values[scores.is_positive]
    negative = scores.values[~scores.is_positive]

    def minus_log_likelihood(log_power: float) -> float:
        k, total = math.exp(log_power), 0.0
        for values in (positive, negative):
            size = np.mean(values**k) ** (1 / k)
            total -= float(np.sum(stats.weibull_min.logpdf(values, k, scale=size)))
        return total

    best = optimize.minimize_scalar(
        minus_log_likelihood, bracket=(math.log(power) - 1, math.log(power) + 1), tol=1e-10
    )
    assert fitted_power(positive * scale, negative * scale) == pytest.approx(
        math.exp(best.x), rel=1e-5
    )


def test_many_powers_at_once_are_each_its_own() -> None:
    rng = np.random.default_rng(0)
    positive, negative = rng.normal(size=(5, 8)), rng.normal(size=(5, 13)) * 3
    together = fitted_powers(positive, negative)
    for row in range(5):
        alone = fitted_power(np.exp(positive[row]), np.exp(negative[row]))
        assert together[row] == pytest.approx(alone, rel=1e-9)


@pytest.mark.parametrize("wrong", [0.0, -1.0])
def test_scores_that_are_not_positive_are_refused_with_a_remedy(wrong: float) -> None:
    scores = Scores.from_arrays([0, 0, 1, 1], [1, wrong, 2, 3], name="model")
    with pytest.raises(ModelError, match="model has 1 score of 0 or below") as caught:
        biexponential_curve(scores)
    assert "exp(score)" in caught.value.hint


@pytest.mark.parametrize("power", [0, -1, math.inf, math.nan, "two"])
def test_a_power_that_is_none_is_refused(power: float) -> None:
    with pytest.raises(OptionError, match="power must be a number"):
        biexponential_curve(_scores(1), power=power)


def test_constant_scores_have_no_power() -> None:
    with pytest.raises(ModelError, match="no power makes them exponential"):
        fitted_power(np.full(3, 2.0), np.full(4, 5.0))


def test_constant_scores_have_no_power_where_their_logarithms_differ_in_the_last_digit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = np.log
    monkeypatch.setattr(np, "log", lambda values: shifted(exact(values), "lane", seed=0))
    assert np.ptp(np.log(np.full(30, 2.0))) > 0
    with pytest.raises(ModelError, match="no power makes them exponential"):
        fitted_power(np.full(30, 2.0), np.full(40, 5.0))
