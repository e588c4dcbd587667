"""Words to the user on standard error, and standard streams that are closed, full or gone."""

import errno
import io
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aucurate.errors import AucurateError, OptionError
from aucurate.formatting import printable

UNWRITABLE = (OSError, ValueError, SystemExit)
"""What a stream that cannot be written raises; rich ends the program on a broken pipe."""


def note(text: str) -> None:
    """Print a note on standard error, without control characters.

    Where standard error cannot be written (it is closed, or its disk is full), nothing is said: the
    result and the exit status do not depend on it.
    """
    with suppress(OSError, ValueError):
        print("\n".join(map(printable, text.split("\n"))), file=sys.stderr, flush=True)


def show_error(error: AucurateError, hint: str) -> None:
    """Print an error and its hint, a line each."""
    from rich.console import Console
    from rich.text import Text

    with suppress(*UNWRITABLE):
        console = Console(stderr=True, soft_wrap=True, highlight=False)
        for word, style, text in (
            (type(error).__name__, "bold red", error.message),
            ("Hint", "bold", hint),
        ):
            if text:
                lines = "\n".join(map(printable, text.split("\n")))
                console.print(Text.assemble((word, style), f": {lines}"))


@contextmanager
def standard_streams() -> Iterator[None]:
    """Standard streams that can be used, whatever the caller has done to them.

    One that is closed is opened on the null device, so that no table takes its place; standard
    output then refuses what is written to it. Log records of libraries, which Python prints on
    standard error where nobody asked for them, are dropped. Characters that an encoding lacks are
    escaped.
    """
    _reserve_descriptors()
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    dropping = logging.NullHandler()
    logging.getLogger().addHandler(dropping)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(dropping)
        try:
            sys.stderr.flush()
        except (OSError, ValueError):
            give_up(sys.stderr)


@contextmanager
def stdin_as_table(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments of a command, with the table named ``-`` in a file of its own.

    It is text as in a CSV file and known as stdin.csv, unless a format is among the arguments.
    """
    dash = Path("-")
    named = [path for value in given.values() for path in _as_list(value) if path == dash]
    if not named:
        yield given
        return
    if len(named) > 1:
        raise OptionError(
            "standard input can be read once; - was given twice.", hint="name files instead."
        )
    with TemporaryDirectory() as folder:
        kind = str(given.get("format") or "csv").lower().removeprefix(".")
        file = Path(folder) / f"stdin.{kind if kind.isalnum() else 'csv'}"
        with file.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        try:
            yield {
                name: [file if path == dash else path for path in value]
                if isinstance(value, list)
                else (file if value == dash else value)
                for name, value in given.items()
            }
        except AucurateError as error:
            error.message = error.message.replace(f"'{file}'", "standard input")
            raise


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def give_up(stream: Any) -> None:
    """Nothing more is written: a second error while closing the stream helps nobody."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _reserve_descriptors() -> None:
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one


class _ClosedOutput(io.TextIOBase):
    """In the place of a standard output that is closed."""

    def write(self, text: str) -> int:
        """Refuse."""
        raise OSError(errno.EBADF, "standard output is closed")
