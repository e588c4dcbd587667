r"""An interval for the AUC of the kernel-smoothed curve, by the bootstrap.

**Question.** How precise is the area of the smooth curve?

**Use it** with :mod:`aucurate.estimates.fits.kernel`, which has the curve, its bandwidths and its
scale.

A replicate draws m positives and n negatives with replacement (or, with
``Resampling(stratified=False)``, m + n observations whatever their class), and its smoothed AUC is
computed on a grid (see below). The ends are those of the percentile interval (the default) or the
basic one (:mod:`aucurate.inference.resampling.intervals`).

**Bandwidths in the replicates.** The rule is part of the estimate, so each replicate has its own
bandwidths by ``lloyd``, ``zou`` or ``silverman``. The plug-in rules (``sheather-jones``,
``altman-leger``) are applied once and held: a replicate contains observations several times, which
they would treat as spikes of the density, choosing bandwidths that are too small.
``refit=False`` holds the bandwidths of any rule.

**What it is an interval for.** The smoothed AUC, which smoothing pulls towards 1/2. The interval
does not account for this; a caveat gives the distance from the empirical AUC where it exceeds half
a standard error. With bandwidths made for densities it does so in large test sets.

**Not valid** for out-of-fold scores pooled over folds, and for scores with few distinct values.
Observations in groups and sampling weights are refused. Prefer the empirical AUC and its interval
(:func:`aucurate.inference.auc.delong_beta_interval`) where the AUC is all that is wanted.

**Degenerate cases.** With one observation in a class (and bandwidths given as numbers) or
replicates that do not vary there is no bootstrap interval; the disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds`, which holds for the mean of any step over pairs, takes over,
and the result says so. A class whose scores are all equal needs bandwidths given as numbers.

Hall, P., Hyndman, R. J., Fan, Y. (2004). Nonparametric confidence intervals for receiver operating
characteristic curves. Biometrika 91, 743-750 (on why bandwidths for intervals must be narrow).

Replicates
----------
Bootstrap replicates of a kernel-smoothed AUC.

Scores are rounded to a grid with 16 points to a standard deviation of the smooth step (fewer where
that makes more than 16,384 points, for scores with very long tails), which changes what is smoothed
by less than a bandwidth wider by 0.04 percent would. Drawing m observations with replacement from
rounded scores is drawing the counts of the grid points from a multinomial distribution, so a
replicate costs what the grid costs, not what the observations do. The area of the rounded data
differs from the exact one by less than 1e-4, with very long tails by up to 1e-3; the replicates are
shifted by that difference.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.class_values import Scale, Tally
from aucurate.estimates.fits.kernel import (
    PLUG_IN,
    Bandwidths,
    Kernel,
    Rule,
    Smoothing,
    bandwidth,
    smooth_step,
)
from aucurate.estimates.fits.smoothing import grid_wins, without_gaps
from aucurate.formatting import number, percent, shortened
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.resampling import intervals
from aucurate.inference.resampling.intervals import Floats
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw, usable
from aucurate.kernels import Progress
from aucurate.results import Caveat, Estimate, Interval, MethodTitle

KernelKind: TypeAlias = Literal["percentile", "basic"]

_BEYOND = 0.05
_PULLED = 0.5


@checked
def kernel_bootstrap_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
    kind: KernelKind = "percentile",
    refit: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """The area under the kernel curve with a bootstrap standard error and interval.

    ``refit`` says whether each replicate has its own bandwidths; by default it has, except with
    given bandwidths and plug-in rules. When ``progress`` returns False the replicates finished so
    far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> scores = load_breast_cancer()["logistic"]
    >>> found = kernel_bootstrap_interval(scores, scale="logit")
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    logistic: smoothed AUC 0.969 (95% CI 0.950 to 0.985), 106 positive and 179 negative,
    bootstrap percentile interval
    """
    confidence = checked_confidence(confidence)
    rule = _refitted(bandwidths, refit)
    smoothing = Smoothing.of(scores, bandwidths, kernel, scale)
    area, moments = smoothing.auc, AucMoments.from_scores(scores)
    values, found = _replicates(smoothing, area, rule, resampling or Resampling(), progress)
    if len(np.unique(values)) > 1:
        way = intervals.basic if kind == "basic" else intervals.percentile
        interval, beyond = way(area, values).interval(kind, confidence, area, (0.0, 1.0))
        error = float(np.std(values, ddof=1))
    else:
        interval, beyond = _bound(area, moments, confidence)
        error = math.nan
    found += beyond + _held(bandwidths, rule) + _pulled(area, moments.aucs[0], error)
    found += _beyond_ends(scores, smoothing) if scale == "given" else []
    known = caveats.of_ranking(moments, 0, when_perfect="its replicates vary by smoothing alone")
    return Estimate(
        name=scores.name,
        quantity="smoothed AUC",
        value=area,
        standard_error=error,
        interval=interval,
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        method=MethodTitle("kernel bootstrap", "kernel"),
        caveats=(*known, *found),
    )


def _refitted(bandwidths: Bandwidths, refit: bool | None) -> Rule | None:
    """The rule to apply in every replicate, if any."""
    able = isinstance(bandwidths, str) and bandwidths not in PLUG_IN
    if refit and not able:
        raise OptionError(
            "only the rules 'lloyd', 'zou' and 'silverman' can be applied again in each "
            f"replicate; bandwidths is {bandwidths!r}.",
            hint="leave refit out to keep the bandwidths fixed.",
        )
    return bandwidths if isinstance(bandwidths, str) and able and refit is not False else None


def _replicates(
    smoothing: Smoothing,
    area: float,
    rule: Rule | None,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, list[Caveat]]:
    """The replicates that have an area, and what the reader must know of the others."""
    if min(smoothing.positive.size, smoothing.negative.size) == 1:
        return np.array([area]), []
    values = kernel_replicates(RoundedClasses.of(smoothing), area, rule, resampling, progress)
    there, found = usable(values, resampling.replicates)
    return values[there], found


def _bound(area: float, moments: AucMoments, confidence: float) -> tuple[Interval, list[Caveat]]:
    """What takes over where the replicates do not vary."""
    smaller = min(moments.n_positive, moments.n_negative)
    interval = bounds.auc_interval(area, smaller, confidence)
    (name,) = moments.names
    return interval, [caveats.no_spread(f"the smoothed AUC of {shortened(name)}", name)]


def _held(bandwidths: Bandwidths, rule: Rule | None) -> list[Caveat]:
    if rule is not None or not isinstance(bandwidths, str):
        return []
    return [caveat(Kind.HELD_BANDWIDTHS, rule=bandwidths)]


def _pulled(area: float, empirical: float, error: float) -> list[Caveat]:
    """Smoothing that moved the estimate far in terms of its standard error."""
    if not abs(area - empirical) > _PULLED * error:
        return []
    moved = number(abs(area - empirical) / error, 1)
    return [
        caveat(
            Kind.SMOOTHING_BIAS, empirical=number(empirical), smoothed=number(area), errors=moved
        )
    ]


def _beyond_ends(scores: Scores, smoothing: Smoothing) -> list[Caveat]:
    """Probabilities whose kernels reach beyond 0 or 1."""
    low, high = (-1.0, 0.0) if scores.lower else (0.0, 1.0)
    if np.min(scores.values) < low or np.max(scores.values) > high:
        return []
    shares = [
        float(each.lower(np.array([low]))[0] + each.upper(np.array([high]))[0])
        for each in smoothing.classes()
    ]
    if max(shares) <= _BEYOND:
        return []
    return [
        caveat(
            Kind.BEYOND_ENDS,
            about=[scores.name],
            share=percent(max(shares)),
        )
    ]


Widths = tuple[float, float]

_CELLS = 16
_MOST = 2**14
_WIDEST = 6.0  # standard deviations of the smooth step: across a wider gap it is a sharp one
_LOOK = 25  # replicates between two looks at the progress callback
_SMALLEST = 1e-3  # of the bandwidth, for a replicate that drew equal scores only


@dataclass(frozen=True, slots=True, eq=False)
class GridClass:
    """The occupied grid points of one class: where, how many, and which score they stand for."""

    cells: NDArray[np.int64]
    counts: Floats
    values: Floats

    @property
    def size(self) -> int:
        """How many observations there are."""
        return int(self.counts.sum())

    def dense(self, counts: Floats, size: int) -> Floats:
        """Counts of the occupied points on the whole grid."""
        grid = np.zeros(size)
        grid[self.cells] = counts
        return grid


@dataclass(frozen=True, slots=True, eq=False)
class RoundedClasses:
    """Both classes on one grid, and what is needed for the area of any counts on it."""

    positive: GridClass
    negative: GridClass
    spacing: float
    size: int
    widths: Widths
    kernel: Kernel

    @classmethod
    def of(cls, smoothing: Smoothing) -> "RoundedClasses":
        """Round both classes; gaps that no smooth step spans are shortened."""
        positive, negative = smoothing.positive, smoothing.negative
        widths, kernel = smoothing.widths, smoothing.kernel
        deviation = math.hypot(*widths) / (1 if kernel == "gaussian" else math.sqrt(5))
        pooled = np.unique(np.concatenate([positive.values, negative.values]))
        places = without_gaps(pooled, _WIDEST * deviation)
        spacing = max(deviation / _CELLS, float(places[-1]) / _MOST)
        cells = np.rint(places / spacing).astype(np.int64)
        return cls(
            _rounded(positive, cells[np.searchsorted(pooled, positive.values)]),
            _rounded(negative, cells[np.searchsorted(pooled, negative.values)]),
            spacing,
            int(cells[-1]) + 1,
            widths,
            kernel,
        )

    def area(self, positives: Floats, negatives: Floats, widths: Widths) -> float:
        """The smoothed AUC of these counts; NaN without one of the classes."""
        pairs = float(positives.sum() * negatives.sum())
        if pairs == 0:
            return math.nan
        upper = self.positive.dense(positives, self.size)
        lower = self.negative.dense(negatives, self.size)
        return grid_wins(upper, lower, smooth_step(widths, self.kernel), self.spacing) / pairs


def kernel_replicates(
    rounded: RoundedClasses,
    area: float,
    rule: Rule | None,
    resampling: Resampling,
    progress: Progress | None,
) -> Floats:
    """Smoothed AUCs of the replicates, with the rule's bandwidths in each where there is one."""
    whole = rounded.area(rounded.positive.counts, rounded.negative.counts, rounded.widths)
    drawn = _drawing(rounded, resampling)

    def replicate() -> float:
        positives, negatives = drawn()
        widths = rounded.widths
        if rule is not None and positives.any() and negatives.any():
            widths = _widths(rounded, positives, negatives, rule)
        return rounded.area(positives, negatives, widths) + (area - whole)

    def rows(size: int) -> Floats:
        return np.clip([replicate() for _ in range(size)], 0, 1)

    return draw(rows, resampling.replicates, block=_LOOK, progress=progress)


