"""What a study of several classes says in sentences, and what its reader must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.curve.class_criteria import criterion_words
from aucurate.data.classes import ClassObservations
from aucurate.formatting import digits_for, listing, number, p_value, shortened
from aucurate.inference.caveats import of_observations
from aucurate.results import Caveat

if TYPE_CHECKING:
    from aucurate.estimates.weight_choice import WeightChoice
    from aucurate.inference.class_estimate import ClassEstimate
    from aucurate.results import Comparison
    from aucurate.study.multiclass import MulticlassStudy
    from aucurate.study.multiclass_numbers import MulticlassNumbers
    from aucurate.study.multiclass_points import ClassPoint

_SHOWN = 5


def multiclass_sentences(study: MulticlassStudy) -> tuple[str, ...]:
    """How well each separates the classes, which differ, what the weights do."""
    sentences = [_of_classifier(study, at) for at in range(len(study.names))][:_SHOWN]
    if study.comparisons:
        sentences.append(_differing(study))
    sentences += [_of_choice(study, choice) for choice in study.choices[:_SHOWN]]
    return tuple(sentences)


def multiclass_caveats(
    found: MulticlassNumbers, observations: ClassObservations, not_weighable: bool
) -> tuple[Caveat, ...]:
    """Those of all parts, once each."""
    told: dict[Caveat, None] = dict.fromkeys(of_observations(observations))
    if not_weighable:
        told[_not_weighable()] = None
    every: list[tuple[Caveat, ...]] = [
        *(one.caveats for one in (*found.averages, *found.volumes)),
        *(one.caveats for one in found.comparisons),
        *(one.caveats for one in found.joint_tests),
        *(error.caveats for point in found.points for error in point.errors),
        *(one.caveats for one in found.choices),
        *(one.caveats for one in found.nested),
        *(one.caveats for one in found.neighbourhoods),
    ]
    for caveats in every:
        told.update(dict.fromkeys(caveats))
    return tuple(told)


def _not_weighable() -> Caveat:
    return Caveat(
        kind="not_weighable",
        message="No weights were searched: some scores are negative or infinite, and weights "
        "multiply scores. Probabilities can be weighted.",
    )


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
    plain, found = (
        next(one for one in study.points if one.name == choice.name and one.kind == kind)
        for kind in ("equal weights", "searched")
    )
    start = (
        f"With equal weights {shortened(choice.name)} errs most in class {_worst(study, plain)}; "
        f"with the searched weights ({_weights(choice)}) in class {_worst(study, found)}"
    )
    outside = next((one for one in study.nested if one.name == choice.name), None)
    if outside is None:
        return f"{start}."
    return (
        f"{start}. On folds that the search did not see the "
        f"{criterion_words(choice.rule.criterion)} is {number(outside.outside)}, where it was "
        f"searched {number(outside.inside)}."
    )


def _worst(study: MulticlassStudy, point: ClassPoint) -> str:
    at = max(range(len(study.classes)), key=lambda k: point.errors[k].value)
    return f"{shortened(study.classes[at])} ({number(point.errors[at].value)})"


def _weights(choice: WeightChoice) -> str:
    pairs = list(zip(choice.classes, choice.weights, strict=True))
    shown = [f"{shortened(label)} {number(weight, digits_for(weight))}" for label, weight in pairs]
    return ", ".join(shown[:_SHOWN]) + (", ..." if len(shown) > _SHOWN else "")
