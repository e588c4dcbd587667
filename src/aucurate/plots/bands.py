"""Bands around ROC curves, valid also between the rates at which they were computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.formatting import percent
from aucurate.inference.curve.bands import CurveBand
from aucurate.plots.figure import Columns, Display, columns_of
from aucurate.plots.lines import SIDE, diagonal, unit_square
from aucurate.plots.style import LineStyle, Size, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    of_classifiers,
    place_legend,
    set_title,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]


@dataclass(eq=False, repr=False)
class BandsDisplay(Display):
    """Confidence bands with their curves; the legend says what each band covers.

    The edges are step functions, because a limit at one rate also holds on one side of it. Several
    bands of one classifier have different styles, like those of several classifiers. The frame has
    a row per rate of each band.
    """

    bands: CurveBand | Sequence[CurveBand]

    def _prepare(self) -> None:
        self._bands = _checked(self.bands)
        self._styles = list(line_styles([str(at) for at in range(len(self._bands))]).values())

    def _default_title(self) -> str:
        names = list(dict.fromkeys(band.name for band in self._bands))
        return of_classifiers("Confidence band", names)

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        names = list(dict.fromkeys(band.name for band in self._bands))
        short = short_names(names, NAME_WIDTH)
        unit_square(square)
        diagonal(square)
        handles = [
            _draw_one(square, band, style, at if len(self._bands) > 1 else None)
            for at, (band, style) in enumerate(zip(self._bands, self._styles, strict=True))
        ]
        labels = [f"{short[band.name]}\n{_promise(band)}" for band in self._bands]
        set_title(square, self._heading)
        place_legend(square, handles, labels)

    def _data(self, part: str) -> Columns:
        rows = [
            (band.name, band.method, band.simultaneous, band.quantity, *numbers)
            for band in self._bands
            for numbers in zip(band.rates, band.values, band.low, band.high, strict=True)
        ]
        heads = ("classifier", "method", "simultaneous", "quantity", "rate", "value", "low", "high")
        return columns_of(heads, rows)


def _checked(bands: CurveBand | Sequence[CurveBand]) -> list[CurveBand]:
    several = [bands] if isinstance(bands, CurveBand) else list(bands)
    if not several or not all(isinstance(band, CurveBand) for band in several):
        raise OptionError(
            "there are no bands to draw.", hint="make one with bootstrap_band(scores)."
        )
    return several


def _promise(band: CurveBand) -> str:
    what = "the whole curve" if band.simultaneous else "each point"
    return f"{percent(band.confidence)} for {what}, {band.method}"


def _draw_one(axes: "Axes", band: CurveBand, style: LineStyle, at: int | None) -> "Artist":
    """The filled band, its edges and the curve; returns their legend entry."""
    along = 1 - np.array(band.rates)[::-1]
    value, low, high = (np.array(each)[::-1] for each in (band.values, band.low, band.high))
    lower, upper = _stairs(along, low, later=False), _stairs(along, high, later=True)
    turn = band.quantity == "specificity"  # the same picture with the axes changed
    x, y = _turned(
        np.concatenate([lower[0], upper[0][::-1]]), np.concatenate([lower[1], upper[1][::-1]]), turn
    )
    axes.fill(x, y, facecolor=style.colour, alpha=0.15, edgecolor="none", zorder=1.5)
    for edge in (lower, upper):
        x, y = _turned(*edge, turn)
        axes.plot(x, y, color=style.colour, linestyle=style.line, linewidth=0.9, zorder=2)
    ends = np.array([0.0]), np.array([1.0])  # every curve goes from corner to corner
    line = np.concatenate([ends[0], along, ends[1]]), np.concatenate([ends[0], value, ends[1]])
    x, y = _turned(*line, turn)
    (curve,) = axes.plot(x, y, color=style.colour, linestyle=style.line, linewidth=1.6, zorder=3)
    curve.set(**(style.marks(at) if at is not None else {}))
    return curve


def _stairs(x: Floats, y: Floats, *, later: bool) -> tuple[Floats, Floats]:
    """Points joined by level and upright lines; ``later`` takes the height of the next point."""
    across = np.repeat(x, 2)[1:]
    up = np.repeat(y, 2)[:-1] if not later else np.concatenate([y[:1], np.repeat(y[1:], 2)])
    if later:
        across = np.concatenate([np.repeat(x[:-1], 2), x[-1:]])
    return across, up


def _turned(along: Floats, up: Floats, turn: bool) -> tuple[Floats, Floats]:
    """Where the band goes along sensitivities, x and y are each other's distance from 1."""
    return (1 - up, 1 - along) if turn else (along, up)
