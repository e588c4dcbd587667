"""Tables in files: csv, tsv, txt, json lines, parquet, arrow, excel; text also gzipped."""

import difflib
import json
import logging
import os
import re
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from aucurate.checks import checked, one_of
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.data.table_scores import Engine, TableScores
from aucurate.errors import AucurateError, MissingExtraError, OptionError, TableError
from aucurate.formatting import join_words, shortened
from aucurate.hints import Argument, Hint
from aucurate.io.columns import checked_names, with_types, without_blanks
from aucurate.io.delimited import header_line, opened, read_delimited
from aucurate.io.origin import Origin, indexes_in, origin_of, remember
from aucurate.kernels import Progress

if TYPE_CHECKING:
    import polars as pl

DELIMITED = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": None}


@checked
def read_scores(
    table: Any,
    *,
    label: str,
    positive: object = None,
    scores: str | Sequence[str] | None = None,
    lower: str | Collection[str] = (),
    frequency_weights: str | None = None,
    sampling_weights: str | None = None,
    groups: str | None = None,
    fold: str | None = None,
    by: str | Sequence[str] = (),
    test_set: str | None = None,
    classifier: str | None = None,
    id: str | None = None,
    missing: Missing = "refuse",
    separator: str | None = None,
    decimal: Literal[".", ","] | None = None,
    sheet: str | None = None,
    format: str | None = None,
    engine: Engine = "auto",
    memory_limit: int | str | None = None,
    tolerance: float = 0.0,
    progress: Progress | None = None,
) -> PairedScores | UnpairedScores | TableScores:
    """Read labels and scores from a table: a file, several files of one table, or a data frame.

    Parameters
    ----------
    table : str, path, data frame, or several of them
        A file, a pattern of several (``scores/*.parquet``), a folder of them, or a data frame,
        which may be lazy (polars, DuckDB, PySpark, Dask). A list of files or a mapping from names
        to files or data frames has predictions for the same observations, one table per classifier.
    tolerance : float, default: 0
        How far AUCs of a table that is not in memory may be from the exact ones, which saves time.

    Every other numeric column is a classifier unless ``scores`` names them. With ``test_set``, the
    column that says which independent test set a row belongs to, there must be one column of
    scores, and the result is that of :meth:`UnpairedScores.read`. ``separator``, ``decimal``,
    ``sheet`` and ``format`` are for files whose extension does not tell how to read them.

    Several tables are joined on ``id``, the column that identifies the observations, and are
    paired; see :meth:`PairedScores.read`. The labels may be in one of them. A table in long form,
    with a row for every classifier and observation, has a column ``classifier`` and a column
    ``id``. Both are read into memory.

    A table that fits into memory is read, like :meth:`PairedScores.read` does. A lazy frame stays
    where it is, as do files that would take more memory than ``memory_limit``, or for which
    ``engine`` names another engine than memory: the result is
    :class:`~aucurate.data.TableScores`, from which ``compare`` and ``operate`` compute the same
    numbers (docs/scale.md). With a ``tolerance`` above 0, AUCs of such a table may be so far from
    the exact ones; the study then states how far they can be.

    >>> from aucurate.datasets import path_of
    >>> data = read_scores(path_of("breast_cancer"), label="diagnosis", positive="malignant")
    >>> data.names
    ('logistic', 'forest', 'bayes', 'neighbours', 'tree')
    """
    from aucurate.io.lazy_tables import open_table, scores_from_table

    reading: dict[str, Any] = {
        "separator": separator,
        "decimal": decimal,
        "sheet": sheet,
        "format": format,
    }
    columns: dict[str, Any] = {
        "label": label,
        "positive": positive,
        "scores": scores,
        "lower": lower,
        "frequency_weights": frequency_weights,
        "sampling_weights": sampling_weights,
        "groups": groups,
        "fold": fold,
        "by": by,
        "missing": missing,
    }
    if isinstance(table, list | tuple | Mapping):
        from aucurate.io.several_tables import refuse_with_several, scores_from_several

        refuse_with_several(
            {"test_set": test_set, "classifier": classifier, "memory_limit": memory_limit}
            | {"tolerance": tolerance or None, "engine": None if engine == "auto" else engine}
        )
        return scores_from_several(table, reading, id=id, **columns)
    opened = open_table(table, engine=engine, memory_limit=memory_limit, scores=scores, **reading)
    return scores_from_table(
        opened,
        **columns,
        classifier=classifier,
        id=id,
        test_set=test_set,
        memory_limit=memory_limit,
        tolerance=tolerance,
        progress=progress,
    )


