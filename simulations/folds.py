"""Two algorithms that are equally good, fitted and scored in folds: how often tests say otherwise.

Each algorithm is a linear discriminant, or a decision tree (of scikit-learn, five observations or
more in a leaf), on its own half of the features, all of equal worth.
"""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.folds import FoldScores
from aucurate.inference.core.distributions import p_value
from aucurate.inference.folds.delong import averaged_delong_test, fold_delong_test, training_factor
from aucurate.inference.folds.error_rate import averaged_error_test
from aucurate.inference.folds.ledell import ledell_test
from aucurate.inference.folds.sign_tests import fold_wilcoxon_test, sign_flip_test
from aucurate.inference.folds.t_tests import (
    five_by_two_f_test,
    five_by_two_t_test,
    fold_t_test,
    nadeau_bengio_test,
)
from aucurate.results import Comparison
from simulations.counting import LEVEL, Counts, Question, Tally

Learner: TypeAlias = Literal["discriminant", "tree"]
Test = Callable[[FoldScores], Any]
OVER_FOLDS: dict[str, Test] = {
    "paired t": lambda data: fold_t_test(data.aucs(), "a", "b"),
    "Nadeau-Bengio": lambda data: nadeau_bengio_test(data.aucs(), "a", "b"),
    "Wilcoxon": lambda data: fold_wilcoxon_test(data.aucs(), "a", "b"),
    "sign-flip": lambda data: sign_flip_test(data.aucs(), "a", "b"),
}
LEDELL: dict[str, Test] = {"LeDell": lambda data: ledell_test(data, "a", "b")}
ERROR_OVER_FOLDS: dict[str, Test] = {
    "error: paired t": lambda data: fold_t_test(data.errors(threshold=0), "a", "b"),
    "error: Nadeau-Bengio": lambda data: nadeau_bengio_test(data.errors(threshold=0), "a", "b"),
}
AVERAGED_ERROR: dict[str, Test] = {
    "error: averaged t": lambda data: averaged_error_test(data, "a", "b", threshold=0)
}
PLAIN_ERROR: dict[str, Test] = {"error: t": lambda data: _without_training_sets(data)}
LEFT_OUT: dict[str, Test] = {
    "DeLong over folds": lambda data: fold_delong_test(data, "a", "b"),
    **LEDELL,
    **OVER_FOLDS,
    **PLAIN_ERROR,
    **ERROR_OVER_FOLDS,
}
FIVE_BY_TWO: dict[str, Test] = {
    "Nadeau-Bengio": OVER_FOLDS["Nadeau-Bengio"],
    "5x2cv t": lambda data: five_by_two_t_test(data.aucs(), "a", "b"),
    "5x2cv F": lambda data: five_by_two_f_test(data.aucs(), "a", "b"),
    **LEDELL,
    "error: Nadeau-Bengio": ERROR_OVER_FOLDS["error: Nadeau-Bengio"],
    "error: 5x2cv F": lambda data: five_by_two_f_test(data.errors(threshold=0), "a", "b"),
}
FIXED: dict[str, Test] = {
    "averaged DeLong": lambda data: averaged_delong_test(data, "a", "b"),
    "paired t": OVER_FOLDS["paired t"],
    "Nadeau-Bengio": OVER_FOLDS["Nadeau-Bengio"],
    **AVERAGED_ERROR,
    "error: paired t": ERROR_OVER_FOLDS["error: paired t"],
}


