r"""The power of a plan, or the expected width of its interval, in a study of a given size.

With d the true difference (first minus second, or AUC minus null value), :math:`d_0` the null
difference, :math:`s_0` and :math:`s_1` the standard errors under null and truth and z the critical
value of the level:

- **difference**, two-sided: :math:`\Phi((|d - d_0| - z s_0)/s_1)`; a rejection on the wrong side
  does not count as power. One-sided: with d - d0, or d0 - d, in place of its absolute value.
- **non-inferiority** (:math:`d_0 = -` margin) and **superiority** (:math:`d_0 = +` margin):
  one-sided, alternative greater.
- **equivalence**, two one-sided tests: the chance that the estimate lies above
  :math:`-\text{margin} + z s_0` and below :math:`\text{margin} - z s_0`.
- **on the logit scale**, for one AUC (``null_variance="logit"``): the same with logit A in place of
  A and :math:`s_1/(A(1-A))` in place of both standard errors.
- **interval**: Wald 2 z s; logit, the width of :math:`\operatorname{logit} A \pm z s / (A(1-A))`
  mapped back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy import special

from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.planning.precision import null_standard_error, standard_error

if TYPE_CHECKING:
    from aucurate.planning.plans import Plan


def attained(plan: Plan, n_positive: int, n_negative: int) -> float:
    """What a study of this size reaches: the power, or the expected width of the interval."""
    if plan.question == "interval":
        return expected_width(plan, n_positive, n_negative)
    return power_of(plan, n_positive, n_negative)


def power_of(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The power of the plan's test in a study of this size."""
    error = standard_error(plan, n_positive, n_negative)
    if plan.null_variance == "logit":
        error /= plan.first * (1 - plan.first)

    def clearance(null: float, side: int) -> float:
        """How far beyond the critical value the truth lies, above (1) or below (-1) the null."""
        null_error = error
        if plan.null_variance != "logit":
            null_error = null_standard_error(plan, null, n_positive, n_negative)
        return side * distance(plan, null) - critical_value(plan) * null_error

    if plan.question == "equivalence":
        margin = plan.margin or 0.0
        missed = _below(-clearance(-margin, 1), error)
        return max(0.0, _below(clearance(margin, -1), error) - missed)
    return _below(clearance(null_difference(plan), side_of(plan)), error)


def expected_width(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The width of the plan's interval, if the estimates fall on the AUCs assumed."""
    assert plan.confidence is not None
    reach = two_sided_quantile(plan.confidence) * standard_error(plan, n_positive, n_negative)
    if plan.scale == "wald":
        return 2 * reach
    centre, spread = float(special.logit(plan.first)), reach / (plan.first * (1 - plan.first))
    return float(special.expit(centre + spread) - special.expit(centre - spread))


def null_difference(plan: Plan) -> float:
    """The difference on the border of the null hypothesis."""
    side = {"non-inferiority": -1.0, "superiority": 1.0}.get(plan.question, 0.0)
    return side * (plan.margin or 0.0)


def critical_value(plan: Plan) -> float:
    """How many standard errors from the null a rejection begins."""
    assert plan.level is not None
    two_sided = plan.question == "difference" and plan.alternative == "two-sided"
    return -float(special.ndtri(plan.level / 2 if two_sided else plan.level))


def side_of(plan: Plan) -> int:
    """On which side of the null difference the claim lies: 1 above, -1 below."""
    above = distance(plan, null_difference(plan)) >= 0
    return {"greater": 1, "less": -1}.get(plan.alternative, 1 if above else -1)


def distance(plan: Plan, null: float) -> float:
    """From the null difference to the true one, on the scale of the test."""
    assert plan.second is not None
    if plan.null_variance == "logit":
        return float(special.logit(plan.first) - special.logit(plan.second + null))
    return plan.first - plan.second - null


def _below(distance: float, error: float) -> float:
    """The normal probability; a certainty where nothing varies."""
    if error == 0:
        return 1.0 if distance > 0 else 0.0
    return float(special.ndtr(distance / error))
