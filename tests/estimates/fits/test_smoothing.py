"""Smooth steps beside their definitions as distribution functions of noise."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate
from tests.loops import for_each

from aucurate.estimates.fits.class_values import Tally
from aucurate.estimates.fits.smoothing import (
    EpanechnikovStep,
    Floats,
    GaussianStep,
    LogisticStep,
    SmoothStep,
    autocorrelation,
    convolved,
    epanechnikov_cdf,
    grid_size,
    on_one_grid,
    pair_mean,
    shared,
    without_gaps,
)

STEPS: list[SmoothStep] = [
    GaussianStep(0.3),
    EpanechnikovStep(0.5, 0.5),
    EpanechnikovStep(2.0, 0.01),
    LogisticStep(3.0),
]


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_odd_about_one_half_rises_and_is_flat_beyond_its_reach(step: SmoothStep) -> None:
    at = np.linspace(0, 1.2 * step.reach, 1001)
    up, down = step(at), step(-at)
    np.testing.assert_allclose(up + down, 1, atol=1e-14)
    assert up[0] == pytest.approx(0.5, abs=1e-15)
    assert np.all(np.diff(up) >= -1e-15)
    assert step(np.array([-step.reach]))[0] <= 1e-15
    assert step(np.array([1e300 * step.reach]))[0] == 1


@pytest.mark.parametrize(("first", "second"), [(1.0, 1.0), (0.4, 1.5), (1.5, 0.4), (3.0, 0.05)])
def test_the_epanechnikov_step_is_the_convolution(first: float, second: float) -> None:
    def height(difference: float) -> float:
        def inner(u: float) -> float:
            rise = epanechnikov_cdf(np.array([(difference + first * u) / second]))
            return float(0.75 * (1 - u * u) * rise[0])

        corners = [(sign * second - difference) / first for sign in (-1, 1)]
        inside = [c for c in corners if -1 < c < 1]
        return float(integrate.quad(inner, -1, 1, points=inside or None, epsabs=1e-13)[0])

    at = np.linspace(-1.1, 1.1, 23) * (first + second)
    step = EpanechnikovStep(first, second)
    np.testing.assert_allclose(step(at), [height(float(d)) for d in at], atol=1e-11)


# Means over pairs: the definition is the double loop.


STEPS_PAIR_MEANS: list[SmoothStep] = [
    GaussianStep(0.02),
    GaussianStep(1.0),
    EpanechnikovStep(0.1, 0.3),
    EpanechnikovStep(2.0, 0.02),
    LogisticStep(40.0),
    LogisticStep(0.5),
]
DRAWS: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "tied": lambda rng, n: np.round(rng.normal(size=n), 1),
    "long tails": lambda rng, n: rng.standard_cauchy(n),
    "very long tails": lambda rng, n: np.exp(5 * rng.normal(size=n)),
    "far from 0": lambda rng, n: 1e8 + np.round(rng.normal(size=n), 3),
}
GRID_ACCURACY = 1e-9  # promised against the double loop; in fact 1e-12 once errors average


def double_loop(positive: Floats, negative: Floats, step: SmoothStep) -> float:
    return float(np.mean(step(positive[:, None] - negative)))


@for_each("step", STEPS_PAIR_MEANS)
@for_each("draw", DRAWS)
def test_both_ways_agree_with_the_double_loop(draw: str, step: SmoothStep) -> None:
    rng = np.random.default_rng(1)
    positive, negative = DRAWS[draw](rng, 700) + 0.5, DRAWS[draw](rng, 500)
    expected = double_loop(positive, negative, step)
    tallies = Tally.of(positive), Tally.of(negative)
    assert pair_mean(*tallies, step) == pytest.approx(expected, abs=1e-13)
    assert pair_mean(*tallies, step, few=-1) == pytest.approx(expected, abs=GRID_ACCURACY)


@settings(deadline=None, max_examples=60)
@given(st.floats(-3, 3), st.sampled_from(range(len(STEPS_PAIR_MEANS))))
def test_the_grid_is_right_for_a_single_pair(difference: float, which: int) -> None:
    """Nothing averages out here: this is the largest error a pair can have."""
    step = STEPS_PAIR_MEANS[which]
    tallies = Tally.of(np.array([difference * step.reach / 2])), Tally.of(np.array([0.0]))
    expected = double_loop(tallies[0].values, tallies[1].values, step)
    assert pair_mean(*tallies, step, few=-1) == pytest.approx(expected, abs=5e-9)


def test_the_exact_way_goes_in_chunks() -> None:
    rng = np.random.default_rng(2)
    positive, negative = rng.normal(size=1300), rng.normal(size=1100)
    step = GaussianStep(10.0)  # every pair is close: six chunks
    found = pair_mean(Tally.of(positive), Tally.of(negative), step)
    assert found == pytest.approx(double_loop(positive, negative, step), abs=1e-13)


@pytest.mark.parametrize("unit", [1e-300, 1e-5, 1e300])
def test_scale_does_not_matter(unit: float) -> None:
    rng = np.random.default_rng(3)
    positive, negative = rng.normal(size=60) + 1, rng.normal(size=60)
    expected = double_loop(positive, negative, GaussianStep(0.2))
    tallies = Tally.of(positive * unit), Tally.of(negative * unit)
    for few in (10**6, -1):
        found = pair_mean(*tallies, GaussianStep(0.2 * unit), few=few)
        assert found == pytest.approx(expected, abs=GRID_ACCURACY)


def test_one_observation_in_each_class_with_equal_scores_is_one_half() -> None:
    one = Tally.of(np.array([3.0]))
    assert pair_mean(one, one, GaussianStep(1.0)) == 0.5
    assert pair_mean(one, one, GaussianStep(1.0), few=-1) == pytest.approx(0.5, abs=1e-12)


# Sharing among grid points keeps polynomials, and smooth functions to the promised error.


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
