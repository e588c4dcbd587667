"""The ROC curves of several classifiers."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, NamedTuple

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.formatting import number
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import (
    POINTS,
    SIDE,
    Curves,
    DrawnCurves,
    coloured_names,
    curves_by_name,
    diagonal,
    draw_curves,
    matched,
    others_label,
    slack_of,
    unit_square,
)
from aucurate.plots.style import Size
from aucurate.plots.text import (
    of_classifiers,
    set_title,
    short_names,
    with_interval,
)
from aucurate.results import Estimate
from aucurate.study.curves import CurveCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAME_WIDTH = 32


class _Entry(NamedTuple):
    """A curve to draw, its AUC, and what is written of it."""

    curve: Curve
    area: float
    name: str
    numbers: str


@dataclass(eq=False, repr=False)
class RocDisplay(Display):
    """ROC curves, with the AUC of each.

    ``curves`` are scores, the curves of a study (``study.curves``), or curves by name: empirical
    ones or those of fitted models. ``estimates`` are the AUCs to print, matched by name
    (``with_intervals`` prints their intervals too); an estimate that is not the area under the
    curve drawn for it is refused. Without an estimate the area of the curve itself is printed.

    The area under a line is the AUC beside it, also where a long curve is thinned
    (:mod:`aucurate.plots.lines`). The curve of a study that carries some of its points only is
    drawn through these; its area may differ from the AUC in the fourth digit. The frame has the
    points of the curves, one row each, with the AUC of their curve.

    Up to six curves are in colour, each named beside its line, or in a legend with the best first
    where there is no room (:mod:`aucurate.plots.direct_labels`); of more the three best and those
    to ``highlight`` are, before the others in grey.

    >>> from aucurate.data.scores import Scores
    >>> data = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="forest")
    >>> RocDisplay(data).to_frame()["sensitivity"].to_list()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    """

    curves: Curves
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    with_intervals: bool = False
    highlight: Sequence[str] = ()

    def _prepare(self) -> None:
        self._curves = curves_by_name(self.curves)
        self._entries = _entries(self._curves, self.estimates, self.with_intervals)
        self._areas = {name: entry.area for name, entry in self._entries.items()}
        self._coloured = coloured_names(self._areas, self.highlight)

    def _default_title(self) -> str:
        return of_classifiers("ROC curve", list(self._curves))

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        unit_square(square)
        diagonal(square)
        handles = draw_curves(square, self._curves.lines, self._coloured)
        set_title(square, self._heading)
        entries = [self._entries[name] for name in self._coloured]
        name_lines(
            square,
            handles[: len(entries)],
            [entry.name for entry in entries],
            [entry.numbers for entry in entries],
            more=(handles[len(entries) :], others_label(self._areas, self._coloured, "AUC")),
        )

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
    """What is drawn of each classifier, and what is written of it."""
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
    """The AUC of a curve, with its interval where that is asked for and known."""
    if estimate is None:
        return f"AUC {'about ' * about}{number(area)}"
    return f"AUC {with_interval(estimate) if with_limits else number(estimate.value)}"
