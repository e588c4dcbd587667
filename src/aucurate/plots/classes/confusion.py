"""The confusion matrix at an operating point, with the interval of each share.

Blue cells are correct and vermilion ones incorrect, darker with a larger share of the true class.
With up to six classes, cells show count, share and interval. With more, the intervals of the
correct shares are drawn next to the matrix; the data frame has all of them. With more than thirty
classes, cells are only shaded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import number, percent
from aucurate.inference.multiclass.confusion import ConfusionMatrix
from aucurate.plots.figure import Columns, Display, require_kind
from aucurate.plots.matrix import (
    ERROR,
    NUMBERED,
    RIGHT,
    cell_inches,
    draw_cells,
    key,
    limits_words,
    named_rows,
    panel,
    shades,
)
from aucurate.plots.style import Size
from aucurate.plots.text import (
    NAME_WIDTH,
    plain,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PANEL = 1.9  # inches for the intervals beside the matrix
_FULL = 6  # classes whose cells hold count, share and interval
_BRIEF = 12  # classes whose cells hold their share with a percent sign


@dataclass(eq=False, repr=False)
class ConfusionDisplay(Display):
    """The confusion matrix at an operating point: a row per true class, a column per decision.

    ``found`` is a confusion matrix (``study.decisions(name)``, ``confusion_intervals``). Of more
    than six classes, a panel of intervals is drawn to the right of the axes as well, and their
    scale below them: leave room there. The frame has a row per cell.
    """

    found: ConfusionMatrix

    def _prepare(self) -> None:
        require_kind(self.found, ConfusionMatrix, "study.decisions(name) is one.")

    def _default_title(self) -> str:
        return f"Decisions of {_called(self.found)}"

    def _size(self) -> Size:
        side = _cell(len(self.found.classes)) * len(self.found.classes)
        return side, side

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), matrix = axes, self.found
        values, many = np.array(matrix.shares), len(matrix.classes)
        diagonal = np.eye(many, dtype=bool)
        wrong = shades(ERROR, 0.0, _highest(values[~diagonal]))
        right = shades(RIGHT, 0.0, 1.0)
        colours = np.where(diagonal[..., None], right.to_rgba(values), wrong.to_rgba(values))
        draw_cells(
            square,
            matrix.classes,
            colours,
            _words(matrix),
            rows="true class",
            columns="assigned class",
            size=8.0 if many <= _FULL else (7.5 if many <= _BRIEF else 5.5),
        )
        set_title(square, self._heading)
        if many > _FULL:
            key(square, wrong, "incorrect: share of the true class", many)
            _draw_right(square, matrix)
        else:
            words = (
                f"{_called(matrix)}: counts, and shares of the true\nclass with {_limits(matrix)}"
            )
            plain(square.text(0, -0.03, words, transform=square.transAxes, va="top", fontsize=8))

    def _data(self, part: str) -> Columns:
        matrix, many = self.found, len(self.found.classes)
        cells = list(np.ndindex(many, many))
        limits = [matrix.intervals[at][to] for at, to in cells]
        return {
            "classifier": [matrix.name] * len(cells),
            "true_class": [matrix.classes[at] for at, _ in cells],
            "decided_class": [matrix.classes[to] for _, to in cells],
            "count": [matrix.counts[at][to] for at, to in cells],
            "share": [matrix.shares[at][to] for at, to in cells],
            "low": [each.low for each in limits],
            "high": [each.high for each in limits],
            "confidence": [each.confidence for each in limits],
        }


def _draw_right(axes: "Axes", found: ConfusionMatrix) -> None:
    """The share of each class that is right, with its interval, in line with its row."""
    many = len(found.classes)
    own = [found.intervals[at][at] for at in range(many)]
    rows = np.arange(many)
    beside = panel(axes, many, _PANEL, _cell(many))
    beside.hlines(rows, [i.low for i in own], [i.high for i in own], color=RIGHT, linewidth=1.3)
    middle = np.diagonal(np.array(found.shares))
    beside.plot(middle, rows, linestyle="none", marker="o", markersize=3.0, color=RIGHT)
    named, sizes = named_rows(many), _sizes(found)
    beside.set_yticks(named, [sizes[at] for at in named])
    beside.yaxis.tick_right()
    beside.tick_params(axis="y", length=0)
    plain(beside.set_xlabel(f"correct: share of the true class,\n{_limits(found)}", fontsize=8))


def _sizes(found: ConfusionMatrix) -> list[str]:
    return [f"n = {size:,}" for size in found.sizes]


def _cell(many: int) -> float:
    return cell_inches(many, 3 if many <= _FULL else (1 if many <= _BRIEF else 0))


def _words(found: ConfusionMatrix) -> list[list[str]]:
    many = len(found.classes)
    if many > NUMBERED:
        return []
    if many > _FULL:
        return [[_share(share, many <= _BRIEF) for share in row] for row in found.shares]
    return [
        [
            f"{count:,}\n{percent(share)}\n{limits_words(limits)}" if size else "none"
            for count, share, limits in zip(counts, shares, intervals, strict=True)
        ]
        for counts, shares, intervals, size in zip(
            found.counts, found.shares, found.intervals, found.sizes, strict=True
        )
    ]


def _share(share: float, signed: bool) -> str:
    """A share as a whole percentage; nothing for none, and no small one reads as none."""
    if not share > 0:
        return ""
    rounded = "<1" if share < 0.005 else number(100 * share, 0)
    return f"{rounded}%" if signed else rounded


def _highest(shares: NDArray[np.float64]) -> float:
    """The end of the scale of errors: the largest, but never so low that chance looks dark."""
    known = shares[np.isfinite(shares)]
    return max(0.05, float(np.max(known, initial=0.0)))


def _called(found: ConfusionMatrix) -> str:
    return short_names([found.name], NAME_WIDTH)[found.name]


def _limits(found: ConfusionMatrix) -> str:
    return f"{percent(found.confidence)} {found.method} intervals"
