"""Tables that stay where they are: lazy frames and large files, opened and handed to an engine.

A lazy frame (polars, DuckDB, PySpark, Dask) is used where it is. Of files the size decides: what
fits into memory is read, what does not is opened lazily by polars, unless an engine is named.
"""

import glob
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np

from aucurate.checks import number_in
from aucurate.data.observations import Missing
from aucurate.data.scores import PairedScores, UnpairedScores, directed_names
from aucurate.data.source import Source
from aucurate.data.table_scores import Engine, TableScores, refuse_without_rows
from aucurate.data.weights import ARGUMENTS
from aucurate.engines.columns import TableColumns
from aucurate.engines.failures import as_table_errors, first_line
from aucurate.errors import (
    AucurateError,
    MissingExtraError,
    OptionError,
    ScoreError,
    TableError,
    UnsupportedError,
)
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Argument, Hint
from aucurate.io.columns import (
    MISSING_WORDS,
    Typed,
    named_column,
    repeated_identifiers,
    with_types,
)
from aucurate.io.delimited import BLANKS, column_names
from aucurate.io.files import (
    DELIMITED,
    existing,
    parquet_indexes,
    read_table,
    refuse_options,
    table_kind,
)
from aucurate.io.frames import as_table, column_roles, score_columns
from aucurate.io.origin import Origin, origin_of, remember
from aucurate.kernels import Progress

if TYPE_CHECKING:
    import polars as pl

_LOOKED_AT, _LEAST_LOOKED_AT = 2**16, 100  # rows: of all files, and of each
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(I?)B?\s*", re.IGNORECASE)

# What a table takes in memory, measured: its columns, and the scores ranked.
_BYTES_OF_COLUMN, _BYTES_OF_SCORES, _BYTES_OF_ROW = 8, 40, 30
_BYTES_OF_TEXT = 6  # for each byte of a text file


@dataclass(frozen=True, slots=True)
class LazyTable:
    """A table that has been opened and not read: what it is called, and the engine of its rows.

    ``spellings`` are those of :class:`aucurate.io.origin.Origin`, in the first rows of text files.
    """

    native: Any
    engine: Engine
    name: str
    why: str = ""
    files: tuple[Path, ...] = ()
    spellings: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        with as_table_errors(self.name):
            return self.frame.collect_schema().names()

    @property
    def indexes(self) -> frozenset[str]:
        """The columns that hold the row index of a pandas frame, where files say so."""
        first = self.files[0] if self.files else Path()
        return parquet_indexes(first) if first.suffix.lower() in _PARQUET else frozenset()

    @property
    def frame(self) -> "nw.LazyFrame[Any]":
        """Through narwhals."""
        found: nw.LazyFrame[Any] = nw.from_native(self.native).lazy()
        return found


def open_table(
    table: Any,
    *,
    engine: Engine = "auto",
    memory_limit: int | str | None = None,
    scores: str | Sequence[str] | None = None,
    **reading: Any,
) -> Any:
    """A table of files or a frame: opened where it stays, or a data frame in memory.

    ``scores`` are the columns of scores, where they are known, and ``reading`` options of
    ``read_table``.
    """
    if memory_limit is not None:
        memory_bytes(memory_limit)  # refused even where it is not used
    if not isinstance(table, str | os.PathLike):
        given = next((name for name, value in reading.items() if value is not None), None)
        if given is not None:
            raise OptionError(
                f"{given} is for files; this is a {type(table).__name__} in memory.",
                hint=Hint("leave out {}.", Argument(given)),
            )
        return lazy_table(table, engine) or table
    opened = opened_files(table, engine=engine, memory_limit=memory_limit, scores=scores, **reading)
    return opened.read(**reading) if isinstance(opened, TableFiles) else opened


