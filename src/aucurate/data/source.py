"""Where data came from: the file or call, and what was left out on the way."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from aucurate.formatting import count, join_words, shortened
from aucurate.results import Record

IN_MEMORY = "arrays in memory"
_NAMES = 6


class Summarised:
    """What holds arrays and shows itself in one line, so that a console stays readable.

    A dataclass that inherits it says ``repr=False``.
    """

    __slots__ = ()

    @abstractmethod
    def _summary(self) -> str:
        """The one line."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary()}>"


def points_summary(points: int, n_positive: int, n_negative: int) -> str:
    """How many points a curve has, and of how many observations, for one line."""
    return f"{count(points, 'threshold')}; {n_positive:,} positive and {n_negative:,} negative"


def short_names(names: Sequence[str]) -> str:
    """Names for one line, the first few of many."""
    return join_words([shortened(name) for name in names], most=_NAMES)


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
    ``unmatched`` of them because not every file has the observation. ``aligned`` names what was put
    in the order of the labels by its index (see :mod:`aucurate.data.alignment`).
    """

    name: str = IN_MEMORY
    files: tuple[SourceFile, ...] = ()
    columns_taken: tuple[str, ...] = ()
    columns_not_used: tuple[str, ...] = ()
    n_dropped: int = 0
    unmatched: int = 0
    aligned: tuple[str, ...] = ()

    def taken_as(self, classifiers: Sequence[str]) -> tuple[str, ...]:
        """The columns taken; none where some of the classifiers have been chosen since."""
        return self.columns_taken if len(classifiers) >= len(self.columns_taken) else ()


D = TypeVar("D")


def with_source(data: D, **changes: Any) -> D:
    """The same data with another ``name``, or other fields, of their source."""
    held: Any = data
    if hasattr(held, "source"):
        return replace(held, source=replace(held.source, **changes))  # type: ignore[no-any-return]
    if hasattr(held, "observations"):
        rows = with_source(held.observations, **changes)
        return replace(held, observations=rows)  # type: ignore[no-any-return]
    members = tuple(with_source(member, **changes) for member in held.members)
    return replace(held, members=members)  # type: ignore[no-any-return]


def source_of(data: Any) -> Source:
    """The source of data; of several test sets, that of the first."""
    if isinstance(data, Mapping):
        return source_of(next(iter(data.values())))
    if hasattr(data, "members"):
        return source_of(data.members[0])
    source: Source = data.source if hasattr(data, "source") else data.observations.source
    return source
