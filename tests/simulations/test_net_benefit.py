"""The world of net benefit: its truth is that of large cohorts, and a cell counts."""

import numpy as np
import pytest
from simulations.net_benefit import QUESTIONS, THRESHOLDS, _cohort, true_benefit
from simulations.scenarios import Scenario

from aucurate.curve.decision_curve import odds

WORLD = Scenario(auc=0.9, n_positive=20, n_negative=80, correlation=0.5, second_auc=0.7)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_the_true_net_benefit_is_that_of_a_large_cohort(threshold: float) -> None:
    labels, scores = _cohort(WORLD, 400_000, 0.2, np.random.default_rng(0))
    for world, values in zip((WORLD, WORLD.second), scores, strict=True):
        called = values >= threshold
        gained = np.mean(called & (labels == 1))
        found = gained - float(odds(threshold)) * np.mean(called & (labels == 0))
        assert found == pytest.approx(true_benefit(world, 0.2, threshold), abs=0.003)


def test_a_cell_counts_its_columns() -> None:
    (question,) = QUESTIONS
    counts = question.ask(WORLD, 2, np.random.default_rng(0))
    assert {name for name in counts if not name.endswith(" width")} == set(question.columns)
