r"""Signs and ranks of paired differences: the sign test and Wilcoxon's signed rank test.

Near ties
---------
Values that differ only by rounding, made equal: ranks must not depend on the last bit.

0.8 - 0.7 and 0.9 - 0.8 are the same difference, but not the same floating-point number.

The sign test
-------------
The sign test of paired differences: which is higher more often?

**Question.** Is the first classifier ahead of the second in more folds, or on more data sets, than
chance would give?

Of the n differences that are not zero, the number of positive ones S is binomial(n, 1/2) if neither
is ahead. The one-sided p-values are :math:`P(S \ge s)` and :math:`P(S \le s)`, the two-sided one
twice the smaller, at most 1; with nothing but zeros it is 1. By how much a data set is won does
not count: the test is valid almost everywhere, and weak.

**Not valid** for dependent differences, as those of cross-validation folds. With n differences no
two-sided p-value lies below :math:`2^{1-n}`.

Dixon, W. J., Mood, A. M. (1946). The statistical sign test. Journal of the American Statistical
Association 41, 557-566.

The signed rank test
--------------------
Wilcoxon's signed rank test of paired differences.

**Question.** Are the differences :math:`d_i` of two classifiers (one per fold, or one per data set)
as often and as far above zero as below?

Differences of zero are left out (Wilcoxon's own rule); the n others are ranked by size,
equal sizes sharing their average rank :math:`r_i`. The statistic is the sum of the ranks of the
positive ones, :math:`W = \sum_{d_i > 0} r_i`, and under the hypothesis every sign is a fair coin:

- up to 1,000 differences the distribution of W is **exact**, given the ranks as they are: the
  :math:`2^n` sign patterns counted by their sum, rank by rank, which takes of the order of
  :math:`n^3` additions. That holds with tied sizes too. Without ties it is the table of Wilcoxon
  and R's ``wilcox.test(exact = TRUE)``; with ties, and by default from 50 differences on, R falls
  back to the normal one. SciPy's "auto" counts as here up to 50 differences without ties and zeros,
  and up to 13 with them (its "exact" takes the table without ties);
- beyond 1,000 it is **normal**, with mean :math:`\sum r_i / 2` and variance :math:`\sum r_i^2 / 4`
  (the tie correction is in the ranks), and a continuity correction of one half, as in R.

The two-sided p-value is twice the smaller tail, at most 1. If nothing but zeros is left, p = 1.

**Not valid** for dependent differences: those of cross-validation folds share training sets.
With n differences no two-sided p-value lies below :math:`2^{1-n}`: five can never reach 0.05.

Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
"""

import math
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.inference.core.distributions import p_value, upper_quantile
from aucurate.results import Alternative

_UNITS = 8


def resolution_of(values: NDArray[np.float64]) -> float:
    """How far apart two differences of such values may be by rounding alone.

    >>> resolution_of(np.array([0.5, 1.0])) < 2e-15
    True
    """
    return _UNITS * float(np.finfo(np.float64).eps) * float(np.max(np.abs(values), initial=0.0))


def snapped(values: NDArray[np.float64], resolution: float) -> NDArray[np.float64]:
    """The values, with each that lies within ``resolution`` of the next smaller one set to it.

    >>> snapped(np.array([0.3, 0.1 + 0.2, 0.4]), 1e-15).tolist()
    [0.3, 0.3, 0.4]
    """
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    starts = np.concatenate(([True], np.diff(ascending) > resolution))[: len(values)]
    result = np.empty_like(ascending)
    result[order] = ascending[starts][np.cumsum(starts) - 1]
    return result


