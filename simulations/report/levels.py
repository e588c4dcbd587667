"""Tests of equal AUCs: the situations they are used in, and their levels in each."""

from collections.abc import Sequence
from typing import Any

from aucurate.inference.methods import CURVE_TESTS
from simulations import paired, unpaired
from simulations.counting import LEVEL
from simulations.report.cells import Cell, cells_of, draws_said, joined, places, shown, table
from simulations.report.choosing import ENOUGH, Situation, levels_table

ALL_TESTS = "paired level, all tests"
RESAMPLED_SHAPES = "resampled different curves level"


def paired_cells(results: dict[str, Any]) -> list[Cell]:
    """The grid of the paired tests: DeLong's from many draws, the others from fewer."""
    return joined(cells_of("paired level", results), cells_of(ALL_TESTS, results))


def situations(results: dict[str, Any]) -> list[Situation]:
    """The situations of two classifiers and more, and what is like them in the simulation."""
    alike = paired_cells(results) + cells_of("held-out paired level", results)
    apart = cells_of("different curves level", results)
    alone = cells_of("unpaired level", results)
    found = _by_size("paired, curves of the same shape", alike, paired.TESTS)
    found += _by_smaller("paired, curves of different shape", apart, paired.TESTS)
    found += _by_size("joint of three, curves of the same shape", alike, list(paired.JOINT))
    found += _by_smaller("joint of three, curves of different shape", apart, list(paired.JOINT))
    equal = [cell for cell in alone if "second_sizes" not in cell.world]
    other = [cell for cell in alone if "second_sizes" in cell.world]
    found += _by_size("unpaired, test sets of equal sizes", equal, list(unpaired.TESTS))
    found += _by_size("unpaired, one test set much larger", other, list(unpaired.TESTS))
    for name, question, tests in (
        ("paired, by resampling", "resampled paired level", paired.RESAMPLED),
        ("paired, curves of different shape, by resampling", RESAMPLED_SHAPES, paired.RESAMPLED),
        ("unpaired, by resampling", "resampled unpaired level", unpaired.RESAMPLED),
    ):
        found.append(Situation(name, cells_of(question, results), tests))
    return found


def summaries(results: dict[str, Any]) -> str:
    """Every situation with the levels of all its tests."""
    text = "\n### Tests of equal AUCs, situation by situation\n"
    for situation in situations(results):
        text += f"\n#### {situation.name[0].upper()}{situation.name[1:]}\n\n"
        text += _note(situation) + levels_table(situation, _beside(situation))
    return text


def tables(results: dict[str, Any]) -> str:
    """How often each test rejects equal AUCs, cell by cell."""
    text = ""
    for question in (*paired.QUESTIONS, *unpaired.QUESTIONS):
        if question.name == "paired level":
            text += _cell_table("paired level", paired_cells(results), paired.COLUMNS)
        elif question.name != ALL_TESTS:
            text += _cell_table(question.name, cells_of(question.name, results), question.columns)
    return text


def _cell_table(question: str, cells: list[Cell], columns: Sequence[str]) -> str:
    head, rows = places(cells)
    filled = [
        row + [_figure(cell, name) for name in columns]
        for row, cell in zip(rows, cells, strict=True)
    ]
    title = f"\n### {question.capitalize()}, nominal {LEVEL}\n\n{draws_said(cells)}.\n\n"
    return title + table(head + [_headed(name, question) for name in columns], filled)


def _by_size(name: str, cells: list[Cell], tests: Sequence[str]) -> list[Situation]:
    few = [cell for cell in cells if cell.smaller < ENOUGH]
    many = [cell for cell in cells if cell.smaller >= ENOUGH]
    return [
        Situation(f"{name}, {ENOUGH} or more in every class", many, tests),
        Situation(f"{name}, fewer than {ENOUGH} in a class", few, tests),
    ]


def _by_smaller(name: str, cells: list[Cell], tests: Sequence[str]) -> list[Situation]:
    return [
        Situation(
            f"{name}, {size} in the smaller class", [c for c in cells if c.smaller == size], tests
        )
        for size in sorted({cell.smaller for cell in cells})
    ]


def _beside(situation: Situation) -> list[str]:
    """Columns that are shown but not chosen from: the default test, and tests of whole curves."""
    counted = situation.cells[0].counts
    resampled = any(name in counted for name in CURVE_TESTS)
    if not resampled:
        return []
    curves = [] if situation.cells[0].question == RESAMPLED_SHAPES else list(CURVE_TESTS)
    return [paired.DEFAULT, *curves]


def _note(situation: Situation) -> str:
    if not _beside(situation):
        return ""
    shared = f"{paired.DEFAULT} is there for comparison, on the same draws"
    if situation.cells[0].question == RESAMPLED_SHAPES:
        low, high = (
            end(cell.rate(name) for cell in situation.cells for name in CURVE_TESTS)
            for end in (min, max)
        )
        return (
            f"{shared}. The null hypothesis of {', '.join(CURVE_TESTS)}, equal curves, is false "
            f"here: that it rejects in {low:.3f} to {high:.3f} of the draws is power, not error. "
            "That of the permutation test is false too, but what it is asked is whether AUCs "
            "differ.\n\n"
        )
    return f"{shared}; {', '.join(CURVE_TESTS)} tests whole curves, which are equal here.\n\n"


def _headed(name: str, question: str) -> str:
    return f"{name} (power)" if name in CURVE_TESTS and question == RESAMPLED_SHAPES else name


def _figure(cell: Cell, name: str) -> str:
    power = name in CURVE_TESTS and cell.question == RESAMPLED_SHAPES
    return shown(cell, name, LEVEL, "neither" if power else "high")
