"""Variance formulas against the definition: simulated AUCs of the scores that they assume."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from tests.loops import for_each

from aucurate.inference.auc.hanley_mcneil import binormal_correlation
from aucurate.planning.variances import (
    VARIANCES,
    binormal_variance,
    hanley_mcneil_variance,
    obuchowski_mcclish_variance,
)

DRAWS = 4000


def _aucs(positives: NDArray[np.float64], negatives: NDArray[np.float64]) -> NDArray[np.float64]:
    """The AUC of every draw (row): sorted ranks, no ties."""
    both = np.concatenate([positives, negatives], axis=1)
    ranks = both.argsort(axis=1).argsort(axis=1)[:, : positives.shape[1]]
    m, n = positives.shape[1], negatives.shape[1]
    return np.asarray((ranks.sum(axis=1) - m * (m - 1) / 2) / (m * n))


def _normal(rng: np.random.Generator, auc: float, m: int, n: int) -> NDArray[np.float64]:
    shift = math.sqrt(2) * special.ndtri(auc)
    return _aucs(rng.normal(shift, size=(DRAWS, m)), rng.normal(size=(DRAWS, n)))


def _exponential(rng: np.random.Generator, auc: float, m: int, n: int) -> NDArray[np.float64]:
    mean = auc / (1 - auc)
    return _aucs(rng.exponential(mean, size=(DRAWS, m)), rng.exponential(size=(DRAWS, n)))


@for_each("auc", [0.6, 0.8, 0.9])
@for_each(("m", "n"), [(30, 30), (25, 75)])
@for_each(
    ("draw", "formula"), [(_normal, binormal_variance), (_exponential, hanley_mcneil_variance)]
)
def test_the_variance_is_that_of_simulated_aucs(
    auc: float,
    m: int,
    n: int,
    draw: Callable[[np.random.Generator, float, int, int], NDArray[np.float64]],
    formula: Callable[[float, int, int], float],
) -> None:
    aucs = draw(np.random.default_rng(5), auc, m, n)
    squares = (aucs - aucs.mean()) ** 2
    error = squares.std() / math.sqrt(DRAWS)
    assert aucs.mean() == pytest.approx(auc, abs=4 * aucs.std() / math.sqrt(DRAWS))
    assert formula(auc, m, n) == pytest.approx(squares.mean(), abs=4 * error)


def test_obuchowski_is_the_binormal_fit_without_the_covariance_of_its_parameters() -> None:
    """The delta method: f^2 Var(a) + g^2 Var(b) at b = 1, per positive, with kappa = n / m."""
    for auc, kappa in ((0.6, 1.0), (0.8, 0.5), (0.95, 4.0)):
        a = math.sqrt(2) * special.ndtri(auc)
        f2 = math.exp(-(a**2) / 2) / (4 * math.pi)
        of_a, of_b = 1 + 1 / kappa + a**2 / 2, (1 + 1 / kappa) / 2
        expected = f2 * (of_a + a**2 / 4 * of_b)
        found = obuchowski_mcclish_variance(auc, 100, int(100 * kappa)) * 100
        assert found == pytest.approx(expected, rel=0.006)  # 0.0099 is 1 / (32 pi) rounded


def test_what_the_documentation_says_of_obuchowskis_variance() -> None:
    low = obuchowski_mcclish_variance(0.5, 1000, 1000) / binormal_variance(0.5, 1000, 1000)
    high = obuchowski_mcclish_variance(0.9, 1000, 1000) / binormal_variance(0.9, 1000, 1000)
    assert 0.94 < low < 0.96
    assert 1.4 < high < 1.6


def test_what_the_documentation_says_of_correlations() -> None:
    assert binormal_correlation((0.8, 0.75), (0.5, 0.5), 100, 100) == pytest.approx(0.45, abs=0.02)


@pytest.mark.parametrize("name", VARIANCES)
def test_variances_fall_with_either_class_and_stay_positive(name: str) -> None:
    formula = VARIANCES[name]
    for auc in (0.05, 0.5, 0.8, 0.999, 1 - 1e-9):
        assert formula(auc, 20, 40) >= formula(auc, 21, 40) >= 0
        assert formula(auc, 20, 40) >= formula(auc, 20, 41) >= 0


def test_at_one_half_the_empirical_auc_has_the_variance_of_the_wilcoxon_statistic() -> None:
    for formula in (binormal_variance, hanley_mcneil_variance):
        assert formula(0.5, 7, 9) == pytest.approx(17 / (12 * 63), rel=1e-12)
