"""The smoothed distribution of one class beside sums over all observations."""

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.estimates.bandwidths import Kernel
from aucurate.estimates.smooth_steps import Floats, epanechnikov_cdf
from aucurate.estimates.smoothed_class import SmoothedClass
from aucurate.estimates.tallies import Tally

RNG = np.random.default_rng(0)
DATA = {
    "few": RNG.normal(size=40),
    "many": RNG.normal(size=20_000),
    "many with outliers": RNG.standard_cauchy(20_000),
    "tied": np.round(RNG.normal(size=500), 1),
}
ACCURACY = {"gaussian": 1e-9, "epanechnikov": 1e-7}
KERNELS: tuple[Kernel, ...] = ("gaussian", "epanechnikov")


def share_above(values: Floats, h: float, kernel: Kernel, thresholds: Floats) -> Floats:
    rise = special.ndtr if kernel == "gaussian" else epanechnikov_cdf
    return np.array([float(np.mean(rise((values - t) / h))) for t in thresholds])


@pytest.mark.parametrize("kernel", KERNELS)
@for_each("data", DATA)
def test_tails_density_and_quantiles(data: str, kernel: Kernel) -> None:
    values, h = DATA[data], 0.3
    smoothed = SmoothedClass.of(Tally.of(values), h, kernel)
    at = np.quantile(values, [0, 0.01, 0.3, 0.5, 0.8, 0.999, 1]) + 0.1
    above = share_above(values, h, kernel, at)
    np.testing.assert_allclose(smoothed.upper(at), above, atol=ACCURACY[kernel])
    np.testing.assert_allclose(smoothed.lower(at), 1 - above, atol=ACCURACY[kernel])
    step = 1e-4
    slope = (smoothed.lower(at + step) - smoothed.lower(at - step)) / (2 * step)
    np.testing.assert_allclose(smoothed.density(at), slope, atol=1e-4)
    shares = np.array([1e-12, 1e-3, 0.2, 0.5, 0.7, 0.999])
    found = smoothed.threshold(shares)
    np.testing.assert_allclose(smoothed.upper(found), shares, atol=1e-12)


def test_many_scores_go_on_a_grid_and_an_outlier_costs_little() -> None:
    smoothed = SmoothedClass.of(Tally.of(np.append(DATA["many"], 1e12)), 0.3, "gaussian")
    assert len(smoothed.points) < 2000
    assert smoothed.upper(np.array([1e11]))[0] == pytest.approx(1 / 20_001)
    assert smoothed.threshold(np.array([0.5 / 20_001]))[0] == pytest.approx(1e12)


def test_shapes_are_kept() -> None:
    smoothed = SmoothedClass.of(Tally.of(DATA["few"]), 0.3, "gaussian")
    assert smoothed.threshold(np.full((2, 3), 0.5)).shape == (2, 3)
    assert smoothed.upper(np.zeros((2, 3))).shape == (2, 3)
    assert smoothed.threshold(np.array(0.5)).shape == ()
