"""Text tables: comma, tab or otherwise separated, plain or gzipped."""

import csv
import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from aucurate.errors import AucurateError, OptionError, TableError
from aucurate.formatting import count
from aucurate.io.cells import checked_names, with_types, without_blanks

if TYPE_CHECKING:
    import polars as pl

_SEPARATORS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_delimited(path: Path, separator: str | None, *, usual: str | None) -> "pl.DataFrame":
    """The table in a text file. ``usual`` is the separator of this kind of file, if it has one."""
    if separator is not None and (len(separator) != 1 or not separator.isascii()):
        raise OptionError(
            f"separator must be one character; it is {separator!r}.",
            hint="for example separator=';' or separator='\\t'.",
        )
    line = header_line(path)
    between = separator or usual or _only_separator(path, line)
    header = _header(path, between)
    _refuse_wrong_separator(path, header, between)
    names = checked_names(header)
    frame = _parsed(path, between)
    if frame.width != len(names):
        raise TableError(
            f"the header of '{path}' has {count(len(names), 'field')}, but the lines below it do "
            "not follow it.",
            hint="save the table as CSV UTF-8 with ordinary line ends.",
        )
    frame.columns = names
    return with_types(without_blanks(frame))


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file for reading bytes, unpacked if it is gzipped, whatever its name."""
    with path.open("rb") as start:
        packed = start.read(2) == b"\x1f\x8b"
    if path.suffix.lower() == ".gz" and not packed and path.stat().st_size:
        raise TableError(
            f"'{path}' is not a gzip file, though its name ends in .gz.",
            hint="rename it without the .gz, or pack it again.",
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
    raise TableError(f"'{path}' is empty.", hint="check that the table was written.")


def _decoded(raw: bytes, path: Path, number: int) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if number == 1 and raw.startswith(_UTF16):
            what = f"'{path}' is UTF-16 text; only UTF-8 is read."
        else:
            byte = raw[error.start]
            what = f"'{path}' is not UTF-8 text: line {number} holds the byte 0x{byte:02x}."
        raise TableError(
            what,
            hint="save it as 'CSV UTF-8', or: iconv -f ENCODING -t UTF-8 old.csv > new.csv, "
            "with UTF-16, or WINDOWS-1252 for a file from an old Excel.",
        ) from None


def _text_lines(file: BinaryIO, path: Path) -> Iterator[str]:
    for number, raw in enumerate(file, start=1):
        line = _decoded(raw, path, number)
        yield line.removeprefix("\ufeff") if number == 1 else line


def _header(path: Path, separator: str) -> list[str]:
    with opened(path) as file:
        try:
            records = csv.reader(_text_lines(file, path), delimiter=separator)
            return next(record for record in records if record)
        except csv.Error as error:
            raise TableError(
                f"the header of '{path}' cannot be read: {error}.",
                hint="the first line must name the columns.",
            ) from None


def _only_separator(path: Path, line: str) -> str:
    found = [s for s in _SEPARATORS if s in line]
    if len(found) == 1:
        return found[0]
    raise TableError(
        f"what separates the columns of '{path}' cannot be told from its first line, "
        f"{line.strip()[:60]!r}.",
        hint="say so, e.g. separator='\\t'.",
    )


def _refuse_wrong_separator(path: Path, header: list[str], separator: str) -> None:
    if len(header) > 1:
        return
    for other, word in _SEPARATORS.items():
        if other != separator and other in header[0]:
            used = _SEPARATORS.get(separator, repr(separator))
            raise TableError(
                f"read with a {used} between the columns, '{path}' has one column, "
                f"{header[0][:60]!r}.",
                hint=f"it looks as if a {word} separates them: separator={other!r}.",
            )


def _parsed(path: Path, separator: str) -> "pl.DataFrame":
    """Typed by its first rows, or all text where later rows are of another type."""
    import polars as pl

    failure: BaseException | None = None
    for typed in (True, False):
        try:
            return pl.read_csv(path, separator=separator, glob=False, infer_schema=typed)
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
            failure = error
    raise _diagnosed(path, separator, failure)


def _diagnosed(path: Path, separator: str, error: BaseException | None) -> AucurateError:
    """What is wrong with a file that polars refused, found by reading it slowly."""
    width = 0
    try:
        with opened(path) as file:
            records = csv.reader(_text_lines(file, path), delimiter=separator, strict=True)
            for record in records:
                width = width or len(record)
                if len(record) > width:
                    return TableError(
                        f"line {records.line_num} of '{path}' has {count(len(record), 'field')}; "
                        f"the header has {width}.",
                        hint="the first line must name every column; text with a "
                        f"{_SEPARATORS.get(separator, 'separator')} in it needs quotation marks.",
                    )
    except csv.Error:
        return TableError(
            f"a quotation mark in '{path}' is not closed, or stands where none may stand.",
            hint='a quotation mark inside quoted text is written twice: "".',
        )
    except TableError as found:
        return found
    return TableError(
        f"'{path}' cannot be read as a text table: {str(error).splitlines()[0]}.",
        hint="check the separator, the quotation marks and the encoding (UTF-8).",
    )
