"""Decision curves: net benefit against the threshold probability."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

import numpy as np

from aucurate.curve.decision_curve import DecisionCurve
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count, percent, shortened
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.lines import (
    coloured_names,
    draw_curves,
    shown_points,
)
from aucurate.plots.style import FAINT, Size, ink
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    set_title,
    short_names,
)
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Intervals = Mapping[str, Sequence[Estimate]]

_BELOW = 0.15  # of the prevalence is shown below 0
_SAME = 1e-9


@dataclass(eq=False, repr=False)
class DecisionCurveDisplay(Display):
    """Decision curves between "treat none" and "treat all".

    ``intervals`` are, by name, the estimates at each threshold of a curve, drawn as a pointwise
    band; those that are not the net benefit of the curve are refused. What lies far below 0 is cut
    off. The frame has a row per threshold of each curve; limits are NaN without an interval.

    Up to six curves are in colour, each named beside its line, or in a legend with the highest mean
    net benefit first where there is no room (:mod:`aucurate.plots.direct_labels`); of more the
    three best and those to ``highlight`` are, before the others in grey.
    """

    curves: DecisionCurve | Sequence[DecisionCurve]
    _: KW_ONLY
    intervals: Intervals | None = None
    highlight: Sequence[str] = ()

    def _prepare(self) -> None:
        self._curves, bands = _checked_curves(self.curves), self.intervals or {}
        self._bands = {
            curve.name: _checked_intervals(curve, bands[curve.name])
            for curve in self._curves
            if curve.name in bands
        }
        # The best is the curve with the highest net benefit on average over its thresholds.
        self._means = {curve.name: float(np.mean(curve.net_benefit)) for curve in self._curves}
        self._coloured = coloured_names(self._means, self.highlight)

    def _default_title(self) -> str:
        return of_classifiers("Decision curve", list(self._means))

    def _size(self) -> Size:
        return 4.5, 3.3

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), first = axes, self._curves[0]
        lines = {}
        for curve in self._curves:
            x, y = curve.thresholds, curve.net_benefit
            at = shown_points(x, y)
            lines[curve.name] = x[at], y[at]
        handles = draw_curves(plot, lines, self._coloured)
        for name, handle in zip(self._coloured, handles, strict=False):
            limits = [estimate.interval for estimate in self._bands.get(name, ())]
            if limits:
                low, high = [each.low for each in limits], [each.high for each in limits]
                x = next(curve.thresholds for curve in self._curves if curve.name == name)
                plot.fill_between(x, low, high, color=handle.get_color(), alpha=0.15, linewidth=0)
        at = shown_points(first.thresholds, first.treat_all)
        treat_all = first.thresholds[at], first.treat_all[at]
        reference = [
            *plot.plot(*treat_all, color=FAINT, linewidth=1.2, zorder=2),
            plot.axhline(0, color=ink(), linewidth=0.8, zorder=1.1),
        ]
        plot.set_xlim(0, 1)
        best = max(first.prevalence, *(float(np.max(each.net_benefit)) for each in self._curves))
        plot.set_ylim(-_BELOW * best, 1.08 * best)
        plot.set_xlabel("threshold probability")
        plot.set_ylabel("net benefit")
        set_title(plot, self._heading)
        short, n_coloured = short_names(list(self._means), NAME_WIDTH), len(self._coloured)
        others = [count(len(self._means) - n_coloured, "other")] if handles[n_coloured:] else []
        name_lines(
            plot,
            handles[:n_coloured],
            [short[name] for name in self._coloured],
            [self._band_words(name) for name in self._coloured],
            references=(reference, ["treat all", "treat none"]),
            more=(handles[n_coloured:], others),
        )

    def _data(self, part: str) -> Columns:
        rows: list[tuple[object, ...]] = []
        for curve in self._curves:
            limits = [estimate.interval for estimate in self._bands.get(curve.name, ())]
            for at, threshold in enumerate(curve.thresholds.tolist()):
                ends = (limits[at].low, limits[at].high) if limits else (np.nan, np.nan)
                benefit, treat_all = float(curve.net_benefit[at]), float(curve.treat_all[at])
                rows.append((curve.name, threshold, benefit, *ends, treat_all))
        heads = ("classifier", "threshold", "net_benefit", "low", "high", "treat_all")
        return columns_of(heads, rows)

    def _band_words(self, name: str) -> str:
        """What the band of a curve covers, where it has one."""
        limits = [estimate.interval for estimate in self._bands.get(name, ())]
        return f"{percent(limits[0].confidence)} at each threshold" if limits else ""


def _checked_curves(curves: DecisionCurve | Sequence[DecisionCurve]) -> list[DecisionCurve]:
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
            "the decision curves have different prevalences, so that treating all is not "
            "the same for them.",
            hint="state one prevalence for all of them: decision_curve(..., prevalence=0.1).",
        )
    return given


def _checked_intervals(curve: DecisionCurve, found: Sequence[Estimate]) -> Sequence[Estimate]:
    """Intervals that belong to the curve they are drawn around."""
    values = [one.value for one in found]
    if len(values) != len(curve) or np.max(np.abs(values - curve.net_benefit)) > _SAME:
        raise InputError(
            f"the intervals of '{shortened(curve.name)}' are not those of its net benefit.",
            hint="compute them at the thresholds and the prevalence of the curve: "
            "net_benefit_intervals(scores, curve.thresholds).",
        )
    return found
