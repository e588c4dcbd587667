"""The scores of each class: positives above the axis, negatives mirrored below, in the same bars.

Heights are shares of the class, so that a rare class is seen as well as a common one. A line stands
at the threshold, with the four counts of the decisions it makes.

Bars
----
How many scores of each class fall into the bars of a figure: coordinates of a drawing, no more.

The bars are those of a histogram with an edge at the threshold, so that no bar lies on both sides
of it, or one for each distinct score where there are few. In a histogram of scores that reach far
out the bars cover their middle, and the first and the last hold all that lies beyond.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import Counts, as_size
from aucurate.data.scores import Scores, position
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point
from aucurate.formatting import amount, number, percent, shortened, threshold_words
from aucurate.plots.figure import (
    Columns,
    Display,
    PanelData,
    columns_of,
    panelled,
)
from aucurate.plots.style import Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    brief,
    legend_above,
    plain,
    short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats: TypeAlias = NDArray[np.float64]
Axis: TypeAlias = Literal["linear", "log"]

DISTINCT = 20  # as many scores get a bar each
_LOOK = 10_000
_MIDDLE = (0.1, 0.9)
_REACH = 1.5  # times the range of the middle to its fences
_FAR = 1.5  # times the range between the fences is too far
_FEWEST, _MOST = 10, 60


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Bins:
    """The bars from left to right, as the scores were given.

    A bar goes from ``low`` to ``high``; of distinct scores both are the score. ``left`` and
    ``right`` are where it is drawn, and ``cut`` where the threshold is (NaN where it is not drawn).
    ``positive_right`` says on which side of it a score is called positive.
    """

    low: Floats
    high: Floats
    left: Floats
    right: Floats
    positives: Counts
    negatives: Counts
    distinct: bool
    cut: float
    positive_right: bool
    below: float
    above: float


def bins_of(scores: Scores, threshold: float | None, bars: int | None, axis: Axis) -> Bins:
    """The counts of both classes in the same bars."""
    values = np.asarray(scores.values, np.float64)
    cut = math.nan if threshold is None else _checked(threshold, scores)
    if scores.values.dtype == np.float32:  # compared as single numbers, as operating points are
        cut = float(np.float32(cut))
    few = _few_distinct(values) if bars is None and axis == "linear" else None
    if few is not None:
        return _by_score(few, scores, values, cut)
    edges = _edges(scores, values, cut, bars, axis)
    return _by_edges(edges, scores, values, cut)


def _checked(threshold: float, scores: Scores) -> float:
    """The threshold on the scale on which higher is more positive."""
    given: object = threshold  # callers without a type checker give text
    if not isinstance(given, Real) or math.isnan(float(given)):
        raise OptionError(
            f"the threshold of '{shortened(scores.name)}' must be a number; it is {threshold!r}.",
            hint="0.5 for probabilities, 0 for decision scores.",
        )
    return float(-threshold if scores.lower else threshold)


def _few_distinct(values: Floats) -> Floats | None:
    """The distinct scores in their order, or None where there are many."""
    if len(np.unique(values[:_LOOK])) > DISTINCT:
        return None
    found = np.unique(values)
    return None if len(found) > DISTINCT else found


def _by_score(distinct: Floats, scores: Scores, values: Floats, cut: float) -> Bins:
    """A bar for each score, side by side at the same distance."""
    places = np.searchsorted(distinct, values)
    counted = _counts(places, scores, len(distinct))
    at = math.nan if math.isnan(cut) else float(np.searchsorted(distinct, cut)) - 0.5
    middle = np.arange(len(distinct), dtype=np.float64)
    shown = 0.0 - distinct[::-1] if scores.lower else distinct
    if scores.lower:
        counted, at = counted[:, ::-1], len(distinct) - 1 - at
    return Bins(
        low=shown,
        high=shown,
        left=middle - 0.4,
        right=middle + 0.4,
        positives=counted[0],
        negatives=counted[1],
        distinct=True,
        cut=at,
        positive_right=not scores.lower,
        below=0,
        above=0,
    )


def _by_edges(edges: Floats, scores: Scores, values: Floats, cut: float) -> Bins:
    """Bars between edges; what lies beyond the ends is counted in the end bars."""
    places = np.searchsorted(edges, values, side="right")
    counted = _counts(places, scores, len(edges) + 1)
    below = as_size(counted[:, 0].sum())
    above = as_size(scores.observations.amounts[values > edges[-1]].sum())
    counted[:, 1] += counted[:, 0]
    counted[:, -2] += counted[:, -1]
    counted, shown, at = counted[:, 1:-1], edges, cut
    if scores.lower:
        counted, shown, at = counted[:, ::-1], 0.0 - edges[::-1], 0.0 - cut
        below, above = above, below
    low, high = shown[:-1].copy(), shown[1:].copy()
    low[0], high[-1] = (-math.inf if below else low[0]), (math.inf if above else high[-1])
    inside = shown[0] <= at <= shown[-1]
    return Bins(
        low=low,
        high=high,
        left=shown[:-1],
        right=shown[1:],
        positives=counted[0],
        negatives=counted[1],
        distinct=False,
        cut=at if inside else math.nan,
        positive_right=not scores.lower,
        below=below,
        above=above,
    )


def _counts(places: Any, scores: Scores, bars: int) -> Counts:
    """Positives and negatives in each bar; with sampling weights, what they weigh."""
    amounts = scores.observations.amounts
    return np.stack(
        [
            np.bincount(places[rows], amounts[rows], minlength=bars).astype(amounts.dtype)
            for rows in (scores.is_positive, ~scores.is_positive)
        ]
    )


def _edges(scores: Scores, values: Floats, cut: float, bars: int | None, axis: Axis) -> Floats:
    """Edges at the same distance on the axis, one of them the threshold."""
    if axis == "log":
        return _log_edges(scores, values[np.isfinite(values)], cut, bars)
    low, high = _range(scores, values)
    span = high - low or max(1.0, abs(high))
    wanted = bars or _number(scores)
    if not low - span <= cut <= high + span:  # a threshold not far outside is shown too
        return np.linspace(low, low + span, wanted + 1)
    low, high = min(low, cut), max(high, cut)
    longer = max(cut - low, high - cut) or span
    width = longer / max(1, round(longer / (high - low or span) * wanted))
    before, after = (
        max(1, math.ceil(part / width * (1 - 1e-9))) for part in (cut - low, high - cut)
    )
    edges = cut + width * np.arange(-before, after + 1)
    edges[0], edges[-1] = min(edges[0], low), max(edges[-1], high)
    return np.asarray(edges)


def _log_edges(scores: Scores, finite: Floats, cut: float, bars: int | None) -> Floats:
    """Edges at equal ratios; scores must be above 0."""
    if scores.lower or not np.min(finite) > 0:
        raise OptionError(
            f"'{shortened(scores.name)}' has scores that are not above 0, or runs the other way: "
            "they have no place on a log axis.",
            hint="leave axis='log' out.",
        )
    low, high = float(np.min(finite)), float(np.max(finite))
    edges = np.geomspace(low, high if high > low else 2 * low, (bars or _number(scores)) + 1)
    if low < cut < high:
        nearest = int(np.argmin(np.abs(np.log(edges / cut))))
        edges[min(max(1, nearest), len(edges) - 2)] = cut
    return np.asarray(edges)


def _range(scores: Scores, values: Floats) -> tuple[float, float]:
    """From the lowest to the highest score, or to the fences of both classes where that is far.

    The fences lie beyond the 10th and 90th percentile by 1.5 times what is between them. Classes
    have fences of their own: a rare class may lie where hardly any score is.
    """
    low, high, inner, outer = math.inf, -math.inf, math.inf, -math.inf
    for one in (values[scores.is_positive], values[~scores.is_positive]):
        finite = one[np.isfinite(one)]
        if not len(finite):
            continue
        ends = float(np.min(finite)), float(np.max(finite))
        first, last = (float(end) for end in np.quantile(finite, _MIDDLE))
        reach = _REACH * (last - first) or math.inf
        low, high = min(low, ends[0]), max(high, ends[1])
        inner, outer = (
            min(inner, max(ends[0], first - reach)),
            max(outer, min(ends[1], last + reach)),
        )
    if low > high:
        return 0.0, 1.0
    if high - low > _FAR * (outer - inner) > 0:
        return inner, outer
    probabilities = low >= 0 and high <= 1 and high - low > 0.5
    return (0.0, 1.0) if probabilities else (low, high)


def _number(scores: Scores) -> int:
    """How many bars: more for more observations of the rarer class."""
    rarer = min(scores.n_positive, scores.n_negative)
    return min(_MOST, max(_FEWEST, math.ceil(2.5 * math.cbrt(rarer))))


def beyond_words(bins: Bins) -> str:
    """What the end bars contain in addition to their own range, if anything."""
    ends = []
    if bins.below:
        ends.append(f"{_scores(bins.below)} below {_brief(bins.left[0])}")
    if bins.above:
        ends.append(f"{_scores(bins.above)} above {_brief(bins.right[-1])}")
    return f"end bars contain {' and '.join(ends)}" if ends else ""


def _scores(number_of: float) -> str:
    return f"{amount(number_of)} {'score' if number_of == 1 else 'scores'}"


def _brief(value: float) -> str:
    return number(value, 3 if abs(value) < 10 else 1) if abs(value) < 1e5 else f"{value:.3g}"


Thresholds: TypeAlias = float | Mapping[str, float] | None

_ROOM = 1.55  # the height of the axes over that of the highest bar: room for the counts
_LETTERS = 30  # of the scores below bars that stand side by side
_CLASSES = ("positive", "negative")


@dataclass(eq=False, repr=False)
class ScoreDistributionsDisplay(Display):
    """The scores of each class, a panel for each classifier.

    ``threshold`` is one number for all classifiers, or some by name; it runs as the scores were
    given and is an edge of the bars. Up to twenty distinct scores get a bar each, side by side
    whatever lies between them; ``bars`` asks for a histogram with about so many. Where a few scores
    lie far out, or are infinite, the end bars contain them and the name of the axis says so;
    ``axis="log"`` shows positive scores at their ratios instead.

    The frame has a row per bar, with the counts of both classes and their shares. Scores run as
    they were given. ``low`` and ``high`` of an end bar are infinite where it holds scores from
    further out; both are the score itself where every score has a bar.
    """

    data: PanelData
    _: KW_ONLY
    threshold: Thresholds = None
    bars: int | None = None
    axis: Axis = "linear"

    def _prepare(self) -> None:
        self._scores = panelled(
            self.data, hint="give Scores, PairedScores or UnpairedScores, e.g. of read_scores."
        )
        self._thresholds = _thresholds_of(self._scores, self.threshold)
        self._bins = [
            bins_of(scores, self._thresholds.get(scores.name), self.bars, self.axis)
            for scores in self._scores
        ]

    @property
    def n_panels(self) -> int:
        """One for each classifier."""
        return len(self._scores)

    def _default_title(self) -> str:
        name = self._scores[0].name if self.n_panels == 1 else ""
        return f"Scores by class, {shortened(name, NAME_WIDTH)}" if name else "Scores by class"

    def _size(self) -> Size:
        return (4.5, 3.1) if self.n_panels == 1 else (3.1, 2.5)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        short = short_names([scores.name for scores in self._scores], NAME_WIDTH)
        for panel, scores, bins in zip(axes, self._scores, self._bins, strict=True):
            title = self._heading if self.n_panels == 1 else short[scores.name]
            self._draw_panel(panel, scores, bins, title)

    def _draw_panel(self, axes: "Axes", scores: Scores, bins: Bins, title: str | None) -> None:
        threshold = self._thresholds.get(scores.name)
        up, down = _shares(bins)
        styles = line_styles(_CLASSES)
        width, handles = bins.right - bins.left, []
        for heights, name in ((up, "positive"), (-down, "negative")):
            colour = styles[name].colour
            fill: dict[str, Any] = {"facecolor": colour, "edgecolor": "white", "linewidth": 0.4}
            handles.append(axes.bar(bins.left, heights, width, align="edge", zorder=2, **fill)[0])
        axes.axhline(0, color=ink(), linewidth=0.8, zorder=3)
        highest = max(float(np.max(up)), float(np.max(down)))
        room = _ROOM if threshold is not None else 1.08
        axes.set_ylim(-room * highest, room * highest)
        _name_axes(axes, bins, scores, threshold, self.axis)
        if threshold is not None:
            if not math.isnan(bins.cut):
                axes.axvline(bins.cut, color=ink(), linewidth=1.1, linestyle=(0, (4, 2)), zorder=4)
            _write_counts(axes, operating_point(scores, threshold), bins.positive_right)
        legend_above(axes, handles, _labels(scores), title)

    def _data(self, part: str) -> Columns:
        rows: list[tuple[object, ...]] = []
        for scores, bins in zip(self._scores, self._bins, strict=True):
            columns = bins.low, bins.high, bins.positives, bins.negatives, *_shares(bins)
            numbers = zip(*(column.tolist() for column in columns), strict=True)
            rows += [(scores.name, *row) for row in numbers]
        counts = ("positives", "negatives", "share_of_positives", "share_of_negatives")
        return columns_of(("classifier", "low", "high", *counts), rows)


def _thresholds_of(each: list[Scores], threshold: Thresholds) -> dict[str, float]:
    """The threshold of each classifier that has one."""
    names = tuple(one.name for one in each)
    if threshold is None:
        return {}
    if not isinstance(threshold, Mapping):
        return dict.fromkeys(names, threshold)
    for name in threshold:
        position(names, name)
    return dict(threshold)


def _shares(found: Bins) -> tuple[Any, Any]:
    return found.positives / found.positives.sum(), found.negatives / found.negatives.sum()


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
        for height, side, (counted, words) in ((0.99, "top", both[0]), (0.01, "bottom", both[1])):
            said = axes.text(place, height, f"{amount(counted)}\n{words}", transform=axes.transAxes)
            plain(said).set(ha=align, va=side, fontsize=8, zorder=5)
            said.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