def read_table(
    path: str | os.PathLike[str],
    *,
    separator: str | None = None,
    decimal: str | None = None,
    sheet: str | None = None,
    format: str | None = None,
    may_be_empty: bool = False,
) -> "pl.DataFrame":
    """The table in a file as a polars frame; the file extension determines the format.

    In text tables, Excel and JSON, NA, NaN, null, None and the like are missing values, blanks
    around a cell do not count, a row of empty cells is no row, and a column of percentages is read
    as shares (39.3% is 0.393). Where the columns of a text table are not separated by commas,
    or ``decimal`` is a comma, numbers may have decimal commas. Numbers that a 64-bit float cannot
    distinguish stay text. The frame remembers its file, so that errors name its lines.
    """
    import polars as pl

    file = existing(Path(path))
    kind, packed = table_kind(file, format)
    refuse_options(file, kind, separator=separator, decimal=decimal, sheet=sheet)
    try:
        with unchanged(file):
            frame = _reader(kind, separator, decimal, sheet)(file)
    except (AucurateError, MemoryError):
        raise
    except PermissionError:
        raise _not_permitted(file) from None
    except (Exception, pl.exceptions.PanicException) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
        raise TableError(
            f"'{file}' cannot be read as {kind}{packed}: {reason}.",
            hint="check that the file is complete and in the format of its extension.",
        ) from None
    if frame.height == 0 and not (may_be_empty and frame.width):
        raise TableError(
            f"'{file}' has no rows, only the columns {join_words(frame.columns)}."
            if frame.width
            else f"'{file}' is empty.",
            hint="check that the table was saved.",
        )
    origin = origin_of(frame)
    if origin is None:
        return frame
    options = {"separator": separator, "decimal": decimal, "sheet": sheet, "format": format}
    return remember(frame, replace(origin, name=file.name, path=os.fspath(path), options=options))


def refuse_options(
    file: Any, kind: str, *, separator: str | None, decimal: str | None, sheet: str | None
) -> None:
    """Refuse options that are for another kind of file than this one."""
    if decimal is not None:
        one_of(decimal, (".", ","), "decimal")
    for name, value in (("separator", separator), ("decimal", decimal)):
        if value is not None and kind not in DELIMITED:
            raise OptionError(
                f"{name} is only for text tables; '{file}' is not a text table.",
                hint=Hint("leave out {}.", Argument(name)),
            )
    if sheet is not None and kind not in _EXCEL:
        raise OptionError(
            f"sheet is only for Excel files; '{file}' is not an Excel file.",
            hint=Hint("leave out {sheet}."),
        )


