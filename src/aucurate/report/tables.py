"""Tables of a study as the page shows them: the rows to read, and under them every digit.

Full texts
----------
Texts that are too long for a cell, or not printable, kept once and linked from where they stand.

A classifier may have a name of a hundred thousand characters. A cell then shows its beginning, and
leads to the list of all such texts at the end of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from aucurate.formatting import columns_of_numbers, digits_for, number, shortened
from aucurate.report.html import place_of
from aucurate.study.base import Study
from aucurate.study.folds import FoldsStudy
from aucurate.study.folds.numbers import FoldsPart
from aucurate.study.table import Table
from aucurate.tables.csv import exact_text

LONGEST = 80
"""Characters that a cell shows."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is shown, and the place of the full text in the list where that is another."""

    text: str
    place: int | None = None


class FullTexts:
    r"""The full texts of one page, in the order in which they were met.

    >>> texts = FullTexts()
    >>> texts.cell("forest"), texts.cell("x" * 500).place, texts.cell("a tab\t").text
    (Cell(text='forest', place=None), 0, 'a tab�')
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def cell(self, text: str) -> Cell:
        """A text as it is, or its beginning with the place of the whole."""
        if len(text) <= LONGEST and text.isprintable():
            return Cell(text)
        shown = shortened(text[: LONGEST + 1], LONGEST)
        return Cell(shown, self._places.setdefault(text, len(self._places)))

    @property
    def found(self) -> tuple[str, ...]:
        """All texts that some cell cut, to the character."""
        return tuple(self._places)


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


# What the tables of a study are called above them and in the list of contents.


_HEADINGS = {
    "algorithms": "Means over folds",
    "areas": "Areas by model",
    "at_rate": "At the rate asked for",
    "aucs": "AUCs",
    "chosen": "Optimism",
    "comparisons": "Differences",
    "confusion": "Decisions",
    "curves": "Whole curves",
    "data_sets": "Each data set",
    "disagreeing": "Where the tests disagree",
    "errors": "Errors of the classes",
    "estimates": "AUCs",
    "hierarchical": "On a new data set",
    "indistinguishable": "Points that cannot be told apart",
    "intervals": "All intervals",
    "joint": "All together",
    "margins": "Margins",
    "null": "Against a fixed value",
    "outcomes": "Error and AUC",
    "parameters": "Parameters",
    "pairs": "Pairs",
    "points": "Operating points",
    "posteriors": "Posterior probabilities",
    "ranks": "Average ranks",
    "rates": "Rates",
    "search": "Search of the weights",
    "sizes": "By size of study",
    "tests": "All tests",
    "values": "Every fold",
}
_OF_KIND = {
    ("fit", "classes"): "Distributions of the classes",
    ("multiclass", "classes"): "Each class against the rest",
    ("multiclass", "pairs"): "Pairs of classes",
}


def heading_of(kind: str, name: str) -> str:
    """The heading of a table, by its name and, where that differs, by the kind of the study.

    >>> heading_of("multiclass", "pairs"), heading_of("rank", "pairs")
    ('Pairs of classes', 'Pairs')
    >>> heading_of("folds", "comparisons_error_rate"), heading_of("new", "other_ones")
    ('Differences: error rate', 'Other ones')
    """
    if (kind, name) in _OF_KIND:
        return _OF_KIND[kind, name]
    known = [key for key in _HEADINGS if name == key or name.startswith(f"{key}_")]
    if not known:
        return shortened(name.replace("_", " ").capitalize())
    key = max(known, key=len)
    rest = name[len(key) :].replace("_", " ").strip()
    return f"{_HEADINGS[key]}: {shortened(rest)}" if rest else _HEADINGS[key]


# The values of every fold as a table: the study keeps them, but prints their summaries only.


def fold_tables(study: Study) -> tuple[Table, ...]:
    """One table for each quantity of a study over folds; none of other studies."""
    if not isinstance(study, FoldsStudy):
        return ()
    return tuple(_values(part) for part in study.parts if part.values)


def _values(part: FoldsPart) -> Table:
    names = [summary.name for summary in part.summaries]
    smallest, largest = (pick(map(pick, part.values)) for pick in (min, max))
    digits = digits_for(largest - smallest)
    key = "" if part.quantity == "AUC" else "_" + part.quantity.replace(" ", "_")
    return Table(
        name=f"values{key}",
        title=f"{shortened(part.quantity)} of every algorithm in every fold",
        header=("fold", *(shortened(name) for name in names)),
        rows=tuple(
            (shortened(fold), *(number(values[at], digits) for values in part.values))
            for at, fold in enumerate(part.fold_names)
        ),
        columns={
            "fold": tuple(fold for fold in part.fold_names for _ in names),
            "algorithm": tuple(name for _ in part.fold_names for name in names),
            "value": tuple(
                values[at] for at in range(len(part.fold_names)) for values in part.values
            ),
        },
    )
