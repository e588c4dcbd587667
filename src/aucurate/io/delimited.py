"""Text tables: comma, tab or otherwise separated, plain or gzipped."""

import csv
import gzip
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

import numpy as np

from aucurate.errors import OptionError, TableError
from aucurate.formatting import count
from aucurate.hints import Argument, Hint
from aucurate.io.columns import Commas, checked_names, with_types, without_blanks
from aucurate.io.origin import Origin, located, remember

if TYPE_CHECKING:
    import polars as pl

_SEPARATORS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
_CHUNK = 1 << 17
_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


BLANKS = " "
"""The separator of columns with any number of blanks between them."""


def read_delimited(
    path: Path, separator: str | None, *, usual: str | None, decimal: str | None = None
) -> "pl.DataFrame":
    """The table in a text file. ``usual`` is the separator of this kind of file, if it has one.

    ``decimal`` is the decimal mark where it is stated. A comma can be the separator as well where
    the fields with a decimal comma are quoted.
    """
    line = header_line(path)
    between = separator or usual or _only_separator(path, line)
    if decimal == between == ".":
        raise OptionError(
            f"a point cannot be both the decimal mark and the separator of '{path}'.",
            hint=Hint(
                "name the separator, e.g. {separator}, or leave out {decimal}.", separator=";"
            ),
        )
    names = column_names(path, between)
    commas: Commas = "stated" if decimal == "," else "never"
    if decimal is None and between != ",":
        commas = "recognised"
    if between == BLANKS:
        frame = _parsed_slowly(path, between)
    else:
        frame = _parsed(path, between, as_text=commas == "stated")
    if frame.width != len(names):
        raise TableError(
            f"the header of '{path}' has {count(len(names), 'field')}, but the lines below do not "
            "match it.",
            hint="save the table as CSV UTF-8 with standard line endings.",
        )
    frame.columns = names
    frame = without_blanks(frame)
    places = Origin(lambda row: _place(path, between, row))
    with located(remember(frame, places)):
        typed = with_types(frame, commas=commas)
    origin = replace(places, spellings=typed.spellings, texts=typed.texts)
    return remember(typed.frame, origin)


def _place(path: Path, separator: str, row: int) -> str:
    """The line of the file in which a row of the table begins, found by reading it again."""
    with suppress(csv.Error, TableError, OSError), opened(path) as file:
        records = _records(file, path, separator)
        seen, before = -2, 0  # the header comes first
        for record in records:
            seen += any(record)
            if seen == row:
                return f"line {before + 1} of '{path}'"
            before = records.line_num
    return f"row {row} of '{path}' (counted from 0, without the header)"


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file for reading bytes, unpacked if it is gzipped, whatever its name."""
    with path.open("rb") as start:
        packed = start.read(2) == b"\x1f\x8b"
    if path.suffix.lower() == ".gz" and not packed and path.stat().st_size:
        raise TableError(
            f"'{path}' is not a gzip file, although its name ends in .gz.",
            hint="rename it without .gz, or compress it again.",
        )
    try:
        with cast(IO[bytes], gzip.open(path) if packed else path.open("rb")) as file:
            yield cast(BinaryIO, file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise TableError(
            f"'{path}' is a damaged gzip file ({str(error).rstrip('.')}).",
            hint="copy or download it again.",
        ) from None


def header_line(path: Path) -> str:
    """The first line that is not blank, or an error if there is none or it is not UTF-8."""
    with opened(path) as file:
        for number, raw in enumerate(file, start=1):
            line = _decoded(raw, path, number).removeprefix("\ufeff")
            if line.strip("\r\n"):
                return line
    raise TableError(f"'{path}' is empty.", hint="check that the table was saved.")


def _decoded(raw: bytes, path: Path, number: int) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        encoding = next((name for mark, name in _MARKS.items() if raw.startswith(mark)), None)
        if number == 1 and encoding:
            what = f"'{path}' is {encoding} text; only UTF-8 is read."
        else:
            byte = raw[error.start]
            what = f"'{path}' is not UTF-8 text: line {number} holds the byte 0x{byte:02x}."
        raise TableError(
            what,
            hint="save it as 'CSV UTF-8', or: iconv -f ENCODING -t UTF-8 old.csv > new.csv, "
            f"with {encoding or 'UTF-16'}, or WINDOWS-1252 for a file from an old Excel.",
        ) from None


def _text_lines(file: BinaryIO, path: Path) -> Iterator[str]:
    for number, raw in enumerate(file, start=1):
        line = _decoded(raw, path, number)
        yield line.removeprefix("\ufeff") if number == 1 else line


def _records(file: BinaryIO, path: Path, separator: str, *, strict: bool = False) -> Any:
    """The rows of a text table by Python's own reader; any number of blanks is one separator."""
    lines = _text_lines(file, path)
    if separator != BLANKS:
        return csv.reader(lines, delimiter=separator, strict=strict)
    stripped = (line.rstrip(" \r\n") + "\n" for line in lines)
    return csv.reader(stripped, delimiter=separator, skipinitialspace=True, strict=strict)


