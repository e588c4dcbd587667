"""aucurate compare: the same study in the terminal, and errors without tracebacks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import aucurate
from aucurate.cli import main
from aucurate.inference.methods import INTERVALS
from aucurate.study import Study, compare


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    poor = rng.random(120) < 0.4
    frame = pl.DataFrame(
        {
            "outcome": np.where(poor, "Poor", "Good"),
            "clinic": np.where(rng.random(120) < 0.5, "north", "south"),
            "ndka": rng.normal(size=120) + poor,
            "albumin": rng.normal(size=120) - 2 * poor,
        }
    )
    path = tmp_path / "scores.csv"
    frame.write_csv(path)
    return path


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(a) for a in arguments])
    return int(ended.value.code or 0)


def test_without_a_table_it_runs_on_the_shipped_study_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("compare") == 0
    out, err = capsys.readouterr()
    assert "No table given" in err
    assert out == f"{compare(aucurate.datasets.load_breast_cancer())}\n"


def test_quiet_says_nothing_but_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("compare", "--quiet") == 0
    assert capsys.readouterr().err == ""


def test_text_and_json_show_the_study_of_the_library(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("compare", table, "--label", "outcome", "--positive", "Poor", "--lower", "albumin")
    assert run(*words) == 0
    text = capsys.readouterr().out
    assert run(*words, "--json") == 0
    study = Study.from_json(capsys.readouterr().out)
    assert text == f"{study}\n"
    assert study.provenance.source.name == "scores.csv"
    assert study.provenance.source.columns_not_used == ("clinic",)
    frame = pl.read_csv(table)
    library = compare(
        frame["outcome"], frame.select("ndka", "albumin"), positive="Poor", lower=["albumin"]
    )
    assert study.to_dict()["tests"] == library.to_dict()["tests"]


def test_the_same_call_gives_the_same_bytes(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outs = []
    for threads in (1, 2):
        run("compare", table, "--label", "outcome", "--positive", "Poor", "--json",
            "--threads", threads)  # fmt: skip
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]


@pytest.mark.parametrize(
    ("option", "start"),
    [("--markdown", "Columns taken as scores: "), ("--latex", "%"), ("--json", "{")],
)
def test_other_clothes(
    table: Path, tmp_path: Path, option: str, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "result"
    words = ("compare", table, "--label", "outcome", "--positive", "Poor", option)
    assert run(*words, "--out", out) == 0
    written = out.read_text(encoding="utf-8")
    assert written.startswith(start)
    assert capsys.readouterr().out == ""
    run(*words)
    assert capsys.readouterr().out == written


def test_scores_as_comma_list_reference_confidence_and_alternative(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(
        "compare", table, "--label", "outcome", "--positive", "Poor", "--scores", "ndka,albumin",
        "--reference", "albumin", "--confidence", "0.9", "--alternative", "greater", "--json",
    )  # fmt: skip
    assert status == 0
    data = json.loads(capsys.readouterr().out)
    assert [(c["result"]["first"], c["result"]["second"]) for c in data["tests"]] == [
        ("ndka", "albumin")
    ]
    assert data["tests"][0]["result"]["alternative"] == "greater"
    assert data["estimates"][0]["interval"]["confidence"] == 0.9


@pytest.mark.parametrize(("words", "design"), [((), "paired"), (("--unpaired",), "unpaired")])
def test_unpaired_is_asked_for(
    words: tuple[str, ...], design: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("compare", "--scores", "forest,tree", "--json", "--quiet", *words) == 0
    (tested,) = json.loads(capsys.readouterr().out)["tests"]
    found = tested["result"]
    assert found["design"] == design


def test_a_column_of_test_sets_and_two_tables_are_unpaired(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ("--label", "outcome", "--positive", "Poor", "--scores", "ndka", "--json")
    assert run("compare", table, *common, "--test-set", "clinic") == 0
    by_column = json.loads(capsys.readouterr().out)
    frame = pl.read_csv(table)
    for name in ("north", "south"):
        frame.filter(pl.col("clinic") == name).write_csv(tmp_path / f"{name}.csv")
    assert run("compare", tmp_path / "north.csv", tmp_path / "south.csv", *common) == 0
    by_file = json.loads(capsys.readouterr().out)
    assert by_column["tests"] == by_file["tests"]
    assert by_file["tests"][0]["result"]["design"] == "unpaired"


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["TABLE"], "OptionError", "--label"),
        (["TABLE", "--label", "outcome"], "LabelError", "--positive Poor"),
        (["TABLE", "--label", "outcme", "--positive", "Poor"], "TableError", "outcome"),
        (["TABLE", "--label", "outcome", "--positive", "Bad"], "LabelError", "Good or --positive"),
        (["TABLE", "--label", "outcome", "--positive", "Poor", "--scores", "clinic"],
         "ScoreError", "score"),
        (["TABLE", "--label", "outcome", "--positive", "Poor", "--confidence", "95"],
         "OptionError", "0.95"),
        (["TABLE", "--label", "outcome", "--positive", "Poor", "--json", "--latex"],
         "OptionError", "choose one"),
        (["TABLE", "--label", "outcome", "--positive", "Poor", "--frequency-weights", "ndka"],
         "InputError", "column of weights"),
        (["TABLE", "--label", "outcome", "--positive", "Poor", "--out", "/no/such/place"],
         "OptionError", "mkdir -p /no/such"),
        (["no-such-file.csv", "--label", "outcome"], "TableError", "path"),
        (["--label", "outcome"], "TableError", "TABLE"),
        (["TABLE", "TABLE", "TABLE", "--label", "outcome"], "OptionError", "once"),
    ],
)  # fmt: skip
def test_wrong_input_exits_2_with_type_message_and_hint(
    table: Path, arguments: list[str], error: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("compare", *(str(table) if a == "TABLE" else a for a in arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{error}: ")
    assert hint in captured.err.partition("Hint: ")[2]
    assert "Traceback" not in captured.err


def test_wrong_usage_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("compare", "--no-such-option") == 2
    assert run("contrast") == 2
    assert "Traceback" not in capsys.readouterr().err


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"aucurate {aucurate.__version__}\n"
    assert run("compare", "--help") == 0
    assert "aucurate compare scores.csv --label outcome" in capsys.readouterr().out


def test_the_installed_command_runs_in_a_pipe_without_colours(table: Path) -> None:
    command = Path(sys.executable).parent / "aucurate"
    result = subprocess.run(
        [command, "compare", table, "--label", "outcome"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "40"},
        check=False,
    )
    assert result.returncode == 2
    assert "\x1b" not in result.stderr
    assert result.stderr.startswith("LabelError: the labels are ['Good', 'Poor']; which of them")


def test_a_reader_that_goes_away_is_no_error(table: Path) -> None:
    command = Path(sys.executable).parent / "aucurate"
    result = subprocess.run(
        f"'{command}' compare -q --json | head -c 10",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""


def test_lower_with_two_tables_must_name_their_score_column(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = table.with_name("other.csv")
    pl.read_csv(table).reverse().write_csv(other)
    both = ("compare", table, other, "--label", "outcome", "--positive", "Poor")
    assert run(*both, "--scores", "albumin", "--lower", "nonsense") == 2
    assert "not one of the score columns" in capsys.readouterr().err
    assert run(*both, "--scores", "albumin", "--lower", "albumin", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["estimates"][0]["value"] > 0.5
    assert data["provenance"]["lower"] == ["scores", "other"]


def test_a_fold_column_that_is_not_named_is_not_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from aucurate.datasets import path_of

    words = ("compare", path_of("breast_cancer_folds"), "--label", "diagnosis",
             "--positive", "malignant")  # fmt: skip
    assert run(*words) == 2
    assert "--fold fold" in capsys.readouterr().err
    assert run(*words, "--fold", "fold") == 0
    assert "The scores come from 10 folds" in capsys.readouterr().out


def test_python_dash_m_is_the_same_command() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "aucurate", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout == f"aucurate {aucurate.__version__}\n"


def test_method_correction_margin_and_all_intervals(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(
        "compare", table, "--label", "outcome", "--positive", "Poor", "--lower", "albumin",
        "--method", "bootstrap-percentile", "--replicates", "99", "--rng", "4",
        "--correction", "hochberg", "--margin", "0.1", "--all-intervals", "--json",
    )  # fmt: skip
    assert status == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tests"][0]["result"]["method"] == "bootstrap percentile"
    assert data["settings"]["correction"] == "hochberg"
    assert data["margin_tests"][0]["result"]["margin"] == 0.1
    assert len(data["all_estimates"]) == 2 * len(INTERVALS)
    assert data["settings"]["resampling"] == {
        "replicates": 99, "stratified": True, "rng": 4
    }  # fmt: skip
    common = ("compare", table, "--label", "outcome", "--positive", "Poor")
    assert run(*common, "--interval", "some") == 2
    assert run(*common, "--method", "guess") == 2
    assert "there are auto, delong" in capsys.readouterr().err


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for name in ("NO_COLOR", "CI", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"TERM": "xterm-256color", "COLUMNS": "80"} | environment).items():
        monkeypatch.setenv(name, value)


def test_a_terminal_gets_the_curves_and_tables_that_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch)
    assert run("compare") == 0
    out = capsys.readouterr().out
    assert "1 - specificity" in out
    assert "\x1b[38;5;" in out
    assert "* highest AUC" in out


@pytest.mark.parametrize("variable", ["NO_COLOR", "CI"])
def test_a_terminal_without_colour(
    variable: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch, **{variable: "1"})
    assert run("compare") == 0
    out = capsys.readouterr().out
    assert "1 - specificity" in out
    assert "\x1b[38;" not in out


def test_a_dumb_terminal_gets_no_escapes_and_its_own_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch, TERM="dumb", COLUMNS="40")
    assert run("compare") == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 40


def test_quiet_draws_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch)
    assert run("compare", "--quiet") == 0
    assert "1 - specificity" not in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--json", "--markdown", "--latex"])
def test_other_clothes_are_the_same_on_a_terminal(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("compare", option)
    in_a_pipe = capsys.readouterr().out
    on_a_terminal(monkeypatch)
    run("compare", option)
    assert capsys.readouterr().out == in_a_pipe


def test_a_file_gets_plain_text_and_a_pipe_is_none_by_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = f"{compare(aucurate.datasets.load_breast_cancer())}\n"
    on_a_terminal(monkeypatch)
    assert run("compare", "--out", tmp_path / "out.txt") == 0
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == plain
    monkeypatch.undo()
    monkeypatch.setenv("FORCE_COLOR", "1")
    run("compare")
    assert capsys.readouterr().out == plain


def test_two_test_sets_have_each_their_curve_on_a_terminal(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch, NO_COLOR="1", TERM="dumb")
    words = ("--label", "outcome", "--positive", "Poor", "--scores", "ndka")
    assert run("compare", table, *words, "--test-set", "clinic") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(" A south" in line or " A north" in line for line in lines)
    assert any(" B south" in line or " B north" in line for line in lines)


def test_a_requirement_decides_the_exit_status(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("compare", table, "--label", "outcome", "--positive", "Poor", "--lower", "albumin")
    good, bad = "albumin - ndka > -0.1", "auc(ndka) > 99%"
    assert run(*words, "--require", good) == 0
    assert run(*words, "--require", good, "--require", bad) == 1
    capsys.readouterr()
    assert run(*words, "--require", bad, "--json") == 1
    required = json.loads(capsys.readouterr().out)["requirements"]
    assert [(found["text"], found["shown"]) for found in required] == [(bad, False)]
    assert run(*words, "--require", good, "--margin", "0.01", "--margin-test", "equivalence") == 1
    assert run(*words, "--require", good, "--fail-unless-shown") == 0


def test_a_requirement_is_refused_with_status_2(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("compare", table, "--label", "outcome", "--positive", "Poor", "--lower", "albumin")
    assert run(*words, "--require", "albumine - ndka > 0") == 2
    assert "did you mean 'albumin'" in capsys.readouterr().err
    assert run("compare", "nowhere.csv", "--require", "better") == 2
    assert "'new - old > -0.01'" in capsys.readouterr().err


def test_subgroups_are_columns_and_the_study_is_that_of_the_library(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("compare", table, "--label", "outcome", "--positive", "Poor", "--lower", "albumin")
    assert run(*words, "--by", "clinic", "--quiet") == 0
    data = aucurate.PairedScores.read(
        table, label="outcome", positive="Poor", lower=["albumin"], by="clinic"
    )
    assert capsys.readouterr().out == f"{compare(data)}\n"
    assert run(*words, "--by", "clinic,ward", "--quiet") == 2
    assert "'ward' for by" in capsys.readouterr().err
    assert run(*words, "--by", "clinic", "--unpaired", "--quiet") == 2
    assert "--by" in capsys.readouterr().err
    assert run(*words, "--by", "clinic", "--csv", "--table", "subgroups", "--quiet") == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("by,subgroup,classifier,auc")
