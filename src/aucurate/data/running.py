"""Running sums of counts, a block at a time.

Counts of a million scores are read once, in blocks that stay in the processor's cache, and only the
sums that are asked for are kept: arrays as long as the counts cost more to lay out than to compute.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Whole: TypeAlias = NDArray[np.int64]

BLOCK = 1 << 16


def running_at(counts: Whole, places: Whole) -> Whole:
    """The sums of each row of counts through these columns, which ascend.

    >>> running_at(np.array([[1, 0, 2, 5]]), np.array([0, 2])).tolist()
    [[1, 3]]
    """
    found = np.empty((len(counts), len(places)), counts.dtype)
    before = np.zeros((len(counts), 1), counts.dtype)
    for start in range(0, counts.shape[-1], BLOCK):
        first, last = np.searchsorted(places, [start, start + BLOCK])
        block = np.cumsum(counts[:, start : start + BLOCK], axis=-1)
        block += before
        found[:, first:last] = block[:, places[first:last] - start]
        before = block[:, -1:]
        if last == len(places):
            break
    return found


def count_within(counts: Whole, limits: NDArray[Any]) -> Whole:
    """How many columns, from the first on, have a running sum of at most the limit of their row.

    >>> count_within(np.array([[1, 0, 2], [0, 2, 0]]), np.array([1, 5])).tolist()
    [2, 3]
    """
    return np.array([_within(*row) for row in zip(counts, limits, strict=True)], np.int64)


def _within(counts: Whole, limit: float) -> int:
    for start in range(0, len(counts), BLOCK):
        block = np.cumsum(counts[start : start + BLOCK])
        inside = int(np.searchsorted(block, limit, side="right"))
        if inside < len(block):
            return start + inside
        limit -= block[-1]
    return len(counts)
