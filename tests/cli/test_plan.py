"""aucurate plan: the plans of the library in the terminal, and errors without tracebacks."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
import typer

from aucurate.cli import app as application
from aucurate.cli.plan import EPILOG, plan_command
from aucurate.cli.provenance import recorded
from aucurate.planning import Plan, plan_interval, plan_one, plan_two
from aucurate.study import Study
from aucurate.study.plan import PlanStudy, plan_study

if not any(command.name == "plan" for command in application.app.registered_commands):
    application.app.command("plan", epilog=EPILOG)(plan_command)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    poor = rng.random(200) < 0.4
    frame = pl.DataFrame(
        {
            "outcome": np.where(poor, "Poor", "Good"),
            "ndka": rng.normal(size=200) + poor,
            "albumin": rng.normal(size=200) - 2 * poor,
            "third": rng.normal(size=200),
        }
    )
    path = tmp_path / "pilot.csv"
    frame.write_csv(path)
    return path


def run(*arguments: object) -> int:
    return application.run([str(a) for a in arguments])


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("--first 0.8 --null 0.7 --power 0.9", plan_one(0.8, null=0.7, power=0.9)),
        ("--first 0.8 --power 0.9 --ratio 3 --variance binormal --null-variance alternative",
         plan_one(0.8, power=0.9, ratio=3.0, variance="binormal", null_variance="alternative")),
        ("--first 0.8 --second 0.75 --correlation 0.5 --paired --power 0.8",
         plan_two(0.8, 0.75, correlation=0.5, power=0.8)),
        ("--first 0.8 --second 0.75 --unpaired --n-positive 90 --n-negative 200",
         plan_two(0.8, 0.75, paired=False, n_positive=90, n_negative=200)),
        ("--second 0.75 --unpaired --n-positive 90 --power 0.8 --alternative greater",
         plan_two(None, 0.75, paired=False, n_positive=90, power=0.8, alternative="greater")),
        ("--first 0.8 --null 0.7 --n-positive 90 --power 0.8",
         plan_one(0.8, null=0.7, n_positive=90, power=0.8, level=None)),
        ("--first 0.8 --second 0.8 --correlation .5 --question equivalence --margin .05 --power .8",
         plan_two(0.8, 0.8, correlation=0.5, question="equivalence", margin=0.05, power=0.8)),
        ("--first 0.9 --width 0.1", plan_interval(0.9, width=0.1)),
        ("--first 0.9 --confidence 0.9 --n-positive 50 --scale wald",
         plan_interval(0.9, confidence=0.9, n_positive=50, scale="wald")),
        ("--first 0.9 --width 0.1 --n-positive 50",
         plan_interval(0.9, width=0.1, n_positive=50, confidence=None)),
    ],
)  # fmt: skip
def test_text_and_json_are_those_of_the_library(
    words: str, plan: Plan, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("plan", *words.split()) == 0
    assert capsys.readouterr().out == f"{plan_study(plan)}\n"
    assert run("plan", *words.split(), "--json") == 0
    study = Study.from_json(capsys.readouterr().out)
    assert study == recorded(plan_study(plan), study.provenance.command, [])


def test_a_pilot_of_two_and_of_one(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("plan", "--pilot", table, "--label", "outcome", "--positive", "Poor", "--json")
    lower = ("--lower", "albumin")
    assert run(*words, "--scores", "ndka,albumin", *lower, "--power", "0.9") == 0
    study = Study.from_json(capsys.readouterr().out)
    assert isinstance(study, PlanStudy)
    assert (study.plan.design, study.plan.variance) == ("paired", "pilot")
    assert (study.provenance.source.name, study.provenance.n_observations) == ("pilot.csv", 200)
    assert run(*words, "--scores", "ndka", "--power", "0.9", "--null", "0.6") == 0
    study = Study.from_json(capsys.readouterr().out)
    assert isinstance(study, PlanStudy)
    assert study.plan.design == "one test set"
    assert run(*words, "--scores", "ndka", "--width", "0.1") == 0
    study = Study.from_json(capsys.readouterr().out)
    assert isinstance(study, PlanStudy)
    assert study.plan.question == "interval"


def test_other_formats_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "--first", "0.8", "--power", "0.8", "--markdown") == 0
    assert "| positives |" in capsys.readouterr().out
    out = tmp_path / "plan.tex"
    assert run("plan", "--first", "0.8", "--power", "0.8", "--latex", "--out", out) == 0
    assert capsys.readouterr().out == ""
    assert r"\toprule" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("--first 0.8", "--power"),
        ("--first 0.7 --null 0.7 --power 0.8", "change the AUCs"),
        ("--first 80 --power 0.8", "0.8"),
        ("--first 0.8 --second 0.75 --power 0.8", "correlation"),
        ("--first 0.8 --second 0.75 --null 0.5 --unpaired --power 0.8", "--null"),
        ("--first 0.8 --correlation 0.5 --power 0.8", "--second"),
        ("--first 0.8 --width 0.1 --power 0.8", "leave out"),
        ("--first 0.8 --power 0.8 --label y", "--pilot"),
        ("--pilot TABLE --power 0.8", "--label"),
        ("--pilot TABLE --label outcome --positive Poor --power 0.8", "--scores"),
        ("--first 0.8 --power 0.8 --json --latex", "choose one"),
        ("--first 0.8 --power 0.8 --out /no/such/place", "mkdir -p /no/such"),
    ],
)
def test_wrong_input_exits_2_with_message_and_hint(
    table: Path, words: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("plan", *(str(table) if w == "TABLE" else w for w in words.split())) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("OptionError: ")
    assert hint in captured.err.partition("Hint: ")[2]
    assert "Traceback" not in captured.err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "--help") == 0
    assert "aucurate plan --first 0.8 --null 0.7 --power 0.9" in capsys.readouterr().out
    assert isinstance(application.app, typer.Typer)
