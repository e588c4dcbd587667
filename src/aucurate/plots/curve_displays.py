"""The displays of curves on one test set."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from aucurate.curve.cost_curve import CostCurve
from aucurate.curve.decision_curve import DecisionCurve
from aucurate.curve.det import DetCurve
from aucurate.curve.precision import PrecisionCurve
from aucurate.curve.roc import RocCurve
from aucurate.data.paired import PairedScores
from aucurate.estimates.threshold_choice import ThresholdChoice
from aucurate.inference.curve.bands import CurveBand
from aucurate.inference.curve.curve_difference import CurveDifference
from aucurate.plots.bands import bands_figure, bands_frame, draw_bands, given_bands
from aucurate.plots.cost_curves import cost_curves_figure, cost_curves_frame, draw_cost_curves
from aucurate.plots.cost_curves import require_curves as require_cost_curves
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
from aucurate.plots.display import Display, Functions, require_kind
from aucurate.plots.drawn_curves import Curves, curves_by_name
from aucurate.plots.fitted_curves import (
    draw_fitted_panels,
    fitted_curves_figure,
    fitted_curves_frame,
)
from aucurate.plots.fitted_entries import Fitted, FittedData, entries_by_name
from aucurate.plots.iso_cost import check_choice, draw_iso_cost, iso_cost_figure, iso_cost_frame
from aucurate.plots.panels import Data
from aucurate.plots.precision import draw_precision, labels_of, precision_figure, precision_frame
from aucurate.plots.roc import check_curves, draw_roc, roc_figure, roc_frame
from aucurate.plots.score_bins import Axis
from aucurate.plots.score_distributions import (
    Thresholds,
    draw_score_panels,
    score_distributions_figure,
    score_distributions_frame,
    scores_of,
    thresholds_of,
)
from aucurate.plots.used_points import (
    checked_study,
    draw_used_points,
    used_points_figure,
    used_points_frame,
)
from aucurate.results import Estimate
from aucurate.study.operate import OperateStudy


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

    data: Data
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
