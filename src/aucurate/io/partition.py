"""Rows of one table that belong to different, independent test sets."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column, numeric_scores
from aucurate.data.class_labels import class_name
from aucurate.data.labels import Labels
from aucurate.data.observations import Missing
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import LabelError, TableError
from aucurate.formatting import count, listing, shortened
from aucurate.io.columns import class_labels


def split_by_test_set(
    test_sets: "nw.Series[Any]",
    labels: Labels,
    columns: Mapping[str, Any],
    *,
    lower: str | Collection[str],
    missing: Missing,
    extras: Mapping[str, Any],
) -> UnpairedScores:
    """One ``Scores`` per value of ``test_sets``, in their order; one column of scores."""
    if len(columns) != 1:
        raise TableError(
            f"with a column of test sets there must be one column of scores; there are "
            f"{len(columns)}, {listing([shortened(name) for name in columns])}.",
            hint=f"name it, e.g. scores=['{next(iter(columns))}'].",
        )
    if test_sets.null_count():
        row = int(np.argmax(test_sets.is_null().to_numpy()))
        raise TableError(
            f"row {row} belongs to no test set ({count(test_sets.null_count(), 'such row')} in "
            "all).",
            hint="mend the table, or take these rows out.",
            row=row,
        )
    ((name, values),) = columns.items()
    array = numeric_scores(values, name)
    carried = {key: column(extra) for key, extra in extras.items()}
    # the whole table first, so that an error names the row of the table
    PairedScores.from_labels(labels, {name: array}, lower=lower, missing=missing, **carried)
    turned = np.negative(array) if len(lower) else array
    members = []
    sets = class_labels(test_sets)
    for code, value in enumerate(sets.distinct):
        rows = np.flatnonzero(sets.codes == code)
        member = _member(class_name(value), rows, labels, turned, missing, carried)
        members.append(replace(member, lower=bool(len(lower))))
    return UnpairedScores(tuple(members))


def _member(
    name: str,
    rows: NDArray[np.int64],
    labels: Labels,
    values: NDArray[Any],
    missing: Missing,
    carried: Mapping[str, NDArray[Any]],
) -> Scores:
    absent = None if labels.missing is None else labels.missing[rows]
    there = Labels(labels.is_positive[rows], absent, labels.positive, labels.negative)
    extras = {key: array[rows] for key, array in carried.items()}
    try:
        data = PairedScores.from_labels(there, {name: values[rows]}, missing=missing, **extras)
    except LabelError as error:
        raise LabelError(
            f"test set '{shortened(name)}': {error.message}", hint=error.hint
        ) from None
    return data[name]
