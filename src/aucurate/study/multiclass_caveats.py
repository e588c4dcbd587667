"""What the reader of a study of several classes must know: each thing told once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aucurate.data.classes import PairedClassScores
from aucurate.formatting import count, listing, shortened
from aucurate.inference.core.caveats import of_observations
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.inference.core.score_caveats import of_repeated_rows
from aucurate.inference.folds.fold_caveats import FEW_FOLDS
from aucurate.results import Caveat

if TYPE_CHECKING:
    from aucurate.inference.multiclass.class_estimate import ClassEstimate
    from aucurate.study.multiclass_neighbours import ClassNeighbours
    from aucurate.study.multiclass_numbers import MulticlassNumbers

_SHOWN = 6

_TOLD_HERE = frozenset({"valid_for", "chosen_on_same_observations"})
"""The study takes no folds that the tests are not made for, and knows what shows the optimism."""


def multiclass_caveats(
    found: MulticlassNumbers,
    data: PairedClassScores,
    *,
    not_weighable: bool,
) -> tuple[Caveat, ...]:
    """Those of all parts, and those of the study as a whole."""
    given = [
        *(c for one in (*found.averages, *found.volumes) for c in one.caveats),
        *(c for one in found.comparisons for c in one.caveats),
        *(c for one in found.joint_tests for c in one.caveats),
        *_of_errors([error for point in found.points for error in point.errors]),
        *(c for one in found.choices for c in one.caveats),
        *(c for one in found.nested for c in one.caveats),
    ]
    observations = data.observations
    told = [
        *of_observations(observations),
        *_of_direction(found.against_rest),
        *of_repeated_rows([row for each in data for row in each.values], observations.codes),
        *([_not_weighable()] if not_weighable else []),
        *(c for c in given if c.kind not in _TOLD_HERE),
        *_of_choices(found),
        *found.caveats,
        *_of_neighbours(found.neighbours, observations.classes),
    ]
    return tuple(dict.fromkeys(told))


def _of_direction(against_rest: Sequence[ClassEstimate]) -> list[Caveat]:
    """Classes whose scores rank their own observations below the others, beyond doubt."""
    wrong = [one for one in against_rest if one.interval.high < 0.5]
    if not wrong:
        return []
    shown = [f"{shortened(one.quantity)} of {shortened(one.name)} {one.interval}" for one in wrong]
    message = (
        "Scores of a class rank its own observations below the others, with an interval wholly "
        f"below 0.5: {listing(shown, most=_SHOWN)}. Check "
        "that every column of scores stands for the class it is named after (classes=, in the "
        "order of estimator.classes_)."
    )
    return [Caveat(kind="wrong_way", message=message)]


def _not_weighable() -> Caveat:
    return Caveat(
        kind="not_weighable",
        message="No weights were searched: some scores are negative or infinite, and weights "
        "multiply scores. Probabilities can be weighted.",
    )


def _of_errors(errors: Sequence[ClassEstimate]) -> list[Caveat]:
    """Of errors over folds: folds without a class, and few folds, of many classes in one."""
    gaps = [one for one in errors if any(c.kind == "not_evaluated" for c in one.caveats)]
    lacking = dict.fromkeys(one.classes[0] for one in gaps)
    few = dict.fromkeys(c for one in errors if one not in gaps for c in one.caveats)
    told = [c for one in errors for c in one.caveats if c.kind != "few_folds" or c in few]
    if len(lacking) > 2:
        told = [c for c in told if c.kind != "not_evaluated"]
        message = (
            f"Not in every fold are observations of {_few(tuple(lacking))}: averages of their "
            "errors are those of the folds that have them."
        )
        told.append(Caveat(kind="not_evaluated", message=message))
    rare = dict.fromkeys(
        one.classes[0] for one in gaps if any(c.kind == "few_folds" for c in one.caveats)
    )
    if rare and not any(c.kind == "few_folds" for c in few):
        message = (
            f"Fewer than {FEW_FOLDS} folds have observations of {_few(tuple(rare))}: how much "
            "errors vary over folds is hardly known there, and tests have little power."
        )
        told.append(Caveat(kind="few_folds", message=message))
    return told


def _of_choices(found: MulticlassNumbers) -> list[Caveat]:
    if not found.choices:
        return []
    message = (
        "The weights were chosen on the observations that their errors are computed from: these "
        "are optimistic, and their intervals take the weights for fixed."
    )
    if found.nested:
        message += " The unseen folds show by how much."
    elif not found.neighbours:
        message += (
            " Scores of left-out folds would show by how much: name the column of the folds "
            "(--fold), or give ClassFoldScores."
        )
    return [Caveat(kind="chosen_on_same_observations", message=message)]


def _of_neighbours(neighbours: Sequence[ClassNeighbours], classes: tuple[str, ...]) -> list[Caveat]:
    points = sum(len(one.weights) for one in neighbours)
    if points == 0 or not neighbours[0].tested:
        return []
    first = neighbours[0]
    adjusted = (
        "The errors of its classes are not adjusted for each other either."
        if first.correction == "none"
        else f"The errors of its classes are adjusted for each other "
        f"({CORRECTION_TITLES[first.correction]})."
    )
    message = (
        f"Each of {count(points, 'operating point')} around the searched weights was compared with "
        f"them at level {first.level:g} as if it were the only one: some may be told apart by "
        f"chance. {adjusted}"
    )
    untested = tuple(label for label in classes if label not in first.tested)
    if untested:
        message += f" In fewer than two folds, and not compared: {_few(untested)}."
    return [Caveat(kind="not_adjusted", message=message)]


def _few(names: tuple[str, ...]) -> str:
    return listing([shortened(name) for name in names], most=_SHOWN)
