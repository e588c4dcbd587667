"""Columns of every type in every role: they work, or a typed error names column and type."""

import datetime
import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xlsxwriter
from tests.loops import for_each

import aucurate
from aucurate.crossval.features import features
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.results_table import ResultsTable
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import AucurateError, InputError, LabelError, ScoreError, TableError
from aucurate.io.files import read_scores, read_table, without_panics
from aucurate.io.frames import (
    score_columns,
)

SIZE = 24
BASE: dict[str, Any] = {
    "y": [0, 1] * 12,
    "fold": [k // 8 for k in range(SIZE)],
    "a": [k * 0.3 for k in range(SIZE)],
    "b": [k * 7 % 24 * 0.1 for k in range(SIZE)],
}
NESTED: dict[str, pa.Array] = {
    "list": pa.array([[k % 2] for k in range(SIZE)]),
    "struct": pa.array([{"p": k % 2} for k in range(SIZE)]),
    "map": pa.array([[("p", k % 2)] for k in range(SIZE)], pa.map_(pa.string(), pa.int64())),
    "binary": pa.array([b"\x00" if k % 2 else b"\xff" for k in range(SIZE)]),
}
Use = Callable[[Any], object]
USES: dict[str, Use] = {
    "label": lambda f: PairedScores.from_frame(f, label="x", positive="1", scores=["a"]),
    "scores": lambda f: PairedScores.from_frame(f, label="y", scores=["x"]),
    "frequency_weights": lambda f: PairedScores.from_frame(
        f, label="y", scores=["a"], frequency_weights="x"
    ),
    "sampling_weights": lambda f: PairedScores.from_frame(
        f, label="y", scores=["a"], sampling_weights="x"
    ),
    "groups": lambda f: PairedScores.from_frame(f, label="y", scores=["a"], groups="x"),
    "fold": lambda f: PairedScores.from_frame(f, label="y", scores=["a"], fold="x"),
    "test_set": lambda f: UnpairedScores.from_frame(f, label="y", score="a", test_set="x"),
    "label of folds": lambda f: FoldScores.from_frame(f, label="x", fold="fold", scores=["a"]),
    "fold of folds": lambda f: FoldScores.from_frame(f, label="y", fold="x", scores=["a"]),
    "observation": lambda f: FoldScores.from_frame(
        f, label="y", fold="fold", observation="x", scores=["a"], design="random splits"
    ),
    "groups of folds": lambda f: FoldScores.from_frame(
        f, label="y", fold="fold", groups="x", scores=["a"]
    ),
    "classes": lambda f: ClassScores.from_frame(f, label="x", scores={"0": "a", "1": "b"}),
    "scores of classes": lambda f: ClassScores.from_frame(f, label="y", scores=["a", "x"]),
    "fold of classes": lambda f: ClassFoldScores.from_frame(
        f, label="y", fold="x", scores={0: "a", 1: "b"}
    ),
    "feature": lambda f: features(f, used=["y", "fold"]),
    "data set": lambda f: ResultsTable.from_frame(f, dataset="x", algorithms=["a", "b"]),
}


def frame_with(column: pa.Array) -> pa.Table:
    return pa.table({**BASE, "x": column})


@for_each("use", USES)
@for_each("kind", NESTED)
def test_nested_and_binary_columns_are_refused(kind: str, use: str) -> None:
    table = frame_with(NESTED[kind])
    frames: list[Any] = [table, pl.from_arrow(table)]
    if kind != "map":
        frames.append(table.to_pandas())
    for frame in frames:
        with pytest.raises(
            TableError, match=r"column 'x' holds .* and cannot be used for"
        ) as caught:
            USES[use](frame)
        assert caught.value.hint


@pytest.mark.parametrize("kind", NESTED)
def test_nested_columns_that_are_not_used_do_no_harm(kind: str) -> None:
    frame = pl.from_arrow(frame_with(NESTED[kind]))
    assert score_columns(frame, used=["y", "fold"]).ignored == ("x",)


@pytest.mark.parametrize("use", ["groups", "fold", "groups of folds", "data set"])
@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_long_numbers_are_names(tmp_path: Path, use: str, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    ids = [10**20 + (k if use == "data set" else k % 3) for k in range(SIZE)]
    frame = pl.DataFrame(BASE).with_columns(x=pl.Series(ids, dtype=pl.Int128))
    if suffix == ".csv":
        frame.write_csv(path)
    elif suffix == ".parquet":
        frame.write_parquet(path)
    else:
        rows = zip(*frame.get_columns(), strict=True)
        text = '{{"y": {}, "fold": {}, "a": {}, "b": {}, "x": {}}}\n'
        path.write_text("".join(text.format(*row) for row in rows))
    found: Any = USES[use](read_table(path))
    if use == "data set":
        assert found.datasets[1] == "100000000000000000001"
    else:
        codes = found.observations.groups if "groups" in use else found.observations.folds
        assert codes.tolist() == [k % 3 for k in range(SIZE)]


@pytest.mark.parametrize(
    "values",
    [
        pl.Series([10**20 + k % 2 for k in range(SIZE)], dtype=pl.Int128),
        pl.Series([10**20 + k % 2 if k else None for k in range(SIZE)], dtype=pl.Int128),
    ],
)
def test_long_numbers_are_labels_test_sets_and_observations(values: pl.Series) -> None:
    frame = pl.DataFrame(BASE).with_columns(x=values.fill_null(10**20))
    data = PairedScores.from_frame(frame, label="x", positive=str(10**20 + 1), scores=["a"])
    assert isinstance(data, PairedScores)
    assert data.observations.n_positive == 12
    half = frame.with_columns(x=pl.Series([10**20 + k // 12 for k in range(SIZE)], dtype=pl.Int128))
    sets = UnpairedScores.from_frame(half, label="y", score="a", test_set="x")
    assert sets.names == ("100000000000000000000", "100000000000000000001")
    each = frame.with_columns(x=pl.Series([10**20 + k for k in range(SIZE)], dtype=pl.Int128))
    folds = FoldScores.from_frame(each, label="y", fold="fold", observation="x", scores=["a"])
    assert len(folds.observations) == SIZE
    classes = ClassScores.from_frame(
        frame, label="x", scores={10**20: "a", 10**20 + 1: "b"}, missing="drop"
    )
    assert classes.classes == ("100000000000000000000", "100000000000000000001")


def test_long_numbers_of_python_are_scores_where_a_float_holds_them() -> None:
    wide = pl.Series([2**80 * k for k in range(SIZE)], dtype=pl.Int128)
    assert aucurate.auc(BASE["y"], wide) == aucurate.auc(BASE["y"], list(range(SIZE)))
    near = pl.Series([2**80 * k + 1 for k in range(SIZE)], dtype=pl.Int128)
    with pytest.raises(ScoreError, match="row 1 is 1208925819614629174706177, which a 64-bit"):
        aucurate.auc(BASE["y"], near)
    gap = pl.Series([None, *range(SIZE - 1)], dtype=pl.Int128)
    with pytest.raises(ScoreError, match="row 0 is missing"):
        aucurate.auc(BASE["y"], gap)


@pytest.mark.parametrize(
    "make",
    [
        lambda ns: pl.Series(ns).cast(pl.Datetime("ns")),
        lambda ns: pl.Series(ns).cast(pl.Duration("ns")),
        lambda ns: pl.Series(ns).cast(pl.Time),
    ],
)
def test_times_that_differ_in_nanoseconds_are_different_names(make: Any) -> None:
    frame = pl.DataFrame(BASE).with_columns(x=make([k % 4 for k in range(SIZE)]))
    for given in (frame, frame.to_arrow()):
        data: Any = PairedScores.from_frame(given, label="y", scores=["a"], groups="x", fold="fold")
        assert data.observations.groups.tolist() == [k % 4 for k in range(SIZE)]
        folds: Any = PairedScores.from_frame(given, label="y", scores=["a"], fold="x")
        assert len(folds.observations.fold_names) == 4
    halves = frame.with_columns(x=make([k // 12 for k in range(SIZE)]))
    assert len(UnpairedScores.from_frame(halves, label="y", score="a", test_set="x").names) == 2
    labels = frame.with_columns(x=make([k % 2 for k in range(SIZE)]))
    with pytest.raises(LabelError, match="which of them is the positive class") as caught:
        PairedScores.from_frame(labels, label="x", scores=["a"])
    named = caught.value.hint.split("'")[1]
    found: Any = PairedScores.from_frame(labels, label="x", positive=named, scores=["a"])
    assert found.observations.n_positive == 12


def test_dates_keep_their_names() -> None:
    days = [datetime.date(2020, 1, 1 + k // 8) for k in range(SIZE)]
    data: Any = PairedScores.from_frame(
        pl.DataFrame({**BASE, "x": days}), label="y", scores=["a"], fold="x"
    )
    assert data.observations.fold_names == ("2020-01-01", "2020-01-02", "2020-01-03")


def test_weights_that_are_text_are_refused(tmp_path: Path) -> None:
    frame = pl.DataFrame(BASE).with_columns(x=pl.Series([str(k + 1) for k in range(SIZE)]))
    frame.write_parquet(tmp_path / "a.parquet")
    with pytest.raises(InputError, match="weights must be numbers; column 'x', row 0 of"):
        read_scores(tmp_path / "a.parquet", label="y", scores=["a"], frequency_weights="x")
    with pytest.raises(InputError, match="weights must be numbers"):
        PairedScores.from_arrays(
            BASE["y"], {"a": BASE["a"]}, frequency_weights=frame["x"].to_list()
        )
    exact = frame.with_columns(x=pl.Series([Decimal(k + 1) for k in range(SIZE)]))
    found: Any = PairedScores.from_frame(exact, label="y", scores=["a"], frequency_weights="x")
    assert found.observations.weights.values.tolist() == list(range(1, SIZE + 1))


def test_a_weight_is_named_by_its_row_in_the_table() -> None:
    weights = [1.0] * SIZE
    weights[9] = -1.0
    scores = [None, None, *BASE["a"][2:]]
    frame = pl.DataFrame({**BASE, "a": scores, "w": weights})
    with pytest.raises(InputError, match=r"row 9 has -1"):
        PairedScores.from_frame(
            frame, label="y", scores=["a"], sampling_weights="w", missing="drop"
        )


def test_rows_of_folds_are_counted_before_some_are_dropped() -> None:
    frame = pl.DataFrame({**BASE, "a": [None, None, *BASE["a"][2:]]}).with_columns(
        fold=pl.Series([None if k == 9 else k // 8 for k in range(SIZE)])
    )
    with pytest.raises(ScoreError, match="row 9 has none"):
        FoldScores.from_frame(frame, label="y", fold="fold", scores=["a"], missing="drop")


EXOTIC: dict[str, pa.Array] = {
    "decimal256": pa.array([Decimal(k) for k in range(SIZE)], pa.decimal256(50, 2)),
    "month_day_nano": pa.array([(1, 2, 3)] * SIZE, pa.month_day_nano_interval()),
    "run ends": pa.RunEndEncodedArray.from_arrays(pa.array([SIZE], pa.int32()), pa.array([1])),
    "dense union": pa.UnionArray.from_dense(
        pa.array([0] * SIZE, pa.int8()),
        pa.array(range(SIZE), pa.int32()),
        [pa.array(range(SIZE)), pa.array(["a"])],
    ),
}


def written(table: pa.Table, path: Path) -> Path:
    sink = io.BytesIO()
    new = pa.ipc.new_stream if path.suffix == ".ipc" else pa.ipc.new_file
    with new(sink, table.schema) as writer:
        writer.write_table(table)
    path.write_bytes(sink.getvalue())
    return path


@pytest.mark.parametrize("kind", EXOTIC)
@pytest.mark.parametrize("suffix", [".arrow", ".ipc"])
def test_arrow_files_with_exotic_columns(
    tmp_path: Path, kind: str, suffix: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = written(frame_with(EXOTIC[kind]), tmp_path / f"a{suffix}")
    frame = read_table(path)
    assert frame.columns == list(BASE)
    assert score_columns(frame, used=["y", "fold"]).ignored == ("x",)
    assert PairedScores.from_frame(frame, label="y", fold="fold").names == ("a", "b")
    with pytest.raises(TableError, match=r"column 'x' holds .*, which cannot be read"):
        PairedScores.from_frame(frame, label="y", scores=["x"])
    assert capfd.readouterr() == ("", "")


def test_arrow_files_of_exotic_columns_only(tmp_path: Path) -> None:
    table = pa.table({"x": EXOTIC["month_day_nano"]})
    with pytest.raises(TableError, match=r"no column can be read; .* month_day_nano_interval"):
        read_table(written(table, tmp_path / "a.arrow"))


@pytest.mark.parametrize("pyarrow", [True, False])
def test_damaged_arrow_files_are_refused_in_a_line(
    tmp_path: Path,
    pyarrow: bool,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = written(pa.table(BASE), tmp_path / "a.arrow").read_bytes()
    exotic = written(frame_with(EXOTIC["decimal256"]), tmp_path / "b.arrow")
    if not pyarrow:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(TableError, match=r"cannot be read as \.arrow") as caught:
            read_table(exotic)
        assert "columns of unusual types" in caught.value.hint
    messages = []
    for place in range(8, len(content), 7):
        path = tmp_path / "c.arrow"
        path.write_bytes(content[:place] + b"\xff" * 3 + content[place + 3 :])
        try:
            read_table(path)
        except TableError as error:
            messages.append(error.message)
    assert messages
    assert not any("unwrap" in message or "\n" in message for message in messages)
    assert capfd.readouterr() == ("", "")


def test_what_others_write_meanwhile_is_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    panic = (
        b"\nthread 'async-executor-1' (356) panicked at crates/polars/deserialize.rs:62:33:\n"
        b"not yet implemented\nstack backtrace:\n   0: std::panicking\n          at /rustc/x.rs:1\n"
        b"note: run with RUST_BACKTRACE=full\n"
    )
    assertion = panic.replace(
        b"not yet implemented\n", b"assertion `left == right` failed\n  left: 6\n right: 7\n"
    )
    with without_panics():
        for part in (b"half of it\n", panic, assertion, panic, b"and the rest\n"):
            os.write(2, part)
    assert capfd.readouterr().err == "half of it\nand the rest\n"


def test_reading_with_a_closed_standard_error(tmp_path: Path) -> None:
    pl.DataFrame(BASE).write_parquet(tmp_path / "a.parquet")
    code = (
        "import os, sys; os.close(2); from aucurate.io.files import read_table; "
        f"sys.exit(read_table({str(tmp_path / 'a.parquet')!r}).height)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == SIZE


def test_an_empty_column_of_excel_is_not_logged(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet()
    for row, cells in enumerate([["y", "a", "later"], [1, 0.5], [0, 0.25]]):
        sheet.write_row(row, 0, cells)
    book.close()
    code = (
        "from aucurate.io.files import read_table; "
        f"print(read_table({str(tmp_path / 'a.xlsx')!r}).columns)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "['y', 'a', 'later']\n"
    assert done.stderr == ""


@for_each("use", [name for name in USES if name != "feature"])
def test_every_other_type_works_or_is_refused(use: str) -> None:
    """No bare exception of a library, whatever a column holds."""
    columns: list[Any] = [
        pl.Series([None] * SIZE),
        pl.Series([f"{k}" for k in range(SIZE)], dtype=pl.Categorical),
        pl.Series(range(SIZE)).cast(pl.Duration("us")),
        pl.Series(range(SIZE)).cast(pl.Datetime("ms", "UTC")),
        pl.Series(range(SIZE)).cast(pl.Decimal(20, 3)),
        pl.Series([2**127 - 1 - k for k in range(SIZE)], dtype=pl.Int128),
        pl.Series([float("nan"), float("inf")] * 12),
        pl.Series([{"p": k} for k in range(SIZE)], dtype=pl.Object),
        pl.Series([[k] for k in range(SIZE)], dtype=pl.Array(pl.Int64, 1)),
        pd.Series([{k} for k in range(SIZE)]),
        pd.Series([k if k % 2 else str(k) for k in range(SIZE)], dtype=object),
        pd.Series(pd.Categorical([k if k % 2 else str(k) for k in range(SIZE)])),
        pd.Series(pd.period_range("2020-01", periods=SIZE, freq="M")),
        pd.Series(pd.interval_range(0, SIZE)),
        pd.Series([1 + 2j] * SIZE),
    ]
    for column in columns:
        frame: Any = (
            pd.DataFrame({**BASE, "x": column})
            if isinstance(column, pd.Series)
            else pl.DataFrame(BASE).with_columns(x=column)
        )
        with suppress(AucurateError):
            USES[use](frame)
