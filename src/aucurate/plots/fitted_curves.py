"""Curves of fitted models over the empirical curve they were fitted to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aucurate.curve.protocol import Curve
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import position
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, interval, number, shortened
from aucurate.inference.models import MODELS
from aucurate.plots.canvas import FAINT, new_figure
from aucurate.plots.frames import as_frame
from aucurate.plots.looks import looks
from aucurate.plots.matching import matched
from aucurate.plots.panels import Data, panelled
from aucurate.plots.roc import POINTS
from aucurate.plots.unit_square import diagonal, unit_square
from aucurate.plots.words import NAME_WIDTH, TITLE_WIDTH, plain, plain_legend, short_names
from aucurate.results import Estimate
from aucurate.study.fit import LEVEL, FitStudy

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Fitted: TypeAlias = FitStudy | Mapping[str, Curve]

EMPIRICAL = "empirical"
_SIDE, _LEFT, _BELOW = 3.85, 0.62, 0.55  # inches of the square, and around it
_LETTER = 0.067  # inches of a letter of the legend
_SAME = "draw the scores that the study was made from."


class Drawn(NamedTuple):
    """One entry: a curve with its estimate if there is one, or a model without a curve."""

    name: str
    curve: Curve | None
    estimate: Estimate | None
    rejected: bool


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
    _draw(axes, _entries(scores, fitted, estimates), title)


def fitted_curves_figure(
    data: Data,
    fitted: Fitted,
    *,
    estimates: Sequence[Estimate] = (),
    title: str | None = None,
) -> "Figure":
    """:func:`draw_fitted_curves` on a figure of its own, with a panel for each classifier."""
    each = _each(data, fitted)
    drawn = [_entries(one, fitted, estimates) for one in each]
    labels = [_labels(entries) for entries in drawn]
    across = len(each) if len(each) <= 3 else 4 if len(each) > 6 else 3
    down = math.ceil(len(each) / across)
    letters = max(len(label) for some in labels for label in some)
    wide = _LEFT + max(_SIDE + 0.15, 0.6 + _LETTER * letters)
    tall = _BELOW + _SIDE + 0.15 + 0.182 * (max(map(len, labels)) + 1)
    width, height = wide * across, tall * down + 0.3 * bool(title and len(each) > 1)
    short = short_names([one.name for one in each], NAME_WIDTH)
    # A legend above axes of a fixed shape is not seen by matplotlib's own arrangement.
    with new_figure(width, height, arranged=False) as figure:
        for at, (one, entries) in enumerate(zip(each, drawn, strict=True)):
            row, column = divmod(at, across)
            left, low = wide * column + _LEFT, tall * (down - 1 - row) + _BELOW
            place = (left / width, low / height, _SIDE / width, _SIDE / height)
            heading = title if len(each) == 1 else short[one.name]
            _draw(figure.add_axes(place), entries, heading)
        if title is not None and len(each) > 1:
            above = 1 - 0.1 / height
            plain(figure.suptitle(shortened(title, TITLE_WIDTH), x=0.01, y=above, ha="left"))
    return figure


def fitted_curves_frame(
    data: Data,
    fitted: Fitted,
    *,
    estimates: Sequence[Estimate] = (),
    backend: str = "polars",
) -> Any:
    """The drawn points, one row each, with the AUC of their curve and its interval.

    ``low`` and ``high`` are NaN without an estimate. A model that could not be fitted has no rows.
    """
    heads = ("classifier", "model", "threshold", "specificity", "sensitivity")
    columns: dict[str, list[object]] = {head: [] for head in (*heads, "auc", "low", "high")}
    for scores in _each(data, fitted):
        for one in _entries(scores, fitted, estimates):
            if one.curve is None:
                continue
            points, found = one.curve.points(POINTS), one.estimate
            many = len(points)
            limits = (math.nan, math.nan)
            if found is not None:
                limits = (found.interval.low, found.interval.high)
            area = one.curve.auc if found is None else found.value
            rows = (
                [scores.name] * many,
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
        x, y = _coordinates(one.curve)
        if one.name == EMPIRICAL and one is entries[0]:
            handles += axes.plot(x, y, color=FAINT, alpha=0.6, linewidth=3.2, zorder=2)
            continue
        look = styles[one.name]
        line = "none" if one.curve is None else look.line
        handles += axes.plot(x, y, color=look.colour, linestyle=line, linewidth=1.5, zorder=3)
    plain_legend(axes, handles, _labels(entries), title=title, above=True, handlelength=3.2)


def _each(data: Data, fitted: Fitted) -> list[Scores]:
    each = panelled(
        data, hint="give the scores that the curves were fitted to, and the study after them."
    )
    if len(each) > 1 and not isinstance(fitted, FitStudy):
        raise OptionError(
            f"curves by name belong to one classifier; there are {len(each)}.",
            hint="draw them over the scores of that classifier, or give a FitStudy.",
        )
    return each


def _entries(scores: Scores, fitted: Fitted, estimates: Sequence[Estimate]) -> list[Drawn]:
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
    found = _matched(curves, estimates)
    return [Drawn(name, curve, found.get(name), False) for name, curve in curves.items()]


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
    found = _matched(curves, estimates)
    entries = [Drawn(EMPIRICAL, counted, found[EMPIRICAL], False)]
    return entries + [
        Drawn(one.model, curves.get(one.model), found.get(one.model), bool(one.rejected_by(LEVEL)))
        for one in fits
    ]


def _matched(curves: Mapping[str, Curve], estimates: Sequence[Estimate]) -> dict[str, Estimate]:
    areas = {name: curve.auc for name, curve in curves.items()}
    return matched(estimates, areas, what="the area under its curve", hint=_SAME)


def _coordinates(curve: Curve | None) -> tuple[Any, Any]:
    if curve is None:
        return [], []
    points = curve.points(POINTS)
    return 1 - points.specificity, points.sensitivity


def _labels(entries: Sequence[Drawn]) -> list[str]:
    short = short_names([one.name for one in entries], NAME_WIDTH)
    return [_label(one, short[one.name]) for one in entries]


def _label(one: Drawn, short: str) -> str:
    if one.curve is None:
        return f"{short}: cannot be fitted"
    said = f"AUC {number(one.curve.auc)}"
    if one.estimate is not None:
        limits = one.estimate.interval
        digits = digits_for(limits.high - limits.low)
        around = interval(limits.low, limits.high, limits.confidence, digits)
        said = f"AUC {number(one.estimate.value, digits)}, {around}"
    rejected = f", rejected at {LEVEL:g}" if one.rejected else ""
    return f"{short} ({said}){rejected}"
