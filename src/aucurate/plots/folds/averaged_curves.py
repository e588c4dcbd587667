"""Mean ROC curves by several methods of averaging."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.curve.thinning import drawn_line
from aucurate.errors import OptionError
from aucurate.inference.curve.averaging import AveragedCurve
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.lines import FALSE_ALARMS, SIDE, diagonal, unit_square
from aucurate.plots.style import Size, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    describe_dropped,
    of_classifiers,
    place_legend,
    plain,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_BARS = 12  # bars of several curves cover each other
_FIELDS = {
    "thresholds": "threshold",
    "specificity": "specificity",
    "specificity_error": "specificity_standard_error",
    "sensitivity": "sensitivity",
    "sensitivity_error": "sensitivity_standard_error",
}


@dataclass(eq=False, repr=False)
class AveragedCurvesDisplay(Display):
    """Mean curves over folds with bars of one standard error at about a dozen points.

    The frame has a row per point of every curve.
    """

    curves: Sequence[AveragedCurve]

    def _prepare(self) -> None:
        self._words = _words_of(self.curves)

    def _default_title(self) -> str:
        names = list(dict.fromkeys(curve.name for curve in self.curves))
        return of_classifiers("Mean ROC curve", names)

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), styles, handles = axes, line_styles(self._words), []
        unit_square(square)
        diagonal(square)
        for curve, word in zip(self.curves, self._words, strict=True):
            style = styles[word]
            x, y = 1 - curve.specificity, curve.sensitivity
            line: dict[str, Any] = {"color": style.colour, "linestyle": style.line}
            square.plot(*drawn_line(x, y), linewidth=1.4, **line)
            handles += square.plot([], [], marker=style.mark, markersize=4, **line)
            shown = np.unique(np.linspace(0, len(curve) - 1, _MOST_BARS).round().astype(int))
            square.errorbar(
                x[shown],
                y[shown],
                xerr=curve.specificity_error[shown],
                yerr=curve.sensitivity_error[shown],
                fmt=style.mark,
                color=style.colour,
                markersize=3.0,
                elinewidth=0.7,
                capsize=1.5,
                capthick=0.7,
                alpha=0.8,
            )
        dropped = tuple(dict.fromkeys(name for curve in self.curves for name in curve.dropped))
        plain(square.set_xlabel(f"{FALSE_ALARMS}{describe_dropped(dropped)}"))
        set_title(square, self._heading)
        place_legend(square, handles, self._words)

    def _data(self, part: str) -> Columns:
        rows = [
            (word, curve.name, *numbers)
            for word, curve in zip(self._words, self.curves, strict=True)
            for numbers in zip(*(getattr(curve, field).tolist() for field in _FIELDS), strict=True)
        ]
        return columns_of(("curve", "classifier", *_FIELDS.values()), rows)


def _words_of(curves: Sequence[AveragedCurve]) -> list[str]:
    """What each curve is called: by its averaging, and by its classifier where there are more."""
    if not curves:
        raise OptionError("there are no curves to draw.", hint="e.g. vertical_average(data, name).")
    short = short_names(list(dict.fromkeys(curve.name for curve in curves)), NAME_WIDTH)
    found = []
    for curve in curves:
        whose = f"{short[curve.name]}, " if len(short) > 1 else ""
        found.append(f"{whose}{curve.averaging} averaging over {curve.n_sets} {curve.over}")
    if len(set(found)) < len(found):
        found = [f"{word} #{at + 1}" for at, word in enumerate(found)]
    return found
