"""Scores with a column per class: which column is which class, and what is refused."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import InputError, LabelError, OptionError, ScoreError

LABELS = ["c", "a", "b", "a", "c"]
MATRIX = np.arange(15.0).reshape(5, 3)


def test_columns_of_an_array_are_the_sorted_labels_as_in_scikit_learn() -> None:
    scores = ClassScores.from_arrays(LABELS, MATRIX)
    assert (scores.classes, scores.counts, len(scores)) == (("a", "b", "c"), (2, 1, 2), 5)
    assert scores.codes.tolist() == [2, 0, 1, 0, 2]
    assert np.array_equal(scores.values, MATRIX.T)
    assert scores.values.flags.c_contiguous
    assert scores.observations.place("b") == 1
    with pytest.raises(LabelError, match="no class 'd'"):
        scores.observations.place("d")


def test_named_columns_stay_in_the_order_given() -> None:
    scores = ClassScores.from_arrays(LABELS, MATRIX, classes=["c", "a", "b"])
    assert (scores.classes, scores.codes.tolist()) == (("c", "a", "b"), [0, 1, 2, 1, 0])
    named = dict(zip("cab", MATRIX.T, strict=True))
    same = ClassScores.from_arrays(LABELS, named)
    assert np.array_equal(same.values, scores.values)
    assert same.classes == ("c", "a", "b")
    turned = ClassScores.from_arrays(LABELS, named, classes=["a", "b", "c"])
    assert turned.classes == ("a", "b", "c")
    assert np.array_equal(turned.values, MATRIX.T[[1, 2, 0]])


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_a_frame_names_its_columns(frame: Any) -> None:
    scores = ClassScores.from_arrays(LABELS, frame(dict(zip("cab", MATRIX.T, strict=True))))
    assert (scores.classes, scores.codes.tolist()) == (("c", "a", "b"), [0, 1, 2, 1, 0])


def test_a_frame_may_have_numbers_as_names() -> None:
    assert ClassScores.from_arrays([1, 0, 2], pd.DataFrame(MATRIX[:3])).classes == ("0", "1", "2")
    with pytest.raises(LabelError, match="the label 3, which has no column"):
        ClassScores.from_arrays([1, 3, 2], pd.DataFrame(MATRIX[:3]))


def test_a_frame_with_two_columns_of_one_name_is_refused() -> None:
    frame = pd.DataFrame(MATRIX, columns=["a", "a", "b"])
    with pytest.raises(ScoreError, match="the same name"):
        ClassScores.from_arrays(LABELS, frame)


@for_each(
    "labels",
    [
        [2, 10, 3, 2],
        [2.0, 10.0, 3.0, 2.0],
        np.array([2, 10, 3, 2], np.uint8),
        ["2", "10", "3", "2"],
        pl.Series([2, 10, 3, 2]),
        pd.Series(["2", "10", "3", "2"], dtype="category"),
        np.array([2, 10, 3, 2], object),
    ],
)
@for_each("classes", [["2", "3", "10"], [2, 3, 10], np.array([2.0, 3.0, 10.0])])
def test_a_label_is_its_column_by_equality_or_by_text(labels: Any, classes: Any) -> None:
    scores = ClassScores.from_arrays(labels, MATRIX[:4], classes=classes)
    assert (scores.classes, scores.codes.tolist()) == (("2", "3", "10"), [0, 2, 1, 0])


@pytest.mark.parametrize(
    ("labels", "classes"),
    [([True, False], ["True", "False"]), ([2.5, 3.0], ["2.5", "3.0"]), ([-1, 1], [-1, 1])],
)
def test_labels_of_other_kinds(labels: Any, classes: Any) -> None:
    assert ClassScores.from_arrays(labels, MATRIX[:2, :2], classes=classes).codes.tolist() == [0, 1]


def test_far_apart_and_huge_labels_are_classes_too() -> None:
    far = ClassScores.from_arrays([10**9, -(10**9)], MATRIX[:2, :2])
    assert (far.classes, far.codes.tolist()) == (("-1000000000", "1000000000"), [1, 0])
    huge = np.array([2**64 - 1, 2**64 - 2], np.uint64)
    assert ClassScores.from_arrays(huge, MATRIX[:2, :2]).codes.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["a", "b", "a"], "3 columns of scores for 2 different labels"),
        (["a", "b", "c", "d"], "3 columns of scores for 4 different labels"),
        (["2", "3", "10"], "more than one way"),
        (np.array([1, "a", "b"], object), "more than one way"),
    ],
)
def test_which_column_is_which_class_is_never_guessed(labels: Any, words: str) -> None:
    with pytest.raises(LabelError, match=words) as refused:
        ClassScores.from_arrays(labels, MATRIX[: len(labels)])
    assert "classes=" in refused.value.hint


def test_text_of_numbers_that_sorts_as_the_numbers_do_is_no_riddle() -> None:
    assert ClassScores.from_arrays(["3", "2", "5"], MATRIX[:3]).classes == ("2", "3", "5")


@for_each(
    ("labels", "scores", "options", "error", "words"),
    [
        ([], np.empty((0, 3)), {}, LabelError, "no observations"),
        ([None] * 5, MATRIX, {}, LabelError, "every label is missing"),
        (["a"] * 5, MATRIX[:, :1], {}, LabelError, "one class only, 'a'"),
        (LABELS, MATRIX[:, :0], {"classes": []}, LabelError, "no classes"),
        (LABELS, MATRIX, {"classes": ["a", "b"]}, ScoreError, "3 columns of scores for 2 classes"),
        (LABELS, MATRIX, {"classes": "abc"}, OptionError, "classes must be a sequence"),
        (LABELS, MATRIX, {"classes": 3}, OptionError, "or None; it is 3"),
        (LABELS, MATRIX, {"classes": ["a", "a", "b"]}, OptionError, "the same name, 'a'"),
        (LABELS, MATRIX, {"classes": ["a", None, "b"]}, OptionError, "a class is missing"),
        (LABELS, MATRIX, {"classes": ["a", "b", "d"]}, LabelError, "row 0 has the label 'c'"),
        (LABELS[:4], MATRIX[:3], {}, ScoreError, "has 3 values for 4 labels"),
        (["a", "b", "b"], MATRIX[:3], {"classes": list("abc")}, LabelError, "to class 'c'"),
        (LABELS, [[1, 2, 3], [1, 2]] * 2, {}, ScoreError, "different lengths"),
        (LABELS, MATRIX[:, 0], {}, ScoreError, "must be two-dimensional"),
        (LABELS, {"a": range(5), "b": range(5)}, {}, LabelError, "'c', which has no column"),
        (LABELS, dict.fromkeys("abc", "xyzuv"), {}, ScoreError, "expected a column of values"),
        (LABELS, dict.fromkeys("abc", ("x", "y", 1)), {}, ScoreError, "must be numbers"),
        (LABELS, {"a": range(5), "b": range(5), "c": range(4)}, {}, ScoreError, "4 values for 5"),
        (np.array([1, "1", "2"], object), MATRIX[:3, :2], {"classes": [1, 2]}, LabelError, "both"),
        (LABELS, MATRIX, {"missing": "fill"}, OptionError, "missing must be"),
        ([["a"], ["b", "c"]], MATRIX[:2], {}, InputError, "one-dimensional"),
    ],
)
def test_what_makes_no_sense_is_refused(
    labels: Any, scores: Any, options: Any, error: Any, words: str
) -> None:
    with pytest.raises(error, match=words):
        ClassScores.from_arrays(labels, scores, **options)


def test_missing_values_are_refused_or_dropped_and_counted() -> None:
    holes = MATRIX.copy()
    holes[1, 2] = np.nan
    with pytest.raises(ScoreError, match="column 'forest: c', row 1 is missing"):
        ClassScores.from_arrays(LABELS, holes, name="forest")
    with pytest.raises(LabelError, match="row 4 has no label"):
        ClassScores.from_arrays([*LABELS[:4], None], MATRIX)
    found = ClassScores.from_arrays([*LABELS[:4], None], holes, missing="drop")
    assert (found.observations.source.n_dropped, found.counts) == (2, (1, 1, 1))
    assert np.array_equal(found.values, MATRIX[[0, 2, 3]].T)
    with pytest.raises(LabelError, match="to class 'c' after dropping"):
        ClassScores.from_arrays(["c", "a", "b"], holes[[1, 2, 3]], missing="drop")
    with pytest.raises(LabelError, match="no observation is left"):
        ClassScores.from_arrays(LABELS, np.full((5, 3), np.nan), missing="drop")
    floats = ClassScores.from_arrays([2.0, np.nan, 3.0], MATRIX[:3, :2], missing="drop")
    assert (floats.classes, floats.codes.tolist()) == (("2", "3"), [0, 1])


def test_infinite_scores_rank_but_have_no_weights() -> None:
    values = MATRIX.copy()
    values[3, 1] = np.inf
    scores = ClassScores.from_arrays(LABELS, values)
    with pytest.raises(ScoreError, match="column 'scores: b', row 3 is inf") as refused:
        scores.weighable()
    assert "give probabilities" in refused.value.hint
    with pytest.raises(ScoreError, match=r"row 0 is -14\.0 \(5 such rows"):
        ClassScores.from_arrays(LABELS, MATRIX - 14).weighable()
    ClassScores.from_arrays(LABELS, MATRIX).weighable()


def test_arrays_are_copied_and_frozen() -> None:
    given = np.asfortranarray(MATRIX)
    scores = ClassScores.from_arrays(np.array([0, 1, 2, 0, 1]), given)
    given[:] = 0
    assert np.array_equal(scores.values, MATRIX.T)
    for array in (scores.values, scores.codes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_float32_stays_float32() -> None:
    assert ClassScores.from_arrays(LABELS, MATRIX.astype(np.float32)).values.dtype == np.float32
    assert ClassScores.from_arrays(LABELS, MATRIX.astype(np.int64)).values.dtype == np.float64


def test_the_folds_of_pooled_scores_are_remembered() -> None:
    holes = MATRIX.copy()
    holes[1, 2] = np.nan
    found = ClassScores.from_arrays(LABELS, holes, folds=[1, 1, 2, 2, 3], missing="drop")
    assert found.observations.fold_names == ("1", "2", "3")
    assert found.observations.folds is not None
    assert found.observations.folds.tolist() == [0, 1, 1, 2]
    with pytest.raises(ScoreError, match="folds has 2 values for 5 labels"):
        ClassScores.from_arrays(LABELS, MATRIX, folds=[1, 2])


def test_several_classifiers_share_their_observations() -> None:
    turned = dict(zip("cab", MATRIX.T[[2, 0, 1]], strict=True))
    data = PairedClassScores.from_arrays(LABELS, {"one": MATRIX, "two": turned})
    assert (data.names, len(data), data.values.shape) == (("one", "two"), 2, (2, 3, 5))
    assert np.array_equal(data["one"].values, data["two"].values)
    assert all(scores.observations is data.observations for scores in data)
    assert (data.classes, data.counts) == (("a", "b", "c"), (2, 1, 2))
    data.weighable()
    with pytest.raises(OptionError, match="no classifier named 'three'"):
        data["three"]
    chosen = data.select(["two"])
    assert (chosen.names, chosen.observations is data.observations) == (("two",), True)
    assert np.array_equal(chosen["two"].values, data["two"].values)
    with pytest.raises(OptionError, match="selected twice"):
        data.select(["one", "one"])


def test_a_row_is_dropped_for_all_classifiers() -> None:
    holes = MATRIX.copy()
    holes[0, 0] = np.nan
    data = PairedClassScores.from_arrays(LABELS, {"one": MATRIX, "two": holes}, missing="drop")
    assert (data.observations.source.n_dropped, data.values.shape) == (1, (2, 3, 4))
    assert data["one"].values.flags.c_contiguous


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ({}, "no scores"),
        (MATRIX, "need the names of"),
        ({1: MATRIX, "1": MATRIX}, "the same name"),
        ({"one": MATRIX, "two": {"a": range(5), "b": range(5)}}, "no column for the class 'c'"),
        ({"one": MATRIX, "two": dict.fromkeys("abcd", range(5))}, "has a column for 'd'"),
    ],
)
def test_classifiers_that_do_not_go_together_are_refused(scores: Any, words: str) -> None:
    with pytest.raises(ScoreError, match=words):
        PairedClassScores.from_arrays(LABELS, scores)
