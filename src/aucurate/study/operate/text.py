"""The sentences and caveats of a study of operating points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from aucurate.caveats import Kind, caveat
from aucurate.curve.rates import LOW_IS_GOOD, Rate, rate_words
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.data.table_scores import TableScores
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
from aucurate.inference.core.score_caveats import of_direction
from aucurate.inference.folds.operating_points import ErrorRate, fold_rate_words
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.results import Caveat, Comparison, Tested
from aucurate.study.operate.numbers import comparison_caveats
from aucurate.study.text import MOST_NAMES, adjusted_word, by_level, design_effect_sentences
from aucurate.study.work import interrupted

if TYPE_CHECKING:
    from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap
    from aucurate.study.operate import OperateStudy
    from aucurate.study.operate.numbers import PointSummary

_LISTED = 3  # differences that are named one by one
_REPORTED: tuple[Rate, ...] = ("sensitivity", "specificity")


_LOW_IS_GOOD = frozenset(
    {
        *(rate_words(rate) for rate in LOW_IS_GOOD),
        *(fold_rate_words(rate) for rate in get_args(ErrorRate)),
    }
)


def operate_sentences(study: OperateStudy) -> tuple[str, ...]:
    """The rates of each classifier, the optimism of the choice, and which pairs differ."""
    sentences = [
        _of_point(summary, study.bootstrap(summary.point.name))
        for summary in study.points[:MOST_NAMES]
    ]
    more = len(study.points) - MOST_NAMES
    if more > 0:
        sentences.append(f"{count(more, 'more classifier')}: see the tables.")
    sentences += [*_of_choice(study), *_of_exact_rate(study), *_of_units(study)]
    if study.tests:
        level = 1 - study.settings.confidence
        sentences.append(differing_words(study.tests, study.settings.correction, level=level))
    return tuple(sentences)


def operate_caveats(
    study: OperateStudy,
    of_data: Sequence[Caveat],
    of_choices: Sequence[Caveat],
    unfinished: Mapping[str, tuple[int, int]],
) -> tuple[Caveat, ...]:
    """The caveats of all parts, each once, and that chosen thresholds are treated as fixed.

    ``of_data`` are those of observations and scores, ``of_choices`` those of thresholds chosen by a
    rule.
    """
    of_bootstraps = [caveat for bootstrap in study.chosen for caveat in bootstrap.caveats]
    found = [
        *(c for noun, (done, asked) in unfinished.items() for c in interrupted(done, asked, noun)),
        *of_data,
        *([_chosen_thresholds(study)] if study.settings.is_chosen else []),
    ]
    for summary in study.points:
        found += summary.point.caveats
        found += [caveat for estimate in summary.estimates for caveat in estimate.caveats]
    found += [caveat for region in study.regions for caveat in region.caveats]
    found += [caveat for estimate in study.at_rate for caveat in estimate.caveats]
    found += [
        caveat
        for caveat in (*of_choices, *of_bootstraps)
        if caveat.kind != Kind.CHOSEN_ON_SAME_OBSERVATIONS
    ]
    return tuple(dict.fromkeys([*found, *comparison_caveats(study.comparisons)]))


def data_caveats(
    data: PairedScores | TableScores, confidence: float, moments: AucMoments | None = None
) -> list[Caveat]:
    """Caveats of the observations, of lower scores, and of scores that rank the wrong way round.

    ``moments`` are those of the AUCs, where they are known.
    """
    if moments is None:
        assert isinstance(data, PairedScores)  # a table has its moments
        moments = AucMoments.from_scores(data)
    interval = INTERVALS[RECOMMENDED_INTERVAL]
    intervals = {
        name: interval(moments, name=name, confidence=confidence).interval for name in data.names
    }
    return [
        *of_observations(data.observations),
        *of_lower([name for name in data.names if name in data.lower]),
        *of_direction(intervals, lower=data.lower, negative=data.observations.negative),
    ]


def _chosen_thresholds(study: OperateStudy) -> Caveat:
    texts = ["observations"]
    if any(map(_is_out_of_bag, study.chosen)):
        texts.append("out_of_bag")
    if study.tests and study.settings.given_rate is None:
        texts.append("differences")
    return caveat(Kind.CHOSEN_THRESHOLDS, *texts)


def _of_point(one: PointSummary, choice: ThresholdBootstrap | None) -> str:
    """The rates of a classifier; out of bag if its threshold was chosen on the same data."""
    parts = []
    for rate in _REPORTED:
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
    """Whether replicates left out observations of both classes, so that these rates exist."""
    return not any(math.isnan(choice.rate(rate).out_of_bag) for rate in _REPORTED)


def _called(one: PointSummary) -> str:
    point = one.point
    if point.true_positives + point.false_positives == 0:
        return "which classifies no observation as positive"
    if point.true_negatives + point.false_negatives == 0:
        return "which classifies every observation as positive"
    way = "at most" if point.lower else "at least"
    cut = threshold_words(point.threshold, one.same_calls_until)
    return f"positive when the score is {way} {cut}"


def _of_choice(study: OperateStudy) -> list[str]:
    """What out of bag means, and by how much the criterion is worse there."""
    if not study.chosen:
        return []
    sentences, criterion = [], study.settings.criterion
    single = len(study.points) == 1
    if any(map(_is_out_of_bag, study.chosen)):
        which = "threshold was" if single else "thresholds were"
        sentences.append(
            f"The {which} chosen on these observations, so the choice was repeated in "
            f"{study.chosen[0].replicates:,} bootstrap replicates; out-of-bag rates are those on "
            "the observations that a replicate leaves out."
        )
    worse = {}
    for one in study.chosen:
        for rate in one.rates:
            loss = rate.apparent - rate.out_of_bag
            loss = -loss if rate.rate in LOW_IS_GOOD else loss
            if rate.rate == criterion and 0 < loss < math.inf:
                worse[one.choice.point.name] = loss
    if worse:
        name = max(worse, key=lambda name: worse[name])
        way = "rises" if criterion in LOW_IS_GOOD else "falls"
        most = f"by up to {number(worse[name])} ({shortened(name)})"
        if single:
            most = f"by {number(worse[name])}"
        sentences.append(
            f"Out of bag, the {rate_words(criterion)} {way} {most} compared with the observations "
            "used for the choice."
        )
    return sentences


def _of_units(study: OperateStudy) -> tuple[str, ...]:
    """By how much groups and sampling weights changed the standard errors."""
    rates = [one.estimate(rate) for one in study.points for rate in _REPORTED if rate in one.rates]
    return design_effect_sentences(study.provenance, rates, "sensitivities and specificities")


def _of_exact_rate(study: OperateStudy) -> list[str]:
    """Why the comparison of curves differs from that of the rates in the table."""
    if not study.at_rate:
        return []
    quantity = study.at_rate[0].quantity
    compared = ", and so is its comparison" if study.tests else ""
    return [
        f"The {quantity} is read off the drawn curves at exactly that rate{compared}; thresholds "
        "are observed scores, whose rates can exceed it, so the rates in the table can differ by "
        "another amount."
    ]


def differing_words(
    tests: Sequence[Tested[Comparison]], correction: Correction, *, level: float
) -> str:
    """Which pairs differ, in what and by how much, or how many do."""
    clear, _ = by_level(tests, level)
    before = adjusted_word(correction, len(tests))
    if not clear:
        return _not_detected(tests, before, level)
    words = [_difference(t.result, f"{before}{p_value(t.adjusted_p_value)}") for t in clear]
    if len(clear) <= _LISTED:
        return f"{'; '.join(words)}."
    largest = max(range(len(clear)), key=lambda at: abs(clear[at].result.difference))
    return (
        f"{len(clear):,} of {len(tests):,} differences have {'an' if before else 'a'} {before}p of "
        f"at most {level:g}; the largest: {words[largest]}. The others are in the table of "
        "differences."
    )


def _not_detected(tests: Sequence[Tested[Comparison]], before: str, level: float) -> str:
    """That no difference was detected; with the interval if there is only one."""
    if len(tests) > 1:
        return (
            "No difference was detected at these operating points "
            f"({before}p above {level:g} throughout)."
        )
    comparison = tests[0].result
    digits = digits_for(comparison.interval.high - comparison.interval.low)
    return (
        f"No difference in {comparison.quantity} between {shortened(comparison.first)} and "
        f"{shortened(comparison.second)} was detected (difference "
        f"{number(comparison.difference, digits)}, {comparison.interval}, "
        f"{p_value(tests[0].adjusted_p_value)})."
    )


def _difference(comparison: Comparison, evidence: str) -> str:
    is_low_good = comparison.quantity in _LOW_IS_GOOD
    better = comparison.reversed() if (comparison.difference < 0) != is_low_good else comparison
    way, by = "lower" if is_low_good else "higher", abs(comparison.difference)
    return (
        f"{shortened(better.first)} has a {way} {better.quantity} than {shortened(better.second)} "
        f"(by {number(by, digits_for(by))}, {evidence})"
    )
