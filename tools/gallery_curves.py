"""Pictures of the gallery on one test set: curves, bands, points in use, differences, scores."""

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from tools.gallery_picture import Picture, twenty, twenty_posteriors

import aucurate as au
from aucurate import plots
from aucurate.curve.cost import IntendedUse
from aucurate.curve.cost_curve import CostCurve
from aucurate.curve.decision_curve import decision_curve_of
from aucurate.curve.det import DetCurve
from aucurate.curve.precision import PrecisionCurve
from aucurate.curve.roc import RocCurve
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores
from aucurate.inference.resampling.options import Resampling
from aucurate.study.compare import CompareStudy, compare

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_USE = IntendedUse(prevalence=0.1, false_negative_cost=5)
_FEW = Resampling(replicates=500, rng=1)


@cache
def shipped(*names: str) -> PairedScores:
    """The study that ships with the package: five models on held-out breast cancer data."""
    data = au.load_breast_cancer()
    return data.select(names) if names else data


@cache
def _study(data: PairedScores) -> CompareStudy:
    return compare(data, simultaneous=False)


def _counts(data: PairedScores) -> dict[str, ThresholdCounts]:
    return {one.name: ThresholdCounts.from_scores(one) for one in data}


def _curves(data: PairedScores) -> Mapping[str, RocCurve]:
    return {name: RocCurve.from_counts(counts) for name, counts in _counts(data).items()}


def _roc(data: PairedScores) -> "Figure":
    study = _study(data)
    return plots.roc_figure(data, estimates=study.estimates, with_intervals=True)


def _precision(data: PairedScores) -> "Figure":
    curves = {name: PrecisionCurve.from_counts(counts) for name, counts in _counts(data).items()}
    estimates = [au.average_precision_interval(one) for one in data]
    return plots.precision_figure(curves, estimates=estimates, with_intervals=True)


def _det(data: PairedScores) -> "Figure":
    return plots.det_figure({name: DetCurve.from_roc(one) for name, one in _curves(data).items()})


def _cost(data: PairedScores, *, with_lines: bool = False) -> "Figure":
    curves = {name: CostCurve.from_roc(one) for name, one in _curves(data).items()}
    return plots.cost_curves_figure(curves, with_lines=with_lines)


def _decision(data: PairedScores, *, intervals: bool = False) -> "Figure":
    at = np.linspace(0.01, 0.99, 99)
    curves = [decision_curve_of(one, thresholds=at) for one in data]
    found = {one.name: au.net_benefit_intervals(one, at) for one in data} if intervals else None
    return plots.decision_curve_figure(curves, intervals=found)


def _bands(*names: str) -> "Figure":
    data = shipped(*names)
    return plots.bands_figure([au.bootstrap_band(one, resampling=_FEW) for one in data])


def _pointwise() -> "Figure":
    return plots.bands_figure(au.pointwise_band(shipped()["forest"]))


def _difference() -> "Figure":
    data = shipped()
    return plots.curve_difference_figure(
        au.curve_difference(data["logistic"], data["bayes"], resampling=_FEW)
    )


def _differences(data: PairedScores) -> "Figure":
    study = _study(data)
    return plots.forest_figure(
        study.comparisons, adjusted_p_values=[t.adjusted_p_value for t in study.tests]
    )


def _margins() -> "Figure":
    data = shipped()
    others = [name for name in data.names if name != "forest"]
    return plots.forest_figure(
        [au.noninferiority_test(data[name], data["forest"], margin=0.05) for name in others]
    )


def _matrix(data: PairedScores) -> "Figure":
    study = _study(data)
    return plots.comparison_matrix_figure(
        study.comparisons, adjusted_p_values=[t.adjusted_p_value for t in study.tests]
    )


def _iso_cost() -> "Figure":
    scores = shipped()["forest"]
    choice = au.choose_threshold(scores, ThresholdRule.least_cost(_USE))
    return plots.iso_cost_figure(choice, _curves(shipped("forest"))["forest"])


def _used(data: PairedScores) -> "Figure":
    study = au.operate(data, at="cost=5:1,prevalence=0.1", resampling=_FEW)
    return plots.used_points_figure(data, study)


def _fitted(data: PairedScores, model: str) -> "Figure":
    return plots.fitted_curves_figure(data, au.fit(data, model=model, resampling=_FEW))


def _scores(data: PairedScores, threshold: float | None) -> "Figure":
    return plots.score_distributions_figure(data, threshold=threshold)


