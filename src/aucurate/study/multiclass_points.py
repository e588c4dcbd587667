"""What classifiers of several classes decide: at equal weights, and at searched ones."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from aucurate.curve.class_criteria import class_errors
from aucurate.curve.weight_rules import WeightRule
from aucurate.curve.weighted_decision import confusion_matrices
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import UnsupportedError
from aucurate.estimates.greedy_weights import greedy_weights
from aucurate.estimates.nested_weights import NestedWeights, WeightSearch, nested_weights
from aucurate.estimates.weight_choice import WeightChoice
from aucurate.estimates.weight_search import search_weights
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.folds.class_operating_points import class_operating_points
from aucurate.inference.folds.class_rates import error_of
from aucurate.inference.folds.operating_point_test import operating_point_interval
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.inference.operating.proportions import proportion_interval
from aucurate.kernels import Progress
from aucurate.results import Caveat, Record
from aucurate.study.multiclass_neighbours import ClassNeighbours, class_neighbours

Kind: TypeAlias = Literal["equal weights", "searched"]
_STEPS = 100  # of a search, as progress counts


@dataclass(frozen=True, slots=True, kw_only=True)
class MulticlassSettings:
    """What is asked; ``rule`` is None where no weights are searched."""

    rule: WeightRule | None
    is_greedy: bool
    order: tuple[str, ...] | None
    confidence: float
    correction: Correction
    level: float
    rng: int

    @property
    def search(self) -> WeightSearch:
        """How weights are searched."""
        return "greedy" if self.is_greedy else "coordinate"

    def to_dict(self) -> dict[str, Any]:
        """The settings as provenance has them."""
        return {
            "search": None if self.rule is None else str(self.rule),
            "greedy": self.is_greedy,
            "order": None if self.order is None else list(self.order),
            "confidence": self.confidence,
            "correction": self.correction,
            "level": self.level,
            "rng": self.rng,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPoint(Record):
    """One classifier at one weight vector: what it decides, and the error of every class.

    ``errors`` have Wilson intervals on one test set, and intervals over folds where there are
    folds.
    """

    name: str
    kind: Kind
    weights: tuple[float, ...]
    confusion: tuple[tuple[int, ...], ...]
    errors: tuple[ClassEstimate, ...]

    @property
    def largest_error(self) -> float:
        """The largest error of a class."""
        return max(estimate.value for estimate in self.errors)

    def criterion(self, rule: WeightRule) -> float:
        """The criterion of a rule, of all decisions together."""
        return float(rule.values(np.array(self.confusion)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassDecisions:
    """What all classifiers decide; ``choices`` are empty where no weights were searched."""

    points: tuple[ClassPoint, ...]
    choices: tuple[WeightChoice, ...]
    nested: tuple[NestedWeights, ...]
    neighbours: tuple[ClassNeighbours, ...]
    caveats: tuple[Caveat, ...]


def class_decisions(
    data: PairedClassScores,
    folds: dict[str, ClassFoldScores],
    settings: MulticlassSettings,
    progress: Progress | None = None,
) -> ClassDecisions:
    """Every classifier at equal weights and, where there is a rule, at searched ones."""
    points: list[ClassPoint] = []
    choices: list[WeightChoice] = []
    nested: list[NestedWeights] = []
    neighbours: list[ClassNeighbours] = []
    caveats: list[Caveat] = []
    parts = len(data) * (2 if folds else 1)
    for scores in data:
        left_out = folds.get(scores.name)
        choice = None
        if settings.rule is not None:
            choice = _searched(scores, settings, _part(progress, len(choices) + len(nested), parts))
            choices.append(choice)
        if left_out is None:
            points += _on_one_test_set(scores, choice, settings.confidence)
            continue
        points += _over_folds(scores, left_out, choice, settings.confidence)
        if choice is None:
            continue
        neighbours.append(_neighbours(left_out, choice, settings))
        part = _part(progress, len(choices) + len(nested), parts)
        try:
            nested.append(_nested(left_out, settings, part))
        except UnsupportedError as error:
            caveats.append(_no_unseen_folds(error))
    return ClassDecisions(
        points=tuple(points),
        choices=tuple(choices),
        nested=tuple(nested),
        neighbours=tuple(neighbours),
        caveats=tuple(dict.fromkeys(caveats)),
    )


def _neighbours(
    folds: ClassFoldScores, choice: WeightChoice, settings: MulticlassSettings
) -> ClassNeighbours:
    return class_neighbours(
        folds, choice, level=settings.level, correction=settings.correction, rng=settings.rng
    )


def _nested(
    folds: ClassFoldScores, settings: MulticlassSettings, progress: Progress | None
) -> NestedWeights:
    return nested_weights(
        folds, settings.rule, search=settings.search, rng=settings.rng, progress=progress
    )


def _no_unseen_folds(error: UnsupportedError) -> Caveat:
    return Caveat(
        kind="no_unseen_folds",
        message="How good the weights are on folds that the search did not see is not shown: "
        f"{error.message}",
    )


def _part(progress: Progress | None, at: int, parts: int) -> Progress | None:
    """The progress of one of several searches, as part of all of them."""
    if progress is None:
        return None
    return lambda done, total: progress(at * _STEPS + _STEPS * done // total, parts * _STEPS)


def _searched(
    scores: ClassScores, settings: MulticlassSettings, progress: Progress | None
) -> WeightChoice:
    if settings.is_greedy:
        return greedy_weights(scores, settings.rule, rng=settings.rng).best
    return search_weights(scores, settings.rule, rng=settings.rng, progress=progress)


def _on_one_test_set(
    scores: ClassScores, choice: WeightChoice | None, confidence: float
) -> list[ClassPoint]:
    return [
        ClassPoint(
            name=scores.name,
            kind=kind,
            weights=weights,
            confusion=confusion,
            errors=tuple(
                _error(scores, confusion, at, confidence) for at in range(len(scores.classes))
            ),
        )
        for kind, weights, confusion in _vectors(scores, choice)
    ]


def _vectors(
    scores: ClassScores, choice: WeightChoice | None
) -> list[tuple[Kind, tuple[float, ...], tuple[tuple[int, ...], ...]]]:
    """Equal weights, and those that were searched."""
    size = len(scores.classes)
    equal = confusion_matrices(scores.values, scores.codes, np.ones((1, size)))[0]
    told: list[tuple[Kind, tuple[float, ...], tuple[tuple[int, ...], ...]]] = [
        ("equal weights", (1 / size,) * size, tuple(tuple(row) for row in equal.tolist()))
    ]
    if choice is not None:
        told.append(("searched", choice.weights, choice.confusion))
    return told


def _error(
    scores: ClassScores, confusion: tuple[tuple[int, ...], ...], at: int, confidence: float
) -> ClassEstimate:
    label, size = scores.classes[at], scores.counts[at]
    wrong = size - confusion[at][at]
    share = float(class_errors(np.array(confusion))[at])
    return ClassEstimate(
        name=scores.name,
        quantity=error_of(label),
        value=share,
        standard_error=(share * (1 - share) / size) ** 0.5,
        interval=proportion_interval(wrong, size, confidence=confidence),
        classes=(label,),
        counts=(size,),
        method="Wilson",
    )


def _over_folds(
    scores: ClassScores, folds: ClassFoldScores, choice: WeightChoice | None, confidence: float
) -> list[ClassPoint]:
    vectors = _vectors(scores, choice)
    weights = [[1.0] * len(scores.classes), *(found for _, found, _ in vectors[1:])]
    averaged = class_operating_points(folds, weights)
    return [
        ClassPoint(
            name=scores.name,
            kind=kind,
            weights=found,
            confusion=confusion,
            errors=tuple(
                operating_point_interval(averaged, at, rate=error_of(label), confidence=confidence)
                for label in scores.classes
            ),
        )
        for at, (kind, found, confusion) in enumerate(vectors)
    ]
