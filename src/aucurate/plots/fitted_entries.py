"""What is drawn where curves are fitted: the empirical curve of a classifier, then each model."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import position
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import shortened
from aucurate.inference.models.registry import MODELS
from aucurate.plots.matching import matched, slack_of
from aucurate.plots.panels import MOST, Data, panelled
from aucurate.plots.thin_lines import POINTS, area_of
from aucurate.results import Estimate
from aucurate.study.fit import LEVEL, FitStudy
from aucurate.study.fit_numbers import FittedPoints, ModelFit

Fitted: TypeAlias = FitStudy | Mapping[str, Curve]
FittedData: TypeAlias = Data | FitStudy

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
    if len(study.curves) > MOST:
        raise OptionError(
            f"{len(study.curves)} panels do not fit one figure; {MOST} do.",
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
