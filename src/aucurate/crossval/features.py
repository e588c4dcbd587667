"""Features from the columns of any frame: numbers as floats, text as categories."""

from collections.abc import Collection, Iterable
from typing import Any

import narwhals as nw
import numpy as np

from aucurate.errors import TableError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.io.columns import (
    counts_rows,
    first_wrong,
    is_nameless,
    mostly_numbers,
    not_a_score,
    refuse_nested,
)
from aucurate.io.frames import as_table, require_column
from aucurate.io.origin import index_columns, located

MISSING = "(missing)"

_TEXT = (nw.String, nw.Categorical, nw.Enum)


def features(frame: Any, *, used: Iterable[str] = (), keep: Collection[str] = ()) -> Any:
    """The columns of a frame that estimators can be trained on, in the library of the frame.

    ``used`` are the columns with another role: the label, groups, what is to be left out. Numbers
    and booleans become floats, with NaN where they are missing; text becomes categories, a missing
    one being a category of its own. What cannot be a feature is refused and not left out silently,
    and so are identifiers and row numbers, which reveal the label where the rows are sorted by it:
    ``keep`` names those that are features all the same. Columns without a name and the index of a
    pandas frame are left out unless ``keep`` names them.

    >>> import polars as pl
    >>> table = pl.DataFrame({"y": [0, 1, 1], "age": [61, None, 47], "sex": ["f", "m", None]})
    >>> features(table, used=["y"]).rows()
    [(61.0, 'f'), (nan, 'm'), (47.0, '(missing)')]
    """
    table = as_table(frame)
    taken = {str(name) for name in used}
    for name in (*taken, *keep):
        require_column(table, name)
    indexes = index_columns(table)
    names = [
        name
        for name in table.columns
        if name not in taken and (name in keep or not (is_nameless(name) or name in indexes))
    ]
    if not names:
        raise TableError(
            "no column is left to train on.", hint="leave fewer columns out, or add features."
        )
    with located(table):
        for name in names:
            if name not in keep:
                _refuse_row_names(table[name], name)
        return table.select(*(_feature(table[name], name) for name in names)).to_native()


def is_text(series: "nw.Series[Any]") -> bool:
    """Whether a column holds words, of which each is a category."""
    if series.dtype == nw.Object:
        return all(isinstance(value, str) for value in series.drop_nulls().to_list())
    return series.dtype in _TEXT


def _refuse_row_names(series: "nw.Series[Any]", name: str) -> None:
    short = shortened(name)
    hint = Hint(
        "leave it out with {leave_out}, or train on it with {keep}.", leave_out=short, keep=short
    )
    if not_a_score(series, name):
        raise TableError(
            f"column '{shortened(name)}' looks like a fold or an identifier, not like a feature; "
            "it is not clear whether to train on it.",
            hint=hint,
        )
    if counts_rows(series, name):
        raise TableError(
            f"column '{shortened(name)}' numbers the rows, from {series.min():.0f} to "
            f"{series.max():.0f}; it is not clear whether to train on it.",
            hint=hint,
        )


def _feature(series: "nw.Series[Any]", name: str) -> "nw.Series[Any]":
    refuse_nested(series, name, "a feature")
    if series.dtype.is_numeric() or series.dtype == nw.Boolean:
        floats = series.cast(nw.Float64)
        return floats.fill_null(float("nan")) if floats.null_count() else floats
    if not is_text(series):
        raise TableError(
            f"column '{shortened(name)}' holds {series.dtype}, neither numbers nor text.",
            hint="convert it to numbers, or leave it out.",
        )
    _refuse_no_category(series, name)
    # Some versions of pandas write a missing value as the word None or nan when it becomes text.
    gone = np.flatnonzero(series.is_null().to_numpy()).tolist()
    text = series.cast(nw.String)
    return text.scatter(gone, [MISSING] * len(gone)) if gone else text


def _refuse_no_category(series: "nw.Series[Any]", name: str) -> None:
    if series.null_count() < len(series) and mostly_numbers(series):
        wrong = first_wrong(series)
        raise TableError(
            f"column '{shortened(name)}' is text, but most of it reads as numbers "
            f"(row {wrong.row} is {wrong.shown}).",
            hint=Hint(
                "{}; or leave the column out with {leave_out}.",
                wrong.remedy,
                leave_out=shortened(name),
            ),
            row=wrong.row,
        )
    there = len(series) - series.null_count()
    distinct = series.drop_nulls().n_unique() if there else 0
    if distinct > 2 and 2 * distinct > there:
        raise TableError(
            f"column '{shortened(name)}' is text with {count(distinct, 'different value')} in "
            f"{count(there, 'row')}: these are not categories.",
            hint="leave the column out.",
        )
