"""The AUCs of a study of several classes, and their comparisons."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from aucurate.data.classes import PairedClassScores
from aucurate.data.ordered import PairedOrderedScores
from aucurate.errors import ScoreError
from aucurate.estimates.classes.auc import ClassAverage, HandTill, OneVsRest
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.multiclass.auc import (
    average_intervals,
    multiclass_auc_test,
    multiclass_joint_test,
    one_vs_rest_intervals,
)
from aucurate.inference.multiclass.pairwise_auc import pairwise_auc_intervals
from aucurate.inference.multiclass.volume import volume_interval, volume_test
from aucurate.kernels import Progress
from aucurate.results import Comparison, Tested
from aucurate.study.multiclass.settings import MulticlassSettings
from aucurate.study.work import Task, Work, tested

AVERAGES: tuple[ClassAverage, ...] = (HandTill(), OneVsRest(), OneVsRest("weighted"))
TESTED: tuple[ClassAverage, ...] = (HandTill(), OneVsRest())


def class_aucs(
    data: PairedClassScores, settings: MulticlassSettings, progress: Progress | None = None
) -> dict[str, tuple[Any, ...]]:
    """What the study has of AUCs, by the names of its fields.

    Where ``progress`` returns False before all are done, ``Cancelled`` is raised.
    """
    ordered: Iterable[Any] = ()
    comparing = _comparisons(data)
    if settings.order is not None:
        ordered = PairedOrderedScores.from_class_scores(data, order=settings.order)
        comparing += [partial(volume_test, one, other) for one, other in combinations(ordered, 2)]
    pieces: dict[str, list[Callable[..., Any]]] = {
        "tests": comparing,
        "averages": [partial(average_intervals, scores, AVERAGES) for scores in data],
        "against_rest": [partial(one_vs_rest_intervals, scores) for scores in data],
        "pairwise": [partial(pairwise_auc_intervals, scores, averaged=True) for scores in data],
        "volumes": [partial(volume_interval, scores) for scores in ordered],
    }
    joint = [partial(multiclass_joint_test, data, average) for average in TESTED]
    tasks = {
        kind: [_task(piece, confidence=settings.confidence) for piece in some]
        for kind, some in pieces.items()
    }
    tasks["joint_tests"] = [_task(piece) for piece in joint] if len(data) > 2 else []
    work = Work(progress)
    for some_tasks in tasks.values():
        work.expect(some_tasks)
    found = {kind: tuple(work.require(some_tasks)) for kind, some_tasks in tasks.items()}
    for kind in ("averages", "against_rest"):  # several of each classifier
        found[kind] = tuple(one for each in found[kind] for one in each)
    return found | {"tests": _tested(found["tests"], settings.correction)}


def _task(piece: Callable[..., Any], **options: Any) -> Task[Any]:
    return Task("AUCs", lambda _: piece(**options))


def _comparisons(data: PairedClassScores) -> list[Callable[..., Any]]:
    return [
        partial(multiclass_auc_test, data[first], data[second], average)
        for first, second in combinations(data.names, 2)
        for average in TESTED
    ]


def _tested(
    comparisons: Sequence[Comparison], correction: Correction
) -> tuple[Tested[Comparison], ...]:
    """Adjusted among the pairs of classifiers, for each quantity by itself."""
    found: dict[Comparison, Tested[Comparison]] = {}
    for quantity in {one.quantity for one in comparisons}:
        family = [one for one in comparisons if one.quantity == quantity]
        found |= zip(family, tested(family, correction), strict=True)
    return tuple(found[one] for one in comparisons)


def can_be_weighted(data: PairedClassScores) -> bool:
    """Whether all scores are finite and not negative, so that weights can multiply them."""
    try:
        for scores in data:
            scores.weighable()
    except ScoreError:
        return False
    return True
