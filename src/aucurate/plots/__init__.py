"""Figures of results, one class each (the extra ``plots``).

    RocDisplay(scores).plot()                a figure of its own, in the house style
    RocDisplay(scores).plot(ax)              on axes of yours
    RocDisplay(scores).to_frame()            the drawn numbers; needs no matplotlib
    RocDisplay(scores).save("roc.svg")       as svg, pdf or png

Figures are drawn from finished results. ``study.plot()`` draws the main figure
of a study; ``study.figures()`` gives all of them.

Curves on one test set
    RocDisplay                     ROC curves with their AUCs
    BandsDisplay                   confidence bands around ROC curves
    CurveDifferenceDisplay         the difference of two ROC curves, and where it is not zero
    FittedCurvesDisplay            fitted models over the empirical curve
    PrecisionDisplay               precision-recall curves
    DetDisplay                     detection error trade-off
    CostCurvesDisplay              expected cost for every prevalence and cost
    DecisionCurveDisplay           net benefit by threshold probability
    ScoreDistributionsDisplay      the scores of each class

Operating points on one test set
    IsoCostDisplay                 a chosen threshold and the line of equal cost
    OperatingPointsOnCurveDisplay  classifiers at their operating points

Estimates, comparisons, plans
    ForestDisplay                  estimates or differences with their intervals
    ComparisonMatrixDisplay        all pairwise differences and p-values
    CriticalDifferenceDisplay      average ranks over data sets
    PowerCurveDisplay              power or interval width by sample size

Cross-validation folds
    FoldValuesDisplay              the value of every fold
    FoldDistributionsDisplay       histograms of fold values
    FoldCurvesDisplay              the ROC curve of every fold
    AveragedCurvesDisplay          mean ROC curves over folds
    FoldsDisplay                   errors, AUCs and curves of two algorithms
    OperatingPointsDisplay         mean operating points of a classifier
    PointPanelsDisplay             the same for every classifier of a study
    OutcomesDisplay                what the tests of error and of AUC decide

Several classes
    MulticlassDisplay              errors, pairs and decisions of a study
    ConfusionDisplay               the confusion matrix with intervals
    PairwiseAucDisplay             the AUC of every pair of classes
    ClassPointErrorsDisplay        the error of every class at given weights
    ClassErrorsDisplay             errors of classes at many operating points
    ParallelErrorsDisplay          the same as parallel coordinates

Any figure
    Display                        the base class of all of them
    save                           write a figure as svg, pdf or png
    StudyFigure                    a display with its title and description
    fold_panels                    the numbers of FoldsDisplay, from scores over folds
    FoldPanels                     what fold_panels returns
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aucurate.plots.bands import BandsDisplay as BandsDisplay
    from aucurate.plots.classes.confusion import ConfusionDisplay as ConfusionDisplay
    from aucurate.plots.classes.errors import ClassErrorsDisplay as ClassErrorsDisplay
    from aucurate.plots.classes.errors import ParallelErrorsDisplay as ParallelErrorsDisplay
    from aucurate.plots.classes.overview import MulticlassDisplay as MulticlassDisplay
    from aucurate.plots.classes.pairwise_auc import PairwiseAucDisplay as PairwiseAucDisplay
    from aucurate.plots.classes.point_errors import (
        ClassPointErrorsDisplay as ClassPointErrorsDisplay,
    )
    from aucurate.plots.comparison_matrix import ComparisonMatrixDisplay as ComparisonMatrixDisplay
    from aucurate.plots.cost_curves import CostCurvesDisplay as CostCurvesDisplay
    from aucurate.plots.critical_difference import (
        CriticalDifferenceDisplay as CriticalDifferenceDisplay,
    )
    from aucurate.plots.curve_difference import CurveDifferenceDisplay as CurveDifferenceDisplay
    from aucurate.plots.decision_curve import DecisionCurveDisplay as DecisionCurveDisplay
    from aucurate.plots.det import DetDisplay as DetDisplay
    from aucurate.plots.figure import Display as Display
    from aucurate.plots.figure import save as save
    from aucurate.plots.fitted_curves import FittedCurvesDisplay as FittedCurvesDisplay
    from aucurate.plots.folds.averaged_curves import AveragedCurvesDisplay as AveragedCurvesDisplay
    from aucurate.plots.folds.curves import FoldCurvesDisplay as FoldCurvesDisplay
    from aucurate.plots.folds.distributions import (
        FoldDistributionsDisplay as FoldDistributionsDisplay,
    )
    from aucurate.plots.folds.operating_points import (
        OperatingPointsDisplay as OperatingPointsDisplay,
    )
    from aucurate.plots.folds.operating_points import PointPanelsDisplay as PointPanelsDisplay
    from aucurate.plots.folds.outcomes import OutcomesDisplay as OutcomesDisplay
    from aucurate.plots.folds.overview import FoldPanels as FoldPanels
    from aucurate.plots.folds.overview import FoldsDisplay as FoldsDisplay
    from aucurate.plots.folds.overview import fold_panels as fold_panels
    from aucurate.plots.folds.values import FoldValuesDisplay as FoldValuesDisplay
    from aucurate.plots.forest import ForestDisplay as ForestDisplay
    from aucurate.plots.iso_cost import IsoCostDisplay as IsoCostDisplay
    from aucurate.plots.of_study import StudyFigure as StudyFigure
    from aucurate.plots.operating_points_on_curve import (
        OperatingPointsOnCurveDisplay as OperatingPointsOnCurveDisplay,
    )
    from aucurate.plots.power_curve import PowerCurveDisplay as PowerCurveDisplay
    from aucurate.plots.precision import PrecisionDisplay as PrecisionDisplay
    from aucurate.plots.roc import RocDisplay as RocDisplay
    from aucurate.plots.score_distributions import (
        ScoreDistributionsDisplay as ScoreDistributionsDisplay,
    )

_HOMES = {
    "AveragedCurvesDisplay": "folds.averaged_curves",
    "BandsDisplay": "bands",
    "ClassErrorsDisplay": "classes.errors",
    "ClassPointErrorsDisplay": "classes.point_errors",
    "ComparisonMatrixDisplay": "comparison_matrix",
    "ConfusionDisplay": "classes.confusion",
    "CostCurvesDisplay": "cost_curves",
    "CriticalDifferenceDisplay": "critical_difference",
    "CurveDifferenceDisplay": "curve_difference",
    "DecisionCurveDisplay": "decision_curve",
    "DetDisplay": "det",
    "Display": "figure",
    "FittedCurvesDisplay": "fitted_curves",
    "FoldCurvesDisplay": "folds.curves",
    "FoldDistributionsDisplay": "folds.distributions",
    "FoldPanels": "folds.overview",
    "FoldValuesDisplay": "folds.values",
    "FoldsDisplay": "folds.overview",
    "ForestDisplay": "forest",
    "IsoCostDisplay": "iso_cost",
    "MulticlassDisplay": "classes.overview",
    "OperatingPointsDisplay": "folds.operating_points",
    "OperatingPointsOnCurveDisplay": "operating_points_on_curve",
    "OutcomesDisplay": "folds.outcomes",
    "PairwiseAucDisplay": "classes.pairwise_auc",
    "ParallelErrorsDisplay": "classes.errors",
    "PointPanelsDisplay": "folds.operating_points",
    "PowerCurveDisplay": "power_curve",
    "PrecisionDisplay": "precision",
    "RocDisplay": "roc",
    "ScoreDistributionsDisplay": "score_distributions",
    "StudyFigure": "of_study",
    "fold_panels": "folds.overview",
    "save": "figure",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    """A figure, loaded when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'aucurate.plots' has no attribute {name!r}")
    value = getattr(import_module(f"aucurate.plots.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