def column_names(path: Path, separator: str) -> list[str]:
    """The names that the first line gives the columns, which are distinct."""
    if len(separator) != 1 or not separator.isascii():
        raise OptionError(
            f"separator must be one character; it is {separator!r}.",
            hint=Hint(
                "for example {} or {}.", Argument("separator", ";"), Argument("separator", "\t")
            ),
        )
    header_line(path)  # an empty file, or one that is not UTF-8, says so here
    with opened(path) as file:
        try:
            records = _records(file, path, separator)
            header = next(record for record in records if record)
        except csv.Error as error:
            raise _unparsed(path, records.line_num, 1, error) from None
    _refuse_json(path, header)
    _refuse_wrong_separator(path, header, separator)
    return checked_names(header)


def _only_separator(path: Path, line: str) -> str:
    found = [s for s in _SEPARATORS if s in line]
    if len(found) == 1:
        return found[0]
    if not found and len(line.split(BLANKS)) > 1:
        return BLANKS
    raise TableError(
        f"the column separator of '{path}' cannot be recognised from its first line, "
        f"{line.strip()[:60]!r}.",
        hint=Hint("name it, e.g. {separator}.", separator="\t"),
    )


def _refuse_json(path: Path, header: list[str]) -> None:
    """What comes from standard input, or under the wrong name."""
    start = header[0].lstrip()
    if start == "[" or start.startswith(("{", "[{")):
        raise TableError(
            f"'{path}' looks like JSON: its first line starts with {start[:20]!r}.",
            hint=Hint(
                "name the {}: {format}; or jsonl, where each line is an object.",
                "format",
                format="json",
            ),
        )


def _refuse_wrong_separator(path: Path, header: list[str], separator: str) -> None:
    if len(header) > 1:
        return
    for other, word in {**_SEPARATORS, " ": "space"}.items():
        if other != separator and other in header[0].strip():
            used = _SEPARATORS.get(separator, repr(separator))
            raise TableError(
                f"read with a {used} between the columns, '{path}' has one column, "
                f"{header[0][:60]!r}.",
                hint=Hint("the separator appears to be a {}: {separator}.", word, separator=other),
            )


def _parsed(path: Path, separator: str, *, as_text: bool) -> "pl.DataFrame":
    """Typed where the text of the cells adds nothing to that, otherwise the text."""
    import polars as pl

    failures = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
    if not as_text:
        with suppress(*failures), ThreadPoolExecutor(max_workers=1) as beside:
            seen = beside.submit(_Bytes.of, path, separator)
            frame = _by_polars(path, separator)
            return _with_doubtful_text(path, separator, frame, seen.result())
    try:
        return _by_polars(path, separator, infer_schema=False)
    except failures:
        return _parsed_slowly(path, separator)


def _by_polars(path: Path, separator: str, **options: Any) -> "pl.DataFrame":
    import polars as pl

    return pl.read_csv(path, separator=separator, glob=False, **options)


def _with_doubtful_text(
    path: Path, separator: str, frame: "pl.DataFrame", seen: "_Bytes"
) -> "pl.DataFrame":
    """The table with the text of those columns of numbers whose digits may say more."""
    places = [at for at, series in enumerate(frame.get_columns()) if seen.may_add_to(series)]
    if places:
        texts = _by_polars(path, separator, infer_schema=False, columns=places)
        for place, series in zip(places, texts.get_columns(), strict=True):
            frame.replace_column(place, series)
    return frame


