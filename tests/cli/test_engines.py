"""Tables that are not in memory, on the command line: the same output, and errors in its words."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.cli.app import run
from aucurate.io import lazy_tables
from aucurate.study import Study

Shown = Callable[..., str]

pytestmark = [
    pytest.mark.filterwarnings(f"ignore::{kind}")  # of Dask, about pandas
    for kind in ("DeprecationWarning", "FutureWarning")
]
MODULES = {"duckdb": ("duckdb", "pyarrow"), "dask": ("dask.dataframe",)}


@pytest.fixture(params=["polars", "duckdb", "dask"])
def engine(request: pytest.FixtureRequest) -> str:
    """An engine that is installed."""
    for module in MODULES.get(request.param, ()):
        pytest.importorskip(module)
    return str(request.param)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three Parquet files in a folder of the working directory, and all rows as whole.csv."""
    rng = np.random.default_rng(3)
    rows = 360
    ill = rng.random(rows) < 0.4
    frame = pl.DataFrame(
        {
            "y": ill.astype(int),
            "outcome": np.where(ill, "ill", "well"),
            "old": rng.normal(size=rows) + ill,
            "new": (rng.normal(size=rows) + 1.5 * ill).round(1),
            "albumin": rng.normal(size=rows) - ill,
            "w": rng.integers(0, 4, rows),
            "v": rng.random(rows),
            "patient": rng.integers(0, 90, rows),
            "cv": rng.integers(0, 3, rows),
        }
    )
    parts = tmp_path / "parts"
    parts.mkdir()
    for number in range(3):
        frame[number * 120 : (number + 1) * 120].write_parquet(parts / f"part-{number}.parquet")
    (parts / "_SUCCESS").touch()
    frame.write_csv(tmp_path / "whole.csv")
    monkeypatch.chdir(tmp_path)
    return parts


TABLE = ["parts/*.parquet", "--label", "y", "--scores", "old,new,albumin", "--lower", "albumin"]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    """What a command prints that succeeds."""

    def of(*words: str) -> str:
        assert run(list(words)) == 0
        return capsys.readouterr().out

    return of


def _without_engine(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if not line.startswith("Computed by ")]
    return lines[1:] if lines and not lines[0] else lines


def _engine_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("Computed by ")]


# The same output.


COMPARED: dict[str, list[str]] = {
    "plain": [],
    "one classifier is the reference": ["--reference", "old", "--alternative", "greater"],
    "another confidence and correction": ["--confidence", "0.9", "--correction", "hochberg"],
    "MOVER": ["--method", "mover"],
    "a margin": ["--margin", "0.05"],
    "simultaneous intervals": ["--simultaneous"],
    "frequency weights": ["--frequency-weights", "w"],
    "sampling weights": ["--sampling-weights", "v"],
    "groups": ["--groups", "patient"],
    "a null value": ["--null", "0.5"],
    "a pooled fold": ["--fold", "cv"],
}


@for_each("asked", COMPARED)
def test_compare_says_what_it_says_in_memory(
    folder: Path, shown: Shown, engine: str, asked: str
) -> None:
    words = ["compare", *TABLE, *COMPARED[asked]]
    memory = shown(*words, "--engine", "memory")
    assert _engine_lines(memory) == []
    found = shown(*words, "--engine", engine)
    assert _without_engine(found) == memory.splitlines()
    (line,) = _engine_lines(found)
    assert engine in line.lower()


OPERATED: dict[str, list[str]] = {
    "a threshold": ["--at", "0.5"],
    "a threshold and pairs": ["--at", "threshold=0.3", "--pairs", "new,old"],
    "a prevalence": ["--at", "0.5", "--prevalence", "0.1"],
    "frequency weights": ["--at", "0.5", "--frequency-weights", "w"],
}


