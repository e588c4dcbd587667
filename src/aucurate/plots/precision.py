"""Precision-recall curves, drawn as average precision counts them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.precision import PrecisionCurve
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, interval, number, percent, shortened
from aucurate.plots.figure import as_frame
from aucurate.plots.lines import SIDE, matched, shown_points, unit_square
from aucurate.plots.style import FAINT, looks, new_axes
from aucurate.plots.text import NAME_WIDTH, height_for, plain_legend, short_names, with_numbers
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]

_DOTS = (0, (1, 2))


def draw_precision(
    axes: "Axes",
    curves: Mapping[str, PrecisionCurve],
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> None:
    """Draw the curves by name, with the average precision (AP) of each in the legend.

    The lines are steps: up to each sensitivity the precision is that of the threshold which
    reaches it, so that the area under a line is its average precision. The dotted line is the
    prevalence, which scores that know nothing have for precision; where the curves are of test sets
    with different prevalences each has its own.

    ``estimates`` are the average precisions to print, matched by name (``with_intervals`` prints
    theirs too); one that is not the average precision of the curve drawn for it is refused. A long
    curve is thinned (:mod:`aucurate.plots.lines`).
    """
    labels = labels_of(curves, estimates, with_intervals)
    styles, shared = looks(list(curves)), _shared_prevalence(curves)
    unit_square(axes)
    axes.set_xlabel("sensitivity")
    axes.set_ylabel("precision")
    handles = []
    for name, curve in curves.items():
        look = styles[name]
        x, y = _steps(curve)
        handles += axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.6)
        if not shared:
            level = [curve.chance] * 2
            axes.plot([0, 1], level, color=look.colour, linewidth=0.9, linestyle=_DOTS, zorder=1)
    if shared:
        level = [next(iter(curves.values())).chance] * 2
        handles += axes.plot([0, 1], level, color=FAINT, linewidth=0.9, linestyle=_DOTS, zorder=1)
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=3.0)


def precision_figure(
    curves: Mapping[str, PrecisionCurve],
    *,
    estimates: Sequence[Estimate] = (),
    with_intervals: bool = False,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_precision` on a figure of its own."""
    labels = labels_of(curves, estimates, with_intervals)
    side = height_for(labels, SIDE)
    with new_axes(side, side) as (figure, axes):
        draw_precision(
            axes,
            curves,
            estimates=estimates,
            with_intervals=with_intervals,
            title=title,
        )
    return figure


def precision_frame(
    curves: Mapping[str, PrecisionCurve],
    *,
    estimates: Sequence[Estimate] = (),
    backend: str = "polars",
) -> Any:
    """The operating points, a row each, with the average precision and prevalence of their curve.

    >>> from aucurate.curve.precision import precision_curve
    >>> curve = precision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> precision_frame({"forest": curve})["sensitivity"].to_list()
    [0.5, 0.5, 1.0, 1.0]
    """
    found = _by_name(curves, estimates)
    each = list(curves.items())
    areas = {n: found[n].value if n in found else c.average_precision for n, c in each}
    return as_frame(
        {
            "classifier": [name for name, curve in each for _ in range(len(curve))],
            "threshold": [t for _, c in each for t in c.thresholds.astype(np.float64).tolist()],
            "sensitivity": [rate for _, c in each for rate in c.sensitivity.tolist()],
            "precision": [rate for _, c in each for rate in c.precision.tolist()],
            "average_precision": [areas[name] for name, c in each for _ in range(len(c))],
            "prevalence": [c.chance for _, c in each for _ in range(len(c))],
        },
        backend,
    )


def _require(curves: Mapping[str, PrecisionCurve]) -> None:
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.",
            hint='give precision curves by name: {"forest": curve}.',
        )
    for name, curve in curves.items():
        if not isinstance(curve, PrecisionCurve):
            raise OptionError(
                f"'{shortened(name)}' is no precision curve, but a {type(curve).__name__}.",
                hint="make one with precision_curve(labels, scores).",
            )


def _steps(curve: PrecisionCurve) -> tuple[Floats, Floats]:
    """The corners of the line: level up to each sensitivity, then upright to the next precision.

    Thresholds that find no further positive only lower the precision: of several in a row all lie
    on the upright piece down to the last.
    """
    gains = np.diff(curve.true_positives, prepend=0) > 0
    turns = np.flatnonzero(gains | np.append(gains[1:], True))
    sensitivity, precision = curve.sensitivity[turns], curve.precision[turns]
    shown = shown_points(sensitivity, precision)
    ends = np.concatenate([[0.0], sensitivity[shown]])
    return np.repeat(ends, 2)[1:-1], np.repeat(precision[shown], 2)


def _shared_prevalence(curves: Mapping[str, PrecisionCurve]) -> bool:
    return len({curve.chance for curve in curves.values()}) == 1


def _by_name(
    curves: Mapping[str, PrecisionCurve], estimates: Sequence[Estimate]
) -> dict[str, Estimate]:
    """The estimate of each curve that has one."""
    _require(curves)
    return matched(
        estimates,
        {name: curve.average_precision for name, curve in curves.items()},
        what="the average precision of its curve",
        hint="give what average_precision_interval says of the same scores.",
    )


def labels_of(
    curves: Mapping[str, PrecisionCurve], estimates: Sequence[Estimate], with_intervals: bool
) -> list[str]:
    """What the legend says: of each curve, and of the prevalence where they share it."""
    found, short = _by_name(curves, estimates), short_names(list(curves), NAME_WIDTH)
    shared, labels = _shared_prevalence(curves), []
    for name, curve in curves.items():
        one = found.get(name)
        numbers = f"AP {number(curve.average_precision if one is None else one.value)}"
        if with_intervals and one is not None:
            low, high, confidence = one.interval.low, one.interval.high, one.interval.confidence
            digits = digits_for(high - low)
            around = interval(low, high, confidence, digits)
            numbers = f"AP {number(one.value, digits)}, {around}"
        if not shared:
            numbers += f", prevalence {percent(curve.chance)}"
        labels.append(with_numbers(short[name], numbers))
    if shared:
        labels.append(f"prevalence {percent(next(iter(curves.values())).chance)}")
    return labels
