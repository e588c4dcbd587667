"""Test sets drawn from a population: exact moments when the observations are random too."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import whole
from aucurate.errors import OptionError
from aucurate.theory.class_sizes import GivenClassSizes, given_class_sizes
from aucurate.theory.moments import DifferenceMoments, calls, summed
from aucurate.theory.pairs import Pairs, all_pairs
from aucurate.theory.parts import Arranged, arranged, standing
from aucurate.theory.world import TwoClassifiers, checked_pair

Criterion: TypeAlias = Literal["AUC", "error"]


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
    checked_pair(pair)
    if checked_criterion(by) == "AUC":
        return _of_pairs(arranged(pair))
    mean_call, call_variance = calls(pair, threshold)
    positive = pair.positive_probability
    expected = (2 * positive - 1) * mean_call
    mean = _mean(expected)
    from_labels = _mean(4 * positive * (1 - positive) * mean_call**2)
    one = (_mean(call_variance), from_labels, _mean((expected - mean) ** 2))
    return Population(by=by, mean=mean, one=one, two=(0.0, 0.0, 0.0))


def checked_criterion(by: Criterion) -> Criterion:
    """The name of a criterion, or an error that lists them."""
    if by not in ("AUC", "error"):
        raise OptionError(f"by must be 'AUC' or 'error'; it is {by!r}.")
    return by


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
