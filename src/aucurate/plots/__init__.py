"""Results drawn with matplotlib (the extra ``plots``): numbers come finished, nothing is computed.

Every figure has three functions: ``draw_...`` draws a result on given axes and leaves the rest of
the figure and all settings of matplotlib alone, ``..._figure`` makes a figure of its own, and
``..._frame`` gives the drawn numbers. A display (``RocDisplay`` and so on) is all three in one
object, after scikit-learn's habit. Frames need no matplotlib; it is loaded by the first figure.

    from aucurate.plots import RocDisplay, roc_figure, save
    save(roc_figure(scores), "roc.svg")
    RocDisplay(scores).plot(ax)

``study.plot()`` draws the main figure of a study; ``study.figures()`` gives all of them.
"""

from aucurate.plots.bands import bands_figure, bands_frame, draw_bands
from aucurate.plots.classes.confusion import confusion_figure, confusion_frame, draw_confusion
from aucurate.plots.classes.errors import (
    class_errors_figure,
    class_errors_frame,
    draw_class_errors,
    draw_parallel_errors,
    parallel_errors_figure,
)
from aucurate.plots.classes.overview import draw_multiclass, multiclass_figure, multiclass_frame
from aucurate.plots.classes.pairwise_auc import (
    draw_pairwise_auc,
    pairwise_auc_figure,
    pairwise_auc_frame,
)
from aucurate.plots.classes.point_errors import (
    class_point_errors_figure,
    class_point_errors_frame,
    draw_class_point_errors,
)
from aucurate.plots.comparison_matrix import (
    comparison_matrix_figure,
    comparison_matrix_frame,
    draw_comparison_matrix,
)
from aucurate.plots.cost_curves import cost_curves_figure, cost_curves_frame, draw_cost_curves
from aucurate.plots.critical_difference import (
    critical_difference_figure,
    critical_difference_frame,
    draw_critical_difference,
)
from aucurate.plots.curve_difference import (
    curve_difference_figure,
    curve_difference_frame,
    draw_curve_difference,
)
from aucurate.plots.decision_curve import (
    decision_curve_figure,
    decision_curve_frame,
    draw_decision_curve,
)
from aucurate.plots.det import det_figure, det_frame, draw_det
from aucurate.plots.displays import (
    AveragedCurvesDisplay,
    BandsDisplay,
    ClassErrorsDisplay,
    ClassPointErrorsDisplay,
    ComparisonMatrixDisplay,
    ConfusionDisplay,
    CostCurvesDisplay,
    CriticalDifferenceDisplay,
    CurveDifferenceDisplay,
    DecisionCurveDisplay,
    DetDisplay,
    FittedCurvesDisplay,
    FoldCurvesDisplay,
    FoldDistributionsDisplay,
    FoldsDisplay,
    FoldValuesDisplay,
    ForestDisplay,
    IsoCostDisplay,
    MulticlassDisplay,
    OperatingPointsDisplay,
    OutcomesDisplay,
    PairwiseAucDisplay,
    ParallelErrorsDisplay,
    PointPanelsDisplay,
    PowerCurveDisplay,
    PrecisionDisplay,
    RocDisplay,
    ScoreDistributionsDisplay,
    UsedPointsDisplay,
)
from aucurate.plots.figure import Display, rendered, save
from aucurate.plots.fitted_curves import (
    draw_fitted_curves,
    draw_fitted_panels,
    fitted_curves_figure,
    fitted_curves_frame,
)
from aucurate.plots.folds.averaged_curves import (
    averaged_curves_figure,
    averaged_curves_frame,
    draw_averaged_curves,
)
from aucurate.plots.folds.curves import draw_fold_curves, fold_curves_figure, fold_curves_frame
from aucurate.plots.folds.distributions import (
    draw_fold_distributions,
    draw_fold_panels,
    draw_interval_lines,
    fold_distributions_figure,
    fold_distributions_frame,
)
from aucurate.plots.folds.operating_points import (
    draw_operating_points,
    draw_point_panels,
    operating_points_figure,
    operating_points_frame,
    point_panels_figure,
    point_panels_frame,
)
from aucurate.plots.folds.outcomes import draw_outcomes, outcomes_figure, outcomes_frame
from aucurate.plots.folds.overview import (
    FoldPanels,
    draw_folds,
    fold_panels,
    folds_figure,
    folds_frame,
)
from aucurate.plots.folds.values import draw_fold_values, fold_values_figure, fold_values_frame
from aucurate.plots.forest import draw_forest, forest_figure, forest_frame
from aucurate.plots.iso_cost import draw_iso_cost, iso_cost_figure, iso_cost_frame
from aucurate.plots.matrix import draw_cells
from aucurate.plots.of_study import StudyFigure
from aucurate.plots.operating_points_on_curve import (
    draw_used_points,
    used_points_figure,
    used_points_frame,
)
from aucurate.plots.power_curve import draw_power_curve, power_curve_figure, power_curve_frame
from aucurate.plots.precision import draw_precision, precision_figure, precision_frame
from aucurate.plots.roc import draw_roc, roc_figure, roc_frame
from aucurate.plots.score_distributions import (
    draw_score_distributions,
    draw_score_panels,
    score_distributions_figure,
    score_distributions_frame,
)

