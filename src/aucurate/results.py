"""The few frozen records that every method returns.

All numbers are plain Python floats at full precision, every field is always present, ``repr`` is
for the programmer and ``str`` is a sentence for a paper. Every record survives a round trip through
JSON: ``Record.from_dict(record.to_dict()) == record``; infinities and NaN are written as strings.
"""

import math
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache, partial
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar

import numpy as np

from aucurate import formatting
from aucurate.errors import AucurateError, InputError

__all__ = ["Caveat", "ClassEstimate", "Comparison", "Estimate", "Interval", "JointTest"]

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
Design: TypeAlias = Literal["paired", "unpaired", "one test set"]
Amount: TypeAlias = int | float
"""How many observations, or how much they weigh."""
_NAMED_CLASSES = 6
_MOST_ITEMS = 50
_LONGEST_FIELD = 200
ResultT = TypeVar("ResultT")


class Record:
    """A frozen dataclass that can be converted to JSON and back.

    Its ``repr`` is that of a dataclass, in which a field that would be long shows what it holds and
    how much of it, so that a console stays readable.
    """

    __slots__ = ()

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "__repr__" not in cls.__dict__:  # which the decorator then leaves as it is
            cls.__repr__ = Record.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        shown = (f"{f.name}={_short(getattr(self, f.name))}" for f in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def to_dict(self) -> dict[str, Any]:
        """The record as plain dictionaries, lists, strings and finite numbers."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Read a record that :meth:`to_dict` wrote, and check the type of every value.

        >>> Caveat.from_dict({"kind": "few positives", "message": 3})
        Traceback (most recent call last):
            ...
        aucurate.errors.InputError: 'message' of Caveat: this must be text; it is 3.
        Hint: pass what to_dict returned, unchanged.
        """
        try:
            revived: Self = _revived_record(cls, data)
        except _MisfitError as misfit:
            where = f"'{misfit.place}' of {cls.__name__}" if misfit.path else cls.__name__
            raise InputError(
                f"{where}: {misfit.reason}.", hint="pass what to_dict returned, unchanged."
            ) from None
        return revived


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat(Record):
    """Something the reader of a result must know without having read the manual.

    ``kind`` is for code, a :class:`aucurate.caveats.Kind`; ``about`` has the full names of the
    classifiers, classes, data sets or test sets that the caveat is about, both names of a pair. It
    is empty where the caveat applies to the whole result that carries it.
    """

    kind: str
    message: str
    about: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


class MethodTitle(str):
    """The name of a method in a sentence, and its key in code.

    >>> title = MethodTitle("DeLong beta", "delong-beta")
    >>> interval = Interval(low=0.8, high=0.9, confidence=0.95, method=title)
    >>> interval.method, interval.key
    ('DeLong beta', 'delong-beta')
    """

    __slots__ = ("key",)
    key: str

    def __new__(cls, words: str, key: str) -> Self:
        """Create the title from its words, which are the text, and its key."""
        title = super().__new__(cls, words)
        title.key = key
        return title

    def plus(self, words: str, key: str | None = None) -> "MethodTitle":
        """The title of a variant: more words, and more of a key (the same words unless given)."""
        return MethodTitle(f"{self} {words}", f"{self.key}-{words if key is None else key}")


class MethodRecord(Record):
    """A record that names the method that made it, in words and by key.

    ``method`` is for readers and may be reworded, ``key`` is for code: that of the method in
    :mod:`aucurate.inference.methods`, or of the bound that replaced it. A record that is given a
    :class:`MethodTitle` takes both from it.
    """

    __slots__ = ()
    method: str
    key: str

    def __post_init__(self) -> None:
        title = self.method
        if isinstance(title, MethodTitle):
            object.__setattr__(self, "method", str(title))
            object.__setattr__(self, "key", title.key)

    @property
    def title(self) -> MethodTitle:
        """Words and key, to pass on to another record."""
        return MethodTitle(self.method, self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval(MethodRecord):
    """A two-sided confidence interval and the method that made it.

    ``bound`` is true where a distribution-free bound replaces a variance that is zero or cannot be
    estimated.
    """

    low: float
    high: float
    confidence: float
    method: str
    key: str = ""
    bound: bool = False

    def __str__(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{formatting.percent(self.confidence)} CI not available"
        digits = formatting.digits_for(self.high - self.low)
        return formatting.interval(self.low, self.high, self.confidence, digits)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(MethodRecord):
    """A number about one classifier, with its uncertainty.

    ``standard_error`` is NaN where the data do not allow one (a class with one observation).
    ``n_groups`` is how many groups of observations there are, 0 where they are not grouped.
    ``design_effect`` is by how much groups and sampling weights changed the variance: its ratio to
    that of as many observations drawn one by one.
    """

    name: str
    quantity: str
    value: float
    standard_error: float
    interval: Interval
    n_positive: int
    n_negative: int
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""
    n_groups: int = 0
    design_effect: float = 1.0

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        return (
            f"{self.name}: {self.quantity} {formatting.number(self.value, digits)} "
            f"({self.interval}), {self.n_positive:,} positive and {self.n_negative:,} negative"
            f"{_in_groups(self.n_groups)}, {self.interval.method} interval"
        )

    def _repr_html_(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        cells = {
            "classifier": self.name,
            self.quantity: formatting.number(self.value, digits),
            "interval": str(self.interval),
            "positive": f"{self.n_positive:,}",
            "negative": f"{self.n_negative:,}",
            "method": self.interval.method,
        }
        return _as_html(cells, self.caveats)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassEstimate(MethodRecord):
    """A number about one classifier of several classes, with its uncertainty.

    ``counts`` are the observations of each of ``classes``. ``standard_error`` is NaN where the data
    do not allow one (a class with one observation). ``n_groups`` and ``design_effect`` are those of
    an :class:`Estimate`.
    """

    name: str
    quantity: str
    value: float
    standard_error: float
    interval: Interval
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""
    n_groups: int = 0
    design_effect: float = 1.0

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        named = [
            f"{size:,} ({formatting.shortened(name)})"
            for size, name in zip(self.counts, self.classes, strict=True)
        ]
        few = len(named) <= _NAMED_CLASSES
        sizes = (
            formatting.join_words(named) if few else f"{sum(self.counts):,} in {len(named)} classes"
        )
        return (
            f"{self.name}: {self.quantity} {formatting.number(self.value, digits)} "
            f"({self.interval}), n = {sizes}{_in_groups(self.n_groups)}, "
            f"{self.interval.method} interval"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(MethodRecord):
    """Two classifiers: ``difference`` is first minus second, and ``interval`` is its interval.

    The interval is two-sided whatever the alternative. ``degrees_of_freedom`` is infinite for a
    normal reference distribution. A classifier tested against a fixed value has that value as
    ``second_value`` and the design "one test set". ``n_groups`` and ``design_effect`` are those of
    an :class:`Estimate`, here of the difference.
    """

    first: str
    second: str
    quantity: str
    first_value: float
    second_value: float
    difference: float
    standard_error: float
    interval: Interval
    null_difference: float
    alternative: Alternative
    statistic: float
    degrees_of_freedom: float
    p_value: float
    method: str
    design: Design
    caveats: tuple[Caveat, ...] = ()
    key: str = ""
    n_groups: int = 0
    design_effect: float = 1.0

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        against = ""
        if self.null_difference != 0:
            against = f" against a difference of {formatting.number(self.null_difference)}"
        if self.alternative != "two-sided":
            against += f", alternative {self.alternative}"
        start, end = f"{self.quantity} difference", f"{self.method} test, {self.design}"
        if self.design == "one test set":
            value = formatting.number(self.first_value, digits)
            start = f"{self.quantity} {value} against {self.second_value:.4g}: difference"
            end = f"{self.method} test"
        return (
            f"{start} {formatting.number(self.difference, digits)} ({self.interval}), "
            f"{formatting.p_value(self.p_value)}{against}, {end}"
        )

    def _repr_html_(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        cells = {
            "comparison": f"{self.first} - {self.second}",
            f"{self.quantity} difference": formatting.number(self.difference, digits),
            "interval": str(self.interval),
            "p": formatting.bare_p_value(self.p_value),
            "method": f"{self.method}, {self.design}",
        }
        return _as_html(cells, self.caveats)

    def reversed(self) -> "Comparison":
        """The same comparison with the classifiers swapped: second minus first."""
        mirror: dict[Alternative, Alternative] = {"greater": "less", "less": "greater"}
        return replace(
            self,
            first=self.second,
            second=self.first,
            first_value=self.second_value,
            second_value=self.first_value,
            difference=0.0 - self.difference,
            interval=replace(self.interval, low=-self.interval.high, high=-self.interval.low),
            null_difference=0.0 - self.null_difference,
            alternative=mirror.get(self.alternative, self.alternative),
            statistic=0.0 - self.statistic,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JointTest(MethodRecord):
    """A test of one hypothesis about several classifiers, without an interval.

    ``degrees_of_freedom`` are those of a chi-square statistic, and infinite where there are none.
    ``denominator_degrees_of_freedom`` are finite where the p-value allows for an estimated
    covariance matrix, by F. ``statistic_name`` says what the statistic is: "chi-square" or "F", or
    the symbol that the method has for one without degrees of freedom ("E" of Venkatraman's tests).
    """

    names: tuple[str, ...]
    quantity: str
    hypothesis: str
    statistic: float
    degrees_of_freedom: float
    p_value: float
    method: str
    denominator_degrees_of_freedom: float = math.inf
    caveats: tuple[Caveat, ...] = ()
    statistic_name: str = "chi-square"
    key: str = ""

    def __str__(self) -> str:
        digits = 4 if abs(self.statistic) < 1000 else 0
        shown = f"statistic {formatting.number(self.statistic, digits)}"
        if math.isfinite(self.degrees_of_freedom):
            shown = shown.replace("statistic", self.statistic_name, 1)
            left = self.denominator_degrees_of_freedom
            second = f" and {formatting.number(left, 1)}" if math.isfinite(left) else ""
            shown += f" on {self.degrees_of_freedom:g}{second} df"
        evidence = f"{shown}, {formatting.p_value(self.p_value)}, {self.method}"
        return f"Null hypothesis: {self.hypothesis}; {evidence}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested(Record, Generic[ResultT]):
    """A result that is one of several in a study, with its p-value adjusted for all of them."""

    result: ResultT
    adjusted_p_value: float


def _short(value: object) -> str:
    """The repr of a value, or what it holds where that is long."""
    is_long = isinstance(value, tuple | dict) and len(value) > _MOST_ITEMS
    text = "" if is_long else repr(value)
    if not is_long and (isinstance(value, str) or len(text) <= _LONGEST_FIELD):
        return text
    if isinstance(value, tuple | dict):
        first = next(iter(value))
        return f"<{len(value):,} of {type(first).__name__}>"
    shape = f" of shape {value.shape}" if isinstance(value, np.ndarray) else ""
    return f"<{type(value).__name__}{shape}>"


def _in_groups(n_groups: int) -> str:
    return f" in {formatting.count(n_groups, 'group')}" if n_groups else ""


def _as_html(cells: dict[str, str], caveats: tuple[Caveat, ...]) -> str:
    """One row under its header, and the caveats: how a notebook shows a result."""
    table = formatting.html_table(list(cells), [list(cells.values())])
    return table + formatting.html_list(caveats)


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.random.Generator):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return value


class _MisfitError(Exception):
    """A plain value that a field cannot take; ``path`` is where it stands, the innermost first."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path: list[str] = []

    @property
    def place(self) -> str:
        return "".join(reversed(self.path)).removeprefix(".")


_Reviver: TypeAlias = Callable[[Any], Any]
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")
_DEEPEST = 50


def _revived_record(record: Any, data: Any) -> Any:
    """A record of this class from its plain form; a value that does not fit is a misfit.

    The class of a record of any type has that type as an argument: ``Tested[Comparison]``.
    """
    if not isinstance(data, dict):
        raise _misfit("an object", data)
    revivers, required = _field_revivers(record)
    record = typing.get_origin(record) or record
    values = {}
    for name, value in data.items():
        if name not in revivers:
            raise _MisfitError(f"{record.__name__} has no field {formatting.shortened(name)!r}")
        plain, revive = revivers[name]
        if type(value) is plain:
            values[name] = value
            continue
        try:
            values[name] = revive(value)
        except _MisfitError as misfit:
            misfit.path.append(f".{name}")
            raise
    missing = required - values.keys()
    if missing:
        raise _MisfitError(f"the field {sorted(missing)[0]!r} is missing")
    try:
        return record(**values)
    except (AucurateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise _MisfitError(getattr(error, "message", str(error)).rstrip(".")) from error


def field_types(record: Any) -> dict[str, Any]:
    """The type of each field of a record, a type variable replaced by its argument.

    >>> field_types(Tested[JointTest])["result"].__name__
    'JointTest'
    """
    plain = typing.get_origin(record) or record
    known = dict(zip(getattr(plain, "__parameters__", ()), typing.get_args(record), strict=False))
    hints = typing.get_type_hints(plain)
    return {field.name: known.get(hints[field.name], hints[field.name]) for field in fields(plain)}


@cache
def _field_revivers(record: Any) -> tuple[dict[str, tuple[Any, _Reviver]], frozenset[str]]:
    """How each field is read: the type that is kept as it is, the reviver; and what is required."""
    hints = field_types(record)
    revivers = {}
    required = []
    for field in fields(typing.get_origin(record) or record):
        kind = hints[field.name]
        revivers[field.name] = (kind if kind in (bool, int, float) else None, _reviver(kind))
        if field.default is MISSING and field.default_factory is MISSING:
            required.append(field.name)
    return revivers, frozenset(required)


def is_record(kind: Any) -> bool:
    """Whether a type is a record, or one of any type with its argument."""
    plain = typing.get_origin(kind) or kind
    return isinstance(plain, type) and issubclass(plain, Record)


@cache
def _reviver(kind: Any) -> _Reviver:
    """The function that makes a value of this type from its plain form, or refuses it."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind in _PLAIN_REVIVERS:
        return _PLAIN_REVIVERS[kind]
    if is_record(kind):
        return partial(_revived_record, kind)
    if origin is Literal:
        return partial(_revived_choice, arguments)
    if origin in (types.UnionType, typing.Union):
        return partial(_revived_union, tuple(_reviver(argument) for argument in arguments))
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return partial(_revived_items, _reviver(arguments[0]))
    if origin is tuple:
        return partial(_revived_tuple, tuple(_reviver(argument) for argument in arguments))
    if origin is dict:
        return partial(_revived_dict, _reviver(arguments[1]))
    raise TypeError(f"a field of a record has the type {kind}, which cannot be read from JSON.")


def _revived_items(revive: _Reviver, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise _misfit("a list", value)
    items: list[Any] = []
    try:
        for item in value:
            items.append(revive(item))  # noqa: PERF401 - its length is the place of a misfit
    except _MisfitError as misfit:
        misfit.path.append(f"[{len(items)}]")
        raise
    return tuple(items)


def _revived_tuple(revivers: tuple[_Reviver, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) != len(revivers):
        raise _misfit(f"a list of {len(revivers)}", value)
    items = []
    for place, (revive, item) in enumerate(zip(revivers, value, strict=True)):
        try:
            items.append(revive(item))
        except _MisfitError as misfit:
            misfit.path.append(f"[{place}]")
            raise
    return tuple(items)


def _revived_dict(revive: _Reviver, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _misfit("an object", value)
    items = {}
    for key, item in value.items():
        try:
            items[_revived_text(key)] = revive(item)
        except _MisfitError as misfit:
            misfit.path.append(f"[{formatting.shortened(str(key))!r}]")
            raise
    return items


def _revived_union(revivers: tuple[_Reviver, ...], value: Any) -> Any:
    """The first member of a union that takes the value; the last but None explains a refusal."""
    refusal = _misfit("absent", value)
    for revive in revivers:
        try:
            return revive(value)
        except _MisfitError as misfit:
            refusal = refusal if revive is _revived_none else misfit
    raise refusal


def _revived_choice(choices: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, str | int) or value not in choices:
        raise _misfit(f"one of {formatting.join_words([repr(c) for c in choices], 'or')}", value)
    return value


def _revived_float(value: Any) -> float:
    if isinstance(value, float | int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise _MisfitError("the number is larger than a 64-bit float can be") from None
    if isinstance(value, str) and value in _NOT_FINITE:
        return float(value)
    raise _misfit("a number", value)


def _revived_int(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _misfit("a whole number", value)
    return value


def _revived_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _misfit("true or false", value)
    return value


def _revived_text(value: Any) -> str:
    if not isinstance(value, str):
        raise _misfit("text", value)
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise _MisfitError("the text has half a character (a lone surrogate)")
    return value


def _refused(wanted: str, value: Any) -> None:
    raise _misfit(wanted, value)


def _revived_none(value: Any) -> None:
    if value is not None:
        raise _misfit("null", value)


def _revived_cell(value: Any) -> Any:
    """A cell of a table, whose type is not known before."""
    if isinstance(value, list):
        return tuple(_revived_cell(item) for item in _shallow(value))
    if isinstance(value, str):
        return float(value) if value in _NOT_FINITE else _revived_text(value)
    return _shallow(value)


def _shallow(value: Any, depth: int = 0) -> Any:
    """The value as it is, unless it is nested deeper than anything that was ever written."""
    if depth > _DEEPEST:
        raise _MisfitError(f"the value is nested more than {_DEEPEST} deep")
    if isinstance(value, dict):
        for key, item in value.items():
            _revived_text(key)
            _shallow(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            _shallow(item, depth + 1)
    elif isinstance(value, str):
        _revived_text(value)
    return value


def _misfit(wanted: str, value: Any) -> _MisfitError:
    given = {dict: "an object", list: "a list", tuple: "a list", type(None): "null"}
    if type(value) in given:
        return _MisfitError(f"this must be {wanted}; it is {given[type(value)]}")
    if isinstance(value, bool):
        return _MisfitError(f"this must be {wanted}; it is {str(value).lower()}")
    try:
        text = repr(value)
    except ValueError:  # an integer of more digits than Python prints
        text = "an integer of thousands of digits"
    return _MisfitError(f"this must be {wanted}; it is {formatting.shortened(text)}")


_PLAIN_REVIVERS: dict[Any, _Reviver] = {
    Any: _shallow,
    object: _revived_cell,
    bool: _revived_bool,
    float: _revived_float,
    int: _revived_int,
    str: _revived_text,
    types.NoneType: _revived_none,
    np.random.Generator: partial(_refused, "a whole number"),  # is not written down
}