ONE, ALL = partial(shipped, "forest"), shipped

PICTURES = (
    Picture("roc-one", "roc_figure", "ROC curve of one classifier.", lambda: _roc(ONE())),
    Picture("roc", "roc_figure", "ROC curves of five classifiers.", lambda: _roc(ALL())),
    Picture("roc-twenty", "roc_figure", "ROC curves of twenty.", lambda: _roc(twenty())),
    Picture("bands", "bands_figure", "Simultaneous bands by bootstrap.",
            lambda: _bands("forest", "tree")),
    Picture("bands-one", "bands_figure", "Pointwise band of one curve.", _pointwise),
    Picture("curve-difference", "curve_difference_figure",
            "Where one curve is above another, and where nobody can tell.", _difference),
    Picture("forest-aucs", "forest_figure", "AUCs with intervals.",
            lambda: plots.forest_figure(_study(ALL()).estimates)),
    Picture("forest-differences", "forest_figure", "Pairwise differences with adjusted p-values.",
            lambda: _differences(ALL())),
    Picture("forest-margins", "forest_figure", "Differences beside a margin.", _margins),
    Picture("forest-twenty", "forest_figure", "AUCs of twenty classifiers.",
            lambda: plots.forest_figure(_study(twenty()).estimates)),
    Picture("comparison-matrix", "comparison_matrix_figure",
            "Every difference and its p-value.", lambda: _matrix(ALL())),
    Picture("comparison-matrix-twenty", "comparison_matrix_figure",
            "The same of twenty classifiers.", lambda: _matrix(twenty())),
    Picture("score-distributions-one", "score_distributions_figure",
            "Scores of both classes with a threshold, one classifier.",
            lambda: _scores(ONE(), 0.5)),
    Picture("score-distributions", "score_distributions_figure",
            "A panel for each of five classifiers.", lambda: _scores(ALL(), 0.5)),
    Picture("score-distributions-twenty", "score_distributions_figure", "Twenty panels.",
            lambda: _scores(twenty(), None)),
    Picture("precision-one", "precision_figure", "Precision-recall curve of one classifier.",
            lambda: _precision(ONE())),
    Picture("precision", "precision_figure", "Precision-recall curves of five.",
            lambda: _precision(ALL())),
    Picture("precision-twenty", "precision_figure", "Precision-recall curves of twenty.",
            lambda: _precision(twenty())),
    Picture("det", "det_figure", "Detection error trade-off.", lambda: _det(ALL())),
    Picture("det-twenty", "det_figure", "The same of twenty.", lambda: _det(twenty())),
    Picture("cost-curves-one", "cost_curves_figure", "Cost curve with the lines it is made of.",
            lambda: _cost(ONE(), with_lines=True)),
    Picture("cost-curves", "cost_curves_figure", "Cost curves of five.", lambda: _cost(ALL())),
    Picture("cost-curves-twenty", "cost_curves_figure", "Cost curves of twenty.",
            lambda: _cost(twenty())),
    Picture("decision-curve-one", "decision_curve_figure", "Net benefit with its intervals.",
            lambda: _decision(ONE(), intervals=True)),
    Picture("decision-curve", "decision_curve_figure", "Net benefit of five.",
            lambda: _decision(ALL())),
    Picture("decision-curve-twenty", "decision_curve_figure", "Net benefit of twenty.",
            lambda: _decision(twenty_posteriors())),
    Picture("iso-cost", "iso_cost_figure", "A chosen threshold, the convex hull, and the line of "
            "equal cost.", _iso_cost),
    Picture("used-points-one", "used_points_figure", "One classifier at its operating point.",
            lambda: _used(ONE())),
    Picture("used-points", "used_points_figure", "Five classifiers, each at its point of least "
            "cost.", lambda: _used(ALL())),
    Picture("used-points-twenty", "used_points_figure", "The same of twenty.",
            lambda: _used(twenty())),
    Picture("fitted-curves-one", "fitted_curves_figure", "All models over the empirical curve.",
            lambda: _fitted(ONE(), "all")),
    Picture("fitted-curves", "fitted_curves_figure", "A panel for each classifier.",
            lambda: _fitted(ALL(), "binormal")),
    Picture("fitted-curves-twenty", "fitted_curves_figure", "Twenty panels.",
            lambda: _fitted(twenty(), "binormal")),
)  # fmt: skip
