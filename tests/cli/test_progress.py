"""Progress: silence in a pipe, a bar on a terminal, and in both an ear for Ctrl-C."""

import re
import signal
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from aucurate.cli import progress
from aucurate.cli.interrupting import Interruption
from aucurate.cli.reading import reading


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


def test_parts_that_count_from_their_beginning_add_up() -> None:
    told: list[tuple[int, int, str]] = []

    class Listener:
        def __call__(self, done: int, total: int, what: str) -> bool:
            told.append((done, total, what))
            return len(told) < 4

        begins = leaves = lambda self, *words: None

    tell = progress.in_parts(Listener(), "fitting", 2)
    assert [tell(done, 10) for done in (5, 10, 5, 10)] == [True, True, True, False]
    assert told == [(n, 200, "fitting") for n in (50, 100, 150, 200)]


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
