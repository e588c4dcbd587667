"""The display of every figure, by what it shows: curves, results, several classes."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from aucurate.curve.cost_curve import CostCurve
from aucurate.curve.decision_curve import DecisionCurve
from aucurate.curve.det import DetCurve
from aucurate.curve.fold_curves import FoldCurves
from aucurate.curve.precision import PrecisionCurve
from aucurate.curve.roc import RocCurve
from aucurate.data.scores import PairedScores
from aucurate.estimates.fold_summary import FoldDistribution
from aucurate.estimates.thresholds.choice import ThresholdChoice
from aucurate.estimates.weights.nested import NestedWeights
from aucurate.inference.curve.averaging import AveragedCurve
from aucurate.inference.curve.bands import CurveBand
from aucurate.inference.curve.difference import CurveDifference
from aucurate.inference.folds.class_points import ClassOperatingPoints
from aucurate.inference.folds.indistinguishable_points import ClassPointSet, PointSet
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.inference.folds.point_tests import RateRegion
from aucurate.inference.many_datasets.post_hoc import CriticalDifference
from aucurate.inference.multiclass.confusion import ConfusionMatrix
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs
from aucurate.plots.bands import bands_figure, bands_frame, draw_bands, given_bands
from aucurate.plots.classes.confusion import confusion_figure, confusion_frame, draw_confusion
from aucurate.plots.classes.errors import (
    chosen_point,
    class_errors_figure,
    class_errors_frame,
    draw_class_errors,
    draw_parallel_errors,
    mean_errors,
    parallel_errors_figure,
)
from aucurate.plots.classes.overview import draw_multiclass, multiclass_figure, multiclass_frame
from aucurate.plots.classes.pairwise_auc import (
    draw_pairwise_auc,
    pairwise_auc_figure,
    pairwise_auc_frame,
)
from aucurate.plots.classes.point_errors import (
    checked_classes,
    class_point_errors_figure,
    class_point_errors_frame,
    draw_class_point_errors,
)
from aucurate.plots.comparison_matrix import (
    comparison_matrix_figure,
    comparison_matrix_frame,
    draw_comparison_matrix,
    pairs_of,
)
from aucurate.plots.cost_curves import cost_curves_figure, cost_curves_frame, draw_cost_curves
from aucurate.plots.cost_curves import require_curves as require_cost_curves
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
    Intervals,
    checked_intervals,
    decision_curve_figure,
    decision_curve_frame,
    draw_decision_curve,
    given_curves,
)
from aucurate.plots.det import det_figure, det_frame, draw_det
from aucurate.plots.det import require_curves as require_det_curves
from aucurate.plots.figure import Display, Functions, PanelData, require_kind
from aucurate.plots.fitted_curves import (
    Fitted,
    FittedData,
    draw_fitted_panels,
    entries_by_name,
    fitted_curves_figure,
    fitted_curves_frame,
)
from aucurate.plots.folds.averaged_curves import (
    averaged_curves_figure,
    averaged_curves_frame,
    draw_averaged_curves,
    words_of,
)
from aucurate.plots.folds.curves import draw_fold_curves, fold_curves_figure, fold_curves_frame
from aucurate.plots.folds.distributions import (
    TOGETHER,
    check_intervals,
    draw_fold_distributions,
    draw_fold_panels,
    fold_distributions_figure,
    fold_distributions_frame,
)
from aucurate.plots.folds.operating_points import (
    Spread,
    check_points,
    draw_operating_points,
    draw_point_panels,
    operating_points_figure,
    operating_points_frame,
    point_panels_figure,
    point_panels_frame,
    require_few,
)
from aucurate.plots.folds.outcomes import (
    draw_outcomes,
    outcomes_figure,
    outcomes_frame,
    require_outcomes,
)
from aucurate.plots.folds.overview import FoldPanels, draw_folds, folds_figure, folds_frame
from aucurate.plots.folds.values import (
    draw_fold_values,
    fold_values_figure,
    fold_values_frame,
    require_values,
)
from aucurate.plots.forest import Given, draw_forest, forest_figure, forest_frame, given, rows_of
from aucurate.plots.iso_cost import check_choice, draw_iso_cost, iso_cost_figure, iso_cost_frame
from aucurate.plots.lines import Curves, curves_by_name
from aucurate.plots.operating_points_on_curve import (
    checked_study,
    draw_used_points,
    used_points_figure,
    used_points_frame,
)
from aucurate.plots.power_curve import (
    Plans,
    draw_power_curve,
    given_plans,
    power_curve_figure,
    power_curve_frame,
)
from aucurate.plots.precision import draw_precision, labels_of, precision_figure, precision_frame
from aucurate.plots.roc import check_curves, draw_roc, roc_figure, roc_frame
from aucurate.plots.score_distributions import (
    Axis,
    Thresholds,
    draw_score_panels,
    score_distributions_figure,
    score_distributions_frame,
    scores_of,
    thresholds_of,
)
from aucurate.results import Comparison, Estimate
from aucurate.study.folds.numbers import FoldsPart
from aucurate.study.folds.outcomes import TestOutcome
from aucurate.study.multiclass import MulticlassStudy
from aucurate.study.multiclass.points import ClassPoint
from aucurate.study.operate import OperateStudy
from aucurate.study.operate.folds import OperateFoldsStudy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The displays of curves on one test set.


@dataclass(eq=False, repr=False)
class RocDisplay(Display):
    """ROC curves with their AUCs, as :func:`~aucurate.plots.draw_roc` takes them.

    Scores are kept as their curves, with areas and lines: sorted once however often they are drawn.

    >>> from aucurate import load_breast_cancer
    >>> RocDisplay(load_breast_cancer()).to_frame().columns
    ['classifier', 'threshold', 'specificity', 'sensitivity', 'auc']
    """

    curves: Curves
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    with_intervals: bool = False
    functions: ClassVar[Functions] = Functions(draw_roc, roc_figure, roc_frame)

    def _check(self) -> None:
        self.curves = curves_by_name(self.curves)
        check_curves(self.curves, self.estimates, self.with_intervals)


@dataclass(eq=False, repr=False)
class BandsDisplay(Display):
    """Bands around ROC curves, as :func:`~aucurate.plots.draw_bands` takes them."""

    bands: CurveBand | Sequence[CurveBand]
    functions: ClassVar[Functions] = Functions(draw_bands, bands_figure, bands_frame)

    def _check(self) -> None:
        given_bands(self.bands)


@dataclass(eq=False, repr=False)
class CurveDifferenceDisplay(Display):
    """The difference of two curves with its band; ``found`` is what ``curve_difference`` gives."""

    found: CurveDifference
    functions: ClassVar[Functions] = Functions(
        draw_curve_difference, curve_difference_figure, curve_difference_frame
    )

    def _check(self) -> None:
        require_kind(self.found, CurveDifference, "give the result of curve_difference.")


@dataclass(eq=False, repr=False)
class PrecisionDisplay(Display):
    """Precision-recall curves, as :func:`~aucurate.plots.draw_precision` takes them."""

    curves: Mapping[str, PrecisionCurve]
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    with_intervals: bool = False
    functions: ClassVar[Functions] = Functions(draw_precision, precision_figure, precision_frame)

    def _check(self) -> None:
        labels_of(self.curves, self.estimates, self.with_intervals)


@dataclass(eq=False, repr=False)
class DetDisplay(Display):
    """DET curves by name, as :func:`~aucurate.plots.draw_det` takes them."""

    curves: Mapping[str, DetCurve]
    functions: ClassVar[Functions] = Functions(draw_det, det_figure, det_frame)

    def _check(self) -> None:
        require_det_curves(self.curves)


@dataclass(eq=False, repr=False)
class CostCurvesDisplay(Display):
    """Cost curves by name, as :func:`~aucurate.plots.draw_cost_curves` takes them."""

    curves: Mapping[str, CostCurve]
    _: KW_ONLY
    with_lines: bool = False
    functions: ClassVar[Functions] = Functions(
        draw_cost_curves, cost_curves_figure, cost_curves_frame
    )

    def _check(self) -> None:
        require_cost_curves(self.curves)


@dataclass(eq=False, repr=False)
class DecisionCurveDisplay(Display):
    """Decision curves, as :func:`~aucurate.plots.draw_decision_curve` takes them."""

    curves: DecisionCurve | Sequence[DecisionCurve]
    _: KW_ONLY
    intervals: Intervals | None = None
    functions: ClassVar[Functions] = Functions(
        draw_decision_curve, decision_curve_figure, decision_curve_frame
    )

    def _check(self) -> None:
        for curve in given_curves(self.curves):
            if curve.name in (self.intervals or {}):
                checked_intervals(curve, (self.intervals or {})[curve.name])


@dataclass(eq=False, repr=False)
class IsoCostDisplay(Display):
    """A chosen threshold on its curve, as :func:`~aucurate.plots.draw_iso_cost` takes it."""

    choice: ThresholdChoice
    curve: RocCurve
    functions: ClassVar[Functions] = Functions(draw_iso_cost, iso_cost_figure, iso_cost_frame)

    def _check(self) -> None:
        check_choice(self.choice, self.curve)


@dataclass(eq=False, repr=False)
class UsedPointsDisplay(Display):
    """Classifiers at their operating points: scores and their study, or the study alone.

    It is that of ``aucurate.operate``; see :func:`~aucurate.plots.draw_used_points`.
    """

    data: PairedScores | OperateStudy
    study: OperateStudy | None = None
    functions: ClassVar[Functions] = Functions(
        draw_used_points, used_points_figure, used_points_frame
    )

    def _check(self) -> None:
        checked_study(self.data, self.study)


@dataclass(eq=False, repr=False)
class FittedCurvesDisplay(Display):
    """Fitted curves over the empirical one, a panel for each classifier.

    ``data`` are scores and ``fitted`` what was fitted to them, or ``data`` is a study of
    ``aucurate.fit`` alone; see :func:`~aucurate.plots.draw_fitted_panels`.
    """

    data: FittedData
    fitted: Fitted | None = None
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    functions: ClassVar[Functions] = Functions(
        draw_fitted_panels, fitted_curves_figure, fitted_curves_frame
    )
    in_panels: ClassVar[bool] = True

    def _check(self) -> None:
        self._names = tuple(entries_by_name(self.data, self.fitted, self.estimates))

    @property
    def n_panels(self) -> int:
        """One for each classifier."""
        return len(self._names)


@dataclass(eq=False, repr=False)
class ScoreDistributionsDisplay(Display):
    """The scores of each class, a panel for each classifier.

    ``threshold`` is one number for all of them, or some by name; see
    :func:`~aucurate.plots.draw_score_panels`.
    """

    data: PanelData
    _: KW_ONLY
    threshold: Thresholds = None
    bars: int | None = None
    axis: Axis = "linear"
    functions: ClassVar[Functions] = Functions(
        draw_score_panels, score_distributions_figure, score_distributions_frame
    )
    in_panels: ClassVar[bool] = True

    def _check(self) -> None:
        thresholds_of(scores_of(self.data), self.threshold)

    @property
    def n_panels(self) -> int:
        """One for each classifier."""
        return len(scores_of(self.data))


# The displays of results: estimates, comparisons, plans, folds, many data sets.


@dataclass(eq=False, repr=False)
class ForestDisplay(Display):
    """Estimates or differences with their intervals; see :func:`~aucurate.plots.draw_forest`."""

    results: Given
    _: KW_ONLY
    adjusted_p_values: Sequence[float] | None = None
    functions: ClassVar[Functions] = Functions(draw_forest, forest_figure, forest_frame)

    def _check(self) -> None:
        rows_of(given(self.results), self.adjusted_p_values)


@dataclass(eq=False, repr=False)
class ComparisonMatrixDisplay(Display):
    """All pairs in one square; see :func:`~aucurate.plots.draw_comparison_matrix`."""

    comparisons: Sequence[Comparison]
    _: KW_ONLY
    adjusted_p_values: Sequence[float] | None = None
    level: float | None = None
    functions: ClassVar[Functions] = Functions(
        draw_comparison_matrix, comparison_matrix_figure, comparison_matrix_frame
    )

    def _check(self) -> None:
        pairs_of(self.comparisons, self.adjusted_p_values, self.level)


@dataclass(eq=False, repr=False)
class PowerCurveDisplay(Display):
    """What studies of each size reach; see :func:`~aucurate.plots.draw_power_curve`."""

    plans: Plans
    functions: ClassVar[Functions] = Functions(
        draw_power_curve, power_curve_figure, power_curve_frame
    )

    def _check(self) -> None:
        given_plans(self.plans)


@dataclass(eq=False, repr=False)
class CriticalDifferenceDisplay(Display):
    """Average ranks over data sets; see :func:`~aucurate.plots.draw_critical_difference`."""

    diagram: CriticalDifference
    functions: ClassVar[Functions] = Functions(
        draw_critical_difference, critical_difference_figure, critical_difference_frame
    )

    def _check(self) -> None:
        require_kind(self.diagram, CriticalDifference, "rank(results).diagram is one.")


@dataclass(eq=False, repr=False)
class OutcomesDisplay(Display):
    """What the tests of error and of AUC decide; see :func:`~aucurate.plots.draw_outcomes`."""

    outcomes: Sequence[TestOutcome]
    _: KW_ONLY
    level: float | None = None
    functions: ClassVar[Functions] = Functions(draw_outcomes, outcomes_figure, outcomes_frame)

    def _check(self) -> None:
        require_outcomes(self.outcomes)


@dataclass(eq=False, repr=False)
class OperatingPointsDisplay(Display):
    """The mean curve over folds; see :func:`~aucurate.plots.draw_operating_points`."""

    points: OperatingPoints
    found: PointSet | None = None
    _: KW_ONLY
    spread: Spread = "standard error"
    regions: Sequence[RateRegion] = ()
    functions: ClassVar[Functions] = Functions(
        draw_operating_points, operating_points_figure, operating_points_frame
    )

    def _check(self) -> None:
        check_points(self.points, self.found, self.spread, self.regions)


@dataclass(eq=False, repr=False)
class PointPanelsDisplay(Display):
    """Operating points over folds, a panel for each classifier of the study.

    It is that of ``aucurate.operate`` over folds; see :func:`~aucurate.plots.draw_point_panels`.
    """

    study: OperateFoldsStudy
    functions: ClassVar[Functions] = Functions(
        draw_point_panels, point_panels_figure, point_panels_frame
    )
    in_panels: ClassVar[bool] = True

    def _check(self) -> None:
        require_few(self.study)

    @property
    def n_panels(self) -> int:
        """One for each classifier."""
        return len(self.study.parts)


@dataclass(eq=False, repr=False)
class AveragedCurvesDisplay(Display):
    """Mean curves over folds; see :func:`~aucurate.plots.draw_averaged_curves`."""

    curves: Sequence[AveragedCurve]
    functions: ClassVar[Functions] = Functions(
        draw_averaged_curves, averaged_curves_figure, averaged_curves_frame
    )

    def _check(self) -> None:
        words_of(self.curves)


@dataclass(eq=False, repr=False)
class FoldCurvesDisplay(Display):
    """The ROC curves of every fold; see :func:`~aucurate.plots.draw_fold_curves`."""

    curves: FoldCurves
    functions: ClassVar[Functions] = Functions(
        draw_fold_curves, fold_curves_figure, fold_curves_frame
    )

    def _check(self) -> None:
        require_kind(self.curves, FoldCurves, "make them with fold_curves(data).")


@dataclass(eq=False, repr=False)
class FoldDistributionsDisplay(Display):
    """How fold values are spread; see :func:`~aucurate.plots.draw_fold_distributions`.

    Up to three classifiers are drawn over each other, more have a panel each.
    """

    distribution: FoldDistribution
    _: KW_ONLY
    intervals: Sequence[Estimate] = ()
    functions: ClassVar[Functions] = Functions(
        draw_fold_distributions, fold_distributions_figure, fold_distributions_frame
    )

    def _check(self) -> None:
        require_kind(self.distribution, FoldDistribution, "fold_distribution(data.aucs()) is one.")
        check_intervals(self.distribution, self.intervals)

    @property
    def n_panels(self) -> int:
        """One for up to three classifiers, else one for each."""
        many = len(self.distribution.names)
        return 1 if many <= TOGETHER else many

    def _draw(self, axes: "list[Axes]") -> None:
        if self.n_panels == 1:
            super()._draw(axes)
        else:
            draw_fold_panels(axes, **self._arguments(draw_fold_panels))


@dataclass(eq=False, repr=False)
class FoldValuesDisplay(Display):
    """The values of every fold as dots; see :func:`~aucurate.plots.draw_fold_values`."""

    part: FoldsPart
    functions: ClassVar[Functions] = Functions(
        draw_fold_values, fold_values_figure, fold_values_frame
    )

    def _check(self) -> None:
        require_values(self.part)


@dataclass(eq=False, repr=False)
class FoldsDisplay(Display):
    """Errors, AUCs and curves in three panels; see :func:`~aucurate.plots.draw_folds`."""

    panels: FoldPanels
    functions: ClassVar[Functions] = Functions(draw_folds, folds_figure, folds_frame)
    in_panels: ClassVar[bool] = True

    def _check(self) -> None:
        require_kind(self.panels, FoldPanels, "make them with fold_panels(data).")

    @property
    def n_panels(self) -> int:
        """Errors, AUCs, curves."""
        return 3


# The displays of classifiers of several classes.


@dataclass(eq=False, repr=False)
class MulticlassDisplay(Display):
    """Classifiers of several classes, three panels for each classifier of the study.

    It is that of ``aucurate.multiclass``; see :func:`~aucurate.plots.draw_multiclass`.
    """

    study: MulticlassStudy
    functions: ClassVar[Functions] = Functions(draw_multiclass, multiclass_figure, multiclass_frame)
    in_panels: ClassVar[bool] = True

    def _check(self) -> None:
        require_kind(self.study, MulticlassStudy, "make one with aucurate.multiclass(data).")

    @property
    def n_panels(self) -> int:
        """Errors, pairs and decisions of each classifier."""
        return 3 * len(self.study.names)


@dataclass(eq=False, repr=False)
class ConfusionDisplay(Display):
    """What is decided at an operating point; see :func:`~aucurate.plots.draw_confusion`."""

    found: ConfusionMatrix
    functions: ClassVar[Functions] = Functions(draw_confusion, confusion_figure, confusion_frame)

    def _check(self) -> None:
        require_kind(self.found, ConfusionMatrix, "study.decisions(name) is one.")


@dataclass(eq=False, repr=False)
class PairwiseAucDisplay(Display):
    """The AUCs of all pairs of classes; see :func:`~aucurate.plots.draw_pairwise_auc`."""

    found: PairwiseAucs
    functions: ClassVar[Functions] = Functions(
        draw_pairwise_auc, pairwise_auc_figure, pairwise_auc_frame
    )

    def _check(self) -> None:
        require_kind(self.found, PairwiseAucs, "make them with pairwise_auc_intervals(scores).")


@dataclass(eq=False, repr=False)
class ClassPointErrorsDisplay(Display):
    """The error of every class; see :func:`~aucurate.plots.draw_class_point_errors`."""

    points: Sequence[ClassPoint]
    unseen: NestedWeights | None = None
    functions: ClassVar[Functions] = Functions(
        draw_class_point_errors, class_point_errors_figure, class_point_errors_frame
    )

    def _check(self) -> None:
        checked_classes(self.points, self.unseen)


@dataclass(eq=False, repr=False)
class ParallelErrorsDisplay(Display):
    """Errors as parallel coordinates; see :func:`~aucurate.plots.draw_parallel_errors`."""

    points: ClassOperatingPoints
    found: ClassPointSet | None = None
    _: KW_ONLY
    differences: bool = False
    functions: ClassVar[Functions] = Functions(
        draw_parallel_errors, parallel_errors_figure, class_errors_frame
    )

    def _check(self) -> None:
        mean_errors(self.points, self.found)
        if self.differences:
            chosen_point(self.found)


@dataclass(eq=False, repr=False)
class ClassErrorsDisplay(Display):
    """The errors of three classes as a cloud, of any other number as parallel coordinates.

    A cloud takes axes of three dimensions; see :func:`~aucurate.plots.draw_class_errors`.
    """

    points: ClassOperatingPoints
    found: ClassPointSet | None = None
    functions: ClassVar[Functions] = Functions(
        draw_class_errors, class_errors_figure, class_errors_frame
    )

    def _check(self) -> None:
        mean_errors(self.points, self.found)

    def _draw(self, axes: "list[Axes]") -> None:
        if len(self.points.classes) == 3:
            super()._draw(axes)
        else:
            draw_parallel_errors(axes[0], self.points, self.found, title=self.title)
