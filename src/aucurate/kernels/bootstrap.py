"""AUCs in bootstrap replicates, from one sort of the scores."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import FloatArray, Progress, _kernels, thread_count
from aucurate.kernels.chunks import in_chunks, refuse_beyond

__all__ = ["Presort", "bootstrap_aucs", "presort"]


@dataclass(frozen=True, slots=True)
class Presort:
    """Both classes of K classifiers in ascending order: all that a resample needs to know.

    ``positives_less[k, j]`` and ``positives_not_greater[k, j]`` count the positives below, and
    not above, the j-th lowest negative.
    """

    positive_order: NDArray[np.uint32]
    negative_order: NDArray[np.uint32]
    positives_less: NDArray[np.uint32]
    positives_not_greater: NDArray[np.uint32]


def presort(
    scores: FloatArray, positive: NDArray[np.bool_], *, threads: int | None = None
) -> Presort:
    """Sort once, for any number of replicates."""
    classifiers, observations = scores.shape
    refuse_beyond(observations, 2**32 - 1)
    positives = int(np.count_nonzero(positive))
    order = Presort(
        np.empty((classifiers, positives), np.uint32),
        *(np.empty((classifiers, observations - positives), np.uint32) for _ in range(3)),
    )
    for k in range(classifiers):
        _kernels.class_order(
            scores[k],
            positive.view(np.uint8),
            order.positive_order[k],
            order.negative_order[k],
            order.positives_less[k],
            order.positives_not_greater[k],
            thread_count(threads),
        )
    return order


def bootstrap_aucs(
    order: Presort,
    *,
    replicates: int,
    stratified: bool,
    key: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """AUCs of K classifiers in ``replicates`` bootstrap replicates: one row per replicate.

    Replicate r draws the same observations for all classifiers, with random numbers that depend
    only on ``key`` and r. Unstratified replicates that miss a class are NaN. When the callback
    says stop, the rows finished so far are returned.
    """
    classifiers, positives = order.positive_order.shape
    observations = positives + order.negative_order.shape[1]
    aucs = np.empty((replicates, classifiers))

    def run(begin: int, end: int) -> None:
        _kernels.bootstrap_aucs(
            order.positive_order,
            order.negative_order,
            order.positives_less,
            order.positives_not_greater,
            stratified,
            key,
            begin,
            aucs[begin:end],
            thread_count(threads),
            None,
        )

    work = observations * (classifiers + 15) // 16  # drawing costs as much as 15 classifiers
    return aucs[: in_chunks(replicates, work, run, progress, threads)]
