"""The mean curve over folds with its spread, and the points that cannot be told apart.

Figs. 1 and 2 of Paclik et al. (2010): operating points at their mean rates, bars of one standard
deviation of the mean (or ellipses), a cross at the chosen point and circles around those that
cannot be told from it.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, percent, shortened
from aucurate.inference.folds.indistinguishable_points import PointSet
from aucurate.inference.folds.operating_points import FoldRate, OperatingPoints, fold_rate_words
from aucurate.inference.folds.point_tests import RateRegion
from aucurate.plots.figure import as_frame, part_of
from aucurate.plots.lines import diagonal, unit_square
from aucurate.plots.style import ink, looks, new_figure
from aucurate.plots.text import (
    NAME_WIDTH,
    TITLE_WIDTH,
    brief,
    plain,
    plain_legend,
    short_names,
    told_dropped,
)
from aucurate.study.operate.folds import OperateFoldsStudy

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PointsPart: TypeAlias = Literal["points", "regions"]
Spread: TypeAlias = Literal["standard error", "standard deviation", "none"]

_CHOSEN = "#D55E00"
_NEEDED: tuple[FoldRate, FoldRate] = ("sensitivity", "specificity")


def draw_operating_points(
    axes: "Axes",
    points: OperatingPoints,
    found: PointSet | None = None,
    *,
    spread: Spread = "standard error",
    regions: Sequence[RateRegion] = (),
    title: str | None = None,
) -> None:
    """Draw the mean curve of a classifier over folds.

    ``found`` marks the chosen point and those that cannot be told from it. Bars reach one standard
    deviation of the mean either way, or one of the folds; ``regions`` of specificity and
    sensitivity are drawn as ellipses instead.
    """
    check_points(points, found, spread, regions)
    look = looks([points.name])[points.name]
    x, y = 1 - points.mean("specificity"), points.mean("sensitivity")
    unit_square(axes)
    diagonal(axes)
    if regions:
        _draw_regions(axes, regions, look.colour)
    elif spread != "none":
        _draw_bars(axes, points, spread, look.colour)
    line = axes.plot(x, y, color=look.colour, linewidth=1.2, marker="o", markersize=2.6, zorder=3)
    short = short_names([points.name], NAME_WIDTH)[points.name]
    handles: list[Artist] = list(line)
    labels = [f"{short}\n(mean of {points.n_folds} folds{_said(spread, regions)})"]
    if found is not None:
        handles += _draw_set(axes, x, y, found)
        labels += _set_words(points, found)
    plain(axes.set_xlabel(f"1 - specificity{told_dropped(points.dropped)}{_missing(points)}"))
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=1.8)


def operating_points_figure(
    points: OperatingPoints,
    found: PointSet | None = None,
    *,
    spread: Spread = "standard error",
    regions: Sequence[RateRegion] = (),
    title: str | None = None,
) -> "Figure":
    """:func:`draw_operating_points` on a figure of its own."""
    with new_figure(4.6, (5.05 if found is None else 5.5) + 0.2 * bool(title)) as figure:
        draw_operating_points(
            figure.add_subplot(),
            points,
            found,
            spread=spread,
            regions=regions,
            title=title,
        )
    return figure


def operating_points_frame(
    points: OperatingPoints,
    found: PointSet | None = None,
    *,
    regions: Sequence[RateRegion] = (),
    part: PointsPart = "points",
    backend: str = "polars",
) -> Any:
    """The drawn numbers: a row per operating point, or per place on the outline of a region.

    ``p_value`` is the smallest adjusted one of the rates of a point, against the chosen one.
    """
    check_points(points, found, "none", regions)
    parts = {"points": _point_columns(points, found), "regions": _region_columns(points, regions)}
    return part_of(part, parts, backend)


def _region_columns(
    points: OperatingPoints, regions: Sequence[RateRegion]
) -> dict[str, list[object]]:
    outlines = [(one, *(each.tolist() for each in one.outline())) for one in regions]
    return {
        "classifier": [points.name for _, spared, _ in outlines for _ in spared],
        "threshold": [one.threshold for one, spared, _ in outlines for _ in spared],
        "specificity": [rate for _, spared, _ in outlines for rate in spared],
        "sensitivity": [rate for _, _, found in outlines for rate in found],
    }


def _point_columns(points: OperatingPoints, found: PointSet | None) -> dict[str, list[object]]:
    columns: dict[str, list[object]] = {
        "classifier": [points.name] * len(points),
        "threshold": points.thresholds.astype(np.float64).tolist(),
    }
    for rate in _NEEDED:
        columns[rate] = points.mean(rate).tolist()
        columns[f"{rate}_standard_deviation"] = points.standard_deviation(rate).tolist()
        columns[f"{rate}_standard_error"] = points.standard_error(rate).tolist()
        columns[f"{rate}_folds"] = points.evaluated(rate).tolist()
    if found is not None:
        columns["status"] = list(found.statuses(len(points)))
        columns["p_value"] = list(found.smallest_p_values(len(points)))
    return columns


def check_points(
    points: OperatingPoints, found: PointSet | None, spread: Spread, regions: Sequence[RateRegion]
) -> None:
    """Refuse what cannot be drawn."""
    lacking = [rate for rate in _NEEDED if rate not in points.rates]
    if lacking:
        raise OptionError(
            f"the curve needs {join_words(_NEEDED)}; {join_words(lacking)} was not averaged.",
            hint='operating_points(data, name, rates=["sensitivity", "specificity", ...]).',
        )
    if spread not in get_args(Spread):
        raise OptionError(
            f"there is no spread {spread!r}.", hint=f"there are {join_words(get_args(Spread))}."
        )
    if any(region.rates != _NEEDED[::-1] for region in regions):
        raise OptionError(
            "the regions are not those of specificity and sensitivity, in this order.",
            hint="rate_regions(points).",
        )
    if found is not None and found.thresholds != tuple(points.thresholds.astype(float).tolist()):
        raise OptionError(
            "the points that cannot be told apart are those of other operating points.",
            hint="indistinguishable_points(points, chosen) with the same points.",
        )


def _draw_regions(axes: "Axes", regions: Sequence[RateRegion], colour: str) -> None:
    for region in regions:
        spared, found = region.outline()
        axes.fill(1 - spared, found, facecolor=colour, alpha=0.10, zorder=1.5)
        axes.plot(1 - spared, found, color=colour, linewidth=0.5, alpha=0.6, zorder=1.6)


def _draw_bars(axes: "Axes", points: OperatingPoints, spread: Spread, colour: str) -> None:
    reach = points.standard_error if spread == "standard error" else points.standard_deviation
    axes.errorbar(
        1 - points.mean("specificity"),
        points.mean("sensitivity"),
        xerr=reach("specificity"),
        yerr=reach("sensitivity"),
        fmt="none",
        ecolor=colour,
        elinewidth=0.7,
        capsize=1.5,
        capthick=0.7,
        alpha=0.65,
        zorder=2,
    )


def _draw_set(axes: "Axes", x: Any, y: Any, found: PointSet) -> "list[Artist]":
    cross: dict[str, Any] = {"marker": "X", "markersize": 9, "markerfacecolor": _CHOSEN}
    circle: dict[str, Any] = {"marker": "o", "markersize": 7.5, "markerfacecolor": "none"}
    one, inside = [found.chosen], list(found.points)
    return [
        *axes.plot(x[one], y[one], linestyle="none", markeredgecolor="white", zorder=5, **cross),
        *axes.plot(
            x[inside], y[inside], linestyle="none", markeredgecolor=ink(), zorder=4, **circle
        ),
    ]


def _set_words(points: OperatingPoints, found: PointSet) -> list[str]:
    rates = join_words([fold_rate_words(rate) for rate in found.rates])
    chosen = number(float(points.mean("sensitivity")[found.chosen]))
    adjusted = "" if found.correction == "none" else f", {found.correction}"
    return [
        f"chosen: sensitivity {chosen}, threshold {brief(found.thresholds[found.chosen])}",
        f"{len(found.points)} of {count(len(found.thresholds) - 1, 'point')} not told from it\n"
        f"(by {rates}, level {found.level:g}{adjusted})",
    ]


def _said(spread: Spread, regions: Sequence[RateRegion]) -> str:
    if regions:
        return f", {percent(regions[0].confidence)} ellipses"
    return {
        "standard error": " ± standard deviation of the mean",
        "standard deviation": " ± standard deviation",
        "none": "",
    }[spread]


def _missing(points: OperatingPoints) -> str:
    """A line for rates that some folds do not have."""
    lacking = [rate for rate in _NEEDED if np.min(points.evaluated(rate)) < points.n_folds]
    if not lacking:
        return ""
    return f"\n{join_words(lacking)} without folds that lack the class"


# Several classifiers over folds, each at its operating point: a panel for the curve of each.


_ACROSS = 3
MOST_POINT_PANELS = 12


def draw_point_panels(axes: "Sequence[Axes]", study: OperateFoldsStudy) -> None:
    """Draw the mean curve, the chosen point and those not told from it, on axes for each."""
    for each, part in zip(axes, study.parts, strict=True):
        draw_operating_points(each, study.operating_points(part.name), part.indistinguishable)


def point_panels_figure(study: OperateFoldsStudy, *, title: str | None = None) -> "Figure":
    """:func:`draw_point_panels` on a figure of its own."""
    require_few(study)
    panels = len(study.parts)
    across = min(_ACROSS, panels)
    down = math.ceil(panels / across)
    with new_figure(4.6 * across, 5.5 * down + 0.3 * bool(title)) as figure:
        grid = list(figure.subplots(down, across, squeeze=False).flat)
        for empty in grid[panels:]:
            empty.set_axis_off()
        draw_point_panels(grid[:panels], study)
        if title is not None:
            plain(figure.suptitle(shortened(title, TITLE_WIDTH), x=0.01, ha="left"))
    return figure


def require_few(study: OperateFoldsStudy) -> None:
    """Refuse what cannot be drawn."""
    if not isinstance(study, OperateFoldsStudy):
        raise OptionError(
            f"the figure needs a study of operating points over folds, not a "
            f"{type(study).__name__}.",
            hint="aucurate.operate(folds, at=0.5), with FoldScores.",
        )
    if len(study.parts) > MOST_POINT_PANELS:
        raise OptionError(
            f"{len(study.parts)} panels do not fit one figure; {MOST_POINT_PANELS} do.",
            hint="draw a selection of the classifiers.",
        )


def point_panels_frame(study: OperateFoldsStudy, *, backend: str = "polars") -> Any:
    """The drawn numbers: a row for every operating point of every classifier."""
    frames = [
        operating_points_frame(study.operating_points(part.name), part.indistinguishable)
        for part in study.parts
    ]
    columns: dict[str, list[object]] = {name: [] for name in frames[0].columns}
    for frame in frames:
        for name in columns:
            columns[name] += frame[name].to_list()
    return as_frame(columns, backend)
