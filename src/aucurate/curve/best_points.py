"""The points of a curve that are best by a rule.

Every rate (:mod:`aucurate.curve.rates`) gets better, or stays as it is, when a positive more or a
negative less is called positive. So a rule can only choose a point that no other beats in one way
without losing in the other: the :class:`Frontier`, of a large test set a small part. Only where
everybody or nobody is called positive do some rates not exist, so the points next to these ends
stay with it.

Of points that a rule cannot tell apart, one that another beats is left out; of the others the one
with the higher Youden index is taken, then the one with the higher threshold. All of them are
given. Criteria that are equal but for rounding count as equal.
"""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.choosing import Criterion, ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import LOW_IS_GOOD, Floats, Rate, checked_rate, rate_values, rate_words
from aucurate.curve.roc import RocCurve
from aucurate.data.arrays import frozen
from aucurate.data.moments import ThresholdCounts
from aucurate.data.running import running_at
from aucurate.errors import OptionError
from aucurate.formatting import listing, number

Counts: TypeAlias = NDArray[np.int64]

_SAME = 1e-14  # of the larger of 1 and the best value: criteria equal but for rounding


@dataclass(frozen=True, slots=True, eq=False)
class Frontier:
    """The points that a rule can choose, and where they stand among all distinct scores."""

    curve: RocCurve
    levels: NDArray[Any]
    called: NDArray[np.int64]

    @classmethod
    def from_counts(cls, counts: ThresholdCounts) -> "Frontier":
        """Where the last call was a positive, and the next would be a negative.

        >>> counts = ThresholdCounts(
        ...     thresholds=np.array([5.0, 4, 3, 2, 1, 0]),
        ...     positives=np.array([1, 1, 0, 1, 0, 0]),
        ...     negatives=np.array([0, 0, 1, 0, 1, 1]),
        ... )
        >>> Frontier.from_counts(counts).curve.thresholds
        array([5., 4., 2., 1.])
        """
        levels, positives, negatives = counts.thresholds, counts.positives, counts.negatives
        gains, costs = positives > 0, negatives > 0
        used = gains | costs  # a rating that nobody gave is no point
        if not used.all():
            levels, positives, negatives = levels[used], positives[used], negatives[used]
            gains, costs = gains[used], costs[used]
        kept = np.ones(len(levels) + 1, np.bool_)
        kept[1:] = gains
        kept[:-1] &= costs
        kept[[1, -2]] = True
        kept[0] &= bool(levels[0] < np.inf)  # no threshold is above an infinite score
        at = np.flatnonzero(kept)
        before, none = np.maximum(at - 1, 0), at == 0
        kind = np.result_type(levels.dtype, np.float32)
        thresholds = levels[before].astype(kind, copy=False)
        thresholds[none] = np.inf
        true, false = (running_at(each[None], before)[0] for each in (positives, negatives))
        true[none], false[none] = 0, 0
        curve = RocCurve(
            thresholds=frozen(thresholds),
            true_positives=frozen(true),
            false_positives=frozen(false),
            n_positive=int(positives.sum()),
            n_negative=int(negatives.sum()),
        )
        return cls(curve, levels, frozen(at))

    def following(self, place: int) -> float:
        """The next score after the threshold of a point, at which the calls are other ones."""
        called = int(self.called[place])
        return float(self.levels[called]) if called < len(self.levels) else -math.inf


def best_points(curve: RocCurve, rule: ThresholdRule) -> NDArray[np.int64]:
    """The points of a curve that are best by a rule, the one to take first; none if none will do.

    The curve can be a whole one or that of its frontier. A rule by loss looks at no curve.

    >>> from aucurate.curve.roc import roc_curve
    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> best_points(curve, ThresholdRule.youden()), curve.thresholds[[1, 3]]
    (array([1, 3]), array([0.8 , 0.35]))
    """
    good = _kept(
        rule, curve.true_positives, curve.false_positives, curve.n_positive, curve.n_negative
    )
    best = float(_highest(good))
    if math.isnan(best):
        return np.array([], np.int64)
    at = np.flatnonzero(good >= _least(best))
    return at if len(at) == 1 else _ordered(curve, at)


