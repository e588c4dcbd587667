"""Section 4.2 over many draws, drawn: the size of the set, and how often the neighbours are told.

Figs. 1 to 3 are drawn by :mod:`aucurate.plots`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aucurate.plots.canvas import FAINT, new_figure
from aucurate.plots.looks import looks
from aucurate_papers.paclik_2010.shrinkage import Shrinkage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TESTS = ("n - 1", "2n - 2, as printed", "n - 1, Holm")
_SETS = ("mean_points", "printed_points", "holm_points")
_TOLD = ("neighbours_told", "printed_neighbours_told")


def shrinkage_figure(rows: Sequence[Shrinkage]) -> "Figure":
    """Means over draws by observations per class, for each of the tests."""
    with new_figure(7.4, 3.4) as figure:
        left, right = figure.subplots(1, 2)
        _lines(left, rows, _SETS)
        sizes = [row.per_class for row in rows]
        bars: dict[str, Any] = {"fmt": "none", "ecolor": looks(_TESTS)[_TESTS[0]].colour}
        means, errors = ([getattr(r, f) for r in rows] for f in ("mean_points", "standard_error"))
        left.errorbar(sizes, means, yerr=errors, capsize=2.0, elinewidth=0.8, **bars)
        left.set_ylabel("points not told from the chosen one")
        left.set_ylim(bottom=0)
        left.legend(title="degrees of freedom")
        _lines(right, rows, _TOLD)
        right.axhline(0.5, color=FAINT, linewidth=0.8, linestyle=(0, (4, 2)))
        right.set_ylabel("draws with both neighbours told apart")
        right.set_ylim(0, 1)
    return figure


def _lines(axes: "Axes", rows: Sequence[Shrinkage], fields: Sequence[str]) -> None:
    sizes = [row.per_class for row in rows]
    styles = looks(_TESTS)
    for field, test in zip(fields, _TESTS, strict=False):
        look = styles[test]
        values = [getattr(row, field) for row in rows]
        style: dict[str, Any] = {
            "linestyle": look.line,
            "marker": look.mark,
            "markersize": 4,
            "clip_on": False,
        }
        axes.plot(sizes, values, color=look.colour, label=test, **style)
    axes.set_xscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.minorticks_off()
    axes.set_xlabel("observations per class")
