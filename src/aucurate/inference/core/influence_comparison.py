"""Two classifiers compared by their influences: paired or unpaired, and where there is no variance.

The formulas are in :mod:`aucurate.inference.core.influence`.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from aucurate.bisection import bisect
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.formatting import number
from aucurate.inference.core import disjoint_pairs, influence_caveats
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    filled,
    is_paired,
    satterthwaite_degrees,
)
from aucurate.inference.core.curve_bounds import METHOD as BOUND
from aucurate.inference.core.curve_bounds import ends_without_variance
from aucurate.inference.core.influence import METHOD, Component, Moved, difference_component
from aucurate.inference.core.reference_distributions import (
    checked_confidence,
    p_value,
    two_sided_quantile,
)
from aucurate.results import Alternative, Caveat, Comparison, Design, Interval

Ends: TypeAlias = Callable[[float], tuple[float, float]]
_SMALLEST = 1e-300


def influence_test(
    first: Scores,
    second: Scores,
    estimate: CountedEstimate,
    *,
    paired: bool | None,
    alternative: Alternative,
    null_difference: float,
    confidence: float,
) -> Comparison:
    """Does an estimate differ between two classifiers, and by how much?"""
    method = f"the test of the {estimate.quantity}"
    question = asked(estimate, alternative, null_difference, confidence)
    together = is_paired(first, second, paired, method)
    one, two = (Moved.of(scores, estimate, method) for scores in (first, second))
    contest, parts = contest_of(one, two, together)
    if contest.variance > 0:
        found = _wald(contest, question, satterthwaite_degrees(parts), _reach(estimate))
    else:
        found = bounded(contest, question, one, two)
    return replace(found, quantity=estimate.quantity)


def asked(
    estimate: CountedEstimate,
    alternative: Alternative,
    null_difference: float,
    confidence: float,
) -> Question:
    """The settings of a test, refused where they mean nothing for this estimate."""
    reach = _reach(estimate)
    if not -reach < null_difference < reach:
        raise OptionError(
            f"a difference of the {estimate.quantity} lies between {number(-reach)} and "
            f"{number(reach)}; null_difference is {null_difference!r}.",
            hint="0.02 asks whether the difference exceeds two hundredths.",
        )
    return Question(alternative, float(null_difference), checked_confidence(confidence))


def contest_of(one: Moved, two: Moved, together: bool) -> tuple[Contest, list[tuple[float, int]]]:
    """Who is compared with whom, and the components of the variance of the difference."""
    parts = _parts(one, two, together)
    variance = math.fsum(part.variance for part in parts)  # whichever comes first
    quantity = one.estimate.quantity
    second = two.scores.name
    if together and second == one.scores.name:
        second = f"{second} (second)"
    found = _data_caveats(one, two, together)
    if variance > 0:
        for moved, name in ((one, one.scores.name), (two, second)):
            if moved.variance == 0:
                found.append(influence_caveats.lone_variance(name, quantity))
    elif together and variance == 0 and one.value == two.value:
        found.append(influence_caveats.alike(one.scores.name, second, quantity))
    else:
        found.append(influence_caveats.no_variance(f"the difference of the {quantity}"))
    design: Design = "paired" if together else "unpaired"
    contest = Contest(one.scores.name, second, one.value, two.value, variance, design, tuple(found))
    return contest, [(part.spread, part.size) for part in parts]


def bounded(contest: Contest, question: Question, one: Moved, two: Moved) -> Comparison:
    """The difference of two distribution-free bounds, each with half of what may be missed.

    A partial area whose observations are all ranked alike has a better one: the false positive
    rates of a positive differ by the chance that a pair is ordered differently, and so, at most,
    do the areas; no such pair was seen (:mod:`aucurate.inference.core.disjoint_pairs`).
    """
    if isinstance(one.estimate, PartialAuc) and one.ranks_like(two) and contest.design == "paired":
        return _never_ordered_differently(contest, question, one)
    first, second = (
        partial(ends_without_variance, each.estimate, each.counts, each.value)
        for each in (one, two)
    )

    def ends(tail: float) -> tuple[float, float]:
        (low_1, high_1), (low_2, high_2) = first(tail / 2), second(tail / 2)
        return low_1 - high_2, high_1 - low_2

    low, high = ends((1 - question.confidence) / 2)
    interval = Interval(low=low, high=high, confidence=question.confidence, method=BOUND)
    p = _inverted(ends, question)
    distance = contest.difference - question.null_difference
    return filled(contest, question, interval, distance, math.inf, p)


def _never_ordered_differently(contest: Contest, question: Question, moved: Moved) -> Comparison:
    """The rule of three, on the scale of the area."""
    pairs = min(moved.scores.n_positive, moved.scores.n_negative)
    reach = _reach(moved.estimate)
    scale = reach / moved.estimate.width if isinstance(moved.estimate, PartialAuc) else 1.0
    found = disjoint_pairs.difference_interval(0.0, pairs, question.confidence, identical=True)
    high = min(reach, scale * found.high)
    p = disjoint_pairs.difference_p_value(
        0.0, question.null_difference / scale, pairs, question.alternative, identical=True
    )
    interval = Interval(
        low=-high, high=high, confidence=question.confidence, method=disjoint_pairs.METHOD
    )
    return filled(contest, question, interval, -question.null_difference, math.inf, p)


def _wald(contest: Contest, question: Question, degrees: float, reach: float) -> Comparison:
    """Student's t, the interval cut to the range of a difference."""
    difference, error = contest.difference, math.sqrt(contest.variance)
    away = two_sided_quantile(question.confidence, degrees) * error
    statistic = (difference - question.null_difference) / error
    interval = Interval(
        low=max(-reach, difference - away),
        high=min(reach, difference + away),
        confidence=question.confidence,
        method=METHOD,
    )
    p = p_value(statistic, question.alternative, degrees)
    return filled(contest, question, interval, statistic, degrees, p)


