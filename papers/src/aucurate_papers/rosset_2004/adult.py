"""The Adult data of the UCI repository: the first variables, as naive Bayes takes them.

Numeric variables are numbers, all others codes of their values in alphabetic order; "?" (missing)
is a value of its own. Observations with an income above 50K are positive. The test file starts with
a remark, and its labels end in a full stop.
"""

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import MissingDataError, TableError
from aucurate.formatting import count, listing
from aucurate_papers.rosset_2004.naive_bayes import Column

FILES = ("adult.data.gz", "adult.test.gz")
VARIABLES = (
    *("age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation"),
    *("relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week"),
    "native-country",
)
NUMERIC = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
POSITIVE, NEGATIVE = ">50K", "<=50K"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Adult:
    """Columns in the order of the file, and whether the income is above 50K.

    ``digest`` is that of both files: what is made of other files has another.
    """

    names: tuple[str, ...]
    columns: tuple[Column, ...]
    labels: NDArray[np.bool_]
    missing: int
    digest: str

    def __len__(self) -> int:
        return len(self.labels)


def read_adult(folder: Path, variables: int = 10) -> Adult:
    """The first so many variables of both files, the rows of the first file before the others."""
    rows = [row for name in FILES for row in _rows(folder / name)]
    if not rows:
        raise TableError(
            f"the files of Adult in '{folder}' have no observations.",
            hint="take the files as the UCI repository has them.",
        )
    labels = np.array([row[-1] for row in rows])
    odd = sorted(set(labels.tolist()) - {POSITIVE, NEGATIVE})
    if odd:
        raise TableError(
            f"the labels of Adult are {NEGATIVE} and {POSITIVE}; there is also {odd[0]!r}.",
            hint="take the files as the UCI repository has them.",
        )
    names = VARIABLES[:variables]
    columns = [[row[at] for row in rows] for at in range(len(names))]
    return Adult(
        names=names,
        columns=tuple(
            _numbers(name, column) if name in NUMERIC else _codes(column)
            for name, column in zip(names, columns, strict=True)
        ),
        labels=labels == POSITIVE,
        missing=sum(cell == "?" for column in columns for cell in column),
        digest=_digest([folder / name for name in FILES]),
    )


def _digest(paths: Sequence[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _rows(path: Path) -> list[list[str]]:
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            lines = file.read().splitlines()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        kind = MissingDataError if isinstance(error, FileNotFoundError) else TableError
        raise kind(
            f"cannot read '{path}': {error}.",
            hint=f"the folder 'adult' holds {listing(FILES)}, from the UCI repository.",
        ) from None
    found = []
    for at, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.removesuffix(".").split(",")]
        if len(cells) != len(VARIABLES) + 1:
            raise TableError(
                f"line {at} of '{path}' has {count(len(cells), 'cell')}; "
                f"there should be {len(VARIABLES) + 1}.",
                hint="take the files as the UCI repository has them.",
            )
        found.append(cells)
    return found


def _numbers(name: str, column: list[str]) -> NDArray[np.float64]:
    try:
        return np.array(column, dtype=np.float64)
    except ValueError as error:
        raise TableError(
            f"the variable '{name}' of Adult is not numeric: {error}.",
            hint="take the files as the UCI repository has them.",
        ) from None


def _codes(column: list[str]) -> NDArray[np.int64]:
    return np.unique(np.array(column), return_inverse=True)[1].astype(np.int64)
