"""Results of algorithms on data sets, from frames and files, wide or long."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np

from aucurate.checks import checked
from aucurate.data.arrays import numeric_scores
from aucurate.data.observations import Missing
from aucurate.data.results_table import Better, ResultsTable
from aucurate.errors import TableError
from aucurate.formatting import join_words, shortened
from aucurate.io.columns import mostly_numbers, named_column, numbers
from aucurate.io.files import read_table
from aucurate.io.frames import as_table, require_column, score_columns
from aucurate.io.source import located

_DATA_SET = ("dataset", "data set", "data_set", "datasets")


class _Found(NamedTuple):
    """The names of the data sets, if they have any, and the values of each algorithm."""

    datasets: list[str] | None
    columns: dict[str, Any]


@checked
def results_from_frame(
    frame: Any,
    *,
    dataset: str | None = None,
    algorithm: str | None = None,
    value: str | None = None,
    algorithms: str | Sequence[str] | None = None,
    quantity: str = "AUC",
    better: Better | None = None,
    missing: Missing = "refuse",
) -> ResultsTable:
    """A frame with a row per data set and a column per algorithm; or, with ``algorithm`` and
    ``value`` naming columns, a row per data set and algorithm.

    ``dataset`` names the column of the data sets' names. Left out, it is the column that is called
    so, or the only column of text; without one the rows are numbered. ``algorithms`` names the
    columns that count, in a wide frame; every other numeric one when left out.

    >>> import polars as pl
    >>> wide = pl.DataFrame({"data": ["iris", "wine"], "forest": [0.9, 0.8], "tree": [0.8, 0.7]})
    >>> results_from_frame(wide).datasets
    ('iris', 'wine')
    >>> long = wide.unpivot(index="data", variable_name="learner", value_name="auc")
    >>> results_from_frame(long, dataset="data", algorithm="learner", value="auc").algorithms
    ('forest', 'tree')
    """
    table = as_table(frame)
    for name in (dataset, algorithm, value):
        if name is not None:
            require_column(table, name)
    if (algorithm is None) != (value is None):
        raise TableError(
            "a long table needs both the column of the algorithms and that of the values.",
            hint="say algorithm= and value=, or neither for a table with a column per algorithm.",
        )
    with located(table):
        if algorithm is not None and value is not None:
            found = _long(table, dataset, algorithm, value)
        else:
            found = _wide(table, dataset, algorithms)
    return ResultsTable.from_arrays(
        found.columns, datasets=found.datasets, quantity=quantity, better=better, missing=missing
    )


@checked
def read_results(
    path: str | os.PathLike[str], *, separator: str | None = None, **options: Any
) -> ResultsTable:
    """The same from a file; ``options`` are those of :func:`results_from_frame`."""
    return results_from_frame(read_table(path, separator=separator), **options)


def _wide(
    table: "nw.DataFrame[Any]", dataset: str | None, algorithms: str | Sequence[str] | None
) -> _Found:
    chosen = [algorithms] if isinstance(algorithms, str) else algorithms
    named = dataset or naming_column(table, chosen or ())
    used = [] if named is None else [named]
    found = score_columns(table, used=used, scores=chosen, argument="algorithms").scores
    columns = {name: numbers(table[name], name) for name in found}
    return _Found(None if named is None else _names(table, named), columns)


def naming_column(frame: Any, algorithms: Sequence[str] = ()) -> str | None:
    """The column with the names of the data sets: it is called so, or is the only one of text.

    >>> import polars as pl
    >>> naming_column(pl.DataFrame({"where": ["iris"], "forest": [0.9], "tree": [0.8]}))
    'where'
    """
    table = as_table(frame)
    called = [name for name in table.columns if name.strip().lower() in _DATA_SET]
    texts = [
        name
        for name in table.columns
        if name not in algorithms
        and not table[name].dtype.is_numeric()
        and table[name].dtype != nw.Boolean
        and not mostly_numbers(table[name])
    ]
    candidates = called or texts
    if len(candidates) > 1:
        raise TableError(
            f"which column names the data sets cannot be guessed: "
            f"{join_words([repr(shortened(n)) for n in candidates], 'or')}.",
            hint=f"say so, e.g. dataset='{shortened(candidates[0])}'; for a table with a row per "
            "data set and algorithm also algorithm= and value=.",
        )
    return candidates[0] if candidates else None


def _long(table: "nw.DataFrame[Any]", dataset: str | None, algorithm: str, value: str) -> _Found:
    if dataset is None:
        raise TableError(
            "a long table needs the column that names the data sets.", hint="say dataset=."
        )
    values = np.asarray(numeric_scores(numbers(table[value], value), value), np.float64)
    cells: dict[tuple[str, str], float] = {}
    datasets, who = _names(table, dataset), _names(table, algorithm)
    for row, key in enumerate(zip(datasets, who, strict=True)):
        if key in cells:
            raise TableError(
                f"'{shortened(key[1])}' has two values on '{shortened(key[0])}' (row {row} is the "
                "second).",
                hint="give one value per data set and algorithm, e.g. the mean over its folds.",
                row=row,
            )
        cells[key] = float(values[row])
    rows = list(dict.fromkeys(datasets))
    columns = {
        name: np.array([cells.get((row, name), np.nan) for row in rows])
        for name in dict.fromkeys(who)
    }
    return _Found(rows, columns)


def _names(table: "nw.DataFrame[Any]", column: str) -> list[str]:
    series = named_column(table, column, "names")
    if series.null_count():
        raise TableError(
            f"column '{shortened(column)}' has rows without a name.", hint="mend the table."
        )
    return [str(name) for name in series.to_list()]
