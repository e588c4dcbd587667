"""The least chi-square over subgroups: Cochran's Q, Alexander and Govern's test, correlations."""

import math

import numpy as np
import pytest
from scipy import special, stats
from tests.loops import for_each

from aucurate.data.units import Units
from aucurate.inference.core.homogeneity import (
    GroupTotals,
    OwnTest,
    correlations_of,
    least_chi_square,
)

# Thirteen trials of BCG vaccine (Colditz et al. 1994): cases and others, vaccinated and not.
BCG = (
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619),
    (33, 5036, 47, 5761), (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892),
    (29, 7470, 45, 7232), (17, 1699, 65, 1600), (186, 50448, 141, 27197), (5, 2493, 3, 2338),
    (27, 16886, 29, 17825),
)  # fmt: skip
BCG_Q = 152.2330
"""Cochran's Q of the log risk ratios, as the metafor package (Viechtbauer 2010) prints it."""


def _normal(value: float, error: float) -> OwnTest:
    def tails(null: float) -> tuple[float, float]:
        z = (value - null) / error
        return float(special.ndtr(-z)), float(special.ndtr(z))

    return OwnTest(value, tails)


def _student(sample: np.ndarray) -> OwnTest:
    mean, error = sample.mean(), sample.std(ddof=1) / math.sqrt(len(sample))

    def tails(null: float) -> tuple[float, float]:
        t = (mean - null) / error
        return float(special.stdtr(len(sample) - 1, -t)), float(special.stdtr(len(sample) - 1, t))

    return OwnTest(float(mean), tails)


def test_with_normal_estimates_it_is_cochrans_q_of_a_published_meta_analysis() -> None:
    trials = []
    for a, b, c, d in BCG:
        ratio = math.log(a / (a + b)) - math.log(c / (c + d))
        variance = 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)
        trials.append(_normal(ratio, math.sqrt(variance)))
    statistic, p = least_chi_square(trials)
    assert statistic == pytest.approx(BCG_Q, abs=5e-5)
    assert p < 1e-20


@for_each("seed", range(5))
def test_with_t_tests_it_is_near_alexander_and_governs_test(seed: int) -> None:
    rng = np.random.default_rng(seed)
    samples = [rng.normal(0.3 * k, 1 + k, size) for k, size in enumerate((40, 90, 150))]
    statistic, p = least_chi_square([_student(sample) for sample in samples])
    rival = stats.alexandergovern(*samples)
    assert statistic <= rival.statistic + 1e-3  # the common value is the best, not the weighted
    assert p == pytest.approx(rival.pvalue, abs=0.01)


def test_no_value_fits_better() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        own = [_normal(v, e) for v, e in zip(rng.normal(size=4), rng.gamma(1, size=4), strict=True)]
        statistic, _ = least_chi_square(own)
        nulls = np.linspace(-3, 3, 2001)
        best = min(sum(each.deviate(null) ** 2 for each in own) for null in nulls)
        assert statistic <= best + 1e-9
        assert statistic == pytest.approx(best, rel=0.01, abs=1e-3)


def test_equal_estimates_are_alike_and_swapping_subgroups_changes_nothing() -> None:
    own = [_normal(0.8, 0.1), _normal(0.8, 0.3)]
    assert least_chi_square(own) == (0.0, 1.0)
    other = [_normal(0.8, 0.1), _normal(0.6, 0.2), _normal(0.9, 0.05)]
    assert least_chi_square(other)[0] == pytest.approx(least_chi_square(other[::-1])[0], rel=1e-6)


@for_each("correlation", [-0.5, 0.0, 0.4, 0.9])
def test_correlated_estimates_of_two_subgroups_have_the_variance_of_their_difference(
    correlation: float,
) -> None:
    (a, s), (b, t) = (0.8, 0.05), (0.7, 0.09)
    matrix = np.array([[1, correlation], [correlation, 1]])
    statistic, _ = least_chi_square([_normal(a, s), _normal(b, t)], matrix)
    variance = s**2 + t**2 - 2 * correlation * s * t
    expected = (a - b) ** 2 / variance
    if correlation < s / t:
        assert statistic == pytest.approx(expected, rel=1e-6)
    else:  # the best common value lies outside both estimates
        assert statistic > 1.1 * expected


def test_correlations_are_those_of_units_that_hold_several_classes() -> None:
    """The classes of both subgroups as the classes of one estimate: another way to covariances."""
    rng = np.random.default_rng(4)
    sizes: tuple[int, ...] = (30, 40, 25, 35)
    n_groups = 20
    codes = [rng.integers(0, n_groups, size) for size in sizes]
    influences = [rng.normal(size=size) for size in sizes]
    units = Units.of(sizes, None, codes, n_groups)
    stacked = []
    for c, own in enumerate(influences):
        rows = np.zeros((2, len(own)))
        rows[c // 2] = own
        stacked.append(rows)
    moments = units.moments(stacked)
    covariance = np.sum([part.covariance / part.size for part in moments.parts], axis=0)
    totals = []
    for k in (0, 1):
        here = slice(2 * k, 2 * k + 2)
        own_units = Units.of(sizes[here], None, codes[here], n_groups)
        variance = float(covariance[k, k])
        totals.append(GroupTotals.of(influences[here], own_units, codes[here], n_groups, variance))
    expected = covariance[0, 1] / math.sqrt(covariance[0, 0] * covariance[1, 1])
    assert correlations_of(totals)[0, 1] == pytest.approx(expected, rel=1e-10)
