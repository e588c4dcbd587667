"""The paired permutation of the difference of two AUCs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import Progress, _kernels, thread_count
from aucurate.kernels.chunks import in_chunks, refuse_beyond

__all__ = ["swapped_rank_differences"]


def swapped_rank_differences(
    ranks: NDArray[np.int64],
    positive: NDArray[np.bool_],
    *,
    groups: NDArray[np.int64] | None = None,
    weights: NDArray[np.int64] | None = None,
    replicates: int,
    key: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64] | NDArray[np.float64]:
    """The paired permutation of an AUC difference (Bandos, Rockette, Gur 2005).

    ``ranks`` has two rows: the (doubled) midranks that two classifiers give the observations. In
    each replicate every observation's two ranks change places with probability one half, and the
    AUCs of the two columns of ranks are computed again, ties one half. Returned is the difference
    of the doubled pair counts (first minus second), an exact integer: divide by twice the number of
    pairs for the difference in AUC. The observations of a group change places together. A pair
    counts with the product of its ``weights``, whose sum in each class is below 2^53; the sums are
    then exact before they are rounded to a floating-point number.
    """
    observations = ranks.shape[1]
    refuse_beyond(observations, 2**30 - 1)
    own = np.arange(observations) if groups is None else groups
    units = int(own.max()) + 1
    steps, rows = _rank_steps(ranks, positive, own)
    differences: NDArray[Any] = np.empty(replicates, np.int64 if weights is None else np.float64)
    weighted = None if weights is None else weights[rows]

    def run(begin: int, end: int) -> None:
        given = key, begin, differences[begin:end], thread_count(threads), None
        if weighted is None:
            _kernels.permutation_differences(steps, observations, units, *given)
        else:
            _kernels.weighted_permutation_differences(steps, weighted, units, *given)

    return differences[: in_chunks(replicates, len(steps), run, progress, threads)]


def _rank_steps(
    ranks: NDArray[np.int64], positive: NDArray[np.bool_], groups: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The merged rank lists as steps for the kernel, and the row of each step.

    Within one rank value come its positives, then its negatives, then its positives again: a
    positive that adds the negatives seen so far at both its steps counts those below it twice and
    those tied with it once. Bit 0 marks a negative, bit 1 the classifier, the rest is the group.
    """
    observations = ranks.shape[1]
    rows = np.tile(np.arange(observations), 2)
    classifier = np.repeat(np.array([0, 1], np.uint32), observations)
    is_positive = np.tile(positive, 2)
    code = (groups.astype(np.uint32)[rows] << 2) | (classifier << 1)
    code |= (~is_positive).astype(np.uint32)
    every = np.concatenate([np.arange(2 * observations), np.flatnonzero(is_positive)])
    place = np.concatenate([(~is_positive).astype(np.int8), np.full(is_positive.sum(), 2, np.int8)])
    order = every[np.lexsort((place, ranks.ravel()[every]))]
    return code[order], rows[order]
