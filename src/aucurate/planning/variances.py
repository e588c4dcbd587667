r"""The variance that an AUC estimate will have: three formulas that need no data.

**Question.** How much would an AUC estimate vary in a study of m positives and n negatives?

**Use it** as the ``variance`` of a plan (:mod:`aucurate.planning.sample_size`) when there is no
pilot. A pilot (``pilot=``, :mod:`aucurate.planning.pilots`) assumes nothing about the scores and
replaces all three formulas, so take it whenever there is one.

With A the true AUC, m positives and n negatives, the empirical AUC has exactly the variance

.. math::
    \frac{A(1-A) + (m-1)(Q_1 - A^2) + (n-1)(Q_2 - A^2)}{mn}

where :math:`Q_1` is the probability that two positives both score above one negative, and
:math:`Q_2` that one positive scores above two negatives. What the scores are like decides both:

- **hanley-mcneil** (1982, the default): exponential scores, :math:`Q_1 = A/(2-A)`,
  :math:`Q_2 = 2A^2/(1+A)`. For any continuous score; too large for normal scores of equal spread at
  high AUC, and the more so the higher it is.
- **binormal**: normal scores with the same spread in both classes, :math:`Q_1 = Q_2 =
  \Phi_2(h, h; 1/2)` with :math:`h = \Phi^{-1}(A)`, which is :math:`\Phi(h) - 2T(h, 1/\sqrt3)` with
  Owen's T. For scores that are near normal after some transformation.
- **obuchowski-mcclish** (1997; this form Obuchowski 2004): the area under a binormal curve fitted
  to ratings, :math:`a = \sqrt2\,\Phi^{-1}(A)`, :math:`\kappa = n/m`,
  :math:`\frac{0.0099}{m} e^{-a^2/2} \left[(5a^2+8) + (a^2+8)/\kappa\right]`. For ratings, and for
  comparison with pROC.

Groups multiply it by their design effect (:mod:`aucurate.planning.groups`).

**Not valid**: none of them knows the scores of the study that is planned. The last one leaves out
the covariance of the two fitted parameters: for continuous scores and the empirical AUC it is 5%
too small at A = 0.5 and half as large again as it should be at A = 0.9, so it plans larger studies
at high AUC.

Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36.
Obuchowski, N. A., McClish, D. K. (1997). Sample size determination for diagnostic accuracy studies
involving binormal ROC curve indices. Statistics in Medicine 16, 1529-1542.
Obuchowski, N. A., Lieber, M. L., Wians, F. H. (2004). ROC curves in clinical chemistry: uses,
misuses, and possible solutions. Clinical Chemistry 50, 1118-1125.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from scipy import special

from aucurate.inference.auc.hanley_mcneil import exponential_variance

if TYPE_CHECKING:
    from aucurate.planning.plan import Plan

Variance: TypeAlias = Literal["hanley-mcneil", "obuchowski-mcclish", "binormal"]


def hanley_mcneil_variance(auc: float, n_positive: int, n_negative: int) -> float:
    """The variance of an AUC estimate with exponential scores.

    >>> round(hanley_mcneil_variance(0.893, 51, 58) ** 0.5, 4)
    0.0325
    """
    return exponential_variance(auc, n_positive, n_negative)


def binormal_variance(auc: float, n_positive: int, n_negative: int) -> float:
    """The variance of an AUC estimate with normal scores of equal spread in both classes.

    >>> round(binormal_variance(0.5, 10, 10), 6)  # (m + n + 1) / (12 m n), as for any scores
    0.0175
    """
    height = float(special.ndtri(auc))
    shared = auc - 2 * float(special.owens_t(height, 1 / math.sqrt(3))) - auc**2
    total = auc * (1 - auc) + (n_positive + n_negative - 2) * max(0.0, shared)
    return total / (n_positive * n_negative)


def obuchowski_mcclish_variance(auc: float, n_positive: int, n_negative: int) -> float:
    """The variance of the area under a binormal curve fitted to ratings.

    >>> round(obuchowski_mcclish_variance(0.5, 100, 200) * 100, 4)  # 0.0792 (1 + 1/2)
    0.1188
    """
    a = math.sqrt(2) * float(special.ndtri(auc))
    ratio = n_negative / n_positive
    shape = (5 * a**2 + 8) + (a**2 + 8) / ratio
    return 0.0099 * math.exp(-(a**2) / 2) * shape / n_positive


VARIANCES: Mapping[str, Callable[[float, int, int], float]] = {
    "hanley-mcneil": hanley_mcneil_variance,
    "obuchowski-mcclish": obuchowski_mcclish_variance,
    "binormal": binormal_variance,
}


# The standard errors of a plan: under the truth that it assumes, and under its null hypothesis.


_EDGE = 1e-9


def standard_error(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The standard error of the AUC, or of the difference, if the plan's AUCs are true."""
    if plan.pilot is None:
        return _from_formula(plan, plan.first, plan.second, n_positive, n_negative)
    variance = plan.pilot.of_first(n_positive, n_negative)
    if plan.design != "one test set":
        variance += plan.pilot.of_second(n_positive, n_negative)
    if plan.design == "paired":
        variance -= 2 * plan.pilot.shared(n_positive, n_negative)
    return math.sqrt(max(0.0, variance))


def null_standard_error(
    plan: Plan, null_difference: float, n_positive: int, n_negative: int
) -> float:
    """The standard error that scales the test, where the true difference is the null difference."""
    if plan.pilot is not None or plan.null_variance == "alternative":
        return standard_error(plan, n_positive, n_negative)
    # The search for an AUC may look beyond the range; a finished plan may not.
    first, second = (min(max(auc, _EDGE), 1 - _EDGE) for auc in null_aucs(plan, null_difference))
    return _from_formula(plan, first, second, n_positive, n_negative)


def null_aucs(plan: Plan, null_difference: float) -> tuple[float, float]:
    """The AUCs under the null: for two, their mean stays, so that their order does not matter."""
    second = math.nan if plan.second is None else plan.second
    if plan.design == "one test set" or plan.null_variance == "reference":
        return second + null_difference, second
    mean = (plan.first + second) / 2
    return mean + null_difference / 2, mean - null_difference / 2


def auc_correlation(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The correlation between the two AUC estimates."""
    if plan.pilot is None or plan.design != "paired":
        return plan.correlation
    sizes = (n_positive, n_negative)
    scale = math.sqrt(plan.pilot.of_first(*sizes) * plan.pilot.of_second(*sizes))
    return plan.pilot.shared(*sizes) / scale


def _from_formula(
    plan: Plan, first: float, second: float | None, n_positive: int, n_negative: int
) -> float:
    formula = VARIANCES[plan.variance]
    of_first = plan.design_effect * formula(first, n_positive, n_negative)
    if plan.design == "one test set" or second is None:
        return math.sqrt(of_first)
    of_second = plan.design_effect * formula(second, n_positive, n_negative)
    shared = plan.correlation * math.sqrt(of_first * of_second)
    return math.sqrt(max(0.0, of_first + of_second - 2 * shared))
