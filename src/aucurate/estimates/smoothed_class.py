"""The smoothed distribution of one class: both its tails, its density and its quantiles."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.estimates.bandwidths import Kernel
from aucurate.estimates.grids import grid_size, shared, without_gaps
from aucurate.estimates.smooth_steps import NORMAL_REACH, Floats, epanechnikov_cdf
from aucurate.estimates.tallies import Tally

_FEW = 2048
_REACH: dict[Kernel, float] = {"gaussian": NORMAL_REACH, "epanechnikov": 1.0}
_FINE: dict[Kernel, int] = {"gaussian": 16, "epanechnikov": 256}
_HALVINGS, _NEWTON = 14, 4
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class SmoothedClass:
    """Weighted points, ascending, each spread by a kernel of one bandwidth.

    Up to 2,048 distinct scores are the points themselves. More are shared among the points of a
    grid (:mod:`aucurate.estimates.grids`) when that has fewer points; distribution functions then
    are right to about 1e-9 (Gaussian) and 1e-7 (Epanechnikov, whose kernel has corners).
    """

    points: Floats
    weights: Floats
    bandwidth: float
    kernel: Kernel

    @classmethod
    def of(cls, tally: Tally, bandwidth: float, kernel: Kernel) -> "SmoothedClass":
        """From distinct scores and their counts."""
        if len(tally.values) <= _FEW:
            return cls(tally.values, tally.counts / tally.size, bandwidth, kernel)
        points, weights = _gridded(tally, bandwidth / _FINE[kernel])
        return cls(points, weights / tally.size, bandwidth, kernel)

    @property
    def reach(self) -> float:
        """How far from a point its kernel ends."""
        return _REACH[self.kernel] * self.bandwidth

    def upper(self, thresholds: Floats) -> Floats:
        """The share of the class at or above each threshold."""
        total = np.append(np.cumsum(self.weights[::-1])[::-1], 0.0)
        _, end = self._window(thresholds)
        return np.clip(total[end] + self._near(thresholds, lambda u: self._rise(-u)), 0, 1)

    def lower(self, thresholds: Floats) -> Floats:
        """The share of the class below each threshold."""
        total = np.append(0.0, np.cumsum(self.weights))
        start, _ = self._window(thresholds)
        return np.clip(total[start] + self._near(thresholds, self._rise), 0, 1)

    def density(self, thresholds: Floats) -> Floats:
        """The smoothed density at each threshold."""
        return np.maximum(self._near(thresholds, self._bump) / self.bandwidth, 0)

    def threshold(self, share: Floats) -> Floats:
        """The threshold with this share of the class above it.

        It lies within the reach of the point that has this share above it: bisection on the
        smaller tail, then Newton's method.
        """
        share = np.asarray(share, np.float64)
        flat = share.ravel()
        above = np.maximum.accumulate(np.cumsum(self.weights[::-1]))[::-1]
        at = np.searchsorted(-above, -flat, side="right") - 1
        centre = self.points[np.clip(at, 0, len(self.points) - 1)]
        low, high = centre - self.reach, centre + self.reach
        for _ in range(_HALVINGS):
            middle = low + (high - low) / 2
            beyond = self._excess(middle, flat) > 0
            low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
        found = low + (high - low) / 2
        for _ in range(_NEWTON):
            slope = self.density(found)
            steep = slope > 0
            move = np.where(steep, self._excess(found, flat) / np.where(steep, slope, 1.0), 0.0)
            found = np.clip(found + move, low, high)
        return found.reshape(share.shape)

    def landmarks(self, count: int) -> Floats:
        """Thresholds from below all scores to above all, spaced by the share of the class."""
        reached = np.maximum.accumulate(np.cumsum(self.weights))
        at = np.searchsorted(reached, np.linspace(0, 1, count))
        inner = self.points[np.minimum(at, len(self.points) - 1)]
        steps = np.linspace(-self.reach, self.reach, count)
        return np.concatenate([inner[0] + steps, inner, inner[-1] + steps])

    def _excess(self, thresholds: Floats, share: Floats) -> Floats:
        """The share above each threshold minus the wanted one, from the smaller tail."""
        small = share <= 0.5
        found = np.empty_like(share)
        found[small] = self.upper(thresholds[small]) - share[small]
        found[~small] = (1 - share[~small]) - self.lower(thresholds[~small])
        return found

    def _window(self, thresholds: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        start = np.searchsorted(self.points, thresholds - self.reach)
        end = np.searchsorted(self.points, thresholds + self.reach, side="right")
        return start, end

    def _near(self, thresholds: Floats, shape: Callable[[Floats], Floats]) -> Floats:
        """The weighted sum of a function of (threshold - point) / bandwidth over near points."""
        flat = np.ravel(thresholds)
        start, end = self._window(flat)
        found = np.zeros(len(flat))
        widest = max(1, int(np.max(end - start, initial=1)))
        for first in range(0, len(flat), max(1, _CHUNK // widest)):
            rows = slice(first, first + max(1, _CHUNK // widest))
            columns = start[rows, None] + np.arange(widest)
            there = columns < end[rows, None]
            columns = np.minimum(columns, len(self.points) - 1)
            with np.errstate(over="ignore"):  # as far away as can be
                away = (flat[rows, None] - self.points[columns]) / self.bandwidth
            found[rows] = (np.where(there, self.weights[columns], 0.0) * shape(away)).sum(axis=1)
        return found.reshape(np.shape(thresholds))

    def _rise(self, u: Floats) -> Floats:
        return np.asarray(special.ndtr(u)) if self.kernel == "gaussian" else epanechnikov_cdf(u)

    def _bump(self, u: Floats) -> Floats:
        if self.kernel == "gaussian":
            return np.asarray(np.exp(-u * u / 2) / np.sqrt(2 * np.pi))
        return np.asarray(0.75 * np.maximum(0.0, 1 - u * u))


def _gridded(tally: Tally, spacing: float) -> tuple[Floats, Floats]:
    """Grid points with their weights: runs of scores without wide gaps have a grid each.

    Points stand where the scores do; only the empty part of a gap has none.
    """
    widest = 16 * spacing
    places = without_gaps(tally.values, widest)
    size = grid_size(float(places[-1]), spacing)
    if size > len(places):
        return tally.values, tally.counts
    grid = shared(places, tally.counts, spacing, size)
    (used,) = np.nonzero(grid)
    at = (used - 2) * spacing
    nearest = np.clip(np.searchsorted(places, at + widest / 2) - 1, 0, len(places) - 1)
    return tally.values[nearest] + (at - places[nearest]), grid[used]
