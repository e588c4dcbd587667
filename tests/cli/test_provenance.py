"""The command that a study carries makes it again; the files that it was read from are noted."""

import hashlib
import json
import shlex
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from aucurate.cli.app import run
from aucurate.cli.provenance import note_file, noting_files
from aucurate.data.source import SourceFile
from aucurate.study import Study

RANKS = "data,a,b,c\n" + "".join(f"d{i},0.{80 + i},0.{81 + i},0.{70 + i}\n" for i in range(9))
OF_TABLE = ["--label", "outcome", "--positive", "It's Poor"]
BOTH = ["--scores", "a b", "--scores", "-low", "--lower", "-low"]
SAID = {
    "shipped": (["compare"], "aucurate compare"),
    "one table": (
        ["compare", *OF_TABLE, "my scores.csv", *BOTH, "--confidence", ".9", "-q"],
        "aucurate compare 'my scores.csv' --label outcome --positive 'It'\"'\"'s Poor' "
        "--scores 'a b' --scores=-low --lower=-low --confidence 0.9",
    ),
    "a dash": (
        ["compare", "--unpaired", *OF_TABLE, "--scores=a b", "--null=0.4", "--", "-x.csv"],
        "aucurate compare --label outcome --positive 'It'\"'\"'s Poor' --scores 'a b' --unpaired "
        "--null 0.4 -- -x.csv",
    ),
    "operate": (
        [
            "operate",
            "my scores.csv",
            "--at",
            "sensitivity=0.9",
            "--replicates",
            "60",
            *OF_TABLE,
            *BOTH,
            "--figure",
            "points.svg",
        ],
        "aucurate operate 'my scores.csv' --label outcome --positive 'It'\"'\"'s Poor' "
        "--scores 'a b' --scores=-low --lower=-low --at sensitivity=0.9 --replicates 60",
    ),
    "operate folds": (
        ["operate", "--fold", "fold", "--at", "-1"],
        "aucurate operate --fold fold --at=-1",
    ),
    "folds": (
        [
            "folds",
            "my scores.csv",
            "--fold",
            "fold",
            *OF_TABLE,
            "--scores",
            "-low,a b",
            "--without-class",
            "drop",
            "--design",
            "left-out",
        ],
        "aucurate folds 'my scores.csv' --label outcome --positive 'It'\"'\"'s Poor' "
        "'--scores=-low,a b' --fold fold --design left-out --without-class drop",
    ),
    "multiclass": (
        ["multiclass", "--search", "none", "--rng", "3"],
        "aucurate multiclass --search none --rng 3",
    ),
    "fit": (
        ["fit", "--model", "binormal", "--scores", "tree"],
        "aucurate fit --scores tree --model binormal",
    ),
    "plan": (
        ["plan", "--second", "0.75", "--first", "8e-1", "--power", "0.9", "--unpaired"],
        "aucurate plan --first 0.8 --second 0.75 --unpaired --power 0.9",
    ),
    "pilot": (
        ["plan", "--pilot", "my scores.csv", *OF_TABLE, "--scores", "a b", "--power", "0.9"],
        "aucurate plan --power 0.9 --pilot 'my scores.csv' --label outcome --positive "
        "'It'\"'\"'s Poor' --scores 'a b'",
    ),
    "rank": (
        ["rank", "ranks.csv", "--better", "higher", "--rope", "0.01", "--replicates", "100"],
        "aucurate rank ranks.csv --better higher --rope 0.01 --replicates 100",
    ),
}


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    poor = np.arange(80) % 2 == 1
    frame = pl.DataFrame(
        {
            "outcome": np.where(poor, "It's Poor", "Good"),
            "fold": np.arange(80) // 16,
            "a b": rng.normal(size=80) + poor,
            "-low": rng.normal(size=80) - 2 * poor,
        }
    )
    for name in ("my scores.csv", "-x.csv"):
        frame.write_csv(tmp_path / name)
    (tmp_path / "ranks.csv").write_text(RANKS)


def _json(words: list[str], capsys: pytest.CaptureFixture[str], *more: str) -> str:
    at = words.index("--") if "--" in words else len(words)
    assert run([*words[:at], *more, "--json", *words[at:]]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", SAID)
def test_the_recorded_command_makes_an_equal_study(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, command = SAID[name]
    text = _json(words, capsys)
    assert Study.from_json(text).provenance.command == command
    assert _json(shlex.split(command)[1:], capsys) == text


@pytest.mark.parametrize("name", ["shipped", "plan", "rank"])
def test_where_the_output_goes_changes_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("jinja2")
    words, _ = SAID[name]
    text = _json(words, capsys)
    more = ["--threads", "1"] if name == "shipped" else []
    assert run([*words, *more, "--csv", "--out", "out.csv", "--html", "report.html", "-q"]) == 0
    page = Path("report.html").read_text(encoding="utf-8")
    start = page.index('id="study-json"')
    inside = page[page.index(">", start) + 1 : page.index("</script>", start)]
    assert json.loads(inside) == json.loads(text)
    again = Study.from_json(inside)
    assert again.to_json() + "\n" == text


def test_how_crossval_runs_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn")
    words = ["crossval", "--models", "nb,tree", "--folds", "3"]
    text = _json([*words, "--cache", "kept", "--n-jobs", "1", "--save", "scores.csv"], capsys)
    command = Study.from_json(text).provenance.command
    assert command == "aucurate crossval --models nb,tree --folds 3"
    assert _json(words, capsys, "--no-cache") == text


def test_files_are_noted(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*OF_TABLE, "--scores", "a b"]
    pl.read_csv("-x.csv").reverse().write_csv("-x.csv")
    text = _json(["compare", "my scores.csv", *words, "--", "-x.csv"], capsys)
    where = Study.from_json(text).provenance
    contents = {name: Path(name).read_bytes() for name in ("my scores.csv", "-x.csv")}
    assert list(where.source.files) == [
        SourceFile(name=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        for name, content in contents.items()
    ]
    again = _json(shlex.split(where.command)[1:], capsys)
    assert again == text
    assert Study.from_json(_json(["compare"], capsys)).provenance.source.files == ()


def test_a_table_of_costs_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("barolo", "grignolino", "barbera")
    rows = [[name, *(str(int(name != other)) for other in names)] for name in names]
    lines = [",".join(row) for row in (["class", *names], *rows)]
    Path("costs.csv").write_text("\n".join(lines) + "\n")
    text = _json(["multiclass", "--search", "cost=costs.csv"], capsys)
    where = Study.from_json(text).provenance
    assert where.command == "aucurate multiclass --search cost=costs.csv"
    assert [file.name for file in where.source.files] == ["costs.csv"]


def test_files_are_noted_only_while_a_command_runs() -> None:
    note_file(Path("no such file"))
    with noting_files() as files:
        note_file(Path("ranks.csv"))
        note_file(Path("gone by now"))
    note_file(Path("no such file"))
    assert [file.name for file in files] == ["ranks.csv"]


def test_a_file_that_changes_before_it_is_noted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from aucurate.cli.provenance import note_file as note

    table = Path("my scores.csv")

    def late(path: Path) -> None:
        table.write_bytes(table.read_bytes() * 2)
        note(path)

    monkeypatch.setattr("aucurate.cli.reading.note_file", late)
    assert run(["compare", str(table), *OF_TABLE, "--scores", "a b", "--json"]) == 2
    shown = capsys.readouterr()
    assert "changed while it was being read" in shown.err
    assert shown.out == ""
