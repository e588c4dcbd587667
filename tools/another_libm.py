"""A pytest plugin that stands in for another mathematics library: some results are one unit off.

The last bit of ``exp``, ``log`` and the like is not the same on every machine: it depends on the C
library, on the vector instructions that NumPy finds and on SciPy's build. With
``pytest -p tools.another_libm`` about a quarter of the results of these functions move to the
neighbouring floating-point number. ``--libm-by`` says which:

- ``value``: equal results move equally, as they do with another library;
- ``lane``: the place in the array decides, so that equal arguments may give results one unit
  apart, as a vector loop and its scalar remainder can.

Results that every library gives exactly (integers, one half, infinities, NaN) stay. ``sqrt`` is
left alone: IEEE 754 demands its correct rounding. What compiled code calls by itself is out of
reach, and so is the operator ``**``. SciPy is imported first, so that its own Python code keeps the
functions it has.
"""

import functools
import math
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Literal, TypeAlias

import numpy as np
import pytest
import scipy.special
import scipy.stats
from numpy.typing import NDArray

By: TypeAlias = Literal["value", "lane"]

# fmt: off
_ELEMENTARY = (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh",
    "tanh", "arcsin", "arccos", "arctan", "arctan2", "arcsinh", "arccosh", "arctanh", "cbrt",
    "hypot", "power", "float_power", "logaddexp",
)
_OF_MATH = (
    "exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh",
    "asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh", "cbrt", "hypot", "pow", "erf",
    "erfc", "gamma", "lgamma",
)
_SPECIAL = (
    "ndtr", "ndtri", "log_ndtr", "ndtri_exp", "expit", "logit", "log_expit", "xlogy", "xlog1py",
    "entr", "rel_entr", "erf", "erfc", "erfinv", "erfcinv", "gamma", "gammaln", "loggamma",
    "digamma", "polygamma", "beta", "betaln", "betainc", "betaincc", "betaincinv", "betainccinv",
    "bdtr", "bdtrc", "bdtri", "btdtr", "btdtri", "binom", "stdtr", "stdtrit", "fdtr", "fdtrc",
    "fdtri", "chdtr", "chdtrc", "chdtri", "gammainc", "gammaincc", "gammaincinv", "gammainccinv",
    "poch", "owens_t", "kolmogorov", "kolmogi", "smirnov", "exp1", "expn", "i0e", "i1e", "ive",
    "logsumexp", "softmax",
)
# fmt: on
REPLACED: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (np, _ELEMENTARY),
    (math, _OF_MATH),
    (scipy.special, _SPECIAL),
)


def shifted(values: Any, by: By, seed: int) -> Any:
    """The floats with about a quarter of them moved to the number above or below.

    >>> import numpy as np
    >>> values = np.exp(np.linspace(0, 1, 200))
    >>> moved = shifted(values, "value", 0)
    >>> bool((np.abs(moved - values) <= np.spacing(values)).all()), float(moved[0])
    (True, 1.0)
    """
    array = np.asarray(values)
    if array.dtype != np.float64:
        return values
    with np.errstate(all="ignore"):
        lots = _lots(array.view(np.uint64) if by == "value" else _places(array), seed)
        free = np.isfinite(array) & (array != np.rint(array)) & (np.abs(array) != 0.5)
        moved = np.where((lots == 0) & free, np.nextafter(array, np.inf), array)
        moved = np.where((lots == 1) & free, np.nextafter(array, -np.inf), moved)
    return moved if isinstance(values, np.ndarray) else type(values)(moved)


def _places(array: NDArray[np.float64]) -> NDArray[np.uint64]:
    return np.arange(array.size, dtype=np.uint64).reshape(array.shape)


def _lots(keys: NDArray[np.uint64], seed: int) -> NDArray[np.uint64]:
    """A number from 0 to 7 for every key, by SplitMix64: neighbouring keys are unrelated."""
    keys = keys + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (keys ^ (keys >> np.uint64(31))) % np.uint64(8)


class _Shifting:
    """A function, or a ufunc with its attributes, whose results are moved."""

    def __init__(self, function: Callable[..., Any], by: By, seed: int) -> None:
        functools.update_wrapper(self, function, assigned=("__name__", "__doc__"), updated=())
        self._function, self._by, self._seed = function, by, seed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)

    def __call__(self, *args: Any, **options: Any) -> Any:
        found = self._function(*args, **options)
        moved = shifted(found, self._by, self._seed)
        if options.get("out") is None or moved is found:
            return moved
        found[...] = moved
        return found


def replacements(by: By, seed: int) -> Iterator[tuple[ModuleType, str, _Shifting]]:
    """Module, name and stand-in of every function that this installation has."""
    for module, names in REPLACED:
        for name in names:
            if hasattr(module, name):
                yield module, name, _Shifting(getattr(module, name), by, seed)


def pytest_addoption(parser: pytest.Parser) -> None:
    """How results move, and which of them."""
    group = parser.getgroup("another libm")
    group.addoption("--libm-by", choices=("value", "lane"), default="value")
    group.addoption("--libm-seed", type=int, default=0)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Replaces the functions before the tests and the package are imported."""
    by, seed = config.getoption("--libm-by"), config.getoption("--libm-seed")
    for module, name, stand_in in list(replacements(by, seed)):
        setattr(module, name, stand_in)
