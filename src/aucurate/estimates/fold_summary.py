r"""How fold values are spread: histograms with common bins, and the normal fitted to each.

For every classifier the mean and the standard deviation (divisor K - 1) of its K fold values, and
how many of them lie in each bin. The bins are the same for all classifiers, so that heights can be
compared. Their width is about Scott's, :math:`3.49\, s K^{-1/3}` with the smallest s of the
classifiers, or a thirtieth of the whole range where that is more, brought down to 1, 2 or 5 times a
power of ten; but where that leaves four bins, at least one and a half times the median gap between
neighbouring values, as rates of small test sets lie on a grid, which narrower bins would draw. The
edges are multiples of the width. A bin holds its lower edge; the last one also holds the upper.

The line over the bars is what the fitted normal expects a bin to hold, of the common width w and
with its centre at x: :math:`K (\Phi((x + w/2 - m)/s) - \Phi((x - w/2 - m)/s))`. At the centre of a
bin it is what that bin should hold. Where s is much more than w it is the bell of the density,
where s is less it is about as wide as a bin; it never passes K, as the bars do not.

**Not** a test of normality, and no standard error of the mean: folds share training data, and with
a fixed test set all their values depend on the same observations.

Scott, D. W. (1979). On optimal and data-based histograms. Biometrika 66, 605-610.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.data.scores import position
from aucurate.errors import OptionError
from aucurate.results import Record

_MOST_BINS = 30
_SLACK = 1e-9  # a value this part of a width below an edge is on it
_REACH = 3.5  # standard deviations over which a fitted normal is followed


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldSummary(Record):
    """One classifier over the folds: ``counts`` has the number of fold values in each bin.

    ``standard_deviation`` is NaN for a single fold.
    """

    name: str
    mean: float
    standard_deviation: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldDistribution(Record):
    """The fold values of several classifiers, counted in common bins.

    ``lowest`` and ``highest`` bound the quantity; ``dropped`` names folds that were left out
    because a class was missing from them.
    """

    quantity: str
    n_folds: int
    lowest: float
    highest: float
    edges: tuple[float, ...]
    summaries: tuple[FoldSummary, ...]
    dropped: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in their order."""
        return tuple(one.name for one in self.summaries)

    def of(self, name: str) -> FoldSummary:
        """The summary of one classifier."""
        return self.summaries[position(self.names, name)]

    def normal(
        self, name: str, count: int = 141
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Values and the folds that the fitted normal expects in a bin around each of them.

        The line ends where the quantity does; without spread there is none.
        """
        one = self.of(name)
        spread = one.standard_deviation
        if not spread > 0:
            return np.empty(0), np.empty(0)
        half = (self.edges[1] - self.edges[0]) / 2
        low = max(self.lowest, one.mean - _REACH * spread - half)
        high = min(self.highest, one.mean + _REACH * spread + half)
        values = np.linspace(low, high, count)
        ends = (values + step - one.mean for step in (-half, half))
        below, above = (special.ndtr(end / spread) for end in ends)
        return values, np.asarray(self.n_folds * (above - below), np.float64)


@checked
def fold_distribution(
    values: FoldValues, *, names: Sequence[str] | None = None, bins: int | None = None
) -> FoldDistribution:
    """Histograms of the fold values of several classifiers, in common bins.

    ``bins`` is the number of bins of equal width from the lowest value to the highest.

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.91, 0.93, 0.92, 0.96], "b": [0.89, 0.90, 0.90, 0.91]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ... )
    >>> found = fold_distribution(values, bins=7)
    >>> [(one.name, one.counts) for one in found.summaries]
    [('a', (0, 0, 1, 1, 1, 0, 1)), ('b', (1, 2, 1, 0, 0, 0, 0))]
    """
    if bins is not None and bins < 1:
        raise OptionError(f"bins must be a whole number of 1 or more; it is {bins!r}.")
    chosen = values.names if names is None else tuple(names)
    columns = [values.of(name) for name in chosen]
    if not columns:
        raise OptionError("there is no classifier to summarise.", hint="name at least one.")
    edges = _edges(columns, bins, values.lowest, values.highest)
    return FoldDistribution(
        quantity=values.quantity,
        n_folds=values.n_folds,
        lowest=values.lowest,
        highest=values.highest,
        edges=tuple(edges.tolist()),
        summaries=tuple(
            FoldSummary(
                name=name,
                mean=float(column.mean()),
                standard_deviation=_spread(column),
                counts=_counts(column, edges),
            )
            for name, column in zip(chosen, columns, strict=True)
        ),
        dropped=values.dropped,
    )


def _spread(column: NDArray[np.float64]) -> float:
    """The standard deviation; equal values have none, whatever the rounding of their mean."""
    if len(column) < 2:
        return math.nan
    return 0.0 if np.ptp(column) == 0 else float(column.std(ddof=1))


def _edges(
    columns: list[NDArray[np.float64]], bins: int | None, lowest: float, highest: float
) -> NDArray[np.float64]:
    together = np.concatenate(columns)
    low, high = float(np.min(together)), float(np.max(together))
    if bins is not None and high > low:
        return np.linspace(low, high, bins + 1, dtype=np.float64)
    digit, power = _width(columns, low, high, highest - lowest)
    width = digit * 10.0**power
    first = math.floor(low / width + _SLACK)
    last = max(math.ceil(high / width - _SLACK), first + 1)
    if last - first == 1 and first * width >= highest:
        first, last = first - 1, first
    marks = digit * np.arange(first, last + 1, dtype=np.float64)
    # Dividing whole numbers by a power of ten gives the doubles that a reader would type.
    return marks / 10.0**-power if power < 0 else marks * 10.0**power


def _width(
    columns: list[NDArray[np.float64]], low: float, high: float, whole: float
) -> tuple[int, int]:
    """1, 2 or 5, and a power of ten."""
    distinct = np.unique(np.concatenate(columns))
    if len(distinct) < 2:
        return _nice(whole / 100 if math.isfinite(whole) else 1.0, up=False)
    gap = float(np.median(np.diff(distinct)))
    spreads = [s for s in map(_spread, columns) if s > 0]
    scott = 3.49 * min(spreads, default=0.0) / math.cbrt(len(columns[0]))
    fine = _nice(1.3 * max(scott, (high - low) / _MOST_BINS), up=False)
    coarse = _nice(min(1.5 * gap, (high - low) / 4), up=True)
    return max(fine, coarse, key=lambda width: width[0] * 10.0 ** width[1])


def _nice(width: float, *, up: bool) -> tuple[int, int]:
    """The next of 1, 2 and 5 times a power of ten above this width, or below it."""
    power = math.floor(math.log10(width) + _SLACK)
    digit = width / 10.0**power
    if up:
        return next(((d, power) for d in (1, 2, 5) if d >= digit - _SLACK), (1, power + 1))
    return next((d, power) for d in (5, 2, 1) if d <= digit + _SLACK or d == 1)


def _counts(column: NDArray[np.float64], edges: NDArray[np.float64]) -> tuple[int, ...]:
    places = (column - edges[0]) / (edges[1] - edges[0])
    last = len(edges) - 2
    bins = np.clip(np.floor(places + _SLACK), 0, last).astype(np.int64)
    return tuple(np.bincount(bins, minlength=last + 1).tolist())
