"""DET curves: misses against false alarms on the scale of normal deviates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.curve.det import DetCurve
from aucurate.errors import OptionError
from aucurate.formatting import percent
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import COLUMNS, SIDE, shown_points
from aucurate.plots.style import FAINT, Size, line_styles
from aucurate.plots.text import NAME_WIDTH, height_for, plain_legend, short_names, with_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

_TICKS = np.array([1e-6, 1e-5, 1e-4, 1e-3, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99])
_ROOM = 0.15  # deviates around the curves
_BEYOND = 10.0  # where a rate of 0 or 1 is drawn: outside, so that the line runs out of the axes


@dataclass(eq=False, repr=False)
class DetDisplay(Display):
    """DET curves by name, with the equal error rate of each in the legend.

    The diagonal holds the points of equal errors. A line that reaches a rate of 0 or 1, which the
    scale cannot show, runs out of the axes there; the legend says so of one that is nowhere in
    them. A long curve is thinned (:mod:`aucurate.plots.lines`). The frame has the operating points,
    a row each, with their deviates; those of 0 and 1 are infinite.
    """

    curves: Mapping[str, DetCurve]

    def _prepare(self) -> None:
        if not isinstance(self.curves, Mapping) or not self.curves:
            raise OptionError(
                "there are no curves to draw.", hint='give DET curves by name: {"forest": curve}.'
            )
        self._styles = line_styles(list(self.curves))

    def _size(self) -> Size:
        side = height_for(_labels(self.curves), SIDE)
        return side, side

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        low, high = _limits(self.curves)
        dots: dict[str, Any] = {"linewidth": 0.8, "linestyle": (0, (1, 2)), "zorder": 1}
        square.plot([low, high], [low, high], color=FAINT, **dots)
        handles = []
        for name, curve in self.curves.items():
            style = self._styles[name]
            x, y = (np.clip(each, -_BEYOND, _BEYOND) for each in _line(curve, low, high))
            handles += square.plot(x, y, color=style.colour, linestyle=style.line, linewidth=1.6)
        square.set_xlim(low, high)
        square.set_ylim(low, high)
        square.set_aspect("equal", anchor="S")
        shown = [rate for rate in _TICKS if low <= special.ndtri(rate) <= high]
        square.set_xticks(special.ndtri(shown), [percent(rate) for rate in shown], rotation=45)
        square.set_yticks(special.ndtri(shown), [percent(rate) for rate in shown])
        square.set_xlabel("false alarms (1 - specificity)")
        square.set_ylabel("misses (1 - sensitivity)")
        labels = _labels(self.curves)
        plain_legend(square, handles, labels, title=self.title, above=True, handlelength=3.0)

    def _data(self, part: str) -> Columns:
        each = list(self.curves.items())
        return {
            "classifier": [name for name, curve in each for _ in range(len(curve))],
            "threshold": [t for _, c in each for t in c.thresholds.tolist()],
            "false_alarms": [r for _, c in each for r in c.false_alarms.tolist()],
            "missed": [r for _, c in each for r in c.missed.tolist()],
            "false_alarm_deviate": [d for _, c in each for d in c.false_alarm_deviates.tolist()],
            "missed_deviate": [d for _, c in each for d in c.missed_deviates.tolist()],
        }


def _labels(curves: Mapping[str, DetCurve]) -> list[str]:
    short = short_names(list(curves), NAME_WIDTH)
    labels = []
    for name, curve in curves.items():
        said = f"equal error rate {percent(curve.equal_error_rate)}"
        labels.append(with_numbers(short[name], said + ", off the scale" * _is_off(curve)))
    return labels


def _is_off(curve: DetCurve) -> bool:
    """Whether one of the rates is 0 or 1 all along, as without errors: none of it can be drawn."""
    x, y = curve.false_alarms, curve.missed
    inside = (x > 0) & (x < 1) & (y > 0) & (y < 1)
    sloped = (np.diff(x) > 0) & (np.diff(y) < 0)
    return not (np.any(inside) or np.any(sloped))


def _line(curve: DetCurve, low: float, high: float) -> tuple[Floats, Floats]:
    """Deviates along the line; straight pieces between tied rates are bent by the scale."""
    columns = special.ndtr(np.linspace(low, high, COLUMNS + 1))
    shown = shown_points(curve.false_alarms, curve.missed, edges=columns)
    false_alarms, missed = curve.false_alarms[shown], curve.missed[shown]
    pieces = np.linspace(0, 1, 9)
    sloped = (np.diff(false_alarms) > 0) & (np.diff(missed) < 0)
    at = np.arange(len(shown), dtype=np.float64)
    between = (np.flatnonzero(sloped)[:, None] + pieces[1:-1]).ravel()
    places = np.sort(np.concatenate([at, between]))
    x, y = (np.interp(places, at, rate) for rate in (false_alarms, missed))
    return special.ndtri(x), special.ndtri(y)


def _limits(curves: Mapping[str, DetCurve]) -> tuple[float, float]:
    """From the smallest rate above 0 to the largest below 1, and at least from 1% to 60%."""
    ends = [float(special.ndtri(0.01)), float(special.ndtri(0.6))]
    for curve in curves.values():
        for rates in (curve.missed, curve.false_alarms):
            inner = rates[(rates > 0) & (rates < 1)]
            least, most = np.min(inner, initial=0.5), np.max(inner, initial=0.5)
            ends += [float(special.ndtri(least)), float(special.ndtri(most))]
    return min(ends) - _ROOM, min(max(ends), float(special.ndtri(0.99))) + _ROOM
