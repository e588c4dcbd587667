r"""Bootstrap replicates of volumes under the three-class ROC surface.

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. A replicate
draws as many observations of each class as there are, with replacement, each class from its own,
and computes the volume of what was drawn. What counts is how often each distinct score (for two
classifiers on the same observations: each pair of scores) was drawn, so that neither the order of
the rows, nor that of the two classifiers, nor a monotone transformation of the scores changes a
replicate. BCa's acceleration comes from the placements: without observation i of class c the volume
is :math:`(n_c V - P_i) / (n_c - 1)`, so its influence is :math:`P_i - V`.

**Not valid** where :mod:`aucurate.inference.multiclass.volume` is not. With few observations in a
class the replicates vary less than new data would. Where the variance is zero or undefined (perfect
order, constant scores, a class of one observation) the interval of
:mod:`aucurate.inference.multiclass.volume`, and in a test the disjoint-triples bound, takes over.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucurate.data.ordered import CLASSES, OrderedScores
from aucurate.estimates.classes.volume import Floats, OrderedCounts, Whole, sixfold_middle
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.multiclass.volume import contest_of, volume_interval
from aucurate.inference.resampling.counted_bootstrap import (
    Cells,
    cells_of,
    gathered,
    redrawn,
    turned_order,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import Rows, RowStatistic, Seed, within_classes
from aucurate.results import Alternative, ClassEstimate

_CELLS = 1_000_000  # counts held at a time; a handful of arrays of them exist at once
_EXACT = 2**62


@dataclass(frozen=True, slots=True)
class VolumeStatistic(RowStatistic[OrderedScores]):
    """The volume under the surface of three ordered classes."""

    def resampling(self, resampling: Resampling | None) -> Resampling:
        """Within the classes only."""
        return within_classes(resampling or Resampling())

    def plain(self, data: OrderedScores, confidence: float) -> tuple[ClassEstimate, bool]:
        """The volume with its analytic interval."""
        plain = volume_interval(data, confidence=confidence)
        return plain, not (plain.standard_error > 0 and 0 < plain.value < 1)

    def question(
        self, alternative: Alternative, null_difference: float, confidence: float
    ) -> Question:
        """A null difference lies between -1 and 1."""
        return Question.checked(alternative, null_difference, confidence, of="volumes")

    def contest(self, first: OrderedScores, second: OrderedScores, paired: bool | None) -> Contest:
        """Two volumes with the variance of their difference."""
        return contest_of(first, second, paired)[1]

    def order(self, first: OrderedScores, second: OrderedScores, together: bool) -> int:
        """By the counts."""
        counted = [OrderedCounts.from_scores(each) for each in (first, second)]
        if together:
            return turned_order(_cells(counted, first.codes))
        one, two = (each.counts.tolist() for each in counted)
        return int(one > two) - int(one < two)

    def influences(self, data: OrderedScores) -> list[Floats]:
        """The placements of each class."""
        counts = OrderedCounts.from_scores(data)
        placed, units = counts.placements(), counts.units
        return [placed[at][counts.places[data.codes == at]] / units[at] for at in range(CLASSES)]

    def rows(self, data: Sequence[OrderedScores], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """Multinomial draws of the counts of all classes."""
        counted = [OrderedCounts.from_scores(each) for each in data]
        rng, cells = np.random.default_rng(seed), _cells(counted, data[0].codes)
        widths = [each.counts.shape[1] for each in counted]

        def rows(size: int) -> Floats:
            drawn = [redrawn(each.sizes, size, rng) for each in cells]
            columns = []
            for at, (each, width) in enumerate(zip(counted, widths, strict=True)):
                low, middle, high = (
                    gathered(d, c.places[at], width) for d, c in zip(drawn, cells, strict=True)
                )
                columns.append(_volumes(low, middle, high, each.sizes))
            return np.stack(columns, axis=1)

        return rows, _CELLS // max(*widths, len(data[0]))


def _volumes(low: Whole, middle: Whole, high: Whole, sizes: tuple[int, int, int]) -> Floats:
    """The volume of each row of counts; exact whole numbers wherever 64 bits hold them."""
    placed = sixfold_middle(low, high)
    triples = 6 * math.prod(sizes)
    if triples < _EXACT:
        exact: Floats = np.sum(placed * middle, axis=-1) / triples
        return exact
    shares: Floats = np.sum(placed / (6.0 * sizes[0] * sizes[2]) * middle, axis=-1) / sizes[1]
    return np.minimum(shares, 1.0)


def _cells(counted: list[OrderedCounts], codes: Whole) -> list[Cells]:
    places = np.stack([each.places for each in counted])
    return cells_of(places, (codes == at for at in range(CLASSES)))
