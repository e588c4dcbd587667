"""What commands share: words that options take, and how a study leaves the program."""

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from aucurate.errors import OptionError


class AlternativeName(StrEnum):
    """The alternatives, as the command line names them."""

    two_sided = "two-sided"
    greater = "greater"
    less = "less"


class MissingName(StrEnum):
    """What can be done with missing values."""

    refuse = "refuse"
    drop = "drop"


def renderer(*, as_json: bool, as_markdown: bool, as_latex: bool) -> Callable[[Any], str]:
    """The function that turns a study into text, by the options of the command line."""
    if as_json + as_markdown + as_latex > 1:
        raise OptionError(
            "--json, --markdown and --latex exclude each other.", hint="choose one of them."
        )
    if as_markdown:
        from aucurate.tables.markdown import to_markdown

        return to_markdown
    if as_latex:
        from aucurate.tables.latex import to_latex

        return to_latex
    return (lambda study: study.to_json() + "\n") if as_json else as_text


def as_text(study: Any) -> str:
    """The study as it is read in a pipe."""
    return f"{study}\n"


def for_terminal(render: Callable[[Any], str], out: Path | None) -> bool:
    """Whether text is asked for that a person reads on a terminal."""
    from aucurate.cli.terminal import on_terminal

    return out is None and render is as_text and on_terminal()


def present(study: Any, render: Callable[[Any], str], out: Path | None) -> None:
    """A study to the file, to a pipe, or fitted to the width of the terminal."""
    if not for_terminal(render, out):
        deliver(render(study), out)
        return
    from aucurate.cli.terminal import Screen, show

    show(study, Screen.of_stdout())


def deliver(text: str, out: Path | None) -> None:
    """Write to the file, or to the terminal without one."""
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(
            f"cannot write to '{out}': {error.strerror}.", hint="choose another file with --out."
        ) from None
