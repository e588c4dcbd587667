"""Replicates of one AUC or of differences, made into one of the four kinds of interval.

A replicate draws places, not rows: which rows lie there is settled for each pair of classifiers by
its own data (:mod:`aucurate.inference.resampling.arrangement`). So one set of draws serves any
number of pairs on the same observations, and what a pair gets from it does not depend on the other
classifiers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError
from aucurate.inference.core import monte_carlo, resampling_caveats
from aucurate.inference.resampling import bootstrap_intervals as intervals
from aucurate.inference.resampling.arrangement import (
    Arrangement,
    RankedSet,
    arranged,
    arranged_sets,
    candidates,
    ranked,
    seen_wins,
)
from aucurate.inference.resampling.bootstrap_intervals import Kind, Plausible
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.studentised import studentised_bootstrap
from aucurate.results import Caveat

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
        found.append(resampling_caveats.missing_class(without, len(values)))
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
            found.append(resampling_caveats.no_replicate_variance(unknown, len(values)))
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
