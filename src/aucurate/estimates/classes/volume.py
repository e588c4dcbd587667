r"""The volume under the three-class ROC surface, for classes that have an order.

**Question.** How well does one score put three classes in their order: low, middle, high?

With one observation of each class, scored x, y and z, the volume is the mean over all triples of

.. math::
    \psi(x, y, z) = 1,\ \tfrac12,\ \tfrac16,\ 0 \quad\text{for}\quad
    x < y < z;\ \ x = y < z \text{ or } x < y = z;\ \ x = y = z;\ \ \text{else},

an estimate of P(X < Y < Z): the probability that three observations, one of each class, are put in
their order (Scurfield 1996, Mossman 1999). The weights of ties are the shares of the orders in
which ties could be broken, so that scores without information have 1/6 however they are tied. The
same weights are in Nakas and Yiannoutsos 2004, and in the R packages trinROC and bcROCsurface;
VUROCS (Waegeman et al. 2008) counts ties as errors, and constant scores have volume 0 there.

**Computation.** With a, b, c observations of the three classes at a distinct score, A of the low
class below it and C of the high class above it, an observation of the middle class there is in
6 A C + 3 a C + 3 A c + a c sixths of a correct triple; running sums give the same for the other two
classes. One sort and a few passes over the distinct scores replace the triples, in whole numbers
up to the one division at the end.

Scurfield, B. K. (1996). Multiple-event forced-choice tasks in the theory of signal detectability.
Journal of Mathematical Psychology 40, 253-269.
Mossman, D. (1999). Three-way ROCs. Medical Decision Making 19, 78-89.
Nakas, C. T., Yiannoutsos, C. T. (2004). Ordered multiple-class ROC analysis with continuous
measurements. Statistics in Medicine 23, 3437-3449.
Waegeman, W., De Baets, B., Boullart, L. (2008). On the scalability of ordered multi-class ROC
analysis. Computational Statistics and Data Analysis 52, 3371-3388.

Moments
-------
Volumes of several classifiers and all that their covariance needs.

The placement of an observation is the share of pairs of observations of the other two classes that
complete, with it, a triple in the right order (ties by the weights above). Over each class the
placements average to the volume.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.observations import Missing
from aucurate.data.ordered import CLASSES, OrderedScores, PairedOrderedScores
from aucurate.data.scores import position
from aucurate.errors import UnsupportedError

Whole: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
CHANCE = 1 / 6
LARGEST = 2**30  # so many observations per class, and a sixth of a triple is still counted exactly
_HALF = 31


@dataclass(frozen=True, slots=True, eq=False)
class OrderedCounts:
    """How many observations of each class have each distinct score, scores ascending.

    ``counts`` has a row per class; ``places`` says where each observation stands.
    """

    counts: Whole
    places: Whole

    @classmethod
    def from_scores(cls, data: OrderedScores) -> "OrderedCounts":
        """From scores in memory, with one sort."""
        return cls.from_values(data.values, data.codes)

    @classmethod
    def from_values(cls, values: NDArray[Any], codes: Whole) -> "OrderedCounts":
        """The same from the scores of one classifier and the classes of the observations."""
        if max(np.bincount(codes)) > LARGEST:
            raise UnsupportedError(
                f"a class has more than {LARGEST:,} observations, too many to count triples.",
                hint="use a random sample of that class.",
            )
        levels, places = np.unique(values, return_inverse=True)
        width = len(levels)
        counts = np.bincount(codes * width + places, minlength=CLASSES * width)
        return cls(frozen(counts.reshape(CLASSES, width).astype(np.int64)), frozen(places))

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many observations the low, the middle and the high class have."""
        low, middle, high = (int(each) for each in self.counts.sum(axis=1))
        return low, middle, high

    @property
    def units(self) -> tuple[int, int, int]:
        """Six times the pairs of the other two classes: what a placement is divided by."""
        low, middle, high = self.sizes
        return 6 * middle * high, 6 * low * high, 6 * low * middle

    @property
    def volume(self) -> float:
        """The volume, exact before the one rounding."""
        low, middle, high = self.sizes
        return self.sixths / (6 * low * middle * high)

    @property
    def sixths(self) -> int:
        """Six times the triples in their order, ties by their weights: an exact whole number."""
        placed = sixfold_middle(self.counts[0], self.counts[2])
        upper, lower = placed >> _HALF, placed & (2**_HALF - 1)
        middle = self.counts[1]
        return (int(np.sum(upper * middle)) << _HALF) + int(np.sum(lower * middle))

    def placements(self) -> Whole:
        """Six times the pairs of the other two classes that complete a correct triple.

        A row per class and a column per distinct score, whether or not it occurs in the class.
        """
        low, middle, high = self.counts
        return np.stack(
            [
                _sixfold_outer(middle[::-1], high[::-1])[::-1],
                sixfold_middle(low, high),
                _sixfold_outer(middle, low),
            ]
        )

    @property
    def tied_share(self) -> float:
        """The share of triples in which the middle observation is tied with one of the others."""
        low, middle, high = self.counts.astype(np.float64)
        sizes = self.sizes
        tied = middle * (low * sizes[2] + sizes[0] * high - low * high)
        return float(np.sum(tied)) / (float(sizes[0]) * sizes[1] * sizes[2])


@checked
def volume(
    labels: Any,
    scores: Any,
    *,
    order: Sequence[Any],
    lower: bool = False,
    missing: Missing = "refuse",
) -> float:
    """The volume under the ROC surface of three classes, named in their order: low, middle, high.

    1/6 is chance and 1 is perfect order. Direction is never guessed: ``lower=True`` says that lower
    scores speak for higher classes.

    >>> labels = ["mild", "mild", "moderate", "moderate", "severe", "severe"]
    >>> volume(labels, [1, 2, 2, 4, 3, 5], order=("mild", "moderate", "severe"))
    0.625
    """
    data = OrderedScores.from_arrays(labels, scores, order=order, lower=lower, missing=missing)
    return volume_of(data)


def volume_of(data: OrderedScores) -> float:
    """:func:`volume` of scores that are already checked."""
    return OrderedCounts.from_scores(data).volume


def sixfold_middle(low: Whole, high: Whole) -> Whole:
    """Sixths of correct triples that an observation of the middle class is in, at each score.

    Scores ascend along the last axis.
    """
    below = np.cumsum(low, axis=-1) - low
    above = np.cumsum(high[..., ::-1], axis=-1)[..., ::-1] - high
    placed: Whole = 3 * below * (2 * above + high) + low * (3 * above + high)
    return placed


def _sixfold_outer(middle: Whole, other: Whole) -> Whole:
    """The same for an observation of the class that the running sums end in.

    ``other`` is the class at the far end: its observations lie before those of the middle class.
    """
    before = np.cumsum(other) - other
    passed = np.cumsum(middle * (6 * before + 3 * other))
    passed -= middle * (6 * before + 3 * other)
    placed: Whole = passed + middle * (3 * before + other)
    return placed


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
    @checked
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
        """The position of a classifier in the matrices."""
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