def _rounded(tally: Tally, cells: NDArray[np.int64]) -> GridClass:
    """Scores that share a grid point are one: their mean."""
    used, at = np.unique(cells, return_inverse=True)
    counts = np.asarray(np.bincount(at, weights=tally.counts), np.float64)
    unit = float(np.max(np.abs(tally.values))) or 1.0
    sums = np.bincount(at, weights=tally.counts * (tally.values / unit))
    return GridClass(used, counts, np.maximum.accumulate(unit * (sums / counts)))


def _drawing(
    rounded: RoundedClasses, resampling: Resampling
) -> Callable[[], tuple[Floats, Floats]]:
    """A function that draws the counts of both classes."""
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))
    m, n = rounded.positive.size, rounded.negative.size
    shares = [each.counts / each.counts.sum() for each in (rounded.positive, rounded.negative)]

    def draw() -> tuple[Floats, Floats]:
        positives = m if resampling.stratified else int(rng.binomial(m + n, m / (m + n)))
        sizes = (positives, m + n - positives)
        first, second = (rng.multinomial(k, p) for k, p in zip(sizes, shares, strict=True))
        return first.astype(np.float64), second.astype(np.float64)

    return draw


def _widths(rounded: RoundedClasses, positives: Floats, negatives: Floats, rule: Rule) -> Widths:
    def width(drawn: Tally, whole: float) -> float:
        try:
            return max(bandwidth(drawn, rule, rounded.kernel), _SMALLEST * whole)
        except ModelError:  # equal scores only
            return _SMALLEST * whole

    return (
        width(Tally(rounded.positive.values, positives), rounded.widths[0]),
        width(Tally(rounded.negative.values, negatives), rounded.widths[1]),
    )
