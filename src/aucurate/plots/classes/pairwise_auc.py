"""The AUCs of all pairs of classes as a heat map, with their intervals.

The darker a cell, the harder it is to separate the two classes. With up to seven classes, cells
show the AUC and its interval. With more, the pairs with the lowest AUCs are drawn next to the map
with their intervals; the data frame has all of them. With more than thirty classes, cells are only
shaded.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import number, percent
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs
from aucurate.plots.figure import Columns, Display, require_kind
from aucurate.plots.matrix import (
    NUMBERED,
    RIGHT,
    cell_inches,
    draw_cells,
    key,
    limits_words,
    named_rows,
    panel,
    shades,
)
from aucurate.plots.style import FAINT, Size
from aucurate.plots.text import (
    NAME_WIDTH,
    plain,
    set_title,
    short_names,
)
from aucurate.results import ClassEstimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FULL = 7  # classes whose cells hold the AUC and its interval
_PANEL = 1.9  # inches for the intervals beside the map
_PAIR_WIDTH = 12
_CHANCE = 0.5


@dataclass(eq=False, repr=False)
class PairwiseAucDisplay(Display):
    """AUCs of all pairs of classes: row a against column b, by the scores of class a.

    ``found`` comes from ``pairwise_auc_intervals(scores)``. Of more than seven classes, a panel of
    intervals is drawn to the right of the axes as well, and their scale below them: leave room
    there. The frame has a row per pair of classes.
    """

    found: PairwiseAucs

    def _prepare(self) -> None:
        require_kind(self.found, PairwiseAucs, "make them with pairwise_auc_intervals(scores).")

    def _default_title(self) -> str:
        return f"AUC of each pair of classes, {_called(self.found)}"

    def _size(self) -> Size:
        side = _cell(len(self.found.classes)) * len(self.found.classes)
        return side, side

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), aucs = axes, self.found
        values, many = aucs.matrix(), len(aucs.classes)
        scale = shades(RIGHT, 0.0, 1 - _lowest(values))
        draw_cells(
            square,
            aucs.classes,
            np.asarray(scale.to_rgba(1 - values)),
            _words(aucs, values),
            rows="class" if aucs.averaged else "class whose scores rank",
            columns="other class",
            size=7.6 if many <= _FULL else (7.0 if many <= 12 else 5.0),
        )
        set_title(square, self._heading)
        if many > _FULL:
            _draw_key(square, scale, many)
            _draw_hardest(square, aucs)
        else:
            words = f"{_called(aucs)}: {_quantity(aucs)}\nwith {_limits(aucs)}"
            plain(square.text(0, -0.03, words, transform=square.transAxes, va="top", fontsize=8))

    def _data(self, part: str) -> Columns:
        pairs, estimates = _pairs(self.found), self.found.estimates
        return {
            "classifier": [self.found.name] * len(pairs),
            "first": [a for a, _ in pairs],
            "second": [b for _, b in pairs],
            "averaged": [self.found.averaged] * len(pairs),
            "auc": [estimate.value for estimate in estimates],
            "standard_error": [estimate.standard_error for estimate in estimates],
            "low": [estimate.interval.low for estimate in estimates],
            "high": [estimate.interval.high for estimate in estimates],
            "confidence": [estimate.interval.confidence for estimate in estimates],
        }


def _draw_key(axes: "Axes", scale: Any, many: int) -> None:
    """The colour scale, labelled with AUCs although it is drawn by 1 - AUC."""
    key(axes, scale, "AUC", many)
    (bar,) = (child for child in axes.child_axes if child.get_xlabel() == "AUC")
    low, high = bar.get_xlim()
    ticks = [tick for tick in bar.get_xticks() if low <= tick <= high]
    bar.set_xticks(ticks, [number(1 - tick, 2) for tick in ticks])


def _draw_hardest(axes: "Axes", found: PairwiseAucs) -> None:
    """The pairs with the lowest AUCs, with their intervals, as many as there is room for."""
    many, hardest = len(found.classes), _hardest(found)
    rows = np.arange(len(hardest))
    ends = [one.interval for one, _ in hardest]
    beside = panel(axes, many, _PANEL, _cell(many))
    beside.set_ylim(len(hardest) - 0.5, -0.5)
    beside.hlines(rows, [i.low for i in ends], [i.high for i in ends], color=RIGHT, linewidth=1.3)
    middle = [one.value for one, _ in hardest]
    beside.plot(middle, rows, linestyle="none", marker="o", markersize=3.0, color=RIGHT)
    if min(i.low for i in ends) <= _CHANCE:
        beside.axvline(_CHANCE, color=FAINT, linewidth=0.8, linestyle=(0, (1, 2)))
    beside.set_yticks(rows, [label for _, label in hardest])
    beside.yaxis.tick_right()
    beside.tick_params(axis="y", length=0)
    for text in beside.get_yticklabels():
        plain(text)
    beside.set_title("hardest to separate", loc="left", fontsize=8)
    plain(beside.set_xlabel(f"AUC, {_limits(found)}", fontsize=8))


def _hardest(found: PairwiseAucs) -> list[tuple[ClassEstimate, str]]:
    """The pairs with the lowest AUCs and what they are called, as many as there are named rows."""
    short = short_names(found.classes, _PAIR_WIDTH)
    joint = "and" if found.averaged else "/"
    every = zip(found.estimates, _pairs(found), strict=True)
    lowest = sorted(every, key=lambda one: one[0].value)[: len(named_rows(len(found.classes)))]
    return [(one, f"{short[a]} {joint} {short[b]}") for one, (a, b) in lowest]


def _words(found: PairwiseAucs, values: NDArray[np.float64]) -> list[list[str]]:
    many = len(found.classes)
    if many > NUMBERED:
        return []
    if many > _FULL:
        return [[_brief(value) for value in row] for row in values.tolist()]
    return [
        [_full(found.between(a, b)) if a != b else "" for b in found.classes] for a in found.classes
    ]


def _full(one: ClassEstimate) -> str:
    return f"{number(one.value)}\n{limits_words(one.interval)}"


def _brief(value: float) -> str:
    """An AUC for a small cell, the 0 before its point left out; nothing on the diagonal."""
    text = "" if math.isnan(value) else number(value, 2).removeprefix("0")
    return text if len(text) <= 4 else ">.99"


def _lowest(values: NDArray[np.float64]) -> float:
    """Where the scale ends: chance, or the lowest AUC where that is worse than chance."""
    return min(_CHANCE, float(np.nanmin(values)))


def _pairs(found: PairwiseAucs) -> list[tuple[str, str]]:
    order = {label: at for at, label in enumerate(found.classes)}
    return [
        (a, b)
        for a in found.classes
        for b in found.classes
        if (order[a] < order[b] if found.averaged else a != b)
    ]


def _cell(many: int) -> float:
    return cell_inches(many, 2 if many <= _FULL else int(many <= 12))


def _called(found: PairwiseAucs) -> str:
    return short_names([found.name], NAME_WIDTH)[found.name]


def _quantity(found: PairwiseAucs) -> str:
    return "AUC of each pair of classes" if found.averaged else "AUC of the row against the column"


def _limits(found: PairwiseAucs) -> str:
    return f"{percent(found.estimates[0].interval.confidence)} intervals"
