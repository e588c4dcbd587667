"""The models of Table 5 beside the simplest one, which always says the larger class."""

from aucurate.formatting import count, listing, number, percent
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.rosset_2004.adult import NEGATIVE, POSITIVE, Adult
from aucurate_papers.rosset_2004.chi_merge import LEVEL, MOST
from aucurate_papers.rosset_2004.printed_selection import PRINTED_ADULT
from aucurate_papers.rosset_2004.selection_adult_tables import USED, Divisions
from aucurate_papers.rosset_2004.selection_spread import mean_and_error


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
        f"for {used} variables the accuracies {listing([number(value) for value in values])}"
        for used, values in _printed_accuracies().items()
        if len(values) > 1
    ]
    return (
        f"The paper prints {listing(told)}, though a model has one accuracy on the same "
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
        Caveat(
            kind="assumed",
            message="That k variables are the first k of the file is our reading: the paper does "
            f"not name them. Only ChiMerge at level {number(LEVEL, 2)} with at most {MOST} "
            "intervals is tried here; other settings are tried for Table 3 alone.",
        ),
        Caveat(
            kind="unequal_classes",
            message="This section of the paper speaks of equally frequent classes; in Adult "
            f"{percent(float(adult.labels.mean()))} are {POSITIVE}, the others {NEGATIVE}.",
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
            listing([number(value) for value in printed[used]]),
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
