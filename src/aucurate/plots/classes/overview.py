"""Classifiers of several classes at a glance: errors of classes, pairs of classes, decisions.

Of each classifier there are three panels: (a) the error of every class at equal weights and at
searched ones, (b) the AUC of every pair of classes, (c) what is decided at the searched weights.
One classifier has them side by side, two stand beside each other, more below each other.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import narwhals as nw

from aucurate.formatting import shortened
from aucurate.plots.classes.confusion import confusion_figure, confusion_frame, draw_confusion
from aucurate.plots.classes.pairwise_auc import (
    draw_pairwise_auc,
    pairwise_auc_figure,
    pairwise_auc_frame,
)
from aucurate.plots.classes.point_errors import (
    Space,
    class_point_errors_frame,
    class_point_errors_space,
    draw_class_point_errors,
)
from aucurate.plots.figure import chosen_part
from aucurate.plots.style import new_figure, style_of
from aucurate.plots.text import TITLE_WIDTH, plain, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from aucurate.study.multiclass import MulticlassStudy

MulticlassPart: TypeAlias = Literal["errors", "pairs", "decisions"]

_HEADING = 0.35  # inches above the panels of a classifier
_APART = 0.25


class _Drawing(NamedTuple):
    """One drawing: which, how the room it needs is found, and how it is made."""

    kind: "MulticlassPart"
    space: "Callable[[], Space]"
    draw: "Callable[[Axes], None]"


class _Grid:
    """Panels in rows and columns, in inches; the upper edges of the axes of a row are in line."""

    def __init__(self, panels: list[list[Space]], *, headed: list[bool], top: float) -> None:
        self.panels = panels
        self._top = top
        columns = zip(*panels, strict=True)
        self._widths = [max(space.width for space in column) + _APART for column in columns]
        self._above = [
            max(space.above for space in row) + _HEADING * has
            for row, has in zip(panels, headed, strict=True)
        ]
        self._heights = [
            above + max(space.up + space.below for space in row) + _APART
            for row, above in zip(panels, self._above, strict=True)
        ]
        self.width, self.height = sum(self._widths), top + sum(self._heights)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """How far a panel is from the left and from above."""
        return sum(self._widths[:column]), self._top + sum(self._heights[:row])

    def place(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Where the axes of a panel lie, as shares of the figure."""
        space = self.panels[row][column]
        left, above = self.corner(row, column)
        low = self.height - above - self._above[row] - space.up
        return (
            (left + space.left) / self.width,
            low / self.height,
            space.across / self.width,
            space.up / self.height,
        )


def draw_multiclass(axes: "Sequence[Axes]", study: "MulticlassStudy") -> None:
    """Draw all classifiers of a study of several classes, on three axes for each in turn.

    What is drawn beside and below the squares needs room there.
    """
    _draw(axes, [one for name in study.names for one in _drawings(study, name)])


def _draw(axes: "Sequence[Axes]", drawings: Sequence[_Drawing]) -> None:
    """Each drawing on its axes; those of errors have one scale."""
    for one, drawing in zip(axes, drawings, strict=True):
        drawing.draw(one)
    errors = [one for one, drawn in zip(axes, drawings, strict=True) if drawn.kind == "errors"]
    right = max(one.get_xlim()[1] for one in errors)
    for one in errors:
        one.set_xlim(-0.02 * right, right)


