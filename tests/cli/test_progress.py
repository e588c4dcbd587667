"""Progress: silence in a pipe, a bar on a terminal, and in both an ear for Ctrl-C."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from aucurate.cli import main, progress
from aucurate.cli.progress import Interruption, InterruptionError, _Silent, interruptible
from aucurate.cli.reading import reading
from aucurate.errors import AucurateError
from aucurate.study.work import Work


@pytest.mark.parametrize("quiet", [True, False])
def test_a_pipe_and_quiet_see_nothing_but_can_be_stopped(
    quiet: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: quiet, raising=False)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    interruption = Interruption()
    with progress.watching(interruption, quiet=quiet) as watch:
        assert watch(1, 10, "ranking")
        interruption.asked = True
        assert watch(2, 10, "ranking") is False
    assert capsys.readouterr().err == ""


def test_a_terminal_sees_a_bar_only_after_a_while(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.watching(Interruption()) as watch:
        assert watch(1, 10, "ranking")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    interruption = Interruption()
    with progress.watching(interruption) as watch:
        assert watch(5, 10, "bootstrap: [red]a - b")
        interruption.asked = True
        assert watch(5, 10, "bootstrap: [red]a - b") is False
    err = capsys.readouterr().err
    assert "bootstrap: [red]a - b" in err
    assert "50%" in err


def test_a_bar_comes_without_a_word_from_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    with progress.watching(what="writing the report") as watch:
        assert isinstance(watch, progress._Shown)
        watch._timer.join()
    assert "writing the report" in capsys.readouterr().err


def test_one_phase_after_another_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("COLUMNS", "40")
    with progress.watching() as watch:
        watch.begins("reading a table with a name that is long")
        assert isinstance(watch, progress._Shown)
        watch(1, 4, "bootstrap\x1b[31m: a - b")
        watch._bar.refresh()
        watch.begins("drawing")
        assert [task.total for task in watch._bar.tasks] == [None]
        watch._bar.refresh()
        width = watch._bar.console.width
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert "25%" in shown
    assert "drawing" in shown
    assert "\x1b" not in shown
    assert width == 40
    assert max(map(cell_len, re.split(r"[\r\n]+", shown))) <= 40


def test_when_asked_to_stop_the_bar_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    with progress.watching(Interruption(asked=True)) as watch:
        assert watch(1, 4, "bootstrap") is False
    assert "stopping: bootstrap" in capsys.readouterr().err


def test_a_bar_that_has_left_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.watching() as watch:
        assert isinstance(watch, progress._Shown)
    watch._come()
    assert capsys.readouterr().err == ""


def test_interrupted_while_reading_nothing_of_the_bar_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = []

    class Watcher:
        def __call__(self, done: int, total: int, what: str) -> bool:
            return True

        def begins(self, what: str) -> None:
            left.append(what)

        def leaves(self) -> None:
            left.append("left")

    def leave(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr("os._exit", leave)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(SystemExit) as ended, reading(Watcher(), Path("a/b.csv"), Path("c.csv")):
        signal.raise_signal(signal.SIGINT)
    assert ended.value.code == 130
    assert left == ["reading b.csv and c.csv", "left"]
    assert capsys.readouterr().err == "\nInterrupted while reading.\n"
    assert signal.getsignal(signal.SIGINT) is before


# Ctrl-C: what is done is reported, with status 130; a second one ends the program.


# The command line, saying on stderr when replicates have been done (a pipe shows no bar).
COMMAND = """
import sys
from aucurate.study.work import Work
before = Work._reported
def telling(self, done, what):
    if done:
        print("underway", file=sys.stderr, flush=True)
    return before(self, done, what)
Work._reported = telling
from aucurate.cli import main
main(sys.argv[1:])
"""
MANY = "10000000"


def interrupted(*arguments: str) -> tuple[str, str, int]:
    """What a command leaves on stdout and stderr when it is interrupted once it is under way."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "compare", "--quiet", "--threads", "1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    assert first == "underway\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    return out, err.replace("underway\n", ""), process.returncode


def test_all_pairs_are_reported_on_the_replicates_that_were_drawn() -> None:
    out, err, status = interrupted("--method", "bootstrap", "--replicates", MANY, "--json")
    assert (err, status) == ("", 130)
    data = json.loads(out)
    assert "stopped_early" in {caveat["kind"] for caveat in data["caveats"]}
    assert len(data["tests"]) == 10
    assert len(data["estimates"]) == 5


def test_a_test_of_whole_curves_can_be_interrupted_too() -> None:
    out, err, status = interrupted("--method", "venkatraman", "--replicates", MANY)
    assert (err, status) == ("", 130)
    assert "Interrupted after 1 of 10 tests of whole curves." in out
    assert "logistic - forest: stopped after" in out


def test_nothing_to_report_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop_at_once(self: Work, done: int, what: str) -> bool:
        self.stopped = True
        return False

    monkeypatch.setattr(Work, "_reported", stop_at_once)
    with pytest.raises(SystemExit) as ended:
        main(["compare", "--quiet", "--method", "bootstrap"])
    out, err = capsys.readouterr()
    assert ended.value.code == 130
    assert (out, err) == ("", "Interrupted before there was anything to report.\n")


def test_the_first_is_noted_and_the_second_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as interruption:
        interruption.heed()
        signal.raise_signal(signal.SIGINT)
        assert interruption.asked
        with pytest.raises(KeyboardInterrupt):
            interruption.heed()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_program_that_ignores_interrupts_keeps_ignoring_them() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible() as interruption:
            signal.raise_signal(signal.SIGINT)
            assert not interruption.asked
    finally:
        signal.signal(signal.SIGINT, before)


def test_work_that_was_stopped_too_early_is_no_wrong_input(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = Interruption(asked=True)
    with pytest.raises(InterruptionError), interruptible(asked):
        raise AucurateError("stopped after 7 of 2,000 replicates; a result needs at least 100.")
    assert capsys.readouterr().err.startswith("Interrupted: stopped after 7 of 2,000 replicates;")
    with pytest.raises(AucurateError), interruptible():
        raise AucurateError("anything else.")
    again = Interruption()
    with interruptible(again) as interruption:
        assert interruption is again


@pytest.mark.parametrize(("after", "told"), [(400, "Stopped after"), (0, "Interrupted after 0")])
def test_operate_interrupted_ends_with_130(
    after: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _Silent.__call__

    def interrupting(self: _Silent, done: int, total: int, what: str) -> bool:
        if done >= after and not self._interruption.asked:
            signal.raise_signal(signal.SIGINT)
        return before(self, done, total, what)

    monkeypatch.setattr(_Silent, "__call__", interrupting)
    with pytest.raises(SystemExit) as ended:
        main(["operate", "--quiet", "--scores", "tree", "--replicates", "1000"])
    assert ended.value.code == 130
    out, err = capsys.readouterr()
    assert err == ""
    assert told in out