def _reader(
    kind: str, separator: str | None, decimal: str | None, sheet: str | None
) -> Callable[[Path], "pl.DataFrame"]:
    if kind in DELIMITED:
        usual = DELIMITED[kind]
        return lambda path: read_delimited(path, separator, usual=usual, decimal=decimal)
    if kind in _EXCEL:
        return lambda path: _read_excel(path, sheet)
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
                f"'{path}' changed while it was being read.",
                hint="wait until the program that writes it has finished, and try again.",
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
        raise TableError(f"'{path}' is a directory.", hint="pass the path of a file in it.")
    if not stat.S_ISREG(mode):
        raise TableError(
            f"'{path}' is not a regular file.",
            hint="save the table to a file first; pipes are not supported.",
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
            hint="fix the link, or pass the path of the file itself.",
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
        table_kind(Path(name))
    except TableError:
        return False
    return True


def table_kind(path: Path, format: str | None = None) -> tuple[str, str]:
    """The suffix that says the format, or would for a stated one, and '.gz' where it is packed."""
    endings = [suffix.lower() for suffix in path.suffixes]
    packed = endings[-1:] == [".gz"]
    known = [*DELIMITED, *READERS]
    if format is not None:
        names = [kind.removeprefix(".") for kind in known]
        kind = f".{one_of(format.lower().removeprefix('.'), names, 'format')}"
    else:
        kind = "".join(endings[:-1][-1:] if packed else endings[-1:])
    if kind not in known:
        raise TableError(
            f"the format of '{path}' cannot be recognised from its name.",
            hint=Hint(
                "state it, e.g. {format}, or end the name in {}; text files may be gzipped, e.g. "
                ".csv.gz.",
                join_words(known, "or"),
                format="csv",
            ),
        )
    if packed and kind not in (*DELIMITED, *_JSON):
        raise TableError(
            f"cannot read a gzipped {kind} file.", hint=f"decompress it: gunzip '{path}'."
        )
    return kind, ".gz" if packed else ""


# Tables that are not text with separators: JSON, Parquet, Arrow, Excel.


_JSON = (".jsonl", ".ndjson", ".json")
_EXCEL = (".xlsx", ".xls")
_ARROW_FILE = b"ARROW1"
_SILENT = logging.NullHandler()
_TOO_EXACT = re.compile(rb'":\s*-?(?:0?\.?0*(?:\d\.?){18}|[\d.]+[eE][+-]?\d{3})')


def _read_json_lines(path: Path) -> "pl.DataFrame":
    import polars as pl

    header_line(path)  # an empty file, or one that is not UTF-8, says so here
    with opened(path) as file:
        content = file.read().removeprefix(b"\xef\xbb\xbf")
    try:
        frame = pl.read_ndjson(content, infer_schema_length=None)
        if _needs_care(content, frame):
            frame = _json_by_python(content, path)
    except pl.exceptions.PolarsError:
        frame = _json_by_python(content, path)
    typed = with_types(frame)
    origin = Origin(
        lambda row: _json_place(path, row), spellings=typed.spellings, texts=typed.texts
    )
    return remember(typed.frame, origin)


def _read_json(path: Path) -> "pl.DataFrame":
    """One JSON document: an array of objects, or an object with an array for each column.

    The object that pandas writes, with the values of each column by its index, is read too, and so
    are JSON lines in a file with this extension.
    """
    header_line(path)
    with opened(path) as file:
        content = file.read().removeprefix(b"\xef\xbb\xbf")
    try:
        document = json.loads(content, **_AS_WRITTEN)
    except _DoubledKeyError as doubled:
        raise TableError(
            f"'{path}' has the key '{shortened(str(doubled))}' twice in an object.",
            hint="give every value its own key.",
        ) from None
    except (ValueError, RecursionError) as error:
        if str(error).startswith("Extra data"):
            return _read_json_lines(path)
        raise TableError(
            f"'{path}' is not JSON: {error}.", hint="check that the file is complete."
        ) from None
    columns = _json_columns(document)
    if columns is None:
        raise TableError(
            f"'{path}' is a JSON document, but not a table.",
            hint='write an array of objects, [{"outcome": 1, "forest": 0.8}, ...], or an object '
            'of arrays, {"outcome": [1, ...], "forest": [0.8, ...]}.',
        )
    return _json_table(columns, lambda row: _numbered(path, row))


def _json_columns(document: Any) -> dict[str, list[Any]] | None:
    """The columns of a table in a JSON document, None where it is something else."""
    if isinstance(document, list):
        if not all(isinstance(row, dict) for row in document):
            return None
        names = list(dict.fromkeys(name for row in document for name in row))
        return {name: [row.get(name) for row in document] for name in names}
    if not isinstance(document, dict):
        return None
    columns = list(document.values())
    if columns and all(isinstance(column, list) for column in columns):
        return document if len({len(column) for column in columns}) == 1 else None
    if columns and all(isinstance(column, dict) for column in columns):
        rows = list(columns[0])
        if all(list(column) == rows for column in columns):
            return {name: list(column.values()) for name, column in document.items()}
    return None


def _json_table(columns: Mapping[str, list[Any]], place: Callable[[int], str]) -> "pl.DataFrame":
    import polars as pl

    frame = pl.DataFrame([_json_column(name, values) for name, values in columns.items()])
    typed = with_types(frame)
    return remember(typed.frame, Origin(place, spellings=typed.spellings, texts=typed.texts))


def _needs_care(content: bytes, frame: "pl.DataFrame") -> bool:
    """Whether polars may have rounded a number, or taken one of two values of the same key.

    Every key has a value that is there or is null: there are as many keys as both together.
    """
    there = sum(frame.height - series.null_count() for series in frame.get_columns())
    keys = content.count(b'":') + content.count(b'" :')
    return keys != there + content.count(b"null") or _TOO_EXACT.search(content) is not None


class _Number(str):
    """The text of a number in a JSON file."""

    __slots__ = ()


def _json_by_python(content: bytes, path: Path) -> "pl.DataFrame":
    """All rows by Python's own reader, with the digits that the file has."""
    import polars as pl

    rows = [_json_row(line, n, path) for n, line in enumerate(content.split(b"\n"), 1)]
    kept = [row for row in rows if row is not None]
    names = list(dict.fromkeys(name for row in kept for name in row))
    return pl.DataFrame([_json_column(name, [row.get(name) for row in kept]) for name in names])


def _json_column(name: str, values: list[Any]) -> "pl.Series":
    import polars as pl

    kinds = {type(value) for value in values} - {type(None)}
    if _Number in kinds and kinds <= {_Number, str, bool}:
        words = [str(v).lower() if isinstance(v, bool) else v for v in values]
        return pl.Series(name, [None if w is None else str(w) for w in words], pl.String)
    try:
        return pl.Series(name, [_without_tokens(value) for value in values])
    except (pl.exceptions.PolarsError, TypeError):
        return pl.Series(name, [_without_tokens(value) for value in values], pl.Object)


def _without_tokens(value: Any) -> Any:
    """A nested value with numbers that are numbers."""
    if isinstance(value, dict):
        return {key: _without_tokens(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_tokens(inner) for inner in value]
    return float(value) if isinstance(value, _Number) else value


def _json_row(line: bytes, number: int, path: Path) -> dict[str, Any] | None:
    """One line by Python's own reader, which also takes the NaN and Infinity that it writes."""
    if not line.strip():
        return None
    try:
        row = json.loads(line, **_AS_WRITTEN)
    except _DoubledKeyError as doubled:
        raise TableError(
            f"line {number} of '{path}' has the key '{shortened(str(doubled))}' twice.",
            hint="give every value its own key.",
        ) from None
    except (ValueError, RecursionError) as error:
        raise TableError(
            f"line {number} of '{path}' is not JSON: {error}.",
            hint="JSON lines have one object per line, in UTF-8.",
        ) from None
    if not isinstance(row, dict):
        raise TableError(
            f"line {number} of '{path}' is not a JSON object.",
            hint='JSON lines have one object per line, e.g. {"outcome": 1, "forest": 0.8}.',
        )
    return row


class _DoubledKeyError(Exception):
    """A JSON object has two values of this key."""


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _DoubledKeyError(key)
        found[key] = value
    return found


_AS_WRITTEN: dict[str, Any] = {
    "parse_float": _Number,
    "parse_int": _Number,
    "parse_constant": _Number,
    "object_pairs_hook": _each_key_once,
}
"""Options of Python's reader that keep the digits of numbers and refuse doubled keys."""


def _json_place(path: Path, row: int) -> str:
    seen = -1
    with opened(path) as file:
        for line, content in enumerate(file, start=1):
            seen += bool(content.strip())
            if seen == row:
                return f"line {line} of '{path}'"
    return _numbered(path, row)


def _numbered(path: Path, row: int) -> str:
    return f"row {row} of '{path}' (counted from 0)"


def _read_parquet(path: Path) -> "pl.DataFrame":
    import polars as pl

    with without_panics():
        frame = pl.read_parquet(path, glob=False)
        indexes = parquet_indexes(path)
    return remember(frame, Origin(lambda row: _numbered(path, row), indexes=indexes))


def parquet_indexes(path: Path) -> frozenset[str]:
    """The columns of a Parquet file into which pandas wrote the index of its rows."""
    import polars as pl

    if not hasattr(pl, "read_parquet_metadata"):
        return frozenset()
    with path.open("rb") as file:  # a path would be a pattern
        return indexes_in(json.loads(pl.read_parquet_metadata(file).get("pandas", "null")))


def _read_arrow(path: Path) -> "pl.DataFrame":
    """An Arrow file, or an Arrow stream, which often has the same name."""
    import polars as pl

    content = path.read_bytes()
    schema = _arrow_schema(content)
    unreadable: dict[str, str] = {}
    try:
        with without_panics():
            in_file = content.startswith(_ARROW_FILE)
            frame = pl.read_ipc(content) if in_file else pl.read_ipc_stream(content)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        unreadable = {} if schema is None else _unreadable(schema)
        if not unreadable:
            raise _not_arrow(path, error) from None
        frame = _readable_part(content, schema, unreadable)
    indexes = indexes_in(getattr(schema, "pandas_metadata", None))
    origin = Origin(lambda row: _numbered(path, row), indexes=indexes, unreadable=unreadable)
    return remember(frame, origin)


def _arrow_schema(content: bytes) -> Any:
    """Names, types and metadata of the columns, if pyarrow is installed and can read them."""
    try:
        import pyarrow as pa
    except ImportError:
        return None
    try:
        return _opened_arrow(content).schema
    except (pa.ArrowException, OSError, ValueError):
        return None


def _opened_arrow(content: bytes, columns: list[int] | None = None) -> Any:
    import pyarrow as pa

    options = pa.ipc.IpcReadOptions(included_fields=columns)
    if content.startswith(_ARROW_FILE):
        return pa.ipc.open_file(content, options=options)
    return pa.ipc.open_stream(content, options=options)


def _unreadable(schema: Any) -> dict[str, str]:
    """The columns whose types polars does not know, and these types."""
    import polars as pl
    import pyarrow as pa

    found = {}
    for field in schema:
        try:
            with without_panics():
                pl.from_arrow(pa.table({"x": pa.nulls(1, field.type)}))
        except (Exception, pl.exceptions.PanicException):
            found[field.name] = str(field.type)
    return found


def _readable_part(content: bytes, schema: Any, unreadable: dict[str, str]) -> "pl.DataFrame":
    """The other columns, read by pyarrow: polars reads all columns or none."""
    import polars as pl

    columns = [at for at, field in enumerate(schema) if field.name not in unreadable]
    if not columns:
        kinds = join_words(sorted(set(unreadable.values())))
        raise TableError(
            f"no column can be read; the column types are {kinds}.",
            hint="convert the columns first.",
        )
    table = _opened_arrow(content, columns).read_all()
    table.validate(full=True)
    with without_panics():
        frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)  # a table, not a column
    return frame


def _not_arrow(path: Path, error: BaseException) -> TableError:
    import polars as pl

    panicked = isinstance(error, pl.exceptions.PanicException)
    reason = "it cannot be decoded" if panicked else str(error).strip().splitlines()[0].rstrip(".")
    return TableError(
        f"'{path}' cannot be read as {path.suffix.lower()}: {reason}.",
        hint="check that the file is complete and in the format of its extension; if it is, save "
        "it again without columns of unusual types.",
    )


def _read_excel(path: Path, sheet: str | None = None) -> "pl.DataFrame":
    try:
        import fastexcel
    except ImportError:
        raise MissingExtraError("reading Excel files", extra="excel") from None
    logging.getLogger("fastexcel").addHandler(_SILENT)  # it reports columns that are empty
    workbook = fastexcel.read_excel(path)
    sheets = [workbook.load_sheet(name, header_row=None) for name in workbook.sheet_names]
    full = [each.name for each in sheets if each.total_height]
    if not full:
        raise TableError(f"'{path}' is empty.", hint="check that the table was saved.")
    chosen = _sheet_of(path, full, sheet)
    texts = workbook.load_sheet(chosen, header_row=None, skip_rows=0, dtypes="string").to_polars()
    top = next(at for at, row in enumerate(texts.iter_rows()) if any(row))
    names = checked_names([str(name or "") for name in texts.row(top)])
    cells = workbook.load_sheet(
        chosen, header_row=None, skip_rows=top + 1, schema_sample_rows=None
    ).to_polars()
    return _excel_table(path, names, cells, texts.slice(top + 1), top + 2)


def _sheet_of(path: Path, sheets: Sequence[str], named: str | None) -> str:
    """The sheet that is named, or the only one that has cells."""
    if named is None and len(sheets) == 1:
        return sheets[0]
    if named in sheets:
        return str(named)
    shown = join_words([f"'{shortened(name)}'" for name in sheets])
    if named is None:
        raise TableError(
            f"'{path}' has several sheets, {shown}.",
            hint=Hint("name the one to read, e.g. {sheet}.", sheet=sheets[0]),
        )
    raise TableError(
        f"'{path}' has no sheet '{shortened(named)}' with a table; it has {shown}.",
        hint=Hint("name one of them, e.g. {sheet}.", sheet=sheets[0]),
    )


def _excel_table(
    path: Path, names: list[str], cells: "pl.DataFrame", texts: "pl.DataFrame", first_row: int
) -> "pl.DataFrame":
    """The cells below the header, which begin in the row that Excel calls ``first_row``."""
    import polars as pl

    there = cells.select(pl.any_horizontal(pl.all().is_not_null())).to_series().arg_true()
    pairs = zip(cells.get_columns(), texts.get_columns(), strict=True)
    frame = pl.DataFrame([_excel_column(series, text) for series, text in pairs])
    frame.columns = names
    typed = with_types(without_blanks(frame))
    origin = Origin(
        lambda row: f"row {first_row + there[row]} of '{path}'",
        spellings=typed.spellings,
        texts=typed.texts,
    )
    return remember(typed.frame, origin)


def _excel_column(series: "pl.Series", text: "pl.Series") -> "pl.Series":
    """A column of numbers with TRUE or FALSE among them is text, as it is in a CSV file."""
    if series.dtype.is_numeric() and text.is_in(["true", "false"]).any():
        return text
    return _whole(series)


def _whole(series: "pl.Series") -> "pl.Series":
    """Excel has no integers: a column of whole numbers is one of integers."""
    import polars as pl

    if series.dtype != pl.Float64 or not series.is_finite().all():
        return series
    whole = series.cast(pl.Int64, strict=False)
    return whole if bool((whole.cast(pl.Float64) == series).all()) else series


READERS: dict[str, Callable[[Path], "pl.DataFrame"]] = {
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
    ".json": _read_json,
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
    ".arrow": _read_arrow,
    ".feather": _read_arrow,
    ".ipc": _read_arrow,
    ".xlsx": _read_excel,
    ".xls": _read_excel,
}
"""The reader of each kind of file, by the end of its name."""


# Readers of other libraries that write to the terminal what their exception says already.


_STDERR = 2
_LOCK = threading.Lock()
_PANIC = re.compile(
    rb"\n?^thread '[^\n]*panicked at [^\n]*\n"  # where
    rb"(?:(?!thread '|stack backtrace:|note: )[^\n]*\n)"  # what
    rb"(?: +left: [^\n]*\n +right: [^\n]*\n)?"  # of an assertion
    rb"(?:stack backtrace:\n(?: +[^\n]*\n)*)?"
    rb"(?:note: [^\n]*\n)*",
    re.MULTILINE,
)


@contextmanager
def without_panics() -> Iterator[None]:
    """Rust panics in here do not reach the terminal; the exception that they become does.

    The panic hook writes to the file descriptor of the standard error stream from threads of its
    own, so the descriptor itself is replaced for the time. Whatever else is written to it, by
    other threads of the program too, is passed on afterwards. One read at a time.
    """
    with _LOCK, tempfile.TemporaryFile() as kept:
        if sys.stderr is not None:
            sys.stderr.flush()
        try:
            terminal = os.dup(_STDERR)
        except OSError:  # the stream is closed: nothing can be written to it
            yield
            return
        os.dup2(kept.fileno(), _STDERR)
        try:
            yield
        finally:
            if sys.stderr is not None:
                sys.stderr.flush()
            os.dup2(terminal, _STDERR)
            os.close(terminal)
            kept.seek(0)
            _pass_on(_PANIC.sub(b"", kept.read()))


def _pass_on(content: bytes) -> None:
    while content:
        content = content[os.write(_STDERR, content) :]
