"""Scores on disk: one file per fit, found again by the content of all that they depend on.

A file holds the scores of one estimator in one fold as NumPy's npz, which has checksums and cannot
run code, and the warnings that came with them. A file that is not exactly as it was written is
ignored with a warning, and its fit is done again; nothing is allocated on the word of a header.
Its name is a hash of the features, the labels, the rows trained on and tested, the
estimator with its parameters, and where its code comes from (:mod:`aucurate.crossval.cache`).

The code of an estimator
------------------------
Where the code of an estimator comes from: packages with their version, own code with its text.

Code that an estimator of one's own calls elsewhere, and packages edited without a new version, are
not seen.
"""

import inspect
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from types import CodeType
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.fitting import Fit, Outcome, warn_caller
from aucurate.crossval.rows import AnyRows
from aucurate.data.arrays import column
from aucurate.errors import CacheWarning, OptionError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.io.feature_tables import through_narwhals

_FORMAT = 2
_SCORES, _WARNED = "scores.npy", "warned.json"
_BESIDES = 1_000_000  # bytes of a file that are not scores: its headers and its warnings


@dataclass(slots=True, eq=False)
class Cache:
    """A folder of scores for one set of rows; ``rows_hash`` is what all of their names share.

    ``columns`` is the shape of the scores of one row, and ``damaged`` names the files that were
    there and could not be used, with the reason.
    """

    folder: Path
    rows_hash: str
    columns: tuple[int, ...]
    damaged: list[str] = field(default_factory=list)

    @classmethod
    def opened(cls, folder: str | os.PathLike[str], rows: AnyRows) -> Self:
        """Make the folder where it is not there, and see that it can be written to."""
        path = Path(folder)
        reason = why_unusable(path)
        if reason:
            raise OptionError(
                f"the cache '{path}' cannot be used: {reason}.",
                hint=Hint("name a writable folder, or use {cache}.", cache=None),
            )
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
                hint=Hint(
                    "replace lambdas by named functions, or use {cache}.",
                    cache=None,
                ),
            ) from error

    def read(self, fit: Fit) -> Outcome | None:
        """The outcome of a fit, or None where it is not there or the file is damaged."""
        path = self.path_of(fit)
        shape = (len(fit.split.test), *self.columns)
        try:
            with path.open("rb") as file:
                content = file.read(8 * int(np.prod(shape)) + _BESIDES)
        except FileNotFoundError:
            return None
        except OSError as error:
            self.damaged.append(f"{path.name}: {error.strerror or error}")
            return None
        try:
            return _decoded(content, shape)
        except Exception as error:  # zipfile and NumPy raise whatever the damaged bytes lead to
            reason = shortened(str(error).strip() or type(error).__name__, 120).rstrip(".")
            self.damaged.append(f"{path.name}: {reason}")
            return None

    def warn_of_damage(self) -> None:
        """One warning for all files that could not be used."""
        if self.damaged:
            files = count(len(self.damaged), "file")
            are = "is" if len(self.damaged) == 1 else "are"
            warn_caller(
                CacheWarning(
                    f"{files} of the cache '{self.folder}' {are} damaged, and the fits are done "
                    f"again ({self.damaged[0]})."
                )
            )

    def write(self, fit: Fit, outcome: Outcome) -> None:
        """Keep scores and warnings; the file is there as a whole or not at all."""
        path = self.path_of(fit)
        partial = None
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as file:
                partial = file.name
                file.write(_encoded(outcome))
            os.replace(partial, path)
        except OSError as error:
            if partial is not None:
                with suppress(OSError):
                    os.unlink(partial)
            warn_caller(
                CacheWarning(
                    f"scores of '{shortened(fit.name)}' in fold {fit.split.name} could not be kept "
                    f"in '{self.folder}': {error.strerror or error}."
                )
            )


def why_unusable(folder: Path) -> str:
    """Makes the folder where it is not there; why it cannot be written to, or nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return error.strerror or str(error)
    except ValueError as error:  # a NUL in the name
        return str(error)
    return ""


def _encoded(outcome: Outcome) -> bytes:
    """The file of an outcome: an npz whose members are not compressed."""
    scores, file = BytesIO(), BytesIO()
    np.save(scores, np.asarray(outcome.scores), allow_pickle=False)
    warned = [[kind.__module__, kind.__qualname__, text] for kind, text in outcome.warned]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_SCORES, scores.getvalue())
        archive.writestr(_WARNED, json.dumps(warned))
    return file.getvalue()


def _decoded(content: bytes, shape: tuple[int, ...]) -> Outcome:
    """The outcome in a file; raises whatever it likes where the file is not as it was written."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        scores = _decoded_scores(_member(archive, _SCORES), shape)
        warned = _decoded_warnings(json.loads(_member(archive, _WARNED)))
    return Outcome(scores=scores, warned=warned)


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of a member, which are in the file as they are: nothing is unpacked."""
    member = archive.getinfo(name)
    if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
        raise ValueError(f"{name} is compressed")
    return archive.read(member)


def _decoded_scores(content: bytes, shape: tuple[int, ...]) -> NDArray[np.float64]:
    file = BytesIO(content)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("another version of NumPy's format")
    found, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
    if found != shape or is_fortran or dtype != np.float64:
        raise ValueError("scores of another shape or type")
    scores = np.frombuffer(content, np.float64, offset=file.tell()).reshape(shape)
    if not np.isfinite(scores).all():
        raise ValueError("scores that are not finite")
    return scores


def _decoded_warnings(
    rows: Sequence[tuple[str, str, str]],
) -> tuple[tuple[type[Warning], str], ...]:
    """Warnings by the name of their class; one that is not loaded counts as a UserWarning."""
    warned = []
    for module, name, text in rows:
        kind = getattr(sys.modules.get(module), name, UserWarning)
        known = isinstance(kind, type) and issubclass(kind, Warning)
        warned.append((kind if known else UserWarning, str(text)))
    return tuple(warned)


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


def origins(estimator: Any) -> list[tuple[str, str]]:
    """The classes and functions that an estimator is made of, each with its version or its text.

    >>> from sklearn.dummy import DummyClassifier
    >>> "sklearn.dummy.DummyClassifier" in dict(origins(DummyClassifier()))
    True
    """
    parts = (estimator, *estimator.get_params(deep=True).values())
    return sorted({_origin(code) for part in parts for code in _codes(part)})


def _codes(part: Any) -> Iterator[Any]:
    if inspect.isroutine(part):
        yield part
    elif hasattr(part, "get_params") or hasattr(part, "split"):
        yield from (base for base in type(part).__mro__ if base is not object)


def _origin(code: Any) -> tuple[str, str]:
    module = str(getattr(code, "__module__", None) or "")
    name = f"{module}.{getattr(code, '__qualname__', code)}"
    package = sys.modules.get(module.partition(".")[0])
    version = getattr(package, "__version__", None)
    return name, _text(code) if version is None else str(version)


def _text(code: Any) -> str:
    """The source, or the compiled code where there is none, as in interactive sessions."""
    try:
        return inspect.getsource(code)
    except (OSError, TypeError):
        inside = vars(code).values() if inspect.isclass(code) else [code]
        return repr([_compiled(part.__code__) for part in inside if inspect.isfunction(part)])


def _compiled(code: CodeType) -> list[Any]:
    constants = [_compiled(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return [code.co_code, code.co_names, code.co_varnames, constants]
