"""Scores with a column per class: what they were given as, in the order of the classes."""

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data import observations
from aucurate.data.arrays import column, numeric_scores
from aucurate.data.class_labels import ClassLabels, class_names, plain, shown, sorted_classes
from aucurate.data.observations import Missing
from aucurate.errors import ScoreError
from aucurate.formatting import count, listing, shortened


def class_columns(
    scores: Mapping[str, Any], labels: ClassLabels, classes: Sequence[Any] | None
) -> tuple[tuple[Any, ...], list[list[NDArray[Any]]]]:
    """The classes, and for each classifier its columns of scores in their order.

    A mapping or a frame names its columns; those of an array are ``classes`` in their order, or
    without them the sorted labels where that leaves no doubt.
    """
    said = None if classes is None else _as_tuple(classes)
    read = {name: _named_columns(values, name, labels, said) for name, values in scores.items()}
    order = next(iter(read.values()))[0] if said is None else said
    names = class_names(order)
    return order, [_in_order(name, names, *found) for name, found in read.items()]


def stacked(
    columns: Sequence[Sequence[NDArray[Any]]],
    names: tuple[str, ...],
    classes: tuple[str, ...],
    size: int,
) -> NDArray[Any]:
    """Classifiers x classes x observations: the one copy that is made of the scores."""
    arrays = [
        [
            numeric_scores(array, title(name, label))
            for label, array in zip(classes, of_name, strict=True)
        ]
        for name, of_name in zip(names, columns, strict=True)
    ]
    for name, of_name in zip(names, arrays, strict=True):
        for label, array in zip(classes, of_name, strict=True):
            if len(array) != size:
                raise ScoreError(
                    f"'{title(name, label)}' has {count(len(array), 'value')} for "
                    f"{count(size, 'label')}.",
                    hint="give one value per observation and class, in the same order.",
                )
    kind = np.result_type(*(array.dtype for of_name in arrays for array in of_name))
    matrix = np.empty((len(names), len(classes), size), kind)
    for at, of_name in enumerate(arrays):
        for place, array in enumerate(of_name):
            matrix[at, place] = array
    return matrix


def missing_rows(
    labels: ClassLabels,
    values: NDArray[Any],
    names: tuple[str, ...],
    classes: tuple[str, ...],
    missing: Missing,
) -> NDArray[np.bool_] | None:
    """The rows to drop, or None; refuses at the first missing value unless told to drop."""
    columns = (
        ("scores", title(name, label), row)
        for name, of_name in zip(names, values, strict=True)
        for label, row in zip(classes, of_name, strict=True)
    )
    return observations.missing_rows(labels.missing, columns, missing)


def title(name: str, label: str) -> str:
    """What the column of a class is called in a message."""
    return f"{shortened(name)}: {shortened(label)}"


def _as_tuple(classes: Sequence[Any]) -> tuple[Any, ...]:
    class_names(classes)
    return tuple(plain(label) for label in classes)


def _named_columns(
    values: Any, name: str, labels: ClassLabels, said: tuple[Any, ...] | None
) -> tuple[tuple[Any, ...], list[NDArray[Any]]]:
    named = _mapping(values, name)
    if named is not None:
        return tuple(named), [column(array) for array in named.values()]
    matrix = _matrix(values, name)
    many = matrix.shape[1]
    if said is not None and len(said) != many:
        raise ScoreError(
            f"'{shortened(name)}' has {count(many, 'column')} of scores for {len(said)} classes, "
            f"{shown(said)}.",
            hint="give a column for every class, in the order of classes=.",
        )
    return said or sorted_classes(labels, many), [matrix[:, at] for at in range(many)]


def _mapping(values: Any, name: str) -> Mapping[Any, Any] | None:
    """Columns by their names, if these scores have names."""
    if isinstance(values, Mapping):
        return values
    try:
        frame = nw.from_native(values, eager_only=True, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise ScoreError(
            f"two columns of '{shortened(name)}' have the same name.",
            hint="give each class one column of scores.",
        ) from None
    if isinstance(frame, nw.DataFrame):
        series = frame.iter_columns()  # by place: a column may be called 0
        return {label: each.to_native() for label, each in zip(frame.columns, series, strict=True)}
    return None


def _matrix(values: Any, name: str) -> NDArray[Any]:
    """Observations x classes."""
    try:
        if isinstance(values, np.ndarray):
            matrix: NDArray[Any] = values
        elif hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            matrix = np.from_dlpack(values)
        else:
            matrix = np.asarray(values)
    except (ValueError, OverflowError):
        raise ScoreError(
            f"the rows of '{shortened(name)}' have different lengths.",
            hint="give one score per observation and class.",
        ) from None
    except (TypeError, BufferError, RuntimeError) as error:
        raise ScoreError(
            f"'{shortened(name)}' is a {type(values).__name__}, which cannot be read: {error}.",
            hint="if it lies on another device, move it to the CPU first, e.g. tensor.cpu().",
        ) from None
    if matrix.ndim != 2:
        raise ScoreError(
            f"scores with a column per class have two dimensions; '{shortened(name)}' has the "
            f"shape {matrix.shape}.",
            hint="give observations x classes, e.g. predict_proba's columns, or a mapping from "
            "each class to its scores; one score for two classes is for Scores.",
        )
    return matrix


def _in_order(
    name: str, wanted: tuple[str, ...], given: tuple[Any, ...], columns: list[NDArray[Any]]
) -> list[NDArray[Any]]:
    """The columns in the order of the classes; each class must have one, and no other may."""
    names = class_names(given)
    for one, other, words in (
        (wanted, names, "has no column for the class"),
        (names, wanted, "has a column for"),
    ):
        odd = [label for label in one if label not in other]
        if odd:
            raise ScoreError(
                f"'{shortened(name)}' {words} {listing([repr(shortened(v)) for v in odd[:5]])}; "
                f"the classes are {shown(wanted)}.",
                hint="give every classifier one column of scores for each class, and no other.",
            )
    return [columns[names.index(label)] for label in wanted]
