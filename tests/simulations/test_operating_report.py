"""The tables of operating points: rows can be told apart, titles are there."""

import itertools

from simulations.net_benefit import COLUMNS, THRESHOLDS
from simulations.report import operating
from simulations.report.cells import Cell


def _cell(**world: object) -> Cell:
    return Cell("curve difference coverage", {"n_positive": 20, **world}, 10, {})


def test_what_only_some_worlds_say_is_shown() -> None:
    heads, rows = operating._places([_cell(), _cell(second_auc=0.75), _cell(second_scores="other")])
    assert heads == ["positive", "second auc", "second scores"]
    assert rows[0] == ["20", "as the first", "as the first"]
    assert rows[1:] == [["20", "0.75", "as the first"], ["20", "as the first", "other"]]


def test_no_two_worlds_of_a_question_look_alike() -> None:
    for question in operating.QUESTIONS:
        assert question.name in operating.TITLES
        cells = [Cell(question.name, world.to_dict(), 1, {}) for world in question.scenarios]
        _, rows = operating._places(cells)
        for one, two in itertools.combinations(rows, 2):
            assert one != two, question.name


def test_thresholds_are_not_averaged_over() -> None:
    for threshold in THRESHOLDS:
        assert sum(name.endswith(f" at {threshold:g}") for name in COLUMNS) == 5
