"""Pictures of the gallery over folds, of several classes, of many data sets, and of plans."""

from functools import cache

import numpy as np
from tools.website.gallery.picture import Picture

import aucurate as au
from aucurate import plots
from aucurate.curve.fold_curves import fold_curves
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import PairedClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.results_table import ResultsTable
from aucurate.datasets import load_wine_class_folds
from aucurate.estimates.fold_summary import fold_distribution
from aucurate.inference.curve.averaging import threshold_average, vertical_average
from aucurate.inference.folds.class_points import ClassOperatingPoints, class_operating_points
from aucurate.inference.folds.operating_points import OperatingPoints, operating_points
from aucurate.inference.folds.point_tests import rate_regions
from aucurate.inference.multiclass.confusion import confusion_intervals
from aucurate.inference.multiclass.pairwise_auc import pairwise_auc_intervals
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.plots import Display
from aucurate.study.folds.outcomes import error_and_auc
from aucurate.study.multiclass import MulticlassStudy, multiclass
from aucurate.study.plan import plan_study


@cache
def folds() -> FoldScores:
    """Ten folds of the study that ships with the package."""
    return au.datasets.load_breast_cancer_folds()


@cache
def fixed_test_set(n_classifiers: int = 2) -> FoldScores:
    """Simulated: thirty models of every classifier on the same 300 observations."""
    rng = np.random.default_rng(30)
    n_folds, n_observations = 30, 300
    labels = np.arange(n_observations) % 3 == 0
    columns = {}
    for at in range(n_classifiers):
        base = (1 + at / max(4, n_classifiers)) * labels + rng.normal(size=n_observations)
        noise = 0.4 * rng.normal(size=(n_folds, n_observations))
        columns[f"classifier {at + 1}"] = (1 / (1 + np.exp(1 - base - noise))).ravel()
    return FoldScores.from_arrays(
        np.tile(labels, n_folds),
        columns,
        folds=np.repeat(np.arange(n_folds), n_observations),
        observations=np.tile(np.arange(n_observations), n_folds),
    )


@cache
def wine() -> MulticlassStudy:
    """Three classes of wine over folds."""
    return multiclass(load_wine_class_folds())


@cache
def letters(n_classes: int = 26) -> PairedClassScores:
    """Simulated: one classifier of many classes that are easier or harder."""
    rng = np.random.default_rng(26)
    codes = np.arange(40 * n_classes) % n_classes
    odds = rng.normal(size=(len(codes), n_classes))
    odds += (1.5 + 2 * np.arange(n_classes) / n_classes) * np.eye(n_classes)[codes]
    names = [chr(ord("A") + at) for at in range(n_classes)]
    scores = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    return PairedClassScores.from_arrays(np.array(names)[codes], {"letters": scores}, classes=names)


def _class_points(n_classes: int) -> ClassOperatingPoints:
    """Simulated: operating points by random weights over five folds."""
    rng = np.random.default_rng(n_classes)
    codes = np.arange(60 * n_classes) % n_classes
    names = [chr(ord("A") + at) for at in range(n_classes)]
    odds = rng.normal(size=(len(codes), n_classes)) + 2 * np.eye(n_classes)[codes]
    data = ClassFoldScores.from_arrays(
        np.array(names)[codes],
        np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True),
        classes=names,
        folds=np.arange(len(codes)) // n_classes % 5,
        name="bayes",
    )
    return class_operating_points(data, rng.dirichlet(np.full(n_classes, 20.0), 60))


def _class_errors(n_classes: int) -> Display:
    points = _class_points(n_classes)
    return plots.ClassErrorsDisplay(points, au.inference.folds.indistinguishable_points(points, 2))


def _parallel() -> Display:
    points = _class_points(8)
    found = au.inference.folds.indistinguishable_points(points, 2)
    return plots.ParallelErrorsDisplay(points, found, differences=True)


@cache
def _points() -> OperatingPoints:
    return operating_points(folds(), "tree", rates=["sensitivity", "specificity", "accuracy"])


def _operating_points() -> Display:
    points = _points()
    found = au.inference.folds.indistinguishable_points(
        points, points.nearest(0.5), rates=["accuracy"]
    )
    return plots.OperatingPointsDisplay(points, found)


def _ellipses() -> Display:
    return plots.OperatingPointsDisplay(_points(), regions=rate_regions(_points()))


def _averaged() -> Display:
    data = folds()
    ways = [vertical_average(data, "tree"), threshold_average(data, "tree")]
    return plots.AveragedCurvesDisplay(ways)


def _folds() -> Display:
    data = fixed_test_set()
    first = data.fold(0)
    intervals = [au.inference.auc.agarwal_interval(one) for one in first]
    intervals += [au.inference.auc.cortes_mohri_interval(one, threshold=0.5) for one in first]
    return plots.FoldsDisplay(plots.fold_panels(data, losses=(1.0, 0.5), intervals=intervals))


def _panels(data: FoldScores) -> Display:
    return plots.PointPanelsDisplay(au.operate(data, at="youden"))


def _class_point_errors() -> Display:
    study, name = wine(), wine().names[0]
    points = [point for point in study.points if point.name == name]
    unseen = next((one for one in study.nested if one.name == name), None)
    return plots.ClassPointErrorsDisplay(points, unseen)


