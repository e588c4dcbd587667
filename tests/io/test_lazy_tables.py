"""Tables that stay where they are: which files, which engine, and what is refused."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.data.table_scores import TableScores
from aucurate.errors import (
    AucurateError,
    InputError,
    LabelError,
    MissingExtraError,
    OptionError,
    ScoreError,
    TableError,
)
from aucurate.io import lazy_tables
from aucurate.io.lazy_tables import TableFiles, memory_bytes, size_words
from aucurate.kernels import Cancelled

pytestmark = [
    pytest.mark.filterwarnings(f"ignore::{kind}")  # of Dask, about pandas
    for kind in ("DeprecationWarning", "FutureWarning")
]

ROWS = 120


def _frame(seed: int = 0, rows: int = ROWS) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, rows)
    return pl.DataFrame(
        {"y": labels, "old": rng.normal(size=rows) + labels, "new": rng.random(rows) + labels}
    )


FRAME = _frame()

WRITERS: dict[str, Callable[[pl.DataFrame, Path], Any]] = {
    ".parquet": lambda frame, path: frame.write_parquet(path),
    ".pq": lambda frame, path: frame.write_parquet(path),
    ".csv": lambda frame, path: frame.write_csv(path),
    ".tsv": lambda frame, path: frame.write_csv(path, separator="\t"),
    ".tab": lambda frame, path: frame.write_csv(path, separator="\t"),
    ".arrow": lambda frame, path: frame.write_ipc(path),
    ".feather": lambda frame, path: frame.write_ipc(path),
    ".jsonl": lambda frame, path: frame.write_ndjson(path),
    ".ndjson": lambda frame, path: frame.write_ndjson(path),
    ".csv.gz": lambda frame, path: frame.write_csv(path, compression="gzip"),
}

ENGINES = ("polars", "duckdb", "dask")


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The engine of the test, where it is installed."""
    name = str(request.param)
    for module in {"duckdb": ("duckdb", "pyarrow"), "dask": ("dask.dataframe",)}.get(name, ()):
        pytest.importorskip(module)
    return name


with_every_engine = pytest.mark.parametrize("engine", ENGINES, indirect=True)


def _write(path: Path, frame: pl.DataFrame = FRAME) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    WRITERS["".join(path.suffixes[-2:] if path.suffix == ".gz" else path.suffixes[-1:])](
        frame, path
    )
    return path


def _several(folder: Path, suffix: str = ".parquet") -> pl.DataFrame:
    """Three files in a folder, and all of their rows."""
    frames = [_frame(seed, 40 + seed) for seed in range(3)]
    for number, frame in enumerate(frames):
        _write(folder / f"part-{number}{suffix}", frame)
    return pl.concat(frames)


def _aucs(data: Any) -> tuple[float, ...]:
    if isinstance(data, TableScores):
        return data.statistics().moments.aucs
    return AucMoments.from_scores(data).aucs


