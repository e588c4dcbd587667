r"""One classifier's scores counted in cells: where the rows of a cell rank, points of its curve.

Cells are ordered as their scores are (:mod:`aucurate.kernels.cells`). The counts of all cells below
a cell place its rows up to their order within the cell, and a cell of one score holds nothing but
ties, so that its rows are placed completely. The lower edge of every cell is a point of the curve:
the calls at its least score are the rows of the cell and of all higher ones. A point that thinning
keeps is such an edge, or is in a cell that a line of :class:`aucurate.kernels.thinning.CurveLines`
crosses or whose upper left corner is above the convex hull of the edges; only the distinct scores
of these cells have to be known.

Where a tolerance is given, the counts may be enough. Of cell j with :math:`m_j` positives and
:math:`n_j` negatives of several scores, the order of :math:`m_j n_j` pairs is unknown. If each
counts one half, an AUC of m positives and n negatives is off by at most

.. math::  \frac{1}{2 m n} \sum_j m_j n_j

and every placement in the cell by at most :math:`h_j = n_j / 2n` for positives and
:math:`m_j / 2m` for negatives. Within a class of m observations the norm of the differences is at
most :math:`\lVert h \rVert`, which centring only reduces, so that the standard deviation of the
placements is off by at most :math:`\lVert h \rVert / \sqrt{m - 1}`. A standard error is the norm of
the two standard deviations of the mean, one for each class; by the triangle inequality it is off by
at most

.. math::  \sqrt{\sum_{\text{classes}} \frac{\lVert h \rVert^2}{m (m - 1)}}

and that of a difference by the same with the sum of both classifiers' norms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from aucurate.data.table_scores import Approximation
from aucurate.engines.partitions import MOST_PAIRS, Floats, Whole
from aucurate.kernels import ThinnedCurve, whole_curve
from aucurate.kernels.cells import no_cells
from aucurate.kernels.thinning import CurveLines

CELLS, SEGMENTS = 2**20, 64
"""How many cells scores are counted in at most, and how many quantiles their map goes through."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Distinct scores from the highest down, and how much of each class has each of them."""

    scores: Floats
    positives: Whole
    negatives: Whole


