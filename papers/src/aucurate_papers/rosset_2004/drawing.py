"""Figures of the world of section 2.1.3: finished numbers, drawn."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from aucurate.formatting import number
from aucurate.plots.canvas import FAINT, new_figure
from aucurate.plots.looks import looks
from aucurate.plots.words import plain_legend
from aucurate_papers.rosset_2004.dependence_rows import DependenceRow
from aucurate_papers.rosset_2004.moments_size_rows import SizePoint

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_REACH = 1.96  # standard errors that a bar reaches either way
_KEY = "lines: exact moments, normal approximation; points: simulated, 95%"
_TICKS = (10, 30, 100, 300, 1000)

Row = TypeVar("Row", DependenceRow, SizePoint)
Points = tuple[Sequence[float], Sequence[float], Sequence[float]]


def dependence_figure(rows: Sequence[DependenceRow]) -> "Figure":
    """The probability of the right choice against the dependence, a panel for each q2."""
    return _panels(rows, _draw_dependence, "probability of choosing the better by AUC")


def size_figure(points: Sequence[SizePoint]) -> "Figure":
    """The probability of the right choice against n by AUC and by error rate, for each q2."""
    return _panels(points, _draw_sizes, "probability of choosing the better classifier")


def _panels(
    rows: Sequence[Row], draw: "Callable[[Axes, Sequence[Row]], None]", what: str
) -> "Figure":
    """A panel for each q2, side by side."""
    probabilities = sorted({row.second_probability for row in rows})
    with new_figure(3.2 * len(probabilities), 3.9) as figure:
        panels = figure.subplots(1, len(probabilities), sharey=True, squeeze=False)[0]
        for axes, q in zip(panels, probabilities, strict=True):
            draw(axes, [row for row in rows if row.second_probability == q])
            axes.set_title(f"q2 = {number(q, 1)}")
        panels[0].set_ylabel(what)
        figure.supxlabel(_KEY, fontsize=8)
    return figure


def _draw_dependence(axes: "Axes", rows: Sequence[DependenceRow]) -> None:
    sizes = sorted({row.n for row in rows}, reverse=True)
    names = [f"n = {n}" for n in sizes]
    handles: list[Artist] = []
    for name, n in zip(names, sizes, strict=True):
        several = [row for row in rows if row.n == n]
        x = [row.dependence for row in several]
        handles.append(_draw_line(axes, names, name, x, [row.auc_phi for row in several]))
        auc = [row.simulated.auc for row in several]
        errors = [_REACH * one.share_standard_error for one in auc]
        _draw_points(axes, names, name, (x, [one.share for one in auc], errors))
    axes.set_xlabel("dependence")
    axes.set_ylim(0.48, 1.02)
    plain_legend(axes, handles, names, loc="lower right")


def _draw_sizes(axes: "Axes", points: Sequence[SizePoint]) -> None:
    names = ["AUC", "error rate"]
    x = [point.n for point in points]
    lines = ([point.auc_phi for point in points], [point.error_phi for point in points])
    handles = [
        _draw_line(axes, names, name, x, line) for name, line in zip(names, lines, strict=True)
    ]
    drawn = [(point.n, point.simulated) for point in points if point.simulated is not None]
    for name, found in zip(
        names, ([one.auc for _, one in drawn], [one.error for _, one in drawn]), strict=True
    ):
        errors = [_REACH * one.share_standard_error for one in found]
        at = [n for n, _ in drawn]
        _draw_points(axes, names, name, (at, [one.share for one in found], errors))
    axes.set_xscale("log")
    axes.set_xticks(_TICKS, [f"{tick:,}" for tick in _TICKS])
    axes.minorticks_off()
    axes.set_xlabel("n, observations in the test set")
    axes.axhline(1.0, color=FAINT, linewidth=0.8, zorder=1)
    axes.set_ylim(0.48, 1.02)
    words = [f"by {name}" for name in names]
    plain_legend(axes, handles, words, loc="lower right")


def _draw_line(
    axes: "Axes", names: Sequence[str], name: str, x: Sequence[float], y: Sequence[float]
) -> "Artist":
    look = looks(names)[name]
    return axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.6, zorder=2)[0]


def _draw_points(axes: "Axes", names: Sequence[str], name: str, points: Points) -> None:
    look = looks(names)[name]
    x, y, errors = points
    axes.errorbar(
        x, y, errors, fmt=look.mark, color=look.colour, markersize=4, capsize=2.5, zorder=3
    )
