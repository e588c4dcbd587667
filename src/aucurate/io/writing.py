"""Files as outputs, whole or not at all; fold scores as a table, and tables as files."""

import errno
import os
import shlex
import stat
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal, TypeAlias

import narwhals as nw
import numpy as np

from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.data.weights import ARGUMENTS
from aucurate.errors import OptionError, TableError

Backend: TypeAlias = Literal["polars", "pandas", "pyarrow"]

KINDS = (".csv", ".tsv", ".parquet")


@dataclass(frozen=True, slots=True)
class Target:
    """A file that is to be written; every output of this package goes through :meth:`write`.

    ``what`` is named in messages ("the report"), and so is ``option``, the command-line option that
    names the file.
    """

    path: Path
    what: str = ""
    option: str = ""

    def check(self) -> None:
        """Refuse, before any work, what :meth:`write` would refuse after it."""
        try:
            self._check()
        except OptionError:
            raise
        except (OSError, ValueError) as error:
            raise self._refusal(_reason(error)) from None

    def write(self, content: bytes) -> None:
        """Write the content as :func:`replace_file` does; what cannot be written is refused."""
        self.check()
        try:
            replace_file(self.path, content)
        except (OSError, ValueError) as error:
            raise self._refusal(_reason(error)) from None

    def _check(self) -> None:
        path = self.path
        is_new = not _exists(path)
        if not is_new and path.is_dir():
            raise self._refusal("it is a folder")
        folder = Path(os.path.realpath(path)).parent
        if not _exists(folder) or not folder.is_dir():
            shown = folder if path.is_symlink() else path.parent
            raise self._refusal(
                f"there is no folder '{shown}'",
                hint=f"create the folder first (mkdir -p {shlex.quote(str(shown))}).",
            )
        if not is_new and not os.access(path, os.W_OK):
            raise self._refusal("permission denied")
        if (is_new or path.is_file()) and not os.access(folder, os.W_OK | os.X_OK):
            raise self._refusal("its folder is not writable")

    def _refusal(self, why: str, *, hint: str = "") -> OptionError:
        what, option = (f" {self.what}" if self.what else ""), self.option
        other = f"choose another file{f' with {option}' if option else ''}."
        return OptionError(f"cannot write{what} to '{self.path}': {why}.", hint=hint or other)


