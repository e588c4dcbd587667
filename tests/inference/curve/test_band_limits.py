"""Limits from two binomial counts: large classes, corners, and the definition of each part."""

import numpy as np
import pytest
from scipy import special

from aucurate.inference.curve.band_geometry import RisingLine
from aucurate.inference.curve.band_limits import Limits, clopper_pearson, limits, monotone
from aucurate.inference.operating.proportions import proportion_interval

Z = 1.959963984540054


def _smooth(n_along: int, n_up: int) -> RisingLine:
    x = np.linspace(0, 1, 20001)
    return RisingLine(x, x**0.25, n_along, n_up)


def test_in_large_classes_the_limits_are_the_normal_ones() -> None:
    n, m = 400_000, 300_000
    at = np.array([0.1, 0.3, 0.5, 0.8])
    height, slope = at**0.25, 0.25 * at**-0.75
    error = np.sqrt(height * (1 - height) / m + slope**2 * at * (1 - at) / n)
    found = limits(_smooth(n, m), at, Z)
    np.testing.assert_allclose(found.value, height, rtol=1e-6)
    np.testing.assert_allclose(found.high - found.value, Z * error, rtol=0.01)
    np.testing.assert_allclose(found.value - found.low, Z * error, rtol=0.01)


def test_nothing_is_said_where_no_observation_need_lie_beyond_the_threshold() -> None:
    n, tail = 40, float(special.ndtr(-Z))
    edge = 1 - tail ** (1 / n)
    steps = np.repeat(np.arange(1, n + 1) / n, 2)[:-1]
    line = RisingLine(np.concatenate([[0, 0], steps]), np.linspace(0.9, 1, 2 * n + 1), n, 1000)
    found = limits(line, np.array([0.0, 0.9 * edge, 0.999 * edge, 1.01 * edge]), Z)
    assert found.low[:3].tolist() == [0, 0, 0]
    assert found.low[3] > 0.5


def test_perfect_separation_leaves_the_probability_that_none_is_missed() -> None:
    line = RisingLine(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0]), 30, 20)
    found = limits(line, np.array([0.5]), Z)
    assert found.low[0] == pytest.approx(float(special.ndtr(-Z)) ** (1 / 20))
    assert found.high[0] == 1


@pytest.mark.parametrize("successes", [0, 1, 7, 19, 20])
def test_the_limits_of_a_count_are_those_of_clopper_and_pearson(successes: int) -> None:
    interval = proportion_interval(successes, 20, method="clopper-pearson")
    low, high = clopper_pearson(np.array([float(successes)]), 20, 0.025)
    assert (low[0], high[0]) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_the_counts_beyond_a_threshold_leave_the_tail() -> None:
    n, x, tail = 60, 0.3, float(special.ndtr(-Z))
    line = RisingLine(np.array([0.0, 1.0]), np.array([0.0, 1.0]), n, 10**9)
    found = limits(line, np.array([x]), Z)
    below, above = found.low[0] * n, found.high[0] * n
    assert special.bdtr(np.ceil(below) - 1, n, x) <= tail * 1.01
    assert special.bdtrc(np.floor(above), n, x) <= tail * 1.01


def test_higher_deviates_give_wider_limits() -> None:
    line, at = _smooth(50, 30), np.linspace(0, 1, 51)
    narrow, wide = limits(line, at, 1.5), limits(line, at, 3.0)
    assert np.all(wide.low <= narrow.low + 1e-12)
    assert np.all(wide.high >= narrow.high - 1e-12)
    assert np.all((narrow.low <= narrow.value) & (narrow.value <= narrow.high))


def test_a_rising_line_lends_limits_to_its_neighbours() -> None:
    found = Limits(np.array([0.2, 0.3, 0.4]), np.array([0.1, 0.0, 0.2]), np.array([0.9, 0.5, 0.8]))
    assert monotone(found).low.tolist() == [0.1, 0.1, 0.2]
    assert monotone(found).high.tolist() == [0.5, 0.5, 0.8]
