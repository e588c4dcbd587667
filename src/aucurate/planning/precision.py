"""The standard errors of a plan: under the truth that it assumes, and under its null hypothesis."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aucurate.planning.variances import VARIANCES

if TYPE_CHECKING:
    from aucurate.planning.plans import Plan

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
    of_first = formula(first, n_positive, n_negative)
    if plan.design == "one test set" or second is None:
        return math.sqrt(of_first)
    of_second = formula(second, n_positive, n_negative)
    shared = plan.correlation * math.sqrt(of_first * of_second)
    return math.sqrt(max(0.0, of_first + of_second - 2 * shared))
