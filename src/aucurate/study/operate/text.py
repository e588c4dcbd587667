"""What a study of operating points says in sentences, and what its reader must know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from aucurate.caveats import Kind, caveat
from aucurate.curve.rates import LOW_IS_GOOD, Rate, rate_words
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.formatting import (
    count,
    digits_for,
    join_words,
    number,
    p_value,
    shortened,
    threshold_words,
)
from aucurate.inference.core.caveats import of_lower, of_observations
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.core.score_caveats import of_direction, of_scores
from aucurate.inference.folds.operating_points import ErrorRate, fold_rate_words
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.results import Caveat, Comparison
from aucurate.study.operate.numbers import OperateNumbers, comparison_caveats
from aucurate.study.operate.settings import OperateSettings

if TYPE_CHECKING:
    from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap
    from aucurate.study.operate import OperateStudy
    from aucurate.study.operate.numbers import PointSummary

_SHOWN = 6
_SAID: tuple[Rate, ...] = ("sensitivity", "specificity")


_LOW_IS_GOOD = frozenset(
    {
        *(rate_words(rate) for rate in LOW_IS_GOOD),
        *(fold_rate_words(rate) for rate in get_args(ErrorRate)),
    }
)


def operate_sentences(study: OperateStudy) -> tuple[str, ...]:
    """What each does there, the optimism of the choice, which pairs differ."""
    chosen = study.chosen or (None,) * len(study.points)
    pairs = list(zip(study.points, chosen, strict=True))
    sentences = [_of_point(one, choice) for one, choice in pairs[:_SHOWN]]
    more = len(study.points) - _SHOWN
    if more > 0:
        sentences.append(f"{count(more, 'more classifier')}: see the tables.")
    sentences += [*_of_choice(study), *_of_exact_rate(study)]
    if study.comparisons:
        level = 1 - study.comparisons[0].interval.confidence
        given = study.comparisons, study.adjusted_p_values, study.correction
        sentences.append(differing_words(*given, level=level))
    return tuple(sentences)


def operate_caveats(
    found: OperateNumbers,
    settings: OperateSettings,
    data: PairedScores,
) -> tuple[Caveat, ...]:
    """Those of all parts once each, and that chosen thresholds are taken for fixed."""
    told: dict[Caveat, None] = dict.fromkeys(of_observations(data.observations))
    lower = [name for name in data.names if name in data.lower]
    told.update(dict.fromkeys(of_lower(lower)))
    told.update(dict.fromkeys(_of_direction(data, settings.confidence)))
    told.update(dict.fromkeys(of_scores(list(data))))
    if settings.is_chosen:
        told[_chosen_thresholds(found, settings)] = None
    for one in found.points:
        told.update(dict.fromkeys(one.point.caveats))
        for estimate in one.estimates:
            told.update(dict.fromkeys(estimate.caveats))
    for region in found.regions:
        told.update(dict.fromkeys(region.caveats))
    for estimate in found.at_rate:
        told.update(dict.fromkeys(estimate.caveats))
    more = [*found.choice_caveats, *(c for one in found.chosen for c in one.caveats)]
    told.update(dict.fromkeys(c for c in more if c.kind != Kind.CHOSEN_ON_SAME_OBSERVATIONS))
    told.update(dict.fromkeys(comparison_caveats(found.comparisons)))
    return tuple(told)


def _of_direction(data: PairedScores, confidence: float) -> list[Caveat]:
    """Classifiers that rank the classes the wrong way round, of which no threshold makes use."""
    interval, moments = INTERVALS[RECOMMENDED_INTERVAL], AucMoments.from_scores(data)
    intervals = {
        name: interval(moments, name=name, confidence=confidence).interval for name in data.names
    }
    return of_direction(intervals, lower=data.lower, negative=data.observations.negative)


def _chosen_thresholds(found: OperateNumbers, settings: OperateSettings) -> Caveat:
    texts = ["observations"]
    if any(_is_out_of_bag(one) for one in found.chosen):
        texts.append("out_of_bag")
    if found.comparisons and settings.given_rate is None:
        texts.append("differences")
    return caveat(Kind.CHOSEN_THRESHOLDS, *texts)


def _of_point(one: PointSummary, choice: ThresholdBootstrap | None) -> str:
    """The rates of a classifier: out of bag where the same observations chose the threshold."""
    parts = []
    for rate in _SAID:
        if rate in one.rates:
            estimate = one.estimate(rate)
            value, interval = estimate.value, estimate.interval
            if choice is not None and _is_out_of_bag(choice):
                judged = choice.rate(rate)
                value, interval = judged.out_of_bag, judged.out_of_bag_interval
            digits = digits_for(interval.high - interval.low)
            parts.append(f"{rate} {number(value, digits)} ({interval})")
    where = f"{shortened(one.point.name)}, {_called(one)}"
    if not parts:
        return f"{where}."
    how = "out-of-bag " if choice is not None and _is_out_of_bag(choice) else ""
    return f"{where}: {how}{join_words(parts)}."


def _is_out_of_bag(choice: ThresholdBootstrap) -> bool:
    """Whether replicates left out observations of both classes, so that there are such rates."""
    return not any(math.isnan(choice.rate(rate).out_of_bag) for rate in _SAID)


def _called(one: PointSummary) -> str:
    point = one.point
    if point.true_positives + point.false_positives == 0:
        return "which calls nobody positive"
    if point.true_negatives + point.false_negatives == 0:
        return "which calls everybody positive"
    way = "at most" if point.lower else "at least"
    cut = threshold_words(point.threshold, one.same_calls_until)
    return f"positive when the score is {way} {cut}"


def _of_choice(study: OperateStudy) -> list[str]:
    """What out of bag means, and by how much the criterion gets worse there."""
    if not study.chosen:
        return []
    said = []
    single = len(study.chosen) == 1
    if any(_is_out_of_bag(one) for one in study.chosen):
        which = "threshold was" if single else "thresholds were"
        said.append(
            f"The {which} chosen on these observations, so the choice is repeated in "
            f"{study.chosen[0].replicates:,} bootstrap replicates, and out-of-bag rates are those "
            "on the observations that a replicate leaves out."
        )
    worse = {}
    for one in study.chosen:
        for rate in one.rates:
            loss = rate.apparent - rate.out_of_bag
            loss = -loss if rate.rate in LOW_IS_GOOD else loss
            if rate.rate == study.criterion and 0 < loss < math.inf:
                worse[one.choice.point.name] = loss
    if worse:
        name = max(worse, key=lambda name: worse[name])
        way = "rises" if study.criterion in LOW_IS_GOOD else "falls"
        most = f"by up to {number(worse[name])} ({shortened(name)})"
        if single:
            most = f"by {number(worse[name])}"
        said.append(
            "Compared with the observations used for the choice, out of bag the "
            f"{rate_words(study.criterion)} {way} {most}."
        )
    return said


def _of_exact_rate(study: OperateStudy) -> list[str]:
    """Why the comparison of curves is another than that of the table's rates."""
    if not study.at_rate:
        return []
    quantity = study.at_rate[0].quantity
    compared = ", and so is its comparison" if study.comparisons else ""
    return [
        f"The {quantity} is read off the drawn curves exactly there{compared}; a threshold is a "
        "score, and its rates can lie beyond that, so that they differ by another amount."
    ]


def differing_words(
    found: Sequence[Comparison],
    adjusted: tuple[float, ...],
    correction: Correction,
    *,
    level: float,
) -> str:
    """Which pairs differ, in what and by how much; or that none does."""
    clear = [(one, p) for one, p in zip(found, adjusted, strict=True) if p <= level]
    which = "" if correction == "none" or len(found) < 2 else "adjusted "
    if not clear:
        return f"No pair is told apart there ({which}p above {level:g} throughout)."
    words = [_difference(one, f"{which}{p_value(p)}") for one, p in clear[:_SHOWN]]
    more = len(clear) - len(words)
    words += [count(more, "more difference")] if more else []
    return f"{'; '.join(words)}."


def _difference(one: Comparison, evidence: str) -> str:
    most = one if one.difference >= 0 else one.reversed()
    if one.quantity in _LOW_IS_GOOD:
        most = most.reversed()
    way = "lower" if one.quantity in _LOW_IS_GOOD else "higher"
    return (
        f"{shortened(most.first)} has a {way} {most.quantity} than {shortened(most.second)} "
        f"(by {number(abs(most.difference), digits_for(abs(most.difference)))}, {evidence})"
    )
