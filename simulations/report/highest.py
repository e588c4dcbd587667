"""The highest of several AUCs: its own interval, and the one that allows for the choice."""

from collections.abc import Sequence
from typing import Any

from aucurate.inference.methods import RECOMMENDED_INTERVAL
from simulations import highest
from simulations.counting import BIAS, TOO_HIGH
from simulations.highest import ALLOWING, COLUMNS
from simulations.report.cells import Cell, cells_of, draws_said, places, shown, table
from simulations.report.intervals import FLOOR, NOMINAL, relative_width

EQUAL, OTHER, HELD_OUT, UNPAIRED = (question.name for question in highest.QUESTIONS)
TITLES = {
    EQUAL: "The highest of equal AUCs",
    OTHER: "The highest of other AUCs",
    HELD_OUT: "The highest, in worlds that were not looked at",
    UNPAIRED: "The highest, a test set for each classifier",
}
CLEARLY = 0.1  # higher than all others
BASE = RECOMMENDED_INTERVAL


def advice(results: dict[str, Any]) -> str:
    """In how many cells each interval of the highest fails."""
    cells = [cell for name in TITLES for cell in cells_of(name, results)]
    own, allowing = (sum(cell.is_below(c, FLOOR) for cell in cells) for c in (BASE, ALLOWING))
    return (
        f"- **The highest of several AUCs:** its own interval fails in {own} of {len(cells)} "
        f"cells, that of **highest_auc_interval** in {allowing or 'none'}.\n"
    )


def section(results: dict[str, Any]) -> str:
    """Coverage, width and bias, by how many classifiers there are and how they differ."""
    cells = [cell for name in TITLES for cell in cells_of(name, results)]
    return (
        "\n### The highest of several AUCs\n\nThe true AUC of the classifier that came out highest "
        f"in the sample, covered by its own {BASE} interval and by the interval of "
        f"`highest_auc_interval` ({ALLOWING}); nominal {NOMINAL}. Width is relative to its own "
        "interval, bias the mean of the estimate minus the truth. Clearly higher: by "
        f"{CLEARLY} or more. Held-out are worlds that were not looked at: other numbers of "
        f"classifiers, shapes of scores and sizes. {draws_said(cells)}.\n\n"
        + table(_HEAD, [_row(words, group) for words, group in _groups(results)])
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = ""
    for question, title in TITLES.items():
        cells = cells_of(question, results)
        head, rows = places(cells)
        filled = [
            [
                *row,
                *(shown(cell, column, NOMINAL, "low") for column in COLUMNS),
                *(f"{cell.counts[column + TOO_HIGH] / cell.draws:.3f}" for column in COLUMNS),
                *(f"{_bias(cell, column):+.3f}" for column in COLUMNS),
                f"{relative_width([cell], ALLOWING, BASE):.2f}",
            ]
            for row, cell in zip(rows, cells, strict=True)
        ]
        columns = [
            *COLUMNS,
            *(f"{column}{TOO_HIGH}" for column in COLUMNS),
            *(f"{column}, bias" for column in COLUMNS),
            "relative width",
        ]
        text += f"\n### {title}: coverage\n\n{draws_said(cells)}.\n\n" + table(
            head + columns, filled
        )
    return text


_HEAD = [
    "AUCs",
    "cells",
    "its own interval, lowest coverage",
    f"{ALLOWING}, lowest coverage",
    "where",
    "mean relative width",
    "mean bias",
    "bias of its own estimate",
]


def _groups(results: dict[str, Any]) -> list[tuple[str, list[Cell]]]:
    equal, other, fresh, apart = (cells_of(name, results) for name in TITLES)
    clear = [cell for cell in other if _is_clear(cell)]
    close = [cell for cell in other if not _is_clear(cell)]
    return [
        *((f"{k} equal ones", _with(equal, k)) for k in _counts(equal)),
        *((f"{k}, some higher than the others", _with(close, k)) for k in _counts(close)),
        *((f"{k}, one clearly higher", _with(clear, k)) for k in _counts(clear)),
        ("held-out, equal or close", [cell for cell in fresh if not _is_clear(cell)]),
        ("held-out, one clearly higher", [cell for cell in fresh if _is_clear(cell)]),
        ("different test sets", apart),
    ]


def _is_clear(cell: Cell) -> bool:
    gap = cell.world["auc"] - cell.world.get("second_auc", cell.world["auc"])
    return "leaders" not in cell.world and gap > CLEARLY - 1e-9


def _counts(cells: Sequence[Cell]) -> list[int]:
    return sorted({cell.world["classifiers"] for cell in cells})


def _with(cells: Sequence[Cell], classifiers: int) -> list[Cell]:
    return [cell for cell in cells if cell.world["classifiers"] == classifiers]


def _row(words: str, cells: Sequence[Cell]) -> list[str]:
    own = min(cells, key=lambda cell: cell.rate(BASE))
    worst = min(cells, key=lambda cell: cell.rate(ALLOWING))
    biases = [sum(_bias(cell, column) for cell in cells) / len(cells) for column in COLUMNS]
    return [
        words,
        str(len(cells)),
        shown(own, BASE, NOMINAL, "low"),
        shown(worst, ALLOWING, NOMINAL, "low"),
        worst.place,
        f"{relative_width(list(cells), ALLOWING, BASE):.2f}",
        *(f"{bias:+.3f}" for bias in biases),
    ]


def _bias(cell: Cell, column: str) -> float:
    return cell.counts[column + BIAS] / cell.draws
