"""Checks of the arguments of public functions: the type of each, and its options.

``@checked`` decorates every public function and constructor and reads its annotations: a
``Literal`` is checked for its choices, a class for its instances, ``float`` for any real number,
``Sequence[float]`` for its items, and so on. A wrong type raises an
:class:`~aucurate.errors.OptionError` that states what the function accepts and how to create it,
whether or not the call would have used the argument. What an annotation cannot express (a range,
labels and scores that fit together) is checked by the function itself, and so is every parameter
annotated ``Any`` or ``object``.

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
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, KeysView, Mapping, Sequence, Set, Sized
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from functools import partial, wraps
from numbers import Integral, Real
from types import FunctionType, NoneType, SimpleNamespace, UnionType
from typing import (
    Any,
    Literal,
    ParamSpec,
    SupportsIndex,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np
from numpy.typing import NDArray

from aucurate.calling import ArraysForm, Call, listed
from aucurate.errors import ArgumentError, OptionError
from aucurate.foreign_words import answer, parameters_for
from aucurate.parameters import documented

P = ParamSpec("P")
R = TypeVar("R")

_LONGEST = 60


@overload
def checked(function: Callable[P, R]) -> Callable[P, R]: ...


@overload
def checked(*, but: Collection[str]) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def checked(function: Any = None, *, but: Collection[str] = ()) -> Any:
    """Decorate a function so that every argument is checked against its annotation.

    Its docstring gets the section that describes its parameters (:mod:`aucurate.parameters`), and
    a function of records can also be called with arrays (:mod:`aucurate.calling`). A keyword that
    it does not have is answered by :mod:`aucurate.foreign_words`.
    ``but`` names parameters whose type the function checks itself, with a better message.
    """
    if function is None:
        return partial(checked, but=but)
    form = ArraysForm.of(function)
    check = _Arguments(function, but, form)

    def call(*args: Any, **kwargs: Any) -> Any:
        read = check(args, kwargs)
        if read is not None:
            args, kwargs = read
        return function(*args, **kwargs)

    # doctest treats a function as part of a module only when it has the module's globals
    made = FunctionType(call.__code__, function.__globals__, closure=call.__closure__)
    wrapped = wraps(function)(made)
    wrapped.__doc__ = documented(function, form)
    if form is not None:
        wrapped.__signature__ = form.signature(function)  # type: ignore[attr-defined]
    return wrapped


def check_fields(record: object) -> None:
    """Check every field of a dataclass instance against its annotation, in ``__post_init__``."""
    for name, kind in _field_kinds(type(record)).items():
        _refuse_wrong(name, getattr(record, name), kind)


RecordT = TypeVar("RecordT", bound=type)


def answering(record: RecordT) -> RecordT:
    """Decorate a dataclass of options: a keyword that it does not have is answered as in a call.

    >>> from dataclasses import dataclass
    >>> @answering
    ... @dataclass(kw_only=True)
    ... class Draws:
    ...     replicates: int = 2000
    >>> Draws(n_boot=100)
    Traceback (most recent call last):
        ...
    aucurate.errors.ArgumentError: Draws() has no n_boot; here it is replicates=100.
    """
    initialise = record.__init__  # type: ignore[misc]  # of a subclass, but only called with it
    known = [field.name for field in fields(record) if field.init]

    @wraps(initialise)
    def answered(self: Any, *args: Any, **kwargs: Any) -> None:
        for name, value in kwargs.items():
            if name not in known:
                raise answer(record.__name__, {name: value}, known)
        initialise(self, *args, **kwargs)

    record.__init__ = answered  # type: ignore[misc]
    return record


def one_of(value: object, choices: Iterable[str], name: str, *, hint: str = "") -> str:
    """Return the value, which must be one of the choices; ``hint`` is for the error message."""
    _refuse_wrong(name, value, _Choice(tuple(choices)), hint)
    return str(value)


def number_in(
    value: object,
    low: float,
    high: float,
    name: str,
    *,
    ends: Literal["open", "low", "closed"] = "open",
    hint: str = "",
) -> float:
    """Return the value as a float; it must lie between ``low`` and ``high``.

    ``ends`` states which of the two it may equal: none, ``low``, or both.

    >>> number_in(0.95, 0, 1, "confidence")
    0.95
    >>> number_in(95, 0, 1, "confidence", hint="95 percent is confidence=0.95.")
    Traceback (most recent call last):
        ...
    aucurate.errors.OptionError: confidence must lie between 0 and 1; it is 95.
    Hint: 95 percent is confidence=0.95.
    >>> number_in(-1.0, 0, math.inf, "a cost")
    Traceback (most recent call last):
        ...
    aucurate.errors.OptionError: a cost must be a number above 0; this one is -1.0.
    """
    if _Number().holds(value):
        number = float(value)  # type: ignore[arg-type]
        if low < number < high or (number == low and ends != "open"):
            return number
        if number == high and ends == "closed":
            return number
    if math.isinf(high):
        wanted = f"be a number {'above' if ends == 'open' else 'from'} {low:g}"
    else:
        wanted = f"lie between {low:g} and {high:g}"
    raise OptionError(f"{name} must {wanted}; {_it(name)} is {_described(value)}.", hint=hint)


def whole(
    value: object, name: str, *, least: int = 1, most: int | None = None, hint: str = ""
) -> int:
    """Return the value as an integer; it must be at least ``least``, and at most ``most`` if set.

    >>> whole(3, "folds", least=2)
    3
    >>> whole(1, "folds", least=2)
    Traceback (most recent call last):
        ...
    aucurate.errors.OptionError: folds must be a whole number from 2; it is 1.
    """
    if _Whole().holds(value):
        number = int(value)  # type: ignore[call-overload]
        if least <= number and (most is None or number <= most):
            return int(number)
    wanted = f"from {least}" + ("" if most is None else f" to {most}")
    raise OptionError(
        f"{name} must be a whole number {wanted}; {_it(name)} is {_described(value)}.", hint=hint
    )


def generator(rng: object) -> np.random.Generator:
    """A random number generator: seeded with a whole number, as given, or fresh for None.

    >>> generator(1).integers(10) == generator(1).integers(10)
    np.True_
    """
    if isinstance(rng, np.random.Generator | None):
        return np.random.default_rng(rng)
    if _Seed().holds(rng) and int(rng) >= 0:  # type: ignore[call-overload]
        return np.random.default_rng(int(rng))  # type: ignore[call-overload]
    raise OptionError(
        f"rng must be a whole number from 0, a NumPy Generator or None; it is {_described(rng)}."
    )


def random_key(rng: object) -> int:
    """A 64-bit key for counter-based generators; always the same for a whole number.

    For a Generator it is the next number, for None a fresh one.

    >>> random_key(1) == random_key(1)
    True
    """
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**64, dtype=np.uint64))
    generator(rng)
    sequence = np.random.SeedSequence(rng)  # type: ignore[arg-type]
    return int(sequence.generate_state(1, np.uint64)[0])


def _it(name: str) -> str:
    """The subject of the second clause: "a cost must be ...; this one is ..."."""
    return "this one" if name.startswith("a ") else "it"


def numbers(values: object, name: str) -> NDArray[np.float64]:
    """The values as an array of 64-bit floats, for parameters that take one number or many.

    >>> numbers([0.1, 1], "rates")
    array([0.1, 1. ])
    >>> numbers("x", "rates")
    Traceback (most recent call last):
        ...
    aucurate.errors.OptionError: rates must be numbers; it is 'x'.
    """
    try:
        array = np.asarray(values)
        if array.dtype.kind in "fiu" or (array.dtype == object and _all_numbers(array)):
            return array.astype(np.float64)
    except Exception:  # an object's own conversion may raise anything
        pass
    raise OptionError(f"{name} must be numbers; it is {_described(values)}.")


def _all_numbers(array: NDArray[Any]) -> bool:
    number = _Number()
    return all(number.holds(value) for value in array.flat)


class _Arguments:
    """The kinds of a function's parameters, read from its annotations at the first call."""

    def __init__(
        self, function: Callable[..., Any], but: Collection[str], form: ArraysForm | None = None
    ) -> None:
        self.function = function
        self.but = frozenset(but)
        self.form = form
        self.positional: tuple[str, ...] | None = None
        self.names: frozenset[str] = frozenset()
        self.takes_any_keyword = False
        self.most = math.inf
        self.needed: tuple[str, ...] = ()
        self.needed_keywords: tuple[str, ...] = ()
        self.kinds: dict[str, _Kind] = {}

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Call | None:
        """Check a call; what to call with instead, where arrays stand for records."""
        positional = self.positional
        if positional is None:
            positional = self.read()
        for name, value in zip(positional, args, strict=False):
            kind = self.kinds.get(name)
            if kind is not None and not kind.holds(value):
                return self.read_or_refuse(args, kwargs, name, value)
        for name, value in kwargs.items():
            kind = self.kinds.get(name)
            if name not in self.names if kind is None else not kind.holds(value):
                read = self.read_or_refuse(args, kwargs, name, value)
                if read is not None:
                    return read
        if len(args) > self.most:
            self.refuse_more(len(args))
        if len(args) < len(self.needed) or self.needed_keywords:
            self.refuse_fewer(len(args), kwargs)
        return None

    def read_or_refuse(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], name: str, value: object
    ) -> Call | None:
        """The call with records where it has arrays in their place; else the argument is wrong."""
        form = self.form
        if form is None or not form.is_used(args, kwargs):
            if name in self.kinds:
                hint = self.kinds[name].remedy(value)
                if form is not None and name in form.records:
                    hint = form.remedy(value, hint)
                _refuse_wrong(name, value, self.kinds[name], hint)
            elif not self.takes_any_keyword or parameters_for(name, self.names):
                self.refuse_unknown(kwargs)
            elif form is not None and name in form.reading:
                raise form.refuse_reading(name)
            return None
        if not all(map(self.knows, kwargs)):
            self.refuse_unknown(kwargs)
        read = form.with_records(args, kwargs)
        return self(*read) or read

    def knows(self, name: str) -> bool:
        """Whether there is a parameter of this name in one of the forms of a call."""
        if self.takes_any_keyword or name in self.names:
            return True
        return self.form is not None and name in self.form.words

    def refuse_unknown(self, kwargs: Mapping[str, Any]) -> None:
        """Refuse the keywords that the function does not have."""
        form = self.form
        known = [*inspect.signature(self.function).parameters]
        known += () if form is None else [word for word in form.words if word not in known]
        unknown = {name: value for name, value in kwargs.items() if name not in known}
        if not unknown and form is not None:
            raise form.refuse_reading(next(name for name in kwargs if name not in self.names))
        raise answer(self.title, unknown, [name for name in known if name not in ("self", "cls")])

    def refuse_more(self, given: int) -> None:
        """Refuse more arguments than can be given by position."""
        positional = [name for name in self.positional or () if name not in ("self", "cls")]
        given -= len(self.positional or ()) - len(positional)
        every = inspect.signature(self.function).parameters
        rest = [name for name, one in every.items() if one.kind is one.KEYWORD_ONLY]
        hint = self.usage
        if rest:
            hint += f"; the others are given by name, such as {rest[0]}=..."
        raise ArgumentError(
            f"{self.title}() takes {_at_most(positional)} by position; {given} were given.",
            hint=f"{hint}.",
        )

    def refuse_fewer(self, given: int, kwargs: Collection[str]) -> None:
        """Refuse a call without a parameter that has no default."""
        missing = [n for n in (*self.needed[given:], *self.needed_keywords) if n not in kwargs]
        if missing:
            raise ArgumentError(f"{self.title}() needs {listed(missing)}.", hint=f"{self.usage}.")

    @property
    def title(self) -> str:
        """What the function is called; an initialiser is called by its class."""
        name = self.function.__name__
        return self.function.__qualname__.split(".")[-2] if name == "__init__" else name

    @property
    def usage(self) -> str:
        """How it is called, with records and with arrays."""
        if self.form is not None:
            return f"{self.form.usual} with records, or {self.form.usage} with arrays"
        needed = [n for n in self.needed if n not in ("self", "cls")]
        needed += [f"{name}=..." for name in self.needed_keywords]
        return f"{self.title}({', '.join(needed)})"

    def read(self) -> tuple[str, ...]:
        """Read the annotations; the names of the parameters that can be given by position."""
        parameters = inspect.signature(self.function).parameters
        variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        annotations = {
            name: parameter.annotation
            for name, parameter in parameters.items()
            if parameter.annotation is not parameter.empty
            and parameter.kind not in variadic
            and name not in self.but
        }
        hints = get_type_hints(
            SimpleNamespace(__annotations__=annotations),
            globalns=getattr(inspect.unwrap(self.function), "__globals__", {}),
        )
        kinds = ((name, _kind_of(hint)) for name, hint in hints.items())
        self.kinds = {name: kind for name, kind in kinds if not isinstance(kind, _Anything)}
        self.names = frozenset(n for n, p in parameters.items() if p.kind not in variadic)
        self.takes_any_keyword = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        known = [p for p in parameters.values() if p.kind not in variadic]
        by_position = [p for p in known if p.kind is not p.KEYWORD_ONLY]
        if not any(p.kind is p.VAR_POSITIONAL for p in parameters.values()):
            self.most = len(by_position)
        self.needed = tuple(p.name for p in by_position if p.default is p.empty)
        self.needed_keywords = tuple(
            p.name for p in known if p.kind is p.KEYWORD_ONLY and p.default is p.empty
        )
        self.positional = tuple(p.name for p in by_position)
        return self.positional


