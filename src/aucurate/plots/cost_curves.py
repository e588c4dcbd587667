"""Cost curves: the expected cost with the best threshold, for every prevalence and all costs."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.curve.cost_curve import CostCurve
from aucurate.errors import OptionError
from aucurate.formatting import number
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import (
    coloured_names,
    draw_curves,
    others_label,
    shown_points,
)
from aucurate.plots.style import FAINT, Size
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_LINES = 60


@dataclass(eq=False, repr=False)
class CostCurvesDisplay(Display):
    """Cost curves (lower envelopes) by name, with the mean cost of each.

    The dotted triangle is the better of treating none and treating all. ``with_lines``
    adds the line of every threshold that is best somewhere. The frame has the lines of each
    envelope: a threshold, its errors, and from where to where it is best.

    Up to six curves are in colour, each named beside its line, or in a legend with the best first
    where there is no room (:mod:`aucurate.plots.direct_labels`); of more the three best and those
    to ``highlight`` are, before the others in grey.
    """

    curves: Mapping[str, CostCurve]
    _: KW_ONLY
    with_lines: bool = False
    highlight: Sequence[str] = ()

    def _prepare(self) -> None:
        if not isinstance(self.curves, Mapping) or not self.curves:
            raise OptionError(
                "there are no curves to draw.", hint='give cost curves by name: {"forest": curve}.'
            )
        self._costs = {name: curve.area for name, curve in self.curves.items()}
        self._coloured = coloured_names(self._costs, self.highlight, lowest=True)

    def _default_title(self) -> str:
        return of_classifiers("Cost curve", list(self.curves))

    def _size(self) -> Size:
        return 4.6, 3.1

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,) = axes
        dots: dict[str, Any] = {"linewidth": 0.9, "linestyle": (0, (1, 2)), "zorder": 1.1}
        plot.plot([0, 0.5, 1], [0, 0.5, 0], color=FAINT, **dots)
        lines = {}
        for name, curve in self.curves.items():
            costs = curve.expected_cost(curve.turns)
            shown = shown_points(curve.turns, costs)
            lines[name] = curve.turns[shown], costs[shown]
        handles = draw_curves(plot, lines, self._coloured)
        if self.with_lines:
            for name, handle in zip(self._coloured, handles, strict=False):
                _draw_thresholds(plot, self.curves[name], handle.get_color())
        plot.set_xlim(-0.01, 1.01)
        plot.set_ylim(-0.01, 0.53)
        plot.set_xlabel("probability cost (share of the positives in the maximum expected cost)")
        plot.set_ylabel("normalised expected cost")
        set_title(plot, self._heading)
        short = short_names(list(self.curves), NAME_WIDTH)
        name_lines(
            plot,
            handles[: len(self._coloured)],
            [short[name] for name in self._coloured],
            [f"mean cost {number(self._costs[name])}" for name in self._coloured],
            more=(
                handles[len(self._coloured) :],
                others_label(self._costs, self._coloured, "mean cost"),
            ),
        )

    def _data(self, part: str) -> Columns:
        each = list(self.curves.items())
        return {
            "classifier": [name for name, curve in each for _ in curve.missed],
            "threshold": [t for _, c in each for t in c.thresholds.tolist()],
            "false_alarms": [r for _, c in each for r in c.false_alarms.tolist()],
            "missed": [r for _, c in each for r in c.missed.tolist()],
            "best_from": [x for _, c in each for x in c.turns[:-1].tolist()],
            "best_to": [x for _, c in each for x in c.turns[1:].tolist()],
            "mean_cost": [c.area for _, c in each for _ in c.missed],
        }


def _draw_thresholds(axes: "Axes", curve: CostCurve, colour: Any) -> None:
    """The line of every threshold that is best somewhere, or of some where there are many."""
    for at in np.unique(np.linspace(0, len(curve.missed) - 1, _MOST_LINES).astype(int)):
        ends = [curve.false_alarms[at], curve.missed[at]]
        axes.plot([0, 1], ends, color=colour, linewidth=0.4, alpha=0.5, zorder=1)
