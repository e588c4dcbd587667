"""aucurate multiclass: the shipped study, a table, folds, the refusals."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from aucurate.cli.app import run
from aucurate.datasets import load_wine_class_folds, load_wine_classes, path_of
from aucurate.study.multiclass import multiclass

TABLE = [str(path_of("wine_classes")), "--label", "wine", "--prefixes", "forest_"]


def test_the_shipped_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["multiclass"]) == 0
    shown = capsys.readouterr()
    assert "AUCs for 3 classes" in shown.out
    assert "unseen folds" in shown.out
    assert "No table given" in shown.err


def test_a_table_gives_what_the_library_gives(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--prefixes", "logistic_", "--json", "--search", "none"]
    assert run(["multiclass", *TABLE, *words]) == 0
    found = json.loads(capsys.readouterr().out)
    study = multiclass(load_wine_classes(), search="none").to_dict()
    assert found["averages"] == study["averages"]
    assert found["tests"] == study["tests"]
    assert found["points"] == study["points"]
    assert found["provenance"]["source"]["name"] == "wine_classes.csv"
    assert "fold" in found["provenance"]["source"]["columns_not_used"]


def test_folds_costs_limits_and_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    costs = tmp_path / "costs.csv"
    costs.write_text("wine,barolo,grignolino,barbera\nbarolo,0,1,1\ngrignolino,1,0,1\n")
    words = ["--fold", "fold", "--order", "barolo,grignolino,barbera", "--json"]
    assert run(["multiclass", *TABLE, *words, "--search", f"cost={costs}"]) == 2
    assert "no row for class 'barbera'" in capsys.readouterr().err
    costs.write_text(costs.read_text() + "barbera,5,5,0\n")
    words += ["--search", f"cost={costs}", "--limits", "barolo=0.3"]
    assert run(["multiclass", *TABLE, *words]) == 0
    found = json.loads(capsys.readouterr().out)
    study = multiclass(
        {"forest": load_wine_class_folds()["forest"]},
        costs=[[0, 1, 1], [1, 0, 1], [5, 5, 0]],
        limits={"barolo": 0.3},
        order=["barolo", "grignolino", "barbera"],
    ).to_dict()
    assert found["choices"] == study["choices"]
    assert found["nested"] == study["nested"]
    assert found["volumes"] == study["volumes"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--search", "everywhere"], "is not a search criterion"),
        (
            ["--search", "everywhere"],
            "none, cost with a table (cost=FILE), best=largest_class_error",
        ),
        (["--search", "cost"], "needs a table of costs"),
        (["--search", "best=expected_cost"], "--search cost=costs.csv"),
        (["--level", "5"], "5 percent is --level 0.05"),
        (["--search", "cost=nowhere.csv"], "nowhere.csv"),
        (["--limits", "barolo"], "--limits takes a class"),
        (["--limits", "merlot=0.1"], "there is no class 'merlot'"),
        (["--limits", "merlot=0.1"], "the classes are barolo, grignolino and barbera"),
        (["--limits", "barolo=little"], "--limits takes a class"),
        (["--order", "barolo,barbera"], "3 different classes"),
        (["--prefixes", "boosting_"], "boosting_"),
        (["--fold", "division"], "division"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["multiclass", *TABLE, *words]) == 2
    assert message in capsys.readouterr().err


@pytest.fixture
def aged(tmp_path: Path) -> str:
    """A table with columns of numbers that are no scores."""
    file = tmp_path / "aged.csv"
    rows = [f"{'abc'[k % 3]},{k % 4},{30 + k},{k % 3 == 0:d},{k % 3 == 1:d},0.5" for k in range(36)]
    file.write_text("\n".join(["kind,fold,age,a,b,c", *rows]))
    return str(file)


def test_columns_of_numbers_can_be_ignored(aged: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["multiclass", aged, "--label", "kind", "--search", "none"]
    assert run([*words, "--fold", "fold"]) == 2
    assert "leave it out with --ignore age" in capsys.readouterr().err
    assert run([*words, "--ignore", "age"]) == 2
    assert "--ignore fold, or set --fold fold" in capsys.readouterr().err
    assert run([*words, "--ignore", "agee", "--fold", "fold"]) == 2
    assert "no column 'agee'" in capsys.readouterr().err
    for more in (["--fold", "fold"], ["--ignore", "fold"]):
        assert run([*words, "--ignore", "age", *more]) == 0
        assert "not used" not in capsys.readouterr().out


def test_columns_that_are_not_used_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["multiclass", *TABLE, "--search", "none"]) == 0
    told = capsys.readouterr().out
    first = told.splitlines()[0]
    assert first.startswith("Columns ignored (not scores of the classifiers studied): ")
    assert "logistic_barolo, logistic_grignolino and logistic_barbera" in first


def test_what_speaks_of_a_table_needs_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["multiclass", "--label", "y"]) == 2
    assert "needs a table, and none was given" in capsys.readouterr().err
    assert run(["multiclass", str(path_of("wine_classes"))]) == 2
    assert "which column holds the labels" in capsys.readouterr().err


def test_the_figure_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "wine.svg"
    assert run(["multiclass", "--figure", str(file), "--quiet"]) == 0
    assert "decisions at searched weights" in file.read_text(encoding="utf-8")


def test_interrupted_before_the_aucs_are_done_there_is_nothing_to_show(
    interrupted: Callable[[float, list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert interrupted(0.5, ["multiclass", *TABLE, "--search", "none"]) == 130
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Interrupted before there was anything to report.\n")


def test_groups_and_weights_are_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(2)
    labels, patients = np.tile(["a", "b", "c"], 20), np.arange(60) // 4
    times, weights = rng.integers(1, 3, 60), rng.random(60) + 0.1
    scores = rng.random((60, 3)) + 0.4 * (labels[:, None] == ["a", "b", "c"])
    columns = dict(zip("abc", scores.T, strict=True))
    path = tmp_path / "scores.csv"
    pl.DataFrame(
        {"y": labels, **columns, "patient": patients, "times": times, "share": weights}
    ).write_csv(path)

    def shown(used: list[str], *ignored: str, status: int = 0) -> str:
        words = [word for name in ignored for word in ("--ignore", name)]
        assert run(["multiclass", str(path), "--label", "y", *words, *used]) == status
        return " ".join("".join(capsys.readouterr()).split())

    grouped = shown(["--groups", "patient"], "times", "share")
    assert "60 observations in 15 groups" in grouped
    assert "The intervals and tests allow for 15 groups" in grouped
    weighted = ["--sampling-weights", "share"]
    assert "with sampling weights" in shown(weighted, "times", "patient")
    counted = shown(["--frequency-weights", "times"], "share", "patient")
    assert f"{times.sum()} observations" in counted
    refused = shown([*weighted, "--search", "minimax"], "times", "patient", status=2)
    assert "does not take sampling weights" in refused
