"""Groups and sampling weights: what holds with them, and what goes wrong without them."""

from collections.abc import Sequence
from typing import Any

from simulations import groups
from simulations.counting import LEVEL, Question
from simulations.group_worlds import RATIO
from simulations.groups import AUC, DESIGNS, IGNORED
from simulations.report.cells import Cell, Wrong, cells_of, draws_said, shown, table
from simulations.report.intervals import NOMINAL
from simulations.report.operating import tables_of

QUESTIONS: tuple[Question, ...] = groups.QUESTIONS
HELD_OUT = "held-out"
TITLES = {
    "groups coverage": "AUC of observations in groups",
    "groups level": "Two equal classifiers on observations in groups",
    "few groups coverage": "AUC of observations in few groups",
    "few groups level": "Two equal classifiers on observations in few groups",
    "missed groups coverage": "AUC where whole groups are missed",
    "held-out groups coverage": "AUC of observations in groups, held-out worlds",
    "held-out groups level": "Two equal classifiers on observations in groups, held-out worlds",
    "groups parts coverage": "Parts of the curve of observations in groups",
    "groups parts level": "The same, two equal classifiers, paired",
    "sampling weights coverage": "AUC of a population, with sampling weights",
    "sampling weights level": "Two equal classifiers, with sampling weights",
    "sampling weights parts coverage": "Parts of the curve of a population, with sampling weights",
}
BUCKETS = ((0, 5), (5, 10), (10, 20), (20, 30), (30, 50), (50, 10_000))
KINDS = ("groups", "few groups", f"{HELD_OUT} groups")
INTERVALS = (AUC, "auc, logit-t", "auc, logit")
_DESIGN_WORDS = {
    "one class": "a group holds one class",
    "both, alike": "both classes, moved alike",
    "both, opposed": "both classes, opposed",
}


