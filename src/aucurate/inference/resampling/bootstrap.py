r"""The bootstrap: intervals and tests from observations drawn again and again from those there are.

**Question.** How far could the AUC, or the difference of two AUCs, have come out otherwise with
other observations of the same kind?

A replicate draws m positives and n negatives with replacement (stratified, the default), or m + n
observations whatever their class, and computes the AUC of what was drawn. Two classifiers on the
same observations see the same draws; classifiers on different test sets are drawn independently.
From the replicates :math:`\theta^*` of the estimate :math:`\hat\theta` (an AUC A, or a difference)
the interval is made in one of four ways (:mod:`aucurate.inference.resampling.bootstrap_intervals`):

.. math::
    \text{percentile: } \theta^*_{(k)}, \theta^*_{(R+1-k)} \qquad
    \text{basic: } 2\hat\theta - \theta^*_{(R+1-k)}, 2\hat\theta - \theta^*_{(k)} \qquad
    k = \lfloor (R+1)(1-c)/2 \rfloor

**studentised**: :math:`\hat\theta - s\,t^*_{(R+1-k)}` and :math:`\hat\theta - s\,t^*_{(k)}` with
:math:`t^* = (\theta^* - \hat\theta)/s^*`, where s and s* are DeLong's standard errors of the data
and of the replicate; **BCa**: percentiles at levels corrected for bias and acceleration. The
acceleration comes from the jackknife, and the jackknife from the placements: without positive i
the AUC is :math:`(m A - V_{10}(i)) / (m - 1)`, so its influence is :math:`V_{10}(i) - A`, and
nothing is computed anew. An unstratified bootstrap is given the same acceleration.

**The test** is the interval inverted: p is one minus the largest confidence at which the interval
leaves out the null difference. For the percentile interval that is twice the smaller of
:math:`(1 + \#\{\theta^* \le d\})/(1 + R)` and :math:`(1 + \#\{\theta^* \ge d\})/(1 + R)`; for the
basic one it is the count in the distribution shifted to the null. It is never 0.

**Not valid** where DeLong's method is not: nested models scored on their training data, out-of-fold
scores pooled over folds, observations in groups. With few observations in a class the replicates
vary less than new data would. Perfect separation, constant scores and a class of one observation
give replicates without variance; the disjoint-pairs bound takes over and the result says so.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall, chapters
12-14.
Davison, A. C., Hinkley, D. V. (1997). Bootstrap Methods and their Application. Cambridge University
Press, sections 3.2 and 5.2-5.3.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats, disjoint_pairs, monte_carlo, resampling_caveats
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
)
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.resampling.bootstrap_intervals import NAMES, Kind
from aucurate.inference.resampling.bootstrap_replicates import Differences, Replicates, one_auc
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

METHOD = "bootstrap"


@checked
def bootstrap_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """The AUC of one classifier with the standard deviation and the interval of its replicates.

    When ``progress`` returns False the replicates finished so far are used, and a caveat says so.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8], name="a")
    >>> print(bootstrap_interval(scores))
    a: AUC 0.875 (95% CI 0.500 to 1.000), 4 positive and 4 negative, bootstrap percentile interval
    """
    confidence = checked_confidence(confidence)
    moments = AucMoments.from_scores(scores, threads=threads)
    auc, variance = moments.aucs[0], float(moments.covariance[0, 0])
    if not (variance > 0 and 0 < auc < 1):
        smaller = min(moments.n_positive, moments.n_negative)
        interval = disjoint_pairs.auc_interval(auc, smaller, confidence)
        found = [_renamed(c) for c in caveats.of_one_auc(moments, 0)]
        error = math.sqrt(variance)
    else:
        drawn = one_auc(scores, kind, resampling or Resampling(), threads, progress)
        interval, beyond = _interval(drawn, kind, confidence, 0.0, 1.0, auc)
        found = [*caveats.of_one_auc(moments, 0), *drawn.caveats, *beyond]
        error = math.sqrt(drawn.variance)
    return Estimate(
        name=scores.name,
        quantity="AUC",
        value=auc,
        standard_error=error,
        interval=interval,
        n_positive=moments.n_positive,
        n_negative=moments.n_negative,
        method=METHOD,
        caveats=tuple(found),
    )


@checked
def bootstrap_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Do two AUCs differ, and by how much, by resampling the observations?

    The statistic is the distance from the null difference in standard deviations of the
    replicates; the p-value does not use it.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(bootstrap_test(data["forest"], data["tree"]))
    AUC difference 0.041 (95% CI 0.023 to 0.063), p < 0.001, bootstrap percentile test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    chosen = resampling or Resampling()
    if is_paired(first, second, paired, "the bootstrap test"):
        data = as_paired(first, second)
        match = paired_match(AucMoments.from_scores(data, threads=threads), (0, 1), (0, 1))
        given: tuple[Scores | PairedScores, ...] = (data,)
    else:
        moments = [AucMoments.from_scores(one, threads=threads) for one in (first, second)]
        shared = first.observations is second.observations
        match = unpaired_match(moments[0], moments[1], (0, 1), shared=shared)
        given = (first, second)
    if not match.contest.variance > 0:
        return match.bounded(question)
    differences = Differences.of(*given, kind=kind, resampling=chosen, threads=threads)
    return drawn_comparisons(differences, [match], progress)[0](question)


@dataclass(frozen=True, slots=True)
class Match:
    """Two classifiers to be compared, with what is known before anything is drawn.

    ``pair`` is where they stand among those whose replicates are drawn, ``smaller`` the size of the
    smallest class, and ``alike`` says that both order every pair of observations alike.
    """

    contest: Contest
    pair: tuple[int, int]
    smaller: int
    alike: bool = False

    def bounded(self, question: Question) -> Comparison:
        """The comparison of two AUCs whose difference has no variance."""
        return bounded_comparison(self.contest, question, pairs=self.smaller, identical=self.alike)


def drawn_comparisons(
    differences: Differences, matches: Sequence[Match], progress: Progress | None = None
) -> list[Callable[[Question], Comparison]]:
    """:func:`bootstrap_test` of many pairs from one set of draws, ready for any question.

    A pair gets the numbers that it gets alone.
    """
    spread = [match for match in matches if match.contest.variance > 0]
    drawn = iter(differences.drawn([match.pair for match in spread], progress))
    return [
        partial(_drawn_comparison, match, next(drawn), differences.kind)
        if match.contest.variance > 0
        else match.bounded
        for match in matches
    ]


def _drawn_comparison(
    match: Match, drawn: Replicates, kind: Kind, question: Question
) -> Comparison:
    contest = match.contest
    interval, beyond = _interval(drawn, kind, question.confidence, -1.0, 1.0, contest.difference)
    p = drawn.plausible.p_value(question.null_difference, question.alternative)
    contest = replace(
        contest,
        variance=drawn.variance,
        caveats=(*contest.caveats, *drawn.caveats, *beyond),
    )
    return monte_carlo.resampled_comparison(contest, question, interval, p, NAMES[kind])


def _interval(
    drawn: Replicates, kind: Kind, confidence: float, lowest: float, highest: float, value: float
) -> tuple[Interval, list[Caveat]]:
    """The interval in range, holding the value to the last bit, and whether replicates ran out."""
    ends = drawn.plausible.ends(confidence)
    low, high = monte_carlo.never_a_point(ends, drawn.plausible.values, lowest, highest)
    interval = Interval(
        low=min(low, value), high=max(high, value), confidence=confidence, method=NAMES[kind]
    )
    if not ends.beyond:
        return interval, []
    repeats = len(drawn.plausible.values)
    return interval, [resampling_caveats.too_few_repeats(repeats, confidence)]


def paired_match(moments: AucMoments, places: tuple[int, int], pair: tuple[int, int]) -> Match:
    """Two classifiers on the same observations, at these places of the moments."""
    i, j = places
    variance = float(moments.difference_variance[i, j])
    names, aucs = (moments.names[i], moments.names[j]), (moments.aucs[i], moments.aucs[j])
    alike = variance == 0 and aucs[0] == aucs[1]
    found = caveats.of_class_sizes(moments)
    if alike:
        found.append(caveats.identical(*names))
    elif not variance > 0:
        found.append(resampling_caveats.no_spread("the difference of the two AUCs"))
    else:
        found += _lone(moments, i) + _lone(moments, j)
    contest = Contest(*names, *aucs, variance, "paired", tuple(found))
    return Match(contest, pair, min(moments.n_positive, moments.n_negative), alike)


def unpaired_match(
    one: AucMoments, two: AucMoments, pair: tuple[int, int], *, shared: bool
) -> Match:
    """Two classifiers on different test sets; ``shared`` says that these are the same in truth."""
    variance = float(one.covariance[0, 0] + two.covariance[0, 0])
    found = [*caveats.of_class_sizes(one), *caveats.of_class_sizes(two)]
    names = one.names[0], two.names[0]
    if shared:
        found.append(caveats.shared_observations(*names))
    if variance > 0:
        found += _lone(one, 0) + _lone(two, 0)
    else:
        found.append(resampling_caveats.no_spread("the difference of the two AUCs"))
    contest = Contest(*names, one.aucs[0], two.aucs[0], variance, "unpaired", tuple(found))
    return Match(contest, pair, min(one.n_positive, one.n_negative, two.n_positive, two.n_negative))


def _lone(moments: AucMoments, at: int) -> list[Caveat]:
    without = moments.covariance[at, at] == 0
    return [resampling_caveats.lone_spread(moments.names[at])] if without else []


def _renamed(caveat: Caveat) -> Caveat:
    """DeLong's words for a missing variance, in those of the bootstrap."""
    return resampling_caveats.no_spread("the AUC") if caveat.kind == "no_variance" else caveat
