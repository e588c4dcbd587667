"""Two observations at a time: what remains of the variance beyond each by itself.

For a pair i, j the difference h(s_i, s_j) has a mean, a part that depends on s_i alone, one that
depends on s_j alone, and a rest; the four are uncorrelated (Hoeffding 1948). Their variances are
sums of squares over the states of the two observations, so that no figure is a small difference of
large ones. All pairs are worked through in blocks that fit the cache of a processor, and blocks
whose observations cannot change places are not looked into: time n^2 v^2 / 2 at most for v states,
and memory for a few blocks only (of one pair of observations at least: v^2).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.theory.parts import Arranged, Part

_BLOCK = 150_000  # pairs of states that are held at once
_WIDTH = 512  # columns of a block, if so many fit: long rows are worked through faster


class Pairs(NamedTuple):
    """The pairs of a block of rows with a block of columns, all arrays (rows, columns).

    ``mean`` is that of h, ``from_rows`` and ``from_columns`` are the variances of its parts that
    depend on one observation, ``rest`` is the variance of what depends on both. ``weight`` is 1 for
    i < j, 0 for i > j and 1/2 for i = j (two realisations of one observation).
    """

    rows: slice
    columns: slice
    weight: NDArray[np.float64]
    mean: NDArray[np.float64]
    from_rows: NDArray[np.float64]
    from_columns: NDArray[np.float64]
    rest: NDArray[np.float64]


def all_pairs(world: Arranged) -> Iterator[Pairs]:
    """Every pair of observations once, block by block."""
    states = max(part.probabilities.shape[1] for part in world.parts)
    width = max(1, min(_WIDTH, _BLOCK // states**2))
    height = max(1, _BLOCK // (states**2 * width))
    for start in range(0, world.n, height):
        rows = slice(start, min(world.n, start + height))
        for other in range(start, world.n, width):
            columns = slice(other, min(world.n, other + width))
            yield _block(world, rows, columns)


def _block(world: Arranged, rows: slice, columns: slice) -> Pairs:
    i, j = np.arange(rows.start, rows.stop)[:, None], np.arange(columns.start, columns.stop)
    weight = (j > i) + 0.5 * (j == i)
    sums = tuple(np.zeros(weight.shape) for _ in range(4))
    for part in world.parts:
        for total, found in zip(sums, _spread(part, rows, columns), strict=True):
            total += found
    return Pairs(rows, columns, weight, *sums)


def _spread(part: Part, rows: slice, columns: slice) -> tuple[NDArray[np.float64] | float, ...]:
    """Mean and the three variances of one part of h."""
    fixed = _if_apart(part, rows, columns)
    if fixed is not None:
        return fixed, 0.0, 0.0, 0.0
    h = _order(part, rows, columns)
    of_rows, of_columns = part.probabilities[rows].T, part.probabilities[columns].T
    if len(of_rows) == 1:
        return h[0, 0], 0.0, 0.0, 0.0
    given_row = np.einsum("abij,bj->aij", h, of_columns)
    given_column = np.einsum("abij,ai->bij", h, of_rows)
    mean = np.einsum("aij,ai->ij", given_row, of_rows)
    given_column -= mean
    h -= given_row[:, None]
    h -= given_column
    h *= h
    given_row -= mean
    rest = np.einsum("bij,bj->ij", np.einsum("abij,ai->bij", h, of_rows), of_columns)
    from_rows = np.einsum("aij,ai->ij", given_row**2, of_rows)
    return mean, from_rows, np.einsum("bij,bj->ij", given_column**2, of_columns), rest


def _if_apart(part: Part, rows: slice, columns: slice) -> float | None:
    """The value of h where no state of a row reaches one of a column, else None."""
    fixed = 0.0
    for sign, values in zip(part.signs, part.values, strict=True):
        here, there = values[rows], values[columns]
        if np.min(here) > np.max(there):
            fixed += sign
        elif not np.max(here) < np.min(there):
            return None
    return fixed


def _order(part: Part, rows: slice, columns: slice) -> NDArray[np.float64]:
    """The values of h: states of a row on the first axis, states of a column on the second."""
    doubled: NDArray[np.int8] | None = None
    for sign, values in zip(part.signs, part.values, strict=True):
        here = values[rows].T[:, None, :, None]
        there = values[columns].T[None, :, None, :]
        found = (here > there).view(np.int8) + (here >= there).view(np.int8)
        found = found if sign == 1 else np.negative(found)
        doubled = found if doubled is None else doubled + found
    assert doubled is not None
    return np.multiply(doubled, 0.5, dtype=np.float64)
