"""When two numbers are the same: the one place where the yardsticks of these exhibits stand."""

import math
from collections.abc import Iterable

import numpy as np

ERRORS = 4.0
"""Simulation standard errors: none of some fifty simulated numbers is further off by chance."""


def share_error(share: float, draws: int) -> float:
    """The standard error of a simulated share whose true value is this one."""
    return math.sqrt(share * (1 - share) / draws)


def largest_gap(ours: Iterable[float], known: Iterable[float]) -> float:
    """The largest relative difference of two columns.

    >>> largest_gap([1.0, 2.0], [1.0, 2.5])
    0.2
    """
    return largest(abs(a - b) / abs(b) for a, b in zip(ours, known, strict=True))


def largest_errors(
    simulated: Iterable[float], known: Iterable[float], errors: Iterable[float]
) -> float:
    """The largest distance of simulated numbers from known ones, in standard errors."""
    return largest(abs(s - k) / e for s, k, e in zip(simulated, known, errors, strict=True))


def largest(values: Iterable[float]) -> float:
    """The largest of them, and nan if one is: no limit is kept by a number that is not there.

    >>> largest([1.0, math.nan, 2.0]) <= 3
    False
    """
    return float(np.max(list(values)))
