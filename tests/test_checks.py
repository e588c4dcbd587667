"""The decorator above every public function: what it takes for which annotation, and its words."""

import doctest
import inspect
import math
import os
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsIndex, TypeVar, runtime_checkable

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.typing import NDArray
from tests.fuzz.arguments import TextArray, wrong
from tests.loops import for_each

import aucurate
from aucurate import PairedScores, Resampling, Scores
from aucurate.checks import (
    _Arguments,
    check_fields,
    checked,
    generator,
    number_in,
    numbers,
    one_of,
    random_key,
    whole,
)
from aucurate.crossval import FiveByTwo, FixedTestSet, GivenSplits, LeftOut
from aucurate.curve import WeightRule
from aucurate.errors import OptionError
from aucurate.estimates import HandTill, OneVsRest
from aucurate.inference.auc import delong
from aucurate.inference.many_datasets.hierarchical_quadrature import DegreesPrior
from aucurate.namespaces import public_names

Colour = Literal["red", "dark-blue"]
Shade = Colour | Literal["grey"]
Anyone = TypeVar("Anyone")
Text = TypeVar("Text", bound=str)
Floats = NDArray[np.float64]
HUGE = 10**400
TWO = PairedScores.from_arrays([0, 1, 1], {"forest": [1, 2, 3], "tree": [3, 1, 2]})


def _taking(annotation: Any) -> Callable[[Any], Any]:
    """A function with one parameter of this kind."""

    def taken(value: Any) -> Any:
        return value

    taken.__annotations__ = {"value": annotation}
    return checked(taken)


def _refusal(annotation: Any, value: Any) -> OptionError:
    with pytest.raises(OptionError) as refused:
        _taking(annotation)(value)
    return refused.value


TAKEN: list[tuple[Any, Any]] = [
    (float, 0.5),
    (float, 3),
    (float, np.float32(0.5)),
    (float, np.int8(3)),
    (float, np.array(0.5)),
    (float, np.array(3)),
    (float, Fraction(1, 2)),
    (float, float("nan")),
    (float, float("inf")),
    (int, 3),
    (int, np.uint8(3)),
    (int, np.array(3)),
    (int, -(2**63)),
    (int | np.random.Generator | None, HUGE),
    (SupportsIndex, np.int64(3)),
    (bool, True),
    (bool, np.bool_(False)),
    (str, "x"),
    (str, np.str_("x")),
    (None, None),
    (Any, object()),
    (object, object()),
    (Any | None, object()),
    (Colour, "red"),
    (Colour, np.str_("red")),
    (Shade, "grey"),
    (Sequence[float], [1, 0.5]),
    (Sequence[float], (1.0,)),
    (Sequence[float], ()),
    (Sequence[float], range(3)),
    (Sequence[float], np.arange(3)),
    (Sequence[float], np.array([1, 0.5], object)),
    (Sequence[float], pd.Series([1.0, 2.0])),
    (Sequence[float], pl.Series([1.0, 2.0])),
    (Sequence[int], np.arange(3)),
    (Sequence[str], np.array(["a", "b"])),
    (Sequence[str], {"a": 1}.keys()),
    (Sequence[Any], [object()]),
    (Collection[str], {"a", "b"}),
    (Collection[str], frozenset("ab")),
    (Collection[str], "albumin"),
    (tuple[float, float], (1, 2)),
    (tuple[float, float], [1, 2]),
    (tuple[float, float], np.array([1, 2])),
    (tuple[str, ...], ["a", "b", "c"]),
    (tuple[str, float], ("a", 1)),
    (Sequence[tuple[str, str]], [("a", "b")]),
    (Mapping[str, float], {"a": 1}),
    (Mapping[Any, float], {1: 1, "b": 2}),
    (Mapping[str, Any], {}),
    (Shade | Sequence[Shade], "grey"),
    (Shade | Sequence[Shade], ["grey", "red"]),
    (float | Mapping[str, float] | None, {"a": 0.5}),
    (str | os.PathLike[str], "table.csv"),
    (str | os.PathLike[str], Path("table.csv")),
    (Callable[[int], bool], len),
    (Callable[[int], bool] | None, None),
    (Anyone, object()),
    (Text, "x"),
    (Scores, TWO["forest"]),
    (NDArray[np.float64], np.zeros((2, 2))),
    (NDArray[np.bool_], np.zeros(2, bool)),
]


