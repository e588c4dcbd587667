"""Two algorithms over folds at a glance: errors, AUCs and curves, as Aslan, Yildiz and Alpaydin
(2009) show them in their Figures 2 to 7.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from aucurate.curve.fold_curves import FoldCurves, fold_curves
from aucurate.data.folds import FoldScores, WithoutClass
from aucurate.estimates.fold_summary import FoldDistribution, fold_distribution
from aucurate.formatting import shortened
from aucurate.plots.figure import chosen_part
from aucurate.plots.folds.curves import draw_fold_curves, fold_curves_frame
from aucurate.plots.folds.distributions import draw_fold_distributions, fold_distributions_frame
from aucurate.plots.style import new_figure
from aucurate.plots.text import TITLE_WIDTH, brief, plain
from aucurate.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FoldsPart: TypeAlias = Literal[
    "errors", "error normals", "aucs", "auc normals", "intervals", "curves", "marks"
]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FoldPanels:
    """The numbers of the three panels; ``intervals`` of the AUCs are drawn over the second."""

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
    """The numbers of the figure from the scores over folds, of these classifiers or of all.

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


def draw_folds(axes: "Sequence[Axes]", panels: FoldPanels) -> None:
    """Draw errors, AUCs and curves on three axes, in this order."""
    errors, aucs, curves = axes
    draw_fold_distributions(errors, panels.errors, title="(a) errors")
    draw_fold_distributions(aucs, panels.aucs, intervals=panels.intervals, title="(b) AUCs")
    draw_fold_curves(curves, panels.curves, title="(c) curves")


def folds_figure(panels: FoldPanels, *, title: str | None = None) -> "Figure":
    """:func:`draw_folds` on a figure of its own."""
    lines = 2 + len(panels.curves.names) + (title is not None)
    with new_figure(10.8, 3.35 + 0.19 * lines) as figure:
        draw_folds(figure.subplots(1, 3), panels)
        if title is not None:
            plain(figure.suptitle(shortened(title, TITLE_WIDTH), x=0.01, ha="left"))
    return figure


def folds_frame(panels: FoldPanels, *, part: FoldsPart = "errors", backend: str = "polars") -> Any:
    """The drawn numbers of one part of the figure, as the frames of its panels give them."""
    errors, aucs, over = panels.errors, panels.aucs, panels.intervals
    frames: dict[str, Callable[[], Any]] = {
        "errors": lambda: fold_distributions_frame(errors, backend=backend),
        "error normals": lambda: fold_distributions_frame(errors, part="normals", backend=backend),
        "aucs": lambda: fold_distributions_frame(aucs, backend=backend),
        "auc normals": lambda: fold_distributions_frame(aucs, part="normals", backend=backend),
        "intervals": lambda: fold_distributions_frame(
            aucs, intervals=over, part="intervals", backend=backend
        ),
        "curves": lambda: fold_curves_frame(panels.curves, backend=backend),
        "marks": lambda: fold_curves_frame(panels.curves, part="marks", backend=backend),
    }
    return chosen_part(part, frames)()
