"""Curves of fitted models over the empirical curve they were fitted to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores, position
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, interval, number, shortened
from aucurate.inference.models.registry import MODELS
from aucurate.plots.figure import MOST_PANELS, PanelData, as_frame, panelled
from aucurate.plots.lines import POINTS, area_of, diagonal, matched, roc_line, slack_of, unit_square
from aucurate.plots.style import FAINT, looks, new_figure
from aucurate.plots.text import NAME_WIDTH, TITLE_WIDTH, plain, plain_legend, short_names
from aucurate.results import Estimate
from aucurate.study.fit import FitStudy
from aucurate.study.fit.numbers import FittedPoints, ModelFit
from aucurate.study.fit.settings import LEVEL

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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


def entries_by_name(
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


_SIDE, _LEFT, _BELOW = 3.85, 0.62, 0.55  # inches of the square, and around it
_LETTER = 0.067  # inches of a letter of the legend


def draw_fitted_curves(
    axes: "Axes",
    scores: Scores,
    fitted: Fitted,
    *,
    estimates: Sequence[Estimate] = (),
    title: str | None = None,
) -> None:
    """Draw the empirical curve of these scores, broad and grey, and dashed over it the fitted ones.

    ``fitted`` is a study of the same scores (``aucurate.fit``), whose AUCs and intervals stand in
    the legend with what its tests reject; or curves by name, with the ``estimates`` of that name.
    An estimate that is not the area under its curve is refused.
    """
    (entries,) = entries_by_name(scores, fitted, estimates).values()
    _draw(axes, entries, title)


def draw_fitted_panels(
    axes: "Sequence[Axes]",
    data: FittedData,
    fitted: Fitted | None = None,
    *,
    estimates: Sequence[Estimate] = (),
) -> None:
    """:func:`draw_fitted_curves` for several classifiers, on axes for each.

    ``data`` are scores, and ``fitted`` what was fitted to them; a study of ``aucurate.fit`` alone
    will do, whose points are drawn then.
    """
    drawn = entries_by_name(data, fitted, estimates)
    short = short_names(list(drawn), NAME_WIDTH)
    for one, (name, entries) in zip(axes, drawn.items(), strict=True):
        _draw(one, entries, short[name])


def fitted_curves_figure(
    data: FittedData,
    fitted: Fitted | None = None,
    *,
    estimates: Sequence[Estimate] = (),
    title: str | None = None,
) -> "Figure":
    """:func:`draw_fitted_panels` on a figure of its own."""
    drawn = entries_by_name(data, fitted, estimates)
    many = len(drawn)
    labels = [_labels(entries) for entries in drawn.values()]
    across = many if many <= 3 else 4 if many > 6 else 3
    down = math.ceil(many / across)
    letters = max(len(label) for some in labels for label in some)
    wide = _LEFT + max(_SIDE + 0.15, 0.6 + _LETTER * letters)
    tall = _BELOW + _SIDE + 0.15 + 0.182 * (max(map(len, labels)) + 1)
    width, height = wide * across, tall * down + 0.3 * bool(title and many > 1)
    short = short_names(list(drawn), NAME_WIDTH)
    # A legend above axes of a fixed shape is not seen by matplotlib's own arrangement.
    with new_figure(width, height, arranged=False) as figure:
        for at, (name, entries) in enumerate(drawn.items()):
            row, column = divmod(at, across)
            left, low = wide * column + _LEFT, tall * (down - 1 - row) + _BELOW
            place = (left / width, low / height, _SIDE / width, _SIDE / height)
            heading = title if many == 1 else short[name]
            _draw(figure.add_axes(place), entries, heading)
        if title is not None and many > 1:
            above = 1 - 0.1 / height
            plain(figure.suptitle(shortened(title, TITLE_WIDTH), x=0.01, y=above, ha="left"))
    return figure


def fitted_curves_frame(
    data: FittedData,
    fitted: Fitted | None = None,
    *,
    estimates: Sequence[Estimate] = (),
    backend: str = "polars",
) -> Any:
    """The drawn points, one row each, with the AUC of their curve and its interval.

    ``low`` and ``high`` are NaN without an estimate. A model that could not be fitted has no rows.
    """
    heads = ("classifier", "model", "threshold", "specificity", "sensitivity")
    columns: dict[str, list[object]] = {head: [] for head in (*heads, "auc", "low", "high")}
    for name, entries in entries_by_name(data, fitted, estimates).items():
        for one in entries:
            if one.points is None:
                continue
            points, found = one.points, one.estimate
            many = len(points)
            limits = (math.nan, math.nan)
            if found is not None:
                limits = (found.interval.low, found.interval.high)
            area = one.area if found is None else found.value
            rows = (
                [name] * many,
                [one.name] * many,
                points.thresholds.tolist(),
                points.specificity.tolist(),
                points.sensitivity.tolist(),
                *([value] * many for value in (area, *limits)),
            )
            for column, values in zip(columns.values(), rows, strict=True):
                column.extend(values)
    return as_frame(columns, backend)


def _draw(axes: "Axes", entries: Sequence[Drawn], title: str | None) -> None:
    styles = looks([one.name for one in entries])
    unit_square(axes)
    axes.set_anchor("SW")
    diagonal(axes)
    handles: list[Artist] = []
    for one in entries:
        x, y = _coordinates(one)
        if one.name == EMPIRICAL and one is entries[0]:
            handles += axes.plot(x, y, color=FAINT, alpha=0.6, linewidth=3.2, zorder=2)
            continue
        look = styles[one.name]
        line = "none" if one.points is None else look.line
        handles += axes.plot(x, y, color=look.colour, linestyle=line, linewidth=1.5, zorder=3)
    plain_legend(axes, handles, _labels(entries), title=title, above=True, handlelength=3.2)


def _coordinates(one: Drawn) -> tuple[Any, Any]:
    return ([], []) if one.points is None else roc_line(one.points)


def _labels(entries: Sequence[Drawn]) -> list[str]:
    short = short_names([one.name for one in entries], NAME_WIDTH)
    return [_label(one, short[one.name]) for one in entries]


def _label(one: Drawn, short: str) -> str:
    if one.points is None:
        return f"{short}: cannot be fitted"
    said = f"AUC {number(one.area)}"
    if one.estimate is not None:
        limits = one.estimate.interval
        digits = digits_for(limits.high - limits.low)
        around = interval(limits.low, limits.high, limits.confidence, digits)
        said = f"AUC {number(one.estimate.value, digits)}, {around}"
    rejected = f", rejected at {LEVEL:g}" if one.rejected else ""
    return f"{short} ({said}){rejected}"
