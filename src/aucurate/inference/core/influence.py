r"""From influence values to a variance, an interval and a comparison: what several methods share.

An estimate that is a smooth function of the two distributions of the scores moves, to first order,
by the mean of the influences :math:`\varphi` of its observations. With m positives and n negatives,

.. math::
    v = \frac{S_+}{m} + \frac{S_-}{n}

estimates its variance, with the sample variances :math:`S_\pm` (divisors m - 1 and n - 1) of the
influences over each class. For two classifiers on the same observations the influences are
subtracted observation by observation; for two test sets the two variances are added. DeLong's
variance is the case in which the influences are the placements.

**Interval** of average precision, logit-t: with p the place of the estimate in its range, from 0 to
1, and the variances on that scale, each component is drawn towards p (1 - p) with the weight of
half an observation, its degrees of freedom come from the kurtosis of the influences,
Satterthwaite's formula joins the two to f, and the interval is :math:`\operatorname{logit} p \pm
t_f \sqrt{v} / (p (1 - p))`, mapped back: the steps of the logit-t interval of
:mod:`aucurate.inference.auc.delong` without its upper limit of the variance, which holds for whole
areas only.

**Test**: :math:`t = (\hat\theta_1 - \hat\theta_2 - d) / \sqrt v` with Satterthwaite's degrees of
freedom from the two components (paired, m - 1 and n - 1) or the four (unpaired), as in DeLong's
test of :mod:`aucurate.inference.auc.delong`.

Comparison of two classifiers
-----------------------------
Two classifiers compared by their influences: paired or unpaired, and where there is no variance.

The formulas are those above.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.bisection import bisect
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate, Floats, Influences, value_of
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.formatting import number
from aucurate.inference.core import bounds, caveats, components
from aucurate.inference.core.bounds import DISTRIBUTION_FREE as BOUND
from aucurate.inference.core.bounds import ends_without_variance
from aucurate.inference.core.components import Spread
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    filled,
    is_paired,
    satterthwaite_degrees,
    wald_comparison,
)
from aucurate.inference.core.distributions import checked_confidence
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Design,
    Estimate,
    Interval,
    MethodTitle,
)

METHOD = MethodTitle("influence-function", "influence")
_ROUNDING = 1e-12  # influences that differ by no more are equal


@dataclass(frozen=True, slots=True)
class Component:
    """One class's share of a variance: the sample variance of its influences, and how many."""

    spread: float
    size: int
    kurtosis: float = math.nan

    @property
    def variance(self) -> float:
        """What it adds to the variance of the estimate."""
        return self.spread / self.size


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """An estimate of one classifier, its counts, and the influences of its observations."""

    scores: Scores
    estimate: CountedEstimate
    counts: ThresholdCounts
    value: float
    influences: Influences

    @classmethod
    def of(cls, scores: Scores, estimate: CountedEstimate, method: str) -> "Moved":
        """From scores; ``method`` is named where it refuses weights or groups."""
        scores.observations.require_plain(method)
        counts = ThresholdCounts.from_scores(scores)
        return cls(
            scores, estimate, counts, value_of(estimate, counts), estimate.influences(counts)
        )

    @property
    def reach(self) -> float:
        """How far apart two values of the estimate can be."""
        return self.estimate.highest - self.estimate.lowest

    @property
    def components(self) -> tuple[Component, Component]:
        """The variances over positives and over negatives."""
        return (
            _component(self.influences.positives, self.counts.positives, self.reach),
            _component(self.influences.negatives, self.counts.negatives, self.reach),
        )

    @property
    def variance(self) -> float:
        """The variance of the estimate; NaN where a class has one observation."""
        return sum(part.variance for part in self.components)

    @property
    def places(self) -> NDArray[np.int64]:
        """Where each observation stands among the distinct scores, from the highest down."""
        ascending = self.counts.thresholds[::-1]
        place: NDArray[np.int64] = (
            len(ascending) - 1 - np.searchsorted(ascending, self.scores.values)
        )
        return place

    def ranks_like(self, other: "Moved") -> bool:
        """Whether both classifiers rank all observations alike."""
        return np.array_equal(self.places, other.places)

    def of_observations(self) -> tuple[Floats, Floats]:
        """The influence of every positive and of every negative, in their order."""
        place, positive = self.places, self.scores.is_positive
        return self.influences.positives[place[positive]], self.influences.negatives[
            place[~positive]
        ]


def influence_interval(moved: Moved, confidence: float) -> Estimate:
    """The estimate with its standard error and the logit-t interval."""
    value, variance = moved.value, moved.variance
    found = caveats.of_counted(moved.scores, moved.estimate)
    if variance > 0 and moved.estimate.lowest < value < moved.estimate.highest:
        low, high = logit_t_ends(moved, (1 - confidence) / 2)
        interval = Interval(
            low=min(low, value),
            high=max(high, value),
            confidence=confidence,
            method=METHOD.plus("logit-t"),
        )
        return as_estimate(moved, interval, math.sqrt(variance), found)
    return bounded_estimate(moved, confidence, found)


def bounded_estimate(moved: Moved, confidence: float, found: list[Caveat]) -> Estimate:
    """The estimate with its distribution-free bound, and why."""
    low, high = bounds.ends_without_variance(
        moved.estimate, moved.counts, moved.value, (1 - confidence) / 2
    )
    interval = Interval(
        low=low, high=high, confidence=confidence, method=bounds.DISTRIBUTION_FREE, bound=True
    )
    reason = caveats.no_estimate_variance(f"the {moved.estimate.quantity}")
    return as_estimate(moved, interval, math.sqrt(moved.variance), [*found, reason])


