r"""The beta distribution whose quantiles are the limits of an AUC.

:mod:`aucurate.inference.auc.delong` has the formula and why it holds.

Beyond the AUC of two classes
-----------------------------
The beta interval beyond the AUC of two classes: parts of the curve, several classes, volumes.

The beta interval adds a fraction of an observation on the wrong side of each of two classes. The
same can be done wherever an estimate p in [0, 1] has a variance with a part for each class,
:math:`\sum_c S_c / n_c`, from the influences of its observations. In addition, one has to know how
far an observation can pull it. Let :math:`d_c` be how far p would fall, to first order, if the
whole of class c were as wrong as can be; one observation of that class then takes off :math:`d_c /
n_c`. The class in which one observation counts most makes p as uncertain as the mean of

.. math::  k = p / \max_c (d_c / n_c)

observations, of which an error costs the whole. For the AUC of two classes, where :math:`d_c = A`,
that is the size of the smaller class. To these k a pseudo-observation with the weight w = 0.65 is
added that is as wrong as can be:

.. math::
    \mu = \frac{k}{k + w}\, p, \qquad
    v = \Bigl(\frac{k}{k + w}\Bigr)^2 \sum_c \frac{(n_c - 1) S_c}{n_c (n_c + 1)}
        + \frac{k w}{(k + w)^2 (k + w + 1)}\, p^2

are, in their leading terms, the mean and the variance under the random weights of the Bayesian
bootstrap. The lower limit is the quantile of the beta distribution with this mean and variance, but
never above that of a perfect estimate (p = 1, no variance); the upper limit is that of 1 - p, with
:math:`u_c`, how far p would rise if class c were as right as can be, in place of :math:`d_c`. A
variance that does not come from the classes (training sets, estimated prevalences) is added to v.

**Why it holds.** After a perfect result the limit L is the quantile of the beta distribution with
parameters k and w, and :math:`L^k` is at most 0.056, whatever the number of classes and the ratios
of their sizes. An estimate of which a share 1 - L is lost by errors in that class shows none of
them with a probability of at most :math:`L^k`: below the 0.07 that a coverage of 0.93 allows, as
for two classes. All the weight counts in one class; shared by many classes of somewhat different
size it would allow for too little, because the chances that each of them hides its errors multiply.
(Where one observation can cost more than its share, as in a part of the curve, that probability is
at most 0.066 from k = 20 on.)

Perfect results, constant scores and a class of one observation are ordinary cases of the formula.
The interval was chosen on exploratory draws from populations with few errors
(docs/decisions/0018-few-errors-beyond-one-auc.md); docs/validation.md shows it in such populations,
in held-out ones, and in those that the intervals before it were chosen in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from scipy import special

from aucurate.results import Alternative

WEIGHT = 0.65
"""The observations, as wrong as can be, that are added to the smaller class."""


@dataclass(frozen=True, slots=True)
class BetaLimit:
    """The beta distribution whose quantiles are lower limits; with no mass above 0, they are 0."""

    a: float
    b: float

    @classmethod
    def of_parts(
        cls,
        value: float,
        positives: tuple[float, float],
        negatives: tuple[float, float],
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


@dataclass(frozen=True, slots=True)
class Pull:
    """One class: the sample variance of its influences, its size, and how far it can pull.

    All on the scale where the estimate lies between 0 and 1: ``down`` is how far the estimate would
    fall if the whole class were as wrong as can be, ``up`` how far it would rise if the class were
    as right as can be. ``spread`` may be NaN where the class has one observation.
    """

    spread: float
    size: float
    down: float
    up: float


@dataclass(frozen=True, slots=True)
class BetaLimits:
    """The distributions whose quantiles are the limits of an estimate and of its distance from 1.

    ``perfect`` is that of a perfect estimate: no limit lies nearer to the end of the range.
    """

    value: float
    lower: BetaLimit
    upper: BetaLimit
    perfect: BetaLimit

    @classmethod
    def of_auc(
        cls,
        value: float,
        positives: tuple[float, float],
        negatives: tuple[float, float],
        tied: float,
        more: float = 0.0,
    ) -> Self:
        """For an AUC, the variance of placements and the size of either class, and its tied share.

        A variance is NaN where a class has one observation. ``more`` is a variance that the
        placements do not show.
        """
        first, second = ((0.0 if math.isnan(v) else v, k) for v, k in (positives, negatives))
        lower, upper = (
            BetaLimit.of_parts(each, first, second, tied).widened(more)
            for each in (value, 1 - value)
        )
        perfect = BetaLimit.of_parts(1.0, (0.0, first[1]), (0.0, second[1]), 0.0)
        return cls(value, lower, upper, perfect)

    @classmethod
    def of(cls, value: float, parts: Sequence[Pull], more: float = 0.0) -> Self:
        """For an estimate in [0, 1]; ``more`` is a variance that comes from no class."""
        variance = math.fsum(_shrunk(part) for part in parts)
        lower, upper, perfect = (
            _farthest(pulls, parts)
            for pulls in (
                [part.down for part in parts],
                [part.up for part in parts],
                [part.down + part.up for part in parts],
            )
        )
        return cls(
            value,
            _limit(value, variance, lower, more),
            _limit(1 - value, variance, upper, more),
            _limit(1.0, 0.0, perfect, 0.0),
        )

    def ends(self, tail: float) -> tuple[float, float]:
        """Both limits, by what each leaves outside."""
        farthest = self.perfect.quantile(tail)
        low, high = (min(farthest, one.quantile(tail)) for one in (self.lower, self.upper))
        return min(self.value, low), max(self.value, 1 - high)

    def tails(self, null: float) -> tuple[float, float]:
        """What is left outside when the lower, and when the upper limit is the null value."""
        return (
            max(self.lower.tail(null), self.perfect.tail(null)),
            max(self.upper.tail(1 - null), self.perfect.tail(1 - null)),
        )

    def null_test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        """The statistic and the p-value from the tails at which the limits meet the null value."""
        greater, less = self.tails(null)
        p = {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}
        statistic = -special.ndtri(greater) if greater <= less else special.ndtri(less)
        return float(statistic), p[alternative]


def _farthest(pulls: Sequence[float], parts: Sequence[Pull]) -> float:
    """How far the one observation that counts most can pull."""
    return max(pull / part.size for pull, part in zip(pulls, parts, strict=True))


def _shrunk(part: Pull) -> float:
    """The variance of the mean of a class under the weights of the Bayesian bootstrap."""
    spread = 0.0 if math.isnan(part.spread) else part.spread
    return (part.size - 1) * spread / (part.size * (part.size + 1))


def _limit(value: float, variance: float, farthest: float, more: float) -> BetaLimit:
    """With the pseudo-observation; ``farthest`` is what one observation can take off the value."""
    if value <= 0 or farthest <= 0:
        return BetaLimit.of_moments(0.0, 1.0, 0.0)
    size = value / farthest
    whole = size + WEIGHT
    share = size / whole
    added = share * (WEIGHT / whole) / (whole + 1) * value**2
    return BetaLimit.of_moments(
        share * value,
        (size * (1 - value) + WEIGHT) / whole,
        share**2 * variance + added + more,
    )
