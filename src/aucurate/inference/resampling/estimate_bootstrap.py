r"""The bootstrap of any estimate that is a function of the counts at each distinct score.

**Question.** How far could a partial AUC, a sensitivity at a given specificity or an average
precision have come out otherwise with other observations of the same kind?

A replicate draws m positives and n negatives with replacement, each class from its own. What counts
is how often each distinct score (for two classifiers on the same observations: each pair of scores)
was drawn, so a replicate is one multinomial draw per class, and the estimate is computed from the
counts for many replicates at once. The interval is the percentile (default), basic or BCa one, and
the test is the interval inverted, as for AUCs
(:mod:`aucurate.inference.resampling.intervals`,
:mod:`aucurate.inference.resampling.bootstrap`); BCa's acceleration comes from the influences of the
estimate.

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of the scores changes a replicate.

**Not valid** where DeLong's method is not: nested models scored on their training data, out-of-fold
scores pooled over folds, observations in groups. With few observations in a class, or few of them
where the range or the threshold lies, the replicates vary less than new data would. Where the
variance is zero or undefined, the bound of :mod:`aucurate.inference.core.bounds` takes over.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.core import monte_carlo
from aucurate.inference.core.contrasts import Contest, Question, bounded_comparison
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.influence import Moved, asked, influence_contest
from aucurate.inference.curve.estimands import components_of
from aucurate.inference.resampling import intervals
from aucurate.inference.resampling.intervals import NAMES, Plausible
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import (
    Alternative,
    Caveat,
    ClassEstimate,
    Comparison,
    Estimate,
    Interval,
    MethodTitle,
)

Kind: TypeAlias = Literal["percentile", "basic", "bca"]
METHOD = MethodTitle("bootstrap", "bootstrap")


@checked
def estimate_bootstrap_interval(
    scores: Scores,
    estimate: CountedEstimate,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """An estimate of one classifier with the standard deviation and interval of its replicates.

    ``estimate`` is a :class:`~aucurate.PartialAuc`, :class:`~aucurate.SensitivityAt`,
    :class:`~aucurate.SpecificityAt` or :class:`~aucurate.AveragePrecision`. When ``progress``
    returns False the replicates finished so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates.average_precision import AveragePrecision
    >>> found = estimate_bootstrap_interval(load_breast_cancer()["tree"], AveragePrecision())
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.814, 95% CI 0.746 to 0.876
    """
    confidence = checked_confidence(confidence)
    chosen = _within_classes(checked_resampling(resampling))
    whole = components_of(scores, estimate)
    (moved,) = whole.members
    if not whole.variance(0) > 0:
        low, high = whole.free_ends(0, (1 - confidence) / 2)
        interval = Interval(low=low, high=high, confidence=confidence, method=whole.bound)
        why = whole.wording.no_variance(f"the {whole.quantity}")
        return replace(whole.record(0, interval, [*whole.caveats, why]), method=METHOD)
    values = replicates_of(moved, chosen, progress)
    drawn = Redrawn(
        kind=kind,
        values=values,
        influences=lambda: centred(moved.of_observations()),
        caveats=tuple(monte_carlo.of_finished(len(values), chosen.repeats)),
    )
    ends = estimate.lowest, estimate.highest
    interval, more = drawn.interval(moved.value, confidence, ends)
    estimated = whole.record(0, interval, [*whole.caveats, *more])
    return replace(estimated, standard_error=drawn.standard_error, method=METHOD)


@checked
def estimate_bootstrap_test(
    first: Scores,
    second: Scores,
    estimate: CountedEstimate,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Does an estimate differ between two classifiers, by resampling the observations?

    The statistic is the distance from the null difference in standard deviations of the
    replicates; the p-value does not use it.
    """
    chosen = _within_classes(checked_resampling(resampling))
    question = asked(estimate, alternative, null_difference, confidence)
    components = type(components_of(first, estimate))
    _, contest = influence_contest(components, first, second, estimate, paired)
    if not contest.variance > 0:
        return bounded_comparison(contest, question)
    together = contest.design == "paired"
    one, two = (Moved.of(scores, estimate) for scores in (first, second))
    values, symmetric = difference_replicates(one, two, together, chosen, progress)
    drawn = Redrawn(
        kind=kind,
        values=values,
        influences=lambda: centred(one.of_observations(), two.of_observations(), together),
        caveats=tuple(monte_carlo.of_finished(len(values), chosen.repeats)),
        symmetric=symmetric,
    )
    return drawn.comparison(contest, question)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Redrawn:
    """Replicates of an estimate or of a difference, and what they say of it.

    ``influences`` gives the centred influences over each class of each test set, which BCa needs;
    ``caveats`` are those of the drawing; ``symmetric`` says that two classifiers look alike from
    both sides.
    """

    kind: Kind
    values: Floats
    influences: Callable[[], list[Floats]]
    caveats: tuple[Caveat, ...]
    symmetric: bool = False

    @property
    def standard_error(self) -> float:
        """The standard deviation of the replicates."""
        return float(np.std(self.values, ddof=1))

    def interval(
        self, value: float, confidence: float, ends: tuple[float, float]
    ) -> tuple[Interval, list[Caveat]]:
        """The interval in range, never a point, and the caveats; replicates may run out."""
        interval, few = self._plausible(value).interval(self.kind, confidence, value, ends)
        return interval, [*self.caveats, *few]

    def class_estimate(self, plain: ClassEstimate) -> ClassEstimate:
        """An estimate between 0 and 1 with the spread and the interval of its replicates."""
        interval, found = self.interval(plain.value, plain.interval.confidence, (0.0, 1.0))
        return replace(
            plain,
            standard_error=self.standard_error,
            interval=interval,
            method=METHOD,
            caveats=(*plain.caveats, *found),
        )

    def comparison(self, contest: Contest, question: Question) -> Comparison:
        """The interval inverted, within the reach of the contest."""
        plausible = self._plausible(contest.difference)
        if self.symmetric:
            plausible = plausible.symmetrical(0.0)
        ends = -contest.reach, contest.reach
        interval, few = plausible.interval(self.kind, question.confidence, plausible.estimate, ends)
        p = plausible.p_value(question.null_difference, question.alternative)
        spread = float(np.var(self.values, ddof=1))
        contest = replace(
            contest,
            variance=spread if spread > 0 else contest.variance,
            caveats=(*contest.caveats, *self.caveats, *few),
        )
        return monte_carlo.resampled_comparison(contest, question, interval, p, NAMES[self.kind])

    def _plausible(self, value: float) -> Plausible:
        if self.kind == "bca":
            return intervals.bca(value, self.values, self.influences())
        way = intervals.basic if self.kind == "basic" else intervals.percentile
        return way(value, self.values)


