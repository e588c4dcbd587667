"""What net benefit at one threshold rests on: how many of each class are called positive."""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from aucurate.curve.decision_curve import (
    checked_prevalence,
    checked_thresholds,
    odds,
    require_probabilities,
)
from aucurate.data.scores import Scores
from aucurate.data.thresholds import reaching
from aucurate.inference.core import caveats
from aucurate.inference.curve.bands import of_sizes
from aucurate.inference.operating.paired_proportions import PairedTable
from aucurate.inference.operating.proportions import proportion_ends
from aucurate.results import Caveat

Share: TypeAlias = tuple[float, float, float]  # a share and its limits


@dataclass(frozen=True, slots=True)
class Decisions:
    """True and false positives at one threshold; ``stated`` says that the prevalence is given."""

    true_positives: int
    false_positives: int
    n_positive: int
    n_negative: int
    prevalence: float
    stated: bool
    weight: float
    caveats: tuple[Caveat, ...]

    @classmethod
    def of(cls, scores: Scores, threshold: float, prevalence: float | None) -> "Decisions":
        """Count; scores that are no probabilities are refused."""
        t = float(checked_thresholds(threshold)[0])
        scores.observations.require_plain("net benefit")
        require_probabilities(scores)
        called = reaching(scores.values, t)
        found = [*caveats.of_observations(scores.observations), *of_sizes(scores.observations)]
        return cls(
            int(np.count_nonzero(called & scores.is_positive)),
            int(np.count_nonzero(called & ~scores.is_positive)),
            scores.n_positive,
            scores.n_negative,
            checked_prevalence(prevalence, scores),
            prevalence is not None,
            float(odds(t)),
            tuple(found),
        )

    @property
    def sizes(self) -> tuple[int, int]:
        """Of how many the true and the false positives are a share."""
        both = self.n_positive + self.n_negative
        return (self.n_positive, self.n_negative) if self.stated else (both, both)

    @property
    def units(self) -> tuple[float, float]:
        """What a share of true, and of false, positives is worth."""
        if not self.stated:
            return 1.0, self.weight
        return self.prevalence, (1 - self.prevalence) * self.weight

    @property
    def net_benefit(self) -> float:
        """What is gained less what is lost."""
        gain, loss = self._means
        return self.units[0] * gain - self.units[1] * loss

    @property
    def correlation(self) -> float:
        """Of the two shares: of one set of observations, or of two independent classes."""
        gain, loss = self._means
        if self.stated or not (0 < gain < 1 and 0 < loss < 1):
            return 0.0
        return -math.sqrt(gain * loss / ((1 - gain) * (1 - loss)))

    @property
    def variance(self) -> float:
        """The variance of the net benefit."""
        spreads = [
            unit * math.sqrt(share * (1 - share) / size)
            for unit, share, size in zip(self.units, self._means, self.sizes, strict=True)
        ]
        return spreads[0] ** 2 + spreads[1] ** 2 - 2 * self.correlation * spreads[0] * spreads[1]

    def shares(self, tail: float) -> tuple[Share, Share]:
        """What is gained and what is lost, each with Wilson's limits."""
        gain, loss = (
            _wilson(unit, share, size, tail)
            for unit, share, size in zip(self.units, self._means, self.sizes, strict=True)
        )
        return gain, loss

    @property
    def _means(self) -> tuple[float, float]:
        return self.true_positives / self.sizes[0], self.false_positives / self.sizes[1]


@dataclass(frozen=True, slots=True)
class PairedDecisions:
    """Two classifiers at one threshold, on the same observations or on different ones.

    ``both`` are the true and the false positives that the two share.
    """

    names: tuple[str, str]
    first: Decisions
    second: Decisions
    both: tuple[int, int]
    together: bool
    caveats: tuple[Caveat, ...]

    @classmethod
    def of(
        cls,
        first: Scores,
        second: Scores,
        threshold: float,
        prevalence: float | None,
        *,
        together: bool,
    ) -> "PairedDecisions":
        """Count what each calls positive, and what both do."""
        one, two = (Decisions.of(s, threshold, prevalence) for s in (first, second))
        shared = (0, 0)
        if together:
            called = reaching(first.values, threshold) & reaching(second.values, threshold)
            positives = int(np.count_nonzero(called & first.is_positive))
            shared = positives, int(np.count_nonzero(called)) - positives
        found = [*one.caveats, *(c for c in two.caveats if c not in one.caveats)]
        if not together and first.observations is second.observations:
            found.append(caveats.shared_observations(first.name, second.name))
        return cls((first.name, second.name), one, two, shared, together, tuple(found))

    @property
    def alike(self) -> bool:
        """Whether both decide alike on every one of the same observations."""
        one, two = self.first, self.second
        counts = ((d.true_positives, d.false_positives) for d in (one, two))
        return self.together and all(pair == self.both for pair in counts)

    @property
    def covariance(self) -> float:
        """Of the two net benefits."""
        if not self.together:
            return 0.0
        gain, loss = self.first.units
        sizes = self.first.sizes
        if not self.first.stated:
            product = (self.both[0] + loss**2 * self.both[1]) / sizes[0]
            return (product - self.first.net_benefit * self.second.net_benefit) / sizes[0]
        rates = [
            (self.both[0], self.first.true_positives, self.second.true_positives),
            (self.both[1], self.first.false_positives, self.second.false_positives),
        ]
        return sum(
            unit**2 * (both / n - one * two / n**2) / n
            for unit, n, (both, one, two) in zip((gain, loss), sizes, rates, strict=True)
        )

    @property
    def variance(self) -> float:
        """The variance of the difference."""
        return max(0.0, self.first.variance + self.second.variance - 2 * self.covariance)

    @property
    def tables(self) -> tuple[PairedTable, PairedTable]:
        """On which observations the two decide otherwise, among the positives and the negatives.

        Of all observations, or of those of each class at a stated prevalence.
        """
        one, two = self.first, self.second
        counts = (
            (one.true_positives - self.both[0], two.true_positives - self.both[0]),
            (one.false_positives - self.both[1], two.false_positives - self.both[1]),
        )
        gain, loss = (
            PairedTable(both=0, first_only=b, second_only=c, neither=size - b - c)
            for (b, c), size in zip(counts, one.sizes, strict=True)
        )
        return gain, loss

    @property
    def table_correlation(self) -> float:
        """Of the differences of the two tables: shares of one whole, or two independent classes."""
        gain, loss = self.tables
        spreads = gain.standard_error * loss.standard_error
        if self.first.stated or spreads == 0:
            return 0.0
        together = -gain.difference * loss.difference / gain.size
        return max(-1.0, min(1.0, together / spreads))


def _wilson(unit: float, share: float, size: int, tail: float) -> Share:
    low, high = proportion_ends(share * size, size, 1 - 2 * tail, "wilson")
    return unit * share, unit * low, unit * high
