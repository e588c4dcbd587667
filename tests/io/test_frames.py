"""Frames of every library give the same data, and every mistake its own error."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.loops import for_each

from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import InputError, LabelError, OptionError, ScoreError, TableError
from aucurate.io.frames import (
    ScoreColumns,
    score_columns,
)

COLUMNS: dict[str, list[Any]] = {
    "outcome": ["Good", "Poor", "Good", "Poor"],
    "forest": [0.1, 0.9, 0.4, 0.3],
    "tree": [0, 1, 1, 1],
    "remark": ["a", "b", "c", "d"],
}
MAKERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "pyarrow": pa.table,
}


@pytest.fixture(params=MAKERS)
def make(request: pytest.FixtureRequest) -> Callable[[dict[str, Any]], Any]:
    return MAKERS[request.param]


def paired(frame: Any, **settings: Any) -> PairedScores:
    data = PairedScores.from_frame(frame, **settings)
    assert isinstance(data, PairedScores)
    return data


def test_every_library_gives_the_same(make: Callable[[dict[str, Any]], Any]) -> None:
    data = paired(make(COLUMNS), label="outcome", positive="Poor")
    assert data.names == ("forest", "tree")
    assert data.observations.is_positive.tolist() == [False, True, False, True]
    assert (data.observations.positive, data.observations.negative) == ("Poor", "Good")
    assert data.values.tolist() == [[0.1, 0.9, 0.4, 0.3], [0, 1, 1, 1]]


def test_a_narwhals_frame_is_a_frame() -> None:
    frame = nw.from_native(pl.DataFrame(COLUMNS))
    assert paired(frame, label="outcome", positive="Poor").names == ("forest", "tree")
    lazy = nw.from_native(pl.LazyFrame(COLUMNS))
    assert paired(lazy, label="outcome", positive="Poor").names == ("forest", "tree")


@for_each(
    "labels",
    [
        pl.Series(["no", "yes", None, "no"]),
        pl.Series(["no", "yes", None, "no"], dtype=pl.Categorical),
        pl.Series(["no", "yes", None, "no"], dtype=pl.Enum(["yes", "no"])),
        pd.Series(["no", "yes", None, "no"]),
        pd.Series(["no", "yes", None, "no"], dtype=object),
        pd.Series(["no", "yes", None, "no"], dtype="category"),
        pa.chunked_array([pa.array(["no", "yes", None, "no"])]),
        pa.chunked_array([pa.array(["no", "yes", None, "no"]).dictionary_encode()]),
    ],
)
def test_text_labels_of_every_kind_may_be_missing(labels: Any) -> None:
    scores = [0.1, 0.9, 0.3, 0.2]
    frame: Any
    if isinstance(labels, pl.Series):
        frame = pl.DataFrame({"y": labels, "a": scores})
    elif isinstance(labels, pd.Series):
        frame = pd.DataFrame({"y": labels, "a": scores})
    else:
        frame = pa.table({"y": labels, "a": scores})
    data = paired(frame, label="y", positive="yes", missing="drop")
    assert data.observations.is_positive.tolist() == [False, True, False]
    assert data.observations.source.n_dropped == 1
    with pytest.raises(LabelError, match="row 2 has no label"):
        PairedScores.from_frame(frame, label="y", positive="yes")


@for_each("labels", [[True, False, None], [1, 0, None], [1.0, -1.0, None]])
@for_each("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_obvious_labels_stay_obvious_with_nulls(labels: list[Any], make: Any) -> None:
    frame = make({"y": labels, "a": [0.2, 0.1, 0.3]})
    data = paired(frame, label="y", missing="drop")
    assert data.observations.is_positive.tolist() == [True, False]


def test_categories_of_numbers_stay_obvious() -> None:
    frame = pd.DataFrame({"y": pd.Categorical([0, 1, 1]), "a": [0.2, 0.1, 0.3]})
    assert paired(frame, label="y").observations.n_positive == 2


def test_labels_are_never_guessed() -> None:
    with pytest.raises(LabelError, match="cannot be guessed") as caught:
        PairedScores.from_frame(pl.DataFrame(COLUMNS), label="outcome")
    assert "positive='Poor'" in caught.value.hint
    with pytest.raises(LabelError, match="no observation has the label 'Bad'"):
        PairedScores.from_frame(pl.DataFrame(COLUMNS), label="outcome", positive="Bad")
    with pytest.raises(LabelError, match="every label is missing"):
        PairedScores.from_frame(
            pl.DataFrame({"y": pl.Series([None], dtype=pl.String), "a": [1.0]}), label="y"
        )


def test_named_scores_come_in_their_order_and_lower_turns_them() -> None:
    frame = pl.DataFrame(COLUMNS)
    data = paired(
        frame, label="outcome", positive="Poor", scores=["tree", "forest"], lower=["forest"]
    )
    assert data.names == ("tree", "forest")
    assert data.values[1].tolist() == [-0.1, -0.9, -0.4, -0.3]
    assert paired(frame, label="outcome", positive="Poor", scores="tree").names == ("tree",)
    with pytest.raises(OptionError, match="lower names 'remark'"):
        PairedScores.from_frame(frame, label="outcome", positive="Poor", lower=["remark"])


def test_weights_groups_and_folds_are_carried() -> None:
    frame = pl.DataFrame(
        {**COLUMNS, "w": [1, 2, 1, 2], "patient": ["p", "q", "q", "p"], "fold": [1, 1, 2, 2]}
    )
    data = paired(
        frame,
        label="outcome",
        positive="Poor",
        frequency_weights="w",
        groups="patient",
        fold="fold",
    )
    assert data.names == ("forest", "tree")
    rows = data.observations
    assert rows.weights is not None
    assert rows.weights.values.tolist() == [1, 2, 1, 2]
    assert rows.groups is not None
    assert rows.groups.tolist() == [0, 1, 1, 0]
    assert rows.folds is not None
    assert rows.fold_names == ("1", "2")
    with pytest.raises(InputError, match="weights must be numbers"):
        PairedScores.from_frame(
            frame, label="outcome", positive="Poor", scores=["tree"], sampling_weights="patient"
        )


@for_each("name", ["fold", "Folds", "cv_fold", "id", "patient_id", "index"])
def test_a_column_named_like_a_fold_or_an_identifier_is_not_taken_for_scores(name: str) -> None:
    frame = pl.DataFrame({**COLUMNS, name: [1, 2, 3, 4]})
    with pytest.raises(ScoreError, match="looks like a fold or an identifier") as caught:
        PairedScores.from_frame(frame, label="outcome", positive="Poor")
    assert f"fold='{name}'" in caught.value.hint
    named = PairedScores.from_frame(frame, label="outcome", positive="Poor", scores=["tree", name])
    assert named.names == ("tree", name)
    assert paired(frame, label="outcome", positive="Poor", fold=name).names == ("forest", "tree")


def test_columns_that_are_not_used_are_told() -> None:
    frame = pl.DataFrame({**COLUMNS, "seen": [datetime.date(2020, 1, 1)] * 4, "": [0, 1, 2, 3]})
    found = score_columns(frame, used=["outcome"])
    assert found == ScoreColumns(scores=("forest", "tree"), ignored=("remark", "seen", ""))
    assert score_columns(frame, used=["outcome"], scores=["tree"]) == (
        ("tree",),
        ("forest", "remark", "seen", ""),
    )


def test_row_numbers_without_a_name_are_no_classifier() -> None:
    frame = pd.DataFrame({"Unnamed: 0": [0, 1], "y": [0, 1], "a": [0.2, 0.1]})
    assert score_columns(frame, used=["y"]).scores == ("a",)
    assert paired(frame, label="y", scores=["Unnamed: 0"]).names == ("Unnamed: 0",)


def test_unknown_columns_are_refused_with_the_nearest_name() -> None:
    frame = pl.DataFrame(COLUMNS)
    with pytest.raises(TableError, match="no column 'Outcom' for label; the columns are") as caught:
        PairedScores.from_frame(frame, label="Outcom")
    assert caught.value.hint == "did you mean 'outcome'?"
    assert "'outcome', 'forest', 'tree' and 'remark'" in caught.value.message
    with pytest.raises(TableError, match="'forrest' for scores"):
        PairedScores.from_frame(frame, label="outcome", scores=["forrest"])
    with pytest.raises(TableError, match="'zzz' for frequency_weights") as caught:
        PairedScores.from_frame(frame, label="outcome", frequency_weights="zzz")
    assert caught.value.hint == "name one of them."
    with pytest.raises(TableError, match="no column 'zzz'; the columns"):
        score_columns(frame, used=["zzz"])


def test_a_frame_without_header_is_recognised() -> None:
    with pytest.raises(TableError) as caught:
        PairedScores.from_frame(pl.DataFrame({"1": [0], "0.53": [0.2]}), label="outcome")
    assert "names its columns" in caught.value.hint


def test_many_columns_are_not_all_listed() -> None:
    frame = pl.DataFrame({f"c{i}": [0.5] for i in range(50)})
    with pytest.raises(TableError, match=r"'c11', \.\.\. 50 in all"):
        PairedScores.from_frame(frame, label="outcome")


def test_a_column_has_one_role() -> None:
    frame = pl.DataFrame(COLUMNS)
    with pytest.raises(TableError, match="'tree' cannot be both label and fold"):
        PairedScores.from_frame(frame, label="tree", fold="tree")
    with pytest.raises(TableError, match="'tree' is listed in scores, but"):
        PairedScores.from_frame(frame, label="tree", scores=["tree"])
    with pytest.raises(TableError, match="names column 'tree' twice"):
        PairedScores.from_frame(frame, label="outcome", positive="Poor", scores=["tree", "tree"])
    with pytest.raises(TableError, match="scores names no column"):
        PairedScores.from_frame(frame, label="outcome", positive="Poor", scores=[])


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[0, 1, 2]], columns=["y", "a", "a"]),
        pa.table([[0], [1], [2]], names=["y", "a", "a"]),
        pd.DataFrame([[0, 1, 2]], columns=["y", 1, "1"]),
    ],
)
def test_two_columns_with_one_name_are_refused(frame: Any) -> None:
    with pytest.raises(TableError, match=r"two columns have the same name, '[a1]'"):
        PairedScores.from_frame(frame, label="y")


def test_names_that_are_no_text_are_told_by_their_text() -> None:
    frame = pd.DataFrame(np.array([[0, 0.5, 0.2], [1, 0.4, 0.3]]))
    assert paired(frame, label="0").names == ("1", "2")


@pytest.mark.parametrize(
    ("frame", "what"),
    [
        (pl.DataFrame({"y": [], "a": []}), "no rows"),
        (pd.DataFrame({"y": [], "a": []}), "no rows"),
        (pl.DataFrame(), "no columns"),
        (pd.DataFrame(), "no columns"),
    ],
)
def test_empty_frames_are_refused(frame: Any, what: str) -> None:
    with pytest.raises(TableError, match=what):
        PairedScores.from_frame(frame, label="y")


@pytest.mark.parametrize("thing", [{"y": [0]}, [1, 2], np.ones((2, 2)), None, "scores.csv"])
def test_what_is_no_table_is_refused(thing: Any) -> None:
    with pytest.raises(TableError, match="expected a data frame"):
        PairedScores.from_frame(thing, label="y")


def test_a_lazy_frame_that_fails_is_a_table_error() -> None:
    lazy = pl.scan_csv("/there/is/no/such/file.csv")
    with pytest.raises(TableError, match="cannot be collected"):
        PairedScores.from_frame(lazy, label="y")


def test_no_column_of_scores_is_refused() -> None:
    frame = pl.DataFrame({"y": [0, 1], "remark": ["a", "b"]})
    with pytest.raises(TableError, match="no column of scores: besides 'y' the table has 'remark'"):
        PairedScores.from_frame(frame, label="y")
    with pytest.raises(TableError, match="the table has no column"):
        PairedScores.from_frame(frame.select("y"), label="y")


@pytest.mark.parametrize(
    ("values", "row", "shown", "hint"),
    [
        (["0.1", "0.2", "abc"], 2, "'abc'", "correct this cell"),
        (["0.1", None, "abc"], 2, "'abc'", "a column that holds scores"),
        (["0.1", "0.2", "0.3"], 0, "'0.1'", "stored as text"),
        ([None, "0,1", "0,2"], 1, "'0,1'", "decimal point"),
    ],
)
def test_text_named_as_scores_is_refused(values: Any, row: int, shown: str, hint: str) -> None:
    frame = pl.DataFrame({"y": [0, 1, 0], "a": values})
    with pytest.raises(ScoreError, match=f"column 'a', row {row} is {shown}") as caught:
        PairedScores.from_frame(frame, label="y", scores=["a"])
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    "values",
    [
        ["0.1", "0.2", "abc"],
        ["0.1", "0.2", "0.3"],
        ["0,1", "0,2", "0,3"],
        pd.Series([0.1, 0.2, "abc"], dtype=object),
    ],
)
def test_text_that_is_mostly_numbers_does_not_vanish(values: Any) -> None:
    frame = pd.DataFrame({"y": [0, 1, 0], "a": values, "b": [0.1, 0.2, 0.3]})
    with pytest.raises(ScoreError, match="column 'a' is text, but most of it reads as numbers"):
        PairedScores.from_frame(frame, label="y")
    assert paired(frame, label="y", scores=["b"]).names == ("b",)


def test_dates_named_as_scores_are_refused() -> None:
    frame = pl.DataFrame({"y": [0, 1], "seen": [datetime.date(2020, 1, 1)] * 2})
    with pytest.raises(ScoreError, match="column 'seen', row 0"):
        PairedScores.from_frame(frame, label="y", scores=["seen"])


def test_missing_scores_are_refused_or_dropped(make: Callable[[dict[str, Any]], Any]) -> None:
    frame = make({"y": [0, 1, 1, 1], "a": [0.1, None, 0.3, 0.4], "b": [1, 2, 3, None]})
    with pytest.raises(ScoreError, match="column 'a', row 1 is missing"):
        PairedScores.from_frame(frame, label="y")
    data = paired(frame, label="y", missing="drop")
    assert data.observations.source.n_dropped == 2
    assert data.values.tolist() == [[0.1, 0.3], [1, 3]]


def test_a_column_of_nothing_named_as_scores_is_missing() -> None:
    for kind in (pl.String, pl.Null, pl.Float64):
        frame = pl.DataFrame({"y": [0, 1], "a": pl.Series([None, None], dtype=kind)})
        with pytest.raises(ScoreError, match="column 'a', row 0 is missing"):
            PairedScores.from_frame(frame, label="y", scores=["a"])


def test_numbers_of_every_type_are_scores() -> None:
    frame = pl.DataFrame(
        {
            "y": [0, 1],
            "flag": [True, False],
            "small": pl.Series([0.5, 0.25], dtype=pl.Float32),
            "decimal": [Decimal("0.5"), Decimal("0.25")],
            "huge": pl.Series([2**80, 3], dtype=pl.Int128),
            "endless": [float("inf"), float("-inf")],
        }
    )
    data = paired(frame, label="y")
    assert data.names == ("flag", "small", "decimal", "huge", "endless")
    assert data.values[:, 0].tolist() == [1, 0.5, 0.5, 2.0**80, float("inf")]


def test_integers_that_rounding_would_tie_are_refused() -> None:
    frame = pl.DataFrame({"y": [0, 1], "big": pl.Series([3, 2**80 + 1], dtype=pl.Int128)})
    with pytest.raises(ScoreError, match="column 'big', row 1 is 1208925819614629174706177"):
        PairedScores.from_frame(frame, label="y")


SETS = {
    "y": [0, 1, 0, 1, 1, 0],
    "a": [0.1, 0.9, 0.3, 0.2, 0.5, 0.4],
    "where": ["old", "old", "new", "new", "new", "new"],
}


def test_a_column_of_test_sets_gives_unpaired_scores(make: Callable[[dict[str, Any]], Any]) -> None:
    data = UnpairedScores.from_frame(make(SETS), label="y", test_set="where")
    assert data.names == ("new", "old")
    new, old = data
    assert new.values.tolist() == [0.3, 0.2, 0.5, 0.4]
    assert new.is_positive.tolist() == [False, True, True, False]
    assert old.values.tolist() == [0.1, 0.9]
    turned = UnpairedScores.from_frame(make(SETS), label="y", test_set="where", lower="a")
    assert turned.members[1].values.tolist() == [-0.1, -0.9]


def test_test_sets_are_sorted_as_numbers_and_carry_the_rest() -> None:
    frame = pl.DataFrame(
        {"y": [0, 1] * 3, "a": [0.1] * 6, "where": [10, 10, 9, 9, 9, 9], "w": [1, 2, 3, 4, 5, 6]}
    )
    data = UnpairedScores.from_frame(frame, label="y", test_set="where", frequency_weights="w")
    assert data.names == ("9", "10")
    weights = data.members[1].observations.weights
    assert weights is not None
    assert weights.values.tolist() == [1, 2]


def test_test_sets_need_one_column_of_scores() -> None:
    frame = pl.DataFrame({**SETS, "b": [0.5] * 6})
    with pytest.raises(TableError, match="there are 2, a and b") as caught:
        UnpairedScores.from_frame(frame, label="y", test_set="where")
    assert caught.value.hint == "name it, e.g. score='a'."
    assert UnpairedScores.from_frame(frame, label="y", test_set="where", score="b").names == (
        "new",
        "old",
    )


def test_errors_in_test_sets_name_the_set_and_the_row_of_the_table() -> None:
    one_class = pl.DataFrame({**SETS, "y": [1, 1, 0, 1, 1, 0]})
    with pytest.raises(LabelError, match="test set 'old': all observations are '1'"):
        UnpairedScores.from_frame(one_class, label="y", test_set="where")
    gap = pl.DataFrame({**SETS, "a": [0.1, 0.9, 0.3, None, 0.5, 0.4]})
    with pytest.raises(ScoreError, match="column 'a', row 3 is missing"):
        UnpairedScores.from_frame(gap, label="y", test_set="where")
    dropped = UnpairedScores.from_frame(gap, label="y", test_set="where", missing="drop")
    assert [member.observations.source.n_dropped for member in dropped] == [1, 0]
    homeless = pl.DataFrame({**SETS, "where": ["old", None, "new", "new", "new", None]})
    with pytest.raises(TableError, match=r"row 1 belongs to no test set \(2 such rows"):
        UnpairedScores.from_frame(homeless, label="y", test_set="where")
    alone = pl.DataFrame({**SETS, "where": ["old"] * 6})
    with pytest.raises(ScoreError, match="two or more test sets"):
        UnpairedScores.from_frame(alone, label="y", test_set="where")
    with pytest.raises(OptionError, match="lower names 'b'"):
        UnpairedScores.from_frame(pl.DataFrame(SETS), label="y", test_set="where", lower=["b"])


# A column of test sets: one classifier for each, with the direction that was said.


def test_lower_turns_the_scores_of_every_test_set() -> None:
    frame = pl.DataFrame(
        {
            "y": [0, 0, 1, 1, 0, 1, 0, 1],
            "hospital": ["a", "a", "a", "a", "b", "b", "b", "b"],
            "risk": [4, 3, 2, 1, 3, 4, 2, 1],
        }
    )
    given = UnpairedScores.from_frame(
        frame, label="y", test_set="hospital", score="risk", lower=["risk"]
    )
    assert [one.lower for one in given] == [True, True]
    assert [one.values.tolist() for one in given] == [[-4, -3, -2, -1], [-3, -4, -2, -1]]
