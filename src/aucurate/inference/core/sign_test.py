r"""The sign test of paired differences: who wins more often?

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
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.results import Alternative

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
