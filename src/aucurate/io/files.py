"""Tables in files: csv, tsv, txt, json lines, parquet, arrow, excel; text also gzipped."""

import difflib
import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from aucurate.checks import checked
from aucurate.data.observations import Missing
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import AucurateError, OptionError, TableError
from aucurate.formatting import listing
from aucurate.io.delimited import read_delimited
from aucurate.io.frames import from_frame, score_columns
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


@checked
def read_unpaired(
    first_path: str | os.PathLike[str],
    second_path: str | os.PathLike[str],
    *,
    label: str,
    positive: object = None,
    score: str | None = None,
    lower: bool = False,
    missing: Missing = "refuse",
    names: Sequence[str] | None = None,
    separator: str | None = None,
) -> UnpairedScores:
    """Two tables with different observations, one column of scores in each.

    ``score`` names that column where a table has several numeric ones; ``lower=True`` when a lower
    score means more positive. The test sets are called after their files, or as ``names`` says.
    """
    if names is not None and (isinstance(names, str) or len(names) != 2):
        raise OptionError(f"names must be two names; it is {names!r}.")
    paths = (Path(first_path), Path(second_path))
    members = []
    for path, name in zip(paths, names or _distinct_stems(*paths), strict=True):
        frame = read_table(path, separator=separator)
        column = score or _only_score(frame, path, label)
        data = from_frame(
            frame,
            label=label,
            positive=positive,
            scores=column,
            lower=column if lower else (),
            missing=missing,
        )
        assert isinstance(data, PairedScores)  # no column of test sets was given
        members.append(Scores(name, data.observations, data.values[0], lower))
    return UnpairedScores(tuple(members))


def read_table(path: str | os.PathLike[str], *, separator: str | None = None) -> "pl.DataFrame":
    """The table in a file as a polars frame, its format told by the end of the file's name.

    In text tables, Excel and JSON lines, NA, NaN, null, None and the like are missing values,
    blanks around a cell do not count, and a row of empty cells is no row.
    """
    import polars as pl

    file = _existing(Path(path))
    kind, packed = _kind(file)
    if separator is not None and kind not in _DELIMITED:
        raise OptionError(
            f"separator is for text tables; '{file}' is none.", hint="leave separator out."
        )
    try:
        frame = _reader(kind, separator)(file)
    except (AucurateError, MemoryError):
        raise
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


def _existing(path: Path) -> Path:
    if path.is_file():
        return path
    if path.is_dir():
        raise TableError(
            f"'{path}' is a directory.", hint="give the file in it that has the table."
        )
    if path.exists():
        raise TableError(
            f"'{path}' is not an ordinary file.", hint="save the table first; pipes are not read."
        )
    near = []
    if path.parent.is_dir():
        near = difflib.get_close_matches(path.name, [p.name for p in path.parent.iterdir()], n=1)
    raise TableError(
        f"there is no file '{path}'.",
        hint=f"did you mean '{path.parent / near[0]}'?" if near else "check the path.",
    )


def _kind(path: Path) -> tuple[str, str]:
    """The suffix that says the format, and '.gz' where it is packed."""
    endings = [suffix.lower() for suffix in path.suffixes]
    packed = endings[-1:] == [".gz"]
    kind = "".join(endings[:-1][-1:] if packed else endings[-1:])
    known = [*_DELIMITED, *READERS]
    if kind not in known:
        raise TableError(
            f"the format of '{path}' cannot be told from its name.",
            hint=f"it must end in {listing(known, 'or')}; text may be gzipped, as .csv.gz.",
        )
    if packed and kind not in (*_DELIMITED, ".jsonl", ".ndjson"):
        raise TableError(f"a gzipped {kind} file is not read.", hint=f"unpack it: gunzip '{path}'.")
    return kind, ".gz" if packed else ""


def _only_score(frame: "pl.DataFrame", path: Path, label: str) -> str:
    names = score_columns(frame, used=[label]).scores
    if len(names) == 1:
        return names[0]
    raise TableError(
        f"'{path}' has {len(names)} columns of scores, {listing(names)}; an unpaired comparison "
        "needs one in each table.",
        hint=f"name it, e.g. score='{names[0]}'.",
    )


def _distinct_stems(first: Path, second: Path) -> tuple[str, str]:
    stems = [Path(p.stem).stem if p.suffix.lower() == ".gz" else p.stem for p in (first, second)]
    if stems[0] == stems[1]:
        return f"{stems[0]} (1)", f"{stems[1]} (2)"
    return stems[0], stems[1]
