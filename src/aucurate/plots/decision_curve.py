"""Decision curves: net benefit against the threshold probability."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.curve.decision_curve import DecisionCurve
from aucurate.errors import InputError, OptionError
from aucurate.formatting import percent, shortened
from aucurate.plots.figure import as_frame
from aucurate.plots.lines import shown_points
from aucurate.plots.style import FAINT, ink, looks, new_axes
from aucurate.plots.text import NAME_WIDTH, height_for, plain_legend, short_names
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Intervals = Mapping[str, Sequence[Estimate]]

_BELOW = 0.15  # of the prevalence is shown below 0
_SAME = 1e-9


def draw_decision_curve(
    axes: "Axes",
    curves: DecisionCurve | Sequence[DecisionCurve],
    *,
    intervals: Intervals | None = None,
    title: str | None = None,
) -> None:
    """Draw the curves between "act on nobody" and "act on everybody".

    ``intervals`` are, by name, the estimates at each threshold of a curve, drawn as a pointwise
    band; those that are not the net benefit of the curve are refused. What lies far below 0 is cut
    off.
    """
    given, bands = given_curves(curves), intervals or {}
    names = [curve.name for curve in given]
    styles, short = looks(names), short_names(names, NAME_WIDTH)
    first = given[0]
    handles, labels = [], []
    for curve in given:
        look = styles[curve.name]
        x, y = curve.thresholds, curve.net_benefit
        at = shown_points(x, y)
        line: dict[str, Any] = {"linestyle": look.line, "linewidth": 1.6, "zorder": 3}
        handles += axes.plot(x[at], y[at], color=look.colour, **line)
        labels.append(short[curve.name])
        if curve.name in bands:
            found = checked_intervals(curve, bands[curve.name])
            low, high = ([getattr(e.interval, end) for e in found] for end in ("low", "high"))
            axes.fill_between(x, low, high, facecolor=look.colour, alpha=0.15, edgecolor="none")
            labels[-1] += f", {percent(found[0].interval.confidence)} at each threshold"
    at = shown_points(first.thresholds, first.treat_all)
    everybody = first.thresholds[at], first.treat_all[at]
    handles += axes.plot(*everybody, color=FAINT, linewidth=1.2, zorder=2)
    handles.append(axes.axhline(0, color=ink(), linewidth=0.8, zorder=1))
    axes.set_xlim(0, 1)
    best = max(first.prevalence, *(float(np.max(curve.net_benefit)) for curve in given))
    axes.set_ylim(-_BELOW * best, 1.08 * best)
    axes.set_xlabel("threshold probability")
    axes.set_ylabel("net benefit")
    labels += ["everybody", "nobody"]
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=3.0)


def decision_curve_figure(
    curves: DecisionCurve | Sequence[DecisionCurve],
    *,
    intervals: Intervals | None = None,
    title: str | None = None,
) -> "Figure":
    """:func:`draw_decision_curve` on a figure of its own."""
    given = given_curves(curves)
    names = [*(curve.name for curve in given), "everybody", "nobody"]
    with new_axes(4.5, height_for(names, 3.3)) as (figure, axes):
        draw_decision_curve(axes, given, intervals=intervals, title=title)
    return figure


def decision_curve_frame(
    curves: DecisionCurve | Sequence[DecisionCurve],
    *,
    intervals: Intervals | None = None,
    backend: str = "polars",
) -> Any:
    """The drawn numbers: a row per threshold of each curve; limits are NaN without an interval."""
    given, bands = given_curves(curves), intervals or {}
    rows: list[tuple[Any, ...]] = []
    for curve in given:
        found = checked_intervals(curve, bands[curve.name]) if curve.name in bands else None
        for at, threshold in enumerate(curve.thresholds.tolist()):
            ends = (found[at].interval.low, found[at].interval.high) if found else (np.nan,) * 2
            benefit, everybody = float(curve.net_benefit[at]), float(curve.treat_all[at])
            rows.append((curve.name, threshold, benefit, *ends, everybody))
    heads = ("classifier", "threshold", "net_benefit", "low", "high", "treat_all")
    return as_frame({head: [row[at] for row in rows] for at, head in enumerate(heads)}, backend)


def given_curves(curves: DecisionCurve | Sequence[DecisionCurve]) -> list[DecisionCurve]:
    """The curves to draw, checked."""
    given = [curves] if isinstance(curves, DecisionCurve) else list(curves)
    if not given or not all(isinstance(curve, DecisionCurve) for curve in given):
        raise OptionError(
            "there are no decision curves to draw.",
            hint="make one with decision_curve(labels, scores).",
        )
    names = [curve.name for curve in given]
    if len(set(names)) < len(names):
        raise OptionError(
            "two decision curves have the same name.", hint="give each a name of its own."
        )
    if len({curve.prevalence for curve in given}) > 1:
        raise OptionError(
            "the decision curves have different prevalences, so that acting on everybody is not "
            "the same for them.",
            hint="state one prevalence for all of them: decision_curve(..., prevalence=0.1).",
        )
    return given


def checked_intervals(curve: DecisionCurve, found: Sequence[Estimate]) -> Sequence[Estimate]:
    """Intervals that belong to the curve they are drawn around."""
    values = [one.value for one in found]
    if len(values) != len(curve) or np.max(np.abs(values - curve.net_benefit)) > _SAME:
        raise InputError(
            f"the intervals of '{shortened(curve.name)}' are not those of its net benefit.",
            hint="compute them at the thresholds and the prevalence of the curve: "
            "net_benefit_intervals(scores, curve.thresholds).",
        )
    return found
