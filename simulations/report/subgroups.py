"""Subgroups: levels of the tests over them, power, and what intervals cover in them."""

from collections.abc import Sequence
from typing import Any

from simulations import subgroups
from simulations.counting import LEVEL, Question
from simulations.report.cells import Cell, cells_of, draws_said, shown, table
from simulations.report.groups import range_of
from simulations.report.intervals import NOMINAL
from simulations.subgroups import (
    AUCS,
    CHI_SQUARE,
    COLUMNS,
    COVERAGES,
    COVERS_SMALLEST,
    DELONG_COVERS,
    DIFFERENCE_COVERS,
    DIFFERENCES,
    HELD_OUT_SIZES,
    HOLM,
    HOLM_DELONG,
    IGNORED,
    NO_MOVER,
    POWERED,
    SIZES,
    WITH_GROUPS,
    F,
    Sizes,
)

QUESTIONS: tuple[Question, ...] = subgroups.QUESTIONS
GRID, PAIRS, HELD_OUT, SHARED, POWER = (question.name for question in QUESTIONS)
LEVELS = (AUCS, F, DIFFERENCES, NO_MOVER, HOLM, HOLM_DELONG)


def section(results: dict[str, Any]) -> str:
    """Levels, coverage, groups that have members in several subgroups, and power."""
    return (
        "\n### Subgroups\n\n"
        + _words(results)
        + "\n"
        + _levels(results)
        + "\n"
        + _shared(results)
        + "\n"
        + _power(results)
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = f"\n## Subgroups\n\nNominal {LEVEL} for tests and {NOMINAL} for coverage.\n"
    for question in QUESTIONS:
        cells = cells_of(question.name, results)
        names = WITH_GROUPS if question.name == SHARED else COLUMNS
        rows = [[place(cell), *(_figure(cell, name) for name in names)] for cell in cells]
        title = question.name[0].upper() + question.name[1:]
        text += f"\n### {title}\n\n{draws_said(cells)}.\n\n" + table(["world", *names], rows)
    return text


def place(cell: Cell) -> str:
    """Where a cell is, in words: the sizes, and what is said of the first subgroup."""
    parts = cell.world["subgroups"]
    kinds = list(dict.fromkeys(part["scores"] for part in parts))
    aucs = list(dict.fromkeys(part["auc"] for part in parts))
    words = [
        ", ".join(f"{part['n_positive']}/{part['n_negative']}" for part in parts),
        kinds[0] if len(kinds) == 1 else subgroups.MIXED,
        f"AUC {' and '.join(map(str, aucs))}",
        f"correlation {parts[0]['correlation']}",
    ]
    if "second_auc" in parts[0]:
        words.append(f"second AUC {parts[0]['second_auc']}")
    if "second_scores" in parts[0]:
        words.append(f"second scores {parts[0]['second_scores']}")
    if "shared" in cell.world:
        words.append(f"patients in all subgroups, correlation {cell.world['shared']}")
    return "; ".join(words)


def _figure(cell: Cell, name: str) -> str:
    if name in COVERAGES:
        return shown(cell, name, NOMINAL, "low")
    power = cell.question == POWER and name not in (HOLM,)
    return shown(cell, name, LEVEL, "neither" if power else "high")


def sizes_of(cell: Cell) -> Sizes:
    """The positives and negatives of every subgroup."""
    return tuple((part["n_positive"], part["n_negative"]) for part in cell.world["subgroups"])


def _words(results: dict[str, Any]) -> str:
    return (
        "Two classifiers in two to five subgroups, whose sizes are positives/negatives; scores are "
        "normal, ordinal with five levels, or of **another shape in each** subgroup (normal, "
        "normal with positives of three times and of a third of the standard deviation, "
        "exponential), all with the same AUC of 0.6, 0.8 or 0.95 and a correlation of the "
        "classifiers of 0.5. Where **classifiers differ**, they do so by as much in all "
        "subgroups: in AUC, in the shape of the curve, or because one misses 5% of the "
        "positives; correlations are 0.5 and 0.9. **Held-out** worlds (other sizes and kinds of "
        "scores) played no part in choosing the tests. Figures are the lowest to the highest "
        "over the cells of a row; bold where the worse one is clearly on the wrong side. *Wald, F* "
        "is the quadratic form in the AUCs with DeLong's variances and an F reference, *Holm* how "
        "often any of the differences that are zero is called different. Differences are compared "
        "by DeLong's test, and by MOVER's where errors are few; *by DeLong alone* is the column "
        "before it without MOVER. Average Monte Carlo "
        f"standard errors are about {_error(results)}.\n"
    )


def _error(results: dict[str, Any]) -> str:
    cells = cells_of(GRID, results)
    return f"{sum(cell.error(AUCS, LEVEL) for cell in cells) / len(cells):.3f}"


def _levels(results: dict[str, Any]) -> str:
    rows = [
        *_rows("", cells_of(GRID, results), SIZES),
        *_rows("classifiers differ: ", cells_of(PAIRS, results), SIZES),
        *_rows("held out: ", cells_of(HELD_OUT, results), HELD_OUT_SIZES),
    ]
    head = [
        "subgroups",
        "equal AUCs",
        "Wald, F",
        "equal differences",
        "by DeLong alone",
        "Holm",
        "by DeLong alone",
        "interval of the smallest covers",
        "of its difference",
        "by DeLong alone",
    ]
    cells = cells_of(GRID, results)
    title = f"**Tests over subgroups and intervals in them**, nominal {LEVEL} and {NOMINAL}; "
    return f"{title}{draws_said(cells)}.\n\n" + table(head, rows)


def _rows(start: str, cells: Sequence[Cell], sizes: dict[str, Sizes]) -> list[list[str]]:
    rows = []
    for name, own in sizes.items():
        among = [cell for cell in cells if sizes_of(cell) == own]
        if among:
            rows.append(
                [
                    f"{start}{name}",
                    *(range_of(among, column, LEVEL) for column in LEVELS),
                    *(
                        range_of(among, column, NOMINAL, "low")
                        for column in (COVERS_SMALLEST, DIFFERENCE_COVERS, DELONG_COVERS)
                    ),
                ]
            )
    return rows


def _shared(results: dict[str, Any]) -> str:
    cells = cells_of(SHARED, results)
    rows = []
    for shared in sorted({cell.world["shared"] for cell in cells}):
        among = [cell for cell in cells if cell.world["shared"] == shared]
        rows.append([str(shared), *(range_of(among, name, LEVEL) for name in WITH_GROUPS)])
    head = [
        "correlation within patients",
        "equal AUCs",
        IGNORED.removeprefix(", "),
        "equal differences",
        IGNORED.removeprefix(", "),
    ]
    return (
        "**Patients with an observation in every subgroup** (2 of 50/50 and 200/200, 4 of "
        f"100/100; AUC 0.75 and 0.9); {draws_said(cells)}.\n\n" + table(head, rows)
    )


def _power(results: dict[str, Any]) -> str:
    cells = cells_of(POWER, results)
    names = (AUCS, CHI_SQUARE, F, DIFFERENCES, NO_MOVER)
    rows = [
        [sizes, f"{own} in the first, {others} in the others"]
        + [f"{cell.rate(name):.2f}" for name in names]
        for (sizes, own, others), cell in zip(POWERED, cells, strict=True)
    ]
    head = [
        "subgroups",
        "AUC of the first classifier (second: 0.75)",
        "equal AUCs",
        "Wald",
        "Wald, F",
        "equal differences",
        "by DeLong alone",
    ]
    return (
        "**Power** where the first subgroup differs; a test whose level does not hold above is no "
        f"comparison. {draws_said(cells)}.\n\n" + table(head, rows)
    )
