"""How many scores of each class fall into the bars of a figure: coordinates of a drawing, no more.

The bars are those of a histogram with an edge at the threshold, so that no bar lies on both sides
of it, or one for each distinct score where there are few. In a histogram of scores that reach far
out the bars cover their middle, and the first and the last hold all that lies beyond.
"""

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import count, number, shortened

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
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]
    distinct: bool
    cut: float
    positive_right: bool
    below: int
    above: int


def bins_of(scores: Scores, threshold: float | None, bars: int | None, axis: Axis) -> Bins:
    """The counts of both classes in the same bars."""
    scores.observations.require_plain("the distribution of scores")
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
    below = int(counted[:, 0].sum())
    above = int(np.count_nonzero(values > edges[-1]))
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


def _counts(places: Any, scores: Scores, bars: int) -> NDArray[np.int64]:
    """Positives and negatives in each bar."""
    every = np.bincount(places, minlength=bars)
    positives = np.bincount(places[scores.is_positive], minlength=bars)
    return np.stack([positives, every - positives]).astype(np.int64)


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
    """What the end bars hold beside their own, where they do."""
    told = []
    if bins.below:
        told.append(f"{count(bins.below, 'score')} below {_brief(bins.left[0])}")
    if bins.above:
        told.append(f"{count(bins.above, 'score')} above {_brief(bins.right[-1])}")
    return f"end bars hold {' and '.join(told)}" if told else ""


def _brief(value: float) -> str:
    return number(value, 3 if abs(value) < 10 else 1) if abs(value) < 1e5 else f"{value:.3g}"
