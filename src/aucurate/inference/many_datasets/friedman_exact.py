r"""The exact distribution of Friedman's statistic: every order of the ranks on every data set.

If all algorithms are alike, the ranks of a data set, ties and all, are a random order of
themselves. The rank sums are built up data set by data set; because each order is as likely as any
other, sums that are the same up to the names of the algorithms are one state, and few states are
left: thousands where the orders are :math:`(k!)^n`. Sums are whole numbers when doubled, so a
statistic equal to the observed one is recognised without rounding.
"""

import itertools

import numpy as np
from numpy.typing import NDArray

MOST_ALGORITHMS = 7
MOST_STEPS = 3_000_000


def friedman_exact_p_value(ranks: NDArray[np.float64]) -> float | None:
    """The share of all orders whose statistic is at least the observed one; None where it would
    take more than a second or so.

    >>> friedman_exact_p_value(np.array([[1.0, 2.0, 3.0]] * 3)) == 1 / 36
    True
    """
    n, k = ranks.shape
    base = 2 * n * k + 1
    if k > MOST_ALGORITHMS or base**k >= 2**62:
        return None
    doubled = np.rint(2 * ranks).astype(np.int64)
    places = base ** np.arange(k, dtype=np.int64)
    states, steps = np.zeros((1, k), np.int64), 0
    chances: NDArray[np.float64] = np.ones(1)
    for row in doubled:
        orders = np.unique(np.array(list(itertools.permutations(row.tolist()))), axis=0)
        steps += len(states) * len(orders)
        if steps > MOST_STEPS:
            return None
        sums = np.sort((states[:, None, :] + orders[None, :, :]).reshape(-1, k), axis=1)
        _, first, at = np.unique(sums @ places, return_index=True, return_inverse=True)
        shares = np.repeat(chances / len(orders), len(orders))
        states = sums[first]
        chances = np.asarray(np.bincount(at.reshape(-1), weights=shares), np.float64)
    centre = n * (k + 1)
    seen = int(np.sum((doubled.sum(axis=0) - centre) ** 2))
    return float(min(1.0, chances[np.sum((states - centre) ** 2, axis=1) >= seen].sum()))
