"""Volumes of several classifiers and all that their covariance needs.

The placement of an observation is the share of pairs of observations of the other two classes that
complete, with it, a triple in the right order (ties by the weights above). Over each class the
placements average to the volume.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.arrays import frozen
from aucurate.data.ordered import CLASSES, OrderedScores, PairedOrderedScores
from aucurate.data.paired import position
from aucurate.estimates.volume import OrderedCounts, Whole

_BITS = 126  # what a sum of products of placements may fill of 128-bit integers


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class VolumeMoments:
    """Volumes of K classifiers on the same observations, and the moments of their placements.

    ``covariances`` and ``differences`` have a K x K matrix per class, low, middle, high: the sample
    covariances (divisors n - 1) of the placements over the class, and the sample variances of the
    difference of any two classifiers' placements, both from exact sums. They are NaN where the
    class has one observation. ``kurtoses`` has a row per class: 3 for normal placements, NaN for
    constant ones. ``tied_shares`` are the shares of triples whose middle observation is tied.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    volumes: tuple[float, ...]
    covariances: NDArray[np.float64]
    differences: NDArray[np.float64]
    kurtoses: NDArray[np.float64]
    tied_shares: tuple[float, ...]

    @classmethod
    def from_scores(
        cls, data: OrderedScores | PairedOrderedScores, *, threads: int | None = None
    ) -> "VolumeMoments":
        """From scores in memory: one sort per classifier, then exact whole numbers."""
        alone = isinstance(data, OrderedScores)
        names = (data.name,) if isinstance(data, OrderedScores) else data.names
        values = data.values[None, :] if alone else data.values
        codes = data.observations.codes
        rows = [OrderedCounts.from_values(each, codes) for each in values]
        by_level = [row.placements() for row in rows]
        found = []
        for at in range(CLASSES):
            mine = codes == at
            placed = np.stack(
                [each[at][row.places[mine]] for each, row in zip(by_level, rows, strict=True)]
            )
            covariance, difference = _moments(placed, rows[0].units[at], threads)
            found.append((covariance, difference, kernels.kurtosis(placed, threads=threads)))
        return cls(
            names=names,
            classes=data.observations.classes,
            counts=data.observations.counts,
            volumes=tuple(row.volume for row in rows),
            covariances=frozen(np.stack([each[0] for each in found])),
            differences=frozen(np.stack([each[1] for each in found])),
            kurtoses=frozen(np.stack([each[2] for each in found])),
            tied_shares=tuple(row.tied_share for row in rows),
        )

    @property
    def covariance(self) -> NDArray[np.float64]:
        """The covariance matrix of the volumes: the sum over the classes of S / n."""
        return _weighed(self.covariances, self.counts)

    @property
    def difference_variance(self) -> NDArray[np.float64]:
        """The variance of the difference of any two of the volumes."""
        return _weighed(self.differences, self.counts)

    def index(self, name: str) -> int:
        """Where a classifier stands in the matrices."""
        return position(self.names, name)


def _weighed(matrices: NDArray[np.float64], counts: tuple[int, ...]) -> NDArray[np.float64]:
    low, middle, high = (matrix / size for matrix, size in zip(matrices, counts, strict=True))
    total: NDArray[np.float64] = low + middle + high
    return total


def _moments(
    placed: Whole, unit: int, threads: int | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Covariances and variances of differences of ``placed / unit``, a row per classifier.

    Above ten million observations per class the products would not fit 128-bit integers; the last
    few bits of the placements, far below rounding, are left out then.
    """
    width = 2 * unit.bit_length() + placed.shape[1].bit_length()
    shift = max(0, (width - _BITS + 1) // 2)
    if not shift:
        _, covariance, difference = kernels.integer_moments(placed, unit, threads=threads)
        return covariance, difference
    _, covariance, difference = kernels.integer_moments(placed >> shift, 1, threads=threads)
    scale = (2.0**shift / unit) ** 2
    return covariance * scale, difference * scale
