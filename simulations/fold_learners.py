"""Equally good algorithms of many kinds, fitted and scored over folds: the default of each design.

Equal are two runs of one algorithm on features of equal worth (each has its own), or on the same
features with other random numbers. For power the features of the second are worth less.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.folds import FoldScores
from aucurate.inference.folds.delong import (
    averaged_delong_test,
    corrected_delong_test,
    fold_delong_test,
)
from aucurate.inference.folds.error_rate import averaged_error_test
from aucurate.inference.folds.t_tests import five_by_two_f_test, nadeau_bengio_test
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.learners import LEARNERS

Test: TypeAlias = Callable[[FoldScores], Any]
Shape: TypeAlias = Literal["shifted", "wider", "heavy tails"]
Equal: TypeAlias = Literal["features", "random numbers"]

CORRECTED = "corrected DeLong"
ERROR = "error: averaged t"
BY_OBSERVATION: dict[str, Test] = {
    CORRECTED: lambda data: corrected_delong_test(data, "a", "b"),
    "Nadeau-Bengio": lambda data: nadeau_bengio_test(data.aucs(), "a", "b"),
    ERROR: lambda data: averaged_error_test(data, "a", "b", threshold=0),
}
LEFT_OUT: dict[str, Test] = {
    CORRECTED: BY_OBSERVATION[CORRECTED],
    "DeLong over folds": lambda data: fold_delong_test(data, "a", "b"),
    "Nadeau-Bengio": BY_OBSERVATION["Nadeau-Bengio"],
    ERROR: BY_OBSERVATION[ERROR],
}
FIVE_BY_TWO: dict[str, Test] = {
    **BY_OBSERVATION,
    "5x2cv F": lambda data: five_by_two_f_test(data.aucs(), "a", "b"),
}
SPLITS: dict[str, Test] = {
    CORRECTED: BY_OBSERVATION[CORRECTED],
    "Nadeau-Bengio": BY_OBSERVATION["Nadeau-Bengio"],
    ERROR: BY_OBSERVATION[ERROR],
    "error: Nadeau-Bengio": lambda d: nadeau_bengio_test(d.errors(threshold=0), "a", "b"),
}
FIXED: dict[str, Test] = {
    "averaged DeLong": lambda data: averaged_delong_test(data, "a", "b"),
    ERROR: BY_OBSERVATION[ERROR],
}
ONCE, ALL_REPEATS = "once: ", "all repeats: "


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerWorld:
    """Observations in folds (or random splits of a fifth), and an algorithm fitted to each.

    The positives are ``distance`` standard deviations off in all features together, or that much
    wider in each. ``second_distance`` is that of the second algorithm's features, where it differs.
    """

    learner: str
    observations: int
    folds: int = 10
    repeats: int = 1
    splits: int = 0
    test_set: int = 0
    features: int = 5
    distance: float = 1.5
    second_distance: float | None = None
    positive: float = 0.4
    shape: Shape = "shifted"
    equal: Equal = "features"

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it; what is as usual goes without saying."""
        usual = ("splits", "test_set", "second_distance", "shape", "equal")
        default = LearnerWorld(learner="", observations=0)
        found = asdict(self)
        return {k: v for k, v in found.items() if k not in usual or v != getattr(default, k)}

    def draw(self, rng: np.random.Generator) -> FoldScores:
        """Both algorithms fitted and scored in every fold."""
        labels = np.arange(self.observations) < round(self.positive * self.observations)
        beside = np.arange(self.test_set) < round(self.positive * self.test_set)
        everyone = np.concatenate([labels, beside])
        tables = [self._features(everyone, d, rng) for d in self._distances()]
        if self.equal == "random numbers":
            tables[1] = tables[0]
        tested, trained = self._places(labels, rng)
        if self.test_set:
            scored = np.tile(np.arange(len(labels), len(everyone)), (len(tested), 1))
        else:
            scored = tested
        learn, target = LEARNERS[self.learner], everyone.astype(float)
        scores = [learn(x[trained], target[trained], x[scored], rng) for x in tables]
        models, size = scored.shape
        per_repeat = models if self.splits or self.test_set else self.folds
        return FoldScores.from_arrays(
            everyone[scored].ravel(),
            {name: values.ravel() for name, values in zip("ab", scores, strict=True)},
            folds=np.repeat(np.arange(models) % per_repeat, size),
            repeats=np.repeat(np.arange(models) // per_repeat, size),
            observations=scored.ravel(),
            design="random splits" if self.splits else None,
            n_train=trained.shape[1] if self.splits or self.test_set else None,
        )

    def _distances(self) -> tuple[float, float]:
        second = self.distance if self.second_distance is None else self.second_distance
        return self.distance, second

    def _features(
        self, positive: NDArray[np.bool_], distance: float, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        values = rng.normal(size=(len(positive), self.features))
        if self.shape == "wider":
            return np.asarray(values * np.where(positive, distance, 1.0)[:, None])
        if self.shape == "heavy tails":
            values /= np.sqrt(rng.chisquare(3, size=(len(positive), 1)) / 3)
        return np.asarray(values + positive[:, None] * distance / math.sqrt(self.features))

    def _places(
        self, labels: NDArray[np.bool_], rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The observations that each model left out, and those it was fitted to."""
        tested = []
        for _ in range(self.splits or self.repeats):
            parts = 5 if self.splits else self.folds
            divided = [
                rng.permutation(np.flatnonzero(labels == which)).reshape(parts, -1)
                for which in (True, False)
            ]
            folds = np.concatenate(divided, axis=1)
            tested += [folds[0]] if self.splits else list(folds)
        rest = [np.setdiff1d(np.arange(len(labels)), one) for one in tested]
        return np.array(tested), np.array(rest)


def first_repeat(data: FoldScores) -> FoldScores:
    """The first of several repeats, as a cross-validation of its own."""
    kept = data.repeats[data.folds] == data.repeats.min()
    rows = data.rows[kept]
    return FoldScores.from_arrays(
        data.observations.is_positive[rows],
        dict(zip(data.names, data.values[:, kept], strict=True)),
        folds=data.folds[kept],
        observations=rows,
    )


def _asked(
    tests: Mapping[str, Test], once: Mapping[str, Test]
) -> Callable[[LearnerWorld, int, np.random.Generator], Counts]:
    def rejected(world: LearnerWorld, draws: int, rng: np.random.Generator) -> Counts:
        tally = Tally()
        for _ in range(draws):
            data = world.draw(rng)
            for name, test in tests.items():
                tally.add(name, test(data).p_value <= LEVEL)
            alone = first_repeat(data) if once and world.repeats > 1 else data
            for name, test in once.items():
                tally.add(name, test(alone).p_value <= LEVEL)
        return tally.result()

    return rejected


def _question(
    name: str,
    tests: Mapping[str, Test],
    *worlds: LearnerWorld,
    draws: int,
    once: Mapping[str, Test] | None = None,
) -> Question:
    once = once or {}
    return Question(
        name=name,
        ask=_asked(tests, once),
        columns=(*tests, *once),
        scenarios=worlds,
        draws=draws,
    )


REPEATED = {f"{ALL_REPEATS}{name}": test for name, test in LEFT_OUT.items()}
SINGLE = {f"{ONCE}{name}": test for name, test in LEFT_OUT.items()}
QUICK = ("logistic regression", "1 neighbour", "5 neighbours", "15 neighbours")
SLOW = ("net", "boosting", "SVM", "least-squares SVM", "tree")


def _worlds(learners: tuple[str, ...], **options: Any) -> tuple[LearnerWorld, ...]:
    return tuple(LearnerWorld(learner=learner, **options) for learner in learners)


def _weaker(
    worlds: tuple[LearnerWorld, ...], small: float, large: float
) -> tuple[LearnerWorld, ...]:
    """The second algorithm's features worth less, nearer to the first's in more observations."""
    return tuple(
        replace(world, second_distance=small if world.observations < 600 else large)
        for world in worlds
    )


SEEDED = tuple(
    LearnerWorld(learner=learner, observations=200, repeats=3, equal="random numbers")
    for learner in ("net", "boosting")
)
QUICK_FOLDS = _worlds(QUICK, observations=200, repeats=3) + _worlds(
    QUICK, observations=600, repeats=3
)
SLOW_FOLDS = _worlds(SLOW, observations=200, repeats=3) + SEEDED
SLOW_LARGE = _worlds(SLOW, observations=600)
FIVE_BY_TWO_WORLDS = _worlds(SLOW + QUICK, observations=200, folds=2, repeats=5)
FIVE_BY_TWO_LARGE = _worlds(
    ("net", "least-squares SVM", "5 neighbours"), observations=600, folds=2, repeats=5
)
FIXED_WORLDS = _worlds(SLOW + QUICK, observations=200, test_set=100) + _worlds(
    ("net", "5 neighbours"), observations=600, test_set=150
)
HELD_OUT = (
    LearnerWorld(learner="large net", observations=300, positive=0.3, shape="heavy tails"),
    LearnerWorld(learner="bagging", observations=400, features=8, positive=0.2, distance=1.2),
    LearnerWorld(learner="net", observations=160, features=12, positive=0.25, distance=2.0),
    LearnerWorld(learner="boosting", observations=400, shape="wider", distance=1.6),
    LearnerWorld(learner="least-squares SVM", observations=150, folds=5, distance=0.8),
    LearnerWorld(learner="SVM", observations=250, folds=5, shape="heavy tails", features=3),
    LearnerWorld(learner="tree", observations=400, folds=5, repeats=4, positive=0.25, distance=1.0),
    LearnerWorld(learner="9 neighbours", observations=400, features=3, positive=0.3, repeats=2),
    LearnerWorld(learner="9 neighbours", observations=150, repeats=10, distance=1.0, features=4),
    LearnerWorld(learner="1 neighbour", observations=240, folds=6, repeats=2, shape="wider"),
    LearnerWorld(learner="naive Bayes", observations=400, positive=0.2, repeats=2),
    LearnerWorld(learner="logistic regression", observations=120, features=15, folds=6, repeats=2),
)
SPLIT_WORLDS = _worlds(
    ("net", "5 neighbours", "9 neighbours", "logistic regression"), observations=200, splits=20
)

QUESTIONS = (
    _question("learners level, slow", REPEATED, *SLOW_FOLDS, draws=400, once=SINGLE),
    _question("learners level, large", {}, *SLOW_LARGE, draws=400, once=SINGLE),
    _question("learners level", REPEATED, *QUICK_FOLDS, draws=800, once=SINGLE),
    _question("learners held-out level", REPEATED, *HELD_OUT, draws=400, once=SINGLE),
    _question("learners 5x2 level, large", FIVE_BY_TWO, *FIVE_BY_TWO_LARGE, draws=300),
    _question("learners 5x2 level", FIVE_BY_TWO, *FIVE_BY_TWO_WORLDS, draws=500),
    _question("learners fixed test set level", FIXED, *FIXED_WORLDS, draws=400),
    _question("learners random splits level", SPLITS, *SPLIT_WORLDS, draws=400),
    _question(
        "learners power, slow", REPEATED, *_weaker(SLOW_FOLDS[:5], 1.0, 1.2), draws=150, once=SINGLE
    ),
    _question("learners power", REPEATED, *_weaker(QUICK_FOLDS, 1.0, 1.2), draws=300, once=SINGLE),
    _question("learners 5x2 power", FIVE_BY_TWO, *_weaker(FIVE_BY_TWO_WORLDS, 1.0, 1.2), draws=200),
    _question("learners fixed test set power", FIXED, *_weaker(FIXED_WORLDS, 1.0, 1.2), draws=150),
)
