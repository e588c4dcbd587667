"""The options of aucurate compare: those of the library by other names, and help that is true."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.cli import main, options
from aucurate.inference.methods import (
    COMPARISONS,
    CURVE_TESTS,
    INTERVALS,
    RECOMMENDED_INTERVAL,
    SHORTHANDS,
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 90)
    columns = {name: rng.normal(size=90) + shift * y for name, shift in (("a", 2), ("b", 1.5))}
    path = tmp_path / "scores.csv"
    clinic = np.where(rng.random(90) < 0.5, "north", "south")
    pl.DataFrame({"y": y, "clinic": clinic, **columns}).write_csv(path)
    return path


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["compare", "--quiet", *(str(a) for a in arguments)])
    return int(ended.value.code or 0)


def names_in(text: str) -> set[str]:
    """The names that a help text lists, without what it says of them."""
    listed = re.sub(r" \(.*?\)", "", text).replace("; of whole curves: ", ", ")
    return set(listed.split(", "))


def test_help_lists_every_method_and_interval() -> None:
    assert names_in(options.METHODS) == {*COMPARISONS, *CURVE_TESTS, *SHORTHANDS}
    assert names_in(options.INTERVALS) == {*INTERVALS, *SHORTHANDS}
    assert options.RECOMMENDED == RECOMMENDED_INTERVAL


@for_each(
    ("option", "ours"),
    [
        ("--pos-label", "--positive"),
        ("--pos_label", "--positive"),
        ("--alpha", "--confidence"),
        ("--random-state", "--rng"),
        ("--n-bootstraps", "--replicates"),
        ("--sample-weight", "--sampling-weights"),
    ],
)
def test_options_of_other_programs_are_answered(
    option: str, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(option, "1") == 2
    assert f"Hint: here it is {ours}." in capsys.readouterr().err


def test_the_words_of_proc_for_a_test_are_answered_with_the_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--method", "specificity") == 2
    assert "--of sensitivity-at:specificity=0.9" in capsys.readouterr().err


def test_help_has_panels_and_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    text = capsys.readouterr().out
    for word in ("Data", "Question", "Output", "--unpaired", "--simultaneous", "--margin-test",
                 "--null"):  # fmt: skip
        assert word in text


def test_help_loads_no_scipy() -> None:
    code = (
        "import sys\nfrom aucurate.cli import main\n"
        "try:\n    main(['compare', '--help'])\n"
        "finally:\n    print('scipy' in sys.modules, 'numpy' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "False False"


def test_every_question_reaches_the_study(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(
        table, "--label", "y", "--unpaired", "--simultaneous", "--margin", "0.2", "--margin-test",
        "equivalence", "--null", "0.6", "--method", "venkatraman", "--replicates", "99",
        "--interval", "bootstrap", "--json",
    )  # fmt: skip
    assert status == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tests"][0]["result"]["design"] == "unpaired"
    assert "shared_observations" in {caveat["kind"] for caveat in data["caveats"]}
    assert len(data["simultaneous"]) == len(data["curve_tests"]) == 1
    assert data["margin_tests"][0]["result"]["kind"] == "equivalence"
    assert [test["result"]["second"] for test in data["null_tests"]] == ["AUC 0.600"] * 2
    settings = data["settings"]
    assert (settings["method"], settings["interval"]) == ("venkatraman", "bootstrap-percentile")


def test_unpaired_is_said_of_test_sets_without_harm(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = (table, "--label", "y", "--scores", "a", "--test-set", "clinic", "--json")
    outs = []
    for more in ((), ("--unpaired",)):
        assert run(*common, *more) == 0
        outs.append(json.loads(capsys.readouterr().out))
    assert outs[0]["tests"] == outs[1]["tests"]
    assert outs[0]["caveats"] == outs[1]["caveats"]


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (("--method", "guess"), "OptionError", "venkatraman and bootstrap"),
        (("--method", "permutation", "--unpaired"), "UnsupportedError", "--method bootstrap"),
        (("--margin-test", "equivalence"), "OptionError", "--margin 0.02"),
        (("--margin", "0.1", "--margin-test", "same"), "OptionError", "superiority"),
        (("--margin", "-1"), "OptionError", "--margin-test superiority"),
        (("--null", "7"), "OptionError", "0.5 is chance"),
    ],
)
def test_wrong_questions_exit_2_with_hints_in_options(
    table: Path,
    arguments: tuple[str, ...],
    error: str,
    hint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(table, "--label", "y", *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{error}: ")
    assert hint in (err if "must be" in err else err.partition("Hint: ")[2])
