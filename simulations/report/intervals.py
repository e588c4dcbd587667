"""Intervals for one AUC: which cover, how wide they are, and where they fail."""

from typing import Any

from aucurate.inference.methods import RECOMMENDED_INTERVAL
from simulations.report.cells import Cell, cells_of, draws_said, places, shown, table
from simulations.report.choosing import ENOUGH

FLOOR = 0.93
NOMINAL = 0.95


def summaries(results: dict[str, Any]) -> str:
    """Every interval in the first grid, in other worlds of its families, and by the bootstrap."""
    grid, other, bootstrap = (
        cells_of(name, results) for name in ("coverage", "held-out coverage", "bootstrap coverage")
    )
    small = [cell for cell in grid + other if cell.smaller < ENOUGH]
    return (
        "\n### All intervals of the package, first grid\n\nLocation-scale families and ratings, "
        "AUC 0.5 to 0.99, down to 10 in a class.\n\n"
        + _summary(grid)
        + "\nOther sizes, AUCs and a wider spread in the same families; delong-logit-t, whose form "
        "was chosen among 160 candidates on exploratory draws from the first grid, met these "
        "worlds after that.\n\n"
        + _summary(other)
        + f"\nOf both, the cells with fewer than {ENOUGH} in a class:\n\n"
        + _summary(small)
        + "\nThe bootstrap, 499 repeats within each class (unstratified: from all observations), "
        f"and {RECOMMENDED_INTERVAL} on the same draws; a reduced grid.\n\n" + _summary(bootstrap)
    )


def tables(results: dict[str, Any]) -> str:
    """Coverage and width cell by cell."""
    text = ""
    for question, title in (
        ("coverage", "Intervals for one AUC"),
        ("held-out coverage", "Intervals in worlds they were not designed on"),
        ("bootstrap coverage", "Bootstrap intervals"),
    ):
        cells = cells_of(question, results)
        methods = interval_methods(cells)
        head, rows = places(cells)
        covered = [
            row + [shown(cell, m, NOMINAL, "low") for m in methods]
            for row, cell in zip(rows, cells, strict=True)
        ]
        widths = [
            row + [f"{cell.mean_width(m):.3f}" for m in methods]
            for row, cell in zip(rows, cells, strict=True)
        ]
        text += (
            f"\n### {title}: coverage\n\n{draws_said(cells)}.\n\n"
            + table(head + methods, covered)
            + f"\n### {title}: mean width\n\n"
            + table(head + methods, widths)
        )
    return text


def interval_methods(cells: list[Cell]) -> list[str]:
    """The intervals that were simulated."""
    ending = " width"
    return sorted(name.removesuffix(ending) for name in cells[0].counts if name.endswith(ending))


def passing(cells: list[Cell], method: str) -> bool:
    """Whether an interval covers at least 0.93 in every cell."""
    return all(cell.rate(method) >= FLOOR for cell in cells)


def relative_width(cells: list[Cell], method: str, base: str) -> float:
    """Mean width relative to another interval, averaged over the cells."""
    return sum(c.mean_width(method) / c.mean_width(base) for c in cells) / len(cells)


def _summary(cells: list[Cell]) -> str:
    base, rows = RECOMMENDED_INTERVAL, []
    for method in sorted(
        interval_methods(cells),
        key=lambda m: (not passing(cells, m), relative_width(cells, m, base)),
    ):
        worst = min(cells, key=lambda cell: cell.rate(method))
        rows.append(
            [
                f"**{method}**" if method == base else method,
                f"{relative_width(cells, method, base):.2f}",
                shown(worst, method, NOMINAL, "neither"),
                worst.place,
                f"{sum(cell.rate(method) < FLOOR for cell in cells)} of {len(cells)}",
            ]
        )
    head = [
        "interval",
        f"width relative to {base}",
        "lowest coverage",
        "where",
        f"cells below {FLOOR}",
    ]
    return table(head, rows)
