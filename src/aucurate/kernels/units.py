"""The bootstrap of AUCs whose observations are drawn in units.

A unit is what is drawn: a group of rows, a row with a weight, or a row that stands for several
observations. A row counts as often as its unit was drawn, times its weight.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import Progress, _kernels, thread_count
from aucurate.kernels.chunks import in_chunks, refuse_beyond

__all__ = ["UnitDesign", "unit_bootstrap", "unit_counts"]

Whole = NDArray[np.int64]
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class UnitDesign:
    """The unit of every row, and how units are drawn.

    Units are numbered stratum by stratum, ``strata`` has their number in each, and as many are
    drawn from a stratum as it has. A unit of which ``sizes`` are given stands for so many equal
    ones, and these are drawn. ``weights`` are those of the rows; their sum is below 2^53 in each
    class.
    """

    units: Whole
    strata: tuple[int, ...]
    weights: Whole | None = None
    sizes: Whole | None = None

    @property
    def n_units(self) -> int:
        """How many units there are."""
        return sum(self.strata)

    def drawn(self, *, stratified: bool) -> tuple[Whole, Whole]:
        """The strata and the sizes as the kernels take them."""
        strata = self.strata if stratified else (self.n_units,)
        return np.array(strata, np.int64), _NONE if self.sizes is None else self.sizes


def unit_bootstrap(
    ranks: Sequence[Whole] | Whole,
    positive: NDArray[np.bool_],
    design: UnitDesign,
    *,
    contrast: Whole | None = None,
    replicates: int,
    stratified: bool,
    key: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """AUCs of K classifiers, a row per replicate, from the ranks that they give the rows.

    With a ``contrast``, which weighs the classifiers by -1, 0 or 1, the variance of
    :mod:`aucurate.data.units` of the contrast in each replicate, otherwise NaN. Units of one row
    without weights get the draws of :func:`aucurate.kernels.bootstrap.bootstrap_aucs`. Replicates
    without one of the classes are NaN.
    """
    rows, classifiers = len(positive), len(ranks)
    refuse_beyond(rows, 2**30 - 1)
    order = np.argsort(ranks[0], kind="stable")  # which makes one classifier's sweep sequential
    positive = positive[order]
    steps = np.stack([_steps(each[order], positive) for each in ranks])
    units, strata = design.units[order].astype(np.uint32), design.drawn(stratified=stratified)
    weights = _NONE if design.weights is None else design.weights[order]
    aucs, variances = np.empty((replicates, classifiers)), np.full(replicates, np.nan)

    def run(begin: int, end: int) -> None:
        _kernels.unit_bootstrap(
            steps,
            units,
            positive.view(np.uint8),
            weights,
            *strata,
            _NONE if contrast is None else contrast,
            key,
            begin,
            aucs[begin:end],
            variances[begin:end],
            thread_count(threads),
            None,
        )

    work = rows * (1 + classifiers * (1 if contrast is None else 3))
    done = in_chunks(replicates, work, run, progress, threads)
    return aucs[:done], variances[:done]


def unit_counts(design: UnitDesign, *, stratified: bool, key: int, replicate: int) -> Whole:
    """How often each unit is drawn in a replicate of :func:`unit_bootstrap` with the same key."""
    times = np.empty(design.n_units, np.int64)
    _kernels.unit_counts(*design.drawn(stratified=stratified), key, replicate, times)
    return times


def _steps(ranks: Whole, positive: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """The rows in ascending order: bit 0 marks a negative, bit 1 the first of equal ranks."""
    order = np.argsort(ranks, kind="stable")
    ranked = ranks[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = ranked[1:] != ranked[:-1]
    bits = 2 * first + ~positive[order]
    return ((order << 2) + bits).astype(np.uint32)
