"""The errors of three classes at operating points, as a cloud in space.

Fig. 3 of Paclik et al. (2010): operating points at the mean errors of their classes, a cross at the
chosen weights and circles around the points that cannot be told from it. For any number of classes
there are parallel coordinates (:func:`draw_parallel_errors`).
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.weighted_decision import shares
from aucurate.errors import OptionError
from aucurate.inference.folds.class_operating_points import ClassOperatingPoints
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.inference.folds.class_rates import errors_of
from aucurate.plots.canvas import ink, new_figure
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
from aucurate.plots.frames import as_frame
from aucurate.plots.parallel_errors import parallel_errors_figure
from aucurate.plots.words import plain, plain_legend

if TYPE_CHECKING:
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
