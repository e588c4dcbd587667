"""The world of chosen thresholds: what a rule would choose without end, and that cells count."""

import json

import numpy as np
import pytest
from scipy import optimize
from simulations.choice_worlds import RULES, SCORES, ChoiceWorld
from simulations.chosen_thresholds import QUESTIONS, THRESHOLD
from simulations.run import RESULTS
from tests.loops import for_each

from aucurate.inference.core.caveats import PERCENTILE_COVERAGE


def _lost(world: ChoiceWorld, threshold: float) -> float:
    """What the rule of a world makes as small as it can, from the true rates."""
    true = world.true(threshold)
    missed, alarms = 1 - true["sensitivity"], 1 - true["specificity"]
    called = world.n_positive * true["sensitivity"] + world.n_negative * alarms
    costs = {
        "Youden": -true["youden_index"],
        "sensitivity 0.9": abs(missed - 0.1),
        "specificity 0.9": abs(alarms - 0.1),
        "least cost": 0.2 * 5 * missed + 0.8 * alarms,
        "cost of alarms": 0.05 * 5 * missed + 0.95 * alarms,
        "F1": -2 * world.n_positive * true["sensitivity"] / (called + world.n_positive),
        "corner": missed**2 + alarms**2,
    }
    return costs[world.rule]


@for_each("rule", RULES)
@for_each(("scores", "lowest"), [("normal 0.72", -3.0), ("exponential", 0.1)])
def test_the_best_threshold_is_that_of_the_true_rates(
    rule: str, scores: str, lowest: float
) -> None:
    world = ChoiceWorld(scores=scores, n_positive=30, n_negative=200, rule=rule)
    found = optimize.minimize_scalar(
        lambda t: _lost(world, t), bounds=(lowest, 9), method="bounded", options={"xatol": 1e-10}
    )
    assert world.best_threshold == pytest.approx(float(found.x), abs=1e-5)


@for_each("scores", SCORES)
def test_draws_have_the_true_rates(scores: str) -> None:
    world = ChoiceWorld(scores=scores, n_positive=4000, n_negative=4000, rule="Youden")
    labels, values = world.draw(np.random.default_rng(3))
    threshold = world.best_threshold
    true = world.true(threshold)
    assert np.mean(values[labels == 1] >= threshold) == pytest.approx(true["sensitivity"], abs=0.03)
    assert np.mean(values[labels == 0] < threshold) == pytest.approx(true["specificity"], abs=0.03)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object) -> None:
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 2, np.random.default_rng(0))
    assert {name for name in counts if not name.endswith(" width")} == set(asked.columns)


def test_the_caveat_quotes_the_measured_range() -> None:
    cells = json.loads(RESULTS.read_text()).values()
    found = [
        cell["counts"][THRESHOLD] / cell["draws"]
        for cell in cells
        if cell["question"] == "percentile threshold interval coverage"
    ]
    assert (min(found), max(found)) == pytest.approx(PERCENTILE_COVERAGE, abs=0.006)
