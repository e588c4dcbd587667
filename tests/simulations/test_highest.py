"""The worlds of the highest AUC, and what is counted in them."""

import json

import numpy as np
import pytest
from simulations.counting import BIAS, TOO_HIGH, TOO_LOW
from simulations.highest import ALLOWING, COLUMNS, EQUAL, HELD_OUT, QUESTIONS, UNEQUAL, coverage
from simulations.report.cells import cells_of
from simulations.report.intervals import FLOOR
from simulations.run import RESULTS
from simulations.scenarios import Scenario

COMMITTED = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_the_first_of_a_world_with_leaders_are_better() -> None:
    world = Scenario(
        auc=0.95, second_auc=0.6, leaders=3, classifiers=5, n_positive=500, n_negative=500
    )
    labels, values = world.draw(np.random.default_rng(1))
    gaps = values[:, labels == 1].mean(axis=1) - values[:, labels == 0].mean(axis=1)
    assert values.shape == (5, 1000)
    assert np.all(gaps[:3] > 2)
    assert np.all(gaps[3:] < 0.6)


def test_every_draw_is_counted_on_one_side() -> None:
    world = Scenario(auc=0.8, classifiers=4, n_positive=20, n_negative=30, correlation=0.5)
    counts = coverage(world, 20, np.random.default_rng(2))
    for column in COLUMNS:
        sides = [counts[column], counts[column + TOO_HIGH], counts[column + TOO_LOW]]
        assert sum(sides) == 20
    assert counts[ALLOWING + BIAS] < counts[COLUMNS[1] + BIAS]


@pytest.mark.parametrize("question", [question.name for question in QUESTIONS])
def test_the_interval_that_allows_for_the_choice_holds_in_every_cell(question: str) -> None:
    cells = cells_of(question, COMMITTED)
    (asked,) = (q for q in QUESTIONS if q.name == question)
    assert len(cells) == len(asked.scenarios)
    assert not [cell.place for cell in cells if cell.is_below(ALLOWING, FLOOR)]


def test_held_out_worlds_are_others() -> None:
    seen = {(world.scores, world.classifiers) for world in (*EQUAL, *UNEQUAL)}
    assert not seen & {(world.scores, world.classifiers) for world in HELD_OUT}
