"""Where the legend of a square with rising curves stands: in a corner that they leave free.

Below the curves of useful scores the lower right corner is free, above those of reversed ones the
upper left. Where curves run through both, or the legend is too large, it stands beside the square.
On axes that were given it keeps to them, as beside them is somebody else's room, in smaller letters
if need be; only what would fill them is put beside.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.plots.words import plain_legend

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend

Corner: TypeAlias = Literal["lower right", "upper left"]
Line: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

WIDE, NARROW = 46, 24  # letters of a line of a legend in our square, and in given axes
_MOST = 8  # entries inside
_HIGH, _HIGHEST = 0.55, 0.8  # of the axes at most: of ours, and of given ones
_ROOM = 0.015  # of the axes between a line and the legend
_LEAST = 5.0  # points of the smallest letters


def place_legend(
    axes: "Axes",
    handles: "Sequence[Artist]",
    inside: Sequence[str],
    beside: Sequence[str],
    lines: Sequence[Line],
    *,
    own: bool,
    heading: str | None = None,
) -> None:
    """The legend of rising lines; ``inside`` and ``beside`` are its labels in either place.

    ``own`` are axes with nothing beside them that a legend could cover, ``heading`` stands above
    labels beside.
    """
    options: dict[str, Any] = {"handlelength": 3.2}
    if len(inside) <= _MOST:
        legend = plain_legend(axes, handles, inside, loc="lower right", **options)
        across, up = _share(axes, legend)
        too_large = max(across, up / _HIGH)
        if too_large > 1 and not own:
            size = max(_LEAST, float(legend.get_texts()[0].get_fontsize()) / too_large)
            legend = plain_legend(
                axes, handles, inside, loc="lower right", fontsize=size, **options
            )
            across, up = _share(axes, legend)
        if up <= (_HIGH if own else _HIGHEST):
            free = _free_corner(across + _ROOM, up + _ROOM, lines)
            if free is not None or not own:
                legend.set_loc(free or "lower right")
                return
    options |= {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0), "alignment": "left"}
    plain_legend(axes, handles, beside, title=heading, borderaxespad=0.2, **options)
    axes.set_anchor("SW")


def _share(axes: "Axes", legend: "Legend") -> tuple[float, float]:
    """How much of the width and the height of the axes a legend in a corner takes."""
    axes.apply_aspect()
    box, whole = legend.get_window_extent(), axes.get_window_extent()
    size = float(legend.get_texts()[0].get_fontsize()) * axes.figure.dpi / 72
    padding = legend.borderaxespad * size
    return float((box.width + padding) / whole.width), float((box.height + padding) / whole.height)


def _free_corner(across: float, up: float, lines: Sequence[Line]) -> Corner | None:
    """The corner that no rising line enters with a legend of this size in the unit square."""
    if all(np.interp(1 - across, x, y) >= up for x, y in lines):
        return "lower right"
    if all(np.interp(across, x, y) <= 1 - up for x, y in lines):
        return "upper left"
    return None
