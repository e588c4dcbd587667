r"""Delta-method intervals under the binormal model: the AUC, and rates at operating points.

**Question.** How precise are the area under a binormal curve, and the rates that are read from it?

**Use it** with the curves of :mod:`aucurate.estimates.fits.binormal`,
:mod:`aucurate.estimates.fits.box_cox` and :mod:`aucurate.estimates.fits.proper_binormal`, which say
when each model is appropriate.

The normal deviate :math:`\theta` of every quantity is simple in intercept a and slope b:

- AUC: :math:`\theta = a/\sqrt{1 + b^2}`, with the gradient
  :math:`(1,\; -ab/(1 + b^2))/\sqrt{1 + b^2}`;
- sensitivity at a specificity, with z the deviate of 1 - specificity:
  :math:`\theta = a + bz`, with the gradient (1, z);
- specificity at a sensitivity of deviate y: :math:`\theta = -(y - a)/b`, with the gradient
  :math:`(1, z)/b` where :math:`z = (y - a)/b`.

With the covariance matrix V of (a, b), the gradient g and the normal quantile :math:`z_c` of the
confidence the interval is :math:`\Phi(\hat\theta \pm z_c\sqrt{g^T V g})`. It is made on the
**probit scale** because that is where the model is linear (for the sensitivity the deviate *is*
linear in a and b, so nothing is lost to the delta method), where estimates are nearest to normal,
and because it cannot leave (0, 1). The standard error is that of the quantity itself,
:math:`\phi(\hat\theta)\sqrt{g^T V g}`.

Where (a, b) and V come from:

- :func:`binormal_interval`: maximum likelihood from ranks
  (:mod:`aucurate.estimates.fits.binormal`), V the inverse information;
- :func:`binormal_moments_interval`: means and standard deviations of normal scores. With m
  positives and n negatives

  .. math::
      V_{aa} = \frac1m + \frac{b^2}{n} + \frac{a^2}{2(m-1)}, \quad
      V_{ab} = \frac{ab}{2(m-1)}, \quad V_{bb} = \frac{b^2}{2(m-1)} + \frac{b^2}{2(n-1)},

  because the means and standard deviations of normal scores are independent, with the variances
  :math:`\sigma^2/n` and, nearly, :math:`\sigma^2/(2(n-1))`, and a and b are functions of them;
- :func:`box_cox_interval`: the same after a Box-Cox transformation whose power is estimated (see
  below);
- :func:`proper_binormal_interval`: the proper model, whose gradient is taken by differences.

The intervals of rates are **pointwise**: each covers its own point with the stated confidence, not
the whole curve at once.

**Not valid** when the model does not hold: then they cover the wrong curve, more surely the larger
the test set. Moments need normal scores, ranks only scores that some transformation makes normal;
:func:`aucurate.inference.auc.delong_beta_interval` needs neither. Not for out-of-fold scores pooled
over folds; observations in groups and sampling weights are refused. Where the estimate of a in the
proper model is at its bound, 0, the interval is too narrow, and a caveat says so.

**Degenerate cases.** Data to which the model cannot be fitted raise the ModelError of the fit, with
its reason. A specificity or sensitivity of 0 or 1 is refused: every curve ends there.

Dorfman, D. D., Alf, E. (1969). Maximum likelihood estimation of parameters of signal-detection
theory and determination of confidence intervals: rating-method data. Journal of Mathematical
Psychology 6, 487-496.
McClish, D. K. (1989). Analyzing a portion of the ROC curve. Medical Decision Making 9, 190-195.
Zhou, X.-H., Obuchowski, N. A., McClish, D. K. (2011). Statistical Methods in Diagnostic Medicine,
2nd ed., section 4.2. Wiley.

After a Box-Cox transformation
------------------------------
The AUC after a Box-Cox transformation whose power is estimated, and the power itself.

**Question.** How precise are the binormal area and the power when the power is chosen to fit the
same scores?

**Use it** with :func:`aucurate.estimates.fits.box_cox.box_cox_curve`.

When the power :math:`\lambda` is estimated together with the means and standard deviations, the
inverse of the information on all five parameters gives

.. math::  V = V_{\hat\lambda} + d d^T \operatorname{Var}(\hat\lambda), \quad
    d = \frac{\partial (a, b)}{\partial\lambda}

with :math:`V_{\hat\lambda}` the matrix above for a known power, the derivative that of the
estimates as the power moves, and :math:`\operatorname{Var}(\hat\lambda)` from the curvature of the
profile likelihood. So the interval of the AUC allows for the power having been estimated, but not
for the shift of scores that are not positive.

The interval of the power itself (:func:`box_cox_power_interval`) consists of the powers whose
profile log-likelihood is less than :math:`q/2` below the largest, with q the quantile of
:math:`\chi^2_1` at the stated confidence.

Box, G. E. P., Cox, D. R. (1964). An analysis of transformations. Journal of the Royal Statistical
Society B 26, 211-252.
"""

