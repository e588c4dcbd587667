"""Replicates of one AUC or of a difference, made into one of the four kinds of interval."""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError
from aucurate.inference import bootstrap_intervals as intervals
from aucurate.inference import monte_carlo, resampling_caveats
from aucurate.inference.arrangement import Arrangement, RankedSet, arranged
from aucurate.inference.bootstrap_intervals import Kind, Plausible
from aucurate.inference.resampling import Resampling
from aucurate.kernels import Progress
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.studentised import studentised_bootstrap
from aucurate.results import Caveat

Floats: TypeAlias = NDArray[np.float64]


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
    return _replicates(view, kind, auc, values, variances, resampling, centre=0.5)


def difference_replicates(
    given: tuple[Scores | PairedScores, ...],
    kind: Kind,
    resampling: Resampling,
    threads: int | None,
    progress: Progress | None,
) -> Replicates:
    """Replicates of the difference of two AUCs: paired scores, or two test sets."""
    view = arranged(*given, threads=threads)
    aucs = [wins / (2 * s.pairs) for s in view.test_sets for wins in s.wins]
    difference = view.sign * (aucs[0] - aucs[1])
    if len(view.test_sets) == 1:
        values, variances = _drawn(
            view.test_sets[0], kind, resampling, resampling.key(), threads, progress
        )
    else:
        values, variances = _drawn_apart(view, kind, resampling, threads, progress)
    return _replicates(
        view, kind, difference, view.sign * values, variances, resampling, centre=0.0
    )


def _replicates(
    view: Arrangement,
    kind: Kind,
    estimate: float,
    values: Floats,
    variances: Floats,
    resampling: Resampling,
    *,
    centre: float,
) -> Replicates:
    """Left out what has no AUC, counted what the reader must know, and made into the kind."""
    found = monte_carlo.of_finished(len(values), resampling.repeats)
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
    influences = _influences(view)
    delong = sum(float((each**2).sum()) / (len(each) * (len(each) - 1)) for each in influences)
    if kind == "studentised":
        plausible = intervals.studentised(estimate, values, delong, variances)
        unknown = int(np.count_nonzero(~(variances > 0)))
        if unknown:
            found.append(resampling_caveats.no_replicate_variance(unknown, len(values)))
    elif kind == "bca":
        plausible = intervals.bca(estimate, values, [view.sign * each for each in influences])
    else:
        plausible = (intervals.basic if kind == "basic" else intervals.percentile)(estimate, values)
    if view.symmetric:
        plausible = plausible.symmetrical(centre)
    spread = float(np.var(values, ddof=1))
    return Replicates(plausible, spread if spread > 0 else delong, tuple(found))


def _drawn(
    test_set: RankedSet,
    kind: Kind,
    resampling: Resampling,
    key: int,
    threads: int | None,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
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


def _drawn_apart(
    view: Arrangement,
    kind: Kind,
    resampling: Resampling,
    threads: int | None,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
    """The difference with independent draws for each test set.

    When the first half of the work is stopped, the second test set is drawn as often as the first
    had been.
    """
    keys = np.random.SeedSequence(resampling.key()).generate_state(2, np.uint64).tolist()
    values: list[Floats] = []
    variances: list[Floats] = []
    for part, (test_set, key) in enumerate(zip(view.test_sets, keys, strict=True)):
        watch = None if progress is None else _half(progress, part)
        if values and len(values[0]) < resampling.repeats:
            resampling = Resampling(repeats=len(values[0]), stratified=resampling.stratified)
            watch = None
        drawn = _drawn(test_set, kind, resampling, key, threads, watch)
        values.append(drawn[0])
        variances.append(drawn[1])
    done = len(values[1])
    return values[0][:done] - values[1], variances[0][:done] + variances[1]


def _half(progress: Progress, part: int) -> Progress:
    return lambda done, total: progress(part * total + done, 2 * total)


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
