"""The errors of classes at operating points over folds: in two panels, or as parallel coordinates.

The errors of three classes take two panels, one class against the first in each. For any number of
classes there are parallel coordinates: a line per operating point and a place per class, with the
chosen point and its bars, the points that do not differ from it detectably, and all others.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import shares
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, shortened
from aucurate.inference.folds.class_points import ClassOperatingPoints, errors_of
from aucurate.inference.folds.indistinguishable_points import ClassPointSet
from aucurate.plots.figure import Columns, Display
from aucurate.plots.style import FAINT, Size, ink
from aucurate.plots.text import (
    NAME_WIDTH,
    describe_dropped,
    place_legend,
    plain,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes


@dataclass(eq=False, repr=False)
class ClassErrorsDisplay(Display):
    """Mean class errors at operating points: two panels for three classes, else parallel axes.

    Of three classes the errors of the second and of the third are drawn against those of the first
    (Fig. 3 of Paclik et al., 2010, which shows a cloud in space): a cross at the chosen weights and
    circles around the points that do not differ from it detectably. Any other number is drawn as
    :class:`ParallelErrorsDisplay` does. ``found`` has the chosen point and those around it. The
    frame has a row per operating point and class; see :class:`ParallelErrorsDisplay`.
    """

    points: ClassOperatingPoints
    found: ClassPointSet | None = None

    def _prepare(self) -> None:
        self._errors = _mean_errors(self.points, self.found)
        self._parallel = ParallelErrorsDisplay(self.points, self.found)

    @property
    def n_panels(self) -> int:
        """Two for three classes, else one."""
        return 2 if len(self.points.classes) == 3 else 1

    def _default_title(self) -> str:
        return self._parallel._default_title()

    def _size(self) -> Size:
        return self._parallel._size() if self.n_panels == 1 else (3.3, 3.3)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        if self.n_panels == 1:
            self._parallel.plot(axes[0])
            set_title(axes[0], self._heading)
            return
        names = _short_classes(self.points)
        for at, panel in enumerate(axes, start=1):
            handles = self._draw_pair(panel, at)
            plain(panel.set_xlabel(f"error of {names[0]}"))
            plain(panel.set_ylabel(f"error of {names[at]}"))
        labels = [_all_words(self.points)]
        if self.found is not None:
            labels += [_inside_words(self.found), _chosen_words(self.found)]
        place_legend(axes[-1], handles, labels, handlelength=1.2)

    def _draw_pair(self, axes: "Axes", at: int) -> "list[Artist]":
        """The points at the errors of the first class and of one of the others."""
        x, y, found = self._errors[0], self._errors[at], self.found
        dot: dict[str, Any] = {"marker": "o", "markersize": 3.4, "markeredgewidth": 0}
        handles: list[Artist] = [*axes.plot(x, y, linestyle="none", color=POINT, **dot)]
        if found is not None:
            inside, chosen = list(found.points), [found.chosen]
            ring: dict[str, Any] = {"marker": "o", "markersize": 7, "markerfacecolor": "none"}
            ring |= {"markeredgecolor": ink(), "markeredgewidth": 0.9, "zorder": 4}
            cross: dict[str, Any] = {"marker": "X", "markersize": 9, "color": CHOSEN}
            cross |= {"markeredgecolor": "white", "zorder": 6}
            handles += axes.plot(x[inside], y[inside], linestyle="none", **ring)
            handles += axes.plot(x[chosen], y[chosen], linestyle="none", **cross)
        axes.grid(color=GRID, linewidth=0.6)
        return handles

    def _data(self, part: str) -> Columns:
        return self._parallel._data(part)


_MOST_LETTERS = 60  # of names that stand side by side


class _Group(NamedTuple):
    """Points that look alike, and what the legend says of them."""

    words: str
    members: Sequence[int]
    colour: str


@dataclass(eq=False, repr=False)
class ParallelErrorsDisplay(Display):
    """Mean class errors in parallel coordinates, one line per operating point.

    ``found`` marks the chosen point, with bars of one standard deviation of the mean, and those
    that do not differ from it detectably. With ``differences`` every line is an error minus that of
    the chosen point, which shows more of points that lie near it.

    The frame has a row per operating point and class. ``weight`` is the share of the class in the
    weights of the point. ``p_value`` is the smallest adjusted one of the rates that were tested,
    against the chosen point.
    """

    points: ClassOperatingPoints
    found: ClassPointSet | None = None
    _: KW_ONLY
    differences: bool = False

    def _prepare(self) -> None:
        self._errors = _mean_errors(self.points, self.found)
        if self.differences:
            self._errors = self._errors - self._errors[:, [_chosen_point(self.found)]]

    def _default_title(self) -> str:
        name = shortened(self.points.name, NAME_WIDTH)
        return f"Errors of {count(len(self.points.classes), 'class', 'classes')}, {name}"

    def _size(self) -> Size:
        return min(10.3, 3.7 + 0.26 * len(self.points.classes)), 3.6

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), points, found, errors = axes, self.points, self.found, self._errors
        groups = [_Group(_all_words(points), range(len(points)), POINT)]
        if found is not None:
            others = sorted(set(range(len(points))) - {found.chosen, *found.points})
            groups = [
                _Group(_all_words(points), others, FAINT),
                _Group(_inside_words(found), found.points, POINT),
            ]
        handles: list[Any] = [line for group in groups for line in _draw_group(plot, errors, group)]
        labels = [group.words for group in groups]
        if found is not None:
            bars, reach = _draw_chosen(plot, points, found, self.differences)
            handles.append(bars)
            labels.append(f"{_chosen_words(found)}{reach}")
        _name_classes(plot, points)
        what = " minus that of the chosen point" if self.differences else ""
        plot.set_ylabel(f"error of the class{what}\n(mean of {count(points.n_folds, 'fold')})")
        if not self.differences:
            top = min(1.02, 1.08 * float(np.nanmax(errors)) + 0.01)
            plot.set_ylim(-0.02 * top, top)
        set_title(plot, self._heading)
        place_legend(plot, handles, labels)

    def _data(self, part: str) -> Columns:
        points, size, many = self.points, len(self.points), len(self.points.classes)
        rates = errors_of(points.classes)

        def by_point(values: Sequence[object]) -> list[object]:
            return [value for value in values for _ in range(many)]

        def by_class(columns: list[NDArray[Any]]) -> list[object]:
            return list(np.stack(columns, axis=1).ravel().tolist())

        columns: dict[str, Sequence[object]] = {
            "classifier": [points.name] * (size * many),
            "point": by_point(range(size)),
            "class": [*points.classes] * size,
            "weight": shares(points.weights).ravel().tolist(),
            "error": by_class([points.mean(rate) for rate in rates]),
            "standard_deviation": by_class([points.standard_deviation(rate) for rate in rates]),
            "standard_error": by_class([points.standard_error(rate) for rate in rates]),
            "stacked": by_class([points.on_the_stack(rate) for rate in rates]),
            "folds": by_class([points.evaluated(rate) for rate in rates]),
        }
        if self.found is not None:
            columns["status"] = by_point(self.found.statuses(size))
            columns["p_value"] = by_point(self.found.smallest_p_values(size))
        return columns


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


def _chosen_point(found: ClassPointSet | None) -> int:
    """The point that differences are from."""
    if found is None:
        raise OptionError(
            "differences are from a chosen point, and there is none.",
            hint="indistinguishable_points(points, chosen) has one.",
        )
    return found.chosen


def _name_classes(axes: "Axes", points: ClassOperatingPoints) -> None:
    names = _short_classes(points)
    many = len(names)
    axes.set_xlim(-0.4, many - 0.6)
    longest = max(map(len, names))
    turned = longest > 2 and longest * many > _MOST_LETTERS
    axes.set_xticks(range(many), names, rotation=90 if turned else 0)
    for text in axes.get_xticklabels():
        plain(text)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    plain(axes.set_xlabel(f"class{describe_dropped(points.dropped)}{_missing(points)}"))


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


def _mean_errors(points: ClassOperatingPoints, found: ClassPointSet | None) -> NDArray[np.float64]:
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
            "these indistinguishable points belong to other operating points.",
            hint="indistinguishable_points(points, chosen) with the same points.",
        )
    return np.stack([points.mean(rate) for rate in errors_of(points.classes)])


def _all_words(points: ClassOperatingPoints) -> str:
    """What a legend says of all points."""
    short = short_names([points.name], NAME_WIDTH)[points.name]
    return f"{short}: {count(len(points), 'operating point')}"


def _inside_words(found: ClassPointSet) -> str:
    """What a legend says of the points that do not differ detectably from the chosen one."""
    adjusted = "" if found.correction == "none" else f", {found.correction}"
    return (
        f"{len(found.points)} of {count(len(found.weights) - 1, 'point')}: no difference from the "
        f"chosen one detected\n(by {shortened(found.rates_words, 60)}, "
        f"level {found.level:g}{adjusted})"
    )


def _chosen_words(found: ClassPointSet) -> str:
    """What a legend says of the chosen point: its weights, or its place where these are many."""
    if len(found.classes) > _SHOWN_WEIGHTS:
        return f"chosen: point {found.chosen}"
    weights = shares(np.array(found.weights[found.chosen])).tolist()
    return f"chosen: weights {join_words([number(weight, 2) for weight in weights])}"


def _short_classes(points: ClassOperatingPoints) -> list[str]:
    """The classes by names that fit beside an axis."""
    short = short_names(points.classes, _CLASS_WIDTH)
    return [short[label] for label in points.classes]
