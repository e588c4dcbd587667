"""How often each criterion picks the better model, by the size of the test set.

For every training set a long list of new observations is scored once and cut into test sets that
share no observation: as many as fit of every size, and no more than ``TESTS``. Which of two models
is better is judged for each training set on observations of its own, as many again: where two
models are nearly equal it may name the wrong one, so the error rate need not come to 1. Training
sets are the independent units: standard errors come from the spread of their shares.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aucurate_papers.rosset_2004.printed_selection import PRINTED_TRAINING
from aucurate_papers.rosset_2004.selection import compared, criteria, judged
from aucurate_papers.rosset_2004.selection_spread import mean_and_error
from aucurate_papers.rosset_2004.selection_worlds import Floats, World

SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
KEYS = ("picked", "error_gap", "error_gap_standard_error")
TESTS = 200
"""Test sets of one size for one training set, at most."""


def choice_by_size(
    world: World,
    sizes: Sequence[int],
    pair: tuple[int, int],
    *,
    training_sets: int,
    observations: int,
    rng: np.random.Generator,
    training: int = PRINTED_TRAINING,
    step: Callable[[int], object] = lambda done: None,
) -> dict[str, Any]:
    """Plain lists by training set, to be kept.

    ``picked``: the share of test sets on which a criterion picks the second model of the ``pair``,
    by size and criterion; ``error_gap``: its judged error minus that of the first.
    """
    found: dict[str, Any] = {key: [] for key in KEYS}
    first, second = pair
    for done in range(training_sets):
        fitted = world.fit(*world.draw(training, rng))
        features, labels = world.draw(observations, rng)
        scores = fitted(features)
        picked = []
        for size in sizes:
            tests = min(TESTS, observations // size)
            cut = tests * size
            standings = criteria(
                labels[:cut].reshape(tests, size),
                scores[[first, second], :cut].reshape(2, tests, size),
                rng,
            )
            won, tied = compared(standings, [(0, 1)])
            picked.append(((won + tied / 2) / tests)[0].tolist())
        losses = judged(world, fitted, observations, rng).losses
        gap, gap_error = mean_and_error(losses[second] - losses[first])
        found["picked"].append(picked)
        found["error_gap"].append(float(gap))
        found["error_gap_standard_error"].append(float(gap_error))
        step(done + 1)
    return found


def right_choices(found: dict[str, Any]) -> Floats:
    """The shares of test sets on which the model that errs less, as judged, is picked.

    By training set, size and criterion; of a pair that is judged equal either is right by half.
    """
    picked = np.array(found["picked"])
    gap = np.array(found["error_gap"])[:, None, None]
    return np.where(gap < 0, picked, np.where(gap > 0, 1 - picked, 0.5))
