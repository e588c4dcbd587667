"""Exact sums and covariances of integer placements."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate import kernels
from aucurate.kernels import reference


@settings(deadline=None)
@given(
    st.integers(1, 4).flatmap(
        lambda rows: st.lists(
            st.lists(st.integers(0, 2**40), min_size=rows, max_size=rows), min_size=2, max_size=12
        )
    ),
    st.integers(1, 2**40),
)
def test_covariances_are_the_doubles_nearest_to_the_exact_fractions(
    columns: list[list[int]], unit: int
) -> None:
    counts = np.ascontiguousarray(np.array(columns, np.int64).T)
    sums, covariance, of_differences = kernels.integer_moments(counts, unit)
    assert sums == tuple(int(row.sum()) for row in counts)
    exact = reference.covariance(counts, unit)
    for r in range(len(counts)):
        for s in range(len(counts)):
            assert covariance[r, s] == float(exact[r][s])
            assert of_differences[r, s] == float(exact[r][r] + exact[s][s] - 2 * exact[r][s])


def test_one_column_has_no_covariance() -> None:
    sums, covariance, of_differences = kernels.integer_moments(np.array([[3], [4]], np.int64), 8)
    assert sums == (3, 4)
    assert np.isnan(covariance).all()
    assert np.isnan(of_differences).all()


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_moments_of_many_columns_are_exact_on_any_number_of_threads(threads: int) -> None:
    rng = np.random.default_rng(0)
    size, unit = 100_000, 2 * 10**9
    counts = rng.integers(0, unit, (2, size))
    sums, covariance, _ = kernels.integer_moments(counts, unit, threads=threads)
    rows = [[int(v) for v in row] for row in counts]
    assert sums == tuple(sum(row) for row in rows)
    for r in range(2):
        for s in range(2):
            product = sum(a * b for a, b in zip(rows[r], rows[s], strict=True))
            top = size * product - sums[r] * sums[s]
            assert product > 2**64
            assert covariance[r, s] == float(Fraction(top, size * (size - 1) * unit**2))


def test_equal_rows_have_equal_covariances_and_differ_by_nothing() -> None:
    row = np.random.default_rng(1).integers(0, 10**6, 5000)
    _, covariance, of_differences = kernels.integer_moments(np.stack([row, row, row]), 10**6)
    assert len(set(covariance.ravel().tolist())) == 1
    assert not of_differences.any()


def test_variance_of_a_difference_survives_rows_that_are_nearly_equal() -> None:
    """From the covariances it would cancel to nothing: 1e-18 beside 0.08."""
    size, unit = 1000, 2 * 10**9
    row = np.random.default_rng(2).integers(0, unit - 1, size)
    other = row.copy()
    other[0] += 1
    _, _, of_differences = kernels.integer_moments(np.stack([row, other]), unit)
    assert of_differences[0, 1] == float(Fraction(size - 1, size * (size - 1) * unit**2))
