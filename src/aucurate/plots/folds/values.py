"""The values of every fold, a row of dots for each algorithm, with the mean and its interval.

Every fold is shown. Dots that would overlap
are moved up or down. Thin lines join the values of a fold in neighbouring rows,
where there are few: what the rows share is the difficulty of the fold, and the lines show whether
one algorithm is ahead in every fold or in some.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.formatting import capital, count, digits_for, number, percent, shortened
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.style import FAINT, Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    plain,
    set_title,
    short_names,
)
from aucurate.study.folds.numbers import FoldsPart, FoldSummary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

MOST = 60
_ROW = 0.46  # inches
_MEAN = 0.33  # of a row, below the dots
_REACH = 0.2  # of a row, that dots are set apart at most
_DOTS = 70  # so many beside each other fill the axes
_JOINED = 40  # folds whose values are joined by lines
_STYLES = 7  # colours


@dataclass(eq=False, repr=False)
class FoldValuesDisplay(Display):
    """Fold values of one quantity (``study.part("AUC")``), one row per algorithm.

    The square below the dots is the mean, with its interval if there is one; the numbers are
    to the right of the axes: leave room there, or use a matplotlib layout. The frame has a
    row per algorithm and fold; ends are NaN without an interval.
    """

    part: FoldsPart

    def _prepare(self) -> None:
        _require_values(self.part)

    def _default_title(self) -> str:
        folds = count(len(self.part.fold_names), "fold")
        return f"{capital(shortened(self.part.quantity, 40))} in each of {folds}"

    def _size(self) -> Size:
        return 4.3, 0.35 + _ROW * len(self.part.summaries)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), part = axes, self.part
        values = np.array(part.values)
        places = _apart(values)
        styles = list(line_styles([str(at) for at in range(_STYLES)]).values())
        for at, (row, up) in enumerate(zip(values, places, strict=True)):
            style = styles[at % _STYLES]
            mark: dict[str, Any] = {"marker": style.mark, "markersize": 4.0, "zorder": 3}
            mark |= {"markerfacecolor": "white", "markeredgecolor": style.colour}
            plot.plot(row, at + up, linestyle="none", markeredgewidth=0.9, **mark)
            _draw_estimate(plot, part.summaries[at], at + _MEAN, style.colour)
        if len(part.fold_names) <= _JOINED:
            heights = np.arange(len(values))[:, None] + places
            plot.plot(values, heights, color=FAINT, linewidth=0.5, alpha=0.45, zorder=1)
        _name_rows(plot, part)
        set_title(plot, self._heading)

    def _data(self, part: str) -> Columns:
        rows = [
            (each.name, fold, self.part.quantity, value, each.mean, each.value, *_ends(each))
            for each, values in zip(self.part.summaries, self.part.values, strict=True)
            for fold, value in zip(self.part.fold_names, values, strict=True)
        ]
        heads = ("classifier", "fold", "quantity", "value", "mean", "estimate", "low", "high")
        return columns_of(heads, rows)


def _require_values(part: FoldsPart) -> None:
    """Refuse what cannot be drawn."""
    if not isinstance(part, FoldsPart) or not part.values:
        raise OptionError(
            "there are no fold values to draw; studies of older versions do not carry them.",
            hint="folds(data).parts[0] has them.",
        )
    if len(part.values) > MOST:
        raise OptionError(
            f"{len(part.values)} rows of dots do not fit one figure; {MOST} do.",
            hint="compare a selection of the algorithms.",
        )


def _apart(values: Floats) -> Floats:
    """How far each dot is moved up or down, so that near ones do not cover each other."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    bins = np.floor((values - low) / ((high - low) or 1.0) * _DOTS)
    moved = np.zeros(values.shape)
    for row, cells in zip(moved, bins, strict=True):
        for cell in np.unique(cells):
            (at,) = np.nonzero(cells == cell)
            row[at] = np.arange(len(at)) - (len(at) - 1) / 2
    step = min(0.11, _REACH / max(float(np.max(np.abs(moved))), 1e-9))
    return moved * step - 0.08


def _draw_estimate(axes: "Axes", one: FoldSummary, height: float, colour: str) -> None:
    if one.interval is not None:
        ends = [one.interval.low, one.interval.high]
        axes.plot(ends, [height] * 2, color=ink(), linewidth=1.2, solid_capstyle="butt", zorder=3)
    mark: dict[str, Any] = {"marker": "s", "markersize": 5, "markeredgecolor": "white"}
    axes.plot([one.value], [height], linestyle="none", color=colour, zorder=4, **mark)


def _name_rows(axes: "Axes", part: FoldsPart) -> None:
    short = short_names([one.name for one in part.summaries], NAME_WIDTH)
    many = len(part.summaries)
    axes.set_ylim(many - 0.45, -0.5)
    axes.set_yticks(range(many), [short[one.name] for one in part.summaries])
    axes.tick_params(axis="y", length=0)
    for text in axes.get_yticklabels():
        plain(text)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color="#E6E6E6", linewidth=0.6)
    axes.locator_params(axis="x", nbins=7)
    for at, one in enumerate(part.summaries):
        text = axes.text(1.02, at, _said(one), transform=axes.get_yaxis_transform(), fontsize=8)
        plain(text).set_verticalalignment("center")
    known = [one.interval for one in part.summaries if one.interval is not None]
    limits = f" with {percent(known[0].confidence)} interval" if known else ""
    folds = count(len(part.fold_names), "fold")
    square = "all observations" if part.is_pooled else "mean"
    plain(axes.set_xlabel(f"{shortened(part.quantity, 40)}: {folds}; square: {square}{limits}"))


def _said(one: FoldSummary) -> str:
    if one.interval is None:
        return number(one.value)
    low, high = _ends(one)
    digits = digits_for(high - low)
    return f"{number(one.value, digits)} ({number(low, digits)} to {number(high, digits)})"


def _ends(one: FoldSummary) -> tuple[float, float]:
    if one.interval is None:
        return (float("nan"), float("nan"))
    return (one.interval.low, one.interval.high)
