"""Values that differ only by rounding, made equal: ranks must not depend on the last bit.

0.8 - 0.7 and 0.9 - 0.8 are the same difference, but not the same floating-point number.
"""

import numpy as np
from numpy.typing import NDArray

_UNITS = 8


def resolution_of(values: NDArray[np.float64]) -> float:
    """How far apart two differences of such values may be by rounding alone.

    >>> resolution_of(np.array([0.5, 1.0])) < 2e-15
    True
    """
    return _UNITS * float(np.finfo(np.float64).eps) * float(np.max(np.abs(values), initial=0.0))


def snapped(values: NDArray[np.float64], resolution: float) -> NDArray[np.float64]:
    """The values, with each that lies within ``resolution`` of the next smaller one set to it.

    >>> snapped(np.array([0.3, 0.1 + 0.2, 0.4]), 1e-15).tolist()
    [0.3, 0.3, 0.4]
    """
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    starts = np.concatenate(([True], np.diff(ascending) > resolution))[: len(values)]
    result = np.empty_like(ascending)
    result[order] = ascending[starts][np.cumsum(starts) - 1]
    return result


def average_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1 for the smallest; equal values share the average of their places.

    >>> average_ranks(np.array([0.7, 0.5, 0.7])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: NDArray[np.float64] = (last - (counts - 1) / 2)[place.reshape(-1)]
    return ranks
