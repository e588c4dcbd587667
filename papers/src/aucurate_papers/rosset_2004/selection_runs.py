"""Tables 3 and 4 many times over: what one run of the paper's experiment gives, and its spread.

A run is twenty training sets with 100 test sets each, as printed. Its figures are percentages and
counts of those twenty; we make many runs. A printed figure is inside when it lies between the
smallest and the largest of ours, give or take half a unit of its last digit. The range of N runs
holds one more run of the same experiment with probability (N - 1)/(N + 1), or more where runs can
be equal; with fewer than twenty runs nothing is called inside or outside. Its rank is
2 min(P(run <= theirs), P(run >= theirs)), the shares of our runs, at most 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from aucurate.formatting import count, number
from aucurate.results import Record
from aucurate_papers.rosset_2004.printed_selection import PrintedSelection
from aucurate_papers.rosset_2004.selection import (
    AUC,
    CRITERIA,
    ERROR,
    HALVED,
    Design,
    Selections,
    experiment,
)
from aucurate_papers.rosset_2004.selection_worlds import Floats, World
from aucurate_papers.running import Run

FEWEST_RUNS = 20
"""From which on a printed figure is called inside or outside their range."""
_BLOCK = 5  # runs that are kept together
_SLACK = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide(Record):
    """One printed figure, and that of our runs: their mean, range and the printed rank.

    ``digits`` are the decimals that are printed; ``theirs`` is None where nothing is printed.
    """

    row: str
    criterion: str
    theirs: float | None
    digits: int
    mean: float
    low: float
    high: float
    rank: float | None
    runs: int

    @property
    def unit(self) -> float:
        """Half a unit of the last printed digit."""
        return 0.5 * 0.1**self.digits

    @property
    def inside(self) -> bool | None:
        """Whether the printed figure lies in the range of our runs.

        None where nothing is printed, and with too few runs.
        """
        if self.theirs is None or self.runs < FEWEST_RUNS:
            return None
        return self.low - self.unit <= self.theirs + _SLACK and (
            self.theirs - _SLACK <= self.high + self.unit
        )


def runs_of(
    run: Run,
    piece: str,
    world: World,
    pairs: Sequence[tuple[int, int]],
    *,
    repeats: int,
    design: Design,
    settings: Mapping[str, Any],
) -> Selections:
    """All training sets of so many runs in their order; finished blocks are kept."""
    parts, total = [], repeats * design.training_sets
    for start in range(0, repeats, _BLOCK):
        several = min(_BLOCK, repeats - start)

        def block(start: int = start, several: int = several) -> dict[str, Any]:
            found = []
            for at in range(start, start + several):
                rng = np.random.default_rng([run.rng, world.key, at])
                before = at * design.training_sets
                step = partial(_tell, run, before, total, world.name)
                found.append(experiment(world, pairs, design, rng, step).to_dict())
            return Selections.joined(found).to_dict()

        made_from = {**settings, **design.to_dict(), "start": start, "several": several}
        parts.append(run.kept(f"rosset-2004/{piece}/runs-{start}", made_from, block))
    run.tell(total, total, world.name)
    return Selections.joined(parts)


def _tell(run: Run, before: int, total: int, what: str, done: int) -> None:
    run.tell(before + done, total, what)


def figures_of(
    selections: Selections, printed: PrintedSelection, training_sets: int, at: int = 0
) -> tuple[SideBySide, ...]:
    """The rows of Table 3 or 4, and the error rates of the text, for the pair at this place."""
    shape = (-1, training_sets, len(CRITERIA))
    percent = 100 * selections.shares[:, at].reshape(shape)
    rows: list[tuple[str, Floats, tuple[float, float], int]] = [
        ("average % m2 better", percent.mean(axis=1), printed.average, printed.decimals),
        ("minimum % m2 better", percent.min(axis=1), printed.least, 0),
        (
            f"training sets with m2 better on {_goal(printed.goal)}",
            selections.reaches(printed.goal, at).reshape(shape).sum(axis=1).astype(float),
            printed.reached,
            0,
        ),
    ]
    found = []
    for row, values, theirs, digits in rows:
        found += [
            beside(row, "error rate", values[:, ERROR], theirs[0], digits),
            beside(row, "AUC", values[:, AUC], theirs[1], digits),
            beside(row, "AUC, ties one half", values[:, HALVED], None, digits),
        ]
    errors = 100 * selections.errors.reshape(-1, training_sets, selections.errors.shape[1])
    for model, theirs_error in enumerate(printed.errors):
        mean = errors.mean(axis=1)[:, model]
        found.append(beside(f"error rate of m{model + 1}, %", "", mean, theirs_error, 1))
    return tuple(found)


def _goal(goal: int) -> str:
    return "all 100" if goal == 100 else f"at least {goal}"


def range_holds(runs: int) -> float:
    """The probability that the range of so many runs holds one more.

    >>> range_holds(199)
    0.99
    """
    return (runs - 1) / (runs + 1)


def inside_words(figures: Sequence[SideBySide], what: str) -> str:
    """How many printed figures lie in the range of our runs, and what that range holds."""
    printed = [one for one in figures if one.theirs is not None]
    runs = max((one.runs for one in printed), default=0)
    if runs < FEWEST_RUNS:
        return (
            f"With {count(runs, what)} no printed figure is called inside or outside their range: "
            f"that takes {FEWEST_RUNS}."
        )
    return (
        f"{sum(bool(one.inside) for one in printed)} of {len(printed)} printed figures lie in the "
        f"range of our {count(runs, what)}, which holds a further one with probability "
        f"{number(range_holds(runs))}."
    )


def beside(
    row: str, criterion: str, values: Floats, theirs: float | None, digits: int
) -> SideBySide:
    """A printed figure beside those of our runs."""
    rank = None
    if theirs is not None:
        unit = 0.5 * 0.1**digits
        below = float(np.mean(values <= theirs + unit + _SLACK))
        above = float(np.mean(values >= theirs - unit - _SLACK))
        rank = min(1.0, 2 * min(below, above))
    return SideBySide(
        row=row,
        criterion=criterion,
        theirs=theirs,
        digits=digits,
        mean=float(values.mean()),
        low=float(np.min(values)),
        high=float(np.max(values)),
        rank=rank,
        runs=len(values),
    )
