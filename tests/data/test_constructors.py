"""Every container of data is made from arrays, from a frame or from a file, in the same way."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import aucurate as au
from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import OptionError, TableError

SCORES = pl.DataFrame(
    {"y": [0, 1, 0, 1], "a": [1, 2, 2, 1], "b": [4, 3, 2, 5], "clinic": ["p", "p", "q", "q"]}
)
FOLDS = SCORES.with_columns(fold=pl.Series([1, 1, 2, 2]))
CLASSES = pl.DataFrame(
    {"y": ["u", "v", "w"] * 2, "m_u": [2, 1, 1] * 2, "m_v": [1, 2, 0] * 2, "m_w": [0, 0, 3] * 2}
)
CLASS_FOLDS = CLASSES.with_columns(fold=pl.Series([1, 1, 1, 2, 2, 2]))
VALUES = pl.DataFrame({"fold": ["p", "q"], "a": [0.9, 0.8], "b": [0.7, 0.8]})
RESULTS = pl.DataFrame({"dataset": ["iris", "wine"], "a": [0.9, 0.8], "b": [0.7, 0.8]})
ORDER = ("u", "v", "w")
CASES: dict[str, tuple[Any, pl.DataFrame, dict[str, Any]]] = {
    "Scores": (au.Scores, SCORES, {"label": "y", "score": "a"}),
    "PairedScores": (au.PairedScores, SCORES, {"label": "y"}),
    "UnpairedScores": (
        au.UnpairedScores,
        SCORES,
        {"label": "y", "score": "a", "test_set": "clinic"},
    ),
    "ClassScores": (au.ClassScores, CLASSES, {"label": "y", "prefix": "m_"}),
    "PairedClassScores": (au.data.PairedClassScores, CLASSES, {"label": "y", "prefixes": ["m_"]}),
    "OrderedScores": (OrderedScores, CLASSES, {"label": "y", "score": "m_u", "order": ORDER}),
    "PairedOrderedScores": (PairedOrderedScores, CLASSES, {"label": "y", "order": ORDER}),
    "FoldScores": (au.FoldScores, FOLDS, {"label": "y", "fold": "fold"}),
    "ClassFoldScores": (
        au.data.ClassFoldScores,
        CLASS_FOLDS,
        {"label": "y", "fold": "fold", "prefix": "m_"},
    ),
    "FoldValues": (
        au.data.FoldValues,
        VALUES,
        {"fold": "fold", "quantity": "AUC", "design": "left-out folds"},
    ),
    "ResultsTable": (au.ResultsTable, RESULTS, {}),
}


def values_of(data: Any) -> list[Any]:
    if isinstance(data, au.UnpairedScores):
        return [member.values.tolist() for member in data]
    found: list[Any] = data.values.tolist()
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_frame_and_a_file_make_the_same(name: str, tmp_path: Path) -> None:
    kind, frame, columns = CASES[name]
    assert hasattr(kind, "from_arrays")
    from_frame = kind.from_frame(frame, **columns)
    assert type(from_frame) is kind
    frame.write_csv(tmp_path / "table.csv", separator=";")
    from_file = kind.read(tmp_path / "table.csv", separator=";", **columns)
    assert type(from_file) is kind
    assert values_of(from_file) == values_of(from_frame)
    assert values_of(kind.from_frame(frame.to_pandas(), **columns)) == values_of(from_frame)


def test_one_classifier_of_a_frame() -> None:
    scores = au.Scores.from_frame(SCORES, label="y", score="b", lower=True)
    assert (scores.name, scores.lower, scores.values.tolist()) == ("b", True, [-4, -3, -2, -5])
    ordered = OrderedScores.from_frame(CLASSES, label="y", score="m_w", order=ORDER)
    assert (ordered.name, ordered.classes) == ("m_w", ORDER)


def test_ordered_scores_name_the_row_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "stages.csv"
    path.write_text("stage,marker\n0,0.1\n1,\n2,0.9\n")
    with pytest.raises(au.AucurateError, match=r"line 3 of '.*stages.csv' is missing"):
        PairedOrderedScores.read(path, label="stage", order=(0, 1, 2))


def test_what_belongs_to_one_file_or_to_several(tmp_path: Path) -> None:
    path, other = tmp_path / "table.csv", tmp_path / "other.csv"
    SCORES.select("y", "a").write_csv(path)
    SCORES.select("y", "b").write_csv(other)
    assert au.PairedScores.read([path, other], label="y").names == ("a", "b")
    with pytest.raises(OptionError, match="id joins predictions in several tables"):
        au.PairedScores.read(path, label="y", id="clinic")
    with pytest.raises(TableError, match="there is no column 'n' for frequency_weights"):
        au.PairedScores.read([path, other], label="y", frequency_weights="n")
    with pytest.raises(OptionError, match="test_set cannot be used with several files"):
        au.UnpairedScores.read([path, other], label="y", test_set="a")
    with pytest.raises(OptionError, match="which column names the test sets"):
        au.UnpairedScores.read(path, label="y")


def test_values_of_folds_keep_the_names_and_repeats_of_the_frame() -> None:
    frame = VALUES.with_columns(run=pl.Series(["x", "y"]))
    values = au.data.FoldValues.from_frame(
        frame, fold="fold", repeat="run", quantity="error", design="left-out folds", n_test=10
    )
    assert values.fold_names == ("p", "q")
    assert values.repeats.tolist() == [0, 1]
    assert values.division.n_test == (10.0, 10.0)
    with pytest.raises(TableError, match="no column 'folds'"):
        au.data.FoldValues.from_frame(frame, fold="folds", quantity="AUC", design="left-out folds")


def test_fold_scores_of_several_data_sets_make_a_table_of_results() -> None:
    data = au.FoldScores.from_frame(FOLDS, label="y", fold="fold", scores=["a", "b"])
    table = au.ResultsTable.from_folds({"one": data, "other": data.aucs()})
    assert table.datasets == ("one", "other")
    assert table.algorithms == ("a", "b")
    assert np.array_equal(table.values[0], data.aucs().values.mean(axis=0))
    assert np.array_equal(table.values[0], table.values[1])
