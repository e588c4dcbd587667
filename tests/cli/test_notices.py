"""Columns that nobody named are spoken of in the first lines, in every format."""

import json
from pathlib import Path

import pytest

import aucurate
from aucurate import Study
from aucurate.cli.app import run

TAKEN = "Columns taken as scores: forest, tree and age (choose with scores= or --scores)."
IGNORED = "Columns ignored (not numeric, or without a name): remark."
ROWS = [
    (0, 0.1, 0.3, 41, "x"),
    (1, 0.7, 0.2, 30, "x"),
    (0, 0.4, 0.1, 35, "x"),
    (1, 0.9, 0.8, 52, "x"),
]


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = ["y,forest,tree,age,remark", *(",".join(map(str, row)) for row in ROWS * 15)]
    Path("scores.csv").write_text("\n".join(lines) + "\n")


WORDS = ["compare", "scores.csv", "--label", "y"]


@pytest.mark.parametrize("command", ["compare", "operate", "fit"])
@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_they_stand_first(
    command: str, quiet: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    fast = {"fit": ["--model", "binormal"], "operate": ["--at", "threshold=0.5"]}.get(command, [])
    assert run([command, *WORDS[1:], *fast, *quiet]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [TAKEN, IGNORED, ""]


def test_over_folds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["folds", "scores.csv", "--label", "y", "--fold", "remark"]
    lines = ["y,forest,tree,remark,note"]
    lines += [f"{row[0]},{row[1]},{row[2]},{at % 5},z" for at, row in enumerate(ROWS * 15)]
    Path("scores.csv").write_text("\n".join(lines) + "\n")
    assert run(words) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Columns taken as scores: forest and tree (choose with scores= or --scores).",
        "Columns ignored (not numeric, or without a name): note.",
    ]
    assert run([*words, "--scores", "forest,tree"]) == 0
    assert "Columns taken" not in capsys.readouterr().out


def test_rank(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["data,a,b,c"] + [f"d{i},0.{80 + i},0.{81 + i},0.{70 + i}" for i in range(9)]
    Path("ranks.csv").write_text("\n".join(lines) + "\n")
    assert run(["rank", "ranks.csv"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    taken = "Columns taken as algorithms: a, b and c"
    assert first == f"{taken} (choose with algorithms= or --algorithms)."
    assert run(["rank", "ranks.csv", "--algorithms", "a,b"]) == 0
    out = capsys.readouterr().out
    assert "Columns taken" not in out
    assert "Columns ignored" not in out


def test_columns_that_are_named_need_no_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*WORDS, "--scores", "forest,tree"]) == 0
    assert capsys.readouterr().out.startswith("AUC of 2 classifiers")
    assert run(["compare", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("AUC of 5 classifiers")


def test_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*WORDS, "--markdown"]) == 0
    assert capsys.readouterr().out.startswith(TAKEN)
    assert run([*WORDS, "--latex"]) == 0
    assert capsys.readouterr().out.startswith(f"% {TAKEN}\n% {IGNORED}\n")
    assert run([*WORDS, "--json", "--quiet"]) == 0
    shown = capsys.readouterr()
    where = json.loads(shown.out)["provenance"]
    assert where["source"]["columns_taken"] == ["forest", "tree", "age"]
    assert where["source"]["columns_not_used"] == ["remark"]
    assert shown.err == ""
    study = Study.from_json(shown.out)
    assert str(study).startswith(f"{TAKEN}\n{IGNORED}\n\n")
    assert not any(caveat.kind == "columns_not_used" for caveat in study.caveats)
    assert run([*WORDS, "--csv", "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.err == f"{TAKEN}\n{IGNORED}\n"
    assert shown.out.startswith("classifier,")


def test_the_report_has_them_beside_the_data() -> None:
    pytest.importorskip("jinja2")
    study = aucurate.compare(aucurate.read_scores("scores.csv", label="y"))
    page = study.to_html()
    notice = page.index(f'<p class="notice">{TAKEN}')
    assert page.index('<section id="compared"') < notice < page.index('<section id="caveats"')


def test_python_says_the_same() -> None:
    data = aucurate.read_scores("scores.csv", label="y")
    assert str(aucurate.compare(data)).startswith(f"{TAKEN}\n{IGNORED}\n\nAUC of 3")
    assert f"<p>{TAKEN}</p>" in aucurate.compare(data)._repr_html_()
    named = aucurate.read_scores("scores.csv", label="y", scores=["forest", "tree"])
    assert str(aucurate.compare(named)).startswith("AUC of 2")
    assert isinstance(data, aucurate.PairedScores)
    assert aucurate.compare(data.select(["tree"])).notices() == (IGNORED,)


def test_a_study_written_before_there_were_notices() -> None:
    named = aucurate.read_scores("scores.csv", label="y", scores=["forest", "tree"])
    plain = json.loads(aucurate.compare(named).to_json())
    del plain["provenance"]["source"]["columns_taken"]
    assert Study.from_json(json.dumps(plain)).notices() == ()


def test_many_columns_are_cut_short() -> None:
    wide = {f"m{at}": [row[1] + at * row[2] for row in ROWS * 5] for at in range(20)}
    import polars as pl

    data = aucurate.PairedScores.from_frame(
        pl.DataFrame({"y": [row[0] for row in ROWS * 5], **wide}), label="y"
    )
    (line,) = aucurate.compare(data).notices()
    assert line.endswith("m10, m11 and 8 more (choose with scores= or --scores).")