NO_LEVELS = Levels(np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class CellCounts:
    """The cells that hold anything, the lowest first: their numbers and contents.

    ``cells`` has the type :data:`aucurate.kernels.cells.CELL`, and ``rows`` is how many rows each
    cell has at most.
    """

    numbers: Whole
    cells: NDArray[np.void]
    rows: Whole

    @classmethod
    def of(
        cls,
        numbers: Whole,
        positives: Whole,
        negatives: Whole,
        low: Floats,
        high: Floats,
        rows: Whole,
    ) -> "CellCounts":
        """From cells in any order."""
        order = np.argsort(numbers)
        cells = no_cells(len(order))
        columns = {"positives": positives, "negatives": negatives, "low": low, "high": high}
        for name, values in columns.items():
            cells[name] = values[order]
        return cls(numbers[order], cells, rows[order])

    @classmethod
    def of_every_cell(cls, cells: NDArray[np.void]) -> "CellCounts":
        """From all cells of a map, most of which may hold nothing."""
        rows = cells["positives"] + cells["negatives"]
        numbers = np.flatnonzero(rows)
        return cls(numbers, cells[numbers], rows[numbers])

    @property
    def totals(self) -> tuple[int, int]:
        """How much all positives and all negatives weigh."""
        return int(self.cells["positives"].sum()), int(self.cells["negatives"].sum())

    @property
    def is_constant(self) -> NDArray[np.bool_]:
        """Which cells hold one score only."""
        return np.asarray(self.cells["low"] == self.cells["high"])

    def below(self, of: Literal["positives", "negatives"]) -> Whole:
        """How much of a class is in the cells below each cell."""
        own = self.cells[of]
        return np.asarray(np.cumsum(own) - own)

    def centres(self) -> tuple[int, int]:
        """About the mean of the doubled placements, of positives and of negatives."""
        positives, negatives = (self.cells[of].astype(float) for of in ("positives", "negatives"))
        won = 2 * self.below("negatives").astype(float) + negatives
        wins = float((positives * won).sum())
        return round(wins / positives.sum()), round(wins / negatives.sum())

    def middles(self) -> tuple[Whole, Whole]:
        """The doubled placements of the positives and of the negatives of each cell, if pairs
        within a cell are ties.
        """
        positives, negatives = self.cells["positives"], self.cells["negatives"]
        above = self.totals[0] - self.below("positives") - positives
        return 2 * self.below("negatives") + negatives, 2 * above + positives

    @property
    def tied_share(self) -> float:
        """The share of pairs that are in cells of one score."""
        return self._share_of_pairs(self.is_constant)

    @property
    def most_off(self) -> float:
        """How far the AUC of :meth:`middles` can be from the exact one."""
        return self._share_of_pairs(~self.is_constant) / 2

    def _share_of_pairs(self, chosen: NDArray[np.bool_]) -> float:
        cells, (n_positive, n_negative) = self.cells[chosen], self.totals
        return float((cells["positives"] / n_positive) @ (cells["negatives"] / n_negative))

    def placements_off(self) -> Floats:
        """The norms of how far the placements of positives, and of negatives, can be off."""
        cells, totals = self.cells[~self.is_constant], np.array(self.totals, float)
        own = np.array([cells["positives"], cells["negatives"]], float)
        off = own[::-1] / totals[::-1, None] / 2
        return np.asarray(np.sqrt((own * off**2).sum(axis=1)))

    def edge_curve(self) -> ThinnedCurve | None:
        """The points that thinning keeps of those at the edges of cells, which are on the curve."""
        lines = self.lines()
        if lines is None:
            return None
        nothing = np.zeros(len(self.cells), np.bool_)
        return self.thinned(lines, nothing, NO_LEVELS, len(self.cells))

    def lines(self) -> CurveLines | None:
        """The lines of the curve, None where their crossing cannot be counted."""
        n_positive, n_negative = self.totals
        if n_positive * n_negative >= MOST_PAIRS:
            return None
        return CurveLines.unless_short(n_positive, n_negative)

    def wanted(self, lines: CurveLines, most: int) -> NDArray[np.bool_]:
        """The cells whose distinct scores decide which points are kept.

        Where they have more rows than ``most``, those with the fewest rows.
        """
        edges = self._edges()
        positives, negatives = (self.cells[of][::-1] for of in ("positives", "negatives"))
        true, false = np.cumsum(positives), np.cumsum(negatives)
        found = _needed(lines, true, false)
        found |= _passes(lines.false_positives, false - negatives, false, "left")
        hull = whole_curve([_part(lines, edges, len(edges.scores), corners_only=True)])
        across, up = (
            np.append(each[::-1], 0) for each in (hull.false_positives, hull.true_positives)
        )
        across, first = np.unique(across, return_index=True)
        height = np.interp(false - negatives, across, up[first])
        above = true > height - _ROUNDING * float(true[-1])
        found |= above & (positives > 0) & (negatives > 0)
        found = found[::-1] & ~self.is_constant
        fewest = np.argsort(np.where(found, self.rows, 0), kind="stable")
        fits = np.cumsum(np.where(found, self.rows, 0)[fewest]) <= most
        found[fewest[~fits]] = False
        return found

    def thinned(
        self, lines: CurveLines, fetched: NDArray[np.bool_], inside: Levels, n_levels: int
    ) -> ThinnedCurve:
        """The points of the curve that thinning keeps.

        ``inside`` are the distinct scores in the cells that were ``fetched``, and ``n_levels`` is
        how many there are in all cells.
        """
        edges, others = self._edges(), ~fetched[::-1]
        scores = np.concatenate([edges.scores[others], inside.scores])
        order = np.argsort(-scores, kind="stable")
        levels = Levels(
            scores[order],
            np.concatenate([edges.positives[others], inside.positives])[order],
            np.concatenate([edges.negatives[others], inside.negatives])[order],
        )
        return whole_curve([_part(lines, levels, n_levels)])

    def _edges(self) -> Levels:
        """The lower edges of the cells, each with all of its cell."""
        cells = self.cells[::-1]
        return Levels(cells["low"], cells["positives"], cells["negatives"])


def bounds_within(counts: Sequence[CellCounts], tolerance: float) -> Approximation | None:
    """How far AUCs and standard errors from counts in cells can be off; None if an AUC by more
    than this.
    """
    auc = tuple(each.most_off for each in counts)
    if max(auc) > tolerance:
        return None
    sizes = np.array(counts[0].totals, float)
    off = np.array([each.placements_off() for each in counts]) / np.sqrt(sizes * (sizes - 1))
    pairs = np.linalg.norm(off[:, None] + off[None, :], axis=2)
    np.fill_diagonal(pairs, 0.0)
    return Approximation(
        tolerance=tolerance,
        auc=auc,
        error=tuple(np.linalg.norm(off, axis=1).tolist()),
        difference_error=tuple(map(tuple, pairs.tolist())),
    )


def _part(
    lines: CurveLines, levels: Levels, n_levels: int, *, corners_only: bool = False
) -> tuple[int, bool, Floats, Whole, Whole, Any]:
    """The curve through all levels as the kernels join it, with the points that lines need."""
    true, false = np.cumsum(levels.positives), np.cumsum(levels.negatives)
    if corners_only:
        needed = np.zeros(len(true), np.bool_)
    else:
        needed = _needed(lines, true, false)
        needed[:-1] |= _passes(lines.false_positives, false[:-1], false[1:], "left")
    return n_levels, True, np.ascontiguousarray(levels.scores), true, false, needed.view(np.uint8)


def _needed(lines: CurveLines, true: Whole, false: Whole) -> NDArray[np.bool_]:
    """Which points reach a line of the way along the curve, or of true positives."""
    if not len(lines.along):
        return np.ones(len(true), np.bool_)
    along = true * lines.n_negative + false * lines.n_positive
    return _passes(lines.along, _before(along), along, "right") | _passes(
        lines.true_positives, _before(true), true, "right"
    )


def _before(counts: Whole) -> Whole:
    return np.concatenate([[0], counts[:-1]])


def _passes(
    lines: Whole, start: Whole, end: Whole, side: Literal["left", "right"]
) -> NDArray[np.bool_]:
    """Whether there is a line after each start up to its end ("right"), or before it ("left")."""
    first, last = (np.searchsorted(lines, each, side=side) for each in (start, end))
    return np.asarray(last > first)
