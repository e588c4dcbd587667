"""The test against chance: how often it rejects where the AUC is one half, and where it is not."""

from collections.abc import Sequence
from typing import Any

from simulations import chance
from simulations.counting import LEVEL
from simulations.report.cells import Cell, cells_of, draws_said, rates_table

LOOKED_AT, FRESH, POWER = (question.name for question in chance.QUESTIONS)
TITLES = {
    LOOKED_AT: f"Tests against chance, AUC 0.5, nominal {LEVEL}",
    FRESH: "The same in worlds that were not looked at",
    POWER: f"Tests against chance, power at {LEVEL}",
}
ENOUGH = 10


def advice(results: dict[str, Any]) -> str:
    """One sentence for the top of the page."""
    cells = cells_of(LOOKED_AT, results) + cells_of(FRESH, results)
    plain = [cell for cell in cells if _carries_nothing(cell)]
    others = [cell for cell in cells if cell not in plain]
    enough = [cell for cell in others if cell.smaller >= ENOUGH]
    name = chance.CHANCE
    failed = sum(cell.is_above(name, chance.LIMIT) for cell in enough)
    return (
        f"- **Against chance: {name}.** Where scores carry no information it rejects in "
        f"{_range(plain, name)} of the samples (nominal {LEVEL}); where the AUC is 0.5 and classes "
        f"differ in spread, in {_range(enough, name)} with {ENOUGH} or more in the smaller class "
        f"({failed} of {len(enough)} cells fail the limit {chance.LIMIT}) and in up to "
        f"{max(cell.rate(name) for cell in others):.3f} with fewer; the rank-sum test alone in up "
        f"to {max(cell.rate('rank-sum') for cell in others):.3f}.\n"
    )


def section(results: dict[str, Any]) -> str:
    """Level and power, cell by cell: there are few."""
    text = (
        "\n### Against chance\n\n`chance_test` takes the larger p-value of the rank-sum test, "
        "which is exact where scores carry no information (normal scores of equal spread, "
        "exponential and ordinal ones), and of Brunner and Munzel's. `interval` is the test that "
        "rejects where the beta interval leaves 0.5 out.\n"
    )
    for question in chance.QUESTIONS:
        cells = cells_of(question.name, results)
        nominal = None if question.name == POWER else LEVEL
        text += f"\n{TITLES[question.name]}; {draws_said(cells)}.\n\n"
        text += rates_table(cells, question.columns, nominal)
    return text


def _carries_nothing(cell: Cell) -> bool:
    return not str(cell.world["scores"]).startswith("normal, positives")


def _range(cells: Sequence[Cell], name: str) -> str:
    rates = [cell.rate(name) for cell in cells]
    return f"{min(rates):.3f} to {max(rates):.3f}"
