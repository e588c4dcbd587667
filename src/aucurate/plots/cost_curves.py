"""Cost curves: the expected cost with the best threshold, for every prevalence and all costs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.curve.cost_curve import CostCurve
from aucurate.errors import OptionError
from aucurate.formatting import number
from aucurate.plots.figure import as_frame
from aucurate.plots.lines import shown_points
from aucurate.plots.style import FAINT, looks, new_axes
from aucurate.plots.text import NAME_WIDTH, height_for, plain_legend, short_names, with_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_LINES = 60


def draw_cost_curves(
    axes: "Axes",
    curves: Mapping[str, CostCurve],
    *,
    with_lines: bool = False,
    title: str | None = None,
) -> None:
    """Draw the lower envelopes by name, with the mean cost of each in the legend.

    The grey triangle is the better of calling nobody and calling everybody positive. ``with_lines``
    adds the line of every threshold that is best somewhere.
    """
    require_curves(curves)
    styles = looks(list(curves))
    axes.plot([0, 0.5, 1], [0, 0.5, 0], color=FAINT, linewidth=0.9, linestyle=(0, (1, 2)), zorder=1)
    handles, labels = [], _labels(curves)
    for name, curve in curves.items():
        look = styles[name]
        if with_lines:
            for at in np.unique(np.linspace(0, len(curve.missed) - 1, _MOST_LINES).astype(int)):
                ends = [curve.false_alarms[at], curve.missed[at]]
                axes.plot([0, 1], ends, color=look.colour, linewidth=0.4, alpha=0.5, zorder=1.5)
        costs = curve.expected_cost(curve.turns)
        shown = shown_points(curve.turns, costs)
        handles += axes.plot(
            curve.turns[shown],
            costs[shown],
            color=look.colour,
            linestyle=look.line,
            linewidth=1.6,
        )
    axes.set_xlim(-0.01, 1.01)
    axes.set_ylim(-0.01, 0.53)
    axes.set_xlabel("probability cost: share of the positives in what could be lost")
    axes.set_ylabel("normalised expected cost")
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=3.0)


def cost_curves_figure(
    curves: Mapping[str, CostCurve], *, with_lines: bool = False, title: str | None = None
) -> "Figure":
    """:func:`draw_cost_curves` on a figure of its own."""
    require_curves(curves)
    with new_axes(4.6, height_for(_labels(curves), 3.1)) as (figure, axes):
        draw_cost_curves(axes, curves, with_lines=with_lines, title=title)
    return figure


def cost_curves_frame(curves: Mapping[str, CostCurve], *, backend: str = "polars") -> Any:
    """The lines of each envelope: a threshold, its errors, and from where to where it is best."""
    require_curves(curves)
    each = list(curves.items())
    return as_frame(
        {
            "classifier": [name for name, curve in each for _ in curve.missed],
            "threshold": [t for _, c in each for t in c.thresholds.tolist()],
            "false_alarms": [r for _, c in each for r in c.false_alarms.tolist()],
            "missed": [r for _, c in each for r in c.missed.tolist()],
            "best_from": [x for _, c in each for x in c.turns[:-1].tolist()],
            "best_to": [x for _, c in each for x in c.turns[1:].tolist()],
            "mean_cost": [c.area for _, c in each for _ in c.missed],
        },
        backend,
    )


def _labels(curves: Mapping[str, CostCurve]) -> list[str]:
    short = short_names(list(curves), NAME_WIDTH)
    return [
        with_numbers(short[name], f"mean cost {number(curve.area)}")
        for name, curve in curves.items()
    ]


def require_curves(curves: Mapping[str, CostCurve]) -> None:
    """Refuse what cannot be drawn."""
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.", hint='give cost curves by name: {"forest": curve}.'
        )
