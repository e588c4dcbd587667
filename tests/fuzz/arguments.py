"""Public functions called with arguments of which one or two are of a wrong kind or value.

Each call starts from the valid arguments of :mod:`tests.fuzz.examples`, sometimes with valid
values of optional parameters too, and replaces one or two. A result, an ``AucurateError`` or the
``TypeError`` by which Python itself refuses a signature are right; any other exception, a warning
that is not ours, output on the terminal, a call over the limit of time or of memory is a finding.
"""

import inspect
import random
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from tests.fuzz.examples import Call, NoExampleError, arguments, calls, example
from tests.fuzz.running import Case, Finding, watched

from aucurate.errors import AucurateError
from aucurate.kernels import Cancelled


class Odd:
    """An object that is nothing a function takes."""

    def __repr__(self) -> str:
        return "Odd()"


class TextArray:
    """An object whose ``__array__`` returns text."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(["x", "y"])

    def __repr__(self) -> str:
        return "TextArray()"


@cache
def wrong() -> dict[str, Any]:
    """Values that are wrong for most parameters, by how to write them."""
    return {
        "None": None,
        "True": True,
        "False": False,
        "0": 0,
        "3": 3,
        "-1": -1,
        "10**9": 10**9,
        "2**63": 2**63,
        "10**400": 10**400,
        "0.5": 0.5,
        "-0.0": -0.0,
        "nan": float("nan"),
        "inf": float("inf"),
        "-inf": float("-inf"),
        "1e-320": 1e-320,
        "1e308": 1e308,
        "1j": 1j,
        "''": "",
        "'x'": "x",
        "'0.5'": "0.5",
        "'\\0'": "\0",
        "'\\ud800'": "\ud800",
        "'x' * 70_000": "x" * 70_000,
        "b'x'": b"x",
        "[]": [],
        "[0]": [0],
        "[None]": [None],
        "['x', 3]": ["x", 3],
        "[[1, 2], [3]]": [[1, 2], [3]],
        "()": (),
        "(0.5,)": (0.5,),
        "(0.9, 0.1)": (0.9, 0.1),
        "(nan, 1)": (float("nan"), 1),
        "('x', 'y', 'z')": ("x", "y", "z"),
        "{}": {},
        "{'x': 3}": {"x": 3},
        "{3: 'x'}": {3: "x"},
        "{'first': None}": {"first": None},
        "{1, 2}": {1, 2},
        "range(60)": range(60),
        "iter([])": (),
        "np.array(3.0)": np.array(3.0),
        "np.array([])": np.array([]),
        "np.zeros(60)": np.zeros(60),
        "np.zeros((60, 1))": np.zeros((60, 1)),
        "np.zeros((2, 2, 2))": np.zeros((2, 2, 2)),
        "np.full(60, nan)": np.full(60, np.nan),
        "np.arange(60)": np.arange(60),
        "np.array([1, 0])": np.array([1, 0]),
        "np.array(['x', None], dtype=object)": np.array(["x", None], dtype=object),
        "np.array([{}, []] * 30, dtype=object)": np.array([{}, []] * 30, dtype=object),
        "np.zeros(60, complex)": np.zeros(60, complex),
        "np.zeros(60, 'M8[ns]')": np.zeros(60, "M8[ns]"),
        "np.zeros(60, [('a', int)])": np.zeros(60, [("a", int)]),
        "np.ma.masked_array(np.zeros(60), mask=True)": np.ma.masked_array(np.zeros(60), mask=True),
        "np.float32(0.5)": np.float32(0.5),
        "np.int8(3)": np.int8(3),
        "np.datetime64('NaT')": np.datetime64("NaT", "D"),
        "Decimal('0.5')": Decimal("0.5"),
        "Decimal('NaN')": Decimal("NaN"),
        "Fraction(1, 2)": Fraction(1, 2),
        "datetime(2020, 1, 1)": datetime(2020, 1, 1),
        "pl.Series([1, None])": pl.Series([1, None]),
        "pl.Series([[1], [2]])": pl.Series([[1], [2]]),
        "pl.Series([{'a': 1}] * 60)": pl.Series([{"a": 1}] * 60),
        "pl.Series([10**20] * 60, dtype=pl.Int128)": pl.Series([10**20] * 60, dtype=pl.Int128),
        "pl.DataFrame()": pl.DataFrame(),
        "pl.DataFrame({'label': [1], 'first': [None]})": pl.DataFrame(
            {"label": [1], "first": [None]}
        ),
        "Path('no/such/file.csv')": Path("no/such/file.csv"),
        "int": int,
        "len": len,
        "lambda *_: None": lambda *_: None,
        "lambda: None": lambda: None,
        "object()": object(),
        "Odd()": Odd(),
        "TextArray()": TextArray(),
        "np.random.default_rng(1)": np.random.default_rng(1),
        "Ellipsis": ...,
    }


def case(seed: int) -> Case:
    """The call that a seed stands for."""
    rng = random.Random(seed)
    call = rng.choice(calls())
    given = arguments(call)
    texts = dict.fromkeys(given, "valid")
    for name in _options(rng, call, given):
        try:
            given[name] = example(call, name)
        except NoExampleError:
            continue
        texts[name] = "valid"
    for name in rng.sample(list(call.parameters), min(len(call.parameters), rng.choice((1, 1, 2)))):
        text, value = _replacement(rng, call, name)
        given[name], texts[name] = value, text
    what = f"{call.name}({', '.join(f'{n}={t}' for n, t in texts.items())})"
    return Case(what=what, about=call.name, run=_caller(call, given))


def _options(rng: random.Random, call: Call, given: dict[str, Any]) -> list[str]:
    optional = [name for name in call.parameters if name not in given]
    return rng.sample(optional, rng.randint(0, min(2, len(optional))))


def _replacement(rng: random.Random, call: Call, name: str) -> tuple[str, Any]:
    """A wrong value, or the valid value of some other parameter."""
    if rng.random() < 0.8:
        text, value = rng.choice(list(wrong().items()))
        takes_callable = "Callable" in str(call.parameters[name].annotation)
        # a callable of another signature fails when it is called, as a caller's own error does
        return ("None", None) if takes_callable and callable(value) else (text, value)
    other = rng.choice(calls())
    if other.parameters:
        parameter = rng.choice(list(other.parameters))
        try:
            return f"<{other.name}:{parameter}>", example(other, parameter)
        except NoExampleError:
            pass
    return "None", None


def _caller(call: Call, given: dict[str, Any]) -> Callable[[], Finding | None]:
    def run() -> Finding | None:
        return watched(lambda: call.function(**given), _is_right)

    return run


def _is_right(error: BaseException) -> bool:
    """Whether this is the way to refuse: typed, or Python's own word on the signature."""
    if isinstance(error, AucurateError | Cancelled):
        return True
    return isinstance(error, TypeError) and _is_of_signature(error)


def _is_of_signature(error: TypeError) -> bool:
    words = ("missing a required", "required positional", "required keyword", "unexpected keyword")
    frames = inspect.getinnerframes(error.__traceback__) if error.__traceback__ else []
    return len(frames) <= 3 and any(word in str(error) for word in words)
