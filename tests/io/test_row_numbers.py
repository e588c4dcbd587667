"""Row numbers that other programs write are neither classifiers nor features."""

from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pytest
from tests.loops import for_each

from aucurate.crossval.features import features
from aucurate.data.classes import PairedClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.results_table import ResultsTable
from aucurate.data.scores import PairedScores
from aucurate.errors import ScoreError, TableError
from aucurate.io.class_tables import (
    class_columns_in,
)
from aucurate.io.files import read_scores, read_table
from aucurate.io.frames import (
    score_columns,
)

RNG = np.random.default_rng(7)
SORTED = pd.DataFrame({"u": RNG.normal(size=60), "v": RNG.normal(size=60), "y": [0, 1] * 30})
SORTED = SORTED.sort_values("y", ignore_index=True)
SHUFFLED = SORTED.sample(frac=1, random_state=1)


def as_csv(frame: pd.DataFrame, path: Path) -> Path:
    frame.to_csv(path)
    return path


def taken(frame: Any) -> tuple[str, ...]:
    """The columns that are classifiers; the same ones must be the features."""
    names = score_columns(frame, used=["y"]).scores
    assert tuple(nw.from_native(features(frame, used=["y"])).columns) == names
    return names


def test_the_index_in_parquet_is_left_out_and_reported(tmp_path: Path) -> None:
    SHUFFLED.to_parquet(tmp_path / "a.parquet")
    frame = read_table(tmp_path / "a.parquet")
    assert "__index_level_0__" in frame.columns
    assert taken(frame) == ("u", "v")
    assert score_columns(frame, used=["y"]).ignored == ("__index_level_0__",)
    data = read_scores(tmp_path / "a.parquet", label="y")
    assert isinstance(data, PairedScores)
    assert data.names == ("u", "v")
    assert data.observations.source.columns_not_used == ("__index_level_0__",)


