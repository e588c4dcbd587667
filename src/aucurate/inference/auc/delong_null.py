r"""Does the AUC of one classifier differ from a fixed value, such as 0.5 for chance?

The test that agrees with the interval shown beside it: it rejects at the level 1 - confidence
exactly when the null value lies outside that interval. ``scale`` names the interval:

- ``"beta"``: the one-sided p-value is the tail at which the limit of
  :mod:`aucurate.inference.auc.delong_beta` meets the null value; the statistic is its normal
  deviate.
- ``"logit-t"``: with v and f of :mod:`aucurate.inference.auc.delong_logit_t`,

  .. math::
      t = \frac{\operatorname{logit} A - \operatorname{logit} A_0}{\sqrt v / (A (1 - A))}

  has Student's t distribution with f degrees of freedom.
- ``"logit"`` takes DeLong's variance as it is and the normal distribution, ``"wald"`` the same for
  A itself, :math:`(A - A_0)/s`.

Where the variance is zero or a class has one observation, p-value and interval of the last three
are the disjoint-pairs bound.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Biometrics 44, 837-845.
"""

import math
from dataclasses import replace
from typing import Literal, TypeAlias

from scipy import special

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import number
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.auc.delong_beta import delong_beta_interval
from aucurate.inference.auc.delong_logit_t import delong_logit_t_interval, shrunk_variance
from aucurate.inference.core import disjoint_pairs
from aucurate.inference.core.beta_limits import BetaLimit
from aucurate.inference.core.comparing import Contest, Question, filled
from aucurate.inference.core.one_classifier import chosen
from aucurate.inference.core.reference_distributions import p_value
from aucurate.results import Alternative, Comparison, Estimate

NullScale: TypeAlias = Literal["beta", "logit-t", "logit", "wald"]


@checked
def delong_null_test(
    data: Scores | AucMoments,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: NullScale = "beta",
    name: str | None = None,
) -> Comparison:
    """Test the AUC of one classifier against a value between 0 and 1.

    The interval is that of the AUC minus the null. ``name`` picks the classifier where moments
    hold several.

    >>> from aucurate.data.scores import Scores
    >>> labels, values = [0] * 5 + [1] * 5, [1, 2, 3, 6, 4, 5, 7, 8, 9, 10]
    >>> print(delong_null_test(Scores.from_arrays(labels, values)))
    AUC difference 0.460 (95% CI 0.015 to 0.500), p = 0.042, DeLong beta test, one test set
    """
    question = Question.checked(alternative, 0.0, confidence)
    moments, at = chosen(data, name, "the DeLong test")
    value = checked_null(null)
    estimate = _estimate(moments, at, scale, question.confidence)
    interval = replace(
        estimate.interval, low=estimate.interval.low - value, high=estimate.interval.high - value
    )
    contest = Contest(
        estimate.name,
        "chance" if value == 0.5 else f"AUC {number(value)}",
        estimate.value,
        value,
        estimate.standard_error**2,
        "one test set",
        estimate.caveats,
    )
    if scale == "beta":
        statistic, p = _beta(moments, at, value, question.alternative)
        return filled(contest, question, interval, statistic, math.inf, p)
    if interval.method == disjoint_pairs.METHOD:
        # A mean in [0, 1] stretched to [-1, 1] obeys the bound of a difference.
        smaller = min(moments.n_positive, moments.n_negative)
        p = disjoint_pairs.difference_p_value(
            2 * estimate.value - 1, 2 * value - 1, smaller, question.alternative
        )
        return filled(contest, question, interval, contest.difference, math.inf, p)
    statistic, degrees = _statistic(moments, at, value, scale)
    p = p_value(statistic, question.alternative, degrees)
    return filled(contest, question, interval, statistic, degrees, p)


def checked_null(null: float) -> float:
    """A null value of an AUC, strictly between 0 and 1."""
    if not 0 < null < 1:
        raise OptionError(
            f"the null value of an AUC lies between 0 and 1; it is {null!r}.",
            hint="0.5 is chance.",
        )
    return float(null)


def _estimate(moments: AucMoments, at: int, scale: NullScale, confidence: float) -> Estimate:
    name = moments.names[at]
    if scale == "beta":
        return delong_beta_interval(moments, confidence=confidence, name=name)
    if scale == "logit-t":
        return delong_logit_t_interval(moments, confidence=confidence, name=name)
    return delong_interval(moments, confidence=confidence, scale=scale, name=name)


def _beta(
    moments: AucMoments, at: int, null: float, alternative: Alternative
) -> tuple[float, float]:
    """The statistic and the p-value from the tails at which the limits meet the null value."""
    perfect = BetaLimit.of_perfect_separation(moments)
    greater, less = (
        max(BetaLimit.of_auc(moments, at, mirrored=mirrored).tail(limit), perfect.tail(limit))
        for mirrored, limit in ((False, null), (True, 1 - null))
    )
    p = {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}
    statistic = -special.ndtri(greater) if greater <= less else special.ndtri(less)
    return float(statistic), p[alternative]


def _statistic(moments: AucMoments, at: int, null: float, scale: NullScale) -> tuple[float, float]:
    auc = moments.aucs[at]
    variance, degrees = float(moments.covariance[at, at]), math.inf
    if scale == "wald":
        return (auc - null) / math.sqrt(variance), degrees
    if scale == "logit-t":
        variance, degrees = shrunk_variance(moments, at)
    distance = float(special.logit(auc) - special.logit(null))
    return distance * auc * (1 - auc) / math.sqrt(variance), degrees