def _at_most(names: Sequence[str]) -> str:
    return f"only {listed(names)}" if names else "nothing"


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


def _refuse_wrong(name: str, value: object, kind: "_Kind", hint: str = "") -> None:
    if not kind.holds(value):
        raise OptionError(
            f"{name} must be {kind.words}; {kind.fault(value)}.", hint=hint or kind.remedy(value)
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
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    return _with_article(type(value).__name__)


def _with_article(name: str) -> str:
    vowel = name[:1].lower() in "aeio" and not name.startswith("One")
    return f"{'an' if vowel else 'a'} {name}"


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
    most: float = 2**63 - 1

    def holds(self, value: object) -> bool:
        if isinstance(value, Integral):
            return not _is_truth(value) and -self.most - 1 <= int(value) <= self.most
        return isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iu"

    def fault(self, value: object) -> str:
        if isinstance(value, Integral) and not _is_truth(value):
            return "it is too large for a 64-bit integer"
        return super().fault(value)


class _Seed(_Whole):
    """A whole number that starts a generator of random numbers: NumPy takes one of any size."""

    most = math.inf


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
    """One of the words of a ``Literal``, or of several."""

    def __init__(self, choices: tuple[object, ...]) -> None:
        self.choices = choices
        self.words = self.plural = _either([repr(choice) for choice in choices])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Choice) and self.choices == other.choices

    def __hash__(self) -> int:
        return hash(self.choices)

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
        self.plural = of.__name__
        self.words = _one(of.__name__)
        if of.__module__.partition(".")[0] == "numpy":
            self.words = f"a NumPy {of.__name__}"

    def holds(self, value: object) -> bool:
        return isinstance(value, self.of)

    def remedy(self, value: object) -> str:
        return self._choice(value) or self._conversion(value) or self._construction()

    def _choice(self, value: object) -> str:
        """Where the value holds several by name, how to choose one."""
        names = getattr(value, "names", ())
        if not isinstance(names, tuple) or not names or not isinstance(value, Iterable):
            return ""
        return (
            f"choose one by its name: data[{names[0]!r}]." if self.holds(next(iter(value))) else ""
        )

    def _conversion(self, value: object) -> str:
        """Where a method of the value without arguments returns one, its name."""
        for name, method in vars(type(value)).items():
            if name.startswith("_") or not inspect.isfunction(method):
                continue
            signature = inspect.signature(method)
            needed = [p for p in signature.parameters.values() if p.default is p.empty]
            if signature.return_annotation is self.of and len(needed) == 1:
                return f"its method {name}() returns {self.words}."
        return ""

    def _construction(self) -> str:
        """How a user creates an instance; empty for a class that only functions return."""
        name = self.of.__name__
        if inspect.isabstract(self.of) or getattr(self.of, "_is_protocol", False):
            known = _REFERENCE.findall(self.of.__doc__ or "")
            return f"for example {_either([_one(each) for each in known])}." if known else ""
        for method, member in vars(self.of).items():
            if isinstance(member, classmethod) and method not in _FROM_JSON:
                return f"{name}.{method}({_needed(getattr(self.of, method))}) makes one."
        if is_dataclass(self.of):
            options = [field for field in fields(self.of) if field.init]
            if all(_has_default(field) for field in options):
                return f"{name}({', '.join(f'{field.name}=...' for field in options)}) makes one."
        return ""


