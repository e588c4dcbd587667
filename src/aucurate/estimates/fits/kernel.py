r"""The kernel-smoothed curve: both class distributions smoothed, no model assumed.

**Question.** What does the curve look like without the steps of the empirical one, when no model is
to be assumed?

**Use it** to draw a smooth curve, to read a sensitivity at any specificity, and to compare what a
model (:mod:`aucurate.estimates.fits.binormal`, :mod:`aucurate.estimates.fits.biexponential`)
implies with the data. For the AUC alone the empirical one is better: it is unbiased and needs no
bandwidth. :mod:`aucurate.inference.models.kernel` has the interval of the smooth area.

Every score is spread by a kernel: with :math:`K` its distribution function and bandwidths
:math:`h_1` and :math:`h_0`, the positives :math:`x_i` and negatives :math:`z_j` give

.. math::
    \text{sensitivity}(t) = \frac1m \sum_i K\!\left(\frac{x_i - t}{h_1}\right), \qquad
    \text{specificity}(t) = 1 - \frac1n \sum_j K\!\left(\frac{z_j - t}{h_0}\right),

and the curve joins the two at the same threshold t. The kernel is Gaussian, or Epanechnikov's on
[-1, 1]. The area is the mean over all pairs of a smooth step; for the Gaussian kernel

.. math::
    A = \frac{1}{mn} \sum_{i,j} \Phi\!\left(\frac{x_i - z_j}{\sqrt{h_1^2 + h_0^2}}\right),

which :mod:`aucurate.estimates.fits.smoothing` sums in the time of a sort, to 1e-9.

**Bandwidths** come from a rule (see below) or are given. Smoothing adds noise of variance
:math:`h_1^2 + h_0^2` to the difference of two scores, so it pulls the area towards 1/2. With
bandwidths that shrink like :math:`n^{-1/3}` (``lloyd``, the default, and ``altman-leger``) the bias
vanishes relative to the standard error; with those designed for densities, :math:`n^{-1/5}`, it
does not.

**Scale.** Unlike the empirical curve, the smooth one changes when the scores are transformed before
smoothing. Probabilities are better smoothed as logits (``scale="logit"``), which have no ends for
the kernel to reach beyond (:mod:`aucurate.estimates.fits.class_values` says how, and why
reflection at 0 and 1 is not offered).

**Not valid** for scores with few distinct values: between them the curve is an invention of the
kernel. Use the ratings themselves then (:mod:`aucurate.estimates.fits.binormal`). In large test
sets the bandwidths made for densities are too wide for an area. Not for out-of-fold scores pooled
over folds; observations in groups and sampling weights are refused.

**Degenerate cases.** No rule has a bandwidth for a class whose scores are all equal, or that has
one observation: it is refused with a hint; with bandwidths given as numbers the curve exists.

**Compared with other programs.** ``silverman`` agrees with R's ``bw.nrd0`` to 1e-12.
``sheather-jones`` has the constants of R's ``bw.SJ`` and agrees with it to 3e-4: R puts the
differences of scores into bins and truncates the sums, while all pairs are summed here.

Zou, K. H., Hall, W. J., Shapiro, D. E. (1997). Smooth non-parametric receiver operating
characteristic (ROC) curves for continuous diagnostic tests. Statistics in Medicine 16, 2143-2156.
Lloyd, C. J. (1998). Using smoothed receiver operating characteristic curves to summarize and
compare diagnostic systems. Journal of the American Statistical Association 93, 1356-1364.

Bandwidths
----------
How wide to smooth: bandwidths of a kernel by the rules of the literature.

``bandwidths`` is the name of a rule, or the two bandwidths of the positives and of the negatives as
numbers, on the scale of the smoothing: ``(0.2, 0.1)``.

For n scores of a class, :math:`\sigma` the smaller of their standard deviation and of their
interquartile range / 1.349 (the standard deviation alone where the interquartile range is 0), and a
Gaussian kernel:

- ``lloyd``: :math:`4^{1/3} \sigma n^{-1/3}`. The mean integrated squared error of a smoothed
  distribution function is least at :math:`h^3 = \rho / (n \mu_2^2 \int f'^2)` with
  :math:`\rho = 2\int u\,k(u) K(u)\,du` and :math:`\mu_2 = \int u^2 k(u)\,du`; this is its value
  when f is normal. Lloyd (1998) smooths at this rate: a curve is made of distribution functions,
  for which :math:`n^{-1/5}` smooths too much. The constant is derived here from the formula, not
  taken from his paper, which was not available.
- ``silverman``: :math:`0.9 \sigma n^{-1/5}` with 1.34 for 1.349, the rule of thumb for densities
  (Silverman 1986, eq. 3.31).
- ``zou``: the same number whatever the kernel, as Zou, Hall and Shapiro (1997) are quoted by later
  authors; the paper itself was not available.
- ``sheather-jones``: the solution of :math:`h^5 = R(k) / (n \hat\psi_4(\gamma(h)))` for densities
  (Sheather and Jones 1991), with all pairs in
  :math:`\hat\psi_r(g) = \sum_{i,j} \phi_g^{(r)}(x_i - x_j) / (n (n-1))`,
  :math:`\gamma(h) = 1.357\,(\hat\psi_4(a) / -\hat\psi_6(b))^{1/7} h^{5/7}`,
  :math:`a = 1.24\,\sigma n^{-1/7}`, :math:`b = 1.23\,\sigma n^{-1/9}`.
- ``altman-leger``: :math:`h^3 = \rho V / (n \mu_2^2 D)` for distribution functions (Altman and
  Léger 1995; used for curves by Lloyd and Yong 1999), where V estimates :math:`\int f^2` by the
  mean of :math:`\phi_\alpha(x_i - x_j)` over pairs of different observations, D estimates
  :math:`\int f'^2 f` by the mean of :math:`\hat f_\alpha'(x_i)^2`, and the pilot bandwidth is
  :math:`\alpha = n^{-0.3}` standard deviations. A Gaussian pilot is used with either kernel.

An Epanechnikov kernel on [-1, 1] gets the bandwidth times :math:`(30 \sqrt\pi)^{1/5} = 2.214` by
the rules for densities and times :math:`(45/7\,\sqrt\pi)^{1/3} = 2.250` by those for distribution
functions, so that both kernels smooth alike.

Sums over pairs go through a grid, to about 1e-8, so that a million scores take a second. The two
rules with sums over pairs (plug-in rules) treat equal scores as spikes of the density: with many
ties they choose small bandwidths.

Altman, N., Léger, C. (1995). Bandwidth selection for kernel distribution function estimation.
Journal of Statistical Planning and Inference 46, 195-214.
Lloyd, C. J. (1998). Using smoothed receiver operating characteristic curves to summarize and
compare diagnostic systems. Journal of the American Statistical Association 93, 1356-1364.
Lloyd, C. J., Yong, Z. (1999). Kernel estimators of the ROC curve are better than empirical.
Statistics and Probability Letters 44, 221-228.
Sheather, S. J., Jones, M. C. (1991). A reliable data-based bandwidth selection method for kernel
density estimation. Journal of the Royal Statistical Society B 53, 683-690.
Silverman, B. W. (1986). Density Estimation for Statistics and Data Analysis. Chapman and Hall.
Zou, K. H., Hall, W. J., Shapiro, D. E. (1997). Smooth non-parametric receiver operating
characteristic (ROC) curves for continuous diagnostic tests. Statistics in Medicine 16, 2143-2156.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import CurvePoints, Rates, as_given, checked_range, checked_rates
from aucurate.data.scores import Scores
from aucurate.data.source import Summarised
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.class_values import LARGEST, Scale, Tally, from_scale, on_scale
from aucurate.estimates.fits.smoothing import (
    NORMAL_REACH,
    EpanechnikovStep,
    Floats,
    GaussianStep,
    SmoothStep,
    autocorrelation,
    convolved,
    epanechnikov_cdf,
    grid_size,
    on_one_grid,
    pair_mean,
    shared,
    without_gaps,
)
from aucurate.formatting import count

Kernel: TypeAlias = Literal["gaussian", "epanechnikov"]
Rule: TypeAlias = Literal["lloyd", "zou", "silverman", "sheather-jones", "altman-leger"]

PLUG_IN: tuple[Rule, ...] = ("sheather-jones", "altman-leger")
_FOR_DENSITY = (30 * math.sqrt(math.pi)) ** 0.2
_FOR_DISTRIBUTION = (45 / 7 * math.sqrt(math.pi)) ** (1 / 3)
_ROOT = math.sqrt(2 * math.pi)
_POLYNOMIALS: dict[int, Callable[[Floats], Floats]] = {
    0: lambda u: np.ones_like(u),
    4: lambda u: (u * u - 6) * u * u + 3,
    6: lambda u: ((u * u - 15) * u * u + 45) * u * u - 15,
}
_LONGEST = 2**22
_FINE = 48
_FAR = 11.0  # a sixth derivative falls off later than the normal density itself


def bandwidth(tally: Tally, rule: Rule, kernel: Kernel = "gaussian") -> float:
    """The bandwidth for the scores of one class.

    >>> scores = Tally.of(np.arange(100.0))
    >>> round(bandwidth(scores, "silverman"), 3), round(bandwidth(scores, "lloyd"), 3)
    (10.395, 9.922)
    """
    if not tally.spread() > 0:
        raise ModelError(
            "all scores of a class are equal: no rule can choose their bandwidth.",
            hint=(
                "pass bandwidths as numbers, e.g. bandwidths=(0.1, 0.1), or use the empirical "
                "curve."
            ),
        )
    return _RULES[rule](tally) * (_WIDER.get(rule, 1.0) if kernel == "epanechnikov" else 1.0)


def _lloyd(tally: Tally) -> float:
    return float(4 ** (1 / 3) * tally.spread() * tally.size ** (-1 / 3))


def _silverman(tally: Tally) -> float:
    return float(0.9 * tally.spread(1.34) * tally.size**-0.2)


class _PairSums:
    """Sums of derivatives of a normal density over all pairs, by the lags of a grid."""

    def __init__(self, tally: Tally, least: float, most: float) -> None:
        (grid,), self.spacing = on_one_grid((tally,), _FAR * most, least / _FINE, _LONGEST)
        self.grid = grid
        lags = min(len(grid), int(_FAR * most / self.spacing) + 1)
        self.lagged = autocorrelation(grid, lags)

    def total(self, order: int, width: float) -> float:
        """The sum of the derivative of this order over all ordered pairs, each with itself too."""
        size = min(len(self.lagged), int(_FAR * width / self.spacing) + 1)
        u = self.spacing / width * np.arange(size, dtype=np.float64)
        heights = _POLYNOMIALS[order](u) * np.exp(-u * u / 2) * self.lagged[:size]
        return float(2 * heights.sum() - heights[0]) / (_ROOT * width ** (order + 1))


def _sheather_jones(tally: Tally) -> float:
    """Solved by bisection: the right side falls relative to h, so there is one solution."""
    size, spread = tally.size, tally.spread()
    scaled = Tally((tally.values - tally.values[0]) / spread, tally.counts)
    top = 1.144 * size**-0.2
    first, second = 1.24 * size ** (-1 / 7), 1.23 * size ** (-1 / 9)
    sums = _PairSums(scaled, min(top, first) / 2, max(top, second))
    pairs = size * (size - 1)
    ratio = sums.total(4, first) / -sums.total(6, second)
    factor = 1.357 * ratio ** (1 / 7)

    def right(h: float) -> float:
        fourth = sums.total(4, factor * h ** (5 / 7)) / pairs
        return float((1 / (2 * math.sqrt(math.pi) * size * fourth)) ** 0.2)

    low, high = 1e-3 * top, 10 * top
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if right(middle) > middle else (low, middle)
    return spread * math.sqrt(low * high)


def _altman_leger(tally: Tally) -> float:
    size, deviation = tally.size, tally.deviation
    scaled = Tally((tally.values - tally.values[0]) / deviation, tally.counts)
    pilot = size**-0.3
    sums = _PairSums(scaled, pilot, pilot)
    others = sums.total(0, pilot) - size / (_ROOT * pilot)
    squared = others / (size * (size - 1))
    half = min(len(sums.grid), int(_FAR * pilot / sums.spacing) + 1)
    u = sums.spacing / pilot * np.arange(-half, half + 1)
    slopes = convolved(sums.grid, -u * np.exp(-u * u / 2) / (_ROOT * pilot**2)) / size
    steepness = float(sums.grid @ slopes**2) / size
    return float(deviation * (squared / (math.sqrt(math.pi) * size * steepness)) ** (1 / 3))


_RULES: dict[Rule, Callable[[Tally], float]] = {
    "lloyd": _lloyd,
    "zou": _silverman,
    "silverman": _silverman,
    "sheather-jones": _sheather_jones,
    "altman-leger": _altman_leger,
}
_WIDER: dict[Rule, float] = {
    "lloyd": _FOR_DISTRIBUTION,
    "silverman": _FOR_DENSITY,
    "sheather-jones": _FOR_DENSITY,
    "altman-leger": _FOR_DISTRIBUTION,
}


# The smoothed distribution of one class: both its tails, its density and its quantiles.


_FEW = 2048
_REACH: dict[Kernel, float] = {"gaussian": NORMAL_REACH, "epanechnikov": 1.0}
_FINE_GRID: dict[Kernel, int] = {"gaussian": 16, "epanechnikov": 256}
_HALVINGS, _NEWTON = 14, 4
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SmoothedClass(Summarised):
    """Weighted points, ascending, each spread by a kernel of one bandwidth.

    Up to 2,048 distinct scores are the points themselves. More are shared among the points of a
    grid (:mod:`aucurate.estimates.fits.smoothing`) when that has fewer points; distribution
    functions then are right to about 1e-9 (Gaussian) and 1e-7 (Epanechnikov, whose kernel has
    corners).
    """

    points: Floats
    weights: Floats
    bandwidth: float
    kernel: Kernel

    def _summary(self) -> str:
        return f"{count(len(self.points), 'point')}, {self.kernel}, bandwidth {self.bandwidth:.4g}"

    @classmethod
    def of(cls, tally: Tally, bandwidth: float, kernel: Kernel) -> "SmoothedClass":
        """From distinct scores and their counts."""
        if len(tally.values) <= _FEW:
            return cls(tally.values, tally.counts / tally.size, bandwidth, kernel)
        points, weights = _gridded(tally, bandwidth / _FINE_GRID[kernel])
        return cls(points, weights / tally.size, bandwidth, kernel)

    @property
    def reach(self) -> float:
        """How far from a point its kernel ends."""
        return _REACH[self.kernel] * self.bandwidth

    def upper(self, thresholds: Floats) -> Floats:
        """The share of the class at or above each threshold."""
        total = np.append(np.cumsum(self.weights[::-1])[::-1], 0.0)
        _, end = self._window(thresholds)
        return np.clip(total[end] + self._near(thresholds, lambda u: self._rise(-u)), 0, 1)

    def lower(self, thresholds: Floats) -> Floats:
        """The share of the class below each threshold."""
        total = np.append(0.0, np.cumsum(self.weights))
        start, _ = self._window(thresholds)
        return np.clip(total[start] + self._near(thresholds, self._rise), 0, 1)

    def density(self, thresholds: Floats) -> Floats:
        """The smoothed density at each threshold."""
        return np.maximum(self._near(thresholds, self._bump) / self.bandwidth, 0)

    def threshold(self, share: Floats) -> Floats:
        """The threshold with this share of the class above it.

        It lies within the reach of the point that has this share above it: bisection on the
        smaller tail, then Newton's method.
        """
        share = np.asarray(share, np.float64)
        flat = share.ravel()
        above = np.maximum.accumulate(np.cumsum(self.weights[::-1]))[::-1]
        at = np.searchsorted(-above, -flat, side="right") - 1
        centre = self.points[np.clip(at, 0, len(self.points) - 1)]
        low, high = centre - self.reach, centre + self.reach
        for _ in range(_HALVINGS):
            middle = low + (high - low) / 2
            beyond = self._excess(middle, flat) > 0
            low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
        found = low + (high - low) / 2
        for _ in range(_NEWTON):
            slope = self.density(found)
            steep = slope > 0
            move = np.where(steep, self._excess(found, flat) / np.where(steep, slope, 1.0), 0.0)
            found = np.clip(found + move, low, high)
        return found.reshape(share.shape)

    def landmarks(self, count: int) -> Floats:
        """Thresholds from below all scores to above all, spaced by the share of the class."""
        reached = np.maximum.accumulate(np.cumsum(self.weights))
        at = np.searchsorted(reached, np.linspace(0, 1, count))
        inner = self.points[np.minimum(at, len(self.points) - 1)]
        steps = np.linspace(-self.reach, self.reach, count)
        return np.concatenate([inner[0] + steps, inner, inner[-1] + steps])

    def _excess(self, thresholds: Floats, share: Floats) -> Floats:
        """The share above each threshold minus the wanted one, from the smaller tail."""
        small = share <= 0.5
        found = np.empty_like(share)
        found[small] = self.upper(thresholds[small]) - share[small]
        found[~small] = (1 - share[~small]) - self.lower(thresholds[~small])
        return found

    def _window(self, thresholds: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        start = np.searchsorted(self.points, thresholds - self.reach)
        end = np.searchsorted(self.points, thresholds + self.reach, side="right")
        return start, end

    def _near(self, thresholds: Floats, shape: Callable[[Floats], Floats]) -> Floats:
        """The weighted sum of a function of (threshold - point) / bandwidth over near points."""
        flat = np.ravel(thresholds)
        start, end = self._window(flat)
        found = np.zeros(len(flat))
        widest = max(1, int(np.max(end - start, initial=1)))
        for first in range(0, len(flat), max(1, _CHUNK // widest)):
            rows = slice(first, first + max(1, _CHUNK // widest))
            columns = start[rows, None] + np.arange(widest)
            there = columns < end[rows, None]
            columns = np.minimum(columns, len(self.points) - 1)
            with np.errstate(over="ignore"):  # as far away as can be
                away = (flat[rows, None] - self.points[columns]) / self.bandwidth
            found[rows] = (np.where(there, self.weights[columns], 0.0) * shape(away)).sum(axis=1)
        return found.reshape(np.shape(thresholds))

    def _rise(self, u: Floats) -> Floats:
        return np.asarray(special.ndtr(u)) if self.kernel == "gaussian" else epanechnikov_cdf(u)

    def _bump(self, u: Floats) -> Floats:
        if self.kernel == "gaussian":
            return np.asarray(np.exp(-u * u / 2) / np.sqrt(2 * np.pi))
        return np.asarray(0.75 * np.maximum(0.0, 1 - u * u))


def _gridded(tally: Tally, spacing: float) -> tuple[Floats, Floats]:
    """Grid points with their weights: runs of scores without wide gaps have a grid each.

    Points stand where the scores do; only the empty part of a gap has none.
    """
    widest = 16 * spacing
    places = without_gaps(tally.values, widest)
    size = grid_size(float(places[-1]), spacing)
    if size > len(places):
        return tally.values, tally.counts
    grid = shared(places, tally.counts, spacing, size)
    (used,) = np.nonzero(grid)
    at = (used - 2) * spacing
    nearest = np.clip(np.searchsorted(places, at + widest / 2) - 1, 0, len(places) - 1)
    return tally.values[nearest] + (at - places[nearest]), grid[used]


METHOD = "the kernel curve"
Bandwidths: TypeAlias = Rule | tuple[float, float]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
_PIECES: dict[Kernel, int] = {"gaussian": 1, "epanechnikov": 24}  # in a bandwidth


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KernelCurve(FittedCurve):
    """A kernel-smoothed curve; ``rule`` is "given" where the bandwidths were numbers.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1.0, 2.0, 4.0, 3.0, 5.0, 6.0])
    >>> curve = kernel_curve(scores, bandwidths=(0.5, 0.5))
    >>> round(curve.auc, 4), round(curve.sensitivity_at(0.8), 4)
    (0.8796, 0.6761)
    """

    positive: SmoothedClass
    negative: SmoothedClass
    area: float
    rule: str
    scale: Scale
    lower: bool
    n_positive: int
    n_negative: int

    @property
    def auc(self) -> float:
        """The mean of the smooth step over all pairs."""
        return self.area

    @property
    def bandwidths(self) -> tuple[float, float]:
        """Those of the positives and of the negatives, on the scale of the smoothing."""
        return self.positive.bandwidth, self.negative.bandwidth

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity the curve reaches at these sensitivities."""
        wanted = checked_rates(sensitivity, "sensitivity")
        found = self.negative.lower(self.positive.threshold(wanted))
        found = np.where(wanted == 0, 1.0, np.where(wanted == 1, 0.0, found))
        return as_given(found, sensitivity)

    @checked
    def partial_auc(self, low: float, high: float) -> float:
        """The area where specificity lies between low and high, integrated over thresholds."""
        low, high = checked_range(low, high)
        if (low, high) == (0.0, 1.0):
            return self.area
        start, end = (float(t) for t in self.negative.threshold(np.array([1 - low, 1 - high])))
        if low == 0:
            start = float(self.negative.points[0]) - self.negative.reach
        if high == 1:
            end = float(self.negative.points[-1]) + self.negative.reach
        edges = self._pieces(start, end)
        half = (edges[1] - edges[0]) / 2
        at = (edges[0] + half)[:, None] + half[:, None] * _NODES
        heights = self.positive.upper(at) * self.negative.density(at)
        return float(np.sum(half[:, None] * _WEIGHTS * heights))

    @checked
    def points(self, count: int = 201) -> CurvePoints:
        """The curve, ready to be drawn: evenly spaced along both axes together."""
        classes = (self.positive, self.negative)
        dense = np.unique(np.concatenate([each.landmarks(2 * count) for each in classes]))
        along = self.positive.upper(dense) + self.negative.upper(dense)
        inner = np.linspace(0, 2, count)[1:-1]
        chosen = np.interp(inner, along[::-1], dense[::-1])
        return CurvePoints(
            thresholds=np.pad(self._given(chosen), 1, constant_values=np.nan),
            sensitivity=np.pad(self.positive.upper(chosen), 1, constant_values=(0, 1)),
            specificity=np.pad(self.negative.lower(chosen), 1, constant_values=(1, 0)),
        )

    def _pieces(self, start: float, end: float) -> tuple[Rates, Rates]:
        """Narrow pieces between two thresholds, where there is density at all."""
        width = min(self.bandwidths) / _PIECES[self.negative.kernel]
        around = math.ceil(self.negative.reach / width)
        cells = np.unique(np.floor((self.negative.points - start) / width))
        offsets = np.arange(-around, around + 1)
        cells = np.unique((cells[:, None] + offsets).ravel())
        left = np.clip(start + width * cells, start, end)
        right = np.clip(start + width * (cells + 1), start, end)
        there = right > left
        return left[there], right[there]

    def _sensitivity(self, false_positive_rate: Rates) -> Rates:
        return self.positive.upper(self.negative.threshold(false_positive_rate))

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        return self._given(self.negative.threshold(false_positive_rate))

    def _given(self, thresholds: Rates) -> Rates:
        return from_scale(thresholds, self.scale, lower=self.lower)


