"""Where data came from: the file or call, and what was left out on the way."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from aucurate.results import Record

IN_MEMORY = "arrays in memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile(Record):
    """A file that was read: its name without the folder, its size, and the hash of its bytes."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Record):
    """Where data came from, for the provenance of a study.

    ``name`` is what a reader knows the data by. ``columns_taken`` are columns of the table that
    became classifiers without being named, ``columns_not_used`` those that were left out without
    being named. ``n_dropped`` counts rows that were left out because something in them was missing,
    ``unmatched`` of them because not every file had the observation. ``aligned`` names what was put
    in the order of the labels by its index (see :mod:`aucurate.data.alignment`).
    """

    name: str = IN_MEMORY
    files: tuple[SourceFile, ...] = ()
    columns_taken: tuple[str, ...] = ()
    columns_not_used: tuple[str, ...] = ()
    n_dropped: int = 0
    unmatched: int = 0
    aligned: tuple[str, ...] = ()


D = TypeVar("D")


def named(data: D, name: str) -> D:
    """The same data, known to readers by this name."""
    held: Any = data
    if not hasattr(held, "observations"):
        members = tuple(named(scores, name) for scores in held)
        return replace(held, members=members)  # type: ignore[no-any-return]
    rows = held.observations
    source = replace(rows.source, name=name)
    return replace(held, observations=replace(rows, source=source))  # type: ignore[no-any-return]
