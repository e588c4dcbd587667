"""The ROC curves of every fold, with the operating points at their thresholds marked."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from aucurate.curve.fold_curves import FoldCurves, FoldPoint
from aucurate.curve.roc import RocCurve
from aucurate.formatting import count, join_words, number
from aucurate.plots.figure import Columns, Display, columns_of, require_kind
from aucurate.plots.lines import FALSE_ALARMS, SIDE, area_of, diagonal, roc_line, unit_square
from aucurate.plots.style import LineStyle, Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    brief,
    describe_dropped,
    of_classifiers,
    place_legend,
    plain,
    set_title,
    short_names,
    with_numbers,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

CurvePart: TypeAlias = Literal["curves", "marks"]


class Cloud(NamedTuple):
    """The marks of one classifier at one threshold: the middle one, and what is written there."""

    threshold: float
    x: float
    y: float
    words: str


@dataclass(eq=False, repr=False)
class FoldCurvesDisplay(Display):
    """ROC curves of every fold, one colour per classifier, with a mark per fold and threshold.

    The AUC in the legend is the mean of the areas under the lines of the classifier. One threshold
    for all is named in the legend too; where there are several, each cloud of marks is labelled.
    The parts of the frame are ``curves``, a row per point, and ``marks``.
    """

    curves: FoldCurves

    parts: ClassVar[tuple[str, ...]] = ("curves", "marks")

    def _prepare(self) -> None:
        require_kind(self.curves, FoldCurves, "make them with fold_curves(data).")
        self._styles = line_styles(self.curves.names)

    def _default_title(self) -> str:
        folds = count(len(self.curves.fold_names), "fold")
        return f"{of_classifiers('ROC curve', self.curves.names)} in {folds}"

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), curves = axes, self.curves
        short = short_names(curves.names, NAME_WIDTH)
        unit_square(square)
        diagonal(square)
        handles = [_draw_one(square, curves, name, self._styles[name]) for name in curves.names]
        labels = [
            with_numbers(short[name], f"mean AUC {number(_mean_area(curves.of(name)))}")
            for name in curves.names
        ]
        if _is_one_threshold(curves.points):
            labels.append(f"marks: {_threshold_words(curves.points[0])}")
            handles.append(_nothing())
        elif curves.points:
            labels.append(_legend_of_labels(curves.points))
            handles.append(_nothing())
            _label_clouds(square, list(_clouds(curves.points)))
        plain(square.set_xlabel(f"{FALSE_ALARMS}{describe_dropped(curves.dropped)}"))
        set_title(square, self._heading)
        place_legend(square, handles, labels)

    def _data(self, part: str) -> Columns:
        curves, rates = self.curves, ("threshold", "specificity", "sensitivity")
        if part == "marks":
            marks = [
                (p.name, p.fold, p.loss, p.threshold, p.specificity, p.sensitivity)
                for p in curves.points
            ]
            return columns_of(("classifier", "fold", "loss", *rates), marks)
        points = [
            (name, fold, *point)
            for name in curves.names
            for fold, curve in zip(curves.fold_names, curves.of(name), strict=True)
            for point in zip(
                curve.thresholds.tolist(),
                curve.specificity.tolist(),
                curve.sensitivity.tolist(),
                strict=True,
            )
        ]
        return columns_of(("classifier", "fold", *rates), points)


def _draw_one(axes: "Axes", curves: FoldCurves, name: str, style: LineStyle) -> "Artist":
    """All lines and marks of one classifier, and what stands for them in the legend."""
    from matplotlib.lines import Line2D

    folds = curves.of(name)
    for curve in folds:
        axes.plot(
            *roc_line(curve),
            color=style.colour,
            linestyle=style.line,
            linewidth=0.7,
            alpha=0.75 if len(folds) <= 12 else 0.5,
        )
    points = [point for point in curves.points if point.name == name]
    mark: dict[str, Any] = {
        "marker": style.mark,
        "markersize": 5.5,
        "markerfacecolor": style.colour,
        "markeredgecolor": "white",
        "markeredgewidth": 0.7,
    }
    if points:
        x, y = [1 - p.specificity for p in points], [p.sensitivity for p in points]
        axes.plot(x, y, linestyle="none", zorder=4, **mark)
    shown = mark if points else {}
    return Line2D([], [], color=style.colour, linestyle=style.line, linewidth=1.2, **shown)


def _mean_area(folds: Sequence[RocCurve]) -> float:
    return math.fsum(map(area_of, folds)) / len(folds)


def _nothing() -> "Artist":
    from matplotlib.lines import Line2D

    return Line2D([], [], linestyle="none")


def _is_one_threshold(points: Sequence[FoldPoint]) -> bool:
    return len({(point.threshold, str(point.loss)) for point in points}) == 1


def _legend_of_labels(points: Sequence[FoldPoint]) -> str:
    """What the labels at the marks mean."""
    said = any(math.isnan(point.loss) for point in points)
    followed = not all(math.isnan(point.loss) for point in points)
    words = ["at λ / (1 + λ)"] * followed + ["as written" if followed else "thresholds as written"]
    return (
        "marks: " + ("thresholds " if followed else "") + join_words(words if said else words[:1])
    )


def _threshold_words(point: FoldPoint) -> str:
    threshold = f"threshold {brief(point.threshold)}"
    return threshold if math.isnan(point.loss) else f"{threshold} (λ = {brief(point.loss)})"


def _clouds(points: Sequence[FoldPoint]) -> Iterator[Cloud]:
    """The marks of each classifier at each threshold."""
    clouds: dict[tuple[str, float], list[FoldPoint]] = {}
    for point in points:
        clouds.setdefault((point.name, point.threshold), []).append(point)
    for several in clouds.values():
        x = math.fsum(1 - p.specificity for p in several) / len(several)
        y = math.fsum(p.sensitivity for p in several) / len(several)
        one = min(several, key=lambda p: math.hypot(1 - p.specificity - x, p.sensitivity - y))
        words = brief(one.threshold) if math.isnan(one.loss) else f"λ = {brief(one.loss)}"
        yield Cloud(one.threshold, 1 - one.specificity, one.sensitivity, words)


def _is_above(one: Cloud, other: Cloud) -> bool:
    """Nearer to the corner of the perfect classifier."""
    return one.y - one.x > other.y - other.x


def _label_clouds(axes: "Axes", clouds: Sequence[Cloud]) -> None:
    """A label above the upper of several clouds of a threshold, and below the others.

    There is room on the left of the upper curve and on the right of the lower one.
    """
    taken: list[tuple[float, float]] = []
    for cloud in sorted(clouds, key=lambda one: (-one.y, -one.x)):
        rivals = [one for one in clouds if one.threshold == cloud.threshold and one is not cloud]
        upper = cloud.x > 0.18 and bool(rivals) and all(_is_above(cloud, one) for one in rivals)
        x, y = (cloud.x - 0.07, cloud.y + 0.05) if upper else (cloud.x + 0.09, cloud.y - 0.06)
        while any(abs(x - a) < 0.16 and abs(y - b) < 0.05 for a, b in taken):
            y -= 0.01
        taken.append((x, y))
        label = axes.annotate(
            cloud.words,
            (cloud.x, cloud.y),
            (min(x, 0.86), y),
            va="center",
            ha="right" if upper else "left",
            fontsize="small",
            arrowprops={"arrowstyle": "-", "color": ink(), "linewidth": 0.6, "shrinkB": 2.0},
            bbox={
                "boxstyle": "round,pad=0.15",
                "facecolor": "white",
                "edgecolor": "none",
                "alpha": 0.8,
            },
            zorder=5,
        )
        plain(label)
