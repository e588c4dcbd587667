"""What Betinec (2008) prints, and when a number of ours agrees with another."""

import math
from collections.abc import Iterable

import numpy as np

# What Betinec (2008) prints of the test and of its example, and nothing of ours.


PRINTED_T = 0.9379
PRINTED_P = "0.7483"
"""The observed ratio of the two estimates of zeta and its p-value, section 3."""

PRINTED_T_DIGITS = 4
PRINTED_LEVEL = 0.05

PRINTED_OBSERVATIONS = 1849
PRINTED_TRAINING = 1387
PRINTED_TEST = 462
PRINTED_PREVALENCE = 0.32
"""The survey AKTER. How many of each class are in the halves of the test set is not printed."""

PRINTED_POWER_OF_LDA = 2.0
"""The score of the discriminant analysis was squared. No transformation of the other one is named,
but the sentence that follows is broken."""

PRINTED_LIMIT = 2.0
"""The density of T is printed for t below this number divided by R."""

PRINTED_FINDING = "Neither of the classifiers outperforms significantly the other"


# When two numbers are the same: the one place where the yardsticks of these exhibits stand.


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
