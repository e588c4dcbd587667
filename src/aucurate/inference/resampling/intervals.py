r"""Four ways from bootstrap replicates to an interval and a p-value.

Each way turns the replicates :math:`\theta^*` of an estimate :math:`\hat\theta` into values that
represent the unknown, and reads the interval off their order statistics:

- percentile: :math:`\theta^*` as they are;
- basic: :math:`2\hat\theta - \theta^*`;
- studentised: :math:`\hat\theta - s\,(\theta^* - \hat\theta) / s^*`, with the standard errors s of
  the data and s* of the replicate;
- BCa: :math:`\theta^*` with the tail :math:`\alpha` moved to
  :math:`\Phi(z_0 + (z_0 + z_\alpha) / (1 - a (z_0 + z_\alpha)))`, where :math:`\Phi(z_0)` is the
  share of replicates below the estimate and a the acceleration.

With R replicates and a tail :math:`\alpha` the lower end is the k-th lowest value,
:math:`k = \lfloor (R + 1) \alpha \rfloor`, and the p-value against a null value is the
:math:`\alpha` at which an end reaches it, :math:`(1 + \#) / (1 + R)` with the number of values on
the other side: an interval leaves out exactly what the test rejects.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.monte_carlo import Ends
from aucurate.results import Alternative, Caveat, Interval, MethodTitle

Kind: TypeAlias = Literal["percentile", "basic", "bca", "studentised"]
Floats: TypeAlias = NDArray[np.float64]


class SharedInfluence(NamedTuple):
    """Influences, each of so many equal observations."""

    values: Floats
    counts: NDArray[np.int64]


Influence: TypeAlias = Floats | SharedInfluence
"""The influences of the observations, or of the groups, of one class or stratum."""

NAMES: dict[Kind, MethodTitle] = {
    "percentile": MethodTitle("bootstrap percentile", "bootstrap-percentile"),
    "basic": MethodTitle("basic bootstrap", "bootstrap-basic"),
    "bca": MethodTitle("bootstrap BCa", "bootstrap-bca"),
    "studentised": MethodTitle("studentised bootstrap", "bootstrap-studentised"),
}
_SAME = 1e-12  # two AUCs that are equal as fractions


@dataclass(frozen=True, slots=True)
class Plausible:
    """Values that represent the unknown, ascending, with BCa's bias and acceleration."""

    estimate: float
    values: Floats
    bias: float = 0.0
    acceleration: float = 0.0

    def ends(self, confidence: float) -> Ends:
        """Both ends of the interval, the estimate always inside; infinite beyond all values."""
        tail = (1 - confidence) / 2
        low, high = self._low(tail), -self._mirrored()._low(tail)
        return Ends(
            min(low, self.estimate), max(high, self.estimate), self._is_beyond(tail, low, high)
        )

    def interval(
        self, kind: Kind, confidence: float, value: float, ends: tuple[float, float]
    ) -> tuple[Interval, list[Caveat]]:
        """The interval in the range of ``ends``, never a point, and holding ``value``.

        With it a caveat where the replicates are too few to have an end.
        """
        found = self.ends(confidence)
        low, high = monte_carlo.never_a_point(found, self.values, *ends)
        interval = Interval(
            low=min(low, value), high=max(high, value), confidence=confidence, method=NAMES[kind]
        )
        if not found.beyond:
            return interval, []
        return interval, [caveats.too_few_replicates(len(self.values), confidence)]

    def p_value(self, null: float, alternative: Alternative) -> float:
        """Consistent with the interval, also where that was widened to hold the estimate."""
        greater, less = self._tail(null), self._mirrored()._tail(-null)
        if self.estimate <= null:
            greater = max(greater, 0.5)
        if self.estimate >= null:
            less = max(less, 0.5)
        if alternative == "greater":
            return greater
        if alternative == "less":
            return less
        return min(1.0, 2 * min(greater, less))

    def symmetrical(self, centre: float) -> "Plausible":
        """The same made symmetric about a centre, for data symmetric in the classifiers."""
        away = self.values - centre
        return Plausible(self.estimate, centre + (away - away[::-1]) / 2)

    def _mirrored(self) -> "Plausible":
        return Plausible(-self.estimate, -self.values[::-1], -self.bias, -self.acceleration)

    def _low(self, tail: float) -> float:
        size = len(self.values)
        kept = monte_carlo.rank_from_end(size, tail)
        if kept > 0 and self._is_adjusted:
            kept = monte_carlo.rank_from_end(size, self._adjusted(tail))
        return float(self.values[min(kept, size) - 1]) if kept > 0 else -math.inf

    def _is_beyond(self, tail: float, low: float, high: float) -> bool:
        """Whether an end is infinite for want of replicates, and not because a value is."""
        size = len(self.values)
        if monte_carlo.rank_from_end(size, tail) == 0:
            return True
        return self._is_adjusted and (math.isinf(low) or math.isinf(high))

    @property
    def _is_adjusted(self) -> bool:
        return self.bias != 0 or self.acceleration != 0

    def _adjusted(self, tail: float) -> float:
        """The share of values below BCa's end that leaves ``tail`` outside."""
        moved = self.bias + float(special.ndtri(tail))
        scale = 1 - self.acceleration * moved
        if scale <= 0:
            return 1.0 if moved > 0 else 0.0
        return float(special.ndtr(self.bias + moved / scale))

    def _tail(self, null: float) -> float:
        """The tail whose lower end is the null value: the p-value for a greater unknown."""
        size = len(self.values)
        below = int(np.searchsorted(self.values, null, side="right"))
        share = monte_carlo.p_value(below, size)
        if not self._is_adjusted or share == 1:
            return share
        away = float(special.ndtri(share)) - self.bias
        scale = 1 + self.acceleration * away
        if scale <= 0:
            return 1.0 if away > 0 else monte_carlo.p_value(0, size)
        return max(float(special.ndtr(away / scale - self.bias)), monte_carlo.p_value(0, size))


