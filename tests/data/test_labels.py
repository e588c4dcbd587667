"""Which class is positive: stated, obvious, or refused."""

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.loops import for_each

from aucurate.data.labels import read_labels
from aucurate.errors import LabelError, OptionError

OBVIOUS: list[Any] = [
    [0, 1, 1, 0],
    [-1, 1, 1, -1],
    [False, True, True, False],
    [0.0, 1.0, 1.0, 0.0],
    [-1.0, 1.0, 1.0, -1.0],
    (0, 1, 1, 0),
    np.array([0, 1, 1, 0], np.uint8),
    np.array([-1, 1, 1, -1], np.int8),
    np.array([0, 1, 1, 0], np.float32),
    np.array([0, 1, 1, 0], np.int64)[:, None],
    np.array([0, 1, 1, 0], object),
    np.array([False, True, True, False], object),
    pd.Series([0, 1, 1, 0]),
    pd.Series([0, 1, 1, 0], dtype="Int64"),
    pd.Series([False, True, True, False], dtype="boolean"),
    pd.Series([0, 1, 1, 0], dtype="category"),
    pl.Series([0, 1, 1, 0]),
    pl.Series([False, True, True, False]),
    pa.array([0, 1, 1, 0]),
    pa.chunked_array([[0, 1], [1, 0]]),
]


@for_each("labels", OBVIOUS, ids=lambda v: f"{type(v).__module__}")
def test_obvious_labels_need_no_word(labels: Any) -> None:
    found = read_labels(labels)
    assert found.is_positive.tolist() == [False, True, True, False]
    assert found.is_positive.dtype == np.bool_
    assert found.missing is None


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ([0, 1], ("1", "0")),
        ([-1, 1], ("1", "-1")),
        ([0.0, 1.0], ("1", "0")),
        ([False, True], ("True", "False")),
    ],
)
def test_obvious_classes_have_plain_names(labels: Any, names: tuple[str, str]) -> None:
    found = read_labels(labels)
    assert (found.positive, found.negative) == names


def test_other_labels_are_refused_with_the_remedy() -> None:
    with pytest.raises(LabelError) as caught:
        read_labels(["Good", "Poor", "Good"])
    assert str(caught.value) == (
        "the labels are ['Good', 'Poor']; which of them is the positive class cannot be guessed.\n"
        "Hint: say so, e.g. positive='Poor'."
    )


@for_each(
    "labels", [[1, 2], [0, 2], [0.0, 0.5], ["0", "1"], ["no", "yes"], [-1, 0], ["False", "True"]]
)
def test_what_only_looks_obvious_is_refused(labels: list[Any]) -> None:
    with pytest.raises(LabelError, match="cannot be guessed"):
        read_labels(labels)


STRINGS: list[Any] = [
    ["Poor", "Good"],
    np.array(["Poor", "Good"]),
    np.array(["Poor", "Good"], object),
    pd.Series(["Poor", "Good"]),
    pd.Series(["Poor", "Good"], dtype="category"),
    pd.Series(["Poor", "Good"], dtype=object),
    pd.array(["Poor", "Good"], dtype="string"),
    pl.Series(["Poor", "Good"]),
    pl.Series(["Poor", "Good"], dtype=pl.Categorical),
    pl.Series(["Poor", "Good"], dtype=pl.Enum(["Good", "Poor"])),
    pa.array(["Poor", "Good"]),
    pa.chunked_array([["Poor", "Good"]]),
]


@for_each("labels", STRINGS, ids=lambda v: f"{type(v).__module__}")
def test_the_positive_class_can_be_said(labels: Any) -> None:
    found = read_labels(labels, "Poor")
    assert found.is_positive.tolist() == [True, False]
    assert (found.positive, found.negative) == ("Poor", "Good")
    assert read_labels(labels, "Good").is_positive.tolist() == [False, True]


@for_each(
    ("labels", "positive", "expected"),
    [
        ([0, 1], 0, [True, False]),
        ([0, 1], "0", [True, False]),
        ([0, 1], "1", [False, True]),
        ([0.0, 1.0], "1", [False, True]),
        ([1, 2], 2, [False, True]),
        ([1, 2], "2", [False, True]),
        ([1.0, 2.5], 2.5, [False, True]),
        ([1.0, 2.5], "2.5", [False, True]),
        ([False, True], "true", [False, True]),
        ([False, True], "False", [True, False]),
        ([False, True], False, [True, False]),
        (["a", "A"], "A", [False, True]),
        (["a", "A"], "a", [True, False]),
        (["yes", "no"], "YES", [True, False]),
        (["1", "0"], "1", [True, False]),
        ([-1, 1], -1, [True, False]),
    ],
)
def test_saying_the_positive_class_overrides_what_is_obvious(
    labels: Any, positive: object, expected: list[bool]
) -> None:
    assert read_labels(labels, positive).is_positive.tolist() == expected


@pytest.mark.parametrize("positive", ["Bad", 3, 0.5, True])
def test_a_positive_class_that_does_not_occur_is_refused(positive: object) -> None:
    with pytest.raises(LabelError) as caught:
        read_labels(["Good", "Poor"], positive)
    assert caught.value.message == (
        f"no observation has the label {positive!r}; the labels are ['Good', 'Poor']."
    )
    assert caught.value.hint == "use positive='Good' or positive='Poor'."