def replace_file(path: Path, content: bytes) -> None:
    """Write the content to a temporary file in the same folder, which then replaces the target.

    Whatever happens before the renaming (a full disk, Ctrl-C) leaves the old file as it was. The
    permissions of an old file are kept, and its owner where this is allowed; a link stays a link,
    and the file it points to is replaced. What is not a regular file (a pipe, a device) is written
    to directly.
    """
    if _exists(path) and not path.is_file():
        path.write_bytes(content)
        return
    whole = Path(os.path.realpath(path))
    beside = whole.with_name(f".{token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
        if whole.exists():
            _keep_permissions(whole, beside)
        beside.replace(whole)
    finally:
        beside.unlink(missing_ok=True)


def _keep_permissions(old: Path, new: Path) -> None:
    state = old.stat()
    with suppress(OSError):
        os.chown(new, state.st_uid, state.st_gid)
    new.chmod(stat.S_IMODE(state.st_mode))


def refuse_overwriting(outputs: Mapping[str, Path], inputs: Collection[Path]) -> None:
    """Refuse outputs that are one file with an input or with each other.

    Existing files are compared by identity, so links of both kinds count; files that do not exist
    yet by their resolved paths. ``outputs`` has the option that names each file.
    """
    for option, path in outputs.items():
        for used in inputs:
            if _is_same(path, used):
                raise OptionError(
                    f"{option} would overwrite the input file '{used}'.",
                    hint=f"choose another file with {option}.",
                )
    seen: dict[str, Path] = {}
    for option, path in outputs.items():
        for other, taken in seen.items():
            if _is_same(path, taken):
                raise OptionError(
                    f"{other} and {option} name the same file, '{path}'.",
                    hint="give each its own file.",
                )
        seen[option] = path


def _is_same(first: Path, second: Path) -> bool:
    """Whether two paths are one file; the null device keeps nothing and is never shared."""
    if os.path.realpath(first) == os.path.realpath(second):
        return os.path.realpath(first) != os.path.realpath(os.devnull)
    try:
        return os.path.samefile(first, second)
    except (OSError, ValueError):
        return False


def _exists(path: Path) -> bool:
    """As ``Path.exists``, but a folder that cannot be searched, or a long name, is an OSError."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        known = {errno.EACCES: "permission denied", errno.ENAMETOOLONG: "its name is too long"}
        return known.get(error.errno or 0, error.strerror or str(error))
    return "its name cannot be the name of a file"


def as_frame(
    columns: Mapping[str, Iterable[object]], backend: Backend | None, library: str = ""
) -> Any:
    """Columns of equal length as a frame, every digit kept.

    Without a ``backend`` it is one of ``library``, in which the data came, or of polars if that is
    not installed here.

    >>> type(as_frame({"auc": (0.75,)}, None)).__module__.partition(".")[0]
    'polars'
    """
    lists = {name: list(values) for name, values in columns.items()}
    if backend is None and library:
        try:
            return nw.from_dict(lists, backend=library).to_native()  # type: ignore[arg-type]
        except (ImportError, ValueError):  # a study from another machine
            pass
    return nw.from_dict(lists, backend=backend or "polars").to_native()


@checked
def folds_to_frame(data: FoldScores, *, backend: Backend | None = None) -> Any:
    """A data frame with a row per observation and fold, and a column per classifier.

    ``FoldScores.from_frame`` reads it back. Groups and sampling weights have columns where there
    are any. Scores that run the other way are as they were given.

    >>> data = FoldScores.from_arrays([0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=[1, 1, 2, 2])
    >>> folds_to_frame(data).columns
    ['label', 'fold', 'repeat', 'observation', 'a']
    """
    rows = data.observations
    units: dict[str, Any] = {} if rows.groups is None else {"groups": rows.groups[data.rows]}
    if rows.weights is not None:
        units[ARGUMENTS[rows.weights.kind]] = rows.weights.values[data.rows]
    clash = {"label", "fold", "repeat", "observation", *units} & set(data.names)
    if clash:
        raise TableError(
            f"a classifier is called '{min(clash)}', like a column of the table.",
            hint="rename it first.",
        )
    words = np.where(rows.is_positive, rows.positive, rows.negative)
    within = [name.rpartition("/")[2] for name in data.fold_names]
    signs = {name: -1.0 if name in data.lower else 1.0 for name in data.names}
    columns: dict[str, Any] = {
        "label": words[data.rows].tolist(),
        "fold": [within[k] for k in data.folds],
        "repeat": data.repeats[data.folds].tolist(),
        "observation": data.rows.tolist(),
        **{name: values.tolist() for name, values in units.items()},
        **{n: (signs[n] * data.values[at]).tolist() for at, n in enumerate(data.names)},
    }
    return as_frame(columns, backend, data.observations.source.library)


def write_table(frame: Any, path: str | Path) -> None:
    """Write a frame as csv, tsv or parquet, by the end of the file's name."""
    import polars as pl

    path = Path(path)
    kind = check_table_name(path)
    table = frame if isinstance(frame, pl.DataFrame) else nw.from_native(frame).to_polars()
    content = BytesIO()
    if kind == ".parquet":
        table.write_parquet(content)
    else:
        table.write_csv(content, separator="\t" if kind == ".tsv" else ",")
    Target(path).write(content.getvalue())


def check_table_name(path: Path) -> str:
    """The kind of table that the end of the file's name asks for, refused where there is none."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise OptionError(
            f"cannot write tables as '{path.suffix or path.name}'.",
            hint="use a file name that ends in .csv, .tsv or .parquet.",
        )
    return kind
