"""The driver of all commands: read the data, run the analysis, write the study.

Progress, Ctrl-C, figures and output are the same for every command, and are written here and in
:mod:`aucurate.cli.output`; a command has options, a reader and a question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import typer

from aucurate.cli.output import Output
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import OptionError, TableError

if TYPE_CHECKING:
    from aucurate.cli.options import Options
    from aucurate.plots.figure import Display
    from aucurate.study.base import Study

D = TypeVar("D")
S = TypeVar("S", bound="Study")


def run_study(
    output: Output,
    *,
    read: Callable[[Watcher], D],
    ask: Callable[[D, Watcher], S],
    doing: str,
    show: Callable[[S], None] | None = None,
    draw: Callable[[D, S], Display] | None = None,
    passes: Callable[[S], bool] | None = None,
) -> None:
    """Read the data, run the analysis, and write the study as the options request.

    ``doing`` is what the progress bar says until the work reports itself. ``show`` prints the study
    on a terminal, and ``draw`` makes its figure, where that is not the usual one. A study that does
    not pass ends the program with status 1.
    """
    from aucurate.kernels import Cancelled

    interruption = Interruption()
    with watching(interruption, quiet=output.quiet) as watch, interruptible(interruption):
        data = read(watch)
        interruption.heed()
        watch.begins(doing)
        try:
            study = ask(data, watch)
        except Cancelled:
            raise KeyboardInterrupt from None
    output.give(
        study,
        show=show,
        draw=None if draw is None else lambda study: draw(data, study),
        interrupted=interruption.asked,
    )
    if passes is not None and not passes(study):
        raise typer.Exit(1)


def shipped(
    load: Callable[[], D],
    options: Options,
    *,
    what: str,
    usage: str,
    quiet: bool,
    usable: tuple[str, ...] = (),
) -> D:
    """The data that ship with the package, for a command without a table.

    Options about a table are refused, but for the ``usable`` ones.
    """
    given = [option for option in options.given() if option not in usable]
    if given:
        raise TableError(
            f"{given[0]} needs a table, and none was given.", hint=f"aucurate {usage}."
        )
    if not quiet:
        note(f"No table given: these are {what}.\n")
    return load()


def require_column(options: Options, *roles: str) -> None:
    """Refuse a table if the options do not name the columns of these roles."""
    for role in roles:
        if getattr(options, role) is None:
            raise OptionError(f"which column holds the {role}s?", hint=f"add --{role} COLUMN.")
