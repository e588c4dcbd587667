"""Tables of a study as the page shows them: the rows to read, and under them every digit.

Full texts
----------
Texts that are too long for a cell, or not printable, kept once and linked from where they stand.

A classifier may have a name of a hundred thousand characters. A cell then shows its beginning, and
leads to the list of all such texts at the end of the page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aucurate.formatting import columns_of_numbers, shortened
from aucurate.report.html import place_of
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
    "main", "verdict", "compared", "caveats", "operating", "tables", "figures", "methods",
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


def sheets_of(
    tables: Sequence[Table], texts: FullTexts, headings: Mapping[str, str] | None = None
) -> tuple[Sheet, ...]:
    """Tables in order; long names go to the full texts.

    ``headings`` are those that are not the usual ones, by the name of the table.
    """
    taken = set(_OTHER_PLACES)
    return tuple(
        Sheet(
            name=table.name,
            place=place_of(table.name, taken),
            heading=heading_of(table.name, headings),
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
    "algorithms": "Estimates",
    "areas": "Areas by model",
    "at_rate": "At the requested rate",
    "aucs": "AUCs",
    "chosen": "Optimism",
    "comparisons": "Differences",
    "confusion": "Decisions",
    "curves": "Whole curves",
    "data_sets": "By data set",
    "disagreeing": "Where the tests disagree",
    "errors": "Class errors",
    "estimates": "AUCs",
    "hierarchical": "On a new data set",
    "indistinguishable": "Indistinguishable points",
    "intervals": "All intervals",
    "joint": "Joint test",
    "margins": "Margins",
    "null": "Tests against a fixed value",
    "outcomes": "Error and AUC",
    "parameters": "Parameters",
    "pairs": "Pairs",
    "points": "Operating points",
    "posteriors": "Posterior probabilities",
    "ranks": "Average ranks",
    "rates": "Rates",
    "requirements": "Requirements",
    "results": "Results",
    "search": "Weight search",
    "sizes": "By sample size",
    "subgroup_differences": "Differences in subgroups",
    "subgroup_tests": "Tests over subgroups",
    "subgroups": "Subgroups",
    "tests": "All tests",
    "values": "Values by fold",
}


def heading_of(name: str, own: Mapping[str, str] | None = None) -> str:
    """The heading of a table by its name, from those of its kind of study or the usual ones.

    >>> heading_of("pairs", {"pairs": "Pairs of classes"}), heading_of("pairs")
    ('Pairs of classes', 'Pairs')
    >>> heading_of("comparisons_error_rate"), heading_of("other_ones")
    ('Differences: error rate', 'Other ones')
    """
    headings = {**_HEADINGS, **(own or {})}
    known = [key for key in headings if name == key or name.startswith(f"{key}_")]
    if not known:
        return shortened(name.replace("_", " ").capitalize())
    key = max(known, key=len)
    rest = name[len(key) :].replace("_", " ").strip()
    return f"{headings[key]}: {shortened(rest)}" if rest else headings[key]
