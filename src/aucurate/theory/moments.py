r"""Exact mean and variance of how much better the first of two classifiers looks on a test set.

**Question.** If it were known how often each observation is positive, and which scores two
classifiers give it with which probabilities: how would the difference of their AUCs vary from test
set to test set, and how would that of their errors?

**Use it** to study methods and designs where the truth is known: to check a variance estimator
against the exact variance, to see what a criterion can distinguish at a given size, or to plan.
With a study as the population (``TwoClassifiers.from_scores``) it says what a study of another
size, drawn from the same kind of observations, would find. The assumed truth is described in
:mod:`aucurate.theory.worlds`; how often either criterion chooses the better classifier is in
:mod:`aucurate.theory.choosing`, how large a test set must be in :mod:`aucurate.theory.sizes`, and
test sets whose observations are drawn too in :mod:`aucurate.theory.population`.

With y the label (0 or 1), s the scores of both classifiers and

.. math::
    \psi(a, b) = 1, \tfrac12, 0 \text{ for } a >, =, < b, \quad
    h(s_i, s_j) = \psi(s^1_i, s^1_j) - \psi(s^2_i, s^2_j)

the pairs that the first classifier orders better than the second are

.. math::
    n_+ n_- (\hat A_1 - \hat A_2) = \sum_{i < j} g_{ij}, \quad g_{ij} = (y_i - y_j)\, h(s_i, s_j)

and the errors of the second minus those of the first are
:math:`\sum_i (2 y_i - 1)(c^1_i - c^2_i)` with the decisions c (1 where score >= threshold). Both
are positive when the first classifier is better. A test set with one class only has no pairs and a
difference of 0. The variance is the sum of what the scores add, what the labels add and, in
:func:`~aucurate.theory.population_moments`, which observations are drawn; each of them is a sum of
squares, none a difference of large numbers. That of the pairs is the variance of a sum of parts
that depend on one observation and parts that depend on two (Hoeffding 1948), found by one sort and
a sum over pairs: :math:`n^2` steps instead of the :math:`n^3` of a sum over triples.

**Not valid** for the uncertainty of a real study, whose probabilities are not known: use
:mod:`aucurate.inference.auc.delong`. Where scores of different observations share the errors of one
trained model, or observations belong together in groups, the variance is another one, as a rule
larger. Errors need a threshold on the scale of the scores: the usual 0.5 is for probabilities.

**Degenerate cases.** Where the threshold is outside the range of all scores, all observations get
the same decision, and a caveat says so.

**Compared with the paper.** Means agree with the printed digits of Rosset's Table 1. The printed
variances do not follow from the model: full enumeration, sums over triples, exact fractions and
simulation all agree with what is computed here. In print, one term of the variance has a plus where
it needs a minus, and two of the probabilities that it uses have their inequalities reversed. The
paper calls positive what lies strictly above 1/2, which is the next representable threshold,
``math.nextafter(0.5, 1)``.

Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning, Banff, sections 2.1 and 3.2.
Hoeffding, W. (1948). A class of statistics with asymptotically normal distribution. Annals of
Mathematical Statistics 19, 293-325.

One observation at a time
-------------------------
One observation at a time: how it stands against all others, given its own label and score.

What an observation with label y and scores s can expect against j is :math:`E(g_{ij} \mid y, s) =
(y - \pi_j) H_j(s)`, where :math:`H_j(s) = E\, h(s, s_j)` is a difference of two distribution
functions, jumps counted half. Sums of these over all j need one sort of all values. Where the two
classifiers are independent h is a sum of two independent parts, and variances add.

Two observations at a time
--------------------------
Two observations at a time: what remains of the variance beyond each separately.

For a pair i, j the difference :math:`h(s_i, s_j)` has a mean, a part that depends on :math:`s_i`
alone, one that depends on :math:`s_j` alone, and a rest; the four are uncorrelated (Hoeffding
1948). Their variances are sums of squares over the states of the two observations, so that no
figure is a small difference of large ones. All pairs are worked through in blocks that fit the
cache of a processor, and blocks whose observations cannot change places are not looked into: time
:math:`n^2 v^2 / 2` at most for v states, and memory for a few blocks only (of one pair of
observations at least: :math:`v^2`).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import formatting
from aucurate.checks import checked
from aucurate.results import Record
from aucurate.theory.worlds import ScoreLaw, TwoClassifiers, checked_threshold

Better: TypeAlias = Literal["first", "second", "neither"]
Quantity: TypeAlias = Literal["AUC pairs", "errors"]

ROUNDING = 1e-12  # of a term: what is smaller on average is 0 up to rounding


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
        """Which classifier is better on average; "neither" where the mean is 0, up to rounding."""
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
        return f" (of the variance {formatting.join_words(told)})"


@checked
def auc_difference_moments(pair: TwoClassifiers) -> DifferenceMoments:
    r"""Mean and variance of n+ n- (AUC of first - AUC of second) on these observations.

    The question: if labels and scores were drawn again for the same observations, how far would the
    difference of the two AUCs, times the number of pairs, vary, and around what? Ties count one
    half. A test set that holds one class only has no pairs, and a difference of 0.

    With :math:`g_{ij} = (y_i - y_j) h(s_i, s_j)` for i < j, :math:`\pi_i` the probability that i is
    positive, and :math:`T_i = \sum_j \operatorname E(g_{ij} \mid y_i, s_i)`, the mean is
    :math:`\frac12 \sum_i \operatorname E T_i`, and the variances from the labels and from the
    scores are

    .. math::
        V_\text{labels} &= \sum_i \pi_i (1 - \pi_i)
            [\operatorname E(T_i \mid y_i = 1) - \operatorname E(T_i \mid y_i = 0)]^2, \\
        V_\text{scores} &= \sum_i \operatorname E \operatorname{Var}(T_i \mid y_i)
            + \sum_{i<j} \operatorname{Var} R_{ij}, \\
        \operatorname{Var} R_{ij} &= [\pi_i (1 - \pi_j) + \pi_j (1 - \pi_i)] r_{ij}
            + \pi_i (1 - \pi_i) f_j + \pi_j (1 - \pi_j) f_i

    where :math:`f_i`, :math:`f_j` and :math:`r_{ij}` are the variances of the parts of
    :math:`h(s_i, s_j)` that come from i, from j and from neither alone
    (:mod:`aucurate.theory.moments`). These are the moments of Rosset (2004), section 2.1.2, in
    O(n^2) instead of sums over triples, for any discrete scores, with ties, and for classifiers
    that depend on each other.

    Not valid where labels or scores of different observations depend on each other: observations in
    groups, or scores that share the errors of one trained model. For real data use
    :func:`aucurate.inference.auc.delong_test`.

    >>> from aucurate.theory import rosset_example
    >>> moments = auc_difference_moments(rosset_example(50, 0.1, 0.2))
    >>> round(moments.mean, 3), round(moments.variance**0.5, 3)
    (8.362, 22.324)
    >>> print(str(moments).partition(" on ")[0])
    n+ n- (AUC of first - AUC of second)

    Rosset, S. (2004). Model selection via the AUC. ICML. Hoeffding, W. (1948). A class of
    statistics with asymptotically normal distribution. Annals of Mathematical Statistics 19,
    293-325.
    """
    if pair.n == 1:
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


@checked
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
    mean_call, call_variance = calls(pair, threshold)
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


@dataclass(frozen=True, slots=True)
class Part:
    """A part of h that is independent of the other parts: one classifier, or both together.

    ``values`` has the shape (classifiers, n, v), ``signs`` is 1 for the first classifier and -1 for
    the second, ``probabilities`` is (n, v).
    """

    values: NDArray[np.float64]
    signs: tuple[int, ...]
    probabilities: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Arranged:
    """Two classifiers with the observations in the order of their scores, and h in its parts."""

    positive: NDArray[np.float64]
    parts: tuple[Part, ...]

    @property
    def n(self) -> int:
        """How many observations there are."""
        return len(self.positive)

    @property
    def label_variance(self) -> NDArray[np.float64]:
        """The variance of every label."""
        return np.asarray(self.positive * (1 - self.positive))


class Standing(NamedTuple):
    """Mean and variance over its own scores of what an observation expects against all others,
    were it positive and were it negative; each an array over the observations.
    """

    mean_if_positive: NDArray[np.float64]
    mean_if_negative: NDArray[np.float64]
    variance_if_positive: NDArray[np.float64]
    variance_if_negative: NDArray[np.float64]


def arranged(pair: TwoClassifiers) -> Arranged:
    """The observations by their lowest score of the first classifier, so that those which cannot
    change places stand far apart.
    """
    one, two = (_used(law) for law in (pair.first, pair.second))
    order = np.lexsort((np.min(two.values, axis=1), np.min(one.values, axis=1)))
    if pair.is_joint:
        values = np.stack([one.values[order], two.values[order]])
        parts: tuple[Part, ...] = (Part(values, (1, -1), one.probabilities[order]),)
    else:
        parts = tuple(
            Part(law.values[None, order], (sign,), law.probabilities[order])
            for law, sign in ((one, 1), (two, -1))
        )
    return Arranged(pair.positive_probability[order], parts)


def _used(law: ScoreLaw) -> ScoreLaw:
    """The same law, its states without probability left out, or given a value that has some."""
    somewhere = np.any(law.probabilities > 0, axis=0)
    values, masses = law.values[:, somewhere], law.probabilities[:, somewhere]
    likely = np.argmax(masses, axis=1)[:, None]
    return ScoreLaw(np.where(masses > 0, values, np.take_along_axis(values, likely, 1)), masses)


def standing(world: Arranged, *, with_itself: bool) -> Standing:
    """How every observation stands against all others, ``with_itself`` also against a second,
    independent realisation of itself.
    """
    against = {"positive": 1 - world.positive, "negative": -world.positive}
    means = {label: np.zeros(world.n) for label in against}
    variances = {label: np.zeros(world.n) for label in against}
    for part in world.parts:
        own = None if with_itself else _against_itself(part)
        for label, weights in against.items():
            expected = _against_all(part, weights)
            if own is not None:
                expected -= weights[:, None] * own
            mean = np.sum(part.probabilities * expected, axis=1)
            means[label] += mean
            away = expected - mean[:, None]
            variances[label] += np.sum(part.probabilities * away**2, axis=1)
    return Standing(
        means["positive"], means["negative"], variances["positive"], variances["negative"]
    )


def _against_all(part: Part, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum over j of weights_j H_j at every state of every observation."""
    masses = (weights[:, None] * part.probabilities).reshape(-1)
    total = np.zeros(part.probabilities.shape)
    for sign, values in zip(part.signs, part.values, strict=True):
        total += sign * _half_counted(values.reshape(-1), masses).reshape(values.shape)
    return total


