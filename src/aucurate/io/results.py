"""Results of algorithms on data sets, from frames and files, wide or long."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np

from aucurate.data.arrays import numeric_scores
from aucurate.data.source import Source
from aucurate.errors import TableError
from aucurate.formatting import join_words, shortened
from aucurate.hints import Hint
from aucurate.io.columns import mostly_numbers, named_column, numbers
from aucurate.io.frames import as_table, require_column, score_columns
from aucurate.io.origin import located, source_of

_DATA_SET = ("dataset", "data set", "data_set", "datasets")


class ResultsColumns(NamedTuple):
    """The values of each algorithm, and where each comes from: data set, fold and repeat."""

    values: dict[str, Any]
    datasets: list[str] | None
    folds: list[str] | None
    repeats: list[str] | None
    source: Source


def results_columns(
    frame: Any,
    *,
    dataset: str | None,
    algorithm: str | None,
    value: str | None,
    algorithms: str | Sequence[str] | None,
    fold: str | None,
    repeat: str | None,
) -> ResultsColumns:
    """What :meth:`ResultsTable.from_frame` takes from a frame, wide or long."""
    table = as_table(frame)
    for name in (dataset, algorithm, value, fold, repeat):
        if name is not None:
            require_column(table, name)
    if (algorithm is None) != (value is None):
        raise TableError(
            "a table in long form needs a column of algorithms and a column of values.",
            hint=Hint(
                "set {algorithm} and {value}, or neither for a table with a column per algorithm."
            ),
        )
    if repeat is not None and fold is None:
        raise TableError(
            "repeat needs a column of folds.",
            hint=Hint("name it, e.g. {fold}.", fold="fold"),
        )
    with located(table):
        if algorithm is not None and value is not None:
            return _long(table, dataset, algorithm, value, fold, repeat)
        return _wide(table, dataset, algorithms, fold, repeat)


def fold_columns(
    frame: Any, *, values: str | Sequence[str] | None, fold: str | None, repeat: str | None
) -> ResultsColumns:
    """What :meth:`FoldValues.from_frame` takes from a frame."""
    table = as_table(frame)
    used = [name for name in (fold, repeat) if name is not None]
    with located(table):
        found = score_columns(table, used=used, scores=values, argument="values")
        columns = {name: numbers(table[name], name) for name in found.scores}
        source = source_of(table, **found.unnamed(values))
        return ResultsColumns(columns, None, _names(table, fold), _names(table, repeat), source)


def _wide(
    table: "nw.DataFrame[Any]",
    dataset: str | None,
    algorithms: str | Sequence[str] | None,
    fold: str | None,
    repeat: str | None,
) -> ResultsColumns:
    chosen = [algorithms] if isinstance(algorithms, str) else algorithms
    of_folds = [name for name in (fold, repeat) if name is not None]
    named = dataset or naming_column(table, [*(chosen or ()), *of_folds])
    used = [*([] if named is None else [named]), *of_folds]
    found = score_columns(table, used=used, scores=chosen, argument="algorithms")
    columns = {name: numbers(table[name], name) for name in found.scores}
    source = source_of(table, **found.unnamed(chosen))
    datasets, folds, repeats = (_names(table, name) for name in (named, fold, repeat))
    datasets = _texts_of_index(table) if named is None else datasets
    return ResultsColumns(columns, datasets, folds, repeats, source)


def _texts_of_index(table: "nw.DataFrame[Any]") -> list[str] | None:
    """The index of the rows, where there is one and it holds text."""
    index = nw.maybe_get_index(table)
    if index is None or not all(isinstance(entry, str) for entry in index):
        return None
    return list(index)


def naming_column(frame: Any, others: Sequence[str] = ()) -> str | None:
    """The column with the names of the data sets: it is called so, or is the only one of text.

    ``others`` are columns that hold something else.

    >>> import polars as pl
    >>> naming_column(pl.DataFrame({"where": ["iris"], "forest": [0.9], "tree": [0.8]}))
    'where'
    """
    table = as_table(frame)
    called = [name for name in table.columns if name.strip().lower() in _DATA_SET]
    texts = [
        name
        for name in table.columns
        if name not in others
        and not table[name].dtype.is_numeric()
        and table[name].dtype != nw.Boolean
        and not mostly_numbers(table[name])
    ]
    candidates = called or texts
    if len(candidates) > 1:
        raise TableError(
            "which column names the data sets? Candidates: "
            f"{join_words([repr(shortened(n)) for n in candidates], 'or')}.",
            hint=Hint(
                "name it, e.g. {dataset}; for a table with a row per data set and algorithm, also "
                "set {algorithm} and {value}.",
                dataset=shortened(candidates[0]),
            ),
        )
    return candidates[0] if candidates else None


def _long(
    table: "nw.DataFrame[Any]",
    dataset: str | None,
    algorithm: str,
    value: str,
    fold: str | None,
    repeat: str | None,
) -> ResultsColumns:
    if dataset is None:
        raise TableError(
            "a table in long form needs a column that names the data sets.",
            hint=Hint("set {dataset}."),
        )
    values = np.asarray(numeric_scores(numbers(table[value], value), value), np.float64)
    where = [_names(table, name) or [""] * len(table) for name in (dataset, fold, repeat)]
    who = _names(table, algorithm) or []
    cells: dict[tuple[tuple[str, ...], str], float] = {}
    for row, key in enumerate(zip(zip(*where, strict=True), who, strict=True)):
        if key in cells:
            (name, own_fold, own_repeat), learner = key
            inside = f" in fold '{shortened(own_fold)}'" if fold else ""
            inside += f" of repeat '{shortened(own_repeat)}'" if repeat else ""
            raise TableError(
                f"'{shortened(learner)}' has two values on '{shortened(name)}'{inside} (row {row} "
                "is the second).",
                hint=Hint(
                    "give one value per data set and algorithm, or name the column of the folds, "
                    "e.g. {fold}.",
                    fold="fold",
                )
                if fold is None
                else Hint(
                    "give each fold of a data set its own name, or name the column of the "
                    "repeats, e.g. {repeat}.",
                    repeat="repeat",
                ),
                row=row,
            )
        cells[key] = float(values[row])
    rows = list(dict.fromkeys(place for place, _ in cells))
    columns = {
        name: np.array([cells.get((row, name), np.nan) for row in rows])
        for name in dict.fromkeys(who)
    }
    datasets, folds, repeats = ([row[at] for row in rows] for at in range(3))
    used = (dataset, algorithm, value, fold, repeat)
    not_used = tuple(name for name in table.columns if name not in used)
    source = source_of(table, columns_not_used=not_used)
    return ResultsColumns(
        columns, datasets, folds if fold else None, repeats if repeat else None, source
    )


def _names(table: "nw.DataFrame[Any]", column: str | None) -> list[str] | None:
    if column is None:
        return None
    series = named_column(table, column, "names")
    if series.null_count():
        raise TableError(
            f"column '{shortened(column)}' has rows without a name.", hint="correct the table."
        )
    return [str(name) for name in series.to_list()]
