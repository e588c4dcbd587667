"""Intervals over folds: how often they hold what they are about.

*Of the models*: the mean true AUC (or error rate) of the very models that were fitted. *Of the
algorithm*: its expectation over training sets of that size too.
"""

from collections.abc import Callable

import numpy as np

from aucurate.inference.folds.delong import (
    averaged_delong_interval,
    fold_delong_interval,
    fold_delong_test,
)
from aucurate.inference.folds.error_rate import averaged_error_interval
from aucurate.inference.folds.ledell import ledell_interval, ledell_test
from aucurate.inference.folds.t_tests import nadeau_bengio_interval
from aucurate.results import Interval
from simulations.counting import Counts, Question, Tally
from simulations.folds import Drawn, FoldWorld

Made = Callable[[Drawn], Interval]
EXPECTED_DRAWS = 300

OF_AUC: dict[str, Made] = {
    "DeLong over folds": lambda drawn: fold_delong_interval(drawn.data, "a").interval,
    "LeDell": lambda drawn: ledell_interval(drawn.data, "a").interval,
}
OF_DIFFERENCE: dict[str, Made] = {
    "difference: DeLong over folds": lambda drawn: fold_delong_test(drawn.data, "a", "b").interval,
    "difference: LeDell": lambda drawn: ledell_test(drawn.data, "a", "b").interval,
}
OF_ERROR: dict[str, Made] = {
    "error: averaged t": lambda d: averaged_error_interval(d.data, "a", threshold=0).interval
}
FIXED_AUC: dict[str, Made] = {
    "averaged DeLong": lambda drawn: averaged_delong_interval(drawn.data, "a").interval
}
SPLITS_AUC: dict[str, Made] = {
    "Nadeau-Bengio": lambda drawn: nadeau_bengio_interval(drawn.data.aucs(), "a"),
}


def _of_models(world: FoldWorld, draws: int, rng: np.random.Generator) -> Counts:
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        for name, made in OF_AUC.items():
            _count(tally, name, made(drawn), drawn.first)
        for name, made in OF_DIFFERENCE.items():
            _count(tally, name, made(drawn), drawn.first - drawn.second)
        for name, made in OF_ERROR.items():
            _count(tally, name, made(drawn), drawn.error)
    return tally.result()


def _of_algorithm(
    aucs: dict[str, Made], errors: dict[str, Made]
) -> Callable[[FoldWorld, int, np.random.Generator], Counts]:
    def coverage(world: FoldWorld, draws: int, rng: np.random.Generator) -> Counts:
        early = [world.draw(rng) for _ in range(EXPECTED_DRAWS)]
        auc = float(np.mean([drawn.first for drawn in early]))
        error = float(np.mean([drawn.error for drawn in early]))
        tally = Tally()
        for _ in range(draws):
            drawn = world.draw(rng)
            for name, made in aucs.items():
                _count(tally, name, made(drawn), auc)
            for name, made in errors.items():
                _count(tally, name, made(drawn), error)
        return tally.result()

    return coverage


def _count(tally: Tally, name: str, interval: Interval, truth: float) -> None:
    tally.add(name, truth in interval)
    tally.add(f"{name} width", interval.high - interval.low)


QUESTIONS = (
    Question(
        name="cross-validated AUC coverage",
        ask=_of_models,
        columns=tuple(OF_AUC | OF_DIFFERENCE | OF_ERROR),
        scenarios=(
            FoldWorld(observations=100, folds=5),
            FoldWorld(observations=200, folds=10),
            FoldWorld(observations=600, folds=5),
            FoldWorld(observations=200, folds=10, repeats=3),
            FoldWorld(observations=200, folds=10, distance=3.0),
            FoldWorld(observations=600, folds=10, distance=3.0, positive=0.1),
        ),
        draws=2000,
    ),
    Question(
        name="fixed test set coverage",
        ask=_of_algorithm(FIXED_AUC, OF_ERROR),
        columns=tuple(FIXED_AUC | OF_ERROR),
        scenarios=(
            FoldWorld(observations=200, folds=30, test_set=100),
            FoldWorld(observations=300, folds=10, test_set=300),
            FoldWorld(observations=300, folds=10, test_set=300, distance=3.0),
        ),
        draws=2000,
    ),
    Question(
        name="5x2 coverage",
        ask=_of_algorithm(SPLITS_AUC, {}),
        columns=tuple(SPLITS_AUC),
        scenarios=(
            FoldWorld(observations=100, folds=2, repeats=5),
            FoldWorld(observations=200, folds=2, repeats=5),
            FoldWorld(observations=600, folds=2, repeats=5, distance=3.0),
        ),
        draws=2000,
    ),
)
