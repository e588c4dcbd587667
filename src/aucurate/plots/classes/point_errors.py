"""The error of every class at equal weights and at searched ones, with intervals.

A row per class, in the order of the classes: an open mark at equal weights, a filled one at the
searched weights and, where there are folds, a diamond for what the searched weights gave on folds
that their search did not see.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from aucurate.errors import OptionError
from aucurate.estimates.weights.nested import NestedWeights
from aucurate.formatting import percent, shortened
from aucurate.plots.figure import as_frame
from aucurate.plots.matrix import label_inches, named_rows, naming_words
from aucurate.plots.style import FAINT, new_figure
from aucurate.plots.text import NAME_WIDTH, plain, plain_legend, short_names
from aucurate.study.multiclass.points import ClassPoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_CLASS_WIDTH = 16
_SEARCHED = "#0072B2"
_UNSEEN = "#D55E00"
_WIDTH = 3.1  # inches of the axes
_MOST_ROWS = 60  # the figure grows no higher with more classes
_APART = 0.34  # of a row, between the marks of a class


class Space(NamedTuple):
    """How much room a drawing needs, in inches: that of its axes, and around them."""

    across: float
    up: float
    left: float
    right: float
    above: float
    below: float

    @property
    def width(self) -> float:
        """All of it, from left to right."""
        return self.left + self.across + self.right

    @property
    def height(self) -> float:
        """All of it, from above to below."""
        return self.above + self.up + self.below


def draw_class_point_errors(
    axes: "Axes",
    points: Sequence[ClassPoint],
    unseen: NestedWeights | None = None,
    *,
    title: str | None = None,
) -> None:
    """Draw the errors of one classifier at its operating points, from above in their order."""
    classes = checked_classes(points, unseen)
    rows = np.arange(len(classes))
    entries = len(points) + (unseen is not None)
    offsets = _APART * (np.arange(entries) - (entries - 1) / 2) if entries > 1 else [0.0]
    handles: list[Any] = []
    labels: list[str] = []
    for point, offset in zip(points, offsets, strict=False):
        handles.append(_draw_point(axes, point, rows + offset))
        labels.append(_point_words(point, points))
    if unseen is not None:
        look: dict[str, Any] = {"marker": "D", "markersize": 3.6, "color": _UNSEEN}
        handles += axes.plot(unseen.class_errors, rows + offsets[-1], linestyle="none", **look)
        labels.append("searched weights, on unseen folds")
    axes.set_ylim(len(classes) - 0.5, -0.5)
    short = short_names(classes, _CLASS_WIDTH)
    named = named_rows(len(classes))
    axes.set_yticks(named, [short[classes[at]] for at in named])
    for text in axes.get_yticklabels():
        plain(text)
    axes.tick_params(axis="y", length=0)
    if named.step > 1:
        axes.set_ylabel(naming_words("class", len(classes)))
    axes.grid(axis="x", color="#E6E6E6", linewidth=0.6)
    axes.hlines(rows[1:] - 0.5, 0, 1, color="#EFEFEF", linewidth=0.6, zorder=0.5)
    axes.set_xlim(-0.02 * (right := _right(points, unseen)), right)
    confidence = points[0].errors[0].interval.confidence
    plain(axes.set_xlabel(f"error of the class, {percent(confidence)} intervals"))
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=1.4)


def class_point_errors_space(
    points: Sequence[ClassPoint], unseen: NestedWeights | None = None, *, title: str | None = None
) -> Space:
    """How much room :func:`draw_class_point_errors` needs."""
    classes = checked_classes(points, unseen)
    named = label_inches([*short_names(classes, _CLASS_WIDTH).values()])
    entries = len(points) + (unseen is not None)
    each = 0.2 + 0.085 * entries if len(classes) <= 12 else 0.13 + 0.06 * entries
    rows = min(len(classes), _MOST_ROWS) * each
    above = 0.15 + 0.19 * (entries + bool(title))
    left = 0.1 + named + 0.2 * (named_rows(len(classes)).step > 1)
    return Space(_WIDTH, rows, left=left, right=0.2, above=above, below=0.5)


def class_point_errors_figure(
    points: Sequence[ClassPoint], unseen: NestedWeights | None = None, *, title: str | None = None
) -> "Figure":
    """:func:`draw_class_point_errors` on a figure of its own."""
    space = class_point_errors_space(points, unseen, title=title)
    with new_figure(space.width, space.height, arranged=False) as figure:
        place = (
            space.left / space.width,
            space.below / space.height,
            space.across / space.width,
            space.up / space.height,
        )
        draw_class_point_errors(figure.add_axes(place), points, unseen, title=title)
    return figure


def class_point_errors_frame(
    points: Sequence[ClassPoint], unseen: NestedWeights | None = None, *, backend: str = "polars"
) -> Any:
    """The drawn numbers: a row per operating point and class.

    ``unseen`` is the error on folds that the search did not see, NaN at equal weights and where
    there are no folds.
    """
    checked_classes(points, unseen)
    cells = [
        (point, one, weight)
        for point in points
        for one, weight in zip(point.errors, point.weights, strict=True)
    ]
    outside: list[float] = []
    for point in points:
        told = unseen is not None and point.kind == "searched"
        outside += unseen.class_errors if unseen and told else [math.nan] * len(point.errors)
    return as_frame(
        {
            "classifier": [point.name for point, _, _ in cells],
            "weights": [point.kind for point, _, _ in cells],
            "class": [one.classes[0] for _, one, _ in cells],
            "weight": [weight for _, _, weight in cells],
            "error": [one.value for _, one, _ in cells],
            "low": [one.interval.low for _, one, _ in cells],
            "high": [one.interval.high for _, one, _ in cells],
            "confidence": [one.interval.confidence for _, one, _ in cells],
            "unseen": outside,
        },
        backend,
    )


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


def checked_classes(points: Sequence[ClassPoint], unseen: NestedWeights | None) -> tuple[str, ...]:
    """The classes of points of one classifier."""
    names = {point.name for point in points} | (set() if unseen is None else {unseen.name})
    if len(names) != 1:
        told = ", ".join(f"'{shortened(name)}'" for name in sorted(names)) or "none"
        raise OptionError(
            f"the errors of one classifier are drawn; these are of {told}.",
            hint="multiclass_figure(study) draws those of several.",
        )
    return tuple(one.classes[0] for one in points[0].errors)
