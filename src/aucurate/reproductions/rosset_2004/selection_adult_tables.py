"""Table 5 from many divisions: its rows, what comes out, and the tables; all criteria are told in
``selection_adult``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.formatting import count, listing, number
from aucurate.reproductions.exhibit import State
from aucurate.reproductions.rosset_2004.printed_selection import PRINTED_ADULT, PrintedChoice
from aucurate.reproductions.rosset_2004.selection import AUC, CRITERIA, ERROR
from aucurate.reproductions.rosset_2004.selection_runs import (
    SideBySide,
    beside,
    central_range,
)
from aucurate.reproductions.rosset_2004.selection_sizes import mean_and_error
from aucurate.reproductions.rosset_2004.selection_worlds import Floats
from aucurate.study.table import Table

USED = tuple(sorted({k for one in PRINTED_ADULT for k in (one.first, one.second)}))
"""Numbers of variables, one model for each."""
SIZES = (50, 100, 200)
"""Of the small test sets."""

_CHOSEN = SIZES.index(100)
_FAR = 3.0
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
    """A row of Table 5: its printed figures beside ours, and whether it comes out.

    ``figures`` are the accuracies of m1 and m2, and the picks by error rate and by AUC.
    """

    place: int
    printed: PrintedChoice
    figures: tuple[SideBySide, ...]
    comes_out: bool

    @property
    def counts_inside(self) -> bool:
        """Whether both printed counts lie in the central range of ours."""
        return all(one.inside for one in self.figures[2:])


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
                comes_out=_comes_out(at + 1, second - first, picks),
            )
        )
    return tuple(found)


def _comes_out(place: int, gain: Floats, picks: Floats) -> bool:
    if place == 5:
        return bool(abs(picks[:, AUC].mean() - picks[:, ERROR].mean()) <= _ABOUT_THE_SAME)
    if place == 4:
        return _above(-gain) and _above(50 - picks[:, ERROR]) and _above(picks[:, AUC] - 50)
    return _above(gain) and _above(picks[:, AUC] - picks[:, ERROR])


def _above(values: Floats) -> bool:
    """Whether the mean is above 0 by more than three standard errors."""
    mean, error = mean_and_error(values)
    return bool(mean > _FAR * np.nan_to_num(error))


def state_of(choices: Sequence[Choice]) -> State:
    """Computed as the head of ``selection_adult`` says."""
    if all(one.inside for choice in choices for one in choice.figures):
        return "within simulation error"
    found = all(choice.comes_out or choice.counts_inside for choice in choices)
    return "same finding, other numbers" if found else "not reproduced"


def verdict_of(choices: Sequence[Choice], divisions: Divisions) -> tuple[str, ...]:
    """Which rows come out, and how many printed figures are inside."""
    out = [str(choice.place) for choice in choices if choice.comes_out]
    not_out = [choice for choice in choices if not choice.comes_out]
    figures = [one for choice in choices for one in choice.figures]
    counts = [one for one in figures if one.row == "picks of m2"]
    told = (
        f"Of the five cases {listing(out)} come out as the paper describes them"
        if out
        else "None of the five cases comes out as the paper describes it"
    )
    tied = divisions.tied[:, _CHOSEN].mean(axis=(0, 1))
    return (
        f"{told} in the mean over divisions.",
        *(_not_in_the_mean(choice) for choice in not_out),
        f"{sum(one.inside for one in figures)} of {len(figures)} printed figures lie in the "
        f"central 99% of {count(len(divisions.accuracies), 'division')}, among them "
        f"{sum(one.inside for one in counts)} of the {len(counts)} counts.",
        f"On test sets of 100 the error rate is equal for both models on {number(tied[ERROR], 1)}% "
        f"of them, the AUC on {number(tied[AUC], 1)}%; a tie counts one half, as the printed 73.5 "
        "suggests.",
    )


def _not_in_the_mean(choice: Choice) -> str:
    by_error, by_auc = choice.figures[2:]
    inside = "lie inside" if choice.counts_inside else "do not both lie inside"
    return (
        f"In case {choice.place} m2 is picked on {number(by_error.mean, 1)}% by error rate and "
        f"{number(by_auc.mean, 1)}% by AUC; the printed {number(by_error.theirs or 0, 1)} and "
        f"{number(by_auc.theirs or 0, 1)} {inside} what single divisions give."
    )


def differs_of(choices: Sequence[Choice]) -> str:
    """What is outside, and what is not known of the printed experiment."""
    outside = []
    for choice in choices:
        told = [
            f"{one.row}{f' by the {one.criterion}' if one.criterion else ''}"
            for one in choice.figures
            if not one.inside
        ]
        outside += [f"{listing(told)} in case {choice.place}"] if told else []
    if not outside:
        return ""
    return (
        f"Outside our divisions: {'; '.join(outside)}. The paper does not say which variables, "
        "which 17000 observations, which settings of the discretisation and which size of test set."
    )


def choice_table(choices: Sequence[Choice]) -> Table:
    """A row per row of the paper; every cell of ours with its central 99%."""
    columns: dict[str, tuple[object, ...]] = {
        "first": tuple(choice.printed.first for choice in choices),
        "second": tuple(choice.printed.second for choice in choices),
        "comes_out": tuple(choice.comes_out for choice in choices),
        "counts_inside": tuple(choice.counts_inside for choice in choices),
    }
    for at, name in enumerate(("first_accuracy", "second_accuracy", "by_error", "by_auc")):
        for field in ("theirs", "mean", "low", "high", "rank", "inside"):
            key = f"{name}_{'ours' if field == 'mean' else field}"
            columns[key] = tuple(getattr(choice.figures[at], field) for choice in choices)
    return Table(
        name="choices",
        title="Numbers of variables, accuracies on all observations not for training, and choices "
        "of m2 on 100 test sets; ours are means over divisions with their central 99%",
        header=(
            *("m1, m2", "accuracies, theirs", "ours", "by error rate, theirs", "ours", "99%"),
            *("by AUC, theirs", "ours", "99%", "comes out"),
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
        "yes" if choice.comes_out else ("inside" if choice.counts_inside else "no"),
    )


def _cells(one: SideBySide) -> tuple[str, str, str]:
    return (
        number(one.theirs or 0.0, 1),
        number(one.mean, 1),
        f"{number(one.low, 1)} to {number(one.high, 1)}",
    )


def accuracy_table(divisions: Divisions, names: Sequence[str]) -> Table:
    """The models of all numbers of variables."""
    accuracies, aucs = divisions.accuracies, divisions.aucs
    low, high = zip(*(central_range(column) for column in accuracies.T), strict=True)
    return Table(
        name="models",
        title="Naive Bayes on the first variables: accuracy and AUC on all observations not for "
        "training, means over divisions",
        header=("variables", "the last of them", "accuracy", "99%", "AUC"),
        rows=tuple(
            (
                str(used),
                names[used - 1],
                number(float(accuracies[:, at].mean())),
                f"{number(low[at])} to {number(high[at])}",
                number(float(aucs[:, at].mean())),
            )
            for at, used in enumerate(USED)
        ),
        columns={
            "variables": USED,
            "accuracy": tuple(accuracies.mean(axis=0).tolist()),
            "low": low,
            "high": high,
            "auc": tuple(aucs.mean(axis=0).tolist()),
        },
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