def _one(name: str) -> str:
    """An instance of a class in words: a Resampling, but Scores."""
    return name if name.endswith("s") else _with_article(name)


_REFERENCE = re.compile(r":class:`~aucurate\.(?:\w+\.)*(\w+)`")
_FROM_JSON = ("from_dict", "from_json")


def _needed(function: Callable[..., Any]) -> str:
    """The required arguments of a call."""
    return ", ".join(
        name if parameter.kind is not parameter.KEYWORD_ONLY else f"{name}=..."
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.default is parameter.empty
    )


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


class _Items(_Kind):
    """A sequence or collection whose items are all of one kind."""

    def __init__(self, item: _Kind, *, ordered: bool, length: int | None = None) -> None:
        self.item = item
        self.ordered = ordered
        self.length = length
        container = "a sequence" if ordered else "a collection"
        if length is not None:
            container = "a pair" if length == 2 else f"a sequence of {length}"
        self.words = container
        if not isinstance(item, _Anything):
            self.words += f" of {item.plural}"
        self.plural = self.words.removeprefix("a ").replace(container[2:], f"{container[2:]}s", 1)

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
                return f"it has {len(value)} item{'' if len(value) == 1 else 's'}"
            return super().fault(value)
        for place, item in enumerate(_iterated(value)):
            if not self.item.holds(item):
                fault = self.item.fault(item)
                if fault.startswith("it "):
                    return f"item {place} {fault.removeprefix('it ')}"
                return f"in item {place} {fault}"
        return super().fault(value)

    def remedy(self, value: object) -> str:
        if not self._is_container(value):
            return self.item.remedy(value) if isinstance(self.item, _Choice) else ""
        wrong = next((item for item in _iterated(value) if not self.item.holds(item)), None)
        return self.item.remedy(wrong)

    def _is_container(self, value: object) -> bool:
        if isinstance(value, Mapping):
            return False
        if _is_text(value) and not (isinstance(value, str) and isinstance(self.item, _String)):
            return False
        if isinstance(value, Set) and self.ordered and not isinstance(value, KeysView):
            return False
        if not isinstance(value, Collection) and not _is_sized_array(value):
            return False
        if getattr(value, "ndim", 1) == 0:
            return False
        return self.length is None or len(_sized(value)) == self.length


