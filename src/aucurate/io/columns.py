"""The columns of a table: which name something, which hold scores, and what their cells say."""

import math
import re
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import narwhals as nw
import numpy as np

from aucurate.data.labels import ClassLabels, read_class_labels
from aucurate.data.observations import RepeatedIdentifier
from aucurate.errors import LabelError, ScoreError, TableError
from aucurate.formatting import printable, shortened
from aucurate.hints import Hint
from aucurate.io.origin import origin_of

if TYPE_CHECKING:
    import polars as pl

# Columns that name something: labels, groups, folds, observations, test sets.


_COMPARED = 64
_PLAIN = (nw.Boolean, nw.String, nw.Categorical, nw.Enum)
_NESTED = (bytes, bytearray, memoryview, list, tuple, dict, set, frozenset, np.ndarray)


def named_column(table: "nw.DataFrame[Any]", name: str, role: str) -> "nw.Series[Any]":
    """A column whose values are names; refused where it holds no plain values, or where one number
    is spelled in two ways, which may be two names.
    """
    series = table[name]
    refuse_nested(series, name, role)
    origin = origin_of(table)
    if origin is not None and name in origin.spellings:
        first, second = (shortened(repr(text)) for text in origin.spellings[name])
        kind = LabelError if role == "label" else TableError
        raise kind(
            f"column '{shortened(name)}' ({role}) has {first} and {second}, which are the same "
            "number; it is not clear whether they mean the same.",
            hint="write every value in the same way.",
        )
    if origin is not None and name in origin.texts:
        text = origin.texts[name]
        if len(text) == len(series) and text.str.ends_with("%").any():  # names, not shares
            return nw.from_native(text, series_only=True)
    return series


def refuse_nested(series: "nw.Series[Any]", name: str, role: str) -> None:
    """Refuse a column of lists, structures, bytes and the like, with its type."""
    dtype = series.dtype
    if dtype.is_numeric() or dtype.is_temporal() or dtype in _PLAIN:
        return
    if dtype == nw.Object:
        there = [value for value in series.to_list() if value is not None]
        kind = next((type(v).__name__ for v in there if isinstance(v, _NESTED)), None)
    else:
        native = series.to_native()
        shown = str(getattr(native, "dtype", getattr(native, "type", dtype)))
        kind = None if series.null_count() == len(series) else shown
    if kind is not None:
        raise TableError(
            f"column '{shortened(name)}' holds {shortened(kind)} and cannot be used for {role}.",
            hint="choose a column with one number, text or date per row, or convert this one.",
        )


def class_labels(series: "nw.Series[Any]") -> ClassLabels:
    """As ``read_class_labels``, but text and categories are compared by the frame's own library."""
    if series.dtype not in _PLAIN:
        return read_class_labels(series.to_native())
    found = series.drop_nulls().unique().to_list()
    if not 0 < len(found) <= _COMPARED or len({type(value) for value in found}) > 1:
        return read_class_labels(series.to_native())
    distinct = sorted(found)
    codes = np.full(len(series), -1, np.int64)
    for code, value in enumerate(distinct):
        codes[np.asarray((series == value).fill_null(False).to_numpy(), np.bool_)] = code
    gone = np.asarray(series.is_null().to_numpy(), np.bool_) if series.null_count() else None
    return ClassLabels(tuple(distinct), codes, gone)


# A column of scores: numbers, or an error that says which row is none.


_LOOKED_AT = 1000
_ROWS = 10
_WRITTEN = re.compile(
    r"\s*[+-]?(?=[.,]?\d)(\d{1,3}([.,' ]\d{3})+|\d*)([.,]\d*)?(e[+-]?\d+)?\s*%?\s*", re.I
)
_R_ROW_NAMES = ("X", *(f"X.{k}" for k in range(1, 10)))


def numbers(series: "nw.Series[Any]", name: str, what: str = "scores") -> Any:
    """The column for ``PairedScores``; text is refused with the row that is not a number.

    ``what`` is what the numbers are, for the message.
    """
    refuse_nested(series, name, what)
    if series.dtype == nw.String and series.null_count() < len(series):
        wrong = first_wrong(series)
        raise ScoreError(
            f"{what} must be numbers; column '{shortened(name)}', row {wrong.row} is "
            f"{wrong.shown}.",
            hint=f"{wrong.remedy}."
            if mostly_numbers(series)
            else f"name a column that holds {what}; most cells of this one are no numbers.",
            row=wrong.row,
            column=name,
        )
    if series.dtype == nw.Decimal:
        floats = series.cast(nw.Float64)
        if floats.n_unique() == series.n_unique():
            return floats.to_native()
    return series.to_native()


