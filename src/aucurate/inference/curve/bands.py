r"""Bands around a ROC curve: pointwise ones, and the record that all bands share.

**Question.** Where could the true curve run? At *one* specificity chosen in advance (a pointwise
band: each of its intervals holds with the requested confidence), or *everywhere at once* (a
simultaneous band: the whole true curve lies inside with that confidence)?

**Use it** with a simultaneous band for any statement about the curve as a whole, such as "the curve
lies above this line". Use a pointwise band only at a specificity that was chosen before looking at
the data: it leaves parts of the true curve outside more often than not.

- :func:`pointwise_band`: an interval at each rate, from two binomial counts (see below)
- :func:`~aucurate.inference.curve.bootstrap_bands.bootstrap_pointwise_band`: the same by
  percentiles of the replicates
- :func:`~aucurate.inference.curve.bootstrap_bands.bootstrap_band`: simultaneous, by the largest
  deviation of resampled curves
- :func:`kolmogorov_band`: simultaneous at every size of the classes, from the two empirical
  distribution functions; wide
- :func:`~aucurate.inference.curve.difference.curve_difference`: simultaneous, for the whole
  difference of two curves, paired or not

Each can be one of sensitivities at each specificity (the default), or of specificities at each
sensitivity, ``quantity="specificity"``.

**Between the rates** of a band the true curve is monotone, so a limit at one rate holds on one side
of it as well: :meth:`CurveBand.interval_at` reads the band anywhere, and the figure
(:class:`~aucurate.plots.BandsDisplay`) draws stairs. If the rates are given (``rates=``), nothing
bounds the curve from below beyond the last of them, nor from above before the first: the interval
there reaches to 0, or to 1.

**Ties.** A score shared by both classes makes a straight piece of the curve, in the population as
in the data; all bands hold for it.

**Not valid** for out-of-fold scores pooled over folds. A pointwise band is too narrow at a
specificity that was chosen because the data look good there. :func:`pointwise_band` and
:func:`kolmogorov_band` refuse observations in groups and sampling weights; use the bootstrap bands
for them.

**Degenerate cases.** With perfect separation and in small classes a band rests on counts alone. It
is never a line.

Limits from two binomial counts
-------------------------------
Limits of one rate where the other is given, from two binomial counts.

**Question.** How high can the true curve be at one given rate?

At a given false positive rate x (or whatever rate the band goes along) the true height is
:math:`y = R(x)`. The threshold c that has x is unknown; what is known of it is that the number of
the n observations beyond it is binomial, K ~ Bin(n, x), so that with tails
:math:`p = \Phi(-z)`

.. math::  k_- \le K \le k_+, \qquad P(K < k_-) \le p, \quad P(K > k_+) \le p

and the observed height at c lies between :math:`\hat R(k_-/n)` and :math:`\hat R(k_+/n)`. Clopper
and Pearson's limits :math:`(l, u)` at the same tails lead from an observed height to the true one.
Both parts are independent, and are added as squares (Zou and Donner 2008):

.. math::
    \hat R(x) - \sqrt{(\hat R(x) - l)^2 + (\hat R(x) - \hat R(k_-/n))^2}
    \quad\text{to}\quad
    \hat R(x) + \sqrt{(u - \hat R(x))^2 + (\hat R(k_+/n) - \hat R(x))^2}

For large classes this is :math:`\hat R \pm z\,\sqrt{R(1-R)/m + R'^2 x(1-x)/n}`, without an estimate
of the slope R'. In the corners it is exact: as long as :math:`x < 1 - p^{1/n}`, it is possible that
no negative at all lies beyond c, nothing is known about the sensitivity, and the lower limit is 0.

Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702.

The Kolmogorov-Smirnov band
---------------------------
The Kolmogorov-Smirnov band: the whole curve inside, at every size of the classes.

**Question.** Where could the whole true curve run, without any approximation?

**Use it** as a guarantee, and for very small classes. It is wide: a true curve leaves it far more
rarely than the confidence allows, as it would have to leave every rectangle. The
:mod:`bootstrap band <aucurate.inference.curve.bootstrap_bands>` is narrower, by up to two thirds.

With probability :math:`\sqrt c` the empirical distribution function of the m positives is nowhere
further than :math:`d_m` from the true one, and independently that of the n negatives nowhere
further than :math:`d_n`. Then at every threshold the true point lies in the rectangle
:math:`\pm d_n` wide and :math:`\pm d_m` high around the observed one, and the true curve R in the
union of the rectangles: for every false positive rate x

.. math::  \hat R_-(x - d_n) - d_m \;\le\; R(x) \;\le\; \hat R_+(x + d_n) + d_m

with the lower and upper ends of the vertical pieces of :math:`\hat R`. The distances come from
Smirnov's exact one-sided distribution, doubled (above 2,000 observations from Massart's bound,
which is then 0.3 percent larger); with ties they are larger than need be. At a
threshold that tied observations share, both the true and the observed curve are straight lines
between the same two thresholds, and what holds for both ends holds for the line.

The same region can be read as specificities at each sensitivity.

Campbell, G. (1994). Advances in statistical methodology for the evaluation of diagnostic and
laboratory tests. Statistics in Medicine 13, 499-508.
Birnbaum, Z. W., Tingey, F. H. (1951). One-sided confidence contours for probability distribution
functions. Annals of Mathematical Statistics 22, 592-596.
Massart, P. (1990). The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality. Annals of
Probability 18, 1269-1283.

The curve as a rising line
--------------------------
The empirical curve as bands see it: a rising line, entered by one rate and read by the other.

A band of sensitivities at each specificity goes along x = 1 - specificity and reads
y = sensitivity; a band of specificities at each sensitivity goes along x = 1 - sensitivity and
reads y = specificity. Both are rising lines from (0, 0) to (1, 1), so that one computation serves
both.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.curve.protocol import ROUNDING, Curve, checked_rates, on_steps
from aucurate.data.moments import Counts, ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import count, percent
from aucurate.inference.core.caveats import of_observations, of_sizes
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.results import Caveat, Interval, MethodRecord, MethodTitle

Floats: TypeAlias = NDArray[np.float64]
Quantity: TypeAlias = Literal["sensitivity", "specificity"]

STEPS = 200
DRAWN_STEPS = 64  # the largest deviation of replicates is found on a coarser grid


@dataclass(frozen=True, slots=True, eq=False)
class RisingLine:
    """A line of points (x, y); ``n_along`` observations move along x and ``n_up`` up y.

    Of observations in groups or with sampling weights these are as many as they are worth.

    Where observations of both classes are tied the line is sloped, as if their order were left to
    chance. The upright pieces stand at k/``n_along``, and a place that is such a quotient up to
    rounding lies on them.
    """

    x: Floats
    y: Floats
    n_along: int
    n_up: int

    @classmethod
    def of(cls, counts: ThresholdCounts, quantity: Quantity) -> "RisingLine":
        """From the highest score down for sensitivities, from the lowest up for specificities."""
        along, up = counts.negatives, counts.positives
        if quantity == "specificity":
            along, up = up[::-1], along[::-1]
        n_up, n_along = (max(1, int(size)) for size in counts.sizes)
        if quantity == "specificity":
            n_up, n_along = n_along, n_up
        return cls(rising(along), rising(up), n_along, n_up)

    def lower(self, at: Floats) -> Floats:
        """The height at each x, the lower end where the line is upright; 0 to the left of it."""
        at = on_steps(at, self.n_along)
        return 1.0 - _upper(1.0 - self.x[::-1], 1.0 - self.y[::-1], 1.0 - at)

    def upper(self, at: Floats) -> Floats:
        """The height at each x, the upper end where the line is upright; 1 to the right of it."""
        return _upper(self.x, self.y, on_steps(at, self.n_along))

    def middle(self, at: Floats) -> Floats:
        """The height at each x, the middle where the line is upright."""
        return (self.lower(at) + self.upper(at)) / 2

    def rates(self, steps: int = STEPS) -> Floats:
        """Where a band is computed: at even steps of the rate, and where the line climbs by a step.

        A steep beginning is so resolved as finely as a level end. The rates are 1 - x, ascending.
        """
        even = np.arange(steps + 1) / steps
        climbed = 1.0 - np.interp(even, self.y, self.x)
        return np.unique(np.concatenate([even, on_steps(climbed, self.n_along)]))


def rising(counts: Counts) -> Floats:
    """The shares of the counts up to each place, from 0 to 1."""
    sums = np.cumsum(counts)
    shares: Floats = np.concatenate([[0], sums]) / sums[-1]
    return shares


def ranks_at(at: Floats, size: int) -> NDArray[np.int64]:
    """The ranks, from 1, of the observations on whose steps of 1/size these places lie.

    >>> ranks_at(np.array([0.0, 0.29, 29 / 49, 0.6, 1.0]), 49).tolist()
    [1, 15, 29, 30, 49]
    """
    return np.clip(np.ceil((at - ROUNDING) * size), 1, size).astype(np.int64)


def places(rates: Floats) -> Floats:
    """Ascending rates as ascending places along x."""
    return 1.0 - rates[::-1]


def other(quantity: Quantity) -> Quantity:
    """The rate at which the quantity is read."""
    return "specificity" if quantity == "sensitivity" else "sensitivity"


def _upper(x: Floats, y: Floats, at: Floats) -> Floats:
    """The upper height of a rising line from (0, 0) to (1, 1), 0 before it and 1 behind it."""
    behind = np.searchsorted(x, at, side="right")
    after = np.clip(behind, 1, len(x) - 1)
    width = x[after] - x[after - 1]
    share = np.divide(at - x[after - 1], width, out=np.zeros_like(at), where=width > 0)
    height = y[after - 1] + share * (y[after] - y[after - 1])
    found: Floats = np.where(at < 0, 0.0, np.where(behind >= len(x), 1.0, height))
    return found


class Limits(NamedTuple):
    """The height of the line at each place, and how far down and up it may be."""

    value: Floats
    low: Floats
    high: Floats


def limits(line: RisingLine, at: Floats, deviate: float) -> Limits:
    """The limits at each x whose tails are those of a normal deviate."""
    tail = float(special.ndtr(-deviate))
    value = line.middle(at)
    low, high = clopper_pearson(value * line.n_up, line.n_up, tail)
    before, behind = _counts(at, line.n_along, tail)
    lowest = np.minimum(line.lower(before / line.n_along), value)
    highest = np.maximum(line.upper(behind / line.n_along), value)
    return Limits(
        value,
        np.clip(value - np.hypot(value - low, value - lowest), 0, 1),
        np.clip(value + np.hypot(high - value, highest - value), 0, 1),
    )


def monotone(found: Limits) -> Limits:
    """The same where the true line is known to rise: a limit holds to its right or left too."""
    low = np.maximum.accumulate(found.low)
    high = np.minimum.accumulate(found.high[::-1])[::-1]
    return Limits(found.value, low, high)


def clopper_pearson(counts: Floats, size: int, tail: float) -> tuple[Floats, Floats]:
    """Both limits of a probability from a count, which need not be whole (a tie counts in part)."""
    counts = np.clip(counts, 0, size)
    with np.errstate(invalid="ignore"):
        low = special.betaincinv(counts, size - counts + 1, tail)
        high = special.betaincinv(counts + 1, size - counts, 1 - tail)
    return np.where(counts > 0, low, 0.0), np.where(counts < size, high, 1.0)


def _counts(at: Floats, size: int, tail: float) -> tuple[Floats, Floats]:
    """The lowest and the highest binomial count at each probability; -1 where even 0 is likely."""
    return _lowest(at, size, tail), size - _lowest(1 - at, size, tail)


def _lowest(probability: Floats, size: int, tail: float) -> Floats:
    """The count, not rounded, that a binomial one stays below with no more than this tail."""
    inside = (probability > 0) & (probability < 1)
    inside[inside] = special.xlog1py(size, -probability[inside]) <= np.log(tail)
    found = np.where(probability >= 1, float(size), -1.0)
    found[inside] = special.bdtrik(tail, size, probability[inside])
    return found


METHOD = MethodTitle("two binomial counts", "pointwise")


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveBand(MethodRecord):
    """A band around a ROC curve: lower and upper limits at ascending rates.

    ``quantity`` is what the band bounds ("sensitivity" or "specificity"), and ``rates`` are those
    of the other. Between two rates the curve, which falls, is held by the lower end at the higher
    rate and the upper end at the lower rate: :meth:`interval_at`. ``deviate`` replaces the normal
    quantile, and None where a method has none.
    """

    name: str
    quantity: Quantity
    rates: tuple[float, ...]
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    confidence: float
    simultaneous: bool
    method: str
    deviate: float | None
    n_positive: int
    n_negative: int
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        kind = "simultaneous" if self.simultaneous else "pointwise"
        return (
            f"{self.name}: {percent(self.confidence)} {kind} band of {self.quantity} at "
            f"{count(len(self.rates), f'{other(self.quantity)} value')}, {self.method}"
        )

    @checked
    def interval_at(self, rate: float) -> Interval:
        """What the band says at this specificity (or sensitivity).

        Beyond the last of its rates nothing holds the curve from below, before the first nothing
        from above.
        """
        checked_rates(rate, other(self.quantity))
        below, above = beside(self.rates, rate)
        return Interval(
            low=self.low[above] if above < len(self.rates) else 0.0,
            high=self.high[below] if below >= 0 else 1.0,
            confidence=self.confidence,
            method=self.method,
            key=self.key,
        )

    @checked
    def holds(self, curve: Curve) -> bool:
        """Whether a curve lies inside at every rate of the band."""
        read = curve.sensitivity_at if self.quantity == "sensitivity" else curve.specificity_at
        values = read(np.array(self.rates))
        return bool(np.all((values >= np.array(self.low)) & (values <= np.array(self.high))))


@checked
def pointwise_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
) -> CurveBand:
    """A pointwise band: an interval at each rate, without resampling.

    ``rates`` are the specificities (for ``quantity="specificity"`` the sensitivities) to look at;
    without them some 200 to 400 that follow the curve.

    >>> from aucurate.datasets import load_breast_cancer
    >>> band = pointwise_band(load_breast_cancer()["forest"], rates=[0.8, 0.9])
    >>> print(band.interval_at(0.9))
    95% CI 0.738 to 0.973
    """
    confidence = checked_confidence(confidence)
    scores = scores.plain("this band")
    line = line_of(scores, quantity, threads)
    chosen = line.rates() if rates is None else given_rates(rates, quantity)
    deviate = two_sided_quantile(confidence)
    return filled_band(
        scores,
        quantity,
        chosen,
        limits(line, places(chosen), deviate),
        confidence=confidence,
        simultaneous=False,
        method=METHOD,
        deviate=deviate,
        found=of_band(scores),
    )


def line_of(scores: Scores, quantity: Quantity, threads: int | None) -> RisingLine:
    """The empirical curve of plain scores as a rising line."""
    return RisingLine.of(ThresholdCounts.from_scores(scores, threads=threads), quantity)


def given_rates(rates: Any, quantity: Quantity) -> Floats:
    """The requested rates, ascending, each once and exactly as it was given."""
    given: Floats = np.unique(np.atleast_1d(checked_rates(rates, other(quantity))))
    if not len(given):
        raise OptionError(
            "there are no rates to compute the band at.", hint="leave rates out to use all of them."
        )
    return given


def beside(rates: Sequence[float], rate: float) -> tuple[int, int]:
    """The places of the last of ascending rates up to this one, and of the first from it on.

    A rate that is one of them up to rounding has that one on both sides.
    """
    return bisect_right(rates, rate + ROUNDING) - 1, bisect_left(rates, rate - ROUNDING)


def of_band(scores: Scores) -> list[Caveat]:
    """What the reader of a band must know of the observations."""
    return [
        *of_observations(scores.observations),
        *of_sizes(scores.n_positive, scores.n_negative, "band"),
    ]


def filled_band(
    scores: Scores,
    quantity: Quantity,
    rates: Floats,
    found_limits: Limits,
    *,
    confidence: float,
    simultaneous: bool,
    method: str,
    deviate: float | None,
    found: list[Caveat],
) -> CurveBand:
    """The record, from limits at the places of these rates, which run the other way."""
    value, low, high = found_limits
    return CurveBand(
        name=scores.name,
        quantity=quantity,
        rates=tuple(rates.tolist()),
        values=turned(value),
        low=turned(low),
        high=turned(high),
        confidence=confidence,
        simultaneous=simultaneous,
        method=method,
        deviate=deviate,
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        caveats=tuple(found),
    )


def turned(values: Floats) -> tuple[float, ...]:
    """Values along x as plain floats along the rate, which runs the other way."""
    return tuple(values[::-1].tolist())


KOLMOGOROV_METHOD = MethodTitle("Kolmogorov-Smirnov", "kolmogorov")

_EXACT = 2000  # observations; Massart's bound, which holds at every size, is as near beyond them


@checked
def kolmogorov_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
) -> CurveBand:
    """The simultaneous band of Campbell (1994), from the two empirical distribution functions.

    >>> from aucurate.datasets import load_breast_cancer
    >>> band = kolmogorov_band(load_breast_cancer()["forest"])
    >>> print(band.interval_at(0.9))
    95% CI 0.000 to 1.000
    >>> print(band.interval_at(0.8))
    95% CI 0.764 to 1.000
    """
    confidence = checked_confidence(confidence)
    scores = scores.plain("this band")
    line = line_of(scores, quantity, threads)
    width, height = (distance(size, confidence) for size in (line.n_along, line.n_up))
    chosen = _rates(line, width) if rates is None else given_rates(rates, quantity)
    return filled_band(
        scores,
        quantity,
        chosen,
        _within(line, places(chosen), width, height),
        confidence=confidence,
        simultaneous=True,
        method=KOLMOGOROV_METHOD,
        deviate=None,
        found=of_band(scores),
    )


def distance(size: int, confidence: float) -> float:
    """How far an empirical distribution function may be from the true one, for one of two classes.

    >>> round(distance(10, 0.95), 4), round(distance(1000, 0.95), 4)
    (0.445, 0.0466)
    """
    tail = -math.expm1(math.log(confidence) / 2) / 2
    if size > _EXACT:
        return math.sqrt(-math.log(tail) / (2 * size))
    return float(special.smirnovi(size, tail))


def _within(line: RisingLine, at: Floats, width: float, height: float) -> Limits:
    low, high = line.lower(at - width) - height, line.upper(at + width) + height
    return Limits(line.middle(at), np.clip(low, 0, 1), np.clip(high, 0, 1))


def _rates(line: RisingLine, width: float) -> Floats:
    """Also where the shifted curves have their steps."""
    near = line.rates()
    moved = np.concatenate([near, near - width, near + width])
    found: Floats = np.unique(moved[(moved >= 0) & (moved <= 1)])
    return found
