r"""Bootstrap replicates of a kernel-smoothed AUC.

Scores are rounded to a grid with 16 points to a standard deviation of the smooth step (fewer where
that makes more than 16,384 points, for scores with very long tails), which changes what is smoothed
by less than a bandwidth wider by 0.04 percent would. Drawing m
observations with replacement from rounded scores is drawing the counts of the grid points from a
multinomial distribution, so a replicate costs what the grid costs, not what the observations do.
The area of the rounded data differs from the exact one by less than 1e-4, with very long tails by
up to 1e-3; the replicates are shifted by that difference.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import ModelError
from aucurate.estimates.bandwidths import Kernel, Rule, bandwidth
from aucurate.estimates.grids import without_gaps
from aucurate.estimates.kernel_curve import Smoothing, smooth_step
from aucurate.estimates.pair_means import grid_wins
from aucurate.estimates.tallies import Tally
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

Floats = NDArray[np.float64]
Widths = tuple[float, float]

_CELLS = 16
_MOST = 2**14
_WIDEST = 6.0  # standard deviations of the smooth step: across a wider gap it is a sharp one
_LOOK = 25  # replicates between two looks at the progress callback
_SMALLEST = 1e-3  # of the bandwidth, for a replicate that drew equal scores only


@dataclass(frozen=True, slots=True, eq=False)
class GridClass:
    """The occupied grid points of one class: where, how many, and which score they stand for."""

    cells: NDArray[np.int64]
    counts: Floats
    values: Floats

    @property
    def size(self) -> int:
        """How many observations there are."""
        return int(self.counts.sum())

    def dense(self, counts: Floats, size: int) -> Floats:
        """Counts of the occupied points on the whole grid."""
        grid = np.zeros(size)
        grid[self.cells] = counts
        return grid


@dataclass(frozen=True, slots=True, eq=False)
class RoundedClasses:
    """Both classes on one grid, and what is needed for the area of any counts on it."""

    positive: GridClass
    negative: GridClass
    spacing: float
    size: int
    widths: Widths
    kernel: Kernel

    @classmethod
    def of(cls, smoothing: Smoothing) -> "RoundedClasses":
        """Round both classes; gaps that no smooth step spans are shortened."""
        positive, negative = smoothing.positive, smoothing.negative
        widths, kernel = smoothing.widths, smoothing.kernel
        deviation = math.hypot(*widths) / (1 if kernel == "gaussian" else math.sqrt(5))
        pooled = np.unique(np.concatenate([positive.values, negative.values]))
        places = without_gaps(pooled, _WIDEST * deviation)
        spacing = max(deviation / _CELLS, float(places[-1]) / _MOST)
        cells = np.rint(places / spacing).astype(np.int64)
        return cls(
            _rounded(positive, cells[np.searchsorted(pooled, positive.values)]),
            _rounded(negative, cells[np.searchsorted(pooled, negative.values)]),
            spacing,
            int(cells[-1]) + 1,
            widths,
            kernel,
        )

    def area(self, positives: Floats, negatives: Floats, widths: Widths) -> float:
        """The smoothed AUC of these counts; NaN without one of the classes."""
        pairs = float(positives.sum() * negatives.sum())
        if pairs == 0:
            return math.nan
        upper = self.positive.dense(positives, self.size)
        lower = self.negative.dense(negatives, self.size)
        return grid_wins(upper, lower, smooth_step(widths, self.kernel), self.spacing) / pairs


def kernel_replicates(
    rounded: RoundedClasses,
    area: float,
    rule: Rule | None,
    resampling: Resampling,
    progress: Progress | None,
) -> Floats:
    """Smoothed AUCs of the replicates, with the rule's bandwidths in each where there is one."""
    whole = rounded.area(rounded.positive.counts, rounded.negative.counts, rounded.widths)
    draw = _drawing(rounded, resampling)
    values: list[float] = []
    while len(values) < resampling.repeats:
        for _ in range(min(_LOOK, resampling.repeats - len(values))):
            positives, negatives = draw()
            widths = rounded.widths
            if rule is not None and positives.any() and negatives.any():
                widths = _widths(rounded, positives, negatives, rule)
            values.append(rounded.area(positives, negatives, widths) + (area - whole))
        if progress is not None and progress(len(values), resampling.repeats) is False:
            break
    return np.clip(values, 0, 1)


def _rounded(tally: Tally, cells: NDArray[np.int64]) -> GridClass:
    """Scores that share a grid point are one: their mean."""
    used, at = np.unique(cells, return_inverse=True)
    counts = np.asarray(np.bincount(at, weights=tally.counts), np.float64)
    unit = float(np.max(np.abs(tally.values))) or 1.0
    sums = np.bincount(at, weights=tally.counts * (tally.values / unit))
    return GridClass(used, counts, np.maximum.accumulate(unit * (sums / counts)))


def _drawing(
    rounded: RoundedClasses, resampling: Resampling
) -> Callable[[], tuple[Floats, Floats]]:
    """A function that draws the counts of both classes."""
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))
    m, n = rounded.positive.size, rounded.negative.size
    shares = [each.counts / each.counts.sum() for each in (rounded.positive, rounded.negative)]

    def draw() -> tuple[Floats, Floats]:
        positives = m if resampling.stratified else int(rng.binomial(m + n, m / (m + n)))
        sizes = (positives, m + n - positives)
        first, second = (rng.multinomial(k, p) for k, p in zip(sizes, shares, strict=True))
        return first.astype(np.float64), second.astype(np.float64)

    return draw


def _widths(rounded: RoundedClasses, positives: Floats, negatives: Floats, rule: Rule) -> Widths:
    def width(drawn: Tally, whole: float) -> float:
        try:
            return max(bandwidth(drawn, rule, rounded.kernel), _SMALLEST * whole)
        except ModelError:  # equal scores only
            return _SMALLEST * whole

    return (
        width(Tally(rounded.positive.values, positives), rounded.widths[0]),
        width(Tally(rounded.negative.values, negatives), rounded.widths[1]),
    )
