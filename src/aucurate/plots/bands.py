"""Bands around ROC curves, as wide as they hold: also between the rates they were computed at."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.formatting import percent
from aucurate.inference.curve.bands import CurveBand
from aucurate.plots.figure import as_frame
from aucurate.plots.lines import SIDE, diagonal, unit_square
from aucurate.plots.style import Look, looks, new_axes
from aucurate.plots.text import NAME_WIDTH, plain_legend, short_names

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]


def draw_bands(
    axes: "Axes", bands: CurveBand | Sequence[CurveBand], *, title: str | None = None
) -> None:
    """Draw each band with its curve inside; a line names what the band promises.

    The edges are stairs, as a limit at one rate holds on one side of it as well. Several bands of
    one classifier are told apart like those of several classifiers.
    """
    given = given_bands(bands)
    names = list(dict.fromkeys(band.name for band in given))
    styles, short = looks([str(at) for at in range(len(given))]), short_names(names, NAME_WIDTH)
    unit_square(axes)
    diagonal(axes)
    handles = [_draw_one(axes, band, styles[str(at)]) for at, band in enumerate(given)]
    labels = [f"{short[band.name]}\n{_promise(band)}" for band in given]
    plain_legend(axes, handles, labels, title=title, above=True, handlelength=3.0)


def bands_figure(bands: CurveBand | Sequence[CurveBand], *, title: str | None = None) -> "Figure":
    """:func:`draw_bands` on a figure of its own."""
    given = given_bands(bands)
    with new_axes(SIDE, SIDE) as (figure, axes):
        draw_bands(axes, given, title=title)
    return figure


def bands_frame(bands: CurveBand | Sequence[CurveBand], *, backend: str = "polars") -> Any:
    """The drawn numbers: a row per rate of each band."""
    given = given_bands(bands)
    return as_frame(
        {
            "classifier": [band.name for band in given for _ in band.rates],
            "method": [band.method for band in given for _ in band.rates],
            "simultaneous": [band.simultaneous for band in given for _ in band.rates],
            "quantity": [band.quantity for band in given for _ in band.rates],
            "rate": [rate for band in given for rate in band.rates],
            "value": [value for band in given for value in band.values],
            "low": [low for band in given for low in band.low],
            "high": [high for band in given for high in band.high],
        },
        backend,
    )


def given_bands(bands: CurveBand | Sequence[CurveBand]) -> list[CurveBand]:
    """The bands to draw, checked."""
    given = [bands] if isinstance(bands, CurveBand) else list(bands)
    if not given or not all(isinstance(band, CurveBand) for band in given):
        raise OptionError(
            "there are no bands to draw.", hint="make one with bootstrap_band(scores)."
        )
    return given


def _promise(band: CurveBand) -> str:
    what = "the whole curve" if band.simultaneous else "each point"
    return f"{percent(band.confidence)} for {what}, {band.method}"


def _draw_one(axes: "Axes", band: CurveBand, look: Look) -> "Artist":
    """The filled band, its edges and the curve; what stands for them in the legend."""
    along = 1 - np.array(band.rates)[::-1]
    value, low, high = (np.array(each)[::-1] for each in (band.values, band.low, band.high))
    lower, upper = _stairs(along, low, later=False), _stairs(along, high, later=True)
    turn = band.quantity == "specificity"  # the same picture with the axes changed
    x, y = _turned(
        np.concatenate([lower[0], upper[0][::-1]]), np.concatenate([lower[1], upper[1][::-1]]), turn
    )
    axes.fill(x, y, facecolor=look.colour, alpha=0.15, edgecolor="none", zorder=1.5)
    for edge in (lower, upper):
        x, y = _turned(*edge, turn)
        axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=0.9, zorder=2)
    ends = np.array([0.0]), np.array([1.0])  # every curve goes from corner to corner
    line = np.concatenate([ends[0], along, ends[1]]), np.concatenate([ends[0], value, ends[1]])
    x, y = _turned(*line, turn)
    (curve,) = axes.plot(x, y, color=look.colour, linestyle=look.line, linewidth=1.6, zorder=3)
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
