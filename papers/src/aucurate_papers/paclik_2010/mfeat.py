"""The handwritten digits, and the algorithm of section 4.3 on them.

The digits
----------
The morphological features of handwritten digits (UCI, Multiple Features): loader and draws.

Six features of 200 observations of each of ten digits. The folder ``mfeat`` holds either
``mfeat-mor.csv.gz``, a table with a column ``digit``, or ``mfeat-mor`` as UCI has it: 2000 lines of
six numbers, the digits 0 to 9 one after the other.

https://archive.ics.uci.edu/dataset/72/multiple+features

The algorithm
-------------
The algorithm of section 4.3 on the digits: principal components, then quadratic Bayes.

scikit-learn is imported when a model is fitted, and not before.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import LeftOut
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.errors import MissingDataError, MissingExtraError, TableError
from aucurate.formatting import join_words
from aucurate.io.files import read_table
from aucurate_papers.paclik_2010.contest import OuterFold
from aucurate_papers.paclik_2010.digits import DigitDraw
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DIGITS,
    PRINTED_DIMENSIONS,
    PRINTED_FOLDS,
    PRINTED_PER_CLASS,
)

FOLDER = "mfeat"
FILE, PLAIN_FILE = "mfeat-mor.csv.gz", "mfeat-mor"
SOURCE = "mfeat-mor (UCI, Multiple Features)"
_HINT = "see https://archive.ics.uci.edu/dataset/72/multiple+features."
_PLAIN_SHAPE = (2000, 6)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Digits:
    """The features of digits, and which digit each observation is ("digit 2").

    ``digest`` tells tables apart.
    """

    labels: NDArray[np.str_]
    features: NDArray[np.float64]
    digest: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """The different digits."""
        return tuple(np.unique(self.labels).tolist())

    def only(self, digits: Sequence[str]) -> "Digits":
        """These digits, without the others."""
        kept = np.isin(self.labels, [f"digit {digit}" for digit in digits])
        return Digits(labels=self.labels[kept], features=self.features[kept], digest=self.digest)

    def first(self, per_class: int) -> NDArray[np.int64]:
        """The places of the first so many of each digit, in the order of the file."""
        return np.concatenate([self._of(digit)[:per_class] for digit in self.kinds])

    def drawn(self, per_class: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """The places of so many of each digit (or all), drawn without replacement."""
        return np.concatenate([rng.permutation(self._of(kind))[:per_class] for kind in self.kinds])

    def _of(self, kind: str) -> NDArray[np.int64]:
        return np.flatnonzero(self.labels == kind)


def load(folder: Path) -> Digits:
    """Read all digits."""
    path = next((p for p in (folder / FILE, folder / PLAIN_FILE) if p.is_file()), None)
    if path is None:
        raise MissingDataError(
            f"there is neither '{FILE}' nor '{PLAIN_FILE}' in the folder '{folder}'.",
            hint=f"name the folder of all data sets with --data; {_HINT}",
        )
    digits, features = _table(path) if path.name == FILE else _plain(path)
    counts = [int((digits == int(digit)).sum()) for digit in PRINTED_DIGITS]
    if min(counts) < PRINTED_PER_CLASS:
        raise TableError(
            f"'{path}' has {join_words([str(n) for n in counts])} observations of the digits "
            f"{join_words(PRINTED_DIGITS)}; the paper takes {PRINTED_PER_CLASS} of each.",
            hint=_HINT,
        )
    content = np.column_stack([digits, features]).astype("<f8")
    return Digits(
        labels=np.array([f"digit {digit}" for digit in digits]),
        features=features,
        digest=hashlib.sha256(content.tobytes()).hexdigest()[:12],
    )


def _table(path: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    import polars as pl

    table = read_table(path)
    if "digit" not in table.columns:
        raise TableError(f"'{path}' is not mfeat-mor: it has no column 'digit'.", hint=_HINT)
    try:
        digits = table["digit"].cast(pl.Int64).to_numpy()
        features = table.select(pl.exclude("digit").cast(pl.Float64)).to_numpy()
    except pl.exceptions.PolarsError:
        raise TableError(f"'{path}' is not mfeat-mor: it has words in it.", hint=_HINT) from None
    if table.null_count().sum_horizontal().item() or not np.isfinite(features).all():
        raise TableError(f"'{path}' is not mfeat-mor: it has missing values.", hint=_HINT)
    return digits, features


def _plain(path: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    try:
        features = np.loadtxt(path, ndmin=2)
    except ValueError as error:
        raise TableError(f"'{path}' cannot be read as numbers: {error}.", hint=_HINT) from None
    if features.shape != _PLAIN_SHAPE:
        rows, columns = features.shape
        raise TableError(
            f"'{path}' is not mfeat-mor: it has {rows} lines of {columns} numbers.", hint=_HINT
        )
    return np.repeat(np.arange(10), 200), features


NAME = "quadratic Bayes"
RAW, STANDARDISED = "raw features", "standardised features"
SCALINGS = (RAW, STANDARDISED)
RIDGE = 1e-3
"""How much of the identity is mixed into every covariance matrix."""


def learner(scaling: str) -> Any:
    """Principal components to 3 dimensions, then a normal distribution for each digit."""
    try:
        from sklearn.decomposition import PCA
        from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    steps = [PCA(PRINTED_DIMENSIONS), QuadraticDiscriminantAnalysis(reg_param=RIDGE)]
    return make_pipeline(*([] if scaling == RAW else [StandardScaler()]), *steps)


def folds_of(
    digits: Digits, rows: NDArray[np.int64], scaling: str, rng: np.random.Generator | int
) -> ClassFoldScores:
    """The left-out scores of these observations in 10 stratified folds."""
    scores: dict[str, ClassFoldScores] = cross_validate(
        {NAME: learner(scaling)},
        digits.features[rows],
        digits.labels[rows],
        by_class=True,
        design=LeftOut(folds=PRINTED_FOLDS),
        rng=rng,
    )
    return scores[NAME]


def figure_folds(digits: Digits, rng: int) -> dict[str, ClassFoldScores]:
    """The left-out scores of Fig. 3, for each scaling; the same folds for both."""
    three = digits.only(PRINTED_DIGITS)
    rows = three.first(PRINTED_PER_CLASS)
    return {scaling: folds_of(three, rows, scaling, rng) for scaling in SCALINGS}


def digit_draw(digits: Digits, scaling: str, per_class: int, draw: int, rng: int) -> DigitDraw:
    """One draw of so many of each digit, cross-validated; the same for every scaling."""
    source = np.random.default_rng([rng, 2, per_class, draw])
    rows = digits.drawn(per_class, source)
    return DigitDraw(scaling, per_class, folds_of(digits, rows, scaling, source))


def outer_folds(
    digits: Digits, scaling: str, rng: np.random.Generator, *, folds: int = PRINTED_FOLDS
) -> list[OuterFold]:
    """One repeat of the contest: 100 of each digit drawn, and divided into outer folds."""
    rows = rng.permutation(digits.drawn(PRINTED_PER_CLASS, rng))
    labels = digits.labels[rows]
    fold_of = np.empty(len(rows), np.int64)
    for kind in digits.kinds:
        of_digit = np.flatnonzero(labels == kind)
        fold_of[of_digit] = np.arange(len(of_digit)) % folds
    found = []
    for fold in range(folds):
        seen, left = rows[fold_of != fold], rows[fold_of == fold]
        fitted = learner(scaling).fit(digits.features[seen], digits.labels[seen])
        outer = ClassScores.from_arrays(
            digits.labels[left],
            fitted.predict_proba(digits.features[left]),
            classes=fitted.classes_.tolist(),
            name=NAME,
        )
        found.append(OuterFold(folds_of(digits, seen, scaling, rng).pooled(), outer))
    return found
