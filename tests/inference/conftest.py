"""What several tests of inference share."""

import itertools
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

RankSums: TypeAlias = Callable[[int, int], tuple[NDArray[np.int64], NDArray[np.float64]]]


@pytest.fixture(name="rank_sums")
def _rank_sums() -> RankSums:
    """All orders of the ranks on every data set, counted: what rank tests promise, exactly."""
    return _sums


def _sums(algorithms: int, datasets: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Sorted rank sums that can come out without ties, and the chance of each."""
    orders = np.array(list(itertools.permutations(range(1, algorithms + 1))))
    places = (datasets * algorithms + 1) ** np.arange(algorithms, dtype=np.int64)
    sums = np.zeros((1, algorithms), np.int64)
    chances: NDArray[np.float64] = np.ones(1)
    for _ in range(datasets):
        grown = np.sort((sums[:, None] + orders[None]).reshape(-1, algorithms), axis=1)
        _, first, at = np.unique(grown @ places, return_index=True, return_inverse=True)
        shares = np.repeat(chances / len(orders), len(orders))
        sums = grown[first]
        chances = np.asarray(np.bincount(at.ravel(), weights=shares), np.float64)
    return sums, chances
