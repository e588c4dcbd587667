"""The critical-difference diagram of Demsar (2006, Figure 1).

Algorithms stand at their average ranks, the best on the left; a bar joins those that the test
cannot tell apart, and the ruler above is as long as the critical difference.

Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from aucurate.formatting import count, number
from aucurate.inference.many_datasets.post_hoc import CriticalDifference
from aucurate.plots.figure import Columns, Display, columns_of, require_kind
from aucurate.plots.style import Size, ink
from aucurate.plots.text import (
    plain,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DiagramPart: TypeAlias = Literal["ranks", "groups"]

_NAME_WIDTH = 34
_BAR = "#D55E00"
_RULER = -1.25  # rows above the axis
_WHOLE_SCALE = 10  # algorithms for which ranks are shown from the first to the last
_BAR_WIDTH = 3.2
_BAR_GAP = 0.03  # of the axis, between bars side by side
_BAR_STEP = 0.42  # rows between bars


class Layout(NamedTuple):
    """Where things stand: across in ranks, down in rows of text below the axis."""

    low: float
    high: float
    bars: tuple[tuple[float, float, float], ...]
    rows: tuple[float, ...]
    on_left: int
    depth: float


@dataclass(eq=False, repr=False)
class CriticalDifferenceDisplay(Display):
    """Average ranks over data sets, and which of them differ by less than the critical difference.

    All of it is drawn inside the axes. The room for the names is measured as given axes are now:
    change their size first. Axes that are too narrow for them keep three tenths for the ranks. The
    parts of the frame are ``ranks``, a row per algorithm, and ``groups``, a row per algorithm of
    each bar.
    """

    diagram: CriticalDifference

    parts: ClassVar[tuple[str, ...]] = ("ranks", "groups")

    def _prepare(self) -> None:
        require_kind(self.diagram, CriticalDifference, "rank(results).diagram is one.")
        self._layout = _layout(self.diagram)

    def _default_title(self) -> str:
        return f"Average ranks of {count(len(self.diagram.names), 'algorithm')}"

    def _size(self) -> Size:
        longest = max(map(len, _labels(self.diagram)))
        return min(10.3, 4.1 + 0.15 * longest), 0.235 * (self._layout.depth - _RULER + 0.9)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), layout = axes, self._layout
        plot.set_axis_off()
        plot.set_ylim(layout.depth, _RULER - 0.9)
        set_title(plot, self._heading)
        _draw_names(plot, self.diagram, layout)
        _draw_scale(plot, self.diagram, layout)
        for low, high, height in layout.bars:
            mark = "s" if low == high else None  # a line of length 0 would not be seen
            bar: dict[str, Any] = {"color": _BAR, "linewidth": _BAR_WIDTH, "zorder": 3}
            plot.plot([low, high], [height, height], marker=mark, **bar)

    def _data(self, part: str) -> Columns:
        diagram = self.diagram
        if part == "ranks":
            return {
                "algorithm": diagram.names,
                "average_rank": diagram.average_ranks,
                "letters": diagram.letters,
                "critical_difference": [diagram.critical_difference] * len(diagram.names),
            }
        ranks = dict(zip(diagram.names, diagram.average_ranks, strict=True))
        rows = [
            (place + 1, name, ranks[name])
            for place, group in enumerate(_joined(diagram))
            for name in group
        ]
        return columns_of(("group", "algorithm", "average_rank"), rows)


def _joined(diagram: CriticalDifference) -> list[tuple[str, ...]]:
    """The groups that get a bar: those of two or more."""
    return [group for group in diagram.groups if len(group) > 1]


def _labels(diagram: CriticalDifference) -> list[str]:
    short = short_names(diagram.names, _NAME_WIDTH)
    ranks = zip(diagram.names, diagram.average_ranks, strict=True)
    return [f"{short[name]} ({number(rank, 2)})" for name, rank in ranks]


def _layout(diagram: CriticalDifference) -> Layout:
    ranks = diagram.average_ranks
    low, high = 1, len(ranks)
    if high > _WHOLE_SCALE:  # many algorithms: only the part of the scale where they are
        low, high = math.floor(ranks[0]), max(math.ceil(ranks[-1]), math.floor(ranks[0]) + 1)
    gap = _BAR_GAP * (high - low)
    place = dict(zip(diagram.names, ranks, strict=True))
    ends: list[float] = []  # of the bars on each level so far
    bars = []
    for group in _joined(diagram):
        first, last = place[group[0]], place[group[-1]]
        level = next((at for at, end in enumerate(ends) if end + gap < first), len(ends))
        ends[level : level + 1] = [last]
        bars.append((first, last, 0.5 + _BAR_STEP * level))
    start = 0.5 + _BAR_STEP * len(ends) + 0.35
    on_left = (len(ranks) + 1) // 2
    on_right = len(ranks) - on_left
    rows = [start + at for at in range(on_left)] + [
        start + on_right - 1 - at for at in range(on_right)
    ]
    return Layout(low, high, tuple(bars), tuple(rows), on_left, start + on_left - 0.4)


def _draw_names(axes: "Axes", diagram: CriticalDifference, layout: Layout) -> None:
    """The names beside the axis, each with a line to its rank; sets the limits across."""
    labels = _labels(diagram)
    texts = [
        plain(axes.text(0, row, label, va="center"))
        for row, label in zip(layout.rows, labels, strict=True)
    ]
    widths = [text.get_window_extent().width for text in texts]
    whole = axes.get_window_extent().width
    left = (max(widths[: layout.on_left]) + 14) / whole
    right = (max(widths[layout.on_left :], default=0.0) + 14) / whole
    shrunk = max(0.3, 1 - left - right)
    span = max(layout.high - layout.low, diagram.critical_difference)
    axes.set_xlim(layout.low - left / shrunk * span, layout.low + (1 + right / shrunk) * span)
    gap = 0.012 * span / shrunk
    for at, text in enumerate(texts):
        rank, row = diagram.average_ranks[at], layout.rows[at]
        on_left = at < layout.on_left
        edge = layout.low - 0.5 * gap if on_left else layout.low + span + 0.5 * gap
        axes.plot([rank, rank, edge], [0, row, row], color=ink(), linewidth=0.8, zorder=2)
        text.set_x(edge - gap if on_left else edge + gap)
        text.set_horizontalalignment("right" if on_left else "left")


def _draw_scale(axes: "Axes", diagram: CriticalDifference, layout: Layout) -> None:
    """The axis of ranks and the ruler of the critical difference above it."""
    axes.plot([layout.low, layout.high], [0, 0], color=ink(), linewidth=1.0, zorder=2)
    length = diagram.critical_difference
    words = (
        f"critical difference {number(length, 2)} (level {diagram.level:g}, "
        f"{count(diagram.n_datasets, 'data set')})"
    )
    written = axes.text(layout.low, _RULER - 0.25, words, va="bottom")
    step = _tick_step(axes, 1.8 * written.get_window_extent().height)
    for rank in range(int(layout.low), int(layout.high) + 1):
        axes.plot([rank, rank], [-0.18, 0], color=ink(), linewidth=1.0, zorder=2)
        if (rank - int(layout.low)) % step == 0:
            axes.text(rank, -0.28, str(rank), ha="center", va="bottom")
    axes.plot(
        [layout.low, layout.low + length],
        [_RULER, _RULER],
        color=ink(),
        linewidth=1.4,
        marker="|",
        markersize=7,
    )


def _tick_step(axes: "Axes", needed: float) -> int:
    """How many ranks apart the numbers stand when each needs so many pixels."""
    low, high = axes.get_xlim()
    rank = axes.get_window_extent().width / (high - low)
    return next((step for step in (1, 2, 5, 10, 20) if step * rank >= needed), 50)
