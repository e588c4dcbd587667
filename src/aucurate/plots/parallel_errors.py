"""The errors of all classes at operating points, as parallel coordinates.

A line per operating point and a place per class, so that any number of classes fits: the chosen
point with its bars, the points that cannot be told from it, and all others.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.formatting import count
from aucurate.inference.folds.class_operating_points import ClassOperatingPoints
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.inference.folds.class_rates import errors_of
from aucurate.plots.canvas import FAINT, new_figure
from aucurate.plots.class_error_words import (
    CHOSEN,
    GRID,
    POINT,
    all_words,
    chosen_words,
    inside_words,
    mean_errors,
    short_classes,
)
from aucurate.plots.words import plain, plain_legend, told_dropped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_LETTERS = 60  # of names that stand side by side


class _Group(NamedTuple):
    """Points that look alike, and what the legend says of them."""

    words: str
    members: Sequence[int]
    colour: str


def draw_parallel_errors(
    axes: "Axes",
    points: ClassOperatingPoints,
    found: ClassPointSet | None = None,
    *,
    differences: bool = False,
    title: str | None = None,
) -> None:
    """Draw the mean error of every class, a line per operating point.

    ``found`` marks the chosen point, with bars of one standard deviation of the mean, and those
    that cannot be told from it. With ``differences`` every line is an error minus that of the
    chosen point, which shows more of points that lie near it.
    """
    errors = mean_errors(points, found)
    if differences:
        errors = errors - errors[:, [chosen_point(found)]]
    everybody = _Group(all_words(points), range(len(points)), POINT)
    groups = [everybody]
    if found is not None:
        told = set(range(len(points))) - {found.chosen, *found.points}
        others = _Group(all_words(points), sorted(told), FAINT)
        groups = [others, _Group(inside_words(found), found.points, POINT)]
    handles: list[Any] = [line for one in groups for line in _draw_group(axes, errors, one)]
    labels = [one.words for one in groups]
    if found is not None:
        bars, said = _draw_chosen(axes, points, found, differences)
        handles.append(bars)
        labels.append(f"{chosen_words(found)}{said}")
    _name_classes(axes, points)
    what = " minus that of the chosen point" if differences else ""
    axes.set_ylabel(f"error of the class{what}\n(mean of {count(points.n_folds, 'fold')})")
    if not differences:
        top = min(1.02, 1.08 * float(np.nanmax(errors)) + 0.01)
        axes.set_ylim(-0.02 * top, top)
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=1.6)


def parallel_errors_figure(
    points: ClassOperatingPoints,
    found: ClassPointSet | None = None,
    *,
    differences: bool = False,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_parallel_errors` on a figure of its own."""
    width = min(11.0, 4.4 + 0.26 * len(points.classes))
    height = 4.1 + (0.9 if found is not None else 0.2) + 0.2 * bool(title)
    with new_figure(width, height) as figure:
        draw_parallel_errors(
            figure.add_subplot(), points, found, differences=differences, title=title
        )
    return figure


def _draw_group(axes: "Axes", errors: NDArray[np.float64], group: _Group) -> Any:
    """The lines of a group, the fainter the more there are; the line of its legend."""
    visible = min(0.8, max(0.2, 12 / max(1, len(group.members))))
    places = np.arange(len(errors))
    style: dict[str, Any] = {"color": group.colour, "zorder": 2 if group.colour == FAINT else 3}
    axes.plot(places, errors[:, list(group.members)], linewidth=0.9, alpha=visible, **style)
    return axes.plot([], [], linewidth=1.4, color=group.colour)


def _draw_chosen(
    axes: "Axes", points: ClassOperatingPoints, found: ClassPointSet, differences: bool
) -> tuple[Any, str]:
    """The line of the chosen point, and what its bars are."""
    rates = errors_of(points.classes)
    style: dict[str, Any] = {
        "color": CHOSEN,
        "marker": "X",
        "markersize": 5,
        "markeredgewidth": 0.4,
    }
    style |= {"markeredgecolor": "white", "linewidth": 1.6, "zorder": 5}
    places = np.arange(len(rates))
    if differences:
        return axes.plot(places, np.zeros(len(rates)), **style)[0], ""
    middle = [points.mean(rate)[found.chosen] for rate in rates]
    reach = [points.standard_error(rate)[found.chosen] for rate in rates]
    bars = axes.errorbar(places, middle, yerr=reach, elinewidth=1.1, capsize=2.5, **style)
    return bars, "\n(± standard deviation of the mean)"


def chosen_point(found: ClassPointSet | None) -> int:
    """The point that differences are from."""
    if found is None:
        raise OptionError(
            "differences are from a chosen point, and there is none.",
            hint="indistinguishable_points(points, chosen) has one.",
        )
    return found.chosen


def _name_classes(axes: "Axes", points: ClassOperatingPoints) -> None:
    names = short_classes(points)
    many = len(names)
    axes.set_xlim(-0.4, many - 0.6)
    longest = max(map(len, names))
    turned = longest > 2 and longest * many > _MOST_LETTERS
    axes.set_xticks(range(many), names, rotation=90 if turned else 0)
    for text in axes.get_xticklabels():
        plain(text)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    plain(axes.set_xlabel(f"class{told_dropped(points.dropped)}{_missing(points)}"))


def _missing(points: ClassOperatingPoints) -> str:
    """A line for classes that some folds do not have."""
    rates = errors_of(points.classes)
    lacking = sum(int(np.min(points.evaluated(rate)) < points.n_folds) for rate in rates)
    return f"\nerrors of {lacking} of them without folds that lack the class" if lacking else ""
