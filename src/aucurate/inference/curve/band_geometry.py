"""The empirical curve as bands see it: a rising line, entered by one rate and read by the other.

A band of sensitivities at each specificity goes along x = 1 - specificity and reads
y = sensitivity; a band of specificities at each sensitivity goes along x = 1 - sensitivity and
reads y = specificity. Both are rising lines from (0, 0) to (1, 1), so that one computation serves
both.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.protocol import ROUNDING, on_steps
from aucurate.data.moments import ThresholdCounts

Floats: TypeAlias = NDArray[np.float64]
Quantity: TypeAlias = Literal["sensitivity", "specificity"]

STEPS = 200
DRAWN_STEPS = 64  # the largest deviation of replicates is found on a coarser grid


@dataclass(frozen=True, slots=True, eq=False)
class RisingLine:
    """A line of points (x, y); ``n_along`` observations move along x and ``n_up`` up y.

    Where observations of both classes are tied the line is sloped, as if their order were left to
    chance. The upright pieces stand at k/``n_along``, and a place that is such a quotient up to
    rounding lies on them.
    """

    x: Floats
    y: Floats
    n_along: int
    n_up: int

    @classmethod
    def of(cls, counts: ThresholdCounts, quantity: Quantity) -> "RisingLine":
        """From the highest score down for sensitivities, from the lowest up for specificities."""
        along, up = counts.negatives, counts.positives
        if quantity == "specificity":
            along, up = up[::-1], along[::-1]
        n_along, n_up = int(along.sum()), int(up.sum())
        x = np.concatenate([[0], np.cumsum(along)]) / n_along
        y = np.concatenate([[0], np.cumsum(up)]) / n_up
        return cls(x, y, n_along, n_up)

    def lower(self, at: Floats) -> Floats:
        """The height at each x, the lower end where the line is upright; 0 to the left of it."""
        at = on_steps(at, self.n_along)
        return 1.0 - _upper(1.0 - self.x[::-1], 1.0 - self.y[::-1], 1.0 - at)

    def upper(self, at: Floats) -> Floats:
        """The height at each x, the upper end where the line is upright; 1 to the right of it."""
        return _upper(self.x, self.y, on_steps(at, self.n_along))

    def middle(self, at: Floats) -> Floats:
        """The height at each x, the middle where the line is upright."""
        return (self.lower(at) + self.upper(at)) / 2

    def rates(self, steps: int = STEPS) -> Floats:
        """Where a band is computed: at even steps of the rate, and where the line climbs by a step.

        A steep beginning is so resolved as finely as a level end. The rates are 1 - x, ascending.
        """
        even = np.arange(steps + 1) / steps
        climbed = 1.0 - np.interp(even, self.y, self.x)
        return np.unique(np.concatenate([even, on_steps(climbed, self.n_along)]))


def ranks_at(at: Floats, size: int) -> NDArray[np.int64]:
    """The ranks, from 1, of the observations on whose steps of 1/size these places lie.

    >>> ranks_at(np.array([0.0, 0.29, 29 / 49, 0.6, 1.0]), 49).tolist()
    [1, 15, 29, 30, 49]
    """
    return np.clip(np.ceil((at - ROUNDING) * size), 1, size).astype(np.int64)


def places(rates: Floats) -> Floats:
    """Ascending rates as ascending places along x."""
    return 1.0 - rates[::-1]


def other(quantity: Quantity) -> Quantity:
    """The rate at which the quantity is read."""
    return "specificity" if quantity == "sensitivity" else "sensitivity"


def _upper(x: Floats, y: Floats, at: Floats) -> Floats:
    """The upper height of a rising line from (0, 0) to (1, 1), 0 before it and 1 behind it."""
    behind = np.searchsorted(x, at, side="right")
    after = np.clip(behind, 1, len(x) - 1)
    width = x[after] - x[after - 1]
    share = np.divide(at - x[after - 1], width, out=np.zeros_like(at), where=width > 0)
    height = y[after - 1] + share * (y[after] - y[after - 1])
    found: Floats = np.where(at < 0, 0.0, np.where(behind >= len(x), 1.0, height))
    return found