def section(results: dict[str, Any]) -> str:
    """What a statistician wants to know, in five tables."""
    return (
        "\n### Groups and sampling weights\n\n"
        + _worlds(results)
        + "\n"
        + _grid(results)
        + "\n"
        + _few(results)
        + "\n"
        + _missed(results)
        + "\n"
        + _parts(results)
        + "\n"
        + _weights(results)
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = (
        "\n## Groups and sampling weights\n\nHow often intervals hold the truth (nominal "
        f"{NOMINAL}), and how often tests reject a true null hypothesis (nominal {LEVEL}); "
        "'ignored' is the same method without the groups or weights, on the same draws.\n"
    )
    return text + tables_of(QUESTIONS, TITLES, results)


def groups_of_rarer_class(cell: Cell) -> int:
    """How many groups hold the class that fewer groups hold."""
    count, share = cell.world["n_groups"], cell.world["positive"]
    if cell.world["design"] != "one class":
        return int(count)
    positive = round(share * count)
    return int(min(positive, count - positive))


def _worlds(results: dict[str, Any]) -> str:
    return (
        "Scores are normal, with an effect of the group that makes the intra-group correlation of "
        "the scores of a class 0, 0.3 or 0.7; two classifiers correlate by 0.5. A group holds one "
        "class, or both, and then its effect either moves both classes **alike** (a scanner, a "
        "rater) or **opposed** (some patients are easier than others). Sizes of groups are equal, "
        "unequal (standard deviation about the mean) or **informative**: easier groups are "
        f"{RATIO} times as large, and what is estimated is the AUC of an observation drawn "
        "at random, known in closed form or by numerical integration. Figures are the lowest to "
        "the highest over the cells of a row; 'ignored' is the same method on the same draws, "
        "without the groups or weights. Held-out worlds (other sizes, shares of positives, and "
        "skewed effects) played no part in any choice. Average Monte Carlo standard errors are "
        f"about {_error(results)}.\n"
    )


def _error(results: dict[str, Any]) -> str:
    cells = cells_of("groups level", results)
    return f"{sum(cell.error('delong', LEVEL) for cell in cells) / len(cells):.3f}"


def _grid(results: dict[str, Any]) -> str:
    rows = []
    of_coverage, of_level = (cells_of(f"groups {what}", results) for what in ("coverage", "level"))
    for design in DESIGNS:
        for count in groups.COUNTS:
            among = [_in(cells, design=design, n_groups=count) for cells in (of_coverage, of_level)]
            rows.append([_DESIGN_WORDS[design], str(count), *_figures(*among)])
    for sizes in groups.OTHER_SIZES:
        among = [_in(cells, sizes=sizes) for cells in (of_coverage, of_level)]
        rows.append([f"all, {sizes} sizes", "all", *_figures(*among)])
    held = [cells_of(f"{HELD_OUT} groups {what}", results) for what in ("coverage", "level")]
    counts = sorted({cell.world["n_groups"] for cell in held[0]})
    rows.append(["all, held-out", f"{counts[0]} to {counts[-1]}", *_figures(*held)])
    head = [
        "groups",
        "how many",
        "beta interval covers",
        "groups ignored",
        "paired DeLong rejects",
        "groups ignored",
        "unpaired DeLong rejects",
        "unpaired MOVER rejects",
    ]
    return (
        f"**Intervals and tests of AUCs**, nominal {NOMINAL} and {LEVEL}; {draws_said(of_level)}."
        "\n\n" + table(head, rows)
    )


def _figures(coverage: Sequence[Cell], level: Sequence[Cell]) -> list[str]:
    return [
        range_of(coverage, AUC, NOMINAL, "low"),
        range_of(coverage, f"{AUC}{IGNORED}", NOMINAL, "low"),
        range_of(level, "delong", LEVEL),
        range_of(level, f"delong{IGNORED}", LEVEL),
        range_of(level, "unpaired delong", LEVEL),
        range_of(level, "unpaired mover", LEVEL),
    ]


def _few(results: dict[str, Any]) -> str:
    coverage, level = (
        [cell for kind in KINDS for cell in cells_of(f"{kind} {what}", results)]
        for what in ("coverage", "level")
    )
    rows = []
    for low, high in BUCKETS:
        covered, tested = (
            [cell for cell in cells if low <= groups_of_rarer_class(cell) < high]
            for cells in (coverage, level)
        )
        rows.append(
            [
                f"{low} to {high - 1}" if high < BUCKETS[-1][1] else f"{low} or more",
                *(range_of(covered, name, NOMINAL, "low") for name in INTERVALS),
                *(range_of(tested, name, LEVEL) for name in ("delong", "unpaired delong")),
            ]
        )
    head = ["groups that hold the rarer class", "beta interval", "logit-t", "logit"]
    return "**Few groups**, over all designs and sizes, held-out worlds included.\n\n" + table(
        [*head, "paired DeLong rejects", "unpaired DeLong rejects"], rows
    )


def _missed(results: dict[str, Any]) -> str:
    cells = cells_of("missed groups coverage", results)
    rows = []
    for count in sorted({cell.world["n_groups"] for cell in cells}):
        among = _in(cells, n_groups=count)
        (share,) = {cell.world["missed"] for cell in among}
        rows.append(
            [
                str(count),
                f"{share:.0%}",
                *(
                    range_of(among, name, NOMINAL, "low")
                    for name in (*INTERVALS, f"{AUC}{IGNORED}")
                ),
            ]
        )
    head = ["groups", "missed", "beta interval covers", "logit-t", "logit", "beta, groups ignored"]
    return (
        "**Whole groups missed.** The positives of a few groups lie below all negatives, and a "
        "sample may show none of them. The beta interval allows for one more group that is wrong "
        "as a whole, which makes it wide where none is.\n\n" + table(head, rows)
    )


def _parts(results: dict[str, Any]) -> str:
    coverage, level = (cells_of(f"groups parts {what}", results) for what in ("coverage", "level"))
    weighted = cells_of("sampling weights parts coverage", results)
    rows = [
        [
            name,
            range_of(coverage, name, NOMINAL, "low"),
            range_of(coverage, f"{name}{IGNORED}", NOMINAL, "low"),
            range_of(level, name, LEVEL),
            range_of(level, f"{name}{IGNORED}", LEVEL),
            range_of(weighted, name, NOMINAL, "low") if name in groups.WEIGHTED else "-",
        ]
        for name in groups.NAMES
    ]
    head = [
        "estimand",
        "covers",
        "groups ignored",
        "paired test rejects",
        "groups ignored",
        "covers with sampling weights",
    ]
    return (
        "**Other estimands** in groups (partial AUC over specificities from 0.9, sensitivity at "
        f"specificity 0.9, average precision); {draws_said(coverage)}.\n\n" + table(head, rows)
    )


def _weights(results: dict[str, Any]) -> str:
    coverage = cells_of("sampling weights coverage", results)
    level = cells_of("sampling weights level", results)
    rows = []
    for grouped in (False, True):
        for informative in (False, True):
            for variation in sorted({cell.world["variation"] for cell in coverage}):
                among = [
                    [
                        cell
                        for cell in _in(cells, informative=informative, variation=variation)
                        if (cell.world["rows"] > 1) == grouped
                    ]
                    for cells in (coverage, level)
                ]
                rows.append(
                    [
                        "informative" if informative else "not informative",
                        f"{variation:g}",
                        "groups of 5" if grouped else "single rows",
                        *_figures(*among),
                    ]
                )
    head = [
        "weights",
        "coefficient of variation",
        "drawn",
        "beta interval covers",
        "unweighted",
        "paired DeLong rejects",
        "unweighted",
        "unpaired DeLong rejects",
        "unpaired MOVER rejects",
    ]
    return (
        "**Sampling weights.** Observations of a normal population are drawn with probability 1/w, "
        "with log-normal weights w that are independent of the scores or, informative, larger for "
        "observations that are easier: hard ones are drawn more often. What must be covered is "
        "the AUC of the population.\n\n" + table(head, rows)
    )


def _in(cells: Sequence[Cell], **said: object) -> list[Cell]:
    """The cells whose worlds say this."""
    return [cell for cell in cells if all(cell.world.get(k) == v for k, v in said.items())]


def range_of(cells: Sequence[Cell], name: str, nominal: float, wrong: Wrong = "high") -> str:
    """The lowest and the highest rate; bold where the worse one is clearly on the wrong side."""
    if not cells:
        return "-"
    ordered = sorted(cells, key=lambda cell: cell.rate(name))
    worst = ordered[0] if wrong == "low" else ordered[-1]
    text = f"{ordered[0].rate(name):.3f} to {ordered[-1].rate(name):.3f}"
    return f"**{text}**" if shown(worst, name, nominal, wrong).startswith("**") else text
