r"""What a replicate draws where observations are in groups or have weights.

- **Groups** are drawn whole: a row is in a replicate as often as its group was drawn. Stratified
  (the default), groups are drawn within strata by the classes that they hold, for two classes those
  of positives only, of negatives only, and of both, as many from each as there are; otherwise from
  all groups. The numbers of positives and negatives then differ between replicates. The stratified
  bootstrap takes the number of groups of each kind for fixed: its standard deviation is that of
  :mod:`aucurate.data.units` where groups of both classes score like the others, and otherwise less.
- **Sampling weights**: rows (or groups) are drawn with equal chance, and keep their weights.
- **Frequency weights** say how many observations a row stands for, and observations are drawn, not
  rows. Up to 131,072 of them are drawn one by one as if each had a row, which gives the numbers of
  the repeated rows; beyond that the replicate is a multinomial draw of how often each row's
  observations are drawn, which has the same distribution. In groups, they are drawn with their
  group.

The draws are made in an order of the groups that their rows settle, so that neither the order of
the rows nor the names of the groups change a replicate. Groups of one observation without weights
are observations, and take the path of these.

Field, C. A., Welsh, A. H. (2007). Bootstrapping clustered data. Journal of the Royal Statistical
Society B 69, 369-390. Rao, J. N. K., Wu, C. F. J. (1988). Resampling inference with complex survey
data. Journal of the American Statistical Association 83, 231-241.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import Counts
from aucurate.data.observations import Observations, WithUnits
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.resampling.intervals import Influence, SharedInfluence
from aucurate.kernels.units import UnitDesign

Whole: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Data = TypeVar("Data", bound=Scores | PairedScores)

MOST_ONE_BY_ONE = 1 << 17
"""Observations with frequency weights that are drawn one by one."""

CELL_COST = 10
"""A binomial draw takes about as long as so many draws of one observation."""

_SPARE_BITS = 8  # of sampling weights: a unit is drawn up to 255 times


def class_weights(
    rows: Observations, positive: NDArray[np.bool_], weights: Whole | None
) -> Floats | None:
    """Sampling weights of which as many as there are rows have a mean of 1; None without these.

    ``weights`` are whole numbers, relative within each class.
    """
    if rows.class_weights is None or weights is None:
        return None
    scaled = weights.astype(np.float64)
    for own, total in zip((positive, ~positive), rows.class_weights, strict=True):
        scaled[own] *= total / int(weights[own].sum())
    return scaled


def ready_to_draw(data: Data) -> "tuple[Data, RowUnits | None]":
    """The rows to draw from and their units, None where these are the rows.

    Few observations with frequency weights get a row each.
    """
    units = RowUnits.of(data.observations)
    if units is None or not units.counted or data.observations.size > MOST_ONE_BY_ONE:
        return data, units
    return cast(Data, data.plain("the bootstrap")), None


@dataclass(frozen=True, slots=True, eq=False)
class RowUnits:
    """The group and the weight of every row.

    Without ``groups`` every row is a unit. Rows that are ``counted`` stand for as many observations
    as they weigh, which are drawn one by one.
    """

    groups: Whole | None = None
    weights: Whole | None = None
    counted: bool = False

    @classmethod
    def of(cls, rows: WithUnits) -> "RowUnits | None":
        """Those of observations, None where each is drawn by itself and counts once."""
        groups = rows.groups if rows.is_grouped else None
        weights = rows.whole_weights
        if groups is None and weights is None:
            return None
        if rows.is_sampled and weights is not None:
            weights = np.maximum(weights >> _SPARE_BITS, 1)
        return cls(groups, weights, groups is None and not rows.is_sampled)

    @property
    def columns(self) -> tuple[Whole, ...]:
        """The groups and the weights, as far as there are any."""
        return tuple(each for each in (self.groups, self.weights) if each is not None)

    def of_rows(self, order: Whole) -> "RowUnits":
        """Those of the rows in another order."""
        groups, weights = (
            None if each is None else each[order] for each in (self.groups, self.weights)
        )
        return replace(self, groups=groups, weights=weights)

    def in_order(
        self, codes: NDArray[Any], columns: Sequence[NDArray[Any]]
    ) -> tuple[Whole, "RowUnits"]:
        """An order of the rows that their classes, columns and weights settle, and what is in it.

        Rows of a group stand together, and the groups are numbered in the order in which their rows
        would stand in a dictionary. Rows and groups that are equal may have any order.
        """
        weights = () if self.weights is None else (self.weights,)
        keys = (codes, *columns, *weights)
        order = np.lexsort(keys[::-1])
        if self.groups is None:
            return order, self.of_rows(order)
        differs = np.zeros(len(order), np.bool_)
        for key in keys:
            differs[1:] |= key[order][1:] != key[order][:-1]
        kinds = np.empty(len(order), np.int64)
        kinds[order] = np.cumsum(differs)
        groups = _numbered(self.groups, kinds)
        order = np.lexsort((kinds, groups))
        return order, replace(self, groups=groups).of_rows(order)

    def design(self, codes: NDArray[Any]) -> UnitDesign:
        """The units and the strata that the kernels draw from; ``codes`` are the classes."""
        codes = codes.astype(np.int64)
        if self.groups is None:
            order = np.argsort(codes, kind="stable")
            units = np.empty(len(order), np.int64)
            units[order] = np.arange(len(order))
            strata = tuple(np.bincount(codes).tolist())
            if not self.counted or self.weights is None:
                return UnitDesign(units, strata, self.weights)
            return UnitDesign(units, strata, sizes=self.weights[order])
        held = np.zeros((int(self.groups.max()) + 1, int(codes.max()) + 1), np.bool_)
        held[self.groups, codes] = True
        kinds, kind = np.unique(held, axis=0, return_inverse=True)
        # Groups of one class come first, in the order of the classes.
        place = np.lexsort((*(~kinds).T[::-1], kinds.sum(axis=1)))
        rank = np.empty(len(place), np.int64)
        rank[place] = np.arange(len(place))
        stratum = rank[kind.ravel()]
        order = np.argsort(stratum, kind="stable")
        units = np.empty(len(order), np.int64)
        units[order] = np.arange(len(order))
        return UnitDesign(units[self.groups], tuple(np.bincount(stratum).tolist()), self.weights)


def influences_of_units(
    units: RowUnits, codes: NDArray[Any], influences: Sequence[Floats]
) -> list[Influence]:
    r"""What each unit does to an estimate, for each stratum, from the influences of each class.

    A unit u adds :math:`a_u = \sum_{i \in u} s_i (\varphi_i - \bar\varphi)`, with the shares of its
    observations in the weight of their class and the weighted mean of that class
    (:mod:`aucurate.data.units`). In a stratum of I units the influence of each is I times what it
    adds, less the mean of the stratum: what leaving out the unit does. The order of the rows does
    not matter.
    """
    moved = np.empty(len(codes))
    for code, own in enumerate(influences):
        moved[codes == code] = own
    order, units = units.in_order(codes, [moved])
    codes, moved = codes[order], moved[order]
    added = np.empty(len(codes))
    for code in range(len(influences)):
        rows = codes == code
        shares = np.ones(int(rows.sum())) if units.weights is None else units.weights[rows]
        shares = shares / shares.sum()
        added[rows] = shares * (moved[rows] - np.sum(shares * moved[rows]))
    design = units.design(codes)
    of_units = np.bincount(design.units, added, minlength=design.n_units)
    ends = np.cumsum(design.strata)[:-1]
    of_strata = np.split(of_units, ends)
    if design.sizes is None:
        return [len(own) * (own - own.mean()) for own in of_strata if len(own)]
    return [
        SharedInfluence(own * (sizes.sum() / sizes), sizes)
        for own, sizes in zip(of_strata, np.split(design.sizes, ends), strict=True)
    ]


def redrawn(sizes: Whole, rows: int, rng: np.random.Generator) -> Whole:
    """How often each cell is drawn when as many observations are drawn as there are.

    Many observations in few cells are drawn cell by cell, others one by one.
    """
    total, width = int(sizes.sum()), len(sizes)
    if width * CELL_COST < total:
        return rng.multinomial(total, sizes / total, size=rows)
    cell = np.repeat(np.arange(width), sizes)
    picked = cell[rng.integers(total, size=(rows, total))]
    picked += width * np.arange(rows)[:, None]
    return np.bincount(picked.ravel(), minlength=rows * width).reshape(rows, width)


def drawn_rows(design: UnitDesign, size: int, rng: np.random.Generator) -> Whole:
    """How often each row is in each of so many replicates: as often as its unit was drawn."""
    drawn = [redrawn(np.ones(units, np.int64), size, rng) for units in design.strata if units]
    return np.concatenate(drawn, axis=1)[:, design.units]


def gathered(drawn: Counts, places: Whole, width: int) -> Counts:
    """How often each distinct score was drawn, from how often each cell or row was."""
    order = np.argsort(places, kind="stable")
    distinct, starts = np.unique(places[order], return_index=True)
    counts = np.zeros((len(drawn), width), drawn.dtype)
    counts[:, distinct] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return counts


def _numbered(groups: Whole, kinds: Whole) -> Whole:
    """The groups by their place among the sorted sequences of the kinds of their rows."""
    order = np.lexsort((kinds, groups))
    ordered, sizes = kinds[order], np.bincount(groups)
    starts = np.cumsum(sizes) - sizes
    rank = np.zeros(len(sizes), np.int64)
    tied, at = np.arange(len(sizes)), 0
    while len(tied):
        more = sizes[tied] > at
        key = np.where(more, ordered[np.minimum(starts[tied] + at, len(ordered) - 1)], -1)
        inside = np.lexsort((key, rank[tied]))
        tied, key = tied[inside], key[inside]
        first = np.ones(len(tied), np.bool_)
        first[1:] = (rank[tied][1:] != rank[tied][:-1]) | (key[1:] != key[:-1])
        # A rank is the number of groups before: those that were tied spread over their own places.
        block = np.ones(len(tied), np.bool_)
        block[1:] = rank[tied][1:] != rank[tied][:-1]
        place = np.arange(len(tied))
        into = place - np.maximum.accumulate(np.where(block, place, 0))
        head = np.maximum.accumulate(np.where(first, place, 0))
        rank[tied] += into[head]
        last = np.append(first[1:], True)
        alone = first & last
        tied = tied[~alone & (key >= 0)]
        at += 1
    numbers = np.empty(len(rank), np.int64)
    numbers[np.argsort(rank, kind="stable")] = np.arange(len(rank))
    return numbers[groups]
