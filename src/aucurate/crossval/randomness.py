"""The random numbers of a cross-validation: streams of one key, distinguished by words."""

import copy
import hashlib
from typing import Any, TypeAlias

import numpy as np

Rng: TypeAlias = int | np.random.Generator | None


def integer(key: int, *words: object) -> int:
    """A number below 2^31 for one use of randomness, whatever else is drawn, and in which order.

    >>> integer(1, "forest", "fold 2") == integer(1, "forest", "fold 2")
    True
    """
    text = repr((key, *(str(word) for word in words))).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") >> 1


def settled(estimator: Any, key: int, *words: object) -> Any:
    """A clone in which whatever would draw fresh randomness has a number of its own.

    That is every parameter ``random_state`` that is None, at any depth, and every splitter among
    the parameters that shuffles.
    """
    from sklearn.base import clone

    fresh = clone(estimator)
    chosen: dict[str, Any] = {}
    for name, value in fresh.get_params(deep=True).items():
        if value is None and name.split("__")[-1] == "random_state":
            chosen[name] = integer(key, *words, name)
        elif hasattr(value, "split") and not hasattr(value, "get_params"):
            chosen[name] = settled_splitter(value, integer(key, *words, name))
    return fresh.set_params(**chosen) if chosen else fresh


def settled_splitter(splitter: Any, number: int) -> Any:
    """A copy of a splitter that shuffles by this number, unless it has one of its own."""
    fresh = copy.deepcopy(splitter)
    shuffles = getattr(fresh, "shuffle", True) is not False
    if shuffles and getattr(fresh, "random_state", 0) is None:
        fresh.random_state = number
    return fresh