def _half_counted(values: NDArray[np.float64], masses: NDArray[np.float64]) -> NDArray[np.float64]:
    """At every value the mass below it and half the mass at it."""
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    sums = np.concatenate(([0.0], np.cumsum(masses[order], dtype=np.longdouble)))
    starts = np.concatenate(([True], ranked[1:] != ranked[:-1]))
    group = np.cumsum(starts) - 1
    ends = np.append(np.flatnonzero(starts), len(ranked))
    middle = (sums[ends[:-1]] + sums[ends[1:]]) / 2
    found = np.empty(len(values))
    found[order] = middle[group]
    return found


def _against_itself(part: Part) -> NDArray[np.float64]:
    """H_i at the states of observation i itself."""
    total = np.zeros(part.probabilities.shape)
    signs = np.array(part.signs, np.int64).reshape(-1, 1, 1)
    for k in range(part.probabilities.shape[1]):
        here = part.values[:, :, k, None]
        doubled = signs * ((part.values > here).astype(np.int64) + (part.values >= here))
        total += part.probabilities[:, k, None] / 2 * np.sum(doubled, axis=0)
    return total


_BLOCK = 150_000  # pairs of states that are held at once
_WIDTH = 512  # columns of a block, if so many fit: long rows are worked through faster


class Pairs(NamedTuple):
    """The pairs of a block of rows with a block of columns, all arrays (rows, columns).

    ``mean`` is that of h, ``from_rows`` and ``from_columns`` are the variances of its parts that
    depend on one observation, ``rest`` is the variance of what depends on both. ``weight`` is 1 for
    i < j, 0 for i > j and 1/2 for i = j (two realisations of one observation).
    """

    rows: slice
    columns: slice
    weight: NDArray[np.float64]
    mean: NDArray[np.float64]
    from_rows: NDArray[np.float64]
    from_columns: NDArray[np.float64]
    rest: NDArray[np.float64]


