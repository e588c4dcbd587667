"""Other steps of the search: ours is that of the package, and the state follows the counts."""

import numpy as np
import pytest
from papers.tests.paclik_2010 import made_up_scores

from aucurate.curve.class_decisions import decide
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate_papers.paclik_2010.caveats import STEP
from aucurate_papers.paclik_2010.digits import digit_figure
from aucurate_papers.paclik_2010.steps import (
    ALL,
    ASSUMED,
    DIFFERENT,
    LAST,
    READINGS,
    Step,
    StepSet,
    reading_sentence,
    retained,
    step_sentence,
    step_sets,
    step_state,
    step_table,
)

SAME, NOT = "same finding, other numbers", "not reproduced"
WIDE = Step(2.0, 1.0)


def test_the_assumed_step_is_that_of_the_package() -> None:
    stacked = made_up_scores.folds(60, 1).pooled()
    for steps, pool in enumerate(retained(stacked, ASSUMED, 3)):
        theirs = greedy_weights(stacked, steps=steps, rng=3)
        assert np.array_equal(pool.weights, theirs.weights)
        assert np.array_equal(pool.confusions, theirs.confusions)
    wide = retained(stacked, WIDE, 3)
    assert np.array_equal(wide[0].weights, greedy_weights(stacked, steps=0, rng=3).weights)
    assert not np.array_equal(wide[-1].weights, theirs.weights)


def test_different_points_are_retained_once() -> None:
    stacked = made_up_scores.folds(60, 1).pooled()
    for pool in retained(stacked, ASSUMED, 0, different=True):
        decided = [decide(stacked.values, vector).tobytes() for vector in pool.weights]
        assert len(set(decided)) == len(decided) == 100


def test_the_sets_of_our_step_are_those_of_the_figure() -> None:
    folds = {"raw features": made_up_scores.folds(60, 1)}
    everything, last, different = step_sets(folds, 0, (ASSUMED,))
    assert [one.reading for one in (everything, last, different)] == [ALL, LAST, DIFFERENT]
    figure = digit_figure("raw features", folds["raw features"], 0)
    assert everything.others == min(100, figure.different) - 1
    assert everything.not_told == len(figure.paired.points)
    assert everything.printed_not_told == len(figure.printed.points)
    assert last.others == figure.last_step - 1
    assert different.others == 99


def _set(scaling: str, step: Step, reading: str, inside: int, others: int) -> StepSet:
    return StepSet(
        scaling=scaling,
        step=step,
        reading=reading,
        others=others,
        not_told=inside,
        printed_not_told=inside,
    )


@pytest.fixture
def sets() -> list[StepSet]:
    """The last of our steps holds nothing that is told apart with one of the scalings."""
    return [
        _set(scaling, step, reading, 2, 2 if (scaling, step, reading) == hidden else 14)
        for hidden in [("raw", ASSUMED, LAST)]
        for scaling in ("raw", "standardised")
        for step in (ASSUMED, WIDE)
        for reading in READINGS
    ]


def test_the_states_follow_the_counts(sets: list[StepSet]) -> None:
    assert step_state(sets, ASSUMED, LAST) == NOT
    assert step_state(sets, WIDE, LAST) == step_state(sets, ASSUMED, ALL) == SAME
    told = reading_sentence(sets)
    assert f'"{ALL}" gives "{SAME}" (2 of 14 with raw and 2 of 14 with standardised' in told
    assert f'"{LAST}" gives "{NOT}" (2 of 2 with raw and 2 of 14 with standardised' in told
    assert "of 2 that we tried" in step_sentence(sets)
    assert f'with 2 by "{ALL}", with 1 by "{LAST}" and with 2 by' in step_sentence(sets)


def test_the_table_has_every_set(sets: list[StepSet]) -> None:
    table = step_table(sets)
    assert len(table.rows) == 4
    assert table.rows[0][1:4] == (f"{ASSUMED}, ours", "2 (2) of 14", "2 (2) of 2")
    assert table.rows[1][1] == "2 in every step"
    assert {len(values) for values in table.columns.values()} == {len(sets)}
    assert table.columns["state"].count(NOT) == 2


def test_the_caveat_states_the_step() -> None:
    assert f"Ours makes {1000 - 100}, each" in STEP.message
    assert "sigma is 0.5, then 0.5 times that of the step before" in STEP.message
