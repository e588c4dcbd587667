"""Words on figures. A name is text: a ``$`` in it starts no formula, a ``_`` hides no entry.

Legends
-------
A legend covers nothing and moves nothing: it stands in a corner that is left free (of ROC curves
the lower right), or else beside the axes.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from aucurate.formatting import count, digits_for, interval, join_words, number, shortened
from aucurate.plots.style import is_own
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend
    from matplotlib.path import Path
    from matplotlib.text import Text

TITLE_WIDTH = 80
NAME_WIDTH = 32
_SHORT = 14
_LINE = 0.185  # inches of a line of a legend


def plain(text: "Text") -> "Text":
    """The same text, taken as it stands."""
    text.set_parse_math(False)
    text.set_usetex(False)
    return text


def short_names(names: Sequence[str], width: int) -> dict[str, str]:
    """Names fit for a figure, no two alike: cut at the end, or down to where they differ.

    >>> short_names(["forest of depth 3", "forest of depth 5", "tree"], 12)
    {'forest of depth 3': 'forest …th 3', 'forest of depth 5': 'forest …th 5', 'tree': 'tree'}
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


def of_classifiers(what: str, names: Sequence[str]) -> str:
    """A title: of the only classifier by its name, of several by their number.

    >>> of_classifiers("ROC curve", ["forest"]), of_classifiers("ROC curve", ["a", "b"])
    ('ROC curve of forest', 'ROC curves of 2 classifiers')
    """
    if len(names) > 1:
        return f"{what}s of {count(len(names), 'classifier')}"
    return f"{what} of {shortened(names[0], NAME_WIDTH)}" if names[0] else what


def minus(text: str) -> str:
    """Numbers with a minus sign instead of a hyphen, and none before what reads as 0.

    >>> minus("-0.000 (-0.015 to 0.015)")
    '0.000 (−0.015 to 0.015)'
    """
    unsigned = re.sub(r"-(0(?:\.0+)?)(?![.\d])", r"\1", text)
    return unsigned.replace("-", "\N{MINUS SIGN}")


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
    **options: Any,
) -> "Legend":
    """A legend whose labels are taken as they stand."""
    # Matplotlib leaves out labels that begin with "_", so they are put in afterwards.
    legend = axes.legend(list(handles), ["label"] * len(labels), **options)
    for text, label in zip(legend.get_texts(), labels, strict=True):
        plain(text).set_text(label)
    if title is not None:
        legend.set_title(shortened(title, TITLE_WIDTH))
        plain(legend.get_title())
    return legend


def legend_above(
    axes: "Axes", handles: "Sequence[Artist]", labels: Sequence[str], title: str | None
) -> None:
    """A short legend above axes that have no free corner, with the title on top of it."""
    options: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0)}
    options |= {"alignment": "left", "borderpad": 0.0, "borderaxespad": 0.3, "frameon": False}
    legend = plain_legend(axes, handles, labels, handlelength=1.4, **options)
    if title:
        legend.set_title(shortened(title, TITLE_WIDTH))
        plain(legend.get_title()).set_fontsize("large")


def height_for(labels: Sequence[str], least: float) -> float:
    """Inches of axes as high as a legend beside them; at least so many, as for one inside."""
    lines = sum(label.count("\n") + 1 for label in labels)
    return least if len(labels) <= _MOST_INSIDE else max(least, _LINE * lines)


def set_title(axes: "Axes", title: str | None) -> None:
    """Put a title above the axes, if there is one."""
    if title:
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


Corner: TypeAlias = Literal["lower right", "upper left", "upper right", "lower left"]

_MOST_INSIDE = 8  # entries inside
_HIGH, _HIGHEST = 0.6, 0.8  # of the axes at most: of ours, and of given ones
_LEGEND_ROOM = 0.012  # of the axes between a line and the legend
_SMALLEST = 5.0  # points of the smallest letters
_BEHIND = 1.0  # what lies this far back, such as the diagonal, may run behind a legend


def place_legend(
    axes: "Axes",
    handles: "Sequence[Artist]",
    labels: Sequence[str],
    *,
    heading: str | None = None,
    handlelength: float = 2.2,
) -> None:
    """The legend in a corner that nothing drawn enters, or else beside the axes; call it last.

    On given axes it stays inside, as beside them is somebody else's room, in smaller letters if
    need be; only what would fill them is put beside.
    """
    own = is_own(axes)
    options: dict[str, Any] = {"handlelength": handlelength, "title": heading}
    inside: dict[str, Any] = {"frameon": True, "facecolor": "white", "edgecolor": "none"}
    inside |= {"framealpha": 0.85, "borderpad": 0.2, "loc": "lower right"}
    if len(labels) <= _MOST_INSIDE:
        legend = plain_legend(axes, handles, labels, **options, **inside)
        across, up = _share(axes, legend)
        too_large = max(across, up / _HIGH)
        if too_large > 1 and not own:
            size = max(_SMALLEST, float(legend.get_texts()[0].get_fontsize()) / too_large)
            legend = plain_legend(axes, handles, labels, fontsize=size, **options, **inside)
            across, up = _share(axes, legend)
        if across <= 1 and up <= (_HIGH if own else _HIGHEST):
            free = _free_corner(axes, across + _LEGEND_ROOM, up + _LEGEND_ROOM)
            if free is not None or not own:
                legend.set_loc(free or "lower right")
                return
    options |= {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0), "alignment": "left"}
    plain_legend(axes, handles, labels, borderaxespad=0.0, frameon=False, **options)


def _share(axes: "Axes", legend: "Legend") -> tuple[float, float]:
    """How much of the width and the height of the axes a legend in a corner takes."""
    axes.apply_aspect()
    box, whole = legend.get_window_extent(), axes.get_window_extent()
    size = float(legend.get_texts()[0].get_fontsize()) * axes.figure.dpi / 72
    padding = legend.borderaxespad * size
    return float((box.width + padding) / whole.width), float((box.height + padding) / whole.height)


def _free_corner(axes: "Axes", across: float, up: float) -> Corner | None:
    """The first corner of the axes with room for this share of them."""
    from matplotlib.transforms import Bbox

    corners: dict[Corner, Bbox] = {
        "lower right": Bbox.from_extents(1 - across, 0, 1, up),
        "upper left": Bbox.from_extents(0, 1 - up, across, 1),
        "upper right": Bbox.from_extents(1 - across, 1 - up, 1, 1),
        "lower left": Bbox.from_extents(0, 0, across, up),
    }
    drawn = list(_drawn(axes))
    for corner, box in corners.items():
        if not any(path.intersects_bbox(box, filled=filled) for path, filled in drawn):
            return corner
    return None


def _drawn(axes: "Axes") -> "Iterator[tuple[Path, bool]]":
    """The outlines of all that is drawn, in shares of the axes, and whether they are filled."""
    from matplotlib.path import Path

    to_shares = axes.transAxes.inverted()
    for line in axes.lines:
        if line.get_zorder() > _BEHIND and len(line.get_path()):
            path = line.get_path().transformed(line.get_transform() + to_shares)
            yield path if len(path) > 1 else Path(np.repeat(path.vertices, 2, axis=0)), False
    for patch in axes.patches:
        yield patch.get_path().transformed(patch.get_transform() + to_shares), True
    for collection in axes.collections:
        for outline in collection.get_paths():
            yield outline.transformed(collection.get_transform() + to_shares), True
    for text in axes.texts:
        box = text.get_window_extent().transformed(to_shares)
        yield Path(box.corners()[[0, 1, 3, 2, 0]]), True
