"""The few frozen records that every method returns.

All numbers are plain Python floats at full precision, no field exists only sometimes, ``repr`` is
for the programmer and ``str`` is the sentence of the paper. Every record survives JSON:
``Record.from_dict(record.to_dict()) == record``; infinities and NaN travel as strings.
"""

import math
import types
import typing
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, Self, TypeAlias

import numpy as np

from aucurate import formatting

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
Design: TypeAlias = Literal["paired", "unpaired", "one test set"]


class Record:
    """A frozen dataclass that goes to JSON and back."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """This record as plain dictionaries, lists, strings and finite numbers."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The record that :meth:`to_dict` came from."""
        hints = typing.get_type_hints(cls)
        return cls(**{name: _revived(hints[name], value) for name, value in data.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat(Record):
    """Something the reader of a result must know without having read the manual."""

    kind: str
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval(Record):
    """A two-sided confidence interval and the method that made it."""

    low: float
    high: float
    confidence: float
    method: str

    def __str__(self) -> str:
        digits = formatting.digits_for(self.high - self.low)
        return formatting.interval(self.low, self.high, self.confidence, digits)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(Record):
    """A number about one classifier, with its uncertainty.

    ``standard_error`` is NaN where the data do not allow one (a class with one observation).
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

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        return (
            f"{self.name}: {self.quantity} {formatting.number(self.value, digits)} "
            f"({self.interval}), {self.n_positive:,} positive and {self.n_negative:,} negative, "
            f"{self.interval.method} interval"
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
class Comparison(Record):
    """Two classifiers: ``difference`` is first minus second, and ``interval`` holds it.

    The interval is two-sided whatever the alternative. ``degrees_of_freedom`` is infinite for a
    normal reference distribution. A classifier tested against a fixed value has that value as
    ``second_value`` and the design "one test set".
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

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        against = ""
        if self.null_difference != 0:
            against = f" against a difference of {formatting.number(self.null_difference)}"
        if self.alternative != "two-sided":
            against += f", alternative {self.alternative}"
        return (
            f"{self.quantity} difference {formatting.number(self.difference, digits)} "
            f"({self.interval}), {formatting.p_value(self.p_value)}{against}, "
            f"{self.method} test, {self.design}"
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
        """The same evidence told from the other side: second minus first."""
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
class JointTest(Record):
    """A test of one hypothesis about several classifiers, without an interval.

    ``degrees_of_freedom`` are those of a chi-square statistic, and infinite where there are none.
    ``denominator_degrees_of_freedom`` are finite where the p-value allows for an estimated
    covariance matrix, by F. ``statistic_name`` says what a statistic with degrees of freedom is:
    "chi-square" or "F".
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

    def __str__(self) -> str:
        shown = f"statistic {formatting.number(self.statistic, 4)}"
        if math.isfinite(self.degrees_of_freedom):
            shown = shown.replace("statistic", self.statistic_name, 1)
            left = self.denominator_degrees_of_freedom
            second = f" and {formatting.number(left, 1)}" if math.isfinite(left) else ""
            shown += f" on {self.degrees_of_freedom:g}{second} df"
        return f"{self.hypothesis}: {shown}, {formatting.p_value(self.p_value)}, {self.method}"


def _as_html(cells: dict[str, str], caveats: tuple[Caveat, ...]) -> str:
    """One row under its header, and the caveats: what a notebook shows of a result."""
    table = formatting.html_table(list(cells), [list(cells.values())])
    return table + formatting.html_list(caveats)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return value


def _revived(kind: Any, value: Any) -> Any:
    """The value of a field of this type from its plain form."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return None if value is None else _revived(_not_none(arguments), value)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(_revived(arguments[0], item) for item in value)
        return tuple(_revived(a, item) for a, item in zip(arguments, value, strict=True))
    if origin is dict:
        return {key: _revived(arguments[1], item) for key, item in value.items()}
    if isinstance(kind, type) and issubclass(kind, Record):
        return kind.from_dict(value)
    if kind is object:
        return _revived_cell(value)
    return float(value) if kind is float else value


def _revived_cell(value: Any) -> Any:
    """A cell of a table, whose type is not known before."""
    if isinstance(value, list):
        return tuple(_revived_cell(item) for item in value)
    return float(value) if value in ("NaN", "Infinity", "-Infinity") else value


def _not_none(arguments: tuple[Any, ...]) -> Any:
    return next(a for a in arguments if a is not type(None))
