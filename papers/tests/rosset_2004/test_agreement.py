"""When figures agree: the rules on constructed numbers."""

from dataclasses import replace

import pytest

from aucurate_papers.rosset_2004.agreement import (
    Figure,
    errors_for,
    joint_error,
    rounds_to,
    state_of,
    within,
)

GOOD = Figure(
    exact=8.362, again=8.362, simulated=8.4, standard_error=0.02, printed=8.36, decimals=2
)
OTHER = replace(GOOD, printed=7.5)


def test_a_figure_comes_out_if_it_rounds_to_what_is_printed() -> None:
    assert GOOD.comes_out
    assert not OTHER.comes_out
    assert rounds_to(0.425, 0.42, 2)
    assert rounds_to(0.425, 0.43, 2)
    assert not rounds_to(0.436, 0.43, 2)


def test_a_figure_is_held_by_the_other_road_and_the_simulation() -> None:
    assert GOOD.is_held()
    assert not replace(GOOD, again=8.3621).is_held()
    assert not replace(GOOD, simulated=8.5).is_held()
    assert replace(GOOD, simulated=8.43).is_held(errors=4)


def test_the_simulation_rules_out_what_is_far_from_it_beyond_rounding() -> None:
    assert OTHER.is_ruled_out()
    assert not OTHER.is_ruled_out(errors=50)
    assert not GOOD.is_ruled_out()
    near = replace(GOOD, simulated=8.3, standard_error=0.0, printed=8.0, decimals=0)
    assert not near.is_ruled_out()


def test_the_states() -> None:
    assert state_of([GOOD, GOOD]) == "exact"
    assert state_of([GOOD, OTHER]) == "printed figure is wrong"
    assert state_of([GOOD, replace(OTHER, again=9.0)]) == "not reproduced"
    assert state_of([GOOD, replace(GOOD, simulated=9.0)]) == "not reproduced"


def test_many_comparisons_allow_for_more_chance() -> None:
    assert errors_for(1) == 3
    assert 3 < errors_for(2) < errors_for(100) < 5
    assert within(1.0, 1.35, 0.1, errors_for(10))
    assert not within(1.0, 1.35, 0.1)
    assert joint_error(3.0, 4.0) == pytest.approx(5.0)
