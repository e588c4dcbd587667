"""What all commands have in common: defaults of the library, figures, standard input, a check."""

import inspect
import io
import json
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from aucurate.cli.app import app, run
from aucurate.cli.compare import CompareQuestion
from aucurate.cli.crossval import Fitting
from aucurate.cli.fit import FitQuestion
from aucurate.cli.folds import FoldsQuestion
from aucurate.cli.multiclass import MulticlassQuestion
from aucurate.cli.operate import OperateQuestion
from aucurate.cli.rank import RankQuestion
from aucurate.crossval.cross_validate import cross_validate
from aucurate.datasets import path_of
from aucurate.estimates.estimands import read_estimand
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.study.compare import compare
from aucurate.study.fit import fit
from aucurate.study.folds import folds
from aucurate.study.multiclass import multiclass
from aucurate.study.operate import operate
from aucurate.study.rank import rank

SAME = {  # an argument that is None for the library, and what it does then
    ("compare", "of"): "auc",
    ("compare", "resampling"): Resampling(),
    ("fit", "model"): tuple(MODELS),
    ("fit", "resampling"): Resampling(replicates=500),
    ("operate", "resampling"): Resampling(),
    ("multiclass", "limits"): {},
    ("rank", "resampling"): Resampling(replicates=50_000),
    ("cross_validate", "n_jobs"): 1,
}
ASKED: list[tuple[dict[str, Any], Callable[..., Any]]] = [
    (CompareQuestion().arguments(), compare),
    (FitQuestion().arguments(), fit),
    (OperateQuestion().arguments(over_folds=False), operate),
    (OperateQuestion().arguments(over_folds=True), operate),
    (FoldsQuestion().arguments(), folds),
    (MulticlassQuestion().arguments(("a", "b", "c")), multiclass),
    (RankQuestion().arguments(), rank),
    (Fitting(no_cache=True).arguments(quiet=True), cross_validate),
]
COMMANDS = {
    "compare": ["compare"],
    "folds": ["folds"],
    "operate": ["operate"],
    "operate folds": ["operate", "--at", "sensitivity=0.9", "--fold", "fold"],
    "multiclass": ["multiclass", "--search", "none"],
    "fit": ["fit", "--model", "binormal", "--scores", "tree"],
    "plan": ["plan", "--first", "0.8", "--power", "0.9"],
}
BREAST_CANCER = ["--label", "diagnosis", "--positive", "malignant"]


@pytest.mark.parametrize(
    ("asked", "function"), ASKED, ids=lambda value: getattr(value, "__name__", "")
)
def test_defaults_are_those_of_the_library(
    asked: dict[str, Any], function: Callable[..., Any]
) -> None:
    parameters = inspect.signature(function).parameters
    for name, value in asked.items():
        if name == "design":  # LeftOut(folds=10), which the library has without an argument too
            continue
        default = SAME.get((function.__name__, name), parameters[name].default)
        assert value == default, name
    assert read_estimand("auc") is None


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_draws_its_main_figure_and_the_others(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figure.svg"
    assert run([*COMMANDS[name], "--quiet", "--figure", str(file)]) == 0
    assert "<svg" in file.read_text("utf-8")
    file.unlink()
    words = [*COMMANDS[name], "--quiet", "--figure", str(file), "--figure-name", "none"]
    assert run(words) == 2
    told = capsys.readouterr().err
    assert "no figure named 'none'" in told
    other = told.split("it has ")[1].split(" and ")[-1].strip(" .\n")
    assert run([*words[:-1], other]) == 0
    assert file.exists()


def test_a_figure_by_name_or_pair_needs_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "--figure-name", "forest"]) == 2
    assert "--figure-name chooses what --figure draws" in capsys.readouterr().err
    assert run(["folds", "--pair", "forest,tree"]) == 2
    assert "--pair chooses what --figure draws" in capsys.readouterr().err
    words = ["folds", "--pair", "forest,tree", "--figure", "x.svg", "--figure-name", "dots"]
    assert run(words) == 2
    assert "cannot be combined" in capsys.readouterr().err
    assert run(["folds", "--pair", "forest,tree", "--figure", "x.svg", "--quiet"]) == 2
    assert "there is no threshold" in capsys.readouterr().err


