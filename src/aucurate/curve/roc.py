"""The empirical ROC curve."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.hull import upper_hull
from aucurate.curve.protocol import CurvePoints, as_given, checked_range, checked_rates, on_steps
from aucurate.data.arrays import frozen
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RocCurve:
    """All operating points of one classifier, from "nobody is positive" to "everybody is".

    Point i calls positive every observation with ``score >= thresholds[i]``; the first threshold
    is infinite. ``true_positives`` and ``false_positives`` are counts. A threshold shared by
    positives and negatives makes a sloped segment, so the trapezoid area equals the AUC.
    """

    thresholds: NDArray[Any]
    true_positives: NDArray[np.int64]
    false_positives: NDArray[np.int64]
    n_positive: int
    n_negative: int

    @classmethod
    @checked
    def from_counts(cls, counts: ThresholdCounts, *, drop_collinear: bool = False) -> "RocCurve":
        """The curve through all thresholds, or only through its corners.

        Dropping collinear points keeps the same line: a point is left out when it lies exactly
        (in integers) on the segment between its neighbours.
        """
        positives, negatives, thresholds = counts.positives, counts.negatives, counts.thresholds
        used = (positives > 0) | (negatives > 0)  # a rating that nobody gave is no point
        if not used.all():
            positives, negatives, thresholds = positives[used], negatives[used], thresholds[used]
        true, false = _running(positives), _running(negatives)
        kind = np.result_type(thresholds.dtype, np.float32)
        thresholds = np.concatenate([[np.inf], thresholds], dtype=kind)
        if drop_collinear:
            keep = _corners(positives, negatives)
            true, false, thresholds = true[keep], false[keep], thresholds[keep]
        return cls(
            thresholds=frozen(thresholds),
            true_positives=frozen(true),
            false_positives=frozen(false),
            n_positive=int(true[-1]),
            n_negative=int(false[-1]),
        )

    @property
    def sensitivity(self) -> NDArray[np.float64]:
        """The share of positives called positive (true positive rate) at each threshold."""
        rate: NDArray[np.float64] = self.true_positives / self.n_positive
        return rate

    @property
    def specificity(self) -> NDArray[np.float64]:
        """The share of negatives called negative at each threshold."""
        rate: NDArray[np.float64] = (self.n_negative - self.false_positives) / self.n_negative
        return rate

    @property
    def auc(self) -> float:
        """The trapezoid area, summed in integers."""
        widths = np.diff(self.false_positives).astype(object)
        heights = (self.true_positives[1:] + self.true_positives[:-1]).astype(object)
        return int((widths * heights).sum()) / (2 * self.n_positive * self.n_negative)

    def sensitivity_at(self, specificity: Any) -> Any:
        """The sensitivity of the drawn line; where it is upright, the upper end."""
        rates = on_steps(checked_rates(specificity, "specificity"), self.n_negative)
        return as_given(_along(-self.specificity, self.sensitivity, -rates), specificity)

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity of the drawn line; where it is level, the better end."""
        rates = on_steps(checked_rates(sensitivity, "sensitivity"), self.n_positive)
        turned, rising = -self.sensitivity[::-1], self.specificity[::-1]
        return as_given(_along(turned, rising, -rates), sensitivity)

    @checked
    def partial_auc(self, low: float, high: float) -> float:
        """The area under the drawn line with specificity between low and high."""
        low, high = checked_range(low, high)
        places, heights = -self.specificity, self.sensitivity
        inside = (places > -high) & (places < -low)
        # From the left an upright piece is entered at its top, from the right at its bottom.
        left = _along(places, heights, np.array([-high]))
        right = -_along(-places[::-1], -heights[::-1], np.array([low]))
        x = np.concatenate([[-high], places[inside], [-low]])
        y = np.concatenate([left, heights[inside], right])
        return float(np.sum(np.diff(x) * (y[1:] + y[:-1])) / 2)

    @checked
    def points(self, count: int = 201) -> CurvePoints:
        """All operating points, whatever the count."""
        return CurvePoints(
            thresholds=self.thresholds.astype(np.float64),
            sensitivity=self.sensitivity,
            specificity=self.specificity,
        )

    def hull(self) -> "RocCurve":
        """The convex hull: the operating points that are best for some cost and prevalence.

        Between two of its points any trade-off can be had by choosing at random between their
        thresholds (Provost and Fawcett 2001), so its area is what the classifier can reach.
        """
        keep = upper_hull(self.false_positives, self.true_positives)
        return RocCurve(
            thresholds=frozen(self.thresholds[keep]),
            true_positives=frozen(self.true_positives[keep]),
            false_positives=frozen(self.false_positives[keep]),
            n_positive=self.n_positive,
            n_negative=self.n_negative,
        )

    def __len__(self) -> int:
        return len(self.thresholds)


@checked
def roc_curve(
    labels: Any,
    scores: Any,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    drop_collinear: bool = False,
    threads: int | None = None,
) -> RocCurve:
    """The empirical ROC curve of one classifier.

    With ``lower=True`` the thresholds are those of the negated scores.

    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.sensitivity
    array([0. , 0.5, 0.5, 1. , 1. ])
    >>> curve.specificity
    array([1. , 1. , 0.5, 0.5, 0. ])
    >>> curve.auc, curve.hull().auc
    (0.75, 0.875)
    """
    data = Scores.from_arrays(labels, scores, positive=positive, lower=lower, missing=missing)
    data.observations.require_plain("the ROC curve")
    counts = ThresholdCounts.from_scores(data, threads=threads)
    return RocCurve.from_counts(counts, drop_collinear=drop_collinear)


def _running(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sums of the counts so far, from 0 on."""
    sums = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=sums[1:])
    return sums


def _along(
    x: NDArray[np.float64], y: NDArray[np.float64], at: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The height of a rising line of points at each place, the upper one where it is upright."""
    after = np.searchsorted(x, at, side="right")
    before = after - 1
    after = np.minimum(after, len(x) - 1)
    width = x[after] - x[before]
    share = np.where(width > 0, (at - x[before]) / np.where(width > 0, width, 1.0), 0.0)
    found: NDArray[np.float64] = y[before] + share * (y[after] - y[before])
    return found


def _corners(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which points of the curve turn: neighbouring steps are parallel when p1 n2 = p2 n1."""
    keep = np.ones(len(positives) + 1, np.bool_)
    if max(np.max(positives), np.max(negatives)) >= 2**31:  # a typed-in table: products need more
        positives, negatives = positives.astype(object), negatives.astype(object)
    keep[1:-1] = positives[:-1] * negatives[1:] != positives[1:] * negatives[:-1]
    return keep