def average_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1 for the smallest; equal values share the average of their places.

    >>> average_ranks(np.array([0.7, 0.5, 0.7])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: NDArray[np.float64] = (last - (counts - 1) / 2)[place.reshape(-1)]
    return ranks


_COUNTED = 500  # up to here whole numbers are counted, to the last bit


class SignCounts(NamedTuple):
    """How many differences are above zero, below zero, and zero."""

    positive: int
    negative: int
    zero: int


def sign_counts(differences: NDArray[np.float64], *, resolution: float = 0.0) -> SignCounts:
    """Differences above, below and at zero; those of at most ``resolution`` in size are zero.

    >>> sign_counts(np.array([0.1, -0.2, 0.3, 0.0]))
    SignCounts(positive=2, negative=1, zero=1)
    """
    values = np.asarray(differences, np.float64)
    positive = int(np.count_nonzero(values > resolution))
    negative = int(np.count_nonzero(values < -resolution))
    return SignCounts(positive, negative, len(values) - positive - negative)


def sign_p_value(
    differences: NDArray[np.float64],
    alternative: Alternative = "two-sided",
    *,
    resolution: float = 0.0,
) -> float:
    """The p-value of the sign test.

    >>> sign_p_value(np.array([0.1, 0.2, 0.3, 0.1, 0.2, -0.1, 0.0]))
    0.21875
    """
    positive, negative, _ = sign_counts(differences, resolution=resolution)
    if alternative == "greater":
        return _at_most(negative, positive + negative)
    if alternative == "less":
        return _at_most(positive, positive + negative)
    return min(1.0, 2 * _at_most(min(positive, negative), positive + negative))


def _at_most(successes: int, trials: int) -> float:
    """P(S <= successes) of a fair coin."""
    if trials > _COUNTED:
        return float(special.bdtr(successes, trials, 0.5))
    ways = sum(math.comb(trials, i) for i in range(successes + 1))
    return ways / (1 << trials)


def differences_outside(n: int, tail: float) -> int:
    """The ends of the median's interval are the differences at this place from either side.

    It is the number of values of S, the number of positive ones of n differences, that together
    have at most the probability ``tail``; 0 where none serves.

    >>> differences_outside(6, 0.025), differences_outside(5, 0.025)
    (1, 0)
    """
    chances = special.bdtr(np.arange(n), n, 0.5)
    return int(np.count_nonzero(chances <= tail * (1 + 1e-12)))


EXACT_UP_TO = 1000
SignedRankDistribution: TypeAlias = Literal["auto", "exact", "normal"]


class SignedRank(NamedTuple):
    """W of the positive differences, that of the negative ones, and what they say."""

    statistic: float
    negative_statistic: float
    n_used: int
    n_zero: int
    exact: bool
    p_value: float


@checked
def signed_rank_p_value(
    differences: NDArray[np.float64],
    alternative: Alternative = "two-sided",
    *,
    resolution: float = 0.0,
    distribution: SignedRankDistribution = "auto",
) -> float:
    """The p-value of Wilcoxon's signed rank test; see :func:`signed_rank`.

    >>> signed_rank_p_value(np.array([0.01, 0.03, 0.02, -0.005, 0.04]))
    0.125
    """
    return signed_rank(
        differences, alternative, resolution=resolution, distribution=distribution
    ).p_value


@checked
def signed_rank(
    differences: NDArray[np.float64],
    alternative: Alternative = "two-sided",
    *,
    resolution: float = 0.0,
    distribution: SignedRankDistribution = "auto",
) -> SignedRank:
    """Wilcoxon's signed rank test with its statistic.

    ``resolution`` is what rounding alone can do to a difference
    (:func:`resolution_of` the values that were subtracted): smaller ones are zero, and sizes no
    further apart are tied.

    >>> signed_rank(np.array([0.01, 0.03, 0.02, -0.005, 0.0]))
    SignedRank(statistic=9.0, negative_statistic=1.0, n_used=4, n_zero=1, exact=True, p_value=0.25)
    """
    values = np.asarray(differences, np.float64)
    kept = values[np.abs(values) > resolution]
    ranks = average_ranks(snapped(np.abs(kept), resolution))
    above, below = float(ranks[kept > 0].sum()), float(ranks[kept < 0].sum())
    exact = distribution == "exact" or (distribution == "auto" and len(kept) <= EXACT_UP_TO)
    tail = _exact_tail if exact else _normal_tail
    if not len(kept):
        p = 1.0
    elif alternative == "greater":
        p = tail(ranks, below)
    elif alternative == "less":
        p = tail(ranks, above)
    else:
        p = min(1.0, 2 * tail(ranks, min(above, below)))
    return SignedRank(above, below, len(kept), len(values) - len(kept), exact, p)


def signed_rank_distribution(ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """P(2 W = s) for s = 0, 1, ...: average ranks are whole numbers when doubled.

    >>> signed_rank_distribution(np.array([1.0, 2.0])).tolist()
    [0.25, 0.0, 0.25, 0.0, 0.25, 0.0, 0.25]
    """
    return _distribution(tuple(sorted(np.rint(2 * ranks).astype(np.int64).tolist())))


@lru_cache(maxsize=4)
def _distribution(doubled: tuple[int, ...]) -> NDArray[np.float64]:
    """The chances of every sum of these steps, each of which is taken or not; frozen.

    Steps of a common size, which is 2 without ties, leave the sums between them out.
    """
    size = math.gcd(*doubled) or 1
    chances = np.zeros(sum(doubled) // size + 1)
    chances[0], reached = 1.0, 0
    for step in (rank // size for rank in doubled):
        chances[: reached + 1] /= 2
        taken = chances[: reached + 1].copy()
        reached += step
        chances[step : reached + 1] += taken
    spread = np.zeros(sum(doubled) + 1)
    spread[::size] = chances
    spread.flags.writeable = False
    return spread


def _exact_tail(ranks: NDArray[np.float64], statistic: float) -> float:
    """P(W <= statistic)."""
    return float(min(1.0, signed_rank_distribution(ranks)[: round(2 * statistic) + 1].sum()))


def _normal_tail(ranks: NDArray[np.float64], statistic: float) -> float:
    """P(W <= statistic) by the normal distribution, up to half way to the next value of W."""
    deviation = math.sqrt(float(np.sum(ranks**2)) / 4)
    return p_value((statistic + 0.5 - float(ranks.sum()) / 2) / deviation, "less")


# Walsh averages: the interval of the pseudo-median that belongs to the signed rank test.


def walsh_averages(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of all pairs of differences, each with itself too, in ascending order.

    >>> walsh_averages(np.array([0.0, 1.0, 4.0]))
    array([0. , 0.5, 1. , 2. , 2.5, 4. ])
    """
    first, second = np.triu_indices(len(differences))
    halved = differences / 2  # whose sums do not overflow
    return np.sort(halved[first] + halved[second])


def averages_outside(n: int, tail: float) -> int:
    """The ends of the interval are the averages at this place from either side; 0: none serves.

    It is the number of values of W, the sum of positive ranks of n differences, that together have
    at most the probability ``tail``; beyond 1,000 differences by the normal approximation with
    continuity correction.

    >>> averages_outside(6, 0.025), averages_outside(5, 0.025)
    (1, 0)
    """
    if n <= EXACT_UP_TO:
        chances = signed_rank_distribution(np.arange(1.0, n + 1))[::2]
        return int(np.count_nonzero(np.cumsum(chances) <= tail * (1 + 1e-12)))
    centre, spread = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return max(0, math.floor(centre - upper_quantile(tail) * spread - 0.5) + 1)
