"""The numbers of an operating point: rates, regions, the optimism of a choice, comparisons."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IsoCostLine
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.operating_point import OperatingPoint, operating_point
from aucurate.estimates.threshold_choice import choose_threshold
from aucurate.formatting import listing
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.curve.sensitivity_at import sensitivity_at_interval, specificity_at_interval
from aucurate.inference.operating.joint_region import JointRegion, joint_region
from aucurate.inference.operating.rates import rate_estimates
from aucurate.inference.operating.threshold_bootstrap import ThresholdBootstrap, threshold_bootstrap
from aucurate.kernels import Progress
from aucurate.results import Caveat, Comparison, Estimate, Record
from aucurate.study.operate_comparisons import operate_comparisons
from aucurate.study.operate_given import checked_at
from aucurate.study.operate_settings import OperateSettings


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
                f"{rate!r} was not asked for.", hint=f"there are {listing(self.rates)}."
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
        chosen = tuple(_bootstrapped(scores, settings, progress) for scores in data)
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
