import json
import signal
import subprocess
import sys
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from papers.tests import toy

import aucurate
from aucurate.cli.app import run as cli
from aucurate_papers.running import Made, Run


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("AUCURATE_DATA", str(tmp_path / "data"))


def test_the_command_comes_through_its_entry_point_and_help_stays_light() -> None:
    code = (
        "import sys\nfrom aucurate.cli import main\n"
        "try:\n    main(['--help'])\n"
        "finally:\n    print('aucurate_papers.reproduce' in sys.modules, 'numpy' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "The tables and figures of five papers" in result.stdout
    assert result.stdout.splitlines()[-1] == "True False"


def test_both_distributions_have_one_version() -> None:
    assert version("aucurate-papers") == aucurate.__version__
    (ours,) = [one for one in requires("aucurate-papers") or () if one.startswith("aucurate")]
    assert ours == f"aucurate[crossval,plots]=={aucurate.__version__}"


def test_without_a_paper_all_are_listed_with_their_states(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    assert cli(["reproduce"]) == 0
    text = capsys.readouterr().out
    assert "toy-2000   Toy <b> (2000): On *toys*" in text
    assert "* needs data: toys (--data, AUCURATE_DATA); It is for sale." in text
    assert "not run yet" in text
    assert cli(["reproduce", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == ["table 1", "table 2, second part"]


def test_one_table_is_run_printed_and_then_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    assert cli(["reproduce", "toy-2000", "--table", "1"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("toy-2000, table 1: a <script> of | things\nState: exact\n")
    assert "With 1 figure: add --out DIR." in text
    assert cli(["reproduce"]) == 0
    assert "here: this machine" in capsys.readouterr().out
    assert cli(["reproduce", "toy-2000", "--table", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "exhibit"


def test_all_writes_a_page_and_tells_what_could_not_be_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    out = tmp_path / "page"
    assert cli(["reproduce", "--all", "--out", str(out)]) == 0
    text = capsys.readouterr().out
    assert "not run here" in text
    assert {path.name for path in out.iterdir()} == {"papers.md", "papers.html", "papers"}
    assert (out / "papers" / "toy-line.svg").is_file()
    runs = {path.name for path in (out / "papers" / "runs").iterdir()}
    assert runs == {"toy-2000-table-1.json", "toy-2000-table-2-second-part.json"}


def test_formats_carry_name_and_state(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    assert cli(["reproduce", "toy-2000", "table 1", "--markdown", "--quick"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("### toy-2000, table 1: a \\<script\\> of \\| things")
    assert "**exact** (in few draws)" in text
    assert cli(["reproduce", "toy-2000", "table 1", "--latex"]) == 0
    assert capsys.readouterr().out.startswith(
        "% toy-2000, table 1: a <script> of | things\n% exact"
    )
    assert cli(["reproduce", "toy-2000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["state"] for one in found] == ["exact", "not run here"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["toy-1999"], "there is no paper 'toy-1999'"),
        (["toy-2000", "--figure", "7"], "toy-2000 has no 'figure 7'"),
        (["toy-2000", "--table", "2"], "there is no folder 'toys'"),
        (["--table", "2"], "of which paper is table 2?"),
        (["toy-2000", "--all"], "--all is all papers."),
        (["--quick", "--out", "x"], "nothing was asked to be run."),
        (["--latex"], "nothing was asked to be run."),
        (["toy-2000", "--json", "--out", "x"], "--out writes a page"),
        (["toy-2000", "--rng", "-1"], "rng must be a whole number from 0"),
    ],
)
def test_wrong_usage_is_an_error_with_a_hint(
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy.install(monkeypatch)
    assert cli(["reproduce", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Hint" in error or "rng" in message


def test_a_page_that_cannot_be_written_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    (tmp_path / "file").write_text("")
    words = ["reproduce", "toy-2000", "--table", "1", "--out", str(tmp_path / "file")]
    assert cli(words) == 2
    assert "cannot write" in capsys.readouterr().err


def test_an_interrupted_run_shows_what_is_done_and_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(run: Run) -> Made:
        signal.raise_signal(signal.SIGINT)
        run.tell(1, 2, "half")
        raise AssertionError("not stopped")

    toy.install(monkeypatch, interrupted)
    assert cli(["reproduce", "--all"]) == 130
    assert "0 of 2 are finished. The same command goes on" in capsys.readouterr().err


def test_on_a_terminal_the_text_fits_its_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    monkeypatch.setattr("aucurate.cli.terminal.on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert cli(["reproduce", "toy-2000"]) == 0
    text = capsys.readouterr().out
    assert "toy-2000, table 1: a <script> of |" in text
    assert "State: exact" in text
    assert "add --out DIR" in text
    assert max(map(len, text.splitlines())) <= 40
