"""Two algorithms that are equally good, fitted and scored in folds: how often tests say otherwise.

Each algorithm is a linear discriminant on its own half of the features, all of equal worth.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.data.folds import FoldScores
from aucurate.inference.averaged_delong import averaged_delong_test
from aucurate.inference.five_by_two import five_by_two_f_test, five_by_two_t_test
from aucurate.inference.fold_t import fold_t_test
from aucurate.inference.fold_wilcoxon import fold_wilcoxon_test
from aucurate.inference.ledell import ledell_test
from aucurate.inference.nadeau_bengio import nadeau_bengio_test
from aucurate.inference.sign_flip import sign_flip_test
from simulations.counting import LEVEL, Counts, Question, Tally

FEATURES, STRENGTH, POSITIVE = 5, 1.2, 0.4
Test = Callable[[FoldScores], Any]
OVER_FOLDS: dict[str, Test] = {
    "paired t": lambda data: fold_t_test(data.aucs(), "a", "b"),
    "Nadeau-Bengio": lambda data: nadeau_bengio_test(data.aucs(), "a", "b"),
    "Wilcoxon": lambda data: fold_wilcoxon_test(data.aucs(), "a", "b"),
    "sign-flip": lambda data: sign_flip_test(data.aucs(), "a", "b"),
}
LEDELL: dict[str, Test] = {"LeDell": lambda data: ledell_test(data, "a", "b")}
FIVE_BY_TWO: dict[str, Test] = {
    "5x2cv t": lambda data: five_by_two_t_test(data.aucs(), "a", "b"),
    "5x2cv F": lambda data: five_by_two_f_test(data.aucs(), "a", "b"),
    "Nadeau-Bengio": OVER_FOLDS["Nadeau-Bengio"],
    **LEDELL,
}
FIXED: dict[str, Test] = {
    "averaged DeLong": lambda data: averaged_delong_test(data, "a", "b"),
    "paired t": OVER_FOLDS["paired t"],
    "Nadeau-Bengio": OVER_FOLDS["Nadeau-Bengio"],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldWorld:
    """So many observations in folds, repeated; with a fixed test set beside them where there is."""

    observations: int
    folds: int
    repeats: int = 1
    test_set: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)

    def draw(self, rng: np.random.Generator) -> FoldScores:
        """Both algorithms fitted and scored in every fold."""
        size = self.observations + self.test_set
        labels = rng.permutation(np.arange(size) < POSITIVE * size)
        values = rng.normal(size=(size, 2 * FEATURES))
        values += labels[:, None] * STRENGTH / np.sqrt(FEATURES)
        halves = values[:, :FEATURES], values[:, FEATURES:]
        within = np.arange(size) < self.observations
        rows: list[tuple[NDArray[np.int64], int, int]] = []
        scores: list[list[NDArray[np.float64]]] = [[], []]
        for repeat in range(self.repeats):
            fold_of = _stratified(labels, within, self.folds, rng)
            for fold in range(self.folds):
                train = within & (fold_of != fold)
                scored = np.flatnonzero(~within if self.test_set else within & (fold_of == fold))
                rows.append((scored, fold, repeat))
                for half, kept in zip(halves, scores, strict=True):
                    kept.append(half[scored] @ _discriminant(half[train], labels[train]))
        who = np.concatenate([scored for scored, _, _ in rows])
        return FoldScores.from_arrays(
            labels[who],
            {name: np.concatenate(kept) for name, kept in zip("ab", scores, strict=True)},
            folds=np.concatenate([np.full(len(s), fold) for s, fold, _ in rows]),
            observations=who,
            repeats=np.concatenate([np.full(len(s), r) for s, _, r in rows]),
            n_train=self.observations - self.observations // self.folds if self.test_set else None,
        )


def _stratified(
    labels: NDArray[np.bool_], within: NDArray[np.bool_], folds: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    found = np.full(len(labels), -1)
    for members in (within & labels, within & ~labels):
        found[members] = rng.permutation(np.arange(np.count_nonzero(members)) % folds)
    return found


def _discriminant(values: NDArray[np.float64], labels: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The direction of Fisher's linear discriminant."""
    apart = values[labels].mean(axis=0) - values[~labels].mean(axis=0)
    spread = np.cov(values[labels].T) + np.cov(values[~labels].T)
    return np.asarray(np.linalg.solve(spread, apart))


def _asked(tests: dict[str, Test]) -> Callable[[FoldWorld, int, np.random.Generator], Counts]:
    def level(world: FoldWorld, draws: int, rng: np.random.Generator) -> Counts:
        tally = Tally()
        for _ in range(draws):
            data = world.draw(rng)
            for name, test in tests.items():
                tally.add(name, test(data).p_value <= LEVEL)
        return tally.result()

    return level


def _question(name: str, tests: dict[str, Test], *worlds: FoldWorld) -> Question:
    return Question(
        name=name, ask=_asked(tests), columns=tuple(tests), scenarios=worlds, draws=2000
    )


QUESTIONS = (
    _question(
        "left-out folds level",
        OVER_FOLDS | LEDELL,
        FoldWorld(observations=200, folds=10),
        FoldWorld(observations=600, folds=5),
        FoldWorld(observations=200, folds=10, repeats=3),
    ),
    _question(
        "5x2 level",
        FIVE_BY_TWO,
        FoldWorld(observations=200, folds=2, repeats=5),
        FoldWorld(observations=600, folds=2, repeats=5),
    ),
    _question(
        "fixed test set level",
        FIXED,
        FoldWorld(observations=200, folds=30, test_set=100),
        FoldWorld(observations=300, folds=10, test_set=300),
        FoldWorld(observations=100, folds=10, test_set=300),
    ),
)
