"""Parts of the curve along the other axis: their true values, and that a cell counts."""

import numpy as np
import pytest
from scipy import integrate, special
from simulations.other_parts import (
    CORRECTED,
    CORRECTED_TOP,
    ESTIMATES,
    OVER_SENSITIVITIES,
    QUESTIONS,
    SPECIFICITY_AT,
)
from simulations.partial import true_value
from simulations.scenarios import Scenario


@pytest.mark.parametrize("scores", ["normal", "normal, positives 3"])
def test_true_values_are_read_off_the_curve_of_the_world(scores: str) -> None:
    world = Scenario(auc=0.8, n_positive=20, n_negative=200, scores=scores)

    def specificity(sensitivity: float) -> float:
        return float(special.ndtr(world.shift - world.spread * special.ndtri(sensitivity)))

    true = {name: true_value(world, estimate) for name, estimate in ESTIMATES.items()}
    assert true[SPECIFICITY_AT] == pytest.approx(specificity(0.9), abs=1e-4)
    area, _ = integrate.quad(specificity, 0.9, 1, limit=200)
    assert true[OVER_SENSITIVITIES] == pytest.approx(area, abs=1e-6)
    chance = 0.1 * 0.05
    assert true[CORRECTED] == pytest.approx((1 + (area - chance) / (0.1 - chance)) / 2, abs=1e-5)
    if scores == "normal":  # its curve is the same from both sides
        assert true[CORRECTED] == pytest.approx(true[CORRECTED_TOP], abs=1e-6)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object) -> None:
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 2, np.random.default_rng(0))
    assert {name for name in counts if not name.endswith(" width")} == set(asked.columns)
    assert all(0 <= counts[name] <= 2 for name in asked.columns)
