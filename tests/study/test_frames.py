"""In which data frame library a study answers: the one that the data came in."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.study import Study

COLUMNS = {
    "y": [0, 1] * 12,
    "new": np.random.default_rng(1).normal(size=24).tolist(),
    "old": np.random.default_rng(2).normal(size=24).tolist(),
    "fold": [k // 6 for k in range(24)],
}
FRAMES: dict[str, Callable[[Any], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
}


def _library(frame: Any) -> str:
    return type(frame).__module__.partition(".")[0]


@pytest.mark.parametrize("library", FRAMES)
def test_a_study_answers_in_the_library_of_its_data(library: str) -> None:
    frame = FRAMES[library](COLUMNS)
    scores = ["new", "old"]
    classes = {name: {"a": frame["new"], "b": frame["old"], "c": frame["fold"]} for name in scores}
    results = {"data": ["x", "y", "z"], "a": [0.1, 0.2, 0.4], "b": [0.3, 0.1, 0.2]}
    labels = pd.Series(["a", "b", "c"] * 8) if library == "pandas" else ["a", "b", "c"] * 8
    for study in (
        au.compare(frame["y"], {name: frame[name] for name in scores}),
        au.compare(frame["y"], frame.select(scores) if library != "pandas" else frame[scores]),
        au.compare(np.array(COLUMNS["y"]), {"new": frame["new"]}),
        au.compare(au.PairedScores.from_frame(frame, label="y", scores=scores)),
        au.operate(au.PairedScores.from_frame(frame, label="y", scores=scores), at="youden"),
        au.folds(au.FoldScores.from_frame(frame, label="y", scores=scores, fold="fold")),
        au.multiclass(au.data.PairedClassScores.from_arrays(labels, classes), search="none"),
        au.rank(FRAMES[library](results), dataset="data", better="higher"),
    ):
        assert study.provenance.source.library == library, study.kind
        assert _library(study.to_frame()) == library, study.kind
        assert _library(study.figures()[0].display.to_frame()) == library, study.kind
        again = Study.from_json(study.to_json())
        assert _library(again.to_frame()) == library
        for backend in FRAMES:
            assert _library(study.to_frame(backend=backend)) == backend  # type: ignore[arg-type]


def test_arrays_and_files_are_answered_in_polars(tmp_path: Any) -> None:
    path = tmp_path / "scores.csv"
    pd.DataFrame(COLUMNS).to_csv(path, index=False)
    arrays = au.compare(COLUMNS["y"], np.array(COLUMNS["new"]))
    file = au.compare(au.read_scores(path, label="y", scores=["new", "old"]))
    for study in (arrays, file):
        assert study.provenance.source.library == ""
        assert _library(study.to_frame()) == "polars"


@for_each("library", ["modin", "nonsense"])
def test_a_library_that_is_not_here_is_replaced(library: str) -> None:
    study = au.compare(COLUMNS["y"], np.array(COLUMNS["new"]))
    where = study.provenance
    foreign = replace(
        study, provenance=replace(where, source=replace(where.source, library=library))
    )
    assert _library(foreign.to_frame()) == "polars"
