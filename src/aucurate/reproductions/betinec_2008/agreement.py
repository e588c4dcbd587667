"""When two numbers are the same: the one place where the yardsticks of these exhibits stand."""

import math
from collections.abc import Iterable

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
    return max(abs(a - b) / abs(b) for a, b in zip(ours, known, strict=True))


def largest_errors(
    simulated: Iterable[float], known: Iterable[float], errors: Iterable[float]
) -> float:
    """The largest distance of simulated numbers from known ones, in standard errors."""
    return max(abs(s - k) / e for s, k, e in zip(simulated, known, errors, strict=True))
