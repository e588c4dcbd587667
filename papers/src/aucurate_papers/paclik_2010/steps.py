r"""Fig. 3 with other steps of the search, and with other readings of what it returns.

The paper says neither how a greedy step makes new vectors nor which points are "returned". Our step
(:mod:`aucurate.estimates.weights.greedy`) multiplies every weight of a retained vector by
:math:`e^{\sigma z}` with z standard normal, and :math:`\sigma` is smaller from step to step. The
less a step changes, the more of what the last one retains decides alike, so here other
:math:`\sigma` are tried, and three readings: all that any step retained is returned; only what the
last step retained; only that, where every step retains different operating points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aucurate.curve.class_decisions import Counts, Floats, confusion_matrices, shares
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.estimates.weights.search import random_weights
from aucurate.formatting import join_words
from aucurate.inference.folds.class_points import class_operating_points
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.paclik_2010.digits import best_different, not_told, state_of_sets
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


# What other steps and other readings do to Fig. 3, as a table and in words.


_COMES_OUT: State = "same finding, other numbers"


def step_state(sets: Sequence[StepSet], step: Step, reading: str) -> State:
    """The state that Fig. 3 would have with this step and reading."""
    return state_of_sets(
        [
            (one.printed_not_told, one.others)
            for one in sets
            if (one.step, one.reading) == (step, reading)
        ]
    )


def step_table(sets: Sequence[StepSet]) -> Table:
    """A row per scaling and step, and a column per reading."""
    rows = []
    for scaling, step in dict.fromkeys((one.scaling, one.step) for one in sets):
        found = {o.reading: o for o in sets if (o.scaling, o.step) == (scaling, step)}
        cells = [
            f"{one.printed_not_told} ({one.not_told}) of {one.others}"
            for one in (found[reading] for reading in READINGS)
        ]
        rows.append((scaling, f"{step}{', ours' if step == ASSUMED else ''}", *cells))
    states = [step_state(sets, one.step, one.reading) for one in sets]
    fields = ("scaling", "reading", "others", "not_told", "printed_not_told")
    columns = {field: tuple(getattr(one, field) for one in sets) for field in fields}
    return Table(
        name="steps",
        title="Other steps and readings of the search: of the different points returned beside the "
        "chosen one, how many cannot be told from it, ours, with 2n - 2 degrees of freedom as "
        "theirs (in brackets: with n - 1)",
        header=("features", "sigma", *READINGS),
        rows=tuple(rows),
        columns={
            **columns,
            "spread": tuple(one.step.spread for one in sets),
            "ratio": tuple(one.step.ratio for one in sets),
            "state": tuple(states),
        },
    )


def reading_sentence(sets: Sequence[StepSet]) -> str:
    """The state of Fig. 3 with our step, by what is taken as returned."""
    told = []
    for reading in READINGS:
        found = [one for one in sets if (one.step, one.reading) == (ASSUMED, reading)]
        counts = [f"{one.printed_not_told} of {one.others} with {one.scaling}" for one in found]
        told.append(
            f'"{reading}" gives "{step_state(sets, ASSUMED, reading)}" ({join_words(counts)} not '
            "told apart)"
        )
    return (
        "With the step that we assume, the points taken as returned give these states: "
        f"{'; '.join(told)}."
    )


def step_sentence(sets: Sequence[StepSet]) -> str:
    """With how many of the steps the finding comes out, by what is taken as returned."""
    steps = tuple(dict.fromkeys(one.step for one in sets))
    came_out = [
        sum(step_state(sets, step, reading) == _COMES_OUT for step in steps) for reading in READINGS
    ]
    told = [f'with {many} by "{name}"' for many, name in zip(came_out, READINGS, strict=True)]
    return (
        f"The step is ours, not the paper's: of {len(steps)} that we tried, the finding comes out "
        f"{join_words(told)}."
    )
