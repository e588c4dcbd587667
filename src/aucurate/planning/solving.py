"""Finds the one number of a plan that was left open."""

import math
from collections.abc import Callable
from dataclasses import replace

from scipy import special

from aucurate.bisection import bisect
from aucurate.errors import OptionError
from aucurate.formatting import count, number, percent
from aucurate.inference.core.caveats import FEW
from aucurate.planning.assurance import (
    Assurance,
    assurance_limit,
    assurance_of,
    refuse_beyond_limit,
)
from aucurate.planning.plans import Plan, negatives_for
from aucurate.planning.power import attained, null_difference, power_of
from aucurate.planning.precision import auc_correlation, null_aucs
from aucurate.results import Caveat

_LARGEST = 10**12
_EDGE = 1e-9
_STEPS = 500


def solved(plan: Plan) -> Plan:
    """The plan with the number that it was made for, what its sizes reach, and its caveats.

    Sizes are the smallest whole numbers that reach the power or the width.
    """
    _refuse_impossible_margin(plan)
    finder: dict[str, Callable[[Plan], Plan]] = {
        "size": _size,
        "power": lambda p: replace(p, power=power_of(p, p.n_positive, p.n_negative)),
        "level": _level,
        "auc": _auc,
        "margin": _margin,
        "width": lambda p: replace(p, width=attained(p, p.n_positive, p.n_negative)),
        "confidence": _confidence,
    }
    found = finder[plan.solved_for](plan)
    _refuse_impossible_margin(found)
    sizes = (found.n_positive, found.n_negative)
    found = replace(
        found,
        attained=attained(found, *sizes),
        correlation=auc_correlation(found, *sizes),
        caveats=(*found.caveats, *_of_sizes(found)),
    )
    return found if found.assurance is None else _with_assurance(found, found.assurance)


def _size(plan: Plan) -> Plan:
    if plan.power is None and plan.assurance is not None:
        high = _assured(plan, plan.assurance.wanted or 1.0)
    else:
        high = _smallest(lambda n_positive: _is_enough(plan, n_positive))
    return replace(plan, n_positive=high, n_negative=negatives_for(high, plan.ratio))


def _is_enough(plan: Plan, n_positive: int) -> bool:
    reached = attained(plan, n_positive, negatives_for(n_positive, plan.ratio))
    if plan.question == "interval":
        return reached <= (plan.width or 0.0)
    return reached >= (plan.power or 1.0)


def _assured(plan: Plan, wanted: float) -> int:
    """The positives of the smallest study with this assurance."""
    refuse_beyond_limit(plan, wanted)
    return _smallest(lambda n: assurance_of(plan, n, negatives_for(n, plan.ratio)) >= wanted)


def _with_assurance(plan: Plan, found: Assurance) -> Plan:
    """The assurance of the plan's sizes, its limit, and the sizes that have the one wanted."""
    reached, limit = assurance_of(plan, plan.n_positive, plan.n_negative), assurance_limit(plan)
    found = replace(found, attained=reached, limit=limit)
    if plan.power is None:
        found = replace(found, n_positive=plan.n_positive, n_negative=plan.n_negative)
    elif plan.solved_for == "size" and plan.power < limit:
        enough = _assured(plan, plan.power)
        found = replace(found, n_positive=enough, n_negative=negatives_for(enough, plan.ratio))
    return replace(plan, assurance=found)


def _smallest(enough: Callable[[int], bool]) -> int:
    """The smallest number of positives that is enough."""
    high = 2
    while not enough(high):
        high *= 2
        if high > _LARGEST:
            raise OptionError(
                "no study of a million million positives would be large enough.",
                hint="ask for a larger difference, margin or width, or for less power.",
            )
    low = high // 2 if high > 2 else 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _level(plan: Plan) -> Plan:
    two_sided = plan.question == "difference" and plan.alternative == "two-sided"

    def at(z: float) -> Plan:
        return replace(plan, level=float(special.ndtr(-z)) * (2 if two_sided else 1))

    lowest = -float(special.ndtri(0.25 if two_sided else 0.5))
    _require(at(lowest), "at any level up to 0.5")
    return at(_crossing(lambda z: _surplus(at(z)), 37.0, lowest))


