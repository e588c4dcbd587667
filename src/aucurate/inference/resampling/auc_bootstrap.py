r"""Bootstrap replicates of one AUC and of differences of AUCs, of any number of pairs.

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. A replicate
draws m positives and n negatives with replacement (stratified), or m + n observations whatever
their class, and computes the AUC of what was drawn; the studentised interval needs DeLong's
variance of the replicate as well. BCa's acceleration comes from the jackknife, and the jackknife
from the placements: without positive i the AUC is :math:`(m A - V_{10}(i)) / (m - 1)`, so its
influence is :math:`V_{10}(i) - A`, and nothing is recomputed. An unstratified bootstrap is given
the same acceleration.

Of observations in groups or with weights a replicate draws the units of
:mod:`aucurate.inference.resampling.drawn_units`: its variance is that of
:mod:`aucurate.data.units` over the drawn units, and the acceleration comes from what the units add.

A replicate draws places, not rows: which rows lie there is settled for each pair of classifiers by
its own data (:mod:`aucurate.inference.resampling.canonical_order`). So one set of draws serves any
number of pairs on the same observations, and what a pair gets from it does not depend on the other
classifiers.

Where the difference has no variance (perfect separation, constant scores, a class of one
observation) the disjoint-pairs bound takes over.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind as CaveatKind
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.formatting import shortened
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    as_paired,
    auc_estimate,
    bounded_comparison,
    is_paired,
)
from aucurate.inference.resampling.canonical_order import (
    Arrangement,
    RankedSet,
    arranged,
    arranged_sets,
    candidates,
    ranked,
    seen_wins,
)
from aucurate.inference.resampling.drawn_units import influences_of_units
from aucurate.inference.resampling.intervals import Floats, Influence, Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import METHOD, Drawing, Replicates, Statistic, in_turn
from aucurate.kernels import Progress
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.studentised import studentised_bootstrap
from aucurate.kernels.units import unit_bootstrap
from aucurate.results import Caveat, Comparison, Estimate, Interval

Drawn: TypeAlias = Floats
"""A row per replicate: the estimate and, where it is needed, its variance there."""

Alone: TypeAlias = tuple[int, int, bool]
"""A test set among others, whether it is the first (0) or second of a pair, and reversed."""

_ROOM = 64 * 2**20  # bytes that the pairs drawn together may need in addition to the data
_BYTES_PER_ROW = 40  # of one pair: its ranks, its presort and the steps of its sweep


def one_auc(
    scores: Scores,
    kind: Kind,
    resampling: Resampling,
    threads: int | None,
    progress: Progress | None,
    variance: float = math.nan,
) -> Replicates:
    """Replicates of one AUC; ``variance`` is that of observations in groups or with weights."""
    view = arranged(scores, threads=threads)
    (test_set,) = view.test_sets
    auc = test_set.wins[0] / (2 * test_set.pairs)
    drawn = _drawn(test_set, kind, resampling, resampling.key(), threads, progress)
    if view.sign < 0:
        auc, drawn[:, 0] = 1 - auc, 1 - drawn[:, 0]
    return _replicates(view, kind, auc, drawn, resampling.replicates, variance, centre=0.5)


def drawn_together(
    kind: Kind, replicates: int, observations: int, *, paired: bool, units: bool = False
) -> int:
    """Of how many pairs the replicates are drawn at once, so that memory stays bounded.

    One where every replicate of a pair brings a variance, and where ``units`` says that the rows
    have groups or weights: relative to the rest the draws cost little.
    """
    if paired and (units or kind == "studentised"):
        return 1
    return max(16, _ROOM // max(_BYTES_PER_ROW * observations, 8 * replicates))


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
        self,
        pairs: Sequence[tuple[int, int]],
        progress: Progress | None,
        variances: Sequence[float],
    ) -> list[Replicates]:
        """The replicates of the difference of each of these pairs, first minus second.

        ``variances`` are those of the differences. When ``progress`` returns False the replicates
        finished so far are used.
        """
        views = [self._arranged(*pair) for pair in pairs]
        if not pairs:
            drawn: list[Drawn] = []
        elif len(self.sets) > 1:
            drawn = self._drawn_apart(pairs, views, progress)
        elif self.kind == "studentised" or self.sets[0].units is not None:
            replicates = self.resampling.replicates
            drawn = [self._draw(v.test_sets[0], self.key, replicates, progress) for v in views]
        else:
            drawn = self._drawn_at_once(pairs, views, progress)
        return [self._made(*each) for each in zip(views, drawn, variances, strict=True)]

    def _arranged(self, first: int, second: int) -> Arrangement:
        wins = self.wins[first], self.wins[second]
        if len(self.sets) > 1:
            return arranged_sets((self.sets[first], self.sets[second]), wins)
        (every,) = self.sets
        if every.units is not None:
            both = replace(every, ranks=every.ranks[[first, second]])
            return arranged_sets((both,), wins)
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

    def _made(self, view: Arrangement, drawn: Drawn, variance: float) -> Replicates:
        of_both = (view.test_sets * 2)[:2]
        first, second = (
            won / (2 * test_set.pairs) for won, test_set in zip(view.wins, of_both, strict=True)
        )
        turned = drawn * [view.sign, 1]
        difference = view.sign * (first - second)
        replicates = self.resampling.replicates
        return _replicates(view, self.kind, difference, turned, replicates, variance, centre=0.0)

    def _draw(
        self, test_set: RankedSet, key: int, replicates: int, progress: Progress | None
    ) -> Drawn:
        chosen = replace(self.resampling, replicates=replicates)
        return _drawn(test_set, self.kind, chosen, key, self.threads, progress)

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
            replicates=self.resampling.replicates,
            stratified=self.resampling.stratified,
            key=self.key,
            threads=self.threads,
            progress=progress,
        ).T.copy()
        return [_without_variance(aucs[first] - aucs[second]) for first, second in places]

    def _drawn_apart(
        self,
        pairs: Sequence[tuple[int, int]],
        views: Sequence[Arrangement],
        progress: Progress | None,
    ) -> list[Drawn]:
        """Differences with independent draws for the two test sets of a pair.

        A test set is drawn as the first and as the second of a pair, as it is and reversed, at most
        once each. When one is stopped, the others are drawn equally often.
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
        parts = [partial(self._draw, needed[alone], keys[alone[1]]) for alone in missing]
        drawn = in_turn(parts, self.resampling.replicates, progress)
        self._alone.update(zip(missing, drawn, strict=True))
        return [_subtracted(self._alone[first], self._alone[second]) for first, second in used]


