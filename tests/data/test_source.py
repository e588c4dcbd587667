"""Where data came from, and how they show themselves in a console."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import aucurate as au
from aucurate.data.source import IN_MEMORY, Reading, Source, source_of, with_source

TABLE = pl.DataFrame(
    {"y": [0, 1, 0, 1], "a": [1, 2, 2, 1], "b": [4, 3, 2, 5], "note": list("pqrs")}
)
CLASSES = pl.DataFrame(
    {"y": ["u", "v"] * 2, "u": [1, 0] * 2, "v": [0, 1] * 2, "note": list("pqrs")}
)
RESULTS = pl.DataFrame({"dataset": ["x", "y"], "a": [0.9, 0.8], "b": [0.7, 0.8]})


def written(frame: pl.DataFrame, path: Path) -> Path:
    frame.write_csv(path)
    return path


def test_arrays_have_no_name_and_nothing_left_out() -> None:
    data = au.PairedScores.from_arrays([0, 1], {"a": [1, 2]})
    assert data.observations.source == Source()
    assert source_of(data).name == IN_MEMORY
    assert source_of(au.PairedScores.from_frame(TABLE, label="y")).name == IN_MEMORY


def test_a_file_is_known_with_its_columns(tmp_path: Path) -> None:
    path = written(TABLE, tmp_path / "scores.csv")
    source = source_of(au.PairedScores.read(path, label="y"))
    reading = Reading(
        container="PairedScores",
        paths=("scores.csv",),
        options={"label": "'y'"},
        names=("a", "b"),
    )
    assert source == Source(
        name="scores.csv",
        columns_taken=("a", "b"),
        columns_not_used=("note",),
        reading=reading,
    )
    named = source_of(au.PairedScores.read(path, label="y", scores=["a"]))
    options = {"label": "'y'", "scores": "['a']"}
    assert named == Source(
        name="scores.csv", reading=replace(reading, options=options, names=("a",))
    )
    assert au.compare(au.read_scores(path, label="y")).provenance.source == source


def test_every_container_knows_its_file(tmp_path: Path) -> None:
    folds = TABLE.with_columns(fold=pl.Series([1, 1, 2, 2]))
    path = written(folds, tmp_path / "folds.csv")
    scores = au.FoldScores.read(path, label="y", fold="fold")
    assert source_of(scores).name == "folds.csv"
    assert source_of(scores).columns_not_used == ("note",)
    assert source_of(scores).reading is not None
    assert source_of(scores.aucs()) == replace(source_of(scores), reading=None)
    sets = au.UnpairedScores.read(path, label="y", test_set="fold", score="a")
    assert [each.observations.source.name for each in sets] == ["folds.csv"] * 2
    classes = written(CLASSES, tmp_path / "classes.csv")
    found = source_of(au.ClassScores.read(classes, label="y"))
    assert replace(found, reading=None) == Source(name="classes.csv", columns_not_used=("note",))
    assert found.reading is not None
    assert found.reading.container == "ClassScores"
    results = written(RESULTS, tmp_path / "results.csv")
    plain = Source(name="results.csv", columns_taken=("a", "b"))
    assert replace(source_of(au.ResultsTable.read(results)), reading=None) == plain
    values = source_of(
        au.data.FoldValues.read(results, fold="dataset", quantity="AUC", design="left-out folds")
    )
    assert replace(values, reading=None) == plain
    assert values.reading is not None
    assert values.reading.options == {
        "fold": "'dataset'",
        "quantity": "'AUC'",
        "design": "'left-out folds'",
    }


def test_a_reading_is_known_only_where_it_can_be_written(tmp_path: Path) -> None:
    folds = TABLE.with_columns(fold=pl.Series([1, 1, 2, 2]))
    path = written(folds, tmp_path / "folds.csv")
    sizes = np.array([2, 2])
    data = au.FoldScores.read(path, label="y", fold="fold", n_train=sizes)
    assert source_of(data).reading is None
    path = written(TABLE, tmp_path / "scores.csv")
    found = source_of(au.PairedScores.read(path, label="y", lower={"b", "a"}, separator=","))
    assert found.reading is not None
    assert found.reading.options == {"label": "'y'", "lower": "['a', 'b']", "separator": "','"}
    assert Source.from_dict(found.to_dict()) == found


def test_several_files_are_named_together(tmp_path: Path) -> None:
    files = [
        written(TABLE.select("y", "note", name), tmp_path / f"{name}.csv") for name in ("a", "b")
    ]
    assert source_of(au.PairedScores.read(files, label="y")).name == "a.csv and b.csv, row by row"
    joined = au.PairedScores.read(files, label="y", id="note")
    assert source_of(joined).name == "a.csv and b.csv, joined on 'note'"
    apart = au.UnpairedScores.read(files, label="y", paired=False)
    assert source_of(apart).name == "a.csv and b.csv"


def test_rows_left_out_are_counted(tmp_path: Path) -> None:
    holes = TABLE.with_columns(a=pl.Series([1, None, 2, 1]), more=pl.Series([1, 1, 0, 2]))
    holes = pl.concat([holes, holes])
    path = written(holes, tmp_path / "holes.csv")
    data = au.PairedScores.read(path, label="y", missing="drop")
    assert source_of(data).n_dropped == 2
    assert au.compare(data).provenance.source.n_dropped == 2


def test_the_shipped_studies_have_names() -> None:
    for data in (
        au.datasets.load_breast_cancer(),
        au.datasets.load_breast_cancer_folds(),
        au.datasets.load_wine_classes(),
    ):
        assert "with aucurate" in source_of(data).name
        assert source_of(data).columns_taken == ()
    assert "wine" in source_of(au.datasets.load_wine_class_folds()).name


def test_columns_taken_are_none_once_classifiers_are_chosen() -> None:
    data = au.PairedScores.from_frame(TABLE, label="y")
    assert data.observations.source.taken_as(["a", "b"]) == ("a", "b")
    assert data.observations.source.taken_as(["a"]) == ()


def test_a_source_is_changed_in_every_member() -> None:
    sets = au.UnpairedScores.from_arrays({"p": ([0, 1], [1, 2]), "q": ([0, 1], [1, 2])})
    renamed = with_source(sets, name="two clinics")
    assert [each.observations.source.name for each in renamed] == ["two clinics"] * 2
    assert source_of(sets).name == IN_MEMORY


@pytest.mark.parametrize("many", [3, 200])
def test_a_console_gets_one_line(many: int) -> None:
    rows = 500
    labels = np.arange(rows) % 2
    scores = {f"classifier {k}": np.arange(rows) % (k + 3) for k in range(many)}
    paired = au.PairedScores.from_arrays(labels, scores)
    folds = au.FoldScores.from_arrays(labels, scores, folds=np.arange(rows) // 50)
    classes = au.ClassScores.from_arrays(np.arange(rows) % 5, np.ones((rows, 5)))
    for data in (
        paired,
        paired["classifier 1"],
        paired.observations,
        au.UnpairedScores(tuple(paired)),
        folds,
        folds.errors(threshold=2),
        classes,
        classes.observations,
        au.ResultsTable.from_folds({"one": folds.errors(threshold=2)}, better="lower"),
        au.inference.folds.operating_points(folds, "classifier 1"),
        au.roc_curve(labels, np.arange(rows)),
    ):
        line = repr(data)
        assert line.startswith(f"<{type(data).__name__}: ")
        assert "\n" not in line
        assert len(line) < 500
    assert repr(paired["classifier 1"]) == (
        "<Scores: classifier 1; 500 observations, 250 positive ('1')>"
    )
