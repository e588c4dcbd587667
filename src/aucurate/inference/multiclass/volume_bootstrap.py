r"""Bootstrap replicates of volumes under the three-class ROC surface.

**Question.** How precise is a volume, judged by resampling?

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. A replicate
draws as many observations of each class as there are, with replacement, each class from its own,
and computes the volume of what was drawn. What counts is how often each distinct score (for two
classifiers on the same observations: each pair of scores) was drawn, so that neither the order of
the rows, nor that of the two classifiers, nor a monotone transformation of the scores changes a
replicate. Groups are drawn whole, and rows with sampling weights keep these
(:mod:`aucurate.inference.resampling.drawn_units`). BCa's acceleration comes from the placements:
without observation i of class c the volume is :math:`(n_c V - P_i) / (n_c - 1)`, so its influence
is :math:`P_i - V`.

**Not valid** where :mod:`aucurate.inference.multiclass.volume` is not. With few observations in a
class the replicates vary less than new data would.

**Degenerate cases.** Where the variance is zero or undefined (perfect order, constant scores, a
class of one observation) the interval of :mod:`aucurate.inference.multiclass.volume`, and in a test
the disjoint-triples bound, takes over.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from aucurate.data.moments import Counts
from aucurate.data.ordered import CLASSES, OrderedScores
from aucurate.estimates.classes.volume import Floats, OrderedCounts, Whole, sixfold_middle
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.multiclass.volume import contest_of, volume_interval
from aucurate.inference.resampling.counted_bootstrap import CellStatistic
from aucurate.inference.resampling.drawn_units import RowUnits
from aucurate.results import Alternative, ClassEstimate

_EXACT = 2**62


@dataclass(frozen=True, slots=True)
class VolumeStatistic(CellStatistic[OrderedScores]):
    """The volume under the surface of three ordered classes."""

    held: ClassVar[int] = 1_000_000

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

    def influences(self, data: OrderedScores) -> list[Floats]:
        """The placements of each class."""
        counts = OrderedCounts.from_scores(data)
        placed, units = counts.placements(), counts.units
        return [placed[at][counts.places[data.codes == at]] / units[at] for at in range(CLASSES)]

    def placed(self, data: OrderedScores) -> tuple[Whole, Whole]:
        """By score, and the classes in their order."""
        return OrderedCounts.from_scores(data).places, data.codes

    def values(self, *counts: Counts) -> Floats:
        """The volume of each row of counts; exact whole numbers wherever 64 bits hold them."""
        low, middle, high = counts
        sizes = [each.sum(axis=-1) for each in counts]
        placed = sixfold_middle(low, high)
        is_whole = placed.dtype.kind == "i"
        if is_whole and 6 * math.prod(int(each.max()) for each in sizes) < _EXACT:
            exact: Floats = np.sum(placed * middle, axis=-1) / (6 * sizes[0] * sizes[1] * sizes[2])
            return exact
        pairs = 6.0 * sizes[0] * sizes[2]
        shares: Floats = np.sum(placed / pairs[..., None] * middle, axis=-1) / sizes[1]
        return np.minimum(shares, 1.0)

    def units(self, data: OrderedScores) -> tuple[RowUnits, Whole] | None:
        """The groups and weights of the observations."""
        units = RowUnits.of(data.observations)
        return None if units is None else (units, data.codes)

    def row_weights(self, data: OrderedScores) -> Counts | None:
        """As many observations as there are have a mean sampling weight of 1."""
        return data.observations.amounts if data.observations.is_sampled else None