def _subtracted(first: Drawn, second: Drawn) -> Drawn:
    """The difference of the estimates and the sum of their variances."""
    done = min(len(first), len(second))
    one, two = first[:done], second[:done]
    return np.column_stack([one[:, 0] - two[:, 0], one[:, 1] + two[:, 1]])


def _without_variance(values: Floats) -> Drawn:
    return np.column_stack([values, np.full(len(values), math.nan)])


def _replicates(
    view: Arrangement,
    kind: Kind,
    estimate: float,
    drawn: Drawn,
    replicates: int,
    variance: float,
    *,
    centre: float,
) -> Replicates:
    plain = all(test_set.units is None for test_set in view.test_sets)
    return Replicates.of(
        estimate,
        drawn[:, 0],
        kind,
        replicates,
        influences=lambda: _influences(view),
        variance=lambda: _delong_variance(view) if plain else variance,
        variances=drawn[:, 1],
        symmetric_about=centre if view.symmetric else None,
    )


def _delong_variance(view: Arrangement) -> float:
    """DeLong's variance of the estimate, from what each observation does to it."""
    every = [each for test_set in view.test_sets for each in _of_classes(test_set)]
    return sum(float((each**2).sum()) / (len(each) * (len(each) - 1)) for each in every)


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
    contrast = np.array([1, -1][: len(ranks)], np.int64) if kind == "studentised" else None
    drawing: dict[str, Any] = {
        "replicates": resampling.replicates,
        "stratified": resampling.stratified,
        "key": key,
        "threads": threads,
        "progress": progress,
    }
    if test_set.units is not None:
        design = test_set.units.design(test_set.codes)
        given = test_set.ranks, test_set.positive, design
        aucs, variances = unit_bootstrap(*given, contrast=contrast, **drawing)
    elif contrast is not None:
        order, turned = (
            presort(ranks, rows, threads=threads)
            for rows in (test_set.positive, ~test_set.positive)
        )
        aucs, variances = studentised_bootstrap(order, turned, contrast, **drawing)
    else:
        aucs = bootstrap_aucs(presort(ranks, test_set.positive, threads=threads), **drawing)
        variances = np.full(len(aucs), math.nan)
    values = aucs[:, 0] if len(ranks) == 1 else aucs[:, 0] - aucs[:, 1]
    return np.column_stack([values, variances])


def _influences(view: Arrangement) -> list[Influence]:
    """What leaving out an observation or group does, for each class or stratum of each test set."""
    influences: list[Influence] = []
    for at, test_set in enumerate(view.test_sets):
        sign = -view.sign if at == 1 else view.sign
        of_classes = [sign * each for each in _of_classes(test_set)]
        if test_set.units is None:
            influences += of_classes
        else:
            influences += influences_of_units(test_set.units, test_set.codes, of_classes)
    return influences


def _of_classes(test_set: RankedSet) -> list[Floats]:
    """The influence of every observation of each class on the AUC, or the difference of two.

    The jackknife's (m - 1) (A - A without i) is the placement of i minus the AUC.
    """
    placed = test_set.placements()
    aucs = np.array([won / (2 * test_set.pairs) for won in test_set.wins])
    influences = []
    for counts, others in zip(
        (placed.of_positives, placed.of_negatives), test_set.sizes[::-1], strict=True
    ):
        away = counts / (2 * others) - aucs[:, None]
        influences.append(away[0] - away[1] if len(away) == 2 else away[0])
    return influences


