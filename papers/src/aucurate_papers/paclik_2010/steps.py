r"""Fig. 3 with other steps of the search, and with other readings of what it returns.

The paper says neither how a greedy step makes new vectors nor which points are "returned". Our step
(:mod:`aucurate.estimates.greedy_weights`) multiplies every weight of a retained vector by
:math:`e^{\sigma z}` with z standard normal, and :math:`\sigma` is smaller from step to step. The
less a step changes, the more of what the last one retains decides alike, so here other
:math:`\sigma` are tried, and three readings: all that any step retained is returned; only what the
last step retained; only that, where every step retains different operating points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aucurate.curve.weight_rules import WeightRule
from aucurate.curve.weighted_decision import Counts, Floats, confusion_matrices, shares
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.estimates.weight_starts import random_weights
from aucurate.inference.folds.class_operating_points import class_operating_points
from aucurate.results import Record
from aucurate_papers.paclik_2010.digits import best_different, not_told
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DEGREES,
    PRINTED_KEPT,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)

NEW_VECTORS = PRINTED_VECTORS - PRINTED_KEPT
"""That a step makes: with the retained ones there are as many as at the start."""


class Step(NamedTuple):
    """``spread`` is sigma in the first step, and ``ratio`` by what it is multiplied after each."""

    spread: float
    ratio: float

    def __str__(self) -> str:
        if self.ratio == 1:
            return f"{self.spread:g} in every step"
        return f"{self.spread:g}, then {self.ratio:g} times that of the step before"


ASSUMED = Step(0.5, 0.5)
"""That of ``greedy_weights``."""
STEPS = (ASSUMED, Step(2, 0.5), Step(0.1, 1), Step(0.5, 1), Step(2, 1))

ALL, LAST, DIFFERENT = "all retained", "last step", "last step, different retained"
READINGS = (ALL, LAST, DIFFERENT)


class Pool(NamedTuple):
    """Weight vectors that a search retained, the best first, with their confusion matrices."""

    weights: Floats
    confusions: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSet(Record):
    """The set of Fig. 3 for one scaling, step and reading.

    Of ``others``, the different points beside the chosen one, ``not_told`` cannot be told from it
    with n - 1 degrees of freedom, and ``printed_not_told`` with the paper's.
    """

    scaling: str
    step: Step
    reading: str
    others: int
    not_told: int
    printed_not_told: int


def retained(data: ClassScores, step: Step, rng: int, *, different: bool = False) -> list[Pool]:
    """What the random vectors and every step after them retain.

    With ``different``, vectors that decide every observation alike are retained once.
    """
    random = np.random.default_rng(rng)
    weights = random_weights(PRINTED_VECTORS, len(data.classes), random)
    found = [_best(data, weights, confusion_matrices(data.values, data.codes, weights), different)]
    for at in range(PRINTED_STEPS):
        before = found[-1]
        parents = random.integers(len(before.weights), size=NEW_VECTORS)
        changes = random.standard_normal((NEW_VECTORS, len(data.classes)))
        new = shares(before.weights[parents] * np.exp(step.spread * step.ratio**at * changes))
        confusions = confusion_matrices(data.values, data.codes, new)
        weights = np.concatenate([before.weights, new])
        found.append(
            _best(data, weights, np.concatenate([before.confusions, confusions]), different)
        )
    return found


def step_sets(
    folds: Mapping[str, ClassFoldScores], rng: int, steps: Sequence[Step]
) -> tuple[StepSet, ...]:
    """The set of every step and reading on the scores of every scaling."""
    found = []
    for scaling, data in folds.items():
        stacked = data.pooled()
        for step in steps:
            pools = retained(stacked, step, rng)
            returned = {
                ALL: Pool(*(np.concatenate(part) for part in zip(*pools, strict=True))),
                LAST: pools[-1],
                DIFFERENT: retained(stacked, step, rng, different=True)[-1],
            }
            found += [
                _set(scaling, data, step, reading, pool) for reading, pool in returned.items()
            ]
    return tuple(found)


def _set(scaling: str, data: ClassFoldScores, step: Step, reading: str, pool: Pool) -> StepSet:
    at = best_different(data.pooled(), pool.weights, pool.confusions)[:PRINTED_KEPT]
    points = class_operating_points(data, pool.weights[at])
    return StepSet(
        scaling=scaling,
        step=step,
        reading=reading,
        others=len(points) - 1,
        not_told=int(not_told(points).sum()),
        printed_not_told=int(not_told(points, PRINTED_DEGREES).sum()),
    )


def _best(data: ClassScores, weights: Floats, confusions: Counts, different: bool) -> Pool:
    if different:
        order = best_different(data, weights, confusions)
    else:
        order = WeightRule.minimax().standing(confusions, data.classes).order()
    kept = order[:PRINTED_KEPT]
    return Pool(weights[kept], confusions[kept])
