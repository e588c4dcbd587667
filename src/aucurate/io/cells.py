"""What stands in the cells of a text table: missing values, numbers written as text, nothing."""

import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from aucurate.errors import TableError
from aucurate.formatting import printable, shortened

if TYPE_CHECKING:
    import polars as pl

MISSING_WORDS = (
    "", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NAN", "-nan", "null", "NULL", "None",
)  # fmt: skip

_NO_SCORE = re.compile(
    r"(cv[ _-]?)?folds?([ _-]?(id|no|number))?|index|level_\d+|(.*[ _-])?id|"
    r"rows?([ _.-]?(names?|no|num|numbers?|index|id))?",
    re.I,
)
_NAMELESS = re.compile(
    r"|\(column \d+\)|Unnamed: \d+(\.\d+|_level_\d+)*|__UNNAMED__\d+|__index_level_\d+__|\.\.\.\d+"
)
_EXACT_DIGITS = 17
_SAMPLE = 100
_COMMA_NUMBER = r"^[+-]?[0-9]*,?[0-9]+([eE][+-]?[0-9]+)?$"
_THOUSANDS = r"^[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+$"


def is_nameless(name: str) -> bool:
    """Whether a column has no name of its own, as the row numbers that pandas and R write.

    >>> is_nameless(""), is_nameless("Unnamed: 0.1"), is_nameless("__index_level_0__")
    (True, True, True)
    >>> is_nameless("...1"), is_nameless("forest")
    (True, False)
    """
    return _NAMELESS.fullmatch(name) is not None


def not_a_score(name: str) -> bool:
    """Whether a column is called like a fold or an identifier, which are often numbers too.

    >>> not_a_score("fold"), not_a_score("patient_ID"), not_a_score("forest"), not_a_score("avoid")
    (True, True, False, False)
    >>> not_a_score("level_0"), not_a_score("row_number"), not_a_score("rowname")
    (True, True, True)
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
        if name and printable(name) in seen:
            raise TableError(
                f"two columns have the same name, '{shortened(name)}' (columns "
                f"{seen[printable(name)]} and {place}).",
                hint="give each column a name of its own.",
            )
        seen[printable(name)] = place
    return [name or f"(column {place})" for place, name in enumerate(names, start=1)]


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


class Typed(NamedTuple):
    """A table whose text was read, and of some columns two cells that are one number."""

    frame: "pl.DataFrame"
    spellings: dict[str, tuple[str, str]]


def with_types(frame: "pl.DataFrame", *, decimal_comma: bool = False) -> Typed:
    """The table with every column of text read as what it says."""
    import polars as pl

    spellings = {}
    for place, series in enumerate(frame.get_columns()):
        if series.dtype == pl.String:
            values, two = _read_column(series, decimal_comma)
            frame.replace_column(place, values)
            if two is not None:
                spellings[series.name] = two
    return Typed(frame, spellings)


def _read_column(
    series: "pl.Series", decimal_comma: bool
) -> tuple["pl.Series", tuple[str, str] | None]:
    """What a column says, and two spellings of one number in it."""
    import polars as pl

    numbers = _numbers(series, series.null_count())
    if numbers is not None and not (numbers.dtype == pl.Float64 and numbers.is_nan().any()):
        return numbers, _two_spellings(series, numbers)
    words = _without_missing(series)
    values = read_words(words, decimal_comma=decimal_comma)
    return values, _two_spellings(words, values)


def loses(words: "pl.Series", floats: "pl.Series") -> bool:
    """Whether reading these texts as floats makes different numbers equal, or a finite number
    infinite or zero.

    Texts of up to 17 digits are not looked at, nor are those that a float is written as: only of
    the others can two differ in value and not as floats.
    """
    import polars as pl

    if words.filter(floats.is_infinite()).str.contains("[0-9]").any():
        return True
    if words.filter(floats == 0).str.contains("^[^eE]*[1-9]").any():
        return True
    if floats.n_unique() == len(floats):
        return False
    long = words.str.len_bytes() > _EXACT_DIGITS
    if not long.any():
        return False
    texts, values = words.filter(long), floats.filter(long)
    unusual = values.filter(texts != values.cast(pl.String))
    if unusual.is_empty():
        return False
    pairs = pl.DataFrame({"text": words, "value": floats})
    pairs = pairs.join(pl.DataFrame({"value": unusual.unique()}), on="value", how="semi").unique()
    alike = pairs.group_by("value").agg("text").filter(pl.col("text").list.len() > 1)
    return any(len({Decimal(text) for text in group}) > 1 for group in alike["text"])


def _without_missing(series: "pl.Series") -> "pl.Series":
    words = series.str.strip_chars()
    missing = words.is_in(MISSING_WORDS)
    return words.set(missing, None) if missing.any() else words


def read_words(words: "pl.Series", *, decimal_comma: bool = False) -> "pl.Series":
    """A column of text as integers, floats or booleans if it holds nothing else.

    Numbers stay text where a 64-bit float would make two of them equal, or a finite one infinite
    or zero. With ``decimal_comma`` a column of numbers such as 0,25 is one of numbers, unless all
    of them could have commas between thousands.

    >>> import polars as pl
    >>> read_words(pl.Series(["1", "inf", None])).to_list()
    [1.0, inf, None]
    >>> read_words(pl.Series(["Good", "Poor", None])).to_list()
    ['Good', 'Poor', None]
    >>> read_words(pl.Series(["1e400", "0.10000", "0.1"])).to_list()
    ['1e400', '0.10000', '0.1']
    """
    nulls = words.null_count()
    if nulls == len(words):
        return words
    numbers = _numbers(words, nulls)
    if numbers is None and decimal_comma and _has_decimal_commas(words, nulls):
        numbers = _numbers(words.str.replace(",", ".", literal=True), nulls)
    if numbers is not None:
        return numbers
    if words.head(_SAMPLE).str.to_lowercase().is_in(["true", "false"]).any():
        lowered = words.str.to_lowercase()
        if lowered.is_in(["true", "false"]).sum() == len(words) - nulls:
            return lowered == "true"
    return words


def _numbers(words: "pl.Series", nulls: int) -> "pl.Series | None":
    import polars as pl

    sample = words.head(_SAMPLE)
    for kind in (pl.Int64, pl.Int128, pl.Float64):
        if sample.cast(kind, strict=False).null_count() > sample.null_count():
            continue
        numbers = words.cast(kind, strict=False)
        if numbers.null_count() == nulls:
            return None if kind == pl.Float64 and loses(words, numbers) else numbers
    return None


def _has_decimal_commas(words: "pl.Series", nulls: int) -> bool:
    if words.str.contains(_COMMA_NUMBER).sum() < len(words) - nulls:
        return False
    with_comma = words.filter(words.str.contains(",", literal=True))
    return not with_comma.str.contains(_THOUSANDS).all()


def _two_spellings(words: "pl.Series", values: "pl.Series") -> tuple[str, str] | None:
    """Two cells of a column of whole numbers that are the same number and not the same text."""
    import polars as pl

    if values.dtype == pl.Float64:
        if not (values == values.floor()).all():
            return None
    elif not values.dtype.is_integer() or (values.cast(pl.String) == words).all():
        return None
    pairs = pl.DataFrame({"text": words, "value": values}).drop_nulls().unique(maintain_order=True)
    alike = pairs.filter(pl.col("value").is_duplicated())
    if alike.is_empty():
        return None
    first = alike["text"][0]
    second = alike.filter(pl.col("value") == alike["value"][0])["text"][1]
    return first, second
