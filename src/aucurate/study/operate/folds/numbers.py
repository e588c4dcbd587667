"""The numbers of operating points over folds: the chosen one, and which others differ from it."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.arrays import frozen
from aucurate.data.division import Folds, OverFolds
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.data.thresholds import for_scores
from aucurate.estimates.thresholds.choice import ThresholdChoice, choose_threshold
from aucurate.formatting import count, join_words, shortened, threshold_words
from aucurate.inference.folds.indistinguishable_points import (
    DistinguishingSize,
    PointSet,
    indistinguishable_points,
)
from aucurate.inference.folds.operating_points import (
    MONOTONE,
    FoldRate,
    OperatingPoints,
    RateAverage,
    Stack,
    called_positive,
    class_counts,
    fold_rate_range,
    fold_rate_words,
    operating_points,
    spread_thresholds,
)
from aucurate.inference.folds.point_tests import operating_point_interval
from aucurate.inference.folds.registry import FOLD_TESTS, FoldInput
from aucurate.results import Caveat, Comparison, Estimate, Record
from aucurate.study.operate.settings import At, OperateFoldsSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldLayout(OverFolds, Record):
    """The folds that all classifiers share; the counts are of different observations."""

    division: Folds
    n_positive: int
    n_negative: int

    @classmethod
    def of(cls, data: FoldScores) -> "FoldLayout":
        """Those of scores."""
        return cls(
            division=data.division,
            n_positive=data.observations.n_positive,
            n_negative=data.observations.n_negative,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RateAtPoint(Record):
    """One rate at the chosen point: its average over folds, and the interval of its mean."""

    average: RateAverage
    estimate: Estimate

    @property
    def rate(self) -> FoldRate:
        """Which rate it is."""
        return self.average.rate


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldOperation(Record):
    """One classifier: its chosen operating point, and all points beside it.

    ``choice`` is the choice of a rule on the stacked scores; it is None for a given
    threshold. ``values[r][i][k]`` is rate r at point i in fold k, ``stacked[r][i]``
    the same on the stacked scores; points are those of ``indistinguishable.thresholds``, and
    ``same_calls_until[i]`` is the next score after each, at which the decisions change.
    ``neighbour_size`` is the size that would distinguish the chosen point from both points next to
    it, by one rate or another; None if it cannot be planned from these folds.
    """

    name: str
    lower: bool
    threshold: float
    choice: ThresholdChoice | None
    rates: tuple[RateAtPoint, ...]
    indistinguishable: PointSet
    neighbour_size: DistinguishingSize | None
    same_calls_until: tuple[float, ...]
    values: tuple[tuple[tuple[float, ...], ...], ...]
    stacked: tuple[tuple[float, ...], ...]

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The points next to the chosen one."""
        return neighbours(self.indistinguishable)

    @property
    def criterion(self) -> FoldRate | None:
        """The rate by which the threshold is best, where it rises and falls along the curve.

        None for other rules: of sensitivity and specificity every point has its own.
        """
        asked = None if self.choice is None else self.choice.rule.criterion
        turning = (rate for rate in self.indistinguishable.rates if rate not in MONOTONE)
        return next((rate for rate in turning if rate == asked), None)

    def threshold_at(self, at: int | None = None) -> tuple[float, float]:
        """The threshold of a point (by default the chosen one), and where its decisions end."""
        found = self.indistinguishable
        if at is None or at == found.chosen:
            given = self.choice is None
            return self.threshold, math.nan if given else self.same_calls_until[found.chosen]
        return found.thresholds[at], self.same_calls_until[at]

    def threshold_words(self, at: int | None = None, decimals: int | None = None) -> str:
        """The threshold of a point (by default the chosen one), as it can be typed in again."""
        return threshold_words(*self.threshold_at(at), decimals)

    def values_of(self, rate: FoldRate) -> tuple[float, ...]:
        """A rate at the chosen point in every fold, NaN where it cannot be evaluated."""
        found = self.indistinguishable
        return self.values[found.rates.index(rate)][found.chosen]

    def places_by(self, rate: FoldRate | None) -> tuple[int, ...]:
        """The points that a rate (None: all rates) cannot distinguish from the chosen one."""
        found = self.indistinguishable
        return found.points if rate is None else found.points_by(rate)

    def n_tested(self, rate: FoldRate | None) -> int:
        """How many points were compared with the chosen one by a rate, or with None by all."""
        found = self.indistinguishable
        if rate is None:
            return len(found.thresholds) - 1 - len(found.not_tested)
        return sum(contrast.rate == rate for contrast in found.contrasts)

    def operating_points(self, layout: FoldLayout, use: IntendedUse) -> OperatingPoints:
        """The averaged points, as the functions and figures of operating points take them."""
        return OperatingPoints(
            name=self.name,
            thresholds=frozen(np.array(self.indistinguishable.thresholds, np.float64)),
            lower=self.lower,
            rates=self.indistinguishable.rates,
            use=use,
            values=frozen(np.array(self.values, np.float64)),
            stacked=frozen(np.array(self.stacked, np.float64)),
            division=layout.division,
            n_positive=layout.n_positive,
            n_negative=layout.n_negative,
        )


