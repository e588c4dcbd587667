r"""The bootstrap band: the whole curve inside, by the largest deviation of resampled curves.

**Question.** Where could the whole true curve run?

**Use it** to say anything about the curve as a whole; it is narrower than the band of Kolmogorov
and Smirnov. :mod:`aucurate.inference.curve.bands` compares the bands, and says how they are read
between the rates.

In every replicate the curve :math:`R^*` departs from :math:`\hat R`. With the standard deviation
s(x) of the replicates at x the largest departure is

.. math::  T^* = \max_x |R^*(x) - \hat R(x)| / s(x)

and its quantile :math:`q = T^*_{(\lceil (R+1) c \rceil)}` says how many standard deviations all
places together need where one place alone needs 1.96. The textbook band :math:`\hat R \pm q\,s` is
not offered, because it fails where it matters: in the corners replicates do not vary (s = 0 where
all positives lie above), the highest negative is its own replicate most of the time, and the whole
true curve is inside far too rarely, for AUCs near 1 hardly ever (docs/validation.md). Here q
replaces the normal deviate in limits that are exact in the corners
(:mod:`aucurate.inference.curve.bands`): a count of the positives, a count of the negatives, their
binomial limits at the tail :math:`\Phi(-q)`, added as squares. In the middle of a large test set
both are the same.

Only places with at least 5 observations of each class on either side of the threshold enter the
maximum: beyond them the limits are valid without it. q is never below the deviate by Bonferroni's
rule for the two ends of two classes (2.24 at 95%). As the true curve rises, a limit at one place
holds on one side of it as well, so that nothing is lost between places.

:func:`bootstrap_pointwise_band` has the percentiles of the replicates at each place, and in the
corners the limits of :func:`~aucurate.inference.curve.bands.pointwise_band`.

**Groups and sampling weights.** Groups, or rows with equal chance, are drawn as
:mod:`aucurate.inference.resampling.drawn_units` says, and every replicate has its weighted curve.
Binomial counts say nothing of the spread of such observations, so that in the middle the band is
:math:`\hat R \pm q\,s`; in the corners it has the limits of as many independent observations as
each class is worth (:mod:`aucurate.data.units`), for groups at most their number. These take the
classes for independent, which groups of both classes are not. A frequency weight is so many
observations.

**Not valid** for out-of-fold scores pooled over folds; a pointwise band also not at a rate that was
chosen because the data look good there. Ties between the classes are broken by chance in every
replicate, which makes the band of ratings somewhat wide rather than narrow; those of groups and
weighted rows stay tied.

**Degenerate cases.** With perfect separation, and in classes of fewer than 10, no place is left
where the replicates vary: the band rests on the two counts alone, with Bonferroni's deviate, and a
caveat says so.

Horváth, L., Horváth, Z., Zhou, W. (2008). Confidence bands for ROC curves. Journal of Statistical
Planning and Inference 138, 1894-1904.
Bertail, P., Clémençon, S., Vayatis, N. (2008). On bootstrapping the ROC curve. Advances in Neural
Information Processing Systems 21. The limits in the corners are ours.

Resampled curves
----------------
Resampled curves, without resampling observations.

A bootstrap replicate of a curve draws n observations of one class and m of the other. Where the
k-th of the n drawn ones stands among all n is the k-th order statistic of n uniform numbers, and
sums of exponential ones give a few such order statistics without the others: with
:math:`G_j` gamma variables of shapes :math:`k_j - k_{j-1}`, the last for n + 1,

.. math::  U_{(k_j)} = (G_1 + \dots + G_j) / (G_1 + \dots + G_{J+1})

Of the m others, those above the same threshold are a multinomial count with probabilities from the
heights :math:`\hat R(U_{(k_j)})` of the empirical curve. So the heights of a replicate at J places
(some 130) cost J draws of each kind, as many for a million observations as for a thousand, and have
the distribution that drawing the observations would give them. Tied observations of both classes
are taken as if drawn from along their piece of the line: their order is left to chance in every
replicate.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.inference.curve.bands import (
    DRAWN_STEPS,
    CurveBand,
    Floats,
    Limits,
    Quantity,
    RisingLine,
    filled_band,
    given_rates,
    limits,
    line_of,
    monotone,
    of_band,
    places,
    ranks_at,
    rising,
)
from aucurate.inference.resampling.drawn_units import (
    RowUnits,
    class_weights,
    drawn_rows,
    gathered,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw, usable
from aucurate.kernels import Progress
from aucurate.results import Caveat, MethodTitle

LOOK = 250  # replicates between two looks at the progress callback
_CELLS = 2_000_000  # drawn rows that are held at a time

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Heights:
    """Heights of the replicates (rows) at the middles of the steps of ranks 1..n (columns).

    With ``places`` the columns are the heights there, and ``ranks`` need not be whole.
    """

    ranks: Counts | Floats
    of_data: Floats
    drawn: Floats
    places: Floats | None = None

    def at_places(self, line: RisingLine, at: Floats) -> Counts:
        """Which column serves each place along x."""
        if self.places is not None:
            return np.searchsorted(self.places, at).astype(np.int64)
        wanted = ranks_at(at, line.n_along)
        return np.minimum(np.searchsorted(self.ranks, wanted), len(self.ranks) - 1)


def drawn_heights(
    line: RisingLine, at: Floats, resampling: Resampling, progress: Progress | None
) -> Heights:
    """Replicates of the heights of the line at these places; those completed, when stopped early.

    Unstratified replicates without one of the classes are NaN.
    """
    ranks = np.unique(ranks_at(at, line.n_along))
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))

    def block(size: int) -> Floats:
        up, along = _sizes(line, size, resampling.stratified, rng)
        reached = np.interp(_uniforms(ranks, line.n_along, along, rng), line.x, line.y)
        return _shares_above(reached, up, rng)

    drawn = draw(block, resampling.replicates, block=LOOK, progress=progress)
    return Heights(ranks, line.middle((ranks - 0.5) / line.n_along), drawn)


def unit_heights(
    line: RisingLine,
    scores: Scores,
    quantity: Quantity,
    at: Floats,
    resampling: Resampling,
    progress: Progress | None,
) -> Heights:
    """The same of the curves of drawn groups, or of drawn rows with their weights."""
    rows, positive = scores.observations, scores.is_positive
    units = RowUnits.of(rows) or RowUnits()
    order, units = units.in_order(~positive, [scores.values])
    values, positive = scores.values[order], positive[order]
    design = units.design(~positive)
    if not resampling.stratified:
        design = replace(design, strata=(design.n_units,))
    weights = class_weights(rows, positive, units.weights)
    ascending, place = np.unique(values, return_inverse=True)
    falling = len(ascending) - 1 - place.ravel()
    along, up, steps = ~positive, positive, falling
    if quantity == "specificity":
        along, up, steps = positive, ~positive, place.ravel()
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))

    def block(size: int) -> Floats:
        drawn = drawn_rows(design, size, rng)
        counted = drawn if weights is None else drawn * weights
        xs, ys = (gathered(counted[:, own], steps[own], len(ascending)) for own in (along, up))
        return np.stack([_height(x, y, line, at) for x, y in zip(xs, ys, strict=True)])

    size = max(1, min(LOOK, _CELLS // len(values)))
    drawn = draw(block, resampling.replicates, block=size, progress=progress)
    return Heights(at * line.n_along, line.middle(at), drawn, at)


def _height(along: Counts, up: Counts, line: RisingLine, at: Floats) -> Floats:
    """The height of the curve of these counts at each place; NaN without one of the classes."""
    if not (along.any() and up.any()):
        return np.full(len(at), np.nan)
    return RisingLine(rising(along), rising(up), line.n_along, line.n_up).middle(at)


def _sizes(
    line: RisingLine, rows: int, stratified: bool, rng: np.random.Generator
) -> tuple[Counts, Counts]:
    """How many observations of each class every replicate draws."""
    both = line.n_up + line.n_along
    up = np.full(rows, line.n_up, np.int64)
    if not stratified:
        up = rng.binomial(both, line.n_up / both, size=rows)
    return up, both - up


def _uniforms(ranks: Counts, size: int, drawn: Counts, rng: np.random.Generator) -> Floats:
    """Order statistics of uniform numbers, as many as were drawn, at the same shares of them."""
    places = np.rint(ranks * (drawn[:, None] / size))
    ends = np.concatenate([places, drawn[:, None] + 1.0], axis=1)
    shapes = np.diff(ends, axis=1, prepend=0.0)
    sums = np.cumsum(rng.standard_gamma(shapes), axis=1)
    found: Floats = sums[:, :-1] / sums[:, -1:]
    return found


def _shares_above(reached: Floats, sizes: Counts, rng: np.random.Generator) -> Floats:
    """The shares of the drawn observations below each height, by one binomial draw after another.

    A replicate that drew none of a class is NaN.
    """
    left, before = sizes.copy(), np.zeros(len(sizes))
    found = np.empty_like(reached)
    for at in range(reached.shape[1]):
        height = reached[:, at]
        chance = np.clip((height - before) / np.maximum(1 - before, 1e-300), 0, 1)
        left = left - rng.binomial(left, chance)
        found[:, at] = sizes - left
        before = height
    with np.errstate(invalid="ignore"):
        found /= sizes[:, None]
    return found


METHOD = MethodTitle("bootstrap maximal deviation", "bootstrap")
POINTWISE = MethodTitle("bootstrap percentile", "bootstrap-pointwise")

LEAST = 5


@checked
def bootstrap_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CurveBand:
    """The simultaneous band by the largest studentised deviation of the replicates.

    When ``progress`` returns False the replicates finished so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> band = bootstrap_band(load_breast_cancer()["forest"])
    >>> print(band.interval_at(0.9))
    95% CI 0.491 to 0.988
    """
    confidence = checked_confidence(confidence)
    scores = scores.plain("this band", units=True)
    line = line_of(scores, quantity, threads)
    chosen = line.rates() if rates is None else given_rates(rates, quantity)
    coarse = places(np.union1d(chosen, line.rates(DRAWN_STEPS)))
    drawing = resampling or Resampling()
    with_units = RowUnits.of(scores.observations) is not None
    if with_units:
        drawn = unit_heights(line, scores, quantity, coarse, drawing, progress)
    else:
        coarse = places(line.rates(DRAWN_STEPS))
        drawn = drawn_heights(line, coarse, drawing, progress)
    heights, found = finished(drawn, drawing)
    found = of_band(scores) + found
    inside = np.flatnonzero(is_inside(line, heights))
    deviate = floor_deviate(confidence, ends=4)
    if len(inside):
        away = heights.drawn[:, inside] - heights.of_data[inside]
        deviate = max(deviate, largest_deviate(away, confidence, found))
    else:
        found.append(_no_middle())
    around = limits(line, places(chosen), deviate)
    if with_units:
        around = _by_spread(around, heights, heights.at_places(line, places(chosen)), line, deviate)
    return filled_band(
        scores,
        quantity,
        chosen,
        monotone(around),
        confidence=confidence,
        simultaneous=True,
        method=METHOD,
        deviate=deviate,
        found=found,
    )


@checked
def bootstrap_pointwise_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CurveBand:
    """A pointwise band: percentiles of the bootstrap replicates at each rate.

    Where fewer than 5 observations of a class lie on one side of the threshold, the limits are
    those of the pointwise band from two binomial counts.

    >>> from aucurate.datasets import load_breast_cancer
    >>> band = bootstrap_pointwise_band(load_breast_cancer()["forest"], rates=[0.9])
    >>> print(band.interval_at(0.9))
    95% CI 0.774 to 0.972
    """
    confidence = checked_confidence(confidence)
    scores = scores.plain("this band", units=True)
    line = line_of(scores, quantity, threads)
    chosen = line.rates(DRAWN_STEPS) if rates is None else given_rates(rates, quantity)
    at, drawing = places(chosen), resampling or Resampling()
    if RowUnits.of(scores.observations) is None:
        drawn = drawn_heights(line, at, drawing, progress)
    else:
        drawn = unit_heights(line, scores, quantity, at, drawing, progress)
    heights, found = finished(drawn, drawing)
    exact = limits(line, at, two_sided_quantile(confidence))
    column = heights.at_places(line, at)
    inside = is_inside(line, heights)[column]
    low, high = exact.low.copy(), exact.high.copy()
    kept = monte_carlo.rank_from_end(len(heights.drawn), (1 - confidence) / 2)
    if kept == 0:
        found.append(caveats.too_few_replicates(len(heights.drawn), confidence))
    elif inside.any():
        ordered = np.sort(heights.drawn[:, column[inside]], axis=0)
        low[inside] = np.minimum(ordered[kept - 1], exact.value[inside])
        high[inside] = np.maximum(ordered[-kept], exact.value[inside])
    return filled_band(
        scores,
        quantity,
        chosen,
        Limits(exact.value, low, high),
        confidence=confidence,
        simultaneous=False,
        method=POINTWISE,
        deviate=None,
        found=of_band(scores) + found,
    )


def finished(heights: Heights, resampling: Resampling) -> tuple[Heights, list[Caveat]]:
    """The replicates that have both classes, and what the reader must know of the others."""
    kept, found = usable(heights.drawn, resampling.replicates)
    return replace(heights, drawn=heights.drawn[kept]), found


def _by_spread(
    around: Limits, heights: Heights, column: Counts, line: RisingLine, deviate: float
) -> Limits:
    """The limits with those of the replicates' standard deviation where these vary."""
    inside = is_inside(line, heights)[column]
    away = deviate * np.std(heights.drawn[:, column], axis=0, ddof=1)
    return Limits(
        around.value,
        np.where(inside, np.clip(around.value - away, 0, 1), around.low),
        np.where(inside, np.clip(around.value + away, 0, 1), around.high),
    )


