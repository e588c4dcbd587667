r"""Bootstrap replicates of any estimate that is a function of the counts at each distinct score.

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. A replicate
draws m positives and n negatives with replacement, each class from its own. What counts is how
often each distinct score (for two classifiers on the same observations: each pair of scores) was
drawn, so a replicate is one multinomial draw per class, and the estimate is computed from the
counts for many replicates at once. BCa's acceleration comes from the influences of the estimate.

Groups of observations, and rows with sampling weights, are drawn as
:mod:`aucurate.inference.resampling.drawn_units` says, and the counts of a replicate are sums over
the drawn rows. The share of positives then differs between replicates; for an estimate that depends
on it the counts are scaled to the classes of the data. Frequency weights are counts from the start:
the replicates are those of the repeated rows.

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of the scores changes a replicate.

With few observations where the range or the threshold lies, the replicates vary less than new data
would. Where the variance is zero or undefined, the bound of :mod:`aucurate.inference.core.bounds`
takes over.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import Counts
from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.core.influence import Moved, asked, influence_contest
from aucurate.inference.curve.estimands import components_of, recipe_of
from aucurate.inference.resampling.canonical_order import compared
from aucurate.inference.resampling.drawn_units import (
    CELL_COST,
    RowUnits,
    class_weights,
    drawn_rows,
    gathered,
    redrawn,
)
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
    def values(self, *counts: Counts) -> Floats:
        """The estimate of each row of counts, given for one class after the other."""

    @property
    def keeps_class_shares(self) -> bool:
        """Whether every replicate needs the class shares of the data."""
        return False

    def row_weights(self, data: Data) -> Counts | None:
        """How much each row adds to the counts, None where each is one."""
        units = self.units(data)
        return None if units is None else units[0].weights

    def order(self, first: Data, second: Data, together: bool) -> int:
        """By the counts, and the groups and weights where rows have these."""
        if not (self._are_counts(first) and self._are_counts(second)):
            pair = (first, second)
            sides = [pair, pair[::-1]] if together else [(each,) for each in pair]
            return first_in_order(*(self._arranged(side)[1:] for side in sides))
        if together:
            return turned_order(self._cells([first, second]))
        one, two = (
            [
                np.bincount(places[rows], None if sizes is None else sizes[rows], places.max() + 1)
                .astype(np.int64)
                .tolist()
                for rows in (codes == at for at in np.unique(codes))
            ]
            for (places, codes), sizes in (
                (self.placed(each), self.row_weights(each)) for each in (first, second)
            )
        )
        return (one > two) - (one < two)

    def rows(self, data: Sequence[Data], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """Multinomial draws of the counts of each class, or sums over the drawn groups or rows."""
        if not self._are_counts(data[0]):
            return self._unit_rows(data, seed)
        rng, cells = np.random.default_rng(seed), self._cells(data)
        widths = [int(self.placed(each)[0].max()) + 1 for each in data]

        def rows(size: int) -> Floats:
            drawn = [redrawn(each.sizes, size, rng) for each in cells]
            columns = (
                [gathered(d, c.places[at], width) for d, c in zip(drawn, cells, strict=True)]
                for at, width in enumerate(widths)
            )
            return np.stack([self.values(*counts) for counts in columns], axis=1)

        held = (min(int(each.sizes.sum()), CELL_COST * len(each.sizes)) for each in cells)
        return rows, self.held // max(*widths, sum(held))

    def _cells(self, data: Sequence[Data]) -> list["Cells"]:
        """The observations of each class by their places with each of the classifiers."""
        placed, sizes = [self.placed(each) for each in data], self.row_weights(data[0])
        places, codes = np.stack([places for places, _ in placed]), placed[0][1]
        return [
            Cells.of(places[:, rows], None if sizes is None else sizes[rows])
            for rows in (codes == at for at in np.unique(codes))
        ]

    def _are_counts(self, data: Data) -> bool:
        """Whether observations are drawn one by one, so that their counts are all that matters."""
        units = self.units(data)
        return units is None or units[0].counted

    def _arranged(self, data: Sequence[Data]) -> tuple[RowUnits, Whole, Whole, Counts, Whole]:
        """The rows of one test set in an order of their own.

        Their units and classes, the places with each of the classifiers, weights and groups.
        """
        placed, (units, codes) = [self.placed(each) for each in data], self._units_of(data[0])
        places, weights = np.stack([places for places, _ in placed]), self.row_weights(data[0])
        order, units = units.in_order(codes, [*places])
        given = np.ones(len(codes), np.int64) if weights is None else weights[order]
        groups = np.arange(len(codes)) if units.groups is None else units.groups
        return units, codes[order], places[:, order], given, groups

    def _units_of(self, data: Data) -> tuple[RowUnits, Whole]:
        return self.units(data) or (RowUnits(), self.placed(data)[1])

    def _unit_rows(self, data: Sequence[Data], seed: Seed) -> tuple[Rows, int]:
        """Sums of the weights of drawn rows."""
        units, codes, places, weights, _ = self._arranged(data)
        rng, design = np.random.default_rng(seed), units.design(codes)
        of_classes = [codes == at for at in np.unique(codes)]
        width = int(places.max()) + 1

        def rows(size: int) -> Floats:
            drawn = drawn_rows(design, size, rng) * weights
            drawn_classes: list[Counts] = [drawn[:, each] for each in of_classes]
            if self.keeps_class_shares:
                drawn_classes = [
                    each * (weights[own].sum() / each.sum(axis=1, keepdims=True))
                    for each, own in zip(drawn_classes, of_classes, strict=True)
                ]
            columns = (
                [
                    gathered(each, place[own], width)
                    for each, own in zip(drawn_classes, of_classes, strict=True)
                ]
                for place in places
            )
            return np.stack([self.values(*counts) for counts in columns], axis=1)

        return rows, self.held // (4 * len(codes))


@dataclass(frozen=True, slots=True)
class CountedStatistic(CellStatistic[Moved]):
    """A partial AUC, a rate at a given rate, an average precision."""

    estimate: CountedEstimate
    held: ClassVar[int] = 2_000_000

    @property
    def ends(self) -> Ends:
        """The range of the estimate."""
        return self.estimate.lowest, self.estimate.highest

    @property
    def keeps_class_shares(self) -> bool:
        """Where the estimate depends on the share of positives."""
        return self.estimate.depends_on_prevalence

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

    def units(self, data: Moved) -> tuple[RowUnits, Whole] | None:
        """The groups and weights of the observations."""
        units = RowUnits.of(data.scores.observations)
        return None if units is None else (units, (~data.scores.is_positive).astype(np.int64))

    def row_weights(self, data: Moved) -> Counts | None:
        """As many observations as there are have a mean sampling weight of 1."""
        rows = data.scores.observations
        if not rows.is_sampled:
            return rows.counts
        return class_weights(rows, rows.is_positive, rows.whole_weights)

    def values(self, *counts: Counts) -> Floats:
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
    def of(cls, places: Whole, counts: Counts | None = None) -> "Cells":
        """From the places of rows (classifiers x rows), which stand for so many observations."""
        if counts is None:
            distinct, sizes = np.unique(places, axis=1, return_counts=True)
        else:
            distinct, cell = np.unique(places, axis=1, return_inverse=True)
            sizes = np.bincount(cell.ravel(), counts)
        return cls(distinct, sizes.astype(np.int64))


def first_in_order(first: Sequence[NDArray[Any]], second: Sequence[NDArray[Any]]) -> int:
    """Which of two series of arrays comes first in the alphabet of their items: 1, 0 or -1."""
    for one, two in zip(first, second, strict=True):
        if order := compared(one, two):
            return order
    return 0


def turned_order(cells: Sequence[Cells]) -> int:
    """Which of two classifiers comes first in the alphabet of places and counts: 1, 0 or -1."""
    for each in cells:
        turned = np.lexsort((each.places[0], each.places[1]))
        there = np.concatenate([*each.places, each.sizes])
        back = np.concatenate([*each.places[::-1, turned], each.sizes[turned]])
        if order := compared(there, back):
            return order
    return 0
