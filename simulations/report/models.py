"""Models of a curve: do their intervals and tests hold where the model does, and where not?"""

from typing import Any

from simulations import models
from simulations.counting import LEVEL
from simulations.report.cells import Cell, cells_of, draws_said, places, shown, table

NOMINAL = 0.95


def summaries(results: dict[str, Any]) -> str:
    """For each model and kind of scores, the lowest coverage."""
    cells = cells_of("model coverage", results)
    kinds = list(dict.fromkeys(str(cell.world["scores"]) for cell in cells))
    rows = []
    for name in models.FITTED:
        row = [name]
        for kind in kinds:
            mine = [c for c in cells if c.world["scores"] == kind and c.draws_of(name) > 0]
            worst = min(mine, key=lambda cell: cell.rate(name), default=None)
            row.append("cannot be fitted" if worst is None else _coverage(worst, name))
        rows.append(row)
    return (
        "\n### Models of a curve\n\nLowest coverage of the AUC, nominal "
        f"{NOMINAL}, over sizes and AUCs, by kind of scores; {_draws(cells)}. An interval of a "
        "model holds where the model does: binormal for normal scores, Box-Cox and maximum "
        "likelihood also for whatever becomes normal by a transformation, biexponential for "
        "exponential scores. The AUC of ratings is that of the scores behind them, which maximum "
        "likelihood estimates.\n\n" + table(["model", *kinds], rows) + _tests(results)
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    cells = cells_of("model coverage", results)
    head, rows = places(cells)
    filled = [
        row + [_coverage(cell, name) for name in models.FITTED]
        for row, cell in zip(rows, cells, strict=True)
    ]
    return (
        f"\n### Intervals of models, nominal {NOMINAL}\n\n{_draws(cells)}; after a slash the "
        "share of draws to which the model could not be fitted.\n\n"
        + table(head + list(models.FITTED), filled)
    )


def _draws(cells: list[Cell]) -> str:
    """Test sets a cell; those that a model refused are told beside its coverage."""
    return f"{cells[0].draws:,} draws a cell"


def _tests(results: dict[str, Any]) -> str:
    cells = cells_of("biexponential level", results)
    head, rows = places(cells)
    columns = models.QUESTIONS[1].columns
    filled = [
        row + [shown(cell, name, LEVEL) for name in columns]
        for row, cell in zip(rows, cells, strict=True)
    ]
    return (
        f"\nHow often the biexponential tests reject a true null at {LEVEL}, for exponential "
        f"scores; {draws_said(cells)}.\n\n" + table(head + list(columns), filled)
    )


def _coverage(cell: Cell, name: str) -> str:
    if not cell.draws_of(name):
        return "-"
    refused = cell.counts.get(f"{name} refused", 0.0) / cell.draws
    text = shown(cell, name, NOMINAL, "low")
    return f"{text} / {refused:.2f}" if refused else text
