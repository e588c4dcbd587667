"""The Kolmogorov-Smirnov band against the union of rectangles, and what it promises with ties."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.loops import for_each

from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.inference.curve.bands import CurveBand
from aucurate.inference.curve.bands_kolmogorov import distance, kolmogorov_band


@for_each("size", [1, 2, 5, 20, 100, 1500])
def test_the_distance_is_that_of_the_two_sided_distribution(size: int) -> None:
    expected = stats.kstwo.ppf(np.sqrt(0.95), size)
    assert distance(size, 0.95) == pytest.approx(expected, rel=1e-5)


def test_in_large_classes_the_distance_is_a_bound_and_near() -> None:
    for size in (2500, 10**6):
        expected = stats.kstwo.ppf(np.sqrt(0.95), size)
        assert expected <= distance(size, 0.95) <= 1.004 * expected


def _rectangles(curve: RocCurve, x: float, width: float, height: float) -> tuple[float, float]:
    """The lowest and highest point of the union of the rectangles at x, from points along it."""
    share = np.linspace(0, len(curve) - 1, 40 * (len(curve) - 1) + 1)
    at = np.arange(len(curve))
    false = np.interp(share, at, 1 - curve.specificity)
    true = np.interp(share, at, curve.sensitivity)
    near = np.abs(false - x) <= width + 1e-12
    return max(0.0, np.min(true[near]) - height), min(1.0, np.max(true[near]) + height)


@pytest.mark.parametrize("ties", [False, True])
def test_the_band_is_the_union_of_rectangles(ties: bool) -> None:
    rng = np.random.default_rng(3)
    labels = np.repeat([1, 0], [25, 31])
    values = rng.normal(size=56) + 1.2 * labels
    values = np.round(2 * values) if ties else values
    band = kolmogorov_band(Scores.from_arrays(labels, values), rates=np.linspace(0, 1, 24))
    curve = roc_curve(labels, values)
    for rate, low, high in zip(band.rates, band.low, band.high, strict=True):
        lowest, highest = _rectangles(curve, 1 - rate, distance(31, 0.95), distance(25, 0.95))
        assert low == pytest.approx(lowest, abs=0.03)  # the rectangles are on a grid
        assert high == pytest.approx(highest, abs=0.03)
        assert low <= lowest + 1e-9
        assert high >= highest - 1e-9


def _far(of: NDArray[np.int64], population: NDArray[np.int64]) -> float:
    """The largest distance between the distribution functions of two sets of ratings."""
    levels = np.unique(population)
    return max(abs(float(np.mean(of <= v) - np.mean(population <= v))) for v in levels)


def test_ratings_of_a_known_population_are_held_whenever_the_distances_are() -> None:
    rng = np.random.default_rng(8)
    positive, negative = rng.integers(2, 8, 300), rng.integers(0, 6, 300)
    truth = roc_curve(np.repeat([1, 0], 300), np.concatenate([positive, negative]))
    held = 0
    for _ in range(40):
        m, n = 15, 22
        one, two = rng.choice(positive, m), rng.choice(negative, n)
        scores = Scores.from_arrays(np.repeat([1, 0], [m, n]), np.concatenate([one, two]))
        if _far(one, positive) <= distance(m, 0.5) and _far(two, negative) <= distance(n, 0.5):
            held += 1
            assert kolmogorov_band(scores, confidence=0.5).holds(truth)
            assert kolmogorov_band(scores, confidence=0.5, quantity="specificity").holds(truth)
    assert held > 10


def test_the_empirical_curve_and_the_record() -> None:
    scores = load_breast_cancer()["forest"]
    band = kolmogorov_band(scores)
    assert CurveBand.from_dict(band.to_dict()) == band
    assert np.all(np.array(band.low) <= np.array(band.values))
    assert np.all(np.array(band.values) <= np.array(band.high))
    assert band.simultaneous
    assert str(band).startswith("forest: 95% simultaneous band of sensitivity at ")
    wider = kolmogorov_band(scores, confidence=0.99, rates=band.rates)
    assert np.all(np.array(wider.low) <= np.array(band.low))