import math
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.protocol import checked_rates
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.fits.binormal import (
    BinormalCurve,
    BinormalFit,
    Covariance,
    binormal_curve,
    binormal_fit,
    class_scores,
)
from aucurate.estimates.fits.box_cox import BoxCoxLikelihood, curve_at, shift_for
from aucurate.estimates.fits.proper_binormal import (
    ProperBinormalCurve,
    ProperBinormalFit,
    proper_binormal_fit,
)
from aucurate.formatting import number
from aucurate.inference.core.caveats import of_sizes
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.results import Caveat, Estimate, Interval, MethodTitle

Fitted: TypeAlias = Scores | ThresholdCounts | BinormalFit

MOMENTS = MethodTitle("binormal moments", "binormal")
BOX_COX = MethodTitle("Box-Cox binormal", "box-cox")
POWER = MethodTitle("Box-Cox maximum likelihood", "box-cox-power")
PROFILE = MethodTitle("profile likelihood", "profile-likelihood")

VISIBLE_HOOK = 0.005


@checked
def binormal_interval(data: Fitted, *, confidence: float = 0.95) -> Estimate:
    """The AUC of the maximum likelihood binormal curve, with its interval.

    The CT readings of Hanley and McNeil 1982, whose binormal area is .911:

    >>> import numpy as np
    >>> from aucurate.data.moments import ThresholdCounts
    >>> ct = ThresholdCounts(
    ...     thresholds=np.array([5, 4, 3, 2, 1]),
    ...     positives=np.array([33, 11, 2, 2, 3]),
    ...     negatives=np.array([2, 11, 6, 6, 33]),
    ... )
    >>> found = binormal_interval(binormal_fit(ct, name="CT"))
    >>> round(found.value, 6), round(found.standard_error, 6)
    (0.911331, 0.029506)
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    CT: AUC 0.911 (95% CI 0.839 to 0.956), 51 positive and 58 negative, binormal maximum likelihood,
    probit interval
    """
    return area_estimate(_fit(data), confidence)


@checked
def binormal_moments_interval(scores: Scores, *, confidence: float = 0.95) -> Estimate:
    """The AUC of normal scores, from the means and standard deviations of both classes.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 3, 2, 4, 6], name="model")
    >>> print(binormal_moments_interval(scores))  # doctest: +NORMALIZE_WHITESPACE
    model: AUC 0.814 (95% CI 0.327 to 0.987), 3 positive and 3 negative, binormal moments, probit
    interval
    """
    return area_estimate(moments_fit(scores), confidence)


@checked
def box_cox_interval(
    scores: Scores, *, confidence: float = 0.95, shift: float | None = None
) -> Estimate:
    """The AUC after a Box-Cox transformation of all scores, allowing for its estimated power.

    >>> normal = np.random.default_rng(0).normal(size=400)
    >>> labels = np.arange(400) % 2
    >>> scores = Scores.from_arrays(labels, np.exp(normal + labels), name="model")
    >>> print(box_cox_interval(scores))  # doctest: +NORMALIZE_WHITESPACE
    model: AUC 0.787 (95% CI 0.742 to 0.828), 200 positive and 200 negative, Box-Cox binormal,
    probit interval
    """
    return area_estimate(box_cox_fit(scores, shift=shift), confidence)


@checked
def proper_binormal_interval(
    data: Scores | ThresholdCounts | ProperBinormalFit, *, confidence: float = 0.95
) -> Estimate:
    """The AUC of the proper binormal curve, which has no hook, with its interval.

    Ratings to which the ordinary model gives a hook:

    >>> ratings = ThresholdCounts(
    ...     thresholds=np.array([4, 3, 2, 1]),
    ...     positives=np.array([30, 8, 5, 7]),
    ...     negatives=np.array([3, 9, 18, 20]),
    ... )
    >>> fit = proper_binormal_fit(ratings, name="ratings")
    >>> print(proper_binormal_interval(fit))  # doctest: +NORMALIZE_WHITESPACE
    ratings: AUC 0.828 (95% CI 0.740 to 0.895), 50 positive and 50 negative, proper binormal maximum
    likelihood, probit interval
    """
    fit = data if isinstance(data, ProperBinormalFit) else proper_binormal_fit(data)
    found = of_sizes(fit.n_positive, fit.n_negative)
    if fit.curve.intercept == 0:
        found.append(caveat(Kind.AT_BOUND))
    deviate, gradient = _proper_gradient(fit.curve)
    estimate = _estimate(fit, "AUC", deviate, gradient, confidence, found)
    # Its own area, not that of its rounded deviate: the two differ in the last digit.
    return replace(estimate, value=fit.curve.auc)


