"""Data in an order of their own, so that resampling does not depend on how they were given.

A random generator deals with row numbers: the tenth draw, the flip of row 17. Taken as given, the
same observations in another order, the same two classifiers the other way round, or scores that run
the other way would meet other random numbers and give another answer. So the rows are sorted by
label and ranks, and the direction of the scores and the order of the two classifiers are settled by
the data. What was turned round is turned back in the result: ``sign`` is -1 where the difference
(or the AUC's distance from one half) changed its sign on the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores

Ranks: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RankedSet:
    """Observations of one test set: a row of doubled midranks for each classifier."""

    ranks: Ranks
    positive: NDArray[np.bool_]

    @property
    def wins(self) -> tuple[int, ...]:
        """Twice the pairs that the positives win, for each classifier."""
        m = int(np.count_nonzero(self.positive))
        return tuple(int(row[self.positive].sum()) - m * (m + 1) for row in self.ranks)

    @property
    def pairs(self) -> int:
        """How many pairs of a positive and a negative there are."""
        m = int(np.count_nonzero(self.positive))
        return m * (len(self.positive) - m)

    def turned(self) -> "RankedSet":
        """With scores that run the other way."""
        return RankedSet(2 * (len(self.positive) + 1) - self.ranks, self.positive)

    def exchanged(self) -> "RankedSet":
        """With the classifiers in reverse order."""
        return RankedSet(self.ranks[::-1], self.positive)

    def sorted(self) -> "RankedSet":
        """With the rows in ascending order of label, then of the ranks of each classifier."""
        order = np.lexsort((*self.ranks[::-1], self.positive))
        return RankedSet(np.ascontiguousarray(self.ranks[:, order]), self.positive[order])


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The test sets (one, or two with a classifier each) in the order that the data settle.

    ``symmetric`` says that the data look the same from both sides, so that the sign is arbitrary.
    """

    test_sets: tuple[RankedSet, ...]
    sign: int
    symmetric: bool


def arranged(*given: Scores | PairedScores, threads: int | None = None) -> Arrangement:
    """One classifier, two paired ones, or two on different test sets."""
    sets = tuple(_ranked(data, threads) for data in given)
    views: list[tuple[int, tuple[RankedSet, ...]]] = [(1, sets)]
    if len(sets) == 2:
        views.append((-1, sets[::-1]))
    elif len(sets[0].ranks) == 2:
        views.append((-1, (sets[0].exchanged(),)))
    views += [(-sign, tuple(s.turned() for s in view)) for sign, view in views]
    summaries = [[_summary(s) for s in view] for _, view in views]
    best = max(summaries)
    left = [view for view, summary in zip(views, summaries, strict=True) if summary == best]
    ordered = [(sign, tuple(s.sorted() for s in view)) for sign, view in left]
    sign, chosen = ordered[0]
    symmetric = False
    for other_sign, other in ordered[1:]:
        order = _compare(chosen, other)
        if order == 0:
            symmetric = symmetric or sign != other_sign
        elif order < 0:
            sign, chosen, symmetric = other_sign, other, False
    return Arrangement(chosen, sign, symmetric)


def _ranked(data: Scores | PairedScores, threads: int | None) -> RankedSet:
    values = data.values[None, :] if isinstance(data, Scores) else data.values
    ranks = np.stack([kernels.doubled_midranks(row, threads=threads) for row in values])
    return RankedSet(ranks, data.observations.is_positive)


def _summary(test_set: RankedSet) -> tuple[int, ...]:
    """Enough to tell most test sets apart, without a sort."""
    return (len(test_set.positive), test_set.pairs, *test_set.wins)


def _compare(first: Sequence[RankedSet], second: Sequence[RankedSet]) -> int:
    """Which comes first in the alphabet of ranks: 1 the first, -1 the second, 0 for equal ones."""
    for one, two in zip(first, second, strict=True):
        for a, b in ((one.positive.astype(np.int64), two.positive), (one.ranks, two.ranks)):
            differs = np.flatnonzero(a.ravel() != b.ravel())
            if len(differs):
                at = differs[0]
                return 1 if a.ravel()[at] > b.ravel()[at] else -1
    return 0
