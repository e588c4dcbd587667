"""The ROC curves of several classifiers."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, NamedTuple

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.formatting import number
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import (
    POINTS,
    SIDE,
    Curves,
    DrawnCurves,
    curves_by_name,
    diagonal,
    matched,
    slack_of,
    unit_square,
)
from aucurate.plots.style import Size, is_own, line_styles
from aucurate.plots.text import (
    NARROW,
    WIDE,
    entitle,
    height_for,
    place_legend,
    short_names,
    with_interval,
)
from aucurate.results import Estimate
from aucurate.study.curves import CurveCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAME_WIDTH = 32


class _Entry(NamedTuple):
    """A curve to draw, its AUC, and what the legend says of it."""

    curve: Curve
    area: float
    name: str
    numbers: str


@dataclass(eq=False, repr=False)
class RocDisplay(Display):
    """ROC curves, with the AUC of each in the legend.

    ``curves`` are scores, the curves of a study (``study.curves``), or curves by name: empirical
    ones or those of fitted models. ``estimates`` are the AUCs to print, matched by name
    (``with_intervals`` prints their intervals too); an estimate that is not the area under the
    curve drawn for it is refused. Without an estimate the area of the curve itself is printed.

    The area under a line is the AUC beside it, also where a long curve is thinned
    (:mod:`aucurate.plots.lines`). The curve of a study that carries some of its points only is
    drawn through these; its area may differ from the AUC in the fourth digit. The frame has the
    points of the curves, one row each, with the AUC of their curve.

    >>> from aucurate.data.scores import Scores
    >>> data = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="forest")
    >>> RocDisplay(data).to_frame()["sensitivity"].to_list()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    """

    curves: Curves
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    with_intervals: bool = False

    def _prepare(self) -> None:
        self._curves = curves_by_name(self.curves)
        self._entries = _entries(self._curves, self.estimates, self.with_intervals)
        self._styles = line_styles(list(self._entries))

    def _size(self) -> Size:
        side = height_for(list(self._curves), SIDE)
        return side, side

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        own, handles, entries = is_own(square), [], self._entries.values()
        unit_square(square)
        diagonal(square)
        for name, line in self._curves.lines.items():
            style = self._styles[name]
            handles += square.plot(*line, color=style.colour, linestyle=style.line, linewidth=1.6)
        beside = [f"{entry.name} ({entry.numbers})" for entry in entries]
        inside, lines = beside, list(self._curves.lines.values())
        if max(map(len, beside)) > (WIDE if own else NARROW):
            inside = [f"{entry.name}\n({entry.numbers})" for entry in entries]
        place_legend(square, handles, inside, beside, lines, own=own)
        entitle(square, self.title)

    def _data(self, part: str) -> Columns:
        rows: list[tuple[str, CurvePoints]] = [
            (name, entry.curve.points(POINTS)) for name, entry in self._entries.items()
        ]
        return {
            "classifier": [name for name, points in rows for _ in range(len(points))],
            "threshold": [t for _, points in rows for t in points.thresholds.tolist()],
            "specificity": [s for _, points in rows for s in points.specificity.tolist()],
            "sensitivity": [s for _, points in rows for s in points.sensitivity.tolist()],
            "auc": [self._entries[name].area for name, points in rows for _ in range(len(points))],
        }


def _entries(
    curves: DrawnCurves, estimates: Sequence[Estimate], with_intervals: bool
) -> dict[str, _Entry]:
    """What is drawn of each classifier, and what the legend says of it."""
    partly = {n for n, c in curves.items() if isinstance(c, CurveCounts) and not c.is_whole}
    drawn, areas = curves.whole, curves.areas
    found = matched(
        estimates,
        areas,
        what="the area under its curve",
        hint="draw the curve that the estimate belongs to.",
        slack={n: slack_of(c) for n, c in drawn.items() if n in partly and isinstance(c, RocCurve)},
    )
    short, entries = short_names(list(curves), _NAME_WIDTH), {}
    for name, curve in drawn.items():
        one = found.get(name)
        numbers = _numbers(one, areas[name], with_intervals, about=name in partly)
        area = areas[name] if one is None else one.value
        entries[name] = _Entry(curve, area, short[name], numbers)
    return entries


def _numbers(estimate: Estimate | None, area: float, with_limits: bool, *, about: bool) -> str:
    """The AUC of a legend, with its interval where that is asked for and known."""
    if estimate is None:
        return f"AUC {'about ' * about}{number(area)}"
    return f"AUC {with_interval(estimate) if with_limits else number(estimate.value)}"
