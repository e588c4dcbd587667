"""Figures of results, one class each (the extra ``plots``).

    RocDisplay(scores).plot()                a figure of its own, in the house style
    RocDisplay(scores).plot(ax)              on axes of yours
    RocDisplay(scores).to_frame()            the drawn numbers; needs no matplotlib
    RocDisplay(scores).save("roc.svg")       as svg, pdf or png

Figures are drawn from finished results. ``study.plot()`` draws the main figure
of a study; ``study.figures()`` gives all of them.

**Curves on one test set**

- ``RocDisplay``: ROC curves, with the AUC of each
- ``BandsDisplay``: Confidence bands with their curves; the legend says what each band covers
- ``CurveDifferenceDisplay``: The first curve minus the second with its band; bars below say which
  is higher where
- ``FittedCurvesDisplay``: The empirical ROC curve (broad, grey) with fitted curves over it
- ``PrecisionDisplay``: Precision-recall curves by name, with the average precision (AP) of each
- ``DetDisplay``: DET curves by name, with the equal error rate of each
- ``CostCurvesDisplay``: Cost curves (lower envelopes) by name, with the mean cost of each
- ``DecisionCurveDisplay``: Decision curves between "treat none" and "treat all"
- ``ScoreDistributionsDisplay``: The scores of each class, a panel for each classifier

**Operating points on one test set**

- ``IsoCostDisplay``: A curve, its convex hull, the chosen point and the iso-cost line through it
- ``OperatingPointsOnCurveDisplay``: The curves of all classifiers with their operating points and
  joint regions

**Estimates, comparisons, plans**

- ``ForestDisplay``: Forest plot with a row for each result, and its numbers to the right of the
  axes
- ``SubgroupsDisplay``: Forest plot of the subgroups of one column, for each classifier or each
  pair
- ``ComparisonMatrixDisplay``: Matrix of all pairs: differences above the diagonal, p-values below
  it
- ``CriticalDifferenceDisplay``: Average ranks over data sets, and which of them differ by less
  than the critical difference
- ``PowerCurveDisplay``: What studies of each size reach, with the plan marked

**Cross-validation folds**

- ``FoldValuesDisplay``: Fold values of one quantity (``study.part("AUC")``), one row per algorithm
- ``FoldDistributionsDisplay``: Histograms of fold values with the normals fitted to them
- ``FoldCurvesDisplay``: ROC curves of every fold, one colour per classifier, with a mark per fold
  and threshold
- ``AveragedCurvesDisplay``: Mean curves over folds with bars of one standard error at about a
  dozen points
- ``FoldsDisplay``: Errors, AUCs and curves of algorithms over folds, in three panels
- ``OperatingPointsDisplay``: Mean operating points of a classifier over folds, with their spread
- ``PointPanelsDisplay``: Operating points over folds, a panel for each classifier of a study
- ``OutcomesDisplay``: The number of pairs with each outcome of the tests of error rate and AUC

**Several classes**

- ``MulticlassDisplay``: All classifiers of a study of several classes, three panels for each
- ``ConfusionDisplay``: The confusion matrix at an operating point: a row per true class, a column
  per decision
- ``PairwiseAucDisplay``: AUCs of all pairs of classes: row a against column b, by the scores of
  class a
- ``ClassPointErrorsDisplay``: Class errors of one classifier at its operating points
- ``ClassErrorsDisplay``: Mean class errors at operating points: two panels for three classes, else
  parallel axes
- ``ParallelErrorsDisplay``: Mean class errors in parallel coordinates, one line per operating
  point

**Any figure**

- ``Display``: One figure: its numbers, and the means to draw them
- ``save``: Write a figure as svg, pdf or png, by the end of the file's name
- ``StudyFigure``: A figure of a study by its ``name``, with a caption and words for those who
  cannot see it
- ``fold_panels``: Compute the numbers of ``FoldsDisplay`` from scores over folds
- ``FoldPanels``: The numbers of ``FoldsDisplay``; ``intervals`` of the AUCs are drawn in the
  second
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Curves on one test set": {
            "roc": "RocDisplay",
            "bands": "BandsDisplay",
            "curve_difference": "CurveDifferenceDisplay",
            "fitted_curves": "FittedCurvesDisplay",
            "precision": "PrecisionDisplay",
            "det": "DetDisplay",
            "cost_curves": "CostCurvesDisplay",
            "decision_curve": "DecisionCurveDisplay",
            "score_distributions": "ScoreDistributionsDisplay",
        },
        "Operating points on one test set": {
            "iso_cost": "IsoCostDisplay",
            "operating_points_on_curve": "OperatingPointsOnCurveDisplay",
        },
        "Estimates, comparisons, plans": {
            "forest": "ForestDisplay",
            "subgroups": "SubgroupsDisplay",
            "comparison_matrix": "ComparisonMatrixDisplay",
            "critical_difference": "CriticalDifferenceDisplay",
            "power_curve": "PowerCurveDisplay",
        },
        "Cross-validation folds": {
            "folds.values": "FoldValuesDisplay",
            "folds.distributions": "FoldDistributionsDisplay",
            "folds.curves": "FoldCurvesDisplay",
            "folds.averaged_curves": "AveragedCurvesDisplay",
            "folds.overview": "FoldsDisplay",
            "folds.operating_points": "OperatingPointsDisplay PointPanelsDisplay",
            "folds.outcomes": "OutcomesDisplay",
        },
        "Several classes": {
            "classes.overview": "MulticlassDisplay",
            "classes.confusion": "ConfusionDisplay",
            "classes.pairwise_auc": "PairwiseAucDisplay",
            "classes.point_errors": "ClassPointErrorsDisplay",
            "classes.errors": "ClassErrorsDisplay ParallelErrorsDisplay",
        },
        "Any figure": {
            "figure": "Display save",
            "of_study": "StudyFigure",
            "folds.overview": "fold_panels FoldPanels",
        },
    },
)
