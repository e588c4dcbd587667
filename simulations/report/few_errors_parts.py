"""Beta intervals beyond one AUC where errors are few: what they cover, and what that costs."""

from collections.abc import Sequence
from typing import Any

from aucurate.inference.core.caveats import FEW_BEYOND, FEW_IN_RANGE
from simulations import few_errors_parts
from simulations.counting import TOO_HIGH, TOO_LOW, Question
from simulations.few_errors_parts import BEFORE, PARTIAL, PARTIAL_HELD_OUT, RANGES
from simulations.partial import true_value
from simulations.report.cells import Cell, cells_of, shown, table
from simulations.report.intervals import FLOOR, NOMINAL
from simulations.report.operating import tables_of
from simulations.report.places import where

QUESTIONS: tuple[Question, ...] = few_errors_parts.QUESTIONS
HELD_OUT = "held-out"
TITLES = {
    "few errors partial coverage": "Partial areas where errors are few",
    "few errors multi-class coverage": "AUCs of several classes where errors are few",
    "few errors volume coverage": "Volumes where errors are few",
    "few errors folds coverage": "AUC over left-out folds where errors are few",
    "few errors fixed test set coverage": "AUC on one test set, many training sets, few errors",
}
TITLES |= {f"{HELD_OUT} {name}": f"{title}; held-out worlds" for name, title in TITLES.items()}


def summary(results: dict[str, Any]) -> str:
    """The lowest coverage of every column, and the width beside that of the interval before."""
    rows = [
        _row(question, name, cells_of(question.name, results))
        for question in QUESTIONS
        for name in question.columns
        if not name.endswith(BEFORE)
    ]
    head = [
        "question",
        "interval of",
        "lowest coverage",
        "where",
        "fails",
        "above the truth, at most",
        "below, at most",
        f"{BEFORE}: lowest",
        "fails",
        f"width to {BEFORE}",
    ]
    return (
        "\n### Few errors beyond one AUC\n\nA few observations of a class are missed outright, or "
        "one class is much more spread than the others; 20 or more in every class. The intervals "
        f"are beta intervals, nominal {NOMINAL}; {BEFORE} is the former default, on the same "
        "draws, where it still exists. An interval **fails** in a cell if the 99% Monte Carlo "
        f"interval of its coverage lies wholly below {FLOOR}. Held-out worlds were fixed after the "
        "form "
        f"was. {_at_the_end()}\n\n" + table(head, rows)
    )


def advice(results: dict[str, Any]) -> str:
    """A sentence on all of these intervals, and one on partial areas."""
    held = [q for q in QUESTIONS if "partial" not in q.name]
    parts = [q for q in QUESTIONS if "partial" in q.name]
    return (
        f"- **Several classes, volumes and folds: beta intervals.** {_said(held, results)}\n"
        f"- **Partial areas: beta intervals.** {_said(parts, results)} In {_failed_at_0(results)} "
        "of these the true area is exactly 0; a caveat reports ranges with fewer than "
        f"{FEW_IN_RANGE} observations.\n"
    )


def covered_at_0(results: dict[str, Any]) -> list[float]:
    """The coverage of partial areas that are exactly 0."""
    return [cell.rate(column) for cell, column in _at_0(results)]


def _failed_at_0(results: dict[str, Any]) -> int:
    return sum(cell.is_below(column, FLOOR) for cell, column in _at_0(results))


def _at_0(results: dict[str, Any]) -> list[tuple[Cell, str]]:
    return [
        (cell, column)
        for question in QUESTIONS
        if "partial" in question.name
        for cell in cells_of(question.name, results)
        for column, estimate in RANGES.items()
        if true_value(cell.scenario, estimate) == 0
    ]


def _said(questions: Sequence[Question], results: dict[str, Any]) -> str:
    figures = [
        (cell, name)
        for question in questions
        for cell in cells_of(question.name, results)
        for name in question.columns
        if not name.endswith(BEFORE)
    ]
    rates = [cell.rate(name) for cell, name in figures]
    failed = sum(cell.is_below(name, FLOOR) for cell, name in figures)
    return (
        f"Where errors are few they cover {min(rates):.3f} to {max(rates):.3f} (nominal {NOMINAL}) "
        f"and fail in {failed} of {len(figures)} figures."
    )


def section(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = "\n## Few errors beyond one AUC\n\nHow often intervals hold the truth.\n"
    return text + tables_of(QUESTIONS, TITLES, results)


def covered_in_range(results: dict[str, Any]) -> list[float]:
    """The coverage of partial areas with few, but not very few, observations in the range."""
    found = []
    for name in ("few errors partial coverage", f"{HELD_OUT} few errors partial coverage"):
        for cell in cells_of(name, results):
            for column, estimate in RANGES.items():
                size = "n_negative" if estimate.over == "specificity" else "n_positive"
                inside = cell.world[size] * estimate.width
                if (
                    FEW_BEYOND - 1e-9 < inside < FEW_IN_RANGE - 1e-9
                    and true_value(cell.scenario, estimate) > 0
                ):
                    found.append(cell.rate(column))
    return found


def _row(question: Question, name: str, cells: Sequence[Cell]) -> list[str]:
    worst = min(cells, key=lambda cell: cell.rate(name))
    sides = [
        max(cell.counts[f"{name}{side}"] / cell.draws for cell in cells)
        for side in (TOO_HIGH, TOO_LOW)
    ]
    before = f"{name}, {BEFORE}"
    beside = ["-", "-", "-"]
    if before in question.columns:
        ratio = sum(c.mean_width(name) / c.mean_width(before) for c in cells) / len(cells)
        lowest = min(cell.rate(before) for cell in cells)
        beside = [f"{lowest:.3f}", _fails(cells, before), f"{ratio:.2f}"]
    return [
        TITLES[question.name],
        name,
        shown(worst, name, NOMINAL, "neither"),
        where(worst),
        _fails(cells, name),
        *(f"{side:.3f}" for side in sides),
        *beside,
    ]


def _fails(cells: Sequence[Cell], name: str) -> str:
    return f"{sum(cell.is_below(name, FLOOR) for cell in cells)} of {len(cells)}"


def _at_the_end() -> str:
    """What is to be known of worlds in which an area is exactly 0."""
    worlds = sum(
        true_value(world, estimate) == 0
        for world in (*PARTIAL, *PARTIAL_HELD_OUT)
        for estimate in RANGES.values()
    )
    return (
        f"In {worlds} cells of partial areas the truth is exactly 0, the end of its range (as many "
        "positives are missed as lie in the range): no lower limit above 0 holds it, and they "
        "count as failures."
    )
