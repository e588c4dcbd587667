"""Histograms of fold values with the normals fitted to them, and intervals above.

As in Figures 2 to 7 of Aslan, Yildiz and Alpaydin (2009): one classifier hatched, the other filled,
so that where they overlap both are seen.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from aucurate.data.scores import position
from aucurate.errors import OptionError
from aucurate.estimates.fold_summary import FoldDistribution, FoldSummary
from aucurate.formatting import digits_for, number, percent, shortened
from aucurate.plots.figure import part_of
from aucurate.plots.style import Look, looks, new_figure
from aucurate.plots.text import (
    NAME_WIDTH,
    plain,
    plain_legend,
    short_names,
    told_dropped,
    with_numbers,
)
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DistributionPart: TypeAlias = Literal["bars", "normals", "intervals"]

TOGETHER = 3  # more classifiers than this get a panel each


def draw_fold_distributions(
    axes: "Axes",
    distribution: FoldDistribution,
    *,
    names: Sequence[str] | None = None,
    intervals: Sequence[Estimate] = (),
    title: str | None = None,
) -> None:
    """Draw the histograms of these classifiers (all unless named, up to three) over each other.

    The line is how many folds the normal with the mean and standard deviation of the legend expects
    in a bin around each value; there is none where all folds have one value. ``intervals`` are
    estimates of the same quantity, drawn as lines above: whose they are is their name, and their
    method labels them.
    """
    chosen = distribution.names if names is None else tuple(names)
    _check_number(chosen)
    check_intervals(distribution, intervals)
    styles = looks(distribution.names)
    handles = [_draw_one(axes, distribution, name, styles[name]) for name in chosen]
    above = 1.05 * _highest(distribution)
    axes.set_ylim(0, above)
    axes.locator_params(axis="y", integer=True)
    axes.locator_params(axis="x", nbins=7)
    shown = [one for one in intervals if one.name in chosen]
    draw_interval_lines(axes, shown, styles, above=above)
    words = shortened(distribution.quantity, 60) + told_dropped(distribution.dropped)
    plain(axes.set_xlabel(words))
    axes.set_ylabel("folds")
    short = short_names(distribution.names, NAME_WIDTH)
    labels = [_label(distribution.of(name), short[name]) for name in chosen]
    plain_legend(axes, handles, labels, title=title, above=True)


def draw_fold_panels(
    axes: "Sequence[Axes]",
    distribution: FoldDistribution,
    *,
    intervals: Sequence[Estimate] = (),
    title: str | None = None,
) -> None:
    """:func:`draw_fold_distributions` of each classifier by itself, on axes for each."""
    for name, own in zip(distribution.names, axes, strict=True):
        heading = title if name == distribution.names[0] else None
        draw_fold_distributions(own, distribution, names=[name], intervals=intervals, title=heading)


def fold_distributions_figure(
    distribution: FoldDistribution,
    *,
    intervals: Sequence[Estimate] = (),
    title: str | None = None,
) -> "Figure":
    """:func:`draw_fold_distributions` on a figure of its own; many classifiers below each other."""
    names = distribution.names
    if len(names) <= TOGETHER:
        height = 3.4 + 0.16 * len(interval_rows(intervals))
        with new_figure(5.2, height) as figure:
            draw_fold_distributions(
                figure.add_subplot(), distribution, intervals=intervals, title=title
            )
        return figure
    tall = 1.5 + 0.16 * len(interval_rows([one for one in intervals if one.name == names[0]]))
    with new_figure(5.2, tall * len(names) + 0.4) as figure:
        panels = figure.subplots(len(names), 1, sharex=True)
        draw_fold_panels(panels, distribution, intervals=intervals, title=title)
        for axes in panels:
            axes.label_outer()
    return figure


def fold_distributions_frame(
    distribution: FoldDistribution,
    *,
    intervals: Sequence[Estimate] = (),
    part: DistributionPart = "bars",
    backend: str = "polars",
) -> Any:
    """The drawn numbers: a row per bar, per point of a fitted normal, or per interval."""
    check_intervals(distribution, intervals)
    bars = [
        (one.name, low, high, count, one.mean, one.standard_deviation)
        for one in distribution.summaries
        for low, high, count in zip(
            distribution.edges[:-1], distribution.edges[1:], one.counts, strict=True
        )
    ]
    normals = [
        (name, value, height)
        for name in distribution.names
        for value, height in zip(*map(list, distribution.normal(name)), strict=True)
    ]
    lines = [
        (e.name, e.interval.method, e.interval.confidence, e.value, e.interval.low, e.interval.high)
        for e in intervals
    ]
    heads = {
        "bars": ("classifier", "low", "high", "folds", "mean", "standard_deviation"),
        "normals": ("classifier", "value", "folds"),
        "intervals": ("classifier", "method", "confidence", "value", "low", "high"),
    }
    rows: dict[str, list[tuple[Any, ...]]] = {"bars": bars, "normals": normals, "intervals": lines}
    tables = {
        name: {head: [row[at] for row in rows[name]] for at, head in enumerate(header)}
        for name, header in heads.items()
    }
    return part_of(part, tables, backend)


def _draw_one(axes: "Axes", distribution: FoldDistribution, name: str, look: Look) -> "Artist":
    """The bars and the normal of one classifier; the bars stand for it in the legend."""
    one = distribution.of(name)
    bars = axes.stairs(
        one.counts,
        distribution.edges,
        fill=True,
        edgecolor=look.colour,
        facecolor=(look.colour, 0.0 if look.hatch else 0.45),
        hatch=look.hatch or None,
        linewidth=1.0,
    )
    values, heights = distribution.normal(name)
    if len(values):
        axes.plot(values, heights, color=look.colour, linestyle=look.line, linewidth=1.6)
    return bars


def _highest(distribution: FoldDistribution) -> float:
    """The height of the tallest bar or line of any classifier."""
    heights = [float(max(one.counts)) for one in distribution.summaries]
    for name in distribution.names:
        heights += distribution.normal(name)[1].tolist()
    return max(heights)


def _label(one: FoldSummary, short: str) -> str:
    spread = one.standard_deviation
    if math.isnan(spread):
        return with_numbers(short, f"{number(one.mean)}, one fold")
    digits = digits_for(spread)
    return with_numbers(short, f"mean {number(one.mean, digits)}, sd {number(spread, digits)}")


def _check_number(names: Sequence[str]) -> None:
    if len(names) > TOGETHER:
        raise OptionError(
            f"{len(names)} distributions over each other cannot be read; {TOGETHER} can.",
            hint="choose with names=, or draw them below each other with "
            "fold_distributions_figure.",
        )


def check_intervals(distribution: FoldDistribution, intervals: Sequence[Estimate]) -> None:
    """Refuse intervals that do not belong to the distribution."""
    for one in intervals:
        position(distribution.names, one.name)
        if one.quantity != distribution.quantity:
            raise OptionError(
                f"the interval of '{shortened(one.name)}' is about its "
                f"{shortened(one.quantity)}, the figure about {shortened(distribution.quantity)}.",
                hint="draw it over the distribution that it belongs to.",
            )


# Intervals as lines above a distribution, one row for each, under the name of their method.


_ROW_HEIGHT = 0.065  # of the height of the axes
_MOST_HEIGHT = 0.6  # of it may be intervals


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
    share = min(_MOST_HEIGHT, _ROW_HEIGHT * (len(rows) + 0.5))
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