def multiclass_figure(study: "MulticlassStudy", *, title: str | None = None) -> "Figure":
    """:func:`draw_multiclass` on a figure of its own."""
    beside = len(study.names) == 2
    drawings = [_drawings(study, name) for name in study.names]
    panels = [
        _aligned([drawing.space() for drawing in of_classifier], below=beside)
        for of_classifier in drawings
    ]
    grid = _Grid(
        [list(row) for row in zip(*panels, strict=True)] if beside else panels,
        headed=[row == 0 or not beside for row in range(3 if beside else len(panels))],
        top=0.35 * bool(title),
    )
    with new_figure(grid.width, grid.height, arranged=False) as figure:
        short = short_names(study.names, TITLE_WIDTH)
        for at, name in enumerate(study.names):
            left, above = grid.corner(*((0, at) if beside else (at, 0)))
            place = (left + 0.1) / grid.width, 1 - (above + 0.1) / grid.height
            plain(figure.text(*place, short[name], fontsize=12)).set_verticalalignment("top")
        places = [
            grid.place(*((kind, at) if beside else (at, kind)))
            for at in range(len(study.names))
            for kind in range(3)
        ]
        axes = [figure.add_axes(each) for each in places]
        _draw(axes, [drawing for of_classifier in drawings for drawing in of_classifier])
        if title is not None:
            left, above = 0.1 / grid.width, 1 - 0.1 / grid.height
            text = figure.text(left, above, shortened(title, TITLE_WIDTH), va="top", fontsize=12)
            plain(text).set_fontweight("bold")
    return figure


def multiclass_frame(
    study: "MulticlassStudy", *, part: MulticlassPart = "errors", backend: str = "polars"
) -> Any:
    """The drawn numbers of one part of the figure, of all classifiers."""
    frames: dict[str, Callable[[str], Any]] = {
        "errors": lambda name: class_point_errors_frame(*_points(study, name), backend=backend),
        "pairs": lambda name: pairwise_auc_frame(
            study.pairwise[study.names.index(name)], backend=backend
        ),
        "decisions": lambda name: confusion_frame(study.decisions(name), backend=backend),
    }
    made = chosen_part(part, frames)
    return nw.concat([nw.from_native(made(name)) for name in study.names]).to_native()


def _drawings(study: "MulticlassStudy", name: str) -> list[_Drawing]:
    """The three drawings of a classifier, and how much room each needs by itself."""
    points, unseen = _points(study, name)
    pairs, decisions = study.pairwise[study.names.index(name)], study.decisions(name)
    kind = "searched" if points[-1].kind == "searched" else "equal"
    first, second, third = (
        "(a) error of each class",
        "(b) AUC of each pair of classes",
        f"(c) decisions at {kind} weights",
    )
    return [
        _Drawing(
            "errors",
            lambda: class_point_errors_space(points, unseen, title=first),
            lambda axes: draw_class_point_errors(axes, points, unseen, title=first),
        ),
        _Drawing(
            "pairs",
            lambda: _space(pairwise_auc_figure(pairs, title=second)),
            lambda axes: draw_pairwise_auc(axes, pairs, title=second),
        ),
        _Drawing(
            "decisions",
            lambda: _space(confusion_figure(decisions, title=third)),
            lambda axes: draw_confusion(axes, decisions, title=third),
        ),
    ]


def _points(study: "MulticlassStudy", name: str) -> tuple[Sequence[Any], Any]:
    """The operating points of a classifier, and what the search gave elsewhere, if known."""
    points = [point for point in study.points if point.name == name]
    return points, next((one for one in study.nested if one.name == name), None)


def _aligned(panels: list[Space], *, below: bool) -> list[Space]:
    """The errors as wide as the square below them, or as high as the one beside them."""
    errors, pairs, decisions = panels
    if below:
        return [errors._replace(across=pairs.across, left=pairs.left), pairs, decisions]
    return [errors._replace(up=pairs.up), pairs, decisions]


def _space(figure: "Figure") -> Space:
    """The room that a figure takes around its axes; above and below as much as its words need."""
    width, height = (float(side) for side in figure.get_size_inches())
    place = figure.axes[0].get_position(original=True)
    with style_of(figure):
        drawn = figure.get_tightbbox()
    return Space(
        across=place.width * width,
        up=place.height * height,
        left=place.x0 * width,
        right=(1 - place.x1) * width,
        above=float(drawn.y1) - place.y1 * height,
        below=place.y0 * height - float(drawn.y0),
    )
