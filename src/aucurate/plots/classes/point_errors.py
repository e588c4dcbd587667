"""The error of every class at equal weights and at searched ones, with intervals.

A row per class, in the order of the classes: an open mark at equal weights, a filled one at the
searched weights and, where there are folds, a diamond for the searched weights on folds
not used in the search.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.errors import OptionError
from aucurate.estimates.weights.nested import NestedWeights
from aucurate.formatting import percent, shortened
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.matrix import named_rows, naming_words
from aucurate.plots.style import FAINT, Size
from aucurate.plots.text import (
    NAME_WIDTH,
    legend_above,
    plain,
    short_names,
)
from aucurate.study.multiclass.points import ClassPoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CLASS_WIDTH = 16
_SEARCHED = "#0072B2"
_UNSEEN = "#D55E00"
_WIDTH = 3.1  # inches of the axes
_MOST_ROWS = 60  # the figure grows no higher with more classes
_APART = 0.34  # of a row, between the marks of a class


@dataclass(eq=False, repr=False)
class ClassPointErrorsDisplay(Display):
    """Class errors of one classifier at its operating points.

    ``points`` are those of a study of ``aucurate.multiclass``, ``unseen`` the errors on folds not
    used in the search. The frame has a row per operating point and class; ``unseen`` is NaN at
    equal weights and where there are no folds.
    """

    points: Sequence[ClassPoint]
    unseen: NestedWeights | None = None

    def _prepare(self) -> None:
        self._classes = _checked_classes(self.points, self.unseen)

    def _default_title(self) -> str:
        name = shortened(self.points[0].name, NAME_WIDTH)
        return f"Error of each class, {name}"

    def _size(self) -> Size:
        many, entries = len(self._classes), len(self.points) + (self.unseen is not None)
        row = 0.2 + 0.085 * entries if many <= 12 else 0.13 + 0.06 * entries
        return _WIDTH, min(many, _MOST_ROWS) * row

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), points, unseen, classes = axes, self.points, self.unseen, self._classes
        rows = np.arange(len(classes))
        entries = len(points) + (unseen is not None)
        offsets = _APART * (np.arange(entries) - (entries - 1) / 2) if entries > 1 else [0.0]
        handles: list[Any] = []
        labels: list[str] = []
        for point, offset in zip(points, offsets, strict=False):
            handles.append(_draw_point(plot, point, rows + offset))
            labels.append(_point_words(point, points))
        if unseen is not None:
            mark: dict[str, Any] = {"marker": "D", "markersize": 3.6, "color": _UNSEEN}
            handles += plot.plot(unseen.class_errors, rows + offsets[-1], linestyle="none", **mark)
            labels.append("searched weights, on unseen folds")
        plot.set_ylim(len(classes) - 0.5, -0.5)
        short = short_names(classes, _CLASS_WIDTH)
        named = named_rows(len(classes))
        plot.set_yticks(named, [short[classes[at]] for at in named])
        for text in plot.get_yticklabels():
            plain(text)
        plot.tick_params(axis="y", length=0)
        if named.step > 1:
            plot.set_ylabel(naming_words("class", len(classes)))
        plot.grid(axis="x", color="#E6E6E6", linewidth=0.6)
        plot.hlines(rows[1:] - 0.5, 0, 1, color="#EFEFEF", linewidth=0.6, zorder=0.5)
        plot.set_xlim(-0.02 * (right := _right(points, unseen)), right)
        confidence = points[0].errors[0].interval.confidence
        plain(plot.set_xlabel(f"error of the class, {percent(confidence)} intervals"))
        legend_above(plot, handles, labels, self._heading)

    def _data(self, part: str) -> Columns:
        rows: list[tuple[object, ...]] = []
        for point in self.points:
            unseen = [math.nan] * len(point.errors)
            if self.unseen is not None and point.kind == "searched":
                unseen = list(self.unseen.class_errors)
            for error, weight, elsewhere in zip(point.errors, point.weights, unseen, strict=True):
                limits = error.interval
                numbers = (error.value, limits.low, limits.high, limits.confidence, elsewhere)
                rows.append((point.name, point.kind, error.classes[0], weight, *numbers))
        heads = ("classifier", "weights", "class", "weight")
        return columns_of((*heads, "error", "low", "high", "confidence", "unseen"), rows)


def _draw_point(axes: "Axes", point: ClassPoint, rows: Any) -> Any:
    searched = point.kind == "searched"
    colour = _SEARCHED if searched else FAINT
    limits = [one.interval for one in point.errors]
    axes.hlines(
        rows, [i.low for i in limits], [i.high for i in limits], color=colour, linewidth=1.2
    )
    (marks,) = axes.plot(
        [one.value for one in point.errors],
        rows,
        linestyle="none",
        marker="o",
        markersize=4.2,
        color=colour,
        markerfacecolor=colour if searched else "white",
    )
    return marks


def _point_words(point: ClassPoint, points: Sequence[ClassPoint]) -> str:
    name = short_names([point.name], NAME_WIDTH)[point.name]
    kind = "searched weights" if point.kind == "searched" else point.kind
    return f"{name}: {kind}" if point is points[0] else kind


def _right(points: Sequence[ClassPoint], unseen: NestedWeights | None) -> float:
    """The end of the scale: all that is drawn, with a little room."""
    drawn = [one.interval.high for point in points for one in point.errors]
    drawn += [one.value for point in points for one in point.errors]
    drawn += [] if unseen is None else unseen.class_errors
    return min(1.02, 1.05 * max((v for v in drawn if not math.isnan(v)), default=1.0) + 0.01)


def _checked_classes(points: Sequence[ClassPoint], unseen: NestedWeights | None) -> tuple[str, ...]:
    """The classes of points of one classifier."""
    names = {point.name for point in points} | (set() if unseen is None else {unseen.name})
    if len(names) != 1:
        whose = ", ".join(f"'{shortened(name)}'" for name in sorted(names)) or "none"
        raise OptionError(
            f"the errors of one classifier are drawn; these are of {whose}.",
            hint="MulticlassDisplay(study) draws those of several.",
        )
    return tuple(one.classes[0] for one in points[0].errors)
