"""Errors of the libraries that read a table, as errors of the table."""

from collections.abc import Iterator
from contextlib import contextmanager

from aucurate.errors import AucurateError, TableError
from aucurate.formatting import shortened
from aucurate.kernels import Cancelled


@contextmanager
def as_table_errors(name: str | None) -> Iterator[None]:
    """Say of what another library raises that the table of this name cannot be read."""
    import polars as pl

    try:
        yield
    except (AucurateError, Cancelled, MemoryError):
        raise
    except (Exception, pl.exceptions.PanicException) as error:
        raise TableError(
            f"'{shortened(name or 'the table')}' cannot be read: {first_line(error)}.",
            hint="check that the files are complete and have the same columns, which hold the same "
            "kind of values from the first row to the last.",
        ) from error


def first_line(error: BaseException) -> str:
    """What an error of another library says, in one line, without hints at its own arguments."""
    reason = error.__cause__ or error
    lines = (str(reason).strip() or type(reason).__name__).splitlines()
    if lines[0].startswith("An error occurred while calling"):  # by Py4J: Java's reasons follow
        causes = [each for each in lines if each.startswith(("Caused by: ", ": "))]
        lines = [each.removeprefix("Caused by").removeprefix(": ") for each in causes[-1:]] or lines
    return lines[0].split(", hint: ")[0].rstrip(".")
