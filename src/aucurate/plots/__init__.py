"""Figures of results, one class each (the extra ``plots``).

    RocDisplay(scores).plot()                a figure of its own, in the house style
    RocDisplay(scores).plot(ax)              on axes of yours
    RocDisplay(scores).to_frame()            the drawn numbers; needs no matplotlib
    RocDisplay(scores).save("roc.svg")       as svg, pdf or png

Figures are drawn from finished results. ``study.plot()`` draws the main figure
of a study; ``study.figures()`` gives all of them.

**Curves on one test set**

- ``RocDisplay``: ROC curves, with the AUC of each in the legend
- ``BandsDisplay``: Each band with its curve inside; a line of the legend names what the band
  promises
- ``CurveDifferenceDisplay``: The first curve minus the second with its band; bars below say which
  is higher where
- ``FittedCurvesDisplay``: The empirical curve of scores, broad and grey, and over it the fitted
  ones
- ``PrecisionDisplay``: Precision-recall curves by name, with the average precision (AP) of each in
  the legend
- ``DetDisplay``: DET curves by name, with the equal error rate of each in the legend
- ``CostCurvesDisplay``: The lower envelopes by name, with the mean cost of each in the legend
- ``DecisionCurveDisplay``: Decision curves between "treat none" and "treat all"
- ``ScoreDistributionsDisplay``: The scores of each class, a panel for each classifier

**Operating points on one test set**

- ``IsoCostDisplay``: A curve, its convex hull, the chosen point and the iso-cost line through it
- ``OperatingPointsOnCurveDisplay``: The curves of all classifiers with their operating points and
  joint regions

**Estimates, comparisons, plans**

- ``ForestDisplay``: A row for each result, in the order given, with its numbers to the right of
  the axes
- ``ComparisonMatrixDisplay``: All pairs in one square; classifiers stand in the order in which the
  comparisons name them
- ``CriticalDifferenceDisplay``: Average ranks over data sets, and which of them differ by less
  than the critical difference
- ``PowerCurveDisplay``: What studies of each size reach, with the plan marked

**Cross-validation folds**

- ``FoldValuesDisplay``: One quantity of a study over folds (``study.part("AUC")``), the algorithms
  in rows
- ``FoldDistributionsDisplay``: Histograms of fold values with the normals fitted to them
- ``FoldCurvesDisplay``: A thin ROC curve per fold, in one colour per classifier, and a mark per
  fold and threshold
- ``AveragedCurvesDisplay``: Mean curves over folds with bars of one standard error, at a dozen of
  their points
- ``FoldsDisplay``: Errors, AUCs and curves of algorithms over folds, in three panels
- ``OperatingPointsDisplay``: The mean curve of a classifier over folds
- ``PointPanelsDisplay``: Operating points over folds, a panel for each classifier of a study
- ``OutcomesDisplay``: How many pairs have each outcome; ``level`` is that of the tests, written
  below

**Several classes**

- ``MulticlassDisplay``: All classifiers of a study of several classes, a row of three panels for
  each
- ``ConfusionDisplay``: What is decided at an operating point: a row per true class, a column per
  decided one
- ``PairwiseAucDisplay``: The AUCs of all pairs: in row a and column b that of a against b, by the
  scores of class a
- ``ClassPointErrorsDisplay``: The errors of one classifier at its operating points, from above in
  their order
- ``ClassErrorsDisplay``: The mean errors at operating points: of three classes in two panels, else
  side by side
- ``ParallelErrorsDisplay``: The mean error of every class as parallel coordinates, a line per
  operating point

**Any figure**

- ``Display``: One figure: its numbers, and the means to draw them
- ``save``: Write a figure as svg, pdf or png, by the end of the file's name
- ``StudyFigure``: A figure of a study by its ``name``, with a caption and words for those who
  cannot see it
- ``fold_panels``: The numbers of the figure from the scores over folds, of these classifiers or of
  all
- ``FoldPanels``: The numbers of the three panels; ``intervals`` of the AUCs are drawn over the
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
