"""What a study of operating points says in sentences, and what its reader must know."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aucurate.data.observations import Observations
from aucurate.formatting import digits_for, listing, number, p_value, shortened
from aucurate.inference.caveats import of_observations
from aucurate.results import Caveat
from aucurate.study.operate_numbers import OperateNumbers, OperateSettings

if TYPE_CHECKING:
    from aucurate.results import Comparison
    from aucurate.study.operate import OperateStudy
    from aucurate.study.operate_numbers import PointSummary

_SHOWN = 6


def operate_sentences(study: OperateStudy) -> tuple[str, ...]:
    """What each does there, what the choice hides, which pairs differ."""
    sentences = [_of_point(one) for one in study.points[:_SHOWN]]
    worst = [rate for one in study.chosen for rate in one.rates if rate.rate == "youden_index"]
    if worst:
        most = max(worst, key=lambda rate: rate.apparent - rate.out_of_bag)
        sentences.append(
            "The thresholds were chosen on these observations: out of bag the Youden index falls "
            f"by up to {number(max(0.0, most.apparent - most.out_of_bag))}."
        )
    if study.comparisons:
        sentences.append(_differing(study))
    return tuple(sentences)


def operate_caveats(
    found: OperateNumbers, settings: OperateSettings, observations: Observations
) -> tuple[Caveat, ...]:
    """Those of all parts once each, and that chosen thresholds are taken for fixed."""
    told: dict[Caveat, None] = dict.fromkeys(of_observations(observations))
    if settings.is_chosen:
        told[_chosen_thresholds()] = None
    for one in found.points:
        told.update(dict.fromkeys(one.point.caveats))
        for estimate in one.estimates:
            told.update(dict.fromkeys(estimate.caveats))
    for region in found.regions:
        told.update(dict.fromkeys(region.caveats))
    more = [*found.choice_caveats, *(c for one in found.chosen for c in one.caveats)]
    told.update(dict.fromkeys(c for c in more if c.kind != "chosen_on_same_observations"))
    for comparison in found.comparisons:
        told.update(dict.fromkeys(comparison.caveats))
    return tuple(told)


def _chosen_thresholds() -> Caveat:
    return Caveat(
        kind="chosen_thresholds",
        message="The thresholds were chosen on the observations that the rates are counted on: the "
        "intervals of the rates take them for fixed, and the rates are too good on average. The "
        "out-of-bag figures repeat the choice.",
    )


def _of_point(one: PointSummary) -> str:
    parts = []
    for rate in ("sensitivity", "specificity"):
        if rate in one.rates:
            estimate = one.estimate(rate)
            digits = digits_for(estimate.interval.high - estimate.interval.low)
            parts.append(f"{rate} {number(estimate.value, digits)} ({estimate.interval})")
    way = "at most" if one.point.lower else "at least"
    cut = one.point.threshold
    said = f"positive when the score is {way} {cut:g}" if math.isfinite(cut) else "at either end"
    where = f"{shortened(one.point.name)}, {said}"
    return f"{where}: {listing(parts)}." if parts else f"{where}."


def _differing(study: OperateStudy) -> str:
    level = 1 - study.comparisons[0].interval.confidence
    clear = [
        (one, p)
        for one, p in zip(study.comparisons, study.adjusted_p_values, strict=True)
        if p <= level
    ]
    adjusted = "" if study.correction == "none" or len(study.comparisons) < 2 else "adjusted "
    if not clear:
        return f"No pair is told apart there ({adjusted}p above {level:g} throughout)."
    words = [_difference(one, f"{adjusted}{p_value(p)}") for one, p in clear[:_SHOWN]]
    more = len(clear) - len(words)
    return f"{'; '.join(words)}{f'; {more} more differences' if more else ''}."


def _difference(one: Comparison, evidence: str) -> str:
    best = one if one.difference >= 0 else one.reversed()
    return (
        f"{shortened(best.first)} has the higher {best.quantity} than {shortened(best.second)} "
        f"(by {number(best.difference)}, {evidence})"
    )
