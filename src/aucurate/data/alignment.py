"""Rows with an index (pandas and similar): matched by it, or refused where it is ambiguous.

Labels and scores are given apart, and only their order says which score belongs to which label,
unless they carry an index. Arrays, lists and frames without an index are taken by position. With
indexes the rule is:

- equal in order, duplicated entries or not: by position, which is the same;
- unique, the same entries in another order: moved to the order of the labels' index, and the
  result says so (``Observations.aligned``);
- a default index (0, 1, 2, ...) with entries that are unrelated to it: by position;
- a default index with the same numbers in another order, as from ``frame.sample(frac=1)`` with
``pd.Series(probabilities)``: refused, because either order may be meant;
- different entries, or duplicated ones in another order: refused.

Where the labels have no index, or a default one, nothing says which order is theirs: then the
indexes of all columns must be equal in order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.errors import ScoreError
from aucurate.formatting import shortened

_BY_POSITION = "pass the values without an index, .to_numpy(), if the rows are in the same order"


class Aligned(NamedTuple):
    """Columns in the order of the labels, and the places of those whose rows were moved."""

    columns: tuple[Any, ...]
    moved: tuple[int, ...]


class _Indexed(NamedTuple):
    """A column (or the labels) with an index; ``place`` is -1 for the labels."""

    title: str
    index: Any
    place: int


def aligned(labels: Any, columns: Iterable[tuple[str, Any]]) -> Aligned:
    """The columns, each with what a message calls it, in the order of the labels.

    What has another length than the labels is left as it is: the lengths are checked elsewhere.
    """
    given = tuple(columns)
    named, default = _split(labels, [("the labels", labels), *given])
    if not named:
        return Aligned(tuple(values for _, values in given), ())
    reference = named[0]
    for unnamed in default:
        _refuse_permuted(unnamed, reference)
    found = [values for _, values in given]
    moved = []
    for one in named[1:]:
        order = _order(one, reference)
        if order is not None:
            _refuse_without_labels(one, reference)
            found[one.place] = nw.to_native(found[one.place], pass_through=True).iloc[order]
            moved.append(one.place)
    return Aligned(tuple(found), tuple(moved))


def aligned_columns(
    labels: Any, scores: Mapping[str, Any], **extras: Any
) -> tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]:
    """Scores by their names and what else belongs to the rows (None: not given), aligned.

    The scores of a classifier may be a column, a matrix or a mapping of columns. The third are the
    names of what was moved.
    """
    flat = {
        (name, label): values
        for name, given in scores.items()
        for label, values in (given.items() if isinstance(given, Mapping) else [(None, given)])
    }
    there = {name: values for name, values in extras.items() if values is not None}
    titled = [(f"'{shortened(str(name))}'", values) for (name, _), values in flat.items()]
    found = aligned(labels, [*titled, *there.items()])
    in_order = dict(zip(flat, found.columns, strict=False))
    columns = {
        name: {label: in_order[name, label] for label in given}
        if isinstance(given, Mapping)
        else in_order[name, None]
        for name, given in scores.items()
    }
    others = dict(zip(there, found.columns[len(flat) :], strict=True))
    names = [*(str(name) for name, _ in flat), *there]
    moved = tuple(dict.fromkeys(names[at] for at in found.moved))
    return columns, dict.fromkeys(extras) | others, moved


def library_of(*given: Any) -> str:
    """The data frame library that the first of these frames and series is of; else nothing.

    Lazy frames do not count: results are not made by what computes elsewhere. A mapping is looked
    into.

    >>> import polars as pl
    >>> library_of([0, 1], {"forest": pl.Series([0.2, 0.8])}), library_of([0, 1])
    ('polars', '')
    """
    for values in given:
        if isinstance(values, Mapping):
            found = library_of(*values.values())
        else:
            wrapped = _wrapped(values)
            found = "" if wrapped is None else str(wrapped.implementation.value)
        if found:
            return found
    return ""


def index_of(values: Any) -> Any:
    """The index of a frame or a series that has one, else None."""
    wrapped = _wrapped(values)
    return None if wrapped is None else nw.maybe_get_index(wrapped)


def _wrapped(values: Any) -> "nw.DataFrame[Any] | nw.Series[Any] | None":
    """A frame or a series through narwhals, else None."""
    if isinstance(values, np.ndarray | list | tuple | range | str | bytes | Mapping):
        return None
    try:
        wrapped = nw.from_native(values, eager_only=True, allow_series=True, pass_through=True)
    except nw.exceptions.DuplicateError:  # two columns of the same name, refused elsewhere
        return None
    return wrapped if isinstance(wrapped, nw.DataFrame | nw.Series) else None


def _split(
    labels: Any, columns: Sequence[tuple[str, Any]]
) -> tuple[list[_Indexed], list[_Indexed]]:
    """Those with an index of their own, and those with a default one; the labels come first."""
    indexed = [
        _Indexed(title, index, place)
        for place, (title, values) in enumerate(columns, -1)
        if (index := index_of(values)) is not None
    ]
    try:
        size = len(labels)
    except TypeError:  # refused where the labels are read
        size = -1
    named: list[_Indexed] = []
    default: list[_Indexed] = []
    for one in indexed:
        if len(one.index) == size:
            (default if _is_default(one.index) else named).append(one)
    return named, default


def _is_default(index: Any) -> bool:
    """Whether this is the default index: 0, 1, 2, ..."""
    return type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)


def _order(one: _Indexed, reference: _Indexed) -> NDArray[np.intp] | None:
    """The rows of this column in the order of the reference; None where they stand so already."""
    if one.index is reference.index or one.index.equals(reference.index):
        return None
    for which in (one, reference):
        if not which.index.is_unique:
            entry = which.index[which.index.duplicated()][0]
            raise ScoreError(
                f"{one.title} and {reference.title} have different indexes, and that of "
                f"{which.title} has {_shown(entry)} more than once: the rows cannot be matched.",
                hint="call reset_index(drop=True) on the table before selecting its columns, or "
                f"{_BY_POSITION}.",
            )
    order = _places(one.index, reference.index)
    if (order < 0).any():
        entry = reference.index[int(np.argmax(order < 0))]
        raise ScoreError(
            f"{one.title} and {reference.title} have different indexes: {_shown(entry)} is in "
            f"that of {reference.title} only.",
            hint=f"pass the same rows to both, or {_BY_POSITION}.",
        )
    return order


def _places(index: Any, wanted: Any) -> NDArray[np.intp]:
    """The positions of the wanted entries in a unique index; -1 for those not in it."""
    try:
        return np.asarray(index.get_indexer(wanted), np.intp)
    except Exception:  # intervals that overlap have no indexer; each library has its own error
        places = {entry: place for place, entry in enumerate(index)}
        return np.array([places.get(entry, -1) for entry in wanted], np.intp)


def _refuse_permuted(default: _Indexed, named: _Indexed) -> None:
    """Refuse a default index with the same numbers in another order."""
    index = named.index
    if default.index.equals(index) or not index.is_unique:
        return
    if (_places(default.index, index) < 0).any():
        return
    raise ScoreError(
        f"the index of {default.title} is 0 to {len(index) - 1} in order, and {named.title} "
        f"{'have' if named.place < 0 else 'has'} the same numbers in another order: it is not "
        "clear whether to match rows by index or by position.",
        hint=f"{_BY_POSITION}; to match by index, put them in the same order first: scores = "
        "scores.loc[labels.index].",
    )


def _refuse_without_labels(one: _Indexed, reference: _Indexed) -> None:
    if reference.place < 0:
        return
    raise ScoreError(
        f"the indexes of {reference.title} and {one.title} have the same entries in different "
        "orders, and the labels have no index that would show which order is theirs.",
        hint=f"pass the labels with their index, too, or {_BY_POSITION}.",
    )


def _shown(entry: Any) -> str:
    parts = entry if isinstance(entry, tuple) else (entry,)
    texts = [repr(part) if isinstance(part, str) else str(part) for part in parts]
    return shortened(f"({', '.join(texts)})" if isinstance(entry, tuple) else texts[0])
