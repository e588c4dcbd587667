"""The area under the empirical ROC curve, and Gini."""

from typing import Any

from aucurate.checks import checked
from aucurate.data.moments import auc_of as auc_of
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.kernels import Progress


@checked
def auc(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> float:
    """The AUC: how often a positive scores above a negative, a tie counting one half.

    This is the Mann-Whitney statistic divided by the number of pairs, and the trapezoid area
    under the empirical curve; the two agree exactly. Pairs are counted in integers, so the value
    is the double nearest to the true ratio. Direction is never guessed: 0.2 is reported as 0.2.

    >>> auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    data = Scores.from_arrays(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    return auc_of(data, threads=threads, progress=progress)


@checked
def gini(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """The Gini coefficient, 2 AUC - 1: 0 for chance, 1 for perfect separation.

    >>> gini([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    area = auc(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )
    return 2 * area - 1
