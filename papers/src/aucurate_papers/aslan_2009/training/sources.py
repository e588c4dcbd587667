"""The 12 of the paper's 15 data sets that could be found, and how each is read.

The paper names 15: aibocolor, chess, connect-4, mushroom, nursery, pageblock, report, shuttle,
spambase, thyroid and wave from UCI; ada, caravan, gina and sylva. Without aibocolor, report and
gina 12 are left. UCI has two sets called chess, so 12 names are 13 runs.
"""

import gzip
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError, TableError
from aucurate.formatting import join_words

# Data sets as they were read: numbers, nominal values by their place, and every class.


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a data set lies and how it is read; ``words`` say what the paper leaves open."""

    folder: str
    files: tuple[str, ...]
    read: Callable[[Path, tuple[str, ...]], Table]
    words: str = ""

    def load(self, folder: Path) -> Table:
        """Read the set from its folder in ``folder``."""
        return self.read(folder / self.folder, self.files)

    def digest(self, folder: Path) -> str:
        """A fingerprint of all its files."""
        found = hashlib.sha256()
        for name in self.files:
            found.update(path_of(folder / self.folder, name).read_bytes())
        return found.hexdigest()


def source(name: str) -> Source:
    """The set of that name."""
    if name not in SOURCES:
        raise OptionError(
            f"there is no data set '{name}'.", hint=f"the sets are {join_words(list(SOURCES))}."
        )
    return SOURCES[name]


def _nominal(folder: Path, files: tuple[str, ...]) -> Table:
    rows = cells(path_of(folder, files[0]), ",")
    return nominal_table(rows[:, :-1], rows[:, -1])


def _class_first(folder: Path, files: tuple[str, ...]) -> Table:
    rows = cells(path_of(folder, files[0]), ",")
    return nominal_table(rows[:, 1:], rows[:, 0])


def _commas(folder: Path, files: tuple[str, ...]) -> Table:
    rows = cells(path_of(folder, files[0]), ",")
    return numeric_table(rows[:, :-1], rows[:, -1])


def _spaces(folder: Path, files: tuple[str, ...]) -> Table:
    rows = np.concatenate([cells(path_of(folder, name)) for name in files])
    return numeric_table(rows[:, :-1], rows[:, -1])


def _labels_apart(folder: Path, files: tuple[str, ...]) -> Table:
    variables, classes = (cells(path_of(folder, name)) for name in files)
    return numeric_table(variables, classes[:, 0])


def _caravan(folder: Path, files: tuple[str, ...]) -> Table:
    first, rest, classes = (cells(path_of(folder, name)) for name in files)
    rows = np.concatenate([first, np.column_stack([rest, classes])])
    return numeric_table(rows[:, :-1], rows[:, -1], nominal=(0, 4))


_TRAINING_PART = "the training part of the challenge only"

SOURCES = {
    "ada": Source(
        folder="ada",
        files=("ada_train.data", "ada_train.labels"),
        read=_labels_apart,
        words=_TRAINING_PART,
    ),
    "caravan": Source(
        folder="caravan_coil2000",
        files=("ticdata2000.txt", "ticeval2000.txt", "tictgts2000.txt"),
        read=_caravan,
        words="both parts together; the two customer types (columns 1 and 5) are nominal, the "
        "other codes are ordered and taken as numbers",
    ),
    "chess (kr-vs-k)": Source(
        folder="chess_kr-vs-k",
        files=("krkopt.data",),
        read=_nominal,
        words="one of the two sets that 'chess' may mean; files and ranks are nominal",
    ),
    "chess (kr-vs-kp)": Source(
        folder="chess_kr-vs-kp",
        files=("kr-vs-kp.data",),
        read=_nominal,
        words="the other set that 'chess' may mean",
    ),
    "connect-4": Source(folder="connect-4", files=("connect-4.data",), read=_nominal),
    "mushroom": Source(
        folder="mushroom",
        files=("agaricus-lepiota.data",),
        read=_class_first,
        words="a missing stalk root is a value of its own",
    ),
    "nursery": Source(folder="nursery", files=("nursery.data",), read=_nominal),
    "pageblock": Source(folder="page-blocks", files=("page-blocks.data",), read=_spaces),
    "shuttle": Source(
        folder="shuttle",
        files=("shuttle.trn", "shuttle.tst"),
        read=_spaces,
        words="both parts together",
    ),
    "spambase": Source(folder="spambase", files=("spambase.data",), read=_commas),
    "sylva": Source(
        folder="sylva",
        files=("sylva_train.data", "sylva_train.labels"),
        read=_labels_apart,
        words=_TRAINING_PART,
    ),
    "thyroid": Source(
        folder="thyroid_ann",
        files=("ann-train.data", "ann-test.data"),
        read=_spaces,
        words="both parts together",
    ),
    "wave": Source(
        folder="waveform",
        files=("waveform.data",),
        read=_commas,
        words="the version of 21 variables, without the 19 of pure noise",
    ),
}


# Numbers for distances and linear models: one column per nominal value, the rest standardised.


class Encoding:
    """Numeric columns to mean 0 and variance 1, nominal ones to an indicator of each value.

    Two different nominal values are then at squared distance 2, which is also the mean squared
    distance of two numbers drawn independently from a standardised column.
    """

    def __init__(self, n_values: tuple[int, ...]) -> None:
        self.n_values = n_values

    def fit(self, inputs: NDArray[np.float64]) -> Self:
        """Remember means and standard deviations; a constant column stays 0."""
        numbers = inputs[:, self._numeric()]
        self.means = numbers.mean(axis=0)
        spread = numbers.std(axis=0)
        self.spread = np.where(spread > 0, spread, 1.0)
        return self

    def transform(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The encoded columns: the numeric ones first, then the indicators."""
        numeric = self._numeric()
        parts = [(inputs[:, numeric] - self.means) / self.spread]
        parts += [
            np.eye(count)[inputs[:, at].astype(np.intp)]
            for at, count in enumerate(self.n_values)
            if count
        ]
        return np.concatenate(parts, axis=1)

    def _numeric(self) -> NDArray[np.bool_]:
        return np.array([count == 0 for count in self.n_values], bool)
