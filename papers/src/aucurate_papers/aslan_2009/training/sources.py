"""The 12 of the paper's 15 data sets that could be found, and how each is read.

The paper names 15: aibocolor, chess, connect-4, mushroom, nursery, pageblock, report, shuttle,
spambase, thyroid and wave from UCI; ada, caravan, gina and sylva. Without aibocolor, report and
gina 12 are left. UCI has two sets called chess, so 12 names are 13 runs.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import listing
from aucurate_papers.aslan_2009.training.tables import (
    Table,
    cells,
    nominal_table,
    numeric_table,
    path_of,
)


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
            f"there is no data set '{name}'.", hint=f"the sets are {listing(list(SOURCES))}."
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
