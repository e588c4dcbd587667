"""Progress: silence in a pipe, a bar on a terminal, and in both an ear for Ctrl-C."""

import sys

import pytest

from aucurate.cli import progress
from aucurate.cli.interrupting import Interruption


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