def scores_from_table(
    table: Any,
    *,
    scores: str | Sequence[str] | None = None,
    test_set: str | None = None,
    classifier: str | None = None,
    id: str | None = None,
    memory_limit: int | str | None = None,
    tolerance: float = 0.0,
    progress: Progress | None = None,
    **columns: Any,
) -> PairedScores | UnpairedScores | TableScores:
    """Classifiers on the same observations, or test sets where a column names them."""
    number_in(tolerance, 0, 0.5, "tolerance", ends="low")
    if isinstance(table, LazyTable):
        if columns.pop("by", ()):
            raise refuse_without_rows("an analysis of subgroups", "the study of all rows")
        if test_set is not None:
            raise refuse_without_rows("a column of test sets", "a table for each test set")
        if classifier is not None or id is not None:
            raise refuse_without_rows(
                "a table in long form" if classifier is not None else "a column of identifiers",
                "a table with a column of scores for each classifier",
            )
        options = {name: columns.pop(name) for name in ("lower", "positive", "missing")}
        return open_scores(
            table,
            columns,
            scores=scores,
            memory_limit=memory_limit,
            tolerance=tolerance,
            progress=progress,
            **options,
        )
    if test_set is None:
        return PairedScores.from_frame(
            table, scores=scores, classifier=classifier, id=id, **columns
        )
    if columns.pop("by", ()):
        raise UnsupportedError(
            "subgroups are analysed of classifiers on the same observations, not of several test "
            "sets.",
            hint=Hint("leave out {by} or {test_set}; or read one test set at a time."),
        )
    if classifier is not None or id is not None:
        raise OptionError(
            f"{'id' if classifier is None else 'classifier'} cannot be used with test_set, which "
            "is for one column of scores.",
            hint=Hint("leave out {test_set} to compare paired."),
        )
    return UnpairedScores.from_frame(table, score=scores, test_set=test_set, **columns)


def open_scores(
    table: LazyTable,
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None = None,
    lower: str | Collection[str] = (),
    positive: object = None,
    missing: Missing = "refuse",
    memory_limit: int | str | None = None,
    tolerance: float = 0.0,
    progress: Progress | None = None,
) -> TableScores:
    """The scores of an opened table, after one look at all of its rows."""
    if table.engine == "duckdb":
        _imported("pyarrow", "the DuckDB engine", extra="engines")
    with as_table_errors(table.name):
        columns = table_columns(
            table, roles, scores=scores, lower=lower, positive=positive, missing=missing
        )
        words = _ENGINE_WORDS[table.engine] + table.why
        known: dict[str, Any] = {
            "engine": words,
            "tolerance": float(tolerance),
            "source": Source(name=table.name, engine=words),
            "progress": progress,
        }
        if table.engine == "spark":
            from aucurate.engines.expressions import ExpressionTable

            found: TableScores = ExpressionTable.of(table.frame, columns, **known)
            return found
        from aucurate.engines.local import LocalTable

        limit = memory_bytes(memory_limit)
        return LocalTable.of(_batches_of(table), columns, memory=limit, **known)


_ENGINE_WORDS: Mapping[Engine, str] = {
    "polars": "polars, a batch of rows at a time",
    "duckdb": "DuckDB, a batch of rows at a time",
    "dask": "Dask, a partition at a time",
    "spark": "Spark, where the rows are",
}


def _batches_of(table: LazyTable) -> Any:
    from aucurate.engines import batches

    of_engine: Mapping[str, Callable[[Any], Any]] = {
        "polars": batches.polars_batches,
        "duckdb": batches.duckdb_batches,
        "dask": batches.dask_batches,
    }
    return of_engine[table.engine](table.native)