def _lazily(table: Any, engine: Any = "polars", **given: Any) -> TableScores:
    found = au.read_scores(table, **{"label": "y", "engine": engine, **given})
    assert isinstance(found, TableScores)
    return found


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of a few kilobytes is allowed."""
    monkeypatch.setattr(lazy_tables, "_LEAST_MEMORY", 1)


# Amounts of memory.


@pytest.mark.parametrize(
    ("limit", "size"),
    [
        ("2GB", 2 * 10**9),
        ("2 gb", 2 * 10**9),
        ("2G", 2 * 10**9),
        (" 1.5 GB ", 1_500_000_000),
        ("500MB", 5 * 10**8),
        ("512MiB", 2**29),
        ("512 Mi", 2**29),
        ("0.25TiB", 2**38),
        ("200000KB", 2 * 10**8),
        ("100000000", 10**8),
        ("100000000 B", 10**8),
        (10**8, 10**8),
        (2**40, 2**40),
    ],
)
def test_amounts_of_memory(limit: int | str, size: int) -> None:
    assert memory_bytes(limit) == size


@pytest.mark.parametrize("limit", ["", "much", "-1GB", "2XB", "GB", "1e9", "2,5 GB", "2GB 1MB", -5])
def test_what_is_no_amount_of_memory(limit: int | str) -> None:
    with pytest.raises(OptionError, match="must be an amount of memory") as caught:
        memory_bytes(limit)
    assert "2GB" in caught.value.hint


@for_each("limit", ["99MB", "0", 5, "1KiB"])
def test_too_little_memory(limit: int | str) -> None:
    with pytest.raises(OptionError, match="100 MB are needed"):
        memory_bytes(limit)


@for_each("engine", ["auto", "memory"])
@for_each("limit", ["much", "1MB"])
def test_a_limit_is_checked_where_it_is_not_used(engine: Any, limit: str) -> None:
    with pytest.raises(OptionError, match="memory_limit"):
        au.read_scores(FRAME, label="y", engine=engine, memory_limit=limit)


def test_by_default_half_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_tables, "memory_of_machine", lambda: 10**10)
    assert memory_bytes(None) == 5 * 10**9
    monkeypatch.undo()
    assert lazy_tables.memory_of_machine() > 10**8


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (999, "1000 B"),
        (1000, "1 KB"),
        (1_550_000, "1.6 MB"),
        (123_456_789, "120 MB"),
        (2 * 10**9, "2 GB"),
        (10**15, "1000 TB"),
    ],
)
def test_amounts_in_words(size: int, words: str) -> None:
    assert size_words(size) == words


# Which files.


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_file_a_pattern_and_a_folder_are_one_table(tmp_path: Path, suffix: str) -> None:
    whole = _several(tmp_path / "parts", suffix)
    _write(tmp_path / f"whole{suffix}", whole)
    wanted = _aucs(au.read_scores(whole, label="y"))
    tables = [tmp_path / f"whole{suffix}", tmp_path / "parts", tmp_path / "parts" / f"*{suffix}"]
    for table in (*tables, *map(str, tables)):
        data = au.read_scores(table, label="y")
        assert isinstance(data, PairedScores)
        assert _aucs(data) == wanted
        if suffix != ".csv.gz":
            assert _aucs(_lazily(table)) == wanted


def test_a_table_has_the_name_of_its_file_or_pattern(tmp_path: Path) -> None:
    _several(tmp_path / "parts")
    names: dict[str | Path, str] = {
        tmp_path / "parts": "parts (3 files)",
        f"{tmp_path}/parts/": "parts (3 files)",
        tmp_path / "parts" / "part-*.parquet": "part-*.parquet (3 files)",
        tmp_path / "parts" / "part-1.parquet": "part-1.parquet",
        tmp_path / "parts" / "*-1.parquet": "part-1.parquet",
    }
    for table, name in names.items():
        assert TableFiles.of(table).name == name
        for engine in ("memory", "polars"):
            data = au.read_scores(table, label="y", engine=engine)
            assert not isinstance(data, UnpairedScores)
            assert data.observations.source.name == name


def test_hidden_files_and_those_of_other_programs_are_no_data(tmp_path: Path) -> None:
    whole = _several(tmp_path)
    for other in ("_SUCCESS", ".part-0.parquet.crc", "_metadata", ".DS_Store"):
        (tmp_path / other).write_text("not a table")
    for folder in ("_delta_log", ".ipynb_checkpoints", "_temporary/0"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "00.json").write_text("{}")
        _write(tmp_path / folder / "copy.parquet")
    (tmp_path / "empty").mkdir()
    for table in (tmp_path, tmp_path / "*"):
        assert [path.name for path in TableFiles.of(table).paths] == [
            f"part-{number}.parquet" for number in range(3)
        ]
        assert _aucs(_lazily(table)) == _aucs(au.read_scores(whole, label="y"))


def test_a_name_with_an_underscore_can_be_given(tmp_path: Path) -> None:
    _write(tmp_path / "_scores.csv")
    for given in ("_scores.csv", "_*.csv"):
        assert len(TableFiles.of(tmp_path / given).paths) == 1


def test_folders_within_a_folder(tmp_path: Path) -> None:
    """Their names add no columns, whatever they look like."""
    for run in (1, 2):
        _write(tmp_path / "runs" / f"run={run}" / "part.parquet")
    for table in (
        tmp_path / "runs",
        f"{tmp_path}/runs/**/*.parquet",
        f"{tmp_path}/runs/*/*.parquet",
    ):
        assert len(TableFiles.of(table).paths) == 2
        for engine in ("memory", "polars"):
            data = au.read_scores(table, label="y", engine=engine)
            assert not isinstance(data, UnpairedScores)
            assert data.names == ("old", "new")


@with_every_engine
def test_folders_of_a_partitioned_table_add_no_columns(tmp_path: Path, engine: str) -> None:
    for suffix in (".csv", ".parquet"):
        folder = tmp_path / suffix[1:]
        for run in (1, 2):
            _write(folder / f"run={run}" / f"part{suffix}")
        assert _lazily(folder, engine).names == ("old", "new")


@with_every_engine
@for_each("suffix", [".csv", ".parquet", ".arrow", ".jsonl"])
def test_brackets_in_the_name_of_a_file_are_brackets(
    tmp_path: Path, engine: str, suffix: str
) -> None:
    """It is not taken for a pattern, of another file that is there."""
    if engine != "polars" and suffix in (".arrow", ".jsonl"):
        return
    path = _write(tmp_path / f"scores[1]{suffix}")
    _write(tmp_path / f"scores1{suffix}", _frame(1))
    assert TableFiles.of(path).paths == (path,)
    assert _aucs(_lazily(path, engine)) == _aucs(au.read_scores(FRAME, label="y"))


def test_files_of_different_formats_are_refused(tmp_path: Path) -> None:
    _write(tmp_path / "a.parquet")
    _write(tmp_path / "b.csv")
    with pytest.raises(TableError, match=r"different formats, \.csv and \.parquet") as caught:
        au.read_scores(tmp_path, label="y")
    assert "*.parquet" in caught.value.hint
    _write(tmp_path / "c.csv.gz")
    with pytest.raises(TableError, match=r"\.csv and \.csv\.gz"):
        au.read_scores(tmp_path / "*.csv*", label="y")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    _write(tmp_path / "scores.csv")
    with pytest.raises(TableError, match="there is no file") as caught:
        au.read_scores(tmp_path / "score.csv", label="y")
    assert "scores.csv" in caught.value.hint
    (tmp_path / "nothing").mkdir()
    for given in ("*.parquet", "nothing", "nothing/*"):
        with pytest.raises(TableError, match="no file is in, or matches"):
            au.read_scores(tmp_path / given, label="y")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.md").write_text("#")
    with pytest.raises(TableError, match="cannot be recognised"):
        au.read_scores(tmp_path / "notes", label="y")


@pytest.mark.parametrize("engine", ["memory", *ENGINES])
@for_each("suffix", [".csv", ".parquet"])
@for_each(
    "names",
    [["y", "old", "other"], ["y", "new", "old"], ["y", "old"], ["y", "old", "new", "more"]],
    ids=["another name", "another order", "one less", "one more"],
)
def test_files_with_different_columns_are_refused(
    tmp_path_factory: pytest.TempPathFactory, engine: Any, suffix: str, names: list[str]
) -> None:
    """Some readers would put the columns of one file under the names of another."""
    if engine in ("duckdb", "dask"):
        pytest.importorskip("duckdb" if engine == "duckdb" else "dask.dataframe")
    folder = tmp_path_factory.mktemp("parts")
    _write(folder / f"a{suffix}")
    columns = dict.fromkeys(names, FRAME["new"])
    _write(folder / f"b{suffix}", pl.DataFrame({**columns, "y": FRAME["y"]}))
    with pytest.raises(TableError, match="has the columns") as caught:
        au.read_scores(folder, label="y", engine=engine)
    assert f"b{suffix}" in caught.value.message
    assert "same columns" in caught.value.hint


def test_files_with_different_types(tmp_path: Path) -> None:
    _write(tmp_path / "a.parquet")
    _write(tmp_path / "b.parquet", FRAME.with_columns(pl.col("new").cast(pl.String)))
    for engine in ("memory", "polars"):
        with pytest.raises(InputError) as caught:
            au.read_scores(tmp_path, label="y", engine=engine)
        assert "hint: pass" not in caught.value.message


@with_every_engine
@for_each("first,second", [("Int64", "Float64"), ("Boolean", "Float64"), ("Float32", "Float64")])
def test_no_reader_makes_values_those_of_the_first_file(
    tmp_path_factory: pytest.TempPathFactory, engine: str, first: str, second: str
) -> None:
    """DuckDB would round the floats of a second file to the integers of the first one."""
    folder = tmp_path_factory.mktemp("parts")
    new = pl.col("new")
    narrow = FRAME.with_columns({"Int64": new.cast(pl.Int64), "Boolean": new > 1}.get(first, new))
    _write(folder / "a.parquet", narrow.with_columns(new.cast(getattr(pl, first))))
    _write(folder / "b.parquet")
    memory = au.read_scores(folder, label="y", engine="memory")
    if engine == "polars":
        assert _aucs(_lazily(folder)) == _aucs(memory)
        return
    with pytest.raises(TableError, match=f"'new' is {first} in one file and {second}") as caught:
        _lazily(folder, engine)
    assert "polars" in str(caught.value.hint)


@with_every_engine
@for_each("suffix", [".csv", ".parquet"])
def test_a_part_without_rows_is_a_part(
    tmp_path_factory: pytest.TempPathFactory, engine: str, suffix: str
) -> None:
    """Spark writes some."""
    folder = tmp_path_factory.mktemp("parts")
    for name, frame in (("a", FRAME.head(0)), ("b", FRAME), ("c", FRAME.head(0))):
        _write(folder / f"{name}{suffix}", frame)
    data = au.read_scores(folder, label="y", engine="memory")
    assert _aucs(data) == _aucs(_lazily(folder, engine)) == _aucs(au.read_scores(FRAME, label="y"))
    with pytest.raises(InputError, match=rf"b{suffix}"):
        au.read_scores(folder, label="y", engine="memory", sampling_weights="old")
    (folder / f"b{suffix}").unlink()
    with pytest.raises(TableError, match="no rows"):
        au.read_scores(folder, label="y", engine="memory")


TEXTS: dict[str, str] = {
    "labels that some readers take for truth values": "y,s\nyes,1\nno,2\nyes,3\nno,0\n",
    "signs and infinities": "y,s\n1,+1\n0,-Infinity\n1,inf\n0,Inf\n1,.5\n",
    "blanks": "y, s\n1, 1.5\n0, 2\n1, 3\n",
    "quoted numbers": 'y,"s ""x"""\n1,"1.5"\n0,"2"\n1,"3"\n',
    "words for missing values": "y,s\n1,NA\n0,2\n1,None\n1,3\n,3\n0,n/a\n",
    "integers above those of 64 bits": "y,s\n1,73786976294838214607\n0,3\n1,5\n",
    "more digits than a float has": "y,s\n1,0.12345678901234567891\n0,0.12345678901234567892\n",
    "more than the largest float": "y,s\n1,1e400\n0,2\n1,3\n",
    "text": "y,s\n1,0.5\n0,much\n1,2\n",
    "a column without values": "y,s,t\n1,0.5,\n0,1,\n1,2,\n",
    "two spellings of a group": "y,s,clinic\n1,0.5,01\n0,1,1\n1,2,2\n",
    "a wrong separator": "y;s\n1;2\n0;1\n",
}


