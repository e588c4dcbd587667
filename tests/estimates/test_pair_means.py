"""Means over pairs: the definition is the double loop."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate.estimates.pair_means import pair_mean
from aucurate.estimates.smooth_steps import (
    EpanechnikovStep,
    Floats,
    GaussianStep,
    LogisticStep,
    SmoothStep,
)
from aucurate.estimates.tallies import Tally

STEPS: list[SmoothStep] = [
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


@for_each("step", STEPS)
@for_each("draw", DRAWS)
def test_both_ways_agree_with_the_double_loop(draw: str, step: SmoothStep) -> None:
    rng = np.random.default_rng(1)
    positive, negative = DRAWS[draw](rng, 700) + 0.5, DRAWS[draw](rng, 500)
    expected = double_loop(positive, negative, step)
    tallies = Tally.of(positive), Tally.of(negative)
    assert pair_mean(*tallies, step) == pytest.approx(expected, abs=1e-13)
    assert pair_mean(*tallies, step, few=-1) == pytest.approx(expected, abs=GRID_ACCURACY)


@settings(deadline=None, max_examples=60)
@given(st.floats(-3, 3), st.sampled_from(range(len(STEPS))))
def test_the_grid_is_right_for_a_single_pair(difference: float, which: int) -> None:
    """Nothing averages out here: this is the largest error a pair can have."""
    step = STEPS[which]
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
