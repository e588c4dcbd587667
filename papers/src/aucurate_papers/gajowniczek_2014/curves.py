"""The curves of the five models: counted, smoothed, and with the normal assumption.

The paper has no figure of them. It says of the normal assumption, before its Table 3, that "the
reasoning based on the ROC curve built for a normal distribution may give good results" although
scores are not normal. Whether it does is seen here: the curve after *one* Box-Cox transformation
of both classes, and the kernel-smoothed one, against the counted curve and its simultaneous 95%
band; and what one lambda per class makes of it, which is no curve of any score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from aucurate.curve.protocol import Curve
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.fits.box_cox import box_cox_curve
from aucurate.formatting import join_words, number
from aucurate.inference.curve.bootstrap_bands import bootstrap_band
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.plots.lines import diagonal, unit_square
from aucurate.plots.style import line_styles, new_figure
from aucurate.plots.text import plain, plain_legend
from aucurate.results import Record
from aucurate.study.table import Table

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RATES = np.linspace(0, 1, 201)
KINDS = {
    "empirical": "counted",
    "kernel": "kernel-smoothed",
    "common": "normal, one lambda",
    "per_class": "normal, one lambda per class",
}
FITTED = ("kernel", "common", "per_class")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCurves(Record):
    """Four curves of one model: by kind the area and the sensitivity at each of ``RATES``.

    ``gaps`` are the largest vertical distances of the fitted curves from the counted one at these
    rates, and ``inside`` says whether they lie in its band.
    """

    name: str
    areas: dict[str, float]
    sensitivity: dict[str, tuple[float, ...]]
    gaps: dict[str, float]
    inside: dict[str, bool]


def curves_of(scores: Scores, resampling: Resampling) -> ModelCurves:
    """The four curves of one model; the band of the counted one is that of the bootstrap."""
    kernel = MODELS["kernel"]
    curves: dict[str, Curve] = {
        "empirical": RocCurve.from_counts(ThresholdCounts.from_scores(scores)),
        "kernel": kernel.curve(kernel.fit(scores)),
        "common": box_cox_curve(scores),
        "per_class": box_cox_curve(scores, per_class=True),
    }
    heights = {kind: np.asarray(curve.sensitivity_at(RATES)) for kind, curve in curves.items()}
    band = bootstrap_band(scores, resampling=resampling)
    return ModelCurves(
        name=scores.name,
        areas={kind: curve.auc for kind, curve in curves.items()},
        sensitivity={kind: tuple(values.tolist()) for kind, values in heights.items()},
        gaps={kind: float(np.max(np.abs(heights[kind] - heights["empirical"]))) for kind in FITTED},
        inside={kind: band.holds(curves[kind]) for kind in FITTED},
    )


def closeness(rows: Sequence[ModelCurves]) -> Table:
    """How far the fitted curves lie from the counted one."""
    return Table(
        name="curves",
        title="The curves of the five models, all ours: area, largest vertical distance from the "
        "counted curve, and whether the curve lies in its simultaneous 95% band",
        header=(
            *("model", "counted: area"),
            *(word for kind in FITTED for word in (f"{KINDS[kind]}: area", "distance", "in band")),
        ),
        rows=tuple(
            (row.name, number(row.areas["empirical"]), *(c for k in FITTED for c in _cells(row, k)))
            for row in rows
        ),
        columns={
            "model": tuple(row.name for row in rows),
            **{f"{kind}_area": tuple(row.areas[kind] for row in rows) for kind in KINDS},
            **{f"{kind}_distance": tuple(row.gaps[kind] for row in rows) for kind in FITTED},
            **{f"{kind}_in_band": tuple(row.inside[kind] for row in rows) for kind in FITTED},
        },
    )


def drawn_points(rows: Sequence[ModelCurves]) -> Table:
    """What the figure draws; a few of its rates for the reader."""
    at = [int(np.argmin(np.abs(RATES - rate))) for rate in (0.9, 0.7, 0.5)]
    return Table(
        name="points",
        title="Sensitivities of the drawn curves at specificities, all ours",
        header=("model", "curve", *(f"at {number(float(RATES[i]), 1)}" for i in at)),
        rows=tuple(
            (row.name, words, *(number(row.sensitivity[kind][i]) for i in at))
            for row in rows
            for kind, words in KINDS.items()
        ),
        columns={
            "model": tuple(row.name for row in rows for _ in RATES),
            "specificity": tuple(rate for _ in rows for rate in RATES.tolist()),
            **{kind: tuple(v for row in rows for v in row.sensitivity[kind]) for kind in KINDS},
        },
    )


def closeness_words(rows: Sequence[ModelCurves]) -> tuple[str, ...]:
    """Whether the normal assumption gives good curves, and what one lambda per class gives."""
    total = len(rows)
    inside = {kind: sum(row.inside[kind] for row in rows) for kind in FITTED}
    without = [row.name for row in rows if not row.inside["common"]]
    but = f" (not {join_words(without, 'or')})" if 0 < len(without) < total else ""
    gaps = {kind: number(max(row.gaps[kind] for row in rows)) for kind in FITTED}
    return (
        f"With one lambda for both classes the curve of the normal assumption lies in the band of "
        f"the counted curve for {inside['common']} of {total} models{but}, at most "
        f"{gaps['common']} from it; the kernel-smoothed curve for {inside['kernel']}, at most "
        f"{gaps['kernel']}.",
        f"With one lambda per class it lies in the band for {inside['per_class']} of {total}, and "
        f"up to {gaps['per_class']} from the curve.",
    )


def _cells(row: ModelCurves, kind: str) -> tuple[str, str, str]:
    inside = "yes" if row.inside[kind] else "no"
    return number(row.areas[kind]), number(row.gaps[kind]), inside


# Figures of Gajowniczek et al. 2014: finished numbers on axes.


_ACROSS = 3
_WIDTHS = {"empirical": 1.8, "kernel": 1.4, "common": 1.4, "per_class": 1.4}


def draw_model_curves(axes: "Axes", row: ModelCurves) -> "list[Artist]":
    """The four curves of one model; the drawn lines, for a legend."""
    styles = line_styles(list(KINDS))
    unit_square(axes)
    diagonal(axes)
    lines: list[Artist] = []
    for kind in KINDS:
        style, heights = styles[kind], row.sensitivity[kind]
        lines += axes.plot(
            1 - RATES, heights, color=style.colour, linestyle=style.line, linewidth=_WIDTHS[kind]
        )
    plain(axes.set_title(row.name))
    areas = ["area under the line", *(f"{KINDS[k]} {number(row.areas[k])}" for k in KINDS)]
    plain(axes.text(0.99, 0.02, "\n".join(areas), ha="right", va="bottom", fontsize=6.5))
    return lines


def model_curves_figure(rows: Sequence[ModelCurves]) -> "Figure":
    """A panel for each model; what the lines are stands in the place of the last."""
    down = len(rows) // _ACROSS + 1
    with new_figure(3.1 * _ACROSS, 3.3 * down) as figure:
        grid = list(figure.subplots(down, _ACROSS, squeeze=False).flat)
        drawn = [draw_model_curves(axes, row) for axes, row in zip(grid, rows, strict=False)]
        for empty in grid[len(rows) :]:
            empty.set_axis_off()
        labels = [*list(KINDS.values())[:-1], f"{KINDS['per_class']}\n(no curve of any score)"]
        plain_legend(grid[len(rows)], drawn[0], labels, loc="center", handlelength=3.2)
    return figure
