"""Results drawn with matplotlib (the extra ``plots``): numbers come finished, nothing is computed.

Every figure has three functions: ``draw_...`` draws a result on given axes and leaves the rest of
the figure and all settings of matplotlib alone, ``..._figure`` makes a figure of its own, and
``..._frame`` gives the drawn numbers. Frames need no matplotlib; it is loaded by the first figure.

    from aucurate.plots import roc_figure, save
    save(roc_figure(scores), "roc.svg")
"""

from aucurate.plots.critical_difference import (
    critical_difference_figure,
    critical_difference_frame,
    draw_critical_difference,
)
from aucurate.plots.fold_curves import draw_fold_curves, fold_curves_figure, fold_curves_frame
from aucurate.plots.fold_distributions import (
    draw_fold_distributions,
    fold_distributions_figure,
    fold_distributions_frame,
)
from aucurate.plots.fold_figure import (
    FoldPanels,
    draw_folds,
    fold_panels,
    folds_figure,
    folds_frame,
)
from aucurate.plots.roc import draw_roc, roc_figure, roc_frame
from aucurate.plots.saving import rendered, save

__all__ = [
    "FoldPanels",
    "critical_difference_figure",
    "critical_difference_frame",
    "draw_critical_difference",
    "draw_fold_curves",
    "draw_fold_distributions",
    "draw_folds",
    "draw_roc",
    "fold_curves_figure",
    "fold_curves_frame",
    "fold_distributions_figure",
    "fold_distributions_frame",
    "fold_panels",
    "folds_figure",
    "folds_frame",
    "rendered",
    "roc_figure",
    "roc_frame",
    "save",
]