def test_the_folds_of_a_pair(tmp_path: Path) -> None:
    file = tmp_path / "pair.svg"
    words = ["--pair", "forest,tree", "--threshold", "0.5", "--figure", str(file)]
    assert run(["folds", *words, "--quiet"]) == 0
    assert "forest" in file.read_text("utf-8")


def test_a_table_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = path_of("breast_cancer")
    words = [*BREAST_CANCER, "--scores", "forest,tree", "--quiet", "--json"]
    assert run(["compare", str(path), *words]) == 0
    one = json.loads(capsys.readouterr().out)
    content = io.BytesIO(path.read_bytes())
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=content))
    assert run(["compare", "-", *words]) == 0
    two = json.loads(capsys.readouterr().out)
    assert one["estimates"] == two["estimates"]
    assert two["provenance"]["source"]["name"] == "stdin.csv"
    assert two["provenance"]["command"].endswith(" -- -")
    assert run(["compare", "-", "-", *words]) == 2
    assert "standard input can be read once" in capsys.readouterr().err


def test_the_status_says_whether_a_margin_was_shown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "--scores", "forest,tree", "--reference", "tree", "--quiet"]
    check = "--fail-unless-shown"
    assert run([*words, "--margin", "0.01", check]) == 0
    assert run([*words, "--margin", "0.01", "--margin-test", "equivalence", check]) == 1
    assert "not shown" in capsys.readouterr().out
    assert run([*words, "--margin", "0.01", "--margin-test", "equivalence"]) == 0
    assert run([*words, check]) == 2
    assert "needs a margin" in capsys.readouterr().err


@pytest.mark.parametrize(
    "asked",
    [
        ["--require", "tree - forest > 0"],
        ["--margin", "0.3", "--margin-test", "superiority", "--fail-unless-shown"],
    ],
    ids=["requirement", "margin"],
)
def test_the_reason_for_status_1_is_on_one_of_the_streams(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compare", "--scores", "forest,tree", "--quiet", *asked]
    assert run(words) == 1
    text = capsys.readouterr()
    assert text.err == ""
    file = ["--out", str(tmp_path / "study")]
    for form in (file, ["--json"], ["--json", *file], ["--markdown"], ["--csv"]):
        assert run([*words, *form]) == 1
        reason = capsys.readouterr().err
        assert " not shown" in reason
        assert reason.count("\n") == 1
        assert reason in text.out
    assert run([*words, "--out", str(tmp_path / "nowhere" / "study")]) == 2
    assert " not shown" not in capsys.readouterr().err


@pytest.mark.parametrize("spelling", ["noninferiority", "non-inferiority"])
def test_both_spellings_of_a_margin_test(spelling: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "--scores", "forest,tree", "--margin", "0.1", "--margin-test", spelling]
    assert run([*words, "--quiet"]) == 0
    assert "Non-inferiority" in capsys.readouterr().out


def test_names_in_any_case_and_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "--scores", "forest,tree", "--quiet"]
    assert run([*words, "--method", "DeLong", "--alternative", "Greater"]) == 0
    assert run([*words, "--method", "hanley_mcneil", "--interval", "Newcombe"]) == 0
    assert run([*words, "--method", "delon"]) == 2
    assert "did you mean 'delong'?" in capsys.readouterr().err
    assert run(["fit", "--model", "Kernal", "--quiet"]) == 2
    assert "did you mean 'kernel'?" in capsys.readouterr().err
    assert run(["folds", "--method", "ledel", "--quiet"]) == 2
    assert "did you mean 'ledell'?" in capsys.readouterr().err


def test_help_has_no_types_of_flags_and_a_phrase_for_every_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, command in commands.items():
        if command.callback is None or not command.callback.__module__.startswith("aucurate.cli"):
            continue
        assert run([name, "--help"]) == 0
        text = capsys.readouterr().out
        assert "<bool>" not in text
        assert "list[" not in text
        for parameter in command.params:
            if getattr(parameter, "help", None) is not None:
                assert parameter.help.endswith("."), (name, parameter.name)
                assert len(parameter.help.split()) >= 4, (name, parameter.name)
