"""Precision-recall curves, drawn as average precision counts them."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.precision import PrecisionCurve
from aucurate.errors import OptionError
from aucurate.formatting import number, percent, shortened
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import (
    SIDE,
    coloured_names,
    draw_curves,
    matched,
    others_label,
    shown_points,
    unit_square,
)
from aucurate.plots.style import FAINT, Size
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    set_title,
    short_names,
    with_interval,
)
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

_DOTS = (0, (1, 2))


@dataclass(eq=False, repr=False)
class PrecisionDisplay(Display):
    """Precision-recall curves by name, with the average precision (AP) of each.

    The lines are steps: up to each sensitivity the precision is that of the threshold which
    reaches it, so that the area under a line is its average precision. The dotted line is the
    prevalence, which is the precision of useless scores; where the curves are of test sets with
    different prevalences each has its own.

    ``estimates`` are the average precisions to print, matched by name (``with_intervals`` prints
    their intervals too); one that is not the average precision of the curve drawn for it is
    refused. A long curve is thinned (:mod:`aucurate.plots.lines`). The frame has the operating
    points, a row each, with the average precision and prevalence of their curve.

    Up to six curves are in colour, each named beside its line, or in a legend with the best first
    where there is no room (:mod:`aucurate.plots.direct_labels`); of more the three best and those
    to ``highlight`` are, before the others in grey.

    >>> from aucurate.curve.precision import precision_curve
    >>> curve = precision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> PrecisionDisplay({"forest": curve}).to_frame()["sensitivity"].to_list()
    [0.5, 0.5, 1.0, 1.0]
    """

    curves: Mapping[str, PrecisionCurve]
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    with_intervals: bool = False
    highlight: Sequence[str] = ()

    def _prepare(self) -> None:
        self._by_name = _by_name(self.curves, self.estimates)
        self._areas = {
            name: self._by_name[name].value if name in self._by_name else curve.average_precision
            for name, curve in self.curves.items()
        }
        self._coloured = coloured_names(self._areas, self.highlight)

    def _default_title(self) -> str:
        return of_classifiers("Precision-recall curve", list(self.curves))

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        shared = _shared_prevalence(self.curves)
        unit_square(square)
        square.set_xlabel("sensitivity")
        square.set_ylabel("precision")
        lines = {name: _steps(curve) for name, curve in self.curves.items()}
        handles = draw_curves(square, lines, self._coloured)
        chances = {FAINT: next(iter(self.curves.values())).chance}
        if not shared:
            colours = zip(self._coloured, handles, strict=False)
            chances = {str(line.get_color()): self.curves[name].chance for name, line in colours}
        for colour, chance in chances.items():
            dots: dict[str, Any] = {"linewidth": 0.9, "linestyle": _DOTS, "zorder": 1}
            (line,) = square.plot([0, 1], [chance, chance], color=colour, **dots)
        set_title(square, self._heading)
        short = short_names(list(self.curves), NAME_WIDTH)
        others = handles[len(self._coloured) :]
        name_lines(
            square,
            handles[: len(self._coloured)],
            [short[name] for name in self._coloured],
            [self._numbers(name, shared) for name in self._coloured],
            references=([line], [f"prevalence {percent(chances[FAINT])}"]) if shared else ((), ()),
            more=(others, others_label(self._areas, self._coloured, "AP")),
        )

    def _data(self, part: str) -> Columns:
        each = list(self.curves.items())
        return {
            "classifier": [name for name, curve in each for _ in range(len(curve))],
            "threshold": [t for _, c in each for t in c.thresholds.astype(np.float64).tolist()],
            "sensitivity": [rate for _, c in each for rate in c.sensitivity.tolist()],
            "precision": [rate for _, c in each for rate in c.precision.tolist()],
            "average_precision": [self._areas[name] for name, c in each for _ in range(len(c))],
            "prevalence": [c.chance for _, c in each for _ in range(len(c))],
        }

    def _numbers(self, name: str, shared: bool) -> str:
        """The average precision of a curve, and its prevalence where that is its own."""
        estimate = self._by_name.get(name)
        numbers = f"AP {number(self._areas[name])}"
        if self.with_intervals and estimate is not None:
            numbers = f"AP {with_interval(estimate)}"
        return numbers if shared else f"{numbers}, prevalence {percent(self.curves[name].chance)}"


def _require(curves: Mapping[str, PrecisionCurve]) -> None:
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.",
            hint='give precision curves by name: {"forest": curve}.',
        )
    for name, curve in curves.items():
        if not isinstance(curve, PrecisionCurve):
            raise OptionError(
                f"'{shortened(name)}' is no precision curve, but a {type(curve).__name__}.",
                hint="make one with precision_curve(labels, scores).",
            )


def _steps(curve: PrecisionCurve) -> tuple[Floats, Floats]:
    """The corners of the line: level up to each sensitivity, then upright to the next precision.

    Thresholds that find no further positive only lower the precision: of several in a row all lie
    on the upright piece down to the last.
    """
    gains = np.diff(curve.true_positives, prepend=0) > 0
    turns = np.flatnonzero(gains | np.append(gains[1:], True))
    sensitivity, precision = curve.sensitivity[turns], curve.precision[turns]
    shown = shown_points(sensitivity, precision)
    ends = np.concatenate([[0.0], sensitivity[shown]])
    return np.repeat(ends, 2)[1:-1], np.repeat(precision[shown], 2)


def _shared_prevalence(curves: Mapping[str, PrecisionCurve]) -> bool:
    return len({curve.chance for curve in curves.values()}) == 1


def _by_name(
    curves: Mapping[str, PrecisionCurve], estimates: Sequence[Estimate]
) -> dict[str, Estimate]:
    """The estimate of each curve that has one."""
    _require(curves)
    return matched(
        estimates,
        {name: curve.average_precision for name, curve in curves.items()},
        what="the average precision of its curve",
        hint="give what average_precision_interval says of the same scores.",
    )
