"""Random tables as files of every format that is read, whole or damaged."""

import contextlib
import csv
import gzip
import io
import json
import random
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
from tests.fuzz.table_cells import Column, Table

TEXT = (".csv", ".csv", ".tsv", ".txt", ".jsonl", ".csv.gz", ".jsonl.gz")
TYPED = (".parquet", ".parquet", ".arrow", ".feather", ".xlsx")


def written(rng: random.Random, table: Table, folder: Path, *, plain: bool) -> Path:
    """The table as a file of a random format; ``plain`` leaves out what makes text hard to read."""
    ending = rng.choice(TEXT + TYPED)
    if plain and ending == ".xlsx" and _has_large_integers(table):
        ending = ".csv"  # Excel has 15 digits
    if ending.startswith((".csv", ".tsv", ".txt")):
        content = _delimited(rng, table, ending, plain=plain)
    elif ending.startswith(".jsonl"):
        content = _json_lines(table)
    else:
        content = b""
        with contextlib.suppress(Exception):  # a library cannot write this table
            content = _TYPED[ending](rng, table)
        if not content:
            ending, content = ".csv", _delimited(rng, table, ".csv", plain=plain)
    if ending.endswith(".gz"):
        content = gzip.compress(content, mtime=0)
    path = folder / f"table{ending}"
    path.write_bytes(content)
    return path


def _has_large_integers(table: Table) -> bool:
    cells = (cell for column in table.columns for cell in column.cells)
    return any(isinstance(cell, int) and abs(cell) > 10**15 for cell in cells)


def damaged(rng: random.Random, content: bytes) -> bytes:
    """The bytes with some flipped, cut, repeated, removed or replaced."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        if not found:
            break
        at, size = rng.randrange(len(found)), rng.choice((1, 2, 8, 64))
        how = rng.choice(("flip", "flip", "cut", "repeat", "remove", "replace", "zero"))
        if how == "flip":
            found[at] ^= 1 << rng.randrange(8)
        elif how == "cut":
            del found[at:]
        elif how == "repeat":
            found[at:at] = found[at : at + size]
        elif how == "remove":
            del found[at : at + size]
        else:
            new = bytes(size) if how == "zero" else rng.randbytes(size)
            found[at : at + size] = new
    return bytes(found)


def as_text(cell: Any) -> str:
    """A cell in a text table; the shortest digits that mean the same number."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return format(cell, "f")
    if isinstance(cell, bytes):
        return cell.hex()
    return repr(cell) if isinstance(cell, float) else str(cell)


def _delimited(rng: random.Random, table: Table, ending: str, *, plain: bool) -> bytes:
    separator = {".tsv": "\t", ".txt": rng.choice("\t;|,")}.get(ending, ",")
    lines = [[column.name for column in table.columns]]
    lines += [[as_text(column.cells[row]) for column in table.columns] for row in range(table.rows)]
    if plain:
        return _joined(lines, separator, "\n", csv.QUOTE_MINIMAL).encode()
    if rng.random() < 0.2:
        separator = rng.choice(",;\t|")
    if rng.random() < 0.15:
        _ragged(rng, lines)
    quoting = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    text = _joined(lines, separator, rng.choice(("\n", "\n", "\r\n", "\r")), quoting)
    if rng.random() < 0.1:
        text = rng.choice(("\n", "# a comment\n", "\n\n\n", "title\n\n")) + text
    if rng.random() < 0.1:
        text += rng.choice(("\n", "\n\n\n", ",,,\n", "\x1a", "total\n"))
    encoding = rng.choice(("utf-8",) * 8 + ("utf-8-sig", "utf-16", "utf-32", "latin-1"))
    return text.encode(encoding, "replace")


def _joined(lines: list[list[str]], separator: str, end: str, quoting: Any) -> str:
    text = io.StringIO()
    writer = csv.writer(
        text, delimiter=separator, lineterminator=end, quoting=quoting, escapechar="\\"
    )
    writer.writerows(lines)
    return text.getvalue()


def _ragged(rng: random.Random, lines: list[list[str]]) -> None:
    line = rng.choice(lines)
    how = rng.choice(("longer", "shorter", "blank"))
    if how == "longer":
        line.append("9")
    elif how == "shorter" and line:
        line.pop()
    else:
        lines.insert(rng.randrange(len(lines)), [])


def _json_lines(table: Table) -> bytes:
    rows = [
        {column.name: _for_json(column.cells[row]) for column in table.columns}
        for row in range(table.rows)
    ]
    return "\n".join(json.dumps(row) for row in rows).encode() + b"\n"


def _for_json(cell: Any) -> Any:
    if isinstance(cell, dict):
        return {key: _for_json(value) for key, value in cell.items()}
    if isinstance(cell, list):
        return [_for_json(value) for value in cell]
    if isinstance(cell, Decimal) and cell == cell.to_integral_value():
        return int(cell)
    if isinstance(cell, Decimal):
        return _Digits(cell)
    return cell if isinstance(cell, str | int | float | type(None)) else as_text(cell)


