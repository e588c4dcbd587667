"""The numbers of a study of several classes: AUCs, comparisons, operating points."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import PairedClassScores
from aucurate.data.ordered import PairedOrderedScores
from aucurate.errors import ScoreError
from aucurate.estimates.classes.auc import ClassAverage, HandTill, OneVsRest
from aucurate.estimates.weights.choice import WeightChoice
from aucurate.estimates.weights.nested import NestedWeights
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.multiclass.auc import (
    average_intervals,
    multiclass_auc_test,
    multiclass_joint_test,
    one_vs_rest_intervals,
)
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs, pairwise_auc_intervals
from aucurate.inference.multiclass.volume import volume_interval, volume_test
from aucurate.kernels import Progress
from aucurate.results import Caveat, ClassEstimate, Comparison, JointTest
from aucurate.study.multiclass.points import (
    ClassNeighbours,
    ClassPoint,
    MulticlassSettings,
    class_decisions,
)
from aucurate.study.work import Task, Work

AVERAGES: tuple[ClassAverage, ...] = (HandTill(), OneVsRest(), OneVsRest("weighted"))
TESTED: tuple[ClassAverage, ...] = (HandTill(), OneVsRest())


@dataclass(frozen=True, slots=True, kw_only=True)
class MulticlassNumbers:
    """All numbers of the study; ``caveats`` say what could not be computed."""

    averages: tuple[ClassEstimate, ...]
    against_rest: tuple[ClassEstimate, ...]
    pairwise: tuple[PairwiseAucs, ...]
    volumes: tuple[ClassEstimate, ...]
    comparisons: tuple[Comparison, ...]
    adjusted: tuple[float, ...]
    joint_tests: tuple[JointTest, ...]
    points: tuple[ClassPoint, ...]
    choices: tuple[WeightChoice, ...]
    nested: tuple[NestedWeights, ...]
    neighbours: tuple[ClassNeighbours, ...]
    caveats: tuple[Caveat, ...]


def multiclass_numbers(
    data: PairedClassScores,
    folds: dict[str, ClassFoldScores],
    settings: MulticlassSettings,
    progress: Progress | None = None,
) -> MulticlassNumbers:
    """``folds`` is empty for one test set; with folds, ``data`` are their pooled scores.

    Where ``progress`` returns False before the AUCs are done, ``Cancelled`` is raised.
    """
    aucs = _Aucs(data, _ordered(data, settings), settings.confidence)
    found = aucs.computed(progress)
    decided = class_decisions(data, folds, settings, progress)
    return MulticlassNumbers(
        averages=tuple(one for each in found["averages"] for one in each),
        against_rest=tuple(one for each in found["against_rest"] for one in each),
        pairwise=tuple(found["pairwise"]),
        volumes=tuple(found["volumes"]),
        comparisons=tuple(found["comparisons"]),
        adjusted=_adjusted(found["comparisons"], settings.correction),
        joint_tests=tuple(found["joint_tests"]),
        points=decided.points,
        choices=decided.choices,
        nested=decided.nested,
        neighbours=decided.neighbours,
        caveats=decided.caveats,
    )


@dataclass(frozen=True, slots=True)
class _Aucs:
    """All AUCs and their comparisons, as pieces of work."""

    data: PairedClassScores
    ordered: PairedOrderedScores | None
    confidence: float

    def computed(self, progress: Progress | None) -> dict[str, list[Any]]:
        pieces: dict[str, list[Callable[..., Any]]] = {
            "comparisons": self._comparisons(),
            "averages": self._averages(),
            "against_rest": [partial(one_vs_rest_intervals, scores) for scores in self.data],
            "pairwise": [
                partial(pairwise_auc_intervals, scores, averaged=True) for scores in self.data
            ],
            "volumes": [partial(volume_interval, one) for one in self.ordered or ()],
        }
        joint = [partial(multiclass_joint_test, self.data, average) for average in TESTED]
        joint = joint if len(self.data) > 2 else []

        def task(piece: Callable[..., Any], **options: Any) -> Task[Any]:
            return Task("AUCs", lambda _: piece(**options))

        tasks = {
            kind: [task(piece, confidence=self.confidence) for piece in some]
            for kind, some in pieces.items()
        }
        tasks["joint_tests"] = [task(piece) for piece in joint]
        work = Work(progress)
        for some_tasks in tasks.values():
            work.expect(some_tasks)
        return {kind: work.require(some_tasks) for kind, some_tasks in tasks.items()}

    def _averages(self) -> list[Callable[..., Any]]:
        return [partial(average_intervals, scores, AVERAGES) for scores in self.data]

    def _comparisons(self) -> list[Callable[..., Any]]:
        pairs = list(combinations(self.data.names, 2))
        found: list[Callable[..., Any]] = [
            partial(multiclass_auc_test, self.data[first], self.data[second], average)
            for first, second in pairs
            for average in TESTED
        ]
        if self.ordered is not None:
            ordered = self.ordered
            found += [partial(volume_test, ordered[one], ordered[other]) for one, other in pairs]
        return found


def can_be_weighted(data: PairedClassScores) -> bool:
    """Whether all scores are finite and not negative, so that weights can multiply them."""
    try:
        for scores in data:
            scores.weighable()
    except ScoreError:
        return False
    return True


def _ordered(data: PairedClassScores, settings: MulticlassSettings) -> PairedOrderedScores | None:
    if settings.order is None:
        return None
    return PairedOrderedScores.from_class_scores(data, order=settings.order)


def _adjusted(comparisons: list[Comparison], correction: Correction) -> tuple[float, ...]:
    """Adjusted among the pairs of classifiers, for each quantity by itself."""
    found = [0.0] * len(comparisons)
    for quantity in {one.quantity for one in comparisons}:
        places = [at for at, one in enumerate(comparisons) if one.quantity == quantity]
        values = adjust([comparisons[at].p_value for at in places], correction)
        for at, value in zip(places, values, strict=True):
            found[at] = value
    return tuple(found)
