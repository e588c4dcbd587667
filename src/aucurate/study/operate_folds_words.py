"""What a study of operating points over folds says in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aucurate.curve.cost import IntendedUse
from aucurate.formatting import count, digits_for, listing, number, percent, shortened
from aucurate.inference.fold_rates import FoldRate, fold_rate_words

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
            f"{study.rule}{use_words(study.use)}."
        )
    sentences += [_of_part(study, part) for part in study.parts[:_SHOWN]]
    more = len(study.parts) - _SHOWN
    if more > 0:
        sentences.append(f"{count(more, 'more classifier')}: see the table.")
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


def use_words(use: IntendedUse) -> str:
    """The stated costs and prevalence in brackets, nothing where none are stated.

    >>> use_words(IntendedUse(prevalence=0.02, false_negative_cost=5))
    ' (false negatives cost 5, false positives 1; prevalence 2%)'
    """
    miss, alarm = use.false_negative_cost, use.false_positive_cost
    costs = "" if miss == alarm else f"false negatives cost {miss:g}, false positives {alarm:g}"
    share = "" if use.prevalence is None else f"prevalence {percent(use.prevalence)}"
    said = "; ".join(words for words in (costs, share) if words)
    return f" ({said})" if said else ""


def threshold_words(threshold: float) -> str:
    """A threshold as it is read, without a negative zero.

    >>> threshold_words(-0.0), threshold_words(0.25), threshold_words(math.inf)
    ('0', '0.25', 'inf')
    """
    return f"{threshold + 0.0:g}"


def range_words(thresholds: list[float]) -> str:
    """From the lowest to the highest of some thresholds."""
    low, high = min(thresholds), max(thresholds)
    one = threshold_words(low)
    return one if low == high else f"{one} to {threshold_words(high)}"


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
    where = f"At threshold {threshold_words(part.threshold)}{way}"
    rates = listing([_rate(one) for one in part.rates[:_RATES]])
    folds = "training set" if study.layout.design == "fixed test set" else "fold"
    return (
        f"{where} {shortened(part.name)} has {rates} over {count(study.layout.n_folds, folds)}; "
        f"{_set(part)}{_size(part)}."
    )


def _rate(one: RateAtPoint) -> str:
    words = fold_rate_words(one.rate)
    if math.isnan(one.average.mean):
        return f"no {words} (no fold can evaluate it)"
    interval = one.estimate.interval
    digits = digits_for(interval.high - interval.low)
    return f"mean {words} {number(one.average.mean, digits)} ({interval})"


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
    return range_words([part.indistinguishable.thresholds[at] for at in part.places_by(rate)])


def _size(part: FoldOperation) -> str:
    size, wanted = part.neighbour_size, told_size(part)
    if size is None or not math.isfinite(wanted):
        return ""
    plural = "neighbours" if len(part.neighbours) > 1 else "neighbour"
    return (
        f"; with about {count(int(wanted), 'observation')} its {plural} could be told apart "
        f"({percent(size.wanted_power)} power)"
    )
