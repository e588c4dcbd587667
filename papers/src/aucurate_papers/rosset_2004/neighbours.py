"""k nearest neighbours: the share of positives among the k training observations that are nearest.

Distances are Euclidean. Where several training observations share the k-th distance, the places
that are left are divided among them: each counts the same fraction.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
