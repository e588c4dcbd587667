"""Operating points of three classes over folds: intervals of class errors, tests between weights.

Three normal classes stand in a triangle, so that exchanging two of them changes nothing. The
classifier fits the means of the classes and scores with posteriors. *Level*: the weights
(2, 1, 1) and (1, 1, 2) have the same expected error of the middle class, the same error rate and
so on. *Coverage*: of the mean true error of the very models that were fitted, at equal weights.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import class_errors, confusion_matrices
from aucurate.data.class_folds import ClassFoldScores
from aucurate.inference.folds.class_points import class_operating_points
from aucurate.inference.folds.point_tests import operating_point_interval, operating_point_test
from simulations.counting import LEVEL, Counts, Question, Tally

CORNERS = np.array([[0.0, 1.0], [-math.sqrt(3) / 2, -0.5], [math.sqrt(3) / 2, -0.5]])
TESTED = ("error of 1", "error_rate", "largest_class_error", "macro_f1")
FRESH = 20_000  # observations of each class from which the true errors of a model are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class TriangleWorld:
    """So many observations of each class in folds, ``distance`` away from the middle of all."""

    per_class: int
    folds: int = 10
    distance: float = 1.5

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)

    def draw(self, rng: np.random.Generator) -> tuple[ClassFoldScores, list[NDArray[np.float64]]]:
        """One cross-validation, and the class means that each fold's model was fitted to."""
        codes, values = self.observations(self.per_class, rng)
        folds = np.concatenate([rng.permutation(self.per_class) % self.folds for _ in CORNERS])
        scores, models = np.empty((len(codes), 3)), []
        for fold in range(self.folds):
            out = folds == fold
            models.append(np.stack([values[~out & (codes == c)].mean(axis=0) for c in range(3)]))
            scores[out] = posteriors(values[out], models[-1])
        return ClassFoldScores.from_arrays(codes, scores, folds=folds, name="a"), models

    def observations(
        self, per_class: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Labels and features."""
        codes = np.repeat(np.arange(3), per_class)
        return codes, rng.normal(size=(len(codes), 2)) + self.distance * CORNERS[codes]


def posteriors(values: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Those of normal classes with these means, spread 1 and equal prevalence."""
    logs = values @ means.T - (means**2).sum(axis=1) / 2
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    found: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
    return found


def level(world: TriangleWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often two weight vectors with the same expected rate are called different."""
    tally = Tally()
    for _ in range(draws):
        data, _ = world.draw(rng)
        points = class_operating_points(data, [[2, 1, 1], [1, 1, 2]], rates=TESTED)
        for rate in TESTED:
            tally.add(rate, operating_point_test(points, 0, 1, rate=rate).p_value <= LEVEL)
    return tally.result()


def coverage(world: TriangleWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the interval of a class error holds the mean error of the fitted models."""
    tally = Tally()
    fresh_codes, fresh = world.observations(FRESH, rng)
    for _ in range(draws):
        data, models = world.draw(rng)
        points = class_operating_points(data, [[1, 1, 1]])
        true = np.mean([_errors(fresh_codes, fresh, means) for means in models], axis=0)
        for at, label in enumerate(data.classes):
            found = operating_point_interval(points, 0, rate=f"error of {label}").interval
            tally.add("class error", true[at] in found)
            tally.add("class error width", found.high - found.low)
            tally.add("class error draws", 1)
    return tally.result()


def _errors(
    codes: NDArray[np.int64], values: NDArray[np.float64], means: NDArray[np.float64]
) -> NDArray[np.float64]:
    scores = np.ascontiguousarray(posteriors(values, means).T)
    found: NDArray[np.float64] = class_errors(confusion_matrices(scores, codes, np.ones((1, 3))))[0]
    return found


WORLDS = tuple(
    TriangleWorld(per_class=size, distance=distance)
    for distance in (1.0, 1.8)
    for size in (30, 100, 500)
)
QUESTIONS = (
    Question(
        name="class operating point coverage",
        ask=coverage,
        columns=("class error",),
        scenarios=WORLDS,
        draws=500,
    ),
    Question(
        name="class operating point level",
        ask=level,
        columns=TESTED,
        scenarios=WORLDS,
        draws=1000,
    ),
)
