"""Classifiers at their operating points: ROC curves, the points on them, the lines of equal cost.

Iso-cost lines of several classifiers are parallel, and the higher one costs less.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.cost import IntendedUse, IsoCostLine
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, number, percent, shortened, threshold_words
from aucurate.inference.operating.joint_region import JointRegion
from aucurate.plots.figure import as_frame
from aucurate.plots.lines import SIDE, diagonal, roc_line, unit_square
from aucurate.plots.style import ink, looks, new_axes
from aucurate.plots.text import NAME_WIDTH, entitle, height_for, place_legend, short_names
from aucurate.study.operate import OperateStudy
from aucurate.study.operate.numbers import PointSummary

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
Place: TypeAlias = tuple[float, float]

_EQUAL_COST = (0, (6, 2))
_FEW = 8  # classifiers whose regions and iso-cost lines can be told apart
_HEADING = "classifier, threshold (sensitivity, specificity)"


def draw_used_points(
    axes: "Axes",
    data: PairedScores | OperateStudy,
    study: OperateStudy | None = None,
    *,
    title: str | None = None,
) -> None:
    """Draw the curves of all classifiers with their operating points and joint regions.

    ``data`` are the scores of the study; the study alone will do, whose curves are drawn then.
    Iso-cost lines are drawn for thresholds that a rule chose, where costs or a prevalence are
    stated or there is one classifier only. More than eight classifiers are drawn without regions
    and without these lines, which would hide each other.
    """
    study, curves = _curves_of(data, study)
    _draw(axes, study, curves, title, own=False)


def used_points_figure(
    data: PairedScores | OperateStudy,
    study: OperateStudy | None = None,
    *,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_used_points` on a figure of its own."""
    study, curves = _curves_of(data, study)
    side = height_for(_labels(study), SIDE)
    with new_axes(side, side) as (figure, axes):
        _draw(axes, study, curves, title, own=True)
    return figure


def used_points_frame(
    data: PairedScores | OperateStudy,
    study: OperateStudy | None = None,
    *,
    backend: str = "polars",
) -> Any:
    """The drawn numbers, a row each: curve, operating point, outline of the region, ends of a line.

    Thresholds run as the scores were given; those of the region and of the line are NaN.
    """
    study, curves = _curves_of(data, study)
    rows: list[tuple[str, str, float, float, float]] = []
    for curve, one, region in zip(curves, study.points, study.regions, strict=True):
        points, name = curve.points(), one.point.name
        given = [0.0 - t if one.point.lower else t for t in points.thresholds.tolist()]
        rates = points.specificity.tolist(), points.sensitivity.tolist()
        rows += [(name, "curve", *row) for row in zip(given, *rates, strict=True)]
        at = one.point
        rows.append((name, "operating point", at.threshold, at.specificity, at.sensitivity))
        places: dict[str, Iterable[Place]] = {}
        if _are_few(study):
            places["region"] = zip(*(each.tolist() for each in _outline(region)), strict=True)
        if _has_line(study, one) and one.iso_cost is not None:
            places["iso-cost line"] = _ends(one.iso_cost)
        for part, along in places.items():
            rows += [(name, part, float("nan"), 1 - x, y) for x, y in along]
    names = ("classifier", "part", "threshold", "specificity", "sensitivity")
    return as_frame(dict(zip(names, zip(*rows, strict=True), strict=True)), backend)


def checked_study(data: PairedScores | OperateStudy, study: OperateStudy | None) -> OperateStudy:
    """The study to draw, with which the scores agree or which carries its own curves."""
    if isinstance(data, OperateStudy) and study is None:
        if not data.curves:
            raise OptionError(
                "this study carries no curves: it was written by an older version.",
                hint="give the scores that it was made from before it.",
            )
        return data
    if not isinstance(data, PairedScores) or not isinstance(study, OperateStudy):
        raise OptionError(
            "the figure needs a study of operating points.",
            hint="study = aucurate.operate(data, at=0.5), then give data and study.",
        )
    if data.names != study.names:
        raise OptionError(
            f"the study is about {shortened(', '.join(study.names))}, the scores are those of "
            f"{shortened(', '.join(data.names))}.",
            hint="draw the scores that the study was made from.",
        )
    return study