def as_estimate(
    moved: Moved, interval: Interval, standard_error: float, found: list[Caveat]
) -> Estimate:
    """The record."""
    return Estimate(
        name=moved.scores.name,
        quantity=moved.estimate.quantity,
        value=moved.value,
        standard_error=standard_error,
        interval=interval,
        n_positive=moved.scores.n_positive,
        n_negative=moved.scores.n_negative,
        method=METHOD,
        caveats=tuple(found),
    )


def logit_t_ends(moved: Moved, tail: float) -> tuple[float, float]:
    """Both ends of the logit-t interval, by what each leaves outside."""
    lowest, reach = moved.estimate.lowest, moved.reach
    place = (moved.value - lowest) / reach
    spreads = [Spread(p.spread / reach**2, p.kurtosis, p.size) for p in moved.components]
    variance, degrees = components.shrunk_variance(spreads, place * (1 - place))
    low, high = components.logit_t_ends(place, variance, degrees, tail)
    return lowest + reach * low, lowest + reach * high


def difference_component(one: Floats, two: Floats, reach: float) -> Component:
    """The variance of the difference of two classifiers' influences over one class.

    Sums are exact before their one rounding, so that neither the order of the observations nor
    that of the classifiers matters.
    """
    away = one - two
    scale = max(reach, float(np.max(np.abs(one))), float(np.max(np.abs(two))))
    away[np.abs(away) <= _ROUNDING * scale] = 0.0
    size = len(away)
    if size < 2:
        return Component(math.nan, size)
    mean = math.fsum(away) / size
    spread = math.fsum((away - mean) ** 2) / (size - 1)
    return Component(spread if spread > (_ROUNDING * scale) ** 2 else 0.0, size)


def _component(influences: Floats, sizes: NDArray[np.int64], reach: float) -> Component:
    """The variance and the kurtosis of influences that so many observations share."""
    size = int(sizes.sum())
    if size < 2:
        return Component(math.nan, size)
    mean = float(np.sum(sizes * influences)) / size
    away = influences - mean
    second = float(np.sum(sizes * away**2)) / size
    scale = max(reach, float(np.max(np.abs(influences[sizes > 0]))))
    if second <= (_ROUNDING * scale) ** 2:
        return Component(0.0, size)
    fourth = float(np.sum(sizes * away**4)) / size
    return Component(second * size / (size - 1), size, fourth / second**2)


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
        degrees = satterthwaite_degrees(parts)
        return wald_comparison(contest, question, method=METHOD, degrees_of_freedom=degrees)
    return bounded(contest, question, one, two)


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
    found += caveats.estimate_wording(quantity).of_difference(
        (one.scores.name, second),
        (one.variance, two.variance),
        variance,
        f"the difference of the {quantity}",
        alike=together and variance == 0 and one.value == two.value,
    )
    design: Design = "paired" if together else "unpaired"
    contest = Contest(
        one.scores.name,
        second,
        one.value,
        two.value,
        variance,
        design,
        tuple(found),
        quantity,
        one.reach,
        BOUND,
    )
    return contest, [(part.spread, part.size) for part in parts]


def bounded(contest: Contest, question: Question, one: Moved, two: Moved) -> Comparison:
    """The difference of two distribution-free bounds, each with half of what may be missed.

    A partial area whose observations are all ranked alike has a better one: the false positive
    rates of a positive differ by the chance that a pair is ordered differently, and so, at most,
    do the areas; no such pair was seen (:mod:`aucurate.inference.core.bounds`).
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
    interval = Interval(
        low=low, high=high, confidence=question.confidence, method=BOUND, bound=True
    )
    p = _inverted(ends, question)
    distance = contest.difference - question.null_difference
    return filled(contest, question, interval, distance, math.inf, p)


def _never_ordered_differently(contest: Contest, question: Question, moved: Moved) -> Comparison:
    """The rule of three, on the scale of the area."""
    pairs = min(moved.scores.n_positive, moved.scores.n_negative)
    reach = _reach(moved.estimate)
    scale = reach / moved.estimate.width if isinstance(moved.estimate, PartialAuc) else 1.0
    found = bounds.difference_interval(0.0, pairs, question.confidence, identical=True)
    high = min(reach, scale * found.high)
    p = bounds.difference_p_value(
        0.0, question.null_difference / scale, pairs, question.alternative, identical=True
    )
    interval = Interval(
        low=-high,
        high=high,
        confidence=question.confidence,
        method=bounds.DISJOINT_PAIRS,
        bound=True,
    )
    return filled(contest, question, interval, -question.null_difference, math.inf, p)


def _parts(one: Moved, two: Moved, together: bool) -> list[Component]:
    if not together:
        return [*one.components, *two.components]
    pairs = zip(one.of_observations(), two.of_observations(), strict=True)
    return [difference_component(first, second, one.reach) for first, second in pairs]


def _data_caveats(one: Moved, two: Moved, together: bool) -> list[Caveat]:
    found = caveats.of_counted(one.scores, one.estimate)
    if together:
        return found
    found += caveats.of_counted(two.scores, two.estimate)
    if one.scores.observations is two.scores.observations:
        found.append(caveats.shared_observations(one.scores.name, two.scores.name, "them"))
    shares = [moved.scores.n_positive / len(moved.scores) for moved in (one, two)]
    if isinstance(one.estimate, AveragePrecision) and shares[0] != shares[1]:
        found.append(caveats.different_positive_shares(*shares))
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
