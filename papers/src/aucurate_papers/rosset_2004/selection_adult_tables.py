"""Table 5 from many divisions: its rows, what comes out, and the tables; all criteria are told in
``selection_adult``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import count, listing, number, percent
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.rosset_2004.printed_selection import PRINTED_ADULT, PrintedChoice
from aucurate_papers.rosset_2004.selection import AUC, CRITERIA, ERROR
from aucurate_papers.rosset_2004.selection_runs import (
    SideBySide,
    beside,
    inside_words,
)
from aucurate_papers.rosset_2004.selection_spread import above
from aucurate_papers.rosset_2004.selection_worlds import Floats

USED = tuple(sorted({k for one in PRINTED_ADULT for k in (one.first, one.second)}))
"""Numbers of variables, one model for each."""
SIZES = (50, 100, 200)
"""Of the small test sets."""

_CHOSEN = SIZES.index(100)
OFTEN = 0.05
"""The share of divisions from which on what the paper says of a row can have been seen in one."""
_FAR = 3.0  # standard errors
_ABOUT_THE_SAME = 10.0  # points


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Divisions:
    """By division: accuracies and AUCs by model, and picks of m2 in 100 by size, row, criterion.

    ``accuracies`` and ``aucs`` are those on all observations that are not for training; ``tied``
    are test sets in 100 on which a criterion is equal for both models.
    """

    accuracies: Floats
    aucs: Floats
    picks: Floats
    tied: Floats

    @staticmethod
    def of(parts: Sequence[dict[str, Any]]) -> "Divisions":
        """From the numbers of each division."""
        names = ("accuracies", "aucs", "picks", "tied")
        return Divisions(**{name: np.array([one[name] for one in parts]) for name in names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A row of Table 5: its printed figures beside ours, and whether its statement holds.

    ``figures`` are the accuracies of m1 and m2, and the picks by error rate and by AUC; ``share``
    is that of the single divisions in which the statement holds.
    """

    place: int
    printed: PrintedChoice
    figures: tuple[SideBySide, ...]
    share: float
    in_the_mean: bool


def choices_of(divisions: Divisions) -> tuple[Choice, ...]:
    """All rows, with test sets of 100."""
    found = []
    for at, printed in enumerate(PRINTED_ADULT):
        first, second = (
            divisions.accuracies[:, USED.index(k)] for k in (printed.first, printed.second)
        )
        picks = divisions.picks[:, _CHOSEN, at]
        found.append(
            Choice(
                place=at + 1,
                printed=printed,
                figures=(
                    beside("accuracy of m1", "", first, printed.first_accuracy, 3),
                    beside("accuracy of m2", "", second, printed.second_accuracy, 3),
                    beside("picks of m2", "error rate", picks[:, ERROR], printed.by_error, 1),
                    beside("picks of m2", "AUC", picks[:, AUC], printed.by_auc, 1),
                ),
                share=float(np.mean(_holds(at + 1, second - first, picks))),
                in_the_mean=_in_the_mean(at + 1, second - first, picks),
            )
        )
    return tuple(found)


def _parts(place: int, gain: Floats, picks: Floats) -> tuple[Floats, ...]:
    """By division what must be above 0 for the statement of a row, in cases 1 to 4."""
    if place == 4:
        return -gain, 50 - picks[:, ERROR], picks[:, AUC] - 50
    return gain, picks[:, AUC] - picks[:, ERROR]


def _holds(place: int, gain: Floats, picks: Floats) -> NDArray[np.bool_]:
    if place == 5:
        return np.asarray(np.abs(picks[:, AUC] - picks[:, ERROR]) <= _ABOUT_THE_SAME)
    return np.asarray(np.all([part > 0 for part in _parts(place, gain, picks)], axis=0))


def _in_the_mean(place: int, gain: Floats, picks: Floats) -> bool:
    if place == 5:
        return bool(abs(picks[:, AUC].mean() - picks[:, ERROR].mean()) <= _ABOUT_THE_SAME)
    return all(above(part, _FAR) for part in _parts(place, gain, picks))


def state_of(choices: Sequence[Choice]) -> State:
    """Computed as the head of ``selection_adult`` says."""
    if all(one.inside for choice in choices for one in choice.figures):
        return "within simulation error"
    found = all(choice.share >= OFTEN for choice in choices)
    return "same finding, other numbers" if found else "not reproduced"


def verdict_of(choices: Sequence[Choice], divisions: Divisions) -> tuple[str, ...]:
    """In how many divisions each row holds, which hold in the mean, and what is inside."""
    shares = [f"{percent(choice.share)} (case {choice.place})" for choice in choices]
    out = [str(choice.place) for choice in choices if choice.in_the_mean]
    figures = [one for choice in choices for one in choice.figures]
    several = len(divisions.accuracies)
    mean = f"cases {listing(out)} do" if len(out) > 1 else f"case {listing(out)} does"
    tied = divisions.tied[:, _CHOSEN].mean(axis=(0, 1))
    return (
        f"The paper has one division; of our {count(several, 'division')} what it says holds in "
        f"{listing(shares)}. In the mean over divisions {mean if out else 'no case does'}.",
        *(_not_in_the_mean(choice) for choice in choices if not choice.in_the_mean),
        inside_words(figures, "division"),
        f"On test sets of 100 the error rate is equal for both models on {number(tied[ERROR], 1)}% "
        f"of them, the AUC on {number(tied[AUC], 1)}%; a tie counts one half, as the printed 73.5 "
        "suggests.",
    )


