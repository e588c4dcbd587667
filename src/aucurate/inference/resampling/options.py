"""Resampled AUCs: what bootstrap intervals and tests are made of."""

from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import answering, check_fields, checked, generator, random_key
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.inference.resampling.drawn_units import ready_to_draw
from aucurate.kernels import Progress, bootstrap
from aucurate.kernels.units import unit_bootstrap
from aucurate.results import Record


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling(Record):
    """Options of resampling: the number of replicates, stratification and randomness.

    Parameters
    ----------
    replicates : int, default: 2000
        Number of bootstrap or permutation draws.
    stratified : bool, default: True
        Whether to draw within each class, so that every replicate has the class sizes of the data;
        groups are drawn within those of positives only, of negatives only, and of both.
    rng : int or Generator, optional, default: 0
        Seed, or generator of random numbers; None for fresh randomness.

    The same seed gives the same replicates on any number of threads.
    """

    replicates: int = 2000
    stratified: bool = True
    rng: int | np.random.Generator | None = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if self.replicates < 1:
            raise OptionError(
                f"replicates must be a whole number above 0; it is {self.replicates!r}.",
                hint="2000 are enough for a 95 percent interval.",
            )
        generator(self.rng)

    def key(self) -> int:
        """A 64-bit key for the counter-based generator of the kernels."""
        return random_key(self.rng)

    def fixed(self) -> "Resampling":
        """The same with a whole number as ``rng``, so that a study can be repeated from its record.

        >>> Resampling(rng=7).fixed().rng, type(Resampling(rng=None).fixed().rng)
        (7, <class 'int'>)
        """
        return self if isinstance(self.rng, Integral) else replace(self, rng=self.key())


@checked
def bootstrap_aucs(
    data: Scores | PairedScores,
    resampling: Resampling | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """The AUCs of every classifier in every bootstrap replicate, one row per replicate.

    Observations are drawn with replacement, within each class when ``stratified``; all classifiers
    see the same draws, so differences of columns are paired. Groups are drawn whole, and weights
    are allowed for (:mod:`aucurate.inference.resampling.drawn_units`). Scores are sorted once; a
    replicate costs one pass over the observations. Replicates without one class are NaN.
    When ``progress`` returns False the replicates finished so far are returned.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> bootstrap_aucs(scores, Resampling(replicates=3, rng=1)).shape
    (3, 1)

    Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
    """
    chosen = Resampling() if resampling is None else resampling
    data, units = ready_to_draw(data)
    values = data.values[None, :] if isinstance(data, Scores) else data.values
    positive = data.observations.is_positive
    drawing: dict[str, Any] = {
        "replicates": chosen.replicates,
        "stratified": chosen.stratified,
        "key": chosen.key(),
        "threads": threads,
        "progress": progress,
    }
    if units is not None:
        ranks = [kernels.doubled_midranks(row, threads=threads) for row in values]
        aucs, _ = unit_bootstrap(ranks, positive, units.design(~positive), **drawing)
        return aucs
    return bootstrap.bootstrap_aucs(bootstrap.presort(values, positive, threads=threads), **drawing)
