"""Data in an order of their own, so that resampling does not depend on how they were given.

A random generator deals with row numbers: the tenth draw, the flip of row 17. Taken as given, the
same observations in another order, the same two classifiers the other way round, or scores that run
the other way would meet other random numbers and give another answer. So the rows are sorted by
label and ranks, and the direction of the scores and the order of the two classifiers are settled by
the data. What was reversed is turned back in the result: ``sign`` is -1 where the difference (or
the AUC's distance from one half) changed its sign on the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.resampling.drawn_units import RowUnits, ready_to_draw

Ranks: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RankedSet:
    """Observations of one test set: a row of doubled midranks for each classifier.

    ``units`` are the groups and the weights of the rows, None where each is a unit of its own.
    """

    ranks: Ranks
    positive: NDArray[np.bool_]
    units: RowUnits | None = None

    @property
    def codes(self) -> Ranks:
        """The class of each row: 0 for a positive, 1 for a negative."""
        return (~self.positive).astype(np.int64)

    @property
    def weights(self) -> Ranks | None:
        """The weights of the rows, where they have any."""
        return None if self.units is None else self.units.weights

    @property
    def wins(self) -> tuple[int, ...]:
        """Twice the pairs that the positives win, or their weight, for each classifier."""
        if self.weights is not None:
            return self.placements().wins
        m = int(np.count_nonzero(self.positive))
        return tuple(int(row[self.positive].sum()) - m * (m + 1) for row in self.ranks)

    @property
    def pairs(self) -> int:
        """How many pairs of a positive and a negative there are, or their weight."""
        first, second = self.sizes
        return first * second

    @property
    def sizes(self) -> tuple[int, int]:
        """How many positives and negatives there are, or their weights."""
        if self.weights is not None:
            weights = self.weights
            return int(weights[self.positive].sum()), int(weights[~self.positive].sum())
        m = int(np.count_nonzero(self.positive))
        return m, len(self.positive) - m

    def placements(self) -> kernels.Placements:
        """The placements of the rows, with their weights."""
        return kernels.placements(
            self.ranks.astype(np.float64), self.positive, weights=self.weights
        )

    def turned(self) -> "RankedSet":
        """With scores that run the other way."""
        return replace(self, ranks=2 * (len(self.positive) + 1) - self.ranks)

    def exchanged(self) -> "RankedSet":
        """With the classifiers in reverse order."""
        return replace(self, ranks=self.ranks[::-1])

    def sorted(self) -> "RankedSet":
        """With the rows in ascending order of label, then of the ranks of each classifier.

        Rows with groups and weights are in the order that :class:`RowUnits` gives them.
        """
        if self.units is not None:
            order, units = self.units.in_order(self.codes, list(self.ranks))
            ranks = np.ascontiguousarray(self.ranks[:, order])
            return RankedSet(ranks, self.positive[order], units)
        order = self.ascending()
        return RankedSet(np.ascontiguousarray(self.ranks[:, order]), self.positive[order])

    def ascending(self) -> NDArray[np.int64]:
        """The order of :meth:`sorted`."""
        bits = (2 * len(self.positive) + 2).bit_length()
        if 1 + bits * len(self.ranks) > 63:
            return np.lexsort((*self.ranks[::-1], self.positive))
        joined = self.positive.astype(np.int64)
        for row in self.ranks:
            joined = (joined << bits) | row
        return np.argsort(joined)  # rows with equal keys are equal


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at the data: the classifiers exchanged, the scores reversed, or both."""

    exchanged: bool = False
    turned: bool = False

    @property
    def sign(self) -> int:
        """-1 where the difference (or the AUC's distance from one half) changes its sign."""
        return 1 if self.exchanged == self.turned else -1

    def of(self, sets: tuple[RankedSet, ...]) -> tuple[RankedSet, ...]:
        """The test sets as they are seen."""
        if self.exchanged:
            sets = sets[::-1] if len(sets) == 2 else (sets[0].exchanged(),)
        return tuple(one.turned() for one in sets) if self.turned else sets


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The test sets (one, or two with a classifier each) in the order that the data settle.

    ``view`` says how they are seen there, ``wins`` are those of each classifier in this order, and
    ``symmetric`` says that the data look the same from both sides, so that the sign is arbitrary.
    """

    test_sets: tuple[RankedSet, ...]
    view: View
    wins: tuple[int, ...]
    symmetric: bool

    @property
    def sign(self) -> int:
        """That of the view."""
        return self.view.sign


def ranked(data: Scores | PairedScores, threads: int | None = None) -> RankedSet:
    """The classifiers of one test set, each row of scores ranked."""
    data, units = ready_to_draw(data)
    values = data.values[None, :] if isinstance(data, Scores) else data.values
    ranks = np.stack([kernels.doubled_midranks(row, threads=threads) for row in values])
    return RankedSet(ranks, data.observations.is_positive, units)


def arranged(
    *given: Scores | PairedScores, threads: int | None = None, turnable: bool = True
) -> Arrangement:
    """One classifier, two paired ones, or two on different test sets.

    ``turnable`` says that scores that run the other way give one minus the AUC, or its like.
    """
    sets = tuple(ranked(data, threads) for data in given)
    wins = tuple(wins for one in sets for wins in one.wins)
    return arranged_sets(sets, wins, turnable=turnable)


def arranged_sets(
    sets: tuple[RankedSet, ...], wins: tuple[int, ...], *, turnable: bool = True
) -> Arrangement:
    """The same of test sets that are ranked, with the wins of each classifier."""
    views = candidates(sets, wins, turnable=turnable)
    ordered = [(view, tuple(one.sorted() for one in view.of(sets))) for view in views]
    view, chosen = ordered[0]
    symmetric = False
    for other_view, other in ordered[1:]:
        order = _compare(chosen, other)
        if order == 0:
            symmetric = symmetric or view.sign != other_view.sign
        elif order < 0:
            view, chosen, symmetric = other_view, other, False
    return Arrangement(chosen, view, seen_wins(view, sets, wins), symmetric)


def candidates(
    sets: tuple[RankedSet, ...], wins: tuple[int, ...], *, turnable: bool = True
) -> list[View]:
    """The views among which wins and sizes do not decide; for most data it is one."""
    views = [View()] if len(wins) == 1 else [View(), View(exchanged=True)]
    views += [View(view.exchanged, True) for view in views if turnable]
    summaries = [_summary(view, sets, wins) for view in views]
    best = max(summaries)
    return [view for view, summary in zip(views, summaries, strict=True) if summary == best]


def seen_wins(view: View, sets: tuple[RankedSet, ...], wins: tuple[int, ...]) -> tuple[int, ...]:
    """The wins of each classifier as they are in a view: a reversed classifier wins the rest."""
    pairs = [one.pairs for one in sets] * (1 if len(sets) == len(wins) else len(wins))
    if view.turned:
        wins = tuple(2 * all_pairs - won for all_pairs, won in zip(pairs, wins, strict=True))
    return wins[::-1] if view.exchanged else wins


def _summary(
    view: View, sets: tuple[RankedSet, ...], wins: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """Enough to distinguish most data, without a sort: sizes, pairs and wins of each test set."""
    seen = seen_wins(view, sets, wins)
    if len(sets) == 1:
        return [(len(sets[0].positive), sets[0].pairs, *seen)]
    in_order = sets[::-1] if view.exchanged else sets
    return [(len(one.positive), one.pairs, won) for one, won in zip(in_order, seen, strict=True)]


def compared(first: NDArray[Any], second: NDArray[Any]) -> int:
    """Which of two arrays comes first in the alphabet of their items: 1, 0 for equal ones, -1.

    A larger one comes first.
    """
    if first.shape != second.shape:
        return 1 if first.shape > second.shape else -1
    differs = np.flatnonzero(first.ravel() != second.ravel())
    if not len(differs):
        return 0
    return 1 if first.ravel()[differs[0]] > second.ravel()[differs[0]] else -1


def _compare(first: Sequence[RankedSet], second: Sequence[RankedSet]) -> int:
    """The same of test sets, by labels and ranks, then by groups and weights."""
    for one, two in zip(first, second, strict=True):
        columns = zip(_columns(one), _columns(two), strict=True)
        for a, b in columns:
            if order := compared(a, b):
                return order
    return 0


def _columns(ranked_set: RankedSet) -> tuple[NDArray[Any], ...]:
    units = ranked_set.units or RowUnits()
    absent = np.empty(0, np.int64)
    groups, weights = (absent if each is None else each for each in (units.groups, units.weights))
    return ranked_set.positive, ranked_set.ranks, groups, weights