@for_each(("annotation", "value"), TAKEN)
def test_what_an_annotation_takes(annotation: Any, value: Any) -> None:
    assert _taking(annotation)(value) is value


REFUSED: list[tuple[Any, Any, str]] = [
    (float, "0.5", "a number; it is '0.5'"),
    (float, None, "a number; it is None"),
    (float, True, "a number; it is True"),
    (float, np.bool_(True), "a number; it is np.True_"),
    (float, 1j, "a number; it is a complex"),
    (float, Decimal("0.5"), "a number; it is a Decimal"),
    (float, [0.5], "a number; it is a list"),
    (float, np.array([0.5]), "a number; it is an array of shape (1,)"),
    (float, np.array("x"), "a number; it is an array of shape ()"),
    (float, HUGE, "a number; it is too large for a 64-bit float"),
    (float, int, "a number; it is the class int"),
    (float, len, "a number; it is the function len"),
    (float, np.datetime64("NaT", "D"), "a number; it is np.datetime64('NaT'"),
    (float, "x" * 100, f"a number; it is '{'x' * 56}..."),
    (int, 3.0, "a whole number; it is 3.0"),
    (int, False, "a whole number; it is False"),
    (int, 2**63, "a whole number; it is too large for a 64-bit integer"),
    (int | np.random.Generator, "x", "a whole number or a NumPy Generator; it is 'x'"),
    (SupportsIndex, 1.5, "a whole number; it is 1.5"),
    (bool, 1, "True or False; it is 1"),
    (bool, "yes", "True or False; it is 'yes'"),
    (str, 3, "a string; it is 3"),
    (str, b"x", "a string; it is b'x'"),
    (str | None, 3, "a string or None; it is 3"),
    (Colour, "green", "'red' or 'dark-blue'; it is 'green'"),
    (Colour, None, "'red' or 'dark-blue'; it is None"),
    (Colour, ["red"], "'red' or 'dark-blue'; it is a list"),
    (Colour, np.zeros(2), "'red' or 'dark-blue'; it is an array of shape (2,)"),
    (Shade | None, 3, "'red', 'dark-blue', 'grey' or None; it is 3"),
    (Shade | Sequence[Shade], 3, "'red', 'dark-blue', 'grey' or a sequence of them; it is 3"),
    (Sequence[Shade], "grey", "a sequence of 'red', 'dark-blue' or 'grey'; it is 'grey'"),
    (Sequence[float], 0.5, "a sequence of numbers; it is 0.5"),
    (Sequence[float], "12", "a sequence of numbers; it is '12'"),
    (Sequence[float], [1, "2"], "a sequence of numbers; item 1 is '2'"),
    (Sequence[float], {1, 2}, "a sequence of numbers; it is a set"),
    (Sequence[float], {1: 2}, "a sequence of numbers; it is a dict"),
    (Sequence[float], iter([1]), "a sequence of numbers; it is a list_iterator"),
    (Sequence[float], np.zeros((2, 3)), "a sequence of numbers; item 0 is an array of shape (3,)"),
    (Sequence[float], np.array(1.0), "a sequence of numbers; it is an array of shape ()"),
    (Sequence[float], np.array([True]), "a sequence of numbers; item 0 is np.True_"),
    (Sequence[int], np.array([0.5]), "a sequence of whole numbers; item 0 is np.float64(0.5)"),
    (Sequence[Any], "abc", "a sequence; it is 'abc'"),
    (Sequence[Any], 3, "a sequence; it is 3"),
    (Sequence[Sequence[int]], [[1], 2], "a sequence of sequences of whole numbers; item 1 is 2"),
    (
        Sequence[Sequence[int]],
        [[1], [1, "2"]],
        "a sequence of sequences of whole numbers; in item 1 item 1 is '2'",
    ),
    (Collection[str], 3, "a collection of strings; it is 3"),
    (Collection[str], TextArray(), "a collection of strings; it is a TextArray"),
    (tuple[str, str], TextArray(), "a pair of strings; it is a TextArray"),
    (Collection[str], {"a", 3}, "a collection of strings; item"),
    (tuple[float, float], 0.5, "a pair of numbers; it is 0.5"),
    (tuple[float, float], (1,), "a pair of numbers; it has 1 item."),
    (tuple[float, float], (1, 2, 3), "a pair of numbers; it has 3 items"),
    (tuple[float, float], (1, "2"), "a pair of numbers; item 1 is '2'"),
    (tuple[str, float, None], (1,), "a sequence of 3 of strings, numbers or None; it has 1 item"),
    (Sequence[tuple[str, str]], [("a",)], "a sequence of pairs of strings; item 0 has 1 item"),
    (Mapping[str, float], [1], "a mapping from strings to numbers; it is a list"),
    (Mapping[str, float], {1: 1}, "a mapping from strings to numbers; one of its keys is 1"),
    (Mapping[str, float], {"a": "x"}, "a mapping from strings to numbers; under 'a' it is 'x'"),
    (
        Mapping[str, Sequence[float]],
        {"a": [None]},
        "a mapping from strings to sequences of numbers; under 'a' item 0 is None",
    ),
    (
        float | Mapping[str, float] | None,
        {"a": None},
        "a number, a mapping from strings to numbers or None; under 'a' it is None",
    ),
    (str | os.PathLike[str] | None, 3, "a path or None; it is 3"),
    (Callable[[int], bool] | None, 3, "a function or None; it is 3"),
    (Text, 3, "a string; it is 3"),
    (Scores, [1], "Scores; it is a list"),
    (Resampling | None, 3, "a Resampling or None; it is 3"),
    (NDArray[np.float64], [1], "an array of numbers; it is a list"),
    (NDArray[np.float64], np.array(["x"]), "an array of numbers; it is an array of shape (1,)"),
]