@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
def test_an_index_with_a_name_is_left_out_unless_it_is_named(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    indexed = SHUFFLED.set_axis(pd.Index(SHUFFLED.index * 3 + 5, name="patient"))
    if suffix == ".parquet":
        indexed.to_parquet(path)
    else:
        feather.write_feather(pa.Table.from_pandas(indexed), path)
    assert taken(read_table(path)) == ("u", "v")
    grouped = read_scores(path, label="y", groups="patient")
    assert isinstance(grouped, PairedScores)
    assert grouped.observations.groups is not None
    assert read_scores(path, label="y", scores=["u", "patient"]).names == ("u", "patient")


def test_the_index_of_an_arrow_table_is_left_out() -> None:
    indexed = SHUFFLED.set_axis(pd.Index(SHUFFLED.index + 5, name="patient"))
    assert taken(pa.Table.from_pandas(indexed)) == ("u", "v")


def test_csv_files_that_went_through_pandas_several_times(tmp_path: Path) -> None:
    path = as_csv(SHUFFLED, tmp_path / "a.csv")
    for _ in range(3):
        path = as_csv(pd.read_csv(path), path)
    frame = read_table(path)
    assert frame.columns[:4] == ["(column 1)", "Unnamed: 0.2", "Unnamed: 0.1", "Unnamed: 0"]
    assert taken(frame) == ("u", "v")
    assert taken(pd.read_csv(path)) == ("u", "v")


@pytest.mark.parametrize("name", ["...1", "__index_level_3__", "Unnamed: 0_level_0"])
def test_other_names_of_columns_without_a_name(name: str) -> None:
    assert taken(SHUFFLED.assign(**{name: range(60)})) == ("u", "v")


@for_each("name", ["level_0", "rowname", "row_names", "row_number", "RowNum", "row.id", "rows"])
def test_columns_that_are_called_like_row_numbers_are_refused(name: str) -> None:
    frame = SHUFFLED.assign(**{name: 0.5})
    with pytest.raises(ScoreError, match="looks like a fold or an identifier"):
        PairedScores.from_frame(frame, label="y")
    with pytest.raises(TableError, match="looks like a fold or an identifier") as caught:
        features(frame, used=["y"])
    assert caught.value.hint == (
        f"leave it out with leave_out='{name}', or train on it with keep='{name}'."
    )
    assert features(frame, used=["y", name]).shape[1] == 2
    assert features(frame, used=["y"], keep=[name]).shape[1] == 3


@for_each(
    "numbers",
    [
        SHUFFLED.index.to_numpy(),
        SHUFFLED.index.to_numpy() + 1,
        np.arange(60),
        np.arange(60.0),
        SHUFFLED.index.to_numpy().astype(np.uint8),
        pd.array(SHUFFLED.index.to_numpy(), dtype="Int64"),
    ],
)
def test_a_column_that_numbers_the_rows_is_refused_whatever_its_name(numbers: Any) -> None:
    frame = SHUFFLED.assign(when=numbers)
    with pytest.raises(ScoreError, match=r"column 'when' numbers the rows, from [01] to") as caught:
        PairedScores.from_frame(frame, label="y")
    assert "scores=['u', 'v'], including 'when' if it is one" in caught.value.hint
    with pytest.raises(TableError, match="column 'when' numbers the rows"):
        features(frame, used=["y"])
    assert PairedScores.from_frame(frame, label="y", scores=["u", "when"]).names == ("u", "when")
    assert tuple(features(frame, used=["y"], keep=["when"]).columns) == ("u", "v", "when")
    assert tuple(features(frame, used=["y", "when"]).columns) == ("u", "v")
    with pytest.raises(TableError, match="there is no column 'then'"):
        features(frame, used=["y"], keep=["then"])


def test_the_row_numbers_of_a_subset_are_known_by_the_name_that_r_gives_them() -> None:
    part = SHUFFLED.reset_index(names="X").head(25)
    with pytest.raises(ScoreError, match="column 'X' numbers the rows"):
        PairedScores.from_frame(part, label="y")


@pytest.mark.parametrize(
    "values",
    [
        np.arange(60) + 2,  # other whole numbers
        np.arange(60) / 60,
        np.repeat(np.arange(1, 31), 2),  # a rating with ties
        np.r_[np.arange(59.0), np.nan],
        np.arange(60) % 2 == 0,
    ],
)
def test_other_numbers_are_scores(values: Any) -> None:
    assert score_columns(SHUFFLED.assign(a=values), used=["y"]).scores == ("u", "v", "a")


def test_few_rows_may_be_numbered_by_chance() -> None:
    frame = pl.DataFrame({"y": [0, 1, 0, 1], "a": [1, 2, 3, 4]})
    assert score_columns(frame, used=["y"]).scores == ("a",)


def test_over_folds_and_classes(tmp_path: Path) -> None:
    folds = SHUFFLED.assign(fold=np.arange(60) // 2 % 5, when=np.arange(60))
    with pytest.raises(ScoreError, match="column 'when' numbers the rows"):
        FoldScores.from_frame(folds, label="y", fold="fold")
    folds.drop(columns="when").to_parquet(tmp_path / "a.parquet")
    found = FoldScores.from_frame(read_table(tmp_path / "a.parquet"), label="y", fold="fold")
    assert found.names == ("u", "v")
    classes = SHUFFLED.assign(y=np.arange(60) % 2).rename(columns={"u": "0", "v": "1"})
    classes.rename_axis("patient").to_parquet(tmp_path / "b.parquet")
    table = read_table(tmp_path / "b.parquet")
    assert class_columns_in(table, label="y").ignored == ("patient",)
    assert PairedClassScores.from_frame(table, label="y", prefixes="").classes == ("0", "1")


def test_results_of_algorithms(tmp_path: Path) -> None:
    shares = SHUFFLED[["u", "v"]].rank(pct=True)
    results = shares.assign(nr=range(1, 61))
    with pytest.raises(ScoreError, match="column 'nr' numbers the rows") as caught:
        ResultsTable.from_frame(results)
    assert "algorithms=['u', 'v']" in caught.value.hint
    path = tmp_path / "a.parquet"
    shares.rename_axis("nr").to_parquet(path)
    assert ResultsTable.read(path).algorithms == ("u", "v")


def test_a_column_of_patients_is_not_a_classifier() -> None:
    table = SORTED.assign(patient=np.arange(60) // 3 + 100)
    with pytest.raises(ScoreError, match="column 'patient' looks like a fold or an identifier"):
        PairedScores.from_frame(table, label="y")
    data = PairedScores.from_frame(table, label="y", scores=["u", "v"])
    assert [each.name for each in data.observations.identifiers] == ["patient"]
    named = PairedScores.from_frame(table, label="y", scores=["u", "patient"])
    assert named.names == ("u", "patient")
    probabilities = SORTED.assign(person=RNG.uniform(size=60))
    assert "person" in PairedScores.from_frame(probabilities, label="y").names
