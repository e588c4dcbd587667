"""The paired permutation of the difference of two AUCs."""

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import Progress, _kernels, thread_count
from aucurate.kernels.chunks import in_chunks, refuse_beyond

__all__ = ["swapped_rank_differences"]


def swapped_rank_differences(
    ranks: NDArray[np.int64],
    positive: NDArray[np.bool_],
    *,
    replicates: int,
    key: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """The paired permutation of an AUC difference (Bandos, Rockette, Gur 2005).

    ``ranks`` has two rows: the (doubled) midranks that two classifiers give the observations. In
    each replicate every observation's two ranks change places with probability one half, and the
    AUCs of the two columns of ranks are computed again, ties one half. Returned is the difference
    of the doubled pair counts (first minus second), an exact integer: divide by twice the number of
    pairs for the difference in AUC.
    """
    observations = ranks.shape[1]
    refuse_beyond(observations, 2**30 - 1)
    steps = _rank_steps(ranks, positive)
    differences = np.empty(replicates, np.int64)

    def run(begin: int, end: int) -> None:
        _kernels.permutation_differences(
            steps, observations, key, begin, differences[begin:end], thread_count(threads), None
        )

    return differences[: in_chunks(replicates, len(steps), run, progress, threads)]


def _rank_steps(ranks: NDArray[np.int64], positive: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """The merged rank lists as steps for the kernel.

    Within one rank value come its positives, then its negatives, then its positives again: a
    positive that adds the negatives seen so far at both its steps counts those below it twice and
    those tied with it once. Bit 0 marks a negative, bit 1 the classifier, the rest is the row.
    """
    observations = ranks.shape[1]
    rows = np.tile(np.arange(observations, dtype=np.uint32), 2)
    classifier = np.repeat(np.array([0, 1], np.uint32), observations)
    is_positive = np.tile(positive, 2)
    code = (rows << 2) | (classifier << 1) | (~is_positive).astype(np.uint32)
    value = ranks.ravel()
    doubled_code = np.concatenate([code, code[is_positive]])
    doubled_value = np.concatenate([value, value[is_positive]])
    place = np.concatenate([(~is_positive).astype(np.int8), np.full(is_positive.sum(), 2, np.int8)])
    return doubled_code[np.lexsort((place, doubled_value))]
