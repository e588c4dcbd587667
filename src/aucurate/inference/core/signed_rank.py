r"""Wilcoxon's signed rank test of paired differences.

**Question.** Are the differences :math:`d_i` of two classifiers (one per fold, or one per data set)
as often and as far above zero as below?

Differences of zero are left out (Wilcoxon's own rule); the n others are ranked by size,
equal sizes sharing their average rank :math:`r_i`. The statistic is the sum of the ranks of the
positive ones, :math:`W = \sum_{d_i > 0} r_i`, and under the hypothesis every sign is a fair coin:

- up to 1,000 differences the distribution of W is **exact**, given the ranks as they are: the
  :math:`2^n` sign patterns counted by their sum, rank by rank, which takes of the order of
  :math:`n^3` additions. That holds with tied sizes too. Without ties it is the table of Wilcoxon
  and R's ``wilcox.test(exact = TRUE)``; with ties, and by default from 50 differences on, R falls
  back to the normal one, SciPy's "auto" counts as here up to 50 (but its "exact" takes the table
  without ties);
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

from aucurate.checks import checked
from aucurate.inference.core.near_ties import average_ranks, snapped
from aucurate.inference.core.reference_distributions import p_value
from aucurate.results import Alternative

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
    (:func:`aucurate.inference.core.near_ties.resolution_of` the values that were subtracted):
    smaller ones are zero, and sizes no further apart are tied.

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
