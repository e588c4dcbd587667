"""Checks of what a caller hands to a public function: the kind of every argument, and its options.

``@checked`` stands above every public function and constructor and reads its annotations: a
``Literal`` is checked for its choices, a class for its instances, ``float`` for any real number,
``Sequence[float]`` for its items, and so on. A wrong kind is an
:class:`~aucurate.errors.OptionError` that says what the function takes and how to make it, whether
or not the call would have used the argument. What an annotation cannot say (a range, labels and
scores that fit together) is checked by the function itself, and so is every parameter annotated
``Any`` or ``object``.

>>> @checked
... def halved(value: float, *, rounding: Literal["up", "down"] = "up") -> float:
...     return value / 2
>>> halved(3)
1.5
>>> halved("3")
Traceback (most recent call last):
    ...
aucurate.errors.OptionError: value must be a number; it is '3'.
>>> halved(3, rounding="banana")
Traceback (most recent call last):
    ...
aucurate.errors.OptionError: rounding must be 'up' or 'down'; it is 'banana'.
"""

import inspect
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import wraps
from numbers import Integral, Real
from types import FunctionType, NoneType, SimpleNamespace, UnionType
from typing import (
    Any,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from aucurate.errors import OptionError

P = ParamSpec("P")
R = TypeVar("R")

_LONGEST = 60


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with every argument held to its annotation before the call."""
    check = _Arguments(function)

    def call(*args: Any, **kwargs: Any) -> Any:
        check(args, kwargs)
        return function(*args, **kwargs)

    # doctest takes a function for part of a module only when it has the module's globals
    call = FunctionType(
        call.__code__, getattr(function, "__globals__", {}), closure=call.__closure__
    )
    call.__kwdefaults__ = None
    return wraps(function)(call)


def check_fields(record: object) -> None:
    """Hold every field of a dataclass instance to its annotation; for its ``__post_init__``."""
    for name, kind in _field_kinds(type(record)).items():
        _refuse_wrong(name, getattr(record, name), kind)


def one_of(value: object, choices: Iterable[str], name: str) -> str:
    """The value, which must be one of the choices."""
    kind = _Choice(tuple(choices))
    _refuse_wrong(name, value, kind)
    return str(value)


class _Arguments:
    """The kinds of a function's parameters, read from its annotations at the first call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.positional: tuple[str, ...] | None = None
        self.kinds: dict[str, _Kind] = {}

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        positional = self.positional
        if positional is None:
            positional = self._read()
        for name, value in zip(positional, args, strict=False):
            kind = self.kinds.get(name)
            if kind is not None and not kind.holds(value):
                _refuse_wrong(name, value, kind)
        for name, value in kwargs.items():
            kind = self.kinds.get(name)
            if kind is not None and not kind.holds(value):
                _refuse_wrong(name, value, kind)

    def _read(self) -> tuple[str, ...]:
        parameters = inspect.signature(self.function).parameters
        variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        annotations = {
            name: parameter.annotation
            for name, parameter in parameters.items()
            if parameter.annotation is not parameter.empty and parameter.kind not in variadic
        }
        hints = get_type_hints(
            SimpleNamespace(__annotations__=annotations),
            globalns=getattr(inspect.unwrap(self.function), "__globals__", {}),
        )
        kinds = ((name, _kind_of(hint)) for name, hint in hints.items())
        self.kinds = {name: kind for name, kind in kinds if not isinstance(kind, _Anything)}
        self.positional = tuple(
            name
            for name, parameter in parameters.items()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        )
        return self.positional


_FIELD_KINDS: dict[type, dict[str, "_Kind"]] = {}


def _field_kinds(record: type) -> dict[str, "_Kind"]:
    if record not in _FIELD_KINDS:
        if not is_dataclass(record):
            raise TypeError(f"{record.__name__} is not a dataclass")
        hints = get_type_hints(record)
        _FIELD_KINDS[record] = {
            field.name: _kind_of(hints[field.name]) for field in fields(record) if field.init
        }
    return _FIELD_KINDS[record]


def _refuse_wrong(name: str, value: object, kind: "_Kind") -> None:
    if not kind.holds(value):
        raise OptionError(
            f"{name} must be {kind.words}; {kind.fault(value)}.", hint=kind.remedy(value)
        )


def _described(value: object) -> str:
    """A short value as it is written, another by what it is."""
    if value is None or isinstance(value, str | bytes | bool | Real | np.generic):
        try:
            text = repr(value)
        except ValueError:  # an integer with more digits than Python writes
            return "a very large integer"
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if inspect.isroutine(value):
        return f"the function {getattr(value, '__name__', '')}"
    name = type(value).__name__
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return f"{article} {name}"


class _Kind(ABC):
    """What an annotation asks of a value."""

    words: str
    plural: str

    @abstractmethod
    def holds(self, value: object) -> bool:
        """Whether the value is of this kind."""

    def fault(self, value: object) -> str:
        """What is wrong with a value that is not of this kind."""
        return f"it is {_described(value)}"

    def remedy(self, value: object) -> str:
        """How to get a value of this kind, or nothing."""
        return ""


class _Anything(_Kind):
    words = "anything"
    plural = "values"

    def holds(self, value: object) -> bool:
        return True


class _Number(_Kind):
    words = "a number"
    plural = "numbers"

    def holds(self, value: object) -> bool:
        if isinstance(value, float):
            return True
        if isinstance(value, Real):
            return not _is_truth(value) and _fits_a_float(value)
        return isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "fiu"

    def fault(self, value: object) -> str:
        if isinstance(value, Real) and not _is_truth(value):
            return "it is too large for a 64-bit float"
        return super().fault(value)


def _is_truth(value: object) -> bool:
    return isinstance(value, bool | np.bool_)


def _fits_a_float(value: Real) -> bool:
    try:
        return math.isfinite(float(value)) or not isinstance(value, Integral)
    except OverflowError:
        return False


class _Whole(_Kind):
    words = "a whole number"
    plural = "whole numbers"

    def holds(self, value: object) -> bool:
        if isinstance(value, Integral):
            return not _is_truth(value) and -(2**63) <= int(value) < 2**63
        return isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iu"

    def fault(self, value: object) -> str:
        if isinstance(value, Integral) and not _is_truth(value):
            return "it is too large for a 64-bit integer"
        return super().fault(value)


class _Truth(_Kind):
    words = "True or False"
    plural = "True or False"

    def holds(self, value: object) -> bool:
        return _is_truth(value)


class _String(_Kind):
    words = "a string"
    plural = "strings"

    def holds(self, value: object) -> bool:
        return isinstance(value, str)


class _Nothing(_Kind):
    words = "None"
    plural = "None"

    def holds(self, value: object) -> bool:
        return value is None


class _Function(_Kind):
    words = "a function"
    plural = "functions"

    def holds(self, value: object) -> bool:
        return callable(value)


class _FilePath(_Kind):
    words = "a path"
    plural = "paths"

    def holds(self, value: object) -> bool:
        return isinstance(value, str | os.PathLike)


class _Array(_Kind):
    words = "an array of numbers"
    plural = "arrays of numbers"

    def holds(self, value: object) -> bool:
        return isinstance(value, np.ndarray) and value.dtype.kind in "fiub"


class _Choice(_Kind):
    """One of the words of a ``Literal``."""

    def __init__(self, choices: tuple[object, ...]) -> None:
        self.choices = choices
        self.words = self.plural = _either([repr(choice) for choice in choices])

    def holds(self, value: object) -> bool:
        return isinstance(value, str | int) and value in self.choices

    def remedy(self, value: object) -> str:
        if not isinstance(value, str):
            return ""
        by_lower = {str(choice).lower(): choice for choice in self.choices}
        close = get_close_matches(value.lower().replace("_", "-"), list(by_lower), n=1)
        return f"did you mean {by_lower[close[0]]!r}?" if close else ""


class _Instance(_Kind):
    """An instance of a class; the hint names the constructor that a user would call."""

    def __init__(self, of: type) -> None:
        self.of = of
        self.words = self.plural = of.__name__

    def holds(self, value: object) -> bool:
        return isinstance(value, self.of)

    def remedy(self, value: object) -> str:
        build = getattr(self.of, "from_arrays", None)
        if build is not None:
            needed = [
                parameter.name if parameter.kind is not parameter.KEYWORD_ONLY else f"{name}=..."
                for name, parameter in inspect.signature(build).parameters.items()
                if parameter.default is parameter.empty
            ]
            return f"{self.of.__name__}.from_arrays({', '.join(needed)}) makes one."
        if is_dataclass(self.of) and self.of.__init__ is not object.__init__:
            names = [field.name for field in fields(self.of) if field.init]
            return f"{self.of.__name__}({', '.join(f'{name}=...' for name in names)}) makes one."
        return ""


class _Items(_Kind):
    """A sequence or collection whose items are all of one kind."""

    def __init__(self, item: _Kind, *, ordered: bool, length: int | None = None) -> None:
        self.item = item
        self.ordered = ordered
        self.length = length
        container = "a sequence" if ordered else "a collection"
        if length is not None:
            container = "a pair" if length == 2 else f"a sequence of {length}"
        self.words = f"{container} of {item.plural}"
        self.plural = self.words.replace("a ", "", 1).replace(" of", "s of", 1)

    def holds(self, value: object) -> bool:
        if not self._is_container(value):
            return False
        if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "fiu":
            if isinstance(self.item, _Number | _Anything):
                return True
            if isinstance(self.item, _Whole):
                return value.dtype.kind in "iu"
        return all(self.item.holds(item) for item in _iterated(value))

    def fault(self, value: object) -> str:
        if not self._is_container(value):
            if self.length is not None and isinstance(value, Sequence) and not _is_text(value):
                return f"it has {len(value)} items"
            return super().fault(value)
        for place, item in enumerate(_iterated(value)):
            if not self.item.holds(item):
                return f"item {place} is {_described(item)}"
        return super().fault(value)

    def remedy(self, value: object) -> str:
        return self.item.remedy(value) if isinstance(self.item, _Choice) else ""

    def _is_container(self, value: object) -> bool:
        if isinstance(value, Mapping):
            return False
        if _is_text(value) and not (isinstance(value, str) and isinstance(self.item, _String)):
            return False
        if isinstance(value, Set) and self.ordered:
            return False
        if not (isinstance(value, Collection) or hasattr(value, "__array__")):
            return False
        if getattr(value, "ndim", 1) == 0:
            return False
        return self.length is None or len(_sized(value)) == self.length


def _is_text(value: object) -> bool:
    return isinstance(value, str | bytes | bytearray)


def _sized(value: object) -> Collection[Any]:
    return value if isinstance(value, Collection) else np.asarray(value)


def _iterated(value: object) -> Iterable[Any]:
    return value if isinstance(value, Collection) else list(np.asarray(value))


class _Pairs(_Kind):
    """A mapping with keys of one kind and values of another."""

    def __init__(self, key: _Kind, item: _Kind) -> None:
        self.key = key
        self.item = item
        self.words = f"a mapping from {key.plural} to {item.plural}"
        self.plural = self.words.replace("a mapping", "mappings", 1)

    def holds(self, value: object) -> bool:
        return isinstance(value, Mapping) and all(
            self.key.holds(key) and self.item.holds(item) for key, item in value.items()
        )

    def fault(self, value: object) -> str:
        if isinstance(value, Mapping):
            for key, item in value.items():
                if not self.key.holds(key):
                    return f"one of its keys is {_described(key)}"
                if not self.item.holds(item):
                    return f"that of {_described(key)} is {_described(item)}"
        return super().fault(value)


class _AnyOf(_Kind):
    """One of several kinds."""

    def __init__(self, kinds: Sequence[_Kind]) -> None:
        self.kinds = tuple(kinds)
        self.words = _either([kind.words for kind in kinds])
        self.plural = _either([kind.plural for kind in kinds])

    def holds(self, value: object) -> bool:
        return any(kind.holds(value) for kind in self.kinds)

    def fault(self, value: object) -> str:
        plain = super().fault(value)
        return next((said for kind in self.kinds if (said := kind.fault(value)) != plain), plain)

    def remedy(self, value: object) -> str:
        return next((said for kind in self.kinds if (said := kind.remedy(value))), "")


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


_SIMPLE: dict[object, type[_Kind]] = {
    Any: _Anything,
    object: _Anything,
    float: _Number,
    int: _Whole,
    bool: _Truth,
    str: _String,
    None: _Nothing,
    NoneType: _Nothing,
}


def _kind_of(hint: Any) -> _Kind:
    """What a resolved annotation asks for."""
    simple = _SIMPLE.get(hint)
    if simple is not None:
        return simple()
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is Literal:
        return _Choice(arguments)
    if isinstance(hint, TypeVar):
        return _kind_of(hint.__bound__) if hint.__bound__ is not None else _Anything()
    whole = hint if origin is None else origin
    if whole is np.ndarray:
        return _Array()
    if whole is Callable:
        return _Function()
    if not isinstance(whole, type):
        return _Anything()
    if issubclass(whole, os.PathLike):
        return _FilePath()
    if issubclass(whole, tuple) and arguments:
        return _tuple_of(arguments)
    if issubclass(whole, Mapping) and arguments:
        return _Pairs(_kind_of(arguments[0]), _kind_of(arguments[1]))
    if issubclass(whole, Collection) and arguments:
        return _Items(_kind_of(arguments[0]), ordered=issubclass(whole, Sequence))
    if issubclass(whole, Callable):  # type: ignore[arg-type]
        return _Function()
    return _Instance(whole)


def _union(arguments: Sequence[Any]) -> _Kind:
    kinds = [_kind_of(argument) for argument in arguments]
    if any(isinstance(kind, _Anything) for kind in kinds):
        return _Anything()
    if any(isinstance(kind, _FilePath) for kind in kinds):
        kinds = [kind for kind in kinds if not isinstance(kind, _String)]
    return _AnyOf(kinds)


def _tuple_of(arguments: tuple[Any, ...]) -> _Kind:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _Items(_kind_of(arguments[0]), ordered=True)
    item = _kind_of(arguments[0]) if len(set(arguments)) == 1 else _union(arguments)
    return _Items(item, ordered=True, length=len(arguments))
