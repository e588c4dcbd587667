r"""The bootstrap of AUCs of several classes, beside the U-statistic intervals and tests.

**Question.** How far could the Hand-Till AUC, a one-vs-rest AUC, or the difference of two of them,
have come out otherwise with other observations of the same kind?

A replicate draws as many observations of each class as there are, with replacement (stratified);
two classifiers on the same observations see the same draws. Where the prevalences are estimated
(``HandTill("weighted", "estimated")``) it draws observations whatever their class, and the weights
are those of the replicate: ``Resampling(stratified=False)``. The interval is the percentile
(default), basic or BCa one, and the test is the interval inverted, as for two classes
(:mod:`aucurate.inference.resampling.bootstrap`); BCa's acceleration comes from the influences.

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of a column changes a replicate. A replicate costs a pass over the observations for
each class: 2000 of them on 10,000 observations of 10 classes take some seconds.

**Not valid** where :mod:`aucurate.inference.multiclass.auc` is not. With few
observations in a class the replicates vary less than new data would, and the percentile interval is
too narrow. Where the variance is zero or undefined, the interval of
:mod:`aucurate.inference.multiclass.auc` and the bound of
:mod:`aucurate.inference.multiclass.auc` take over and the result says so.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.

Replicates
----------
Bootstrap replicates of averages of pairwise AUCs: a pass per column and replicate.

How often each observation was drawn is all that a replicate is. In the column of class a, the drawn
observations of other classes that stand between the same two observations of a lose to the same
ones of a. They carry the weight of their pair with a, so that one sum per place serves all pairs of
the column, and a replicate costs C passes over the observations instead of one for every pair of
classes. Which observation stands where is a sparse matrix of zeros and ones, made once.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.moments import Influences, normalised
from aucurate.errors import OptionError
from aucurate.estimates.classes.auc import ClassAverage, HandTill
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import Question, as_paired, bounded_comparison
from aucurate.inference.multiclass.auc import contest_of, multiclass_auc_interval
from aucurate.inference.resampling.estimate_bootstrap import (
    METHOD,
    Kind,
    Redrawn,
    centred,
    checked_resampling,
    differences,
    in_blocks,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, ClassEstimate, Comparison

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
_CELLS = 300_000  # draws held at a time; three or four arrays of them exist at once
_STEP = 2.0**-40  # replicates are compared with each other: sums that differ by rounding are equal


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """Ranks (classifiers x classes x observations), sorted so that no order of rows matters."""

    classes: tuple[str, ...]
    codes: Whole
    ranks: Whole

    @classmethod
    def of(cls, data: ClassScores | PairedClassScores) -> "Arrangement":
        """Class by class, within a class by the ranks in all columns."""
        values = data.values[None] if isinstance(data, ClassScores) else data.values
        ranks = np.empty(values.shape, np.int64)
        for place in np.ndindex(values.shape[:2]):
            ranks[place] = np.unique(values[place], return_inverse=True)[1]
        return cls(data.classes, data.codes, ranks)._sorted()

    @property
    def counts(self) -> Whole:
        """How many observations each class has."""
        return np.bincount(self.codes, minlength=len(self.classes))

    def turned(self) -> "Arrangement":
        """The same with the classifiers the other way round."""
        return Arrangement(self.classes, self.codes, self.ranks[::-1])._sorted()

    def compared(self, other: "Arrangement") -> int:
        """Which of two comes first in the alphabet of classes and ranks: 1, 0 or -1."""
        views = [[each.ranks.shape, each.codes.tolist()] for each in (self, other)]
        if views[0] != views[1]:
            return 1 if views[0] > views[1] else -1
        here, there = self.ranks.ravel(), other.ranks.ravel()
        differs = np.flatnonzero(here != there)
        if not len(differs):
            return 0
        return 1 if here[differs[0]] > there[differs[0]] else -1

    def _sorted(self) -> "Arrangement":
        keys = self.ranks.reshape(-1, len(self.codes))[::-1]
        order = np.lexsort((*keys, self.codes))
        return Arrangement(self.classes, self.codes[order], self.ranks[:, :, order])


def replicates_of(
    view: Arrangement,
    estimand: ClassAverage,
    resampling: Resampling,
    rng: np.random.Generator,
    progress: Progress | None,
) -> Floats:
    """The average of every classifier in every replicate: a row per replicate.

    Replicates that drew no observation of a class that has weight are NaN. When ``progress``
    returns False the replicates finished so far are returned.
    """
    columns = [_columns(view, at) for at in range(len(view.ranks))]

    def block(rows: int) -> Floats:
        drawn = _drawn(view, rows, resampling.stratified, rng)
        factors = _factors(view, drawn, estimand)
        found = [_averages(each, view.codes, drawn, factors) for each in columns]
        return np.rint(np.stack(found, axis=1) / _STEP) * _STEP

    repeats = resampling.repeats
    return in_blocks(block, repeats, max(1, min(repeats, _CELLS // len(view.codes))), progress)


class Column(NamedTuple):
    """Where the observations of other classes stand among those of the class of a column.

    ``own`` are the observations of the class from the lowest score up; ``below`` and ``at_most``
    say for each place how many of them are lower, and lower or tied. ``places`` is sparse,
    places x observations, and has a 1 where an observation of another class stands.
    """

    own: Whole
    below: Whole
    at_most: Whole
    places: Any


def _columns(view: Arrangement, at: int) -> list[Column]:
    """All columns of one classifier."""
    from scipy import sparse

    found = []
    for a, ranks in enumerate(view.ranks[at]):
        own = np.flatnonzero(view.codes == a)
        own = own[np.argsort(ranks[own], kind="stable")]
        others = np.flatnonzero(view.codes != a)
        below, at_most = (
            np.searchsorted(ranks[own], ranks[others], side) for side in ("left", "right")
        )
        stands = below * (len(own) + 1) + at_most
        distinct, place = np.unique(stands, return_inverse=True)
        ones = (np.ones(len(others)), (place, others))
        matrix: Any = sparse.csr_array(ones, shape=(len(distinct), len(ranks)))
        found.append(Column(own, distinct // (len(own) + 1), distinct % (len(own) + 1), matrix))
    return found


def _drawn(view: Arrangement, rows: int, stratified: bool, rng: np.random.Generator) -> Floats:
    """How often each observation (row) was drawn in each replicate (column)."""
    sizes = view.counts if stratified else np.array([len(view.codes)])
    column = np.arange(rows)[None]
    found = []
    for size in sizes:
        picked = rng.integers(size, size=(size, rows)) * rows + column
        found.append(np.bincount(picked.ravel(), minlength=size * rows).reshape(size, rows))
    return np.concatenate(found).astype(np.float64)


def _factors(view: Arrangement, drawn: Floats, estimand: ClassAverage) -> Floats:
    """The weight of a pair of drawn observations of classes a and b: C x C x replicates."""
    n_classes, rows = len(view.classes), drawn.shape[1]
    starts = np.concatenate([[0], np.cumsum(view.counts)[:-1]])
    sizes = np.add.reduceat(drawn, starts, axis=0)
    if estimand.is_estimated:
        present = np.maximum(sizes, 0.5)  # a class not drawn makes the replicate NaN below
        weights = np.stack(
            [normalised(estimand.weights(view.classes, each), n_classes)[0] for each in present.T],
            axis=2,
        )
    else:
        one = normalised(estimand.weights(view.classes, view.counts), n_classes)[0]
        weights = np.broadcast_to(one[:, :, None], (n_classes, n_classes, rows))
    pairs = sizes[:, None] * sizes[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        factors: Floats = np.where(weights > 0, weights / pairs, 0.0)
    return np.where(np.isinf(factors), np.nan, factors)


def _averages(columns: list[Column], codes: Whole, drawn: Floats, factors: Floats) -> Floats:
    """The average of one classifier in each replicate: the sum over its columns."""
    total = np.zeros(drawn.shape[1])
    for column, factor in zip(columns, factors, strict=True):
        if not np.any(factor != 0):
            continue
        same = np.all(factor == factor[:, :1])  # always so when the draws are within classes
        weighed = drawn * (factor[codes, :1] if same else factor[codes])
        reached = np.zeros((len(column.own) + 1, drawn.shape[1]))
        np.cumsum(drawn[column.own], axis=0, out=reached[1:])
        beaten_by = reached[-1] - (reached[column.below] + reached[column.at_most]) / 2
        total += np.einsum("ij,ij->j", column.places @ weighed, beaten_by)
    return total


@checked
def multiclass_bootstrap_interval(
    data: ClassScores,
    estimand: ClassAverage | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ClassEstimate:
    """The Hand-Till AUC, or another average, with the interval of its replicates.

    When ``progress`` returns False the replicates finished so far are used, and a caveat says so.

    >>> scores = ClassScores.from_arrays(
    ...     list("aaaabbbbcccc"),
    ...     {"a": [5, 3, 4, 2, 2, 1, 3, 1, 1, 2, 0, 3],
    ...      "b": [1, 2, 0, 2, 4, 5, 2, 3, 3, 1, 2, 1],
    ...      "c": [0, 1, 2, 3, 1, 0, 2, 1, 4, 3, 4, 2]},
    ... )
    >>> found = multiclass_bootstrap_interval(scores)
    >>> print(f"{found.value:.3f}, {found.interval}, {found.interval.method}")
    0.901, 95% CI 0.745 to 0.990, bootstrap percentile
    """
    wanted = HandTill() if estimand is None else estimand
    chosen = _checked(resampling, wanted)
    plain = multiclass_auc_interval(data, wanted, confidence=confidence)
    if not (plain.standard_error > 0 and 0 < plain.value < 1):
        return replace(plain, method=METHOD)
    rng = np.random.default_rng(chosen.key())
    values = replicates_of(Arrangement.of(data), wanted, chosen, rng, progress)[:, 0]
    kept, found = _kept(values, chosen)
    drawn = Redrawn(
        kind=kind, values=kept, influences=lambda: _influences(data, wanted), caveats=found
    )
    return drawn.class_estimate(plain)


@checked
def multiclass_bootstrap_test(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Does the Hand-Till AUC, or another average, differ between two classifiers?

    The statistic is the distance from the null difference in standard deviations of the
    replicates; the p-value does not use it.
    """
    wanted = HandTill() if estimand is None else estimand
    chosen = _checked(resampling, wanted)
    question = Question.checked(alternative, null_difference, confidence)
    _, contest = contest_of(first, second, wanted, paired)
    together = contest.design == "paired"
    if not contest.variance > 0:
        return bounded_comparison(contest, question)
    values, symmetric = (_paired if together else _unpaired)(
        first, second, wanted, chosen, progress
    )
    kept, found = _kept(values, chosen)
    drawn = Redrawn(
        kind=kind,
        values=kept,
        influences=lambda: _accelerating(first, second, wanted, together),
        caveats=found,
        symmetric=symmetric,
    )
    return drawn.comparison(contest, question)


