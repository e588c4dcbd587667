r"""The covariance of (a, b) when the binormal model is fitted to scores, and Box-Cox's power.

Means and standard deviations of normal scores are independent, with the variances
:math:`\sigma^2/n` and, nearly, :math:`\sigma^2/(2(n-1))`; a and b are functions of them
(:mod:`aucurate.inference.models.binormal_intervals` has the result).

When the power :math:`\lambda` of a Box-Cox transformation is estimated with them, the inverse of
the information on all five parameters gives

.. math::  V = V_{\hat\lambda} + d d^T \operatorname{Var}(\hat\lambda), \quad
    d = \frac{\partial (a, b)}{\partial\lambda}

with :math:`V_{\hat\lambda}` the matrix for a known power, the derivative that of the estimates as
the power moves, and :math:`\operatorname{Var}(\hat\lambda)` from the curvature of the profile
likelihood. The interval of the power itself holds those whose profile log-likelihood is less than
:math:`\chi^2_1/2` below the largest.

Box, G. E. P., Cox, D. R. (1964). An analysis of transformations. Journal of the Royal Statistical
Society B 26, 211-252.
"""

import numpy as np

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.estimates.binormal import BinormalCurve, binormal_curve, class_scores
from aucurate.estimates.binormal_likelihood import BinormalFit, Covariance
from aucurate.estimates.box_cox import BoxCoxLikelihood, shift_for
from aucurate.estimates.box_cox_curve import curve_at
from aucurate.formatting import number
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.results import Caveat, Estimate, Interval


def moments_fit(scores: Scores) -> BinormalFit:
    """The plug-in binormal curve with the covariance of its intercept and slope."""
    curve = binormal_curve(scores)
    return BinormalFit(
        name=scores.name,
        curve=curve,
        covariance=moments_covariance(curve, scores.n_positive, scores.n_negative),
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        method="binormal moments",
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
        method="Box-Cox binormal",
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
    >>> print(box_cox_power_interval(Scores.from_arrays(labels, np.exp(normal + labels))).interval)
    95% CI -0.063 to 0.090
    """
    confidence = checked_confidence(confidence)
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    added = shift_for(positive, negative, shift)
    likelihood = BoxCoxLikelihood((positive + added, negative + added))
    power = likelihood.best()
    low, high = likelihood.reach(power, two_sided_quantile(confidence) ** 2 / 2)
    found = []
    if added:
        message = (
            f"{number(added, 6)} was added to every score to make it positive; the power depends "
            "on that."
        )
        found.append(Caveat(kind="shifted_scores", message=message))
    return Estimate(
        name=scores.name,
        quantity="Box-Cox power",
        value=power,
        standard_error=likelihood.standard_error(power),
        interval=Interval(low=low, high=high, confidence=confidence, method="profile likelihood"),
        n_positive=len(positive),
        n_negative=len(negative),
        method="Box-Cox maximum likelihood",
        caveats=tuple(found),
    )