def table_columns(
    table: LazyTable,
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None = None,
    lower: str | Collection[str] = (),
    positive: object = None,
    missing: Missing = "refuse",
) -> TableColumns:
    """The columns that have these roles and those of the scores, and what else is known of them.

    What a column holds is judged by the first rows of the table.
    """
    first = table.frame.head(_LOOKED_AT).collect(backend="polars").to_native()
    origin = Origin(lambda row: f"row {row}", indexes=table.indexes, spellings=table.spellings)
    head = as_table(remember(first, origin))
    used = column_roles(head, roles)
    for role, name in used.items():
        named_column(head, name, role)  # refuses what holds no plain values
    found = score_columns(head, used=used.values(), scores=scores)
    for name in found.scores:
        _require_numbers(head, name, "scores")
    given = [(kind, used[name]) for kind, name in ARGUMENTS.items() if name in used]
    if len(given) > 1:
        raise OptionError(
            "there are frequency weights and sampling weights.",
            hint=Hint(
                "use one of them: {frequency_weights} count equal rows, {sampling_weights} are all "
                "others."
            ),
        )
    kind, weights = given[0] if given else (None, None)
    if weights is not None:
        _require_numbers(head, weights, "weights")
    unnamed = found.unnamed(scores)
    return TableColumns(
        label=used["label"],
        scores=found.scores,
        lower=directed_names(found.scores, lower),
        weights=weights,
        weight_kind=kind,
        groups=used.get("groups"),
        fold=used.get("fold"),
        positive=positive,
        missing=missing,
        taken=unnamed.get("columns_taken", ()),
        ignored=unnamed.get("columns_not_used", ()),
        identifiers=repeated_identifiers(head, [*used.values(), *found.scores], used.get("groups")),
        is_single=all(head[name].dtype == nw.Float32 for name in found.scores),
    )


def _require_numbers(head: "nw.DataFrame[Any]", name: str, what: str) -> None:
    dtype = head[name].dtype
    if not (dtype.is_numeric() or dtype == nw.Boolean):
        raise ScoreError(
            f"column '{shortened(name)}' has no numbers ({dtype}), and {what} must be numbers.",
            hint=Hint(
                "convert the column, or read the table into memory ({engine}).", engine="memory"
            ),
        )


# Lazy frames: what they are, and what computes on them.


_ENGINES: Mapping[nw.Implementation, Engine] = {
    nw.Implementation.POLARS: "polars",
    nw.Implementation.DUCKDB: "duckdb",
    nw.Implementation.PYSPARK: "spark",
    nw.Implementation.PYSPARK_CONNECT: "spark",
    nw.Implementation.DASK: "dask",
}


def lazy_table(frame: Any, engine: Engine = "auto") -> LazyTable | None:
    """A lazy frame with its engine; None where the rows are, or shall be, in memory."""
    try:
        found = nw.from_native(frame, pass_through=True)
    except nw.exceptions.DuplicateError:
        return None
    if not isinstance(found, nw.LazyFrame):
        if engine in ("auto", "memory"):
            return None
        raise OptionError(
            f"engine='{engine}' is for files and lazy frames; this is a "
            f"{type(frame).__name__} in memory.",
            hint="leave it out.",
        )
    own = _ENGINES.get(found.implementation)
    if engine == "memory":
        return None
    if own is None:
        raise TableError(
            f"lazy frames of {found.implementation.value} are not used where they are.",
            hint="collect the frame, or give a lazy frame of polars, DuckDB, PySpark or Dask.",
        )
    if engine not in ("auto", own):
        raise OptionError(
            f"engine='{engine}', but the frame is one of {own}.",
            hint=Hint("leave it out, or read the table into memory ({engine}).", engine="memory"),
        )
    return LazyTable(nw.to_native(found), own, f"a lazy frame of {own}")


# Files: one, several by a pattern, or a folder.


