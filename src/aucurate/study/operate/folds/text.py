"""The sentences and caveats of a study of operating points over folds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from aucurate.caveats import Kind, caveat, named
from aucurate.data.folds import FoldScores, with_both_classes
from aucurate.data.scores import position
from aucurate.data.thresholds import for_scores
from aucurate.errors import LabelError
from aucurate.formatting import count, digits_for, join_words, number, percent, shortened
from aucurate.inference.core import caveats as standard
from aucurate.inference.core.score_caveats import of_direction
from aucurate.inference.folds.caveats import of_threshold_scale, splits_groups
from aucurate.inference.folds.operating_points import FoldRate, fold_rate_words
from aucurate.inference.folds.point_tests import ALL_POSSIBLE, INTERVAL_METHOD
from aucurate.inference.folds.registry import FoldInput
from aucurate.inference.operating.proportions import NAMES
from aucurate.results import Caveat, Comparison
from aucurate.study.folds.numbers import value_and_interval
from aucurate.study.operate.folds.numbers import FoldLayout, FoldOperation
from aucurate.study.operate.settings import OperateFoldsSettings
from aucurate.study.operate.text import differing_words
from aucurate.study.text import MOST_NAMES
from aucurate.study.work import interrupted, of_interruption

if TYPE_CHECKING:
    from aucurate.study.operate.folds import OperateFoldsStudy
    from aucurate.study.operate.folds.numbers import RateAtPoint

CLOPPER_PEARSON = NAMES["clopper-pearson"].key
_RATES = 3


def operate_folds_sentences(study: OperateFoldsStudy) -> tuple[str, ...]:
    """How thresholds were chosen, the rates of each classifier, and indistinguishable points."""
    sentences, settings = [], study.settings
    if settings.is_chosen:
        sentences.append(
            f"Thresholds were chosen on the stacked scores of {folds_words(study.layout)}: "
            f"{settings.words}."
        )
    sentences += [_of_part(study, part) for part in study.parts[:MOST_NAMES]]
    more = len(study.parts) - MOST_NAMES
    if more > 0:
        sentences.append(f"{count(more, 'more classifier')}: see the table.")
    if study.tests:
        correction = settings.pair_correction
        sentences.append(differing_words(study.tests, correction, level=settings.level))
    return tuple(sentences)


def folds_words(layout: FoldLayout) -> str:
    """The number of folds, and of which kind.

    With a fixed test set, rates are averaged over training sets, not folds.
    """
    if layout.design == "fixed test set":
        return f"{count(layout.n_folds, 'training set')}, one fixed test set"
    if layout.design == "random splits":
        return count(layout.n_folds, "random split")
    repeats = len(set(layout.repeats))
    repeated = f", repeated {repeats} times" if repeats > 1 else ""
    if layout.n_folds % repeats:
        return f"{count(layout.n_folds, 'left-out fold')} of cross-validation{repeated}"
    return f"{layout.n_folds // repeats}-fold cross-validation{repeated}"


def range_ends(part: FoldOperation, places: Sequence[int]) -> tuple[int, int]:
    """The points with the lowest and the highest threshold."""
    thresholds = part.indistinguishable.thresholds
    return min(places, key=thresholds.__getitem__), max(places, key=thresholds.__getitem__)


def range_words(part: FoldOperation, places: Sequence[int], decimals: int | None = None) -> str:
    """The range of thresholds of some points."""
    ends = range_ends(part, places)
    return " to ".join(dict.fromkeys(part.threshold_words(at, decimals) for at in ends))


def told_size(part: FoldOperation) -> float:
    """The number of observations that would distinguish the neighbours, NaN if not reported.

    It is not reported if the neighbours are distinguished, or would be without a correction.
    """
    size, unclear = part.neighbour_size, set(part.indistinguishable.points)
    if size is None or size.factor <= 1 or not unclear.intersection(part.neighbours):
        return math.nan
    return size.n_positive + size.n_negative


def _of_part(study: OperateFoldsStudy, part: FoldOperation) -> str:
    way = " (positive when the score is at most that)" if part.lower else ""
    where = f"At threshold {part.threshold_words()}{way},"
    if not math.isfinite(part.threshold):
        nobody = (part.threshold > 0) != part.lower
        which = "no observation" if nobody else "every observation"
        where = f"Classifying {which} as positive,"
    shown, total = part.rates[:_RATES], study.layout.n_folds
    folds = "training set" if study.layout.design == "fixed test set" else "fold"
    numbers = {one.average.n_folds for one in shown} - {0}
    rates = join_words([_rate(one, folds if numbers != {total} else "") for one in shown])
    over = f" over {count(total, folds)}" if numbers == {total} else ""
    return f"{where} {shortened(part.name)} has {rates}{over}; {_set(part)}{_size(part)}."


def _rate(one: RateAtPoint, folds: str) -> str:
    """One rate; ``folds`` names what it is averaged over, if their number differs by rate."""
    words = fold_rate_words(one.rate)
    if math.isnan(one.average.mean):
        return f"no {words} (it cannot be evaluated in any fold)"
    interval = one.estimate.interval
    digits = digits_for(interval.high - interval.low)
    over = f" over {count(one.average.n_folds, folds)}" if folds else ""
    return f"mean {words} {number(one.average.mean, digits)} ({interval}){over}"


def _set(part: FoldOperation) -> str:
    others, criterion = part.n_tested(None), part.criterion
    if others < 1:
        return "there is no other operating point to compare it with"
    if part.places_by(None):
        plural = "point" if others == 1 else "points"
        text = f"{_number_of(part, None)} other operating {plural} cannot be distinguished from it"
        text += f" (threshold {_within(part, None)})"
    else:
        which = "the other" if others == 1 else f"all {others} other"
        text = f"{which} operating point{' differs' if others == 1 else 's differ'} from it"
    if criterion is not None and part.places_by(criterion):
        alone = f"by {fold_rate_words(criterion)} alone, {_number_of(part, criterion)} cannot"
        text += f"; {alone} (threshold {_within(part, criterion)})"
    return text


def _number_of(part: FoldOperation, rate: FoldRate | None) -> str:
    return f"{len(part.places_by(rate))} of {part.n_tested(rate)}"


def _within(part: FoldOperation, rate: FoldRate | None) -> str:
    return range_words(part, part.places_by(rate))


def _size(part: FoldOperation) -> str:
    size, wanted = part.neighbour_size, told_size(part)
    if size is None or not math.isfinite(wanted):
        return ""
    plural = "neighbours" if len(part.neighbours) > 1 else "neighbour"
    return (
        f"; with about {count(int(wanted), 'observation')} its {plural} could be distinguished "
        f"({percent(size.wanted_power)} power)"
    )


# The caveats of operating points over folds, each once.


_OF_ONE = (Kind.NOT_EVALUATED, Kind.NOT_TESTED, Kind.TIED_THRESHOLDS)
"""Kinds whose text does not name the classifier."""

_TOLD_HERE = (Kind.CHOSEN_ON_SAME_OBSERVATIONS, Kind.NOT_ADJUSTED)


def operate_folds_caveats(
    study: OperateFoldsStudy,
    data: FoldScores,
    not_compared: Sequence[Caveat],
    unfinished: Mapping[str, tuple[int, int]],
) -> tuple[Caveat, ...]:
    """The caveats of all classifiers and pairs, each once, and those of the study as a whole.

    ``not_compared`` are about folds that a comparison had to leave out.
    """
    parts, settings, layout = study.parts, study.settings, study.layout
    fits = layout.division.is_left_out_once
    lower = [name for name in data.names if name in data.lower]
    found = [
        *standard.of_observations(data.observations),
        *standard.of_lower(lower),
        *_of_direction(data, settings.confidence),
        *_of_choice(settings),
        *(caveat for part in parts for caveat in _of_threshold(data, part)),
        *_of_scale(data, parts),
        *_of_groups(data, parts),
        *(
            caveat
            for part in parts
            for caveat in _part_caveats(part, several=len(parts) > 1, fits=fits)
        ),
        *_of_tests(parts, settings),
        _one_scale(layout),
        *([] if fits else [_no_size()]),
        *([_rough_size()] if any(told_size(part) > 0 for part in parts) else []),
    ]
    of_pairs = _of_pairs(study.comparisons, {caveat.kind for caveat in found})
    return tuple(dict.fromkeys([*_of_stopping(unfinished), *found, *not_compared, *of_pairs]))


def _of_stopping(unfinished: Mapping[str, tuple[int, int]]) -> list[Caveat]:
    """Classifiers that were left out, and the comparisons that went with them."""
    counts = dict(unfinished)
    of_parts = interrupted(*counts.pop("classifiers", (0, 0)), "classifiers")
    return [*of_parts, *of_interruption(counts)]


def _of_direction(data: FoldScores, confidence: float) -> list[Caveat]:
    """Classifiers whose mean AUC over folds has an interval wholly below 0.5."""
    try:
        kept = with_both_classes(data)
    except LabelError:
        return []
    if kept.n_folds < 2:
        return []
    given = FoldInput(kept.aucs(), kept)
    intervals = {name: value_and_interval(given, name, confidence)[1] for name in data.names}
    return of_direction(
        {name: interval for name, interval in intervals.items() if interval is not None},
        lower=data.lower,
        negative=data.observations.negative,
    )


def _of_scale(data: FoldScores, parts: Sequence[FoldOperation]) -> list[Caveat]:
    """Given thresholds that cannot suit the scale of the scores they are applied to."""
    given = {part.name: part.threshold for part in parts if part.choice is None}
    return of_threshold_scale(data, given) if len(given) == len(data.names) else []


def _part_caveats(part: FoldOperation, *, several: bool, fits: bool) -> list[Caveat]:
    """Those of one classifier; ``fits`` is whether the tests are made for these folds."""
    given = [*(part.choice.caveats if part.choice else ()), *part.indistinguishable.caveats]
    told = {caveat.kind for caveat in given}
    # What else the averages have to say: the set of points has said it of every point.
    given += [c for one in part.rates for c in one.estimate.caveats if c.kind not in told]
    found = [
        c for c in given if c.kind not in _TOLD_HERE and not (fits and c.kind == Kind.VALID_FOR)
    ]
    if several:
        found = [named(c, (part.name,)) if c.kind in _OF_ONE else c for c in found]
    return [*found, *_without_spread(part)]


def _without_spread(part: FoldOperation) -> list[Caveat]:
    """Rates whose interval is another than the title of the table says."""
    other = [one for one in part.rates if one.estimate.interval.key != INTERVAL_METHOD.key]
    ways = {
        CLOPPER_PEARSON: "the exact binomial one of all decisions (Clopper-Pearson)",
        ALL_POSSIBLE.key: "all that is possible",
    }
    return [
        caveat(
            Kind.NO_SPREAD,
            about=[part.name],
            rate=fold_rate_words(one.rate),
            interval=ways[one.estimate.interval.key],
        )
        for one in other
    ]


def _of_tests(parts: Sequence[FoldOperation], settings: OperateFoldsSettings) -> list[Caveat]:
    tests = sum(len(part.indistinguishable.contrasts) for part in parts)
    if settings.correction != "none" or tests < 2:
        return []
    return [caveat(Kind.NOT_ADJUSTED, "classifiers", tests=count(tests, "test"))]


def _of_pairs(comparisons: Sequence[Comparison], told: set[str]) -> list[Caveat]:
    """The caveats that the tests of pairs add, such as overlapping training sets."""
    again = (told | {Kind.VALID_FOR}) - {Kind.OVERLAPPING_TRAINING_SETS}
    pairs: dict[Caveat, list[tuple[str, str]]] = {}
    for comparison in comparisons:
        for c in comparison.caveats:
            if c.kind not in again:
                pairs.setdefault(c, []).append((comparison.first, comparison.second))
    return [named(c, *of, label="Pairs") for c, of in pairs.items()]


def _of_choice(settings: OperateFoldsSettings) -> list[Caveat]:
    if settings.rule is None or not settings.is_chosen:
        return []
    texts = ("stacked", "constraints") if settings.rule.constraints else ("stacked",)
    return [caveat(Kind.CHOSEN_THRESHOLDS, *texts)]


def _of_threshold(data: FoldScores, part: FoldOperation) -> list[Caveat]:
    """A given threshold that lies beyond all scores."""
    values = data.values[position(data.names, part.name)]
    cut = np.array([-part.threshold if part.lower else part.threshold])
    called = int(np.count_nonzero(values >= for_scores(cut, values.dtype)))
    if part.choice is not None or called not in (0, len(values)):
        return []
    call = "positive" if called else "negative"
    return [
        caveat(
            Kind.TRIVIAL_THRESHOLD,
            "given",
            about=[part.name],
            threshold=part.threshold_words(),
            call=call,
        )
    ]


def _of_groups(data: FoldScores, parts: Sequence[FoldOperation]) -> list[Caveat]:
    groups = data.observations.groups
    if groups is None:
        return []
    texts = ["groups"]
    if CLOPPER_PEARSON in {one.estimate.interval.key for part in parts for one in part.rates}:
        texts.append("binomial")
    if splits_groups(data):
        texts.append("divided")
    return [caveat(Kind.GROUPS, *texts, groups=count(len(np.unique(groups)), "group"))]


def _one_scale(layout: FoldLayout) -> Caveat:
    which = "training set" if layout.design == "fixed test set" else "fold"
    return caveat(Kind.ONE_SCALE, which=which)


def _no_size() -> Caveat:
    return caveat(Kind.NO_SIZE)


def _rough_size() -> Caveat:
    return caveat(Kind.ROUGH_SIZE)