@for_each("asked", OPERATED)
def test_operate_says_what_it_says_in_memory(
    folder: Path, shown: Shown, engine: str, asked: str
) -> None:
    words = ["operate", *TABLE, *OPERATED[asked]]
    memory = shown(*words, "--engine", "memory")
    found = shown(*words, "--engine", engine)
    assert _without_engine(found) == memory.splitlines()
    assert len(_engine_lines(found)) == 1


@for_each("rule", ["youden", "sensitivity=0.9", "cost=5:1,prevalence=0.1"])
def test_a_rule_chooses_the_thresholds_that_it_chooses_in_memory(
    folder: Path, shown: Shown, engine: str, rule: str
) -> None:
    """Only the bootstrap of the choice is left out."""
    words = ["operate", *TABLE, "--at", rule, "--json"]
    memory = json.loads(shown(*words, "--engine", "memory", "--replicates", "20"))
    found = json.loads(shown(*words, "--engine", engine))
    assert [each["point"] for each in found["points"]] == [
        each["point"] for each in memory["points"]
    ]
    assert "rows_not_in_memory" in [each["kind"] for each in found["caveats"]]


def test_json_holds_the_engine(folder: Path, shown: Shown, engine: str) -> None:
    for words in (["compare", *TABLE], ["operate", *TABLE, "--at", "0.5"]):
        text = shown(*words, "--engine", engine, "--json")
        found, memory = (
            json.loads(each) for each in (text, shown(*words, "--engine", "memory", "--json"))
        )
        source = found["provenance"]["source"]
        assert engine in source["engine"].lower()
        assert memory["provenance"]["source"]["engine"] == ""
        assert source["name"] == memory["provenance"]["source"]["name"] == "*.parquet (3 files)"
        assert [file["name"] for file in source["files"]] == [
            f"part-{number}.parquet" for number in range(3)
        ]
        assert source["files"] == memory["provenance"]["source"]["files"]
        assert f"Computed by {source['engine']}." in str(Study.from_json(text))


def test_other_formats_of_the_output(folder: Path, shown: Shown) -> None:
    for option in ("--markdown", "--latex", "--csv"):
        words = [
            "compare",
            *TABLE,
            option,
            *(["--table", "estimates"] if option == "--csv" else []),
        ]
        memory = shown(*words, "--engine", "memory")
        found = shown(*words, "--engine", "polars")
        kept = [line for line in found.splitlines() if "Computed by" not in line]
        assert [line for line in kept if line] == [line for line in memory.splitlines() if line]


def test_the_report_is_written(folder: Path, shown: Shown, tmp_path: Path) -> None:
    for words in (["compare", *TABLE], ["operate", *TABLE, "--at", "youden"]):
        out = tmp_path / "report.html"
        shown(*words, "--engine", "polars", "--html", str(out))
        assert "polars, a batch of rows at a time" in out.read_text(encoding="utf-8")


@for_each("table", ["parts", "parts/", "parts/*.parquet", "whole.csv"])
def test_a_folder_a_pattern_and_a_file(folder: Path, shown: Shown, table: str) -> None:
    wanted = _without_engine(shown("compare", *TABLE, "--engine", "polars"))
    found = shown("compare", table, *TABLE[1:], "--engine", "polars")
    assert _without_engine(found) == wanted


def test_labels_by_name(folder: Path, shown: Shown, engine: str) -> None:
    words = ["compare", "parts", "--label", "outcome", "--positive", "ill", *TABLE[3:]]
    found = shown(*words, "--engine", engine)
    assert _without_engine(found) == shown(*words).splitlines()
    assert "positive class: ill" in found


# Which engine.


