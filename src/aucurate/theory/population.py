"""Test sets drawn from a population: exact moments when the observations are random too.

**Question.** How would the difference of two AUCs, or of two numbers of errors, vary over test sets
of n observations that are drawn from a population?

**Use it** to see what a study of another size would find, with a study as the population
(``TwoClassifiers.from_scores``). Formulas are in :func:`~aucurate.theory.population_moments`.

Given the number of positives
-----------------------------
Test sets drawn from a population, one number of positives at a time.

How many positives a test set holds changes how well the AUCs can be distinguished, not which is
higher. With few of them that number varies much, and mean and variance over all test sets hide it:
the normal approximation is therefore made for each number of positives, and averaged
(:mod:`aucurate.theory.choosing`).
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, ndtr

from aucurate.checks import checked, whole
from aucurate.theory.moments import (
    Arranged,
    DifferenceMoments,
    Pairs,
    Standing,
    all_pairs,
    arranged,
    calls,
    standing,
    summed,
)
from aucurate.theory.worlds import TwoClassifiers

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


Criterion: TypeAlias = Literal["AUC", "error"]


@checked
def population_moments(
    pair: TwoClassifiers, n: int, *, by: Criterion = "AUC", threshold: float = 0.5
) -> DifferenceMoments:
    """Mean and variance of the difference on test sets of ``n`` observations from a population.

    The observations of ``pair`` are the population: each of the n is one of them, drawn at random
    with replacement, and then given a label and scores. An observation that is drawn twice is
    realised twice, independently; it does not meet itself. The difference is that of
    :func:`~aucurate.theory.auc_difference_moments`, or with ``by="error"`` that of
    :func:`~aucurate.theory.error_difference_moments`, positive when the first is better.

    The difference of AUCs is a U-statistic times the number of pairs. With g = (y - y') h(s, s') of
    two independent draws, for each of the three sources of variance

        mean = n (n - 1)/2 E g
        variance = n (n - 1)/2 [2 (n - 2) zeta_1 + zeta_2]

    zeta_1 being the variance of what one draw decides, zeta_2 that of g itself:

    ============  ==============================================  =================================
    source        zeta_1, mean over i of                          zeta_2, mean over i, j of
    ============  ==============================================  =================================
    scores        E Var(T_i | y_i)                                P(y_i != y_j) Var h_ij
    labels        v_i [E(T_i | y_i = 1) - E(T_i | y_i = 0)]^2     (v_i + v_j) (E h_ij)^2
    observations  (E T_i - E g)^2                                 [(pi_i - pi_j) E h_ij - E g]^2
    ============  ==============================================  =================================

    with T_i the mean over j of E(g_ij | y_i, s_i), and v_i = pi_i (1 - pi_i). The errors are a sum
    over n independent draws.

    >>> from aucurate.theory import rosset_example
    >>> print(population_moments(rosset_example(50, 0.1, 0.2), 400))
    n+ n- (AUC of first - AUC of second) on 400 observations: mean 533.830, standard deviation \
507.358 (of the variance 99.7% from the scores, 0.3% from the labels and 0.1% from the choice of \
observations); positive when the first is better

    Hoeffding, W. (1948). A class of statistics with asymptotically normal distribution. Annals of
    Mathematical Statistics 19, 293-325.
    """
    return population(pair, by=by, threshold=threshold).moments(whole(n, "n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """All that the moments on test sets of any size need.

    ``one`` and ``two`` are the zetas from scores, labels and observations. The errors have no pairs
    and only ``one``. ``given`` has the AUC difference given how many positives there are; None for
    errors, and where the population has one class only.
    """

    by: Criterion
    mean: float
    one: tuple[float, float, float]
    two: tuple[float, float, float]
    given: GivenClassSizes | None = None

    def moments(self, n: int) -> DifferenceMoments:
        """The moments on test sets of ``n`` observations."""
        if self.by == "error":
            scores, labels, observations = (n * one for one in self.one)
            mean = n * self.mean
        else:
            pairs = n * (n - 1) / 2
            scores, labels, observations = (
                pairs * (2 * (n - 2) * one + two) if n > 1 else 0.0
                for one, two in zip(self.one, self.two, strict=True)
            )
            mean = pairs * self.mean
        return summed(
            "errors" if self.by == "error" else "AUC pairs",
            n,
            mean=mean,
            scores=scores,
            labels=labels,
            observations=observations,
        )


def population(pair: TwoClassifiers, *, by: Criterion, threshold: float) -> Population:
    """The population that these observations are, for one criterion."""
    if by == "AUC":
        return _of_pairs(arranged(pair))
    mean_call, call_variance = calls(pair, threshold)
    positive = pair.positive_probability
    expected = (2 * positive - 1) * mean_call
    mean = _mean(expected)
    from_labels = _mean(4 * positive * (1 - positive) * mean_call**2)
    one = (_mean(call_variance), from_labels, _mean((expected - mean) ** 2))
    return Population(by=by, mean=mean, one=one, two=(0.0, 0.0, 0.0))


def _of_pairs(world: Arranged) -> Population:
    positive, n = world.positive, world.n
    all_of_them = standing(world, with_itself=True)
    if_positive, if_negative = all_of_them.mean_if_positive / n, all_of_them.mean_if_negative / n
    expected = positive * if_positive + (1 - positive) * if_negative
    mean = _mean(expected)
    within = positive * all_of_them.variance_if_positive
    within += (1 - positive) * all_of_them.variance_if_negative
    one = (
        _mean(within) / n**2,
        _mean(world.label_variance * (if_positive - if_negative) ** 2),
        _mean((expected - mean) ** 2),
    )
    blocks = [_of_two(world, block, mean) for block in all_pairs(world)]
    scores, labels, observations = (
        2 * math.fsum(source) / n**2 for source in zip(*blocks, strict=True)
    )
    square = math.fsum([scores, labels, observations, mean**2])
    return Population(
        by="AUC",
        mean=mean,
        one=one,
        two=(scores, labels, observations),
        given=given_class_sizes(world, all_of_them, mean, square),
    )


def _of_two(world: Arranged, block: Pairs, mean: float) -> tuple[float, float, float]:
    """What the pairs of a block add to zeta_2 from scores, labels and observations."""
    i, j = np.s_[block.rows, None], np.s_[None, block.columns]
    positive, spread = world.positive, world.label_variance
    unlike = positive[i] * (1 - positive[j]) + positive[j] * (1 - positive[i])
    from_scores = unlike * (block.from_rows + block.from_columns + block.rest)
    from_labels = (spread[i] + spread[j]) * block.mean**2
    from_observations = ((positive[i] - positive[j]) * block.mean - mean) ** 2
    return (
        float(np.sum(block.weight * from_scores)),
        float(np.sum(block.weight * from_labels)),
        float(np.sum(block.weight * from_observations)),
    )


def _mean(values: NDArray[np.float64]) -> float:
    return math.fsum(values) / len(values)
