r"""The empirical ROC curve, its convex hull and its Youden index.

The Youden index
----------------
The Youden index: the best a single threshold can do for sensitivity and specificity together.

.. math::
    J = \max_t\,\{\text{sensitivity}(t) + \text{specificity}(t) - 1\}

It is the largest height of the empirical curve above the diagonal: 0 for a classifier without
worth, 1 for perfect separation, never below 0, as the threshold that calls nothing positive has 0.
Ties between thresholds are decided in integers, and all of them are given. The index counts a
missed positive and a false alarm as equally bad at a prevalence of one half; it is optimistic on
the data that chose the threshold.

Youden, W. J. (1950). Index for rating diagnostic tests. Cancer 3, 32-35.
"""

import itertools
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.protocol import (
    ROUNDING,
    CurvePoints,
    as_given,
    checked_range,
    checked_rates,
    on_steps,
)
from aucurate.data.arrays import frozen
from aucurate.data.moments import Counts, ThresholdCounts, as_size
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.data.source import Summarised, points_summary
from aucurate.results import Record

CurveT = TypeVar("CurveT")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class RocCurve(Summarised):
    """All operating points of one classifier, from all negative to all positive.

    Point i calls positive every observation with ``score >= thresholds[i]``; the first threshold
    is infinite. ``true_positives`` and ``false_positives`` are counts, or weights where
    observations have sampling weights. A threshold shared by positives and negatives makes a sloped
    segment, so the trapezoid area equals the AUC.
    """

    thresholds: NDArray[Any]
    true_positives: Counts
    false_positives: Counts
    n_positive: float
    n_negative: float

    def _summary(self) -> str:
        return points_summary(len(self.thresholds), self.n_positive, self.n_negative)

    @classmethod
    @checked
    def from_counts(cls, counts: ThresholdCounts, *, drop_collinear: bool = False) -> "RocCurve":
        """The curve through all thresholds, or only through its corners.

        Dropping collinear points keeps the same line: a point is left out when it lies exactly
        (in integers) on the segment between its neighbours.
        """
        positives, negatives, thresholds = counts.positives, counts.negatives, counts.thresholds
        used = (positives > 0) | (negatives > 0)  # a rating without observations is no point
        if not used.all():
            positives, negatives, thresholds = positives[used], negatives[used], thresholds[used]
        true, false = running(positives), running(negatives)
        kind = np.result_type(thresholds.dtype, np.float32)
        thresholds = np.concatenate([[np.inf], thresholds], dtype=kind)
        if drop_collinear:
            keep = _corners(positives, negatives)
            true, false, thresholds = true[keep], false[keep], thresholds[keep]
        return cls(
            thresholds=frozen(thresholds),
            true_positives=frozen(true),
            false_positives=frozen(false),
            n_positive=as_size(true[-1]),
            n_negative=as_size(false[-1]),
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
        """The trapezoid area; counts are summed in integers."""
        widths, heights = exact(
            np.diff(self.false_positives), self.true_positives[1:] + self.true_positives[:-1]
        )
        return float((widths * heights).sum() / (2 * self.n_positive * self.n_negative))

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

        Between two of its points any trade-off can be reached by choosing at random between their
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
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    drop_collinear: bool = False,
    threads: int | None = None,
) -> RocCurve:
    """The empirical ROC curve of one classifier.

    With ``lower=True`` the thresholds are in the units of the scores too: an observation is called
    positive when its score is at most the threshold.

    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.sensitivity
    array([0. , 0.5, 0.5, 1. , 1. ])
    >>> curve.specificity
    array([1. , 1. , 0.5, 0.5, 0. ])
    >>> curve.auc, curve.hull().auc
    (0.75, 0.875)
    """
    data = Scores.from_arrays(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    counts = ThresholdCounts.from_scores(data, threads=threads)
    return in_units_of(data, RocCurve.from_counts(counts, drop_collinear=drop_collinear))


def in_units_of(scores: Scores, curve: CurveT) -> CurveT:
    """The curve with thresholds on the scale of the scores as they were given.

    Those of scores where lower means more positive were negated, and so were the thresholds.
    """
    if not scores.lower:
        return curve
    changed: Any = curve
    thresholds = frozen(0.0 - changed.thresholds)
    return replace(changed, thresholds=thresholds)  # type: ignore[no-any-return]


def exact(*counts: Counts) -> tuple[NDArray[Any], ...]:
    """Counts as whole numbers without limit, so that products are exact; weights as they are."""
    return tuple(each if each.dtype.kind == "f" else each.astype(object) for each in counts)


def running(counts: Counts) -> Counts:
    """The sums of the counts so far, from 0 on."""
    sums = np.zeros(len(counts) + 1, counts.dtype)
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


def _corners(positives: Counts, negatives: Counts) -> NDArray[np.bool_]:
    """Which points of the curve turn: neighbouring steps are parallel when p1 n2 = p2 n1."""
    keep = np.ones(len(positives) + 1, np.bool_)
    if max(np.max(positives), np.max(negatives)) >= 2**31:  # products need more than 64 bits
        positives, negatives = exact(positives, negatives)
    keep[1:-1] = positives[:-1] * negatives[1:] != positives[1:] * negatives[:-1]
    return keep


# The upper convex hull of points on a curve.


_MANY = 1000  # points that a loop looks at one by one in no time
_WORTH = 0.9  # of the points, at most, must be left by a pass for another to be worth it


def upper_hull(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """Indices of the corners of the upper hull of points sorted by x, then y (Andrew 1979).

    Exact for integer coordinates. The first and the last point are always corners; points on a
    straight edge are not.

    >>> upper_hull(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2]))
    array([0, 1, 3])
    """
    if not _fits(x, y):
        return _hull_of(np.arange(len(x)), x, y)
    return _hull_of(_candidates(x, y), x, y)


def _hull_of(at: NDArray[np.int64], x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """The corners among the points at these places, one by one."""
    xs, ys = x[at].tolist(), y[at].tolist()
    hull: list[int] = []
    for i in range(len(xs)):
        while len(hull) > 1 and _turns_up(xs, ys, hull[-2], hull[-1], i):
            hull.pop()
        hull.append(i)
    return at[hull]


def _candidates(x: Counts, y: Counts) -> NDArray[np.int64]:
    """Indices of the points that can be corners, in a few passes over ever fewer of them.

    The hull of some of the points is made first. Whatever lies on or below one of its edges is no
    corner of the hull of all; of what lies above an edge the farthest point is one, and makes two
    edges of it for the next pass (as in quickhull).
    """
    some = np.unique(np.linspace(0, len(x) - 1, _MANY).round().astype(np.int64))
    corners, left = _hull_of(some, x, y), np.arange(len(x))
    before = 2 * len(left)
    while _MANY < len(left) < _WORTH * before:
        before = len(left)
        left, farthest = _above(corners, left, x, y)
        corners = _hull_of(np.union1d(corners, farthest), x, y)
    return np.union1d([_last_equal(at, x, y) for at in corners.tolist()], left)


def _last_equal(at: int, x: Counts, y: Counts) -> int:
    """The last of the points that are the same: of these a corner is the last, but the first 0."""
    end = at
    while at > 0 and end + 1 < len(x) and x[end + 1] == x[at] and y[end + 1] == y[at]:
        end += 1
    return end


def _above(
    corners: NDArray[np.int64],
    left: NDArray[np.int64],
    x: Counts,
    y: Counts,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The points above an edge between corners, and the one farthest above each edge."""
    ends = np.searchsorted(left, corners).tolist()
    found, farthest = [left[:0]], []
    edges = itertools.pairwise(corners.tolist())
    for (a, b), (low, high) in zip(edges, itertools.pairwise(ends), strict=True):
        here = left[low:high]
        over = (y[here] - y[a]) * (x[b] - x[a]) - (x[here] - x[a]) * (y[b] - y[a])
        kept = here[over > 0]
        if len(kept):
            found.append(kept)
            farthest.append(here[np.argmax(over)])
    return np.concatenate(found), np.array(farthest, np.int64)


def _fits(x: NDArray[Any], y: NDArray[Any]) -> bool:
    """Whether there are many, and products of their differences are 64-bit numbers."""
    if len(x) <= _MANY or not all(each.dtype.kind in "if" for each in (x, y)):
        return False
    spans = [int(each.max()) - int(each.min()) for each in (x, y)]
    return spans[0] * spans[1] < 2**62 and max(spans) < 2**62


def _turns_up(xs: list[int], ys: list[int], a: int, b: int, c: int) -> bool:
    """Whether b lies on or below the segment from a to c."""
    return (xs[b] - xs[a]) * (ys[c] - ys[a]) >= (ys[b] - ys[a]) * (xs[c] - xs[a])


@dataclass(frozen=True, slots=True, kw_only=True)
class YoudenIndex(Record):
    """The Youden index and every threshold that reaches it, in descending order, with its rates."""

    value: float
    thresholds: tuple[float, ...]
    sensitivities: tuple[float, ...]
    specificities: tuple[float, ...]

    @classmethod
    @checked
    def from_roc(cls, curve: RocCurve) -> "YoudenIndex":
        """The index of an empirical curve with all its thresholds."""
        m, n = curve.n_positive, curve.n_negative
        true, false = curve.true_positives, curve.false_positives
        if m * n >= 2**62:
            true, false = exact(true, false)
        heights = true * n - false * m
        best = np.max(heights)
        slack = ROUNDING * m * n if true.dtype.kind == "f" else 0
        (at,) = np.nonzero(heights >= best - slack)
        return cls(
            value=as_size(best) / (m * n),
            thresholds=tuple(float(t) for t in curve.thresholds[at]),
            sensitivities=tuple(float(s) for s in curve.sensitivity[at]),
            specificities=tuple(float(s) for s in curve.specificity[at]),
        )


@checked
def youden_index(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> YoudenIndex:
    """The largest Youden index of one classifier, and the thresholds that reach it.

    With ``lower=True`` the thresholds are in the units of the scores too: an observation is called
    positive when its score is at most the threshold.

    >>> best = youden_index([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> best.value, best.thresholds, best.sensitivities, best.specificities
    (0.5, (0.8, 0.35), (0.5, 1.0), (1.0, 0.5))
    """
    curve = roc_curve(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )
    return YoudenIndex.from_roc(curve)
