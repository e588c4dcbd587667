r"""What classifiers of several classes decide: at equal weights, and at searched ones.

Neighbours of searched weights
------------------------------
The operating points around searched weights that folds cannot distinguish from them.

**Question.** How precisely do the folds determine the searched weights?

The weight vectors examined are: equal weights, 100 random vectors (uniform on the weights
that sum to 1), and 40 vectors each in which every weight is multiplied by :math:`e^{\sigma z}` with
z standard normal and :math:`\sigma` = 1, 1/2, 1/4, 1/8 and 1/16. Those with the same error of every
class in every fold are one operating point. Each different one is compared with the searched
weights in the error of every class by the paired t test over folds
(:mod:`aucurate.inference.folds.point_tests`), and is not distinguished when no test rejects
at the level (Paclik et al. 2010). The p-values of one point, an error each, are adjusted for each
other: of many classes one or another would reject by chance (the paper, with three, does not
adjust). They are not adjusted for other points: how many there are follows from how many vectors
were drawn, and the set must not grow with that. A class that fewer than two folds hold cannot be
tested, and the others decide.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from aucurate.caveats import Kind as CaveatKind
from aucurate.caveats import caveat
from aucurate.curve.class_decisions import Floats, class_errors, shares
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import UnsupportedError
from aucurate.estimates.weights.choice import WeightChoice
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.estimates.weights.nested import NestedWeights, nested_weights
from aucurate.estimates.weights.search import random_weights, search_weights
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.inference.folds.class_points import class_operating_points, error_of
from aucurate.inference.folds.point_tests import operating_point_interval, point_p_values
from aucurate.inference.multiclass.confusion import Decisions
from aucurate.inference.operating.proportions import NAMES, proportion_ends
from aucurate.kernels import Progress, share_of
from aucurate.results import Amount, Caveat, ClassEstimate, Interval, Record
from aucurate.study.multiclass.settings import MulticlassSettings

_RANDOM = 100
_AROUND = 40
_SPREADS = (1.0, 0.5, 0.25, 0.125, 0.0625)
_CELLS = 10_000_000  # of confusion matrices that are held at once


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassNeighbours(Record):
    """The different operating points around searched weights, and which differ from them.

    ``weights`` sum to 1, and none decide as the searched ones do. ``p_values`` has for each of them
    the smallest p-value of its tests, one for each of ``tested`` classes, adjusted for each other
    by ``correction``; NaN where there is no test. ``lowest`` and ``highest`` is the error of each
    class, its mean over folds, at the searched weights and all points that are not distinguished
    from them.
    """

    name: str
    tested: tuple[str, ...]
    looked_at: int
    weights: tuple[tuple[float, ...], ...]
    p_values: tuple[float, ...]
    lowest: tuple[float, ...]
    highest: tuple[float, ...]
    level: float
    correction: Correction

    @property
    def statuses(self) -> tuple[str, ...]:
        """Of every point: "distinguishable", "not distinguishable" or "not tested"."""
        known = {True: "distinguishable", False: "not distinguishable"}
        return tuple(
            "not tested" if math.isnan(p) else known[p <= self.level] for p in self.p_values
        )

    @property
    def n_points(self) -> int:
        """How many different operating points there are around the searched weights."""
        return len(self.weights)

    @property
    def not_told(self) -> int:
        """How many of the points cannot be distinguished from the searched weights."""
        return self.statuses.count("not distinguishable")


def class_neighbours(
    folds: ClassFoldScores,
    choice: WeightChoice,
    *,
    level: float,
    correction: Correction,
    rng: int,
) -> ClassNeighbours:
    """Look around searched weights."""
    chosen = np.array(choice.weights)
    around = _nearby_vectors(chosen, np.random.default_rng(rng))
    errors, p_values = _compared(folds, chosen, around)
    places = _different(errors)
    can = np.isfinite(p_values).all(axis=1)
    tested = p_values[can][:, places].T.tolist()
    smallest = np.array(
        [min(adjust(of_point, correction), default=math.nan) for of_point in tested]
    )
    inside = [0, *(places[smallest > level] + 1)]
    there = np.isfinite(errors)
    means = np.where(there, errors, 0).sum(axis=2) / np.maximum(there.sum(axis=2), 1)
    return ClassNeighbours(
        name=choice.name,
        tested=tuple(choice.classes[at] for at in np.flatnonzero(can)),
        looked_at=len(around),
        weights=tuple(tuple(vector) for vector in around[places].tolist()),
        p_values=tuple(smallest.tolist()),
        lowest=tuple(means[:, inside].min(axis=1).tolist()),
        highest=tuple(means[:, inside].max(axis=1).tolist()),
        level=level,
        correction=correction,
    )


def _nearby_vectors(chosen: Floats, rng: np.random.Generator) -> Floats:
    size = len(chosen)
    spreads = np.repeat(_SPREADS, _AROUND)[:, None]
    around = shares(chosen * np.exp(spreads * rng.standard_normal((len(spreads), size))))
    return np.concatenate(
        [np.full((1, size), 1 / size), random_weights(_RANDOM, size, rng), around]
    )


def _compared(folds: ClassFoldScores, chosen: Floats, around: Floats) -> tuple[Floats, Floats]:
    """Errors, classes x points x folds, the chosen point first; p-values, classes x others."""
    many = max(1, _CELLS // (folds.n_folds * len(chosen) ** 2))
    errors, p_values = [], []
    for at in range(0, len(around), many):
        points = class_operating_points(folds, np.vstack([chosen, around[at : at + many]]))
        errors.append(points.values[:, min(at, 1) :])
        tested = [point_p_values(points, 0, rate=rate)[1:] for rate in points.rates]
        p_values.append(np.stack(tested))
    return np.concatenate(errors, axis=1), np.concatenate(p_values, axis=1)


def _different(errors: Floats) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The places, among the others, of points that differ from the first and from each other."""
    rows = np.nan_to_num(errors, nan=-1.0).transpose(1, 0, 2).reshape(errors.shape[1], -1)
    first = np.unique(rows, axis=0, return_index=True)[1]
    return np.asarray(np.sort(first)[1:] - 1, np.int64)