def _outcomes() -> Display:
    study = error_and_auc({"breast cancer": folds()}, threshold=0.5)
    return plots.OutcomesDisplay(study.outcomes)


def _ranks(many: int) -> Display:
    rng = np.random.default_rng(4)
    values = {
        f"classifier {at + 1}": 0.7 + 0.01 * (at / 2 + rng.normal(size=30)) for at in range(many)
    }
    table = ResultsTable.from_arrays(values)
    return plots.CriticalDifferenceDisplay(
        au.inference.many_datasets.critical_difference(
            au.inference.many_datasets.nemenyi_test(table)
        )
    )


def _power(*seconds: float) -> Display:
    plans = {
        f"AUC 0.85 and {auc}": plan_study(plan_two(0.85, auc, paired=False, power=0.8))
        for auc in seconds
    }
    return plots.PowerCurveDisplay(plans)


PICTURES = (
    Picture("fold-curves-one", "FoldCurvesDisplay", "The curves of ten folds, one classifier.",
            lambda: plots.FoldCurvesDisplay(fold_curves(folds(), names=["forest"]))),
    Picture("fold-curves", "FoldCurvesDisplay", "The curves of thirty folds, two classifiers.",
            lambda: plots.FoldCurvesDisplay(fold_curves(fixed_test_set()))),
    Picture("fold-distributions", "FoldDistributionsDisplay", "AUC over the folds of two.",
            lambda: plots.FoldDistributionsDisplay(fold_distribution(fixed_test_set().aucs()))),
    Picture("fold-distributions-twenty", "FoldDistributionsDisplay", "The same of twenty.",
            lambda: plots.FoldDistributionsDisplay(fold_distribution(fixed_test_set(20).aucs()))),
    Picture("fold-values", "FoldValuesDisplay", "Every fold of five algorithms, with means.",
            lambda: plots.FoldValuesDisplay(au.folds(folds()).parts[0])),
    Picture("fold-values-twenty", "FoldValuesDisplay", "The same of twenty.",
            lambda: plots.FoldValuesDisplay(au.folds(fixed_test_set(20)).parts[0])),
    Picture("outcomes", "OutcomesDisplay", "What the tests of error and of AUC decide.",
            _outcomes),
    Picture("folds", "FoldsDisplay", "Errors, AUCs and curves over folds with intervals.", _folds),
    Picture("averaged-curves", "AveragedCurvesDisplay", "Two ways to average curves.", _averaged),
    Picture("operating-points", "OperatingPointsDisplay",
            "Mean operating points over folds; those that do not differ from the chosen one.",
            _operating_points),
    Picture("operating-points-ellipses", "OperatingPointsDisplay",
            "The same with the region of every point.", _ellipses),
    Picture("point-panels-one", "PointPanelsDisplay", "A classifier at its threshold over folds.",
            lambda: _panels(fixed_test_set(1))),
    Picture("point-panels", "PointPanelsDisplay", "A panel for each of five.",
            lambda: _panels(folds())),
    Picture("critical-difference", "CriticalDifferenceDisplay", "Six algorithms on 30 data sets.",
            lambda: _ranks(6)),
    Picture("critical-difference-twenty", "CriticalDifferenceDisplay", "Twenty algorithms.",
            lambda: _ranks(20)),
    Picture("power-one", "PowerCurveDisplay", "Power of one AUC against a null value.",
            lambda: plots.PowerCurveDisplay(plan_study(plan_one(0.8, null=0.7, power=0.8)))),
    Picture("power", "PowerCurveDisplay", "Power of a comparison for several differences.",
            lambda: _power(0.75, 0.78, 0.8)),
    Picture("power-width", "PowerCurveDisplay", "Width of an interval by test set size.",
            lambda: plots.PowerCurveDisplay(plan_study(plan_interval(0.85, width=0.1)))),
    Picture("multiclass", "MulticlassDisplay", "A study of three classes.",
            lambda: plots.MulticlassDisplay(wine())),
    Picture("confusion", "ConfusionDisplay", "Confusion matrix with intervals, three classes.",
            lambda: plots.ConfusionDisplay(wine().decisions(wine().names[0]))),
    Picture("confusion-many", "ConfusionDisplay", "Confusion matrix of 26 classes.",
            lambda: plots.ConfusionDisplay(confusion_intervals(letters()["letters"]))),
    Picture("pairwise-auc", "PairwiseAucDisplay", "AUC of every pair of three classes.",
            lambda: plots.PairwiseAucDisplay(wine().pairwise[0])),
    Picture("pairwise-auc-many", "PairwiseAucDisplay", "AUC of every pair of 26 classes.",
            lambda: plots.PairwiseAucDisplay(
                pairwise_auc_intervals(letters()["letters"]))),
    Picture("class-errors", "ClassErrorsDisplay", "Operating points of three classes in space.",
            lambda: _class_errors(3)),
    Picture("class-errors-many", "ClassErrorsDisplay", "Those of eight classes side by side.",
            lambda: _class_errors(8)),
    Picture("parallel-errors", "ParallelErrorsDisplay",
            "Differences from the chosen point, class by class.", _parallel),
    Picture("class-point-errors", "ClassPointErrorsDisplay",
            "Error of every class at the points of a study.",
            _class_point_errors),
)  # fmt: skip