def percentile(estimate: float, replicates: Floats) -> Plausible:
    """The replicates as they are."""
    return Plausible(estimate, np.sort(replicates))


def basic(estimate: float, replicates: Floats) -> Plausible:
    """The replicates reflected at the estimate."""
    return Plausible(estimate, np.sort(2 * estimate - replicates))


def studentised(
    estimate: float, replicates: Floats, variance: float, variances: Floats
) -> Plausible:
    """The replicates reflected, each on the scale of its own standard error.

    A replicate without variance is infinitely far away, unless it equals the estimate.
    """
    away = replicates - estimate
    away[np.abs(away) <= _SAME] = 0.0
    known = variances > 0
    error = np.sqrt(np.where(known, variances, 1.0))
    steps = np.where(known, away / error, np.where(away == 0, 0.0, np.copysign(np.inf, away)))
    return Plausible(estimate, np.sort(estimate - math.sqrt(variance) * steps))


def bca(estimate: float, replicates: Floats, influences: Sequence[Influence]) -> Plausible:
    """Bias-corrected and accelerated; ``influences`` has an array for each class of observations.

    The bias is the normal quantile of the share of replicates below the estimate, equal ones one
    half.
    """
    away = replicates - estimate
    below = np.count_nonzero(away < -_SAME) + np.count_nonzero(np.abs(away) <= _SAME) / 2
    least = 0.5 / len(replicates)
    share = float(below / len(replicates))
    bias = float(special.ndtri(min(max(share, least), 1 - least)))
    return Plausible(estimate, np.sort(replicates), bias, acceleration(influences))


def acceleration(influences: Sequence[Influence]) -> float:
    r"""Efron's acceleration with observations drawn from several classes.

    :math:`a = \frac16 \sum_c n_c^{-3} \sum_i l_{ci}^3 / (\sum_c n_c^{-2} \sum_i l_{ci}^2)^{3/2}`,
    with :math:`l_{ci}` the jackknife's (n_c - 1) (mean of the leave-one-out estimates - that
    without observation i). Where groups are drawn they take the place of the observations, and the
    strata that of the classes.
    """
    third, second = (sum(_mean_power(each, power) for each in influences) for power in (3, 2))
    return third / (6 * second**1.5) if second > 0 else 0.0


def _mean_power(influences: Influence, power: int) -> float:
    """The sum of a power of influences, divided by that power of their number."""
    if isinstance(influences, SharedInfluence):
        total = float((influences.counts * influences.values**power).sum())
        return total / math.pow(int(influences.counts.sum()), power)
    return float((influences**power).sum()) / math.pow(len(influences), power)