@for_each(
    ("labels", "shown"),
    [([1, 1, 1], "1"), ([0], "0"), ([True, True], "True"), (["x", "x"], "'x'"), ([1.0], "1.0")],
)
@for_each("positive", [None, 1])
def test_one_class_only_is_refused(labels: Any, shown: str, positive: object) -> None:
    with pytest.raises(LabelError, match=f"all observations have the same label, {shown};"):
        read_labels(labels, positive)


def test_more_than_two_classes_are_refused_and_counted() -> None:
    with pytest.raises(LabelError, match=r"3 different labels, \[0, 1, 2\]; two classes"):
        read_labels([0, 1, 2])
    with pytest.raises(LabelError, match=r"3 different labels, \[-1, 0, 1\]"):
        read_labels([-1, 0, 1])
    with pytest.raises(LabelError, match=r"100 different labels, .*5, \.\.\. 100 in all\]"):
        read_labels(range(100))
    with pytest.raises(LabelError, match="3 different labels"):
        read_labels(["a", "b", "c"], "a")


def test_no_labels_are_refused() -> None:
    nothing: Any
    for nothing in ([], np.array([]), pd.Series([], dtype=object), pl.Series([], dtype=pl.Int64)):
        with pytest.raises(LabelError, match="there are no observations"):
            read_labels(nothing)
    for gone in ([None, None], [float("nan")], pl.Series([None, None], dtype=pl.String)):
        with pytest.raises(LabelError, match="every label is missing"):
            read_labels(gone)


WITH_GAPS: list[Any] = [
    [1, None, 0],
    [1.0, float("nan"), 0.0],
    [True, None, False],
    np.array([1.0, np.nan, 0.0]),
    np.array([1, None, 0], object),
    np.ma.masked_array([1, 7, 0], [False, True, False]),
    pd.Series([1, None, 0]),
    pd.Series([1, None, 0], dtype="Int64"),
    pd.Series([True, None, False], dtype="boolean"),
    pd.array([1, None, 0], dtype="Int64"),
    pl.Series([1, None, 0]),
    pl.Series([True, None, False]),
    pa.array([1, None, 0]),
    pa.array([True, None, False]),
    pa.chunked_array([[1, None], [0]]),
]


@for_each("labels", WITH_GAPS, ids=lambda v: f"{type(v).__module__}")
def test_missing_labels_are_marked(labels: Any) -> None:
    found = read_labels(labels)
    assert found.missing is not None
    assert found.missing.tolist() == [False, True, False]
    assert found.is_positive[[0, 2]].tolist() == [True, False]


@for_each(
    "labels",
    [
        ["a", None, "b"],
        ["a", float("nan"), "b"],
        ["a", pd.NA, "b"],
        pd.Series(["a", None, "b"]),
        pd.Series(["a", None, "b"], dtype="category"),
        pd.array(["a", None, "b"], dtype="string"),
        pl.Series(["a", None, "b"]),
        pa.array(["a", None, "b"]),
    ],
    ids=lambda v: f"{type(v).__module__}",
)
def test_missing_text_labels_are_marked(labels: Any) -> None:
    found = read_labels(labels, "a")
    assert found.missing is not None
    assert found.missing.tolist() == [False, True, False]
    assert found.is_positive[[0, 2]].tolist() == [True, False]


def test_the_callers_labels_are_neither_shared_nor_changed() -> None:
    labels = np.array([True, False, True])
    found = read_labels(labels)
    assert not np.shares_memory(found.is_positive, labels)
    labels[:] = False
    assert found.is_positive.tolist() == [True, False, True]
    assert labels.flags.writeable


def test_mixed_labels_are_shown_not_guessed() -> None:
    with pytest.raises(LabelError, match=r"\[0, '1'\]"):
        read_labels([0, "1"])
    assert read_labels([0, "1"], "1").is_positive.tolist() == [False, True]


def test_absurdly_long_labels_are_shortened() -> None:
    with pytest.raises(LabelError) as caught:
        read_labels(["x" * 10_000, "y"])
    assert len(caught.value.message) < 300


@pytest.mark.parametrize("labels", [[{}, {}], [{1}, {2}], [[1], "a"]])
def test_labels_without_a_hash_are_refused(labels: list[Any]) -> None:
    array = np.empty(2, object)
    array[:] = labels
    with pytest.raises(LabelError, match="a label must be a number or a string"):
        read_labels(array)


@pytest.mark.parametrize("positive", [np.array([1, 0]), [1], (0, 1)])
def test_the_positive_class_is_one_label(positive: Any) -> None:
    with pytest.raises(OptionError, match="positive must be one label") as caught:
        read_labels([0, 1, 1], positive=positive)
    assert "[0, 1]" in caught.value.hint


def test_labels_of_many_digits() -> None:
    assert read_labels([10**400, 1], positive=1).negative == str(10**400)
    with pytest.raises(LabelError, match="too many digits"):
        read_labels([10**5000, 1], positive=1)


@pytest.mark.parametrize("labels", [["Some", None, "Some"], [1, None, 1], [1.0, np.nan, 1.0]])
def test_one_class_and_missing_labels(labels: list[Any]) -> None:
    with pytest.raises(LabelError, match=r"or missing \(1 such row\); an AUC needs both"):
        read_labels(labels)


def test_decimals_are_numbers_among_labels() -> None:
    labels = read_labels([Decimal("0.00"), Decimal("1.00"), Decimal(1)])
    assert labels.is_positive.tolist() == [False, True, True]
    assert (labels.positive, labels.negative) == ("1", "0")