__all__ = [
    "AveragedCurvesDisplay",
    "BandsDisplay",
    "ClassErrorsDisplay",
    "ClassPointErrorsDisplay",
    "ComparisonMatrixDisplay",
    "ConfusionDisplay",
    "CostCurvesDisplay",
    "CriticalDifferenceDisplay",
    "CurveDifferenceDisplay",
    "DecisionCurveDisplay",
    "DetDisplay",
    "Display",
    "FittedCurvesDisplay",
    "FoldCurvesDisplay",
    "FoldDistributionsDisplay",
    "FoldPanels",
    "FoldValuesDisplay",
    "FoldsDisplay",
    "ForestDisplay",
    "IsoCostDisplay",
    "MulticlassDisplay",
    "OperatingPointsDisplay",
    "OutcomesDisplay",
    "PairwiseAucDisplay",
    "ParallelErrorsDisplay",
    "PointPanelsDisplay",
    "PowerCurveDisplay",
    "PrecisionDisplay",
    "RocDisplay",
    "ScoreDistributionsDisplay",
    "StudyFigure",
    "UsedPointsDisplay",
    "averaged_curves_figure",
    "averaged_curves_frame",
    "bands_figure",
    "bands_frame",
    "class_errors_figure",
    "class_errors_frame",
    "class_point_errors_figure",
    "class_point_errors_frame",
    "comparison_matrix_figure",
    "comparison_matrix_frame",
    "confusion_figure",
    "confusion_frame",
    "cost_curves_figure",
    "cost_curves_frame",
    "critical_difference_figure",
    "critical_difference_frame",
    "curve_difference_figure",
    "curve_difference_frame",
    "decision_curve_figure",
    "decision_curve_frame",
    "det_figure",
    "det_frame",
    "draw_averaged_curves",
    "draw_bands",
    "draw_cells",
    "draw_class_errors",
    "draw_class_point_errors",
    "draw_comparison_matrix",
    "draw_confusion",
    "draw_cost_curves",
    "draw_critical_difference",
    "draw_curve_difference",
    "draw_decision_curve",
    "draw_det",
    "draw_fitted_curves",
    "draw_fitted_panels",
    "draw_fold_curves",
    "draw_fold_distributions",
    "draw_fold_panels",
    "draw_fold_values",
    "draw_folds",
    "draw_forest",
    "draw_interval_lines",
    "draw_iso_cost",
    "draw_multiclass",
    "draw_operating_points",
    "draw_outcomes",
    "draw_pairwise_auc",
    "draw_parallel_errors",
    "draw_point_panels",
    "draw_power_curve",
    "draw_precision",
    "draw_roc",
    "draw_score_distributions",
    "draw_score_panels",
    "draw_used_points",
    "fitted_curves_figure",
    "fitted_curves_frame",
    "fold_curves_figure",
    "fold_curves_frame",
    "fold_distributions_figure",
    "fold_distributions_frame",
    "fold_panels",
    "fold_values_figure",
    "fold_values_frame",
    "folds_figure",
    "folds_frame",
    "forest_figure",
    "forest_frame",
    "iso_cost_figure",
    "iso_cost_frame",
    "multiclass_figure",
    "multiclass_frame",
    "operating_points_figure",
    "operating_points_frame",
    "outcomes_figure",
    "outcomes_frame",
    "pairwise_auc_figure",
    "pairwise_auc_frame",
    "parallel_errors_figure",
    "point_panels_figure",
    "point_panels_frame",
    "power_curve_figure",
    "power_curve_frame",
    "precision_figure",
    "precision_frame",
    "rendered",
    "roc_figure",
    "roc_frame",
    "save",
    "score_distributions_figure",
    "score_distributions_frame",
    "used_points_figure",
    "used_points_frame",
]
