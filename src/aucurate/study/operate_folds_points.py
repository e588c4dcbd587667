"""The threshold of a classifier over folds, and the operating points that it is compared with."""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.data.thresholds import for_scores
from aucurate.estimates.threshold_choice import ThresholdChoice, choose_threshold
from aucurate.inference.folds.stacked_thresholds import (
    Stack,
    called_positive,
    class_counts,
    spread_thresholds,
)
from aucurate.study.operate_given import At


def chosen_threshold(
    data: FoldScores, name: str, at: At, use: IntendedUse
) -> tuple[float, ThresholdChoice | None]:
    """The threshold as the scores were given, and how a rule chose it on the stacked scores."""
    if isinstance(at, ThresholdRule):
        choice = _by_rule(data, name, at, use)
        return choice.threshold + 0.0, choice
    return float(at[name] if isinstance(at, Mapping) else at) + 0.0, None


def points_around(stack: Stack, chosen: float, points: int | None) -> NDArray[np.float64]:
    """Thresholds spread along the stacked curve, the chosen one in place of that nearest to it.

    So their number stays, and the neighbours are about as far off as points are from each other.
    Where every score is a point, only one that makes the same calls gives way. All of them run in
    the direction of the stack and descend.

    >>> stack = Stack(np.arange(8.0), np.arange(8) % 2 == 1, np.arange(8) // 4, 2)
    >>> points_around(stack, 3.9, 4), points_around(stack, 3.9, None)
    (array([7. , 3.9, 2. , 0. ]), array([7. , 6. , 5. , 3.9, 3. , 2. , 1. , 0. ]))
    """
    spread = spread_thresholds(stack, points).astype(np.float64)
    every = np.unique([*spread, chosen])[::-1]
    if len(every) == len(spread):
        return every
    known = for_scores(every, stack.values.dtype)
    (true, false), (m, n) = called_positive(stack, known), class_counts(stack)
    way = true.sum(axis=1) / m.sum() + false.sum(axis=1) / n.sum()
    gaps = np.abs(way - way[every == chosen])
    gaps[every == chosen] = np.inf
    nearest = int(np.argmin(gaps))
    gives_way = gaps[nearest] == 0 or len(spread) == points
    return np.delete(every, nearest) if gives_way else every


def same_calls_until(stack: Stack, thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every threshold the next score below it, at which the calls are other ones.

    >>> stack = Stack(np.arange(8.0), np.arange(8) % 2 == 1, np.arange(8) // 4, 2)
    >>> same_calls_until(stack, np.array([3.9, 3.0, 0.0]))
    array([  3.,   2., -inf])
    """
    scores = np.unique(stack.values)
    below = np.searchsorted(scores, for_scores(thresholds, stack.values.dtype), side="left")
    return np.concatenate(([-math.inf], scores.astype(np.float64)))[below]


def _by_rule(data: FoldScores, name: str, rule: ThresholdRule, use: IntendedUse) -> ThresholdChoice:
    """The choice on all folds as if they were one test set; groups stay with the folds."""
    stack = Stack.of(data, name)
    rows = Observations(
        is_positive=frozen(stack.is_positive),
        positive=data.observations.positive,
        negative=data.observations.negative,
        n_positive=int(np.count_nonzero(stack.is_positive)),
    )
    return choose_threshold(Scores(name, rows, stack.values, name in data.lower), rule, use=use)
