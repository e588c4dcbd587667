"""aucurate operate: the shipped study, a table, folds, the refusals."""

import json
from pathlib import Path

import pytest

from aucurate.cli.app import run
from aucurate.datasets import load_breast_cancer, path_of
from aucurate.study.operate import operate

TABLE = [str(path_of("breast_cancer")), "--label", "diagnosis", "--positive", "malignant"]
FOLDS = [str(path_of("breast_cancer_folds")), "--label", "diagnosis", "--positive", "malignant"]


def test_the_shipped_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["operate", "--at", "threshold=0.5"]) == 0
    shown = capsys.readouterr()
    assert "Operating points, threshold 0.5" in shown.out
    assert "No table given" in shown.err
    assert run(["operate", "--quiet", "--repeats", "200"]) == 0
    assert "highest Youden index" in capsys.readouterr().out


def test_a_table_gives_what_the_library_gives(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--at", "0.5", "--compare", "forest,tree", "--compare", "logistic,bayes", "--json"]
    assert run(["operate", *TABLE, *words]) == 0
    found = json.loads(capsys.readouterr().out)
    study = operate(
        load_breast_cancer(), at=0.5, pairs=[("forest", "tree"), ("logistic", "bayes")]
    ).to_dict()
    assert found["comparisons"] == study["comparisons"]
    assert found["points"] == study["points"]
    assert found["provenance"]["source"] == "breast_cancer.csv"


def test_costs_and_prevalence(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--at", "cost=5:1", "--prevalence", "0.02", "--scores", "forest,tree", "--json"]
    assert run(["operate", *TABLE, *words, "--repeats", "200"]) == 0
    found = json.loads(capsys.readouterr().out)
    use = found["points"][0]["point"]["use"]
    assert (use["prevalence"], use["false_negative_cost"]) == (0.02, 5.0)
    assert run(["operate", *TABLE, "--at", "0.5", "--prevalence", "0.1", "--markdown"]) == 0
    assert "prevalence 10% as stated" in capsys.readouterr().out


def test_over_folds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--fold", "fold", "--at", "sensitivity=0.9", "--scores", "forest,tree"]
    assert run(["operate", *FOLDS, *words, "--points", "12"]) == 0
    shown = capsys.readouterr().out
    assert "forest" in shown
    assert "10 folds" in shown
    corrections = []
    for said in ([], ["--correction", "holm"]):
        assert run(["operate", *FOLDS, *words, "--points", "12", "--json", *said]) == 0
        corrections.append(json.loads(capsys.readouterr().out)["correction"])
    assert corrections == ["none", "holm"]
    assert run(["operate", *FOLDS, *words, "--compare", "forest,tree"]) == 2
    assert "one test set" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--at", "everywhere"], "does not say where to operate"),
        (["--at", "sensitivity=1.5"], "constraint"),
        (["--compare", "forest"], "takes two names"),
        (["--compare", "forest,boat"], "no classifier named 'boat'"),
        (["--intervals", "wide"], "score"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["operate", *TABLE, "--repeats", "100", *words]) == 2
    assert message in capsys.readouterr().err


def test_what_speaks_of_a_table_needs_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["operate", "--label", "y"]) == 2
    assert "speaks of a table" in capsys.readouterr().err
    assert run(["operate", "--fold", "fold"]) == 2
    assert "speaks of a table" in capsys.readouterr().err
    assert run(["operate", str(tmp_path / "none.csv")]) == 2
    assert "--label" in capsys.readouterr().err
