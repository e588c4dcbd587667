"""Classifiers of several classes at a glance: errors of classes, pairs of classes, decisions.

Of each classifier there are three panels: (a) the error of every class at equal weights and at
searched ones, (b) the AUC of every pair of classes, (c) what is decided at the searched weights.
One classifier has them side by side, two stand beside each other, more below each other.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import narwhals as nw

from aucurate.plots.canvas import new_figure
from aucurate.plots.class_point_errors import (
    Space,
    class_point_errors_frame,
    class_point_errors_space,
    draw_class_point_errors,
)
from aucurate.plots.confusion import confusion_figure, confusion_frame, draw_confusion
from aucurate.plots.frames import chosen_part
from aucurate.plots.pairwise_auc import draw_pairwise_auc, pairwise_auc_figure, pairwise_auc_frame
from aucurate.plots.words import TITLE_WIDTH, plain, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from aucurate.study.multiclass import MulticlassStudy

MulticlassPart: TypeAlias = Literal["errors", "pairs", "decisions"]

_HEADING = 0.35  # inches above the panels of a classifier
_APART = 0.25


class _Panel(NamedTuple):
    """One drawing, the room it needs and how it is made."""

    kind: "MulticlassPart"
    space: Space
    draw: "Callable[[Axes], None]"


class _Grid:
    """Panels in rows and columns, in inches; the upper edges of the axes of a row are in line."""

    def __init__(self, panels: list[list[_Panel]], *, headed: list[bool]) -> None:
        self.panels = panels
        columns = zip(*panels, strict=True)
        self._widths = [max(p.space.width for p in column) + _APART for column in columns]
        self._above = [
            max(p.space.above for p in row) + _HEADING * has
            for row, has in zip(panels, headed, strict=True)
        ]
        self._heights = [
            above + max(p.space.up + p.space.below for p in row) + _APART
            for row, above in zip(panels, self._above, strict=True)
        ]
        self.width, self.height = sum(self._widths), sum(self._heights)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """How far a panel is from the left and from above."""
        return sum(self._widths[:column]), sum(self._heights[:row])

    def place(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Where the axes of a panel lie, as shares of the figure."""
        space = self.panels[row][column].space
        left, above = self.corner(row, column)
        low = self.height - above - self._above[row] - space.up
        return (
            (left + space.left) / self.width,
            low / self.height,
            space.across / self.width,
            space.up / self.height,
        )


def multiclass_figure(study: "MulticlassStudy") -> "Figure":
    """Draw all classifiers of a study of several classes."""
    beside = len(study.names) == 2
    panels = [_aligned(_panels(study, name), below=beside) for name in study.names]
    grid = _Grid(
        [list(row) for row in zip(*panels, strict=True)] if beside else panels,
        headed=[row == 0 or not beside for row in range(3 if beside else len(panels))],
    )
    with new_figure(grid.width, grid.height, arranged=False) as figure:
        short = short_names(study.names, TITLE_WIDTH)
        for at, name in enumerate(study.names):
            left, above = grid.corner(*((0, at) if beside else (at, 0)))
            place = (left + 0.1) / grid.width, 1 - (above + 0.1) / grid.height
            plain(figure.text(*place, short[name], fontsize=12)).set_verticalalignment("top")
        drawn = []
        for row, line in enumerate(grid.panels):
            for column, panel in enumerate(line):
                axes = figure.add_axes(grid.place(row, column))
                panel.draw(axes)
                drawn += [axes] if panel.kind == "errors" else []
        right = max(axes.get_xlim()[1] for axes in drawn)
        for axes in drawn:
            axes.set_xlim(-0.02 * right, right)
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


def _panels(study: "MulticlassStudy", name: str) -> list[_Panel]:
    """The panels of a classifier, each as large as in a figure of its own."""
    points, unseen = _points(study, name)
    pairs, decisions = study.pairwise[study.names.index(name)], study.decisions(name)
    kind = "searched" if points[-1].kind == "searched" else "equal"
    first, second, third = (
        "(a) error of each class",
        "(b) AUC of each pair of classes",
        f"(c) decisions at {kind} weights",
    )
    return [
        _Panel(
            "errors",
            class_point_errors_space(points, unseen, title=first),
            lambda axes: draw_class_point_errors(axes, points, unseen, title=first),
        ),
        _Panel(
            "pairs",
            _space(pairwise_auc_figure(pairs, title=second)),
            lambda axes: draw_pairwise_auc(axes, pairs, title=second),
        ),
        _Panel(
            "decisions",
            _space(confusion_figure(decisions, title=third)),
            lambda axes: draw_confusion(axes, decisions, title=third),
        ),
    ]


def _points(study: "MulticlassStudy", name: str) -> tuple[Sequence[Any], Any]:
    """The operating points of a classifier, and what the search gave elsewhere, if known."""
    points = [point for point in study.points if point.name == name]
    return points, next((one for one in study.nested if one.name == name), None)


def _aligned(panels: list[_Panel], *, below: bool) -> list[_Panel]:
    """The errors as wide as the square below them, or as high as the one beside them."""
    errors, pairs, decisions = panels
    if below:
        space = errors.space._replace(across=pairs.space.across, left=pairs.space.left)
    else:
        space = errors.space._replace(up=pairs.space.up)
    return [errors._replace(space=space), pairs, decisions]


def _space(figure: "Figure") -> Space:
    """The room that a figure takes around its axes."""
    width, height = (float(side) for side in figure.get_size_inches())
    place = figure.axes[0].get_position(original=True)
    return Space(
        across=place.width * width,
        up=place.height * height,
        left=place.x0 * width,
        right=(1 - place.x1) * width,
        above=(1 - place.y1) * height,
        below=place.y0 * height,
    )
