r"""Intervals of the ratio of two independent proportions, for likelihood ratios.

**Question.** How many times as often is a positive called positive as a negative is?

A positive likelihood ratio is :math:`\theta = p_1 / p_2` with :math:`p_1` the sensitivity and
:math:`p_2` the share of negatives called positive; a negative one has the shares called negative.
From :math:`x_1` of :math:`n_1` and :math:`x_2` of :math:`n_2`:

- **Koopman's score interval** holds every :math:`\theta` with

  .. math::
      \left| \frac{\hat p_1 - \theta \hat p_2}
      {\sqrt{\tilde p_1 (1 - \tilde p_1)/n_1 + \theta^2 \tilde p_2 (1 - \tilde p_2)/n_2}} \right|
      \le z,

  where :math:`\tilde p_1 = \theta \tilde p_2` are the most likely shares with that ratio. It needs
  no correction for empty cells: with :math:`x_1 = 0` it begins at 0, with :math:`x_2 = 0` it has no
  upper end.
- **the delta interval on the log scale** (Simel and others 1991) is
  :math:`\log\hat\theta \pm z \sqrt{1/x_1 - 1/n_1 + 1/x_2 - 1/n_2}`, with half an observation added
  to each call where a count is 0 or both shares are 1.

Koopman, P. A. R. (1984). Confidence intervals for the ratio of two binomial proportions. Biometrics
40, 513-517.
Simel, D. L., Samsa, G. P., Matchar, D. B. (1991). Likelihood ratios with confidence: sample size
estimation for diagnostic test studies. Journal of Clinical Epidemiology 44, 763-770.
"""

import math
from typing import NamedTuple

from aucurate.bisection import bisect
from aucurate.inference.core.reference_distributions import two_sided_quantile

_FARTHEST = 600.0  # of the logarithm of a ratio


class Shares(NamedTuple):
    """``first`` of ``first_size``, over ``second`` of ``second_size``."""

    first: int
    first_size: int
    second: int
    second_size: int

    @property
    def log_variance(self) -> float:
        """The variance of the logarithm of the ratio by the delta method; infinite if a count is 0.

        >>> Shares(10, 20, 5, 20).log_variance
        0.2
        """
        if self.first == 0 or self.second == 0:
            return math.inf
        first = (self.first_size - self.first) / (self.first * self.first_size)
        return first + (self.second_size - self.second) / (self.second * self.second_size)


def koopman_ends(shares: Shares, confidence: float) -> tuple[float, float]:
    """Both ends of Koopman's score interval.

    >>> low, high = koopman_ends(Shares(36, 40, 16, 80), 0.95)
    >>> round(low, 4), round(high, 4)
    (2.9396, 7.1522)
    """
    z = two_sided_quantile(confidence)
    low = 0.0 if shares.first == 0 else _crossing(shares, z)
    high = math.inf if shares.second == 0 else _crossing(shares, -z)
    return low, high


def log_ends(shares: Shares, confidence: float) -> tuple[float, float]:
    """Both ends of the delta interval on the log scale."""
    x1, n1, x2, n2 = (float(count) for count in shares)
    if not 0 < shares.log_variance < math.inf:
        x1, n1, x2, n2 = x1 + 0.5, n1 + 1, x2 + 0.5, n2 + 1
    reach = two_sided_quantile(confidence) * math.sqrt(1 / x1 - 1 / n1 + 1 / x2 - 1 / n2)
    ratio = (x1 / n1) / (x2 / n2)
    low = 0.0 if shares.first == 0 else ratio * math.exp(-reach)
    high = math.inf if shares.second == 0 else ratio * math.exp(reach)
    return low, high


def _crossing(shares: Shares, z: float) -> float:
    """The ratio whose score is z; the score falls as the ratio grows."""
    low, high = bisect(
        lambda logarithm: _score(shares, math.exp(logarithm)) > z,
        -_FARTHEST,
        _FARTHEST,
        halvings=200,
    )
    return math.exp((low + high) / 2)


def _score(shares: Shares, ratio: float) -> float:
    """How many standard errors the data lie above a ratio, at the likeliest shares with it."""
    x1, n1, x2, n2 = shares
    apart = x1 / n1 - ratio * (x2 / n2)
    if apart == 0:
        return 0.0
    # The shares and what is left of them to 1, from successes and failures: no digits cancel.
    scale = max(1.0, ratio)
    one, theta = 1 / scale, ratio / scale
    failures = one * (n2 - x2) + theta * (n1 - x1)
    apart_roots = theta * (n1 + x2) - one * (n2 + x1)
    root = math.sqrt(apart_roots**2 + 4 * one * theta * (n1 - x1) * (n2 - x2))
    whole = failures + (theta + one) * (x1 + x2) + root
    second = min(1.0, 2 * one * (x1 + x2) / whole)
    first = min(1.0, ratio * second)
    not_second, not_first = (
        min(1.0, max(0.0, failures + side * (theta - one) * (x1 + x2) + root) / whole)
        for side in (1, -1)
    )
    spread = first * not_first / n1 + ratio * second * not_second * ratio / n2
    return apart / math.sqrt(spread) if spread > 0 else math.copysign(math.inf, apart)
