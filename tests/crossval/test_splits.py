"""Splits: the design of test sets, and pairs of rows that cannot be used."""

from typing import Any

import numpy as np
import pytest
from sklearn import model_selection as selection
from tests.loops import for_each

from aucurate.crossval.designs import FiveByTwo, FixedTestSet, GivenSplits, LeftOut
from aucurate.crossval.rows import Rows
from aucurate.crossval.splits import Division, draw_splits, recognised
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
        ([([0.5, 1], [2])], "train rows of split 1 are not a one-dimensional array"),
        ([([0, 1], [[2]])], "test rows of split 1 are not a one-dimensional array"),
        ([([0, 1], np.zeros(3, bool))], "array of whole numbers"),
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


# Drawn splits: every design, stratified and grouped, with scikit-learn's splitters too.


SIZE = 120
LABELS = np.random.default_rng(1).permutation(np.arange(SIZE) % 3 == 0).astype(int)
TABLE = np.zeros((SIZE, 1))
GROUPS = np.array([f"g{k}" for k in np.random.default_rng(2).integers(0, 40, SIZE)])


def _drawn(design: Any, **options: Any) -> Division:
    return draw_splits(TABLE, LABELS, design=design, **options)


def test_left_out_folds_are_stratified_and_each_row_is_tested_once_per_repeat() -> None:
    drawn = _drawn(LeftOut(folds=5, repeats=3))
    assert drawn.design == "left-out folds"
    assert len(drawn.splits) == 15
    for split in drawn.splits:
        assert LABELS[split.test].sum() == 8
        assert sorted([*split.train, *split.test]) == list(range(SIZE))
    for repeat in (1, 2, 3):
        tested = np.concatenate([s.test for s in drawn.splits if s.repeat == repeat])
        assert sorted(tested) == list(range(SIZE))
    first = [s.test.tolist() for s in drawn.splits]
    assert first[0] != first[5]


def test_more_repeats_keep_the_first_ones() -> None:
    few, many = _drawn(LeftOut(folds=5)), _drawn(LeftOut(folds=5, repeats=2))
    for one, two in zip(few.splits, many.splits, strict=False):
        assert np.array_equal(one.test, two.test)


def test_five_by_two() -> None:
    drawn = _drawn(FiveByTwo())
    assert drawn.design == "5x2"
    assert [s.name for s in drawn.splits][:3] == ["1/1", "1/2", "2/1"]
    assert {len(s.test) for s in drawn.splits} == {60}


def test_a_fixed_test_set_is_a_third_and_the_rest_is_left_out_fold_by_fold() -> None:
    drawn = _drawn(FixedTestSet(folds=10))
    test = drawn.splits[0].test
    assert drawn.design == "fixed test set"
    assert len(test) == 40
    assert LABELS[test].sum() in (13, 14)
    assert all(np.array_equal(split.test, test) for split in drawn.splits)
    rest = np.setdiff1d(np.arange(SIZE), test)
    left_out = [np.setdiff1d(rest, split.train) for split in drawn.splits]
    assert sorted(np.concatenate(left_out)) == rest.tolist()
    assert {len(rows) for rows in left_out} == {8}


@for_each("design", [LeftOut(folds=4), FiveByTwo(), FixedTestSet(folds=5)])
@for_each("stratified", [True, False])
def test_groups_stay_together(design: Any, stratified: bool) -> None:
    from dataclasses import replace

    drawn = _drawn(replace(design, stratified=stratified), groups=GROUPS)
    for split in drawn.splits:
        assert not set(GROUPS[split.train]) & set(GROUPS[split.test])
    assert 0.2 < len(drawn.splits[0].test) / SIZE < 0.6


def test_a_grouped_test_set_has_about_its_share() -> None:
    for share in (0.1, 0.25, 0.4, 0.75):
        drawn = _drawn(FixedTestSet(folds=3, test_share=share), groups=GROUPS)
        assert len(drawn.splits[0].test) / SIZE == pytest.approx(share, abs=0.07)


def test_unstratified_splits_are_not_stratified() -> None:
    drawn = _drawn(LeftOut(folds=5, stratified=False))
    assert {len(s.test) for s in drawn.splits} == {24}
    assert len({int(LABELS[s.test].sum()) for s in drawn.splits}) > 1
    assert len(_drawn(FixedTestSet(folds=3, stratified=False)).splits[0].test) == 40


def test_the_same_rng_draws_the_same_splits() -> None:
    def tests(rng: Any, design: Any = "5x2") -> list[list[int]]:
        return [s.test.tolist() for s in _drawn(design, rng=rng).splits]

    assert tests(1) == tests(1) != tests(2)
    assert tests(np.random.default_rng(5)) == tests(np.random.default_rng(5)) != tests(5)
    assert tests(None) != tests(None)
    shuffled = selection.StratifiedKFold(4, shuffle=True)
    assert tests(1, shuffled) == tests(1, shuffled) != tests(2, shuffled)
    assert shuffled.random_state is None