def _parts(one: Moved, two: Moved, together: bool) -> list[Component]:
    if not together:
        return [*one.components, *two.components]
    pairs = zip(one.of_observations(), two.of_observations(), strict=True)
    return [difference_component(first, second, one.reach) for first, second in pairs]


def _data_caveats(one: Moved, two: Moved, together: bool) -> list[Caveat]:
    found = influence_caveats.of_data(one.scores, one.estimate)
    if together:
        return found
    found += influence_caveats.of_data(two.scores, two.estimate)
    if one.scores.observations is two.scores.observations:
        found.append(influence_caveats.shared_observations(one.scores.name, two.scores.name))
    shares = [moved.scores.n_positive / len(moved.scores) for moved in (one, two)]
    if isinstance(one.estimate, AveragePrecision) and shares[0] != shares[1]:
        found.append(influence_caveats.different_prevalence(*shares))
    return found


def _reach(estimate: CountedEstimate) -> float:
    return estimate.highest - estimate.lowest


def _inverted(ends: Ends, question: Question) -> float:
    """The tail at which an end of the bound meets the null difference, as a p-value."""
    null = question.null_difference
    greater = _least_tail(lambda tail: ends(tail)[0] > null)
    less = _least_tail(lambda tail: ends(tail)[1] < null)
    if question.alternative == "greater":
        return greater
    if question.alternative == "less":
        return less
    return min(1.0, 2 * min(greater, less))


def _least_tail(leaves_out: Callable[[float], bool]) -> float:
    """The smallest tail at which the null difference is left out; 1 where it never is."""
    if not leaves_out(1.0):
        return 1.0
    smallest = math.log(_SMALLEST)
    found, _ = bisect(lambda logarithm: leaves_out(math.exp(logarithm)), 0.0, smallest, halvings=45)
    return math.exp(found)
