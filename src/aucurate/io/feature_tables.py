"""Features of any kind as tables: their length, and the rows of a selection."""

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.errors import TableError
from aucurate.formatting import count


def table_of(features: Any, labels: int) -> Any:
    """Features in a form whose rows can be selected, one row per label."""
    table = _indexable(features)
    if _length(table) != labels:
        raise TableError(
            f"X has {count(_length(table), 'row')} for {count(labels, 'label')}.",
            hint="pass one label per row of X, in the same order.",
        )
    return table


def take(features: Any, rows: NDArray[np.int64]) -> Any:
    """These rows, in the form that the features have."""
    if hasattr(features, "iloc"):
        return features.iloc[rows]
    if isinstance(features, list):
        return [features[row] for row in rows]
    wrapped = through_narwhals(features)
    if isinstance(wrapped, nw.DataFrame | nw.Series):
        return wrapped[rows.tolist()].to_native()
    return features[rows]


def through_narwhals(features: Any) -> Any:
    """A frame or series as narwhals sees it; anything else, and frames it refuses, as they are."""
    try:
        return nw.from_native(features, allow_series=True, pass_through=True)
    except nw.exceptions.DuplicateError:
        return features


def _indexable(features: Any) -> Any:
    from scipy.sparse import issparse

    if issparse(features):
        matrix: Any = features
        return matrix.tocsr()
    if isinstance(features, tuple):
        return list(features)
    wrapped = through_narwhals(features)
    if isinstance(wrapped, nw.LazyFrame):
        return wrapped.collect().to_native()
    single = not hasattr(features, "__len__") or getattr(features, "shape", None) == ()
    if isinstance(features, str | bytes | dict) or single:
        raise TableError(
            f"X must be a table of features; it is a {type(features).__name__}.",
            hint="pass a data frame, an array or a sparse matrix with one row per observation.",
        )
    return features


def _length(features: Any) -> int:
    shape = getattr(features, "shape", None)
    return int(shape[0]) if shape else len(features)
