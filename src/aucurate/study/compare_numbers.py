"""The numbers of a comparison: estimates, comparisons, joint test, margin tests."""

from itertools import combinations
from typing import Any, TypeAlias

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import ContrastError
from aucurate.inference import COMPARISONS, INTERVALS
from aucurate.inference.delong import paired_comparison, unpaired_comparison
from aucurate.inference.delong_joint import delong_joint_test, unpaired_joint_test
from aucurate.inference.delong_null import NullScale, delong_null_test
from aucurate.inference.equivalence import MarginTest, noninferiority_test
from aucurate.results import Caveat, Comparison, Estimate, JointTest
from aucurate.study.compare_settings import CompareSettings

Parts: TypeAlias = list[Any]  # one Scores or PairedScores, or a Scores per independent test set

_NULL_SCALES: dict[str, NullScale] = {"delong-logit": "logit", "delong-wald": "wald"}


def classifiers(parts: Parts) -> list[Scores]:
    """The scores of every classifier, in order."""
    return [s for part in parts for s in (part if isinstance(part, PairedScores) else [part])]


def estimates_of(
    parts: Parts, moments: list[AucMoments], settings: CompareSettings, interval: str | None = None
) -> tuple[Estimate, ...]:
    """The AUC of every classifier with the interval of the settings, or the one named."""
    method = INTERVALS[interval or settings.interval]
    options: dict[str, Any] = {"confidence": settings.confidence}
    if method.resamples:
        options["resampling"] = settings.resampling
    if not method.from_moments:
        return tuple(method(scored, **options) for scored in classifiers(parts))
    return tuple(
        method(of_part, name=name, **options) for of_part in moments for name in of_part.names
    )


def all_estimates(
    parts: Parts, moments: list[AucMoments], settings: CompareSettings
) -> tuple[Estimate, ...]:
    """Every interval of every classifier, if asked for."""
    if not settings.all_intervals:
        return ()
    by_method = [estimates_of(parts, moments, settings, name) for name in INTERVALS]
    return tuple(estimate for of_one in zip(*by_method, strict=True) for estimate in of_one)


def comparisons_of(
    parts: Parts, moments: list[AucMoments], names: tuple[str, ...], settings: CompareSettings
) -> tuple[Comparison, ...]:
    """All pairs, or each against the reference; one classifier against chance."""
    asked: dict[str, Any] = {
        "alternative": settings.alternative,
        "confidence": settings.confidence,
    }
    if len(names) == 1:
        scale = _NULL_SCALES.get(settings.interval, "logit-t")
        return (delong_null_test(moments[0], scale=scale, **asked),)
    pairs = _pairs(names, settings)
    if settings.method != "delong":
        scored, test = classifiers(parts), COMPARISONS[settings.method]
        asked |= _resampling(settings)
        return tuple(test(scored[i], scored[j], **asked) for i, j in pairs)
    if len(moments) == 1:
        return tuple(paired_comparison(moments[0], names[i], names[j], **asked) for i, j in pairs)
    return tuple(unpaired_comparison(moments[i], moments[j], **asked) for i, j in pairs)


def margin_tests_of(
    parts: Parts, names: tuple[str, ...], settings: CompareSettings
) -> tuple[MarginTest, ...]:
    """Whether the first of each pair is not worse than the second by the margin or more."""
    if settings.margin is None or len(names) < 2:
        return ()
    scored = classifiers(parts)
    return tuple(
        noninferiority_test(
            scored[i],
            scored[j],
            margin=settings.margin,
            level=(1 - settings.confidence) / 2,
            method=COMPARISONS[settings.method],
            **_resampling(settings),
        )
        for i, j in _pairs(names, settings)
    )


def joint_of(
    moments: list[AucMoments], names: tuple[str, ...]
) -> tuple[JointTest | None, tuple[Caveat, ...]]:
    """The joint test of all AUCs, or a caveat that says why there is none."""
    if len(names) < 2:
        return None, ()
    try:
        if len(moments) == 1:
            return delong_joint_test(moments[0]), ()
        return unpaired_joint_test(moments), ()
    except ContrastError as refusal:
        message = f"There is no joint test: {refusal.message}"
        return None, (Caveat(kind="no_joint_test", message=message),)


def _pairs(names: tuple[str, ...], settings: CompareSettings) -> list[tuple[int, int]]:
    if settings.reference is None:
        return list(combinations(range(len(names)), 2))
    base = names.index(settings.reference)
    return [(i, base) for i in range(len(names)) if i != base]


def _resampling(settings: CompareSettings) -> dict[str, Any]:
    resamples = COMPARISONS[settings.method].resamples
    return {"resampling": settings.resampling} if resamples else {}
