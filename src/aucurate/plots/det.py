"""DET curves: misses against false alarms on the scale of normal deviates."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.curve.det import DetCurve
from aucurate.errors import OptionError
from aucurate.formatting import percent
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import (
    COLUMNS,
    FALSE_ALARMS,
    SIDE,
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

Floats = NDArray[np.float64]

_TICKS = np.array([1e-6, 1e-5, 1e-4, 1e-3, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99])
_ROOM = 0.15  # deviates around the curves
_BEYOND = 10.0  # where a rate of 0 or 1 is drawn: outside, so that the line runs out of the axes


@dataclass(eq=False, repr=False)
class DetDisplay(Display):
    """DET curves by name, with the equal error rate of each.

    The diagonal holds the points of equal errors. A line that reaches a rate of 0 or 1, which the
    scale cannot show, runs out of the axes there; its label says so of one that is nowhere in
    them. A long curve is thinned (:mod:`aucurate.plots.lines`). The frame has the operating points,
    a row each, with their deviates; those of 0 and 1 are infinite.

    Up to six curves are in colour, each named beside its line, or in a legend with the best first
    where there is no room (:mod:`aucurate.plots.direct_labels`); of more the three best and those
    to ``highlight`` are, before the others in grey.
    """

    curves: Mapping[str, DetCurve]
    _: KW_ONLY
    highlight: Sequence[str] = ()

    def _prepare(self) -> None:
        if not isinstance(self.curves, Mapping) or not self.curves:
            raise OptionError(
                "there are no curves to draw.", hint='give DET curves by name: {"forest": curve}.'
            )
        self._rates = {name: curve.equal_error_rate for name, curve in self.curves.items()}
        self._coloured = coloured_names(self._rates, self.highlight, lowest=True)

    def _default_title(self) -> str:
        return of_classifiers("Detection error trade-off", list(self.curves))

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        low, high = _limits(self.curves)
        dots: dict[str, Any] = {"linewidth": 0.8, "linestyle": (0, (1, 2)), "zorder": 1}
        square.plot([low, high], [low, high], color=FAINT, **dots)
        lines = {
            name: (np.clip(x, -_BEYOND, _BEYOND), np.clip(y, -_BEYOND, _BEYOND))
            for name, curve in self.curves.items()
            for x, y in [_line(curve, low, high)]
        }
        handles = draw_curves(square, lines, self._coloured)
        square.set_xlim(low, high)
        square.set_ylim(low, high)
        square.set_aspect("equal", anchor="S")
        shown = [rate for rate in _TICKS if low <= special.ndtri(rate) <= high]
        square.set_xticks(special.ndtri(shown), [percent(rate) for rate in shown], rotation=45)
        square.set_yticks(special.ndtri(shown), [percent(rate) for rate in shown])
        square.set_xlabel(f"false alarms ({FALSE_ALARMS})")
        square.set_ylabel("misses (1 \N{MINUS SIGN} sensitivity)")
        set_title(square, self._heading)
        short = short_names(list(self.curves), NAME_WIDTH)
        name_lines(
            square,
            handles[: len(self._coloured)],
            [short[name] for name in self._coloured],
            [self._numbers(name) for name in self._coloured],
            more=(
                handles[len(self._coloured) :],
                others_label(self._rates, self._coloured, "equal error rate", percent),
            ),
        )

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

    def _numbers(self, name: str) -> str:
        off = ", off the scale" * _is_off(self.curves[name])
        return f"equal error rate {percent(self._rates[name])}{off}"


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
