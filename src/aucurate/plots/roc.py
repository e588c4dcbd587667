"""The ROC curves of several classifiers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.formatting import digits_for, interval, number
from aucurate.plots.figure import as_frame
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
from aucurate.plots.style import looks, new_axes
from aucurate.plots.text import NARROW, WIDE, entitle, height_for, place_legend, short_names
from aucurate.results import Estimate
from aucurate.study.curves import CurveCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_NAME_WIDTH = 32


class _Entry(NamedTuple):
    """A curve to draw, its AUC, and what the legend says of it."""

    curve: Curve
    area: float
    name: str
    said: str


def draw_roc(
    axes: "Axes",
    curves: Curves,
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> None:
    """Draw the ROC curves on the axes, with the AUC of each in the legend.

    ``curves`` are scores, the curves of a study (``study.curves``), or curves by name: empirical
    ones or those of fitted models. ``estimates`` are the AUCs to print, matched by name
    (``with_intervals`` prints theirs too); an estimate that is not the area under the curve drawn
    for it is refused. Without an estimate it is the area of the curve itself.

    The area under a line is the AUC beside it, also where a long curve is thinned
    (:mod:`aucurate.plots.lines`). The curve of a study that carries some of its points only is
    drawn through these; its area may differ from the AUC in the fourth digit.
    """
    found = curves_by_name(curves)
    _draw(axes, found, _entries(found, estimates, with_intervals), title, own=False)


def roc_figure(
    curves: Curves,
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_roc` on a figure of its own."""
    found = curves_by_name(curves)
    entries, side = _entries(found, estimates, with_intervals), height_for(list(found), SIDE)
    with new_axes(side, side) as (figure, axes):
        _draw(axes, found, entries, title, own=True)
    return figure


def roc_frame(
    curves: Curves, *, estimates: Sequence[Estimate] = (), backend: str = "polars"
) -> Any:
    """The points of the curves, one row each, with the AUC of their curve.

    >>> from aucurate.data.scores import Scores
    >>> data = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="forest")
    >>> roc_frame(data)["sensitivity"].to_list()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    """
    entries = _entries(curves_by_name(curves), estimates, with_intervals=False)
    rows: list[tuple[str, CurvePoints]] = [(n, e.curve.points(POINTS)) for n, e in entries.items()]
    return as_frame(
        {
            "classifier": [name for name, points in rows for _ in range(len(points))],
            "threshold": [t for _, points in rows for t in points.thresholds.tolist()],
            "specificity": [s for _, points in rows for s in points.specificity.tolist()],
            "sensitivity": [s for _, points in rows for s in points.sensitivity.tolist()],
            "auc": [entries[name].area for name, points in rows for _ in range(len(points))],
        },
        backend,
    )


def check_curves(
    curves: Curves, estimates: Sequence[Estimate] = (), with_intervals: bool = False
) -> None:
    """Refuse what cannot be drawn."""
    looks(list(_entries(curves_by_name(curves), estimates, with_intervals)))


def _draw(
    axes: "Axes",
    curves: DrawnCurves,
    entries: Mapping[str, _Entry],
    title: str | None,
    *,
    own: bool,
) -> None:
    styles, handles = looks(list(entries)), []
    unit_square(axes)
    diagonal(axes)
    for name, line in curves.lines.items():
        look = styles[name]
        handles += axes.plot(*line, color=look.colour, linestyle=look.line, linewidth=1.6)
    beside = [f"{one.name} ({one.said})" for one in entries.values()]
    inside, lines = beside, list(curves.lines.values())
    if max(map(len, beside)) > (WIDE if own else NARROW):
        inside = [f"{one.name}\n({one.said})" for one in entries.values()]
    place_legend(axes, handles, inside, beside, lines, own=own)
    entitle(axes, title)


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
        said = _said(one, areas[name], with_intervals, about=name in partly)
        area = areas[name] if one is None else one.value
        entries[name] = _Entry(curve, area, short[name], said)
    return entries


def _said(one: Estimate | None, area: float, with_interval: bool, *, about: bool) -> str:
    """The AUC of a legend, with its interval where that is asked for and known."""
    if one is None:
        return f"AUC {'about ' * about}{number(area)}"
    if not with_interval:
        return f"AUC {number(one.value)}"
    low, high, confidence = one.interval.low, one.interval.high, one.interval.confidence
    digits = digits_for(high - low)
    return f"AUC {number(one.value, digits)}, {interval(low, high, confidence, digits)}"
