"""The figure of section 3.2: shares of right choices by the size of the test set."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from aucurate.plots.canvas import FAINT, new_figure
from aucurate.plots.looks import Look, looks
from aucurate.plots.words import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _HEIGHT = 3.1, 3.3
_BAND = 2.0  # standard errors
_TICKS = (10, 100, 1000)
_TITLE = 36  # characters to a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One pair of models: for each criterion its name, shares of right choices, standard errors."""

    title: str
    sizes: tuple[int, ...]
    lines: tuple[tuple[str, tuple[float, ...], tuple[float, ...]], ...]


def trade_off_figure(panels: Sequence[Panel]) -> "Figure":
    """A panel per pair of models beside each other; bands are two standard errors either way."""
    with new_figure(_WIDTH * len(panels), _HEIGHT) as figure:
        axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for at, (one, panel) in enumerate(zip(axes, panels, strict=True)):
            _draw(one, panel, legend=at == 0)
        axes[0].set_ylabel("test sets on which the better model is picked")
    return figure


def _draw(axes: "Axes", panel: Panel, *, legend: bool) -> None:
    styles = looks([name for name, _, _ in panel.lines])
    axes.axhline(0.5, color=FAINT, linewidth=0.8, linestyle=(0, (2, 2)))
    for name, shares, errors in panel.lines:
        _draw_line(axes, panel.sizes, name, shares, errors, styles[name])
    axes.set_xscale("log")
    axes.set_xticks(_TICKS, [str(tick) for tick in _TICKS])
    axes.set_ylim(0, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    axes.set_xlabel("observations in the test set")
    plain(axes.set_title(fill(panel.title, _TITLE), fontsize="medium"))
    if legend:
        axes.legend(loc="lower right", title="band: ± 2 standard errors")


def _draw_line(
    axes: "Axes",
    sizes: Sequence[int],
    name: str,
    shares: Sequence[float],
    errors: Sequence[float],
    look: Look,
) -> None:
    low = [max(0.0, share - _BAND * error) for share, error in zip(shares, errors, strict=True)]
    high = [min(1.0, share + _BAND * error) for share, error in zip(shares, errors, strict=True)]
    axes.fill_between(sizes, low, high, color=look.colour, alpha=0.2, linewidth=0)
    axes.plot(
        sizes,
        shares,
        color=look.colour,
        linestyle=look.line,
        marker=look.mark,
        markersize=4,
        linewidth=1.4,
        label=name,
    )
