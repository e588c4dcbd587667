"""The numbers of an operating point: rates, regions, the optimism of a choice, comparisons."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from aucurate.caveats import Kind, caveat
from aucurate.curve.cost import IsoCostLine
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.scores import PairedScores, Scores, position
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point
from aucurate.formatting import join_words, shortened
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_interval,
    sensitivity_at_test,
    specificity_at_interval,
    specificity_at_test,
)
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap, threshold_bootstrap
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.joint_region import JointRegion, joint_region
from aucurate.inference.operating.mcnemar import FEWEST, McNemarRate, mcnemar_test
from aucurate.inference.operating.rates import rate_estimates
from aucurate.kernels import Progress, share_of
from aucurate.results import Caveat, Comparison, Estimate, Record
from aucurate.study.operate.settings import OperateSettings, checked_at


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSummary(Record):
    """One classifier at its operating point, with an interval for every rate.

    A rule says how far the calls stay the same, ``same_calls_until`` (NaN for a threshold that was
    given), and has an iso-cost line.
    """

    point: OperatingPoint
    same_calls_until: float
    iso_cost: IsoCostLine | None
    estimates: tuple[Estimate, ...]
    rates: tuple[str, ...]

    def estimate(self, rate: str) -> Estimate:
        """One rate by its name."""
        if rate not in self.rates:
            raise OptionError(
                f"{rate!r} was not asked for.", hint=f"there are {join_words(self.rates)}."
            )
        return self.estimates[self.rates.index(rate)]


@dataclass(frozen=True, slots=True)
class OperateNumbers:
    """Everything that the study holds."""

    points: tuple[PointSummary, ...]
    regions: tuple[JointRegion, ...]
    chosen: tuple[ThresholdBootstrap, ...]
    at_rate: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted: tuple[float, ...]
    choice_caveats: tuple[Caveat, ...]


def operate_numbers(
    data: PairedScores, settings: OperateSettings, progress: Progress | None
) -> OperateNumbers:
    """The numbers of all classifiers, then of the pairs."""
    settings = replace(settings, at=checked_at(settings.at, data.names))
    found = [_point(scores, settings) for scores in data]
    points = [one.point for one in found]
    comparisons = operate_comparisons(data, points, settings)
    chosen: tuple[ThresholdBootstrap, ...] = ()
    if settings.is_chosen:
        chosen = tuple(
            _bootstrapped(scores, settings, share_of(progress, at, len(data)))
            for at, scores in enumerate(data)
        )
    return OperateNumbers(
        points=tuple(_summary(one, settings) for one in found),
        regions=tuple(joint_region(point, confidence=settings.confidence) for point in points),
        chosen=chosen,
        at_rate=tuple(_at_rate(scores, settings) for scores in data if settings.given_rate),
        comparisons=comparisons,
        adjusted=adjust([c.p_value for c in comparisons], settings.correction),
        choice_caveats=tuple(caveat for one in found for caveat in one.caveats),
    )


class _Point(NamedTuple):
    """An operating point, and what must be known of how it was chosen."""

    point: OperatingPoint
    same_calls_until: float = math.nan
    iso_cost: IsoCostLine | None = None
    caveats: tuple[Caveat, ...] = ()


def _point(scores: Scores, settings: OperateSettings) -> _Point:
    at = settings.at
    if isinstance(at, ThresholdRule):
        choice = choose_threshold(scores, at, use=settings.use)
        return _Point(choice.point, choice.same_calls_until, choice.iso_cost, choice.caveats)
    cut = at[scores.name] if isinstance(at, Mapping) else at
    return _Point(operating_point(scores, cut, use=settings.use))


def _summary(found: _Point, settings: OperateSettings) -> PointSummary:
    return PointSummary(
        point=found.point,
        same_calls_until=found.same_calls_until,
        iso_cost=found.iso_cost,
        estimates=rate_estimates(
            found.point, settings.rates, kind=settings.kind, confidence=settings.confidence
        ),
        rates=settings.rates,
    )


def _bootstrapped(
    scores: Scores, settings: OperateSettings, progress: Progress | None
) -> ThresholdBootstrap:
    assert isinstance(settings.at, ThresholdRule)
    return threshold_bootstrap(
        scores,
        settings.at,
        rates=settings.bootstrapped,
        use=settings.use,
        confidence=settings.confidence,
        resampling=settings.resampling,
        progress=progress,
    )


def _at_rate(scores: Scores, settings: OperateSettings) -> Estimate:
    """The other rate where one is given, with an interval that knows the threshold is estimated."""
    assert settings.given_rate is not None
    rate, value = settings.given_rate
    interval = specificity_at_interval if rate == "sensitivity" else sensitivity_at_interval
    return interval(scores, value, confidence=settings.confidence)


# Pairs of classifiers at their operating points: which tests, by what the thresholds rest on.


_SHOWN = 6
_HARDLY_DIFFERING = (Kind.NO_DISCORDANT_CALLS, Kind.FEW_DISCORDANT_CALLS)
_CLASS_RATES: tuple[McNemarRate, ...] = ("sensitivity", "specificity")


def operate_comparisons(
    data: PairedScores, points: Sequence[OperatingPoint], settings: OperateSettings
) -> tuple[Comparison, ...]:
    """Those of all pairs that are asked for, those of a pair together."""
    pairs = settings.pairs
    if pairs is None:
        pairs = tuple(itertools.combinations(data.names, 2))
    for name in itertools.chain(*pairs):
        position(data.names, name)
    cuts = {point.name: point.threshold for point in points}
    return tuple(
        comparison
        for first, second in pairs
        for comparison in _of_pair(data[first], data[second], (cuts[first], cuts[second]), settings)
    )


def _of_pair(
    first: Scores, second: Scores, cuts: tuple[float, float], settings: OperateSettings
) -> list[Comparison]:
    """At a rate that is given, the other one; else McNemar's test, and that of the cost.

    Accuracy is compared at the prevalence of the test set only: with another one stated, the share
    of right calls in the test set is not the accuracy that stands beside it.
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
    found = [
        mcnemar_test(first, second, thresholds=cuts, rate=rate, paired=True, confidence=confidence)
        for rate in rates
    ]
    priced = use.false_negative_cost != use.false_positive_cost
    if priced or settings.criterion == "expected_cost":
        found.append(
            expected_cost_test(
                first, second, thresholds=cuts, use=use, paired=True, confidence=confidence
            )
        )
    return found


def comparison_caveats(comparisons: Sequence[Comparison]) -> list[Caveat]:
    """Those of all comparisons once each; of calls that hardly differ, one for all pairs."""
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
