"""The world of chosen thresholds: what a rule would choose without end, and that cells count."""

import numpy as np
import pytest
from scipy import optimize
from simulations.chosen_thresholds import QUESTIONS, RULES, ChoiceWorld


def _lost(world: ChoiceWorld, threshold: float) -> float:
    """What the rule of a world makes as small as it can, from the true rates."""
    true = world.true(threshold)
    if world.rule == "Youden":
        return -true["youden_index"]
    if world.rule == "sensitivity 0.9":
        return abs(true["sensitivity"] - 0.9)
    return 0.2 * 5 * (1 - true["sensitivity"]) + 0.8 * (1 - true["specificity"])


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("auc", [0.7, 0.95])
def test_the_best_threshold_is_that_of_the_true_rates(rule: str, auc: float) -> None:
    world = ChoiceWorld(auc=auc, n_positive=30, n_negative=200, rule=rule)
    found = optimize.minimize_scalar(
        lambda t: _lost(world, t), bounds=(-3, 5), method="bounded", options={"xatol": 1e-10}
    )
    assert world.best_threshold == pytest.approx(float(found.x), abs=1e-5)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object) -> None:
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 2, np.random.default_rng(0))
    assert {name for name in counts if not name.endswith(" width")} == set(asked.columns)
