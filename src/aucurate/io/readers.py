"""Tables that are not text with separators: JSON lines, Parquet, Arrow, Excel."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucurate.errors import MissingExtraError, TableError
from aucurate.formatting import listing
from aucurate.io.cells import checked_names, with_types, without_blanks
from aucurate.io.delimited import header_line, opened

if TYPE_CHECKING:
    import polars as pl


def _read_json_lines(path: Path) -> "pl.DataFrame":
    import polars as pl

    header_line(path)  # an empty file, or one that is not UTF-8, says so here
    with opened(path) as file:
        content = file.read().removeprefix(b"\xef\xbb\xbf")
    try:
        frame = pl.read_ndjson(content, infer_schema_length=None)
    except pl.exceptions.PolarsError:
        rows = [_json_row(line, n, path) for n, line in enumerate(content.split(b"\n"), 1)]
        kept = [row for row in rows if row is not None]
        frame = pl.from_dicts(kept, infer_schema_length=None, strict=False)
    return with_types(frame)


def _json_row(line: bytes, number: int, path: Path) -> dict[str, Any] | None:
    """One line by Python's own reader, which also takes the NaN and Infinity that it writes."""
    if not line.strip():
        return None
    try:
        row = json.loads(line)
    except ValueError as error:
        raise TableError(
            f"line {number} of '{path}' is not JSON: {error}.",
            hint="JSON lines have one object per line, in UTF-8.",
        ) from None
    if not isinstance(row, dict):
        raise TableError(
            f"line {number} of '{path}' is not a JSON object.",
            hint='JSON lines have one object per line, as {"outcome": 1, "forest": 0.8}.',
        )
    return row


def _read_parquet(path: Path) -> "pl.DataFrame":
    import polars as pl

    return pl.read_parquet(path, glob=False)


def _read_arrow(path: Path) -> "pl.DataFrame":
    """An Arrow file, or an Arrow stream, which often has the same name."""
    import polars as pl

    content = path.read_bytes()
    if content.startswith(b"ARROW1"):
        return pl.read_ipc(content)
    return pl.read_ipc_stream(content)


def _read_excel(path: Path) -> "pl.DataFrame":
    try:
        import fastexcel
    except ImportError:
        raise MissingExtraError("reading Excel files", extra="excel") from None
    workbook = fastexcel.read_excel(path)
    sheets = [workbook.load_sheet(name, header_row=None) for name in workbook.sheet_names]
    full = [sheet.name for sheet in sheets if sheet.total_height]
    if len(full) > 1:
        raise TableError(
            f"'{path}' has several sheets, {listing(full)}.",
            hint="save the one with the scores as a file of its own.",
        )
    if not full:
        raise TableError(f"'{path}' is empty.", hint="check that the table was written.")
    head = workbook.load_sheet(full[0], header_row=None, n_rows=1, dtypes="string").to_polars()
    names = checked_names([str(name or "") for name in head.row(0)])
    body = workbook.load_sheet(full[0], header_row=None, skip_rows=1, schema_sample_rows=None)
    frame = body.to_polars()
    frame.columns = names
    frame = without_blanks(frame)
    return with_types(frame.with_columns([_whole(s) for s in frame.get_columns()]))


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
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
    ".arrow": _read_arrow,
    ".feather": _read_arrow,
    ".ipc": _read_arrow,
    ".xlsx": _read_excel,
    ".xls": _read_excel,
}
"""The reader of each kind of file, by the end of its name."""
