"""The numbers of a study of several classes: AUCs, comparisons, operating points."""

from dataclasses import dataclass
from itertools import combinations

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import PairedClassScores
from aucurate.data.ordered import PairedOrderedScores
from aucurate.errors import ScoreError
from aucurate.estimates.multiclass_auc import ClassAverage, HandTill, OneVsRest
from aucurate.estimates.nested_weights import NestedWeights
from aucurate.estimates.weight_choice import WeightChoice
from aucurate.inference.class_estimate import ClassEstimate
from aucurate.inference.multiclass_auc import multiclass_auc_interval, one_vs_rest_intervals
from aucurate.inference.multiclass_auc_test import multiclass_auc_test, multiclass_joint_test
from aucurate.inference.multiplicity import Correction, adjust
from aucurate.inference.pairwise_auc import PairwiseAucs, pairwise_auc_intervals
from aucurate.inference.volume import volume_interval
from aucurate.inference.volume_test import volume_test
from aucurate.kernels import Progress
from aucurate.results import Caveat, Comparison, JointTest
from aucurate.study.multiclass_neighbours import ClassNeighbours
from aucurate.study.multiclass_points import ClassPoint, MulticlassSettings, class_decisions

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
    """``folds`` is empty for one test set; with folds, ``data`` are their pooled scores."""
    confidence = settings.confidence
    ordered = _ordered(data, settings)
    comparisons = _comparisons(data, ordered, confidence)
    decided = class_decisions(data, folds, settings, progress)
    return MulticlassNumbers(
        averages=tuple(
            multiclass_auc_interval(scores, average, confidence=confidence)
            for scores in data
            for average in AVERAGES
        ),
        against_rest=tuple(
            one for scores in data for one in one_vs_rest_intervals(scores, confidence=confidence)
        ),
        pairwise=tuple(
            pairwise_auc_intervals(scores, averaged=True, confidence=confidence) for scores in data
        ),
        volumes=tuple(volume_interval(one, confidence=confidence) for one in ordered or ()),
        comparisons=tuple(comparisons),
        adjusted=_adjusted(comparisons, settings.correction),
        joint_tests=tuple(
            multiclass_joint_test(data, average) for average in TESTED if len(data) > 2
        ),
        points=decided.points,
        choices=decided.choices,
        nested=decided.nested,
        neighbours=decided.neighbours,
        caveats=decided.caveats,
    )


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


def _comparisons(
    data: PairedClassScores, ordered: PairedOrderedScores | None, confidence: float
) -> list[Comparison]:
    found = [
        multiclass_auc_test(data[first], data[second], average, confidence=confidence)
        for first, second in combinations(data.names, 2)
        for average in TESTED
    ]
    if ordered is not None:
        found += [
            volume_test(ordered[first], ordered[second], confidence=confidence)
            for first, second in combinations(data.names, 2)
        ]
    return found


def _adjusted(comparisons: list[Comparison], correction: Correction) -> tuple[float, ...]:
    """Adjusted among the pairs of classifiers, for each quantity by itself."""
    found = [0.0] * len(comparisons)
    for quantity in {one.quantity for one in comparisons}:
        places = [at for at, one in enumerate(comparisons) if one.quantity == quantity]
        values = adjust([comparisons[at].p_value for at in places], correction)
        for at, value in zip(places, values, strict=True):
            found[at] = value
    return tuple(found)
