r"""The volume under the three-class ROC surface, for classes that have an order.

**Question.** How well does one score put three classes in their order: low, middle, high?

**Use it** when the classes have an order and one score should separate all of them: stages of a
disease, grades of damage. :mod:`aucurate.inference.multiclass.volume` has intervals and tests.
The order must be given; it is never guessed. Scores that exist per class become one by the expected
rank of the class, one choice among others
(:meth:`aucurate.data.OrderedScores.from_class_scores`): the mean of 1, 2, 3 weighted with the
scores of the classes, which must be probabilities or other scores of at least 0. Without an order,
:mod:`aucurate.estimates.classes.auc` measures the separation of the classes.

With one observation of each class, scored x, y and z, the volume is the mean over all triples of

.. math::
    \psi(x, y, z) = 1,\ \tfrac12,\ \tfrac16,\ 0 \quad\text{for}\quad
    x < y < z;\ \ x = y < z \text{ or } x < y = z;\ \ x = y = z;\ \ \text{else},

an estimate of P(X < Y < Z): the probability that three observations, one of each class, are put in
their order (Scurfield 1996, Mossman 1999): 1/6 by chance, 1 for perfect order. It is a harder
standard than an AUC, and 0.5 is far from chance. The weights of ties are the shares of the orders
in which ties could be broken, so that scores without information have 1/6 however they are tied.

**Computation.** With a, b, c observations of the three classes at a distinct score, A of the low
class below it and C of the high class above it, an observation of the middle class there is in
6 A C + 3 a C + 3 A c + a c sixths of a correct triple; running sums give the same for the other two
classes. One sort and a few passes over the distinct scores replace the triples, in whole numbers
up to the one division at the end.

**Not valid** for classes without an order. A volume of 1/6 does not prove that the scores carry no
information: they may separate the classes in another order.

**Compared with other programs.** Volumes agree with ``emp.vus`` of the R package trinROC to 1e-12
(tests/gold); the weights of ties are those of Nakas and Yiannoutsos 2004 and of bcROCsurface, too.
VUROCS (Waegeman et al. 2008) counts ties as errors, and constant scores have volume 0 there.

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
from aucurate.data.classes import ClassObservations
from aucurate.data.moments import summed
from aucurate.data.observations import Missing
from aucurate.data.ordered import CLASSES, OrderedScores, PairedOrderedScores
from aucurate.data.scores import position
from aucurate.data.units import Part
from aucurate.errors import UnsupportedError

Whole: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
CHANCE = 1 / 6
LARGEST = 2**30  # so many observations per class, and a sixth of a triple is still counted exactly
_HALF = 31
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class OrderedCounts:
    """How many observations of each class have each distinct score, scores ascending.

    ``counts`` has a row per class; ``places`` says where each row stands. Of observations with
    sampling weights, counts are shares of the weight of the class.
    """

    counts: NDArray[Any]
    places: Whole

    @classmethod
    def from_scores(cls, data: OrderedScores) -> "OrderedCounts":
        """From scores in memory, with one sort."""
        return cls.from_values(data.values, data.codes, _weights(data.observations))

    @classmethod
    def from_values(
        cls, values: NDArray[Any], codes: Whole, weights: NDArray[Any] | None = None
    ) -> "OrderedCounts":
        """The same from the scores of one classifier and the classes of the observations.

        ``weights`` are frequencies, or shares of the weight of the class.
        """
        if max(np.bincount(codes, weights)) > LARGEST:
            raise UnsupportedError(
                f"a class has more than {LARGEST:,} observations, too many to count triples.",
                hint="use a random sample of that class.",
            )
        levels, places = np.unique(values, return_inverse=True)
        width = len(levels)
        counts = np.zeros(CLASSES * width, np.int64 if weights is None else weights.dtype)
        np.add.at(counts, codes * width + places, 1 if weights is None else weights)
        return cls(frozen(counts.reshape(CLASSES, width)), frozen(places))

    @property
    def is_weighted(self) -> bool:
        """Whether the counts are shares of weights."""
        return self.counts.dtype.kind == "f"

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many observations the low, the middle and the high class have; 1 of shares."""
        low, middle, high = (round(float(each)) for each in self.counts.sum(axis=1))
        return low, middle, high

    @property
    def units(self) -> tuple[int, int, int]:
        """Six times the pairs of the other two classes: what a placement is divided by."""
        low, middle, high = self.sizes
        return 6 * middle * high, 6 * low * high, 6 * low * middle

    @property
    def volume(self) -> float:
        """The volume, exact before the one rounding; that of weights is rounded as they are."""
        if self.is_weighted:
            placed = sixfold_middle(self.counts[0], self.counts[2]) / 6
            found = float(placed @ self.counts[1])
            return round(found) if abs(found - round(found)) < _ROUNDING else found
        low, middle, high = self.sizes
        return self.sixths / (6 * low * middle * high)

    @property
    def sixths(self) -> int:
        """Six times the triples in their order, ties by their weights: an exact whole number."""
        placed = sixfold_middle(self.counts[0], self.counts[2])
        upper, lower = placed >> _HALF, placed & (2**_HALF - 1)
        middle = self.counts[1]
        return (int(np.sum(upper * middle)) << _HALF) + int(np.sum(lower * middle))

    def placements(self) -> NDArray[Any]:
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
    frequency_weights: Any = None,
    sampling_weights: Any = None,
) -> float:
    """The volume under the ROC surface of three classes, named in their order: low, middle, high.

    1/6 is chance and 1 is perfect order. Direction is never guessed: ``lower=True`` says that lower
    scores speak for higher classes.

    >>> labels = ["mild", "mild", "moderate", "moderate", "severe", "severe"]
    >>> volume(labels, [1, 2, 2, 4, 3, 5], order=("mild", "moderate", "severe"))
    0.625
    """
    data = OrderedScores.from_arrays(
        labels,
        scores,
        order=order,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    return volume_of(data)


def volume_of(data: OrderedScores) -> float:
    """:func:`volume` of scores that are already checked."""
    return OrderedCounts.from_scores(data).volume


def sixfold_middle(low: NDArray[Any], high: NDArray[Any]) -> NDArray[Any]:
    """Sixths of correct triples that an observation of the middle class is in, at each score.

    Scores ascend along the last axis.
    """
    below = np.cumsum(low, axis=-1) - low
    above = np.cumsum(high[..., ::-1], axis=-1)[..., ::-1] - high
    placed: NDArray[Any] = 3 * below * (2 * above + high) + low * (3 * above + high)
    return placed


def _sixfold_outer(middle: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """The same for an observation of the class that the running sums end in.

    ``other`` is the class at the far end: its observations lie before those of the middle class.
    """
    before = np.cumsum(other) - other
    passed = np.cumsum(middle * (6 * before + 3 * other))
    passed -= middle * (6 * before + 3 * other)
    placed: NDArray[Any] = passed + middle * (3 * before + other)
    return placed


_BITS = 126  # what a sum of products of placements may fill of 128-bit integers


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class VolumeMoments:
    """Volumes of K classifiers on the same observations, and the moments of their placements.

    ``parts`` has the moments of the placements over each class, low, middle, high: their sample
    covariances (divisors n - 1), the sample variances of the difference of any two classifiers'
    placements, both from exact sums, and their kurtosis. They are NaN where the class has one
    observation. Of observations in groups and with sampling weights they are those of
    :mod:`aucurate.data.units`, and ``independent`` those of as many observations that were drawn
    one by one. ``tied_shares`` are the shares of triples whose middle observation is tied,
    ``triples`` is how many disjoint ones there are, and ``worth`` how many independent units each
    class has, where that is not its number of observations.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    volumes: tuple[float, ...]
    parts: tuple[Part, ...]
    tied_shares: tuple[float, ...]
    triples: int
    n_groups: int = 0
    independent: tuple[Part, ...] = ()
    worth: tuple[float, ...] | None = None

    @classmethod
    @checked
    def from_scores(
        cls, data: OrderedScores | PairedOrderedScores, *, threads: int | None = None
    ) -> "VolumeMoments":
        """From scores in memory: one sort per classifier, then exact whole numbers."""
        alone = isinstance(data, OrderedScores)
        names = (data.name,) if isinstance(data, OrderedScores) else data.names
        values = data.values[None, :] if alone else data.values
        rows = data.observations
        counts = [OrderedCounts.from_values(each, rows.codes, _weights(rows)) for each in values]
        by_level = [each.placements() for each in counts]
        placed = [
            np.stack(
                [
                    levels[at][each.places[own]]
                    for levels, each in zip(by_level, counts, strict=True)
                ]
            )
            for at, own in enumerate(rows.members)
        ]
        volumes, units = np.array([each.volume for each in counts]), counts[0].units
        known: dict[str, Any] = {
            "names": names,
            "classes": rows.classes,
            "counts": rows.counts,
            "volumes": tuple(volumes.tolist()),
            "tied_shares": tuple(each.tied_share for each in counts),
            "n_groups": rows.n_groups,
        }
        pulls = [(volumes, 1 - volumes)] * CLASSES
        if rows.is_grouped or rows.is_sampled:
            influences = [each / unit for each, unit in zip(placed, units, strict=True)]
            found = rows.units.moments(influences, [volumes] * CLASSES, pulls, threads=threads)
            found = found.without_rounding(1.0)
            return cls(
                parts=found.parts,
                independent=found.one_by_one,
                triples=found.disjoint,
                worth=rows.effective_sizes,
                **known,
            )
        parts = []
        for at, (own, unit) in enumerate(zip(rows.members, units, strict=True)):
            weights = None if rows.frequencies is None else rows.frequencies[own]
            covariance, difference = _moments(placed[at], unit, rows.counts[at], weights, threads)
            parts.append(
                Part(
                    covariance=frozen(covariance),
                    difference=frozen(difference),
                    kurtosis=frozen(kernels.kurtosis(placed[at], weights=weights, threads=threads)),
                    size=rows.counts[at],
                    down=pulls[at][0],
                    up=pulls[at][1],
                )
            )
        return cls(parts=tuple(parts), triples=min(rows.counts), **known)

    @property
    def covariance(self) -> NDArray[np.float64]:
        """The covariance matrix of the volumes: the sum over the parts of S / n."""
        return summed(self.parts, "covariance")

    @property
    def difference_variance(self) -> NDArray[np.float64]:
        """The variance of the difference of any two of the volumes."""
        return summed(self.parts, "difference")

    def index(self, name: str) -> int:
        """The position of a classifier in the matrices."""
        return position(self.names, name)


def _weights(rows: ClassObservations) -> NDArray[Any] | None:
    """Frequencies, or shares of the weight of the class, None where all rows weigh the same."""
    if not rows.is_sampled:
        return rows.frequencies
    shares = np.empty(len(rows))
    for own, of_class in zip(rows.members, rows.units.shares, strict=True):
        shares[own] = of_class
    return shares


def _moments(
    placed: Whole, unit: int, size: int, weights: Whole | None, threads: int | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Covariances and variances of differences of ``placed / unit``, a row per classifier.

    Above ten million observations per class the products would not fit 128-bit integers; the last
    few bits of the placements, far below rounding, are left out then.
    """
    width = 2 * unit.bit_length() + size.bit_length()
    shift = max(0, (width - _BITS + 1) // 2)
    if not shift:
        _, covariance, difference = kernels.integer_moments(
            placed, unit, weights=weights, threads=threads
        )
        return covariance, difference
    _, covariance, difference = kernels.integer_moments(
        placed >> shift, 1, weights=weights, threads=threads
    )
    scale = (2.0**shift / unit) ** 2
    return covariance * scale, difference * scale