def mostly_numbers(series: "nw.Series[Any]") -> bool:
    """Whether more than half of the first values of a column of text or objects read as numbers,
    be it with a decimal comma or a percent sign.
    """
    if series.dtype not in (nw.String, nw.Object):
        return False
    values = series.drop_nulls().head(_LOOKED_AT).to_list()
    return 2 * sum(_meant_as_number(value) for value in values) > len(values)


class Wrong(NamedTuple):
    """A cell that cannot be read as a number: where it is, as text, and what to do about it."""

    row: int
    shown: str
    remedy: str


def first_wrong(series: "nw.Series[Any]") -> Wrong:
    """The first entry that is not a number, or not distinct from another as a 64-bit float.

    One that nobody would take for a number comes before those written in another way, as 39.3%.
    """
    there = [(row, value) for row, value in enumerate(series.to_list()) if value is not None]
    wrong = [(row, value) for row, value in there if not _is_number(value)]
    if wrong:
        row, value = next((each for each in wrong if not _meant_as_number(each[1])), wrong[0])
        return Wrong(row, _shown(value), _remedy(value))
    inexact = _first_inexact(there)
    if inexact is None:
        row, value = there[0]
        return Wrong(row, _shown(value), "the numbers are stored as text; convert the column first")
    row, value = inexact
    return Wrong(
        row,
        f"{_shown(value)}, which a 64-bit float cannot represent; rounding would make ties",
        "replace the scores by their ranks, or subtract a constant first",
    )


def counts_rows(series: "nw.Series[Any]", name: str) -> bool:
    """Whether a column only numbers the rows: each whole number from 0 or 1 on once, in any order.

    Of the columns that R calls X, different whole numbers are enough: the rows of a subset keep
    their numbers.

    >>> import polars as pl
    >>> column = nw.from_native(pl.Series(range(20)).shuffle(1), series_only=True)
    >>> counts_rows(column, "v"), counts_rows(column + 2, "v"), counts_rows(column + 2, "X")
    (True, False, True)
    """
    size = len(series)
    if size < _ROWS or not series.dtype.is_numeric() or series.null_count():
        return False
    values = np.sort(np.asarray(series.cast(nw.Float64).to_numpy(), np.float64))
    low, high = values[0], values[-1]
    if name in _R_ROW_NAMES:
        return bool(low >= 0 and (np.diff(values) > 0).all() and (values == values.round()).all())
    return (low, high) in ((0, size - 1), (1, size)) and bool((np.diff(values) == 1).all())


def _first_inexact(there: Iterable[tuple[int, Any]]) -> tuple[int, Any] | None:
    held: dict[float, Decimal] = {}
    for row, value in there:
        if not isinstance(value, str):
            continue
        exact, rounded = Decimal(value), float(value)
        if math.isnan(rounded) or exact.is_infinite():
            continue
        lost = math.isinf(rounded) or (rounded == 0) != (exact == 0)
        if lost or held.setdefault(rounded, exact) != exact:
            return row, value
    return None


def _remedy(value: Any) -> str:
    if not _meant_as_number(value):
        return "correct this cell; if it means that the value is missing, leave it empty"
    if value.rstrip().endswith("%"):
        return "write the numbers without percent signs, or all of them with one"
    return "write the numbers with a decimal point, and nothing between thousands"


def _shown(value: Any) -> str:
    return shortened(repr(value))


def _meant_as_number(value: Any) -> bool:
    """Whether this is a number, or text that a reader takes for one: 0,25 or 1.250,5 or 39.3%.

    >>> [_meant_as_number(text) for text in ("0,25", "1.250,5", "39.3 %", "1'000", "1.2.3", "-")]
    [True, True, True, True, False, False]
    """
    return _is_number(value) or (isinstance(value, str) and _WRITTEN.fullmatch(value) is not None)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    except OverflowError:  # a whole number of more than 308 digits
        return True
    return True


