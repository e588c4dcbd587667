"""aucurate rank: the tables, the formats, the refusals."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from aucurate.cli.app import run


@pytest.fixture
def results(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    base = rng.random(14)
    lines = ["data,forest,tree,bayes"]
    for at in range(14):
        row = [base[at] + shift + rng.normal(0, 0.02) for shift in (0.1, 0.0, 0.02)]
        lines.append(f"set{at}," + ",".join(f"{value:.4f}" for value in row))
    path = tmp_path / "results.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_table_is_ranked(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rank", str(results)]) == 0
    shown = capsys.readouterr().out
    assert "Average ranks of 3 algorithms on 14 data sets by AUC (higher is better)" in shown
    assert "On 14 data sets, forest has the best average rank" in shown
    assert "By Nemenyi's test at the 0.05 level, forest ranks above" in shown


def test_control_correction_rope_and_json(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "--control",
        "tree",
        "--correction",
        "hochberg",
        "--rope",
        "0.01",
        "--replicates",
        "500",
    ]
    assert run(["rank", str(results), *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["kind"] == "rank"
    assert [pair["second"] for pair in found["pairs"]] == ["tree", "tree"]
    assert found["pairs"][0]["posterior"]["probability_first"] > 0.9
    assert found["provenance"]["source"]["name"] == "results.csv"
    assert found["provenance"]["source"]["columns_not_used"] == []


def test_the_other_clothes(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rank", str(results), "--markdown"]) == 0
    assert "| algorithm | average rank |" in capsys.readouterr().out
    assert run(["rank", str(results), "--latex"]) == 0
    assert r"\toprule" in capsys.readouterr().out


def test_the_diagram(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ranks.svg"
    assert run(["rank", str(results), "--figure", str(path)]) == 0
    assert "forest" in path.read_text(encoding="utf-8")
    assert run(["rank", str(results), "--figure", str(tmp_path / "ranks.doc")]) == 2
    assert ".svg" in capsys.readouterr().err


def test_the_direction(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rank", str(results), "--better", "lower"]) == 0
    assert "by value (lower is better)" in capsys.readouterr().out
    assert run(["rank", str(results), "--quantity", "error"]) == 0
    assert "tree has the best average rank" in capsys.readouterr().out
    assert run(["rank", str(results), "--quantity", "F1"]) == 2
    assert "--better higher" in capsys.readouterr().err
    assert run(["rank", str(results), "--quantity", "F1", "--better", "higher"]) == 0


def test_chosen_algorithms_and_a_long_table(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rank", str(results), "--algorithms", "forest,bayes", "--json"]) == 0
    wide = json.loads(capsys.readouterr().out)
    assert wide["provenance"]["source"]["columns_not_used"] == []
    rows = [line.split(",") for line in results.read_text().splitlines()[1:]]
    long = tmp_path / "long.csv"
    long.write_text(
        "data,learner,auc\n" + "".join(f"{r[0]},forest,{r[1]}\n{r[0]},bayes,{r[3]}\n" for r in rows)
    )
    words = ["--dataset", "data", "--algorithm", "learner", "--value", "auc", "--json"]
    assert run(["rank", str(long), *words]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == wide["pairs"]


def test_a_missing_run_is_refused_or_dropped(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = results.read_text().splitlines()
    text[3] = "set2,NA," + text[3].split(",", 2)[2]
    results.write_text("\n".join(text) + "\n")
    assert run(["rank", str(results)]) == 2
    shown = capsys.readouterr().err
    assert "1 run missing: forest on set2." in shown
    assert "--missing drop" in shown
    assert run(["rank", str(results), "--missing", "drop"]) == 0
    assert "1 data set left out" in capsys.readouterr().out


def test_wrong_settings_are_refused(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rank", str(results), "--control", "svm"]) == 2
    assert "no algorithm named 'svm'" in capsys.readouterr().err
    assert run(["rank", str(results), "--correction", "tukey"]) == 2
    assert run(["rank", str(results), "--level", "2"]) == 2
    assert run(["rank", str(results), "--rope", "-1"]) == 2
    assert run(["rank", "no-such.csv"]) == 2


def test_interrupted_it_shows_what_is_done(
    results: Path,
    interrupted: Callable[[float, list[str]], int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["rank", str(results), "--rope", "0.01", "--replicates", "500"]
    assert interrupted(0.009, words) == 130
    assert "Interrupted after 0 of 3 Bayesian signed rank tests" in capsys.readouterr().out
    assert interrupted(0.0, words) == 130
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Interrupted before there was anything to report.\n")


@pytest.fixture
def folds(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    lines = ["data,fold,forest,tree"]
    for at in range(4):
        base = rng.uniform(0.6, 0.8)
        for fold in range(5):
            row = [base + shift + rng.normal(0, 0.02) for shift in (0.1, 0.0)]
            lines.append(f"set{at},{fold}," + ",".join(f"{value:.4f}" for value in row))
    path = tmp_path / "folds.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_hierarchical_test_over_folds(
    folds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--fold", "fold", "--rope", "0.01", "--hierarchical", "--replicates", "500"]
    assert run(["rank", str(folds), *words]) == 0
    shown = capsys.readouterr().out
    assert "Predictions for a new data set, Bayesian hierarchical test" in shown
    assert "Columns taken as algorithms: forest and tree" in shown
    page = tmp_path / "report.html"
    assert run(["rank", str(folds), *words, "--json", "--html", str(page)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n_folds"] == [5, 5, 5, 5]
    assert found["pairs"][0]["hierarchical"]["above"] > 0.8
    assert found["provenance"]["source"]["columns_not_used"] == []
    assert found["provenance"]["command"].endswith(
        "--fold fold --rope 0.01 --hierarchical --replicates 500"
    )
    assert "Bayesian hierarchical test" in page.read_text(encoding="utf-8")
    long = tmp_path / "long.csv"
    rows = [line.split(",") for line in folds.read_text(encoding="utf-8").splitlines()[1:]]
    lines = [f"{d},{f},{name},{v}" for d, f, *vs in rows for name, v in zip("xy", vs, strict=True)]
    long.write_text("\n".join(["data,part,who,auc", *lines]), encoding="utf-8")
    columns = ["--dataset", "data", "--algorithm", "who", "--value", "auc", "--fold", "part"]
    assert run(["rank", str(long), *columns, *words[2:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["pairs"][0]["hierarchical"]["above"] == found["pairs"][0]["hierarchical"]["above"]


def test_the_hierarchical_test_without_folds_or_rope_is_refused(
    results: Path, folds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rank", str(results), "--rope", "0.01", "--hierarchical"]) == 2
    assert "needs the values of several folds of every data set" in capsys.readouterr().err
    assert run(["rank", str(folds), "--fold", "fold", "--hierarchical"]) == 2
    assert "needs a region of practical equivalence" in capsys.readouterr().err
    assert run(["rank", str(folds)]) == 2
    assert "or set --fold fold if it is the fold" in " ".join(capsys.readouterr().err.split())
