"""Studies planned from pilots: what a cell counts, and that its true power is that of a study."""

import numpy as np
import pytest
from simulations.counting import SUFFIXES
from simulations.pilots import COLUMNS, QUESTIONS, planned_from_pilots
from simulations.planning import simulated_power
from simulations.scenarios import Scenario

from aucurate.planning import plan_two


def test_a_cell_counts_its_columns() -> None:
    world = QUESTIONS[0].scenarios[0]
    counts = planned_from_pilots(world, 20, np.random.default_rng(0))  # type: ignore[arg-type]
    assert {name for name in counts if not name.endswith(SUFFIXES)} == set(COLUMNS)
    shares = [counts[name] / 20 for name in COLUMNS]
    assert all(0 <= share <= 1 for share in shares)


def test_a_large_pilot_is_the_truth() -> None:
    """Both plans then have the power that they promise, and it is that of simulated studies."""
    world = Scenario(auc=0.85, second_auc=0.75, correlation=0.5, n_positive=3000, n_negative=3000)
    counts = planned_from_pilots(world, 20, np.random.default_rng(1))
    assert counts["power: mean true power"] / 20 == pytest.approx(0.8, abs=0.03)
    assert counts["assurance: mean true power"] / 20 == pytest.approx(0.8, abs=0.03)
    size = int(counts["power: median positives, size"] / 20)
    plan = plan_two(0.85, 0.75, correlation=0.45, n_positive=size, variance="binormal")
    share, error = simulated_power(plan, 300, np.random.default_rng(2))
    assert share == pytest.approx(0.8, abs=0.03 + 3 * error)
