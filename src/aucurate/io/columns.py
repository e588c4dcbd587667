"""Columns that name something: labels, groups, folds, observations, test sets."""

from typing import Any

import narwhals as nw
import numpy as np

from aucurate.data.class_labels import ClassLabels, read_class_labels
from aucurate.errors import LabelError, TableError
from aucurate.formatting import shortened
from aucurate.io.source import source_of

_COMPARED = 64
_PLAIN = (nw.Boolean, nw.String, nw.Categorical, nw.Enum)
_NESTED = (bytes, bytearray, memoryview, list, tuple, dict, set, frozenset, np.ndarray)


def named_column(table: "nw.DataFrame[Any]", name: str, role: str) -> "nw.Series[Any]":
    """A column whose values are names; refused where it holds no plain values, or where one number
    is spelled in two ways, which may be two names.
    """
    series = table[name]
    refuse_nested(series, name, role)
    source = source_of(table)
    if source is not None and name in source.spellings:
        first, second = (shortened(repr(text)) for text in source.spellings[name])
        kind = LabelError if role == "label" else TableError
        raise kind(
            f"column '{shortened(name)}' ({role}) has {first} and {second}, which are one number; "
            "whether they mean the same cannot be guessed.",
            hint="write every value in one way.",
        )
    return series


def refuse_nested(series: "nw.Series[Any]", name: str, role: str) -> None:
    """Refuse a column of lists, structures, bytes and the like, with its type."""
    dtype = series.dtype
    if dtype.is_numeric() or dtype.is_temporal() or dtype in _PLAIN:
        return
    if dtype == nw.Object:
        there = [value for value in series.to_list() if value is not None]
        kind = next((type(v).__name__ for v in there if isinstance(v, _NESTED)), None)
    else:
        native = series.to_native()
        shown = str(getattr(native, "dtype", getattr(native, "type", dtype)))
        kind = None if series.null_count() == len(series) else shown
    if kind is not None:
        raise TableError(
            f"column '{shortened(name)}' holds {shortened(kind)} and cannot be used for {role}.",
            hint="choose a column with one number, text or date per row, or convert this one.",
        )


def class_labels(series: "nw.Series[Any]") -> ClassLabels:
    """As ``read_class_labels``, but text and categories are compared by the frame's own library."""
    if series.dtype not in _PLAIN:
        return read_class_labels(series.to_native())
    found = series.drop_nulls().unique().to_list()
    if not 0 < len(found) <= _COMPARED or len({type(value) for value in found}) > 1:
        return read_class_labels(series.to_native())
    distinct = sorted(found)
    codes = np.full(len(series), -1, np.int64)
    for code, value in enumerate(distinct):
        codes[np.asarray((series == value).fill_null(False).to_numpy(), np.bool_)] = code
    gone = np.asarray(series.is_null().to_numpy(), np.bool_) if series.null_count() else None
    return ClassLabels(tuple(distinct), codes, gone)
