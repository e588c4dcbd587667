"""The beta distribution whose quantiles are the limits of an AUC.

:mod:`aucurate.inference.auc.delong_beta` has the formula and why it holds;
:mod:`aucurate.inference.core.beta_parts` takes it beyond the AUC of two classes.
"""

import math
from dataclasses import dataclass
from typing import Self

from scipy import special

from aucurate.data.moments import AucMoments

WEIGHT = 0.65
"""The observations, as wrong as can be, that are added to the smaller class."""


@dataclass(frozen=True, slots=True)
class BetaLimit:
    """The beta distribution whose quantiles are lower limits; with no mass above 0, they are 0."""

    a: float
    b: float

    @classmethod
    def of_auc(cls, moments: AucMoments, at: int, *, mirrored: bool) -> Self:
        """For one AUC of the moments, or for its distance from 1 (``mirrored``)."""
        return cls.of_parts(
            1 - moments.aucs[at] if mirrored else moments.aucs[at],
            (_plain(moments.positive_covariance[at, at]), moments.n_positive),
            (_plain(moments.negative_covariance[at, at]), moments.n_negative),
            moments.tied_shares[at],
        )

    @classmethod
    def of_perfect_separation(cls, moments: AucMoments) -> Self:
        """The limits that no others exceed, from the class sizes alone."""
        return cls.of_parts(1.0, (0.0, moments.n_positive), (0.0, moments.n_negative), 0.0)

    @classmethod
    def of_parts(
        cls,
        value: float,
        positives: tuple[float, int],
        negatives: tuple[float, int],
        tied: float,
    ) -> Self:
        """For a value in [0, 1], the variance of placements and the size of either class."""
        (spread, m), (other_spread, n) = positives, negatives
        weight = WEIGHT * max(m, n) / (m + n)
        whole_m, whole_n = m + weight, n + weight
        share_m, share_n = m / whole_m, n / whole_n
        mean = share_m * share_n * value
        if mean == 0:
            return cls.of_moments(mean, 1.0, 0.0)
        wrong = (m * n * (1 - value) + weight * (m + n + weight)) / (whole_m * whole_n)
        among_m = ((m - 1) * spread / whole_m + share_m * weight / whole_m * value**2) / (
            whole_m + 1
        )
        among_n = (n - 1) * other_spread / whole_n + share_n * weight / whole_n * value**2
        squares = (n - 1) * other_spread + n * value**2
        mixed = (share_m * n * (value - tied / 4) - share_m**2 * squares) / (
            whole_n * (whole_m + 1)
        ) - share_n**2 * among_m
        variance = share_n**2 * among_m + (share_m**2 * among_n + mixed) / (whole_n + 1)
        return cls.of_moments(mean, wrong, variance)

    @classmethod
    def of_moments(cls, mean: float, wrong: float, variance: float) -> Self:
        """With this mean, its distance ``wrong`` from 1, and this variance."""
        if mean <= 0 or variance >= mean * wrong:
            return cls(0.0, math.inf)
        size = mean * wrong / variance - 1
        return cls(mean * size, wrong * size)

    @property
    def standard_deviation(self) -> float:
        """That of the distribution, in large samples DeLong's standard error."""
        if self.a == 0:
            return 0.0
        whole = self.a + self.b
        return math.sqrt(self.a * self.b / (whole + 1)) / whole

    def widened(self, more: float) -> Self:
        """The same mean, with so much more variance."""
        if not more or not self.a > 0:
            return self
        size = self.a + self.b
        mean, wrong = self.a / size, self.b / size
        return self.of_moments(mean, wrong, mean * wrong / (size + 1) + more)

    def quantile(self, tail: float) -> float:
        """The limit that leaves ``tail`` outside."""
        return float(special.betaincinv(self.a, self.b, tail)) if self.a > 0 else 0.0

    def tail(self, limit: float) -> float:
        """What is left outside when this is the limit."""
        return float(special.betainc(self.a, self.b, limit)) if self.a > 0 else 1.0


def _plain(variance: float) -> float:
    """The variance, 0 where a class has one observation and none can be had."""
    return 0.0 if math.isnan(variance) else float(variance)
