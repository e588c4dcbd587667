"""Replicates that bring their own variance: the kernel behind the studentised bootstrap."""

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import Progress, _kernels, thread_count
from aucurate.kernels.bootstrap import Presort
from aucurate.kernels.chunks import in_chunks

__all__ = ["studentised_bootstrap"]


def studentised_bootstrap(
    order: Presort,
    turned: Presort,
    contrast: NDArray[np.int64],
    *,
    replicates: int,
    stratified: bool,
    key: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """:func:`bootstrap_aucs`, and with each replicate DeLong's variance of a contrast in it.

    ``contrast`` weighs the classifiers with whole numbers: 1 for an AUC, (1, -1) for a difference.
    ``turned`` is the presort of the same scores with the classes exchanged. The draws are those of
    :func:`bootstrap_aucs` with the same key. The variance is NaN where a class was drawn fewer
    than twice.
    """
    classifiers, positives = order.positive_order.shape
    observations = positives + order.negative_order.shape[1]
    aucs, variances = np.empty((replicates, classifiers)), np.empty(replicates)

    def run(begin: int, end: int) -> None:
        _kernels.studentised_bootstrap(
            turned.negative_order,
            turned.positives_less,
            turned.positives_not_greater,
            order.negative_order,
            order.positives_less,
            order.positives_not_greater,
            contrast,
            stratified,
            key,
            begin,
            aucs[begin:end],
            variances[begin:end],
            thread_count(threads),
            None,
        )

    done = in_chunks(replicates, observations * (3 * classifiers + 1), run, progress, threads)
    return aucs[:done], variances[:done]
