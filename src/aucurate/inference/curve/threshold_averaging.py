r"""Threshold averaging of ROC curves (Fawcett 2006), over folds and over bootstrap sets.

**Question.** What are the mean rates at a threshold, and how do they vary from set to set?

The scores of all sets are pooled and sorted, and thresholds taken from the pool at even steps. At a
threshold each set gives one point of its own curve, and the points are averaged by coordinate, with
their standard deviations. Which point:

- ``lookup="own"``, as Fawcett has it: that of the set's greatest score at or below the threshold.
  In a set without an observation exactly there this calls one more observation positive than the
  threshold itself does, which in small folds is a visible part of the rate;
- ``lookup="same"``: that of the threshold itself. Over left-out folds this is operating point
  averaging (:mod:`aucurate.inference.folds.operating_points`) at these thresholds.

*Over bootstrap sets* of one test set (drawn with replacement, within classes unless said otherwise)
the standard deviation of the sets is the standard error of a rate, of one trained classifier; it
holds nothing of how training varies.

Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.
"""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores, WithoutClass
from aucurate.data.scores import Scores
from aucurate.errors import InputError
from aucurate.inference.curve.curve_averaging import AveragedCurve, Floats, deviation, without
from aucurate.inference.folds.stacked_thresholds import Stack, checked_number
from aucurate.inference.resampling.options import Resampling

Lookup: TypeAlias = Literal["own", "same"]
Values: TypeAlias = NDArray[Any]


@checked
def threshold_average(
    data: FoldScores,
    name: str,
    *,
    points: int | None = 30,
    lookup: Lookup = "own",
    without_class: WithoutClass = "refuse",
) -> AveragedCurve:
    """The mean point over folds at thresholds of the pooled scores.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = threshold_average(load_breast_cancer_folds(), "forest", points=3)
    >>> found.sensitivity.round(3), found.specificity.round(3)
    (array([0.047, 0.972, 1.   ]), array([1.   , 0.754, 0.   ]))
    """
    stack = Stack.of(data, name)
    kept = data.folds_with_both_classes(without_class)
    lower = name in data.lower
    used = _pooled(stack.values[np.isin(stack.folds, kept)], points)
    rows = []
    for k in kept:
        here = stack.folds == k
        inside = stack.is_positive[here]
        values = stack.values[here]
        rows.append(_rates(np.sort(values[inside]), np.sort(values[~inside]), used, lookup))
    return _averaged(name, used, np.array(rows), "folds", lower, without(data, kept))


@checked
def bootstrap_threshold_average(
    scores: Scores,
    resampling: Resampling | None = None,
    *,
    points: int | None = 30,
    lookup: Lookup = "own",
) -> AveragedCurve:
    """The mean point over bootstrap sets at thresholds of the scores.

    The pool of all sets is that of the scores themselves, each about equally often. A set that is
    drawn without one of the classes has no curve and is not counted.

    >>> scores = Scores.from_arrays([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> found = bootstrap_threshold_average(scores, Resampling(repeats=500, rng=1), points=None)
    >>> found.sensitivity.round(2)
    array([0.48, 0.71, 0.77, 1.  , 1.  , 1.  ])
    """
    scores.observations.require_plain("threshold averaging")
    chosen = resampling or Resampling()
    used = _pooled(scores.values, points)
    rng = np.random.default_rng(chosen.key())
    positive = np.sort(scores.values[scores.is_positive])
    negative = np.sort(scores.values[~scores.is_positive])
    rows = []
    for _ in range(chosen.repeats):
        m = scores.n_positive if chosen.stratified else rng.binomial(len(scores), _share(scores))
        n = len(scores) - m
        if m and n:
            one, two = _drawn(positive, int(m), rng), _drawn(negative, int(n), rng)
            rows.append(_rates(one, two, used, lookup))
    if not rows:
        raise InputError("no bootstrap set has both classes.", hint="draw more of them.")
    return _averaged(scores.name, used, np.array(rows), "bootstrap sets", scores.lower, ())


def _share(scores: Scores) -> float:
    return scores.n_positive / len(scores)


def _drawn(ascending: Values, size: int, rng: np.random.Generator) -> Values:
    """As many of these scores, with replacement, ascending."""
    return np.asarray(ascending[np.sort(rng.integers(len(ascending), size=size))])


def _pooled(values: Values, points: int | None) -> Values:
    """Thresholds of the pool at even steps from the highest score to the lowest."""
    checked_number(points)
    pool = np.sort(values)[::-1]
    if points is not None and points < len(pool):
        pool = pool[np.round(np.linspace(0, len(pool) - 1, points)).astype(np.int64)]
    return np.unique(pool)[::-1]


def _rates(positive: Values, negative: Values, thresholds: Values, lookup: Lookup) -> Floats:
    """Sensitivity and specificity of one set at every threshold: 2 x points."""
    if lookup == "own":
        own = np.sort(np.concatenate([positive, negative]))
        at = np.searchsorted(own, thresholds, side="right") - 1
        thresholds = own[np.maximum(at, 0)]
    missed = np.searchsorted(positive, thresholds, side="left")
    spared = np.searchsorted(negative, thresholds, side="left")
    return np.stack([1 - missed / len(positive), spared / len(negative)])


def _averaged(
    name: str,
    used: Values,
    rows: Floats,
    over: Literal["folds", "bootstrap sets"],
    lower: bool,
    dropped: tuple[str, ...],
) -> AveragedCurve:
    as_given = np.negative(used) if lower else used
    return AveragedCurve(
        name=name,
        averaging="threshold",
        over=over,
        thresholds=frozen(as_given.astype(np.float64)),
        sensitivity=frozen(rows[:, 0].mean(axis=0)),
        specificity=frozen(rows[:, 1].mean(axis=0)),
        sensitivity_deviation=frozen(deviation(rows[:, 0])),
        specificity_deviation=frozen(deviation(rows[:, 1])),
        n_sets=len(rows),
        dropped=dropped,
    )