def _without_training_sets(data: FoldScores) -> Comparison:
    """The test of averaged errors as if no training set but these were possible."""
    found = averaged_error_test(data, "a", "b", threshold=0)
    factor = training_factor(data, len(data.observations))
    statistic = found.statistic * math.sqrt(factor)
    p = p_value(statistic, "two-sided", found.degrees_of_freedom)
    return replace(found, statistic=statistic, p_value=p)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldWorld:
    """So many observations in folds, repeated; with a fixed test set beside them where there is.

    Each algorithm has so many features, which together part the classes by ``distance`` standard
    deviations. A share ``missed`` of the positives lies as far on the other side of the negatives.
    """

    observations: int
    folds: int
    repeats: int = 1
    test_set: int = 0
    features: int = 5
    distance: float = 1.2
    positive: float = 0.4
    learner: Learner = "discriminant"
    missed: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it; a discriminant that misses none goes without saying."""
        found = asdict(self)
        if self.learner == "discriminant":
            del found["learner"]
        if not self.missed:
            del found["missed"]
        return found

    def draw(self, rng: np.random.Generator) -> "Drawn":
        """Both algorithms fitted and scored in every fold."""
        size = self.observations + self.test_set
        labels = rng.permutation(np.arange(size) < self.positive * size)
        values = rng.normal(size=(size, 2 * self.features))
        places = labels * self.distance / math.sqrt(self.features)
        if self.missed:
            places = np.where(rng.uniform(size=size) < self.missed, -places, places)
        values += places[:, None]
        halves = values[:, : self.features], values[:, self.features :]
        within = np.arange(size) < self.observations
        rows: list[tuple[NDArray[np.int64], int, int]] = []
        scores: list[list[NDArray[np.float64]]] = [[], []]
        truths: list[list[tuple[float, float]]] = [[], []]
        for repeat in range(self.repeats):
            fold_of = _stratified(labels, within, self.folds, rng)
            for fold in range(self.folds):
                train = within & (fold_of != fold)
                scored = np.flatnonzero(~within if self.test_set else within & (fold_of == fold))
                rows.append((scored, fold, repeat))
                for half, kept, truth in zip(halves, scores, truths, strict=True):
                    if self.learner == "tree":
                        kept.append(_tree_scores(half, labels, train, scored, rng))
                        truth.append((math.nan, math.nan))
                        continue
                    direction, cut = discriminant(half[train], labels[train])
                    kept.append(half[scored] @ direction - cut)
                    truth.append(self._truth(direction, cut))
        who = np.concatenate([scored for scored, _, _ in rows])
        data = FoldScores.from_arrays(
            labels[who],
            {name: np.concatenate(kept) for name, kept in zip("ab", scores, strict=True)},
            folds=np.concatenate([np.full(len(s), fold) for s, fold, _ in rows]),
            observations=who,
            repeats=np.concatenate([np.full(len(s), r) for s, _, r in rows]),
            n_train=self.observations - self.observations // self.folds if self.test_set else None,
        )
        one, two = (np.mean(truth, axis=0) for truth in truths)
        return Drawn(data, float(one[0]), float(two[0]), float(one[1]))

    def _truth(self, direction: NDArray[np.float64], cut: float) -> tuple[float, float]:
        """AUC and error rate of a linear score on observations without end."""
        length = math.sqrt(float(direction @ direction))
        apart = self.distance / math.sqrt(self.features) * float(direction.sum()) / length
        auc, missed = 0.0, 0.0
        for share, place in ((1 - self.missed, apart), (self.missed, -apart)):
            auc += share * float(special.ndtr(place / math.sqrt(2)))
            missed += share * float(special.ndtr(cut / length - place))
        false_alarms = float(special.ndtr(-cut / length))
        error = self.positive * missed + (1 - self.positive) * false_alarms
        return auc, error


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Fold scores; the mean true AUC of the models behind them, the first's mean true error."""

    data: FoldScores
    first: float
    second: float
    error: float


def _stratified(
    labels: NDArray[np.bool_], within: NDArray[np.bool_], folds: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    found = np.full(len(labels), -1)
    for members in (within & labels, within & ~labels):
        found[members] = rng.permutation(np.arange(np.count_nonzero(members)) % folds)
    return found


def discriminant(
    values: NDArray[np.float64], labels: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], float]:
    """Direction and threshold of Fisher's linear discriminant."""
    above, below = values[labels], values[~labels]
    one, two = above.mean(axis=0), below.mean(axis=0)
    free = len(values) - 2
    spread = ((above - one).T @ (above - one) + (below - two).T @ (below - two)) / free
    direction = np.linalg.solve(spread, one - two)
    odds = math.log(len(above) / len(below))
    return np.asarray(direction), float(direction @ (one + two) / 2) - odds


