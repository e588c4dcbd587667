"""Means with their standard errors, and what these decide.

The units are independent: training sets, runs or divisions. From one unit there is no standard
error, and nothing is decided.
"""

import math
from typing import NamedTuple

import numpy as np

from aucurate_papers.rosset_2004.selection import AUC, ERROR, Selections
from aucurate_papers.rosset_2004.selection_worlds import Floats


def mean_and_error(values: Floats) -> tuple[Floats, Floats]:
    """The mean over the first axis, and its standard error: NaN from one value, both from none."""
    if not len(values):
        nothing = np.full(values.shape[1:], math.nan)
        return nothing, nothing
    mean = np.asarray(values.mean(axis=0))
    if len(values) == 1:
        return mean, np.full(mean.shape, math.nan)
    return mean, np.asarray(values.std(axis=0, ddof=1) / math.sqrt(len(values)))


def above(values: Floats, far: float) -> bool:
    """Whether the mean is above 0 by more than so many standard errors.

    >>> above(np.array([1.0, 2.0, 3.0]), 2), above(np.array([9.0]), 2), above(np.array([]), 2)
    (True, False, False)
    """
    mean, error = mean_and_error(values)
    return bool(mean > far * error)


class Margin(NamedTuple):
    """By how much the AUC is ahead of the error rate, in percent of test sets."""

    mean: float
    standard_error: float


def margin_of(selections: Selections, criterion: int = AUC) -> Margin:
    """The AUC's share minus that of the error rate, training set by training set."""
    shares = selections.shares[:, 0]
    mean, error = mean_and_error(100 * (shares[:, criterion] - shares[:, ERROR]))
    return Margin(float(mean), float(error))
