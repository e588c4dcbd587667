"""A table as data: the numbers at full precision, and the text that a reader sees.

A table is declared by its columns. Each has a value for every record, a name in data frames and
files, and, if it is shown, a header and a function that formats a cell::

    table("areas", "Areas", estimates, [
        Column("classifier", lambda e: e.name, "classifier", shortened),
        Column("auc", lambda e: e.value, "AUC", number),
        *interval_columns(lambda e: e.interval, "95% CI", digits=3),
    ])
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Generic, TypeVar

from aucurate.formatting import (
    bare_p_value,
    digits_for,
    number,
    percent,
    shared_digits,
    shortened,
    text_table,
)
from aucurate.results import ClassEstimate, Comparison, Estimate, Interval, Record, Tested

R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Record):
    """One table of a study.

    ``rows`` are formatted for readers under ``header``; ``columns`` hold the same content for
    programs at full precision, including rows that are not shown because they are too many.
    ``aucurate.tables`` lays out both. ``best`` are the cells, by row and column, that are marked as
    the best of their row: they end in an asterisk, or are bold.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: dict[str, tuple[object, ...]]
    best: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.title}\n\n{text_table(self.header, self.rows)}"

    @property
    def height(self) -> int:
        """The number of rows for programs, those that are not shown included."""
        return len(next(iter(self.columns.values()), ()))

    def marked(self, mark: Callable[[str], str]) -> tuple[tuple[str, ...], ...]:
        """The rows with the best cells marked by this function in place of the asterisk."""
        if not self.best:
            return self.rows
        return tuple(
            tuple(
                mark(cell.removesuffix("*")) if (at, place) in self.best else cell.rstrip()
                for place, cell in enumerate(row)
            )
            for at, row in enumerate(self.rows)
        )


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column: its name in data frames and files, its values, and how they are shown.

    A column without a name is only shown; one without a header is only in data frames and files.
    """

    name: str
    value: Callable[[R], Any]
    header: str = ""
    text: Callable[[Any], str] = str


def table(
    name: str,
    title: str,
    records: Iterable[R],
    columns: Sequence[Column[R]],
    *,
    shown: Callable[[R], bool] | None = None,
    frame: Mapping[str, tuple[object, ...]] | None = None,
) -> Table:
    """A table with a row for each record; ``shown`` selects those that a reader sees (all).

    ``frame`` holds the columns for programs (:func:`frame_columns`) if their rows differ from those
    shown, for example where a reader sees one column for each classifier.
    """
    records = list(records)
    read = [column for column in columns if column.header]
    kept = records if shown is None else [record for record in records if shown(record)]
    return Table(
        name=name,
        title=title,
        header=tuple(column.header for column in read),
        rows=tuple(tuple(column.text(column.value(record)) for column in read) for record in kept),
        columns=frame_columns(records, columns) if frame is None else dict(frame),
    )


def frame_columns(
    records: Sequence[R], columns: Sequence[Column[R]]
) -> dict[str, tuple[object, ...]]:
    """The columns for programs, a row for each record."""
    return {
        column.name: tuple(column.value(record) for record in records)
        for column in columns
        if column.name
    }


def interval_cell(interval: Interval | None, digits: int) -> str:
    """An interval without its confidence level, which the header states; empty if there is none.

    Without finite bounds the cell is "not available".
    """
    if interval is None:
        return ""
    if math.isinf(interval.low) and math.isinf(interval.high):
        return "not available"
    digits = shared_digits((interval.low, interval.high), digits)
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"


def interval_columns(
    interval: Callable[[R], Interval | None], header: str, digits: int | None = None
) -> tuple[Column[R], ...]:
    """An interval: one column that is shown; low, high and confidence for programs.

    Without ``digits`` the width of each interval determines its decimals.
    """

    def of(name: str) -> Callable[[R], Any]:
        return lambda record: getattr(interval(record), name, None)

    def cell(found: Interval | None) -> str:
        own = digits_of([found]) if digits is None and found is not None else digits
        return interval_cell(found, own or 0)

    return (
        Column("", interval, header, cell),
        *(Column(name, of(name)) for name in ("low", "high", "confidence")),
    )


def with_interval(estimate: Estimate | ClassEstimate) -> str:
    """A value with its interval; the width of the interval determines the decimals."""
    digits = digits_of([estimate.interval], [estimate.value])
    return f"{number(estimate.value, digits)} ({interval_cell(estimate.interval, digits)})"


def pair_columns(pair: Callable[[R], Any], header: str = "comparison") -> tuple[Column[R], ...]:
    """The pair that is compared: one column that is shown; first and second for programs.

    ``pair`` returns from a record the object with the names ``first`` and ``second``.
    """
    return (
        Column("", lambda r: (pair(r).first, pair(r).second), header, pair_cell),
        Column("first", lambda r: pair(r).first),
        Column("second", lambda r: pair(r).second),
    )


def itself(record: R) -> R:
    """The record, where a column helper is to look in it and nowhere further."""
    return record


def field_column(name: str, header: str = "", text: Callable[[Any], str] = str) -> Column[Any]:
    """A column of the field by that name."""
    return Column(name, attrgetter(name), header, text)


def pair_cell(names: tuple[str, str]) -> str:
    """Two names as the difference of the first and the second."""
    return " - ".join(shortened(name) for name in names)


def difference_columns(
    comparison: Callable[[Tested[Any]], Comparison],
    *,
    confidence: float,
    digits: int | None = None,
    adjusted: str = "",
    against_value: bool = False,
    p_value: Callable[[Tested[Any]], float] | None = None,
    intervals: Sequence[Column[Any]] = (),
    method: str = "",
) -> tuple[Column[Tested[Any]], ...]:
    """The columns of tested differences: who, by how much, how sure, and p.

    ``comparison`` finds the difference in a record, ``p_value`` the p-value where it is not that of
    the comparison. ``adjusted`` is the header of the adjusted p-values, empty where they are not
    shown, ``method`` that of the methods. Without ``digits`` each row has those that its interval
    asks for. ``intervals`` stand beside the intervals. A comparison with a fixed value
    (``against_value``) is shown by its first name alone.
    """

    def of(name: str) -> Callable[[Tested[Any]], Any]:
        return lambda record: getattr(comparison(record), name)

    names = pair_columns(comparison)
    if against_value:
        names = (Column("", of("first"), "classifier", shortened), *names[1:])
    return (
        *names,
        Column("difference", of("difference")),
        Column("", comparison, "difference", partial(_difference_cell, digits=digits)),
        Column("standard_error", of("standard_error")),
        *interval_columns(of("interval"), f"{percent(confidence)} CI", digits),
        *intervals,
        Column("statistic", of("statistic")),
        Column("degrees_of_freedom", of("degrees_of_freedom")),
        Column("p_value", p_value or of("p_value"), "p", bare_p_value),
        Column("adjusted_p_value", lambda t: t.adjusted_p_value, adjusted, bare_p_value),
        Column("alternative", of("alternative")),
        Column("method", of("method"), method),
    )


def _difference_cell(comparison: Comparison, digits: int | None) -> str:
    own = digits_of([comparison.interval], [comparison.difference]) if digits is None else digits
    return number(comparison.difference, own)


# The numbers of tables under one name each, as trackers of experiments take them.


_IDENTIFYING = (
    "dataset", "column", "by", "subgroup", "name", "classifier", "algorithm", "model", "weights",
    "class", "first_class", "decided", "test", "parameter", "quantity", "rate", "hypothesis",
    "text", "first",
)  # fmt: skip
"""The columns that say which row it is, by their names; a table without one is a curve."""

_SECOND_OF = {"first": "second", "first_class": "second_class"}
_SETTINGS = ("confidence", "level", "margin", "rope", "bound")
_WORDS = {">": "above", "<": "below", "−": "-"}
_LONGEST_PART = 60


def numbers_of(tables: Iterable[Table]) -> dict[str, float]:
    """The finite numbers of tables by name, as :meth:`Study.numbers` describes them."""
    found: dict[str, float] = {}
    for each in tables:
        start, own = _table_part(each)
        for at, row in _rows_by_name(each).items():
            for column, values in each.columns.items():
                value = values[at]
                if _is_number_of(column, value):
                    parts = [start, row] if column == own else [start, row, _allowed(column)]
                    found["/".join(parts)] = float(value)  # type: ignore[arg-type]
    return found


def _table_part(found: Table) -> tuple[str, str]:
    """What the names of the numbers of a table begin with, and the column that is left out."""
    if found.name == "estimates":
        own = next(name for name in found.columns if name not in _IDENTIFYING)
        return own, own
    start = found.name.replace("comparisons", "difference", 1)
    return start, "value" if start == found.name else "difference"


def _is_number_of(column: str, value: object) -> bool:
    if column in (*_SETTINGS, *_IDENTIFYING, *_SECOND_OF.values()):
        return False
    return isinstance(value, int | float) and math.isfinite(value)


def _rows_by_name(found: Table) -> dict[int, str]:
    """The name of each row by its place; none where no columns identify the rows."""
    known = [name for name in _IDENTIFYING if name in found.columns]
    known = ["text"] if "text" in known else known
    for names in (known, [*known, "interval_method"]):
        if known and set(names) <= set(found.columns):
            values = [[_identity(found, name, at) for name in names] for at in range(found.height)]
            if len(set(map(str, values))) == len(values):
                return dict(enumerate(_distinct([_row_name(row) for row in values])))
    return {}


def _identity(found: Table, column: str, at: int) -> list[str]:
    """A value that identifies a row, or both of a pair; nothing where there is none."""
    columns = [column, _SECOND_OF.get(column, "")]
    values = [found.columns[name][at] for name in columns if name in found.columns]
    return [str(value) for value in values if value not in (None, "")]


def _row_name(identities: Sequence[Sequence[str]]) -> str:
    return "/".join("-".join(map(_allowed, each)) for each in identities if each)


def _allowed(text: str) -> str:
    """Text with the characters that every tracker takes, and never a path: no slash, no dots."""
    kept = "".join(_WORDS.get(c, c if c.isalnum() or c in "_-. " else "_") for c in text)
    kept = kept[:_LONGEST_PART].strip()
    return kept if kept.strip(".") else "_" * max(1, len(kept))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number behind one that was there before."""
    made: dict[str, None] = {}
    for name in names:
        new, at = name, 2
        while new in made or (new != name and new in names):
            new, at = f"{name}_{at}", at + 1
        made[new] = None
    return list(made)


def digits_of(intervals: Iterable[Interval], values: Iterable[float] = ()) -> int:
    """Decimals that serve all these intervals, and the values beside them."""
    intervals = list(intervals)
    digits = max(digits_for(interval.high - interval.low) for interval in intervals)
    ends = [end for interval in intervals for end in (interval.low, interval.high)]
    return shared_digits([*ends, *values], digits)
