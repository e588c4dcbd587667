"""Standard streams that are closed, full or gone; paths that steer a terminal; errors of files."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aucurate.cli import app as application
from aucurate.cli.app import run
from aucurate.cli.output import deliver
from aucurate.cli.streams import note

AUCURATE = [sys.executable, "-m", "aucurate"]
ABSENT = ["compare", "nope.csv", "--label", "y"]
NEEDS_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
POSIX = pytest.mark.skipif(os.name != "posix", reason="the shell is another one")


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command of bash in which ``AU`` is the program; a pipe fails where any part of it fails."""
    program = " ".join(f"'{word}'" for word in AUCURATE)
    script = f"set -o pipefail; {command.replace('AU', program)}"
    return subprocess.run(
        ["bash", "-c", script], cwd=cwd, capture_output=True, text=True, check=False
    )


@POSIX
@pytest.mark.parametrize("command", ["AU compare -q >&-", "AU --help >&-"])
def test_a_closed_standard_output_is_one_line(command: str, tmp_path: Path) -> None:
    found = shell(command, tmp_path)
    assert found.returncode == 2
    first, second = found.stderr.splitlines()
    assert first == "OptionError: the output cannot be written: standard output is closed."
    assert "--out" in second


@POSIX
def test_a_file_needs_no_standard_output(tmp_path: Path) -> None:
    found = shell("AU compare -q --json --out out.json >&- 2>&-", tmp_path)
    assert found.returncode == 0
    assert json.loads((tmp_path / "out.json").read_text())["kind"] == "compare"


@POSIX
@NEEDS_FULL
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("AU compare nope.csv --label y 2>&-", 2),
        ("AU compare nope.csv --label y 2>/dev/full", 2),
        ("AU bogus 2>/dev/full", 2),
        ("AU compare --csv 2>/dev/full", 0),
    ],
)
def test_standard_error_does_not_change_the_status(
    command: str, status: int, tmp_path: Path
) -> None:
    assert shell(command, tmp_path).returncode == status


@POSIX
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("AU compare --json -q | true", 0),
        ("AU --help | true", 0),
        ("AU compare --help | head -1", 0),
        ("AU compare nope.csv --label y 2>&1 | true", 2),
    ],
)
def test_a_reader_that_has_gone(command: str, status: int, tmp_path: Path) -> None:
    found = shell(command, tmp_path)
    assert found.returncode == status
    assert found.stderr == ""


def test_log_records_of_libraries_are_dropped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def warns(**_: object) -> int:
        logging.getLogger("matplotlib").warning("mkdir -p failed for path /nowhere")
        return 0

    monkeypatch.setattr(application, "app", warns)
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    assert run([]) == 0
    assert capsys.readouterr().err == ""
    assert root.handlers == []


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(5, "Input/output error", "in.csv"), "'in.csv' cannot be used: Input/output error"),
        (PermissionError(13, "Permission denied", b"a"), "'a' cannot be used: Permission denied"),
        (OSError(28, "No space left on device"), "the output cannot be written: No space left"),
    ],
)
def test_errors_of_files_are_one_line(
    error: OSError,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(**_: object) -> int:
        raise error

    monkeypatch.setattr(application, "app", fails)
    monkeypatch.setattr(application, "give_up", lambda stream: None)
    assert run([]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert message in first
    assert second.startswith("Hint: ")


def test_other_errors_are_bugs(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> int:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(application, "app", fails)
    with pytest.raises(OSError, match="temporarily"):
        run([])


def test_paths_do_not_steer_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("\x1b[32mscores.csv").touch()
    for name in ("\x1b[31mscores.csv", "\x9b31mno.csv", "no\nfile.csv"):
        assert run(["compare", name, "--label", "y"]) == 2
        assert run(["compare", "--out", f"no folder/{name}"]) == 2
        assert run([name]) == 2
        shown = capsys.readouterr()
        assert not {"\x1b", "\x9b"} & set(shown.out + shown.err)
    note("written to \x1b[31mout.csv")
    assert capsys.readouterr().err == "written to \N{REPLACEMENT CHARACTER}[31mout.csv\n"


def test_names_do_not_steer_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps({"name": "a\x9b31m", "other": "b\x1b"}, ensure_ascii=False) + "\n\t,\n"
    deliver(text, None)
    assert capsys.readouterr().out == text
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    deliver(text, None)
    shown = capsys.readouterr().out
    assert "\x9b" not in shown
    assert json.loads(shown.splitlines()[0]) == {"name": "a\x9b31m", "other": "b\x1b"}
    assert shown.endswith("\n\t,\n")


def test_a_table_in_the_place_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["my scores.csv", "--label", "y"]) == 2
    shown = capsys.readouterr().err
    assert "'my scores.csv' is not a command" in shown
    assert "aucurate compare 'my scores.csv' --label COLUMN" in shown
    assert run(["compar"]) == 2
    assert "No such command" in capsys.readouterr().err


def test_what_is_written_need_not_be_readable(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    access = os.access
    monkeypatch.setattr(os, "access", lambda p, mode, **o: mode != os.R_OK and access(p, mode, **o))
    assert run(["compare", "-q", "--out", str(path)]) == 0
    assert path.read_text().startswith("AUC of 5")
