"""What the data make of an answer is told on the command line in its own options."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from aucurate.cli.app import run

N = 200
RNG = np.random.default_rng(11)
LABELS = np.arange(N) % 2
GOOD = RNG.normal(size=N) + 1.5 * LABELS
OTHER = RNG.normal(size=N) + LABELS


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def reversed_table(tmp_path: Path) -> Path:
    path = tmp_path / "reversed.csv"
    pl.DataFrame({"y": LABELS, "forest": -GOOD, "tree": OTHER}).write_csv(path)
    return path


@pytest.mark.parametrize(
    "command", [["compare"], ["operate", "--at", "0.5"], ["fit", "--model", "binormal"]]
)
def test_scores_that_run_the_wrong_way_are_told_with_the_options_that_mend_it(
    command: list[str], reversed_table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    text = said(capsys, name, reversed_table, "--label", "y", *options)
    assert "forest ranks the classes in the wrong order (95% CI 0." in text
    assert "--lower forest" in text
    assert "--positive 0" in text
    mended = said(capsys, name, reversed_table, "--label", "y", "--lower", "forest", *options)
    assert "wrong order" not in mended


def test_all_intervals_name_the_one_that_need_not_hold_the_auc(
    reversed_table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(
        capsys, "compare", reversed_table, "--label", "y", "--scores", "tree", "--all-intervals",
        "--replicates", "50",
    )  # fmt: skip
    assert "The Cortes-Mohri interval of tree is derived from" in text


def test_repeated_patients_and_rows_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesions.csv"
    patients = [f"p{k // 5}" for k in range(N)]
    pl.DataFrame({"y": LABELS, "forest": GOOD, "patient": patients}).write_csv(path)
    text = said(capsys, "compare", path, "--label", "y")
    assert "The unused column patient has 40 distinct values in 200 rows." in text
    copied = tmp_path / "copied.csv"
    pl.DataFrame({"y": np.repeat(LABELS, 5), "forest": np.repeat(GOOD, 5)}).write_csv(copied)
    assert "80% of the rows repeat another row" in said(capsys, "compare", copied, "--label", "y")


def test_the_column_that_identifies_patients_is_named_with_the_option_to_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesions.csv"
    patients = [f"p{k // 5}" for k in range(N)]
    pl.DataFrame({"y": LABELS, "forest": GOOD, "patient": patients}).write_csv(path)
    assert "--groups patient" in said(capsys, "compare", path, "--label", "y")
    text = said(capsys, "compare", path, "--label", "y", "--groups", "patient")
    assert "unused column" not in text
    assert "40 groups" in text


def test_three_classes_are_sent_to_the_command_for_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "three.csv"
    pl.DataFrame({"y": np.arange(N) % 3, "forest": GOOD}).write_csv(path)
    assert run(["compare", str(path), "--label", "y"]) == 2
    assert "aucurate multiclass" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["folds", "crossval"])
def test_help_does_not_promise_a_level_that_the_caveat_denies(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    text = " ".join(said(capsys, command, "--help").split())
    assert "whose level holds" not in text
    assert "recommended for the design" in text
