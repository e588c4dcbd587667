"""The displays of results: estimates, comparisons, plans, folds, many data sets."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from aucurate.curve.fold_curves import FoldCurves
from aucurate.estimates.fold_summary import FoldDistribution
from aucurate.inference.curve.curve_averaging import AveragedCurve
from aucurate.inference.folds.distinguishable import PointSet
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.inference.folds.rate_region import RateRegion
from aucurate.inference.many_datasets.critical_difference import CriticalDifference
from aucurate.plots.averaged_curves import (
    averaged_curves_figure,
    averaged_curves_frame,
    draw_averaged_curves,
    words_of,
)
from aucurate.plots.comparison_matrix import (
    comparison_matrix_figure,
    comparison_matrix_frame,
    draw_comparison_matrix,
)
from aucurate.plots.comparison_pairs import pairs_of
from aucurate.plots.critical_difference import (
    critical_difference_figure,
    critical_difference_frame,
    draw_critical_difference,
)
from aucurate.plots.display import Display, Functions, require_kind
from aucurate.plots.fold_curves import draw_fold_curves, fold_curves_figure, fold_curves_frame
from aucurate.plots.fold_distributions import (
    TOGETHER,
    check_intervals,
    draw_fold_distributions,
    draw_fold_panels,
    fold_distributions_figure,
    fold_distributions_frame,
)
from aucurate.plots.fold_figure import FoldPanels, draw_folds, folds_figure, folds_frame
from aucurate.plots.fold_values import (
    draw_fold_values,
    fold_values_figure,
    fold_values_frame,
    require_values,
)
from aucurate.plots.forest import draw_forest, forest_figure, forest_frame
from aucurate.plots.forest_rows import Result, given, rows_of
from aucurate.plots.operating_points import (
    Spread,
    check_points,
    draw_operating_points,
    operating_points_figure,
    operating_points_frame,
)
from aucurate.plots.outcomes import (
    draw_outcomes,
    outcomes_figure,
    outcomes_frame,
    require_outcomes,
)
from aucurate.plots.point_panels import (
    draw_point_panels,
    point_panels_figure,
    point_panels_frame,
    require_few,
)
from aucurate.plots.power_curve import (
    Plans,
    draw_power_curve,
    given_plans,
    power_curve_figure,
    power_curve_frame,
)
from aucurate.results import Comparison, Estimate
from aucurate.study.folds_numbers import FoldsPart
from aucurate.study.operate_folds import OperateFoldsStudy
from aucurate.study.outcomes_numbers import TestOutcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(eq=False, repr=False)
class ForestDisplay(Display):
    """Estimates or differences with their intervals; see :func:`~aucurate.plots.draw_forest`."""

    results: Result | Sequence[Result]
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

    It is that of ``aucurate.operate_folds``; see :func:`~aucurate.plots.draw_point_panels`.
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
