"""Intervals for one AUC: which cover, how wide they are, and where they fail."""

from typing import Any

from aucurate.inference import RECOMMENDED_INTERVAL
from simulations.report.cells import Cell, cells_of, draws_said, places, shown, table

FLOOR = 0.93
NOMINAL = 0.95


def summaries(results: dict[str, Any]) -> str:
    """Which interval to use: in the grid, in worlds not designed on, and by the bootstrap."""
    grid, held_out, bootstrap = (
        cells_of(name, results) for name in ("coverage", "held-out coverage", "bootstrap coverage")
    )
    return (
        "\n### Intervals for one AUC, nominal 95%\n\n"
        + _summary(grid)
        + "\nThe logit-t interval is ours, and its form and its prior weight were chosen among 160 "
        "candidates on exploratory draws from the worlds of this table, so its figures there "
        "flatter it. The worlds of the next table, other sizes, AUCs and a wider spread, played no "
        "part in that choice.\n\n"
        + _summary(held_out)
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


def narrowest(cells: list[Cell]) -> str | None:
    """The narrowest interval that passes in every cell, if any does."""
    passed = [m for m in interval_methods(cells) if passing(cells, m)]
    return min(passed, key=lambda m: relative_width(cells, m, RECOMMENDED_INTERVAL), default=None)


def _summary(cells: list[Cell]) -> str:
    methods, best = interval_methods(cells), narrowest(cells)
    base = best or RECOMMENDED_INTERVAL
    rows = []
    for method in sorted(
        methods, key=lambda m: (not passing(cells, m), relative_width(cells, m, base))
    ):
        worst = min(cells, key=lambda cell: cell.rate(method))
        rows.append(
            [
                f"**{method}**" if method == best else method,
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
    verdict = (
        f"The narrowest interval that covers at least {FLOOR} in every cell is **{best}**.\n"
        if best
        else f"No interval covers at least {FLOOR} in every cell.\n"
    )
    return verdict + "\n" + table(head, rows)
