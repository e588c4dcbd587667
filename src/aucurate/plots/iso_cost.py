"""A chosen operating point on its ROC curve, with the iso-cost line through it.

All points of the line cost as much as the chosen one, all above it less: where the curve or its
hull rises above the line, another threshold (or a random choice between two) would cost less.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from aucurate.curve.cost import IsoCostLine
from aucurate.curve.roc import RocCurve
from aucurate.errors import InputError, OptionError
from aucurate.estimates.thresholds.choice import ThresholdChoice
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.formatting import count, digits_for, number, percent, shortened
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.lines import SIDE, area_of, diagonal, roc_line, unit_square
from aucurate.plots.style import Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    place_legend,
    plain,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Place: TypeAlias = tuple[float, float]

_CHOSEN = "#D55E00"
_RULE_WIDTH = 60
_GAP, _LETTER, _LINE = 0.025, 0.0155, 0.04  # of the label of the point, as shares of the square


@dataclass(eq=False, repr=False)
class IsoCostDisplay(Display):
    """A curve, its convex hull, the chosen point and the iso-cost line through it.

    ``curve`` is that of the scores which the threshold was chosen for; a curve that the point does
    not lie on is refused. The legend says for which slopes no other threshold costs less. The frame
    has the points of the curve and of the hull, the chosen one and the ends of the line. Thresholds
    run as the scores were given, like that of the choice; the line has none (NaN).

    >>> from aucurate import Scores, ThresholdRule, roc_curve
    >>> from aucurate.estimates import choose_threshold
    >>> labels, scores = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> choice = choose_threshold(Scores.from_arrays(labels, scores), ThresholdRule.youden())
    >>> frame = IsoCostDisplay(choice, roc_curve(labels, scores)).to_frame()
    >>> frame.filter(frame["part"] == "iso-cost line").select("specificity", "sensitivity").rows()
    [(1.0, 0.5), (0.5, 1.0)]
    """

    choice: ThresholdChoice
    curve: RocCurve

    def _prepare(self) -> None:
        choice, curve = self.choice, self.curve
        if not isinstance(choice, ThresholdChoice) or not isinstance(curve, RocCurve):
            raise OptionError(
                "the figure needs a chosen threshold and the ROC curve it belongs to.",
                hint="choose_threshold(scores, ThresholdRule.youden()) and "
                "roc_curve(labels, scores).",
            )
        point = choice.point
        same = (point.n_positive, point.n_negative) == (curve.n_positive, curve.n_negative)
        if not same or not _on(curve, point.true_positives, point.false_positives):
            found = count(point.true_positives, "true positive")
            false = count(point.false_positives, "false positive")
            raise InputError(
                f"the chosen point of '{shortened(point.name)}' ({found}, {false}) does not lie on "
                "this curve.",
                hint="draw the curve of the scores that the threshold was chosen for.",
            )
        self._ends = _ends(choice.iso_cost)

    def _default_title(self) -> str:
        return of_classifiers("Chosen threshold", [self.choice.point.name])

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), point, hull = axes, self.choice.point, self.curve.hull()
        colour = line_styles([point.name])[point.name].colour
        unit_square(square)
        diagonal(square)
        x, y = 1 - point.specificity, point.sensitivity
        mark: dict[str, Any] = {"marker": "X", "markersize": 9, "markeredgecolor": "white"}
        dashed: dict[str, Any] = {"linewidth": 1.2, "linestyle": (0, (5, 2)), "zorder": 4}
        handles = [
            *square.plot(*roc_line(self.curve), color=colour, linewidth=1.6, zorder=3),
            *square.plot(*roc_line(hull), color=ink(), linewidth=0.7, zorder=2),
            *square.plot([x], [y], linestyle="none", color=_CHOSEN, zorder=5, **mark),
            *square.plot(*zip(*self._ends, strict=True), color=_CHOSEN, **dashed),
        ]
        short = short_names([point.name], NAME_WIDTH)[point.name]
        labels = [
            f"{short} (AUC {number(area_of(self.curve))})",
            f"convex hull (AUC {number(area_of(hull))})",
            _point_words(self.choice),
            _line_words(self.choice, self._ends),
        ]
        _label(square, point, self.curve)
        set_title(square, self._heading)
        place_legend(square, handles, labels)

    def _data(self, part: str) -> Columns:
        point = self.choice.point
        rows: list[tuple[str, str, float, float, float]] = []
        for what, curve in (("curve", self.curve), ("convex hull", self.curve.hull())):
            thresholds = curve.points().thresholds.tolist()
            given = [0.0 - t if point.lower else t for t in thresholds]
            rates = curve.specificity.tolist(), curve.sensitivity.tolist()
            rows += [(point.name, what, *row) for row in zip(given, *rates, strict=True)]
        rates_of_point = (point.specificity, point.sensitivity)
        rows.append((point.name, "chosen", point.threshold, *rates_of_point))
        rows += [(point.name, "iso-cost line", math.nan, 1 - x, y) for x, y in self._ends]
        return columns_of(("classifier", "part", "threshold", "specificity", "sensitivity"), rows)


def _on(curve: RocCurve, true: float, false: float) -> bool:
    """Whether a point is one of the line, also where collinear points were dropped."""
    called = curve.true_positives + curve.false_positives
    at = int(called.searchsorted(true + false))
    if at == 0:
        return true == false == 0
    low_true, high_true = curve.true_positives[at - 1 : at + 1].tolist()
    low_false, high_false = curve.false_positives[at - 1 : at + 1].tolist()
    rise, run = high_true - low_true, high_false - low_false
    ahead, beside = (true - low_true) * run, (false - low_false) * rise
    return math.isclose(ahead, beside) if isinstance(rise, float) else bool(ahead == beside)


def _ends(line: IsoCostLine) -> tuple[Place, Place]:
    """Where the line enters and leaves the unit square; twice the same place where it only touches.

    Places are 1 - specificity and sensitivity.
    """
    x, y = 1 - line.specificity, line.sensitivity
    back, up = _reach(line.slope, x, y), _reach(line.slope, 1 - x, 1 - y)
    return (x - back[0], y - back[1]), (x + up[0], y + up[1])


def _reach(slope: float, across: float, up: float) -> Place:
    """How far a line of this slope goes before it has gone so far across or so far up."""
    rise = slope * across
    return (across, rise) if rise <= up else (up / slope, up)


def _label(axes: "Axes", point: OperatingPoint, curve: RocCurve) -> None:
    """The threshold to the right of its mark and below: no rising line through it goes there.

    Near the right border the words begin further left, and lower where the curve is lower.
    """
    words = _threshold_words(point)
    left = max(0.0, min(1 - point.specificity + _GAP, 1 - _LETTER * len(words)))
    top = min(point.sensitivity, curve.sensitivity_at(1 - left)) - _GAP
    text = axes.text(
        left,
        max(top, _LINE),
        words,
        ha="left",
        va="top",
        fontsize="small",
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.6},
        zorder=4.5,
    )
    plain(text)


def _threshold_words(point: OperatingPoint) -> str:
    if not math.isfinite(point.threshold):
        return "no positive decisions"
    return f"threshold {point.threshold:g}{' or lower' if point.lower else ''}"


def _point_words(choice: ThresholdChoice) -> str:
    found, spared = number(choice.point.sensitivity), number(choice.point.specificity)
    rule = shortened(str(choice.rule), _RULE_WIDTH)
    return f"chosen: sensitivity {found}, specificity {spared}\n({rule})"


def _line_words(choice: ThresholdChoice, ends: tuple[Place, Place]) -> str:
    use, line = choice.point.use, choice.iso_cost
    where = ", in the square only at the point" if ends[0] == ends[1] else ""
    return (
        f"iso-cost line, slope {_slope(line.slope)}{where}\n"
        f"(prevalence {percent(choice.point.prevalence)}, a false negative costs "
        f"{use.false_negative_cost:g}, a false positive {use.false_positive_cost:g})\n"
        f"{_best_words(line)}"
    )


def _best_words(line: IsoCostLine) -> str:
    low, high = line.lowest_slope, line.highest_slope
    if math.isnan(low):
        return "least cost for no slope: another threshold always costs less"
    if math.isinf(high):
        reach = f"of {_slope(low)} and more" if low > 0 else "of any size"
    else:
        reach = f"from {_slope(low)} to {_slope(high)}"
    return f"least cost for slopes {reach}"


def _slope(slope: float) -> str:
    return number(slope, digits_for(slope, least=2))
