r"""Smooth steps in place of the step that the AUC averages, and their means over all pairs.

Steps
-----
Smooth steps: by how much a positive beats a negative when a difference may be small.

The empirical AUC averages a step over all pairs: 1 where the positive scores higher, 1/2 at a tie,
0 below. A smooth step rises from 0 to 1 over a range of differences instead. Each is odd about
(0, 1/2), is 0 or 1 to double precision beyond its ``reach``, and says in which ``spacing`` a grid
follows it to about 1e-9.

Means over pairs
----------------
The mean of a smooth step over all pairs of a positive and a negative, without a double loop.

With a step H that is 0 or 1 beyond its reach,

.. math::
    \frac{1}{mn} \sum_{i=1}^m \sum_{j=1}^n H(x_i - z_j)

needs H only for pairs closer than the reach, which of the Gaussian step is 8.5 standard deviations
:math:`\sqrt{h_1^2 + h_0^2}`. The others are counted by rank. When the close pairs are few (2
million), each is evaluated and the sum is exact. Otherwise both classes go on a grid (see below;
for the Gaussian step 32 points to the standard deviation) and a Fourier transformation sums all
pairs; the tests hold the result to within 1e-9 of the double loop (5e-9 for a single pair), and
typically it is within 1e-12. The cost is that of sorting either way. (A grid of more than 8 million
points is made coarser. That takes a step so narrow that one pair in ten thousand is close, and only
close pairs can be wrong.)

Grids
-----
Observations on a grid: sums over all pairs in the time of a Fourier transformation.

An observation between two grid points is shared among the six points around it, with the weights
of polynomial interpolation of degree 5. A sum of a smooth function f over observations is then a
sum over grid points, wrong by no more than :math:`0.0049\,\delta^6 \max |f^{(6)}|` per observation,
where :math:`\delta` is the width of the grid.

A function of the difference of two scores that is constant beyond its reach does not care how wide
a gap without scores is. So wider gaps are shortened to the reach first: an outlier costs a few
hundred grid points, not millions.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.estimates.fits.class_values import Tally

Floats = NDArray[np.float64]

NORMAL_REACH = 8.5  # standard deviations beyond which a normal distribution has 1e-17 left
_LOGISTIC_REACH = 40.0
_THIRD_NODE = math.sqrt(0.6)
_GAUSS = ((-_THIRD_NODE, 5 / 9), (0.0, 8 / 9), (_THIRD_NODE, 5 / 9))


class SmoothStep(Protocol):
    """A step that rises over a range."""

    @property
    def reach(self) -> float:
        """The difference beyond which the step is 0 or 1."""
        ...

    @property
    def spacing(self) -> float:
        """The width of a grid that follows the step."""
        ...

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        ...


@dataclass(frozen=True, slots=True)
class GaussianStep:
    r""":math:`\Phi(d / s)`: what is left of a step when both scores have normal errors.

    With kernel bandwidths :math:`h_1` and :math:`h_0`, :math:`s^2 = h_1^2 + h_0^2`.
    """

    scale: float

    @property
    def reach(self) -> float:
        """Where the normal tail is 1e-17."""
        return NORMAL_REACH * self.scale

    @property
    def spacing(self) -> float:
        """Fine enough for 2e-11."""
        return self.scale / 32

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        with np.errstate(over="ignore"):
            return np.asarray(special.ndtr(difference / self.scale))


@dataclass(frozen=True, slots=True)
class EpanechnikovStep:
    r""":math:`P(h_0 U_0 - h_1 U_1 < d)` with independent U of density 3/4 (1 - u²) on [-1, 1].

    With C the distribution function of U and h the wider of the two bandwidths, the integral of
    3/4 (1 - u²) C((d + h u) / h') over u has a middle piece, a polynomial of degree 5 that three
    Gauss nodes integrate exactly, and a piece where C is 1. The step has three continuous
    derivatives.
    """

    first: float
    second: float

    @property
    def reach(self) -> float:
        """Beyond the sum of the bandwidths the step is exactly 0 or 1."""
        return self.first + self.second

    @property
    def spacing(self) -> float:
        """Fine enough for 1e-9, although the fourth derivative jumps."""
        return math.sqrt(self.first) * math.sqrt(self.second) / 96

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        wide, narrow = max(self.first, self.second), min(self.first, self.second)
        start = np.clip((-narrow - difference) / wide, -1, 1)
        end = np.clip((narrow - difference) / wide, -1, 1)
        middle, half = (start + end) / 2, (end - start) / 2
        total = 1 - epanechnikov_cdf(end)
        for node, weight in _GAUSS:
            u = middle + half * node
            with np.errstate(over="ignore"):  # as far away as can be
                inner = epanechnikov_cdf((difference + wide * u) / narrow)
            total = total + half * weight * 0.75 * (1 - u * u) * inner
        return np.asarray(total)


@dataclass(frozen=True, slots=True)
class LogisticStep:
    r"""The sigmoid :math:`1 / (1 + e^{-\beta d})`."""

    beta: float

    @property
    def reach(self) -> float:
        """Where the sigmoid is 4e-18."""
        return _LOGISTIC_REACH / self.beta

    @property
    def spacing(self) -> float:
        """Fine enough for 1e-10."""
        return 1 / (24 * self.beta)

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        with np.errstate(over="ignore"):
            return np.asarray(special.expit(self.beta * difference))


def epanechnikov_cdf(u: Floats) -> Floats:
    """The distribution function of the density 3/4 (1 - u²) on [-1, 1].

    >>> epanechnikov_cdf(np.array([-2.0, 0.0, 0.5, 1.0]))
    array([0.     , 0.5    , 0.84375, 1.     ])
    """
    inside = np.clip(u, -1, 1)
    return np.asarray(0.5 + inside * (3 - inside * inside) / 4)


_FEW = 2_000_000
_CHUNK = 250_000
_LONGEST = 2**23


def pair_mean(positive: Tally, negative: Tally, step: SmoothStep, *, few: int = _FEW) -> float:
    """The mean of the step over all pairs; exact when at most ``few`` pairs are close.

    >>> from aucurate.estimates.fits.smoothing import LogisticStep
    >>> two, one = Tally.of(np.array([0.0, 1.0])), Tally.of(np.array([0.0]))
    >>> round(pair_mean(two, one, LogisticStep(1.0)), 4)  # (1/2 + 0.7311) / 2
    0.6155
    """
    with np.errstate(over="ignore"):
        low = np.searchsorted(negative.values, positive.values - step.reach)
        high = np.searchsorted(negative.values, positive.values + step.reach, side="right")
    if int((high - low).sum()) <= few:
        total = _exact(positive, negative, step, low, high)
    else:
        total = _by_grid(positive, negative, step)
    return min(1.0, max(0.0, total / (positive.size * negative.size)))


def _exact(
    positive: Tally,
    negative: Tally,
    step: SmoothStep,
    low: NDArray[np.int64],
    high: NDArray[np.int64],
) -> float:
    below = np.concatenate([[0.0], np.cumsum(negative.counts)])
    total = float(positive.counts @ below[low])
    ends = np.cumsum(high - low)
    done = 0
    while done < len(low):
        before = int(ends[done - 1]) if done else 0
        after = max(done + 1, int(np.searchsorted(ends, before + _CHUNK, side="right")))
        size = (high - low)[done:after]
        rows = np.repeat(np.arange(done, after), size)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(size) - size, size)
        columns = low[rows] + within
        heights = step(positive.values[rows] - negative.values[columns])
        total += float((positive.counts[rows] * negative.counts[columns]) @ heights)
        done = after
    return total


def _by_grid(positive: Tally, negative: Tally, step: SmoothStep) -> float:
    tallies = (positive, negative)
    (upper, lower), spacing = on_one_grid(tallies, step.reach, step.spacing, _LONGEST)
    return grid_wins(upper, lower, step, spacing)


def grid_wins(upper: Floats, lower: Floats, step: SmoothStep, spacing: float) -> float:
    """The sum of the step over all pairs of two classes on one grid."""
    below = np.cumsum(lower) - lower / 2
    heights = below + convolved(lower, excess(step, spacing, len(lower)))
    return float(np.sum(upper * heights))  # a dot product would start threads, thousands of times


def excess(step: SmoothStep, spacing: float, size: int) -> Floats:
    """By how much the smooth step exceeds the sharp one, at differences of whole grid points."""
    half = int(min(float(size), step.reach / spacing + 1))
    differences = spacing * np.arange(-half, half + 1, dtype=np.float64)
    return np.asarray(step(differences) - np.heaviside(differences, 0.5))


_BEFORE, _AFTER = 2, 3
_OFFSETS = range(-_BEFORE, _AFTER + 1)


def without_gaps(values: Floats, widest: float) -> Floats:
    """Ascending values moved together, from 0 on, so that no gap is wider than this.

    >>> without_gaps(np.array([1.0, 2.0, 1e9, 1e9 + 1]), 10.0)
    array([ 0.,  1., 11., 12.])
    """
    with np.errstate(over="ignore"):  # two huge scores of opposite sign: the gap is cut anyway
        gaps = np.minimum(np.diff(values), widest)
    return np.concatenate([[0.0], np.cumsum(gaps)])


def shared(values: Floats, counts: Floats, spacing: float, size: int) -> Floats:
    """Counts at values (from 0 on) shared among the points 0, 1, ... of a grid.

    Grid point g stands for the value (g - 2) spacing, so that the first value has its neighbours.

    >>> grid = shared(np.array([1.5]), np.array([1.0]), 1.0, grid_size(1.5, 1.0))
    >>> float(grid.sum()), float(grid @ (np.arange(len(grid)) - 2))
    (1.0, 1.5)
    """
    place = values / spacing
    whole = np.floor(place)
    part = place - whole
    first = whole.astype(np.int64) + _BEFORE
    grid = np.zeros(size)
    for offset in _OFFSETS:
        weight = counts.copy()
        for other in _OFFSETS:
            if other != offset:
                weight *= (part - other) / (offset - other)
        grid += np.bincount(first + offset, weights=weight, minlength=size)
    return grid


def grid_size(largest: float, spacing: float) -> int:
    """How many points a grid needs up to this value."""
    return int(largest / spacing) + 1 + _BEFORE + _AFTER


def on_one_grid(
    tallies: tuple[Tally, ...], reach: float, spacing: float, most: int
) -> tuple[list[Floats], float]:
    """Several tallies on one grid without gaps, and its spacing: wider when it would be too long.

    ``most`` is the largest number of grid points.
    """
    pooled = np.unique(np.concatenate([tally.values for tally in tallies]))
    places = without_gaps(pooled, reach + 6 * spacing)
    spacing = max(spacing, float(places[-1]) / most)
    size = grid_size(float(places[-1]), spacing)
    grids = []
    for tally in tallies:
        at = places[np.searchsorted(pooled, tally.values)]
        grids.append(shared(at, tally.counts, spacing, size))
    return grids, spacing


def autocorrelation(grid: Floats, lags: int) -> Floats:
    """The sum of grid[i] grid[i + k] over i, for k below ``lags``."""
    from scipy import fft

    length = fft.next_fast_len(len(grid) + lags, real=True)
    spectrum = fft.rfft(grid, length)
    return np.asarray(fft.irfft(np.abs(spectrum) ** 2, length)[:lags])


def convolved(grid: Floats, kernel: Floats) -> Floats:
    """The sum of grid[j] kernel[i - j] over j, with the kernel's middle at difference 0."""
    from scipy import fft

    half = len(kernel) // 2
    length = fft.next_fast_len(grid.shape[-1] + len(kernel), real=True)
    product = fft.rfft(grid, length) * fft.rfft(kernel, length)
    return np.asarray(fft.irfft(product, length)[..., half : half + grid.shape[-1]])
