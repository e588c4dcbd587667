"""Walsh averages: the interval of the pseudo-median that belongs to the signed rank test."""

import math

import numpy as np
from numpy.typing import NDArray

from aucurate.inference.core.reference_distributions import upper_quantile
from aucurate.inference.core.signed_rank import EXACT_UP_TO, signed_rank_distribution


def walsh_averages(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of all pairs of differences, each with itself too, in ascending order.

    >>> walsh_averages(np.array([0.0, 1.0, 4.0]))
    array([0. , 0.5, 1. , 2. , 2.5, 4. ])
    """
    first, second = np.triu_indices(len(differences))
    halved = differences / 2  # whose sums do not overflow
    return np.sort(halved[first] + halved[second])


def averages_outside(n: int, tail: float) -> int:
    """The ends of the interval are the averages at this place from either side; 0: none serves.

    It is the number of values of W, the sum of positive ranks of n differences, that together have
    at most the probability ``tail``; beyond 1,000 differences by the normal approximation with
    continuity correction.

    >>> averages_outside(6, 0.025), averages_outside(5, 0.025)
    (1, 0)
    """
    if n <= EXACT_UP_TO:
        chances = signed_rank_distribution(np.arange(1.0, n + 1))[::2]
        return int(np.count_nonzero(np.cumsum(chances) <= tail * (1 + 1e-12)))
    centre, spread = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return max(0, math.floor(centre - upper_quantile(tail) * spread - 0.5) + 1)
