"""Kurtosis of rows of integers: exact, whatever the order and the threads."""

import numpy as np
import pytest
from scipy import stats

from aucurate import kernels


@pytest.mark.parametrize("top", [2, 1000, 2**23, 2**24 + 5, 2**40])
def test_it_is_that_of_scipy(top: int) -> None:
    rows = np.random.default_rng(0).integers(0, top, (3, 5000))
    expected = stats.kurtosis(rows.astype(float), axis=1, fisher=False)
    assert kernels.kurtosis(rows) == pytest.approx(expected, rel=1e-12 if top < 2**24 else 1e-5)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_order_and_threads_change_nothing(threads: int) -> None:
    rng = np.random.default_rng(1)
    row = rng.integers(0, 400_000, 200_000)
    once = kernels.kurtosis(row[None, :], threads=1)[0]
    shuffled = np.ascontiguousarray(rng.permutation(row)[None, :])
    assert kernels.kurtosis(shuffled, threads=threads)[0] == once


def test_a_constant_row_has_none() -> None:
    assert np.isnan(kernels.kurtosis(np.full((1, 9), 4))[0])
    assert np.isnan(kernels.kurtosis(np.array([[3]]))[0])


def test_sums_of_many_large_counts_do_not_overflow() -> None:
    row = np.repeat(np.array([0, 2**40 - 1]), 500_000)
    assert kernels.kurtosis(row[None, :])[0] == pytest.approx(1.0)
