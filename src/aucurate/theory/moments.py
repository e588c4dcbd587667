"""Exact mean and variance of how much better the first of two classifiers looks on a test set.

Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning, Banff, sections 2.1 and 3.2.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import formatting
from aucurate.results import Record
from aucurate.theory.checking import checked_threshold
from aucurate.theory.laws import ScoreLaw
from aucurate.theory.pairs import all_pairs
from aucurate.theory.parts import arranged, standing
from aucurate.theory.world import TwoClassifiers, checked_pair

Better: TypeAlias = Literal["first", "second", "neither"]
Quantity: TypeAlias = Literal["AUC pairs", "errors"]

ROUNDING = 1e-12  # of a term: what is smaller on average is 0 but for rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceMoments(Record):
    """Mean and variance of a difference that is positive when the first classifier is better.

    ``quantity`` "AUC pairs" is n+ n- (AUC of first - AUC of second): the pairs of a positive and a
    negative that the first orders rightly, minus those that the second does. ``quantity`` "errors"
    is the number of errors of the second minus that of the first, on ``n`` observations.

    The variance is the sum of what the scores add when observations and labels are given
    (``variance_from_scores``, on average), of what the labels add when observations are given
    (``variance_from_labels``), and of which observations the test set holds
    (``variance_from_observations``, 0 where they are fixed).
    """

    quantity: Quantity
    n: int
    mean: float
    variance: float
    variance_from_scores: float
    variance_from_labels: float
    variance_from_observations: float = 0.0

    @property
    def terms(self) -> float:
        """How many terms of size 1 at most the difference is a sum of: pairs, or observations."""
        return self.n * (self.n - 1) / 2 if self.quantity == "AUC pairs" else float(self.n)

    @property
    def better(self) -> Better:
        """Who is better in the mean; "neither" where the mean is 0, to rounding."""
        if abs(self.mean) <= ROUNDING * self.terms:
            return "neither"
        return "first" if self.mean > 0 else "second"

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return math.sqrt(self.variance)

    def __str__(self) -> str:
        spread = self.standard_deviation
        digits = formatting.digits_for(spread)
        what = {
            "AUC pairs": "n+ n- (AUC of first - AUC of second)",
            "errors": "errors of second - errors of first",
        }[self.quantity]
        return (
            f"{what} on {formatting.count(self.n, 'observation')}: mean "
            f"{formatting.number(self.mean, digits)}, standard deviation "
            f"{formatting.number(spread, digits)}{self._sources()}; positive when the first is "
            "better"
        )

    def _sources(self) -> str:
        if self.variance == 0:
            return ""
        parts = {
            "the scores": self.variance_from_scores,
            "the labels": self.variance_from_labels,
            "the choice of observations": self.variance_from_observations,
        }
        told = [
            f"{formatting.percent(value / self.variance)} from {name}"
            for name, value in parts.items()
            if value > 0
        ]
        return f" (of the variance {formatting.listing(told)})"


def auc_difference_moments(pair: TwoClassifiers) -> DifferenceMoments:
    """Mean and variance of n+ n- (AUC of first - AUC of second) on these observations.

    The question: if labels and scores were drawn again for the same observations, how far would the
    difference of the two AUCs, times the number of pairs, vary, and around what? Ties count one
    half. A test set that holds one class only has no pairs, and a difference of 0.

    With g_ij = (y_i - y_j) h(s_i, s_j) for i < j, pi_i the probability that i is positive, and T_i
    = sum over j of E(g_ij | y_i, s_i) (one observation at a time, above):

        mean = 1/2 sum_i E T_i
        variance_from_labels = sum_i pi_i (1 - pi_i) [E(T_i | y_i = 1) - E(T_i | y_i = 0)]^2
        variance_from_scores = sum_i E Var(T_i | y_i) + sum_{i<j} Var R_ij
        Var R_ij = [pi_i (1 - pi_j) + pi_j (1 - pi_i)] rest_ij
                   + pi_i (1 - pi_i) from_j + pi_j (1 - pi_j) from_i

    where from_i, from_j and rest_ij are the variances of the parts of h(s_i, s_j) (two observations
    at a time, above). These are the moments of Rosset (2004), section 2.1.2, in O(n^2) instead of
    sums over triples, for any discrete scores, with ties, and for classifiers that depend on each
    other. (As printed, the variance has a plus sign where the last term needs a minus, and the
    paper's table does not follow from the formula; full enumeration agrees with what is computed
    here.)

    Not valid where labels or scores of different observations depend on each other: observations in
    groups, or scores that share the errors of one trained model. For real data use
    :func:`aucurate.delong_test`.

    >>> from aucurate.theory import rosset_example
    >>> print(auc_difference_moments(rosset_example(50, 0.1, 0.2)))
    n+ n- (AUC of first - AUC of second) on 50 observations: mean 8.362, standard deviation 22.324 \
