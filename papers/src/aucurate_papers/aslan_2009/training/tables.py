"""Data sets as they were read: numbers, nominal values by their place, and every class."""

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import TableError


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Table:
    """A data set with all its classes.

    ``n_values`` has, for each column of ``inputs``, how many values it can take if it is nominal
    (the column then holds their places, from 0), and 0 if it is numeric.
    """

    inputs: NDArray[np.float64]
    n_values: tuple[int, ...]
    classes: NDArray[np.str_]


def path_of(folder: Path, name: str) -> Path:
    """The file of that name, compressed or not."""
    for path in (folder / f"{name}.gz", folder / name):
        if path.is_file():
            return path
    raise TableError(
        f"there is no '{name}.gz' in the folder '{folder}'.",
        hint="name the folder that holds the folders of the data sets with --folder, or in "
        "AUCURATE_DATA.",
    )


def cells(path: Path, separator: str | None = None) -> NDArray[np.str_]:
    """The rows of a text file without a header; ``None`` separates at any white space."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    rows = [line.split(separator) for line in text.splitlines() if line.strip()]
    if not rows:
        raise TableError(f"'{path}' is empty.")
    for at, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise TableError(
                f"'{path}' is ragged: row {at + 1} has {len(row)} cells, the first has "
                f"{len(rows[0])}.",
                hint="fetch the file again.",
            )
    return np.array(rows)


def nominal_table(variables: NDArray[np.str_], classes: NDArray[np.str_]) -> Table:
    """Every column nominal; what is missing ('?') is a value of its own."""
    found = [np.unique(column, return_inverse=True) for column in variables.T]
    return Table(
        inputs=np.column_stack([places for _, places in found]).astype(np.float64),
        n_values=tuple(len(values) for values, _ in found),
        classes=classes,
    )


def numeric_table(
    variables: NDArray[np.str_], classes: NDArray[np.str_], *, nominal: Sequence[int] = ()
) -> Table:
    """Columns of numbers, but those in ``nominal`` and those that only hold 0 and 1 are nominal."""
    try:
        inputs = variables.astype(np.float64)
    except ValueError as error:
        raise TableError(
            f"a cell is not a number: {error}.", hint="fetch the file again."
        ) from None
    n_values = [0] * inputs.shape[1]
    for at, column in enumerate(inputs.T):
        if at in nominal:
            values, inputs[:, at] = np.unique(column, return_inverse=True)
            n_values[at] = len(values)
        elif np.isin(column, (0.0, 1.0)).all():
            n_values[at] = 2
    return Table(inputs=inputs, n_values=tuple(n_values), classes=classes)
