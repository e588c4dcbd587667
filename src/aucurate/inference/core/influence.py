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
t_f \sqrt{v} / (p (1 - p))`, mapped back: the steps of :mod:`aucurate.inference.auc.delong_logit_t`
without its upper limit of the variance, which holds for whole areas only.

**Test**: :math:`t = (\hat\theta_1 - \hat\theta_2 - d) / \sqrt v` with Satterthwaite's degrees of
freedom from the two components (paired, m - 1 and n - 1) or the four (unpaired), as in DeLong's
test of :mod:`aucurate.inference.auc.delong`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate, Floats, Influences, value_of
from aucurate.inference.core import curve_bounds, influence_caveats
from aucurate.inference.core.reference_distributions import upper_quantile
from aucurate.results import Caveat, Estimate, Interval

METHOD = "influence-function"
PRIOR_WEIGHT = 0.5
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
    found = influence_caveats.of_data(moved.scores, moved.estimate)
    if variance > 0 and moved.estimate.lowest < value < moved.estimate.highest:
        low, high = logit_t_ends(moved, (1 - confidence) / 2)
        interval = Interval(
            low=min(low, value),
            high=max(high, value),
            confidence=confidence,
            method=f"{METHOD} logit-t",
        )
        return as_estimate(moved, interval, math.sqrt(variance), found)
    return bounded_estimate(moved, confidence, found)


def bounded_estimate(moved: Moved, confidence: float, found: list[Caveat]) -> Estimate:
    """The estimate with its distribution-free bound, and why."""
    low, high = curve_bounds.ends_without_variance(
        moved.estimate, moved.counts, moved.value, (1 - confidence) / 2
    )
    interval = Interval(low=low, high=high, confidence=confidence, method=curve_bounds.METHOD)
    reason = influence_caveats.no_variance(f"the {moved.estimate.quantity}")
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
    largest = place * (1 - place)
    variance, weighed = 0.0, 0.0
    for part in moved.components:
        spread, size = part.spread / reach**2, part.size
        drawn = ((size - 1) * spread + PRIOR_WEIGHT * largest) / (size - 1 + PRIOR_WEIGHT)
        tails = 3.0 if math.isnan(part.kurtosis) else max(1.0, part.kurtosis)
        free = 2 * size / (tails - 1 + 2 / (size - 1)) + PRIOR_WEIGHT
        variance += drawn / size
        weighed += (drawn / size) ** 2 / free
    degrees = max(1.0, variance**2 / weighed)
    away = upper_quantile(tail, degrees) * math.sqrt(variance) / largest
    centre = float(special.logit(place))
    low, high = (lowest + reach * float(special.expit(centre + e)) for e in (-away, away))
    return low, high


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
