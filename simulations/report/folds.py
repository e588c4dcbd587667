"""Two algorithms in folds: which test may be trusted in which design?"""

from typing import Any

from simulations import folds
from simulations.counting import LEVEL
from simulations.report.cells import cells_of, draws_said, shown, table

TITLES = {
    "left-out folds level": "Each observation scored by the model that did not see it",
    "5x2 level": "Five repeats of two folds",
    "fixed test set level": "All models scored on one test set",
}


def section(results: dict[str, Any]) -> str:
    """A table for each design."""
    text = (
        "\n### Two algorithms in folds\n\nTwo equally good algorithms (linear discriminants on "
        "different features of equal worth), compared by AUC: how often tests say that they "
        f"differ, nominal {LEVEL}.\n"
    )
    for question in folds.QUESTIONS:
        cells = cells_of(question.name, results)
        head = ["observations", "folds", "repeats", "test set", *question.columns]
        keys = ("observations", "folds", "repeats", "test_set")
        rows = [
            [str(cell.world[key] or "") for key in keys]
            + [shown(cell, name, LEVEL) for name in question.columns]
            for cell in cells
        ]
        text += f"\n{TITLES[question.name]}; {draws_said(cells)}.\n\n" + table(head, rows)
    return text
