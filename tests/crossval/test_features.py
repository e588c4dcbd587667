"""Features: numbers and words of any frame, and what is neither."""

from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.crossval.features import features
from aucurate.errors import TableError

COLUMNS: dict[str, list[Any]] = {
    "y": [0, 1, 0, 1, 0, 1],
    "age": [61, None, 47, 50, 51, 52],
    "dose": [0.5, 1.0, None, 2.0, 2.0, 1.0],
    "smokes": [True, False, None, True, True, False],
    "sex": ["f", "m", None, "f", "f", "m"],
}


@for_each(
    "frame",
    [
        pl.DataFrame(COLUMNS),
        pl.DataFrame(COLUMNS).lazy(),
        pl.DataFrame(COLUMNS, schema_overrides={"sex": pl.Categorical, "age": pl.Int8}),
        pl.DataFrame(COLUMNS, schema_overrides={"sex": pl.Enum(["f", "m"])}),
        pd.DataFrame(COLUMNS).astype({"smokes": "boolean", "age": "Int64"}),
        pd.DataFrame(COLUMNS).astype({"smokes": "boolean", "sex": "category"}),
        pd.DataFrame(COLUMNS).astype({"smokes": "boolean", "sex": object}),
    ],
)
def test_numbers_become_floats_and_words_categories(frame: Any) -> None:
    found = features(frame, used=["y"])
    assert type(found).__module__.partition(".")[0] == (
        "pandas" if isinstance(frame, pd.DataFrame) else "polars"
    )
    assert list(found.columns) == ["age", "dose", "smokes", "sex"]
    for name, row in (("age", 1), ("dose", 2), ("smokes", 2)):
        values = np.asarray(found[name])
        assert values.dtype == np.float64
        assert np.flatnonzero(np.isnan(values)).tolist() == [row]
    assert list(found["sex"]) == ["f", "m", "(missing)", "f", "f", "m"]
    assert np.asarray(found["smokes"])[:2].tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("patient_id", [1, 2, 3, 4, 5, 6], "identifier"),
        ("fold", [1, 2, 3, 1, 2, 3], "fold"),
        ("name", list("abcdef"), "6 different values in 6 rows"),
        ("dose", ["1.5", "2", "3", "4", "high", "6"], "row 4 is 'high'"),
        ("seen", [date(2020, 1, 1)] * 6, "neither numbers nor text"),
    ],
)
def test_what_is_no_feature_is_refused(name: str, values: list[Any], message: str) -> None:
    frame = pl.DataFrame({"y": COLUMNS["y"], name: values})
    with pytest.raises(TableError, match=message):
        features(frame, used=["y"])


def test_columns_must_be_there() -> None:
    with pytest.raises(TableError, match="no column 'outcome'"):
        features(pl.DataFrame(COLUMNS), used=["outcome"])
    with pytest.raises(TableError, match="no column is left"):
        features(pl.DataFrame(COLUMNS), used=list(COLUMNS))


def test_nameless_columns_are_row_numbers_and_empty_ones_are_kept() -> None:
    frame = pd.DataFrame({"Unnamed: 0": [1, 2], "a": [0.5, 1.5], "b": [None, None]})
    frame["b"] = frame["b"].astype("Float64")
    assert list(features(frame).columns) == ["a", "b"]
    words = pl.DataFrame({"w": pl.Series([None, None], dtype=pl.String)})
    assert features(words)["w"].to_list() == ["(missing)"] * 2
