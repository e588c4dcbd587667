"""Sharing among grid points keeps polynomials, and smooth functions to the promised error."""

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.estimates.grids import (
    autocorrelation,
    convolved,
    grid_size,
    on_one_grid,
    shared,
    without_gaps,
)
from aucurate.estimates.tallies import Tally

RNG = np.random.default_rng(0)


@for_each("degree", range(6))
def test_sums_of_polynomials_up_to_degree_five_are_kept(degree: int) -> None:
    values, counts = np.sort(RNG.random(50)), RNG.integers(1, 4, 50).astype(float)
    spacing = 0.07
    grid = shared(values, counts, spacing, grid_size(float(values[-1]), spacing))
    at = (np.arange(len(grid)) - 2) * spacing
    assert grid @ at**degree == pytest.approx(counts @ values**degree, rel=1e-13)


def test_the_error_for_a_smooth_function_is_within_its_bound() -> None:
    for spacing in (0.3, 0.1, 0.03):
        values = np.linspace(0, spacing, 101)
        errors = []
        for value in values:
            grid = shared(np.array([value]), np.ones(1), spacing, 8)
            errors.append(abs(grid @ np.sin((np.arange(8) - 2) * spacing) - np.sin(value)))
        assert max(errors) <= 0.0049 * spacing**6 + 1e-15


def test_gaps_are_cut_and_nothing_else_moves() -> None:
    values = np.array([-1e308, 0.0, 1e-3, 0.5, 1e308])
    np.testing.assert_array_equal(without_gaps(values, 2.0), [0, 2, 2.001, 2.5, 4.5])


def test_a_grid_that_would_be_too_long_is_made_coarser() -> None:
    tally = Tally.of(np.linspace(0, 1, 1000))
    (grid,), spacing = on_one_grid((tally,), 1.0, 1e-9, 5000)
    assert len(grid) <= 5010
    assert spacing == pytest.approx(1 / 5000)
    assert grid.sum() == pytest.approx(1000)


def test_convolution_and_autocorrelation_are_their_double_loops() -> None:
    grid, kernel = RNG.random(40), RNG.random(9)
    expected = [
        sum(grid[j] * kernel[4 + i - j] for j in range(40) if abs(i - j) <= 4) for i in range(40)
    ]
    np.testing.assert_allclose(convolved(grid, kernel), expected, rtol=1e-12)
    lagged = [sum(grid[i] * grid[i + k] for i in range(40 - k)) for k in range(12)]
    np.testing.assert_allclose(autocorrelation(grid, 12), lagged, rtol=1e-12)
