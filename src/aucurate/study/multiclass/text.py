"""The sentences and caveats of a study of several classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.curve.class_decisions import class_errors, criterion_words
from aucurate.curve.weight_rules import SAME
from aucurate.data.classes import PairedClassScores
from aucurate.formatting import count, digits_for, join_words, number, p_value, shortened
from aucurate.inference.core.caveats import of_observations
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.core.score_caveats import of_repeated_rows
from aucurate.inference.folds.caveats import FEW_FOLDS
from aucurate.results import Caveat
from aucurate.study.text import design_effect_sentences

if TYPE_CHECKING:
    from aucurate.curve.weight_rules import WeightRule
    from aucurate.estimates.weights.choice import WeightChoice
    from aucurate.results import ClassEstimate, Comparison
    from aucurate.study.multiclass import MulticlassStudy
    from aucurate.study.multiclass.points import ClassNeighbours, ClassPoint

_SHOWN = 5
_RANGES = 4


def multiclass_sentences(study: MulticlassStudy) -> tuple[str, ...]:
    """How well each classifier separates the classes, which differ, and the effect of weights."""
    sentences = [_of_classifier(study, at) for at in range(len(study.names))][:_SHOWN]
    if study.comparisons:
        sentences.append(_differing(study))
    sentences += [_of_choice(study, choice) for choice in study.choices[:_SHOWN]]
    sentences += design_effect_sentences(study.provenance, study.averages, "AUCs")
    return tuple(sentences)


def _of_classifier(study: MulticlassStudy, at: int) -> str:
    whole = study.average(study.names[at])
    text = f"{shortened(whole.name)} has a {whole.quantity} of {_with_interval(whole)}"
    if len(study.classes) == 2:
        return f"{text}."
    hardest = min(study.pairwise[at].estimates, key=lambda estimate: estimate.value)
    pair = " / ".join(shortened(label) for label in hardest.classes)
    digits = digits_for(hardest.interval.high - hardest.interval.low)
    auc = f"AUC {number(hardest.value, digits)}, {hardest.interval}"
    return f"{text}; the hardest pair to separate is {pair} ({auc})."


def _with_interval(estimate: ClassEstimate) -> str:
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    return f"{number(estimate.value, digits)} ({estimate.interval})"


def _differing(study: MulticlassStudy) -> str:
    level = 1 - study.settings.confidence
    clear = [test for test in study.tests if test.adjusted_p_value <= level]
    if not clear:
        return _not_detected(study)
    words = [_better(test.result, test.adjusted_p_value) for test in clear[:_SHOWN]]
    more = f"; {len(clear) - _SHOWN} more differences were detected" if len(clear) > _SHOWN else ""
    return f"{join_words(words)}{more}."


def _not_detected(study: MulticlassStudy) -> str:
    """That no difference was detected; with the interval if there is only one."""
    if len(study.tests) > 1:
        return "No difference between the classifiers was detected."
    comparison = study.tests[0].result
    digits = digits_for(comparison.interval.high - comparison.interval.low)
    return (
        f"No difference in {comparison.quantity} between {shortened(comparison.first)} and "
        f"{shortened(comparison.second)} was detected (difference "
        f"{number(comparison.difference, digits)}, {comparison.interval}, "
        f"{p_value(study.tests[0].adjusted_p_value)})."
    )


def _better(comparison: Comparison, adjusted: float) -> str:
    won = comparison if comparison.difference >= 0 else comparison.reversed()
    return (
        f"{shortened(won.first)} has a higher {won.quantity} than {shortened(won.second)} "
        f"({p_value(adjusted)})"
    )


def _of_choice(study: MulticlassStudy, choice: WeightChoice) -> str:
    """The criterion over all decisions, with equal weights and with the searched ones."""
    plain, found = (
        next(one for one in study.points if one.name == choice.name and one.kind == kind)
        for kind in ("equal weights", "searched")
    )
    rule, text, which = choice.rule, "", "the searched weights"
    if any(caveat.kind == Kind.LIMITS_NOT_KEPT for caveat in choice.caveats):
        text = f"No weights of {shortened(choice.name)} that keep the limits were found. "
        which = "the weights that come closest"
    text += (
        f"With equal weights, the {criterion_words(rule.criterion)} of {shortened(choice.name)} is "
        f"{_value(rule, plain)}; "
    )
    if math.isclose(plain.criterion(rule), choice.value, abs_tol=SAME):
        text += f"{which} ({_weights(choice)}) do not improve it."
    else:
        text += f"with {which} ({_weights(choice)}) it is {_value(rule, found)}."
    unseen = next((one for one in study.nested if one.name == choice.name), None)
    if unseen is not None:
        text += (
            f" On folds not used in the search it is {number(unseen.outside)}, on those used "
            f"{number(unseen.inside)}."
        )
    near = next((one for one in study.neighbours if one.name == choice.name), None)
    return text if near is None else text + _of_neighbours(study, near)


def _value(rule: WeightRule, point: ClassPoint) -> str:
    """The criterion; if it is the largest class error, with the name of that class."""
    value = point.criterion(rule)
    if rule.criterion != "largest_class_error" or value == 0:
        return number(value)
    errors = class_errors(np.array(point.confusion))
    return f"{number(value)} ({shortened(point.errors[int(np.nanargmax(errors))].classes[0])})"


def _of_neighbours(study: MulticlassStudy, near: ClassNeighbours) -> str:
    """The range of errors of points that cannot be distinguished from the weights."""
    if not near.weights or not near.tested:
        return ""
    others = count(len(near.weights), "different operating point")
    if not near.not_told:
        return f" Over the folds, a difference was detected for all of {others} around them."
    reach = list(zip(study.classes, near.lowest, near.highest, strict=True))
    shown = reach
    if len(reach) > _RANGES:
        shown = sorted(reach, key=lambda one: one[1] - one[2])[:_RANGES]
    words = [f"{number(low)} to {number(high)} ({shortened(name)})" for name, low, high in shown]
    which = "errors there" if shown == reach else "the errors that vary most there"
    return (
        f" For {near.not_told} of {others} around them no difference was detected over the folds: "
        f"{which} range from {join_words(words)}."
    )


def _weights(choice: WeightChoice) -> str:
    pairs = list(zip(choice.classes, choice.weights, strict=True))
    shown = [f"{shortened(label)} {number(weight, digits_for(weight))}" for label, weight in pairs]
    more = f", ... all {len(shown)} in the JSON" if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more


# The caveats of a study of several classes, each once.


_NAMED = 6

_TOLD_HERE = (Kind.VALID_FOR, Kind.CHOSEN_ON_SAME_OBSERVATIONS)
"""The study refuses folds for which the tests are not valid, and reports the optimism itself."""


def multiclass_caveats(
    study: MulticlassStudy, data: PairedClassScores, *, not_weighable: bool
) -> tuple[Caveat, ...]:
    """The caveats of all parts, of the study as a whole, and those it already has."""
    parts: list[Any] = [*study.averages, *study.volumes, *study.comparisons, *study.joint_tests]
    given = [
        *(c for part in parts for c in part.caveats),
        *_of_errors([error for point in study.points for error in point.errors]),
        *(c for choice in study.choices for c in choice.caveats),
        *(c for nested in study.nested for c in nested.caveats),
    ]
    observations = data.observations
    told = [
        *of_observations(observations),
        *_of_direction(study.against_rest),
        *of_repeated_rows([row for each in data for row in each.values], observations.codes),
        *([caveat(Kind.NOT_WEIGHABLE)] if not_weighable else []),
        *(c for c in given if c.kind not in _TOLD_HERE),
        *_choice_caveats(study),
        *study.caveats,
        *_neighbour_caveats(study.neighbours, observations.classes),
    ]
    return tuple(dict.fromkeys(told))


def _of_direction(against_rest: Sequence[ClassEstimate]) -> list[Caveat]:
    """Classes whose scores rank their own observations below the others (interval below 0.5)."""
    wrong = [one for one in against_rest if one.interval.high < 0.5]
    if not wrong:
        return []
    shown = [f"{shortened(one.quantity)} of {shortened(one.name)} {one.interval}" for one in wrong]
    about = list(dict.fromkeys(one.name for one in wrong))
    classes = join_words(shown, most=_NAMED)
    return [caveat(Kind.WRONG_WAY, "classes", about=about, classes=classes)]


def _of_errors(errors: Sequence[ClassEstimate]) -> list[Caveat]:
    """About errors over folds: folds without a class and few folds; many classes in one caveat."""
    gaps = [one for one in errors if any(c.kind == Kind.NOT_EVALUATED for c in one.caveats)]
    lacking = dict.fromkeys(one.classes[0] for one in gaps)
    few = dict.fromkeys(c for one in errors if one not in gaps for c in one.caveats)
    told = [c for one in errors for c in one.caveats if c.kind != Kind.FEW_FOLDS or c in few]
    if len(lacking) > 2:
        told = [c for c in told if c.kind != Kind.NOT_EVALUATED]
        classes = _few(tuple(lacking))
        told.append(caveat(Kind.NOT_EVALUATED, "classes", about=list(lacking), classes=classes))
    rare = dict.fromkeys(
        one.classes[0] for one in gaps if any(c.kind == Kind.FEW_FOLDS for c in one.caveats)
    )
    if rare and not any(c.kind == Kind.FEW_FOLDS for c in few):
        told.append(
            caveat(
                Kind.FEW_FOLDS,
                "classes",
                about=list(rare),
                limit=FEW_FOLDS,
                classes=_few(tuple(rare)),
            )
        )
    return told


def _choice_caveats(study: MulticlassStudy) -> list[Caveat]:
    if not study.choices:
        return []
    texts = ["errors"]
    if study.nested:
        texts.append("unseen_folds")
    elif not study.neighbours:
        texts.append("no_folds")
    return [caveat(Kind.CHOSEN_ON_SAME_OBSERVATIONS, *texts)]


def _neighbour_caveats(
    neighbours: Sequence[ClassNeighbours], classes: tuple[str, ...]
) -> list[Caveat]:
    points = sum(len(one.weights) for one in neighbours)
    if points == 0 or not neighbours[0].tested:
        return []
    first = neighbours[0]
    texts = ["neighbours", "classes_neither" if first.correction == "none" else "classes_adjusted"]
    untested = tuple(label for label in classes if label not in first.tested)
    if untested:
        texts.append("classes_not_compared")
    return [
        caveat(
            Kind.NOT_ADJUSTED,
            *texts,
            about=untested,
            points=count(points, "operating point"),
            level=f"{first.level:g}",
            correction=CORRECTION_TITLES[first.correction],
            classes=_few(untested),
        )
    ]


def _few(names: tuple[str, ...]) -> str:
    return join_words([shortened(name) for name in names], most=_NAMED)