@checked
def binormal_sensitivity_interval(
    data: Fitted, specificity: float, *, confidence: float = 0.95
) -> Estimate:
    """The sensitivity at this specificity on the binormal curve, with its pointwise interval.

    The CT readings of Hanley and McNeil 1982:

    >>> ct = ThresholdCounts(
    ...     thresholds=np.array([5, 4, 3, 2, 1]),
    ...     positives=np.array([33, 11, 2, 2, 3]),
    ...     negatives=np.array([2, 11, 6, 6, 33]),
    ... )
    >>> fit = binormal_fit(ct, name="CT")
    >>> print(binormal_sensitivity_interval(fit, 0.9))  # doctest: +NORMALIZE_WHITESPACE
    CT: sensitivity at 90% specificity 0.771 (95% CI 0.617 to 0.883), 51 positive and 58 negative,
    binormal maximum likelihood, probit interval
    """
    fit = _fit(data)
    z = float(special.ndtri(1 - _inner(specificity, "specificity")))
    deviate = fit.curve.intercept + fit.curve.slope * z
    quantity = f"sensitivity at {100 * float(specificity):g}% specificity"
    return _estimate(fit, quantity, deviate, np.array([1.0, z]), confidence, fit_caveats(fit))


@checked
def binormal_specificity_interval(
    data: Fitted, sensitivity: float, *, confidence: float = 0.95
) -> Estimate:
    """The specificity at this sensitivity on the binormal curve, with its pointwise interval.

    >>> ct = ThresholdCounts(
    ...     thresholds=np.array([5, 4, 3, 2, 1]),
    ...     positives=np.array([33, 11, 2, 2, 3]),
    ...     negatives=np.array([2, 11, 6, 6, 33]),
    ... )
    >>> fit = binormal_fit(ct, name="CT")
    >>> print(binormal_specificity_interval(fit, 0.9))  # doctest: +NORMALIZE_WHITESPACE
    CT: specificity at 90% sensitivity 0.701 (95% CI 0.443 to 0.884), 51 positive and 58 negative,
    binormal maximum likelihood, probit interval
    """
    fit = _fit(data)
    wanted = float(special.ndtri(_inner(sensitivity, "sensitivity")))
    z = (wanted - fit.curve.intercept) / fit.curve.slope
    gradient = np.array([1.0, z]) / fit.curve.slope
    quantity = f"specificity at {100 * float(sensitivity):g}% sensitivity"
    return _estimate(fit, quantity, -z, gradient, confidence, fit_caveats(fit))


def area_estimate(fit: BinormalFit, confidence: float) -> Estimate:
    """The AUC of a fitted binormal curve with its interval."""
    deviate, gradient = area_gradient(fit)
    return _estimate(fit, "AUC", deviate, gradient, confidence, fit_caveats(fit))


def area_gradient(fit: BinormalFit) -> tuple[float, NDArray[np.float64]]:
    """The normal deviate of the area, and its derivatives by intercept and slope."""
    a, b = fit.curve.intercept, fit.curve.slope
    root = math.hypot(1, b)
    return a / root, np.array([1.0, -a * b / root**2]) / root


def area_variance(fit: BinormalFit) -> float:
    """The variance of the area itself."""
    deviate, gradient = area_gradient(fit)
    return float(_normal_density(deviate) ** 2 * gradient @ np.array(fit.covariance) @ gradient)


def _estimate(
    fit: BinormalFit | ProperBinormalFit,
    quantity: str,
    deviate: float,
    gradient: NDArray[np.float64],
    confidence: float,
    found: list[Caveat],
) -> Estimate:
    confidence = checked_confidence(confidence)
    error = math.sqrt(float(gradient @ np.array(fit.covariance) @ gradient))
    reach = two_sided_quantile(confidence) * error
    value, low, high = (
        float(special.ndtr(theta)) for theta in (deviate, deviate - reach, deviate + reach)
    )
    probit = MethodTitle(f"{fit.method}, probit", fit.method.key)
    return Estimate(
        name=fit.name,
        quantity=quantity,
        value=value,
        standard_error=_normal_density(deviate) * error,
        interval=Interval(low=low, high=high, confidence=confidence, method=probit),
        n_positive=fit.n_positive,
        n_negative=fit.n_negative,
        method=fit.method,
        caveats=tuple(found),
    )


def _fit(data: Fitted) -> BinormalFit:
    return data if isinstance(data, BinormalFit) else binormal_fit(data)


def _inner(rate: float, what: str) -> float:
    value = float(checked_rates(rate, what))
    if value in (0, 1):
        raise OptionError(
            f"every curve ends at {what} {value:g}, without uncertainty.",
            hint=f"pass a {what} between 0 and 1.",
        )
    return value


