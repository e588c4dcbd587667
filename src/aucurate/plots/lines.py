"""Curves as the lines of a figure, their areas and estimates, and the square of ROC curves.

Long curves
-----------
Long curves as lines that draw at once: fewer points, and no pixel that moves.

A **ROC curve** of more than some twenty thousand points is drawn by
:func:`aucurate.curve.thinning.drawn_line`, whose area is that of the curve and which is nowhere
further from it than a five thousandth of the side of the square.

**Other curves that run to the right** keep points of their own. The axis is cut into five thousand
columns, each about a third of a pixel wide at 300 dots per inch on our widest figure. In every
column the first, the lowest, the highest and the last point are kept, in their order: the line
through them reaches as high and as low as the whole one in every column, and no point of either is
further from the other than a column is wide.

Of a broken line the dashes may fall elsewhere along it: they are counted along the line that is
drawn.

Estimates of drawn curves
-------------------------
Estimates for a legend: each must be what the drawn curve has, or it belongs to another.

Of a long curve a study carries some points only, and the line through them has not quite the area
of the curve. What is known is where that lies: between two points a curve that rises stays in the
box whose corners they are, so the area of the curve is within half the area of all boxes of that of
the line. An estimate that lies there may belong to the curve, and is taken.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.curve.thinning import drawn_line
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores, UnpairedScores, position
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count, number, shortened
from aucurate.plots.style import FAINT, MOST_SOLID, line_styles
from aucurate.results import Estimate
from aucurate.study.curves import CurveCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

POINTS = 1001  # of a fitted curve; a counted one has all its points
COLUMNS = 5000
_COLUMNS = np.linspace(0, 1, COLUMNS + 1)


def roc_line(curve: RocCurve | CurvePoints) -> tuple[Floats, Floats]:
    """1 - specificity and sensitivity along the line to draw, with the area of the curve."""
    return drawn_line(1 - curve.specificity, curve.sensitivity)


def area_of(curve: Curve) -> float:
    """The area under a curve; one that was counted is summed in integers, however long it is."""
    if not isinstance(curve, RocCurve):
        return curve.auc
    steps = ThresholdCounts(
        thresholds=curve.thresholds[1:],
        positives=np.diff(curve.true_positives),
        negatives=np.diff(curve.false_positives),
    )
    return steps.auc


def shown_points(x: NDArray[Any], y: NDArray[Any], *, edges: Floats = _COLUMNS) -> Places:
    """Which points of a line to draw whose x never falls; all of a short one.

    ``edges`` are those of the columns. What lies outside them is one column on either side.

    >>> x, y = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 1.0]), np.array([0, 2, 1, -1, 0, 0])
    >>> shown_points(x, y, edges=np.array([0.0, 1.0])).tolist()
    [0, 1, 3, 4, 5]
    """
    if len(x) <= 4 * (len(edges) - 1):
        return np.arange(len(x))
    starts = np.unique(np.concatenate([[0], np.searchsorted(x, edges)]))
    starts = starts[starts < len(x)]
    lengths = np.diff(np.append(starts, len(x)))
    kept = [starts, starts + lengths - 1]
    for extreme in (np.minimum, np.maximum):
        reached = np.repeat(extreme.reduceat(y, starts), lengths)
        at = np.flatnonzero(y == reached)
        kept.append(at[np.searchsorted(at, starts)])
    return np.unique(np.concatenate(kept))


# Curves to draw, by name; what is found by going through all their points is found once.


OneCurve: TypeAlias = Curve | CurveCounts
Curves: TypeAlias = (
    Scores | PairedScores | UnpairedScores | Sequence[CurveCounts] | Mapping[str, OneCurve]
)


class DrawnCurves(dict[str, OneCurve]):
    """Curves by name, with their areas and the lines to draw."""

    @cached_property
    def whole(self) -> dict[str, Curve]:
        """The curves, those of a study made from their counts."""
        return {n: c.curve() if isinstance(c, CurveCounts) else c for n, c in self.items()}

    @cached_property
    def areas(self) -> dict[str, float]:
        """The areas under the curves."""
        return {name: area_of(curve) for name, curve in self.whole.items()}

    @cached_property
    def lines(self) -> dict[str, tuple[Floats, Floats]]:
        """1 - specificity and sensitivity along the lines to draw."""
        return {name: roc_line(curve.points(POINTS)) for name, curve in self.whole.items()}


def curves_by_name(curves: Curves) -> DrawnCurves:
    """Curves by name; those of scores without the points that lie on a straight piece."""
    if isinstance(curves, DrawnCurves):
        return curves
    if isinstance(curves, Scores | PairedScores | UnpairedScores):
        each = [curves] if isinstance(curves, Scores) else list(curves)
        return DrawnCurves(
            (one.name, RocCurve.from_counts(ThresholdCounts.from_scores(one), drop_collinear=True))
            for one in each
        )
    if isinstance(curves, Sequence) and all(isinstance(one, CurveCounts) for one in curves):
        curves = {one.name: one for one in curves}
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.",
            hint='give scores, or curves by name: {"forest": curve}.',
        )
    for name, curve in curves.items():
        if not isinstance(curve, Curve | CurveCounts):
            raise OptionError(
                f"'{shortened(str(name))}' is no curve, but a {type(curve).__name__}.",
                hint="make one with roc_curve(labels, scores).",
            )
    return DrawnCurves((str(name), curve) for name, curve in curves.items())


_SAME = 1e-9


def matched(
    estimates: Sequence[Estimate],
    drawn: Mapping[str, float],
    *,
    what: str,
    hint: str,
    slack: Mapping[str, float] | None = None,
) -> dict[str, Estimate]:
    """The estimate of each curve that has one; ``drawn`` are the values of the curves by name.

    ``what`` names that value where it is not the estimate's, ``hint`` says what to give instead.
    ``slack`` is how far an estimate may be from the value, where that is not known to the last
    digit.
    """
    allowed = slack or {}
    found: dict[str, Estimate] = {}
    for one in estimates:
        position(tuple(drawn), one.name)
        if one.name in found:
            raise OptionError(
                f"there are two estimates of '{shortened(one.name)}'.", hint="give one of them."
            )
        found[one.name] = one
        value = drawn[one.name]
        if abs(one.value - value) > _SAME + allowed.get(one.name, 0.0):
            raise InputError(
                f"the estimate of '{shortened(one.name)}' is {number(one.value, 6)}, but {what} "
                f"is {number(value, 6)}.",
                hint=hint,
            )
    return found


def slack_of(curve: RocCurve) -> float:
    """How far the area of a curve may be from that of the line through these points of it.

    >>> from aucurate.curve.roc import roc_curve
    >>> slack_of(roc_curve([0, 0, 1, 1], [1, 2, 2, 3]))
    0.125
    """
    width, height = -np.diff(curve.specificity), np.diff(curve.sensitivity)
    return float(np.sum(width * height) / 2)


# Lines of several classifiers: a few in colour with marks, of many the best before the others.


Line: TypeAlias = tuple[Floats, Floats]

_BEST = 3  # of many curves drawn in colour
_GREY = "#BDBDBD"


def coloured_names(
    values: Mapping[str, float], highlight: Sequence[str], *, lowest: bool = False
) -> list[str]:
    """The curves drawn in colour, the best first: all of a few, of many the best.

    Those to ``highlight`` are in colour too. The best are the highest, or the ``lowest``.

    >>> coloured_names({"a": 0.7, "b": 0.9}, [])
    ['b', 'a']
    >>> coloured_names({str(at): at / 10 for at in range(8)}, ["1"])
    ['7', '6', '5', '1']
    """
    for name in highlight:
        position(tuple(values), name)
    ranked = sorted(values, key=values.__getitem__, reverse=not lowest)
    if len(ranked) <= MOST_SOLID:
        return ranked
    return [name for at, name in enumerate(ranked) if at < _BEST or name in highlight]


def draw_curves(axes: "Axes", lines: Mapping[str, Line], coloured: Sequence[str]) -> "list[Line2D]":
    """Draw the lines, the coloured ones with marks and the others grey behind them.

    Returns what stands for them in a legend: each coloured line in that order, then one for all
    others if there are any.
    """
    styles = line_styles([name for name in lines if name in coloured])
    drawn: dict[str, Line2D] = {}
    others: list[Line2D] = []
    for name, (x, y) in lines.items():
        if name not in styles:
            others = axes.plot(x, y, color=_GREY, linewidth=0.8, zorder=1.5)
            continue
        style, at = styles[name], len(drawn)
        line: dict[str, Any] = {"linestyle": style.line, "linewidth": 1.6, "zorder": 3}
        line |= style.marks(at) if len(styles) > 1 else {}
        (drawn[name],) = axes.plot(x, y, color=style.colour, **line)
    return [*(drawn[name] for name in coloured), *others]


def others_label(
    values: Mapping[str, float],
    coloured: Sequence[str],
    what: str,
    words: Callable[[float], str] = number,
) -> list[str]:
    """A label for the grey curves, with the range of their values; none where there are none.

    >>> others_label({"a": 0.9, "b": 0.7, "c": 0.6}, ["a"], "AUC")
    ['2 others (AUC 0.600 to 0.700)']
    """
    others = [value for name, value in values.items() if name not in coloured]
    if not others:
        return []
    reach = f"{words(min(others))} to {words(max(others))}"
    return [f"{count(len(others), 'other')} ({what} {reach})"]


# The square that ROC curves live in.


SIDE = 3.95  # inches on a figure of its own
_MARGIN = 0.015  # a line along the border is seen in its full width
FALSE_ALARMS = "1 \N{MINUS SIGN} specificity"
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def unit_square(axes: "Axes") -> None:
    """Both rates from 0 to 1 at the same scale, with their names."""
    axes.set_xlim(-_MARGIN, 1 + _MARGIN)
    axes.set_ylim(-_MARGIN, 1 + _MARGIN)
    axes.set_aspect("equal", anchor="S")
    axes.set_xticks(_TICKS)
    axes.set_yticks(_TICKS)
    axes.set_xlabel(FALSE_ALARMS)
    axes.set_ylabel("sensitivity")


def diagonal(axes: "Axes") -> None:
    """The curve of scores that know nothing."""
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
