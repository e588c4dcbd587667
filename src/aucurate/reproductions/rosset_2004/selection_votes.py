"""What Table 4 owes to tied votes: 10 and 50 neighbours are even numbers.

The paper decides positive when a score exceeds 1/2, so a vote of five to five is negative. An
implementation that breaks a tied vote by one more neighbour decides as with 11 and 51 neighbours,
one that leaves the last neighbour out as with 9 and 49. All are shown, and beside the share in
which a tie of the error rates counts one half what is left if it counts nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from aucurate.formatting import number
from aucurate.reproductions.rosset_2004.printed_selection import PRINTED_NEIGHBOURS
from aucurate.reproductions.rosset_2004.selection import AUC, ERROR, Design, Selections
from aucurate.reproductions.rosset_2004.selection_runs import runs_of
from aucurate.reproductions.rosset_2004.selection_sizes import mean_and_error
from aucurate.reproductions.rosset_2004.selection_worlds import neighbour_world
from aucurate.reproductions.running import Run
from aucurate.study.table import Table

NEIGHBOURS = ((10, 50), (9, 49), (11, 51))
"""The printed numbers first."""

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
        by_run = strict.reshape(self.repeats, -1)
        reached = (by_run >= PRINTED_NEIGHBOURS.goal).sum(axis=1)
        least = by_run.min(axis=1).mean()
        values = (*errors, shares[ERROR], strict.mean(), least, reached.mean(), shares[AUC])
        return tuple(float(value) for value in values)

    @property
    def margin(self) -> tuple[float, float]:
        """The AUC's share minus that of the error rate, and its standard error."""
        shares = 100 * self.selections.shares[:, 0]
        mean, error = mean_and_error(shares[:, AUC] - shares[:, ERROR])
        return float(mean), float(error)


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
    """Whether odd numbers of neighbours explain the printed share of the error rate."""
    first, second = PRINTED_NEIGHBOURS.errors
    nearest = min(found, key=lambda one: abs(one.numbers[0] - first) + abs(one.numbers[1] - second))
    told = [number(value, 1) for value in nearest.numbers]
    theirs = PRINTED_NEIGHBOURS.average[0]
    between = nearest.numbers[3] <= theirs <= nearest.numbers[2]
    place = "between the two" if between else "not explained by that"
    return (
        f"Nearest to the printed error rates come {nearest.neighbours[0]} and "
        f"{nearest.neighbours[1]} neighbours, {told[0]}% and {told[1]}%; there the error rate "
        f"picks m2 on {told[2]}% of the test sets, on {told[3]}% if ties count nothing: the "
        f"printed {number(theirs, 1)}% is {place}."
    )
