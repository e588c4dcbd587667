"""Thresholds from the stacked scores of all folds, and what every fold decides at them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.folds import FoldScores
from aucurate.data.paired import position
from aucurate.errors import OptionError

Counts = NDArray[np.int64]


class Stack(NamedTuple):
    """The scores of one classifier in all folds, higher meaning more positive."""

    values: NDArray[Any]
    is_positive: NDArray[np.bool_]
    folds: NDArray[np.int64]
    n_folds: int

    @classmethod
    def of(cls, data: FoldScores, name: str) -> "Stack":
        """All rows of one classifier."""
        values = data.values[position(data.names, name)]
        return cls(values, data.observations.is_positive[data.rows], data.folds, data.n_folds)


def spread_thresholds(stack: Stack, points: int | None) -> NDArray[Any]:
    """The distinct scores of the stack from the highest down, or so many of them.

    These are spread evenly along the curve of the stack, in steps of sensitivity + 1 - specificity,
    from the highest score to the lowest.
    """
    checked_number(points)
    distinct, positives, negatives = kernels.threshold_counts(stack.values, stack.is_positive)
    if points is None or len(distinct) <= points:
        return distinct
    true, false = np.cumsum(positives), np.cumsum(negatives)
    way = true / true[-1] + false / false[-1]
    return distinct[_nearest_apart(way, points)]


def checked_number(points: int | None) -> None:
    """Refuse a number of points that is none."""
    if points is not None and points < 2:
        raise OptionError(
            f"points must be a whole number from 2, or None for all; it is {points!r}.",
            hint="one point is a threshold: thresholds=[0.5].",
        )


def chosen_thresholds(thresholds: float | Sequence[float], *, lower: bool) -> NDArray[np.float64]:
    """Thresholds that were said, each once, from the one that calls fewest positive on."""
    values = np.atleast_1d(np.asarray(thresholds, np.float64))
    if values.ndim != 1 or not len(values) or np.isnan(values).any():
        raise OptionError(
            "thresholds must be numbers, one or more.",
            hint="0.5 for probabilities, 0 for decision scores.",
        )
    return np.unique(-values if lower else values)[::-1]


def called_positive(
    stack: Stack, thresholds: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """True and false positives, points x folds; the thresholds descend.

    >>> stack = Stack(np.array([3, 1, 2, 2]), np.array([True, False, True, False]),
    ...               np.array([0, 0, 1, 1]), 2)
    >>> true, false = called_positive(stack, np.array([3, 2, 1]))
    >>> true.tolist(), false.tolist()
    ([[1, 0], [1, 1], [1, 1]], [[0, 0], [0, 1], [1, 1]])
    """
    size = len(thresholds)
    passed = np.searchsorted(thresholds[::-1], stack.values, side="right")
    cells = stack.folds * (size + 1) + passed
    counted = []
    for members in (stack.is_positive, ~stack.is_positive):
        table = np.bincount(cells[members], minlength=stack.n_folds * (size + 1))
        at_least = np.cumsum(table.reshape(stack.n_folds, size + 1)[:, ::-1], axis=1)
        counted.append(np.ascontiguousarray(at_least[:, :size].T.astype(np.int64)))
    return counted[0], counted[1]


def class_counts(stack: Stack) -> tuple[Counts, Counts]:
    """The positives and the negatives of every fold."""
    both = np.bincount(stack.folds, minlength=stack.n_folds)
    positives = np.bincount(stack.folds[stack.is_positive], minlength=stack.n_folds)
    return positives.astype(np.int64), (both - positives).astype(np.int64)


def _nearest_apart(way: NDArray[np.float64], points: int) -> NDArray[np.int64]:
    """So many different places, each as near as can be to even steps along the way."""
    wanted = np.linspace(way[0], way[-1], points)
    after = np.clip(np.searchsorted(way, wanted), 1, len(way) - 1)
    nearer = wanted - way[after - 1] < way[after] - wanted
    steps = np.arange(points)
    places = np.maximum.accumulate(after - nearer - steps) + steps
    return np.asarray(np.minimum(places, len(way) - points + steps), np.int64)
