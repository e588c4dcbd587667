"""A table as data: the numbers with every digit, and the words a reader sees."""

from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.formatting import number
from aucurate.results import Comparison, Interval, Record


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


def difference_columns(
    comparisons: Sequence[Comparison], adjusted: tuple[float, ...]
) -> dict[str, tuple[object, ...]]:
    """Comparisons as columns, every digit kept."""
    return {
        "first": tuple(c.first for c in comparisons),
        "second": tuple(c.second for c in comparisons),
        "difference": tuple(c.difference for c in comparisons),
        "standard_error": tuple(c.standard_error for c in comparisons),
        "low": tuple(c.interval.low for c in comparisons),
        "high": tuple(c.interval.high for c in comparisons),
        "confidence": tuple(c.interval.confidence for c in comparisons),
        "statistic": tuple(c.statistic for c in comparisons),
        "degrees_of_freedom": tuple(c.degrees_of_freedom for c in comparisons),
        "p_value": tuple(c.p_value for c in comparisons),
        "adjusted_p_value": adjusted,
        "alternative": tuple(c.alternative for c in comparisons),
        "method": tuple(c.method for c in comparisons),
    }


def interval_cell(interval: Interval, digits: int) -> str:
    """An interval under a header that says its confidence."""
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"
