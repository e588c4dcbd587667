"""Splits: the design of test sets, and pairs of rows that cannot be used."""

from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.crossval.rows import Rows
from aucurate.crossval.splits import Division, recognised
from aucurate.errors import LabelError, OptionError

ROWS = Rows.read(np.zeros((8, 1)), [0, 1] * 4, None, None)
GROUPED = Rows.read(np.zeros((8, 1)), [0, 1] * 4, list("aabbccdd"), None)


def _tests(*sets: list[int]) -> Any:
    return recognised([np.array(rows) for rows in sets])


def test_designs_are_recognised_by_their_test_sets() -> None:
    assert _tests([0, 1], [2, 3])[0] == "left-out folds"
    assert _tests([1, 0], [0, 1])[0] == "fixed test set"
    assert _tests([0, 1])[0] == "random splits"
    assert _tests([0, 1], [1, 2])[0] is None
    assert _tests([0, 1], [2, 3], [0, 2])[0] is None
    assert _tests([0, 1], [2], [0, 1, 2])[0] is None
    halves = [[0, 1], [2, 3]]
    assert _tests(*halves * 5)[0] == "5x2"
    assert _tests(*halves * 4) == ("left-out folds", [(r, f) for r in range(1, 5) for f in (1, 2)])


def test_repeats_need_not_have_the_same_number_of_folds() -> None:
    design, places = _tests([0, 1], [2, 3], [0], [1], [2, 3])
    assert design == "left-out folds"
    assert places == [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)]


def test_rows_that_are_never_tested_do_not_matter() -> None:
    assert _tests([5, 6], [7])[0] == "left-out folds"


def test_masks_are_rows_too() -> None:
    first = np.arange(8) < 4
    division = Division.of([(first, ~first), (~first, first)], ROWS)
    assert division.design == "left-out folds"
    assert [split.name for split in division.splits] == ["1", "2"]
    assert division.splits[0].test.tolist() == [4, 5, 6, 7]


def test_names_tell_repeats() -> None:
    halves = [([0, 1, 2, 3], [4, 5, 6, 7]), ([4, 5, 6, 7], [0, 1, 2, 3])]
    assert [s.name for s in Division.of(halves * 2, ROWS).splits] == ["1/1", "1/2", "2/1", "2/2"]


OVERLAP = [([0, 1, 2, 3], [4, 5]), ([0, 1, 2, 3], [5, 6])]


def test_a_design_that_is_not_obvious_must_be_said() -> None:
    with pytest.raises(OptionError, match="GivenSplits"):
        Division.of(OVERLAP, ROWS)
    assert Division.of(OVERLAP, ROWS, "random splits").design == "random splits"


@pytest.mark.parametrize("said", ["left-out folds", "5x2", "fixed test set"])
def test_a_design_that_cannot_be_is_refused_before_anything_is_fitted(said: Any) -> None:
    with pytest.raises(OptionError, match="overlap"):
        Division.of(OVERLAP, ROWS, said)


def test_five_by_two_may_be_called_left_out_folds_and_a_division_random() -> None:
    halves = [([0, 1, 2, 3], [4, 5, 6, 7]), ([4, 5, 6, 7], [0, 1, 2, 3])]
    assert Division.of(halves * 5, ROWS).design == "5x2"
    assert Division.of(halves * 5, ROWS, "left-out folds").splits[-1].name == "5/2"
    drawn = Division.of(halves * 5, ROWS, "random splits")
    assert [s.name for s in drawn.splits] == [str(k) for k in range(1, 11)]
    with pytest.raises(OptionError, match="they are left-out folds"):
        Division.of(halves, ROWS, "5x2")


@for_each(
    ("pairs", "message"),
    [
        ([], "no splits"),
        ([3], "not a pair"),
        ([([0, 1],)], "not a pair"),
        ([([0.5, 1], [2])], "train rows of split 1 are not whole numbers"),
        ([([0, 1], [[2]])], "test rows of split 1 are not whole numbers"),
        ([([0, 1], np.zeros(3, bool))], "not whole numbers"),
        ([([0, 1], np.zeros(8, bool))], "no test rows"),
        ([([0, 1], [2]), ([0, 1], [8])], "split 2 has the test row 8; there are 8 rows"),
        ([([0, 1], [-1])], "test row -1"),
        ([([0, 1], [2, 2])], "tests a row twice"),
        ([([0, 1, 2], [2, 3])], "tests row 2, which it was trained on"),
    ],
)
def test_pairs_that_cannot_be_used_are_refused(pairs: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Division.of(pairs, ROWS)


def test_a_training_set_needs_both_classes() -> None:
    with pytest.raises(LabelError, match="split 1 trains on has the label '1'"):
        Division.of([([0, 2, 4], [1, 3])], ROWS)
    with pytest.raises(LabelError, match="the label '0'"):
        Division.of([([1, 3], [0, 2])], ROWS)


def test_a_training_set_may_hold_rows_twice() -> None:
    assert len(Division.of([([0, 0, 1, 1], [2])], ROWS).splits[0].train) == 4


def test_groups_are_not_torn_apart() -> None:
    with pytest.raises(OptionError, match="group 'b' in both") as caught:
        Division.of([([0, 1, 2], [3, 4])], GROUPED)
    assert "StratifiedGroupKFold" in caught.value.hint
    assert Division.of([([0, 1, 2, 3], [4, 5])], GROUPED).splits[0].name == "1"
