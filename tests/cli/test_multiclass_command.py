"""aucurate multiclass: the shipped study, a table, folds, the refusals."""

import json
from pathlib import Path

import pytest

from aucurate.cli.app import run
from aucurate.datasets import load_wine_class_folds, load_wine_classes, path_of
from aucurate.study.multiclass import multiclass

TABLE = [str(path_of("wine_classes")), "--label", "wine", "--first", "forest_"]


def test_the_shipped_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["multiclass"]) == 0
    shown = capsys.readouterr()
    assert "AUCs of 3 classes" in shown.out
    assert "unseen folds" in shown.out
    assert "No table given" in shown.err


def test_a_table_gives_what_the_library_gives(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--second", "logistic_", "--json", "--search", "none"]
    assert run(["multiclass", *TABLE, *words]) == 0
    found = json.loads(capsys.readouterr().out)
    study = multiclass(load_wine_classes(), search="none").to_dict()
    assert found["averages"] == study["averages"]
    assert found["comparisons"] == study["comparisons"]
    assert found["points"] == study["points"]
    assert found["provenance"]["source"] == "wine_classes.csv"
    assert "fold" in found["provenance"]["columns_not_used"]


def test_folds_costs_limits_and_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    costs = tmp_path / "costs.csv"
    costs.write_text("wine,barolo,grignolino,barbera\nbarolo,0,1,1\ngrignolino,1,0,1\n")
    words = ["--fold", "fold", "--order", "barolo,grignolino,barbera", "--json"]
    assert run(["multiclass", *TABLE, *words, "--search", f"cost={costs}"]) == 2
    assert "no row for class 'barbera'" in capsys.readouterr().err
    costs.write_text(costs.read_text() + "barbera,5,5,0\n")
    words += ["--search", f"cost={costs}", "--limit", "barolo=0.3"]
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
        (["--search", "everywhere"], "does not say how to search"),
        (["--search", "cost"], "needs a table of costs"),
        (["--search", "cost=nowhere.csv"], "nowhere.csv"),
        (["--limit", "barolo"], "--limit takes a class"),
        (["--limit", "merlot=0.1"], "--limit takes a class"),
        (["--limit", "barolo=little"], "--limit takes a class"),
        (["--order", "barolo,barbera"], "3 different classes"),
        (["--second", "boosting_"], "boosting_"),
        (["--fold", "division"], "division"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["multiclass", *TABLE, *words]) == 2
    assert message in capsys.readouterr().err


def test_what_speaks_of_a_table_needs_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["multiclass", "--label", "y"]) == 2
    assert "speaks of a table" in capsys.readouterr().err
    assert run(["multiclass", str(path_of("wine_classes"))]) == 2
    assert "which column holds the labels" in capsys.readouterr().err


def test_the_figure_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "wine.svg"
    assert run(["multiclass", "--figure", str(file), "--quiet"]) == 0
    assert "(c) decisions at searched weights" in file.read_text(encoding="utf-8")
