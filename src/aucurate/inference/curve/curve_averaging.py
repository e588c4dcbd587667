r"""Averages of several ROC curves of one classifier: what they share, and vertical averaging.

**Question.** What is the mean curve over folds, and how far do the folds stray from it?

*Vertical averaging* (Provost, Fawcett, Kohavi 1998): at each of a grid of specificities, the mean
and the standard deviation over folds of the sensitivity of the fold's drawn curve (where it is
upright, the upper end). Between two thresholds of a fold it is interpolated, so a point of the mean
curve is *virtual*: no threshold decides that way, and the specificity, which will vary, is taken
for fixed.

*Threshold averaging* (:mod:`aucurate.inference.curve.threshold_averaging`) and *operating point
averaging* (:mod:`aucurate.inference.folds.operating_points`) average decisions at thresholds
instead; :func:`averaged` brings the latter into the same form, so that the three can be compared.

**Not valid** as a confidence band, for the reasons given there. A fold without one of the classes
has no curve: refused, or left out and told.

Provost, F., Fawcett, T., Kohavi, R. (1998). The case against accuracy estimation for comparing
induction algorithms. ICML, 445-453.
Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.protocol import CurvePoints, checked_rates
from aucurate.curve.roc import RocCurve
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores, WithoutClass
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import position
from aucurate.errors import OptionError
from aucurate.inference.folds.operating_points import OperatingPoints

Averaging: TypeAlias = Literal["vertical", "threshold", "operating point"]
Floats: TypeAlias = NDArray[np.float64]

_MOST = 1_000_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AveragedCurve:
    """A mean curve with standard deviations, from the highest specificity down.

    Vertical averages begin at the highest specificity asked for, averages over thresholds at the
    highest of these, which can be a score: somebody is then called positive already.
    ``thresholds`` are NaN where the points are virtual. Over bootstrap sets the standard deviation
    is itself the standard error; over folds that is the standard deviation of the mean.
    ``dropped`` names folds without a class, and ``n_sets`` counts the curves that were averaged.
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
    """The mean sensitivity over folds at these specificities, or at so many evenly spread ones.

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
        dropped=without(data, kept),
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


def without(data: FoldScores, kept: Sequence[int]) -> tuple[str, ...]:
    """The names of all folds that are left out."""
    gone = tuple(name for k, name in enumerate(data.fold_names) if k not in kept)
    return data.dropped + gone


def _fold_curve(data: FoldScores, fold: int, name: str) -> RocCurve:
    return RocCurve.from_counts(ThresholdCounts.from_scores(data.fold(fold)[name]))


def _grid(specificities: Sequence[float] | int) -> Floats:
    if isinstance(specificities, int | np.integer):
        if specificities < 2:
            raise OptionError(
                f"an averaged curve needs 2 specificities or more; this is {specificities!r}."
            )
        if specificities > _MOST:
            raise OptionError(
                f"an averaged curve has {_MOST:,} specificities at most, not {specificities:,}.",
                hint="101 give one for every percent.",
            )
        steps = int(specificities) - 1
        return np.arange(steps + 1) / steps  # linspace has no 19/20
    return np.atleast_1d(checked_rates(specificities, "specificity"))