def checked_resampling(resampling: Resampling | None) -> Resampling:
    """The options of a bootstrap, refused where they mean nothing."""
    chosen = Resampling() if resampling is None else resampling
    if chosen.repeats < 2:
        raise OptionError(
            "the bootstrap takes its options as a Resampling with at least two repeats.",
            hint="resampling=Resampling(repeats=2000, rng=0).",
        )
    return chosen


def centred(
    one: Iterable[Floats], two: Iterable[Floats] | None = None, together: bool = False
) -> list[Floats]:
    """Influences over each class of each test set, of a difference where there are two."""
    found = [*one]
    if two is not None and together:
        found = [a - b for a, b in zip(found, two, strict=True)]
    elif two is not None:
        found += [-each for each in two]
    return [np.sort(each - math.fsum(each) / len(each)) for each in found]


def _within_classes(resampling: Resampling) -> Resampling:
    if not resampling.stratified:
        raise OptionError(
            "the bootstrap of this estimate draws within the classes only.",
            hint="leave stratified=True; the share of positives is then that of the test set.",
        )
    return resampling


# Bootstrap replicates of an estimate: multinomial draws of counts, many replicates at a time.


Data = TypeVar("Data")
Whole: TypeAlias = NDArray[np.int64]
_CELLS = 2_000_000  # counts held at a time; three or four arrays of them exist at once
_CELL_COST = 10  # a binomial draw takes about as long as so many draws of one observation


class Cells(NamedTuple):
    """The distinct places of the observations of one class, and how many are at each.

    ``places`` has a row per classifier; the columns are sorted, so that the rows of the table that
    the observations came from may have any order.
    """

    places: Whole
    sizes: Whole


def replicates_of(moved: Moved, resampling: Resampling, progress: Progress | None) -> Floats:
    """The estimate of one classifier in every replicate."""
    rng = np.random.default_rng(resampling.key())
    return _drawn([moved], resampling.repeats, rng, progress)[:, 0]


