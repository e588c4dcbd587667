"""Rows: features of any kind, and what is refused at the door."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from tests.loops import for_each

from aucurate.crossval.rows import Rows
from aucurate.errors import InputError, LabelError, TableError
from aucurate.io.feature_tables import take

NUMBERS = np.arange(12.0).reshape(6, 2)
LABELS = [0, 1, 0, 1, 0, 1]
FRAME = pd.DataFrame(NUMBERS, columns=["a", "b"], index=[9, 8, 7, 6, 5, 5])


@for_each(
    "features",
    [
        NUMBERS,
        np.asfortranarray(NUMBERS),
        FRAME,
        pl.DataFrame(FRAME),
        pl.DataFrame(FRAME).lazy(),
        pa.Table.from_pandas(FRAME, preserve_index=False),
        sparse.coo_matrix(NUMBERS),
        sparse.csc_array(NUMBERS),
        NUMBERS.tolist(),
        tuple(NUMBERS.tolist()),
    ],
    ids=lambda features: type(features).__name__,
)
def test_rows_are_taken_by_number_whatever_holds_them(features: Any) -> None:
    rows = Rows.read(features, LABELS, None, None)
    taken: Any = take(rows.features, np.array([4, 0]))
    if hasattr(taken, "toarray"):
        taken = taken.toarray()
    if isinstance(taken, pa.Table):
        taken = taken.to_pandas()
    assert np.array_equal(np.asarray(taken), NUMBERS[[4, 0]])
    assert len(rows) == 6


def test_frames_stay_frames() -> None:
    assert take(FRAME, np.array([5])).columns.tolist() == ["a", "b"]
    assert take(pl.DataFrame(FRAME), np.array([5])).columns == ["a", "b"]
    assert take(pl.Series(["x", "y"]), np.array([1])).to_list() == ["y"]
    doubled = pd.DataFrame(NUMBERS, columns=["a", "a"])
    assert take(Rows.read(doubled, LABELS, None, None).features, np.array([5])).shape == (1, 2)


@for_each(
    ("labels", "positive", "kind"),
    [
        (["Good", "Poor"] * 3, "Poor", "U"),
        (pl.Series(["Good", "Poor"] * 3), "Poor", "U"),
        (pd.Series(["Good", "Poor"] * 3, dtype="category"), "Poor", "U"),
        (np.array([False, True] * 3, object), True, "b"),
        ([0.0, 1.0] * 3, 1.0, "f"),
        (iter([0, 1] * 3), 1, "i"),
    ],
)
def test_estimators_see_the_labels_as_they_are(labels: Any, positive: Any, kind: str) -> None:
    said = positive if isinstance(positive, str) else None
    rows = Rows.read(NUMBERS, labels, None, said)
    assert rows.positive == positive
    assert rows.given.dtype.kind == kind
    assert rows.labels.is_positive.tolist() == [False, True] * 3


def test_lengths_must_agree() -> None:
    with pytest.raises(TableError, match="X has 6 rows for 5 labels"):
        Rows.read(NUMBERS, LABELS[:5], None, None)
    with pytest.raises(InputError, match="groups has 5 values for 6 labels"):
        Rows.read(NUMBERS, LABELS, range(5), None)


@pytest.mark.parametrize("features", ["table.csv", {"a": [1]}, 7, None])
def test_what_is_no_table_is_refused(features: Any) -> None:
    with pytest.raises(TableError, match="X must be a table"):
        Rows.read(features, LABELS, None, None)


def test_labels_of_three_classes_or_none_are_refused() -> None:
    with pytest.raises(LabelError, match="3 different labels"):
        Rows.read(NUMBERS, [0, 1, 2] * 2, None, None)
    with pytest.raises(LabelError, match="row 2 has no label"):
        Rows.read(NUMBERS, [0, 1, None, 1, 0, 1], None, None)
    with pytest.raises(LabelError, match="cannot be guessed"):
        Rows.read(NUMBERS, ["a", "b"] * 3, None, None)


def test_groups_must_be_there() -> None:
    with pytest.raises(InputError, match="row 1 has none"):
        Rows.read(NUMBERS, LABELS, ["a", None, "b", "b", "c", "c"], None)
    mixed = Rows.read(NUMBERS, LABELS, ["a", 1, "b", "b", "c", "c"], None)
    assert mixed.groups is not None
    assert mixed.groups.tolist() == ["a", "1", "b", "b", "c", "c"]
    alike = Rows.read(NUMBERS, LABELS, ["1", 1, "b", "b", "c", "c"], None).groups
    assert alike is not None
    assert alike[0] != alike[1]
    assert len(np.unique(alike)) == 4
    text = Rows.read(NUMBERS, LABELS, ["x" * 9, "a", "b", "b", "c", "c"], None).groups
    assert text is not None
    assert (text == "b").sum() == 2


def test_groups_that_cannot_be_sorted_are_told_apart_all_the_same() -> None:
    nested = pl.Series([{"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}, {"a": 3}, {"a": 3}])
    groups = Rows.read(NUMBERS, LABELS, nested, None).groups
    assert groups is not None
    assert len(np.unique(groups)) == 3
