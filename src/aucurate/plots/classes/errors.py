"""The errors of classes at operating points: a cloud in space, or parallel coordinates.

A cloud in space
----------------
The errors of three classes at operating points, as a cloud in space.

Fig. 3 of Paclik et al. (2010): operating points at the mean errors of their classes, a cross at the
chosen weights and circles around the points that cannot be told from it. For any number of classes
there are parallel coordinates (:func:`draw_parallel_errors`).

Parallel coordinates
--------------------
The errors of all classes at operating points, as parallel coordinates.

A line per operating point and a place per class, so that any number of classes fits: the chosen
point with its bars, the points that cannot be told from it, and all others.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import shares
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, shortened
from aucurate.inference.folds.class_points import ClassOperatingPoints, errors_of
from aucurate.inference.folds.indistinguishable_points import ClassPointSet
from aucurate.plots.figure import as_frame
from aucurate.plots.style import FAINT, ink, new_figure
from aucurate.plots.text import NAME_WIDTH, plain, plain_legend, short_names, told_dropped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SHADOW = "#C4C4C4"


def draw_class_errors(
    axes: Any,
    points: ClassOperatingPoints,
    found: ClassPointSet | None = None,
    *,
    title: str | None = None,
) -> None:
    """Draw the mean errors of three classes on axes of three dimensions.

    ``axes`` come from ``figure.add_subplot(projection="3d")``. ``found`` marks the chosen point and
    those that cannot be told from it. Grey dots are the shadows of the points on the walls.
    """
    if len(points.classes) != 3:
        raise OptionError(
            f"a cloud in space is of three classes; there are {len(points.classes)}.",
            hint="draw_parallel_errors takes any number.",
        )
    errors = mean_errors(points, found)
    walls = _room(axes, errors)
    axes.computed_zorder = False  # marks lie above the points, whichever is nearer
    for wall, place in enumerate(walls):
        shadow = errors.copy()
        shadow[wall] = place
        axes.scatter(*shadow, s=5, color=_SHADOW, depthshade=False, linewidths=0, zorder=1)
    handles = [axes.scatter(*errors, s=13, color=POINT, depthshade=False, linewidths=0, zorder=3)]
    labels = [all_words(points)]
    if found is not None:
        ring = {"s": 46, "facecolors": "none", "edgecolors": ink(), "linewidths": 0.9}
        cross = {"s": 95, "marker": "X", "color": CHOSEN, "edgecolors": "white"}
        chosen = errors[:, found.chosen]
        _draw_way(axes, chosen, walls)
        circled = errors[:, list(found.points)]
        handles.append(axes.scatter(*circled, depthshade=False, zorder=4, **ring))
        handles.append(axes.scatter(*chosen[:, None], depthshade=False, zorder=6, **cross))
        labels += [inside_words(found), chosen_words(found)]
    names = [f"error of {label}" for label in short_classes(points)]
    for set_label, name in zip(
        (axes.set_xlabel, axes.set_ylabel, axes.set_zlabel), names, strict=True
    ):
        plain(set_label(name))
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=1.2)


def class_errors_figure(
    points: ClassOperatingPoints,
    found: ClassPointSet | None = None,
    *,
    title: str | None = None,
) -> "Figure":
    """Three classes in space, any other number as parallel coordinates, on a figure of its own."""
    if len(points.classes) != 3:
        return parallel_errors_figure(points, found, title=title)
    height = 4.5 + (0.75 if found is not None else 0.25) + 0.2 * bool(title)
    with new_figure(5.4, height, arranged=False) as figure:
        axes: Any = figure.add_axes((0.02, 0.02, 0.9, 4.4 / height), projection="3d")
        draw_class_errors(axes, points, found, title=title)
        axes.set_box_aspect(None, zoom=1.02)
    return figure


def class_errors_frame(
    points: ClassOperatingPoints, found: ClassPointSet | None = None, *, backend: str = "polars"
) -> Any:
    """The drawn numbers: a row per operating point and class.

    ``weight`` is the share of the class in the weights of the point. ``p_value`` is the smallest
    adjusted one of the rates that were tested, against the chosen point.
    """
    mean_errors(points, found)
    size, many = len(points), len(points.classes)
    rates = errors_of(points.classes)

    def by_point(values: list[Any]) -> list[Any]:
        return [value for value in values for _ in range(many)]

    def by_class(columns: list[NDArray[Any]]) -> list[Any]:
        return np.stack(columns, axis=1).ravel().tolist()

    columns: dict[str, list[Any]] = {
        "classifier": [points.name] * (size * many),
        "point": by_point(list(range(size))),
        "class": list(points.classes) * size,
        "weight": shares(points.weights).ravel().tolist(),
        "error": by_class([points.mean(rate) for rate in rates]),
        "standard_deviation": by_class([points.standard_deviation(rate) for rate in rates]),
        "standard_error": by_class([points.standard_error(rate) for rate in rates]),
        "stacked": by_class([points.on_the_stack(rate) for rate in rates]),
        "folds": by_class([points.evaluated(rate) for rate in rates]),
    }
    if found is not None:
        columns["status"] = by_point(found.statuses(size))
        columns["p_value"] = by_point(found.smallest_p_values(size))
    return as_frame(columns, backend)


def _room(axes: Any, errors: NDArray[np.float64]) -> list[float]:
    """Scales with a little room around the points; where the three walls stand behind them."""
    from matplotlib.ticker import MaxNLocator

    walls = []
    for axis, values in zip((axes.xaxis, axes.yaxis, axes.zaxis), errors, strict=True):
        least, most = float(np.nanmin(values)), float(np.nanmax(values))
        gap = max(0.08 * (most - least), 0.01)
        low, high = max(0.0, least - gap), min(1.0, most + gap)
        getattr(axes, f"set_{axis.axis_name}lim")(low, high)
        axis.set_major_locator(MaxNLocator(5))
        axis.set_pane_color((1.0, 1.0, 1.0, 0.0))
        axis._axinfo["grid"].update(color=GRID)  # there is no other way to a fainter one
        walls.append(high if axis is axes.yaxis else low)
    axes.view_init(elev=22, azim=-52)
    return walls


def _draw_way(axes: Any, chosen: NDArray[np.float64], walls: list[float]) -> None:
    """Dotted lines from the chosen point to the walls."""
    for wall, place in enumerate(walls):
        end = chosen.copy()
        end[wall] = place
        way = np.stack([chosen, end], axis=1)
        axes.plot(*way, color=CHOSEN, linewidth=0.9, linestyle=(0, (1, 1.5)), zorder=2)
        axes.scatter(*end[:, None], s=26, marker="X", color=CHOSEN, alpha=0.55, zorder=2)


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


# What figures of the errors of all classes share: the errors, their colours and their words.


POINT = "#0072B2"
CHOSEN = "#D55E00"
GRID = "#E4E4E4"
_CLASS_WIDTH = 14
_SHOWN_WEIGHTS = 5  # classes whose weights fit into a legend


def mean_errors(points: ClassOperatingPoints, found: ClassPointSet | None) -> NDArray[np.float64]:
    """The mean error of every class: classes x points."""
    lacking = [rate for rate in errors_of(points.classes) if rate not in points.rates]
    if lacking:
        raise OptionError(
            "the figure needs the error of every class; "
            f"{join_words(lacking[:3])} was not averaged.",
            hint="class_operating_points(data, weights) averages them all.",
        )
    if found is not None and not np.array_equal(np.array(found.weights), points.weights):
        raise OptionError(
            "the points that cannot be told apart are those of other operating points.",
            hint="indistinguishable_points(points, chosen) with the same points.",
        )
    return np.stack([points.mean(rate) for rate in errors_of(points.classes)])


def all_words(points: ClassOperatingPoints) -> str:
    """What a legend says of all points."""
    short = short_names([points.name], NAME_WIDTH)[points.name]
    return f"{short}: {count(len(points), 'operating point')}"


def inside_words(found: ClassPointSet) -> str:
    """What a legend says of the points that cannot be told from the chosen one."""
    adjusted = "" if found.correction == "none" else f", {found.correction}"
    return (
        f"{len(found.points)} of {count(len(found.weights) - 1, 'point')} not told from the chosen "
        f"one\n(by {shortened(found.rates_words, 60)}, level {found.level:g}{adjusted})"
    )


def chosen_words(found: ClassPointSet) -> str:
    """What a legend says of the chosen point: its weights, or its place where these are many."""
    if len(found.classes) > _SHOWN_WEIGHTS:
        return f"chosen: point {found.chosen}"
    weights = shares(np.array(found.weights[found.chosen])).tolist()
    return f"chosen: weights {join_words([number(weight, 2) for weight in weights])}"


def short_classes(points: ClassOperatingPoints) -> list[str]:
    """The classes by names that fit beside an axis."""
    short = short_names(points.classes, _CLASS_WIDTH)
    return [short[label] for label in points.classes]
