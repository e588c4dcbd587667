"""What a study of several classes says in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from aucurate.curve.class_criteria import class_errors, criterion_words
from aucurate.curve.weight_rules import SAME
from aucurate.formatting import count, digits_for, listing, number, p_value, shortened

if TYPE_CHECKING:
    from aucurate.curve.weight_rules import WeightRule
    from aucurate.estimates.weight_choice import WeightChoice
    from aucurate.inference.multiclass.class_estimate import ClassEstimate
    from aucurate.results import Comparison
    from aucurate.study.multiclass import MulticlassStudy
    from aucurate.study.multiclass_neighbours import ClassNeighbours
    from aucurate.study.multiclass_points import ClassPoint

_SHOWN = 5
_RANGES = 4


def multiclass_sentences(study: MulticlassStudy) -> tuple[str, ...]:
    """How well each separates the classes, which differ, what the weights do."""
    sentences = [_of_classifier(study, at) for at in range(len(study.names))][:_SHOWN]
    if study.comparisons:
        sentences.append(_differing(study))
    sentences += [_of_choice(study, choice) for choice in study.choices[:_SHOWN]]
    return tuple(sentences)


def _of_classifier(study: MulticlassStudy, at: int) -> str:
    whole = study.average(study.names[at])
    said = f"{shortened(whole.name)} has a {whole.quantity} of {_with_interval(whole)}"
    if len(study.classes) == 2:
        return f"{said}."
    hardest = min(study.pairwise[at].estimates, key=lambda one: one.value)
    pair = listing([shortened(label) for label in hardest.classes])
    return f"{said}; hardest to tell apart are {pair}, {_with_interval(hardest)}."


def _with_interval(estimate: ClassEstimate) -> str:
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    return f"{number(estimate.value, digits)} ({estimate.interval})"


def _differing(study: MulticlassStudy) -> str:
    level = 1 - study.confidence
    tested = list(zip(study.comparisons, study.adjusted_p_values, strict=True))
    clear = [(one, p) for one, p in tested if p <= level]
    if not clear:
        return "No difference between the classifiers is shown."
    words = [_better(one, p) for one, p in clear[:_SHOWN]]
    more = f"; {len(clear) - _SHOWN} more differences are shown" if len(clear) > _SHOWN else ""
    return f"{listing(words)}{more}."


def _better(comparison: Comparison, adjusted: float) -> str:
    won = comparison if comparison.difference >= 0 else comparison.reversed()
    return (
        f"{shortened(won.first)} has a higher {won.quantity} than {shortened(won.second)} "
        f"({p_value(adjusted)})"
    )


def _of_choice(study: MulticlassStudy, choice: WeightChoice) -> str:
    """The criterion of all decisions together, at equal weights and at the searched ones."""
    plain, found = (
        next(one for one in study.points if one.name == choice.name and one.kind == kind)
        for kind in ("equal weights", "searched")
    )
    rule = choice.rule
    told = (
        f"With equal weights the {criterion_words(rule.criterion)} of {shortened(choice.name)} is "
        f"{_value(rule, plain)}; "
    )
    if math.isclose(plain.criterion(rule), choice.value, abs_tol=SAME):
        told += f"the searched weights ({_weights(choice)}) do no better."
    else:
        told += f"with the searched weights ({_weights(choice)}) it is {_value(rule, found)}."
    unseen = next((one for one in study.nested if one.name == choice.name), None)
    if unseen is not None:
        told += (
            f" On folds that the search did not see it is {number(unseen.outside)}, on those that "
            f"it saw {number(unseen.inside)}."
        )
    near = next((one for one in study.neighbours if one.name == choice.name), None)
    return told if near is None else told + _of_neighbours(study, near)


def _value(rule: WeightRule, point: ClassPoint) -> str:
    """The criterion, and if it is the largest error whose that is."""
    value = point.criterion(rule)
    if rule.criterion != "largest_class_error" or value == 0:
        return number(value)
    errors = class_errors(np.array(point.confusion))
    return f"{number(value)} ({shortened(point.errors[int(np.nanargmax(errors))].classes[0])})"


def _of_neighbours(study: MulticlassStudy, near: ClassNeighbours) -> str:
    """How far the errors of points reach that are not told from the weights."""
    if not near.weights or not near.tested:
        return ""
    others = count(len(near.weights), "different operating point")
    if not near.not_told:
        return f" The folds tell all of {others} around them apart from them."
    reach = list(zip(study.classes, near.lowest, near.highest, strict=True))
    shown = reach
    if len(reach) > _RANGES:
        shown = sorted(reach, key=lambda one: one[1] - one[2])[:_RANGES]
    words = [f"{number(low)} to {number(high)} ({shortened(name)})" for name, low, high in shown]
    which = "errors there" if shown == reach else "the errors that vary most there"
    return (
        f" Of {others} around them the folds cannot tell {near.not_told} from them: {which} lie "
        f"from {listing(words)}."
    )


def _weights(choice: WeightChoice) -> str:
    pairs = list(zip(choice.classes, choice.weights, strict=True))
    shown = [f"{shortened(label)} {number(weight, digits_for(weight))}" for label, weight in pairs]
    more = f", ... all {len(shown)} in the JSON" if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more
