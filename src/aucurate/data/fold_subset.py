"""Fold scores without the folds that lack a class."""

from dataclasses import replace

import numpy as np

from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Observations


def with_both_classes(data: FoldScores) -> FoldScores:
    """Only the folds that hold both classes; ``dropped`` names the others.

    Observations that are in no other fold go with them. Where no fold has both classes it is
    refused.

    >>> data = FoldScores.from_arrays(
    ...     [0, 1, 0, 0, 0, 1], {"a": [1, 2, 1, 2, 1, 2]}, folds=[1, 1, 2, 2, 3, 3]
    ... )
    >>> kept = with_both_classes(data)
    >>> kept.fold_names, kept.dropped, len(kept.observations)
    (('1', '3'), ('2',), 4)
    """
    kept = data.folds_with_both_classes("drop")
    if len(kept) == data.n_folds:
        return data
    stays = np.isin(data.folds, kept)
    seen, rows = np.unique(data.rows[stays], return_inverse=True)
    is_positive = data.observations.is_positive[seen]
    observations = Observations(
        is_positive=frozen(is_positive),
        positive=data.observations.positive,
        negative=data.observations.negative,
        n_positive=int(np.count_nonzero(is_positive)),
        dropped=data.observations.dropped,
        aligned=data.observations.aligned,
        groups=None if data.observations.groups is None else frozen(data.observations.groups[seen]),
    )
    gone = tuple(name for k, name in enumerate(data.fold_names) if k not in kept)
    return replace(
        data,
        observations=observations,
        fold_names=tuple(data.fold_names[k] for k in kept),
        repeats=frozen(data.repeats[kept]),
        folds=frozen(np.searchsorted(kept, data.folds[stays])),
        rows=frozen(rows.astype(np.int64)),
        values=frozen(np.ascontiguousarray(data.values[:, stays])),
        n_train=None if data.n_train is None else frozen(data.n_train[kept]),
        dropped=data.dropped + gone,
    )