(of the variance 99.8% from the scores and 0.2% from the labels); positive when the first is better

    Rosset, S. (2004). Model selection via the AUC. ICML. Hoeffding, W. (1948). A class of
    statistics with asymptotically normal distribution. Annals of Mathematical Statistics 19,
    293-325.
    """
    if checked_pair(pair).n == 1:
        return summed("AUC pairs", 1, mean=0.0, scores=0.0, labels=0.0)
    world = arranged(pair)
    positive, spread = world.positive, world.label_variance
    alone = standing(world, with_itself=False)
    expected = positive * alone.mean_if_positive + (1 - positive) * alone.mean_if_negative
    from_one = positive * alone.variance_if_positive + (1 - positive) * alone.variance_if_negative
    from_two = []
    for block in all_pairs(world):
        i, j = np.s_[block.rows, None], np.s_[None, block.columns]
        unlike = positive[i] * (1 - positive[j]) + positive[j] * (1 - positive[i])
        found = unlike * block.rest
        found += spread[i] * block.from_columns + spread[j] * block.from_rows
        from_two.append(float(np.sum(found[block.weight == 1])))
    swing = alone.mean_if_positive - alone.mean_if_negative
    return summed(
        "AUC pairs",
        pair.n,
        mean=math.fsum(expected) / 2,
        scores=math.fsum([*from_one, *from_two]),
        labels=math.fsum(spread * swing**2),
    )


def error_difference_moments(pair: TwoClassifiers, *, threshold: float = 0.5) -> DifferenceMoments:
    """Mean and variance of (errors of second - errors of first) on these observations.

    Both classifiers call an observation positive when its score reaches ``threshold`` (score >=
    threshold). With c_k the call of classifier k (0 or 1), d = c_1 - c_2, an observation adds
    (2 y - 1) d:

        mean = sum_i (2 pi_i - 1) E d_i
        variance_from_labels = sum_i 4 pi_i (1 - pi_i) (E d_i)^2
        variance_from_scores = sum_i Var d_i

    Rosset (2004), section 3.2, calls positive what lies strictly above 1/2: that is the next
    representable threshold, ``math.nextafter(0.5, 1)``.

    >>> from aucurate.theory import rosset_example
    >>> strictly_above = math.nextafter(0.5, 1)
    >>> example = rosset_example(50, 0.1, 0.2)
    >>> print(error_difference_moments(example, threshold=strictly_above))
    errors of second - errors of first on 50 observations: mean 0.440, standard deviation 2.334 \
(of the variance 96.4% from the scores and 3.6% from the labels); positive when the first is better
    """
    mean_call, call_variance = calls(checked_pair(pair), threshold)
    positive = pair.positive_probability
    return summed(
        "errors",
        pair.n,
        mean=math.fsum((2 * positive - 1) * mean_call),
        scores=math.fsum(call_variance),
        labels=math.fsum(4 * positive * (1 - positive) * mean_call**2),
    )


def calls(
    pair: TwoClassifiers, threshold: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and variance of (call of first - call of second) for every observation."""
    line = checked_threshold(threshold)
    first, second = (_called(law, line) for law in (pair.first, pair.second))
    if pair.is_joint:
        masses, apart = pair.first.probabilities, first - second
        mean = np.sum(masses * apart, axis=1)
        return mean, np.asarray(np.sum(masses * (apart - mean[:, None]) ** 2, axis=1))
    mean, variance = np.zeros(pair.n), np.zeros(pair.n)
    for sign, law, called in ((1, pair.first, first), (-1, pair.second, second)):
        often = np.sum(law.probabilities * called, axis=1)
        mean += sign * often
        variance += often * np.sum(law.probabilities * (1 - called), axis=1)
    return mean, variance


def _called(law: ScoreLaw, threshold: float) -> NDArray[np.float64]:
    return (law.values >= threshold).astype(np.float64)


def summed(
    quantity: Quantity,
    n: int,
    *,
    mean: float,
    scores: float,
    labels: float,
    observations: float = 0.0,
) -> DifferenceMoments:
    """The record, its variance the sum of its sources."""
    return DifferenceMoments(
        quantity=quantity,
        n=n,
        mean=mean + 0.0,
        variance=math.fsum([scores, labels, observations]),
        variance_from_scores=scores,
        variance_from_labels=labels,
        variance_from_observations=observations,
    )
