"""The choice of a threshold, repeated on every bootstrap replicate.

A replicate draws observations with replacement and chooses its threshold on what it drew, in bag.
That threshold is then judged three times: in bag, on the observations that were not drawn (out of
bag, a good third of them), and on all observations as they are. The curves of the first replicates
are kept at some of the thresholds (:mod:`aucurate.inference.operating.threshold_interval` tests
these).
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.best_points import best_columns
from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Floats, Rate, rate_values
from aucurate.data.scores import Scores
from aucurate.estimates.threshold_choice import count_reaching
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.kernels.draws import drawn_counts

Counts: TypeAlias = NDArray[np.int64]

_ROWS = 50  # replicates side by side, between two looks at the progress callback
_WORK = 60_000  # observations of all of them
_CURVES = 400  # replicates whose curves are kept
_COLUMNS = 150  # thresholds at which they are kept


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """True and false positives of every replicate's threshold, and how many of each class."""

    true_positives: Counts
    false_positives: Counts
    n_positive: Counts
    n_negative: Counts

    def rates(self, rate: Rate, use: IntendedUse) -> Floats:
        """One rate in every replicate; NaN without one of the classes, or without a threshold."""
        found = rate_values(
            rate,
            self.true_positives,
            self.false_positives,
            self.n_positive,
            self.n_negative,
            use,
        )
        there = (self.n_positive > 0) & (self.n_negative > 0) & (self.true_positives >= 0)
        return np.where(there, found, np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class ReplicateCurves:
    """How many of each class are called, in the test set and in replicates that hold both classes.

    ``levels`` are the distinct scores from the highest down; column j calls those that reach the
    first ``columns[j]`` of them.
    """

    levels: NDArray[np.floating]
    columns: Counts
    true: Counts
    false: Counts
    true_replicates: Counts
    false_replicates: Counts


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdReplicates:
    """The threshold of every replicate (NaN where the rule found none), judged three times."""

    thresholds: Floats
    in_bag: Judged
    out_of_bag: Judged
    everyone: Judged
    curves: ReplicateCurves


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """Where the observations of one class stand, from the highest score down."""

    order: Counts
    ends: Counts

    @classmethod
    def of(cls, cells: Counts, size: int) -> "_Class":
        """``ends[k]`` observations of the class stand in the first k cells."""
        ends = np.concatenate([[0], np.cumsum(np.bincount(cells, minlength=size))])
        return cls(np.argsort(cells, kind="stable"), ends)

    def counted(self, drawn: Counts) -> Counts:
        """How many of each row's draws stand in the first k cells, for every k."""
        sums = np.zeros((len(drawn), len(self.order) + 1), np.int64)
        np.cumsum(drawn, axis=1, out=sums[:, 1:])
        return sums[:, self.ends]

    def left_out(self, drawn: Counts, cells: Counts) -> Counts:
        """How many observations that were not drawn stand in so many first cells of each row."""
        reached = np.arange(len(self.order)) < self.ends[cells][:, None]
        return np.asarray(np.count_nonzero(reached & (drawn == 0), axis=1), np.int64)


def threshold_replicates(
    scores: Scores, rule: ThresholdRule, resampling: Resampling, progress: Progress | None
) -> ThresholdReplicates:
    """Draw, choose, judge; the replicates finished so far when ``progress`` returns False."""
    turned, cells = np.unique(-scores.values, return_inverse=True)
    distinct = np.negative(turned)
    positive = _Class.of(cells[scores.is_positive], len(distinct))
    negative = _Class.of(cells[~scores.is_positive], len(distinct))
    rows = max(1, min(_ROWS, _WORK // len(cells)))
    columns = _columns(distinct, positive, negative)
    key, parts, curves, done = resampling.key(), [], [], 0
    while done < resampling.repeats:
        size = min(rows, resampling.repeats - done)
        up, down = _drawn(scores, resampling.stratified, key, range(done, done + size))
        ordered = up[:, positive.order], down[:, negative.order]
        inside = positive.counted(ordered[0]), negative.counted(ordered[1])
        parts.append(_part(distinct, rule, (positive, negative), ordered, inside))
        if done < _CURVES:
            curves.append(np.stack([each[:, columns] for each in inside]))
        done += size
        if progress is not None and progress(done, resampling.repeats) is False:
            break
    table = np.concatenate(parts)
    in_bag, out_of_bag, everyone = (Judged(*table[:, at : at + 4].T) for at in (1, 5, 9))
    drawn = np.concatenate(curves, axis=1)
    both = (drawn[:, :, -1] > 0).all(axis=0)
    kept = ReplicateCurves(
        distinct, columns, positive.ends[columns], negative.ends[columns], *drawn[:, both]
    )
    thresholds = _thresholds(distinct, rule, table[:, 0])
    return ThresholdReplicates(thresholds, in_bag, out_of_bag, everyone, kept)


def _columns(distinct: NDArray[np.floating], positive: _Class, negative: _Class) -> Counts:
    """The numbers of distinct scores at which curves are kept, evenly spread over both classes.

    No threshold is above an infinite score.
    """
    first = int(distinct[0] == np.inf)
    if len(distinct) + 1 - first <= _COLUMNS:
        return np.arange(first, len(distinct) + 1)
    called = positive.ends / positive.ends[-1] + negative.ends / negative.ends[-1]
    at = np.searchsorted(called, np.linspace(0, 2, _COLUMNS) - 1e-9)
    return np.unique(np.clip(np.concatenate([[first], at, [len(distinct)]]), first, len(distinct)))


def _drawn(scores: Scores, stratified: bool, key: int, replicates: range) -> tuple[Counts, Counts]:
    """How often each observation of each class is drawn: a row per replicate."""
    pairs = [
        drawn_counts(
            scores.n_positive, scores.n_negative, stratified=stratified, key=key, replicate=r
        )
        for r in replicates
    ]
    return np.stack([up for up, _ in pairs]), np.stack([down for _, down in pairs])


def _part(
    distinct: NDArray[np.floating],
    rule: ThresholdRule,
    classes: tuple[_Class, _Class],
    ordered: tuple[Counts, Counts],
    inside: tuple[Counts, Counts],
) -> Counts:
    """How many distinct scores each row's threshold reaches, then the counts of three judgements.

    ``ordered`` are the draws of each class from the highest score down, ``inside`` how many stand
    in the first cells. True positives are -1 without a threshold.
    """
    called = _called(distinct, rule, *inside)
    cells, everything = np.maximum(called, 0), np.full(len(called), len(distinct))
    columns = []
    for reached in (cells, everything):
        for each, up, counts in zip(classes, ordered, inside, strict=True):
            in_bag = counts[np.arange(len(called)), reached]
            columns.append([in_bag, each.left_out(up, reached), each.ends[reached]])
    table = np.array(columns)  # true, false, positives, negatives; three judgements; rows
    table[0, :, called < 0] = -1
    return np.concatenate([called[:, None], table.transpose(2, 1, 0).reshape(len(called), 12)], 1)


def _called(
    distinct: NDArray[np.floating], rule: ThresholdRule, true: Counts, false: Counts
) -> Counts:
    """How many of the distinct scores reach each replicate's threshold; -1 if it has none."""
    sizes = true[:, -1], false[:, -1]
    if rule.criterion == "loss":
        called = np.full(len(true), count_reaching(distinct, rule.posterior))
        return np.where((sizes[0] > 0) & (sizes[1] > 0), called, -1)
    if distinct[0] < np.inf:
        return best_columns(rule, true, false, sizes)
    # No threshold is above an infinite score: the point that calls nobody does not exist.
    found = best_columns(rule, true[:, 1:], false[:, 1:], sizes)
    return np.where(found < 0, -1, found + 1)


def _thresholds(distinct: NDArray[np.floating], rule: ThresholdRule, called: Counts) -> Floats:
    if rule.criterion == "loss":
        return np.where(called < 0, np.nan, rule.posterior)
    reached = np.where(called > 0, distinct[np.maximum(called - 1, 0)], np.inf)
    return np.where(called < 0, np.nan, reached).astype(np.float64)
