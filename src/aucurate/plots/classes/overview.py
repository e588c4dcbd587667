"""Classifiers of several classes at a glance: errors of classes, pairs of classes, decisions.

Each classifier has three panels: the error of every class with equal and with searched weights,
the AUC of every pair of classes, and the confusion matrix with the searched weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from aucurate.plots.classes.confusion import ConfusionDisplay
from aucurate.plots.classes.pairwise_auc import PairwiseAucDisplay
from aucurate.plots.classes.point_errors import ClassPointErrorsDisplay
from aucurate.plots.figure import Columns, Display, require_kind, stacked
from aucurate.plots.style import Size
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    short_names,
)
from aucurate.study.multiclass import MulticlassStudy

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(eq=False, repr=False)
class MulticlassDisplay(Display):
    """All classifiers of a study of several classes, three panels for each.

    What is drawn beside and below the squares needs room on given axes. The parts of the frame are
    those of the panels: ``errors``, ``pairs`` and ``decisions``, of all classifiers.
    """

    study: MulticlassStudy

    parts: ClassVar[tuple[str, ...]] = ("errors", "pairs", "decisions")

    def _prepare(self) -> None:
        require_kind(self.study, MulticlassStudy, "make one with aucurate.multiclass(data).")
        self._panels: list[Display] = []
        short = short_names(self.study.names, NAME_WIDTH)
        for name, pairs in zip(self.study.names, self.study.pairwise, strict=True):
            points = [point for point in self.study.points if point.name == name]
            unseen = next((nested for nested in self.study.nested if nested.name == name), None)
            weights = "searched" if points[-1].kind == "searched" else "equal"
            self._panels += [
                ClassPointErrorsDisplay(
                    points, unseen, title=f"{short[name]}: error of each class"
                ),
                PairwiseAucDisplay(pairs, title="AUC of each pair of classes"),
                ConfusionDisplay(
                    self.study.decisions(name), title=f"decisions at {weights} weights"
                ),
            ]

    @property
    def n_panels(self) -> int:
        """Errors, pairs and decisions of each classifier."""
        return len(self._panels)

    def _across(self) -> int:
        return 3

    def _default_title(self) -> str:
        return of_classifiers("Errors, pairs and decision", self.study.names)

    def _size(self) -> Size:
        """That of the errors, as high as the square beside them."""
        return self._panels[0]._size()[0], self._panels[1]._size()[1]

    def _sizes(self) -> Sequence[Size]:
        return [
            self._size() if at % 3 == 0 else panel._size() for at, panel in enumerate(self._panels)
        ]

    def _draw(self, axes: "Sequence[Axes]") -> None:
        for panel, own in zip(self._panels, axes, strict=True):
            panel.plot(own)
        right = max(own.get_xlim()[1] for own in axes[::3])
        for own in axes[::3]:
            own.set_xlim(-0.02 * right, right)

    def _data(self, part: str) -> Columns:
        kind = self.parts.index(part)
        return stacked([panel._data("data") for panel in self._panels[kind::3]])