def _auc(plan: Plan) -> Plan:
    """The AUC nearest to the null hypothesis that gives the power.

    On the logit scale power may fall again close to 1: the search goes outwards from the border.
    """
    assert plan.second is not None
    border = plan.second + null_difference(plan)
    end = _EDGE if plan.alternative == "less" else 1 - _EDGE
    before = border
    for step in range(1, _STEPS + 1):
        auc = border + (end - border) * step / _STEPS
        if _surplus(replace(plan, first=auc)) >= 0:
            break
        before = auc
    _require(replace(plan, first=auc), f"even for an AUC of {0 if end < 0.5 else 1}")
    first = _crossing(lambda value: _surplus(replace(plan, first=value)), before, auc)
    return replace(plan, first=first)


def _margin(plan: Plan) -> Plan:
    """The smallest margin that gives the power; for superiority the largest."""
    assert plan.second is not None
    difference = plan.first - plan.second

    def surplus(margin: float) -> float:
        return _surplus(replace(plan, margin=margin))

    if plan.question == "superiority":
        _require(replace(plan, margin=_EDGE), "for any margin")
        return replace(plan, margin=_crossing(surplus, difference, _EDGE))
    worst = -difference if plan.question == "non-inferiority" else abs(difference)
    largest = _largest_margin(plan) * (1 - _EDGE)
    _require(replace(plan, margin=largest), "for any margin")
    return replace(plan, margin=_crossing(surplus, max(_EDGE, worst), largest))


def _confidence(plan: Plan) -> Plan:
    def at(z: float) -> Plan:
        return replace(plan, confidence=1 - 2 * float(special.ndtr(-z)))

    def slack(z: float) -> float:
        return (plan.width or 0.0) - attained(at(z), plan.n_positive, plan.n_negative)

    if slack(8.0) > 0:
        raise OptionError(
            f"an interval of width {number(plan.width or 0.0)} is wider than any that this study "
            "would give.",
            hint="ask for a narrower interval.",
        )
    return at(_crossing(slack, 8.0, 1e-6))


def _surplus(plan: Plan) -> float:
    return power_of(plan, plan.n_positive, plan.n_negative) - (plan.power or 0.0)


def _require(best: Plan, when: str) -> None:
    if _surplus(best) < 0:
        raise OptionError(
            f"{count(best.n_positive, 'positive')} and {count(best.n_negative, 'negative')} do "
            "not give "
            f"{percent(best.power or 0.0)} power {when}.",
            hint="plan more observations, or less power.",
        )


def _crossing(surplus: Callable[[float], float], low: float, high: float) -> float:
    """Where a surplus turns positive between low (not) and high (yes), from the positive side."""
    return bisect(lambda value: surplus(value) >= 0, high, low, halvings=200)[0]


def _largest_margin(plan: Plan) -> float:
    """The margin at which an AUC under the null hypothesis would leave the range from 0 to 1."""
    assert plan.second is not None
    if plan.null_variance == "alternative":
        return 1.0
    below = plan.second
    above = 1 - plan.second if plan.question != "non-inferiority" else math.inf
    if plan.design != "one test set" and plan.null_variance != "reference":
        mean = (plan.first + plan.second) / 2
        below = above = 2 * min(mean, 1 - mean)
    return min(below, above, 1.0)


def _refuse_impossible_margin(plan: Plan) -> None:
    """Under the null hypothesis, too, an AUC has a variance only between 0 and 1."""
    if plan.margin is None or math.isnan(plan.first) or plan.null_variance == "alternative":
        return
    borders = (-plan.margin, plan.margin) if plan.question == "equivalence" else ()
    for border in borders or (null_difference(plan),):
        if not all(0 < auc < 1 for auc in null_aucs(plan, border)):
            raise OptionError(
                f"with a margin of {number(plan.margin)} an AUC under the null hypothesis would "
                "lie beyond the range from 0 to 1.",
                hint="choose a smaller margin, or null_variance='alternative'.",
            )


def _of_sizes(plan: Plan) -> list[Caveat]:
    if min(plan.n_positive, plan.n_negative) >= FEW:
        return []
    return [
        Caveat(
            kind="few_observations",
            message=f"With fewer than {FEW} observations in a class the normal approximation "
            "behind this plan is rough; simulate before relying on it.",
        )
    ]