def all_pairs(world: Arranged) -> Iterator[Pairs]:
    """Every pair of observations once, block by block."""
    states = max(part.probabilities.shape[1] for part in world.parts)
    width = max(1, min(_WIDTH, _BLOCK // states**2))
    height = max(1, _BLOCK // (states**2 * width))
    for start in range(0, world.n, height):
        rows = slice(start, min(world.n, start + height))
        for other in range(start, world.n, width):
            columns = slice(other, min(world.n, other + width))
            yield _block(world, rows, columns)


def _block(world: Arranged, rows: slice, columns: slice) -> Pairs:
    i, j = np.arange(rows.start, rows.stop)[:, None], np.arange(columns.start, columns.stop)
    weight = (j > i) + 0.5 * (j == i)
    sums = tuple(np.zeros(weight.shape) for _ in range(4))
    for part in world.parts:
        for total, found in zip(sums, _spread(part, rows, columns), strict=True):
            total += found
    return Pairs(rows, columns, weight, *sums)


def _spread(part: Part, rows: slice, columns: slice) -> tuple[NDArray[np.float64] | float, ...]:
    """Mean and the three variances of one part of h."""
    fixed = _if_apart(part, rows, columns)
    if fixed is not None:
        return fixed, 0.0, 0.0, 0.0
    h = _order(part, rows, columns)
    of_rows, of_columns = part.probabilities[rows].T, part.probabilities[columns].T
    if len(of_rows) == 1:
        return h[0, 0], 0.0, 0.0, 0.0
    given_row = np.einsum("abij,bj->aij", h, of_columns)
    given_column = np.einsum("abij,ai->bij", h, of_rows)
    mean = np.einsum("aij,ai->ij", given_row, of_rows)
    given_column -= mean
    h -= given_row[:, None]
    h -= given_column
    h *= h
    given_row -= mean
    rest = np.einsum("bij,bj->ij", np.einsum("abij,ai->bij", h, of_rows), of_columns)
    from_rows = np.einsum("aij,ai->ij", given_row**2, of_rows)
    return mean, from_rows, np.einsum("bij,bj->ij", given_column**2, of_columns), rest


def _if_apart(part: Part, rows: slice, columns: slice) -> float | None:
    """The value of h where no state of a row reaches one of a column, else None."""
    fixed = 0.0
    for sign, values in zip(part.signs, part.values, strict=True):
        here, there = values[rows], values[columns]
        if np.min(here) > np.max(there):
            fixed += sign
        elif not np.max(here) < np.min(there):
            return None
    return fixed


def _order(part: Part, rows: slice, columns: slice) -> NDArray[np.float64]:
    """The values of h: states of a row on the first axis, states of a column on the second."""
    doubled: NDArray[np.int8] | None = None
    for sign, values in zip(part.signs, part.values, strict=True):
        here = values[rows].T[:, None, :, None]
        there = values[columns].T[None, :, None, :]
        found = (here > there).view(np.int8) + (here >= there).view(np.int8)
        found = found if sign == 1 else np.negative(found)
        doubled = found if doubled is None else doubled + found
    assert doubled is not None
    return np.multiply(doubled, 0.5, dtype=np.float64)
