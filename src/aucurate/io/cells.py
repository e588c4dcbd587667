"""What stands in the cells of a text table: missing values, numbers written as text, nothing."""

import re
from typing import TYPE_CHECKING

from aucurate.errors import TableError
from aucurate.formatting import shortened

if TYPE_CHECKING:
    import polars as pl

MISSING_WORDS = (
    "", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NAN", "-nan", "null", "NULL", "None",
)  # fmt: skip

_NO_SCORE = re.compile(r"(cv[ _-]?)?folds?([ _-]?(id|no|number))?|index|row|(.*[ _-])?id", re.I)
_NAMELESS = re.compile(r"|\(column \d+\)|Unnamed: \d+|__UNNAMED__\d+")


def is_nameless(name: str) -> bool:
    """Whether a column has no name of its own, as the row numbers that pandas and R write.

    >>> is_nameless(""), is_nameless("Unnamed: 0"), is_nameless("forest")
    (True, True, False)
    """
    return _NAMELESS.fullmatch(name) is not None


def not_a_score(name: str) -> bool:
    """Whether a column is called like a fold or an identifier, which are often numbers too.

    >>> not_a_score("fold"), not_a_score("patient_ID"), not_a_score("forest"), not_a_score("avoid")
    (True, True, False, False)
    """
    return _NO_SCORE.fullmatch(name.strip()) is not None


def checked_names(header: list[str]) -> list[str]:
    """Column names without surrounding blanks, each only once; a nameless one gets its number.

    >>> checked_names(["", " outcome", "forest"])
    ['(column 1)', 'outcome', 'forest']
    """
    names = [name.strip() for name in header]
    seen: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        if name and name in seen:
            raise TableError(
                f"two columns have the same name, '{shortened(name)}' (columns {seen[name]} and "
                f"{place}).",
                hint="give each column a name of its own.",
            )
        seen[name] = place
    return [
        f"(column {place})" if is_nameless(name) else name
        for place, name in enumerate(names, start=1)
    ]


def without_blanks(frame: "pl.DataFrame") -> "pl.DataFrame":
    """The table without rows of empty cells only, and without empty columns that have no name.

    To be called before the words for missing values are read: a row of NA is an observation.
    """
    import polars as pl

    empty = [s.name for s in frame.get_columns() if s.null_count() == frame.height]
    frame = frame.drop([name for name in empty if is_nameless(name)])
    if frame.width and all(series.null_count() for series in frame.get_columns()):
        frame = frame.filter(~pl.all_horizontal(pl.all().is_null()))
    return frame


def with_types(frame: "pl.DataFrame") -> "pl.DataFrame":
    """The table with every column of text read as what it says."""
    import polars as pl

    return frame.with_columns(
        [read_text(series) for series in frame.get_columns() if series.dtype == pl.String]
    )


def read_text(series: "pl.Series") -> "pl.Series":
    """A column of text as integers, floats or booleans if it holds nothing else.

    >>> import polars as pl
    >>> read_text(pl.Series(["1", " inf", "NA"])).to_list()
    [1.0, inf, None]
    >>> read_text(pl.Series(["Good", " Poor ", "NA"])).to_list()
    ['Good', 'Poor', None]
    """
    import polars as pl

    words = series.str.strip_chars()
    missing = words.is_in(MISSING_WORDS)
    if missing.any():
        words = words.set(missing, None)
    nulls = words.null_count()
    if nulls == len(words):
        return words
    for kind in (pl.Int64, pl.Int128, pl.Float64):
        numbers = words.cast(kind, strict=False)
        if numbers.null_count() == nulls:
            return numbers
    if words.head(100).str.to_lowercase().is_in(["true", "false"]).any():
        lowered = words.str.to_lowercase()
        if lowered.is_in(["true", "false"]).sum() == len(words) - nulls:
            return lowered == "true"
    return words
