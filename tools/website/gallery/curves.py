"""Pictures of the gallery on one test set: curves, bands, points in use, differences, scores."""

from collections.abc import Mapping
from functools import cache, partial

import numpy as np
from tools.website.gallery.picture import Picture, twenty, twenty_posteriors

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
from aucurate.plots import Display
from aucurate.study.compare import CompareStudy, compare

_USE = IntendedUse(prevalence=0.1, false_negative_cost=5)
_FEW = Resampling(replicates=500, rng=1)


@cache
def shipped(*names: str) -> PairedScores:
    """The study that ships with the package: five models on held-out breast cancer data."""
    data = au.datasets.load_breast_cancer()
    return data.select(names) if names else data


@cache
def _study(data: PairedScores) -> CompareStudy:
    return compare(data, simultaneous=False)


def _counts(data: PairedScores) -> dict[str, ThresholdCounts]:
    return {one.name: ThresholdCounts.from_scores(one) for one in data}


def _curves(data: PairedScores) -> Mapping[str, RocCurve]:
    return {name: RocCurve.from_counts(counts) for name, counts in _counts(data).items()}


def _roc(data: PairedScores) -> Display:
    study = _study(data)
    return plots.RocDisplay(data, estimates=study.estimates, with_intervals=True)


def _precision(data: PairedScores) -> Display:
    curves = {name: PrecisionCurve.from_counts(counts) for name, counts in _counts(data).items()}
    estimates = [au.inference.curve.average_precision_interval(one) for one in data]
    return plots.PrecisionDisplay(curves, estimates=estimates, with_intervals=True)


def _det(data: PairedScores) -> Display:
    return plots.DetDisplay({name: DetCurve.from_roc(one) for name, one in _curves(data).items()})


def _cost(data: PairedScores, *, with_lines: bool = False) -> Display:
    curves = {name: CostCurve.from_roc(one) for name, one in _curves(data).items()}
    return plots.CostCurvesDisplay(curves, with_lines=with_lines)


def _decision(data: PairedScores, *, intervals: bool = False) -> Display:
    at = np.linspace(0.01, 0.99, 99)
    curves = [decision_curve_of(one, thresholds=at) for one in data]
    found = (
        {one.name: au.inference.operating.net_benefit_intervals(one, at) for one in data}
        if intervals
        else None
    )
    return plots.DecisionCurveDisplay(curves, intervals=found)


def _bands(*names: str) -> Display:
    data = shipped(*names)
    return plots.BandsDisplay(
        [au.inference.curve.bootstrap_band(one, resampling=_FEW) for one in data]
    )


def _pointwise() -> Display:
    return plots.BandsDisplay(au.inference.curve.pointwise_band(shipped()["forest"]))


def _difference() -> Display:
    data = shipped()
    return plots.CurveDifferenceDisplay(
        au.inference.curve.curve_difference(data["logistic"], data["bayes"], resampling=_FEW)
    )


def _in_subgroups() -> CompareStudy:
    """The shipped scores with a column of hospitals that is made up."""
    data = shipped("logistic", "bayes")
    place = np.random.default_rng(2).integers(0, 3, len(data.observations))
    return au.compare(
        data.observations.is_positive,
        {scores.name: scores.values for scores in data},
        by={"hospital": np.array(["north", "south", "west"])[place]},
    )


def _differences(data: PairedScores) -> Display:
    return plots.ForestDisplay(_study(data).tests)


def _margins() -> Display:
    data = shipped()
    others = [name for name in data.names if name != "forest"]
    return plots.ForestDisplay(
        [
            au.inference.auc.noninferiority_test(data[name], data["forest"], margin=0.05)
            for name in others
        ]
    )


def _matrix(data: PairedScores) -> Display:
    return plots.ComparisonMatrixDisplay(_study(data).tests)


def _iso_cost() -> Display:
    scores = shipped()["forest"]
    choice = au.estimates.choose_threshold(scores, ThresholdRule.least_cost(_USE))
    return plots.IsoCostDisplay(choice, _curves(shipped("forest"))["forest"])


def _on_curves(data: PairedScores) -> Display:
    study = au.operate(data, at="cost=5:1,prevalence=0.1", resampling=_FEW)
    return plots.OperatingPointsOnCurveDisplay(data, study)


def _fitted(data: PairedScores, model: str) -> Display:
    return plots.FittedCurvesDisplay(data, au.fit(data, model=model, resampling=_FEW))


def _scores(data: PairedScores, threshold: float | None) -> Display:
    return plots.ScoreDistributionsDisplay(data, threshold=threshold)


ONE, ALL = partial(shipped, "forest"), shipped