@with_every_engine
@for_each("what", TEXTS)
def test_text_is_read_as_in_memory(
    tmp_path_factory: pytest.TempPathFactory, engine: str, what: str
) -> None:
    path = tmp_path_factory.mktemp("one") / "scores.csv"
    path.write_text(TEXTS[what])
    asked: dict[str, Any] = {"label": "y", "missing": "drop"}
    asked |= {"positive": "yes"} if "yes" in TEXTS[what] else {}
    asked |= {"groups": "clinic"} if "clinic" in TEXTS[what] else {}
    found: list[Any] = []
    for name in ("memory", engine):
        try:
            found.append(au.read_scores(path, **asked, engine=cast(Any, name)))
        except InputError as error:
            found.append(type(error))
    memory, data = found
    if isinstance(memory, type):
        assert data is memory
        return
    assert data.names == memory.names
    assert data.observations.source.n_dropped == memory.observations.source.n_dropped
    assert _aucs(data) == _aucs(memory)


def test_names_that_an_engine_would_change(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    for suffix in (".csv", ".parquet"):
        path = _write(tmp_path / f"scores{suffix}", FRAME.rename({"new": "OLD"}))
        with pytest.raises(TableError, match="'old' and 'OLD'") as caught:
            _lazily(path, "duckdb")
        assert "polars" in str(caught.value.hint)
        assert _lazily(path).names == ("old", "OLD")
    with pytest.raises(TableError, match="without a name"):
        _lazily(_write(tmp_path / "nameless.parquet", FRAME.rename({"new": ""})), "duckdb")


@with_every_engine
def test_columns_of_lists_have_no_role(tmp_path: Path, engine: str) -> None:
    lists = FRAME.with_columns(pl.concat_list("y").alias("both"))
    path = _write(tmp_path / "scores.parquet", lists)
    for asked in ({"groups": "both", "scores": "old"}, {"label": "both"}):
        with pytest.raises(TableError, match="column 'both' holds"):
            _lazily(path, engine, **asked)


@with_every_engine
def test_decimals_are_numbers_unless_a_float_would_round_them(tmp_path: Path, engine: str) -> None:
    cents = FRAME.with_columns((pl.col("new") * 100).cast(pl.Int64).cast(pl.Decimal(38, 20)))
    path = _write(tmp_path / "scores.parquet", cents)
    memory = au.read_scores(path, label="y", engine="memory")
    assert _aucs(_lazily(path, engine)) == _aucs(memory)
    long = pl.Series([f"0.1234567890123456{place:03d}" for place in range(ROWS)])
    _write(path, FRAME.with_columns(new=long.cast(pl.Decimal(38, 20))))
    with pytest.raises(ScoreError, match="digits"):
        _lazily(path, engine)


@with_every_engine
def test_integers_beside_missing_values_are_not_rounded(tmp_path: Path, engine: str) -> None:
    large = pl.Series([2**53 + row % 2 for row in range(ROWS)])
    frame = FRAME.with_columns(new=pl.when(pl.col("old") > 2).then(None).otherwise(large))
    frame = frame.with_columns(clinic=pl.when(pl.col("old") < 0).then(None).otherwise(2**53 + 1))
    path = _write(tmp_path / "scores.parquet", frame)
    with pytest.raises(ScoreError, match=str(2**53 + 1)):
        _lazily(path, engine, missing="drop", groups="clinic")


@with_every_engine
def test_a_table_that_changes_is_refused(tmp_path: Path, engine: str) -> None:
    path = _write(tmp_path / "scores.parquet")
    data = _lazily(path, engine)
    _write(path, FRAME.head(ROWS // 2))
    with pytest.raises(TableError):
        data.statistics()


# Which engine.


def test_what_fits_into_memory_is_read(tmp_path: Path) -> None:
    for suffix in (".parquet", ".csv", ".csv.gz"):
        path = _write(tmp_path / f"scores{suffix}")
        for limit in (None, "100MB", 10**8):
            data = au.read_scores(path, label="y", memory_limit=limit)
            assert isinstance(data, PairedScores)
            assert data.observations.source.engine == ""
            assert "Computed by" not in str(au.compare(data))


@pytest.mark.usefixtures("small_memory")
@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".arrow", ".jsonl"])
def test_what_does_not_is_left_to_polars_and_the_study_says_why(
    tmp_path: Path, suffix: str
) -> None:
    path = _write(tmp_path / f"scores{suffix}")
    data = au.read_scores(path, label="y", memory_limit="1KB")
    assert isinstance(data, TableScores)
    needed = size_words(TableFiles.of(path).bytes_in_memory())
    why = f"the table would take about {needed} of memory and 1 KB may be used"
    words = f"polars, a batch of rows at a time, because {why}"
    assert data.observations.source.engine == words
    study = au.compare(data)
    assert f"Computed by {words}." in str(study).splitlines()
    assert study.provenance.source.engine == words
    assert au.Study.from_json(study.to_json()).provenance.source.engine == words
    assert f"Computed by {words}." in str(au.operate(data, at=0.5))


@pytest.mark.usefixtures("small_memory")
def test_what_no_engine_opens_is_read_whatever_its_size(tmp_path: Path) -> None:
    path = _write(tmp_path / "scores.csv.gz")
    assert isinstance(au.read_scores(path, label="y", memory_limit="1KB"), PairedScores)


def test_the_memory_that_a_table_takes_depends_on_its_rows_and_scores(tmp_path: Path) -> None:
    """Of Parquet files the rows are known, of text files their size."""
    parquet = [
        TableFiles.of(_write(tmp_path / f"{rows}.parquet", _frame(0, rows))) for rows in (100, 1000)
    ]
    assert parquet[1].bytes_in_memory() == 10 * parquet[0].bytes_in_memory()
    assert parquet[0].bytes_in_memory(1) < parquet[0].bytes_in_memory(2)
    assert parquet[0].bytes_in_memory() == parquet[0].bytes_in_memory(2)
    assert parquet[0].bytes_in_memory() > 100 * 3 * 8
    text = TableFiles.of(_write(tmp_path / "scores.csv"))
    assert text.bytes_in_memory() > (tmp_path / "scores.csv").stat().st_size
    (tmp_path / "broken.parquet").write_bytes(b"PAR1")
    assert TableFiles.of(tmp_path / "broken.parquet").bytes_in_memory() == 0


@with_every_engine
@for_each("suffix", [".csv", ".tsv", ".parquet"])
def test_an_engine_that_is_named_is_used(tmp_path: Path, engine: str, suffix: str) -> None:
    path = _write(tmp_path / f"scores{suffix}")
    data = _lazily(path, engine)
    assert engine in data.engine.lower()
    assert "because" not in data.engine
    assert repr(data).startswith("<LocalTable: old and new; 120 observations")
    memory = au.read_scores(path, label="y")
    ours, theirs = (str(au.compare(each)).splitlines() for each in (data, memory))
    assert [line for line in ours if "Computed by" not in line] == theirs


@for_each("engine", ["duckdb", "dask", "spark"])
@for_each("suffix", [".arrow", ".jsonl"])
def test_formats_that_only_polars_opens(
    tmp_path_factory: pytest.TempPathFactory, engine: Any, suffix: str
) -> None:
    modules = {"duckdb": "duckdb", "dask": "dask.dataframe", "spark": "pyspark.sql"}
    pytest.importorskip(modules[engine])
    path = _write(tmp_path_factory.mktemp("one") / f"scores{suffix}")
    with pytest.raises(TableError, match="is not used for") as caught:
        au.read_scores(path, label="y", engine=engine)
    assert "engine='polars'" in str(caught.value.hint)


@for_each("engine", ["polars", "duckdb"])
@for_each("name", ["scores.csv.gz", "scores.txt", "scores.xlsx"])
def test_files_that_must_be_read(
    tmp_path_factory: pytest.TempPathFactory, engine: Any, name: str
) -> None:
    path = tmp_path_factory.mktemp("one") / name
    path.write_bytes(b"y,s\n0,1\n1,2\n")
    with pytest.raises(TableError, match="cannot be opened without reading") as caught:
        au.read_scores(path, label="y", engine=engine)
    assert "engine='memory'" in str(caught.value.hint)


@with_every_engine
def test_a_separator(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "scores.csv"
    FRAME.write_csv(path, separator=";")
    assert _aucs(_lazily(path, engine, separator=";")) == _aucs(au.read_scores(FRAME, label="y"))
    with pytest.raises(TableError, match="has one column, 'y;old;new'"):
        _lazily(path, engine)
    other = _write(tmp_path / "scores.parquet")
    with pytest.raises(OptionError, match="only for text tables"):
        _lazily(other, engine, separator=";")


# Lazy frames.


def test_a_lazy_frame_is_used_where_it_is() -> None:
    data = au.read_scores(FRAME.lazy(), label="y")
    assert isinstance(data, TableScores)
    assert data.observations.source.name == "a lazy frame of polars"
    assert "Computed by polars" in str(au.compare(data))
    assert _aucs(data) == _aucs(au.read_scores(FRAME, label="y"))


def test_a_lazy_frame_is_read_if_that_is_asked_for() -> None:
    data = au.read_scores(FRAME.lazy(), label="y", engine="memory")
    assert isinstance(data, PairedScores)
    assert data.names == ("old", "new")


def test_an_engine_must_be_that_of_the_lazy_frame() -> None:
    assert isinstance(au.read_scores(FRAME.lazy(), label="y", engine="polars"), TableScores)
    for engine in ("duckdb", "spark", "dask"):
        with pytest.raises(OptionError, match="the frame is one of polars") as caught:
            au.read_scores(FRAME.lazy(), label="y", engine=engine)
        assert "engine='memory'" in str(caught.value.hint)


def test_a_duckdb_relation_is_not_for_another_engine() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.connect().query("SELECT range % 2 AS y, range * 1.5 AS s FROM range(20)")
    with pytest.raises(OptionError, match="the frame is one of duckdb"):
        au.read_scores(relation, label="y", engine="polars")


def test_a_frame_in_memory_has_no_engine() -> None:
    for frame in (FRAME, FRAME.to_dict(as_series=False)):
        if isinstance(frame, pl.DataFrame):
            assert isinstance(au.read_scores(frame, label="y", engine="memory"), PairedScores)
        with pytest.raises(AucurateError):
            au.read_scores(frame, label="y", engine="polars")
    with pytest.raises(OptionError, match="DataFrame in memory"):
        au.read_scores(FRAME, label="y", engine="duckdb")


def test_lazy_frames_of_other_libraries_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_tables, "_ENGINES", {})
    with pytest.raises(TableError, match="lazy frames of polars are not used") as caught:
        au.read_scores(FRAME.lazy(), label="y")
    assert "collect" in caught.value.hint
    assert isinstance(au.read_scores(FRAME.lazy(), label="y", engine="memory"), PairedScores)


# Packages that are not installed.


@pytest.mark.parametrize(
    ("engine", "module", "install"),
    [
        ("duckdb", "duckdb", "aucurate[engines]"),
        ("duckdb", "pyarrow", "aucurate[engines]"),
        ("spark", "pyspark.sql", "aucurate[spark]"),
        ("dask", "dask.dataframe", "dask[dataframe]"),
    ],
)
def test_what_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: Any, module: str, install: str
) -> None:
    if module == "pyarrow":
        pytest.importorskip("duckdb")
    path = _write(tmp_path / "scores.csv")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(AucurateError, match="not installed") as caught:
        au.read_scores(path, label="y", engine=engine)
    assert caught.value.hint == f"pip install '{install}'"
    if engine != "dask":
        assert isinstance(caught.value, MissingExtraError)


