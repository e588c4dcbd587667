"""A square of cells, a row and a column per class: what figures of pairs of classes share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import number
from aucurate.plots.canvas import FAINT, INK
from aucurate.plots.words import plain, short_names
from aucurate.results import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable

ERROR = "#B04A00"  # a darker vermilion and a darker blue of Okabe and Ito, full at the scale's end
RIGHT = "#00588C"
EMPTY = "#E4E4E4"
_WIDTH = 16
_DARK = 0.5  # cells less bright than this get white words


def cell_inches(classes: int, lines: int) -> float:
    """How large a cell must be for so many lines of words, or for a few letters."""
    if lines >= 2:
        return 0.95
    return 0.44 if lines else max(0.2, 0.34 - 0.004 * max(0, classes - 12))


def label_inches(labels: Sequence[str]) -> float:
    """How wide the longest of these labels is, about, with a little room."""
    return 0.2 + 0.066 * max(map(len, labels))


def square(
    classes: Sequence[str], side: float, *, beside: float, title: bool
) -> tuple[float, float, tuple[float, float, float, float]]:
    """Width and height of a figure for a square of cells, in inches, and where it lies in it.

    What is drawn beside and below the cells is not seen by matplotlib's own arrangement.
    """
    names = _names(classes)
    named = label_inches(names)
    left, below = 0.3 + named, 0.8
    above = 0.3 + (named if _turned(names) else 0.25) + 0.3 * title
    width, height = left + side + beside, below + side + above
    return width, height, (left / width, below / height, side / width, side / height)


def limits_words(limits: Interval) -> str:
    """An interval for a cell: two digits, and no more than four where it would read as 1.

    >>> limits_words(Interval(low=0.9012, high=0.9999987, confidence=0.95, method=""))
    '0.90 to >0.999'
    """
    return f"{_end(limits.low)} to {_end(limits.high)}"


def _end(value: float) -> str:
    text = number(value, 2)
    return text if len(text) <= 6 else ">0.999"


def shades(colour: str, low: float, high: float) -> "ScalarMappable":
    """White at the low end to this colour at the high one; grey for what there is not."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    scale = LinearSegmentedColormap.from_list("shades", ["#FFFFFF", colour])
    return ScalarMappable(Normalize(low, high, clip=True), scale.with_extremes(bad=EMPTY))


def draw_cells(
    axes: "Axes",
    classes: Sequence[str],
    colours: NDArray[np.float64],
    words: Sequence[Sequence[str]],
    *,
    rows: str,
    columns: str,
    size: float = 8.0,
) -> None:
    """Draw a cell of this colour (rows x columns x rgba) with these words for each pair."""
    many = len(classes)
    axes.imshow(colours, interpolation="nearest", origin="upper")
    axes.set_aspect("equal", anchor="NW")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xticks(np.arange(many + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(many + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="#E6E6E6", linewidth=1.0 if many <= 12 else 0.6)
    axes.tick_params(which="both", length=0)
    names = _names(classes)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xticks(range(many), names, rotation=90 if _turned(names) else 0)
    axes.set_yticks(range(many), names)
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        plain(text)
    axes.set_xlabel(columns)
    axes.set_ylabel(rows)
    for at, to in np.ndindex(many, many):
        if words[at][to]:
            ink = "white" if _brightness(colours[at, to]) < _DARK else INK
            text = axes.text(to, at, words[at][to], ha="center", va="center", fontsize=size)
            plain(text).set_color(ink)


def key(axes: "Axes", shown: "ScalarMappable", label: str, classes: int) -> None:
    """The scale of the shades, below the cells."""
    cell = 1 / classes
    place = axes.inset_axes((0.0, -0.75 * cell, min(1.0, 9 * cell), 0.4 * cell))
    bar = axes.figure.colorbar(shown, cax=place, orientation="horizontal")
    bar.outline.set_visible(False)
    plain(place.set_xlabel(label, loc="left", fontsize=8))
    place.tick_params(length=2)
    place.locator_params(axis="x", nbins=4)


def panel(axes: "Axes", classes: int, inches: float, cell: float) -> "Axes":
    """Axes beside the cells, with a row in line with every row of them."""
    width = inches / (cell * classes)
    beside = axes.inset_axes((1 + 0.25 / classes, 0.0, width, 1.0))
    beside.set_ylim(classes - 0.5, -0.5)
    for side in ("left", "right", "top"):
        beside.spines[side].set_visible(False)
    beside.tick_params(axis="y", length=0)
    beside.grid(axis="x", color=FAINT, alpha=0.35, linewidth=0.6)
    return beside


def _names(classes: Sequence[str]) -> list[str]:
    short = short_names(classes, _WIDTH)
    return [short[label] for label in classes]


def _turned(names: Sequence[str]) -> bool:
    """Whether names must stand upright, being wider than a cell."""
    return max(map(len, names)) > (10 if len(names) <= 5 else 3)


def _brightness(colour: NDArray[np.float64]) -> float:
    red, green, blue = (float(part) for part in colour[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue
