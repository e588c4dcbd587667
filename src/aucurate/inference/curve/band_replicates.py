r"""Resampled curves, without resampling observations.

A bootstrap replicate of a curve draws n observations of one class and m of the other. Where the
k-th of the n drawn ones stands among all n is the k-th order statistic of n uniform numbers, and
sums of exponential ones give a few such order statistics without the others: with
:math:`G_j` gamma variables of shapes :math:`k_j - k_{j-1}`, the last for n + 1,

.. math::  U_{(k_j)} = (G_1 + \dots + G_j) / (G_1 + \dots + G_{J+1})

Of the m others, those above the same threshold are a multinomial count with probabilities from the
heights :math:`\hat R(U_{(k_j)})` of the empirical curve. So the heights of a replicate at J places
cost J draws of each kind, whatever the number of observations, and have the distribution that
drawing the observations would give them. Tied observations of both classes are taken as if drawn
from along their piece of the line: their order is left to chance in every replicate.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.inference.curve.band_geometry import Floats, RisingLine, ranks_at
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

LOOK = 250  # replicates between two looks at the progress callback

Counts = NDArray[np.int64]
Block = Callable[[int], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Heights:
    """Heights of the replicates (rows) at the middles of the steps of ranks 1..n (columns)."""

    ranks: Counts
    of_data: Floats
    drawn: Floats

    def at_places(self, line: RisingLine, at: Floats) -> Counts:
        """Which column serves each place along x."""
        wanted = ranks_at(at, line.n_along)
        return np.minimum(np.searchsorted(self.ranks, wanted), len(self.ranks) - 1)


def drawn_heights(
    line: RisingLine, at: Floats, resampling: Resampling, progress: Progress | None
) -> Heights:
    """Replicates of the heights of the line at these places; those done, when told to stop.

    Unstratified replicates without one of the classes are NaN.
    """
    ranks = np.unique(ranks_at(at, line.n_along))
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))

    def block(size: int) -> Floats:
        up, along = _sizes(line, size, resampling.stratified, rng)
        reached = np.interp(_uniforms(ranks, line.n_along, along, rng), line.x, line.y)
        return _shares_above(reached, up, rng)

    drawn = in_blocks(block, resampling.repeats, progress)
    return Heights(ranks, line.middle((ranks - 0.5) / line.n_along), drawn)


def in_blocks(block: Block, repeats: int, progress: Progress | None, look: int = LOOK) -> Floats:
    """Rows from blocks, until all are done or the callback says stop."""
    rows: list[Floats] = []
    done = 0
    while done < repeats:
        rows.append(block(min(look, repeats - done)))
        done += len(rows[-1])
        if progress is not None and progress(done, repeats) is False:
            break
    return np.concatenate(rows)


def _sizes(
    line: RisingLine, rows: int, stratified: bool, rng: np.random.Generator
) -> tuple[Counts, Counts]:
    """How many observations of each class every replicate draws."""
    both = line.n_up + line.n_along
    up = np.full(rows, line.n_up, np.int64)
    if not stratified:
        up = rng.binomial(both, line.n_up / both, size=rows)
    return up, both - up


def _uniforms(ranks: Counts, size: int, drawn: Counts, rng: np.random.Generator) -> Floats:
    """Order statistics of uniform numbers, as many as were drawn, at the same shares of them."""
    places = np.rint(ranks * (drawn[:, None] / size))
    ends = np.concatenate([places, drawn[:, None] + 1.0], axis=1)
    shapes = np.diff(ends, axis=1, prepend=0.0)
    sums = np.cumsum(rng.standard_gamma(shapes), axis=1)
    found: Floats = sums[:, :-1] / sums[:, -1:]
    return found


def _shares_above(reached: Floats, sizes: Counts, rng: np.random.Generator) -> Floats:
    """The shares of the drawn observations below each height, by one binomial draw after another.

    A replicate that drew none of a class is NaN.
    """
    left, before = sizes.copy(), np.zeros(len(sizes))
    found = np.empty_like(reached)
    for at in range(reached.shape[1]):
        height = reached[:, at]
        chance = np.clip((height - before) / np.maximum(1 - before, 1e-300), 0, 1)
        left = left - rng.binomial(left, chance)
        found[:, at] = sizes - left
        before = height
    with np.errstate(invalid="ignore"):
        found /= sizes[:, None]
    return found