def fit_caveats(fit: BinormalFit) -> list[Caveat]:
    """Few observations in a class, and a hook that can be seen."""
    found = of_sizes(fit.n_positive, fit.n_negative)
    hook = fit.curve.hook
    if hook is not None and hook.gap >= VISIBLE_HOOK:
        found.append(
            caveat(
                Kind.HOOK,
                about=[fit.name],
                specificity=number(hook.specificity),
                gap=number(hook.gap),
            )
        )
    return found


def _proper_gradient(curve: ProperBinormalCurve) -> tuple[float, NDArray[np.float64]]:
    """The deviate of the proper area, and its derivatives by central differences.

    The area does not change when a changes its sign.
    """

    def deviate(a: float, b: float) -> float:
        return float(special.ndtri(ProperBinormalCurve(intercept=abs(a), slope=b).auc))

    a, b = curve.intercept, curve.slope
    step = 1e-5
    by_a = (deviate(a + step, b) - deviate(a - step, b)) / (2 * step)
    by_b = (deviate(a, b * (1 + step)) - deviate(a, b * (1 - step))) / (2 * step * b)
    return deviate(a, b), np.array([by_a, by_b])


def _normal_density(deviate: float) -> float:
    return math.exp(-(deviate**2) / 2) / math.sqrt(2 * math.pi)


def moments_fit(scores: Scores) -> BinormalFit:
    """The plug-in binormal curve with the covariance of its intercept and slope."""
    curve = binormal_curve(scores)
    return BinormalFit(
        name=scores.name,
        curve=curve,
        covariance=moments_covariance(curve, scores.n_positive, scores.n_negative),
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        method=MOMENTS,
    )


def box_cox_fit(scores: Scores, *, shift: float | None = None) -> BinormalFit:
    """The binormal curve after a common power, which counts as estimated."""
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    shift = shift_for(positive, negative, shift)
    positive, negative = positive + shift, negative + shift
    likelihood = BoxCoxLikelihood((positive, negative))
    power = likelihood.best()
    error = likelihood.standard_error(power)
    curve = curve_at(positive, negative, power, shift)
    low, high = (curve_at(positive, negative, power + side * error / 10, shift) for side in (-1, 1))
    # By how much they move for one standard error of the power.
    moved = 5 * np.array([high.intercept - low.intercept, high.slope - low.slope])
    known = np.array(moments_covariance(curve, len(positive), len(negative)))
    (aa, ab), (_, bb) = (known + np.outer(moved, moved)).tolist()
    return BinormalFit(
        name=scores.name,
        curve=curve,
        covariance=((aa, ab), (ab, bb)),
        n_positive=len(positive),
        n_negative=len(negative),
        method=BOX_COX,
    )


def moments_covariance(curve: BinormalCurve, n_positive: int, n_negative: int) -> Covariance:
    """The delta method from the means and standard deviations of two normal classes."""
    a, b = curve.intercept, curve.slope
    of_positive, of_negative = 1 / (2 * (n_positive - 1)), 1 / (2 * (n_negative - 1))
    aa = 1 / n_positive + b * b / n_negative + a * a * of_positive
    ab = a * b * of_positive
    return (aa, ab), (ab, b * b * (of_positive + of_negative))


@checked
def box_cox_power_interval(
    scores: Scores, *, confidence: float = 0.95, shift: float | None = None
) -> Estimate:
    """The power common to both classes, with its profile likelihood interval.

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> normal = np.random.default_rng(0).normal(size=400)
    >>> labels = np.arange(400) % 2
    >>> scores = Scores.from_arrays(labels, np.exp(normal + labels), name="model")
    >>> print(box_cox_power_interval(scores))  # doctest: +NORMALIZE_WHITESPACE
    model: Box-Cox power 0.013 (95% CI -0.063 to 0.090), 200 positive and 200 negative, profile
    likelihood interval
    """
    confidence = checked_confidence(confidence)
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    added = shift_for(positive, negative, shift)
    likelihood = BoxCoxLikelihood((positive + added, negative + added))
    power = likelihood.best()
    low, high = likelihood.reach(power, two_sided_quantile(confidence) ** 2 / 2)
    found = []
    if added:
        found.append(caveat(Kind.SHIFTED_SCORES, shift=number(added, 6)))
    return Estimate(
        name=scores.name,
        quantity="Box-Cox power",
        value=power,
        standard_error=likelihood.standard_error(power),
        interval=Interval(low=low, high=high, confidence=confidence, method=PROFILE),
        n_positive=len(positive),
        n_negative=len(negative),
        method=POWER,
        caveats=tuple(found),
    )
