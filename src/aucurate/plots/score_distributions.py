"""The scores of each class: positives above the axis, negatives mirrored below, in the same bars.

Heights are shares of the class, so that a rare class is seen as well as a common one. A line stands
at the threshold, with the four counts of the decisions it makes.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from aucurate.data.paired import position
from aucurate.data.scores import Scores
from aucurate.estimates.operating_point import OperatingPoint, operating_point
from aucurate.formatting import percent, shortened, threshold_words
from aucurate.plots.canvas import ink, new_figure
from aucurate.plots.frames import as_frame
from aucurate.plots.looks import looks
from aucurate.plots.panels import Data, panelled
from aucurate.plots.score_bins import Axis, Bins, beyond_words, bins_of
from aucurate.plots.words import NAME_WIDTH, TITLE_WIDTH, brief, plain, plain_legend, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Thresholds: TypeAlias = float | Mapping[str, float] | None

_ACROSS = 4
_ROOM = 1.55  # the height of the axes over that of the highest bar: room for the counts
_LETTERS = 30  # of the scores below bars that stand side by side
_CLASSES = ("positive", "negative")


def draw_score_distributions(
    axes: "Axes",
    scores: Scores,
    *,
    threshold: float | None = None,
    bars: int | None = None,
    axis: Axis = "linear",
    title: str | None = None,
) -> None:
    """Draw the scores of one classifier, by class.

    ``threshold`` runs as the scores were given and is an edge of the bars. Up to twenty distinct
    scores get a bar each, side by side whatever lies between them; ``bars`` asks for a histogram
    with about so many. Where a few scores lie far out, or are infinite, the end bars hold them and
    the name of the axis says so; ``axis="log"`` shows positive scores at their ratios instead.
    """
    found = bins_of(scores, threshold, bars, axis)
    up, down = _shares(found, scores)
    styles = looks(_CLASSES)
    width, handles = found.right - found.left, []
    for heights, name in ((up, "positive"), (-down, "negative")):
        look = styles[name]
        fill: dict[str, Any] = {"facecolor": look.colour, "edgecolor": "white", "linewidth": 0.4}
        handles.append(axes.bar(found.left, heights, width, align="edge", zorder=2, **fill)[0])
    axes.axhline(0, color=ink(), linewidth=0.8, zorder=3)
    highest = max(float(np.max(up)), float(np.max(down)))
    room = _ROOM if threshold is not None else 1.08
    axes.set_ylim(-room * highest, room * highest)
    _name_axes(axes, found, scores, threshold, axis)
    if threshold is not None:
        if not math.isnan(found.cut):
            axes.axvline(found.cut, color=ink(), linewidth=1.1, linestyle=(0, (4, 2)), zorder=4)
        _write_counts(axes, operating_point(scores, threshold), found.positive_right)
    plain_legend(axes, handles, _labels(scores), title=title, above=True, handlelength=1.4)


def draw_score_panels(
    axes: "Sequence[Axes]",
    data: Data,
    *,
    threshold: Thresholds = None,
    bars: int | None = None,
    axis: Axis = "linear",
) -> None:
    """:func:`draw_score_distributions` for several classifiers, on axes for each.

    ``threshold`` is one number for all of them, or some by name.
    """
    each = scores_of(data)
    cuts = thresholds_of(each, threshold)
    short = short_names([one.name for one in each], NAME_WIDTH)
    for one, own in zip(each, axes, strict=True):
        heading = short[one.name] or None
        cut = cuts.get(one.name)
        draw_score_distributions(own, one, threshold=cut, bars=bars, axis=axis, title=heading)


def score_distributions_figure(
    data: Data,
    *,
    threshold: Thresholds = None,
    bars: int | None = None,
    axis: Axis = "linear",
    title: str | None = None,
) -> "Figure":
    """:func:`draw_score_panels` on a figure of its own."""
    each = scores_of(data)
    thresholds_of(each, threshold)
    across = len(each) if len(each) <= 3 else _ACROSS if len(each) > 6 else 3
    down = math.ceil(len(each) / across)
    wide, tall = (5.2, 3.9) if len(each) == 1 else (3.7, 3.3)
    with new_figure(wide * across, tall * down + 0.3 * bool(title)) as figure:
        grid = list(figure.subplots(down, across, squeeze=False).flat)
        for empty in grid[len(each) :]:
            empty.set_axis_off()
        panels = grid[: len(each)]
        draw_score_panels(panels, data, threshold=threshold, bars=bars, axis=axis)
        if title is not None:
            plain(figure.suptitle(shortened(title, TITLE_WIDTH), x=0.01, ha="left"))
    return figure


def score_distributions_frame(
    data: Data,
    *,
    threshold: Thresholds = None,
    bars: int | None = None,
    axis: Axis = "linear",
    backend: str = "polars",
) -> Any:
    """The drawn numbers: a row per bar, with the counts of both classes and their shares.

    Scores run as they were given. ``low`` and ``high`` of an end bar are infinite where it holds
    scores from further out; both are the score itself where every score has a bar.
    """
    each = scores_of(data)
    cuts = thresholds_of(each, threshold)
    columns: dict[str, list[object]] = {}
    for one in each:
        found = bins_of(one, cuts.get(one.name), bars, axis)
        up, down = _shares(found, one)
        rows: dict[str, list[object]] = {
            "classifier": [one.name] * len(up),
            "low": found.low.tolist(),
            "high": found.high.tolist(),
            "positives": found.positives.tolist(),
            "negatives": found.negatives.tolist(),
            "share_of_positives": up.tolist(),
            "share_of_negatives": down.tolist(),
        }
        for name, values in rows.items():
            columns.setdefault(name, []).extend(values)
    return as_frame(columns, backend)


def scores_of(data: Data) -> list[Scores]:
    """The classifiers to draw, checked."""
    return panelled(data, hint="give Scores, PairedScores or UnpairedScores, e.g. of read_scores.")


def thresholds_of(each: list[Scores], threshold: Thresholds) -> dict[str, float]:
    """The threshold of each classifier that has one."""
    names = tuple(one.name for one in each)
    if threshold is None:
        return {}
    if not isinstance(threshold, Mapping):
        return dict.fromkeys(names, threshold)
    for name in threshold:
        position(names, name)
    return dict(threshold)


def _shares(found: Bins, scores: Scores) -> tuple[Any, Any]:
    return found.positives / scores.n_positive, found.negatives / scores.n_negative


def _labels(scores: Scores) -> list[str]:
    """The classes by their names, with their sizes."""
    seen = scores.observations
    sizes = (f"{seen.n_positive:,}", f"{seen.n_negative:,}")
    names = (shortened(seen.positive, 20), shortened(seen.negative, 20))
    return [
        f"{side} ({name}), n = {size}" if name != side else f"{side}, n = {size}"
        for side, name, size in zip(_CLASSES, names, sizes, strict=True)
    ]


def _name_axes(
    axes: "Axes", found: Bins, scores: Scores, threshold: float | None, axis: Axis
) -> None:
    """What the axes show, with what a reader could not see; shares below 0 read as shares."""
    said = ["score, log axis" if axis == "log" else "score"]
    if scores.lower:
        said[0] += " (lower is more positive)"
    if found.distinct:
        names = [brief(value) for value in found.low.tolist()]
        turned = 90 if sum(map(len, names)) > _LETTERS else 0
        axes.set_xticks(range(len(names)), names, rotation=turned)
        steps = np.diff(found.low)
        if len(steps) > 1 and not np.allclose(steps, steps[0]):
            said.append("a bar for each score, evenly spaced")
    if axis == "log":
        axes.set_xscale("log")
    said.append(beyond_words(found))
    if threshold is not None:
        said.append(_threshold_said(float(threshold), found, scores.lower))
    plain(axes.set_xlabel("\n".join(line for line in said if line)))
    axes.set_ylabel("share of the class")
    low, high = axes.get_ylim()
    ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
    ends = high / _ROOM * 1.05 if threshold is not None else high
    ticks = [tick for tick in ticks if abs(tick) <= ends]
    axes.set_yticks(ticks, [percent(abs(tick)) for tick in ticks])


def _threshold_said(threshold: float, found: Bins, lower: bool) -> str:
    if math.isinf(threshold):
        return f"threshold {threshold_words(threshold)}"
    way = "at most" if lower else "at least"
    where = f"positive: score of {way} {threshold_words(threshold)}"
    return where + (" (outside the figure)" if math.isnan(found.cut) else "")


def _write_counts(axes: "Axes", point: OperatingPoint, positive_right: bool) -> None:
    """The four counts in the corners: above the true class is positive, below it is negative."""
    called = (point.true_positives, "true positives"), (point.false_positives, "false positives")
    missed = (point.false_negatives, "false negatives"), (point.true_negatives, "true negatives")
    sides = (missed, called) if positive_right else (called, missed)
    for place, align, both in ((0.01, "left", sides[0]), (0.99, "right", sides[1])):
        for height, side, (amount, words) in ((0.99, "top", both[0]), (0.01, "bottom", both[1])):
            said = axes.text(place, height, f"{amount:,}\n{words}", transform=axes.transAxes)
            plain(said).set(ha=align, va=side, fontsize=8, zorder=5)
            said.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
