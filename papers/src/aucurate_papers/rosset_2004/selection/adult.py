"""Table 5: naive Bayes on the first variables of Adult, selected by error rate and by AUC.

17000 observations are drawn from both files of Adult, 1700 of them to fit naive Bayes; the
accuracies are those on the other 15300, from which 100 small test sets are drawn, each without
replacement. The paper gives only numbers of variables, and takes "the first ten variables": we take
it that k variables are the first k of the file. It prints no size of the small test sets either: we
take 100, as in Tables 3 and 4, and show 50 and 200. The paper has one division into training and
other observations, we have many: a printed figure is inside when it lies in the range of ours, give
or take half a unit of its last digit (see :mod:`.tables_3_and_4`).

What the paper says of a row holds in a division

- in cases 1 to 3 ("AUC is much more conclusive than MC in its choice of the better model") when m2
  is the more accurate on the other observations and the AUC picks it more often than the error
  rate does;
- in case 4 ("AUC and MC select different models") when m1 is the more accurate, the error rate
  picks m2 on fewer than half of the test sets and the AUC on more;
- in case 5 ("the two methods perform approximately the same") when their shares differ by no more
  than 10 points.

It holds in the mean when the same is true of the means over divisions, with differences of more
than three standard errors (in case 5 as it stands). The state is "within simulation error" when all
printed figures are inside; "same finding, other numbers" when what the paper says holds, row by
row, in at least 5% of the single divisions, of which the paper has one; otherwise "not
reproduced". The verdict says which rows hold in the mean.

The data
--------
The Adult data of the UCI repository: the first variables, as naive Bayes takes them.

Numeric variables are numbers, all others codes of their values in alphabetic order; "?" (missing)
is a value of its own. Observations with an income above 50K are positive. The test file starts with
a remark, and its labels end in a full stop.

The tables
----------
Table 5 from many divisions: its rows, what comes out, and the tables; the criteria are those
above.
"""

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import MissingDataError, TableError
from aucurate.formatting import count, join_words, number, percent
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.learners import LEVEL, MOST, Column, fit_naive_bayes
from aucurate_papers.rosset_2004.printed import (
    PRINTED_ADULT,
    PRINTED_ADULT_OBSERVATIONS,
    PRINTED_ADULT_TRAINING,
    PRINTED_ADULT_VARIABLES,
    PRINTED_TEST_SETS,
    PrintedChoice,
)
from aucurate_papers.rosset_2004.selection.criteria import (
    AFTER_TABLE_5,
    AUC,
    CRITERIA,
    ERROR,
    Floats,
    above,
    compared,
    criteria,
    mean_and_error,
    weighted_auc,
)
from aucurate_papers.rosset_2004.selection.tables_3_and_4 import SideBySide, beside, inside_words
from aucurate_papers.running import Made, Run, provenance_of

FILES = ("adult.data.gz", "adult.test.gz")
VARIABLES = (
    *("age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation"),
    *("relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week"),
    "native-country",
)
NUMERIC = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
POSITIVE, NEGATIVE = ">50K", "<=50K"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Adult:
    """Columns in the order of the file, and whether the income is above 50K.

    ``digest`` is that of both files: what is made of other files has another.
    """

    names: tuple[str, ...]
    columns: tuple[Column, ...]
    labels: NDArray[np.bool_]
    missing: int
    digest: str

    def __len__(self) -> int:
        return len(self.labels)


def read_adult(folder: Path, variables: int = 10) -> Adult:
    """The first so many variables of both files, the rows of the first file before the others."""
    rows = [row for name in FILES for row in _rows(folder / name)]
    if not rows:
        raise TableError(
            f"the files of Adult in '{folder}' have no observations.",
            hint="take the files as the UCI repository has them.",
        )
    labels = np.array([row[-1] for row in rows])
    odd = sorted(set(labels.tolist()) - {POSITIVE, NEGATIVE})
    if odd:
        raise TableError(
            f"the labels of Adult are {NEGATIVE} and {POSITIVE}; there is also {odd[0]!r}.",
            hint="take the files as the UCI repository has them.",
        )
    names = VARIABLES[:variables]
    columns = [[row[at] for row in rows] for at in range(len(names))]
    return Adult(
        names=names,
        columns=tuple(
            _numbers(name, column) if name in NUMERIC else _codes(column)
            for name, column in zip(names, columns, strict=True)
        ),
        labels=labels == POSITIVE,
        missing=sum(cell == "?" for column in columns for cell in column),
        digest=_digest([folder / name for name in FILES]),
    )


