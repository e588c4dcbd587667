r"""Intervals of weighted sums of two shares: accuracy and cost at a prevalence, Youden's index.

**Question.** How sure is :math:`a\,p_1 + b\,p_2`, if each share has an interval of its own?

With the interval :math:`(l_k, u_k)` of each share, positive weights and the correlation r of the
two estimates, Zou and Donner (2008) recover a variance to each side:

.. math::
    L &= T - \sqrt{A^2 + B^2 + 2rAB}, \quad A = a(\hat p_1 - l_1), B = b(\hat p_2 - l_2) \\
    U &= T + \sqrt{A^2 + B^2 + 2rAB}, \quad A = a(u_1 - \hat p_1), B = b(u_2 - \hat p_2)

Sensitivity and specificity come from different observations (r = 0). With the prevalence of the
test set, the shares of missed positives and of false alarms among all N observations are those of
a multinomial, with :math:`r = -\sqrt{p_1 p_2 / ((1 - p_1)(1 - p_2))}`. With Wilson's intervals this
is Newcombe's (1998) "square and add".

The delta alternative is :math:`T \pm z s` with the standard error s of the sum, where half an
observation is added to each side of a share that is 0 or 1; cut to the range of the sum.

Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702.
Newcombe, R. G. (1998). Interval estimation for the difference between independent proportions:
comparison of eleven methods. Statistics in Medicine 17, 873-890.
"""

import math
from dataclasses import dataclass

from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.inference.operating.proportions import NAMES, ProportionMethod, proportion_ends
from aucurate.results import Interval


@dataclass(frozen=True, slots=True)
class WeightedShares:
    """``offset + sum of weight * count / size``; ``same`` where both are of the same observations.

    >>> youden = WeightedShares((9, 8), (10, 10), (1.0, 1.0), offset=-1.0)
    >>> round(youden.value, 12), round(youden.standard_error, 3)
    (0.7, 0.158)
    """

    counts: tuple[int, int]
    sizes: tuple[int, int]
    weights: tuple[float, float]
    offset: float = 0.0
    same: bool = False

    @property
    def value(self) -> float:
        """The sum."""
        first, second = (w * x / n for w, x, n in self._terms)
        return first + second + self.offset

    @property
    def standard_error(self) -> float:
        """The standard error of the sum, as the counts are."""
        return math.sqrt(self._variance(self.counts, self.sizes))

    @property
    def correlation(self) -> float:
        """The correlation of the two shares."""
        first, second = (x / n for x, n in zip(self.counts, self.sizes, strict=True))
        rest = (1 - first) * (1 - second)
        return -math.sqrt(first * second / rest) if self.same and rest > 0 else 0.0

    def mover(self, confidence: float, method: ProportionMethod) -> Interval:
        """From the interval of each share."""
        ends = [proportion_ends(x, n, confidence, method) for _, x, n in self._terms]
        below = [w * (x / n - low) for (w, x, n), (low, _) in zip(self._terms, ends, strict=True)]
        above = [w * (high - x / n) for (w, x, n), (_, high) in zip(self._terms, ends, strict=True)]
        return self._interval(
            self.value - self._combined(*below),
            self.value + self._combined(*above),
            confidence,
            f"MOVER {NAMES[method]}",
        )

    def wald(self, confidence: float) -> Interval:
        """From the standard error of the sum."""
        edge = any(x in (0, n) for _, x, n in self._terms)
        counts, sizes = self.counts, self.sizes
        variance = self._variance(counts, sizes)
        if edge:
            moved = (counts[0] + 0.5, counts[1] + 0.5)
            variance = self._variance(moved, (sizes[0] + 1, sizes[1] + 1))
        reach = two_sided_quantile(confidence) * math.sqrt(variance)
        return self._interval(self.value - reach, self.value + reach, confidence, "Wald delta")

    @property
    def _terms(self) -> list[tuple[float, int, int]]:
        return list(zip(self.weights, self.counts, self.sizes, strict=True))

    def _combined(self, first: float, second: float) -> float:
        squared = first**2 + second**2 + 2 * self.correlation * first * second
        return math.sqrt(max(0.0, squared))

    def _variance(self, counts: tuple[float, float], sizes: tuple[float, float]) -> float:
        shares = [x / n for x, n in zip(counts, sizes, strict=True)]
        own = [w**2 * p * (1 - p) / n for w, p, n in zip(self.weights, shares, sizes, strict=True)]
        common = 2 * self.weights[0] * self.weights[1] * shares[0] * shares[1] / sizes[0]
        return max(0.0, sum(own) - (common if self.same else 0.0))

    def _interval(self, low: float, high: float, confidence: float, method: str) -> Interval:
        most = max(self.weights) if self.same else sum(self.weights)
        return Interval(
            low=max(self.offset, low),
            high=min(self.offset + most, high),
            confidence=confidence,
            method=method,
        )