# Columns that name the subject of a row, and so show which rows belong together.


_SUBJECT = re.compile(
    r"(.*[ _.-])?(patient|subject|person|participant|individual|animal|mrn|"
    r"donor|speaker|customer|client|household)s?"
    r"([ _.-]?(id|no|nr|num|number|code|key|name))?",
    re.I,
)
_IDENTIFIER = re.compile(r"(.*[ _.-])?(id|ids|uuid|guid|identifier)", re.I)
_FEWEST = 0.05


def repeated_identifiers(
    table: "nw.DataFrame[Any]", used: Collection[str], groups: str | None = None
) -> tuple[RepeatedIdentifier, ...]:
    """Columns called like an identifier that no role was given, and that repeat their values.

    A name that says whose row it is (patient, subject_id) is enough; a plain id must have one
    different value for every 20 rows or more: with fewer it is a site, a batch or the like. One
    whose rows are all in one of the ``groups`` (the lesions of a patient) adds nothing to these.

    >>> import polars as pl
    >>> table = nw.from_native(pl.DataFrame({"y": [0, 1, 1], "patient": ["a", "a", "b"]}))
    >>> repeated_identifiers(table, ["y"])
    (RepeatedIdentifier(name='patient', different=2, rows=3, classifier=''),)
    """
    found = []
    for name in table.columns:
        of_subject = _SUBJECT.fullmatch(name.strip()) is not None
        if name in used or not (of_subject or _IDENTIFIER.fullmatch(name.strip())):
            continue
        values = table[name].drop_nulls()
        if not _countable(values):
            continue
        different, rows = values.n_unique(), len(values)
        least = 2 if of_subject else max(2.0, _FEWEST * rows)
        if least <= different < rows and not _is_within(table, name, groups):
            crossed = _crossed_with(table, name, used) if rows == len(table) else ""
            found.append(RepeatedIdentifier(name, different, rows, crossed))
    return tuple(found)


def _crossed_with(table: "nw.DataFrame[Any]", name: str, used: Collection[str]) -> str:
    """A column of text that has each of its values once for every identifier, if there is one."""
    different = table[name].n_unique()
    for other in table.columns:
        if other in used or other == name or table[other].dtype not in _PLAIN:
            continue
        if different * table[other].n_unique() == len(table):
            pairs = table.select(name, other)
            if not pairs[other].null_count() and len(pairs.unique()) == len(table):
                return other
    return ""


def _is_within(table: "nw.DataFrame[Any]", name: str, groups: str | None) -> bool:
    """Whether all rows with one identifier are in one group."""
    if groups is None:
        return False
    pairs = table.select(name, groups).drop_nulls()
    return len(pairs.unique()) == pairs[name].n_unique()


def _countable(values: "nw.Series[Any]") -> bool:
    dtype = values.dtype
    return dtype.is_numeric() or dtype in (nw.String, nw.Categorical, nw.Enum)


# The contents of the cells of a text table: missing values, numbers written as text, nothing.


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
_POINT_NUMBER = r"^[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?\s*%?$"
_PERCENT = r"\s*%$"
_MORE_THAN_A_NUMBER = r"^[+-]?0[0-9]|%$"


def is_nameless(name: str) -> bool:
    """Whether a column has no name of its own, as the row numbers that pandas and R write.

    >>> is_nameless(""), is_nameless("Unnamed: 0.1"), is_nameless("__index_level_0__")
    (True, True, True)
    >>> is_nameless("...1"), is_nameless("forest")
    (True, False)
    """
    return _NAMELESS.fullmatch(name) is not None


def not_a_score(series: "nw.Series[Any]", name: str) -> bool:
    """Whether a column is called like a fold or an identifier, which are often numbers too.

    A name such as patient is enough where the numbers are whole.

    >>> import polars as pl
    >>> column = nw.from_native(pl.Series([3, 3, 4]), series_only=True)
    >>> [not_a_score(column, name) for name in ("fold", "patient_ID", "row_number", "patient")]
    [True, True, True, True]
    >>> [not_a_score(column, name) for name in ("forest", "avoid")]
    [False, False]
    >>> not_a_score(column / 2, "patient")
    False
    """
    called = name.strip()
    is_subject = _SUBJECT.fullmatch(called) is not None and series.dtype.is_integer()
    return is_subject or _NO_SCORE.fullmatch(called) is not None


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
                hint="give each column its own name.",
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