def _digest(paths: Sequence[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _rows(path: Path) -> list[list[str]]:
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            lines = file.read().splitlines()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        kind = MissingDataError if isinstance(error, FileNotFoundError) else TableError
        raise kind(
            f"cannot read '{path}': {error}.",
            hint=f"the folder 'adult' holds {join_words(FILES)}, from the UCI repository.",
        ) from None
    found = []
    for at, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.removesuffix(".").split(",")]
        if len(cells) != len(VARIABLES) + 1:
            raise TableError(
                f"line {at} of '{path}' has {count(len(cells), 'cell')}; "
                f"there should be {len(VARIABLES) + 1}.",
                hint="take the files as the UCI repository has them.",
            )
        found.append(cells)
    return found


def _numbers(name: str, column: list[str]) -> NDArray[np.float64]:
    try:
        return np.array(column, dtype=np.float64)
    except ValueError as error:
        raise TableError(
            f"the variable '{name}' of Adult is not numeric: {error}.",
            hint="take the files as the UCI repository has them.",
        ) from None


def _codes(column: list[str]) -> NDArray[np.int64]:
    return np.unique(np.array(column), return_inverse=True)[1].astype(np.int64)


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
    """Computed as the head of this module says."""
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
    mean = f"cases {join_words(out)} do" if len(out) > 1 else f"case {join_words(out)} does"
    tied = divisions.tied[:, _CHOSEN].mean(axis=(0, 1))
    return (
        f"The paper has one division; of our {count(several, 'division')} what it says holds in "
        f"{join_words(shares)}. In the mean over divisions {mean if out else 'no case does'}.",
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
        outside += [f"{join_words(told)} in case {choice.place}"] if told else []
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


DIVISIONS, QUICK = 200, 60
"""How often observations are drawn and divided anew."""

_BLOCK = 20
TITLE = "Naive Bayes on the first variables of Adult: which model AUC and error rate select"


def one_division(adult: Adult, rng: np.random.Generator, observations: int) -> dict[str, Any]:
    """Draw, divide and fit; the numbers of one division as plain lists."""
    drawn = rng.permutation(len(adult))[:observations]
    fitting = observations * PRINTED_ADULT_TRAINING // PRINTED_ADULT_OBSERVATIONS
    training, rest = drawn[:fitting], drawn[fitting:]
    whole = fit_naive_bayes([one[training] for one in adult.columns], adult.labels[training])
    columns, labels = [one[rest] for one in adult.columns], adult.labels[rest]
    scores = np.stack([whole.of_first(used).scores(columns[:used]) for used in USED])
    pairs = [(USED.index(one.first), USED.index(one.second)) for one in PRINTED_ADULT]
    picks, tied = [], []
    for size in SIZES:
        tests = np.stack(
            [rng.choice(len(rest), size, replace=False) for _ in range(PRINTED_TEST_SETS)]
        )
        won, equal = compared(criteria(labels[tests], scores[:, tests], rng), pairs)
        picks.append((100 * (won + equal / 2) / PRINTED_TEST_SETS).tolist())
        tied.append((100 * equal / PRINTED_TEST_SETS).tolist())
    return {
        "accuracies": np.mean((scores > 0.5) == labels, axis=1).tolist(),
        "aucs": [weighted_auc(one, labels.astype(float)) for one in scores],
        "picks": picks,
        "tied": tied,
    }


def adult_exhibit(run: Run) -> Made:
    """All divisions, those already made from the cache."""
    divisions = QUICK if run.quick else DIVISIONS
    adult = read_adult(run.folder("adult"), PRINTED_ADULT_VARIABLES)
    observations = min(PRINTED_ADULT_OBSERVATIONS, len(adult))
    parts: list[dict[str, Any]] = []
    for start in range(0, divisions, _BLOCK):
        several = min(_BLOCK, divisions - start)

        def block(start: int = start, several: int = several) -> dict[str, Any]:
            made = []
            for at in range(start, start + several):
                run.tell(at, divisions, "divisions of Adult")
                made.append(
                    one_division(adult, np.random.default_rng([run.rng, 5, at]), observations)
                )
            return {"made": made}

        settings = {
            "data": adult.digest,
            "observations": observations,
            "start": start,
            "several": several,
        }
        parts += run.kept(f"rosset-2004/table-5/divisions-{start}", settings, block)["made"]
    run.tell(divisions, divisions, "divisions of Adult")
    return Made(exhibit=_exhibit(run, Divisions.of(parts), adult))


def _exhibit(run: Run, divisions: Divisions, adult: Adult) -> Exhibit:
    choices = choices_of(divisions)
    return Exhibit(
        paper=PAPER,
        name="table 5",
        title=TITLE,
        state=state_of(choices),
        shown=(
            choice_table(choices),
            accuracy_table(divisions, adult),
            size_table(divisions),
        ),
        verdict=(
            *verdict_of(choices, divisions),
            larger_class_words(divisions, adult),
            PRINTED_TWICE,
        ),
        differs=differs_of(choices),
        caveats=(*AFTER_TABLE_5, *caveats_of(adult)),
        provenance=provenance_of(
            run,
            source="Adult (UCI repository), both files",
            method="naive Bayes after ChiMerge, Laplace's rule; AUC with ties at random",
            n_observations=len(adult),
            positive=POSITIVE,
            negative=NEGATIVE,
            divisions=len(divisions.accuracies),
            level=LEVEL,
            most=MOST,
            missing_values=adult.missing,
            digest=adult.digest,
        ),
    )


# The models of Table 5 beside the simplest one, which always says the larger class.


def _printed_accuracies() -> dict[int, list[float]]:
    """What is printed for each number of variables, without repetition."""
    found: dict[int, list[float]] = {used: [] for used in USED}
    for one in PRINTED_ADULT:
        for used, value in ((one.first, one.first_accuracy), (one.second, one.second_accuracy)):
            if value not in found[used]:
                found[used].append(value)
    return found


def _twice() -> str:
    told = [
        f"for {used} variables the accuracies {join_words([number(value) for value in values])}"
        for used, values in _printed_accuracies().items()
        if len(values) > 1
    ]
    return (
        f"The paper prints {join_words(told)}, though a model has one accuracy on the same "
        "observations; each row is held against its own."
    )


PRINTED_TWICE = _twice()
"""An inconsistency of the printed table."""


def larger_class(adult: Adult) -> float:
    """The share of observations on which always saying the larger class is right."""
    positive = float(adult.labels.mean())
    return max(positive, 1 - positive)


def larger_class_words(divisions: Divisions, adult: Adult) -> str:
    """Our smallest model, and theirs, against always saying the larger class."""
    share, used = larger_class(adult), USED[0]
    mean, error = mean_and_error(divisions.accuracies[:, 0] - share)
    ours = "more" if mean > 2 * error else ("less" if -mean > 2 * error else "no more")
    (theirs, *_) = _printed_accuracies()[used]
    apart = (
        "; theirs gains where ours does not, so their variables may not be the first of the file, "
        "or their discretisation is another"
        if theirs > share + 0.0005 and ours != "more"
        else ""
    )
    return (
        f"Always saying the larger class is right on {percent(share)} of Adult. Our naive Bayes on "
        f"{count(used, 'variable')} is right on {ours} than that "
        f"({number(100 * float(divisions.accuracies[:, 0].mean()), 2)}%), theirs on "
        f"{number(100 * theirs, 1)}%{apart}."
    )


def caveats_of(adult: Adult) -> tuple[Caveat, ...]:
    """What we had to assume, and where Adult is not what the section speaks of."""
    return (
        caveat(Kind.ASSUMED, level=number(LEVEL, 2), limit=MOST),
        caveat(
            Kind.UNEQUAL_CLASSES,
            share=percent(float(adult.labels.mean())),
            positive=POSITIVE,
            negative=NEGATIVE,
        ),
    )


def accuracy_table(divisions: Divisions, adult: Adult) -> Table:
    """The models of all numbers of variables, below the one that looks at none."""
    accuracies, aucs = divisions.accuracies, divisions.aucs
    means = accuracies.mean(axis=0).tolist()
    low, high = accuracies.min(axis=0).tolist(), accuracies.max(axis=0).tolist()
    share, printed = larger_class(adult), _printed_accuracies()
    runs = f"range of {count(len(accuracies), 'division')}"
    rows = [("0", "none: always the larger class", "", number(share), "", "0.500")]
    rows += [
        (
            str(used),
            adult.names[used - 1],
            join_words([number(value) for value in printed[used]]),
            number(means[at]),
            f"{number(low[at])} to {number(high[at])}",
            number(float(aucs[:, at].mean())),
        )
        for at, used in enumerate(USED)
    ]
    return Table(
        name="models",
        title="Naive Bayes on the first variables: accuracy and AUC on all observations not for "
        "training, means over divisions; always the larger class: on all of Adult",
        header=("variables", "the last of them", "accuracy, theirs", "ours", runs, "AUC"),
        rows=tuple(rows),
        columns={
            "variables": (0, *USED),
            "theirs": (None, *(printed[used][0] for used in USED)),
            "accuracy": (share, *means),
            "low": (None, *low),
            "high": (None, *high),
            "auc": (0.5, *aucs.mean(axis=0).tolist()),
        },
    )
