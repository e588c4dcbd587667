"""Fold scores as a table, and tables as files."""

from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np

from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError, TableError

KINDS = (".csv", ".tsv", ".parquet")


def folds_to_frame(data: FoldScores, *, backend: str = "polars") -> Any:
    """A row per observation and fold: label, fold, repeat, observation, a column per classifier.

    ``folds_from_frame`` reads it back. Scores that run the other way are as they were given.

    >>> data = FoldScores.from_arrays([0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=[1, 1, 2, 2])
    >>> folds_to_frame(data).columns
    ['label', 'fold', 'repeat', 'observation', 'a']
    """
    clash = {"label", "fold", "repeat", "observation"} & set(data.names)
    if clash:
        raise TableError(
            f"a classifier is called '{min(clash)}', as a column of the table.",
            hint="rename it first.",
        )
    rows = data.observations
    words = np.where(rows.is_positive, rows.positive, rows.negative)
    within = [name.rpartition("/")[2] for name in data.fold_names]
    signs = {name: -1.0 if name in data.lower else 1.0 for name in data.names}
    columns: dict[str, Any] = {
        "label": words[data.rows].tolist(),
        "fold": [within[k] for k in data.folds],
        "repeat": data.repeats[data.folds].tolist(),
        "observation": data.rows.tolist(),
        **{n: (signs[n] * data.values[at]).tolist() for at, n in enumerate(data.names)},
    }
    return nw.from_dict(columns, backend=backend).to_native()  # type: ignore[arg-type]


def write_table(frame: Any, path: str | Path) -> None:
    """Write a frame as csv, tsv or parquet, by the end of the file's name."""
    import polars as pl

    path = Path(path)
    if path.suffix.lower() not in KINDS:
        raise OptionError(
            f"tables are not written as '{path.suffix or path.name}'.",
            hint="end the file's name in .csv, .tsv or .parquet.",
        )
    table = frame if isinstance(frame, pl.DataFrame) else nw.from_native(frame).to_polars()
    try:
        if path.suffix.lower() == ".parquet":
            table.write_parquet(path)
        else:
            table.write_csv(path, separator="\t" if path.suffix.lower() == ".tsv" else ",")
    except OSError as error:
        raise OptionError(
            f"cannot write to '{path}': {error.strerror or error}.", hint="choose another file."
        ) from None