PICTURES = (
    Picture("roc-one", "RocDisplay", "ROC curve of one classifier.", lambda: _roc(ONE())),
    Picture("roc", "RocDisplay", "ROC curves of five classifiers.", lambda: _roc(ALL())),
    Picture("roc-twenty", "RocDisplay", "ROC curves of twenty.", lambda: _roc(twenty())),
    Picture("bands", "BandsDisplay", "Simultaneous bands by bootstrap.",
            lambda: _bands("forest", "tree")),
    Picture("bands-one", "BandsDisplay", "Pointwise band of one curve.", _pointwise),
    Picture("curve-difference", "CurveDifferenceDisplay",
            "Where one curve is above another, and where nobody can tell.", _difference),
    Picture("forest-aucs", "ForestDisplay", "AUCs with intervals.",
            lambda: plots.ForestDisplay(_study(ALL()).estimates)),
    Picture("forest-differences", "ForestDisplay", "Pairwise differences with adjusted p-values.",
            lambda: _differences(ALL())),
    Picture("forest-margins", "ForestDisplay", "Differences beside a margin.", _margins),
    Picture("forest-twenty", "ForestDisplay", "AUCs of twenty classifiers.",
            lambda: plots.ForestDisplay(_study(twenty()).estimates)),
    Picture("subgroups", "SubgroupsDisplay", "AUCs in subgroups, with a test that they are equal.",
            lambda: plots.SubgroupsDisplay(_in_subgroups())),
    Picture("subgroups-differences", "SubgroupsDisplay",
            "Is the lead of one classifier the same everywhere?",
            lambda: plots.SubgroupsDisplay(_in_subgroups(), show="differences")),
    Picture("comparison-matrix", "ComparisonMatrixDisplay",
            "Every difference and its p-value.", lambda: _matrix(ALL())),
    Picture("comparison-matrix-twenty", "ComparisonMatrixDisplay",
            "The same of twenty classifiers.", lambda: _matrix(twenty())),
    Picture("score-distributions-one", "ScoreDistributionsDisplay",
            "Scores of both classes with a threshold, one classifier.",
            lambda: _scores(ONE(), 0.5)),
    Picture("score-distributions", "ScoreDistributionsDisplay",
            "A panel for each of five classifiers.", lambda: _scores(ALL(), 0.5)),
    Picture("score-distributions-twenty", "ScoreDistributionsDisplay", "Twenty panels.",
            lambda: _scores(twenty(), None)),
    Picture("precision-one", "PrecisionDisplay", "Precision-recall curve of one classifier.",
            lambda: _precision(ONE())),
    Picture("precision", "PrecisionDisplay", "Precision-recall curves of five.",
            lambda: _precision(ALL())),
    Picture("precision-twenty", "PrecisionDisplay", "Precision-recall curves of twenty.",
            lambda: _precision(twenty())),
    Picture("det", "DetDisplay", "Detection error trade-off.", lambda: _det(ALL())),
    Picture("det-twenty", "DetDisplay", "The same of twenty.", lambda: _det(twenty())),
    Picture("cost-curves-one", "CostCurvesDisplay", "Cost curve with the lines it is made of.",
            lambda: _cost(ONE(), with_lines=True)),
    Picture("cost-curves", "CostCurvesDisplay", "Cost curves of five.", lambda: _cost(ALL())),
    Picture("cost-curves-twenty", "CostCurvesDisplay", "Cost curves of twenty.",
            lambda: _cost(twenty())),
    Picture("decision-curve-one", "DecisionCurveDisplay", "Net benefit with its intervals.",
            lambda: _decision(ONE(), intervals=True)),
    Picture("decision-curve", "DecisionCurveDisplay", "Net benefit of five.",
            lambda: _decision(ALL())),
    Picture("decision-curve-twenty", "DecisionCurveDisplay", "Net benefit of twenty.",
            lambda: _decision(twenty_posteriors())),
    Picture("iso-cost", "IsoCostDisplay", "A chosen threshold, the convex hull, and the line of "
            "equal cost.", _iso_cost),
    Picture("operating-points-on-curve-one", "OperatingPointsOnCurveDisplay",
            "One classifier at its operating point.",
            lambda: _on_curves(ONE())),
    Picture("operating-points-on-curve", "OperatingPointsOnCurveDisplay",
            "Five classifiers, each at its point of least "
            "cost.", lambda: _on_curves(ALL())),
    Picture("operating-points-on-curve-twenty", "OperatingPointsOnCurveDisplay",
            "The same of twenty.",
            lambda: _on_curves(twenty())),
    Picture("fitted-curves-one", "FittedCurvesDisplay", "All models over the empirical curve.",
            lambda: _fitted(ONE(), "all")),
    Picture("fitted-curves", "FittedCurvesDisplay", "A panel for each classifier.",
            lambda: _fitted(ALL(), "binormal")),
    Picture("fitted-curves-twenty", "FittedCurvesDisplay", "Twenty panels.",
            lambda: _fitted(twenty(), "binormal")),
)  # fmt: skip