class _Digits(float):
    """A number that JSON writes with all digits of a decimal."""

    def __new__(cls, digits: Decimal) -> "_Digits":
        made = super().__new__(cls, digits)
        made.text = format(digits, "f")
        return made

    text: str

    def __repr__(self) -> str:
        return self.text


def _arrow(rng: random.Random, table: Table) -> pa.Table:
    names, arrays = [], []
    for column in table.columns:
        names.append(column.name)
        arrays.append(_array(rng, column, same=table.is_exact))
    return pa.Table.from_arrays(arrays, names=names)


def _array(rng: random.Random, column: Column, *, same: bool) -> Any:
    """A column with a type that fits, as text where none does; unless ``same``, a related one."""
    try:
        array = pa.array(column.cells)
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        return pa.array([None if cell is None else as_text(cell) for cell in column.cells])
    if not same and rng.random() < 0.3:
        with contextlib.suppress(pa.ArrowException, ValueError, TypeError):
            return rng.choice(_RELATED)(array)
    return array


def _as_map(array: Any) -> Any:
    items = [None if value is None else [("a", str(value))] for value in array.to_pylist()]
    return pa.array(items, pa.map_(pa.string(), pa.string()))


_RELATED: tuple[Callable[[Any], Any], ...] = (
    lambda array: array.dictionary_encode(),
    lambda array: array.cast(pa.string()),
    lambda array: array.cast(pa.large_string()),
    lambda array: array.cast(pa.string_view()),
    lambda array: array.cast(pa.binary()),
    lambda array: array.cast(pa.float32()),
    lambda array: array.cast(pa.float16(), safe=False),
    lambda array: array.cast(pa.int8()),
    lambda array: array.cast(pa.uint64()),
    lambda array: array.cast(pa.bool_()),
    lambda array: array.cast(pa.decimal128(38, 10)),
    lambda array: array.cast(pa.decimal256(60, 10)),
    lambda array: array.cast(pa.timestamp("ns")),
    lambda array: array.cast(pa.timestamp("s", tz="Europe/Prague")),
    lambda array: array.cast(pa.duration("ms")),
    lambda array: array.cast(pa.int64()).cast(pa.time64("us")),
    lambda array: pa.array([[v] for v in array.to_pylist()]),
    _as_map,
    lambda array: pa.nulls(len(array)),
    lambda array: pa.compute.run_end_encode(array),
)


def _parquet(rng: random.Random, table: Table) -> bytes:
    file = io.BytesIO()
    if not table.is_exact and rng.random() < 0.2:  # it makes floats of integers with gaps
        _pandas(table).to_parquet(file)
    else:
        codec = rng.choice(("snappy", "zstd", "none"))
        parquet.write_table(_arrow(rng, table), file, compression=codec)
    return file.getvalue()


def _pandas(table: Table) -> Any:
    import pandas as pd

    frame = pd.DataFrame({column.name: column.cells for column in table.columns})
    return frame.iloc[::-1]


def _feather(rng: random.Random, table: Table) -> bytes:
    file = io.BytesIO()
    if rng.random() < 0.2:
        _polars(table).write_ipc(file)
    else:
        codec = rng.choice(("uncompressed", "lz4", "zstd"))
        feather.write_feather(_arrow(rng, table), file, compression=codec)
    return file.getvalue()


def _polars(table: Table) -> pl.DataFrame:
    """A frame of polars, which has integers of 128 bits."""
    columns = []
    for column in table.columns:
        large = any(isinstance(cell, int) and abs(cell) >= 2**63 for cell in column.cells)
        kind = pl.Int128 if large else None
        columns.append(pl.Series(column.name, column.cells, dtype=kind, strict=False))
    return pl.DataFrame(columns)


def _stream(rng: random.Random, table: Table) -> bytes:
    file = io.BytesIO()
    arrow = _arrow(rng, table)
    new = pa.ipc.new_stream if rng.random() < 0.5 else pa.ipc.new_file
    with new(file, arrow.schema) as writer:
        writer.write_table(arrow, max_chunksize=rng.choice((3, 1000)))
    return file.getvalue()


def _excel(rng: random.Random, table: Table) -> bytes:
    import xlsxwriter

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "nan_inf_to_errors": True}) as book:
        sheet = book.add_worksheet()
        first = rng.choice((0, 0, 0, 0, 2))
        for at, column in enumerate(table.columns):
            sheet.write_string(first, at, column.name)
            for row, cell in enumerate(column.cells, first + 1):
                if isinstance(cell, Decimal):
                    sheet.write_number(row, at, float(cell))
                elif isinstance(cell, list | dict | bytes):
                    sheet.write_string(row, at, str(cell))
                elif cell is not None:
                    sheet.write(row, at, cell)
    return file.getvalue()


_TYPED: dict[str, Callable[[random.Random, Table], bytes]] = {
    ".parquet": _parquet,
    ".feather": _feather,
    ".arrow": _stream,
    ".xlsx": _excel,
}
