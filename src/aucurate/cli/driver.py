"""The driver of all commands: read the data, run the analysis, write the study.

Progress, Ctrl-C, figures and output are the same for every command, and are written here and in
:mod:`aucurate.cli.output`; a command has options, a reader and a question.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import typer

from aucurate.cli.output import Output
from aucurate.cli.progress import Interruption, Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import AucurateError, NotShownError, OptionError, TableError

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
    check: Callable[[S], None] | None = None,
) -> None:
    """Read the data, run the analysis, and write the study as the options request.

    ``doing`` is what the progress bar says until the work reports itself. ``show`` prints the study
    on a terminal, and ``draw`` makes its figure, where that is not the usual one. If ``check``
    raises a ``NotShownError``, the program ends with status 1, and the reason is printed on
    standard error unless the study was printed as text.
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
    if check is None:
        return
    try:
        check(study)
    except NotShownError as error:
        if not output.prints_text:
            note(error.message)
        raise typer.Exit(1) from None


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


def file_options(options: Options) -> dict[str, Any]:
    """How a table is to be read, as ``read_table`` takes it."""
    names = ("separator", "decimal", "sheet", "format")
    return {name: getattr(options, name) for name in names}


def require_column(options: Options, *roles: str, tables: Sequence[Path] = ()) -> None:
    """Refuse tables if the options do not name the columns of these roles; the error lists them."""
    for role in roles:
        if getattr(options, role) is not None:
            continue
        question, example = f"which column holds the {role}s?", "COLUMN"
        found = _first_columns(options, tables)
        if found is not None:
            question += f" The columns of '{found.path}' are {_names(found.columns)}"
            if role == "label" and found.two_valued:
                have = "has" if len(found.two_valued) == 1 else "have"
                question += f"; {_names(found.two_valued)} {have} two values"
                example = shlex.quote(found.two_valued[0])
            question += "."
        raise OptionError(
            question,
            hint=f"add --{role} COLUMN, e.g. --{role} {example}."
            if example != "COLUMN"
            else f"add --{role} COLUMN.",
        )


class _Columns(NamedTuple):
    """The columns of a table, and those of them that have two different values."""

    path: Path
    columns: list[str]
    two_valued: list[str]


_LISTED_BYTES = 2**26


def _first_columns(options: Options, tables: Sequence[Path]) -> _Columns | None:
    """The columns of the first table in which one may be that of the labels.

    None where no table can be read, or soon enough.
    """
    from aucurate.io.files import read_table
    from aucurate.io.lazy_tables import files_of_table

    found = []
    for table in tables:
        with suppress(AucurateError, OSError):
            path = files_of_table(table)[0]
            if path.stat().st_size <= _LISTED_BYTES:
                frame = read_table(path, **file_options(options))
                two = [s.name for s in frame.get_columns() if s.drop_nulls().n_unique() == 2]
                found.append(_Columns(path, frame.columns, two))
    return next((each for each in found if each.two_valued), found[0] if found else None)


def _names(columns: Sequence[str]) -> str:
    from aucurate.formatting import join_words, shortened

    return join_words([f"'{shortened(name)}'" for name in columns], most=12)
