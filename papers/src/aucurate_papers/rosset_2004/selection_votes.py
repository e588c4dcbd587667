"""What Table 4 owes to tied votes: 10 and 50 neighbours are even numbers.

The paper decides positive when a score exceeds 1/2, so a vote of five to five is negative. An
implementation that breaks a tied vote by one more neighbour decides as with 11 and 51 neighbours,
one that leaves the last neighbour out as with 9 and 49. All are shown, and beside the share in
which a tie of the error rates counts one half what is left if it counts nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from aucurate.formatting import listing, number
from aucurate.study.table import Table
from aucurate_papers.rosset_2004.printed_selection import (
    PRINTED_NEIGHBOURS,
    PRINTED_TRAINING_SETS,
)
from aucurate_papers.rosset_2004.selection import AUC, ERROR, Design, Selections
from aucurate_papers.rosset_2004.selection_runs import runs_of
from aucurate_papers.rosset_2004.selection_spread import (
    Margin,
    margin_of,
    mean_and_error,
)
from aucurate_papers.rosset_2004.selection_worlds import Floats, neighbour_world
from aucurate_papers.running import Run

NEIGHBOURS = ((10, 50), (9, 49), (11, 51))
"""The printed numbers first."""

_NEAR = 2.0  # standard errors
_NAMES = (
    *("first_error", "second_error", "by_error", "by_error_strict"),
    *("least_strict", "reached_strict", "by_auc"),
)


class VoteRuns(NamedTuple):
    """What two numbers of neighbours give."""

    neighbours: tuple[int, int]
    repeats: int
    selections: Selections

    @property
    def numbers(self) -> tuple[float, ...]:
        """Error rates of both models, and how often m2 is picked by error rate and by AUC.

        By error rate with ties one half, then with ties nothing: average, minimum over the training
        sets of a run, and how many of these reach the goal of the table. All in percent but that.
        """
        selections = self.selections
        errors = 100 * selections.errors.mean(axis=0)
        shares = 100 * selections.shares[:, 0].mean(axis=0)
        strict = 100 * selections.won[:, 0, ERROR] / selections.test_sets
        least = strict.reshape(self.repeats, -1).min(axis=1).mean()
        reached = selections.reaches(PRINTED_NEIGHBOURS.goal, strict=True)[:, ERROR].sum()
        often = reached / self.repeats
        values = (*errors, shares[ERROR], strict.mean(), least, often, shares[AUC])
        return tuple(float(value) for value in values)

    @property
    def margin(self) -> Margin:
        """The AUC's share minus that of the error rate, and its standard error."""
        return margin_of(self.selections)

    @property
    def readings(self) -> dict[str, Floats]:
        """The error rate's picks of m2 in percent by training set: a tie one half, or nothing."""
        selections = self.selections
        return {
            "ties one half": 100 * selections.shares[:, 0, ERROR],
            "ties nothing": 100 * selections.won[:, 0, ERROR] / selections.test_sets,
        }


def vote_runs(run: Run, design: Design, repeats: int) -> tuple[VoteRuns, ...]:
    """Table 4 again with other numbers of neighbours, on the same draws."""
    found = []
    for first, second in NEIGHBOURS:
        printed = (first, second) == NEIGHBOURS[0]
        selections = runs_of(
            run,
            "table-4" if printed else f"table-4/neighbours-{first}-{second}",
            neighbour_world(first, second),
            [(0, 1)],
            repeats=repeats,
            design=design,
            settings={},
        )
        found.append(VoteRuns((first, second), repeats, selections))
    return tuple(found)


def vote_table(found: Sequence[VoteRuns]) -> Table:
    """A row per pair of numbers, below those that are printed."""
    printed = PRINTED_NEIGHBOURS
    by_error = (printed.average[0], None, printed.least[0], printed.reached[0])
    theirs: tuple[float | None, ...] = (*printed.errors, *by_error, printed.average[1])
    lead = printed.average[1] - printed.average[0]
    cells = ["" if one is None else number(one, 1) for one in theirs]
    rows: list[tuple[str, ...]] = [("10 and 50, theirs", *cells, number(lead, 1))]
    rows += [
        (
            f"{one.neighbours[0]} and {one.neighbours[1]}, ours",
            *(number(value, 1) for value in one.numbers),
            f"{number(one.margin[0], 1)} ± {number(one.margin[1], 1)}",
        )
        for one in found
    ]
    ours = zip(*(one.numbers for one in found), strict=True)
    return Table(
        name="votes",
        title="Even numbers of neighbours have tied votes, odd ones do not: error rates (%), "
        "% m2 better by error rate (average with a tie counting one half; average, minimum and "
        "training sets with at least 80 if it counts nothing) and by AUC (average), and the margin "
        "of the AUC ± standard error",
        header=(
            *("neighbours", "error of m1", "error of m2", "by error rate", "ties nothing"),
            *("minimum", "at least 80", "by AUC", "AUC minus error rate"),
        ),
        rows=tuple(rows),
        columns={
            "first": (10, *(one.neighbours[0] for one in found)),
            "second": (50, *(one.neighbours[1] for one in found)),
            "source": ("theirs", *("ours" for _ in found)),
            **{
                name: (their, *values)
                for name, their, values in zip(_NAMES, theirs, ours, strict=True)
            },
            "margin": (lead, *(one.margin[0] for one in found)),
            "margin_standard_error": (None, *(one.margin[1] for one in found)),
        },
    )


def vote_words(found: Sequence[VoteRuns]) -> str:
    """Which numbers of neighbours, and which reading of ties, have the printed figures near.

    Near are two standard errors of the difference between the mean of all our training sets and
    that of the twenty behind a printed figure.
    """
    first, second = PRINTED_NEIGHBOURS.errors
    theirs = PRINTED_NEIGHBOURS.average[0]
    rates, picks = [], []
    for one in found:
        name = f"{one.neighbours[0]} and {one.neighbours[1]}"
        errors = 100 * one.selections.errors
        if _near(errors[:, 0], first) and _near(errors[:, 1], second):
            rates.append(name)
        picks += [
            f"{name} ({ties}, {number(float(np.mean(values)), 1)}%)"
            for ties, values in one.readings.items()
            if _near(values, theirs)
        ]
    return (
        f"Within two standard errors of the printed error rates, {number(first, 1)}% and "
        f"{number(second, 1)}%, come {_neighbours(rates)}; within those of the "
        f"printed {number(theirs, 1)}% by error rate come {_neighbours(picks)}."
    )


def _near(values: Floats, theirs: float) -> bool:
    mean, error = mean_and_error(values)
    shorter = np.sqrt(len(values) / PRINTED_TRAINING_SETS)  # the printed mean has its own error
    return bool(abs(mean - theirs) <= _NEAR * error * np.hypot(1, shorter))


def _neighbours(names: Sequence[str]) -> str:
    return f"{listing(names)} neighbours" if names else "none of these numbers of neighbours"
