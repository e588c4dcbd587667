r"""The bootstrap: intervals and tests from observations drawn again and again from those there are.

**Question.** How far could the AUC, or the difference of two AUCs, have come out otherwise with
other observations of the same kind?

A replicate draws m positives and n negatives with replacement (stratified, the default), or m + n
observations whatever their class, and computes the AUC of what was drawn. Two classifiers on the
same observations see the same draws; classifiers on different test sets are drawn independently.
From the replicates :math:`\theta^*` of the estimate :math:`\hat\theta` (an AUC A, or a difference)
the interval is made in one of four ways (:mod:`aucurate.inference.resampling.intervals`):

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

Replicates
----------
Replicates of one AUC or of differences, made into one of the four kinds of interval.

A replicate draws places, not rows: which rows lie there is settled for each pair of classifiers by
its own data (:mod:`aucurate.inference.resampling.canonical_order`). So one set of draws serves any
number of pairs on the same observations, and what a pair gets from it does not depend on the other
classifiers.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.caveats import Kind as CaveatKind
from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError
from aucurate.formatting import shortened
from aucurate.inference.core import bounds, caveats, monte_carlo
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
)
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.resampling import intervals
from aucurate.inference.resampling.canonical_order import (
    Arrangement,
    RankedSet,
    arranged,
    arranged_sets,
    candidates,
    ranked,
    seen_wins,
)
from aucurate.inference.resampling.intervals import NAMES, Kind, Plausible
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.studentised import studentised_bootstrap
from aucurate.results import Alternative, Caveat, Comparison, Estimate, MethodTitle

Floats: TypeAlias = NDArray[np.float64]
Drawn: TypeAlias = tuple[Floats, Floats]
"""An estimate in every replicate and, where it is needed, its variance there."""

Alone: TypeAlias = tuple[int, int, bool]
"""A test set among others, whether it is the first (0) or second of a pair, and turned round."""

_ROOM = 64 * 2**20  # bytes that the pairs drawn together may need beside the data
_BYTES_PER_ROW = 40  # of one pair: its ranks, its presort and the steps of its sweep


@dataclass(frozen=True, slots=True)
class Replicates:
    """What an interval and a test are read off, the variance of the replicates, the caveats."""

    plausible: Plausible
    variance: float
    caveats: tuple[Caveat, ...]


def one_auc(
    scores: Scores,
    kind: Kind,
    resampling: Resampling,
    threads: int | None,
    progress: Progress | None,
) -> Replicates:
    """Replicates of one AUC."""
    view = arranged(scores, threads=threads)
    (test_set,) = view.test_sets
    auc = test_set.wins[0] / (2 * test_set.pairs)
    values, variances = _drawn(test_set, kind, resampling, resampling.key(), threads, progress)
    if view.sign < 0:
        auc, values = 1 - auc, 1 - values
    return _replicates(view, kind, auc, values, variances, resampling.repeats, centre=0.5)


def drawn_together(kind: Kind, repeats: int, observations: int, *, paired: bool) -> int:
    """Of how many pairs the replicates are drawn at once, so that memory stays bounded.

    One where every replicate of a pair brings a variance: beside that the draws cost little.
    """
    if kind == "studentised" and paired:
        return 1
    return max(16, _ROOM // max(_BYTES_PER_ROW * observations, 8 * repeats))


@dataclass(frozen=True, slots=True)
class Differences:
    """The replicates of the differences of AUCs, of any pairs of several classifiers.

    ``sets`` is one set of ranks of all classifiers on the same observations, or one of each, and
    ``wins`` are theirs. ``key`` is that of the resampling, which a generator gives once.
    """

    sets: tuple[RankedSet, ...]
    wins: tuple[int, ...]
    kind: Kind
    resampling: Resampling
    key: int
    threads: int | None
    _alone: dict[Alone, Drawn] = field(default_factory=dict)
    _orders: dict[tuple[int, bool], NDArray[np.int64] | None] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        *given: Scores | PairedScores,
        kind: Kind,
        resampling: Resampling,
        threads: int | None,
    ) -> "Differences":
        """Of classifiers on the same observations, or of each on a test set of its own."""
        sets = tuple(ranked(data, threads) for data in given)
        wins = tuple(won for one in sets for won in one.wins)
        return cls(sets, wins, kind, resampling, resampling.key(), threads)

    def drawn(
        self, pairs: Sequence[tuple[int, int]], progress: Progress | None
    ) -> list[Replicates]:
        """The replicates of the difference of each of these pairs, first minus second.

        When ``progress`` returns False the replicates finished so far are used.
        """
        views = [self._arranged(*pair) for pair in pairs]
        if not pairs:
            drawn: list[Drawn] = []
        elif len(self.sets) > 1:
            drawn = self._drawn_apart(pairs, views, progress)
        elif self.kind == "studentised":
            drawn = [self._draw(v.test_sets[0], self.key, progress) for v in views]
        else:
            drawn = self._drawn_at_once(pairs, views, progress)
        return [self._made(view, *each) for view, each in zip(views, drawn, strict=True)]

    def _arranged(self, first: int, second: int) -> Arrangement:
        wins = self.wins[first], self.wins[second]
        if len(self.sets) > 1:
            return arranged_sets((self.sets[first], self.sets[second]), wins)
        (every,) = self.sets
        view, *others = candidates(self.sets, wins)
        leader, other = (second, first) if view.exchanged else (first, second)
        order = self._order_of(leader, turned=view.turned)
        if others or order is None:
            both = RankedSet(every.ranks[[first, second]], every.positive)
            return arranged_sets((both,), wins)
        in_order = RankedSet(
            np.stack([every.ranks[leader][order], every.ranks[other][order]]),
            every.positive[order],
        )
        settled = in_order.turned() if view.turned else in_order
        return Arrangement((settled,), view, seen_wins(view, self.sets, wins), symmetric=False)

    def _order_of(self, leader: int, *, turned: bool) -> NDArray[np.int64] | None:
        """The rows by label and the ranks of one classifier, None where ties leave them open."""
        if (leader, turned) not in self._orders:
            (every,) = self.sets
            alone = RankedSet(every.ranks[[leader]], every.positive)
            alone = alone.turned() if turned else alone
            order = alone.ascending()
            ranks, positive = alone.ranks[0][order], alone.positive[order]
            tied = (ranks[1:] == ranks[:-1]) & (positive[1:] == positive[:-1])
            self._orders[leader, turned] = None if tied.any() else order
        return self._orders[leader, turned]

    def _made(self, view: Arrangement, values: Floats, variances: Floats) -> Replicates:
        of_both = (view.test_sets * 2)[:2]
        first, second = (
            won / (2 * test_set.pairs) for won, test_set in zip(view.wins, of_both, strict=True)
        )
        return _replicates(
            view,
            self.kind,
            view.sign * (first - second),
            view.sign * values,
            variances,
            self.resampling.repeats,
            centre=0.0,
        )

    def _draw(self, test_set: RankedSet, key: int, progress: Progress | None) -> Drawn:
        return _drawn(test_set, self.kind, self.resampling, key, self.threads, progress)

    def _drawn_at_once(
        self,
        pairs: Sequence[tuple[int, int]],
        views: Sequence[Arrangement],
        progress: Progress | None,
    ) -> list[Drawn]:
        """All pairs from the same draws.

        The classifier that comes first in the order of a pair settles its places alone, up to ties
        that do not matter to its AUC: it has the same replicates in all pairs that it leads.
        """
        rows: list[NDArray[np.int64]] = []
        leaders: dict[tuple[int, bool], int] = {}
        places: list[tuple[int, int]] = []
        for pair, arranged_pair in zip(pairs, views, strict=True):
            first, second = arranged_pair.test_sets[0].ranks
            view = arranged_pair.view
            leader = pair[view.exchanged], view.turned
            if leader not in leaders:
                leaders[leader] = len(rows)
                rows.append(first)
            places.append((leaders[leader], len(rows)))
            rows.append(second)
        positive = views[0].test_sets[0].positive  # sorted by label, and so the same in all views
        aucs = bootstrap_aucs(
            presort(np.array(rows, np.float64), positive, threads=self.threads),
            repeats=self.resampling.repeats,
            stratified=self.resampling.stratified,
            key=self.key,
            threads=self.threads,
            progress=progress,
        ).T.copy()
        unknown = np.full(aucs.shape[1], math.nan)
        return [(aucs[first] - aucs[second], unknown) for first, second in places]

    def _drawn_apart(
        self,
        pairs: Sequence[tuple[int, int]],
        views: Sequence[Arrangement],
        progress: Progress | None,
    ) -> list[Drawn]:
        """Differences with independent draws for the two test sets of a pair.

        A test set is drawn as the first and as the second of a pair, as it is and turned round, at
        most once each. When one is stopped, the others are drawn as often as it had been.
        """
        keys = np.random.SeedSequence(self.key).generate_state(2, np.uint64).tolist()
        needed: dict[Alone, RankedSet] = {}
        used: list[tuple[Alone, Alone]] = []
        for pair, arranged_pair in zip(pairs, views, strict=True):
            view = arranged_pair.view
            first, second = pair[::-1] if view.exchanged else pair
            both = (first, 0, view.turned), (second, 1, view.turned)
            used.append(both)
            needed.update(zip(both, arranged_pair.test_sets, strict=True))
        missing = [alone for alone in needed if alone not in self._alone]
        wanted = self
        for at, alone in enumerate(missing):
            watch = None if progress is None else _part(progress, at, len(missing))
            drawn = wanted._draw(needed[alone], keys[alone[1]], watch)
            self._alone[alone] = drawn
            if len(drawn[0]) < wanted.resampling.repeats:
                wanted = replace(wanted, resampling=replace(self.resampling, repeats=len(drawn[0])))
                progress = None
        return [_subtracted(self._alone[first], self._alone[second]) for first, second in used]


def _subtracted(first: Drawn, second: Drawn) -> Drawn:
    done = min(len(first[0]), len(second[0]))
    return first[0][:done] - second[0][:done], first[1][:done] + second[1][:done]


def _part(progress: Progress, part: int, parts: int) -> Progress:
    return lambda done, total: progress(part * total + done, parts * total)


def _replicates(
    view: Arrangement,
    kind: Kind,
    estimate: float,
    values: Floats,
    variances: Floats,
    repeats: int,
    *,
    centre: float,
) -> Replicates:
    """Left out what has no AUC, counted what the reader must know, and made into the kind."""
    found = monte_carlo.of_finished(len(values), repeats)
    usable = ~np.isnan(values)
    without = len(values) - int(np.count_nonzero(usable))
    if without:
        found.append(caveats.missing_class(without, len(values)))
    if len(values) - without < 2:
        raise AucurateError(
            f"fewer than two of {len(values):,} replicates have an AUC.",
            hint="ask for more repeats, or draw within the classes with stratified=True.",
        )
    values, variances = values[usable], variances[usable]
    if kind == "studentised":
        plausible = intervals.studentised(estimate, values, _delong_variance(view), variances)
        unknown = int(np.count_nonzero(~(variances > 0)))
        if unknown:
            found.append(caveats.no_replicate_variance(unknown, len(values)))
    elif kind == "bca":
        influences = [view.sign * each for each in _influences(view)]
        plausible = intervals.bca(estimate, values, influences)
    else:
        plausible = (intervals.basic if kind == "basic" else intervals.percentile)(estimate, values)
    if view.symmetric:
        plausible = plausible.symmetrical(centre)
    spread = float(np.var(values, ddof=1))
    return Replicates(plausible, spread if spread > 0 else _delong_variance(view), tuple(found))


def _delong_variance(view: Arrangement) -> float:
    """DeLong's variance of the estimate, from what each observation does to it."""
    return sum(float((each**2).sum()) / (len(each) * (len(each) - 1)) for each in _influences(view))


