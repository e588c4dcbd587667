"""The kinds of bootstrap intervals, from replicates and their estimate."""

import numpy as np
import pytest
from scipy import special

from aucurate.inference.resampling.intervals import acceleration, bca, percentile


def test_replicates_that_equal_the_estimate_count_half_below_it() -> None:
    replicates = np.r_[np.full(30, 0.7), np.full(40, 0.8), np.full(30, 0.9)]
    assert bca(0.8, replicates, []).bias == pytest.approx(0.0, abs=1e-12)
    replicates = np.r_[np.full(10, 0.7), np.full(40, 0.8), np.full(50, 0.9)]
    assert bca(0.8, replicates, []).bias == pytest.approx(float(special.ndtri(0.3)))


def test_without_bias_and_acceleration_bca_is_the_percentile_interval() -> None:
    replicates = np.linspace(0.6, 0.9, 999)
    influences = [np.array([-1.0, 1.0])]
    assert acceleration(influences) == 0
    found, plain = bca(0.75, replicates, influences), percentile(0.75, replicates)
    assert found.bias == pytest.approx(0.0, abs=1e-12)
    assert found.ends(0.9)[:2] == pytest.approx(plain.ends(0.9)[:2], abs=1e-3)
