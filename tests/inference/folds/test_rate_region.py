"""The ellipse of two rates: its border, its coverage and its degenerate cases."""

import numpy as np
import pytest
from scipy import stats

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.folds.rate_region import RateRegion, rate_region, rate_regions

POINTS = operating_points(load_breast_cancer_folds(), "forest")


def test_the_border_is_hotellings() -> None:
    found = rate_region(POINTS, 14, confidence=0.9)
    values = np.stack([POINTS.of("specificity")[14], POINTS.of("sensitivity")[14]])
    n = values.shape[1]
    inverse = np.linalg.inv(np.cov(values))
    limit = 2 * (n - 1) / (n - 2) * stats.f.ppf(0.9, 2, n - 2)
    border = np.stack(found.outline(50))
    inside = (border > 0) & (border < 1)
    gaps = (border - values.mean(axis=1)[:, None])[:, inside.all(axis=0)]
    distances = n * np.einsum("ik,ij,jk->k", gaps, inverse, gaps)
    assert gaps.shape[1] > 20
    assert distances == pytest.approx(limit, rel=1e-9)
    assert RateRegion.from_dict(found.to_dict()) == found


def test_it_is_cut_to_what_is_possible_and_shrinks_to_a_line() -> None:
    for found in rate_regions(POINTS):
        x, y = found.outline()
        assert min(np.min(x), np.min(y)) >= 0
        assert max(np.max(x), np.max(y)) <= 1
    last = rate_region(POINTS, -1)  # everybody is called positive in every fold
    assert np.ptp(last.outline()[0]) == np.ptp(last.outline()[1]) == 0


def test_it_holds_the_truth_with_its_confidence() -> None:
    rng = np.random.default_rng(2)
    labels = np.arange(400) % 2
    truth = np.array([stats.norm.cdf(0.5), stats.norm.sf(0.5, 1.0)])
    held = 0
    for _ in range(300):
        data = FoldScores.from_arrays(
            labels, {"a": rng.normal(size=400) + labels}, folds=np.arange(400) // 2 % 10
        )
        found = rate_region(operating_points(data, "a", thresholds=[0.5]), 0)
        first, both, second = found.covariance
        gap = truth - found.means
        inverse = np.linalg.inv(np.array([[first, both], [both, second]]))
        held += bool(gap @ inverse @ gap <= found.radius**2)
    assert held / 300 == pytest.approx(0.95, abs=0.035)


def test_what_is_refused() -> None:
    labels = np.array([0, 1, 0, 1])
    two = FoldScores.from_arrays(labels, {"a": [1, 2, 2, 1]}, folds=[1, 1, 2, 2])
    points = operating_points(two, "a", thresholds=[1.5])
    with pytest.raises(InputError, match="2 folds can evaluate both rates"):
        rate_region(points, 0)
    assert rate_regions(points) == ()
    with pytest.raises(OptionError, match="two different rates"):
        rate_region(POINTS, 0, rates=("sensitivity", "sensitivity"))