def _drawn(
    test_set: RankedSet,
    kind: Kind,
    resampling: Resampling,
    key: int,
    threads: int | None,
    progress: Progress | None,
) -> Drawn:
    """The AUC, or the difference of two, in every replicate; its variance where it is needed."""
    ranks = test_set.ranks.astype(np.float64)
    order = presort(ranks, test_set.positive, threads=threads)
    if kind == "studentised":
        turned = presort(ranks, ~test_set.positive, threads=threads)
        contrast = np.array([1, -1][: len(ranks)], np.int64)
        aucs, variances = studentised_bootstrap(
            order,
            turned,
            contrast,
            repeats=resampling.repeats,
            stratified=resampling.stratified,
            key=key,
            threads=threads,
            progress=progress,
        )
    else:
        aucs = bootstrap_aucs(
            order,
            repeats=resampling.repeats,
            stratified=resampling.stratified,
            key=key,
            threads=threads,
            progress=progress,
        )
        variances = np.full(len(aucs), math.nan)
    return (aucs[:, 0] if len(ranks) == 1 else aucs[:, 0] - aucs[:, 1]), variances


def _influences(view: Arrangement) -> list[Floats]:
    """What leaving out one observation does to the estimate, for each class of each test set.

    The jackknife's (m - 1) (A - A without i) is the placement of i minus the AUC.
    """
    influences = []
    for at, test_set in enumerate(view.test_sets):
        placed = kernels.placements(test_set.ranks.astype(np.float64), test_set.positive)
        aucs = np.array(test_set.wins)[:, None] / (2 * test_set.pairs)
        for counts, others in (
            (placed.of_positives, placed.of_negatives.shape[1]),
            (placed.of_negatives, placed.of_positives.shape[1]),
        ):
            away = counts / (2 * others) - aucs
            joined = away[0] - away[1] if len(away) == 2 else away[0]
            influences.append(-joined if at == 1 else joined)
    return influences