def _curves_of(
    data: PairedScores | OperateStudy, study: OperateStudy | None
) -> tuple[OperateStudy, list[RocCurve]]:
    """The study and the curve of each of its classifiers, from the scores or as it carries them."""
    found = checked_study(data, study)
    if isinstance(data, OperateStudy):
        return found, [counts.curve() for counts in data.curves]
    return found, [
        RocCurve.from_counts(ThresholdCounts.from_scores(scores), drop_collinear=True)
        for scores in data
    ]


def _draw(
    axes: "Axes", study: OperateStudy, curves: list[RocCurve], title: str | None, *, own: bool
) -> None:
    styles, handles, lines = looks(study.names), [], []
    unit_square(axes)
    diagonal(axes)
    for curve, one, region in zip(curves, study.points, study.regions, strict=True):
        look, point = styles[one.point.name], one.point
        if _are_few(study):
            outline = _outline(region)
            axes.fill(*outline, facecolor=look.colour, alpha=0.10, linewidth=0, zorder=1.5)
        lines.append(roc_line(curve))
        axes.plot(*lines[-1], color=look.colour, linestyle=look.line, linewidth=1.4, zorder=3)
        if _has_line(study, one):
            assert one.iso_cost is not None
            (left, low), (right, high) = _ends(one.iso_cost)
            lines.append((np.array([left, right]), np.array([low, high])))
            axes.plot(*lines[-1], color=look.colour, linewidth=0.9, linestyle=_EQUAL_COST, zorder=2)
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
    labels = [*_labels(study), *words]
    heading = None if _are_few(study) else _HEADING
    place_legend(axes, [*handles, *keys], labels, labels, lines, own=own, heading=heading)
    entitle(axes, title)


def _are_few(study: OperateStudy) -> bool:
    return len(study.points) <= _FEW


def _outline(region: JointRegion) -> tuple[Floats, Floats]:
    """1 - specificity and sensitivity around a region of both rates."""
    up, across = region.outline()
    return 1 - across, up


def _has_line(study: OperateStudy, one: PointSummary) -> bool:
    """Where costs matter; without, the lines of several classifiers would hide more than show."""
    stated = one.point.use != IntendedUse() or study.settings.criterion == "expected_cost"
    drawn = one.iso_cost is not None and _are_few(study)
    return drawn and (stated or len(study.points) == 1)


def _ends(line: IsoCostLine) -> tuple[Place, Place]:
    """Where the line enters and leaves the square, as 1 - specificity and sensitivity."""
    x, y, slope = 1 - line.specificity, line.sensitivity, line.slope
    left, right = max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)
    return (left, y + slope * (left - x)), (right, y + slope * (right - x))


def _keys(axes: "Axes", study: OperateStudy) -> "tuple[list[Artist], list[str]]":
    """What the shaded areas and the thin lines are."""
    if not _are_few(study):
        return [], []
    shade: dict[str, Any] = {"marker": "s", "markersize": 11, "markeredgewidth": 0, "alpha": 0.15}
    keys: list[Artist] = [*axes.plot([], [], linestyle="none", color=ink(), **shade)]
    words = [f"{percent(study.regions[0].confidence)} region of both rates"]
    lines = [one.iso_cost for one in study.points if _has_line(study, one)]
    if lines and lines[0] is not None:
        slope = lines[0].slope
        keys += axes.plot([], [], color=ink(), linewidth=0.9, linestyle=_EQUAL_COST)
        words.append(f"equal cost (slope {number(slope, digits_for(slope, least=2))})")
    return keys, words


def _labels(study: OperateStudy) -> list[str]:
    short = short_names(list(study.names), NAME_WIDTH)
    found = []
    for one in study.points:
        point = one.point
        way = "at most " if point.lower else ""
        cut = f"{way}{threshold_words(point.threshold, one.same_calls_until)}"
        up, spared = number(point.sensitivity), number(point.specificity)
        if _are_few(study):
            rates = f"sensitivity {up}, specificity {spared}"
            found.append(f"{short[point.name]}, threshold {cut}\n({rates})")
        else:
            found.append(f"{short[point.name]}, {cut} ({up}, {spared})")
    return found
