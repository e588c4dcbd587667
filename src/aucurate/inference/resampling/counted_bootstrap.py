r"""Bootstrap replicates of any estimate that is a function of the counts at each distinct score.

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. A replicate
draws m positives and n negatives with replacement, each class from its own. What counts is how
often each distinct score (for two classifiers on the same observations: each pair of scores) was
drawn, so a replicate is one multinomial draw per class, and the estimate is computed from the
counts for many replicates at once. BCa's acceleration comes from the influences of the estimate.

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of the scores changes a replicate.

With few observations where the range or the threshold lies, the replicates vary less than new data
would. Where the variance is zero or undefined, the bound of :mod:`aucurate.inference.core.bounds`
takes over.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.core.influence import Moved, asked, influence_contest
from aucurate.inference.curve.estimands import components_of
from aucurate.inference.resampling.canonical_order import compared
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import (
    METHOD,
    Ends,
    Rows,
    RowStatistic,
    Seed,
    within_classes,
)
from aucurate.results import Alternative, Estimate, Interval

Whole: TypeAlias = NDArray[np.int64]
_CELLS = 2_000_000  # counts held at a time; three or four arrays of them exist at once
_CELL_COST = 10  # a binomial draw takes about as long as so many draws of one observation


@dataclass(frozen=True, slots=True)
class CountedStatistic(RowStatistic[Moved]):
    """A partial AUC, a rate at a given rate, an average precision."""

    estimate: CountedEstimate

    @property
    def ends(self) -> Ends:
        """The range of the estimate."""
        return self.estimate.lowest, self.estimate.highest

    def resampling(self, resampling: Resampling | None) -> Resampling:
        """Within the classes only."""
        return within_classes(resampling or Resampling())

    def question(
        self, alternative: Alternative, null_difference: float, confidence: float
    ) -> Question:
        """A null difference lies within the reach of the estimate."""
        return asked(self.estimate, alternative, null_difference, confidence)

    def plain(self, data: Scores, confidence: float) -> tuple[Estimate, bool]:
        """The estimate with its bound where the influences have no variance."""
        whole = components_of(data, self.estimate)
        if whole.variance(0) > 0:
            low, high = self.ends
            interval = Interval(low=low, high=high, confidence=confidence, method=METHOD)
            return whole.record(0, interval, whole.caveats), False
        low, high = whole.free_ends(0, (1 - confidence) / 2)
        interval = Interval(low=low, high=high, confidence=confidence, method=whole.bound)
        why = whole.wording.no_variance(f"the {whole.quantity}")
        return whole.record(0, interval, [*whole.caveats, why]), True

    def contest(self, first: Scores, second: Scores, paired: bool | None) -> Contest:
        """Two estimates with the variance of their difference, from the influences."""
        components = type(components_of(first, self.estimate))
        return influence_contest(components, first, second, self.estimate, paired)[1]

    def prepared(self, data: Scores) -> Moved:
        """The counts and the influences of the observations."""
        return Moved.of(data, self.estimate)

    def order(self, first: Moved, second: Moved, together: bool) -> int:
        """By the counts."""
        if together:
            return turned_order(_cells([first, second]))
        one, two = (
            [each.counts.positives.tolist(), each.counts.negatives.tolist()]
            for each in (first, second)
        )
        return (one > two) - (one < two)

    def influences(self, data: Moved) -> list[Floats]:
        """The influence values of the estimate."""
        return [*data.of_observations()]

    def rows(self, data: Sequence[Moved], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """Multinomial draws of the counts of both classes."""
        rng, cells = np.random.default_rng(seed), _cells(data)
        widths = [len(each.counts.positives) for each in data]

        def rows(size: int) -> Floats:
            drawn = [redrawn(each.sizes, size, rng) for each in cells]
            columns = []
            for at, width in enumerate(widths):
                positives, negatives = (
                    gathered(d, c.places[at], width) for d, c in zip(drawn, cells, strict=True)
                )
                columns.append(self.estimate.values(positives, negatives))
            return np.stack(columns, axis=1)

        return rows, _CELLS // max(*widths, len(data[0].scores))


class Cells(NamedTuple):
    """The distinct places of the observations of one class, and how many are at each.

    ``places`` has a row per classifier; the columns are sorted, so that the rows of the table that
    the observations came from may have any order.
    """

    places: Whole
    sizes: Whole


def cells_of(places: Whole, classes: Iterable[NDArray[np.bool_]]) -> list[Cells]:
    """The observations of each class by their places (classifiers x observations)."""
    found = []
    for here in classes:
        distinct, sizes = np.unique(places[:, here], axis=1, return_counts=True)
        found.append(Cells(distinct, sizes.astype(np.int64)))
    return found


def redrawn(sizes: Whole, rows: int, rng: np.random.Generator) -> Whole:
    """How often each cell is drawn when as many observations are drawn as there are.

    Many observations in few cells are drawn cell by cell, others one by one.
    """
    total, width = int(sizes.sum()), len(sizes)
    if width * _CELL_COST < total:
        return rng.multinomial(total, sizes / total, size=rows)
    cell = np.repeat(np.arange(width), sizes)
    picked = cell[rng.integers(total, size=(rows, total))]
    picked += width * np.arange(rows)[:, None]
    return np.bincount(picked.ravel(), minlength=rows * width).reshape(rows, width)


def gathered(drawn: Whole, places: Whole, width: int) -> Whole:
    """How often each distinct score was drawn, from how often each cell was."""
    order = np.argsort(places, kind="stable")
    distinct, starts = np.unique(places[order], return_index=True)
    counts = np.zeros((len(drawn), width), np.int64)
    counts[:, distinct] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return counts


def turned_order(cells: Sequence[Cells]) -> int:
    """Which of two classifiers comes first in the alphabet of places and counts: 1, 0 or -1."""
    for each in cells:
        turned = np.lexsort((each.places[0], each.places[1]))
        there = np.concatenate([*each.places, each.sizes])
        back = np.concatenate([*each.places[::-1, turned], each.sizes[turned]])
        if order := compared(there, back):
            return order
    return 0


def _cells(moved: Sequence[Moved]) -> list[Cells]:
    """Positives and negatives by their places with each of the classifiers."""
    positive = moved[0].scores.is_positive
    return cells_of(np.stack([each.places for each in moved]), (positive, ~positive))
