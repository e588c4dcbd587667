"""A column of scores: numbers, or an error that says which row is none."""

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np

from aucurate.errors import ScoreError
from aucurate.formatting import shortened
from aucurate.io.columns import refuse_nested

_LOOKED_AT = 1000
_ROWS = 10
_WRITTEN = re.compile(
    r"\s*[+-]?(?=[.,]?\d)(\d{1,3}([.,' ]\d{3})+|\d*)([.,]\d*)?(e[+-]?\d+)?\s*%?\s*", re.I
)
_R_ROW_NAMES = ("X", *(f"X.{k}" for k in range(1, 10)))


def numbers(series: "nw.Series[Any]", name: str, what: str = "scores") -> Any:
    """The column for ``PairedScores``; text is refused with the row that is no number.

    ``what`` is what the numbers are, for the message.
    """
    refuse_nested(series, name, what)
    if series.dtype == nw.String and series.null_count() < len(series):
        wrong = first_wrong(series)
        raise ScoreError(
            f"{what} must be numbers; column '{shortened(name)}', row {wrong.row} is "
            f"{wrong.shown}.",
            hint=f"{wrong.remedy}."
            if mostly_numbers(series)
            else f"name the columns that hold {what}.",
            row=wrong.row,
        )
    if series.dtype == nw.Decimal:
        floats = series.cast(nw.Float64)
        if floats.n_unique() == series.n_unique():
            return floats.to_native()
    return series.to_native()


def mostly_numbers(series: "nw.Series[Any]") -> bool:
    """Whether more than half of the first values of a column of text or objects read as numbers,
    be it with a decimal comma or a percent sign.
    """
    if series.dtype not in (nw.String, nw.Object):
        return False
    values = series.drop_nulls().head(_LOOKED_AT).to_list()
    return 2 * sum(_meant_as_number(value) for value in values) > len(values)


class Wrong(NamedTuple):
    """A cell that cannot be read as a number: where it is, as text, and what to do about it."""

    row: int
    shown: str
    remedy: str


def first_wrong(series: "nw.Series[Any]") -> Wrong:
    """The first entry that is no number, or that a 64-bit float cannot tell from another one."""
    there = [(row, value) for row, value in enumerate(series.to_list()) if value is not None]
    for row, value in there:
        if not _is_number(value):
            return Wrong(row, _shown(value), _remedy(value))
    inexact = _first_inexact(there)
    if inexact is None:
        row, value = there[0]
        return Wrong(row, _shown(value), "the numbers are stored as text; convert the column first")
    row, value = inexact
    return Wrong(
        row,
        f"{_shown(value)}, which a 64-bit float cannot hold; rounding would make ties",
        "replace the scores by their ranks, or subtract a constant first",
    )


def counts_rows(series: "nw.Series[Any]", name: str) -> bool:
    """Whether a column only numbers the rows: each whole number from 0 or 1 on once, in any order.

    Of the columns that R calls X, different whole numbers are enough: the rows of a subset keep
    their numbers.

    >>> import polars as pl
    >>> column = nw.from_native(pl.Series(range(20)).shuffle(1), series_only=True)
    >>> counts_rows(column, "v"), counts_rows(column + 2, "v"), counts_rows(column + 2, "X")
    (True, False, True)
    """
    size = len(series)
    if size < _ROWS or not series.dtype.is_numeric() or series.null_count():
        return False
    values = np.sort(np.asarray(series.cast(nw.Float64).to_numpy(), np.float64))
    low, high = values[0], values[-1]
    if name in _R_ROW_NAMES:
        return bool(low >= 0 and (np.diff(values) > 0).all() and (values == values.round()).all())
    return (low, high) in ((0, size - 1), (1, size)) and bool((np.diff(values) == 1).all())


def _first_inexact(there: Iterable[tuple[int, Any]]) -> tuple[int, Any] | None:
    held: dict[float, Decimal] = {}
    for row, value in there:
        if not isinstance(value, str):
            continue
        exact, rounded = Decimal(value), float(value)
        if math.isnan(rounded) or exact.is_infinite():
            continue
        lost = math.isinf(rounded) or (rounded == 0) != (exact == 0)
        if lost or held.setdefault(rounded, exact) != exact:
            return row, value
    return None


def _remedy(value: Any) -> str:
    if not _meant_as_number(value):
        return "correct this cell; if it means that the value is missing, leave it empty"
    if value.rstrip().endswith("%"):
        return "write the numbers without percent signs"
    return "write the numbers with a decimal point, and nothing between thousands"


def _shown(value: Any) -> str:
    return shortened(repr(value))


def _meant_as_number(value: Any) -> bool:
    """Whether this is a number, or text that a reader takes for one: 0,25 or 1.250,5 or 39.3%.

    >>> [_meant_as_number(text) for text in ("0,25", "1.250,5", "39.3 %", "1'000", "1.2.3", "-")]
    [True, True, True, True, False, False]
    """
    return _is_number(value) or (isinstance(value, str) and _WRITTEN.fullmatch(value) is not None)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    except OverflowError:  # a whole number of more than 308 digits
        return True
    return True
