r"""How much of a density lies below a place, from its values at equidistant points.

A density that such points describe is its sinc series, and point k counts below the place t with
the integral of the sinc up to t - k. The sinc is multiplied by a normal density with a standard
deviation of 1.9 steps, which leaves what the points resolve as it is and lets a sum over a window
of points do: those before it count in full.
"""

import math
from functools import cache

import numpy as np

from aucurate.inference.many_datasets.hierarchical_nodes import Floats

WINDOW = 8
_DEVIATION = 1.9
_FRACTIONS = 2048


class Summed:
    """Masses at equidistant points, along the last axis."""

    def __init__(self, masses: Floats) -> None:
        self._size = masses.shape[-1]
        self._shape = masses.shape[:-1]
        padded = np.zeros((*self._shape, self._size + 2 * WINDOW))
        padded[..., WINDOW:-WINDOW] = masses
        self._length = padded.shape[-1]
        self._padded = padded.ravel()
        self._summed = np.cumsum(padded, axis=-1).ravel()

    def below(self, places: Floats) -> Floats:
        """The mass below places, counted in steps from the first point.

        ``places`` has the axes of the masses except the last, and may have others before them.

        >>> bell = np.exp(-np.arange(-20, 21) ** 2 / 18) / math.sqrt(18 * math.pi)
        >>> np.round(Summed(bell).below(np.array([20.0, 23.0, 26.0])), 4)
        array([0.5   , 0.8413, 0.9773])
        """
        within = np.clip(places, 0.0, self._size - 1.0)
        first = np.floor(within).astype(np.intp)
        rows = np.arange(math.prod(self._shape)).reshape(self._shape) * self._length
        at = (rows + first).ravel()
        near = self._padded[at[:, None] + np.arange(1, 2 * WINDOW + 1)]
        shares = _shares()[np.rint((within - first).ravel() * _FRACTIONS).astype(np.intp)]
        found: Floats = self._summed[at] + np.einsum("ij,ij->i", near, shares)
        return found.reshape(first.shape)


def windowed_sinc(apart: Floats) -> Floats:
    """The weight of a point so many steps away in the series."""
    found: Floats = np.sinc(apart) * np.exp(-((apart / _DEVIATION) ** 2) / 2)
    return found


@cache
def _shares() -> Floats:
    """By fraction of a step (rows), how much of each point of the window counts as below."""
    fine = np.arange(-WINDOW * _FRACTIONS, WINDOW * _FRACTIONS + 1) / _FRACTIONS
    heights = windowed_sinc(fine)
    summed = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2)])
    summed /= summed[-1]
    rows = np.arange(_FRACTIONS + 1)[:, None]
    columns = (2 * WINDOW - 1 - np.arange(2 * WINDOW)) * _FRACTIONS
    found: Floats = summed[rows + columns]
    return found
