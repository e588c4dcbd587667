"""Commands that other distributions add."""

import importlib.metadata
import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest
import typer

from aucurate.cli.app import run
from aucurate.cli.plugins import GROUP


def _install(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    """These entry points and no others."""
    found = [EntryPoint(name, value, GROUP) for name, value in values.items()]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: found)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module with a command."""
    made = ModuleType("made_up_plugin")
    app = typer.Typer(add_completion=False)

    @app.command("another-name")
    def greet(name: str) -> None:
        """Says hello."""
        print(f"Hello {name}")

    made.app = app  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, made.__name__, made)
    return made


def test_a_command_is_listed_run_and_suggested_under_the_name_of_its_entry_point(
    module: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(monkeypatch, greet=f"{module.__name__}:app")
    assert run(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (listed,) = [line for line in lines if "Says hello." in line]
    assert "greet" in listed
    assert "another-name" not in listed
    assert run(["greet", "world"]) == 0
    assert capsys.readouterr().out == "Hello world\n"
    assert run(["great"]) == 2
    said = capsys.readouterr().err
    assert "No such command 'great'." in said
    assert "Did you mean" not in said or "Did you mean 'greet'?" in said  # old Typer suggests none


def test_a_command_of_ours_is_not_replaced(
    module: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(monkeypatch, plan=f"{module.__name__}:app")
    assert run(["plan", "--help"]) == 0
    assert "Says hello." not in capsys.readouterr().out


def test_a_command_that_cannot_be_loaded_spoils_no_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(monkeypatch, greet="no_such_plugin:app")
    assert run(["--help"]) == 0
    assert "Cannot be loaded (no_such_plugin)." in capsys.readouterr().out
    assert run(["compare", "--quiet"]) == 0
    capsys.readouterr()
    for words in (["greet"], ["greet", "--help"], ["greet", "world", "--loud"]):
        assert run(words) == 2
        error = capsys.readouterr().err
        assert "the command 'greet' of no_such_plugin cannot be loaded: No module named" in error
        assert "Hint: pip install --upgrade aucurate no_such_plugin" in error


@pytest.mark.parametrize("words", [[], ["rosset-2004", "--table", "1"], ["--help"]])
def test_without_the_papers_one_line_says_how_to_install_them(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(monkeypatch)
    assert run(["reproduce", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "pip install aucurate-papers" in shown.err
    assert run(["--help"]) == 0
    assert "reproduce" not in capsys.readouterr().out