Commas: TypeAlias = Literal["never", "recognised", "stated"]
"""When a comma is a decimal mark: never, where a column leaves no doubt, or always."""


class Typed(NamedTuple):
    """A table whose text was read.

    ``spellings`` has two cells of a column that are one number, ``texts`` the cells of columns of
    numbers that were written as 007 or 12%.
    """

    frame: "pl.DataFrame"
    spellings: dict[str, tuple[str, str]]
    texts: dict[str, "pl.Series"]


def with_types(frame: "pl.DataFrame", *, commas: Commas = "never") -> Typed:
    """The table with every column of text read as what it says."""
    import polars as pl

    spellings, texts = {}, {}
    for place, series in enumerate(frame.get_columns()):
        if series.dtype == pl.String:
            words, values = _read_column(series, commas)
            frame.replace_column(place, values)
            if (two := _two_spellings(words, values)) is not None:
                spellings[series.name] = two
            if values.dtype != pl.String and words.str.contains(_MORE_THAN_A_NUMBER).any():
                texts[series.name] = words
    return Typed(frame, spellings, texts)


def _read_column(series: "pl.Series", commas: Commas) -> tuple["pl.Series", "pl.Series"]:
    """The words of a column, and what they say."""
    import polars as pl

    if commas == "stated":
        words = _without_missing(series)
        _refuse_points(words)
        return words, read_words(words, commas=commas)
    numbers = _numbers(series, series.null_count())
    if numbers is not None and not (numbers.dtype == pl.Float64 and numbers.is_nan().any()):
        return series, numbers
    words = _without_missing(series)
    return words, read_words(words, commas=commas)


def _refuse_points(words: "pl.Series") -> None:
    """Refuse numbers with a decimal point where the decimal mark was said to be a comma."""
    with_point = words.str.contains(_POINT_NUMBER).fill_null(False)
    if with_point.any():
        row = int(with_point.arg_true()[0])
        raise TableError(
            f"the decimal mark is a comma, but column '{shortened(words.name)}', row {row} is "
            f"{_shown(words[row])}, with a point.",
            hint=Hint("write all numbers in the same way; {decimal} is for 0,25.", decimal=","),
            row=row,
        )


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


def read_words(words: "pl.Series", *, commas: Commas = "never") -> "pl.Series":
    """A column of text as integers, floats or booleans if it holds nothing else.

    Numbers stay text where a 64-bit float would make two of them equal, or a finite one infinite
    or zero. Where commas are recognised, a column of numbers such as 0,25 is one of numbers, unless
    all of them could have commas between thousands. A column of percentages is one of shares.

    >>> import polars as pl
    >>> read_words(pl.Series(["1", "inf", None])).to_list()
    [1.0, inf, None]
    >>> read_words(pl.Series(["Good", "Poor", None])).to_list()
    ['Good', 'Poor', None]
    >>> read_words(pl.Series(["1e400", "0.10000", "0.1"])).to_list()
    ['1e400', '0.10000', '0.1']
    >>> read_words(pl.Series(["39.3%", "7 %", None])).to_list()
    [0.393, 0.07, None]
    """
    nulls = words.null_count()
    if nulls == len(words):
        return words
    numbers = _numbers(words, nulls)
    sample = words.head(_SAMPLE).drop_nulls()
    if numbers is None and sample.str.contains(_PERCENT).all():
        shares = _with_points(words.str.replace(_PERCENT, ""), nulls, commas)
        if words.str.contains(_PERCENT).sum() == len(words) - nulls:
            numbers = _numbers(shares + "e-2", nulls)  # as text: no number is rounded twice
    elif numbers is None:
        numbers = _numbers(_with_points(words, nulls, commas), nulls)
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


def _with_points(words: "pl.Series", nulls: int, commas: Commas) -> "pl.Series":
    """The same with points for decimal commas, if that is what the commas are."""
    if commas == "never" or words.str.contains(_COMMA_NUMBER).sum() < len(words) - nulls:
        return words
    with_comma = words.filter(words.str.contains(",", literal=True))
    if commas == "recognised" and with_comma.str.contains(_THOUSANDS).all():
        return words
    return words.str.replace(",", ".", literal=True)


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
