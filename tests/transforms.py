"""Increasing transformations that keep ties on every machine."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def keeping_ties(transform: Callable[[Any], Any]) -> Callable[[ArrayLike], NDArray[np.float64]]:
    """The transformation of the distinct values, looked up for every value.

    A vector loop and its scalar remainder may round the exponential of equal numbers differently,
    so that ``np.exp`` of tied scores need not be tied.
    """

    def moved(values: ArrayLike) -> NDArray[np.float64]:
        array = np.asarray(values, np.float64)
        distinct, places = np.unique(array, return_inverse=True)
        looked_up = np.asarray(transform(distinct), np.float64)
        assert (looked_up[1:] > looked_up[:-1]).all(), "this transformation merges values"
        return looked_up[places].reshape(array.shape)

    return moved
