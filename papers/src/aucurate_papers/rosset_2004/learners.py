"""Naive Bayes, ChiMerge and k nearest neighbours, in NumPy.

Naive Bayes
-----------
Naive Bayes on nominal variables, and on numeric ones that ChiMerge has cut into intervals.

With n_c training observations of class c, n_cj of them with value j of a variable that takes J
values in the training set, P(j | c) is estimated by (n_cj + 1) / (n_c + J), and P(c) by (n_c + 1) /
(n + 2): Laplace's rule, so no probability is 0. The score is the probability of the positive class
when the variables are independent within each class. A value that the training set does not have
says nothing and is passed over. A missing value is a value like any other.

ChiMerge
--------
Cut a numeric variable into intervals where the shares of the classes differ.

Every distinct value starts as an interval of its own. Of all pairs of neighbouring intervals the
one with the smallest chi-square statistic of its 2 x 2 table (interval by class) is merged, again
and again, until every pair exceeds the critical value of the level, and until there are no more
than ``most`` intervals. Of equal statistics the one at the lowest values goes first. A class that
neither interval holds gives the statistic 0; expected counts are used as they are, however small.

We take level 0.05 and at most 10 intervals. "A standard chi-square method" is all that Rosset
(2004) says; this choice was made before any of its tables was computed, and other settings stand
beside its Table 3.

Kerber, R. (1992). ChiMerge: discretization of numeric attributes. Proceedings of the tenth national
conference on artificial intelligence, 123-128.

k nearest neighbours
--------------------
The share of positives among the k training observations that are nearest.

Distances are Euclidean. Where several training observations share the k-th distance, the places
that are left are divided among them: each counts the same fraction.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri, expit

LEVEL = 0.05
MOST = 10


def chi_merge(
    values: NDArray[np.float64],
    labels: NDArray[np.bool_],
    *,
    level: float = LEVEL,
    most: int | None = MOST,
) -> NDArray[np.float64]:
    """The cuts between the intervals, ascending: half way between neighbouring values.

    ``most`` is the largest number of intervals, None for any.

    >>> ages = np.array([18.0, 19, 20, 21, 40, 41, 42, 43])
    >>> chi_merge(ages, ages > 30)
    array([30.5])
    >>> chi_merge(ages, ages % 2 == 0)
    array([], dtype=float64)
    """
    distinct, codes = np.unique(values, return_inverse=True)
    positives = np.bincount(codes, labels, len(distinct)).astype(int)
    negatives = np.bincount(codes, ~labels, len(distinct)).astype(int)
    critical = float(chdtri(1, level))
    starts = _merged(positives.tolist(), negatives.tolist(), critical, most or len(distinct))
    return np.asarray((distinct[starts[1:]] + distinct[np.array(starts[1:], int) - 1]) / 2)


def chi_square(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Pearson's statistic of two intervals with these counts of the two classes.

    >>> chi_square((2, 0), (0, 2)), chi_square((3, 1), (6, 2)), chi_square((1, 0), (5, 0))
    (4.0, 0.0, 0.0)
    """
    (a, b), (c, d) = first, second
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    return (a + b + c + d) * (a * d - b * c) ** 2 / margins if margins else 0.0


def _merged(positives: list[int], negatives: list[int], critical: float, most: int) -> list[int]:
    """Where the intervals that remain begin, as places among the distinct values.

    The heap holds the statistic of every pair by the start of its left interval; an entry whose
    intervals have changed since is known by the statistic it carries, and passed over.
    """
    counts = list(zip(positives, negatives, strict=True))
    size = len(counts)
    after, before = list(range(1, size + 1)), list(range(-1, size - 1))
    now = [chi_square(counts[at], counts[at + 1]) for at in range(size - 1)] + [np.inf]
    heap = [(statistic, at) for at, statistic in enumerate(now[:-1])]
    heapq.heapify(heap)
    alive, left = [True] * size, size
    while heap and (heap[0][0] <= critical or left > most):
        statistic, at = heapq.heappop(heap)
        if not alive[at] or statistic != now[at]:
            continue
        gone = after[at]
        counts[at] = (counts[at][0] + counts[gone][0], counts[at][1] + counts[gone][1])
        alive[gone], after[at], left = False, after[gone], left - 1
        if after[at] < size:
            before[after[at]] = at
        for pair in (before[at], at):
            if pair >= 0 and after[pair] < size:
                now[pair] = chi_square(counts[pair], counts[after[pair]])
                heapq.heappush(heap, (now[pair], pair))
        if after[at] >= size:
            now[at] = np.inf
    return [at for at in range(size) if alive[at]]