class _Bytes(NamedTuple):
    """What the bytes of a file show about its numbers, much faster than parsing them.

    ``long_cells`` may have more digits than a float holds, ``negative_powers`` of ten may be below
    every float, ``other_spellings`` of whole numbers are such as 01 and +1.
    """

    long_cells: bool
    negative_powers: bool
    other_spellings: bool

    @classmethod
    def of(cls, path: Path, separator: str) -> "_Bytes":
        """Of all lines of this file."""
        found = np.zeros(len(cls._fields), np.bool_)
        rest = b"\n"
        with opened(path) as file:
            while chunk := file.read(_CHUNK):
                lines, end, rest = (rest + chunk).rpartition(b"\n")
                found |= cls._in(lines + end, separator)
                rest = end + rest
        found |= cls._in(rest + b"\n", separator)
        return cls(*found.tolist())

    @classmethod
    def _in(cls, lines: bytes, separator: str) -> tuple[bool, bool, bool]:
        array = np.frombuffer(lines, np.uint8)
        ends = array == ord(separator)
        ends |= array == ord("\n")
        within = ends  # whether a cell ends in one of the next 1, 2, 4, 8, 16, 18 bytes
        for shift in (1, 2, 4, 8, 2):
            within = within[shift:] | within[:-shift]
        powers = array[1:] == ord("-")
        powers &= (array[:-1] | 32) == ord("e")  # of either case
        zeros = array[1:-1] == ord("0")
        zeros &= ends[:-2]
        zeros &= array[2:] - np.uint8(ord("0")) < 10  # a digit follows; smaller bytes wrap around
        return not within.all(), bool(powers.any()), bool(zeros.any()) or b"+" in lines

    def may_add_to(self, series: "pl.Series") -> bool:
        """Whether two cells of a column of numbers may differ in their text and not as numbers, or
        be finite and not zero and not be so as floats.
        """
        if series.dtype.is_integer():
            return self.other_spellings
        if not series.dtype.is_float():
            return False
        ties = self.long_cells and series.n_unique() < len(series)
        tiny = (self.long_cells or self.negative_powers) and bool((series == 0).any())
        infinite = bool(series.is_infinite().any())
        return ties or tiny or infinite or bool((series == series.floor()).all())


def _parsed_slowly(path: Path, separator: str) -> "pl.DataFrame":
    """The same cells, a quotation mark inside unquoted text being a character like any other; or
    what is wrong with the file, and in which line.
    """
    import polars as pl

    rows: list[list[str | None]] = []
    header: list[str] = []
    before = 0
    with opened(path) as file:
        records = _records(file, path, separator, strict=True)
        try:
            for record in records:
                header = header or record
                if len(record) > len(header):
                    raise _too_long(path, records.line_num, len(record), len(header), separator)
                rows.append([cell or None for cell in record])
                before = records.line_num
        except csv.Error as error:
            raise _unparsed(path, records.line_num, before + 1, error) from None
    body = [row + [None] * (len(header) - len(row)) for row in rows if row][1:]
    schema = dict.fromkeys((f"column {place}" for place in range(len(header))), pl.String)
    return pl.DataFrame(body, schema=schema, orient="row")


def _too_long(path: Path, line: int, fields: int, width: int, separator: str) -> TableError:
    return TableError(
        f"line {line} of '{path}' has {count(fields, 'field')}; the header has {width}.",
        hint="the first line must name every column; text with a "
        f"{_SEPARATORS.get(separator, 'separator')} in it needs quotation marks.",
    )


def _unparsed(path: Path, line: int, first_line: int, error: csv.Error) -> TableError:
    """What Python's reader found wrong in a record that begins in ``first_line``."""
    if "new-line character" in str(error):
        return TableError(
            f"line {line} of '{path}' holds a carriage return (CR) without a line feed (LF).",
            hint="lines must end in LF or CRLF; if all lines end in CR: tr '\\r' '\\n' < old.csv > "
            "new.csv.",
        )
    if "field larger" in str(error):
        return TableError(
            f"line {first_line} of '{path}' has a cell of more than {csv.field_size_limit():,} "
            "characters.",
            hint="check that its quotation marks are closed.",
        )
    return TableError(
        f"a quotation mark in line {first_line} of '{path}' is not closed, or is in the wrong "
        "place.",
        hint='double a quotation mark inside quoted text: "".',
    )
