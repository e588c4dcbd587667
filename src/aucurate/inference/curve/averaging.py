r"""Averages of several ROC curves of one classifier: what they share, and vertical averaging.

**Question.** What is the mean curve over folds, and how far do the folds stray from it?

**Use it** to show the curves of several folds as one, with their spread
(:class:`~aucurate.plots.AveragedCurvesDisplay`).

*Vertical averaging* (Provost, Fawcett, Kohavi 1998): at each of a grid of specificities, the mean
and the standard deviation over folds of the sensitivity of the fold's drawn curve (where it is
upright, the upper end). Between two thresholds of a fold it is interpolated, so a point of the mean
curve is *virtual*: no threshold decides that way, and the specificity, which will vary, is treated
as fixed.

*Threshold averaging* (see below) and *operating point averaging*
(:mod:`aucurate.inference.folds.operating_points`) average decisions at thresholds instead;
:func:`averaged` brings the latter into the same form, so that the three can be compared.

**Not valid** as a confidence band, for the reasons given there.

**Degenerate cases.** A fold without one of the classes has no curve: it is refused, or left out
(``without_class="drop"``) and named in ``dropped``.

Provost, F., Fawcett, T., Kohavi, R. (1998). The case against accuracy estimation for comparing
induction algorithms. ICML, 445-453.
Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.

Threshold averaging
-------------------
Threshold averaging of ROC curves (Fawcett 2006), over folds and over bootstrap sets.

**Question.** What are the mean rates at a threshold, and how do they vary from set to set?

The scores of all sets are pooled and sorted, and thresholds taken from the pool at even steps. At a
threshold each set gives one point of its own curve, and the points are averaged by coordinate, with
their standard deviations. Which point:

- ``lookup="own"``, as Fawcett has it: that of the set's greatest score at or below the threshold.
  In a set without an observation exactly there this calls one more observation positive than the
  threshold itself does, which in small folds is a visible part of the rate;
- ``lookup="same"``: that of the threshold itself. Over left-out folds this is operating point
  averaging (:mod:`aucurate.inference.folds.operating_points`) at these thresholds.

*Over bootstrap sets* of one test set (drawn with replacement, within classes by default) the
standard deviation of the sets is the standard error of a rate, of one trained classifier; it holds
nothing of how training varies.

Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.protocol import CurvePoints, checked_rates
from aucurate.curve.roc import RocCurve
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores, WithoutClass
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import refuse_units
from aucurate.data.scores import Scores, position
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.operating_points import OperatingPoints, Stack, checked_number
from aucurate.inference.resampling.options import Resampling

Averaging: TypeAlias = Literal["vertical", "threshold", "operating point"]
Floats: TypeAlias = NDArray[np.float64]

_MOST = 1_000_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AveragedCurve:
    """A mean curve with standard deviations, from the highest specificity down.

    Vertical averages begin at the highest requested specificity, averages over thresholds at the
    highest of these, which can be a score: somebody is then called positive already. ``thresholds``
    are NaN where the points are virtual. Over bootstrap sets the standard deviation is itself the
    standard error; over folds that is the standard deviation of the mean. ``dropped`` names folds
    without a class, and ``n_sets`` counts the curves that were averaged.
    """

    name: str
    averaging: Averaging
    over: Literal["folds", "bootstrap sets"]
    thresholds: Floats
    sensitivity: Floats
    specificity: Floats
    sensitivity_deviation: Floats
    specificity_deviation: Floats
    n_sets: int
    dropped: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.sensitivity)

    @property
    def sensitivity_error(self) -> Floats:
        """The standard error of the mean sensitivity, at every point."""
        return self.sensitivity_deviation / self._root

    @property
    def specificity_error(self) -> Floats:
        """The standard error of the mean specificity, at every point."""
        return self.specificity_deviation / self._root

    def points(self) -> CurvePoints:
        """The mean curve, ready to be drawn."""
        return CurvePoints(
            thresholds=self.thresholds, sensitivity=self.sensitivity, specificity=self.specificity
        )

    @property
    def _root(self) -> float:
        return math.sqrt(self.n_sets) if self.over == "folds" else 1.0


@checked
def vertical_average(
    data: FoldScores,
    name: str,
    *,
    specificities: Sequence[float] | int = 101,
    without_class: WithoutClass = "refuse",
) -> AveragedCurve:
    """The mean sensitivity over folds at given specificities (vertical averaging).

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = vertical_average(load_breast_cancer_folds(), "forest", specificities=[0.95, 0.9])
    >>> found.sensitivity.round(3), found.sensitivity_error.round(3)
    (array([0.873, 0.929]), array([0.027, 0.017]))
    """
    position(data.names, name)
    grid = np.sort(_grid(specificities))[::-1]
    kept = data.folds_with_both_classes(without_class)
    heights = np.array([_fold_curve(data, k, name).sensitivity_at(grid) for k in kept])
    return AveragedCurve(
        name=name,
        averaging="vertical",
        over="folds",
        thresholds=frozen(np.full(len(grid), np.nan)),
        sensitivity=frozen(heights.mean(axis=0)),
        specificity=frozen(grid),
        sensitivity_deviation=frozen(deviation(heights)),
        specificity_deviation=frozen(np.zeros(len(grid))),
        n_sets=len(kept),
        dropped=data.division.select(kept, drop_others=True).dropped,
    )


def averaged(points: OperatingPoints) -> AveragedCurve:
    """Operating point averages as an averaged curve.

    Where a class is missing from a fold, a rate is averaged over fewer folds than ``n_sets``.
    """
    return AveragedCurve(
        name=points.name,
        averaging="operating point",
        over="folds",
        thresholds=frozen(points.thresholds.astype(np.float64)),
        sensitivity=frozen(points.mean("sensitivity")),
        specificity=frozen(points.mean("specificity")),
        sensitivity_deviation=frozen(points.standard_deviation("sensitivity")),
        specificity_deviation=frozen(points.standard_deviation("specificity")),
        n_sets=points.n_folds,
        dropped=points.dropped,
    )


def deviation(values: Floats) -> Floats:
    """The standard deviation of every column; NaN for one row."""
    if len(values) < 2:
        return np.full(values.shape[1], np.nan)
    same = values.max(axis=0) == values.min(axis=0)
    return np.where(same, 0.0, values.std(axis=0, ddof=1))


def _fold_curve(data: FoldScores, fold: int, name: str) -> RocCurve:
    return RocCurve.from_counts(ThresholdCounts.from_scores(data.fold(fold)[name]))


def _grid(specificities: Sequence[float] | int) -> Floats:
    if isinstance(specificities, int | np.integer):
        if specificities < 2:
            raise OptionError(
                f"an averaged curve needs 2 or more specificities, not {specificities!r}."
            )
        if specificities > _MOST:
            raise OptionError(
                f"an averaged curve has at most {_MOST:,} specificities, not {specificities:,}.",
                hint="101 give one for every percent.",
            )
        steps = int(specificities) - 1
        return np.arange(steps + 1) / steps  # linspace has no 19/20
    return np.atleast_1d(checked_rates(specificities, "specificity"))


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
    """The mean operating point over folds at thresholds of the pooled scores.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = threshold_average(load_breast_cancer_folds(), "forest", points=3)
    >>> found.sensitivity.round(3), found.specificity.round(3)
    (array([0.047, 0.972, 1.   ]), array([1.   , 0.754, 0.   ]))
    """
    refuse_units(
        "threshold averaging",
        sampled=data.observations.is_sampled,
        use="vertical averaging (vertical_average)",
    )
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
    dropped = data.division.select(kept, drop_others=True).dropped
    return _averaged(name, used, np.array(rows), "folds", lower, dropped)


@checked
def bootstrap_threshold_average(
    scores: Scores,
    resampling: Resampling | None = None,
    *,
    points: int | None = 30,
    lookup: Lookup = "own",
) -> AveragedCurve:
    """The mean operating point over bootstrap samples at thresholds of the scores.

    The pool of all sets is that of the scores themselves, each about equally often. A set that is
    drawn without one of the classes has no curve and is not counted.

    >>> scores = Scores.from_arrays([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> found = bootstrap_threshold_average(scores, Resampling(replicates=500, rng=1), points=None)
    >>> found.sensitivity.round(2)
    array([0.48, 0.71, 0.77, 1.  , 1.  , 1.  ])
    """
    scores = scores.plain("threshold averaging")
    chosen = resampling or Resampling()
    used = _pooled(scores.values, points)
    rng = np.random.default_rng(chosen.key())
    positive = np.sort(scores.values[scores.is_positive])
    negative = np.sort(scores.values[~scores.is_positive])
    rows = []
    for _ in range(chosen.replicates):
        m = scores.n_positive if chosen.stratified else rng.binomial(len(scores), _share(scores))
        n = len(scores) - m
        if m and n:
            one, two = _drawn(positive, int(m), rng), _drawn(negative, int(n), rng)
            rows.append(_rates(one, two, used, lookup))
    if not rows:
        raise InputError("no bootstrap sample has both classes.", hint="draw more of them.")
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
