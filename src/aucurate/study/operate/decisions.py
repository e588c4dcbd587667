"""A table that is not in memory at its operating points, from counts of decisions.

At fixed thresholds everything depends on how many observations of each class every classifier
decides in which way, alone and together. These counts are found in one scan, and stand for the
rows: observations with frequency weights, a row for every pattern of decisions. A rule chooses on
the distinct scores, which pass by one after another (:mod:`aucurate.curve.streamed`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aucurate.curve.streamed import StreamedCurve
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.data.table_scores import Stretch, TableScores
from aucurate.data.thresholds import for_scores
from aucurate.errors import UnsupportedError
from aucurate.estimates.thresholds.choice import choose_thresholds_from_counts, no_posteriors
from aucurate.estimates.thresholds.operating_point import checked_threshold, operating_point
from aucurate.hints import Function, Hint
from aucurate.kernels import Progress
from aucurate.study.curves import CurveCounts
from aucurate.study.operate.numbers import Placed
from aucurate.study.operate.settings import OperateSettings

MOST_TOGETHER = 16
"""Classifiers whose joint decisions are counted; each doubles the number of patterns."""


@dataclass(frozen=True, slots=True)
class Decided:
    """Classifiers of a table at their thresholds.

    ``data`` are the decisions, as scores that reach the threshold or do not.
    """

    data: PairedScores
    placed: tuple[Placed, ...]
    curves: tuple[CurveCounts, ...]
    moments: AucMoments


def decided(table: TableScores, settings: OperateSettings, progress: Progress | None) -> Decided:
    """The thresholds, given or chosen, and the decisions there."""
    table.observations.require("operate, of a table that is not in memory,")
    if len(table) > MOST_TOGETHER:
        raise UnsupportedError(
            f"the joint decisions of {len(table)} classifiers cannot be counted in a table that is "
            f"not in memory; of {MOST_TOGETHER} they can.",
            hint=Hint("choose some of the classifiers ({}).", Function("data.select")),
        )
    rule = settings.rule
    streamed = {} if rule is None else {name: StreamedCurve(rule) for name in table.names}

    def look(place: int, stretch: Stretch) -> None:
        streamed[table.names[place]].add(stretch)

    found = table.statistics(visit=look if streamed else None, progress=progress)
    chosen = {} if rule is None else _chosen(table, streamed, rule, settings)
    thresholds = [
        chosen[name].point.threshold if rule is not None else _given(settings, name)
        for name in table.names
    ]
    data = decisions_at(table, thresholds, progress)
    placed = tuple(
        chosen.get(name) or Placed(operating_point(data[name], threshold, use=settings.use))
        for name, threshold in zip(table.names, thresholds, strict=True)
    )
    curves = tuple(
        CurveCounts.from_streamed(scores, streamed[scores.name])
        if scores.name in streamed
        else CurveCounts.from_thinned(scores, points)
        for scores, points in zip(table, found.curves, strict=True)
    )
    return Decided(data, placed, curves, found.moments)


def _given(settings: OperateSettings, name: str) -> float:
    at = settings.at
    assert not isinstance(at, ThresholdRule)  # which chooses
    return at[name] if isinstance(at, dict) else at


def _chosen(
    table: TableScores,
    streamed: Mapping[str, StreamedCurve],
    rule: ThresholdRule,
    settings: OperateSettings,
) -> dict[str, Placed]:
    """The choice of each classifier."""
    chosen = {}
    for scores in table:
        counts = streamed[scores.name].counts(kind=table.kind)
        levels = counts.thresholds
        if rule.criterion == "loss" and (scores.lower or levels[0] > 1 or levels[-1] < 0):
            raise no_posteriors(scores.name)
        (choice,) = choose_thresholds_from_counts(
            counts, [rule], use=settings.use, name=scores.name, lower=scores.lower
        )
        chosen[scores.name] = Placed(
            choice.point, choice.same_calls_until, choice.iso_cost, choice.caveats
        )
    return chosen


def decisions_at(
    table: TableScores, thresholds: Sequence[float], progress: Progress | None = None
) -> PairedScores:
    """The decisions at these thresholds, which run as the scores were given.

    A row for every pattern that occurs, weighted by how many observations have it.
    """
    cuts, reaching, others = [], [], []
    for scores, threshold in zip(table, thresholds, strict=True):
        checked_threshold(scores.name, threshold)
        directed = -float(threshold) if scores.lower else float(threshold)
        (cut,) = for_scores(np.array([directed]), table.kind)
        cuts.append(float(cut))
        reaching.append(directed)
        others.append(-np.inf if directed > -np.inf else directed)
    counts = table.decisions(cuts, progress=progress)
    labels, patterns = np.nonzero(counts)
    values = {
        name: np.where(patterns >> k & 1, reaching[k], others[k]) * (-1 if lower else 1)
        for k, (name, lower) in enumerate((name, name in table.lower) for name in table.names)
    }
    return PairedScores.from_arrays(
        labels, values, lower=table.lower, frequency_weights=counts[labels, patterns]
    )
