"""Histograms of fold values with the normals fitted to them, and intervals above.

As in Figures 2 to 7 of Aslan, Yildiz and Alpaydin (2009): one classifier hatched, the other filled,
so that where they overlap both are seen.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias

from aucurate.data.scores import position
from aucurate.errors import OptionError
from aucurate.estimates.fold_summary import FoldDistribution, FoldSummary
from aucurate.formatting import capital, count, digits_for, number, percent, shortened
from aucurate.plots.figure import Columns, Display, columns_of, require_kind
from aucurate.plots.style import LineStyle, Size, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    describe_dropped,
    legend_above,
    plain,
    short_names,
    with_numbers,
)
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

DistributionPart: TypeAlias = Literal["bars", "normals", "intervals"]

TOGETHER = 3  # more classifiers than this get a panel each


@dataclass(eq=False, repr=False)
class FoldDistributionsDisplay(Display):
    """Histograms of fold values with the normals fitted to them.

    Up to three classifiers are drawn over each other, more have a panel each. The line is how many
    folds the normal with the mean and standard deviation of the legend expects in a bin around each
    value; there is none where all folds have one value. ``intervals`` are estimates of the same
    quantity, drawn as lines above: whose they are is their name, and their method labels them. The
    parts of the frame are ``bars``, ``normals`` (a row per point of the lines) and ``intervals``.
    """

    distribution: FoldDistribution
    _: KW_ONLY
    intervals: Sequence[Estimate] = ()

    parts: ClassVar[tuple[str, ...]] = ("bars", "normals", "intervals")

    def _prepare(self) -> None:
        require_kind(self.distribution, FoldDistribution, "fold_distribution(data.aucs()) is one.")
        _check_intervals(self.distribution, self.intervals)
        self._styles = line_styles(self.distribution.names)

    @property
    def n_panels(self) -> int:
        """One for up to three classifiers, else one for each."""
        many = len(self.distribution.names)
        return 1 if many <= TOGETHER else many

    def _across(self) -> int:
        return 1

    def _default_title(self) -> str:
        folds = count(sum(self.distribution.summaries[0].counts), "fold")
        return f"{capital(shortened(self.distribution.quantity, 40))} in {folds}"

    def _size(self) -> Size:
        if self.n_panels == 1:
            return 4.5, 2.7 + 0.16 * len(_interval_rows(self.intervals))
        first = self.distribution.names[0]
        own = [estimate for estimate in self.intervals if estimate.name == first]
        return 4.5, 1.0 + 0.16 * len(_interval_rows(own))

    def _draw(self, axes: "Sequence[Axes]") -> None:
        names = self.distribution.names
        if self.n_panels == 1:
            self._draw_panel(axes[0], names, self._heading)
            return
        for name, panel in zip(names, axes, strict=True):
            self._draw_panel(panel, [name], None)
            if panel is not axes[-1]:
                panel.set_xlabel("")
        ends = [end for panel in axes for end in panel.get_xlim()]
        for panel in axes:
            panel.set_xlim(min(ends), max(ends))

    def _draw_panel(self, axes: "Axes", names: Sequence[str], title: str | None) -> None:
        distribution = self.distribution
        handles = [_draw_one(axes, distribution, name, self._styles[name]) for name in names]
        above = 1.05 * _highest(distribution)
        axes.set_ylim(0, above)
        axes.locator_params(axis="y", integer=True)
        axes.locator_params(axis="x", nbins=7)
        shown = [estimate for estimate in self.intervals if estimate.name in names]
        _draw_interval_lines(axes, shown, self._styles, above=above)
        words = shortened(distribution.quantity, 60) + describe_dropped(distribution.dropped)
        plain(axes.set_xlabel(words))
        axes.set_ylabel("folds")
        short = short_names(distribution.names, NAME_WIDTH)
        labels = [_label(distribution.of(name), short[name]) for name in names]
        legend_above(axes, handles, labels, title)

    def _data(self, part: str) -> Columns:
        distribution = self.distribution
        if part == "normals":
            normals = [
                (name, value, height)
                for name in distribution.names
                for value, height in zip(*map(list, distribution.normal(name)), strict=True)
            ]
            return columns_of(("classifier", "value", "folds"), normals)
        if part == "intervals":
            lines = [
                (each.name, limits.method, limits.confidence, each.value, limits.low, limits.high)
                for each in self.intervals
                for limits in [each.interval]
            ]
            heads = ("classifier", "method", "confidence", "value", "low", "high")
            return columns_of(heads, lines)
        bars = [
            (each.name, low, high, folds, each.mean, each.standard_deviation)
            for each in distribution.summaries
            for low, high, folds in zip(
                distribution.edges[:-1], distribution.edges[1:], each.counts, strict=True
            )
        ]
        return columns_of(
            ("classifier", "low", "high", "folds", "mean", "standard_deviation"), bars
        )


def _draw_one(
    axes: "Axes", distribution: FoldDistribution, name: str, style: LineStyle
) -> "Artist":
    """The bars and the normal of one classifier; the bars stand for it in the legend."""
    one = distribution.of(name)
    bars = axes.stairs(
        one.counts,
        distribution.edges,
        fill=True,
        edgecolor=style.colour,
        facecolor=(style.colour, 0.0 if style.hatch else 0.45),
        hatch=style.hatch or None,
        linewidth=1.0,
    )
    values, heights = distribution.normal(name)
    if len(values):
        axes.plot(values, heights, color=style.colour, linestyle=style.line, linewidth=1.6)
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


def _check_intervals(distribution: FoldDistribution, intervals: Sequence[Estimate]) -> None:
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


def _interval_rows(estimates: Sequence[Estimate]) -> list[Row]:
    """The rows from the lowest up: the intervals of a method, and its name on top of them."""
    methods: dict[str, list[Estimate]] = {}
    for one in estimates:
        words = f"{shortened(one.interval.method)}, {percent(one.interval.confidence)}"
        methods.setdefault(words, []).append(one)
    rows = []
    for words, several in methods.items():
        rows += [Row("", one) for one in reversed(several)] + [Row(words, None)]
    return rows


def _draw_interval_lines(
    axes: "Axes", estimates: Sequence[Estimate], styles: Mapping[str, LineStyle], *, above: float
) -> None:
    """Draw each interval with its ends and its estimate above this height, and raise the axes."""
    rows = _interval_rows(estimates)
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


def _draw_line(axes: "Axes", estimate: Estimate, style: LineStyle, height: float) -> None:
    ends = [estimate.interval.low, estimate.interval.high]
    axes.plot(
        ends,
        [height, height],
        color=style.colour,
        linestyle=style.line,
        linewidth=1.4,
        marker="|",
        markersize=6,
        markeredgewidth=1.2,
    )
    axes.plot([estimate.value], [height], style.mark, color=style.colour, markersize=4.5, zorder=3)
