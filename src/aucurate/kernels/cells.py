r"""Scores of rows that pass by: counted in cells, placed by their cells, or sent to partitions.

A *cell* is an interval of scores, and a :class:`CellMap` says which cell a score is in. It never
falls as the score rises, so equal scores share a cell, and scores in different cells are ordered as
their cells are. It is piecewise linear: segment j begins at the score ``starts[j]`` and has
``widths[j]`` cells from ``firsts[j]`` on, and the score s is in

.. math::
    \text{firsts}_j + \min\bigl(\lfloor (s - \text{starts}_j)\,\text{slopes}_j \rfloor,\;
    \text{widths}_j - 1\bigr)

Rounding changes which cell a score near an edge is in, but a difference, a product with a positive
number and a floor never fall, so that the order of the cells remains that of the scores.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import _kernels, thread_count

__all__ = ["CELL", "CellMap", "count_cells", "no_cells", "place_by_cells", "send_to_partitions"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

CELL = np.dtype(
    [("positives", np.int64), ("negatives", np.int64), ("low", np.float64), ("high", np.float64)]
)
"""What a cell holds: how much of each class, the least and the greatest score."""

_TAIL_SHARE = 0.5  # of what is beyond the last quantile, and so on
_NO_WEIGHTS = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class CellMap:
    """A map from scores to cells; the first segment begins at minus infinity."""

    starts: Floats
    slopes: Floats
    firsts: Whole
    widths: Whole

    @classmethod
    def of(cls, sample: Floats, cells: int, segments: int) -> "CellMap":
        """About so many cells, in each about the same share of a sample of the scores.

        The segments begin at quantiles of the sample, beyond the last of which every further one
        halves what is left, so that long tails have cells too. A value that is several times in the
        sample, and among these quantiles, has a cell of its own, as has an infinity in the sample.

        >>> cells = CellMap.of(np.array([0.0, 0.0, 0.1, 0.4, 0.8, 0.9]), cells=8, segments=4)
        >>> cells.of_scores(np.array([-1.0, 0.0, 1e-9, 0.85, 2.0])).tolist()
        [0, 1, 2, 6, 7]
        """
        ordered = np.sort(sample[np.isfinite(sample)]) + 0.0
        present = [bool(np.any(sample == infinity)) for infinity in (-np.inf, np.inf)]
        edges = np.nextafter([-np.inf, np.inf], np.inf)[present]
        if not len(ordered):
            return cls._from_starts(edges, np.ones(len(edges), np.int64))
        last = len(ordered) - 1
        even = np.linspace(0, last, segments + 1)[1:-1]
        tail = last / segments * _TAIL_SHARE ** np.arange(1, 1 + max(1, len(ordered)).bit_length())
        places = np.unique(np.rint(np.concatenate([[0.0, last], even, tail, last - tail])))
        starts = np.unique(ordered[places.astype(np.int64)])
        begins = np.searchsorted(ordered, starts, side="left")
        ends = np.searchsorted(ordered, starts, side="right")
        shares = np.diff(np.append(begins, len(ordered))) / len(ordered)
        widths = np.maximum(1, np.rint(shares * cells)).astype(np.int64)
        alone = ends - begins > 1
        with np.errstate(over="ignore"):  # after the largest number is infinity
            after = np.nextafter(starts[alone], np.inf)
        rest = (shares[alone] - (ends - begins)[alone] / len(ordered)) * cells
        widths[alone] = 1
        widths[-1] = 1  # nothing in the sample is above
        rest_widths = np.maximum(1, np.rint(rest)).astype(np.int64)
        starts = np.concatenate([edges, starts, after])
        widths = np.concatenate([np.ones(len(edges), np.int64), widths, rest_widths])
        order = np.argsort(starts, kind="stable")
        starts, widths = starts[order], widths[order]
        distinct = np.ones(len(starts), np.bool_)
        distinct[:-1] = np.diff(starts) > 0
        return cls._from_starts(starts[distinct], widths[distinct])

    @classmethod
    def _from_starts(cls, starts: Floats, widths: Whole) -> "CellMap":
        """Segments from minus infinity on; one that is too narrow for its cells has one."""
        starts = np.concatenate([[-np.inf], starts])
        widths = np.concatenate([[1], widths])
        with np.errstate(all="ignore"):
            slopes = widths / (np.append(starts[1:], np.inf) - starts)
        narrow = ~(np.isfinite(slopes) & (slopes > 0))
        widths, slopes = np.where(narrow, 1, widths), np.where(narrow, 0.0, slopes)
        return cls(starts, slopes, np.cumsum(widths) - widths, widths)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return int(self.firsts[-1] + self.widths[-1])

    def of_scores(self, scores: Floats) -> Whole:
        """The cell of each score, by the definition."""
        at = np.searchsorted(self.starts, scores, side="right") - 1
        with np.errstate(invalid="ignore", over="ignore"):
            place = (scores - self.starts[at]) * self.slopes[at]
        place = np.where(self.widths[at] == 1, 0.0, np.minimum(place, self.widths[at] - 1.0))
        return np.asarray(self.firsts[at] + np.floor(place).astype(np.int64))


def no_cells(size: int) -> NDArray[np.void]:
    """So many cells that hold nothing."""
    cells = np.zeros(size, CELL)
    cells["low"], cells["high"] = np.inf, -np.inf
    return cells


def count_cells(
    scores: Floats,
    positive: NDArray[np.bool_],
    map: CellMap,
    cells: NDArray[np.void],
    *,
    weights: Whole | None = None,
    threads: int | None = None,
) -> None:
    """Add these scores to what the cells hold."""
    _kernels.count_cells(
        scores,
        positive.view(np.uint8),
        _NO_WEIGHTS if weights is None else weights,
        map.starts,
        map.slopes,
        map.firsts,
        map.widths,
        cells.view(np.int64).reshape(-1, 4),
        thread_count(threads),
    )


def place_by_cells(
    scores: Floats,
    positive: NDArray[np.bool_],
    map: CellMap,
    of_positive_cells: Whole,
    of_negative_cells: Whole,
    *,
    of_positives: Whole,
    of_negatives: Whole,
    threads: int | None = None,
) -> None:
    """Give every positive what the positives in its cell get, and every negative likewise.

    The answers are written to ``of_positives`` and ``of_negatives``, each in the order of the rows.
    """
    _kernels.place_by_cells(
        scores,
        positive.view(np.uint8),
        map.starts,
        map.slopes,
        map.firsts,
        map.widths,
        of_positive_cells,
        of_negative_cells,
        of_positives,
        of_negatives,
        thread_count(threads),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """Rows in the order of their partitions, in each the negatives first.

    ``ordinals`` are their numbers among the rows of their class. Slot 2 p has the negatives of
    partition p and slot 2 p + 1 its positives; slot j is from ``begins[j]`` to ``begins[j + 1]``.
    """

    ordinals: NDArray[np.uint32]
    scores: Floats
    weights: Whole | None
    begins: Whole


def send_to_partitions(
    scores: Floats,
    positive: NDArray[np.bool_],
    starts: Floats,
    *,
    weights: Whole | None = None,
    threads: int | None = None,
) -> Sent:
    """Sort rows by the partition and the class; a partition begins at each of the ``starts``.

    These ascend from minus infinity on, and rows keep their order within a partition and class.
    """
    size = len(scores)
    sent = Sent(
        np.empty(size, np.uint32),
        np.empty(size),
        None if weights is None else np.empty(size, np.int64),
        np.empty(2 * len(starts) + 1, np.int64),
    )
    _kernels.send_to_partitions(
        scores,
        positive.view(np.uint8),
        _NO_WEIGHTS if weights is None else weights,
        starts,
        sent.ordinals,
        sent.scores,
        _NO_WEIGHTS if sent.weights is None else sent.weights,
        sent.begins,
        thread_count(threads),
    )
    return sent
