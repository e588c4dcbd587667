"""Mean curves by several ways of averaging, on one square."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.curve.thinning import drawn_line
from aucurate.errors import OptionError
from aucurate.inference.curve.averaging import AveragedCurve
from aucurate.plots.figure import as_frame
from aucurate.plots.lines import diagonal, unit_square
from aucurate.plots.style import looks, new_figure
from aucurate.plots.text import NAME_WIDTH, plain, plain_legend, short_names, told_dropped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_BARS = 12  # bars of several curves cover each other


def draw_averaged_curves(
    axes: "Axes", curves: Sequence[AveragedCurve], *, title: str | None = None
) -> None:
    """Draw each mean curve with bars of one standard error, at a dozen of its points."""
    words = words_of(curves)
    styles = looks(words)
    unit_square(axes)
    diagonal(axes)
    handles = []
    for curve, word in zip(curves, words, strict=True):
        look = styles[word]
        x, y = 1 - curve.specificity, curve.sensitivity
        line = drawn_line(x, y)
        handles += axes.plot(*line, color=look.colour, linestyle=look.line, linewidth=1.4)
        shown = np.unique(np.linspace(0, len(curve) - 1, _MOST_BARS).round().astype(int))
        axes.errorbar(
            x[shown],
            y[shown],
            xerr=curve.specificity_error[shown],
            yerr=curve.sensitivity_error[shown],
            fmt=look.mark,
            color=look.colour,
            markersize=3.0,
            elinewidth=0.7,
            capsize=1.5,
            capthick=0.7,
            alpha=0.8,
        )
    dropped = tuple(dict.fromkeys(name for curve in curves for name in curve.dropped))
    plain(axes.set_xlabel(f"1 - specificity{told_dropped(dropped)}"))
    plain_legend(axes, handles, words, title=title, above=True, handlelength=3.0)


def averaged_curves_figure(
    curves: Sequence[AveragedCurve], *, title: str | None = None
) -> "Figure":
    """:func:`draw_averaged_curves` on a figure of its own."""
    with new_figure(4.6, 4.7 + 0.2 * len(curves) + 0.2 * bool(title)) as figure:
        draw_averaged_curves(figure.add_subplot(), curves, title=title)
    return figure


def averaged_curves_frame(curves: Sequence[AveragedCurve], *, backend: str = "polars") -> Any:
    """The drawn numbers: a row per point of every curve."""
    words = words_of(curves)
    rows = [(word, curve) for word, curve in zip(words, curves, strict=True)]
    columns: dict[str, list[object]] = {
        "curve": [word for word, curve in rows for _ in range(len(curve))],
        "classifier": [curve.name for _, curve in rows for _ in range(len(curve))],
    }
    for name, field in (
        ("threshold", "thresholds"),
        ("specificity", "specificity"),
        ("specificity_standard_error", "specificity_error"),
        ("sensitivity", "sensitivity"),
        ("sensitivity_standard_error", "sensitivity_error"),
    ):
        columns[name] = [v for _, curve in rows for v in getattr(curve, field).tolist()]
    return as_frame(columns, backend)


def words_of(curves: Sequence[AveragedCurve]) -> list[str]:
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
