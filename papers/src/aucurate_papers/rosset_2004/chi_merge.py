"""ChiMerge: cut a numeric variable into intervals where the shares of the classes differ.

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
"""

import heapq

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

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
