"""A table as data: the numbers with every digit, and the words that a reader sees.

A table is declared by its columns. Each has a value for every record, a name under which frames and
files have it, and where it is shown a header and a way to write a cell::

    table("areas", "Areas", estimates, [
        Column("classifier", lambda e: e.name, "classifier", shortened),
        Column("auc", lambda e: e.value, "AUC", number),
        *interval_columns(lambda e: e.interval, "95% CI", digits=3),
    ])
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Generic, TypeVar

from aucurate.formatting import bare_p_value, digits_for, number, percent, shortened
from aucurate.results import Comparison, Interval, Record, Tested

R = TypeVar("R")


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


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column: its name in frames and files, its values, and how they are shown.

    A column without a name is only shown, one without a header is only in frames and files.
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
) -> Table:
    """A row for each record; ``shown`` picks those that a reader sees, all unless given."""
    records = list(records)
    read = [column for column in columns if column.header]
    kept = records if shown is None else [record for record in records if shown(record)]
    return Table(
        name=name,
        title=title,
        header=tuple(column.header for column in read),
        rows=tuple(tuple(column.text(column.value(record)) for column in read) for record in kept),
        columns={
            column.name: tuple(column.value(record) for record in records)
            for column in columns
            if column.name
        },
    )


def interval_cell(interval: Interval | None, digits: int) -> str:
    """An interval under a header that says its confidence; empty where there is none."""
    if interval is None:
        return ""
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"


def interval_columns(
    interval: Callable[[R], Interval | None], header: str, digits: int | None = None
) -> tuple[Column[R], ...]:
    """An interval: one column to read; low, high and confidence for programs.

    Without ``digits`` each interval is shown with those that its own width asks for.
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


def pair_columns(pair: Callable[[R], Any], header: str = "comparison") -> tuple[Column[R], ...]:
    """Who is compared: one column to read; first and second for programs.

    ``pair`` finds in a record what has the names ``first`` and ``second``.
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
    digits: int,
    confidence: float,
    adjusted: str = "",
    against_value: bool = False,
    p_value: Callable[[Tested[Any]], float] | None = None,
    intervals: Sequence[Column[Any]] = (),
    method: str = "",
) -> tuple[Column[Tested[Any]], ...]:
    """The columns of tested differences: who, by how much, how sure, and p.

    ``comparison`` finds the difference in a record, ``p_value`` the p-value where it is not that of
    the comparison. ``adjusted`` is the header of the adjusted p-values, empty where they are not
    shown, ``method`` that of the methods. ``intervals`` stand beside the intervals. A comparison
    with a fixed value (``against_value``) is shown by its first name alone.
    """

    def of(name: str) -> Callable[[Tested[Any]], Any]:
        return lambda record: getattr(comparison(record), name)

    names = pair_columns(comparison)
    if against_value:
        names = (Column("", of("first"), "classifier", shortened), *names[1:])
    return (
        *names,
        Column("difference", of("difference"), "difference", partial(number, digits=digits)),
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


def digits_of(intervals: Iterable[Interval]) -> int:
    """Digits after the point that serve all these intervals."""
    return max(digits_for(interval.high - interval.low) for interval in intervals)


def comparison_columns(
    comparisons: Sequence[Comparison], adjusted: Sequence[float]
) -> dict[str, tuple[object, ...]]:
    """Comparisons as columns for programs (of studies whose tables are not declared yet)."""
    tests = [
        Tested(result=comparison, adjusted_p_value=p)
        for comparison, p in zip(comparisons, adjusted, strict=True)
    ]
    columns = difference_columns(lambda tested: tested.result, digits=3, confidence=0.95)
    return table("", "", tests, columns).columns
