"""The numbers of an operating point: rates, regions, what a choice hides, comparisons."""

import itertools
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate, rate_words
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.operating_point import OperatingPoint, operating_point
from aucurate.estimates.threshold_choice import choose_threshold
from aucurate.formatting import listing, shortened
from aucurate.inference.joint_region import JointRegion, joint_region
from aucurate.inference.mcnemar import mcnemar_test
from aucurate.inference.multiplicity import Correction, adjust
from aucurate.inference.rates import RateKind, rate_estimates
from aucurate.inference.resampling import Resampling
from aucurate.inference.sensitivity_at import sensitivity_at_test, specificity_at_test
from aucurate.inference.threshold_bootstrap import ThresholdBootstrap, threshold_bootstrap
from aucurate.kernels import Progress
from aucurate.results import Caveat, Comparison, Estimate, Record

_BOOTSTRAPPED: tuple[Rate, ...] = ("sensitivity", "specificity", "youden_index")
_COMPARED = ("sensitivity", "specificity", "accuracy")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateSettings:
    """What is asked of an operating point."""

    at: ThresholdRule | float | Mapping[str, float]
    use: IntendedUse | None
    rates: tuple[Rate, ...]
    pairs: tuple[tuple[str, str], ...] | None
    kind: RateKind
    confidence: float
    correction: Correction
    resampling: Resampling

    @property
    def words(self) -> str:
        """Where it operates, as text."""
        if isinstance(self.at, ThresholdRule):
            return str(self.at)
        if isinstance(self.at, Mapping):
            cuts = [f"{shortened(name)} {float(cut):g}" for name, cut in self.at.items()]
            return f"thresholds {listing(cuts)}"
        return f"threshold {float(self.at):g}"

    @property
    def is_chosen(self) -> bool:
        """Whether the threshold is chosen by looking at the labels."""
        return isinstance(self.at, ThresholdRule) and self.at.criterion != "loss"

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        use = self.use if self.use is not None else getattr(self.at, "use", None)
        return {
            "at": self.words,
            "use": None if use is None else asdict(use),
            "rates": list(self.rates),
            "kind": self.kind,
            "confidence": self.confidence,
            "correction": self.correction,
            "repeats": self.resampling.repeats if self.is_chosen else None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSummary(Record):
    """One classifier at its operating point, with an interval for every rate."""

    point: OperatingPoint
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
    comparisons: tuple[Comparison, ...]
    adjusted: tuple[float, ...]
    choice_caveats: tuple[Caveat, ...]


def operate_numbers(
    data: PairedScores, settings: OperateSettings, progress: Progress | None
) -> OperateNumbers:
    """The numbers of all classifiers, then of the pairs."""
    chosen: tuple[ThresholdBootstrap, ...] = ()
    if settings.is_chosen:
        chosen = tuple(_bootstrapped(scores, settings, progress) for scores in data)
    found = [_point(scores, settings) for scores in data]
    points = tuple(point for point, _ in found)
    summaries = tuple(_summary(point, settings) for point in points)
    comparisons = _comparisons(data, points, settings)
    return OperateNumbers(
        points=summaries,
        regions=tuple(joint_region(point, confidence=settings.confidence) for point in points),
        chosen=chosen,
        comparisons=comparisons,
        adjusted=adjust([c.p_value for c in comparisons], settings.correction),
        choice_caveats=tuple(caveat for _, caveats in found for caveat in caveats),
    )


def _point(scores: Scores, settings: OperateSettings) -> tuple[OperatingPoint, tuple[Caveat, ...]]:
    """The operating point, and what must be known of how it was chosen."""
    at = settings.at
    if isinstance(at, ThresholdRule):
        choice = choose_threshold(scores, at, use=settings.use)
        return choice.point, choice.caveats
    if isinstance(at, Mapping):
        if scores.name not in at:
            raise OptionError(
                f"there is no threshold for '{shortened(scores.name)}'.",
                hint="name one for every classifier.",
            )
        at = at[scores.name]
    return operating_point(scores, at, use=settings.use), ()


def _summary(point: OperatingPoint, settings: OperateSettings) -> PointSummary:
    return PointSummary(
        point=point,
        estimates=rate_estimates(
            point, settings.rates, kind=settings.kind, confidence=settings.confidence
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
        rates=_BOOTSTRAPPED,
        use=settings.use,
        confidence=settings.confidence,
        resampling=settings.resampling,
        progress=progress,
    )


def _comparisons(
    data: PairedScores, points: tuple[OperatingPoint, ...], settings: OperateSettings
) -> tuple[Comparison, ...]:
    pairs = settings.pairs
    if pairs is None:
        pairs = tuple(itertools.combinations(data.names, 2))
    cuts = {point.name: point.threshold for point in points}
    found: list[Comparison] = []
    for first, second in pairs:
        position(data.names, first)
        position(data.names, second)
        found += _of_pair(data[first], data[second], (cuts[first], cuts[second]), settings)
    return tuple(found)


def _of_pair(
    first: Scores, second: Scores, cuts: tuple[float, float], settings: OperateSettings
) -> list[Comparison]:
    """At a rate that is given, the other one; else McNemar's test of both and of accuracy."""
    confidence = settings.confidence
    fixed = _given_rate(settings.at)
    if fixed is not None:
        rate, value = fixed
        test = specificity_at_test if rate == "sensitivity" else sensitivity_at_test
        return [test(first, second, value, paired=True, confidence=confidence)]
    return [
        mcnemar_test(
            first,
            second,
            thresholds=cuts,
            rate=rate,  # type: ignore[arg-type]
            paired=True,
            confidence=confidence,
        )
        for rate in _COMPARED
    ]


def _given_rate(at: object) -> tuple[str, float] | None:
    """The sensitivity or specificity that a rule asks for, if that is all it asks."""
    if not isinstance(at, ThresholdRule) or len(at.constraints) != 1:
        return None
    (one,) = at.constraints
    wanted = {"sensitivity": "specificity", "specificity": "sensitivity"}
    if one.rate in wanted and at.criterion == wanted[one.rate]:
        return one.rate, one.value
    return None


def rate_title(rate: str) -> str:
    """The words of a rate."""
    return rate_words(rate)  # type: ignore[arg-type]
