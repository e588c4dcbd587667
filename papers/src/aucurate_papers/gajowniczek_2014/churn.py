"""cell2cell, the customers of a telephone company: who left is to be foreseen.

The file cannot be passed on with the package. Its column ``calibrat`` parts a calibration half, in
which every second customer left, from a validation half, in which one of fifty did.
"""

import csv
import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from aucurate.errors import MissingDataError, TableError

FOLDER = "cell2cell"
FILE = "cell2cell.csv.gz"
NOT_EXPLANATORY = ("customer", "calibrat", "churn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """The two halves of cell2cell; missing values are NaN."""

    variables: tuple[str, ...]
    calibration: NDArray[np.float64]
    calibration_churn: NDArray[np.int64]
    validation: NDArray[np.float64]
    validation_churn: NDArray[np.int64]


def variables_of(folder: Path) -> tuple[str, ...]:
    """The names of the explanatory variables, from the first line of the file."""
    with gzip.open(_file(folder), "rt", encoding="utf-8", newline="") as opened:
        names = next(csv.reader(opened), [])
    missing = [name for name in NOT_EXPLANATORY if name not in names]
    if missing:
        raise TableError(
            f"'{folder / FILE}' is not cell2cell: it has no column '{missing[0]}'.",
            hint="see the README of the data folder.",
        )
    return tuple(name for name in names if name not in NOT_EXPLANATORY)


def load(folder: Path) -> Halves:
    """Read cell2cell and part it by its column ``calibrat``."""
    variables = variables_of(folder)
    table = pl.read_csv(_file(folder), infer_schema_length=None)
    parts = {half: table.filter(pl.col("calibrat") == half) for half in (1, 0)}
    numbers = {
        half: part.select(pl.col(variables).cast(pl.Float64)).to_numpy()
        for half, part in parts.items()
    }
    return Halves(
        variables=variables,
        calibration=numbers[1],
        calibration_churn=parts[1]["churn"].to_numpy(),
        validation=numbers[0],
        validation_churn=parts[0]["churn"].to_numpy(),
    )


def part_of(halves: Halves, size: int, rng: int) -> Halves:
    """The same with so many observations of the calibration half, drawn without replacement."""
    if size >= len(halves.calibration):
        return halves
    drawn = np.random.default_rng(rng).choice(len(halves.calibration), size, replace=False)
    kept = np.sort(drawn)
    return Halves(
        variables=halves.variables,
        calibration=halves.calibration[kept],
        calibration_churn=halves.calibration_churn[kept],
        validation=halves.validation,
        validation_churn=halves.validation_churn,
    )


def digest(folder: Path) -> str:
    """The SHA-256 digest of the file."""
    return hashlib.sha256(_file(folder).read_bytes()).hexdigest()


def _file(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise MissingDataError(
            f"there is no '{FILE}' in the folder '{folder}'.",
            hint="name the folder above it with --data, or in AUCURATE_DATA.",
        )
    return path
