"""Decisions among several classes by weighted scores: the class c with the largest w_c * y_c.

Ties go to the class that stands first. Scores y and weights w are finite and not negative, and
products are those of doubles, compared exactly, also where the scores are of single precision.
"""

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import FloatArray, Progress, _kernels, reporter, thread_count

__all__ = ["weighted_confusions"]


def weighted_confusions(
    values: FloatArray,
    codes: NDArray[np.int64],
    weights: NDArray[np.float64],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Observations by weight vector, label and decided class, from scores with a row per class.

    ``codes`` holds the label of each observation as its place among the classes, ``weights`` a row
    per vector.
    """
    classes = len(values)
    confusions = np.zeros((len(weights), classes, classes), np.int64)
    reported = reporter(progress, "deciding")
    _kernels.weighted_confusions(
        values, codes, weights, confusions, thread_count(threads), reported
    )
    return confusions
