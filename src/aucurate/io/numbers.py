"""A column of scores: numbers, or an error that says which row is none."""

from typing import Any

import narwhals as nw

from aucurate.errors import ScoreError
from aucurate.formatting import shortened

_LOOKED_AT = 1000
_WIDE = (nw.Int128, nw.UInt128)


def numbers(series: "nw.Series[Any]", name: str) -> Any:
    """The column for ``PairedScores``; text is refused with the row that is no number."""
    if series.dtype == nw.String and series.null_count() < len(series):
        _refuse_text(series, name)
    if series.dtype == nw.Decimal:
        return series.cast(nw.Float64).to_native()
    if series.dtype in _WIDE:
        return _narrowed(series, name).to_native()
    return series.to_native()


def mostly_numbers(series: "nw.Series[Any]") -> bool:
    """Whether more than half of the first values of a column of text or objects read as numbers."""
    if series.dtype not in (nw.String, nw.Object):
        return False
    values = series.drop_nulls().head(_LOOKED_AT).to_list()
    return 2 * sum(_is_number(value, decimal_comma=True) for value in values) > len(values)


def first_no_number(series: "nw.Series[Any]") -> tuple[int, Any]:
    """Row and value of the first entry that is no number, or of the first entry that is there."""
    there = [(row, value) for row, value in enumerate(series.to_list()) if value is not None]
    return next((entry for entry in there if not _is_number(entry[1])), there[0])


def _refuse_text(series: "nw.Series[Any]", name: str) -> None:
    row, value = first_no_number(series)
    if _is_number(value):
        hint = "the numbers are stored as text; convert the column first."
    elif _is_number(value, decimal_comma=True):
        hint = "write the numbers with a decimal point."
    else:
        hint = "name the columns that hold scores, or mend the table."
    raise ScoreError(
        f"scores must be numbers; column '{shortened(name)}', row {row} is "
        f"{shortened(repr(value))}.",
        hint=hint,
    )


def _is_number(value: Any, *, decimal_comma: bool = False) -> bool:
    text = value.replace(",", ".", 1) if decimal_comma and isinstance(value, str) else value
    try:
        float(text)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _narrowed(series: "nw.Series[Any]", name: str) -> "nw.Series[Any]":
    """Integers beyond 64 bits as floats, if a float can hold them."""
    wide = series.cast(nw.Float64)
    values, floats = series.to_list(), wide.to_list()
    for row, (value, rounded) in enumerate(zip(values, floats, strict=True)):
        if value is not None and int(rounded) != value:
            raise ScoreError(
                f"column '{shortened(name)}', row {row} is {value}, which a 64-bit float cannot "
                "hold; rounding would make ties.",
                hint="if it is no score, name the columns that are; or replace it by its ranks.",
            )
    return wide
