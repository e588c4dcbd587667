"""Naive Bayes on nominal variables, and on numeric ones that ChiMerge has cut into intervals.

With n_c training observations of class c, n_cj of them with value j of a variable that takes J
values in the training set, P(j | c) is estimated by (n_cj + 1) / (n_c + J), and P(c) by (n_c + 1) /
(n + 2): Laplace's rule, so no probability is 0. The score is the probability of the positive class
when the variables are independent within each class. A value that the training set does not have
says nothing and is passed over. A missing value is a value like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from aucurate_papers.rosset_2004.chi_merge import LEVEL, MOST, chi_merge

Column: TypeAlias = NDArray[np.float64] | NDArray[np.int64]
"""A variable: numbers, or the codes 0, 1, 2, ... of nominal values as integers."""


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """What one variable says: the log of P(value | positive) / P(value | negative) by its code.

    ``cuts`` make codes of numbers; they are None for a nominal variable.
    """

    cuts: NDArray[np.float64] | None
    log_ratios: NDArray[np.float64]

    def evidence(self, column: Column) -> NDArray[np.float64]:
        """The log ratio of every observation, 0 for values never seen."""
        if self.cuts is not None:
            return np.asarray(self.log_ratios[np.searchsorted(self.cuts, column, side="right")])
        known = column < len(self.log_ratios)
        return np.where(known, self.log_ratios[np.where(known, column, 0).astype(np.intp)], 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """A fitted model."""

    log_odds: float
    variables: tuple[Variable, ...]

    def of_first(self, count: int) -> "NaiveBayes":
        """The model on the first so many variables, for so many columns."""
        return NaiveBayes(self.log_odds, self.variables[:count])

    def scores(self, columns: Sequence[Column]) -> NDArray[np.float64]:
        """The probability of the positive class, for every observation."""
        total = np.full(len(columns[0]), self.log_odds)
        for variable, column in zip(self.variables, columns, strict=True):
            total += variable.evidence(column)
        return np.asarray(expit(total))


def fit_naive_bayes(
    columns: Sequence[Column],
    labels: NDArray[np.bool_],
    *,
    level: float = LEVEL,
    most: int | None = MOST,
) -> NaiveBayes:
    """Fit to training observations; ``level`` and ``most`` are those of :func:`chi_merge`.

    >>> seen = np.array([0, 0, 0, 1, 1, 1])
    >>> model = fit_naive_bayes([seen], np.array([True, True, False, False, False, True]))
    >>> model.scores([np.array([0, 1, 7])]).round(3)
    array([0.6, 0.4, 0.5])
    """
    positives = int(labels.sum())
    odds = (positives + 1) / (len(labels) - positives + 1)
    return NaiveBayes(
        float(np.log(odds)), tuple(_variable(one, labels, level, most) for one in columns)
    )


def _variable(
    column: Column, labels: NDArray[np.bool_], level: float, most: int | None
) -> Variable:
    if not np.issubdtype(column.dtype, np.floating):
        return Variable(None, _log_ratios(column.astype(np.intp), labels))
    cuts = chi_merge(column.astype(np.float64), labels, level=level, most=most)
    return Variable(cuts, _log_ratios(np.searchsorted(cuts, column, side="right"), labels))


def _log_ratios(codes: NDArray[np.intp], labels: NDArray[np.bool_]) -> NDArray[np.float64]:
    kinds = int(np.max(codes)) + 1
    positives = np.bincount(codes, labels, kinds)
    negatives = np.bincount(codes, ~labels, kinds)
    seen = positives + negatives > 0
    values = seen.sum()
    ratios = (positives + 1) / (positives.sum() + values)
    ratios /= (negatives + 1) / (negatives.sum() + values)
    return np.where(seen, np.log(ratios), 0.0)