@dataclass(frozen=True, slots=True)
class AucStatistic(Statistic):
    """The AUC of two classes."""

    threads: int | None = None
    kinds: ClassVar[tuple[Kind, ...]] = get_args(Kind)

    def plain(self, data: Scores, confidence: float) -> tuple[Estimate, bool]:
        """The AUC with its bound where DeLong's variance is zero or undefined."""
        moments = AucMoments.from_scores(data, threads=self.threads)
        auc, variance = moments.aucs[0], float(moments.covariance[0, 0])
        found = caveats.of_one_auc(moments, 0)
        is_final = not (variance > 0 and 0 < auc < 1)
        interval = Interval(low=0.0, high=1.0, confidence=confidence, method=METHOD)
        if is_final:
            interval = bounds.auc_interval(auc, moments.pairs, confidence)
            found = [_renamed(caveat) for caveat in found]
        estimate = auc_estimate(
            moments,
            0,
            standard_error=math.sqrt(variance),
            interval=interval,
            method=METHOD,
            caveats=found,
        )
        return estimate, is_final

    def contest(self, first: Scores, second: Scores, paired: bool | None) -> Contest:
        """Two AUCs with DeLong's variance of their difference."""
        if is_paired(first, second, paired, "the bootstrap test", units=True):
            both = AucMoments.from_scores(as_paired(first, second), threads=self.threads)
            return paired_match(both, (0, 1), (0, 1)).contest
        one, two = (AucMoments.from_scores(s, threads=self.threads) for s in (first, second))
        shared = first.observations is second.observations
        return unpaired_match(one, two, (0, 1), shared=shared).contest

    def replicates(self, data: Scores, plain: Estimate, drawing: Drawing) -> Replicates:
        """Of one AUC."""
        kind, resampling, progress = drawing
        variance = plain.standard_error**2
        return one_auc(data, kind, resampling, self.threads, progress, variance)

    def differences(
        self, first: Scores, second: Scores, contest: Contest, drawing: Drawing
    ) -> Replicates:
        """Of the difference of two AUCs."""
        kind, resampling, progress = drawing
        given = (as_paired(first, second),) if contest.design == "paired" else (first, second)
        drawn = Differences.of(*given, kind=kind, resampling=resampling, threads=self.threads)
        return drawn.drawn([(0, 1)], progress, [contest.variance])[0]


class Match(NamedTuple):
    """Two classifiers to be compared, with what is known before anything is drawn.

    ``pair`` is where they stand among those whose replicates are drawn.
    """

    contest: Contest
    pair: tuple[int, int]


def drawn_comparisons(
    differences: Differences, matches: Sequence[Match], progress: Progress | None = None
) -> list[Callable[[Question], Comparison]]:
    """The bootstrap test of many pairs from one set of draws, ready for any question.

    A pair gets the numbers that it gets alone.
    """
    spread = [match for match in matches if match.contest.variance > 0]
    pairs, variances = [m.pair for m in spread], [m.contest.variance for m in spread]
    drawn = iter(differences.drawn(pairs, progress, variances))
    return [
        partial(next(drawn).comparison if contest.variance > 0 else bounded_comparison, contest)
        for contest, _ in matches
    ]


def paired_match(moments: AucMoments, places: tuple[int, int], pair: tuple[int, int]) -> Match:
    """Two classifiers on the same observations, at these places of the moments."""
    i, j = places
    variance = float(moments.difference_variance[i, j])
    names, aucs = (moments.names[i], moments.names[j]), (moments.aucs[i], moments.aucs[j])
    alike = variance == 0 and aucs[0] == aucs[1]
    found = caveats.of_class_sizes(moments)
    own = float(moments.covariance[i, i]), float(moments.covariance[j, j])
    found += caveats.OF_REPLICATES.of_difference(names, own, variance, alike=alike)
    contest = Contest(
        *names,
        *aucs,
        variance,
        "paired",
        tuple(found),
        pairs=moments.pairs,
        identical=alike,
        n_groups=moments.n_groups,
        design_effect=float(moments.difference_design_effects[i, j]),
    )
    return Match(contest, pair)


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
    independent = sum(
        v / float(each.design_effects[0]) for v, each in zip(own, (one, two), strict=True)
    )
    contest = Contest(
        *names,
        one.aucs[0],
        two.aucs[0],
        variance,
        "unpaired",
        tuple(found),
        pairs=min(one.pairs, two.pairs),
        n_groups=one.n_groups + two.n_groups,
        design_effect=variance / independent if one.independent or two.independent else 1.0,
    )
    return Match(contest, pair)


def _renamed(caveat: Caveat) -> Caveat:
    """DeLong's words for a missing variance, in those of the bootstrap."""
    if caveat.kind != CaveatKind.NO_VARIANCE:
        return caveat
    (name,) = caveat.about
    return caveats.no_spread(f"the AUC of {shortened(name)}", name)
