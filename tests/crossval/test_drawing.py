"""Drawn splits: every design, stratified and grouped, with scikit-learn's splitters too."""

from typing import Any

import numpy as np
import pytest
from sklearn import model_selection as selection
from tests.loops import for_each

from aucurate.crossval.designs import FiveByTwo, FixedTestSet, GivenSplits, LeftOut
from aucurate.crossval.drawing import draw_splits
from aucurate.crossval.splits import Division
from aucurate.errors import LabelError, OptionError

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
