"""Curves of fitted models over the empirical curve they were fitted to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores, position
from aucurate.errors import OptionError
from aucurate.formatting import number, shortened
from aucurate.inference.models.registry import MODELS
from aucurate.plots.figure import (
    MOST_PANELS,
    Columns,
    Display,
    PanelData,
    columns_of,
    panelled,
)
from aucurate.plots.lines import (
    POINTS,
    SIDE,
    area_of,
    diagonal,
    matched,
    roc_line,
    slack_of,
    unit_square,
)
from aucurate.plots.style import FAINT, Size, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    place_legend,
    set_title,
    short_names,
    with_interval,
)
from aucurate.results import Estimate
from aucurate.study.fit import FitStudy
from aucurate.study.fit.numbers import FittedPoints, ModelFit
from aucurate.study.fit.settings import LEVEL

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

# What is drawn where curves are fitted: the empirical curve of a classifier, then each model.


Fitted: TypeAlias = FitStudy | Mapping[str, Curve]
FittedData: TypeAlias = PanelData | FitStudy

EMPIRICAL = "empirical"
_SAME = "draw the scores that the study was made from."


class Drawn(NamedTuple):
    """One entry: points with the area of their curve, and its estimate if there is one.

    A model that could not be fitted has no points.
    """

    name: str
    points: CurvePoints | None
    area: float
    estimate: Estimate | None
    rejected: bool


def _entries_by_name(
    data: FittedData, fitted: Fitted | None, estimates: Sequence[Estimate] = ()
) -> dict[str, list[Drawn]]:
    """Of each classifier the empirical curve, then the fitted ones in their order.

    ``data`` are scores, or a study of ``aucurate.fit`` whose own points are drawn.
    """
    if isinstance(data, FitStudy) and fitted is None:
        return _carried(data)
    each = panelled(
        data,
        hint="give the scores that the curves were fitted to, and the study after them.",
    )
    if len(each) > 1 and not isinstance(fitted, FitStudy):
        raise OptionError(
            f"curves by name belong to one classifier; there are {len(each)}.",
            hint="draw them over the scores of that classifier, or give a FitStudy.",
        )
    return {one.name: _entries(one, fitted, estimates) for one in each}


def _carried(study: FitStudy) -> dict[str, list[Drawn]]:
    """From the points that a study carries."""
    if not study.curves:
        raise OptionError(
            "this study carries no curves: it was written by an older version.",
            hint="give the scores that it was made from before it.",
        )
    if len(study.curves) > MOST_PANELS:
        raise OptionError(
            f"{len(study.curves)} panels do not fit one figure; {MOST_PANELS} do.",
            hint="fit a selection of the classifiers.",
        )
    found = {}
    for counts, empirical in zip(study.curves, study.empirical, strict=True):
        curve = counts.curve()
        area = area_of(curve)
        slack = {} if counts.is_whole else {counts.name: slack_of(curve)}
        what = "the area under its curve"
        matched([empirical], {counts.name: area}, what=what, hint=_SAME, slack=slack)
        entries = [Drawn(EMPIRICAL, curve.points(), area, empirical, False)]
        entries += [_of_fit(one) for one in study.fits if one.name == counts.name]
        found[counts.name] = entries
    return found


def _of_fit(one: ModelFit) -> Drawn:
    points = None if one.points is None else _as_points(one.points)
    area = math.nan if one.estimate is None else one.estimate.value
    return Drawn(one.model, points, area, one.estimate, bool(one.rejected_by(LEVEL)))


def _as_points(points: FittedPoints) -> CurvePoints:
    """Points of a fitted curve, which have no thresholds."""
    sensitivity = np.array(points.sensitivity)
    return CurvePoints(
        thresholds=np.full(len(sensitivity), math.nan),
        sensitivity=sensitivity,
        specificity=np.array(points.specificity),
    )


def _entries(scores: Scores, fitted: Fitted | None, estimates: Sequence[Estimate]) -> list[Drawn]:
    """The empirical curve, then the fitted ones in their order."""
    counted = RocCurve.from_counts(ThresholdCounts.from_scores(scores), drop_collinear=True)
    if isinstance(fitted, FitStudy):
        return _of_study(scores, fitted, counted)
    if not isinstance(fitted, Mapping) or not fitted or EMPIRICAL in fitted:
        raise OptionError(
            "fitted curves are needed, by names other than 'empirical'.",
            hint='give a study of aucurate.fit, or curves: {"binormal": binormal_curve(scores)}.',
        )
    for name, curve in fitted.items():
        if not isinstance(curve, Curve):
            raise OptionError(
                f"'{shortened(str(name))}' is no curve, but a {type(curve).__name__}.",
                hint="make one with binormal_curve(scores) or its like.",
            )
    curves = {EMPIRICAL: counted, **{str(name): curve for name, curve in fitted.items()}}
    return _joined(curves, estimates)


def _of_study(scores: Scores, study: FitStudy, counted: RocCurve) -> list[Drawn]:
    """The curves of the study, each fitted as the study did."""
    at = position(tuple(one.name for one in study.empirical), scores.name)
    fits = [one for one in study.fits if one.name == scores.name]
    curves: dict[str, Curve] = {EMPIRICAL: counted}
    estimates = [replace(study.empirical[at], name=EMPIRICAL)]
    for one in fits:
        if one.estimate is not None:
            model = MODELS[one.model]
            curves[one.model] = model.curve(model.fit(scores))
            estimates.append(replace(one.estimate, name=one.model))
    drawn = {one.name: one for one in _joined(curves, estimates)}
    nothing = Drawn("", None, math.nan, None, False)
    return [drawn[EMPIRICAL]] + [
        drawn.get(one.model, nothing)._replace(
            name=one.model, rejected=bool(one.rejected_by(LEVEL))
        )
        for one in fits
    ]


def _joined(curves: Mapping[str, Curve], estimates: Sequence[Estimate]) -> list[Drawn]:
    areas = {name: area_of(curve) for name, curve in curves.items()}
    found = matched(estimates, areas, what="the area under its curve", hint=_SAME)
    return [
        Drawn(name, curve.points(POINTS), areas[name], found.get(name), False)
        for name, curve in curves.items()
    ]


@dataclass(eq=False, repr=False)
class FittedCurvesDisplay(Display):
    """The empirical ROC curve (broad, grey) with fitted curves over it.

    There is a panel for each classifier. ``data`` are scores, and ``fitted`` what was fitted to
    them: a study of the same scores (``aucurate.fit``), whose AUCs and intervals are in the
    legend with rejected models marked; or curves by name, with the ``estimates`` of that name. An
    estimate that is not the area under its curve is refused. A study of ``aucurate.fit`` alone will
    do, whose points are drawn then.

    The frame has the drawn points, one row each, with the AUC of their curve and its interval.
    ``low`` and ``high`` are NaN without an estimate. A model that could not be fitted has no rows.
    """

    data: FittedData
    fitted: Fitted | None = None
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()

    def _prepare(self) -> None:
        self._entries = _entries_by_name(self.data, self.fitted, self.estimates)

    @property
    def n_panels(self) -> int:
        """One for each classifier."""
        return len(self._entries)

    def _default_title(self) -> str:
        return f"Fitted and empirical {of_classifiers('ROC curve', list(self._entries))}"

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        short = short_names(list(self._entries), NAME_WIDTH)
        for panel, (name, entries) in zip(axes, self._entries.items(), strict=True):
            _draw_panel(panel, entries, self._heading if self.n_panels == 1 else short[name])

    def _data(self, part: str) -> Columns:
        rows: list[tuple[object, ...]] = []
        for name, entries in self._entries.items():
            for entry in entries:
                points, estimate = entry.points, entry.estimate
                if points is None:
                    continue
                area = (entry.area, math.nan, math.nan)
                if estimate is not None:
                    area = (estimate.value, estimate.interval.low, estimate.interval.high)
                rates = points.thresholds, points.specificity, points.sensitivity
                places = zip(*(each.tolist() for each in rates), strict=True)
                rows += [(name, entry.name, *place, *area) for place in places]
        rates_and_area = ("threshold", "specificity", "sensitivity", "auc", "low", "high")
        return columns_of(("classifier", "model", *rates_and_area), rows)


def _draw_panel(axes: "Axes", entries: Sequence[Drawn], title: str | None) -> None:
    models = [entry.name for entry in entries[1:]]
    styles = line_styles(models)
    unit_square(axes)
    diagonal(axes)
    handles: list[Artist] = []
    for entry in entries:
        x, y = _coordinates(entry)
        if entry.name == EMPIRICAL and entry is entries[0]:
            handles += axes.plot(x, y, color=FAINT, alpha=0.6, linewidth=3.2, zorder=2)
            continue
        style = styles[entry.name]
        marks = style.marks(models.index(entry.name)) if len(models) > 1 else {}
        line: dict[str, Any] = {"linestyle": style.line, "linewidth": 1.5, "zorder": 3} | marks
        if entry.points is None:
            line = {"linestyle": "none"}
        handles += axes.plot(x, y, color=style.colour, **line)
    set_title(axes, title)
    place_legend(axes, handles, _labels(entries))


def _coordinates(one: Drawn) -> tuple[Any, Any]:
    return ([], []) if one.points is None else roc_line(one.points)


def _labels(entries: Sequence[Drawn]) -> list[str]:
    short = short_names([one.name for one in entries], NAME_WIDTH)
    return [_label(one, short[one.name]) for one in entries]


def _label(one: Drawn, short: str) -> str:
    if one.points is None:
        return f"{short}: cannot be fitted"
    value = number(one.area) if one.estimate is None else with_interval(one.estimate)
    rejected = f"\nrejected at {LEVEL:g}" if one.rejected else ""
    return f"{short} (AUC {value}){rejected}"
