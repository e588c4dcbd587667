"""Progress: silence in a pipe, a callback on a terminal."""

import sys

import pytest

from aucurate.cli import progress


def test_a_pipe_gets_no_callback() -> None:
    with progress.progress_bar("ranking") as callback:
        assert callback is None


def test_quiet_gets_no_callback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.progress_bar("ranking", quiet=True) as callback:
        assert callback is None


def test_a_terminal_sees_a_bar_only_after_a_while(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.progress_bar("ranking") as callback:
        assert callback is not None
        callback(1, 10)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    with progress.progress_bar("ranking") as callback:
        assert callback is not None
        callback(5, 10)
    assert "ranking" in capsys.readouterr().err
