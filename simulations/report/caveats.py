"""Where the level of DeLong's paired test is off, and whether its result says so."""

from collections.abc import Sequence
from typing import Any

from simulations.few_errors_tests import CAVEAT, LIMIT
from simulations.paired import DEFAULT
from simulations.report.cells import Cell, cells_of, joined, table

QUESTION = "few errors caveat"
TITLE = "How often DeLong's paired test says that errors are few"
LEVELS = ("few errors paired level", "held-out few errors paired level")
OFTEN = 0.9  # of the draws in a cell where the test fails


def section(results: dict[str, Any], *, listed: bool = False) -> str:
    """How often the caveat comes where the test fails; ``listed``: cell by cell."""
    cells = _cells(results)
    text = f"\n### {TITLE}\n\n" + verdict(cells)
    if not listed:
        return text
    rows = [
        [
            cell.place,
            f"{cell.misordered:.1f}",
            f"{cell.rate(DEFAULT):.3f}",
            f"{cell.rate(CAVEAT):.3f}",
        ]
        for cell in _failing(cells)
    ]
    return text + "\n" + table(["where it fails", "misordered", "level", "caveat comes"], rows)


def silent(results: dict[str, Any]) -> list[Cell]:
    """The cells in which the test fails and the caveat does not come often."""
    return [cell for cell in _failing(_cells(results)) if cell.rate(CAVEAT) < OFTEN]


def verdict(cells: Sequence[Cell]) -> str:
    """How many cells fail, in how many of them the caveat comes, and where it does not."""
    failing = _failing(cells)
    holding = [cell for cell in cells if cell not in failing]
    quiet = [cell for cell in failing if cell.rate(CAVEAT) < OFTEN]
    text = (
        f"The test fails (level clearly above {LIMIT}) in {len(failing)} of {len(cells)} cells; in "
        f"{len(failing) - len(quiet)} of these the caveat `few_errors`, and MOVER's test with it, "
        f"comes in more than {OFTEN:.0%} of the draws. "
    )
    if quiet:
        rates = [cell.rate(DEFAULT) for cell in quiet]
        text += (
            f"In the other {len(quiet)} the level is {min(rates):.3f} to {max(rates):.3f}, with "
            f"{min(cell.misordered for cell in quiet):.1f} to "
            f"{max(cell.misordered for cell in quiet):.1f} misordered. "
        )
    share = sum(cell.rate(CAVEAT) for cell in holding) / max(1, len(holding))
    return text + f"Where the test holds, it comes in {share:.0%} of the draws.\n"


def _cells(results: dict[str, Any]) -> list[Cell]:
    level = [cell for name in LEVELS for cell in cells_of(name, results)]
    return joined(cells_of(QUESTION, results), level)


def _failing(cells: Sequence[Cell]) -> list[Cell]:
    found = [cell for cell in cells if cell.is_above(DEFAULT, LIMIT)]
    return sorted(found, key=lambda cell: -cell.rate(DEFAULT))
