"""The slope of the curve: that of normal and exponential classes, ties, and ranks alone."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.transforms import keeping_ties

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.curve_slope import curve_slope


def _counts(labels: Any, scores: Any) -> ThresholdCounts:
    return ThresholdCounts.from_scores(Scores.from_arrays(labels, scores))


WORLDS: dict[str, tuple[Any, Callable[[float], float]]] = {
    "normal": (
        stats.norm(1.2, 1),
        lambda t: float(stats.norm(1.2, 1).pdf(t) / stats.norm.pdf(t)),
    ),
    "wide": (
        stats.norm(2.0, 3),
        lambda t: float(stats.norm(2.0, 3).pdf(t) / stats.norm.pdf(t)),
    ),
}


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("specificity", [0.7, 0.9])
def test_it_is_the_ratio_of_the_densities(world: str, specificity: float) -> None:
    positives, ratio = WORLDS[world]
    rng = np.random.default_rng(4)
    m, n = 20_000, 20_000
    scores = np.concatenate([positives.rvs(m, random_state=rng), rng.normal(size=n)])
    counts = _counts(np.repeat([1, 0], [m, n]), scores)
    true = ratio(float(stats.norm.ppf(specificity)))
    assert curve_slope(counts, specificity) == pytest.approx(true, rel=0.08)


def test_in_small_data_sets_its_mean_square_is_near_the_truth() -> None:
    rng = np.random.default_rng(5)
    labels = np.repeat([1, 0], [50, 50])
    found = [
        curve_slope(_counts(labels, rng.normal(size=100) + 1.2 * labels), 0.8) for _ in range(300)
    ]
    threshold = float(stats.norm.ppf(0.8))
    true = math.exp(1.2 * threshold - 0.72)
    # The square is what enters a variance; the mean is a tenth too low, as smoothing has it.
    assert math.sqrt(np.mean(np.square(found))) == pytest.approx(true, rel=0.1)
    assert np.mean(found) == pytest.approx(true, rel=0.15)


def test_the_slope_of_ratings_is_that_of_the_straight_pieces() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([3, 2, 1]),
        positives=np.array([200, 150, 50]),
        negatives=np.array([50, 150, 300]),
    )
    steep, middle, flat = (200 / 400) / 0.1, (150 / 400) / 0.3, (50 / 400) / 0.6
    assert curve_slope(counts, 0.95) == pytest.approx(steep)
    assert curve_slope(counts, 0.75) == pytest.approx(middle)
    assert curve_slope(counts, 0.3) == pytest.approx(flat)
    assert curve_slope(counts, 0.6) == pytest.approx((middle + flat) / 2)


def test_only_ranks_matter_and_it_is_never_negative() -> None:
    rng = np.random.default_rng(6)
    labels = np.repeat([1, 0], [15, 25])
    for _ in range(20):
        scores = rng.normal(size=40).round(1)
        found = curve_slope(_counts(labels, scores), 0.9)
        assert found == curve_slope(_counts(labels, keeping_ties(np.exp)(scores)), 0.9)
        assert 0 <= found < math.inf


@pytest.mark.parametrize("labels", [[0, 1], [0, 0, 0, 1], [0, 1, 1, 1]])
def test_few_observations_and_equal_scores_have_a_slope(labels: list[int]) -> None:
    for scores in (range(len(labels)), [1] * len(labels)):
        assert 0 <= curve_slope(_counts(labels, scores), 0.9) < math.inf