def _not_in_the_mean(choice: Choice) -> str:
    by_error, by_auc = choice.figures[2:]
    return (
        f"In case {choice.place} our mean division picks m2 on {number(by_error.mean, 1)}% by "
        f"error rate and {number(by_auc.mean, 1)}% by AUC, with accuracies "
        f"{number(choice.figures[0].mean)} and {number(choice.figures[1].mean)}: not what the "
        "paper says of it."
    )


def differs_of(choices: Sequence[Choice]) -> str:
    """What is outside, and what is not known of the printed experiment."""
    outside = []
    for choice in choices:
        told = [
            f"{one.row}{f' by the {one.criterion}' if one.criterion else ''}"
            for one in choice.figures
            if one.inside is False
        ]
        outside += [f"{listing(told)} in case {choice.place}"] if told else []
    if all(one.inside for choice in choices for one in choice.figures):
        return ""
    if not outside:
        return "There are too few divisions to say whether the printed figures differ from ours."
    return (
        f"Outside our divisions: {'; '.join(outside)}. The paper does not say which variables, "
        "which 17000 observations, which settings of the discretisation and which size of test set."
    )


def choice_table(choices: Sequence[Choice]) -> Table:
    """A row per row of the paper; counts of ours with the range of all divisions."""
    runs = f"range of {count(choices[0].figures[0].runs, 'division')}"
    columns: dict[str, tuple[object, ...]] = {
        "first": tuple(choice.printed.first for choice in choices),
        "second": tuple(choice.printed.second for choice in choices),
        "share": tuple(choice.share for choice in choices),
        "in_the_mean": tuple(choice.in_the_mean for choice in choices),
    }
    for at, name in enumerate(("first_accuracy", "second_accuracy", "by_error", "by_auc")):
        for field in ("theirs", "mean", "low", "high", "rank", "inside"):
            key = f"{name}_{'ours' if field == 'mean' else field}"
            columns[key] = tuple(getattr(choice.figures[at], field) for choice in choices)
    return Table(
        name="choices",
        title="Numbers of variables, accuracies on all observations not for training, and choices "
        "of m2 on 100 test sets; ours are means over divisions. Last, in how many of the single "
        "divisions what the paper says of the row holds, and whether it holds in the mean",
        header=(
            *("m1, m2", "accuracies, theirs", "ours", "by error rate, theirs", "ours", runs),
            *("by AUC, theirs", "ours", runs, "holds in", "in the mean"),
        ),
        rows=tuple(_choice_row(choice) for choice in choices),
        columns=columns,
    )


def _choice_row(choice: Choice) -> tuple[str, ...]:
    first, second, by_error, by_auc = choice.figures
    return (
        f"{choice.printed.first}, {choice.printed.second}",
        f"{number(first.theirs or 0)}, {number(second.theirs or 0)}",
        f"{number(first.mean)}, {number(second.mean)}",
        *(cell for one in (by_error, by_auc) for cell in _cells(one)),
        percent(choice.share),
        "yes" if choice.in_the_mean else "no",
    )


def _cells(one: SideBySide) -> tuple[str, str, str]:
    return (
        number(one.theirs or 0.0, 1),
        number(one.mean, 1),
        f"{number(one.low, 1)} to {number(one.high, 1)}",
    )


def size_table(divisions: Divisions) -> Table:
    """Choices of m2 by all criteria on test sets of other sizes, and how often they are tied."""
    picks, tied = divisions.picks.mean(axis=0), divisions.tied.mean(axis=0)
    places = [(size, at) for at in range(len(PRINTED_ADULT)) for size in range(len(SIZES))]
    return Table(
        name="sizes",
        title="Choices of m2 on 100 test sets of other sizes (the paper prints none), and of these "
        "the test sets on which the error rates are equal",
        header=("m1, m2", "size", *CRITERIA, "tied error rates"),
        rows=tuple(
            (
                f"{PRINTED_ADULT[at].first}, {PRINTED_ADULT[at].second}",
                str(SIZES[size]),
                *(number(one, 1) for one in picks[size, at]),
                number(float(tied[size, at, ERROR]), 1),
            )
            for size, at in places
        ),
        columns={
            "first": tuple(PRINTED_ADULT[at].first for _, at in places),
            "second": tuple(PRINTED_ADULT[at].second for _, at in places),
            "size": tuple(SIZES[size] for size, _ in places),
            **{
                name: tuple(float(picks[size, at, place]) for size, at in places)
                for place, name in enumerate(("by_error", "by_auc", "by_auc_ties_one_half"))
            },
            "tied_error": tuple(float(tied[size, at, ERROR]) for size, at in places),
        },
    )
