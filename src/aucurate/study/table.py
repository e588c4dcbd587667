"""A table as data: the numbers with every digit, and the words a reader sees."""

from dataclasses import dataclass

from aucurate.results import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Record):
    """One table of a study.

    ``rows`` are formatted for people under ``header``; ``columns`` hold the same content and more
    for programs, at full precision, also rows that are too many to read. How either is laid out is
    decided in ``aucurate.tables``.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: dict[str, tuple[object, ...]]
