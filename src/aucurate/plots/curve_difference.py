"""The difference of two curves with its band, and who wins where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np

from aucurate.formatting import percent
from aucurate.inference.curve.bands import other
from aucurate.inference.curve.difference import CurveDifference
from aucurate.plots.figure import Columns, Display, columns_of, require_kind
from aucurate.plots.style import FAINT, LineStyle, Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    place_legend,
    plain,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

DifferencePart: TypeAlias = Literal["band", "ranges"]

_NAME_IN_TITLE = 18
_WIDE = 36  # letters of both names beside which there is room


@dataclass(eq=False, repr=False)
class CurveDifferenceDisplay(Display):
    """The first curve minus the second with its band; bars below say which is higher where.

    ``found`` is what ``curve_difference`` gives. A thin bar stands where no difference is detected.
    The parts of the frame are ``band``, a row per rate, and ``ranges``.
    """

    found: CurveDifference

    parts: ClassVar[tuple[str, ...]] = ("band", "ranges")

    def _prepare(self) -> None:
        require_kind(self.found, CurveDifference, "give the result of curve_difference.")

    def _default_title(self) -> str:
        short = short_names(_names(self.found), _NAME_IN_TITLE)
        first, second = short.values()
        return f"Difference of ROC curves: {first} \N{MINUS SIGN} {second}"

    def _size(self) -> Size:
        return 4.7, 3.0

    def _draw(self, axes: "Sequence[Axes]") -> None:
        from matplotlib.patches import Patch

        (plot,), difference = axes, self.found
        names = _names(difference)
        short, styles = short_names(names, NAME_WIDTH), line_styles(names)
        along = 1 - np.array(difference.rates)
        low, high = difference.low, difference.high
        lowest, highest = min(-0.05, *low), max(0.05, *high)
        step = (highest - lowest) * 0.06
        plot.axhline(0, color=FAINT, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
        plot.fill_between(
            along, low, high, facecolor=FAINT, alpha=0.3, edgecolor="none", zorder=1.5
        )
        (line,) = plot.plot(along, difference.differences, color=ink(), linewidth=1.4, zorder=3)
        handles: list[Artist] = [line]
        pair = f"{short[names[0]]} minus {short[names[1]]}"
        labels = [f"{pair}{', ' if len(pair) <= _WIDE else chr(10)}{_promise(difference)}"]
        bars = {
            "first": (f"{short[names[0]]} higher", 0.8, _filling(styles[names[0]])),
            "second": (f"{short[names[1]]} higher", 0.8, _filling(styles[names[1]])),
            "undecided": ("no difference detected", 0.2, {"facecolor": FAINT, "edgecolor": "none"}),
        }
        for verdict, (label, share, fill) in bars.items():
            ranges = [each for each in difference.ranges if each.verdict == verdict]
            for each in ranges:
                width = each.high - each.low
                plot.barh(lowest - step, width, left=1 - each.high, height=share * step, **fill)
            if ranges:
                handles.append(Patch(**fill))
                labels.append(label)
        plot.set_xlim(-0.015, 1.015)
        plot.set_ylim(lowest - 2 * step, highest + step)
        plain(plot.set_xlabel(f"1 \N{MINUS SIGN} {other(difference.quantity)}"))
        plain(plot.set_ylabel(f"difference of {difference.quantity}"))
        set_title(plot, self._heading)
        place_legend(plot, handles, labels)

    def _data(self, part: str) -> Columns:
        difference = self.found
        if part == "ranges":
            rows = [(each.low, each.high, each.verdict) for each in difference.ranges]
            return columns_of(("low", "high", "verdict"), rows)
        return {
            "rate": difference.rates,
            "first": difference.first_values,
            "second": difference.second_values,
            "difference": difference.differences,
            "low": difference.low,
            "high": difference.high,
        }


def _names(found: CurveDifference) -> tuple[str, str]:
    same = found.first == found.second
    return found.first, f"{found.second} (second)" if same else found.second


def _filling(style: LineStyle) -> dict[str, Any]:
    face = "white" if style.hatch else style.colour
    return {"facecolor": face, "edgecolor": style.colour, "hatch": style.hatch}


def _promise(found: CurveDifference) -> str:
    return f"{percent(found.confidence)} band, {found.design}"
