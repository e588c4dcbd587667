"""A square of cells, a row and a column per class: what figures of pairs of classes share."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import number
from aucurate.plots.style import FAINT, INK
from aucurate.plots.text import plain, short_names
from aucurate.results import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable

ERROR = "#B04A00"  # a darker vermilion and a darker blue of Okabe and Ito, full at the scale's end
RIGHT = "#00588C"
EMPTY = "#E4E4E4"
NUMBERED = 30
"""With more classes than these cells hold no numbers: they would be too small to read."""

_WIDTH = 16
_DARK = 0.5  # cells less bright than this get white words
_LINED = 60  # classes with lines between their cells; with more the square grows no larger
_SIDE = 12.0  # inches that the cells of very many classes fill
_NAMED_APART = 0.15  # inches between two names at the side, at least


def cell_inches(classes: int, lines: int) -> float:
    """How large a cell must be for so many lines of words, or for a few letters."""
    if lines >= 2:
        return 0.95
    if lines:
        return 0.44
    return max(0.2, 0.34 - 0.004 * (classes - 12)) if classes <= _LINED else _SIDE / classes


def named_rows(classes: int) -> range:
    """The rows whose names there is room for: all, or of very many every second, third, ..."""
    return range(0, classes, max(1, math.ceil(_NAMED_APART / cell_inches(classes, 0))))


def naming_words(what: str, classes: int) -> str:
    """What the rows or columns are, and how many of them are named.

    >>> naming_words("true class", 20), naming_words("true class", 200)
    ('true class', 'true class, one in 3 named')
    """
    step = named_rows(classes).step
    return what if step == 1 else f"{what}, one in {step} named"


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
    """Draw a cell of this colour (rows x columns x rgba) with these words, if any, for each pair.

    Between very small cells there are no lines.
    """
    many = len(classes)
    # One pixel for each cell where a file can have them; otherwise the same picture, only larger.
    axes.imshow(colours, interpolation="none" if many > _LINED else "nearest", origin="upper")
    axes.set_aspect("equal", anchor="NW")
    for spine in axes.spines.values():
        spine.set_visible(False)
    if many <= _LINED:
        axes.set_xticks(np.arange(many + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(many + 1) - 0.5, minor=True)
        axes.grid(which="minor", color="#E6E6E6", linewidth=1.0 if many <= 12 else 0.6)
    axes.tick_params(which="both", length=0)
    named, every = named_rows(many), _names(classes)
    names = [every[at] for at in named]
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xticks(named, names, rotation=90 if _turned(names) else 0)
    axes.set_yticks(named, names)
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        plain(text)
    axes.set_xlabel(naming_words(columns, many))
    axes.set_ylabel(naming_words(rows, many))
    for at, to in np.ndindex(len(words), many):
        if words[at][to]:
            ink = "white" if _brightness(colours[at, to]) < _DARK else INK
            text = axes.text(to, at, words[at][to], ha="center", va="center", fontsize=size)
            plain(text).set_color(ink)


def key(axes: "Axes", shown: "ScalarMappable", label: str, classes: int) -> None:
    """The scale of the shades, below the cells."""
    cell = 1 / min(classes, _LINED)
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
