"""Scores as ordered categories: all that a likelihood of ranks needs to know.

A table of ratings is one as it stands. Continuous scores become one as LABROC does it: every
distinct score is a category, and neighbours that hold only positives, or only negatives, are
merged. Merging them loses nothing: the threshold between two such neighbours is free, and at its
best value the likelihood of the two is that of the merged one times a constant (Metz, Herman and
Shen 1998 call what is left truth-state runs). Categories without observations are dropped.

More than ``limit`` categories (400) are merged further, into about that many with equal shares of
the observations, each class counting one half; ties stay together. That costs information of the
order of 1 / limit squared, far below the standard error.

Metz, C. E., Herman, B. A., Shen, J.-H. (1998). Maximum likelihood estimation of receiver operating
characteristic (ROC) curves from continuously-distributed data. Statistics in Medicine 17,
1033-1053.
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import whole
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores

LIMIT = 400

Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """Positives and negatives in each category of R tables, from the lowest score up.

    Both have a row for each table; tables with fewer categories than the widest have zeros at the
    end, and ``sizes`` says how many are their own.
    """

    positives: Counts
    negatives: Counts
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def active(self) -> NDArray[np.bool_]:
        """Which thresholds between categories exist, for each table."""
        return np.arange(1, self.positives.shape[1]) < self.sizes[:, None]

    def pattern(self, row: int = 0) -> str:
        """What a table's categories hold, from the highest down: + or - alone, or M, mixed."""
        size = int(self.sizes[row])
        positives, negatives = self.positives[row, :size], self.negatives[row, :size]
        letters = np.where(negatives == 0, "+", np.where(positives == 0, "-", "M"))
        return "".join(letters[::-1])

    def matching(self, pattern: re.Pattern[str], longest: int) -> NDArray[np.bool_]:
        """The tables whose categories match a pattern that is at most so long."""
        found = np.zeros(len(self), bool)
        for row in np.flatnonzero(self.sizes <= longest):
            found[row] = pattern.fullmatch(self.pattern(int(row))) is not None
        return found

    def select(self, rows: Any) -> "Categories":
        """Some of the tables."""
        return Categories(self.positives[rows], self.negatives[rows], self.sizes[rows])


def categories_of(data: Scores | ThresholdCounts, *, limit: int = LIMIT) -> Categories:
    """The categories of one classifier.

    >>> from aucurate.data.scores import Scores
    >>> found = categories_of(Scores.from_arrays([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6]))
    >>> found.pattern(), found.positives.tolist(), found.negatives.tolist()
    ('+-+-', [[0.0, 1.0, 0.0, 2.0]], [[2.0, 0.0, 1.0, 0.0]])
    """
    whole(limit, "the limit of categories", least=3, hint=f"{LIMIT} loses nothing that matters.")
    counts = ThresholdCounts.from_scores(data) if isinstance(data, Scores) else data
    groups, size = grouped(counts.positives[::-1], counts.negatives[::-1], limit)
    positives, negatives = np.zeros((1, size)), np.zeros((1, size))
    np.add.at(positives[0], groups, counts.positives[::-1])
    np.add.at(negatives[0], groups, counts.negatives[::-1])
    return collapsed(positives, negatives)


def grouped(positives: NDArray[Any], negatives: NDArray[Any], limit: int) -> tuple[Any, int]:
    """For each distinct score, in ascending order, the category it falls into; and how many."""
    states = (positives > 0) + 2 * (negatives > 0)
    filled = np.flatnonzero(states)
    kept = states[filled]
    fresh = np.ones(len(kept), bool)
    fresh[1:] = (kept[1:] != kept[:-1]) | (kept[1:] == 3)
    runs = np.zeros(len(states), np.int64)
    runs[filled] = np.cumsum(fresh) - 1
    size = int(fresh.sum())
    if size <= limit:
        return runs, size
    shares = sum(
        np.bincount(runs, weights=part, minlength=size) / part.sum()
        for part in (positives, negatives)
    )
    middles = (np.cumsum(shares) - shares / 2) / 2
    coarse = np.minimum((middles * limit).astype(np.int64), limit - 1)
    return coarse[runs], limit


def collapsed(positives: Counts, negatives: Counts) -> Categories:
    """Empty categories dropped and pure neighbours merged, in every row at once."""
    tables, width = positives.shape
    sums = np.zeros((2, tables, width))
    last = np.zeros(tables, np.int64)
    at = np.full(tables, -1)
    rows = np.arange(tables)
    states = (positives > 0) + 2 * (negatives > 0)
    for column in range(width):
        state = states[:, column]
        fresh = (state > 0) & ((state != last) | (state == 3))
        at = at + fresh
        last = np.where(state > 0, state, last)
        sums[0, rows, at] += positives[
            :, column
        ]  # before the first filled one, zeros go to the end
        sums[1, rows, at] += negatives[:, column]
    sizes = at + 1
    widest = int(sizes.max())
    return Categories(sums[0, :, :widest], sums[1, :, :widest], sizes)
