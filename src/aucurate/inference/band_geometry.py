"""The empirical curve as bands see it: a rising line, entered by one rate and read by the other.

A band of sensitivities at each specificity goes along x = 1 - specificity and reads
y = sensitivity; a band of specificities at each sensitivity goes along x = 1 - sensitivity and
reads y = specificity. Both are rising lines from (0, 0) to (1, 1), so that one computation serves
both.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import ThresholdCounts
from aucurate.errors import OptionError

Floats: TypeAlias = NDArray[np.float64]
Quantity: TypeAlias = Literal["sensitivity", "specificity"]

STEPS = 200
DRAWN_STEPS = 64  # the largest deviation of replicates is found on a coarser grid


@dataclass(frozen=True, slots=True, eq=False)
class RisingLine:
    """A line of points (x, y); ``n_along`` observations move along x and ``n_up`` up y.

    Where observations of both classes are tied the line is sloped, as if their order were left to
    chance.
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
        return 1.0 - _upper(1.0 - self.x[::-1], 1.0 - self.y[::-1], 1.0 - at)

    def upper(self, at: Floats) -> Floats:
        """The height at each x, the upper end where the line is upright; 1 to the right of it."""
        return _upper(self.x, self.y, at)

    def middle(self, at: Floats) -> Floats:
        """The height at each x, the middle where the line is upright."""
        return (self.lower(at) + self.upper(at)) / 2

    def places(self, steps: int = STEPS) -> Floats:
        """Where a band is computed: at even steps along x, and where the line climbs by a step.

        A steep beginning is so resolved as finely as a level end.
        """
        even = np.arange(steps + 1) / steps
        climbed = np.interp(even, self.y, self.x)
        return np.unique(np.concatenate([even, climbed]))


def checked_quantity(quantity: Quantity) -> Quantity:
    """Whether sensitivities or specificities are wanted."""
    if quantity not in get_args(Quantity):
        raise OptionError(
            f"quantity must be 'sensitivity' or 'specificity'; it is {quantity!r}.",
            hint="'sensitivity' gives a range of sensitivities at each specificity.",
        )
    return quantity


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
