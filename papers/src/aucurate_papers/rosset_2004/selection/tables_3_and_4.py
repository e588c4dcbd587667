"""Tables 3 and 4: naive Bayes and nearest neighbours, selected by AUC and by error rate.

The exhibit
-----------
Tables 3 and 4 as an exhibit: the rows, what ties do, what is true, and how far all agrees.

The state is "within simulation error" when every printed figure is inside the range of our runs
(twenty at least); "same finding, other numbers" when not all are, but over our runs the AUC is
ahead of the error rate in all three rows by more than three standard errors (so there must be more
than one run), and the model that the paper calls better is judged better for most training sets;
"not reproduced" otherwise.

The runs
--------
Tables 3 and 4 many times over: what one run of the paper's experiment gives, and its spread.

A run is twenty training sets with 100 test sets each, as printed. Its figures are percentages and
counts of those twenty; we make many runs. A printed figure is inside when it lies between the
smallest and the largest of ours, give or take half a unit of its last digit. The range of N runs
holds one more run of the same experiment with probability (N - 1)/(N + 1), or more where runs can
be equal; with fewer than twenty runs nothing is called inside or outside. Its rank is
2 min(P(run <= theirs), P(run >= theirs)), the shares of our runs, at most 1.

Tied votes
----------
What Table 4 owes to tied votes: 10 and 50 neighbours are even numbers.

The paper decides positive when a score exceeds 1/2, so a vote of five to five is negative. An
implementation that breaks a tied vote by one more neighbour decides as with 11 and 51 neighbours,
one that leaves the last neighbour out as with 9 and 49. All are shown, and beside the share in
which a tie of the error rates counts one half what is left if it counts nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from aucurate.formatting import count, join_words, number, percent
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.rosset_2004.learners import LEVEL, MOST
from aucurate_papers.rosset_2004.printed import (
    PRINTED_NAIVE_BAYES,
    PRINTED_NEIGHBOURS,
    PRINTED_TRAINING_SETS,
    PrintedSelection,
)
from aucurate_papers.rosset_2004.selection.criteria import (
    AUC,
    CRITERIA,
    ERROR,
    HALVED,
    Design,
    Floats,
    Margin,
    Selections,
    World,
    above,
    experiment,
    margin_of,
    mean_and_error,
    naive_bayes_world,
    neighbour_world,
)
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


_FAR = 3.0  # standard errors


def ahead(selections: Selections, goal: int, training_sets: int) -> bool:
    """Whether the AUC is ahead in average, minimum and count by more than three standard errors."""
    shape = (-1, training_sets, len(CRITERIA))
    by_run = 100 * selections.shares[:, 0].reshape(shape)
    reached = selections.reaches(goal).reshape(shape).sum(axis=1)
    return all(
        above((values[:, AUC] - values[:, ERROR]).astype(float), _FAR)
        for values in (by_run.mean(axis=1), by_run.min(axis=1), reached)
    )


def judged_better(selections: Selections) -> int:
    """For how many training sets the second model is judged to have the smaller error."""
    return int((selections.true_errors[:, 1] < selections.true_errors[:, 0]).sum())


def state_of(figures: Sequence[SideBySide], selections: Selections, goal: int, sets: int) -> State:
    """Computed as the head of this module says."""
    if all(one.inside for one in figures if one.theirs is not None):
        return "within simulation error"
    mostly = 2 * judged_better(selections) > len(selections.shares)
    if mostly and ahead(selections, goal, sets):
        return "same finding, other numbers"
    return "not reproduced"


def figure_table(figures: Sequence[SideBySide], title: str) -> Table:
    """A row for every printed figure, and one for the AUC that counts ties one half."""
    return Table(
        name="figures",
        title=title,
        header=(
            "",
            "criterion",
            "theirs",
            "ours",
            f"range of our {_runs(figures)}",
            "rank",
            "inside",
        ),
        rows=tuple(
            (
                one.row,
                one.criterion,
                "" if one.theirs is None else _as_printed(one),
                number(one.mean, 2),
                f"{number(one.low, 2)} to {number(one.high, 2)}",
                "" if one.rank is None else number(one.rank, 2),
                "" if one.inside is None else ("yes" if one.inside else "no"),
            )
            for one in figures
        ),
        columns={
            "row": tuple(one.row for one in figures),
            "criterion": tuple(one.criterion for one in figures),
            "theirs": tuple(one.theirs for one in figures),
            "ours": tuple(one.mean for one in figures),
            "low": tuple(one.low for one in figures),
            "high": tuple(one.high for one in figures),
            "rank": tuple(one.rank for one in figures),
            "runs": tuple(one.runs for one in figures),
            "inside": tuple(one.inside for one in figures),
        },
    )


def _runs(figures: Sequence[SideBySide]) -> str:
    return count(figures[0].runs, "run")


def _as_printed(one: SideBySide) -> str:
    return number(one.theirs or 0.0, one.digits)


def tie_table(selections: Selections, goal: int, training_sets: int) -> Table:
    """How often a criterion is equal for both models, and what is left if ties count nothing."""
    won = 100 * selections.won[:, 0] / selections.test_sets
    tied = 100 * selections.tied[:, 0] / selections.test_sets
    shares = won + tied / 2
    reached = [selections.reaches(goal, strict=strict).sum(axis=0) for strict in (False, True)]
    runs = len(won) / training_sets
    columns: dict[str, tuple[object, ...]] = {
        "criterion": CRITERIA,
        "tied": tuple(tied.mean(axis=0).tolist()),
        "average": tuple(shares.mean(axis=0).tolist()),
        "average_strict": tuple(won.mean(axis=0).tolist()),
        "reached": tuple((reached[0] / runs).tolist()),
        "reached_strict": tuple((reached[1] / runs).tolist()),
    }
    return Table(
        name="ties",
        title="Test sets on which the criterion is equal for both models, in percent, and the "
        "average and the count of the third row if such a tie counts one half, or nothing",
        header=(
            *("criterion", "tied", "average, one half", "average, nothing"),
            *("count, one half", "count, nothing"),
        ),
        rows=tuple(
            (str(row[0]), *(number(float(str(cell)), 2) for cell in row[1:]))
            for row in zip(*columns.values(), strict=True)
        ),
        columns=columns,
    )


def true_table(selections: Selections, models: Sequence[str]) -> Table:
    """The judged error and AUC of both models, means over training sets with standard errors."""
    errors, error_errors = mean_and_error(100 * selections.true_errors)
    aucs, auc_errors = mean_and_error(selections.true_aucs)
    smaller = judged_better(selections)
    better = (len(selections.shares) - smaller, smaller)
    return Table(
        name="true",
        title="What is judged: error (%) and AUC of the models on further observations, means over "
        f"{count(len(selections.shares), 'training set')} ± standard error, and for how many of "
        "them the model has the smaller error",
        header=("model", "error, %", "AUC", "training sets"),
        rows=tuple(
            (
                f"m{at + 1}: {model}",
                f"{number(errors[at], 2)} ± {number(error_errors[at], 2)}",
                f"{number(aucs[at], 4)} ± {number(auc_errors[at], 4)}",
                str(better[at]),
            )
            for at, model in enumerate(models)
        ),
        columns={
            "model": tuple(models),
            "true_error": tuple((errors / 100).tolist()),
            "true_error_standard_error": tuple((error_errors / 100).tolist()),
            "true_auc": tuple(aucs.tolist()),
            "true_auc_standard_error": tuple(auc_errors.tolist()),
            "training_sets_better": better,
        },
    )


def verdict_of(
    figures: Sequence[SideBySide], selections: Selections, printed_average: tuple[float, float]
) -> tuple[str, ...]:
    """The margin of the AUC over the error rate, and what became of the printed figures."""
    margin, halved = margin_of(selections), margin_of(selections, HALVED)
    lead = printed_average[1] - printed_average[0]
    shares = 100 * selections.shares[:, 0].mean(axis=0)
    sets = len(selections.shares)
    return (
        f"On {count(selections.test_sets, 'test set')} for each of {count(sets, 'training set')} "
        f"the AUC picks m2 on {number(shares[AUC], 1)}%, the error rate on "
        f"{number(shares[ERROR], 1)}%: the AUC is ahead by {number(margin.mean, 1)} ± "
        f"{number(margin.standard_error, 1)} points (standard error over training sets; theirs "
        f"{number(lead, 1)}), and by {number(halved.mean, 1)} if tied scores count one half "
        "instead of being ordered at random.",
        "On the further observations that judge, m2 errs less for "
        f"{percent(judged_better(selections) / sets)} of the training sets.",
        inside_words(figures, "run"),
    )


def differs_of(
    figures: Sequence[SideBySide], selections: Selections, printed_errors: tuple[float, float]
) -> str:
    """Which printed figures lie outside, and how far apart the models are there and here."""
    outside = [one for one in figures if one.inside is False]
    if all(one.inside for one in figures if one.theirs is not None):
        return ""
    if not outside:
        return "There are too few runs to say whether the printed figures differ from ours."
    told = [
        f"{one.row}{f' by the {one.criterion}' if one.criterion else ''} ({_as_printed(one)}, ours "
        f"{number(one.low, 2)} to {number(one.high, 2)})"
        for one in outside
    ]
    errors = 100 * selections.errors.mean(axis=0)
    return (
        f"Outside our runs: {join_words(told)}. Their two models differ by "
        f"{number(printed_errors[0] - printed_errors[1], 1)} points of error rate, ours by "
        f"{number(errors[0] - errors[1], 1)}; the implementation behind the printed figures is not "
        "known."
    )


# What Table 3 owes to the settings of ChiMerge, which the paper does not print.


SETTINGS: tuple[tuple[float, int | None], ...] = (
    *((0.10, 10), (LEVEL, MOST), (0.01, 10), (0.05, 5), (0.05, 15)),
    *((0.10, None), (0.05, None), (0.01, None), (0.001, None)),
)
"""Levels and largest numbers of intervals; None is no limit, so that the level alone decides."""


class LevelRuns(NamedTuple):
    """What one setting gives."""

    level: float
    most: int | None
    selections: Selections


def level_runs(run: Run, design: Design, repeats: int) -> tuple[LevelRuns, ...]:
    """Table 3 again under every setting, on the same draws; under ours from the same pieces."""
    found = []
    for level, most in SETTINGS:
        settings: dict[str, Any] = {"level": level, "most": most}
        selections = runs_of(
            run,
            "table-3" if (level, most) == (LEVEL, MOST) else f"table-3/level-{level}-{most}",
            naive_bayes_world(level, most),
            [(0, 1)],
            repeats=repeats,
            design=design,
            settings=settings,
        )
        found.append(LevelRuns(level, most, selections))
    return tuple(found)


def level_words(found: Sequence[LevelRuns]) -> str:
    """Whether these settings matter, from their margins."""
    margins = [margin_of(one.selections).mean for one in found]
    ahead = [margin for margin in margins if margin > 0]
    behind = [one for one, margin in zip(found, margins, strict=True) if margin <= 0]
    told = (
        "The paper names no settings of its chi-square discretisation. Ours, ChiMerge at the "
        f"{_quantile(LEVEL)} quantile with {_limit(MOST)}, were fixed before any table was "
        f"computed. Of {count(len(found), 'setting')} the AUC is ahead in {len(ahead)}"
    )
    if ahead:
        told += f", by {number(min(ahead), 1)} to {number(max(ahead), 1)} points"
    if behind:
        names = [f"{_quantile(one.level)} quantile with {_limit(one.most)}" for one in behind]
        told += f"; it is not ahead at the {join_words(names)}"
    nearest = min(found, key=lambda one: _distance(one.selections))
    errors = 100 * nearest.selections.errors.mean(axis=0)
    shares = 100 * nearest.selections.shares[:, 0].mean(axis=0)
    return (
        f"{told}. Nearest to the printed error rates comes the {_quantile(nearest.level)} quantile "
        f"with {_limit(nearest.most)}: {number(errors[0], 1)}% and {number(errors[1], 1)}%, where "
        f"m2 is picked on {number(shares[ERROR], 1)}% by error rate and {number(shares[AUC], 1)}% "
        "by AUC."
    )


def _distance(selections: Selections) -> float:
    """From the printed error rates, in percent."""
    errors = 100 * selections.errors.mean(axis=0)
    return float(np.abs(errors - np.array(PRINTED_NAIVE_BAYES.errors)).sum())


def _quantile(level: float) -> str:
    return f".{percent(1 - level).removesuffix('%').replace('.', '')}"


def _limit(most: int | None) -> str:
    return "no limit to the intervals" if most is None else f"at most {most} intervals"


def level_table(found: Sequence[LevelRuns]) -> Table:
    """A row per setting; ours is marked."""
    rows, numbers = [], []
    for level, most, selections in found:
        shares = 100 * selections.shares[:, 0]
        errors = 100 * selections.errors.mean(axis=0)
        margin, error = margin_of(selections)
        by = shares.mean(axis=0)
        numbers.append((level, most, *errors, by[ERROR], by[AUC], margin, error))
        rows.append(
            (
                _quantile(level) + (", ours" if (level, most) == (LEVEL, MOST) else ""),
                "no limit" if most is None else str(most),
                *(number(one, 1) for one in (*errors, by[ERROR], by[AUC])),
                f"{number(margin, 1)} ± {number(error, 1)}",
            )
        )
    names = ("level", "most", "first_error", "second_error", "by_error", "by_auc")
    keys = (*names, "margin", "margin_standard_error")
    return Table(
        name="levels",
        title="The unprinted settings of the discretisation: error rates (%), average % m2 better, "
        "and the margin of the AUC ± standard error",
        header=(
            *("quantile", "intervals at most", "error of m1", "error of m2"),
            *("by error rate", "by AUC", "AUC minus error rate"),
        ),
        rows=tuple(rows),
        columns={
            key: tuple(x if isinstance(x, int | None) else float(x) for x in column)
            for key, column in zip(keys, zip(*numbers, strict=True), strict=True)
        },
    )


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
    return f"{join_words(names)} neighbours" if names else "none of these numbers of neighbours"