# Files that cannot be read.


def _damaged(path: Path) -> None:
    content = bytearray(_write(path).read_bytes())
    content[20:200] = b"\xff" * 180
    path.write_bytes(bytes(content))


def _cut(path: Path) -> None:
    content = _write(path).read_bytes()
    path.write_bytes(content[: len(content) // 2])


BROKEN: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "damaged Parquet": ("scores.parquet", _damaged),
    "half a Parquet file": ("scores.parquet", _cut),
    "no Parquet file": ("scores.parquet", lambda path: path.write_bytes(b"PAR1 not so" * 9)),
    "an empty Parquet file": ("scores.parquet", lambda path: path.write_bytes(b"")),
    "an empty text file": ("scores.csv", lambda path: path.write_bytes(b"")),
    "UTF-16": ("scores.csv", lambda path: path.write_bytes("y,s\n0,1\n1,2\n".encode("utf-16"))),
    "too many cells": ("scores.csv", lambda path: path.write_text("y,s\n0,1\n1,2,3\n0,2\n")),
    "two columns of one name": (
        "scores.csv",
        lambda path: path.write_text("y,s,s\n0,1,2\n1,2,3\n"),
    ),
}


@with_every_engine
@for_each("what", BROKEN)
def test_what_a_reader_says_is_an_error_of_the_table(
    tmp_path_factory: pytest.TempPathFactory, engine: str, what: str
) -> None:
    name, write = BROKEN[what]
    path = tmp_path_factory.mktemp("one") / name
    write(path)
    with pytest.raises(TableError) as caught:
        _lazily(path, engine)
    assert "\n" not in caught.value.message
    assert caught.value.hint


@for_each("what", ["damaged Parquet", "half a Parquet file"])
def test_columns_of_a_broken_file(tmp_path: Path, what: str) -> None:
    """The command line asks for them first."""
    name, write = BROKEN[what]
    write(tmp_path / name)
    opened = lazy_tables.LazyTable(
        pl.scan_parquet(tmp_path / name), "polars", name, files=(tmp_path / name,)
    )
    if what == "damaged Parquet":
        assert opened.columns == ["y", "old", "new"]
        return
    with pytest.raises(TableError, match="cannot be read"):
        _ = opened.columns


def test_polars_arrow_and_json_lines_that_are_broken(tmp_path: Path) -> None:
    for name in ("scores.arrow", "scores.jsonl"):
        (tmp_path / name).write_bytes(b"ARROW1 {nothing\n" * 5)
        with pytest.raises(TableError, match="cannot be read"):
            _lazily(tmp_path / name)


# Columns.


@with_every_engine
@for_each(
    "asked,kind,words",
    [
        ({"label": "outcome"}, TableError, "there is no column 'outcome' for label"),
        ({"scores": ["newer"]}, TableError, "there is no column 'newer' for scores"),
        ({"scores": ["y"]}, TableError, "already has another role"),
        ({"scores": ["old", "old"]}, TableError, "twice"),
        ({"scores": []}, TableError, "names no column"),
        ({"scores": ["name"]}, ScoreError, "column 'name' has no numbers"),
        ({"sampling_weights": "name"}, ScoreError, "weights must be numbers"),
        ({"frequency_weights": "w"}, TableError, "there is no column 'w'"),
        ({"groups": "clinic"}, TableError, "there is no column 'clinic' for groups"),
        ({"fold": "y"}, TableError, "cannot be both"),
        ({"frequency_weights": "k", "sampling_weights": "v"}, OptionError, "frequency weights and"),
        ({"lower": ["newer"]}, OptionError, "newer"),
        ({"positive": "ill"}, LabelError, "ill"),
        ({"tolerance": -0.1}, OptionError, "tolerance"),
        ({"tolerance": 0.7}, OptionError, "tolerance"),
        ({"test_set": "name"}, AucurateError, "needs the rows in memory"),
    ],
    ids=lambda asked: str(asked),
)
def test_columns_and_options_that_are_refused(
    tmp_path_factory: pytest.TempPathFactory,
    engine: str,
    asked: dict[str, Any],
    kind: type[AucurateError],
    words: str,
) -> None:
    frame = FRAME.with_columns(name=pl.lit("abc"), k=pl.lit(2), v=pl.lit(0.5))
    path = _write(tmp_path_factory.mktemp("one") / "scores.csv", frame)
    with pytest.raises(kind, match=words):
        _lazily(path, engine, **asked)


@with_every_engine
@for_each("suffix", [".csv", ".parquet"])
def test_tables_without_rows(
    tmp_path_factory: pytest.TempPathFactory, engine: str, suffix: str
) -> None:
    path = _write(tmp_path_factory.mktemp("one") / f"scores{suffix}", FRAME.head(0))
    with pytest.raises(TableError, match=r"empty|no column of scores"):
        _lazily(path, engine)


@with_every_engine
def test_names_are_those_that_memory_gives(tmp_path: Path, engine: str) -> None:
    """Without blanks around them; a column without a name is no classifier."""
    path = tmp_path / "scores.csv"
    path.write_text(',y," old",new \n1,0,0.5,0.1\n2,1,0.75,NA\n3,1,0.25,0.3\n4,0,0.25,0.2\n')
    memory = au.read_scores(path, label="y", missing="drop")
    data = _lazily(path, engine, missing="drop")
    assert isinstance(memory, PairedScores)
    assert data.names == memory.names == ("old", "new")
    assert data.observations.source.n_dropped == 1
    ours, theirs = data.observations.source, memory.observations.source
    assert (ours.columns_taken, ours.columns_not_used) == (
        theirs.columns_taken,
        theirs.columns_not_used,
    )
    assert _aucs(data) == _aucs(memory)


@with_every_engine
def test_the_index_of_a_pandas_frame_is_no_classifier(tmp_path: Path, engine: str) -> None:
    pytest.importorskip("pyarrow")
    frame = FRAME.to_pandas()
    frame["visit_day"] = np.arange(ROWS) * 2.5
    frame.set_index("visit_day").to_parquet(tmp_path / "scores.parquet")
    memory = au.read_scores(tmp_path / "scores.parquet", label="y")
    data = _lazily(tmp_path / "scores.parquet", engine)
    assert not isinstance(memory, UnpairedScores)
    assert data.names == memory.names == ("old", "new")
    chosen = _lazily(tmp_path / "scores.parquet", engine, scores=["visit_day"])
    assert chosen.names == ("visit_day",)


@with_every_engine
@for_each("values,positive", [(["well", "ill"], "ill"), (["-1", "1"], None), (["3", "4"], 4)])
def test_labels(
    tmp_path_factory: pytest.TempPathFactory, engine: str, values: list[str], positive: Any
) -> None:
    path = tmp_path_factory.mktemp("one") / "scores.csv"
    rows = [f"{values[i % 2]},{i % 5 / 4 + (i % 2) / 2}" for i in range(30)]
    path.write_text("\n".join(["y,s", *rows]) + "\n")
    data = _lazily(path, engine, positive=positive)
    memory = au.read_scores(path, label="y", positive=positive)
    assert isinstance(memory, PairedScores)
    assert data.observations.positive == memory.observations.positive
    assert data.observations.negative == memory.observations.negative
    assert _aucs(data) == _aucs(memory)


@for_each("duplicate", ["s", "y"])
def test_a_frame_with_two_columns_of_one_name(duplicate: str) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[0, 0.1, 0.2], [1, 0.4, 0.6]], columns=["y", "s", duplicate])
    with pytest.raises(TableError, match="same name"):
        au.read_scores(frame, label="y")


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    path = _write(tmp_path / "scores.parquet")
    with pytest.raises(Cancelled):
        _lazily(path, progress=lambda *_: False)


def test_paths_of_any_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _several(tmp_path / "parts", ".csv")
    monkeypatch.chdir(tmp_path)
    assert _lazily("parts/*.csv").names == _lazily(Path("parts")).names
    assert [os.fspath(path) for path in lazy_tables.files_of_table("parts/*-1.csv")] == [
        "parts/part-1.csv"
    ]
    assert lazy_tables.files_of_table("nowhere.csv") == (Path("nowhere.csv"),)
