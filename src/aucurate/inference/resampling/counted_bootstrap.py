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

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.core.influence import Moved, asked, influence_contest
from aucurate.inference.curve.estimands import components_of, recipe_of
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

Data = TypeVar("Data")
Whole: TypeAlias = NDArray[np.int64]
_CELL_COST = 10  # a binomial draw takes about as long as so many draws of one observation


class CellStatistic(RowStatistic[Data]):
    """An estimate from how many observations of each class have each distinct score.

    ``held`` is how many counts are held at a time; several arrays of them exist at once.
    """

    __slots__ = ()
    held: ClassVar[int]

    def resampling(self, resampling: Resampling | None) -> Resampling:
        """Within the classes only."""
        return within_classes(resampling or Resampling())

    @abstractmethod
    def placed(self, data: Data) -> tuple[Whole, Whole]:
        """Where each observation stands among the distinct scores, and its class: 0, 1, ..."""

    @abstractmethod
    def values(self, *counts: Whole) -> Floats:
        """The estimate of each row of counts, given for one class after the other."""

    def order(self, first: Data, second: Data, together: bool) -> int:
        """By the counts."""
        if together:
            return turned_order(self._cells([first, second]))
        one, two = (
            [np.bincount(p[codes == at], minlength=p.max() + 1).tolist() for at in np.unique(codes)]
            for p, codes in (self.placed(first), self.placed(second))
        )
        return (one > two) - (one < two)

    def rows(self, data: Sequence[Data], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """Multinomial draws of the counts of each class."""
        rng, cells = np.random.default_rng(seed), self._cells(data)
        widths = [int(self.placed(each)[0].max()) + 1 for each in data]

        def rows(size: int) -> Floats:
            drawn = [redrawn(each.sizes, size, rng) for each in cells]
            columns = (
                [gathered(d, c.places[at], width) for d, c in zip(drawn, cells, strict=True)]
                for at, width in enumerate(widths)
            )
            return np.stack([self.values(*counts) for counts in columns], axis=1)

        return rows, self.held // max(*widths, sum(int(each.sizes.sum()) for each in cells))

    def _cells(self, data: Sequence[Data]) -> list["Cells"]:
        """The observations of each class by their places with each of the classifiers."""
        placed = [self.placed(each) for each in data]
        places, codes = np.stack([places for places, _ in placed]), placed[0][1]
        return [Cells.of(places[:, codes == at]) for at in np.unique(codes)]


@dataclass(frozen=True, slots=True)
class CountedStatistic(CellStatistic[Moved]):
    """A partial AUC, a rate at a given rate, an average precision."""

    estimate: CountedEstimate
    held: ClassVar[int] = 2_000_000

    @property
    def ends(self) -> Ends:
        """The range of the estimate."""
        return self.estimate.lowest, self.estimate.highest

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
        interval = Interval(
            low=low, high=high, confidence=confidence, method=whole.bound, bound=True
        )
        why = whole.wording.no_variance(f"the {whole.quantity}")
        return whole.record(0, interval, [*whole.caveats, why]), True

    def contest(self, first: Scores, second: Scores, paired: bool | None) -> Contest:
        """Two estimates with the variance of their difference, from the influences."""
        components = recipe_of(self.estimate)
        return influence_contest(components, first, second, self.estimate, paired)[1]

    def prepared(self, data: Scores) -> Moved:
        """The counts and the influences of the observations."""
        return Moved.of(data, self.estimate)

    def influences(self, data: Moved) -> list[Floats]:
        """The influence values of the estimate."""
        return [*data.of_observations()]

    def placed(self, data: Moved) -> tuple[Whole, Whole]:
        """From the highest score down; positives come first."""
        return data.places, (~data.scores.is_positive).astype(np.int64)

    def values(self, *counts: Whole) -> Floats:
        """The estimate of each row of counts."""
        return self.estimate.values(*counts)


class Cells(NamedTuple):
    """The distinct places of the observations of one class, and how many are at each.

    ``places`` has a row per classifier; the columns are sorted, so that the rows of the table that
    the observations came from may have any order.
    """

    places: Whole
    sizes: Whole

    @classmethod
    def of(cls, places: Whole) -> "Cells":
        """From the places of observations (classifiers x observations)."""
        distinct, sizes = np.unique(places, axis=1, return_counts=True)
        return cls(distinct, sizes.astype(np.int64))


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
