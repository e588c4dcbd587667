"""The cost curve against the minimum over all thresholds, its area and its useful range."""

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.cost_curve import CostCurve, cost_curve, trivial_cost
from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.moments import ThresholdCounts
from aucurate.errors import OptionError

X = np.linspace(0, 1, 201)


def _cheapest(curve: RocCurve, x: float) -> float:
    return float(np.min(x * (1 - curve.sensitivity) + (1 - x) * (1 - curve.specificity)))


@pytest.mark.parametrize("ties", [False, True])
def test_the_envelope_is_the_cheapest_of_all_thresholds(ties: bool) -> None:
    rng = np.random.default_rng(4)
    labels = rng.integers(0, 2, 120)
    scores = rng.normal(size=120) + labels
    scores = np.round(scores) if ties else scores
    curve, roc = cost_curve(labels, scores), roc_curve(labels, scores)
    np.testing.assert_allclose(curve.expected_cost(X), [_cheapest(roc, x) for x in X], atol=1e-14)
    for x in X:
        called = scores >= curve.threshold_at(x)
        cost = x * np.mean(~called[labels == 1]) + (1 - x) * np.mean(called[labels == 0])
        assert cost == pytest.approx(curve.expected_cost(x), abs=1e-12)
    fine = np.linspace(0, 1, 20_001)
    assert curve.area == pytest.approx(np.trapezoid(curve.expected_cost(fine), fine), abs=1e-7)
    assert np.all(np.diff(curve.turns) >= 0)
    low, high = curve.useful_range
    useful = curve.expected_cost(X) < trivial_cost(X) - 1e-12
    np.testing.assert_array_equal(useful, (low < X - 1e-12) & (high - 1e-12 > X))


def test_perfect_and_worthless_classifiers() -> None:
    perfect = cost_curve([0, 0, 1, 1], [1, 2, 3, 4])
    assert perfect.area == 0
    assert perfect.useful_range == (0.0, 1.0)
    worthless = cost_curve([0, 1], [1, 1])
    np.testing.assert_allclose(worthless.expected_cost(X), trivial_cost(X))
    assert worthless.area == pytest.approx(0.25)
    assert worthless.useful_range == (0.5, 0.5)


def test_prevalence_and_costs_are_one_number() -> None:
    curve = cost_curve([0, 0, 0, 1], [1, 2, 3, 4])
    assert curve.probability_cost(IntendedUse(prevalence=0.5)) == 0.5
    assert curve.probability_cost(IntendedUse()) == 0.25
    use = IntendedUse(prevalence=0.02, false_negative_cost=5)
    assert curve.probability_cost(use) == pytest.approx(0.1 / (0.1 + 0.98))
    with pytest.raises(OptionError, match="probability cost"):
        curve.expected_cost(1.2)


def test_a_number_for_a_number_and_an_array_for_an_array() -> None:
    curve = CostCurve.from_roc(roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    assert isinstance(curve.expected_cost(0.3), float)
    assert curve.expected_cost([0.3, 0.5]).shape == (2,)
    assert curve.threshold_at([0.0, 1.0]).tolist() == [np.inf, 0.35]


@for_each("infinite", [False, True])
@for_each("decimals", [0, 1, 8])
def test_the_chosen_points_have_the_envelope_of_the_whole_curve(
    decimals: int, infinite: bool
) -> None:
    rng = np.random.default_rng(decimals)
    for size in (2, 5, 40, 3000):
        labels = np.concatenate([[0, 1], rng.integers(0, 2, size - 2)])
        scores = np.round(rng.normal(size=size) + labels * rng.uniform(-1, 2), decimals)
        if infinite:
            scores[[0, -1]] = np.inf, -np.inf
        one, two = cost_curve(labels, scores), CostCurve.from_roc(roc_curve(labels, scores))
        for field in ("thresholds", "missed", "false_alarms", "turns"):
            np.testing.assert_array_equal(getattr(one, field), getattr(two, field))
        assert one.thresholds.dtype == two.thresholds.dtype
        assert (one.n_positive, one.n_negative) == (two.n_positive, two.n_negative)


def test_ratings_that_nobody_gave_change_nothing() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([9, 5, 4, 3, 1]),
        positives=np.array([0, 3, 2, 1, 0]),
        negatives=np.array([0, 1, 2, 4, 0]),
    )
    one, two = CostCurve.from_counts(counts), CostCurve.from_roc(RocCurve.from_counts(counts))
    assert one.thresholds.tolist() == two.thresholds.tolist() == [np.inf, 5.0, 4.0, 3.0]
    assert one.turns.tolist() == two.turns.tolist()
