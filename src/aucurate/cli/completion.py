"""What the Tab key completes: the choices of options, and the columns of the table on the line.

Completion runs the program at every press of the key, so nothing heavy is imported: only the first
line of a text table is read.
"""

import csv
import gzip
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import typer

Completion: TypeAlias = Callable[[typer.Context, str], list[str]]

_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_LONGEST_LINE = 2**20


def choices(names: Iterable[str]) -> Completion:
    """Complete one of these names, or in a list with commas the last one."""
    known = list(names)
    return lambda ctx, incomplete: _completed(known, incomplete)


def columns(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a column of the text tables that stand on the line so far."""
    tables = [table for value in ctx.params.values() for table in _paths(value)]
    tables += map(Path, ctx.args)  # where they are while an option before them lacks its value
    separator = ctx.params.get("separator")
    found = chain.from_iterable(_header(table, separator) for table in tables)
    return _completed(dict.fromkeys(found), incomplete)


def _completed(names: Iterable[str], incomplete: str) -> list[str]:
    """The names that go on as the last part of the list does, without those before it."""
    before, comma, last = incomplete.rpartition(",")
    taken = before.split(",")
    return [
        before + comma + name
        for name in names
        if name.startswith(last) and name not in taken and name.isprintable()
    ]


def _paths(value: Any) -> list[Path]:
    items = value if isinstance(value, list | tuple) else [value]
    return [item for item in items if isinstance(item, Path)]


def _header(path: Path, separator: str | None) -> list[str]:
    """The first line of a text table as its columns; nothing of any other file."""
    is_zipped = path.suffix == ".gz"
    separator = separator or _SEPARATORS.get(Path(path.stem if is_zipped else path).suffix)
    if separator is None or len(separator) != 1:
        return []
    with suppress(OSError, ValueError, EOFError, csv.Error):
        opened = gzip.open if is_zipped else open
        with opened(path, "rt", encoding="utf-8-sig", newline="") as lines:
            return next(csv.reader([lines.readline(_LONGEST_LINE)], delimiter=separator), [])
    return []