def _tree_scores(
    values: NDArray[np.float64],
    labels: NDArray[np.bool_],
    train: NDArray[np.bool_],
    scored: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Probabilities of a decision tree, less one half."""
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(min_samples_leaf=5, random_state=int(rng.integers(2**31)))
    tree.fit(values[train], labels[train])
    return np.asarray(tree.predict_proba(values[scored])[:, 1] - 0.5)


def _asked(tests: dict[str, Test]) -> Callable[[FoldWorld, int, np.random.Generator], Counts]:
    def level(world: FoldWorld, draws: int, rng: np.random.Generator) -> Counts:
        tally = Tally()
        for _ in range(draws):
            data = world.draw(rng).data
            for name, test in tests.items():
                tally.add(name, test(data).p_value <= LEVEL)
        return tally.result()

    return level


def _question(name: str, tests: dict[str, Test], *worlds: FoldWorld, draws: int = 4000) -> Question:
    return Question(
        name=name, ask=_asked(tests), columns=tuple(tests), scenarios=worlds, draws=draws
    )


QUESTIONS = (
    _question(
        "left-out folds level",
        LEFT_OUT,
        FoldWorld(observations=100, folds=5),
        FoldWorld(observations=200, folds=10),
        FoldWorld(observations=600, folds=5),
        FoldWorld(observations=600, folds=30),
        FoldWorld(observations=200, folds=10, features=15),
        FoldWorld(observations=600, folds=10, features=15),
        FoldWorld(observations=200, folds=10, repeats=3),
        FoldWorld(observations=200, folds=10, repeats=10),
    ),
    _question(
        "held-out left-out folds level",
        LEFT_OUT,
        FoldWorld(observations=300, folds=8, features=8, positive=0.2),
        FoldWorld(observations=150, folds=10, repeats=2, features=4),
        FoldWorld(observations=500, folds=10, features=10, distance=2.0),
        FoldWorld(observations=250, folds=5, repeats=4, features=3, positive=0.3),
    ),
    _question(
        "5x2 level",
        FIVE_BY_TWO,
        FoldWorld(observations=100, folds=2, repeats=5),
        FoldWorld(observations=200, folds=2, repeats=5),
        FoldWorld(observations=600, folds=2, repeats=5),
        FoldWorld(observations=200, folds=2, repeats=5, features=15),
    ),
    _question(
        "fixed test set level",
        FIXED,
        FoldWorld(observations=200, folds=30, test_set=100),
        FoldWorld(observations=300, folds=10, test_set=300),
        FoldWorld(observations=100, folds=10, test_set=300),
        FoldWorld(observations=400, folds=30, test_set=200, features=15),
    ),
    _question(
        "left-out folds level, trees",
        LEFT_OUT,
        FoldWorld(observations=200, folds=10, distance=1.5, learner="tree"),
        FoldWorld(observations=600, folds=5, distance=1.5, learner="tree"),
        FoldWorld(observations=200, folds=10, repeats=3, distance=1.5, learner="tree"),
        draws=1000,
    ),
    _question(
        "5x2 level, trees",
        FIVE_BY_TWO,
        FoldWorld(observations=200, folds=2, repeats=5, distance=1.5, learner="tree"),
        draws=1000,
    ),
    _question(
        "fixed test set level, trees",
        FIXED,
        FoldWorld(observations=300, folds=10, test_set=300, distance=1.5, learner="tree"),
        FoldWorld(observations=200, folds=30, test_set=100, distance=1.5, learner="tree"),
        draws=1000,
    ),
)
