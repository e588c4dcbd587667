"""Words on figures. A name is text: a ``$`` in it starts no formula, a ``_`` hides no entry.

Legends
-------
Where the legend of a square with rising curves stands: in a corner that they leave free.

Below the curves of useful scores the lower right corner is free, above those of reversed ones the
upper left. Where curves run through both, or the legend is too large, it stands beside the square.
On axes that were given it keeps to them, as beside them is somebody else's room, in smaller letters
if need be; only what would fill them is put beside.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import count, digits_for, interval, join_words, number, shortened
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend
    from matplotlib.text import Text

TITLE_WIDTH = 80
NAME_WIDTH = 32
_SHORT = 14
_ABOVE = 10  # labels of a legend above the axes
_LINE = 0.185  # inches of a line of a legend


def plain(text: "Text") -> "Text":
    """The same text, taken as it stands."""
    text.set_parse_math(False)
    text.set_usetex(False)
    return text


def short_names(names: Sequence[str], width: int) -> dict[str, str]:
    """Names fit for a figure, no two alike: cut at the end, or down to where they differ.

    >>> short_names(["forest of depth 3", "forest of depth 5", "tree"], 12)
    {'forest of depth 3': 'forest o…h 3', 'forest of depth 5': 'forest o…h 5', 'tree': 'tree'}
    """
    cut = {name: shortened(name, width) for name in names}
    alike: dict[str, list[str]] = {}
    for name, short in cut.items():
        alike.setdefault(short, []).append(name)
    for several in alike.values():
        if len(several) > 1:
            start = _common_start(several)
            cut |= {name: _from(name, start, width) for name in several}
    counts = Counter(cut.values())
    return {
        name: f"{shortened(short, width - 4)} #{at + 1}" if counts[short] > 1 else short
        for at, (name, short) in enumerate(cut.items())
    }


def brief(value: float) -> str:
    """A number that somebody chose, as it would be typed; rounded where that is long.

    >>> brief(0.5), brief(2 / 3), brief(0.00012)
    ('0.5', '0.667', '0.00012')
    """
    typed = f"{value:g}"
    return typed if len(typed) <= 5 or abs(value) < 0.01 else number(value)


def describe_dropped(dropped: Sequence[str]) -> str:
    r"""A line for the folds that could not be drawn; nothing where there are none.

    >>> describe_dropped(["3", "7"])
    '\nwithout 2 folds that lack a class: 3 and 7'
    """
    if not dropped:
        return ""
    lacking = "lacks" if len(dropped) == 1 else "lack"
    which = (
        f"that {lacking} a class: {join_words([shortened(name, 12) for name in dropped], most=4)}"
    )
    return f"\nwithout {count(len(dropped), 'fold')} {which}"


def with_interval(estimate: Estimate) -> str:
    """A value and its interval, with the digits that the width of the interval asks for."""
    limits = estimate.interval
    digits = digits_for(limits.high - limits.low)
    around = interval(limits.low, limits.high, limits.confidence, digits)
    return f"{number(estimate.value, digits)}, {around}"


def with_numbers(name: str, numbers: str) -> str:
    """A label of a legend; behind a long name the numbers get a line of their own."""
    return f"{name}{' ' if len(name) <= _SHORT else chr(10)}({numbers})"


def plain_legend(
    axes: "Axes",
    handles: "Sequence[Artist]",
    labels: Sequence[str],
    *,
    title: str | None = None,
    above: bool = False,
    beside: bool = False,
    **options: Any,
) -> "Legend":
    """A legend whose labels are taken as they stand; above the axes it carries the title too.

    Where there are many labels it stands beside the axes instead, and the title above them.
    """
    if beside or (above and len(labels) > _ABOVE):
        options |= {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0), "frameon": False}
        entitle(axes, title)
        title = None
    elif above:
        options |= {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.3}
        options |= {"alignment": "left", "borderpad": 0.0, "frameon": False}
    # Matplotlib leaves out labels that begin with "_", so they are put in afterwards.
    legend = axes.legend(list(handles), ["label"] * len(labels), **options)
    for text, label in zip(legend.get_texts(), labels, strict=True):
        plain(text).set_text(label)
    if title is not None:
        legend.set_title(shortened(title, TITLE_WIDTH))
        plain(legend.get_title())
    return legend


def height_for(labels: Sequence[str], least: float) -> float:
    """Inches of axes as high as a legend beside them; at least so many, as for one above them."""
    lines = sum(label.count("\n") + 1 for label in labels)
    return least if len(labels) <= _ABOVE else max(least, _LINE * lines)


def entitle(axes: "Axes", title: str | None) -> None:
    """Put a title above the axes, if there is one."""
    if title is not None:
        plain(axes.set_title(shortened(title, TITLE_WIDTH)))


def _common_start(names: Sequence[str]) -> int:
    """How many characters all of them begin with."""
    return next(
        (at for at, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1),
        min(map(len, names)),
    )


def _from(name: str, start: int, width: int) -> str:
    """The name from where it differs on, after as much of its beginning as there is room for."""
    tail = shortened(name[max(0, start - 2) :], width - width // 4 - 1)
    return f"{shortened(name[: width - 1 - len(tail)])}…{tail}"


Corner: TypeAlias = Literal["lower right", "upper left"]
Line: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

WIDE, NARROW = 46, 24  # letters of a line of a legend in our square, and in given axes
_MOST_INSIDE = 8  # entries inside
_HIGH, _HIGHEST = 0.55, 0.8  # of the axes at most: of ours, and of given ones
_LEGEND_ROOM = 0.015  # of the axes between a line and the legend
_SMALLEST = 5.0  # points of the smallest letters


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
    if len(inside) <= _MOST_INSIDE:
        legend = plain_legend(axes, handles, inside, loc="lower right", **options)
        across, up = _share(axes, legend)
        too_large = max(across, up / _HIGH)
        if too_large > 1 and not own:
            size = max(_SMALLEST, float(legend.get_texts()[0].get_fontsize()) / too_large)
            legend = plain_legend(
                axes, handles, inside, loc="lower right", fontsize=size, **options
            )
            across, up = _share(axes, legend)
        if up <= (_HIGH if own else _HIGHEST):
            free = _free_corner(across + _LEGEND_ROOM, up + _LEGEND_ROOM, lines)
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
