"""The figures of docs/validation.md, drawn from the counts."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.plots.figure import save
from aucurate.plots.style import FAINT, INK, new_figure
from simulations import few_errors, few_errors_tests
from simulations.counting import LEVEL
from simulations.report.cells import Cell, cells_of
from simulations.report.choosing import ENOUGH
from simulations.report.few_errors import LIMIT, LOOKED_AT, NOT_LOOKED_AT, of_intervals
from simulations.report.intervals import FLOOR, NOMINAL
from simulations.report.levels import paired_cells

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"
LOWEST_COVERAGE, HIGHEST_LEVEL = 0.6, 0.3
FEWEST, MOST = 0.08, 300  # misordered observations at the edges
TICKS = (0.1, 1, 10, 100)
LOOKS = {"delong": (BLUE, "-", "o"), "mover": (ORANGE, "--", "s"), "both": (GREEN, ":", "^")}
COVERAGE, LEVELS, POWER = "coverage.svg", "level.svg", "power.svg"


def write_figures(results: dict[str, Any], folder: Path) -> None:
    """All three, as svg."""
    folder.mkdir(parents=True, exist_ok=True)
    _coverage(results, folder / COVERAGE)
    _levels(results, folder / LEVELS)
    _power(results, folder / POWER)


def _coverage(results: dict[str, Any], path: Path) -> None:
    groups = (
        ("looked at while choosing", BLUE, of_intervals(LOOKED_AT, results)),
        ("not looked at", ORANGE, of_intervals(NOT_LOOKED_AT, results)),
    )
    with _panels(few_errors.SHOWN, path) as axes_of:
        for name, axes in axes_of.items():
            _lines(axes, NOMINAL, FLOOR)
            for words, colour, cells in groups:
                _dots(axes, cells, name, (LOWEST_COVERAGE, 1), colour, words)
            axes.set_ylim(LOWEST_COVERAGE - 0.01, 1.005)
            axes.set_ylabel("coverage")


def _levels(results: dict[str, Any], path: Path) -> None:
    tests = (*few_errors_tests.TESTS, few_errors_tests.PERMUTATION)
    same = paired_cells(results) + cells_of("held-out paired level", results)
    others = [c for c in same + cells_of("different curves level", results) if c.smaller >= ENOUGH]
    names = ("few errors paired level", "held-out few errors paired level")
    few = [cell for name in names for cell in cells_of(name, results)]
    alike = [c for c in few if "missed" not in c.place and "against" not in c.place]
    apart = [c for c in few if c not in alike]
    with _panels(tests, path, across=2) as axes_of:
        for name, axes in axes_of.items():
            _lines(axes, LEVEL, LIMIT)
            for words, colour, cells in (
                ("first grid", FAINT, [c for c in others if name in c.counts]),
                ("same shape", BLUE, alike),
                ("different shapes, missed positives", ORANGE, apart),
            ):
                _dots(axes, cells, name, (0, HIGHEST_LEVEL), colour, words)
            axes.set_ylim(-0.005, HIGHEST_LEVEL + 0.005)
            axes.set_ylabel(f"level, nominal {LEVEL}")


def _power(results: dict[str, Any], path: Path) -> None:
    cells = cells_of("paired power curves", results)
    titles = [
        f"AUC {lower:g}, correlation {rho:g}, {m}/{n}"
        for _, lower, rho, (m, n), _ in few_errors_tests.CURVES
    ]
    at = 0
    with _panels(titles, path, scale="linear", label="difference of the AUCs") as axes_of:
        for axes, (*_, aucs) in zip(axes_of.values(), few_errors_tests.CURVES, strict=True):
            curve = cells[at : at + len(aucs)]
            at += len(aucs)
            for test, (colour, line, mark) in LOOKS.items():
                axes.plot(
                    [auc - aucs[0] for auc in aucs],
                    [cell.rate(test) for cell in curve],
                    line,
                    color=colour,
                    marker=mark,
                    markersize=4,
                    label=test,
                )
            axes.axhline(LEVEL, color=FAINT, linewidth=0.8)
            axes.set_ylim(0, 1.03)
            axes.set_ylabel(f"power at {LEVEL}")


@contextmanager
def _panels(
    titles: Sequence[str],
    path: Path,
    *,
    across: int = 3,
    scale: str = "log",
    label: str = "misordered observations, k min(A, 1 - A)",
) -> "Iterator[dict[str, Axes]]":
    """Axes under these titles with one legend; saved when the block ends."""
    down = -(-len(titles) // across)
    with new_figure(3.0 * across, 2.5 * down + 0.4) as figure:
        grid = figure.subplots(down, across, squeeze=False, sharey=True).ravel()
        axes_of = dict(zip(titles, grid, strict=True))
        yield axes_of
        for at, (title, axes) in enumerate(axes_of.items()):
            axes.set_title(title)
            axes.set_xscale(scale)
            if scale == "log":
                axes.set_xticks(TICKS, [f"{tick:g}" for tick in TICKS])
            if at % across:
                axes.set_ylabel("")
            if at >= len(titles) - across:
                axes.set_xlabel(label)
        handles, words = grid[0].get_legend_handles_labels()
        figure.legend(handles, words, loc="outside lower center", ncols=len(words))
    save(figure, path)


def _dots(
    axes: "Axes",
    cells: Sequence[Cell],
    name: str,
    edges: tuple[float, float],
    colour: str,
    words: str,
) -> None:
    """Dots as very short lines of one path with round ends: half the bytes of markers."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Shape

    axes.plot([], [], ".", color=colour, label=words)
    places = [(max(cell.misordered, FEWEST), cell.rate(name)) for cell in cells]
    starts = np.array(places).reshape(-1, 2)
    starts[:, 1] = np.clip(starts[:, 1], *edges)
    ends = starts * (1.001, 1)
    # The closed end keeps matplotlib from taking dots out as if they were one line.
    shape = Shape(
        np.concatenate([np.stack([starts, ends], axis=1).reshape(-1, 2), starts[-1:]]),
        [*[Shape.MOVETO, Shape.LINETO] * len(starts), *[Shape.CLOSEPOLY] * len(starts[-1:])],
    )
    look: dict[str, Any] = {"linewidth": 2.2, "capstyle": "round", "alpha": 0.75, "snap": False}
    axes.add_patch(PathPatch(shape, fill=False, edgecolor=colour, **look))
    axes.set_xlim(FEWEST * 0.9, MOST)


def _lines(axes: "Axes", nominal: float, limit: float) -> None:
    axes.axhline(nominal, color=INK, linewidth=0.8)
    axes.axhline(limit, color=INK, linewidth=0.8, linestyle=(0, (3, 2)))
