"""Scores on disk: one file per fit, found again by the content of all that they depend on.

A file holds the scores of one estimator in one fold as NumPy's npz, which has checksums and cannot
run code. Its name is a hash of the features, the labels, the rows trained on and tested, the
estimator with its parameters, and where its code comes from (:mod:`aucurate.crossval.origins`).
"""

import os
import tempfile
import warnings
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.failures import CacheWarning
from aucurate.crossval.fitting import Fit
from aucurate.crossval.origins import origins
from aucurate.crossval.rows import AnyRows, through_narwhals
from aucurate.data.arrays import column
from aucurate.errors import OptionError
from aucurate.formatting import shortened

_FORMAT = 1
_UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)


@dataclass(slots=True, eq=False)
class Cache:
    """A folder of scores for one set of rows; ``rows_hash`` is what all of their names share.

    ``columns`` is the shape of the scores of one row.
    """

    folder: Path
    rows_hash: str
    columns: tuple[int, ...]

    @classmethod
    def opened(cls, folder: str | os.PathLike[str], rows: AnyRows) -> Self:
        """Make the folder where it is not there, and see that it can be written to."""
        path = Path(folder)
        try:
            path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=path):
                pass
        except OSError as error:
            raise OptionError(
                f"the cache '{path}' cannot be used: {error.strerror or error}.",
                hint="name a folder that can be written to.",
            ) from None
        named = _hash([_FORMAT, _content(rows.features), rows.given, rows.scored])
        return cls(path, named, rows.columns)

    def path_of(self, fit: Fit) -> Path:
        """The file of a fit, whether it is there or not."""
        parts = [
            self.rows_hash,
            fit.split.train,
            fit.split.test,
            fit.method,
            fit.estimator,
            origins(fit.estimator),
        ]
        try:
            return self.folder / f"{_hash(parts)}.npz"
        except Exception as error:
            reason = shortened(str(error).strip() or type(error).__name__, 120).rstrip(".")
            raise OptionError(
                f"'{shortened(fit.name)}' cannot be cached: {reason}.",
                hint="replace functions without a name (lambda) by named ones, or leave cache out.",
            ) from error

    def read(self, fit: Fit) -> NDArray[np.float64] | None:
        """The scores of a fit, or None where they are not there or the file is damaged."""
        try:
            with self.path_of(fit).open("rb") as opened, np.load(opened) as file:
                scores = np.asarray(file["scores"])
        except _UNREADABLE:
            return None
        whole = scores.dtype == np.float64 and scores.shape == (len(fit.split.test), *self.columns)
        return scores if whole and bool(np.isfinite(scores).all()) else None

    def write(self, fit: Fit, scores: NDArray[np.float64]) -> None:
        """Keep scores; the file is there as a whole or not at all."""
        path = self.path_of(fit)
        partial = None
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as file:
                partial = file.name
                np.savez(file, scores=scores)
            os.replace(partial, path)
        except OSError as error:
            if partial is not None:
                with suppress(OSError):
                    os.unlink(partial)
            warnings.warn(
                f"scores of '{shortened(fit.name)}' in fold {fit.split.name} could not be kept in "
                f"'{self.folder}': {error.strerror or error}.",
                CacheWarning,
                stacklevel=2,
            )


def _hash(thing: Any) -> str:
    import joblib

    return str(joblib.hash(thing, hash_name="sha1"))


def _content(features: Any) -> Any:
    """What the features say, without what their library adds of its own."""
    from scipy.sparse import issparse

    if issparse(features):
        matrix: Any = features
        return ["sparse", matrix.shape, matrix.data, matrix.indices, matrix.indptr]
    table = through_narwhals(features)
    if isinstance(table, nw.Series):
        return ["series", str(table.dtype), column(features)]
    if isinstance(table, nw.DataFrame):
        columns = [(str(c.name), str(c.dtype), column(c.to_native())) for c in table.iter_columns()]
        return [type(features).__module__, columns]
    return features
