"""Figures of Gajowniczek et al. 2014: finished numbers on axes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aucurate.formatting import number
from aucurate.plots.canvas import new_figure
from aucurate.plots.looks import looks
from aucurate.plots.unit_square import diagonal, unit_square
from aucurate.plots.words import plain, plain_legend
from aucurate_papers.gajowniczek_2014.model_curves import KINDS, RATES, ModelCurves

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ACROSS = 3
_WIDTHS = {"empirical": 1.8, "kernel": 1.4, "common": 1.4, "per_class": 1.4}


def draw_model_curves(axes: "Axes", row: ModelCurves) -> "list[Artist]":
    """The four curves of one model; the drawn lines, for a legend."""
    styles = looks(list(KINDS))
    unit_square(axes)
    diagonal(axes)
    lines: list[Artist] = []
    for kind in KINDS:
        look, heights = styles[kind], row.sensitivity[kind]
        lines += axes.plot(
            1 - RATES, heights, color=look.colour, linestyle=look.line, linewidth=_WIDTHS[kind]
        )
    plain(axes.set_title(row.name))
    areas = ["area under the line", *(f"{KINDS[k]} {number(row.areas[k])}" for k in KINDS)]
    plain(axes.text(0.99, 0.02, "\n".join(areas), ha="right", va="bottom", fontsize=6.5))
    return lines


def model_curves_figure(rows: Sequence[ModelCurves]) -> "Figure":
    """A panel for each model; what the lines are stands in the place of the last."""
    down = len(rows) // _ACROSS + 1
    with new_figure(3.1 * _ACROSS, 3.3 * down) as figure:
        grid = list(figure.subplots(down, _ACROSS, squeeze=False).flat)
        drawn = [draw_model_curves(axes, row) for axes, row in zip(grid, rows, strict=False)]
        for empty in grid[len(rows) :]:
            empty.set_axis_off()
        labels = [*list(KINDS.values())[:-1], f"{KINDS['per_class']}\n(no curve of any score)"]
        plain_legend(grid[len(rows)], drawn[0], labels, loc="center", handlelength=3.2)
    return figure