def fold_operation(data: FoldScores, name: str, settings: OperateFoldsSettings) -> FoldOperation:
    """Every number about one classifier."""
    stack, lower = Stack.of(data, name), name in data.lower
    threshold, choice = chosen_threshold(data, name, settings.at, settings.use)
    used = points_around(stack, -threshold if lower else threshold, settings.n_points)
    points = operating_points(
        data,
        name,
        rates=settings.rates,
        thresholds=(-used if lower else used).tolist(),
        use=settings.use,
    )
    at, until = points.nearest(threshold), same_calls_until(stack, used)
    found = indistinguishable_points(
        points,
        at,
        level=settings.level,
        correction=settings.correction,
        degrees_of_freedom=settings.degrees_of_freedom,
    )
    return FoldOperation(
        name=name,
        lower=lower,
        threshold=threshold,
        choice=choice,
        rates=tuple(_rate_at(points, at, rate, settings.confidence) for rate in points.rates),
        indistinguishable=found,
        same_calls_until=tuple((-until if lower else until).tolist()),
        neighbour_size=_neighbour_size(found) if data.division.is_left_out_once else None,
        values=tuple(tuple(tuple(p) for p in rate) for rate in points.values.tolist()),
        stacked=tuple(tuple(rate) for rate in points.stacked.tolist()),
    )


def neighbours(found: PointSet) -> tuple[int, ...]:
    """The places next to the chosen one."""
    beside = (found.chosen - 1, found.chosen + 1)
    return tuple(at for at in beside if 0 <= at < len(found.thresholds))


def _rate_at(points: OperatingPoints, at: int, rate: FoldRate, confidence: float) -> RateAtPoint:
    return RateAtPoint(
        average=points.average(rate, at),
        estimate=operating_point_interval(points, at, rate=rate, confidence=confidence),
    )


def _neighbour_size(found: PointSet) -> DistinguishingSize | None:
    """The larger of what the two neighbours need, each by the rate that needs least."""
    needed = []
    for at in neighbours(found):
        sizes = [c.size for c in found.contrasts if c.point == at]
        planned = [size for size in sizes if math.isfinite(size.factor)]
        if not planned:
            return None
        needed.append(min(planned, key=lambda size: size.factor))
    return max(needed, key=lambda size: size.factor, default=None)


# The threshold of a classifier over folds, and the operating points that it is compared with.


def chosen_threshold(
    data: FoldScores, name: str, at: At, use: IntendedUse
) -> tuple[float, ThresholdChoice | None]:
    """The threshold as the scores were given, and how a rule chose it on the stacked scores."""
    if isinstance(at, ThresholdRule):
        choice = _by_rule(data, name, at, use)
        return choice.threshold + 0.0, choice
    return (at[name] if isinstance(at, dict) else at), None


def points_around(stack: Stack, chosen: float, points: int | None) -> NDArray[np.float64]:
    """Thresholds spread along the stacked curve, the chosen one in place of that nearest to it.

    So their number stays, and the neighbours are about as far off as points are from each other.
    If every score is a point, only one with the same decisions is replaced. All of them run in
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
    """For every threshold the next score below it, at which the decisions change.

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


# Pairs of classifiers over folds, each at its own point: every rate by a paired t.


_SHOWN = 3


def fold_comparisons(
    parts: Sequence[FoldOperation], layout: FoldLayout, settings: OperateFoldsSettings
) -> tuple[list[Comparison | None], list[Caveat]]:
    """Every rate of every pair that was named, over the folds in which both have it.

    None where a classifier was left out. The test is the paired t over folds; where observations
    are tested several times, in repeats or random splits, Nadeau and Bengio's, if the sizes of the
    training sets are known. A rate that fewer than two folds have is not compared, and a caveat
    says so.
    """
    known = {part.name: part for part in parts}
    compared: list[Comparison | None] = []
    caveats: list[Caveat] = []
    for (first, second), rate in itertools.product(settings.pairs, settings.rates):
        if not known.keys() >= {first, second}:
            compared.append(None)
            continue
        values, missing = _values(known[first], known[second], rate, layout, settings)
        caveats += _missing(values, missing)
        if values.n_folds > 1:
            test = FOLD_TESTS[_test_for(layout)]
            comparison = test(FoldInput(values), first, second, confidence=settings.confidence)
            assert isinstance(comparison, Comparison)
            compared.append(comparison)
    return compared, caveats


def _test_for(layout: FoldLayout) -> str:
    """Which of the tests over folds is used."""
    shared = layout.design != "fixed test set" and not layout.division.is_left_out_once
    return "nadeau-bengio" if shared and layout.n_train is not None else "t"


def _values(
    first: FoldOperation,
    second: FoldOperation,
    rate: FoldRate,
    layout: FoldLayout,
    settings: OperateFoldsSettings,
) -> tuple[FoldValues, list[str]]:
    """A rate of both in the folds that have it, and the names of those that do not."""
    values = np.column_stack((first.values_of(rate), second.values_of(rate)))
    there = np.isfinite(values).all(axis=1)
    low, high = fold_rate_range(rate, settings.use)
    return FoldValues(
        names=(first.name, second.name),
        values=frozen(values[there]),
        quantity=fold_rate_words(rate),
        division=replace(layout.division, dropped=()).select(np.flatnonzero(there)),
        lowest=low,
        highest=high,
    ), [layout.fold_names[k] for k in np.flatnonzero(~there).tolist()]


def _missing(values: FoldValues, missing: list[str]) -> list[Caveat]:
    """Folds without a rate of both, and a pair that fewer than two of them have."""
    if not missing:
        return []
    return [
        caveat(
            Kind.NOT_COMPARED,
            "compared" if values.n_folds > 1 else "not_compared",
            about=values.names,
            quantity=values.quantity,
            folds=join_words([shortened(name) for name in missing], most=_SHOWN),
            others=count(values.n_folds, "fold"),
        )
    ]