def difference_replicates(
    one: Moved, two: Moved, together: bool, resampling: Resampling, progress: Progress | None
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides."""
    if together:
        order = turned_order(_cells([one, two]))
    else:
        views = [
            [each.counts.positives.tolist(), each.counts.negatives.tolist()] for each in (one, two)
        ]
        order = (views[0] > views[1]) - (views[0] < views[1])
    return differences((one, two), order, together, _drawn, resampling, progress), order == 0


def differences(
    pair: tuple[Data, Data],
    order: int,
    together: bool,
    draw: Callable[[list[Data], int, np.random.Generator, Progress | None], Floats],
    resampling: Resampling,
    progress: Progress | None,
) -> Floats:
    """First minus second in every replicate: on shared draws, or on two test sets drawn in turn.

    Which classifier is drawn first is settled by the data, and turned back in the result: the
    second where ``order`` is negative. ``draw`` gives a row per replicate and a column for each
    member of a list; where it was stopped early, fewer rows.
    """
    sign = -1 if order < 0 else 1
    one, two = pair[::sign]
    keys = np.random.SeedSequence(resampling.key()).spawn(2)
    if together:
        rng = np.random.default_rng(keys[0])
        values = draw([one, two], resampling.repeats, rng, progress)
        return sign * (values[:, 0] - values[:, 1])
    repeats = resampling.repeats
    halves: list[Floats] = []
    for part, (data, key) in enumerate(zip((one, two), keys, strict=True)):
        watch = None if progress is None else _half(progress, part)
        if halves and len(halves[0]) < repeats:  # stopped: the second is drawn as often
            repeats, watch = len(halves[0]), None
        halves.append(draw([data], repeats, np.random.default_rng(key), watch)[:, 0])
    done = len(halves[1])
    return sign * (halves[0][:done] - halves[1])


def in_blocks(
    draw: Callable[[int], Floats], repeats: int, block: int, progress: Progress | None
) -> Floats:
    """So many rows of replicates, a block of them at a time; fewer where it was stopped."""
    done: list[Floats] = []
    for start in range(0, repeats, block):
        rows = min(block, repeats - start)
        done.append(draw(rows))
        if progress is not None and progress(start + rows, repeats) is False:
            break
    return np.concatenate(done)


def cells_of(places: Whole, classes: Iterable[NDArray[np.bool_]]) -> list[Cells]:
    """The observations of each class by their places (classifiers x observations)."""
    found = []
    for here in classes:
        distinct, sizes = np.unique(places[:, here], axis=1, return_counts=True)
        found.append(Cells(distinct, sizes.astype(np.int64)))
    return found


def redrawn(sizes: Whole, rows: int, rng: np.random.Generator) -> Whole:
    """How often each cell is drawn when as many observations are drawn as there are.

    Many observations in few cells are drawn cell by cell, others one by one.
    """
    total, width = int(sizes.sum()), len(sizes)
    if width * _CELL_COST < total:
        return rng.multinomial(total, sizes / total, size=rows)
    cell = np.repeat(np.arange(width), sizes)
    picked = cell[rng.integers(total, size=(rows, total))]
    picked += width * np.arange(rows)[:, None]
    return np.bincount(picked.ravel(), minlength=rows * width).reshape(rows, width)


def gathered(drawn: Whole, places: Whole, width: int) -> Whole:
    """How often each distinct score was drawn, from how often each cell was."""
    order = np.argsort(places, kind="stable")
    distinct, starts = np.unique(places[order], return_index=True)
    counts = np.zeros((len(drawn), width), np.int64)
    counts[:, distinct] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return counts


def turned_order(cells: Sequence[Cells]) -> int:
    """Which of two classifiers comes first in the alphabet of places and counts: 1, 0 or -1."""
    for found in cells:
        turned = np.lexsort((found.places[0], found.places[1]))
        there = np.concatenate([*found.places, found.sizes])
        back = np.concatenate([*found.places[::-1, turned], found.sizes[turned]])
        differs = np.flatnonzero(there != back)
        if len(differs):
            return 1 if there[differs[0]] > back[differs[0]] else -1
    return 0


def _cells(moved: list[Moved]) -> list[Cells]:
    """Positives and negatives by their places with each of the classifiers."""
    positive = moved[0].scores.is_positive
    return cells_of(np.stack([each.places for each in moved]), (positive, ~positive))


def _drawn(
    moved: list[Moved], repeats: int, rng: np.random.Generator, progress: Progress | None
) -> Floats:
    """A row per replicate and a column per classifier."""
    cells = _cells(moved)
    widest = max(len(each.counts.positives) for each in moved)
    largest = max(widest, len(moved[0].scores))

    def block(rows: int) -> Floats:
        drawn = [redrawn(c.sizes, rows, rng) for c in cells]
        columns = [
            _values(
                each.estimate,
                [
                    gathered(d, c.places[k], len(each.counts.positives))
                    for d, c in zip(drawn, cells, strict=True)
                ],
            )
            for k, each in enumerate(moved)
        ]
        return np.stack(columns, axis=1)

    return in_blocks(block, repeats, max(1, min(repeats, _CELLS // largest)), progress)


def _values(estimate: CountedEstimate, counts: list[Whole]) -> Floats:
    return estimate.values(counts[0], counts[1])


def _half(progress: Progress, part: int) -> Progress:
    return lambda done, total: progress(part * total + done, 2 * total)
