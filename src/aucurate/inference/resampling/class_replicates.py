"""Bootstrap replicates of averages of pairwise AUCs: a pass per column and replicate.

How often each observation was drawn is all that a replicate is. In the column of class a, the drawn
observations of other classes that stand between the same two observations of a lose to the same
ones of a. They carry the weight of their pair with a, so that one sum per place serves all pairs of
the column, and a replicate costs C passes over the observations instead of one for every pair of
classes. Which observation stands where is a sparse matrix of zeros and ones, made once.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.class_moments import normalised
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.estimates.multiclass_auc import ClassAverage
from aucurate.inference.resampling.estimate_replicates import in_blocks
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

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
