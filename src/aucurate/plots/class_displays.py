"""The displays of classifiers of several classes."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from aucurate.estimates.nested_weights import NestedWeights
from aucurate.inference.folds.class_operating_points import ClassOperatingPoints
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.inference.multiclass.confusion_intervals import ConfusionMatrix
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs
from aucurate.plots.class_error_words import mean_errors
from aucurate.plots.class_errors import class_errors_figure, class_errors_frame, draw_class_errors
from aucurate.plots.class_point_errors import (
    checked_classes,
    class_point_errors_figure,
    class_point_errors_frame,
    draw_class_point_errors,
)
from aucurate.plots.confusion import confusion_figure, confusion_frame, draw_confusion
from aucurate.plots.display import Display, Functions, require_kind
from aucurate.plots.multiclass_figure import draw_multiclass, multiclass_figure, multiclass_frame
from aucurate.plots.pairwise_auc import draw_pairwise_auc, pairwise_auc_figure, pairwise_auc_frame
from aucurate.plots.parallel_errors import (
    chosen_point,
    draw_parallel_errors,
    parallel_errors_figure,
)
from aucurate.study.multiclass import MulticlassStudy
from aucurate.study.multiclass_points import ClassPoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