def is_inside(line: RisingLine, heights: Heights) -> NDArray[np.bool_]:
    """Where both classes have enough observations on either side for replicates to vary."""
    beyond, above = heights.ranks, heights.of_data * line.n_up
    enough = (beyond >= LEAST) & (line.n_along - beyond >= LEAST)
    enough &= (above >= LEAST) & (line.n_up - above >= LEAST)
    found: NDArray[np.bool_] = enough & (np.ptp(heights.drawn, axis=0) > 0)
    return found


def largest_deviate(away: Floats, confidence: float, found: list[Caveat]) -> float:
    """The quantile of the largest deviation, in standard deviations of each column.

    Where there are too few replicates, the largest of them, and a caveat.
    """
    largest = np.sort(np.max(np.abs(away) / np.std(away, axis=0, ddof=1), axis=1))
    rank = len(largest) + 1 - monte_carlo.rank_from_end(len(largest), 1 - confidence)
    if rank > len(largest):
        found.append(caveats.too_few_replicates(len(largest), confidence))
    return float(largest[min(rank, len(largest)) - 1])


def floor_deviate(confidence: float, *, ends: int) -> float:
    """The normal deviate for one of several ends by Bonferroni's rule."""
    return two_sided_quantile(1 - 2 * (1 - confidence) / ends)


def _no_middle() -> Caveat:
    return caveat(Kind.NO_MIDDLE, least=LEAST)
