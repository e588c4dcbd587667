"""The ROC curves of several classifiers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, interval, number, shortened
from aucurate.plots.canvas import new_figure
from aucurate.plots.frames import as_frame
from aucurate.plots.looks import looks
from aucurate.plots.matching import matched, slack_of
from aucurate.plots.thin_lines import POINTS, area_of, roc_line
from aucurate.plots.unit_square import diagonal, unit_square
from aucurate.plots.words import entitle, plain_legend, short_names
from aucurate.results import Estimate
from aucurate.study.curve_counts import CurveCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OneCurve: TypeAlias = Curve | CurveCounts
Curves: TypeAlias = (
    Scores | PairedScores | UnpairedScores | Sequence[CurveCounts] | Mapping[str, OneCurve]
)

_NAME_WIDTH = 32
_INSIDE = 8  # as many entries leave room for themselves under the curves


class _Line(NamedTuple):
    """A curve to draw, its AUC, and what the legend says of it."""

    curve: Curve
    area: float
    label: str


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
    (:mod:`aucurate.plots.thin_lines`). The curve of a study that carries some of its points only is
    drawn through these; its area may differ from the AUC in the fourth digit.
    """
    _draw(axes, _lines(curves, estimates, with_intervals), title)


def roc_figure(
    curves: Curves,
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_roc` on a figure of its own."""
    lines = _lines(curves, estimates, with_intervals)
    labels = [line.label for line in lines.values()]
    beside = 0.0 if _fits_inside(labels) else 0.65 + 0.067 * max(map(len, labels))
    with new_figure(4.6 + beside, max(4.6, 0.4 + 0.19 * len(labels))) as figure:
        _draw(figure.add_subplot(), lines, title)
    return figure


def roc_frame(
    curves: Curves, *, estimates: Sequence[Estimate] = (), backend: str = "polars"
) -> Any:
    """The points of the curves, one row each, with the AUC of their curve.

    >>> data = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="forest")
    >>> roc_frame(data)["sensitivity"].to_list()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    """
    lines = _lines(curves, estimates, with_intervals=False)
    rows: list[tuple[str, CurvePoints]] = [(n, c.curve.points(POINTS)) for n, c in lines.items()]
    return as_frame(
        {
            "classifier": [name for name, points in rows for _ in range(len(points))],
            "threshold": [t for _, points in rows for t in points.thresholds.tolist()],
            "specificity": [s for _, points in rows for s in points.specificity.tolist()],
            "sensitivity": [s for _, points in rows for s in points.sensitivity.tolist()],
            "auc": [lines[name].area for name, points in rows for _ in range(len(points))],
        },
        backend,
    )


def curves_by_name(curves: Curves) -> dict[str, OneCurve]:
    """Curves by name; those of scores without the points that lie on a straight piece."""
    if isinstance(curves, Scores | PairedScores | UnpairedScores):
        each = [curves] if isinstance(curves, Scores) else list(curves)
        return {
            one.name: RocCurve.from_counts(ThresholdCounts.from_scores(one), drop_collinear=True)
            for one in each
        }
    if isinstance(curves, Sequence) and all(isinstance(one, CurveCounts) for one in curves):
        curves = {one.name: one for one in curves}
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.",
            hint='give scores, or curves by name: {"forest": curve}.',
        )
    for name, curve in curves.items():
        if not isinstance(curve, Curve | CurveCounts):
            raise OptionError(
                f"'{shortened(str(name))}' is no curve, but a {type(curve).__name__}.",
                hint="make one with roc_curve(labels, scores).",
            )
    return {str(name): curve for name, curve in curves.items()}


def check_curves(
    curves: Curves, estimates: Sequence[Estimate] = (), with_intervals: bool = False
) -> None:
    """Refuse what cannot be drawn."""
    looks(list(_lines(curves, estimates, with_intervals)))


def _draw(axes: "Axes", lines: Mapping[str, _Line], title: str | None) -> None:
    styles = looks(list(lines))
    unit_square(axes)
    diagonal(axes)
    handles, labels = [], [line.label for line in lines.values()]
    for name, line in lines.items():
        x, y = roc_line(line.curve.points(POINTS))
        look = styles[name]
        handles += axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.6)
    if _fits_inside(labels):
        plain_legend(axes, handles, labels, loc="lower right", handlelength=3.2)
    else:
        beside = (1.02, 1.0)
        plain_legend(
            axes, handles, labels, loc="upper left", bbox_to_anchor=beside, handlelength=3.2
        )
        axes.set_anchor("SW")
    entitle(axes, title)


def _lines(curves: Curves, estimates: Sequence[Estimate], with_intervals: bool) -> dict[str, _Line]:
    """What is drawn of each classifier, and what the legend says of it."""
    given = curves_by_name(curves)
    drawn = {n: c.curve() if isinstance(c, CurveCounts) else c for n, c in given.items()}
    areas = {name: area_of(curve) for name, curve in drawn.items()}
    partly = {n for n, c in given.items() if isinstance(c, CurveCounts) and not c.is_whole}
    found = matched(
        estimates,
        areas,
        what="the area under its curve",
        hint="draw the curve that the estimate belongs to.",
        slack={n: slack_of(c) for n, c in drawn.items() if n in partly and isinstance(c, RocCurve)},
    )
    short, lines = short_names(list(given), _NAME_WIDTH), {}
    for name, curve in drawn.items():
        one = found.get(name)
        said = _said(one, areas[name], with_intervals, about=name in partly)
        area = areas[name] if one is None else one.value
        lines[name] = _Line(curve, area, f"{short[name]} ({said})")
    return lines


def _said(one: Estimate | None, area: float, with_interval: bool, *, about: bool) -> str:
    """The AUC of a legend, with its interval where that is asked for and known."""
    if one is None:
        return f"AUC {'about ' * about}{number(area)}"
    if not with_interval:
        return f"AUC {number(one.value)}"
    low, high, confidence = one.interval.low, one.interval.high, one.interval.confidence
    digits = digits_for(high - low)
    return f"AUC {number(one.value, digits)}, {interval(low, high, confidence, digits)}"


def _fits_inside(labels: Sequence[str]) -> bool:
    return len(labels) <= _INSIDE and max(map(len, labels), default=0) <= 40
