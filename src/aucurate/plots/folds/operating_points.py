"""The mean curve over folds with its spread, and the points that do not differ detectably.

Figs. 1 and 2 of Paclik et al. (2010): operating points at their mean rates, bars of one standard
deviation of the mean (or ellipses), a cross at the chosen point and circles around those that
do not differ from it detectably.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, percent, shortened
from aucurate.inference.folds.indistinguishable_points import PointSet
from aucurate.inference.folds.operating_points import FoldRate, OperatingPoints, fold_rate_words
from aucurate.inference.folds.point_tests import RateRegion
from aucurate.plots.figure import Columns, Display, stacked
from aucurate.plots.lines import FALSE_ALARMS, SIDE, diagonal, unit_square
from aucurate.plots.style import Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    brief,
    describe_dropped,
    of_classifiers,
    place_legend,
    plain,
    set_title,
    short_names,
)
from aucurate.study.operate.folds import OperateFoldsStudy

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

PointsPart: TypeAlias = Literal["points", "regions"]
Spread: TypeAlias = Literal["standard error", "standard deviation", "none"]

_CHOSEN = "#D55E00"
_LONG = 30  # letters of a line
_NEEDED: tuple[FoldRate, FoldRate] = ("sensitivity", "specificity")


@dataclass(eq=False, repr=False)
class OperatingPointsDisplay(Display):
    """Mean operating points of a classifier over folds, with their spread.

    ``found`` marks the chosen point and those that do not differ from it detectably. Bars reach one
    standard deviation of the mean either way, or one of the folds; ``regions`` of specificity and
    sensitivity are drawn as ellipses instead. The parts of the frame are ``points``, a row per
    operating point, and ``regions``, a row per place on their outlines; ``p_value`` is the smallest
    adjusted one of the rates of a point, against the chosen one.
    """

    points: OperatingPoints
    found: PointSet | None = None
    _: KW_ONLY
    spread: Spread = "standard error"
    regions: Sequence[RateRegion] = ()

    parts: ClassVar[tuple[str, ...]] = ("points", "regions")

    def _prepare(self) -> None:
        _check_points(self.points, self.found, self.spread, self.regions)

    def _default_title(self) -> str:
        return f"Mean operating points of {shortened(self.points.name, NAME_WIDTH)}"

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), points = axes, self.points
        colour = line_styles([points.name])[points.name].colour
        x, y = 1 - points.mean("specificity"), points.mean("sensitivity")
        unit_square(square)
        diagonal(square)
        if self.regions:
            _draw_regions(square, self.regions, colour)
        elif self.spread != "none":
            _draw_bars(square, points, self.spread, colour)
        line = square.plot(x, y, color=colour, linewidth=1.2, marker="o", markersize=2.6, zorder=3)
        short = short_names([points.name], NAME_WIDTH)[points.name]
        handles: list[Artist] = list(line)
        spread = _spread_words(self.spread, self.regions)
        labels = [f"{short}\n(mean of {points.n_folds} folds{spread})"]
        if self.found is not None:
            handles += _draw_set(square, x, y, self.found)
            labels += _set_words(points, self.found)
        without = f"{describe_dropped(points.dropped)}{_missing(points)}"
        plain(square.set_xlabel(f"{FALSE_ALARMS}{without}"))
        set_title(square, self._heading)
        place_legend(square, handles, labels)

    def _data(self, part: str) -> Columns:
        if part == "regions":
            return _region_columns(self.points, self.regions)
        return _point_columns(self.points, self.found)


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


def _check_points(
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
            "these indistinguishable points belong to other operating points.",
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
    space = "\n" if len(rates) > _LONG else " "
    return [
        f"chosen: sensitivity {chosen}, threshold {brief(found.thresholds[found.chosen])}",
        f"{len(found.points)} of {count(len(found.thresholds) - 1, 'point')}: "
        f"no difference detected\n(by {rates},{space}level {found.level:g}{adjusted})",
    ]


def _spread_words(spread: Spread, regions: Sequence[RateRegion]) -> str:
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


MOST_POINT_PANELS = 12


@dataclass(eq=False, repr=False)
class PointPanelsDisplay(Display):
    """Operating points over folds, a panel for each classifier of a study.

    The study is that of ``aucurate.operate`` over folds. The frame has a row for every operating
    point of every classifier.
    """

    study: OperateFoldsStudy

    def _prepare(self) -> None:
        study = self.study
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
        self._panels = [
            OperatingPointsDisplay(study.operating_points(part.name), part.indistinguishable)
            for part in study.parts
        ]

    @property
    def n_panels(self) -> int:
        """One for each classifier."""
        return len(self.study.parts)

    def _across(self) -> int:
        return min(3, self.n_panels)

    def _default_title(self) -> str:
        return f"{of_classifiers('Mean operating point', self.study.names)} over folds"

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        for panel, own in zip(self._panels, axes, strict=True):
            panel.plot(own)
        if self.n_panels == 1:
            set_title(axes[0], self._heading)

    def _data(self, part: str) -> Columns:
        return stacked([panel._data("points") for panel in self._panels])
