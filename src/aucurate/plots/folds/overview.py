"""Two algorithms over folds at a glance: errors, AUCs and curves, as Aslan, Yildiz and Alpaydin
(2009) show them in their Figures 2 to 7.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from aucurate.curve.fold_curves import FoldCurves, fold_curves
from aucurate.data.folds import FoldScores, WithoutClass
from aucurate.errors import OptionError
from aucurate.estimates.fold_summary import FoldDistribution, fold_distribution
from aucurate.formatting import join_words
from aucurate.plots.figure import Columns, Display, require_kind
from aucurate.plots.folds.curves import FoldCurvesDisplay
from aucurate.plots.folds.distributions import (
    TOGETHER,
    FoldDistributionsDisplay,
)
from aucurate.plots.style import Size
from aucurate.plots.text import brief
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FoldPanels:
    """The numbers of :class:`FoldsDisplay`; ``intervals`` of the AUCs are drawn in the second."""

    errors: FoldDistribution
    aucs: FoldDistribution
    curves: FoldCurves
    intervals: tuple[Estimate, ...] = ()


def fold_panels(
    data: FoldScores,
    *,
    names: Sequence[str] | None = None,
    losses: Sequence[float] = (1.0,),
    thresholds: Mapping[str, float] | None = None,
    intervals: Sequence[Estimate] = (),
    without_class: WithoutClass = "refuse",
) -> FoldPanels:
    """Compute the numbers of :class:`FoldsDisplay` from scores over folds.

    Errors are counted at threshold 1/2, where both kinds cost the same, or at the classifier's own
    of ``thresholds``; the curves are marked there and at the thresholds of the other ``losses``
    (see :func:`~aucurate.curve.fold_curves.fold_curves`). A fold without one of the classes has
    errors, but neither AUC nor curve.
    """
    curves = fold_curves(
        data, names=names, losses=losses, thresholds=thresholds, without_class=without_class
    )
    cuts = dict.fromkeys(data.names, 0.5) | dict(thresholds or {})
    errors = fold_distribution(data.errors(threshold=cuts), names=names)
    used = {cuts[name] for name in curves.names}
    if len(used) == 1:
        errors = replace(errors, quantity=f"error rate at threshold {brief(used.pop())}")
    aucs = fold_distribution(data.aucs(without_class=without_class), names=names)
    return FoldPanels(errors=errors, aucs=aucs, curves=curves, intervals=tuple(intervals))


@dataclass(eq=False, repr=False)
class FoldsDisplay(Display):
    """Errors, AUCs and curves of algorithms over folds, in three panels.

    ``panels`` come from :func:`fold_panels`. The parts of the frame are those of the panels.
    """

    panels: FoldPanels

    parts: ClassVar[tuple[str, ...]] = (
        "errors",
        "error normals",
        "aucs",
        "auc normals",
        "intervals",
        "curves",
        "marks",
    )

    def _prepare(self) -> None:
        require_kind(self.panels, FoldPanels, "make them with fold_panels(data).")
        errors, aucs, curves = self.panels.errors, self.panels.aucs, self.panels.curves
        if len(errors.names) > TOGETHER:
            raise OptionError(
                f"{len(errors.names)} distributions over each other cannot be read; "
                f"{TOGETHER} can.",
                hint="choose with fold_panels(data, names=[...]).",
            )
        self._errors = FoldDistributionsDisplay(errors, title="(a) errors")
        above = self.panels.intervals
        self._aucs = FoldDistributionsDisplay(aucs, intervals=above, title="(b) AUCs")
        self._curves = FoldCurvesDisplay(curves, title="(c) curves")

    @property
    def n_panels(self) -> int:
        """Errors, AUCs, curves."""
        return 3

    def _default_title(self) -> str:
        return f"{join_words(self.panels.curves.names)} over folds"

    def _size(self) -> Size:
        return 2.8, 2.8

    def _draw(self, axes: "Sequence[Axes]") -> None:
        for panel, own in zip((self._errors, self._aucs, self._curves), axes, strict=True):
            panel.plot(own)

    def _data(self, part: str) -> Columns:
        where: dict[str, tuple[Display, str]] = {
            "errors": (self._errors, "bars"),
            "error normals": (self._errors, "normals"),
            "aucs": (self._aucs, "bars"),
            "auc normals": (self._aucs, "normals"),
            "intervals": (self._aucs, "intervals"),
            "curves": (self._curves, "curves"),
            "marks": (self._curves, "marks"),
        }
        panel, own = where[part]
        return panel._data(own)
