"""Smooth steps beside their definitions as distribution functions of noise."""

import numpy as np
import pytest
from scipy import integrate

from aucurate.estimates.smooth_steps import (
    EpanechnikovStep,
    GaussianStep,
    LogisticStep,
    SmoothStep,
    epanechnikov_cdf,
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