@dataclass(frozen=True, slots=True, eq=False)
class Smoothing:
    """Both classes on the scale of the smoothing, with their bandwidths."""

    positive: Tally
    negative: Tally
    widths: tuple[float, float]
    kernel: Kernel

    @classmethod
    def of(
        cls, scores: Scores, bandwidths: Bandwidths, kernel: Kernel, scale: Scale
    ) -> "Smoothing":
        """Tallied and measured."""
        positive, negative = (Tally.of(each) for each in on_scale(scores, scale, METHOD))
        return cls(positive, negative, _widths(positive, negative, bandwidths, kernel), kernel)

    @property
    def auc(self) -> float:
        """The mean of the smooth step over all pairs."""
        return pair_mean(self.positive, self.negative, smooth_step(self.widths, self.kernel))

    def classes(self) -> tuple[SmoothedClass, SmoothedClass]:
        """The smoothed distributions of the positives and of the negatives."""
        return (
            SmoothedClass.of(self.positive, self.widths[0], self.kernel),
            SmoothedClass.of(self.negative, self.widths[1], self.kernel),
        )


@checked
def kernel_curve(
    scores: Scores,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
) -> KernelCurve:
    """The ROC curve from kernel estimates of the score distributions of both classes.

    >>> from aucurate.datasets import load_breast_cancer
    >>> curve = kernel_curve(load_breast_cancer()["logistic"], scale="logit")
    >>> print(f"sensitivity at specificity 0.9: {curve.sensitivity_at(0.9):.3f}")
    sensitivity at specificity 0.9: 0.914
    """
    smoothing = Smoothing.of(scores, bandwidths, kernel, scale)
    positive, negative = smoothing.classes()
    return KernelCurve(
        positive=positive,
        negative=negative,
        area=smoothing.auc,
        rule=bandwidths if isinstance(bandwidths, str) else "given",
        scale=scale,
        lower=scores.lower,
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
    )


