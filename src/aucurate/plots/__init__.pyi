# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.plots.bands import BandsDisplay as BandsDisplay
from aucurate.plots.classes.confusion import ConfusionDisplay as ConfusionDisplay
from aucurate.plots.classes.errors import ClassErrorsDisplay as ClassErrorsDisplay
from aucurate.plots.classes.errors import ParallelErrorsDisplay as ParallelErrorsDisplay
from aucurate.plots.classes.overview import MulticlassDisplay as MulticlassDisplay
from aucurate.plots.classes.pairwise_auc import PairwiseAucDisplay as PairwiseAucDisplay
from aucurate.plots.classes.point_errors import ClassPointErrorsDisplay as ClassPointErrorsDisplay
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
from aucurate.plots.folds.distributions import FoldDistributionsDisplay as FoldDistributionsDisplay
from aucurate.plots.folds.operating_points import OperatingPointsDisplay as OperatingPointsDisplay
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
from aucurate.plots.subgroups import SubgroupsDisplay as SubgroupsDisplay

__all__: list[str]
