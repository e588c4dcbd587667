"""Results from frames and files: wide and long, and what is refused."""

from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from aucurate.data.results_table import ResultsTable
from aucurate.errors import ScoreError, TableError
from aucurate.io.results import (
    naming_column,
)

WIDE = pl.DataFrame(
    {"data": ["iris", "wine", "glass"], "forest": [0.9, 0.8, 0.7], "tree": [0.8, 0.85, 0.6]}
)
LONG = WIDE.unpivot(index="data", variable_name="learner", value_name="auc")


def test_wide_and_long_give_the_same_table() -> None:
    wide = ResultsTable.from_frame(WIDE)
    long = ResultsTable.from_frame(LONG, dataset="data", algorithm="learner", value="auc")
    assert wide.datasets == long.datasets == ("iris", "wine", "glass")
    assert wide.algorithms == long.algorithms == ("forest", "tree")
    assert wide.values.tolist() == long.values.tolist()


def test_rows_without_names_are_numbered() -> None:
    assert ResultsTable.from_frame(WIDE.drop("data")).datasets == ("1", "2", "3")


def test_an_index_of_text_names_the_data_sets() -> None:
    frame = pd.DataFrame({"forest": [0.9, 0.8], "tree": [0.8, 0.7]}, index=["iris", "wine"])
    assert ResultsTable.from_frame(frame).datasets == ("iris", "wine")
    assert ResultsTable.from_frame(frame.reset_index(drop=True)).datasets == ("1", "2")
    assert ResultsTable.from_frame(frame.assign(data=["a", "b"])).datasets == ("a", "b")


def test_a_column_called_data_set_names_them_even_if_it_holds_numbers() -> None:
    frame = WIDE.with_columns(pl.Series("Dataset", [31, 7, 61])).drop("data")
    table = ResultsTable.from_frame(frame)
    assert table.datasets == ("31", "7", "61")
    assert table.algorithms == ("forest", "tree")


def test_two_columns_of_text_cannot_be_guessed_between() -> None:
    frame = WIDE.with_columns(pl.Series("domain", ["plant", "drink", "stuff"]))
    with pytest.raises(TableError, match="'data' or 'domain'"):
        ResultsTable.from_frame(frame)
    assert ResultsTable.from_frame(frame, dataset="domain").datasets == ("plant", "drink", "stuff")
    assert naming_column(WIDE) == "data"


def test_chosen_columns_only() -> None:
    frame = WIDE.with_columns(pl.Series("rows", [150, 178, 214]))
    assert ResultsTable.from_frame(frame, algorithms=["tree", "forest"]).algorithms == (
        "tree",
        "forest",
    )


def test_a_long_table_with_a_hole_is_incomplete() -> None:
    with pytest.raises(TableError, match="1 run missing: tree on glass"):
        ResultsTable.from_frame(LONG.head(5), dataset="data", algorithm="learner", value="auc")
    names = {"dataset": "data", "algorithm": "learner", "value": "auc"}
    assert ResultsTable.from_frame(LONG.head(5), **names, missing="drop").dropped == ("glass",)  # type: ignore[arg-type]


def test_a_long_table_with_two_values_for_one_run_is_refused() -> None:
    doubled = pl.concat([LONG, LONG.head(1)])
    with pytest.raises(TableError, match="'forest' has two values on 'iris'"):
        ResultsTable.from_frame(doubled, dataset="data", algorithm="learner", value="auc")


def test_half_a_long_table_is_refused() -> None:
    with pytest.raises(TableError, match="needs a column of algorithms"):
        ResultsTable.from_frame(LONG, algorithm="learner")
    with pytest.raises(TableError, match="names the data sets"):
        ResultsTable.from_frame(LONG, algorithm="learner", value="auc")
    with pytest.raises(TableError, match="no column 'lerner'"):
        ResultsTable.from_frame(LONG, dataset="data", algorithm="lerner", value="auc")
    with pytest.raises(TableError, match="rows without a name"):
        ResultsTable.from_frame(WIDE.with_columns(pl.Series("data", ["a", None, "b"])))


def test_a_file_with_a_failed_run(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("data,forest,tree\niris,0.9,0.8\nwine,NA,0.7\nglass,0.6,0.5\n")
    with pytest.raises(TableError, match="forest on wine"):
        ResultsTable.read(path)
    assert ResultsTable.read(path, missing="drop").datasets == ("iris", "glass")
    path.write_text("data,forest,tree\niris,0.9,0.8\nwine,failed,0.7\nglass,0.6,0.5\n")
    with pytest.raises(ScoreError, match="'forest'"):
        ResultsTable.read(path)


FOLDS = pl.DataFrame(
    {
        "data": ["iris", "iris", "wine", "wine"],
        "part": ["first", "second", "first", "second"],
        "forest": [0.9, 0.8, 0.7, 0.8],
        "tree": [0.8, 0.8, 0.6, 0.6],
    }
)


def test_wide_and_long_tables_of_folds_are_the_same() -> None:
    wide = ResultsTable.from_frame(FOLDS, fold="part")
    frame = FOLDS.unpivot(index=["data", "part"], variable_name="learner", value_name="auc")
    names: dict[str, Any] = {"dataset": "data", "algorithm": "learner", "value": "auc"}
    long = ResultsTable.from_frame(
        frame.sample(fraction=1.0, shuffle=True, seed=1), **names, fold="part"
    )
    assert wide.datasets == ("iris", "wine")
    assert sorted(long.datasets) == ["iris", "wine"]
    assert wide.folds is not None
    assert long.folds is not None
    for name, values in wide.folds.items():
        other = long.folds[name]
        for algorithm in ("forest", "tree"):
            pairs = zip(other.fold_names, other.of(algorithm).tolist(), strict=True)
            assert dict(pairs) == dict(
                zip(values.fold_names, values.of(algorithm).tolist(), strict=True)
            )
    with pytest.raises(TableError, match="has two values on 'iris'") as caught:
        ResultsTable.from_frame(frame, **names)
    assert "fold='fold'" in caught.value.hint
    with pytest.raises(TableError, match="two values on 'iris' in fold 'first'") as caught:
        ResultsTable.from_frame(pl.concat([frame, frame]), **names, fold="part")
    assert "repeat='repeat'" in caught.value.hint


def test_repeats_are_those_of_folds() -> None:
    frame = pl.concat([FOLDS.with_columns(run=pl.lit(run)) for run in (1, 2)])
    table = ResultsTable.from_frame(frame, fold="part", repeat="run")
    assert table.folds is not None
    assert (table.folds["iris"].n_folds, table.folds["iris"].n_repeats) == (4, 2)
    assert table.folds["iris"].test_train_ratio == pytest.approx(1)
    with pytest.raises(TableError, match="repeat needs a column of folds"):
        ResultsTable.from_frame(frame, repeat="run")
    with pytest.raises(TableError, match="fold first of iris occurs in two rows"):
        ResultsTable.from_frame(frame.drop("run"), fold="part")
