r"""Bootstrap replicates of averages of pairwise AUCs of several classes.

**Question.** How precise is the Hand-Till AUC, or another average of pairwise AUCs, judged by
resampling?

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. A replicate
draws as many observations of each class as there are, with replacement (stratified); two
classifiers on the same observations see the same draws. Where the prevalences are estimated
(``HandTill("weighted", "estimated")``) it draws observations whatever their class, and the weights
are those of the replicate: ``Resampling(stratified=False)``. BCa's acceleration comes from the
influences.

How often each observation was drawn is all that a replicate is. In the column of class a, the drawn
observations of other classes that stand between the same two observations of a lose to the same
ones of a. They carry the weight of their pair with a, so that one sum per place serves all pairs of
the column, and a replicate costs C passes over the observations instead of one for every pair of
classes: 2000 of them on 10,000 observations of 10 classes take some seconds. Which observation
stands where is a sparse matrix of zeros and ones, made once.

Groups are drawn whole, and rows with sampling weights keep these
(:mod:`aucurate.inference.resampling.drawn_units`).

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of a column changes a replicate.

**Not valid** where :mod:`aucurate.inference.multiclass.auc` is not. With few observations in a
class the replicates vary less than new data would, and the percentile interval is too narrow.

**Degenerate cases.** Where the variance is zero or undefined, the interval and the bound of
:mod:`aucurate.inference.multiclass.auc` take over and the result says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.moments import Influences, normalised
from aucurate.errors import OptionError
from aucurate.estimates.classes.auc import ClassAverage, HandTill
from aucurate.inference.core.contrasts import Contest, as_paired
from aucurate.inference.multiclass.auc import contest_of, multiclass_auc_interval
from aucurate.inference.resampling.counted_bootstrap import first_in_order
from aucurate.inference.resampling.drawn_units import RowUnits, drawn_rows
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import Rows, RowStatistic, Seed
from aucurate.results import ClassEstimate

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
_CELLS = 300_000  # draws held at a time; three or four arrays of them exist at once
_STEP = 2.0**-40  # replicates are compared with each other: sums that differ by rounding are equal


@dataclass(frozen=True, slots=True)
class ClassAverageStatistic(RowStatistic[ClassScores]):
    """The Hand-Till AUC, or another average of pairwise AUCs."""

    given: ClassAverage | None = None

    @property
    def average(self) -> ClassAverage:
        """The Hand-Till AUC unless another one was given."""
        return HandTill() if self.given is None else self.given

    def resampling(self, resampling: Resampling | None) -> Resampling:
        """Whatever their class where the prevalences are estimated."""
        estimated = self.average.is_estimated
        chosen = Resampling(stratified=not estimated) if resampling is None else resampling
        if estimated and chosen.stratified:
            raise OptionError(
                "the prevalences are estimated, but a stratified bootstrap keeps them.",
                hint="use resampling=Resampling(stratified=False), or prevalence='fixed'.",
            )
        return chosen

    def plain(self, data: ClassScores, confidence: float) -> tuple[ClassEstimate, bool]:
        """The average with its analytic interval."""
        plain = multiclass_auc_interval(data, self.average, confidence=confidence)
        return plain, not (plain.standard_error > 0 and 0 < plain.value < 1)

    def contest(self, first: ClassScores, second: ClassScores, paired: bool | None) -> Contest:
        """Two averages with the variance of their difference."""
        return contest_of(first, second, self.average, paired)[1]

    def seeds(self, key: int, together: bool) -> Sequence[Seed]:
        """The key itself where draws are shared."""
        return [key] if together else np.random.SeedSequence(key).spawn(2)

    def order(self, first: ClassScores, second: ClassScores, together: bool) -> int:
        """By classes and ranks."""
        if together:
            view = ClassRanks.of(as_paired(first, second))
            return view.compared(view.turned())
        return ClassRanks.of(first).compared(ClassRanks.of(second))

    def influences(self, data: ClassScores) -> list[Floats]:
        """Over each class."""
        weights = self.average.weights(data.classes, data.totals)
        return [moved[0, 0] for moved in Influences.of(data, weights).of_classes]

    def units(self, data: ClassScores) -> tuple[RowUnits, Whole] | None:
        """The groups and weights of the observations."""
        units = RowUnits.of(data.observations)
        return None if units is None else (units, data.codes)

    def rows(self, data: Sequence[ClassScores], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """A pass per column and replicate."""
        view = ClassRanks.of(as_paired(*data) if len(data) == 2 else data[0])
        columns = [_columns(view, at) for at in range(len(view.ranks))]
        rng = np.random.default_rng(seed)

        def rows(size: int) -> Floats:
            drawn = _drawn(view, size, stratified, rng)
            factors = _factors(view, drawn, self.average)
            averages = [_averages(each, view.codes, drawn, factors) for each in columns]
            return np.rint(np.stack(averages, axis=1) / _STEP) * _STEP

        return rows, _CELLS // len(view.codes)


@dataclass(frozen=True, slots=True, eq=False)
class ClassRanks:
    """Ranks (classifiers x classes x observations), sorted so that no order of rows matters.

    ``units`` are the groups and weights of the rows, if they have any, and ``amounts`` how much
    each of them counts.
    """

    classes: tuple[str, ...]
    codes: Whole
    ranks: Whole
    amounts: NDArray[Any]
    units: RowUnits | None = None

    @classmethod
    def of(cls, data: ClassScores | PairedClassScores) -> "ClassRanks":
        """Class by class, within a class by the ranks in all columns."""
        values = data.values[None] if isinstance(data, ClassScores) else data.values
        ranks = np.empty(values.shape, np.int64)
        for place in np.ndindex(values.shape[:2]):
            ranks[place] = np.unique(values[place], return_inverse=True)[1]
        rows = data.observations
        return cls(data.classes, data.codes, ranks, rows.amounts, RowUnits.of(rows))._sorted()

    @property
    def counts(self) -> Whole:
        """How many observations each class has."""
        return np.bincount(self.codes, minlength=len(self.classes))

    @property
    def totals(self) -> NDArray[Any]:
        """What each class weighs."""
        return self.counts if self.units is None else np.bincount(self.codes, self.amounts)

    def turned(self) -> "ClassRanks":
        """The same with the classifiers the other way round."""
        return replace(self, ranks=self.ranks[::-1])._sorted()

    def compared(self, other: "ClassRanks") -> int:
        """Which of two comes first in the alphabet of classes and ranks: 1, 0 or -1."""
        views = [[each.ranks.shape, each.codes.tolist()] for each in (self, other)]
        if views[0] != views[1]:
            return 1 if views[0] > views[1] else -1
        return first_in_order(self._keys, other._keys)

    @property
    def _keys(self) -> list[NDArray[Any]]:
        groups = None if self.units is None else self.units.groups
        return [self.ranks, self.amounts, *([] if groups is None else [groups])]

    def _sorted(self) -> "ClassRanks":
        keys = self.ranks.reshape(-1, len(self.codes))
        if self.units is None:
            order, units = np.lexsort((*keys[::-1], self.codes)), None
        else:
            order, units = self.units.in_order(self.codes, [*keys])
            of_classes = np.argsort(self.codes[order], kind="stable")
            order, units = order[of_classes], units.of_rows(of_classes)
        return ClassRanks(
            self.classes, self.codes[order], self.ranks[:, :, order], self.amounts[order], units
        )


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


def _columns(view: ClassRanks, at: int) -> list[Column]:
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


def _drawn(view: ClassRanks, rows: int, stratified: bool, rng: np.random.Generator) -> Floats:
    """How often each observation (row) was drawn in each replicate (column), times its weight."""
    if view.units is not None:
        design = view.units.design(view.codes)
        if not stratified:
            design = replace(design, strata=(design.n_units,))
        return np.asarray(drawn_rows(design, rows, rng).T * view.amounts[:, None], np.float64)
    sizes = view.counts if stratified else np.array([len(view.codes)])
    column = np.arange(rows)[None]
    found = []
    for size in sizes:
        picked = rng.integers(size, size=(size, rows)) * rows + column
        found.append(np.bincount(picked.ravel(), minlength=size * rows).reshape(size, rows))
    return np.concatenate(found).astype(np.float64)


def _factors(view: ClassRanks, drawn: Floats, estimand: ClassAverage) -> Floats:
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
        one = normalised(estimand.weights(view.classes, view.totals), n_classes)[0]
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