def _is_text(value: object) -> bool:
    return isinstance(value, str | bytes | bytearray)


def _is_sized_array(value: object) -> bool:
    return hasattr(value, "__array__") and isinstance(value, Iterable) and isinstance(value, Sized)


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
                    return f"under {_described(key)} {self.item.fault(item)}"
        return super().fault(value)

    def remedy(self, value: object) -> str:
        if not isinstance(value, Mapping):
            return ""
        wrong = next((item for item in value.values() if not self.item.holds(item)), None)
        return "" if wrong is None else self.item.remedy(wrong)


class _AnyOf(_Kind):
    """One of several kinds."""

    def __init__(self, kinds: Sequence[_Kind]) -> None:
        self.kinds = tuple(kinds)
        self.words = _either(_flattened(kinds, "words"))
        self.plural = _either(_flattened(kinds, "plural"))

    def holds(self, value: object) -> bool:
        return any(kind.holds(value) for kind in self.kinds)

    def fault(self, value: object) -> str:
        nearest = self._nearest(value)
        return super().fault(value) if nearest is None else nearest.fault(value)

    def remedy(self, value: object) -> str:
        nearest = self._nearest(value)
        if nearest is not None:
            return nearest.remedy(value)
        return next((hint for kind in self.kinds if (hint := kind.remedy(value))), "")

    def _nearest(self, value: object) -> _Kind | None:
        """The kind with the most specific complaint, such as one wrong item of a list."""
        plain = super().fault(value)
        return next((kind for kind in self.kinds if kind.fault(value) != plain), None)


