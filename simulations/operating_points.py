"""Operating points of one classifier over folds: intervals of rates, and tests between two points.

The classifier is a linear discriminant that scores with its log-odds, cross-validated; its points
are fixed thresholds on them. *Of the models*: the mean true rate of the very models that were
fitted. *Of the algorithm*: its expectation over training sets too. Sensitivity and specificity of
two thresholds are never equal, so level is asked where it can be: of accuracy (and F1), at two
thresholds on either side of the best one, with the same expected value.
"""

import math
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.folds import FoldScores
from aucurate.inference.folds.operating_points import FoldRate, OperatingPoints, operating_points
from aucurate.inference.folds.point_tests import (
    RateRegion,
    operating_point_interval,
    operating_point_test,
    rate_region,
)
from aucurate.results import Interval
from simulations.counting import LEVEL, Counts, Question, Tally

RATES: tuple[FoldRate, ...] = ("sensitivity", "specificity", "accuracy")
BOTH: tuple[FoldRate, FoldRate] = ("specificity", "sensitivity")
LEVEL_RATES: tuple[FoldRate, ...] = ("accuracy", "f1")
EXPECTED_DRAWS = 300
THRESHOLDS = (1.0, -0.5)
OTHER_SIDE = -6.0  # where the search for a threshold of the same rate begins


@dataclass(frozen=True, slots=True, kw_only=True)
class PointWorld:
    """So many observations in folds, repeated, whose features part the classes by ``distance``."""

    observations: int
    folds: int = 10
    repeats: int = 1
    features: int = 5
    distance: float = 1.8
    positive: float = 0.5

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)

    def draw(self, rng: np.random.Generator) -> "DrawnModels":
        """One cross-validation, repeated."""
        size = self.observations
        labels = rng.permutation(np.arange(size) < self.positive * size)
        values = rng.normal(size=(size, self.features))
        values += labels[:, None] * self.distance / math.sqrt(self.features)
        folds = np.empty((self.repeats, size), np.int64)
        scores = np.empty((self.repeats, size))
        models = []
        for repeat in range(self.repeats):
            for members in (labels, ~labels):
                order = rng.permutation(np.count_nonzero(members))
                folds[repeat, members] = order % self.folds
            for fold in range(self.folds):
                out = folds[repeat] == fold
                direction, cut = _discriminant(values[~out], labels[~out])
                scores[repeat, out] = values[out] @ direction - cut
                models.append((float(np.linalg.norm(direction)), float(direction.sum()), cut))
        data = FoldScores.from_arrays(
            np.tile(labels, self.repeats),
            {"a": scores.ravel()},
            folds=folds.ravel(),
            observations=np.tile(np.arange(size), self.repeats),
            repeats=np.repeat(np.arange(self.repeats), size),
        )
        return DrawnModels(self, data, np.array(models))

    def many_models(self, rng: np.random.Generator) -> "DrawnModels":
        """The models of many draws together, with the data of the last."""
        drawn = [replace(self, repeats=1).draw(rng) for _ in range(EXPECTED_DRAWS)]
        return replace(drawn[-1], models=np.concatenate([one.models for one in drawn]))


@dataclass(frozen=True, slots=True, eq=False)
class DrawnModels:
    """Fold scores, and of every model the length and the sum of its direction, and its cut."""

    world: PointWorld
    data: FoldScores
    models: NDArray[np.float64]

    def truth(self, rate: str, threshold: float) -> float:
        """The mean true rate of the models on observations without end."""
        length, total, cut = self.models.T
        apart = self.world.distance / math.sqrt(self.world.features) * total
        sensitivity = special.ndtr((apart - cut - threshold) / length)
        specificity = special.ndtr((threshold + cut) / length)
        share = self.world.positive
        called = share * sensitivity + (1 - share) * (1 - specificity)
        found = {
            "sensitivity": sensitivity,
            "specificity": specificity,
            "accuracy": share * sensitivity + (1 - share) * specificity,
            "f1": 2 * share * sensitivity / (share + called),
        }
        return float(np.mean(found[rate]))


def _discriminant(
    values: NDArray[np.float64], labels: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], float]:
    above, below = values[labels], values[~labels]
    one, two = above.mean(axis=0), below.mean(axis=0)
    centred = values - np.where(labels[:, None], one, two)
    spread = centred.T @ centred / (len(values) - 2)
    direction = np.linalg.solve(spread, one - two)
    odds = math.log(len(above) / len(below))
    return np.asarray(direction), float(direction @ (one + two) / 2) - odds


