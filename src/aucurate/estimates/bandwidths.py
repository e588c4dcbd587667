r"""How wide to smooth: bandwidths of a kernel by the rules of the literature.

For n scores of a class, :math:`\sigma` the smaller of their standard deviation and of their
interquartile range / 1.349 (the standard deviation alone where the interquartile range is 0), and a
Gaussian kernel:

- ``lloyd``: :math:`4^{1/3} \sigma n^{-1/3}`. The mean integrated squared error of a smoothed
  distribution function is least at :math:`h^3 = \rho / (n \mu_2^2 \int f'^2)` with
  :math:`\rho = 2\int u\,k(u) K(u)\,du` and :math:`\mu_2 = \int u^2 k(u)\,du`; this is its value
  when f is normal. Lloyd (1998) smooths at this rate: a curve is made of distribution functions,
  for which :math:`n^{-1/5}` smooths too much. The constant is derived here from the formula, not
  read off his paper, which was not at hand.
- ``silverman``: :math:`0.9 \sigma n^{-1/5}` with 1.34 for 1.349, the rule of thumb for densities
  (Silverman 1986, eq. 3.31).
- ``zou``: the same number whatever the kernel, as Zou, Hall and Shapiro (1997) are quoted by later
  authors; the paper itself was not at hand.
- ``sheather-jones``: the solution of :math:`h^5 = R(k) / (n \hat\psi_4(\gamma(h)))` for densities
  (Sheather and Jones 1991), with all pairs in
  :math:`\hat\psi_r(g) = \sum_{i,j} \phi_g^{(r)}(x_i - x_j) / (n (n-1))`,
  :math:`\gamma(h) = 1.357\,(\hat\psi_4(a) / -\hat\psi_6(b))^{1/7} h^{5/7}`,
  :math:`a = 1.24\,\sigma n^{-1/7}`, :math:`b = 1.23\,\sigma n^{-1/9}` (the constants of R's
  ``bw.SJ``).
- ``altman-leger``: :math:`h^3 = \rho V / (n \mu_2^2 D)` for distribution functions (Altman and
  Léger 1995; used for curves by Lloyd and Yong 1999), where V estimates :math:`\int f^2` by the
  mean of :math:`\phi_\alpha(x_i - x_j)` over pairs of different observations, D estimates
  :math:`\int f'^2 f` by the mean of :math:`\hat f_\alpha'(x_i)^2`, and the pilot bandwidth is
  :math:`\alpha = n^{-0.3}` standard deviations. A Gaussian pilot is used with either kernel.

An Epanechnikov kernel on [-1, 1] gets the bandwidth times :math:`(30 \sqrt\pi)^{1/5} = 2.214` by
the rules for densities and times :math:`(45/7\,\sqrt\pi)^{1/3} = 2.250` by those for distribution
functions, so that both kernels smooth alike.

Sums over pairs go through a grid, to about 1e-8, so that a million scores take a second. The two
rules with sums over pairs (plug-in rules) take equal scores for spikes of the density: with many
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
from typing import Literal, TypeAlias

import numpy as np

from aucurate.errors import ModelError
from aucurate.estimates.grids import autocorrelation, convolved, on_one_grid
from aucurate.estimates.smooth_steps import Floats
from aucurate.estimates.tallies import Tally

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
            "all scores of a class are equal: no rule can say how wide to smooth them.",
            hint="give bandwidths as numbers, bandwidths=(0.1, 0.1), or use the empirical curve.",
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
