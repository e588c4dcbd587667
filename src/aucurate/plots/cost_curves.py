"""Cost curves: the expected cost with the best threshold, for every prevalence and all costs."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.curve.cost_curve import CostCurve
from aucurate.errors import OptionError
from aucurate.formatting import number
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import shown_points
from aucurate.plots.style import FAINT, Size, line_styles
from aucurate.plots.text import NAME_WIDTH, height_for, plain_legend, short_names, with_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_LINES = 60


@dataclass(eq=False, repr=False)
class CostCurvesDisplay(Display):
    """The lower envelopes by name, with the mean cost of each in the legend.

    The grey triangle is the better of calling nobody and calling everybody positive. ``with_lines``
    adds the line of every threshold that is best somewhere. The frame has the lines of each
    envelope: a threshold, its errors, and from where to where it is best.
    """

    curves: Mapping[str, CostCurve]
    _: KW_ONLY
    with_lines: bool = False

    def _prepare(self) -> None:
        if not isinstance(self.curves, Mapping) or not self.curves:
            raise OptionError(
                "there are no curves to draw.", hint='give cost curves by name: {"forest": curve}.'
            )
        self._styles = line_styles(list(self.curves))

    def _size(self) -> Size:
        return 4.6, height_for(_labels(self.curves), 3.1)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,) = axes
        dots: dict[str, Any] = {"linewidth": 0.9, "linestyle": (0, (1, 2)), "zorder": 1}
        plot.plot([0, 0.5, 1], [0, 0.5, 0], color=FAINT, **dots)
        handles = []
        for name, curve in self.curves.items():
            style = self._styles[name]
            if self.with_lines:
                for at in np.unique(np.linspace(0, len(curve.missed) - 1, _MOST_LINES).astype(int)):
                    ends = [curve.false_alarms[at], curve.missed[at]]
                    plot.plot(
                        [0, 1], ends, color=style.colour, linewidth=0.4, alpha=0.5, zorder=1.5
                    )
            costs = curve.expected_cost(curve.turns)
            shown = shown_points(curve.turns, costs)
            line: dict[str, Any] = {"linestyle": style.line, "linewidth": 1.6}
            handles += plot.plot(curve.turns[shown], costs[shown], color=style.colour, **line)
        plot.set_xlim(-0.01, 1.01)
        plot.set_ylim(-0.01, 0.53)
        plot.set_xlabel("probability cost: share of the positives in what could be lost")
        plot.set_ylabel("normalised expected cost")
        labels = _labels(self.curves)
        plain_legend(plot, handles, labels, title=self.title, above=True, handlelength=3.0)

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


def _labels(curves: Mapping[str, CostCurve]) -> list[str]:
    short = short_names(list(curves), NAME_WIDTH)
    return [
        with_numbers(short[name], f"mean cost {number(curve.area)}")
        for name, curve in curves.items()
    ]