@pytest.mark.parametrize("table", ["parts/*.parquet", "whole.csv"])
def test_the_size_decides(
    folder: Path, shown: Shown, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    for words in (["compare", table, *TABLE[1:]], ["operate", table, *TABLE[1:], "--at", "0.5"]):
        small = shown(*words, "--memory-limit", "200MB")
        assert _engine_lines(small) == []
        with monkeypatch.context() as patch:
            patch.setattr(lazy_tables, "_LEAST_MEMORY", 1)
            large = shown(*words, "--memory-limit", "5KB")
        (line,) = _engine_lines(large)
        assert line.startswith("Computed by polars, a batch of rows at a time, because the table")
        assert line.endswith("of memory and 5 KB may be used.")
        assert _without_engine(large) == small.splitlines()


# Errors.


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (["compare", "whole.csv.gz", "--label", "y"], "cannot be opened", "--engine memory"),
        (["compare", "whole.csv", "--label", "y", "--scores", "outcome"], "has no numbers",
         "--engine memory"),
        (["operate", "whole.csv", "--label", "y", "--scores", "outcome"], "has no numbers",
         "--engine memory"),
        (["compare", "whole.csv", "--label", "outcome", "--scores", "old"], "positive class",
         "--positive"),
        (["compare", *TABLE, "--frequency-weights", "w", "--sampling-weights", "v"],
         "frequency weights and sampling weights", "--frequency-weights count equal rows"),
        (["compare", *TABLE, "--frequency-weights", "v"], "whole numbers", "--sampling-weights"),
        (["compare", *TABLE, "--method", "bootstrap"], "needs the rows in memory", "use"),
        (["compare", *TABLE, "--memory-limit", "5MB"], "100 MB are needed", "more memory"),
        (["compare", *TABLE, "--memory-limit", "much"], "an amount of memory", "2GB"),
        (["compare", *TABLE, "--test-set", "cv"], "a column of test sets", "table for each"),
        (["compare", "whole.csv", "whole.csv", "--label", "y"], "several tables",
         "'scores/*.parquet'"),
        (["compare", "parts/*.csv", "--label", "y"], "no file is in, or matches", "pattern"),
        (["compare", "empty", "--label", "y"], "no file is in, or matches", "path"),
        (["compare", "broken.parquet", "--label", "y"], "cannot be read", "complete"),
        (["compare", "unequal", "--label", "y"], "has the columns y and s", "same columns"),
        (["operate", *TABLE, "--groups", "patient", "--at", "0.5"], "groups", "use"),
        (["operate", *TABLE, "--at", "loss=2"], "posterior", ""),
        (["operate", *TABLE, "--fold", "cv"], "--engine is for one test set", "--fold"),
        (["compare"], "--engine needs a table", "TABLE"),
    ],
)  # fmt: skip
def test_errors_are_in_the_words_of_the_command_line(
    folder: Path, words: list[str], error: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = Path.cwd()
    (here / "whole.csv.gz").write_bytes(b"")
    (here / "broken.parquet").write_bytes((folder / "part-0.parquet").read_bytes()[:400])
    for name in ("empty", "unequal"):
        (here / name).mkdir()
    (here / "unequal" / "a.csv").write_text("y,t\n0,1\n1,2\n")
    (here / "unequal" / "b.csv").write_text("y,s\n0,1\n1,2\n")
    assert run([*words, "--engine", "polars"]) == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert error in said.partition("Hint: ")[0]
    assert hint in said.partition("Hint: ")[2]
    assert "engine=" not in said
    assert "Traceback" not in said


@for_each("command", ["compare", "operate"])
@for_each("engine", ["duckdb", "spark", "dask"])
def test_an_engine_that_is_not_installed(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    engine: str,
) -> None:
    modules = {"duckdb": "duckdb", "spark": "pyspark.sql", "dask": "dask.dataframe"}
    monkeypatch.setitem(sys.modules, modules[engine], None)
    assert run([command, *TABLE, "--engine", engine]) == 2
    said = capsys.readouterr().err
    assert "not installed" in said
    assert "Hint: pip install '" in said


def test_there_is_no_other_engine(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", *TABLE, "--engine", "sqlite"]) == 2
    said: Any = capsys.readouterr().err
    assert "'sqlite' is not one of" in said
    assert "duckdb" in said
