"""p-values and quantiles beside scipy.stats, far into the tails."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import integrate, special, stats
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.distributions import (
    Maximum,
    checked_confidence,
    chi_square_p_value,
    correlation_factor,
    p_value,
    two_sided_quantile,
)
from aucurate.results import Alternative

STATISTICS = [-40.0, -8.5, -1.96, -1e-9, 0.0, 0.3, 1.0, 2.5758, 6.0, 37.0]


@for_each("statistic", STATISTICS)
@for_each("freedom", [1.0, 2.5, 17.3, 400.0, math.inf])
def test_p_values_are_tails(statistic: float, freedom: float) -> None:
    law = stats.norm if math.isinf(freedom) else stats.t(freedom)
    assert p_value(statistic, "greater", freedom) == pytest.approx(law.sf(statistic), rel=1e-9)
    assert p_value(statistic, "less", freedom) == pytest.approx(law.cdf(statistic), rel=1e-9)
    two = p_value(statistic, "two-sided", freedom)
    assert two == pytest.approx(2 * law.sf(abs(statistic)), rel=1e-9)
    assert two <= 1


@for_each("statistic", STATISTICS)
@for_each("freedom", [3.0, math.inf])
def test_turning_the_statistic_turns_the_alternative(statistic: float, freedom: float) -> None:
    assert p_value(statistic, "less", freedom) == p_value(-statistic, "greater", freedom)
    assert p_value(statistic, "two-sided", freedom) == p_value(-statistic, "two-sided", freedom)


@for_each("confidence", [1e-6, 0.5, 0.9, 0.95, 0.999999])
@for_each("freedom", [1.0, 5.0, 167.2252858244804, math.inf])
def test_quantiles_leave_half_outside_on_each_side(confidence: float, freedom: float) -> None:
    law = stats.norm if math.isinf(freedom) else stats.t(freedom)
    assert two_sided_quantile(confidence, freedom) == pytest.approx(
        law.isf((1 - confidence) / 2), rel=1e-8
    )


def test_chi_square_tail() -> None:
    for statistic in (0.0, 0.5, 2.534, 80.0, 700.0):
        for freedom in (1, 2, 9):
            assert chi_square_p_value(statistic, freedom) == pytest.approx(
                stats.chi2.sf(statistic, freedom), rel=1e-9
            )
    assert chi_square_p_value(0.0, 0) == 1.0


@for_each("wrong", [0, 1, 95, -1, math.nan, math.inf])
def test_confidence_lies_strictly_between_0_and_1(wrong: float) -> None:
    with pytest.raises(OptionError, match=f"it is {wrong!r}") as caught:
        checked_confidence(wrong)
    assert "0.95" in caught.value.hint


# The distribution of the largest of correlated normal variables.


# What the module promises.
QUANTILE, P = 0.003, 0.001

# Dunnett (1964), Biometrics 20, 482-491: two-sided 5%, infinite degrees of freedom, 1 to 9
# treatments against one control.
DUNNETT = [1.96, 2.21, 2.35, 2.44, 2.51, 2.57, 2.61, 2.65, 2.69]


def _differences(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    variances = np.diag(covariance)
    spread: NDArray[np.float64] = np.add.outer(variances, variances) - 2 * covariance
    return spread


def _pairs(size: int) -> NDArray[np.float64]:
    unit = np.eye(size)
    return np.array([unit[i] - unit[j] for i, j in combinations(range(size), 2)])


def _maximum(weights: NDArray[np.float64], covariance: NDArray[np.float64]) -> Maximum:
    errors = np.sqrt(np.einsum("ci,ij,cj->c", weights, covariance, weights))
    factor = correlation_factor(weights / errors[:, None], _differences(covariance))
    return Maximum.of_factor(factor)


def _many_to_one(size: int) -> Maximum:
    unit = np.eye(size + 1)
    return _maximum(unit[1:] - unit[0], np.eye(size + 1))


def _quantile(maximum: Maximum, level: float = 0.05) -> float:
    return float(-special.ndtri(maximum.single_level(level) / 2))


def _beyond(maximum: Maximum, value: float, alternative: Alternative = "two-sided") -> float:
    p = float(special.ndtr(-value)) * (2 if alternative == "two-sided" else 1)
    return maximum.adjusted(p, alternative)


def _equicorrelated(value: float, size: int, *, one_sided: bool) -> float:
    """P(max >= value) with all correlations 1/2: a one-dimensional integral over what is shared."""

    def inside(shared: float) -> float:
        high = special.ndtr(np.sqrt(2) * value - shared)
        low = 0.0 if one_sided else special.ndtr(-np.sqrt(2) * value - shared)
        return float((high - low) ** size * np.exp(-(shared**2) / 2) / np.sqrt(2 * np.pi))

    return 1 - float(integrate.quad(inside, -12, 12, epsabs=1e-10)[0])


@for_each("size", [2, 5, 20])
@for_each("level", [0.01, 0.05, 0.2])
def test_all_pairs_of_independent_values_have_tukeys_quantile(size: int, level: float) -> None:
    maximum = _maximum(_pairs(size), np.eye(size))
    expected = stats.studentized_range.ppf(1 - level, size, np.inf) / np.sqrt(2)
    assert _quantile(maximum, level) == pytest.approx(expected, abs=QUANTILE)


@pytest.mark.parametrize("size", [3, 10, 20])
def test_all_pairs_of_independent_values_have_tukeys_p_values(size: int) -> None:
    maximum = _maximum(_pairs(size), np.eye(size))
    for value in np.linspace(0.5, 5, 10):
        expected = stats.studentized_range.sf(value * np.sqrt(2), size, np.inf)
        assert _beyond(maximum, float(value)) == pytest.approx(expected, abs=P)


@for_each(("size", "published"), list(enumerate(DUNNETT, 1)))
def test_comparisons_with_a_control_have_dunnetts_table(size: int, published: float) -> None:
    assert _quantile(_many_to_one(size)) == pytest.approx(published, abs=0.005 + QUANTILE)


@for_each("size", [2, 4, 9, 19])
@for_each("one_sided", [True, False])
def test_comparisons_with_a_control_have_dunnetts_integral(size: int, one_sided: bool) -> None:
    maximum = _many_to_one(size)
    alternative: Alternative = "greater" if one_sided else "two-sided"
    for value in (-1.5, -0.5, 0.0, 0.3, 1.0, 2.0, 2.5, 3.0, 4.0) if one_sided else (0.3, 1, 2, 3):
        expected = _equicorrelated(value, size, one_sided=one_sided)
        assert _beyond(maximum, value, alternative) == pytest.approx(expected, abs=P)


@pytest.mark.parametrize("size", [2, 5, 20])
def test_independent_variables_have_sidaks_values(size: int) -> None:
    maximum = Maximum.of_factor(np.eye(size))
    assert _quantile(maximum) == pytest.approx(
        -special.ndtri((1 - 0.95 ** (1 / size)) / 2), abs=QUANTILE
    )
    for p in (1e-8, 0.001, 0.05, 0.5, 0.99):
        assert maximum.adjusted(p, "two-sided") == pytest.approx(1 - (1 - p) ** size, abs=P)
        assert maximum.adjusted(p, "greater") == pytest.approx(1 - (1 - p) ** size, abs=P)


@for_each("seed", range(4))
def test_any_correlation_agrees_with_scipys_integral(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = int(rng.integers(3, 7))
    loadings = rng.normal(size=(size, size + 1))
    covariance = loadings @ loadings.T
    weights = np.eye(size)[1:] - np.eye(size)[0]
    errors = np.sqrt(np.einsum("ci,ij,cj->c", weights, covariance, weights))
    correlation = weights @ covariance @ weights.T / np.outer(errors, errors)
    normal = stats.multivariate_normal(cov=correlation)
    maximum = _maximum(weights, covariance)
    for value in (0.5, 1.5, 2.5):
        limit = np.full(size - 1, value)
        two_sided = 1 - normal.cdf(limit, lower_limit=-limit)
        assert _beyond(maximum, value) == pytest.approx(two_sided, abs=P)
        assert _beyond(maximum, value, "greater") == pytest.approx(1 - normal.cdf(limit), abs=P)


def test_one_variable_has_its_own_values_to_the_last_bit() -> None:
    alone = Maximum.of_factor(np.ones((1, 1)))
    for p in (0.0, 1e-300, 0.05, 1.0):
        assert alone.adjusted(p, "two-sided") == alone.adjusted(p, "less") == p
        assert alone.single_level(max(p, 0.01)) == max(p, 0.01)


def test_variables_that_are_one_cost_nothing() -> None:
    same = Maximum.of_factor(np.array([[1.0], [1.0], [-1.0]]))
    for p in (1e-12, 0.001, 0.05, 0.7):
        assert same.adjusted(p, "two-sided") == pytest.approx(p, rel=1e-9)
    assert same.single_level(0.05) == pytest.approx(0.05, rel=1e-9)
    assert same.adjusted(0.01, "greater") == pytest.approx(0.02, rel=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_adjusted_values_rise_with_p_and_stay_within_their_limits(alternative: Alternative) -> None:
    maximum = _maximum(_pairs(6), np.diag(np.arange(1.0, 7)))
    grid = np.concatenate([[0.0], np.geomspace(1e-300, 1, 200)])
    found = [maximum.adjusted(float(p), alternative) for p in grid]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0.0, 1.0)
    assert all(p <= a <= min(1, 15 * p) for p, a in zip(grid, found, strict=True))


@pytest.mark.parametrize("level", [1e-6, 0.001, 0.05, 0.5, 0.99])
def test_the_single_level_adjusts_to_the_level(level: float) -> None:
    maximum = _maximum(_pairs(5), np.eye(5))
    single = maximum.single_level(level)
    assert maximum.adjusted(single, "two-sided") == pytest.approx(level, rel=1e-9)
    assert maximum.adjusted(single, "two-sided") <= level
    assert maximum.adjusted(single * (1 + 1e-9), "two-sided") > level


def test_the_factor_reproduces_a_singular_correlation_matrix() -> None:
    rng = np.random.default_rng(3)
    loadings = rng.normal(size=(8, 4))
    covariance = loadings @ loadings.T
    weights = _pairs(8)
    errors = np.sqrt(np.einsum("ci,ij,cj->c", weights, covariance, weights))
    correlation = weights @ covariance @ weights.T / np.outer(errors, errors)
    factor = correlation_factor(weights / errors[:, None], _differences(covariance))
    assert factor.shape == (28, 4)
    assert factor @ factor.T == pytest.approx(correlation, abs=1e-7)


def test_the_answer_is_the_same_every_time_and_in_every_order() -> None:
    covariance = np.diag(np.arange(1.0, 8))
    found = _maximum(_pairs(7), covariance)
    again = _maximum(_pairs(7), covariance)
    assert np.array_equal(found.heights, again.heights)
    turned: Any = _maximum(_pairs(7)[::-1], covariance)
    assert _quantile(turned) == pytest.approx(_quantile(found), abs=QUANTILE)
