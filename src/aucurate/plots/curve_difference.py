"""The difference of two curves with its band, and who wins where."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from aucurate.formatting import percent
from aucurate.inference.curve.bands import other
from aucurate.inference.curve.difference import CurveDifference
from aucurate.plots.figure import part_of
from aucurate.plots.style import FAINT, Look, ink, looks, new_axes
from aucurate.plots.text import NAME_WIDTH, plain, plain_legend, short_names

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DifferencePart: TypeAlias = Literal["band", "ranges"]

_WIDE = 36  # letters of both names beside which there is room


def draw_curve_difference(
    axes: "Axes", found: CurveDifference, *, title: str | None = None
) -> None:
    """Draw first minus second with its band, and bars below that say who is told to win where.

    A thin bar stands where neither is.
    """
    from matplotlib.patches import Patch

    names = _names(found)
    short, styles = short_names(names, NAME_WIDTH), looks(names)
    along = 1 - np.array(found.rates)
    lowest, highest = min(-0.05, *found.low), max(0.05, *found.high)
    step = (highest - lowest) * 0.06
    axes.axhline(0, color=FAINT, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
    axes.fill_between(
        along, found.low, found.high, facecolor=FAINT, alpha=0.3, edgecolor="none", zorder=1.5
    )
    (line,) = axes.plot(along, found.differences, color=ink(), linewidth=1.4, zorder=3)
    handles: list[Artist] = [line]
    pair = f"{short[names[0]]} minus {short[names[1]]}"
    labels = [f"{pair}{', ' if len(pair) <= _WIDE else chr(10)}{_promise(found)}"]
    bars = {
        "first": (f"{short[names[0]]} higher", 0.8, _filling(styles[names[0]])),
        "second": (f"{short[names[1]]} higher", 0.8, _filling(styles[names[1]])),
        "undecided": ("not told apart", 0.2, {"facecolor": FAINT, "edgecolor": "none"}),
    }
    for verdict, (label, share, fill) in bars.items():
        where = [one for one in found.ranges if one.verdict == verdict]
        for one in where:
            width = one.high - one.low
            axes.barh(lowest - step, width, left=1 - one.high, height=share * step, **fill)
        if where:
            handles.append(Patch(**fill))
            labels.append(label)
    axes.set_xlim(-0.015, 1.015)
    axes.set_ylim(lowest - 2 * step, highest + step)
    plain(axes.set_xlabel(f"1 - {other(found.quantity)}"))
    plain(axes.set_ylabel(f"difference of {found.quantity}"))
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=2.4)


def curve_difference_figure(found: CurveDifference, *, title: str | None = None) -> "Figure":
    """:func:`draw_curve_difference` on a figure of its own."""
    with new_axes(4.7, 3.0) as (figure, axes):
        draw_curve_difference(axes, found, title=title)
    return figure


def curve_difference_frame(
    found: CurveDifference, *, part: DifferencePart = "band", backend: str = "polars"
) -> Any:
    """The drawn numbers: a row per rate, or per range."""
    tables: dict[str, dict[str, Sequence[object]]] = {
        "band": {
            "rate": found.rates,
            "first": found.first_values,
            "second": found.second_values,
            "difference": found.differences,
            "low": found.low,
            "high": found.high,
        },
        "ranges": {
            "low": [one.low for one in found.ranges],
            "high": [one.high for one in found.ranges],
            "verdict": [one.verdict for one in found.ranges],
        },
    }
    return part_of(part, tables, backend)


def _names(found: CurveDifference) -> tuple[str, str]:
    same = found.first == found.second
    return found.first, f"{found.second} (second)" if same else found.second


def _filling(look: Look) -> dict[str, Any]:
    face = "white" if look.hatch else look.colour
    return {"facecolor": face, "edgecolor": look.colour, "hatch": look.hatch}


def _promise(found: CurveDifference) -> str:
    return f"{percent(found.confidence)} band, {found.design}"