@for_each(("annotation", "value", "words"), REFUSED)
def test_what_an_annotation_refuses_and_in_which_words(
    annotation: Any, value: Any, words: str
) -> None:
    assert str(_refusal(annotation, value)).startswith(f"value must be {words}")


@for_each(
    ("annotation", "value", "hint"),
    [
        (Colour, "Red", "did you mean 'red'?"),
        (Colour, "dark_blue", "did you mean 'dark-blue'?"),
        (Colour | None, "dark blue", "did you mean 'dark-blue'?"),
        (Colour, "green", ""),
        (Colour, 3, ""),
        (Sequence[Colour], ["red", "rde"], "did you mean 'red'?"),
        (Mapping[str, Colour], {"a": "rde"}, "did you mean 'red'?"),
        (Sequence[Colour], "rde", "did you mean 'red'?"),
        (float, "x", ""),
    ],
)
def test_a_word_that_comes_near_a_choice_is_offered(annotation: Any, value: Any, hint: str) -> None:
    assert _refusal(annotation, value).hint == hint


@dataclass(frozen=True)
class Found:
    """What only functions return."""

    value: float


@dataclass(frozen=True)
class Options:
    """All of it may be left out."""

    size: int = 3
    names: Sequence[str] = field(default_factory=tuple)
    known: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True)
class Rule:
    """Made by one of its methods."""

    name: str

    @classmethod
    def best(cls, rate: str, *, limit: float, use: str = "") -> "Rule":
        """The best."""
        return cls(f"{rate}{limit}{use}")


class Many:
    """A container whose method makes something else of it."""

    def found(self, times: int = 1) -> Found:
        """One of them."""
        return Found(times)

    def of(self, name: str) -> Options:
        """Not without an argument."""
        return Options(names=[name])


@runtime_checkable
class Shape(Protocol):
    """Like :class:`~aucurate.estimates.HandTill`, :class:`~aucurate.estimates.OneVsRest`."""

    def area(self) -> float:
        """How large it is."""
        ...


class Base(ABC):
    """Without a word on its subclasses."""

    @abstractmethod
    def area(self) -> float:
        """How large it is."""


WITH_ARRAYS = "call taken(labels, scores) with arrays"


