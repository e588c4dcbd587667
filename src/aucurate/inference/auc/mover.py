r"""MOVER: the difference of two AUCs from the intervals of each, for small classes.

**Question.** Do two AUCs differ, and by how much, where an AUC is near 1 or a class is small, so
that an estimate can lie farther below the truth than above it?

**Use it** for different test sets, where it is the default of ``compare``, and for margins
(:mod:`aucurate.inference.auc.equivalence`). For the same observations ``compare`` makes it in
addition to DeLong's test where fewer than five observations of the smaller class are misordered;
``compare(..., method="mover")`` makes it for all pairs. For large test sets it is DeLong's test.

Zou and Donner's (2008) "method of variance estimates recovery" takes the variance of an estimate to
each side from its own interval. With the beta intervals :math:`(l_k, u_k)` of both AUCs
(:mod:`aucurate.inference.auc.delong`), which leave room for errors that have not been seen, and
DeLong's correlation r of the two estimates, 0 for different test sets, the difference
:math:`D = A_1 - A_2` has the interval

.. math::
    L &= D - \sqrt{(A_1 - l_1)^2 + (u_2 - A_2)^2 - 2r (A_1 - l_1)(u_2 - A_2)} \\
    U &= D + \sqrt{(u_1 - A_1)^2 + (A_2 - l_2)^2 - 2r (u_1 - A_1)(A_2 - l_2)}

so that each side uses the sides of the two intervals that lie in its direction. Where an end would
move inwards as the confidence grows (a handful of observations, limits that have run into 0 or 1),
it stays where it was, so that intervals of higher confidence contain those of lower. The test is
the interval inverted: the one-sided p-value is the tail at which the end of the interval meets the
null difference. The statistic is the normal deviate of that p-value.

**p-values near the estimate.** The beta limits leave room for errors that have not been seen at any
confidence, so the ends of the interval do not shrink to the difference D as the confidence goes to
0. For null differences between the innermost ends neither one-sided test has any evidence: both
p-values are 0.5, and the two-sided one is 1. The same holds for margins that lie that close to D,
and for the tests over subgroups that are made from these p-values. It says that the data are far
from showing anything, and no more than that.

**Compared with DeLong's test.** DeLong's test takes the difference for symmetric and its variance
for known. Where errors are few and curves have different shapes, or one test set is far smaller
than the other, neither is so, and it rejects a true null several times as often as it should. This
one holds its level there but for pairs that are highly correlated while one of them misses a few
positives; it is conservative and has less power, above all where the two classifiers are highly
correlated. docs/validation.md has level and power of both.

**Not valid** where DeLong's method is not (:mod:`aucurate.inference.auc.delong`): nested models
scored on their training data, out-of-fold scores pooled over folds, observations in groups that the
data do not name.

**Degenerate cases.** A classifier without variance (perfect separation, constant scores) takes part
with its interval and r = 0. Two classifiers that order every pair alike have the disjoint-pairs
bound of :mod:`aucurate.inference.core.bounds`, and the result says so.

**Compared with other programs.** There is no published interval of a difference of AUCs from beta
limits to compare with; the formula, its inversion and simulated levels are tested.

Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702. Zou, G. Y. (2007). Toward using confidence intervals
to compare correlations. Psychological Methods 12, 399-413. The use with beta intervals is ours.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from scipy import optimize, special

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import (
    Contest,
    Ends,
    Question,
    as_paired,
    bounded_comparison,
    filled,
    is_paired,
)
from aucurate.inference.core.homogeneity import OwnTest
from aucurate.results import Alternative, Caveat, Comparison, Interval, MethodTitle

METHOD = MethodTitle("MOVER beta", "mover")

_TAILS = tuple(float(special.ndtr(-z)) for z in (*(k / 4 for k in range(1, 33)), *range(9, 38)))


@checked
def mover_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two AUCs differ, and by how much, judged by the intervals of each?

    Scores that come from one :class:`~aucurate.PairedScores` are paired; otherwise the test is
    unpaired. Two ``Scores`` built apart from equal labels could be either: then say ``paired``.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(mover_test(data["forest"], data["tree"]))
    AUC difference 0.041 (95% CI 0.021 to 0.071), p < 0.001, MOVER beta test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    if is_paired(first, second, paired, "the MOVER test", units=True):
        moments = AucMoments.from_scores(as_paired(first, second))
        return compared_places(AucComponents.of(moments), 0, 1, question)
    one, two = (AucComponents.of(AucMoments.from_scores(scores)) for scores in (first, second))
    return unpaired_comparison(one, two, question, shared=first.observations is second.observations)


def compared_places(whole: AucComponents, i: int, j: int, question: Question) -> Comparison:
    """:func:`mover_test` of two of the classifiers on one test set."""
    contest = whole.paired(i, j)
    equal = contest.first_value == contest.second_value
    if not contest.variance > 0 and equal:
        first, second = contest.first, contest.second
        why = (
            caveats.identical(first, second)
            if contest.identical
            else caveats.no_variance(caveats.difference(first, second), first, second)
        )
        return bounded_comparison(replace(contest, caveats=(*whole.caveats, why)), question)
    found = (*whole.caveats, *_of_separation(whole, i), *_of_separation(whole, j))
    ends = cache(whole.limits(i).ends), cache(whole.limits(j).ends)
    return _comparison(replace(contest, caveats=found), question, *ends, whole.correlation(i, j))


def own_test(whole: AucComponents, i: int, j: int) -> OwnTest:
    """:func:`compared_places` of any null difference, with the limits found once."""
    first, second = (cache(whole.limits(at).ends) for at in (i, j))
    below, above = _sides(
        float(whole.values[i]), float(whole.values[j]), first, second, whole.correlation(i, j)
    )
    difference = float(whole.values[i]) - float(whole.values[j])

    def tails(null: float) -> tuple[float, float]:
        return _tails(difference - null, below, above)

    return OwnTest(difference, tails)


def unpaired_comparison(
    first: AucComponents, second: AucComponents, question: Question, *, shared: bool = False
) -> Comparison:
    """:func:`mover_test` of the only classifiers of two test sets."""
    found = [*first.caveats, *second.caveats]
    found += [*_of_separation(first, 0), *_of_separation(second, 0)]
    contest = first.apart(second)
    if shared:
        found.append(caveats.shared_observations(contest.first, contest.second))
    ends = cache(first.limits(0).ends), cache(second.limits(0).ends)
    return _comparison(replace(contest, caveats=tuple(found)), question, *ends, 0.0)


Side: TypeAlias = Callable[[float], float]


def _comparison(
    contest: Contest, question: Question, first: Ends, second: Ends, correlation: float
) -> Comparison:
    below, above = _sides(contest.first_value, contest.second_value, first, second, correlation)
    outside = (1 - question.confidence) / 2
    interval = Interval(
        low=max(-1.0, contest.difference - reach(below, outside)),
        high=min(1.0, contest.difference + reach(above, outside)),
        confidence=question.confidence,
        method=METHOD,
    )
    distance = contest.difference - question.null_difference
    greater, less = _tails(distance, below, above)
    tail = greater if distance > 0 else less
    p = {"greater": greater, "less": less, "two-sided": min(1.0, 2 * tail)}[question.alternative]
    deviate = float(-special.ndtri(tail))
    statistic = deviate if distance > 0 else 0.0 - deviate
    return filled(contest, question, interval, statistic, math.inf, p)


def _sides(a: float, b: float, first: Ends, second: Ends, correlation: float) -> tuple[Side, Side]:
    """How far the interval of a - b goes down, and up, by what it leaves outside."""

    def below(tail: float) -> float:
        return combined(a - first(tail)[0], second(tail)[1] - b, correlation)

    def above(tail: float) -> float:
        return combined(first(tail)[1] - a, b - second(tail)[0], correlation)

    return below, above


def _tails(distance: float, below: Side, above: Side) -> tuple[float, float]:
    """The one-sided p-values, greater and less, of a difference so far above the null."""
    tail = meeting_tail(below if distance > 0 else above, abs(distance))
    return (tail, 1 - tail) if distance > 0 else (1 - tail, tail)


def combined(own: float, other: float, correlation: float) -> float:
    """The root of a sum of squares, written so that equal parts with correlation 1 cancel."""
    squared = (own - other) ** 2 + 2 * (1 - correlation) * own * other
    return math.sqrt(max(0.0, squared))


def reach(side: Callable[[float], float], outside: float) -> float:
    """How far the interval goes to one side: as far as at any lower confidence, at least."""
    return max(side(tail) for tail in (*(t for t in _TAILS if t > outside), outside))


def meeting_tail(side: Callable[[float], float], distance: float) -> float:
    """What the end leaves outside when, with growing confidence, it first comes this far."""
    within = 0.5
    if side(within) >= distance:
        return within
    for beyond in _TAILS:
        if side(beyond) >= distance:
            break
        within = beyond
    else:
        return within
    distant = optimize.brentq(
        lambda logarithm: side(math.exp(logarithm)) - distance,
        math.log(beyond),
        math.log(within),
        xtol=1e-14,
        rtol=4e-15,
    )
    return math.exp(distant)


def _of_separation(whole: AucComponents, at: int) -> list[Caveat]:
    """What applies to one AUC, except for the class sizes, which are reported once."""
    return [caveat for caveat in whole.estimate_caveats(at, "beta") if caveat not in whole.caveats]
