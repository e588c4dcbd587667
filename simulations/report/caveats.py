"""Where the default test cannot be trusted, and whether its result says so."""

from typing import Any

from simulations.counting import LEVEL
from simulations.paired import CAVEAT, DEFAULT, NEARLY_PERFECT
from simulations.report.cells import CLEAR, Cell, cells_of, shown, table
from simulations.report.choosing import BAND, ENOUGH, is_outside
from simulations.report.levels import paired_cells

OFTEN = 0.90  # of the draws in a bad cell
SELDOM = 0.05  # of the draws in a good one
LOW, HIGH = (1 - BAND) * LEVEL, (1 + BAND) * LEVEL


def section(results: dict[str, Any], *, listed: bool = False) -> str:
    """How often the caveat comes with the default test's bad cells; ``listed``: with each."""
    text = (
        "\n### When the default test says that it cannot be trusted\n\n"
        f"The caveat `{NEARLY_PERFECT}` of {DEFAULT} is to come in more than {OFTEN:.0%} of the "
        f"draws where the level is outside {LOW:g} to {HIGH:g} (bad cells) and in fewer than "
        f"{SELDOM:.0%} where it is inside (good cells), with {ENOUGH} observations or more in "
        "every class.\n"
    )
    for title, found in (
        (
            "Paired, curves of the same shape",
            paired_cells(results) + cells_of("held-out paired level", results),
        ),
        ("Paired, curves of different shape", cells_of("different curves level", results)),
        ("Unpaired", cells_of("unpaired level", results)),
    ):
        cells = [cell for cell in found if cell.smaller >= ENOUGH]
        text += f"\n#### {title}\n\n" + verdict(cells)
        if listed:
            tables = {"bad cell": _bad(cells), "good cell that is flagged": _loud(cells)}
            text += "\n".join(_table(head, cells) for head, cells in tables.items() if cells)
    return text


def _bad(cells: list[Cell]) -> list[Cell]:
    found = [cell for cell in cells if is_outside(cell, DEFAULT, LEVEL)]
    return sorted(found, key=lambda cell: cell.rate(DEFAULT))


def _loud(cells: list[Cell]) -> list[Cell]:
    return [
        cell
        for cell in cells
        if not is_outside(cell, DEFAULT, LEVEL) and cell.rate(CAVEAT) >= SELDOM
    ]


def verdict(cells: list[Cell]) -> str:
    """How many cells are bad, how many of them are flagged, and how many good ones."""
    bad = _bad(cells)
    good = [cell for cell in cells if cell not in bad]
    flagged = [cell for cell in bad if cell.rate(CAVEAT) > OFTEN]
    silent = [cell for cell in bad if cell not in flagged]
    text = f"Bad cells: {len(bad)} of {len(cells)}; flagged in more than {OFTEN:.0%} of the draws: "
    text += f"{len(flagged)} of these; not flagged: {len(silent)}. "
    for group, words in (
        ([c for c in silent if c.rate(DEFAULT) < LEVEL], "too seldom"),
        ([c for c in silent if c.rate(DEFAULT) > LEVEL], "too often"),
    ):
        if group:
            rates = [cell.rate(DEFAULT) for cell in group]
            aucs = sorted({cell.world["auc"] for cell in group})
            text += (
                f"Not flagged and rejecting {words}: {len(group)} (levels {min(rates):.3f} to "
                f"{max(rates):.3f}, AUC {', '.join(map(str, aucs))}; {_clear(group)} of them by "
                f"more than {CLEAR} standard errors). "
            )
    loud = _loud(cells)
    text += f"Good cells: {len(good)}; flagged in {SELDOM:.0%} or more of the draws: {len(loud)}"
    if good:
        loudest = max(good, key=lambda cell: cell.rate(CAVEAT))
        text += f"; the largest share is {loudest.rate(CAVEAT):.3f} ({loudest.place})"
    return text + ".\n\n"


def _clear(cells: list[Cell]) -> int:
    """How many are outside the band by more than the Monte Carlo error can explain."""
    return sum(
        abs(cell.rate(DEFAULT) - LEVEL) > BAND * LEVEL + CLEAR * cell.error(DEFAULT, LEVEL)
        for cell in cells
    )


def _table(title: str, cells: list[Cell]) -> str:
    rows = [
        [
            cell.place,
            shown(cell, DEFAULT, LEVEL, "neither"),
            shown(cell, CAVEAT, LEVEL, "neither"),
            "yes" if cell.rate(CAVEAT) > OFTEN else "no",
        ]
        for cell in cells
    ]
    head = [title, "level", "caveat fires", f"in more than {OFTEN:.0%}"]
    return table(head, rows)
