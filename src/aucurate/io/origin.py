"""What is known of a table beyond its columns: the file, its lines, and the text of its cells.

A frame that was read from a file carries its :class:`Origin`, so that errors name lines of the file
and data know their :class:`~aucurate.data.source.Source`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data.alignment import library_of
from aucurate.data.source import IN_MEMORY, Source
from aucurate.errors import AucurateError

if TYPE_CHECKING:
    import polars as pl

_ATTRIBUTE = "_aucurate_origin"


@dataclass(frozen=True, slots=True)
class Origin:
    """What is known of a table beyond its columns.

    ``place`` names a row as the file counts it ("line 9 of 'scores.csv'"), and ``cell`` the row of
    one column where columns come from different files. ``name`` is that of the file, ``path`` and
    ``options`` are what it was read with. ``indexes`` are columns that hold the row index of a
    pandas frame. ``spellings`` has two cells of a column that are one number but not one text, such
    as '01' and '1', and ``texts`` the cells of columns of numbers that were written as 007 or 12%.
    ``unreadable`` are columns of the file that are not in the table, with their types.
    """

    place: Callable[[int], str]
    cell: Callable[[int, str | None], str] | None = None
    name: str = IN_MEMORY
    path: str = ""
    options: Mapping[str, str | None] = field(default_factory=dict)
    indexes: frozenset[str] = frozenset()
    spellings: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    texts: Mapping[str, "pl.Series"] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)

    def place_of(self, error: AucurateError) -> str:
        """The place of the row, and of the column, that an error is about."""
        assert error.row is not None
        return self.place(error.row) if self.cell is None else self.cell(error.row, error.column)


def remember(frame: "pl.DataFrame", origin: Origin | None) -> "pl.DataFrame":
    """The same frame, which carries its origin from now on."""
    if origin is not None:
        setattr(frame, _ATTRIBUTE, origin)
    return frame


def origin_of(frame: Any) -> Origin | None:
    """The origin of a frame that was read from a file."""
    found = getattr(nw.to_native(frame, pass_through=True), _ATTRIBUTE, None)
    return found if isinstance(found, Origin) else None


def source_of(frame: Any, **fields: Any) -> Source:
    """The source of data in a frame: its file, and these fields."""
    origin = origin_of(frame)
    if origin is None:
        return Source(library=library_of(nw.to_native(frame, pass_through=True)), **fields)
    return Source(name=origin.name, **fields)


def index_columns(frame: Any) -> frozenset[str]:
    """The columns into which pandas wrote the index of its rows, where the table says so."""
    origin = origin_of(frame)
    if origin is not None:
        return origin.indexes
    schema = getattr(nw.to_native(frame, pass_through=True), "schema", None)
    return indexes_in(getattr(schema, "pandas_metadata", None))


def indexes_in(metadata: Any) -> frozenset[str]:
    """The index columns named in the metadata that pandas adds to Parquet and Arrow files.

    >>> sorted(indexes_in({"index_columns": ["patient", {"kind": "range"}]}))
    ['patient']
    """
    named = metadata.get("index_columns") if isinstance(metadata, Mapping) else None
    return frozenset(name for name in named if isinstance(name, str)) if named else frozenset()


@contextmanager
def located(frame: Any) -> Iterator[None]:
    """Errors raised in here about a row of the frame name its place in the file."""
    try:
        yield
    except AucurateError as error:
        origin = origin_of(frame)
        if error.row is not None and origin is not None:
            _rename(error, origin.place_of(error), None)
        raise


@contextmanager
def renumbered(kept: NDArray[np.int64] | None) -> Iterator[None]:
    """Errors raised in here about a row name the row that was kept as this one; where the rows were
    rearranged (None), no place in the file is known.
    """
    try:
        yield
    except AucurateError as error:
        if kept is None:
            error.row = None
        elif error.row is not None:
            row = int(kept[error.row])
            _rename(error, f"row {row}", row)
        raise


def _rename(error: AucurateError, place: str, row: int | None) -> None:
    pattern = rf"(?<!')\brow {error.row}\b(?!')"
    error.message = re.sub(pattern, lambda _: place, error.message, count=1)
    error.args, error.row = (error.message,), row