def coverage(world: PointWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the interval of a rate, and of a difference of rates, holds the true one."""
    early = world.many_models(rng)
    expected = {rate: [early.truth(rate, t) for t in THRESHOLDS] for rate in RATES}
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        points = operating_points(drawn.data, "a", rates=RATES, thresholds=THRESHOLDS)
        for rate in RATES:
            now = [drawn.truth(rate, t) for t in THRESHOLDS]
            one = operating_point_interval(points, 0, rate=rate).interval
            _count(tally, f"{rate}: of the models", one, now[0])
            _count(tally, f"{rate}: of the algorithm", one, expected[rate][0])
            two = operating_point_test(points, 0, 1, rate=rate).interval
            _count(tally, f"{rate} difference: of the models", two, now[0] - now[1])
            apart = expected[rate][0] - expected[rate][1]
            _count(tally, f"{rate} difference: of the algorithm", two, apart)
    return tally.result()


def region_coverage(world: PointWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the ellipse of specificity and sensitivity together holds the true pair."""
    early, tally = world.many_models(rng), Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        points = operating_points(drawn.data, "a", rates=BOTH, thresholds=THRESHOLDS)
        for at, threshold in enumerate(THRESHOLDS):
            region = rate_region(points, at, rates=BOTH)
            for of, models in (("models", drawn), ("algorithm", early)):
                true = [models.truth(rate, threshold) for rate in BOTH]
                tally.add(f"at log-odds {threshold:g}: of the {of}", _holds(region, true))
    return tally.result()


def _holds(region: RateRegion, pair: list[float]) -> bool:
    """Whether a pair lies in the ellipse; where that is a line or a point, on it."""
    first, both, second = region.covariance
    lengths, axes = np.linalg.eigh(np.array([[first, both], [both, second]]))
    away = axes.T @ (np.array(pair) - np.array(region.means))
    flat = lengths <= 1e-12
    if np.any(np.abs(away[flat]) > 1e-6):
        return False
    return bool(np.sum(away[~flat] ** 2 / lengths[~flat]) <= region.radius**2)


def level(world: PointWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often two points with the same expected rate are told apart."""
    early = world.many_models(rng)
    pairs = {rate: (THRESHOLDS[0], _equal_threshold(early, rate)) for rate in LEVEL_RATES}
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        for rate, thresholds in pairs.items():
            points = operating_points(drawn.data, "a", rates=[rate], thresholds=thresholds)
            for name, p in _p_values(points, rate).items():
                tally.add(f"{rate}: {name}", p <= LEVEL)
    return tally.result()


def _p_values(points: OperatingPoints, rate: FoldRate) -> dict[str, float]:
    return {
        degrees: operating_point_test(points, 0, 1, rate=rate, degrees_of_freedom=degrees).p_value
        for degrees in ("n-1", "2n-2")
    }


def _equal_threshold(early: DrawnModels, rate: str) -> float:
    """The threshold below the best one at which the expected rate is that of the first."""
    grid = np.linspace(OTHER_SIDE, THRESHOLDS[0], 71)
    wanted = early.truth(rate, THRESHOLDS[0])
    low = OTHER_SIDE
    high = float(grid[int(np.argmax([early.truth(rate, float(t)) for t in grid]))])
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if early.truth(rate, middle) < wanted else (low, middle)
    return high


def _count(tally: Tally, name: str, interval: Interval, truth: float) -> None:
    tally.add(name, truth in interval)
    tally.add(f"{name} width", interval.high - interval.low)


WORLDS = (
    PointWorld(observations=100),
    PointWorld(observations=200),
    PointWorld(observations=200, folds=5),
    PointWorld(observations=600),
    PointWorld(observations=600, positive=0.1),
    PointWorld(observations=200, features=15),
    PointWorld(observations=200, repeats=5),
)
QUESTIONS = (
    Question(
        name="operating point coverage",
        ask=coverage,
        columns=tuple(
            f"{rate}{what}: of the {of}"
            for rate in RATES
            for what in ("", " difference")
            for of in ("models", "algorithm")
        ),
        scenarios=WORLDS,
        draws=1000,
    ),
    Question(
        name="operating point level",
        ask=level,
        columns=tuple(f"{rate}: {degrees}" for rate in LEVEL_RATES for degrees in ("n-1", "2n-2")),
        scenarios=WORLDS,
        draws=1000,
    ),
    Question(
        name="rate region coverage",
        ask=region_coverage,
        columns=tuple(
            f"at log-odds {threshold:g}: of the {of}"
            for threshold in THRESHOLDS
            for of in ("models", "algorithm")
        ),
        scenarios=WORLDS,
        draws=500,
    ),
)
