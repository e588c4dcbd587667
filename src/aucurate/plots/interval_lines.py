"""Intervals as lines above a distribution, one row for each, under the name of their method."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from aucurate.formatting import percent, shortened
from aucurate.plots.looks import Look
from aucurate.plots.words import plain
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW = 0.065  # of the height of the axes
_MOST = 0.6  # of it may be intervals


class Row(NamedTuple):
    """One row above the distribution: the name of a method, or an interval of it."""

    words: str
    estimate: Estimate | None


def interval_rows(estimates: Sequence[Estimate]) -> list[Row]:
    """The rows from the lowest up: the intervals of a method, and its name on top of them."""
    methods: dict[str, list[Estimate]] = {}
    for one in estimates:
        words = f"{shortened(one.interval.method)}, {percent(one.interval.confidence)}"
        methods.setdefault(words, []).append(one)
    rows = []
    for words, several in methods.items():
        rows += [Row("", one) for one in reversed(several)] + [Row(words, None)]
    return rows


def draw_interval_lines(
    axes: "Axes", estimates: Sequence[Estimate], styles: Mapping[str, Look], *, above: float
) -> None:
    """Draw each interval with its ends and its estimate above this height, and raise the axes."""
    rows = interval_rows(estimates)
    if not rows:
        return
    share = min(_MOST, _ROW * (len(rows) + 0.5))
    whole = above / (1 - share)
    step = (whole - above) / (len(rows) + 0.5)
    ticks = [tick for tick in axes.get_yticks() if tick <= above]
    for place, row in enumerate(rows):
        height = above + (place + 0.5) * step
        if row.estimate is None:
            across = axes.get_yaxis_transform()
            words = axes.text(0.012, height, row.words, transform=across, fontsize="small")
            plain(words).set_verticalalignment("center")
            continue
        _draw_line(axes, row.estimate, styles[row.estimate.name], height)
    axes.set_ylim(0, whole)
    axes.set_yticks(ticks)


def _draw_line(axes: "Axes", estimate: Estimate, look: Look, height: float) -> None:
    ends = [estimate.interval.low, estimate.interval.high]
    axes.plot(
        ends,
        [height, height],
        color=look.colour,
        linestyle=look.line,
        linewidth=1.4,
        marker="|",
        markersize=6,
        markeredgewidth=1.2,
    )
    axes.plot([estimate.value], [height], look.mark, color=look.colour, markersize=4.5, zorder=3)