def _checked(resampling: Resampling | None, estimand: ClassAverage) -> Resampling:
    if resampling is None:
        resampling = Resampling(stratified=not estimand.is_estimated)
    chosen = checked_resampling(resampling)
    if estimand.is_estimated and chosen.stratified:
        raise OptionError(
            "the prevalences are estimated, but a stratified bootstrap keeps them.",
            hint="resampling=Resampling(stratified=False), or prevalence='fixed'.",
        )
    return chosen


def _paired(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides.

    Which classifier is drawn first is settled by the data, and turned back in the result.
    """
    view = Arrangement.of(as_paired(first, second))
    turned = view.turned()
    order = view.compared(turned)
    rng = np.random.default_rng(resampling.key())
    values = replicates_of(turned if order < 0 else view, estimand, resampling, rng, progress)
    return (-1 if order < 0 else 1) * (values[:, 0] - values[:, 1]), order == 0


def _unpaired(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, bool]:
    """The same for two test sets, drawn one after the other."""
    views = Arrangement.of(first), Arrangement.of(second)
    order = views[0].compared(views[1])

    def draw(
        view: list[Arrangement], repeats: int, rng: np.random.Generator, watch: Progress | None
    ) -> Floats:
        return replicates_of(view[0], estimand, replace(resampling, repeats=repeats), rng, watch)

    return differences(views, order, False, draw, resampling, progress), order == 0


def _kept(drawn: Floats, resampling: Resampling) -> tuple[Floats, tuple[Caveat, ...]]:
    """The replicates that have every class, and what became of the others."""
    found = monte_carlo.of_finished(len(drawn), resampling.repeats)
    there = ~np.isnan(drawn)
    without = len(drawn) - int(there.sum())
    if without:
        found.append(caveats.missing_class(without, len(drawn)))
    if len(drawn) - without < 2:
        raise OptionError(
            "hardly any replicate drew an observation of every class.",
            hint="draw within the classes: Resampling(stratified=True).",
        )
    return drawn[there], tuple(found)


def _influences(data: ClassScores | PairedClassScores, estimand: ClassAverage) -> list[Floats]:
    """The centred influences over each class; of two classifiers, their difference."""
    weights = estimand.weights(data.classes, data.counts)
    return centred(
        moved[0, 0] - moved[1, 0] if len(moved) == 2 else moved[0, 0]
        for moved in Influences.of(data, weights).of_classes
    )


def _accelerating(
    first: ClassScores, second: ClassScores, estimand: ClassAverage, together: bool
) -> list[Floats]:
    if together:
        return _influences(as_paired(first, second), estimand)
    return [*_influences(first, estimand), *(-each for each in _influences(second, estimand))]
