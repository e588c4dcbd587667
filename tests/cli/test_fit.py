"""aucurate fit: the table, the refusals, the formats."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from aucurate.cli.app import run
from aucurate.cli.options import MODELS as NAMED
from aucurate.inference.models.registry import MODELS


def test_the_shipped_study_is_fitted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fit", "--scores", "forest", "--model", "binormal,ml-binormal"]) == 0
    shown = capsys.readouterr()
    assert "AUC of 1 classifier by model on 285 observations" in shown.out
    assert "Goodness of fit of the model's distribution in each class" in shown.out
    assert "No table given" in shown.err


def test_a_table_is_fitted_and_written_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng(0)
    rows = [f"{i % 2},{rng.exponential(1 + i % 2):.6f}" for i in range(60)]
    table = tmp_path / "scores.csv"
    table.write_text("y,model\n" + "\n".join(rows) + "\n", encoding="utf-8")
    wanted = ["fit", str(table), "--label", "y", "--model", "biexponential", "--json"]
    assert run(wanted) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["kind"] == "fit"
    assert found["fits"][0]["model"] == "biexponential"
    assert run(["fit", str(table)]) == 2
    assert "--label COLUMN" in capsys.readouterr().err


def test_an_unknown_model_is_refused_before_any_table_is_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["fit", "no-such-file.csv", "--label", "y", "--model", "probit"]) == 2
    assert "no model named 'probit'" in capsys.readouterr().err


def test_the_help_names_every_model() -> None:
    assert all(name in NAMED for name in MODELS)


def test_interrupted_it_shows_what_is_fitted(
    interrupted: Callable[[float, list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["fit", "--scores", "forest", "--model", "ml-binormal,kernel", "--replicates", "100"]
    assert interrupted(0.5, words) == 130
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "Interrupted after 1 of 2 models; the others are left out." in shown.out
    assert interrupted(0.0, words) == 130
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Interrupted before there was anything to report.\n")
