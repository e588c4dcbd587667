r"""The difference of two curves: where either is higher, and where no difference is detected.

**Question.** Over which range of specificities does the first classifier have the higher
sensitivity (or, for ``quantity="specificity"``, over which sensitivities the higher specificity)?

**Use it** where curves may cross, so that one number does not say which classifier is better.

At each place x the difference is :math:`D(x) = R_1(x) - R_2(x)`. In every replicate (both curves
see the same draws of the same observations, or independent draws of two test sets) the largest
studentised deviation is

.. math::  T^* = \max_x |D^*(x) - \hat D(x)| / s(x), \qquad q = T^*_{(\lceil (R+1) c \rceil)}

With the limits :math:`(l_k, u_k)` of both curves at the deviate q
(:mod:`aucurate.inference.curve.bands`) and the correlation r(x) of the replicates of the two
curves at x (0 for different test sets, and where either curve has fewer than 5 observations of a
class on one side of the threshold), the band is (Zou 2007)

.. math::
    L &= \hat D - \sqrt{(R_1 - l_1)^2 + (u_2 - R_2)^2 - 2r (R_1 - l_1)(u_2 - R_2)} \\
    U &= \hat D + \sqrt{(u_1 - R_1)^2 + (R_2 - l_2)^2 - 2r (u_1 - R_1)(R_2 - l_2)}

so that it does not close in the corners, where replicates do not vary but new data would. Where
both curves have at least 5 observations of each class on either side of the threshold, the band is
never wider than :math:`\hat D \pm q\,s`. Only places where one of them has as many enter the
maximum, and q is at least the deviate by Bonferroni's rule for the ends of both curves.

**Ranges.** ``ranges`` states where the whole band is above 0 (the first classifier is higher),
below 0 (the second), or neither. The band holds at all its places together with the requested
confidence, and so do all ranges: the probability of any false statement about them is at most the
level. Ranges narrower than one observation are not reported.

**Not valid** for nested models scored on their training data and for out-of-fold scores pooled over
folds. Observations in groups and sampling weights are refused. The band is evaluated at some 200 to
600 places; a difference confined to a range narrower than a few observations is not seen.

**Degenerate cases.** Where no replicate of the difference varies, q is Bonferroni's deviate, and
the band is that of the limits of both curves; it is never a line.

Zou, G. Y. (2007). Toward using confidence intervals to compare correlations. Psychological Methods
12, 399-413. The use with curves is ours.

Resampled curves of two classifiers
-----------------------------------
Resampled curves of two classifiers at the same places.

On different test sets each curve is resampled separately. On the same observations both curves see
the same draws, and then the observations themselves must be drawn: how often each of them is, added
up in the order of each classifier, says where the k-th drawn negative stands and how many drawn
positives stand above it. Observations tied in a replicate make a straight piece of its curve.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.curve.protocol import checked_rates
from aucurate.data.scores import Scores
from aucurate.formatting import join_words, number, percent, shortened
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import is_paired
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.curve.bands import (
    DRAWN_STEPS,
    Floats,
    Limits,
    Quantity,
    RisingLine,
    beside,
    limits,
    line_of,
    of_band,
    other,
    places,
    ranks_at,
    turned,
)
from aucurate.inference.curve.bootstrap_bands import (
    LEAST,
    LOOK,
    Counts,
    drawn_heights,
    floor_deviate,
    largest_deviate,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw, in_turn, usable
from aucurate.kernels import Progress
from aucurate.results import Caveat, Design, Interval, MethodRecord, MethodTitle, Record

METHOD = MethodTitle("bootstrap maximal deviation", "bootstrap-difference")

Verdict: TypeAlias = Literal["first", "second", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveRange(Record):
    """A range of rates over which the verdict is the same, from ``low`` to ``high``."""

    low: float
    high: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveDifference(MethodRecord):
    """First curve minus second at ascending rates, its limits, and where either is higher.

    ``ranges`` cover all rates from 0 to 1; they follow from the simultaneous band.
    """

    first: str
    second: str
    quantity: Quantity
    rates: tuple[float, ...]
    first_values: tuple[float, ...]
    second_values: tuple[float, ...]
    differences: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    ranges: tuple[CurveRange, ...]
    confidence: float
    method: str
    design: Design
    deviate: float
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        names = {"first": shortened(self.first), "second": shortened(self.second)}
        told = []
        for verdict, name in names.items():
            parts = [
                f"{number(one.low)} to {number(one.high)}"
                for one in self.ranges
                if one.verdict == verdict
            ]
            if parts:
                told.append(f"{name} higher at {other(self.quantity)} {join_words(parts)}")
        return (
            f"{self.quantity} of {names['first']} and {names['second']}: "
            f"{'; '.join(told) or 'no difference detected'} ({percent(self.confidence)} "
            f"simultaneous band, {self.method}, {self.design})"
        )

    @checked
    def interval_at(self, rate: float) -> Interval:
        """The difference at this rate; between two rates of the band the wider of both."""
        checked_rates(rate, other(self.quantity))
        below, above = beside(self.rates, rate)
        near = [min(max(at, 0), len(self.rates) - 1) for at in (below, above)]
        return Interval(
            low=min(self.low[at] for at in near),
            high=max(self.high[at] for at in near),
            confidence=self.confidence,
            method=self.method,
            key=self.key,
        )


@checked
def curve_difference(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CurveDifference:
    """The simultaneous band of the difference of two curves, and where either is higher.

    When ``progress`` returns False the replicates finished so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> for found in curve_difference(data["forest"], data["bayes"]).ranges:
    ...     print(f"specificity {found.low:.3f} to {found.high:.3f}: {found.verdict}")
    specificity 0.000 to 0.790: undecided
    specificity 0.790 to 0.922: first
    specificity 0.922 to 1.000: undecided
    """
    confidence = checked_confidence(confidence)
    method = "the difference of curves"
    first, second = first.plain(method), second.plain(method)
    together = is_paired(first, second, paired, method)
    one, two = (line_of(scores, quantity, threads) for scores in (first, second))
    rates = np.unique(np.concatenate([one.rates(), two.rates()]))
    at = places(rates)
    chosen, coarse = resampling or Resampling(), _coarse(one, two)
    if together:
        drawn = paired_heights(first, second, quantity, coarse, chosen, progress)
    else:
        drawn = unpaired_heights((one, two), coarse, chosen, progress)
    kept, stopped = usable(drawn[0] + drawn[1], chosen.replicates)
    found = _told(first, second, together) + stopped
    heights = drawn[0][kept], drawn[1][kept]
    deviate = _deviate((one, two), coarse, heights, confidence, found)
    parts = limits(one, at, deviate), limits(two, at, deviate)
    nearest = np.clip(np.searchsorted(coarse, at), 0, len(coarse) - 1)
    middle = _inside(one, at) & _inside(two, at)
    correlation = np.where(middle & together, _correlation(*heights)[nearest], 0.0)
    reach = deviate * np.std(heights[0] - heights[1], axis=0, ddof=1)[nearest]
    band = _difference(*parts, correlation, np.where(middle & (reach > 0), reach, np.inf))
    least = 1 / max(one.n_along, two.n_along)
    return CurveDifference(
        first=first.name,
        second=second.name,
        quantity=quantity,
        rates=tuple(rates.tolist()),
        first_values=turned(parts[0].value),
        second_values=turned(parts[1].value),
        differences=turned(band.value),
        low=turned(band.low),
        high=turned(band.high),
        ranges=_ranges(rates, band.low[::-1], band.high[::-1], least),
        confidence=confidence,
        method=METHOD,
        design="paired" if together else "unpaired",
        deviate=deviate,
        caveats=tuple(found),
    )


def _coarse(one: RisingLine, two: RisingLine) -> Floats:
    """Where replicates are looked at: the middles of steps of the line with more of them."""
    size = max(one.n_along, two.n_along)
    ranks = np.concatenate([ranks_at(places(line.rates(DRAWN_STEPS)), size) for line in (one, two)])
    found: Floats = (np.unique(ranks) - 0.5) / size
    return found


def _told(first: Scores, second: Scores, together: bool) -> list[Caveat]:
    found = of_band(first)
    if not together:
        found += [caveat for caveat in of_band(second) if caveat not in found]
        if first.observations is second.observations:
            found.append(caveats.shared_observations(first.name, second.name))
    return found


def _deviate(
    lines: tuple[RisingLine, RisingLine],
    at: Floats,
    heights: tuple[Floats, Floats],
    confidence: float,
    found: list[Caveat],
) -> float:
    values = [line.middle(at) for line in lines]
    away = heights[0] - heights[1] - (values[0] - values[1])
    inside = np.zeros(len(at), np.bool_)
    for line, value in zip(lines, values, strict=True):
        counts = at * line.n_along, value * line.n_up
        enough = [
            (c >= LEAST) & (size - c >= LEAST)
            for c, size in zip(counts, (line.n_along, line.n_up), strict=True)
        ]
        inside |= enough[0] & enough[1]
    inside &= np.ptp(away, axis=0) > 0
    least = floor_deviate(confidence, ends=8)
    if not inside.any():
        return least
    return max(least, largest_deviate(away[:, inside], confidence, found))


def _inside(line: RisingLine, at: Floats) -> NDArray[np.bool_]:
    """Where the line has enough observations of each class on either side."""
    beyond, above = at * line.n_along, line.middle(at) * line.n_up
    enough = (beyond >= LEAST) & (line.n_along - beyond >= LEAST)
    found: NDArray[np.bool_] = enough & (above >= LEAST) & (line.n_up - above >= LEAST)
    return found


def _correlation(first: Floats, second: Floats) -> Floats:
    """Of the replicates of both curves at each place; 0 where one of them does not vary."""
    one, two = first - first.mean(axis=0), second - second.mean(axis=0)
    scale = np.sqrt((one**2).sum(axis=0) * (two**2).sum(axis=0))
    zeros = np.zeros(len(scale))
    found: Floats = np.divide((one * two).sum(axis=0), scale, out=zeros, where=scale > 0)
    return found


def _difference(one: Limits, two: Limits, correlation: Floats, most: Floats) -> Limits:
    """The limits of the difference from those of each, no farther away than ``most``."""
    value = one.value - two.value
    down = _combined(one.value - one.low, two.high - two.value, correlation)
    up = _combined(one.high - one.value, two.value - two.low, correlation)
    low, high = value - np.minimum(down, most), value + np.minimum(up, most)
    return Limits(value, np.maximum(low, -1), np.minimum(high, 1))


def _combined(own: Floats, rival: Floats, correlation: Floats) -> Floats:
    """The root of a sum of squares, written so that equal parts with correlation 1 cancel."""
    squared = (own - rival) ** 2 + 2 * (1 - correlation) * own * rival
    found: Floats = np.sqrt(np.maximum(0.0, squared))
    return found


def _ranges(rates: Floats, low: Floats, high: Floats, least: float) -> tuple[CurveRange, ...]:
    """Neighbouring rates with the same verdict; what lies between two verdicts is undecided.

    A range narrower than one observation is no more than a step of a curve, and undecided too.
    """
    signs: NDArray[np.int64] = (low > 0).astype(np.int64) - (high < 0)
    names: dict[int, Verdict] = {1: "first", -1: "second", 0: "undecided"}
    starts = np.flatnonzero(np.concatenate([[True], np.diff(signs) != 0]))
    ends = np.append(starts[1:], len(signs)) - 1
    decided = [
        (float(rates[a]), float(rates[b]), names[int(signs[a])])
        for a, b in zip(starts, ends, strict=True)
        if signs[a] != 0 and rates[b] - rates[a] >= least
    ]
    found, reached = [], 0.0
    for begin, end, verdict in decided:
        if begin > reached:
            found.append(CurveRange(low=reached, high=begin, verdict="undecided"))
        found.append(CurveRange(low=begin, high=end, verdict=verdict))
        reached = end
    if reached < 1:
        found.append(CurveRange(low=reached, high=1.0, verdict="undecided"))
    return tuple(found)


_CELLS = 250_000  # replicates x observations in a block: what a cache holds


@dataclass(frozen=True, slots=True, eq=False)
class _Ordered:
    """One classifier's view of the two classes, whose observations have an order of their own.

    ``along`` and ``up`` put the observations of a class into the order of the line. ``ends`` are
    the places in that order of the last of those that go along at each score, ``before`` and
    ``after`` how many of those that go up stand above the score, and at or above it.
    """

    along: Counts
    up: Counts
    ends: Counts
    before: Counts
    after: Counts


def paired_heights(
    first: Scores,
    second: Scores,
    quantity: Quantity,
    at: Floats,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
    """Heights of both lines in every replicate; the same draws for both.

    Neither the order of the rows nor that of the two classifiers changes the draws.
    """
    views, exchanged = _views(first, second, quantity)
    n_up, n_along = first.n_positive, first.n_negative
    if quantity == "specificity":
        n_up, n_along = n_along, n_up
    ranks = np.unique(ranks_at(at, n_along))
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))
    look = max(1, _CELLS // (n_up + n_along))

    def block(rows: int) -> Floats:
        if resampling.stratified:
            up, along = _drawn(rows, n_up, rng), _drawn(rows, n_along, rng)
        else:
            both = _drawn(rows, n_up + n_along, rng)
            up, along = both[:, :n_up], both[:, n_up:]
        return np.concatenate([_heights(view, up, along, ranks) for view in views], axis=1)

    drawn = draw(block, resampling.replicates, block=min(look, LOOK), progress=progress)
    one, two = drawn[:, : len(ranks)], drawn[:, len(ranks) :]
    return (two, one) if exchanged else (one, two)


def unpaired_heights(
    lines: tuple[RisingLine, RisingLine],
    at: Floats,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
    """The same for two test sets, drawn independently; as many rows as both have finished."""
    keys = np.random.SeedSequence(resampling.key()).generate_state(2, np.uint64).tolist()

    def part(line: RisingLine, key: int) -> Callable[[int, Progress | None], Floats]:
        def heights(replicates: int, watch: Progress | None) -> Floats:
            rows = replace(resampling, replicates=replicates, rng=key)
            drawn = drawn_heights(line, at, rows, watch)
            return drawn.drawn[:, drawn.at_places(line, at)]

        return heights

    parts = [part(line, key) for line, key in zip(lines, keys, strict=True)]
    one, two = in_turn(parts, resampling.replicates, progress)
    return one[: len(two)], two


def _drawn(rows: int, size: int, rng: np.random.Generator) -> NDArray[np.int32]:
    """How often each of ``size`` observations is drawn in each row."""
    draws = rng.integers(size, size=(rows, size), dtype=np.uint32)
    apart = draws + np.arange(rows, dtype=np.int64)[:, None] * size
    counts = np.bincount(apart.ravel(), minlength=rows * size)
    return counts.reshape(rows, size).astype(np.int32)


def _heights(
    view: _Ordered, up: NDArray[np.int32], along: NDArray[np.int32], ranks: Counts
) -> Floats:
    """The height of each row's curve in the middle of the steps of these ranks."""
    rows, size = along.shape
    climbed = np.zeros((rows, up.shape[1] + 1), np.int32)
    np.cumsum(up.take(view.up, axis=1), axis=1, out=climbed[:, 1:])
    passed = np.cumsum(along.take(view.along, axis=1), axis=1, dtype=np.int32)
    if len(view.ends) < size:
        passed = passed.take(view.ends, axis=1)
    row, drawn = np.arange(rows)[:, None], passed[:, -1:]
    wanted = np.maximum(1, np.rint(ranks * (drawn / size))).astype(np.int64)
    apart = row * (up.shape[1] + size + 1)
    flat = np.searchsorted((passed + apart).ravel(), (wanted + apart).ravel())
    level = np.minimum(flat.reshape(wanted.shape) - row * passed.shape[1], passed.shape[1] - 1)
    start = np.where(level > 0, passed[row, np.maximum(level - 1, 0)], 0)
    low, high = climbed[row, view.before[level]], climbed[row, view.after[level]]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (wanted - 0.5 - start) / (passed[row, level] - start)
        found: Floats = (low + share * (high - low)) / climbed[:, -1:]
    return np.where(drawn > 0, found, np.nan)