METHOD = MethodTitle("bootstrap", "bootstrap")


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
        interval = bounds.auc_interval(auc, smaller, confidence)
        found = [_renamed(c) for c in caveats.of_one_auc(moments, 0)]
        error = math.sqrt(variance)
    else:
        drawn = one_auc(scores, kind, resampling or Resampling(), threads, progress)
        interval, beyond = drawn.plausible.interval(kind, confidence, auc, (0.0, 1.0))
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
        contest = replace(self.contest, pairs=self.smaller, identical=self.alike)
        return bounded_comparison(contest, question)


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
    ends = -contest.reach, contest.reach
    interval, beyond = drawn.plausible.interval(kind, question.confidence, contest.difference, ends)
    p = drawn.plausible.p_value(question.null_difference, question.alternative)
    contest = replace(
        contest,
        variance=drawn.variance,
        caveats=(*contest.caveats, *drawn.caveats, *beyond),
    )
    return monte_carlo.resampled_comparison(contest, question, interval, p, NAMES[kind])


def paired_match(moments: AucMoments, places: tuple[int, int], pair: tuple[int, int]) -> Match:
    """Two classifiers on the same observations, at these places of the moments."""
    i, j = places
    variance = float(moments.difference_variance[i, j])
    names, aucs = (moments.names[i], moments.names[j]), (moments.aucs[i], moments.aucs[j])
    alike = variance == 0 and aucs[0] == aucs[1]
    found = caveats.of_class_sizes(moments)
    own = float(moments.covariance[i, i]), float(moments.covariance[j, j])
    found += caveats.OF_REPLICATES.of_difference(names, own, variance, alike=alike)
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
    own = float(one.covariance[0, 0]), float(two.covariance[0, 0])
    found += caveats.OF_REPLICATES.of_difference(names, own, variance)
    contest = Contest(*names, one.aucs[0], two.aucs[0], variance, "unpaired", tuple(found))
    return Match(contest, pair, min(one.n_positive, one.n_negative, two.n_positive, two.n_negative))


def _renamed(caveat: Caveat) -> Caveat:
    """DeLong's words for a missing variance, in those of the bootstrap."""
    if caveat.kind != CaveatKind.NO_VARIANCE:
        return caveat
    (name,) = caveat.about
    return caveats.no_spread(f"the AUC of {shortened(name)}", name)
