r"""Observations on a grid: sums over all pairs in the time of a Fourier transformation.

An observation between two grid points is shared among the six points around it, with the weights
of polynomial interpolation of degree 5. A sum of a smooth function f over observations is then a
sum over grid points, wrong by no more than :math:`0.0049\,\delta^6 \max |f^{(6)}|` per observation,
where :math:`\delta` is the width of the grid.

A function of the difference of two scores that is constant beyond its reach does not care how wide
a gap without scores is. So wider gaps are shortened to the reach first: an outlier costs a few
hundred grid points, not millions.
"""

import numpy as np
from numpy.typing import NDArray

from aucurate.estimates.tallies import Tally

Floats = NDArray[np.float64]

_BEFORE, _AFTER = 2, 3
_OFFSETS = range(-_BEFORE, _AFTER + 1)


def without_gaps(values: Floats, widest: float) -> Floats:
    """Ascending values moved together, from 0 on, so that no gap is wider than this.

    >>> without_gaps(np.array([1.0, 2.0, 1e9, 1e9 + 1]), 10.0)
    array([ 0.,  1., 11., 12.])
    """
    with np.errstate(over="ignore"):  # two huge scores of opposite sign: the gap is cut anyway
        gaps = np.minimum(np.diff(values), widest)
    return np.concatenate([[0.0], np.cumsum(gaps)])


def shared(values: Floats, counts: Floats, spacing: float, size: int) -> Floats:
    """Counts at values (from 0 on) shared among the points 0, 1, ... of a grid.

    Grid point g stands for the value (g - 2) spacing, so that the first value has its neighbours.

    >>> grid = shared(np.array([1.5]), np.array([1.0]), 1.0, grid_size(1.5, 1.0))
    >>> float(grid.sum()), float(grid @ (np.arange(len(grid)) - 2))
    (1.0, 1.5)
    """
    place = values / spacing
    whole = np.floor(place)
    part = place - whole
    first = whole.astype(np.int64) + _BEFORE
    grid = np.zeros(size)
    for offset in _OFFSETS:
        weight = counts.copy()
        for other in _OFFSETS:
            if other != offset:
                weight *= (part - other) / (offset - other)
        grid += np.bincount(first + offset, weights=weight, minlength=size)
    return grid


def grid_size(largest: float, spacing: float) -> int:
    """How many points a grid needs up to this value."""
    return int(largest / spacing) + 1 + _BEFORE + _AFTER


def on_one_grid(
    tallies: tuple[Tally, ...], reach: float, spacing: float, most: int
) -> tuple[list[Floats], float]:
    """Several tallies on one grid without gaps, and its spacing: wider when it would be too long.

    ``most`` is the largest number of grid points.
    """
    pooled = np.unique(np.concatenate([tally.values for tally in tallies]))
    places = without_gaps(pooled, reach + 6 * spacing)
    spacing = max(spacing, float(places[-1]) / most)
    size = grid_size(float(places[-1]), spacing)
    grids = []
    for tally in tallies:
        at = places[np.searchsorted(pooled, tally.values)]
        grids.append(shared(at, tally.counts, spacing, size))
    return grids, spacing


def autocorrelation(grid: Floats, lags: int) -> Floats:
    """The sum of grid[i] grid[i + k] over i, for k below ``lags``."""
    from scipy import fft

    length = fft.next_fast_len(len(grid) + lags, real=True)
    spectrum = fft.rfft(grid, length)
    return np.asarray(fft.irfft(np.abs(spectrum) ** 2, length)[:lags])


def convolved(grid: Floats, kernel: Floats) -> Floats:
    """The sum of grid[j] kernel[i - j] over j, with the kernel's middle at difference 0."""
    from scipy import fft

    half = len(kernel) // 2
    length = fft.next_fast_len(grid.shape[-1] + len(kernel), real=True)
    product = fft.rfft(grid, length) * fft.rfft(kernel, length)
    return np.asarray(fft.irfft(product, length)[..., half : half + grid.shape[-1]])
