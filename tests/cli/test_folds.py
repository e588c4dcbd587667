"""aucurate folds: the shipped study, tables in every design, the refusals."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from aucurate.cli.app import run
from aucurate.datasets import load_breast_cancer_folds, path_of
from aucurate.study.folds import folds

SHIPPED = [str(path_of("breast_cancer_folds")), "--label", "diagnosis", "--positive", "malignant"]


def test_the_shipped_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["folds"]) == 0
    shown = capsys.readouterr()
    assert "Differences in AUC, corrected DeLong" in shown.out
    assert "No table given" in shown.err
    assert run(["folds", "--quiet"]) == 0
    again = capsys.readouterr()
    assert (again.out, again.err) == (shown.out, "")
    assert run(["folds", "--label", "y"]) == 2
    assert "needs a table, and none was given" in capsys.readouterr().err


def test_a_table_gives_what_the_library_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["folds", *SHIPPED, "--fold", "fold", "--threshold", "0.5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    study = folds(load_breast_cancer_folds(), threshold=0.5)
    for mine, theirs in zip(found["parts"], study.to_dict()["parts"], strict=True):
        assert mine == theirs
    assert found["provenance"]["source"]["name"] == "breast_cancer_folds.csv"
    assert found["outcomes"] == study.to_dict()["outcomes"]


def test_options_reach_the_study(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--scores", "forest,tree,bayes", "--all-tests", "--rope", "0.01", "--reference"]
    assert run(["folds", *SHIPPED, "--fold", "fold", *words, "tree", "--confidence", "0.9"]) == 0
    shown = capsys.readouterr().out
    for text in ("90% CI", "sign-flip", "Posterior probabilities", "forest - tree", "bayes - tree"):
        assert text in shown
    assert "logistic -" not in shown
    assert "- logistic" not in shown
    assert run(["folds", *SHIPPED, "--fold", "fold", "--method", "t", "--markdown"]) == 0
    shown = capsys.readouterr().out
    assert "| comparison | difference |" in shown
    assert "training sets overlap" in shown


@pytest.fixture
def fixed(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    labels = np.tile(np.arange(60) % 2, 4)
    frame = pl.DataFrame(
        {
            "y": labels,
            "training": np.repeat(np.arange(4), 60),
            "who": np.tile(np.arange(60), 4),
            "svm": labels + rng.normal(size=240) - 0.5,
            "forest": labels / 4 + rng.uniform(0, 0.7, size=240),
        }
    )
    path = tmp_path / "fixed.csv"
    frame.write_csv(path)
    return path


def test_a_fixed_test_set_with_a_threshold_for_each(
    fixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--label", "y", "--fold", "training", "--observation", "who"]
    assert run(["folds", str(fixed), *words, "--threshold", "svm=0, forest=0.5"]) == 0
    shown = capsys.readouterr().out
    assert "one fixed test set, 4 training sets" in shown
    assert "averaged DeLong" in shown
    assert run(["folds", str(fixed), *words, "--method", "t"]) == 0
    assert "98% of the draws" in capsys.readouterr().out


def test_a_long_table(fixed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wide = pl.read_csv(fixed)
    long = wide.unpivot(
        ["svm", "forest"], index=["y", "training", "who"], variable_name="model", value_name="score"
    )
    path = tmp_path / "long.parquet"
    long.write_parquet(path)
    words = ["--label", "y", "--fold", "training", "--observation", "who", "--algorithm", "model"]
    assert run(["folds", str(path), *words, "--scores", "score", "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert run(["folds", str(fixed), *words[:-2], "--json"]) == 0
    two = json.loads(capsys.readouterr().out)
    assert one["parts"] == two["parts"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which column holds the folds?"),
        (["--fold", "fold", "--threshold", "half"], "takes a number"),
        (["--fold", "fold", "--threshold", "boat=1"], "no algorithm here"),
        (["--fold", "fold", "--method", "mcnemar"], "no test over folds named"),
        (["--fold", "fold", "--design", "5x2"], "these rows are not 5x2"),
        (["--fold", "folds"], "no column 'folds'"),
        (["--fold", "fold", "--figure", "x.svg", "--pair", "a,b,c"], "takes two names"),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["folds", *SHIPPED, *words]) == 2
    assert message in capsys.readouterr().err


def test_a_fold_without_a_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.csv"
    rows = [(i % 2 if i < 30 else 0, i // 6, i * 7 % 13, i * 5 % 11) for i in range(36)]
    path.write_text("y,k,a,b\n" + "\n".join(",".join(map(str, row)) for row in rows) + "\n")
    words = ["folds", str(path), "--label", "y", "--fold", "k"]
    assert run(words) == 2
    assert "--without-class drop" in capsys.readouterr().err
    assert run([*words, "--without-class", "drop"]) == 0
    assert "Left out because a class is missing or a fit failed: fold 5." in capsys.readouterr().out


def test_missing_scores_and_one_fold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gaps.csv"
    rows = [f"{i % 2},{i // 10},{i * 7 % 13},{'' if i == 3 else i * 5 % 11}" for i in range(40)]
    path.write_text("y,k,a,b\n" + "\n".join(rows) + "\n")
    words = ["folds", str(path), "--label", "y", "--fold", "k"]
    assert run(words) == 2
    assert "--missing drop" in capsys.readouterr().err
    assert run([*words, "--missing", "drop", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["provenance"]["source"]["n_dropped"], found["provenance"]["n_observations"]) == (
        1,
        39,
    )
    assert "dropped_rows" in [caveat["kind"] for caveat in found["caveats"]]
    path.write_text("y,k,a,b\n" + "\n".join(f"{i % 2},1,{i},{-i}" for i in range(8)) + "\n")
    assert run(words) == 2
    assert "only one fold" in capsys.readouterr().err


def test_interrupted_it_shows_the_pairs_that_are_done(
    interrupted: Callable[[float, list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert interrupted(0.3, ["folds"]) == 130
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "Interrupted after 3 of 10 comparisons." in shown.out
    assert interrupted(0.0, ["folds"]) == 130
    assert capsys.readouterr().out == ""
