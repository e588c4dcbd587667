"""Distinct scores of one class with their counts, and how far they spread."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NORMAL_IQR = 1.349  # the interquartile range of a standard normal distribution


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Distinct values, ascending, and how often each occurs (a whole number, or a weight).

    >>> tally = Tally.of(np.array([3.0, 1.0, 3.0, 2.0]))
    >>> tally.values.tolist(), tally.counts.tolist(), tally.size
    ([1.0, 2.0, 3.0], [1.0, 1.0, 2.0], 4.0)
    """

    values: NDArray[np.float64]
    counts: NDArray[np.float64]

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Tally":
        """From the scores of one class."""
        distinct, counts = np.unique(values, return_counts=True)
        return cls(distinct, counts.astype(np.float64))

    @property
    def size(self) -> float:
        """How many observations there are."""
        return float(self.counts.sum())

    @property
    def deviation(self) -> float:
        """The standard deviation with divisor n - 1; 0 for one observation."""
        size = self.size
        if size <= 1:
            return 0.0
        unit = float(np.max(np.abs(self.values))) or 1.0  # squares of huge scores overflow
        scaled = self.values / unit
        away = scaled - float(np.sum(self.counts * scaled)) / size
        return unit * math.sqrt(float(np.sum(self.counts * away**2)) / (size - 1))

    def quantiles(self, *shares: float) -> list[float]:
        """The quantiles that interpolate between order statistics at share (n - 1).

        >>> Tally.of(np.array([1.0, 2.0, 4.0])).quantiles(0.5, 0.75)
        [2.0, 3.0]
        """
        reached = np.cumsum(self.counts)
        found = []
        for share in shares:
            at = share * (float(reached[-1]) - 1)
            below, above = math.floor(at), math.ceil(at)
            low, high = self.values[np.searchsorted(reached, [below, above], side="right")]
            found.append(float(low + (at - below) * (high - low)))
        return found

    def spread(self, normal_range: float = NORMAL_IQR) -> float:
        """The smaller of the standard deviation and the interquartile range over a normal one.

        Where more than half of the scores are equal the interquartile range is 0, and the standard
        deviation stands alone.
        """
        deviation = self.deviation
        low, high = self.quantiles(0.25, 0.75)
        robust = (high - low) / normal_range
        return min(deviation, robust) if robust > 0 else deviation