def _flattened(kinds: Collection[_Kind], attribute: Literal["words", "plural"]) -> list[str]:
    words: list[str] = []
    for kind in kinds:
        if isinstance(kind, _Choice):
            words += [repr(choice) for choice in kind.choices]
        elif isinstance(kind, _Items) and kind.item in kinds:
            words.append("a sequence of them" if attribute == "words" else "sequences of them")
        else:
            words.append(getattr(kind, attribute))
    return words


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


_SIMPLE: dict[object, type[_Kind]] = {
    Any: _Anything,
    object: _Anything,
    SupportsIndex: _Whole,
    float: _Number,
    int: _Whole,
    bool: _Truth,
    str: _String,
    None: _Nothing,
    NoneType: _Nothing,
}


def _kind_of(hint: Any) -> _Kind:
    """The kind that a resolved annotation requires."""
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
    if np.random.Generator in arguments:
        kinds = [_Seed() if isinstance(kind, _Whole) else kind for kind in kinds]
    if any(isinstance(kind, _Anything) for kind in kinds):
        return _Anything()
    if any(isinstance(kind, _FilePath) for kind in kinds):
        kinds = [kind for kind in kinds if not isinstance(kind, _String)]
    choices = [choice for kind in kinds if isinstance(kind, _Choice) for choice in kind.choices]
    others = [kind for kind in kinds if not isinstance(kind, _Choice)]
    kinds = [_Choice(tuple(choices)), *others] if choices else others
    return kinds[0] if len(kinds) == 1 else _AnyOf(kinds)


def _tuple_of(arguments: tuple[Any, ...]) -> _Kind:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _Items(_kind_of(arguments[0]), ordered=True)
    item = _kind_of(arguments[0]) if len(set(arguments)) == 1 else _union(arguments)
    return _Items(item, ordered=True, length=len(arguments))