Kind: TypeAlias = Literal["equal weights", "searched"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPoint(Record):
    """One classifier with one weight vector: its decisions and the error of every class.

    ``errors`` have Wilson intervals on one test set, and intervals over folds where there are
    folds. Where observations have sampling weights, the ``confusion`` is in weights with a mean of
    1; with groups or sampling weights, ``effective_sizes`` are how many independent observations
    each share of a true class (row) is worth.
    """

    name: str
    kind: Kind
    weights: tuple[float, ...]
    confusion: tuple[tuple[Amount, ...], ...]
    errors: tuple[ClassEstimate, ...]
    effective_sizes: tuple[tuple[float, ...], ...] = ()

    @property
    def largest_error(self) -> float:
        """The largest error of a class."""
        return max(estimate.value for estimate in self.errors)

    def criterion(self, rule: WeightRule) -> float:
        """The criterion of a rule, of all decisions together."""
        return float(rule.values(np.array(self.confusion)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassDecisions:
    """The decisions of all classifiers; ``choices`` are empty if no weights were searched."""

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
            part = share_of(progress, len(choices) + len(nested), parts)
            choice = _searched(scores, settings, part)
            choices.append(choice)
        if left_out is None:
            points += _on_one_test_set(scores, choice, settings.confidence)
            continue
        points += _over_folds(scores, left_out, choice, settings.confidence)
        if choice is None:
            continue
        neighbours.append(_neighbours(left_out, choice, settings))
        part = share_of(progress, len(choices) + len(nested), parts)
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
    return caveat(CaveatKind.NO_UNSEEN_FOLDS, reason=error.message)


def _searched(
    scores: ClassScores, settings: MulticlassSettings, progress: Progress | None
) -> WeightChoice:
    if settings.greedy:
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
            confusion=found.counts,
            errors=tuple(
                _error(scores, found, at, confidence) for at in range(len(scores.classes))
            ),
            effective_sizes=found.effective_sizes,
        )
        for kind, weights, found in _vectors(scores, choice, confidence)
    ]


def _vectors(
    scores: ClassScores, choice: WeightChoice | None, confidence: float
) -> list[tuple[Kind, tuple[float, ...], Decisions]]:
    """Equal weights, and those that were searched."""
    size = len(scores.classes)
    equal = Decisions.of(scores, np.ones(size), confidence)
    vectors: list[tuple[Kind, tuple[float, ...], Decisions]] = [
        ("equal weights", (1 / size,) * size, equal)
    ]
    if choice is not None:
        found = Decisions.of(scores, np.array(choice.weights), confidence)
        vectors.append(("searched", choice.weights, found._replace(counts=choice.confusion)))
    return vectors


def _error(scores: ClassScores, found: Decisions, at: int, confidence: float) -> ClassEstimate:
    label, counts = scores.classes[at], found.counts
    size = found.effective_sizes[at][at] if found.effective_sizes else scores.counts[at]
    share = float(class_errors(np.array(counts))[at])
    wrong = share * size if found.effective_sizes else size - counts[at][at]
    low, high = proportion_ends(wrong, size, confidence, "wilson")
    return ClassEstimate(
        name=scores.name,
        quantity=error_of(label),
        value=share,
        standard_error=(share * (1 - share) / size) ** 0.5,
        interval=Interval(low=low, high=high, confidence=confidence, method=NAMES["wilson"]),
        classes=(label,),
        counts=(scores.counts[at],),
        method=NAMES["wilson"],
        n_groups=scores.observations.n_groups,
        design_effect=scores.counts[at] / size if found.effective_sizes else 1.0,
    )


def _over_folds(
    scores: ClassScores, folds: ClassFoldScores, choice: WeightChoice | None, confidence: float
) -> list[ClassPoint]:
    vectors = _vectors(scores, choice, confidence)
    weights = [[1.0] * len(scores.classes), *(found for _, found, _ in vectors[1:])]
    averaged = class_operating_points(folds, weights)
    return [
        ClassPoint(
            name=scores.name,
            kind=kind,
            weights=found,
            confusion=decided.counts,
            errors=tuple(
                operating_point_interval(averaged, at, rate=error_of(label), confidence=confidence)
                for label in scores.classes
            ),
        )
        for at, (kind, found, decided) in enumerate(vectors)
    ]
