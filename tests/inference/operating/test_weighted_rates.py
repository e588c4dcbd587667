"""Weighted sums of shares: Newcombe's square and add, definitions, simulation."""

import math

import numpy as np
import pytest

from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.inference.operating.proportions import proportion_ends
from aucurate.inference.operating.weighted_rates import WeightedShares


def test_square_and_add_of_newcombe() -> None:
    """56/70 - 48/80 (Newcombe 1998, Table II, method 10): 0.0524 to 0.3339.

    The difference p - q is the sum p + (1 - q) less 1.
    """
    found = WeightedShares((56, 32), (70, 80), (1.0, 1.0), offset=-1.0).mover(0.95, "wilson")
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    assert found.method == "MOVER Wilson"


@pytest.mark.parametrize("same", [False, True])
def test_the_standard_error_is_that_of_draws(same: bool) -> None:
    rng = np.random.default_rng(0)
    if same:
        draws = rng.multinomial(200, [0.1, 0.25, 0.65], size=200_000)[:, :2] / 200
        shares = WeightedShares((20, 50), (200, 200), (3.0, 0.5), same=True)
    else:
        draws = np.stack([rng.binomial(50, 0.4, 200_000) / 50, rng.binomial(80, 0.9, 200_000) / 80])
        draws = draws.T
        shares = WeightedShares((20, 72), (50, 80), (3.0, 0.5))
    sums = draws @ np.array([3.0, 0.5])
    assert shares.standard_error == pytest.approx(float(np.std(sums)), rel=0.01)
    assert shares.value == pytest.approx(float(np.mean(sums)), rel=0.01)
    if same:
        correlation = np.asarray(np.corrcoef(draws.T))[0, 1]
        assert shares.correlation == pytest.approx(float(correlation), abs=0.01)


def test_one_share_alone_has_its_own_interval() -> None:
    found = WeightedShares((7, 3), (10, 9), (1.0, 0.0)).mover(0.9, "clopper-pearson")
    assert [found.low, found.high] == pytest.approx(proportion_ends(7, 10, 0.9, "clopper-pearson"))


@pytest.mark.parametrize("counts", [(10, 10), (0, 0), (10, 0)])
def test_no_interval_is_a_point_or_leaves_the_range(counts: tuple[int, int]) -> None:
    shares = WeightedShares(counts, (10, 10), (1.0, 1.0), offset=-1.0)
    for found in (shares.mover(0.95, "wilson"), shares.wald(0.95)):
        assert -1 <= found.low <= shares.value <= found.high <= 1
        assert found.low < found.high
    assert shares.standard_error == 0


def test_the_delta_interval_is_wald() -> None:
    shares = WeightedShares((30, 70), (60, 90), (0.2, 0.8))
    found = shares.wald(0.95)
    error = math.sqrt(0.04 * 0.25 / 60 + 0.64 * (7 / 9) * (2 / 9) / 90)
    assert shares.standard_error == pytest.approx(error, rel=1e-12)
    assert found.high - found.low == pytest.approx(2 * two_sided_quantile(0.95) * error)
    assert found.method == "Wald delta"