@for_each(
    ("annotation", "value", "hint"),
    [
        (Scores, TWO, "choose one by its name: data['forest']."),
        (Scores, [1], f"{WITH_ARRAYS}; Scores.from_arrays(labels, scores) makes one."),
        (Scores | None, 3, f"{WITH_ARRAYS}; Scores.from_arrays(labels, scores) makes one."),
        (Sequence[Scores], [TWO["tree"], TWO], "choose one by its name: data['forest']."),
        (Found, 3, ""),
        (Found, Many(), "its method found() returns a Found."),
        (Options, Many(), "Options(size=..., names=...) makes one."),
        (Options | None, 3, "Options(size=..., names=...) makes one."),
        (Rule, 3, "Rule.best(rate, limit=...) makes one."),
        (Rule | str, 3, "Rule.best(rate, limit=...) makes one."),
        (Shape, 3, "for example a HandTill or a OneVsRest."),
        (Base, 3, ""),
        (Path, pd.Index([]), ""),
        (Scores, pd.Index([]), f"{WITH_ARRAYS}; Scores.from_arrays(labels, scores) makes one."),
        (
            Scores,
            "a.csv",
            'read the table: data = read_scores("scores.csv", label="outcome"), then '
            'taken(data["forest"]).',
        ),
    ],
)
def test_the_hint_says_how_to_make_what_is_missing(annotation: Any, value: Any, hint: str) -> None:
    assert _refusal(annotation, value).hint == hint


def test_the_hint_belongs_to_what_is_wrong_with_a_union() -> None:
    refused = _refusal(Rule | Mapping[str, float], {"a": None})
    assert (str(refused).endswith("under 'a' it is None."), refused.hint) == (True, "")


def test_one_of_takes_a_hint_of_its_own() -> None:
    assert one_of("up", ("up", "down"), "rounding") == "up"
    with pytest.raises(OptionError, match="rounding must be 'up' or 'down'; it is 'upp'") as near:
        one_of("upp", ("up", "down"), "rounding")
    assert near.value.hint == "did you mean 'up'?"
    with pytest.raises(OptionError) as refused:
        one_of("upp", ("up", "down"), "rounding", hint="round() knows more.")
    assert refused.value.hint == "round() knows more."
    odd: Any
    for odd in (None, [], np.zeros(3)):
        with pytest.raises(OptionError, match="rounding must be 'up' or 'down'"):
            one_of(odd, ("up", "down"), "rounding")


def test_numbers_are_one_or_many() -> None:
    assert numbers(3, "rates").tolist() == 3.0
    assert numbers([1, Fraction(1, 2)], "rates").tolist() == [1.0, 0.5]
    for odd in ("x", None, [None], ["1"], [[1, 2], [3]], [HUGE, 0.5], 1j):
        with pytest.raises(OptionError, match="rates must be numbers; it is"):
            numbers(odd, "rates")


