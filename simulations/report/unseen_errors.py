"""How far lower limits lie below the highest that samples without a missed positive allow."""

from typing import Any

from simulations import unseen_errors
from simulations.report.cells import Cell, cells_of, draws_said, places, table
from simulations.report.intervals import FLOOR

NAME = unseen_errors.QUESTIONS[0].name


def section(results: dict[str, Any]) -> str:
    """The share of misses that unseen errors alone make, at the worst share of missed positives."""
    cells = cells_of(NAME, results)
    rows = []
    for method in unseen_errors.METHODS:
        highest = max(cells, key=lambda cell: largest(cell, method)[1])
        above = sum(largest(cell, method)[1] > 1 - FLOOR for cell in cells)
        where = f"{highest.place}; e = {largest(highest, method)[0]:.1%}"
        rows.append([method, _room(highest, method), where, f"{above} of {len(cells)}"])
    head = ["interval", "largest share", "where", f"above {1 - FLOOR:.2f}"]
    return (
        "\n### Samples without a missed positive\n\nA classifier that misses a share e of the k "
        "positives outright and has the AUC A on the rest shows none of them with probability "
        "(1 - e)^k. If the lower limit of such a sample lies above its true AUC, A (1 - e), with "
        "probability q, the interval misses in at least q (1 - e)^k of all samples, whatever else "
        f"it does; a coverage of {FLOOR} allows {1 - FLOOR:.2f}. The largest such share over e and "
        f"how far it stays below that; {draws_said(cells)}.\n\n" + table(head, rows)
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    cells = cells_of(NAME, results)
    head, rows = places(cells)
    filled = [
        [
            *row,
            *(
                f"{_room(cell, method)}; e = {largest(cell, method)[0]:.1%}"
                for method in unseen_errors.METHODS
            ),
        ]
        for row, cell in zip(rows, cells, strict=True)
    ]
    return "\n### Samples without a missed positive\n\n" + table(
        [*head, *unseen_errors.METHODS], filled
    )


def largest(cell: Cell, method: str) -> tuple[float, float]:
    """The share e of missed positives at which most is missed, and how much."""
    missed = {
        share: cell.rate(unseen_errors.column(method, share)) * (1 - share) ** cell.smaller
        for share in unseen_errors.SHARES
    }
    return max(missed.items(), key=lambda item: item[1])


def _room(cell: Cell, method: str) -> str:
    _, missed = largest(cell, method)
    room = 1 - FLOOR - missed
    text = f"{missed:.3f}, {abs(room):.3f} {'below' if room >= 0 else 'above'}"
    return text if room >= 0 else f"**{text}**"
