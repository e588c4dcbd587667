"""Intervals of a ratio: Koopman's example, the score by a search for the likeliest shares."""

import math

import numpy as np
import pytest
from scipy import optimize
from tests.loops import for_each

from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.inference.operating.likelihood_ratios import Shares, koopman_ends, log_ends

TABLES = [
    Shares(36, 40, 16, 80),
    Shares(1, 10, 9, 12),
    Shares(7, 7, 5, 9),
    Shares(0, 5, 3, 8),
    Shares(4, 9, 0, 6),
    Shares(20, 20, 20, 20),
    Shares(300, 1000, 1, 100_000),
]


def _score(shares: Shares, ratio: float) -> float:
    """The score at the likeliest shares with a ratio, found by a numerical search."""
    x1, n1, x2, n2 = shares

    def surprise(second: float) -> float:
        first = ratio * second
        terms = ((x1, first), (n1 - x1, 1 - first), (x2, second), (n2 - x2, 1 - second))
        return -sum(x * math.log(max(p, 1e-300)) for x, p in terms if x)

    top = min(1.0, 1 / ratio)
    found = optimize.minimize_scalar(surprise, bounds=(0, top), options={"xatol": 1e-13})
    second = min(found.x, top)
    spread = ratio * second * (1 - ratio * second) / n1 + ratio**2 * second * (1 - second) / n2
    return float((x1 / n1 - ratio * x2 / n2) / math.sqrt(spread))


def test_the_example_of_koopman() -> None:
    """36 of 40 over 16 of 80: printed as 2.94 to 7.15 in Koopman (1984)."""
    low, high = koopman_ends(Shares(36, 40, 16, 80), 0.95)
    assert (round(low, 2), round(high, 2)) == (2.94, 7.15)


@for_each("shares", TABLES)
@for_each("confidence", [0.5, 0.95])
def test_the_ends_are_where_the_score_is_z(shares: Shares, confidence: float) -> None:
    z = two_sided_quantile(confidence)
    low, high = koopman_ends(shares, confidence)
    assert (low == 0) == (shares.first == 0)
    assert (high == math.inf) == (shares.second == 0)
    if low > 0:
        assert _score(shares, low) == pytest.approx(z, rel=1e-4)
    if high < math.inf:
        assert _score(shares, high) == pytest.approx(-z, rel=1e-4)


def test_turning_the_ratio_turns_the_interval() -> None:
    for shares in TABLES:
        turned = Shares(*shares[2:], *shares[:2])
        for ends in (koopman_ends, log_ends):
            low, high = ends(shares, 0.9)
            other = ends(turned, 0.9)
            for mine, theirs in ((low, other[1]), (high, other[0])):
                if 0 < mine < math.inf:
                    assert mine == pytest.approx(1 / theirs, rel=1e-9)
                else:
                    assert {mine, theirs} == {0.0, math.inf}
            assert low < high


def test_the_delta_interval_is_the_textbook_one_and_both_meet_in_large_tables() -> None:
    shares = Shares(60, 80, 30, 200)
    low, high = log_ends(shares, 0.95)
    error = math.sqrt(1 / 60 - 1 / 80 + 1 / 30 - 1 / 200)
    z = two_sided_quantile(0.95)
    assert low == pytest.approx(5 * math.exp(-z * error), rel=1e-12)
    assert high == pytest.approx(5 * math.exp(z * error), rel=1e-12)
    large = Shares(60_000, 80_000, 30_000, 200_000)
    np.testing.assert_allclose(koopman_ends(large, 0.95), log_ends(large, 0.95), rtol=1e-4)


def test_empty_tables_know_nothing() -> None:
    assert koopman_ends(Shares(0, 5, 0, 7), 0.95) == (0.0, math.inf)