def test_fields_are_held_to_their_annotations() -> None:
    assert Options(size=np.int64(3), names=np.array(["a"])).size == 3  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="size must be a whole number; it is '3'"):
        Options(size="3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="int is not a dataclass"):
        check_fields(3)


@for_each(
    ("build", "words"),
    [
        (lambda: Resampling(replicates="many"), "replicates must be a whole number"),  # type: ignore[arg-type]
        (lambda: Resampling(stratified="no"), "stratified must be True or False"),  # type: ignore[arg-type]
        (lambda: Resampling(rng="dice"), "rng must be a whole number, a NumPy Generator or None"),  # type: ignore[arg-type]
        (lambda: LeftOut(folds=2.5), "folds must be a whole number"),  # type: ignore[arg-type]
        (lambda: LeftOut(stratified=1), "stratified must be True or False"),  # type: ignore[arg-type]
        (lambda: FixedTestSet(test_share="half"), "test_share must be a number"),  # type: ignore[arg-type]
        (lambda: FiveByTwo(stratified=None), "stratified must be True or False"),  # type: ignore[arg-type]
        (lambda: GivenSplits([], design="loo"), "design must be .*; it is 'loo'"),  # type: ignore[arg-type]
        (lambda: DegreesPrior(rate_low="x"), "rate_low must be a number"),  # type: ignore[arg-type]
        (lambda: aucurate.IntendedUse(prevalence="x"), "prevalence must be a number or None"),  # type: ignore[arg-type]
        (lambda: aucurate.ThresholdRule(criterion="best"), "criterion must be .*; it is 'best'"),  # type: ignore[arg-type]
        (lambda: WeightRule(criterion="best"), "criterion must be .*; it is 'best'"),  # type: ignore[arg-type]
        (lambda: HandTill("micro"), "average must be 'macro' or 'weighted'"),  # type: ignore[arg-type]
        (lambda: OneVsRest(prevalence=0.5), "prevalence must be 'fixed', 'estimated' or"),  # type: ignore[arg-type]
    ],
)
def test_the_options_that_users_build_are_checked(build: Callable[[], Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        build()


def test_a_seed_may_have_any_size() -> None:
    assert Resampling(rng=2**100).key() == Resampling(rng=2**100).key()


@checked(but=("scores",))
def _named(scores: Mapping[str, Any], confidence: float = 0.95) -> int:
    return len(scores) + int(confidence)


def test_a_function_may_check_a_parameter_itself() -> None:
    assert _named([1, 2]) == 2  # type: ignore[arg-type]
    assert _named(scores="ab", confidence=0.5) == 2  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence must be a number"):
        _named({}, "x")  # type: ignore[arg-type]


@checked
def _variadic(first: int, /, second: int, *more: int, third: int = 3, **options: int) -> int:
    return first + second + sum(more) + third + sum(options.values())


def test_arguments_are_checked_however_they_are_given() -> None:
    assert _variadic(1, 2, third=4) == 7
    assert _variadic(1, second=2, other=1) == 7
    with pytest.raises(OptionError, match="first must be a whole number"):
        _variadic("1", 2)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="second must be a whole number"):
        _variadic(1, second="2")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="third must be a whole number"):
        _variadic(1, 2, third="3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="needs second"):
        _variadic(1)  # type: ignore[call-arg]


def test_defaults_are_not_checked() -> None:
    @checked
    def lenient(value: int = "all") -> Any:  # type: ignore[assignment]
        return value

    assert lenient() == "all"


class Host:
    """A class with all sorts of methods."""

    @checked
    def plain(self, value: float) -> float:
        """A method."""
        return value

    @classmethod
    @checked
    def made(cls, value: float) -> type:
        """An alternative constructor."""
        return cls

    @staticmethod
    @checked
    def free(value: float) -> float:
        """A function."""
        return value

    @checked
    def like(self, other: "Host") -> bool:
        """An annotation that comes later."""
        return isinstance(other, Host)


class Guest(Host):
    """A subclass."""


def test_methods_of_all_sorts_are_checked() -> None:
    assert Guest.made(1) is Guest
    assert (Guest().plain(0.5), Host.free(2), Host().like(Guest())) == (0.5, 2, True)
    calls: list[Callable[[Any], Any]] = [
        Host().plain,
        Host.made,
        Guest.made,
        Guest().made,
        Host.free,
    ]
    for call in calls:
        with pytest.raises(OptionError, match="value must be a number"):
            call("x")
    with pytest.raises(OptionError, match="other must be a Host"):
        Host().like(3)  # type: ignore[arg-type]


def test_a_function_stays_what_it_was() -> None:
    made = inspect.signature(delong.delong_interval)
    assert list(made.parameters)[:4] == ["data", "confidence", "scale", "name"]
    assert made.parameters["confidence"].default == 0.95
    assert list(inspect.signature(Scores.from_arrays).parameters)[:2] == ["labels", "scores"]
    assert delong.delong_interval.__name__ == "delong_interval"
    assert delong.delong_interval.__module__ == "aucurate.inference.auc.delong"
    assert (delong.delong_interval.__doc__ or "").startswith("The AUC of one classifier")
    assert inspect.unwrap(delong.delong_interval) is not delong.delong_interval
    again = pickle.loads(pickle.dumps(delong.delong_interval))
    assert again is delong.delong_interval
    assert pickle.loads(pickle.dumps(Scores.from_arrays))([0, 1], [1, 2]).name == "scores"


def test_doctest_finds_the_examples_of_checked_functions() -> None:
    found = {test.name: len(test.examples) for test in doctest.DocTestFinder().find(delong)}
    assert found["aucurate.inference.auc.delong.delong_interval"] > 0
    assert found["aucurate.inference.auc.delong.delong_test"] > 0


def _public() -> Iterator[tuple[str, Any]]:
    """All public functions and methods, with their names."""
    for module, name in public_names():
        value = getattr(module, name)
        if not inspect.isclass(value):
            yield name, value
            continue
        for method in dir(value):
            member = inspect.getattr_static(value, method)
            function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if inspect.isfunction(function):
                yield f"{name}.{method}", function


def test_nothing_is_checked_twice() -> None:
    twice = [
        name
        for name, function in _public()
        if hasattr(function, "__wrapped__") and hasattr(function.__wrapped__, "__wrapped__")
    ]
    assert not twice


def test_no_value_is_too_odd_to_be_described() -> None:
    kinds: dict[str, tuple[str, Any]] = {}
    for name, function in _public():
        if hasattr(function, "__wrapped__"):
            arguments = _Arguments(function.__wrapped__, ())
            arguments.read()
            kinds |= {kind.words: (name, kind) for kind in arguments.kinds.values()}
    values = [*wrong().values(), TWO, TWO["tree"], pd.Index([]), pd.DataFrame({"a": [1]})]
    assert len(kinds) > 100
    for name, kind in kinds.values():
        for value in values:
            if not kind.holds(value):
                assert kind.fault(value), name
                assert isinstance(kind.remedy(value), str), name


def test_a_number_lies_between_ends_that_may_or_may_not_belong() -> None:
    assert number_in(np.float32(0.5), 0, 1, "x") == 0.5
    assert number_in(0, 0, 1, "x", ends="low") == 0.0
    assert number_in(1, 0, 1, "x", ends="closed") == 1.0
    cases: list[tuple[Any, Any]] = [(0, "open"), (1, "open"), (1, "low"), (1.5, "closed")]
    for value, ends in [*cases, (math.nan, "closed"), (True, "closed"), ("0.5", "open")]:
        with pytest.raises(OptionError, match="x must lie between 0 and 1; it is "):
            number_in(value, 0, 1, "x", ends=ends)
    with pytest.raises(OptionError, match="x must be a number from 0; it is -1"):
        number_in(-1, 0, math.inf, "x", ends="low")
    for value in (math.inf, math.nan, 0):
        with pytest.raises(OptionError, match="a loss must be a number above 0; this one is"):
            number_in(value, 0, math.inf, "a loss")


def test_a_whole_number_is_an_integer_within_its_range() -> None:
    assert whole(np.int64(3), "n") == 3
    assert type(whole(np.array(3), "n")) is int
    for value in (0, 2.0, True, "2", None, math.nan):
        with pytest.raises(OptionError, match="n must be a whole number from 1; it is "):
            whole(value, "n")
    with pytest.raises(OptionError, match="n must be a whole number from 0 to 5; it is 6") as told:
        whole(6, "n", least=0, most=5, hint="fewer")
    assert told.value.hint == "fewer"


def test_a_key_comes_of_a_number_a_generator_or_nothing() -> None:
    assert random_key(1) == random_key(np.int64(1)) == random_key(1) != random_key(2)
    own = np.random.default_rng(1)
    assert random_key(own) != random_key(own)
    assert random_key(None) != random_key(None)
    with pytest.raises(OptionError, match="rng must be"):
        random_key(-1)


def test_a_generator_comes_of_a_number_a_generator_or_nothing() -> None:
    own = np.random.default_rng(3)
    assert generator(own) is own
    assert generator(7).integers(10**9) == np.random.default_rng(7).integers(10**9)
    assert isinstance(generator(None), np.random.Generator)
    for rng in (-1, 1.5, True, "1", np.array([1, 2])):
        with pytest.raises(OptionError, match="rng must be a whole number from 0, a NumPy"):
            generator(rng)
