"""Classifiers at their operating points: ROC curves, the points on them, the lines of equal cost.

Iso-cost lines of several classifiers are parallel, and the higher one costs less.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from aucurate.curve.cost import IntendedUse, IsoCostLine
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, number, percent, shortened, threshold_words
from aucurate.plots.canvas import INK, new_figure
from aucurate.plots.frames import as_frame
from aucurate.plots.looks import looks
from aucurate.plots.unit_square import diagonal, unit_square
from aucurate.plots.words import NAME_WIDTH, entitle, plain_legend, short_names
from aucurate.study.operate import OperateStudy
from aucurate.study.operate_numbers import PointSummary

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Place: TypeAlias = tuple[float, float]

_EQUAL_COST = (0, (6, 2))
_LETTER, _LINE = 0.067, 0.37  # inches of a letter of the legend, and of the lines of one entry


def draw_used_points(
    axes: "Axes", data: PairedScores, study: OperateStudy, *, title: str | None = None
) -> None:
    """Draw the curves of all classifiers with their operating points and joint regions.

    ``data`` are the scores of the study. Iso-cost lines are drawn for thresholds that a rule chose,
    where costs or a prevalence are stated or there is one classifier only.
    """
    _check(data, study)
    styles, labels = looks(study.names), _labels(study)
    handles: list[Artist] = []
    unit_square(axes)
    diagonal(axes)
    for scores, one, region in zip(data, study.points, study.regions, strict=True):
        curve, look, point = _curve(scores), styles[scores.name], one.point
        up, across = region.outline()
        axes.fill(1 - across, up, facecolor=look.colour, alpha=0.10, linewidth=0, zorder=1.5)
        x, y = 1 - curve.specificity, curve.sensitivity
        axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.4, zorder=3)
        if _has_line(study, one):
            assert one.iso_cost is not None
            ends = zip(*_ends(one.iso_cost), strict=True)
            axes.plot(*ends, color=look.colour, linewidth=0.9, linestyle=_EQUAL_COST, zorder=2)
        handles += axes.plot(
            [1 - point.specificity],
            [point.sensitivity],
            color=look.colour,
            linestyle=look.line,
            linewidth=1.4,
            marker=look.mark,
            markersize=7,
            markeredgecolor="white",
            zorder=5,
        )
    keys, words = _keys(axes, study)
    handles, labels, beside = [*handles, *keys], [*labels, *words], (1.02, 1.0)
    plain_legend(axes, handles, labels, loc="upper left", bbox_to_anchor=beside, handlelength=3.2)
    axes.set_anchor("SW")
    entitle(axes, title)


def used_points_figure(
    data: PairedScores, study: OperateStudy, *, title: str | None = None
) -> "Figure":
    """:func:`draw_used_points` on a figure of its own."""
    longest = max(len(line) for label in _labels(study) for line in label.split("\n"))
    height = max(4.6, 0.9 + _LINE * len(study.points))
    with new_figure(4.6 + 0.65 + _LETTER * longest, height) as figure:
        draw_used_points(figure.add_subplot(), data, study, title=title)
    return figure


def used_points_frame(data: PairedScores, study: OperateStudy, *, backend: str = "polars") -> Any:
    """The drawn numbers, a row each: of the curve, the operating point, the ends of the line.

    Thresholds run as the scores were given; those of the line are NaN.
    """
    _check(data, study)
    rows: list[tuple[str, str, float, float, float]] = []
    for scores, one in zip(data, study.points, strict=True):
        points, name = _curve(scores).points(), scores.name
        given = [0.0 - t if scores.lower else t for t in points.thresholds.tolist()]
        rates = points.specificity.tolist(), points.sensitivity.tolist()
        rows += [(name, "curve", *row) for row in zip(given, *rates, strict=True)]
        at = one.point
        rows.append((name, "operating point", at.threshold, at.specificity, at.sensitivity))
        if _has_line(study, one) and one.iso_cost is not None:
            ends = _ends(one.iso_cost)
            rows += [(name, "iso-cost line", float("nan"), 1 - x, y) for x, y in ends]
    names = ("classifier", "part", "threshold", "specificity", "sensitivity")
    return as_frame(dict(zip(names, zip(*rows, strict=True), strict=True)), backend)


def _check(data: PairedScores, study: OperateStudy) -> None:
    if data.names != study.names:
        raise OptionError(
            f"the study is about {shortened(', '.join(study.names))}, the scores are those of "
            f"{shortened(', '.join(data.names))}.",
            hint="draw the scores that the study was made from.",
        )


def _curve(scores: Any) -> RocCurve:
    return RocCurve.from_counts(ThresholdCounts.from_scores(scores), drop_collinear=True)


def _has_line(study: OperateStudy, one: PointSummary) -> bool:
    """Where costs matter; without, the lines of several classifiers would hide more than show."""
    stated = one.point.use != IntendedUse() or study.criterion == "expected_cost"
    return one.iso_cost is not None and (stated or len(study.points) == 1)


def _ends(line: IsoCostLine) -> tuple[Place, Place]:
    """Where the line enters and leaves the square, as 1 - specificity and sensitivity."""
    x, y, slope = 1 - line.specificity, line.sensitivity, line.slope
    left, right = max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)
    return (left, y + slope * (left - x)), (right, y + slope * (right - x))


def _keys(axes: "Axes", study: OperateStudy) -> "tuple[list[Artist], list[str]]":
    """What the shaded areas and the thin lines are."""
    shade: dict[str, Any] = {"marker": "s", "markersize": 11, "markeredgewidth": 0, "alpha": 0.15}
    keys: list[Artist] = [*axes.plot([], [], linestyle="none", color=INK, **shade)]
    words = [f"{percent(study.regions[0].confidence)} region of both rates"]
    lines = [one.iso_cost for one in study.points if _has_line(study, one)]
    if lines and lines[0] is not None:
        slope = lines[0].slope
        keys += axes.plot([], [], color=INK, linewidth=0.9, linestyle=_EQUAL_COST)
        words.append(f"equal cost (slope {number(slope, digits_for(slope, least=2))})")
    return keys, words


def _labels(study: OperateStudy) -> list[str]:
    short = short_names(list(study.names), NAME_WIDTH)
    found = []
    for one in study.points:
        point = one.point
        way = "at most " if point.lower else ""
        cut = f"threshold {way}{threshold_words(point.threshold, one.same_calls_until)}"
        rates = f"sensitivity {number(point.sensitivity)}, specificity {number(point.specificity)}"
        found.append(f"{short[point.name]}, {cut}\n({rates})")
    return found
