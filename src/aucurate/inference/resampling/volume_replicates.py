"""Bootstrap replicates of volumes: draws of counts over the distinct scores, many at a time.

A replicate draws as many observations of each class as there are, with replacement. What counts is
how often each distinct score (for two classifiers on the same observations: each pair of scores)
was drawn, so that neither the order of the rows, nor that of the two classifiers, nor a monotone
transformation of the scores changes a replicate.
"""

import math

import numpy as np

from aucurate.data.ordered import CLASSES, OrderedScores
from aucurate.estimates.volume import Floats, OrderedCounts, Whole, sixfold_middle
from aucurate.inference.resampling.estimate_replicates import (
    Cells,
    cells_of,
    differences,
    gathered,
    in_blocks,
    redrawn,
    turned_order,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

_CELLS = 1_000_000  # counts held at a time; a handful of arrays of them exist at once
_EXACT = 2**62


def replicates_of(
    scores: OrderedScores, resampling: Resampling, progress: Progress | None
) -> Floats:
    """The volume of one classifier in every replicate."""
    rng = np.random.default_rng(resampling.key())
    return _drawn([scores], resampling.repeats, rng, progress)[:, 0]


def difference_replicates(
    first: OrderedScores,
    second: OrderedScores,
    together: bool,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides."""
    counted = [OrderedCounts.from_scores(each) for each in (first, second)]
    if together:
        order = turned_order(_cells(counted, first.codes))
    else:
        views = [each.counts.tolist() for each in counted]
        order = int(views[0] > views[1]) - int(views[0] < views[1])
    drawn = differences((first, second), order, together, _drawn, resampling, progress)
    return drawn, order == 0


def _drawn(
    scores: list[OrderedScores], repeats: int, rng: np.random.Generator, progress: Progress | None
) -> Floats:
    """A row per replicate and a column per classifier."""
    counted = [OrderedCounts.from_scores(each) for each in scores]
    cells = _cells(counted, scores[0].codes)
    widest = max(len(scores[0]), max(each.counts.shape[1] for each in counted))

    def block(rows: int) -> Floats:
        drawn = [redrawn(each.sizes, rows, rng) for each in cells]
        columns = []
        for at, each in enumerate(counted):
            width = each.counts.shape[1]
            low, middle, high = (
                gathered(d, c.places[at], width) for d, c in zip(drawn, cells, strict=True)
            )
            columns.append(_volumes(low, middle, high, each.sizes))
        return np.stack(columns, axis=1)

    return in_blocks(block, repeats, max(1, min(repeats, _CELLS // widest)), progress)


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