def test_a_splitter_with_its_own_randomness_keeps_it() -> None:
    splitter = selection.KFold(4, shuffle=True, random_state=9)
    expected = [test.tolist() for _, test in splitter.split(TABLE)]
    assert [s.test.tolist() for s in _drawn(splitter, rng=3).splits] == expected
    state = np.random.RandomState(4)
    own = selection.KFold(4, shuffle=True, random_state=state)
    one, two = _drawn(own), _drawn(own)
    assert one.splits[0].test.tolist() == two.splits[0].test.tolist()


@for_each(
    ("splitter", "design", "folds"),
    [
        (selection.KFold(4), "left-out folds", 4),
        (selection.StratifiedKFold(4, shuffle=True), "left-out folds", 4),
        (selection.RepeatedStratifiedKFold(n_splits=4, n_repeats=3), "left-out folds", 12),
        (selection.RepeatedKFold(n_splits=2, n_repeats=5), "5x2", 10),
        (selection.ShuffleSplit(6, test_size=0.2), "random splits", 6),
        (selection.StratifiedShuffleSplit(2, test_size=0.5), "random splits", 2),
        (selection.LeaveOneOut(), "left-out folds", SIZE),
        (selection.PredefinedSplit(np.arange(SIZE) % 5 - 1), "left-out folds", 4),
        (selection.TimeSeriesSplit(4), "left-out folds", 4),
        (GivenSplits(selection.LeavePOut(119), "random splits"), "random splits", None),
    ],
)
def test_splitters_of_scikit_learn(splitter: Any, design: str, folds: int | None) -> None:
    if folds is None:
        with pytest.raises(LabelError):
            _drawn(splitter)
        return
    drawn = _drawn(splitter)
    assert (drawn.design, len(drawn.splits)) == (design, folds)


def test_repeats_of_a_splitter_are_told_apart() -> None:
    drawn = _drawn(selection.RepeatedStratifiedKFold(n_splits=4, n_repeats=3))
    assert [(s.repeat, s.fold) for s in drawn.splits[3:6]] == [(1, 4), (2, 1), (2, 2)]


@pytest.mark.parametrize(
    "splitter",
    [
        selection.GroupKFold(4),
        selection.StratifiedGroupKFold(4, shuffle=True),
        selection.LeaveOneGroupOut(),
        selection.GroupShuffleSplit(4, test_size=0.3),
    ],
)
def test_group_splitters_get_the_groups(splitter: Any) -> None:
    for split in _drawn(splitter, groups=GROUPS).splits:
        assert not set(GROUPS[split.train]) & set(GROUPS[split.test])
    with pytest.raises(OptionError, match=r"cannot be drawn: .*\n.*groups="):
        _drawn(splitter)


def test_a_splitter_that_ignores_groups_is_refused_with_groups() -> None:
    with pytest.raises(OptionError, match="both its training and its test set"):
        _drawn(selection.StratifiedKFold(4), groups=GROUPS)


def test_overlapping_test_sets_of_a_splitter_must_be_named() -> None:
    with pytest.raises(OptionError, match="not obvious"):
        _drawn(selection.LeavePGroupsOut(2), groups=np.arange(SIZE) % 4)


def test_a_class_too_small_for_the_folds_is_refused() -> None:
    few = np.arange(SIZE) < 4
    with pytest.raises(LabelError, match="'True': there are 4 such rows") as caught:
        draw_splits(TABLE, few, design=LeftOut(folds=5))
    assert "fewer folds" in caught.value.hint
    with pytest.raises(LabelError, match="of which the test set takes some"):
        draw_splits(TABLE, few, design=FixedTestSet(folds=3))
    assert len(draw_splits(TABLE, few, design=LeftOut(folds=4)).splits) == 4


def test_too_few_groups_are_refused() -> None:
    with pytest.raises(OptionError, match="3 groups cannot be divided into 4 folds"):
        _drawn(LeftOut(folds=4), groups=np.arange(SIZE) % 3)
    with pytest.raises(OptionError, match="test set takes some"):
        _drawn(FixedTestSet(folds=4), groups=np.arange(SIZE) % 5)


def test_groups_that_leave_a_fold_without_a_class_are_refused() -> None:
    groups = np.where(LABELS == 1, 0, np.arange(SIZE) % 6 + 1)
    with pytest.raises(LabelError, match="label '1'"):
        _drawn(LeftOut(folds=3), groups=groups)


def test_unstratified_folds_without_a_class_are_refused() -> None:
    few = np.arange(SIZE) < 6
    with pytest.raises(LabelError, match="by chance"):
        draw_splits(TABLE, few, design=LeftOut(folds=6, stratified=False))


def test_a_test_set_too_small_for_both_classes_is_refused() -> None:
    with pytest.raises(OptionError, match="cannot be drawn"):
        _drawn(FixedTestSet(folds=5, test_share=0.001))


@pytest.mark.parametrize("rng", [-1, 1.5, "1", True])
def test_an_rng_that_is_none_is_refused(rng: Any) -> None:
    with pytest.raises(OptionError, match="rng must be"):
        _drawn("5x2", rng=rng)
