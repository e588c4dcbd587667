"""Columns that divide observations: how they are read, kept beside the rows, and refused."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.data.scores import PairedScores
from aucurate.data.subgroups import MISSING, MOST_SUBGROUPS, Subgroups, columns_of
from aucurate.errors import AucurateError, InputError, OptionError, ScoreError, TableError

LABELS = [0, 1, 0, 1, 0, 1]
SCORES = {"a": [1.5, 2.0, 3.0, 4.0, 5.0, 6.0], "b": [2.0, 1.0, 4.0, 3.0, 6.0, 5.0]}
SEX = ["f", "m", "f", "m", "f", "m"]
AGES = ["young", "old", "old", "old", "young", "young"]
TABLE: dict[str, Any] = {"y": LABELS, "sex": SEX, "age": AGES, **SCORES}


@for_each(
    "values, names, codes",
    [
        (["m", "f", "m"], ("f", "m"), [1, 0, 1]),
        ([True, False, True], ("False", "True"), [1, 0, 1]),
        ([10, 9, 10], ("9", "10"), [1, 0, 1]),
        ([1.0, 0.0, 1.0], ("0", "1"), [1, 0, 1]),
        ([0.5, 1.5, 0.5], ("0.5", "1.5"), [0, 1, 0]),
        ([1.0, np.nan, 2.0], ("1", "2", MISSING), [0, 2, 1]),
        ([None, "b", "a"], ("a", "b", MISSING), [2, 1, 0]),
        ([None, MISSING], (MISSING, f"({MISSING})"), [1, 0]),
        (pd.Series(["a", pd.NA], dtype="string"), ("a", MISSING), [0, 1]),
        (pd.cut(pd.Series([70, 1]), [0, 9, 50, 99]), ("(0, 9]", "(50, 99]"), [1, 0]),
        (pl.Series(["z", "a"], dtype=pl.Enum(["z", "k", "a"])), ("z", "a"), [0, 1]),
    ],
)  # fmt: skip
def test_values_become_subgroups_in_their_order(
    values: Any, names: tuple[str, ...], codes: list[int]
) -> None:
    found = Subgroups.of("column", values)
    assert found.names == names
    assert found.codes.tolist() == codes
    assert found.has_missing == (MISSING in names[-1])


@for_each(
    "values, hint",
    [
        (np.arange(30) / 7, "bands"),
        (range(MOST_SUBGROUPS + 1), "bands"),
        ([f"id {at}" for at in range(MOST_SUBGROUPS + 1)], "groups="),
        ([1, "1"], "same way"),
        ([None, None], "value for each"),
        ([], "value for each"),
    ],
)
def test_what_cannot_divide_the_observations_is_refused(values: Any, hint: str) -> None:
    with pytest.raises(InputError, match="column") as refused:
        Subgroups.of("column", values)
    assert hint in refused.value.hint


def test_columns_are_named_by_what_holds_them() -> None:
    frame = pd.DataFrame({"sex": SEX, "age": AGES})
    assert list(columns_of(frame)) == ["sex", "age"]
    assert list(columns_of(frame["age"])) == ["age"]
    assert list(columns_of(np.array(SEX))) == ["subgroup"]
    assert columns_of(None) == {}
    with pytest.raises(OptionError, match="a list of 2 columns") as refused:
        columns_of([frame["sex"], frame["age"]])
    assert '{"sex": ...' in refused.value.hint
    with pytest.raises(OptionError, match="sex"):
        columns_of("sex")
    with pytest.raises(InputError, match="same name"):
        columns_of(frame.set_axis(["sex", "sex"], axis="columns"))


def test_rows_that_are_dropped_leave_their_subgroups() -> None:
    labels = [None, *LABELS[1:]]
    data = PairedScores.from_arrays(
        labels, SCORES, positive=1, missing="drop", by={"first": [0, 1, 1, 1, 2, None]}
    )
    (column,) = data.observations.subgroups
    assert (column.names, column.codes.tolist()) == (("1", "2", MISSING), [0, 0, 0, 1, 2])
    assert data.observations.source.n_dropped == 1
    weighted = PairedScores.from_arrays(
        LABELS, SCORES, frequency_weights=[0, 2, 1, 1, 1, 1], by={"sex": SEX}
    )
    repeated = weighted.plain("the test")
    assert repeated.observations.subgroups[0].codes.tolist() == [1, 1, 0, 1, 0, 1]


def test_series_are_matched_by_their_index() -> None:
    index = list("abcdef")
    labels = pd.Series(LABELS, index)
    sex = pd.Series(SEX, index, name="sex").iloc[::-1]
    data = PairedScores.from_arrays(labels, {"a": pd.Series(SCORES["a"], index)}, by=sex)
    (column,) = data.observations.subgroups
    assert [column.names[code] for code in column.codes] == SEX


@for_each("by", ["sex", ["sex", "age"], ["age"]])
def test_columns_of_a_frame_travel_with_the_data_and_are_no_classifiers(by: Any) -> None:
    codes = {**TABLE, "sex": [0, 1, 0, 1, 0, 1]}
    for frame in (pl.DataFrame(codes), pd.DataFrame(codes)):
        data = PairedScores.from_frame(frame, label="y", by=by)
        assert set(SCORES) <= set(data.names) <= {*SCORES, "sex"}
        names = [column.name for column in data.observations.subgroups]
        assert names == ([by] if isinstance(by, str) else by)
        assert ("sex" in data.names) == ("sex" not in names)


@for_each(
    "by, error, words",
    [
        ("nope", TableError, "for by"),
        ("y", TableError, "both label and by"),
        (["sex", "sex"], TableError, "twice"),
        ("a", InputError, "measurements"),
    ],
)
def test_columns_that_are_none_are_refused(by: Any, error: type, words: str) -> None:
    frame = {name: values * 3 for name, values in TABLE.items()}
    frame["a"] = (np.arange(18) / 7).tolist()
    with pytest.raises(AucurateError, match=words) as refused:
        PairedScores.from_frame(pl.DataFrame(frame), label="y", by=by)
    assert isinstance(refused.value, error)


def test_another_number_of_values_than_labels_is_refused_by_the_name_of_the_column() -> None:
    with pytest.raises(ScoreError, match="'sex' has 3 values for 6 labels"):
        PairedScores.from_arrays(LABELS, SCORES, by={"sex": SEX[:3]})


def test_columns_of_one_of_several_tables_and_of_long_form_travel_with_the_data() -> None:
    patients = list("abcdef")
    people = pl.DataFrame({"patient": patients, "y": LABELS, "sex": SEX, "age": AGES})
    old = pl.DataFrame({"patient": patients[::-1], "p": SCORES["a"][::-1]})
    new = pl.DataFrame({"patient": patients, "p": SCORES["b"]})
    joined = PairedScores.from_frames(
        {"people": people, "old": old, "new": new}, label="y", id="patient", by=["sex", "age"]
    )
    long = pl.concat(
        people.with_columns(pl.lit(name).alias("model"), pl.Series("p", SCORES[of]))
        for name, of in (("old", "a"), ("new", "b"))
    )
    stacked = PairedScores.from_frame(
        long, label="y", id="patient", classifier="model", by=["sex", "age"]
    )
    for data in (joined, stacked):
        assert data.names == ("old", "new")
        for column, values in zip(data.observations.subgroups, (SEX, AGES), strict=True):
            assert [column.names[code] for code in column.codes] == values
    assert [column.name for column in joined.observations.subgroups] == ["sex", "age"]
    with pytest.raises(TableError, match="both label and by"):
        PairedScores.from_frames({"people": people, "old": old}, label="y", id="patient", by="y")
