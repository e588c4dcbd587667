"""Classifiers at their operating points: ROC curves, the points on them, the lines of equal cost.

Iso-cost lines of several classifiers are parallel, and the higher one costs less.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.lines import SIDE, diagonal, roc_line, unit_square
from aucurate.plots.style import Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    height_for,
    of_classifiers,
    place_legend,
    set_title,
    short_names,
)
from aucurate.study.operate import OperateStudy
from aucurate.study.operate.numbers import PointSummary

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]
Place: TypeAlias = tuple[float, float]

_EQUAL_COST = (0, (6, 2))
_GREY = "#BDBDBD"
_FEW = 8  # classifiers whose regions and iso-cost lines can be distinguished
_HEADING = "classifier, threshold (sensitivity, specificity)"


@dataclass(eq=False, repr=False)
class OperatingPointsOnCurveDisplay(Display):
    """The curves of all classifiers with their operating points and joint regions.

    ``data`` are the scores of a study of ``aucurate.operate`` and ``study`` is that study; the
    study alone will do, whose curves are drawn then. Iso-cost lines are drawn for thresholds that a
    rule chose, where costs or a prevalence are stated or there is one classifier only. More than
    eight classifiers are drawn without regions and without these lines, which would hide each
    other, and their curves are grey.

    The frame has the points of the curves, the operating points, the outlines of the regions and
    the ends of the lines. Thresholds run as the scores were given; those of regions and lines are
    NaN.
    """

    data: PairedScores | OperateStudy
    study: OperateStudy | None = None

    def _prepare(self) -> None:
        self._study = study = _checked_study(self.data, self.study)
        self._styles = line_styles(study.names)
        if isinstance(self.data, OperateStudy):
            self._curves = [counts.curve() for counts in self.data.curves]
        else:
            self._curves = [
                RocCurve.from_counts(ThresholdCounts.from_scores(scores), drop_collinear=True)
                for scores in self.data
            ]

    def _default_title(self) -> str:
        rule = shortened(self._study.settings.words.split(" (")[0], 40)
        return f"{of_classifiers('Operating point', self._study.names)}: {rule}"

    def _size(self) -> Size:
        side = height_for(_labels(self._study), SIDE)
        return side, side

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), study = axes, self._study
        handles = []
        unit_square(square)
        diagonal(square)
        for curve, summary, region in zip(self._curves, study.points, study.regions, strict=True):
            point = summary.point
            style = self._styles[point.name]
            line: dict[str, Any] = {
                "color": style.colour,
                "linestyle": style.line,
                "linewidth": 1.4,
            }
            if _are_few(study):
                outline = _outline(region)
                square.fill(*outline, facecolor=style.colour, alpha=0.10, linewidth=0, zorder=1.5)
            behind: dict[str, Any] = {"color": _GREY, "linewidth": 0.8, "zorder": 1.5}
            square.plot(*roc_line(curve), **({"zorder": 3} | line if _are_few(study) else behind))
            if _has_line(study, summary):
                assert summary.iso_cost is not None
                (left, low), (right, high) = _ends(summary.iso_cost)
                dashed: dict[str, Any] = {"linewidth": 0.9, "linestyle": _EQUAL_COST, "zorder": 2}
                square.plot([left, right], [low, high], color=style.colour, **dashed)
            mark: dict[str, Any] = {"markersize": 7, "markeredgecolor": "white", "zorder": 5}
            x, y = [1 - point.specificity], [point.sensitivity]
            mark |= line if _are_few(study) else {"color": style.colour, "linestyle": "none"}
            handles += square.plot(x, y, marker=style.mark, **mark)
        keys, words = _keys(square, study)
        labels = [*_labels(study), *words]
        heading = None if _are_few(study) else _HEADING
        set_title(square, self._heading)
        place_legend(square, [*handles, *keys], labels, heading=heading)

    def _data(self, part: str) -> Columns:
        study = self._study
        rows: list[tuple[str, str, float, float, float]] = []
        for curve, summary, region in zip(self._curves, study.points, study.regions, strict=True):
            at, points = summary.point, curve.points()
            given = [0.0 - t if at.lower else t for t in points.thresholds.tolist()]
            rates = points.specificity.tolist(), points.sensitivity.tolist()
            rows += [(at.name, "curve", *row) for row in zip(given, *rates, strict=True)]
            rows.append((at.name, "operating point", at.threshold, at.specificity, at.sensitivity))
            places: dict[str, Iterable[Place]] = {}
            if _are_few(study):
                places["region"] = zip(*(each.tolist() for each in _outline(region)), strict=True)
            if _has_line(study, summary) and summary.iso_cost is not None:
                places["iso-cost line"] = _ends(summary.iso_cost)
            for what, along in places.items():
                rows += [(at.name, what, float("nan"), 1 - x, y) for x, y in along]
        return columns_of(("classifier", "part", "threshold", "specificity", "sensitivity"), rows)


def _checked_study(data: PairedScores | OperateStudy, study: OperateStudy | None) -> OperateStudy:
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
