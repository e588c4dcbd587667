"""Test sets drawn from a population, one number of positives at a time.

How many positives a test set holds changes how far the AUCs can be told apart, not who is ahead.
With few of them that number varies much, and mean and variance over all test sets hide it: the
normal approximation is therefore made for each number of positives, and averaged.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, ndtr

from aucurate.theory.parts import Arranged, Standing

_SPREADS = 10  # standard deviations of the number of positives that are looked at, both ways
_FURTHER = 40  # and so many more, where it is far from normal


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenClassSizes:
    """The moments of AUC of first - AUC of second given k positives and m negatives.

    The mean is ``mean`` whatever k and m are; the variance is that of a U-statistic of two groups,
    with ``from_positive``, ``from_negative`` and ``from_pair`` the variances of what one positive,
    one negative and one pair of them decide:

        [(m - 1) from_positive + (k - 1) from_negative + from_pair] / (k m)
    """

    prevalence: float
    mean: float
    from_positive: float
    from_negative: float
    from_pair: float

    def one_class_probability(self, n: int) -> float:
        """The probability that n observations are all positive, or all negative."""
        return one_class_probability_of_draws(self.prevalence, n)

    def first_chosen(self, n: int) -> float:
        """The probability that the first classifier is ahead on n observations.

        The sum over k of P(k positives) Phi(mean / standard deviation given k), and one half of the
        probability that there is one class only.
        """
        alone = self.one_class_probability(n)
        positives, weights = _class_sizes(n, self.prevalence)
        if not len(positives):
            return 0.5
        negatives = n - positives
        variance = (negatives - 1) * self.from_positive + (positives - 1) * self.from_negative
        spread = np.sqrt(np.maximum(0.0, variance + self.from_pair) / (positives * negatives))
        with np.errstate(divide="ignore"):
            ahead = ndtr(self.mean / spread)
        return float((1 - alone) * np.sum(weights * ahead) + alone / 2)


def given_class_sizes(
    world: Arranged, everyone: Standing, mean: float, square: float
) -> GivenClassSizes | None:
    """From how every observation stands against the whole population, itself as well.

    ``mean`` and ``square`` are those of g = (y - y') h(s, s') of two independent draws. None where
    the population has one class only.
    """
    positive, n = world.positive, world.n
    prevalence = math.fsum(positive) / n
    unlike = 2 * prevalence * (1 - prevalence)
    if unlike == 0:
        return None
    apart = mean / unlike
    ahead = everyone.mean_if_positive / (n * (1 - prevalence))
    behind = everyone.mean_if_negative / (n * prevalence)
    within_positive = everyone.variance_if_positive / (n * (1 - prevalence)) ** 2
    within_negative = everyone.variance_if_negative / (n * prevalence) ** 2
    return GivenClassSizes(
        prevalence=prevalence,
        mean=apart,
        from_positive=_weighted(positive, within_positive + (ahead - apart) ** 2),
        from_negative=_weighted(1 - positive, within_negative + (behind - apart) ** 2),
        from_pair=max(0.0, square / unlike - apart**2),
    )


def one_class_probability_of_draws(prevalence: float, n: int) -> float:
    """The probability that n draws from a population are all of one class."""
    return float(prevalence**n + (1 - prevalence) ** n)


def _class_sizes(n: int, prevalence: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The numbers of positives that leave a negative, and their probabilities, which add up to 1;
    those too far out to matter are left out.
    """
    middle = n * prevalence
    reach = _SPREADS * math.sqrt(middle * (1 - prevalence)) + _FURTHER
    k = np.arange(max(1, math.floor(middle - reach)), min(n - 1, math.ceil(middle + reach)) + 1.0)
    logs = k * math.log(prevalence) + (n - k) * math.log1p(-prevalence)
    logs -= gammaln(k + 1) + gammaln(n - k + 1)
    if not len(k):
        return k, k
    weights = np.exp(logs - np.max(logs))
    return k, weights / np.sum(weights)


def _weighted(weights: NDArray[np.float64], values: NDArray[np.float64]) -> float:
    return math.fsum(weights * values) / math.fsum(weights)
