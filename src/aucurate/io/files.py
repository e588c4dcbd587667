"""Tables in files: csv, tsv, txt, json lines, parquet, arrow, excel; text also gzipped."""

import difflib
import os
import stat
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from aucurate.checks import checked
from aucurate.data.observations import Missing
from aucurate.data.paired import PairedScores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import AucurateError, OptionError, TableError
from aucurate.formatting import listing
from aucurate.io.delimited import read_delimited
from aucurate.io.frames import from_frame
from aucurate.io.readers import READERS

if TYPE_CHECKING:
    import polars as pl

_DELIMITED = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": None}


@checked
def read_scores(
    path: str | os.PathLike[str],
    *,
    label: str,
    positive: object = None,
    scores: str | Sequence[str] | None = None,
    lower: str | Collection[str] = (),
    weights: str | None = None,
    groups: str | None = None,
    fold: str | None = None,
    test_set: str | None = None,
    missing: Missing = "refuse",
    separator: str | None = None,
) -> PairedScores | UnpairedScores:
    """Labels and scores from a table in a file; see :func:`~aucurate.io.frames.from_frame`.

    Every other numeric column is a classifier unless ``scores`` names them. ``separator`` is for
    text tables whose columns are not separated as their name promises.

    >>> from aucurate.datasets import path_of
    >>> read_scores(path_of("breast_cancer"), label="diagnosis", positive="malignant").names
    ('logistic', 'forest', 'bayes', 'neighbours', 'tree')
    """
    return from_frame(
        read_table(path, separator=separator),
        label=label,
        positive=positive,
        scores=scores,
        lower=lower,
        weights=weights,
        groups=groups,
        fold=fold,
        test_set=test_set,
        missing=missing,
    )


def read_table(path: str | os.PathLike[str], *, separator: str | None = None) -> "pl.DataFrame":
    """The table in a file as a polars frame, its format told by the end of the file's name.

    In text tables, Excel and JSON lines, NA, NaN, null, None and the like are missing values,
    blanks around a cell do not count, and a row of empty cells is no row. Where the columns of a
    text table are not separated by commas, numbers may have decimal commas. Numbers that a 64-bit
    float cannot tell apart stay text. The frame remembers its file, so that errors name its lines.
    """
    import polars as pl

    file = existing(Path(path))
    kind, packed = _kind(file)
    if separator is not None and kind not in _DELIMITED:
        raise OptionError(
            f"separator is for text tables; '{file}' is none.", hint="leave separator out."
        )
    try:
        with unchanged(file):
            frame = _reader(kind, separator)(file)
    except (AucurateError, MemoryError):
        raise
    except PermissionError:
        raise _not_permitted(file) from None
    except (Exception, pl.exceptions.PanicException) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
        raise TableError(
            f"'{file}' cannot be read as {kind}{packed}: {reason}.",
            hint="check that the file is whole and is what its name says.",
        ) from None
    if frame.height == 0:
        raise TableError(
            f"'{file}' has no rows, only the columns {listing(frame.columns)}."
            if frame.width
            else f"'{file}' is empty.",
            hint="check that the table was written.",
        )
    return frame


def _reader(kind: str, separator: str | None) -> Callable[[Path], "pl.DataFrame"]:
    if kind in _DELIMITED:
        usual = _DELIMITED[kind]
        return lambda path: read_delimited(path, separator, usual=usual)
    return READERS[kind]


@contextmanager
def unchanged(*paths: Path) -> Iterator[None]:
    """Refuse files that another program writes while they are read here.

    Size and time of change before and after must be the same: what was read is then the file whose
    hash is taken.
    """
    before = {path: _state(path) for path in paths}
    try:
        yield
    except Exception:  # half a file is the better reason why it cannot be read
        _refuse_changed(before)
        raise
    _refuse_changed(before)


def _refuse_changed(before: Mapping[Path, tuple[int, ...] | None]) -> None:
    for path, state in before.items():
        if _state(path) != state:
            raise TableError(
                f"'{path}' changed while it was read.",
                hint="wait until the program that writes it has finished, and run it again.",
            )


def _state(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def existing(path: Path) -> Path:
    """The path of a regular file, or an error that says why it is none."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise _missing(path) from None
    except PermissionError:
        raise _not_permitted(path) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it cannot be the name of a file"
        raise TableError(
            f"'{path}' cannot be read: {reason}.", hint="check the path, or rename the file."
        ) from None
    if stat.S_ISDIR(mode):
        raise TableError(
            f"'{path}' is a directory.", hint="give the file in it that has the table."
        )
    if not stat.S_ISREG(mode):
        raise TableError(
            f"'{path}' is not an ordinary file.", hint="save the table first; pipes are not read."
        )
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        raise TableError(
            f"the name of the file '{path}' is not UTF-8.", hint="rename the file."
        ) from None
    return path


def _missing(path: Path) -> TableError:
    if path.is_symlink():
        return TableError(
            f"'{path}' is a link to '{os.readlink(path)}', which does not exist.",
            hint="make the link again, or give the file itself.",
        )
    near: list[str] = []
    with suppress(OSError):
        near = difflib.get_close_matches(path.name, [p.name for p in path.parent.iterdir()], n=1)
    return TableError(
        f"there is no file '{path}'.",
        hint=f"did you mean '{path.parent / near[0]}'?" if near else "check the path.",
    )


def _not_permitted(path: Path) -> TableError:
    return TableError(
        f"'{path}' cannot be read: permission denied.",
        hint="check the permissions of the file and of its folder.",
    )


def is_table_name(name: str) -> bool:
    """Whether a name ends as the files do that :func:`read_table` reads.

    >>> is_table_name("scores.csv"), is_table_name("scores.tsv.gz"), is_table_name("compare")
    (True, True, False)
    """
    try:
        _kind(Path(name))
    except TableError:
        return False
    return True


def _kind(path: Path) -> tuple[str, str]:
    """The suffix that says the format, and '.gz' where it is packed."""
    endings = [suffix.lower() for suffix in path.suffixes]
    packed = endings[-1:] == [".gz"]
    kind = "".join(endings[:-1][-1:] if packed else endings[-1:])
    known = [*_DELIMITED, *READERS]
    if kind == ".json":
        raise TableError(
            f"'{path}' is a JSON document, not a table.",
            hint="write JSON lines, one object per line, and call the file .jsonl.",
        )
    if kind not in known:
        raise TableError(
            f"the format of '{path}' cannot be told from its name.",
            hint=f"it must end in {listing(known, 'or')}; text may be gzipped, as .csv.gz.",
        )
    if packed and kind not in (*_DELIMITED, ".jsonl", ".ndjson"):
        raise TableError(f"a gzipped {kind} file is not read.", hint=f"unpack it: gunzip '{path}'.")
    return kind, ".gz" if packed else ""