@checked
def kernel_auc(
    scores: Scores,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
) -> float:
    """The area of :func:`kernel_curve` alone.

    >>> from aucurate.datasets import load_breast_cancer
    >>> round(kernel_auc(load_breast_cancer()["forest"], scale="logit"), 3)
    0.951
    """
    return Smoothing.of(scores, bandwidths, kernel, scale).auc


def _widths(
    positive: Tally, negative: Tally, bandwidths: Bandwidths, kernel: Kernel
) -> tuple[float, float]:
    """Both bandwidths, by the rule or as given."""
    if isinstance(bandwidths, str):
        return bandwidth(positive, bandwidths, kernel), bandwidth(negative, bandwidths, kernel)
    first, second = (float(width) for width in bandwidths)
    if not (0 < first < math.inf and 0 < second < math.inf):
        raise OptionError(
            f"bandwidths must be above 0 and finite; they are {first!r} and {second!r}.",
            hint="without smoothing, use the empirical curve.",
        )
    if min(first, second) < 1 / LARGEST or max(first, second) > LARGEST:
        raise OptionError(
            f"bandwidths must lie between {1 / LARGEST:.0e} and {LARGEST:.0e}; they are {first!r} "
            f"and {second!r}.",
            hint="without smoothing, use the empirical curve.",
        )
    return first, second


def smooth_step(widths: tuple[float, float], kernel: Kernel) -> SmoothStep:
    """What a kernel of these bandwidths in both classes makes of the step."""
    if kernel == "gaussian":
        return GaussianStep(math.hypot(*widths))
    return EpanechnikovStep(*widths)
