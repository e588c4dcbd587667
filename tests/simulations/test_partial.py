"""The simulation of partial areas: its true values, and that a cell counts what it says."""

import numpy as np
import pytest
from scipy import integrate, special
from simulations.partial import ESTIMATES, QUESTIONS, true_value
from simulations.scenarios import Scenario
from tests.loops import for_each

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.counted import value_of
from aucurate.estimates.partial_auc import PartialAuc

WORLDS = (
    Scenario(auc=0.8, n_positive=20, n_negative=200),
    Scenario(auc=0.95, n_positive=50, n_negative=50, scores="normal, positives 3"),
    Scenario(auc=0.8, n_positive=50, n_negative=50, scores="exponential"),
)


def _height(world: Scenario, rate: float) -> float:
    if world.scores == "exponential":
        return float(rate ** (1 / world.auc - 1))
    return float(special.ndtr((world.shift + special.ndtri(rate)) / world.spread))


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.scores)
def test_true_values_are_integrals_of_the_curve(world: Scenario) -> None:
    area, _ = integrate.quad(lambda u: _height(world, u), 0, 0.1, limit=200)
    assert true_value(world, ESTIMATES["partial-auc"]) == pytest.approx(area, abs=1e-6)
    found = true_value(world, ESTIMATES["sensitivity-at"])
    assert found == pytest.approx(_height(world, 0.1), abs=1e-4)
    assert true_value(world, PartialAuc(specificity=(0, 1))) == pytest.approx(world.auc, abs=1e-6)
    ratio = world.n_negative / world.n_positive
    rates = np.asarray(special.ndtr(np.linspace(-9, 9, 50_001)))
    heights = np.array([_height(world, u) for u in rates])
    precision = heights / (heights + ratio * rates)
    by_steps = heights[0] + np.sum(np.diff(heights) * (precision[1:] + precision[:-1]) / 2)
    assert true_value(world, ESTIMATES["average-precision"]) == pytest.approx(by_steps, abs=1e-4)


@pytest.mark.parametrize(
    "kind", ["missed positives 5%", "missed negatives 5%", "missed in both classes 3%"]
)
def test_true_values_count_missed_observations(kind: str) -> None:
    world = Scenario(auc=0.9, n_positive=20_000, n_negative=20_000, scores=kind)
    labels, values = world.draw(np.random.default_rng(2))
    scores = Scores.from_arrays(labels, values[0])
    whole = true_value(world, PartialAuc(specificity=(0, 1)))
    assert whole == pytest.approx(world.true_auc, abs=1e-6)
    for kept in ((0.9, 1.0), (0.5, 0.9)):
        for estimate in (PartialAuc(specificity=kept), PartialAuc(sensitivity=kept)):
            counted = value_of(estimate, ThresholdCounts.from_scores(scores))
            assert true_value(world, estimate) == pytest.approx(counted, abs=0.03 * estimate.width)


def test_the_true_value_of_ratings_is_that_of_the_ratings() -> None:
    world = Scenario(auc=0.8, n_positive=50, n_negative=50, scores="ordinal")
    found = true_value(world, PartialAuc(specificity=(0, 1)))
    assert found == pytest.approx(world.true_auc, abs=1e-9)


@for_each("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object) -> None:
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 3, np.random.default_rng(0))
    named = {name for name in counts if not name.endswith(" width")}
    assert named == set(asked.columns)
    assert all(0 <= counts[name] <= 3 for name in asked.columns)