def _views(first: Scores, second: Scores, quantity: Quantity) -> tuple[list[_Ordered], bool]:
    """Both views in an order of classifiers and observations that the data settle."""
    sign = -1 if quantity == "sensitivity" else 1  # the line begins at the highest or lowest score
    ranks = [sign * kernels.doubled_midranks(scores.values) for scores in (first, second)]
    is_up = first.is_positive if quantity == "sensitivity" else ~first.is_positive
    orders = [_sorted(ranks, is_up), _sorted(ranks[::-1], is_up)]
    exchanged = bool(_key(ranks, is_up, orders[0]) < _key(ranks[::-1], is_up, orders[1]))
    rows = orders[1 if exchanged else 0]
    views = [_ordered(each[rows], is_up[rows]) for each in ranks]
    return (views[::-1] if exchanged else views), exchanged


def _sorted(ranks: list[Counts], is_up: NDArray[np.bool_]) -> Counts:
    """Rows with those that go up first, then by the ranks of the one and of the other."""
    return np.lexsort((ranks[1], ranks[0], ~is_up))


def _key(ranks: list[Counts], is_up: NDArray[np.bool_], rows: Counts) -> tuple[int, bytes]:
    ordered = [each[rows].astype(">i8").tobytes() for each in ranks]
    return int(ranks[0][is_up].sum()), b"".join(ordered)


def _ordered(ranks: Counts, is_up: NDArray[np.bool_]) -> _Ordered:
    along, up = (np.argsort(ranks[mask], kind="stable") for mask in (~is_up, is_up))
    passed, climbed = ranks[~is_up][along], ranks[is_up][up]
    levels = np.unique(passed)
    return _Ordered(
        along,
        up,
        np.searchsorted(passed, levels, side="right") - 1,
        np.searchsorted(climbed, levels, side="left"),
        np.searchsorted(climbed, levels, side="right"),
    )