def best_columns(
    rule: ThresholdRule, true_positives: Counts, false_positives: Counts, sizes: tuple[Any, Any]
) -> Counts:
    """The first of :func:`best_points` of many curves, a row of counts each; -1 if none will do.

    ``sizes`` are the numbers of positives and negatives of each row.
    """
    m, n = (np.asarray(size)[:, None] for size in sizes)
    good = _kept(rule, true_positives, false_positives, m, n)
    good[((m == 0) | (n == 0))[:, 0]] = np.nan
    best = _highest(good)
    heights = np.where(
        good >= _least(best)[:, None],
        true_positives * n - false_positives * m,
        np.iinfo(np.int64).min,
    )
    return np.where(np.isnan(best), -1, np.argmax(heights, axis=1))


def why_none(curve: RocCurve, rule: ThresholdRule) -> OptionError:
    """The error for a rule that no threshold of the curve can keep."""
    if not rule.constraints:
        return OptionError(
            f"no threshold has a {rate_words(_as_rate(rule.criterion))}: all scores are equal.",
            hint="choose by a rate that is always there, such as the Youden index.",
        )
    best = []
    for constraint in rule.constraints:
        counts = curve.true_positives, curve.false_positives, curve.n_positive, curve.n_negative
        reached = float(_highest(_goodness(constraint.rate, rule.use, *counts)))
        low_is_good = constraint.rate in LOW_IS_GOOD
        best.append(f"{rate_words(constraint.rate)} {number(-reached if low_is_good else reached)}")
    return OptionError(
        f"no threshold has {listing([str(c) for c in rule.constraints])}.",
        hint=f"the best that can be had, each by itself: {listing(best)}.",
    )


def _ordered(curve: RocCurve, at: NDArray[np.int64]) -> NDArray[np.int64]:
    """Equally good points without those that another beats, the highest Youden index first."""
    true, false = curve.true_positives[at], curve.false_positives[at]
    kept = np.ones(len(at), np.bool_)
    kept[1:] &= np.diff(true) > 0
    kept[:-1] &= np.diff(false) > 0
    at, true, false = at[kept], true[kept].tolist(), false[kept].tolist()
    m, n = curve.n_positive, curve.n_negative
    heights = [t * n - f * m for t, f in zip(true, false, strict=True)]
    return at[sorted(range(len(at)), key=lambda k: (-heights[k], k))]


def _kept(rule: ThresholdRule, true: Counts, false: Counts, m: Any, n: Any) -> Floats:
    """The criterion where the constraints are kept, high is good, NaN elsewhere."""
    good = _goodness(rule.criterion, rule.use, true, false, m, n)
    for constraint in rule.constraints:
        reached = _goodness(constraint.rate, rule.use, true, false, m, n)
        needed = -constraint.value if constraint.rate in LOW_IS_GOOD else constraint.value
        good = np.where(reached >= needed - _SAME * max(1.0, abs(needed)), good, np.nan)
    return good


def _least(best: Any) -> Any:
    """What counts as equal to the best."""
    slack = np.where(np.isfinite(best), _SAME * np.maximum(1.0, np.abs(best)), 0.0)
    return best - slack


def _highest(good: Floats) -> Floats:
    """The highest of the values of each row that exist; missing where none does."""
    highest: Floats = np.fmax.reduce(good, axis=-1, keepdims=True)[..., 0]
    return highest


def _goodness(
    criterion: Criterion, use: IntendedUse | None, true: Counts, false: Counts, m: Any, n: Any
) -> Floats:
    """The criterion at every point, turned so that high is good."""
    if criterion == "closest_corner":
        with np.errstate(divide="ignore", invalid="ignore"):  # a row without a class
            weight = 1.0 if use is None else use.slope(m, n)
            distance = ((m - true) / m) ** 2 + weight * (false / n) ** 2
        return np.asarray(-distance, np.float64)
    rate = _as_rate(criterion)
    values = rate_values(rate, true, false, m, n, use)
    return -values if rate in LOW_IS_GOOD else values


def _as_rate(criterion: Criterion) -> Rate:
    return checked_rate(criterion)  # type: ignore[arg-type]
