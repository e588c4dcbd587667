"""Tables of a study as the page shows them: the rows to read, and under them every digit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from aucurate.formatting import columns_of_numbers
from aucurate.report.escaping import place_of
from aucurate.report.full_texts import Cell, FullTexts
from aucurate.report.headings import heading_of
from aucurate.study.table import Table
from aucurate.tables.csv import exact_text

MOST_EXACT = 2000
"""Rows of a table that the page has with every digit; the JSON of the study has all of them."""

_OTHER_PLACES = (
    "main", "verdict", "compared", "caveats", "operating", "results", "figures", "methods",
    "repeat", "full-texts", "python", "command", "bibtex", "announcer", "study-json",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Cells under a header; ``numbers`` says which columns are aligned as numbers."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table of the page.

    ``place`` is its id, and part of the name of the file it is saved in. ``shown`` has the rows
    that are formatted for people, ``exact`` all that programs get: numbers with the digits of the
    JSON, of a very long table the first ``MOST_EXACT`` of its ``rows``.
    """

    name: str
    place: str
    heading: str
    title: str
    shown: Grid
    exact: Grid
    rows: int

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows than the page has."""
        return len(self.exact.rows) < self.rows


def sheets_of(kind: str, tables: Sequence[Table], texts: FullTexts) -> tuple[Sheet, ...]:
    """All tables of a study of this kind in order; long names go to the full texts."""
    taken = set(_OTHER_PLACES)
    return tuple(
        Sheet(
            name=table.name,
            place=place_of(table.name, taken),
            heading=heading_of(kind, table.name),
            title=table.title,
            shown=_shown(table),
            exact=_exact(table, texts),
            rows=_length(table),
        )
        for table in tables
    )


def _shown(table: Table) -> Grid:
    """The rows as they are: whoever made the table has shortened its names."""
    return Grid(
        header=tuple(Cell(cell) for cell in table.header),
        rows=tuple(tuple(Cell(cell) for cell in row) for row in table.rows),
        numbers=tuple(columns_of_numbers(table.rows, len(table.header))),
    )


def _exact(table: Table, texts: FullTexts) -> Grid:
    kept = replace(
        table, columns={name: values[:MOST_EXACT] for name, values in table.columns.items()}
    )
    columns: dict[str, list[Any]] = kept.to_dict()["columns"]
    rows = zip(*columns.values(), strict=True)
    return Grid(
        header=tuple(texts.cell(name) for name in columns),
        rows=tuple(tuple(texts.cell(exact_text(value)) for value in row) for row in rows),
        numbers=tuple(_has_numbers(values) for values in table.columns.values()),
    )


def _length(table: Table) -> int:
    return len(next(iter(table.columns.values()), ()))


def _has_numbers(values: Sequence[object]) -> bool:
    there = [value for value in values if value is not None]
    return bool(there) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in there
    )
