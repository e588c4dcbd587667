"""Sensitivity at a specificity: the drawn curve, for one classifier and for rows of counts."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, ScoreError
from aucurate.estimates.counted import turned, value_of
from aucurate.estimates.rates_at import (
    SensitivityAt,
    SpecificityAt,
    curve_slope,
    sensitivity_at,
    specificity_at,
)

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
RATES = (0.05, 0.1, 0.3, 0.5, 0.725, 0.8, 0.9, 0.95, 0.99)


def _counts(labels: Any, scores: Any) -> ThresholdCounts:
    return ThresholdCounts.from_scores(Scores.from_arrays(labels, scores))


@for_each("name", DATA)
@for_each("rate", RATES)
def test_it_is_the_height_of_the_drawn_curve(name: str, rate: float) -> None:
    counts = _counts(DATA[name]["y"], DATA[name]["a"])
    curve = RocCurve.from_counts(counts)
    found = value_of(SensitivityAt(specificity=rate), counts)
    assert found == pytest.approx(curve.sensitivity_at(rate), abs=1e-13)
    found = value_of(SpecificityAt(sensitivity=rate), counts)
    assert found == pytest.approx(curve.specificity_at(rate), abs=1e-13)


@for_each("name", DATA)
def test_the_plain_functions_read_the_curve_of_labels_and_scores(name: str) -> None:
    labels, scores = np.array(DATA[name]["y"]), np.array(DATA[name]["a"], np.float64)
    curve = roc_curve(labels, scores)
    for rate in RATES:
        found = sensitivity_at(labels, scores, specificity=rate)
        assert found == pytest.approx(curve.sensitivity_at(rate), abs=1e-13)
        assert found == sensitivity_at(labels, -scores, specificity=rate, lower=True)
        found = specificity_at(labels, scores, sensitivity=rate)
        assert found == pytest.approx(curve.specificity_at(rate), abs=1e-13)
        words = np.where(labels == 1, "poor", "good")
        assert found == specificity_at(words, scores, sensitivity=rate, positive="poor")


def test_the_plain_functions_say_what_is_wrong() -> None:
    with pytest.raises(OptionError, match="the given specificity must be a number"):
        sensitivity_at([0, 1], [1, 2], specificity=1.0)
    with pytest.raises(ScoreError, match="must not be missing"):
        specificity_at([0, 1], [1, math.nan], sensitivity=0.9)
    kept = specificity_at([0, 1, 0], [1, 2, math.nan], sensitivity=0.9, missing="drop")
    assert kept == 1.0


def test_many_rows_are_computed_as_one() -> None:
    rng = np.random.default_rng(0)
    positives = rng.multinomial(25, np.ones(12) / 12, size=40)
    negatives = rng.multinomial(20, np.ones(12) / 12, size=40)
    for estimate in (SensitivityAt(specificity=0.8), SpecificityAt(sensitivity=0.8)):
        found = estimate.values(positives, negatives)
        for row in range(40):
            counts = ThresholdCounts(
                thresholds=-np.arange(12.0), positives=positives[row], negatives=negatives[row]
            )
            assert found[row] == value_of(estimate, counts)


@pytest.mark.parametrize("decimals", [6, 0])
def test_the_mean_influence_of_the_positives_is_the_estimate(decimals: int) -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [40, 50])
    counts = _counts(labels, (rng.normal(size=90) + labels).round(decimals))
    for rate in RATES:
        estimate = SensitivityAt(specificity=rate)
        found = estimate.influences(counts)
        mean = float(np.sum(counts.positives * found.positives)) / 40
        assert mean == pytest.approx(value_of(estimate, counts), abs=1e-13)
        beyond = float(np.sum(counts.negatives * found.negatives)) / 50
        assert beyond == pytest.approx(-curve_slope(counts, rate) * (1 - rate), abs=1e-12)


def test_specificity_is_sensitivity_with_the_classes_exchanged() -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [40, 50])
    counts = _counts(labels, rng.normal(size=90) + labels)
    there = SpecificityAt(sensitivity=0.9).influences(counts)
    back = SensitivityAt(specificity=0.9).influences(turned(counts))
    assert there.positives.tolist() == back.negatives[::-1].tolist()
    assert there.negatives.tolist() == back.positives[::-1].tolist()


@pytest.mark.parametrize("rate", [0.0, 1.0, -0.1, 1.2, math.nan])
def test_a_rate_without_a_threshold_is_refused(rate: Any) -> None:
    with pytest.raises(OptionError, match="Hint: "):
        SensitivityAt(specificity=rate)
    with pytest.raises(OptionError, match="Hint: "):
        SpecificityAt(sensitivity=rate)


def test_a_rate_is_one_number() -> None:
    with pytest.raises(OptionError, match="specificity must be a number; it is a list"):
        SensitivityAt(specificity=[0.9, 0.8])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="sensitivity must be a number"):
        SpecificityAt(sensitivity="0.9")  # type: ignore[arg-type]


# The slope of the curve: that of normal and exponential classes, ties, and ranks alone.


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
