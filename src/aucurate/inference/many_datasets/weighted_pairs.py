r"""Sums over all pairs of observations with random weights, for the Bayesian signed rank test.

The share :math:`\theta_+ = \sum_{ij} w_i w_j [z_i + z_j > b]` needs no matrix: with the
observations in descending order, those that observation i wins together with are the first ones,
as many as its row counts, and their weights add up to one of the running sums. A draw costs n steps
rather than n squared. Several pairs of algorithms on the same data sets share the draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_EVEN = 1e-12  # shares that differ by less are equal but for rounding
_CELLS = 2**17  # draws x observations at a time: what fits into the cache of a core


@dataclass(frozen=True, slots=True, eq=False)
class WeightedPairs:
    """The observations in descending order, and which of them each lies above or below with.

    ``above`` counts, for each of the first observations, those that it lies above with: the first
    ones; ``rest`` counts, for each of the last, those that it does not lie below with.
    """

    order: Places
    above: Places
    rest: Places

    @classmethod
    def of(cls, signs: NDArray[np.int8]) -> "WeightedPairs":
        """From 1, 0 and -1 for each pair, which must come from the sums of ordered values.

        >>> values = np.array([0.0, 3.0, -1.0])
        >>> found = WeightedPairs.of(np.sign(values[:, None] + values).astype(np.int8))
        >>> found.order.tolist(), found.above.tolist(), found.rest.tolist()
        ([1, 0, 2], [3, 1, 1], [2, 1])
        """
        above, below = np.count_nonzero(signs > 0, axis=1), np.count_nonzero(signs < 0, axis=1)
        order = np.argsort(below - above, kind="stable")
        above, below = above[order], below[order]
        return cls(order, above[above > 0], (len(signs) - below)[below > 0])

    def shares(self, weights: Floats, space: Floats) -> tuple[Floats, Floats]:
        """The share above and the share below in every draw, a column of ``weights``.

        ``space`` is written over; it has room for three times the weights and a row more.
        """
        size, first, last = len(weights), len(self.above), len(weights) - len(self.rest)
        ordered, picked, sums = space[0, :size], space[1], space[2]
        np.take(weights, self.order, axis=0, out=ordered, mode="clip")
        sums[0] = 0.0
        for at in range(size):
            np.add(sums[at], ordered[at], out=sums[at + 1])
        together = np.take(sums, self.above, axis=0, out=picked[:first], mode="clip")
        above = np.einsum("ir,ir->r", together, ordered[:first])
        apart = np.take(sums, self.rest, axis=0, out=picked[: len(self.rest)], mode="clip")
        below = sums[-1] * (sums[-1] - sums[last]) - np.einsum("ir,ir->r", apart, ordered[last:])
        return above, below


def winning_draws(
    pairs: Sequence[WeightedPairs],
    masses: Floats,
    resampling: Resampling,
    progress: Progress | None,
    *,
    decided: bool,
) -> tuple[Floats, int]:
    """How many draws each of above, neither and below wins, a row per pair; and of how many.

    Equal ones share a draw. Weights are drawn from a Dirichlet distribution with these masses.
    ``decided`` leaves neither out. Draws that were not made for all pairs when ``progress`` says
    stop do not count.
    """
    generator = np.random.default_rng(resampling.rng)
    wins, space = np.zeros((len(pairs), 3)), np.empty(0)
    done, repeats, going = 0, resampling.repeats, True
    while done < repeats and going:
        size = min(repeats - done, max(1, _CELLS // len(masses)))
        weights = np.ascontiguousarray(generator.dirichlet(masses, size).T)
        if space.shape[-1] != size:
            space = np.empty((3, len(masses) + 1, size))
        won: list[Floats] = []
        while going and len(won) < len(pairs):
            won.append(_wins(*pairs[len(won)].shares(weights, space), decided=decided))
            if progress is not None:
                told = done * len(pairs) + size * len(won)
                going = progress(told, repeats * len(pairs)) is not False
        if len(won) == len(pairs):
            wins, done = wins + won, done + size
    return wins, done


def _wins(above: Floats, below: Floats, *, decided: bool) -> Floats:
    neither = np.full(len(above), -1.0) if decided else 1 - above - below
    three = np.stack((above, neither, below))
    best = three >= three.max(axis=0) - _EVEN
    return np.asarray((best / best.sum(axis=0)).sum(axis=1))
