"""Tables 3 and 4 as an exhibit: the rows, what ties do, what is true, and how far all agrees.

The state is "within simulation error" when every printed figure is inside the range of our runs
(twenty at least); "same finding, other numbers" when not all are, but over our runs the AUC is
ahead of the error rate in all three rows by more than three standard errors (so there must be more
than one run), and the model that the paper calls better is judged better for most training sets;
"not reproduced" otherwise.
"""

from collections.abc import Sequence

from aucurate.formatting import count, listing, number, percent
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.rosset_2004.selection import AUC, CRITERIA, ERROR, HALVED, Selections
from aucurate_papers.rosset_2004.selection_runs import SideBySide, inside_words
from aucurate_papers.rosset_2004.selection_spread import above, margin_of, mean_and_error

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
        f"Outside our runs: {listing(told)}. Their two models differ by "
        f"{number(printed_errors[0] - printed_errors[1], 1)} points of error rate, ours by "
        f"{number(errors[0] - errors[1], 1)}; the implementation behind the printed figures is not "
        "known."
    )
