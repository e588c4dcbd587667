"""What a study of operating points over folds says in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from aucurate.formatting import count, digits_for, listing, number, percent, shortened
from aucurate.inference.folds.fold_rates import FoldRate, fold_rate_words
from aucurate.study.operate_words import differing_words

if TYPE_CHECKING:
    from aucurate.study.operate_folds import OperateFoldsStudy
    from aucurate.study.operate_folds_numbers import FoldLayout, FoldOperation, RateAtPoint

_SHOWN = 6
_RATES = 3


def operate_folds_sentences(study: OperateFoldsStudy) -> tuple[str, ...]:
    """How thresholds were chosen, what each classifier does there, which points are like it."""
    sentences = []
    if study.is_chosen:
        sentences.append(
            f"Thresholds are chosen on the stacked scores of {folds_words(study.layout)}: "
            f"{study.rule}."
        )
    sentences += [_of_part(study, part) for part in study.parts[:_SHOWN]]
    more = len(study.parts) - _SHOWN
    if more > 0:
        sentences.append(f"{count(more, 'more classifier')}: see the table.")
    if study.comparisons:
        compared = study.comparisons, study.adjusted_p_values, study.pair_correction
        sentences.append(differing_words(*compared, level=study.level))
    return tuple(sentences)


def folds_words(layout: FoldLayout) -> str:
    """How many folds there are, and of which kind.

    A fixed test set has training sets, not folds, to average over.
    """
    if layout.design == "fixed test set":
        return f"{count(layout.n_folds, 'training set')}, one fixed test set"
    if layout.design == "random splits":
        return count(layout.n_folds, "random split")
    repeated = len(set(layout.repeats))
    folds = count(layout.n_folds, "left-out fold")
    return f"{folds} in {repeated} repeats" if repeated > 1 else folds


def range_words(part: FoldOperation, places: Sequence[int]) -> str:
    """From the lowest to the highest threshold of some points."""
    thresholds = part.indistinguishable.thresholds
    ends = (min(places, key=lambda at: thresholds[at]), max(places, key=lambda at: thresholds[at]))
    return " to ".join(dict.fromkeys(part.threshold_words(at) for at in ends))


def told_size(part: FoldOperation) -> float:
    """The number of observations that would tell the neighbours apart, NaN if none is told.

    It is not told where the neighbours are told apart, or would be but for a correction.
    """
    size, unclear = part.neighbour_size, set(part.indistinguishable.points)
    if size is None or size.factor <= 1 or not unclear.intersection(part.neighbours):
        return math.nan
    return size.n_positive + size.n_negative


def _of_part(study: OperateFoldsStudy, part: FoldOperation) -> str:
    way = " (positive when the score is at most that)" if part.lower else ""
    where = f"At threshold {part.threshold_words()}{way}"
    if not math.isfinite(part.threshold):
        nobody = (part.threshold > 0) != part.lower
        where = f"Calling {'nobody' if nobody else 'everybody'} positive"
    shown, total = part.rates[:_RATES], study.layout.n_folds
    folds = "training set" if study.layout.design == "fixed test set" else "fold"
    numbers = {one.average.n_folds for one in shown} - {0}
    rates = listing([_rate(one, folds if numbers != {total} else "") for one in shown])
    over = f" over {count(total, folds)}" if numbers == {total} else ""
    return f"{where} {shortened(part.name)} has {rates}{over}; {_set(part)}{_size(part)}."


def _rate(one: RateAtPoint, folds: str) -> str:
    """One rate; ``folds`` is what it is averaged over, where the rates differ in their number."""
    words = fold_rate_words(one.rate)
    if math.isnan(one.average.mean):
        return f"no {words} (no fold can evaluate it)"
    interval = one.estimate.interval
    digits = digits_for(interval.high - interval.low)
    over = f" over {count(one.average.n_folds, folds)}" if folds else ""
    return f"mean {words} {number(one.average.mean, digits)} ({interval}){over}"


def _set(part: FoldOperation) -> str:
    others, criterion = part.n_tested(None), part.criterion
    if others < 1:
        return "there is no other operating point to tell it from"
    if part.places_by(None):
        plural = "point" if others == 1 else "points"
        told = f"{_number_of(part, None)} other operating {plural} cannot be told from it"
        told += f" (threshold {_within(part, None)})"
    else:
        which = "the other" if others == 1 else f"all {others} other"
        told = f"{which} operating point{'' if others == 1 else 's'} can be told from it"
    if criterion is not None and part.places_by(criterion):
        alone = f"by {fold_rate_words(criterion)} alone {_number_of(part, criterion)} cannot"
        told += f"; {alone} (threshold {_within(part, criterion)})"
    return told


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
        f"; with about {count(int(wanted), 'observation')} its {plural} could be told apart "
        f"({percent(size.wanted_power)} power)"
    )