@dataclass(frozen=True, slots=True)
class TableFiles:
    """The files that make up one table, all of the same kind."""

    given: str
    paths: tuple[Path, ...]
    kind: str
    packed: bool

    @classmethod
    def of(cls, path: str | os.PathLike[str], format: str | None = None) -> "TableFiles":
        """The file of this path, or those that match the pattern, or of the folder."""
        given = os.fspath(path)
        if os.path.lexists(given) and not os.path.isdir(given):
            paths = [existing(Path(given))]
        elif os.path.isdir(given):
            folder = Path(given)
            paths = [found for found in sorted(folder.rglob("*")) if _is_data(found, folder)]
        else:
            named = os.path.basename(given).startswith("_")
            paths = [Path(found) for found in sorted(glob.glob(given, recursive=True))]
            paths = [p for p in paths if p.is_file() and (named or not p.name.startswith("_"))]
        if not paths:
            if not _is_several(given):
                existing(Path(given))
            raise TableError(
                f"no file is in, or matches, '{given}'.", hint="check the path and its pattern."
            )
        kinds = [table_kind(found, format) for found in paths]
        if len(set(kinds)) > 1:
            raise TableError(
                f"the files of '{given}' have different formats, "
                f"{join_words(sorted({''.join(kind) for kind in kinds}))}.",
                hint="name those of one format, e.g. 'folder/*.parquet'.",
            )
        kind, packed = kinds[0]
        return cls(given, tuple(paths), kind, bool(packed))

    @property
    def name(self) -> str:
        """What a reader knows the table by."""
        if len(self.paths) == 1:
            return self.paths[0].name
        shown = os.path.basename(self.given.rstrip("/")) or self.given
        return f"{shown} ({count(len(self.paths), 'file')})"

    def read(self, **reading: Any) -> "pl.DataFrame":
        """All files as one frame, which remembers where its rows are."""
        import polars as pl

        if len(self.paths) == 1:
            return read_table(self.paths[0], **reading)
        frames = [read_table(p, **reading, may_be_empty=True) for p in self.paths]
        self._require_same([frame.columns for frame in frames])
        frames = [frame for frame in frames if frame.height]
        if not frames:
            raise TableError(
                f"the files of '{self.given}' have no rows.", hint="check how they were written."
            )
        ends = np.cumsum([frame.height for frame in frames])
        origins = [origin_of(frame) for frame in frames]

        def place(row: int) -> str:
            at = int(np.searchsorted(ends, row, side="right"))
            origin, first = origins[at], int(ends[at]) - frames[at].height
            assert origin is not None  # it was read from a file
            return origin.place(row - first)

        try:
            together = pl.concat(frames, how="vertical_relaxed")
        except pl.exceptions.PolarsError as error:
            raise TableError(
                f"the files of '{self.given}' do not fit together: {first_line(error)}.",
                hint="give every column the same type in all files.",
            ) from None
        return remember(together, Origin(place, name=self.name))

    def columns(self, separator: str | None) -> "FileColumns":
        """The columns of text or Parquet files, which must be the same in all of them."""
        import polars as pl

        if self.kind in _PARQUET:
            scans = [pl.scan_parquet(path, glob=False) for path in self.paths]
            schemas = [scan.collect_schema() for scan in scans]
            self._require_same([schema.names() for schema in schemas])
            return FileColumns(schemas[0].names(), [schema.dtypes() for schema in schemas])
        between = separator or DELIMITED[self.kind] or ","
        headers = [column_names(path, between) for path in self.paths]
        self._require_same(headers)
        rows = max(_LEAST_LOOKED_AT, _LOOKED_AT // len(self.paths))
        first = pl.concat(
            pl.read_csv(
                path,
                glob=False,
                separator=between,
                new_columns=headers[0],
                infer_schema=False,
                n_rows=rows,
            )
            for path in self.paths
        )
        typed = with_types(first)
        return FileColumns(
            headers[0],
            [[_type_of(values, typed) for values in typed.frame.get_columns()]],
            between,
            typed.spellings,
        )

    def _require_same(self, headers: Sequence[list[str]]) -> None:
        for path, names in zip(self.paths, headers, strict=True):
            if names != headers[0]:
                raise TableError(
                    f"'{path}' has the columns {join_words(names, most=6)}, and "
                    f"'{self.paths[0]}' has {join_words(headers[0], most=6)}.",
                    hint="files of one table have the same columns in the same order.",
                )

    @property
    def escaped_paths(self) -> list[str]:
        """The paths for a reader that takes each of them as a pattern."""
        return [glob.escape(os.fspath(path)) for path in self.paths]

    @property
    def is_large_kind(self) -> bool:
        """Whether files of this kind can be opened without reading them."""
        return self.kind in _SCANS and not self.packed

    def bytes_in_memory(self, scores: int | None = None) -> int:
        """About what the table takes in memory, with so many columns of scores."""
        if self.kind not in _PARQUET:
            return _BYTES_OF_TEXT * sum(path.stat().st_size for path in self.paths)
        import polars as pl

        try:
            scans = [pl.scan_parquet(path, glob=False) for path in self.paths]
            counts = [scan.select(pl.len()).collect() for scan in scans]
            columns = len(scans[0].collect_schema())
        except (pl.exceptions.PolarsError, OSError):  # which reading it will report
            return 0
        rows = sum(int(each.item()) for each in counts)
        scores = columns - 1 if scores is None else scores
        return int(rows * (_BYTES_OF_COLUMN * columns + _BYTES_OF_SCORES * scores + _BYTES_OF_ROW))


@dataclass(frozen=True, slots=True)
class FileColumns:
    """The names of the columns of files, and their types in each of the Parquet files; in text
    files what their first rows show, as if these were read into memory.
    """

    names: list[str]
    types: list[list["pl.DataType"]]
    separator: str = ""
    spellings: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def text_types(self) -> "dict[str, pl.DataType]":
        """The types of the columns of text files."""
        return dict(zip(self.names, self.types[0], strict=True))

    @property
    def are_alike(self) -> bool:
        """Whether all files have the same types."""
        return all(types == self.types[0] for types in self.types)

    def require_alike(self, engine: str) -> None:
        """Refuse files with different types, whose values would be made those of the first file."""
        for types in self.types:
            for name, first, own in zip(self.names, self.types[0], types, strict=True):
                if own != first:
                    raise TableError(
                        f"column '{shortened(name)}' is {first} in one file and {own} in another, "
                        f"which {engine} does not bring together.",
                        hint=Hint(
                            "use {engine}, or give every column the same type in all files.",
                            engine="polars",
                        ),
                    )

    def require_other_names(self, engine: str) -> None:
        """Refuse names that differ in case only, or are empty, for an engine that changes them."""
        known: dict[str, str] = {}
        for name in self.names:
            other = known.setdefault(name.lower(), name)
            if not name or other is not name:
                what = f"does not distinguish columns '{shortened(other)}' and '{shortened(name)}'"
                raise TableError(
                    f"{engine} {what if name else 'does not read a column without a name'}.",
                    hint=Hint("use {engine}, or rename the column.", engine="polars"),
                )


def _type_of(values: "pl.Series", typed: Typed) -> "pl.DataType":
    """The type that a column of text files has for an engine, which does not read percentages."""
    import polars as pl

    if values.null_count() == len(values):
        return pl.Float64()
    texts = typed.texts.get(values.name)
    if texts is not None and texts.str.contains("%", literal=True).any():
        return pl.String()
    return values.dtype


def _is_data(path: Path, folder: Path) -> bool:
    """Whether this is a file of the table: what is hidden or begins with _, as _SUCCESS, is not."""
    inside = path.relative_to(folder).parts
    return path.is_file() and not any(part.startswith((".", "_")) for part in inside)


def files_of_table(path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """The files of a pattern or folder; the path itself where it is neither."""
    given = os.fspath(path)
    if not _is_several(given):
        return (Path(given),)
    return TableFiles.of(given).paths


def _is_several(given: str) -> bool:
    return os.path.isdir(given) or (not os.path.lexists(given) and glob.has_magic(given))


def opened_files(
    path: str | os.PathLike[str],
    *,
    engine: Engine = "auto",
    memory_limit: int | str | None = None,
    scores: str | Sequence[str] | None = None,
    separator: str | None = None,
    decimal: str | None = None,
    sheet: str | None = None,
    format: str | None = None,
) -> LazyTable | TableFiles:
    """The table of files, opened by an engine; the files themselves where they fit into memory."""
    files = TableFiles.of(path, format)
    if engine == "memory" or (engine == "auto" and not files.is_large_kind):
        return files
    why = ""
    if engine == "auto":
        limit = memory_bytes(memory_limit)
        several = None if scores is None else 1 if isinstance(scores, str) else len(scores)
        needed = files.bytes_in_memory(several)
        if needed <= limit:
            return files
        engine = "polars"
        why = (
            f", because the table would take about {size_words(needed)} of memory and "
            f"{size_words(limit)} may be used"
        )
    if not files.is_large_kind:
        raise TableError(
            f"a {files.kind}{'.gz' if files.packed else ''} file cannot be opened without reading "
            "it into memory.",
            hint=Hint("use {engine}, or convert it to Parquet.", engine="memory"),
        )
    refuse_options(path, files.kind, separator=separator, decimal=decimal, sheet=sheet)
    if decimal == "," or separator == BLANKS:
        what = "a decimal comma" if decimal == "," else "blanks between the columns"
        raise TableError(
            f"a text table with {what} cannot be opened without reading it into memory.",
            hint=Hint("use {engine}, or convert it to Parquet.", engine="memory"),
        )
    opener = _OPENERS[engine]
    with as_table_errors(files.name):
        if files.kind not in (*_PARQUET, *DELIMITED):
            return LazyTable(opener(files, None), engine, files.name, why, files.paths)
        columns = files.columns(separator)
        opened = opener(files, columns)
    return LazyTable(opened, engine, files.name, why, files.paths, columns.spellings)


_PARQUET = (".parquet", ".pq")
_SCANS = (*_PARQUET, ".csv", ".tsv", ".tab", ".arrow", ".feather", ".ipc", ".jsonl", ".ndjson")


def _scanned(files: TableFiles, columns: FileColumns | None) -> Any:
    import polars as pl

    paths = list(files.paths)
    if columns is None:
        if files.kind in (".jsonl", ".ndjson"):
            return pl.scan_ndjson(files.escaped_paths, infer_schema_length=_LOOKED_AT)
        return pl.scan_ipc(paths, glob=False)
    if files.kind in DELIMITED:
        return pl.scan_csv(
            paths,
            glob=False,
            new_columns=columns.names,
            schema_overrides=columns.text_types,
            separator=columns.separator,
            null_values=list(MISSING_WORDS),
        )
    if columns.are_alike:
        return pl.scan_parquet(paths, glob=False)
    scans = [pl.scan_parquet(path, glob=False) for path in paths]
    return pl.concat(scans, how="vertical_relaxed")


def _in_duckdb(files: TableFiles, columns: FileColumns | None) -> Any:
    duckdb = _imported("duckdb", "the DuckDB engine", extra="engines")
    columns = _known("DuckDB", files, columns)
    columns.require_other_names("DuckDB")
    connection = duckdb.connect()
    if files.kind in _PARQUET:
        return connection.read_parquet(files.escaped_paths, hive_partitioning=False)
    types = {"Int64": "BIGINT", "Int128": "HUGEINT", "Float64": "DOUBLE", "Boolean": "BOOLEAN"}
    return connection.read_csv(
        files.escaped_paths,
        sep=columns.separator,
        na_values=list(MISSING_WORDS),
        header=True,
        names=columns.names,
        dtype=[types.get(str(dtype), "VARCHAR") for dtype in columns.types[0]],
        hive_partitioning=False,
    )


_PATTERN = re.compile(r"[\[\]{}*?\\]")  # to Hadoop, which takes every path as a pattern


def _in_spark(files: TableFiles, columns: FileColumns | None) -> Any:
    sql = _imported("pyspark.sql", "the Spark engine", extra="spark")
    columns = _known("Spark", files, columns)
    columns.require_other_names("Spark")
    session = sql.SparkSession.builder.getOrCreate()
    paths = [_PATTERN.sub(r"\\\g<0>", str(path.resolve())) for path in files.paths]
    if files.kind in _PARQUET:
        return session.read.parquet(*paths)
    read = session.read.csv(
        paths, sep=columns.separator, header=True, escape='"', mode="FAILFAST", nullValue=""
    )
    types = {"Int64": "long", "Float64": "double", "Boolean": "boolean"}
    functions = sql.functions
    values = []
    for place, (name, dtype) in enumerate(columns.text_types.items()):
        words = functions.col(f"`{read.columns[place].replace('`', '``')}`")
        missing = functions.trim(words).isin(list(MISSING_WORDS))
        value = words
        if str(dtype) in types:
            wrong = functions.raise_error(f"not every value of column '{name}' is {dtype}")
            value = functions.coalesce(functions.trim(words).try_cast(types[str(dtype)]), wrong)
        values.append(functions.when(words.isNotNull() & ~missing, value).alias(name))
    return read.select(*values)


def _in_dask(files: TableFiles, columns: FileColumns | None) -> Any:
    frames = _imported("dask.dataframe", "the Dask engine", package="dask[dataframe]")
    columns = _known("Dask", files, columns)
    if files.kind in _PARQUET:
        # Types of pandas would make integers with missing values floats, and round them.
        table = frames.read_parquet(files.escaped_paths, index=False, dtype_backend="pyarrow")
        return table[columns.names]
    types = {"Int64": "Int64", "Float64": "float64", "Boolean": "boolean"}
    return frames.read_csv(
        files.escaped_paths,
        sep=columns.separator,
        names=columns.names,
        header=0,
        dtype={n: types.get(str(dtype), "string") for n, dtype in columns.text_types.items()},
        na_values=list(MISSING_WORDS),
        keep_default_na=False,
    )


_OPENERS: Mapping[Engine, Callable[[TableFiles, FileColumns | None], Any]] = {
    "polars": _scanned,
    "duckdb": _in_duckdb,
    "spark": _in_spark,
    "dask": _in_dask,
}


def _imported(module: str, what: str, *, extra: str = "", package: str = "") -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        if extra:
            raise MissingExtraError(what, extra=extra) from None
        raise AucurateError(
            f"{what} needs {module.split('.')[0]}, which is not installed.",
            hint=f"pip install '{package}'",
        ) from None


def _known(engine: str, files: TableFiles, columns: FileColumns | None) -> FileColumns:
    """The columns, alike in all files; files that only polars opens are refused."""
    if columns is None:
        raise TableError(
            f"{engine} is not used for {files.kind} files.",
            hint=Hint("use {engine}, or convert the table to Parquet.", engine="polars"),
        )
    columns.require_alike(engine)
    return columns


# Amounts of memory.


def memory_bytes(limit: int | str | None) -> int:
    """A number of bytes from "2GB" or a number; by default half the memory of the machine.

    >>> memory_bytes("2GB"), memory_bytes("512 MiB"), memory_bytes(10**9)
    (2000000000, 536870912, 1000000000)
    """
    if limit is None:
        return memory_of_machine() // 2
    found = _SIZE.fullmatch(str(limit))
    if found is None:
        raise OptionError(
            f"memory_limit must be an amount of memory; it is {limit!r}.",
            hint="e.g. '2GB', '500MB' or a number of bytes.",
        )
    number, unit, binary = found.groups()
    scale = _UNITS[unit.upper()]
    if binary:
        scale = 2 ** (10 * list(_UNITS).index(unit.upper()))
    amount = int(float(number) * scale)
    if amount < _LEAST_MEMORY:
        raise OptionError(
            f"memory_limit is {size_words(amount)}, and {size_words(_LEAST_MEMORY)} are needed.",
            hint="allow more memory.",
        )
    return amount


_LEAST_MEMORY = 10**8


def size_words(size: int) -> str:
    """An amount of memory with two digits.

    >>> size_words(2_000_000_000), size_words(123_456_789)
    ('2 GB', '120 MB')
    """
    for unit, scale in reversed(_UNITS.items()):
        if size >= scale:
            return f"{float(f'{size / scale:.2g}'):g} {unit}B"
    return f"{size} B"


def memory_of_machine() -> int:
    """How many bytes of memory there are, or that the container allows."""
    total = 8 * 10**9
    with suppress(AttributeError, ValueError, OSError):
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for file in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            total = min(total, int(Path(file).read_text()))
    return total