Column: TypeAlias = NDArray[np.float64] | NDArray[np.int64]
"""A variable: numbers, or the codes 0, 1, 2, ... of nominal values as integers."""


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """What one variable says: the log of P(value | positive) / P(value | negative) by its code.

    ``cuts`` make codes of numbers; they are None for a nominal variable.
    """

    cuts: NDArray[np.float64] | None
    log_ratios: NDArray[np.float64]

    def evidence(self, column: Column) -> NDArray[np.float64]:
        """The log ratio of every observation, 0 for values never seen."""
        if self.cuts is not None:
            return np.asarray(self.log_ratios[np.searchsorted(self.cuts, column, side="right")])
        known = column < len(self.log_ratios)
        return np.where(known, self.log_ratios[np.where(known, column, 0).astype(np.intp)], 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """A fitted model."""

    log_odds: float
    variables: tuple[Variable, ...]

    def of_first(self, count: int) -> "NaiveBayes":
        """The model on the first so many variables, for so many columns."""
        return NaiveBayes(self.log_odds, self.variables[:count])

    def scores(self, columns: Sequence[Column]) -> NDArray[np.float64]:
        """The probability of the positive class, for every observation."""
        total = np.full(len(columns[0]), self.log_odds)
        for variable, column in zip(self.variables, columns, strict=True):
            total += variable.evidence(column)
        return np.asarray(expit(total))


def fit_naive_bayes(
    columns: Sequence[Column],
    labels: NDArray[np.bool_],
    *,
    level: float = LEVEL,
    most: int | None = MOST,
) -> NaiveBayes:
    """Fit to training observations; ``level`` and ``most`` are those of :func:`chi_merge`.

    >>> seen = np.array([0, 0, 0, 1, 1, 1])
    >>> model = fit_naive_bayes([seen], np.array([True, True, False, False, False, True]))
    >>> model.scores([np.array([0, 1, 7])]).round(3)
    array([0.6, 0.4, 0.5])
    """
    positives = int(labels.sum())
    odds = (positives + 1) / (len(labels) - positives + 1)
    return NaiveBayes(
        float(np.log(odds)), tuple(_variable(one, labels, level, most) for one in columns)
    )


def _variable(
    column: Column, labels: NDArray[np.bool_], level: float, most: int | None
) -> Variable:
    if not np.issubdtype(column.dtype, np.floating):
        return Variable(None, _log_ratios(column.astype(np.intp), labels))
    cuts = chi_merge(column.astype(np.float64), labels, level=level, most=most)
    return Variable(cuts, _log_ratios(np.searchsorted(cuts, column, side="right"), labels))


def _log_ratios(codes: NDArray[np.intp], labels: NDArray[np.bool_]) -> NDArray[np.float64]:
    kinds = int(np.max(codes)) + 1
    positives = np.bincount(codes, labels, kinds)
    negatives = np.bincount(codes, ~labels, kinds)
    seen = positives + negatives > 0
    values = seen.sum()
    ratios = (positives + 1) / (positives.sum() + values)
    ratios /= (negatives + 1) / (negatives.sum() + values)
    return np.where(seen, np.log(ratios), 0.0)


BLOCK = 100
"""Observations whose distances are in memory at the same time."""


def neighbour_shares(
    trained: NDArray[np.float64],
    labels: NDArray[np.bool_],
    features: NDArray[np.float64],
    neighbours: Sequence[int],
) -> NDArray[np.float64]:
    """The scores of every row of ``features``: one row for each number of ``neighbours``.

    >>> trained = np.array([[0.0], [1.0], [2.0], [4.0]])
    >>> neighbour_shares(trained, trained[:, 0] < 2, np.array([[0.2], [3.9]]), (1, 3))
    array([[1.        , 0.        ],
           [0.66666667, 0.33333333]])
    """
    found = np.empty((len(neighbours), len(features)))
    norms, doubled = np.einsum("ij,ij->i", trained, trained), -2 * trained.T.copy()
    for start in range(0, len(features), BLOCK):
        block = features[start : start + BLOCK]
        # squared, without the norm of the observation itself: it orders no neighbours; and not by
        # BLAS, whose threads wait for each other on a machine that has other work
        distances = np.einsum("ij,jk->ik", block, doubled)
        distances += norms
        farthest = max(neighbours)
        nearest = np.sort(np.partition(distances, farthest - 1, axis=1)[:, :farthest], axis=1)
        for row, count in enumerate(neighbours):
            last = nearest[:, [count - 1]]
            found[row, start : start + BLOCK] = _share(distances, last, labels, count)
    return found


def _share(
    distances: NDArray[np.float64],
    last: NDArray[np.float64],
    labels: NDArray[np.bool_],
    count: int,
) -> NDArray[np.float64]:
    within = distances <= last
    shares = np.count_nonzero(within & labels, axis=1) / count
    (tied,) = np.nonzero(np.count_nonzero(within, axis=1) > count)
    for at in tied:
        nearer, at_last = distances[at] < last[at], distances[at] == last[at]
        left = count - nearer.sum()
        shares[at] = (labels[nearer].sum() + left * labels[at_last].mean()) / count
    return np.asarray(shares)
