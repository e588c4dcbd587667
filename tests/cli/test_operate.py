"""aucurate operate: the shipped study, a table, folds, the refusals."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.cli.app import run
from aucurate.data.scores import PairedScores
from aucurate.datasets import load_breast_cancer, path_of
from aucurate.study.operate import operate

TABLE = [str(path_of("breast_cancer")), "--label", "diagnosis", "--positive", "malignant"]
FOLDS = [str(path_of("breast_cancer_folds")), "--label", "diagnosis", "--positive", "malignant"]


def test_the_shipped_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["operate", "--at", "threshold=0.5"]) == 0
    shown = capsys.readouterr()
    assert "Operating points, threshold 0.5" in shown.out
    assert "No table given" in shown.err
    assert run(["operate", "--quiet", "--replicates", "200"]) == 0
    assert "highest Youden index" in capsys.readouterr().out


def test_a_table_gives_what_the_library_gives(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--at", "0.5", "--pairs", "forest,tree", "--pairs", "logistic,bayes", "--json"]
    assert run(["operate", *TABLE, *words]) == 0
    found = json.loads(capsys.readouterr().out)
    study = operate(
        load_breast_cancer(), at=0.5, pairs=[("forest", "tree"), ("logistic", "bayes")]
    ).to_dict()
    assert found["tests"] == study["tests"]
    assert found["points"] == study["points"]
    assert found["provenance"]["source"]["name"] == "breast_cancer.csv"


def test_costs_and_prevalence(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--at", "cost=5:1", "--prevalence", "0.02", "--scores", "forest,tree", "--json"]
    assert run(["operate", *TABLE, *words, "--replicates", "200"]) == 0
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
        corrections.append(json.loads(capsys.readouterr().out)["settings"]["correction"])
    assert corrections == ["none", "holm"]
    assert run(["operate", *FOLDS, *words, "--pairs", "forest,tree"]) == 0
    assert "Differences at the operating points, paired t over folds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--at", "everywhere"], "is not an operating point"),
        (["--at", "sensitivity=1.5"], "constraint"),
        (["--pairs", "forest"], "takes two names"),
        (["--pairs", "forest,boat"], "no classifier named 'boat'"),
        (["--pairs", "forest,forest"], "compared with itself"),
        (["--pairs", "forest,tree", "--pairs", "tree,forest"], "named twice"),
        (["--interval", "wide"], "there are no intervals 'wide'"),
        (["--at", "cost=5:1,prevalence=0.02", "--prevalence", "0.5"], "two prevalences"),
        (["--points", "9"], "--points is for folds"),
        (["--fold", "forest", "--replicates", "9"], "--replicates is for one test set"),
        (["--correction", "sidak"], "it is 'sidak'"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["operate", *TABLE, *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--at", "cost=0:1"], "--at cost=5:1"),
        (["--at", "0.5", "--prevalence", "2"], "--prevalence 0.02"),
        (["--fold", "forest", "--points", "1"], "--at threshold=0.5"),
        (["--at", "loss=2", "--lower", "tree"], "--at cost=5:1,prevalence=0.02"),
    ],
)
def test_hints_speak_of_options(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["operate", *TABLE, *words]) == 2
    shown = capsys.readouterr().err
    assert hint in shown
    assert "IntendedUse" not in shown


def test_a_stated_prevalence_is_chosen_by(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for words in (["cost=5:1,prevalence=0.02"], ["cost=5:1", "--prevalence", "0.02"], ["cost=5:1"]):
        assert run(["operate", *TABLE, "--replicates", "100", "--json", "--at", *words]) == 0
        found.append(json.loads(capsys.readouterr().out)["points"])
    assert found[0] == found[1]
    assert found[0][0]["point"]["threshold"] != found[2][0]["point"]["threshold"]


def test_names_of_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    for name, shown in (("wilson", "Wilson"), ("clopper-pearson", "Clopper-Pearson")):
        assert run(["operate", *TABLE, "--at", "0.5", "--interval", name]) == 0
        assert f"  {shown}\n" in capsys.readouterr().out


def test_columns_that_are_no_scores_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "scores.csv"
    rows = [f"{k % 2},{k // 4},{k % 7},x" for k in range(24)]
    table.write_text("\n".join(["y,fold,a,txt", *rows]), encoding="utf-8")
    told = "Columns ignored (not numeric, or without a name): txt."
    words = ["operate", str(table), "--label", "y", "--fold", "fold", "--at", "3"]
    assert run(words) == 0
    assert told in capsys.readouterr().out
    assert run([*words, "--scores", "a"]) == 0
    assert "Columns ignored" not in capsys.readouterr().out
    table.write_text("y,a,txt\n0,1,x\n1,2,x\n0,3,x\n1,4,x\n", encoding="utf-8")
    assert run(["operate", str(table), "--label", "y", "--at", "3"]) == 0
    assert told in capsys.readouterr().out


def test_the_shipped_folds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["operate", "--fold", "fold", "--at", "0.5", "--points", "9", "--scores", "tree,forest"]
    assert run(words) == 0
    shown = capsys.readouterr()
    assert "ten left-out folds" in shown.err
    assert shown.out.index("tree") < shown.out.index("forest")
    assert run(["operate", "--fold", "part"]) == 2
    assert "--fold fold" in capsys.readouterr().err


def test_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    one, folds = tmp_path / "points.svg", tmp_path / "folds.svg"
    assert run(["operate", *TABLE, "--at", "0.5", "--figure", str(one)]) == 0
    words = ["--fold", "fold", "--at", "0.5", "--points", "9", "--figure", str(folds)]
    assert run(["operate", *FOLDS, *words]) == 0
    assert "sensitivity 0.887, specificity 0.911" in one.read_text(encoding="utf-8")
    assert "no difference detected" in folds.read_text(encoding="utf-8")


def test_what_speaks_of_a_table_needs_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["operate", "--label", "y"]) == 2
    assert "needs a table, and none was given" in capsys.readouterr().err
    assert run(["operate", "--fold", "fold", "--label", "y"]) == 2
    assert "needs a table, and none was given" in capsys.readouterr().err
    assert run(["operate", str(tmp_path / "none.csv")]) == 2
    assert "--label" in capsys.readouterr().err


def test_interrupted_over_folds_it_shows_the_classifiers_that_are_done(
    interrupted: Callable[[float, list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert interrupted(0.4, ["operate", "--fold", "fold", "--at", "threshold=0.5"]) == 130
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "Interrupted after 2 of 5 classifiers; the others are left out." in shown.out


def _lesions(tmp_path: Path) -> str:
    """A table of 40 patients with three rows each."""
    rng = np.random.default_rng(2)
    rows = ["patient,y,score,weight,times,fold"]
    for row in range(120):
        patient = row // 3
        score = rng.normal() + patient % 2
        weight = rng.uniform(0.5, 2)
        rows.append(f"p{patient},{patient % 2},{score:.3f},{weight:.2f},{row % 3},{patient % 4}")
    path = tmp_path / "lesions.csv"
    path.write_text("\n".join(rows))
    return str(path)


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        (["--groups", "patient"], {"groups": "patient"}),
        (["--sampling-weights", "weight"], {"sampling_weights": "weight"}),
        (["--frequency-weights", "times"], {"frequency_weights": "times"}),
        (
            ["--groups", "patient", "--sampling-weights", "weight"],
            {"groups": "patient", "sampling_weights": "weight"},
        ),
        (
            ["--groups", "patient", "--frequency-weights", "times"],
            {"groups": "patient", "frequency_weights": "times"},
        ),
    ],
)
def test_groups_and_weights(
    options: list[str],
    arguments: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = _lesions(tmp_path)
    words = [table, "--label", "y", "--scores", "score", "--at", "threshold=0.5", *options]
    assert run(["operate", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    data = PairedScores.read(table, label="y", scores=["score"], **arguments)
    study = operate(data, at=0.5).to_dict()
    assert found["points"] == study["points"]
    assert found["provenance"]["n_groups"] == (40 if "groups" in arguments else 0)
    assert run(["operate", *words]) == 0
    shown = capsys.readouterr().out
    assert ("in 40 groups" in shown) == ("groups" in arguments)
    assert ("design effect" in shown) == (options[0] != "--frequency-weights")


def test_weights_are_for_one_test_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [_lesions(tmp_path), "--label", "y", "--scores", "score", "--fold", "fold"]
    for option in ("--sampling-weights", "--frequency-weights"):
        assert run(["operate", *words, option, "weight"]) == 2
        assert f"{option} is for one test set" in capsys.readouterr().err
    assert run(["operate", *words, "--groups", "patient", "--at", "0.5", "--points", "8"]) == 0
