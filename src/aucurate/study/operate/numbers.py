"""The numbers of an operating point: rates, regions, the optimism of a choice, comparisons."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from aucurate.caveats import Kind, caveat
from aucurate.curve.cost import IsoCostLine
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point
from aucurate.formatting import join_words, shortened
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_interval,
    sensitivity_at_test,
    specificity_at_interval,
    specificity_at_test,
)
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap, threshold_bootstrap
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.mcnemar import FEWEST, McNemarRate, mcnemar_test
from aucurate.inference.operating.rates import rate_estimates
from aucurate.kernels import Progress
from aucurate.results import Caveat, Comparison, Estimate, Record
from aucurate.study.operate.settings import OperateSettings
from aucurate.study.work import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSummary(Record):
    """One classifier at its operating point, with an interval for every rate.

    Thresholds up to ``same_calls_until`` make the same decisions (NaN for a given threshold); a
    rule also has an iso-cost line.
    """

    point: OperatingPoint
    same_calls_until: float
    iso_cost: IsoCostLine | None
    estimates: tuple[Estimate, ...]
    rates: tuple[str, ...]

    @property
    def threshold(self) -> float:
        """The threshold of the point."""
        return self.point.threshold

    def estimate(self, rate: str) -> Estimate:
        """One rate by its name."""
        if rate not in self.rates:
            raise OptionError(
                f"{rate!r} was not requested.", hint=f"there are {join_words(self.rates)}."
            )
        return self.estimates[self.rates.index(rate)]


class Placed(NamedTuple):
    """An operating point, and the caveats of its choice."""

    point: OperatingPoint
    same_calls_until: float = math.nan
    iso_cost: IsoCostLine | None = None
    caveats: tuple[Caveat, ...] = ()

    def summary(self, settings: OperateSettings) -> PointSummary:
        """The point with all requested rates."""
        rates, confidence = settings.rates, settings.confidence
        return PointSummary(
            point=self.point,
            same_calls_until=self.same_calls_until,
            iso_cost=self.iso_cost,
            estimates=rate_estimates(
                self.point, rates, kind=settings.interval, confidence=confidence
            ),
            rates=rates,
        )


def placed(scores: Scores, settings: OperateSettings) -> Placed:
    """One classifier at its threshold, given or chosen."""
    at = settings.at
    if isinstance(at, ThresholdRule):
        choice = choose_threshold(scores, at, use=settings.use)
        return Placed(choice.point, choice.same_calls_until, choice.iso_cost, choice.caveats)
    threshold = at[scores.name] if isinstance(at, dict) else at
    return Placed(operating_point(scores, threshold, use=settings.use))


def bootstraps(data: PairedScores, settings: OperateSettings) -> list[Task[ThresholdBootstrap]]:
    """The bootstrap of each classifier in which the choice of its threshold is repeated."""
    rule, resampling = settings.rule, settings.resampling
    if rule is None or resampling is None:
        return []

    def repeated(scores: Scores, progress: Progress | None) -> ThresholdBootstrap:
        return threshold_bootstrap(
            scores,
            rule,
            rates=settings.bootstrapped,
            use=settings.use,
            confidence=settings.confidence,
            resampling=resampling,
            progress=progress,
        )

    return [
        Task(
            f"choice of the threshold: {shortened(scores.name, 20)}",
            partial(repeated, scores),
            resampling.replicates,
        )
        for scores in data
    ]


def at_given_rate(data: PairedScores, settings: OperateSettings) -> tuple[Estimate, ...]:
    """The other rate where one is given, with intervals that allow for estimated thresholds."""
    if settings.given_rate is None:
        return ()
    rate, value = settings.given_rate
    interval = specificity_at_interval if rate == "sensitivity" else sensitivity_at_interval
    return tuple(interval(scores, value, confidence=settings.confidence) for scores in data)


# Pairs of classifiers at their operating points: which tests, by what the thresholds rest on.


_SHOWN = 6
_HARDLY_DIFFERING = (Kind.NO_DISCORDANT_CALLS, Kind.FEW_DISCORDANT_CALLS)
_CLASS_RATES: tuple[McNemarRate, ...] = ("sensitivity", "specificity")


def comparisons(
    data: PairedScores, points: Sequence[Placed], settings: OperateSettings
) -> list[Comparison]:
    """The comparisons of all requested pairs, grouped by pair."""
    pairs = settings.pairs
    if pairs is None:
        pairs = tuple(itertools.combinations(data.names, 2))
    at = {placed.point.name: placed.point.threshold for placed in points}
    return [
        comparison
        for first, second in pairs
        for comparison in _of_pair(data[first], data[second], (at[first], at[second]), settings)
    ]


def _of_pair(
    first: Scores, second: Scores, thresholds: tuple[float, float], settings: OperateSettings
) -> list[Comparison]:
    """At a rate that is given, the other one; else McNemar's test, and that of the cost.

    Accuracy is compared at the prevalence of the test set only: with another stated prevalence, the
    share of correct decisions in the test set is not the reported accuracy.
    """
    confidence = settings.confidence
    if settings.given_rate is not None:
        rate, value = settings.given_rate
        test = specificity_at_test if rate == "sensitivity" else sensitivity_at_test
        return [test(first, second, value, paired=True, confidence=confidence)]
    use = settings.use
    rates: tuple[McNemarRate, ...] = _CLASS_RATES
    if use.prevalence is None:
        rates = (*_CLASS_RATES, "accuracy")
    asked: dict[str, Any] = {"thresholds": thresholds, "paired": True, "confidence": confidence}
    compared = [mcnemar_test(first, second, rate=rate, **asked) for rate in rates]
    priced = use.false_negative_cost != use.false_positive_cost
    if priced or settings.criterion == "expected_cost":
        compared.append(expected_cost_test(first, second, use=use, **asked))
    return compared


def comparison_caveats(comparisons: Sequence[Comparison]) -> list[Caveat]:
    """The caveats of all comparisons, each once; one for all pairs with few differing decisions."""
    found: dict[Caveat, None] = {}
    for kind in _HARDLY_DIFFERING:
        concerned = [c for c in comparisons if any(one.kind == kind for one in c.caveats)]
        if concerned:
            found[_hardly_differing(kind, concerned)] = None
    for comparison in comparisons:
        found.update(
            dict.fromkeys(c for c in comparison.caveats if c.kind not in _HARDLY_DIFFERING)
        )
    return list(found)


def _hardly_differing(kind: Kind, concerned: Sequence[Comparison]) -> Caveat:
    rates: dict[tuple[str, str], list[str]] = {}
    for one in concerned:
        rates.setdefault((one.first, one.second), []).append(one.quantity)
    shown = [
        f"{shortened(first)} - {shortened(second)} ({join_words(words)})"
        for (first, second), words in rates.items()
    ]
    about = list(dict.fromkeys(name for pair in rates for name in pair))
    pairs = join_words(shown, most=_SHOWN)
    if kind == Kind.NO_DISCORDANT_CALLS:
        return caveat(kind, "pairs", about=about, pairs=pairs)
    return caveat(kind, "pairs", about=about, pairs=pairs, limit=FEWEST)
