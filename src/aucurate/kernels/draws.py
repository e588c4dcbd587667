"""Which observations a bootstrap replicate draws, for what no kernel computes."""

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import _kernels

__all__ = ["drawn_counts"]


def drawn_counts(
    n_positive: int, n_negative: int, *, stratified: bool, key: int, replicate: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each positive and each negative is drawn in a replicate.

    The draws are those of :func:`aucurate.kernels.bootstrap.bootstrap_aucs` with the same key.
    """
    positives = np.empty(n_positive, np.int64)
    negatives = np.empty(n_negative, np.int64)
    _kernels.bootstrap_counts(stratified, key, replicate, positives, negatives)
    return positives, negatives
