r"""What can be said about an average of pairwise AUCs without a variance.

With one observation of each class, :math:`\sum w_{ab}\,\psi(y_a(i_a), y_a(i_b))` lies in [0, 1] and
has the average :math:`\theta = \sum w_{ab} A(a|b)` as its mean. The estimate is the mean of it over
all ways to pick :math:`k = \min_c n_c` disjoint, hence independent, tuples of one observation per
class, so the bound of :mod:`aucurate.inference.disjoint_pairs` holds for it as for one AUC, with
the smallest class that has weight.

One small class makes that bound wide for all. Bounds of each pair of classes by itself, with
:math:`k_{ab} = \min(n_a, n_b)` and an equal share of the tail, also bound the average. Whichever
would be narrower after perfect separation is used: that depends on the counts alone, so nothing is
picked by looking at the scores.
"""

import numpy as np
from numpy.typing import NDArray

from aucurate.inference import disjoint_pairs
from aucurate.results import Interval


def average_interval(
    value: float,
    weights: NDArray[np.float64],
    pairwise: NDArray[np.float64],
    counts: tuple[int, ...],
    confidence: float,
) -> Interval:
    """The bound of an average of pairwise AUCs whose weights (C x C) sum to 1.

    >>> weights, ones = np.full((3, 3), 1 / 6) - np.eye(3) / 6, np.ones((3, 3))
    >>> found = average_interval(1.0, weights, ones, (10, 10, 10), 0.95)
    >>> round(found.low, 4)  # 0.025 ** (1 / 10)
    0.6915
    >>> round(average_interval(1.0, weights, ones, (100, 100, 2), 0.95).low, 2)
    0.38
    """
    tail = (1 - confidence) / 2
    pairs = _pairs(weights, pairwise, counts)
    smallest = min(size for _, _, size in pairs)
    low, high = disjoint_pairs.auc_ends(value, smallest, tail)
    each = tail / len(pairs)
    if sum(share * each ** (1 / size) for share, _, size in pairs) > tail ** (1 / smallest):
        ends = [(share, disjoint_pairs.auc_ends(auc, size, each)) for share, auc, size in pairs]
        low = min(value, sum(share * found[0] for share, found in ends))
        high = max(value, min(1.0, sum(share * found[1] for share, found in ends)))
    return Interval(low=low, high=high, confidence=confidence, method=disjoint_pairs.METHOD)


def smallest_class(weights: NDArray[np.float64], counts: tuple[int, ...]) -> int:
    """The size of the smallest class that has weight: how many disjoint tuples there are."""
    reach = weights.sum(axis=0) + weights.sum(axis=1)
    return min(size for size, used in zip(counts, reach, strict=True) if used)


def _pairs(
    weights: NDArray[np.float64], pairwise: NDArray[np.float64], counts: tuple[int, ...]
) -> list[tuple[float, float, int]]:
    """The weight, the AUC and the smaller class of every pair of classes that has weight."""
    found = []
    for a in range(len(counts)):
        for b in range(a):
            both = [(weights[i, j], pairwise[i, j]) for i, j in ((a, b), (b, a)) if weights[i, j]]
            if both:
                share = float(sum(w for w, _ in both))
                auc = min(1.0, float(sum(w * area for w, area in both)) / share)
                found.append((share, auc, min(counts[a], counts[b])))
    return found
