r"""Sufficient statistics of averages of pairwise AUCs, for several classes and classifiers.

:math:`A(a|b)` is the AUC of the column of class a between the observations of a and those of b.
Every multi-class AUC is an average :math:`\theta = \sum_{a \ne b} w_{ab} A(a|b)` with weights that
sum to 1, a U-statistic of C samples. An observation i of class c enters :math:`A(c|b)` with its
placement among b in column c, and :math:`A(b|c)` with its placement against b in column b; its
influence

.. math::
    h_c(i) = \sum_{b \ne c} w_{cb}\, P_{cb}(i) + w_{bc}\, Q_{bc}(i), \quad
    P_{cb}(i) = \frac1{n_b} \sum_{j \in b} \psi(y_c(i), y_c(j)), \quad
    Q_{bc}(i) = \frac1{n_b} \sum_{j \in b} \psi(y_b(j), y_b(i))

gives the covariance matrix of any such averages: the sum over the classes of
:math:`S_c / n_c`, where :math:`S_c` is the sample covariance (divisor :math:`n_c - 1`) of the
influences over class c. With two classes that is DeLong's. A pair of classes costs a sort of its
own observations, so all pairs of C classes cost what 2 C sorts of the whole table do.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.paired import position
from aucurate.kernels import Progress

Floats: TypeAlias = NDArray[np.float64]
_UNIT = 2**50  # influences lie in [0, 1]; as integers their sums and products are exact


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassAucMoments:
    """K classifiers, C classes, and Q averages of pairwise AUCs with all that inference needs.

    ``pairwise`` is K x C x C: the AUC of the column of the first class between it and the second,
    NaN on the diagonal and where no average uses it. ``weights`` (Q x C x C) sum to 1 for each
    average, and ``values`` is K x Q. The matrices of each class have a row for each classifier and
    average, the averages of a classifier together: ``covariances`` and ``kurtoses`` are those of
    the influences, and ``differences`` the variances of the difference of any two of them, which
    would cancel if they were taken from the covariances. They are NaN for a class with one
    observation; a kurtosis is NaN for constant influences. ``tied_shares`` (K x C x C) are the
    shares of pairs with equal scores.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    pairwise: Floats
    weights: Floats
    values: Floats
    covariances: Floats
    differences: Floats
    kurtoses: Floats
    tied_shares: Floats

    @classmethod
    def from_scores(
        cls,
        data: ClassScores | PairedClassScores,
        weights: Any,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "ClassAucMoments":
        """From scores in memory; ``weights`` is C x C for one average or Q x C x C.

        Weights are relative: each matrix is divided by its sum, and its diagonal passed over.
        """
        threads = kernels.thread_count(threads)
        found = Influences.of(data, weights, threads=threads, progress=progress)
        rows = len(found.names) * len(found.weights)
        covariances = np.empty((len(found.classes), rows, rows))
        differences, kurtoses = np.empty_like(covariances), np.empty(covariances.shape[:2])
        for c, influences in enumerate(found.of_classes):
            whole = np.rint(influences.reshape(rows, -1) * _UNIT).astype(np.int64)
            _, covariances[c], differences[c] = kernels.integer_moments(
                whole, _UNIT, threads=threads
            )
            kurtoses[c] = kernels.kurtosis(whole, threads=threads)
        return cls(
            names=found.names,
            classes=found.classes,
            counts=found.counts,
            pairwise=frozen(found.pairwise),
            weights=frozen(found.weights),
            values=frozen(_averages(found.weights, found.pairwise)),
            covariances=frozen(covariances),
            differences=frozen(differences),
            kurtoses=frozen(kurtoses),
            tied_shares=frozen(found.tied_shares),
        )

    @property
    def covariance(self) -> Floats:
        """The covariance matrix of all averages of all classifiers, given the class counts."""
        return self._summed(self.covariances)

    @property
    def difference_variance(self) -> Floats:
        """The variance of the difference of any two averages of any classifiers."""
        return self._summed(self.differences)

    @property
    def used(self) -> NDArray[np.bool_]:
        """Whether a class has any weight in any average."""
        return np.asarray(self.reaches.any(axis=0))

    @property
    def reaches(self) -> Floats:
        """How far an observation of each class can move each average: Q x C.

        An influence of class c lies between 0 and the sum of the weights of the pairs with c.
        """
        reach: Floats = self.weights.sum(axis=2) + self.weights.sum(axis=1)
        return reach

    def index(self, name: str) -> int:
        """Where a classifier stands."""
        return position(self.names, name)

    def of_average(self, at: int) -> "ClassAucMoments":
        """The moments of one of the averages alone, as if no other had been asked for."""
        own, rows = (
            self.weights[at : at + 1],
            np.arange(at, self.kurtoses.shape[1], len(self.weights)),
        )
        unused = own[0] == 0
        return replace(
            self,
            weights=own,
            values=self.values[:, at : at + 1],
            pairwise=frozen(np.where(unused, np.nan, self.pairwise)),
            tied_shares=frozen(np.where(unused, np.nan, self.tied_shares)),
            covariances=frozen(self.covariances[:, rows[:, None], rows]),
            differences=frozen(self.differences[:, rows[:, None], rows]),
            kurtoses=frozen(self.kurtoses[:, rows]),
        )

    def _summed(self, parts: Floats) -> Floats:
        """Over the classes that have weight; one of them with one observation makes it NaN."""
        sizes = np.array(self.counts, np.float64)[:, None, None]
        total: Floats = (parts / sizes)[self.used].sum(axis=0)
        return total


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Influences:
    """The influence of every observation on Q averages of pairwise AUCs.

    ``of_classes`` has an array per class: classifiers x averages x observations of the class, in
    their order in the table.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    weights: Floats
    pairwise: Floats
    tied_shares: Floats
    of_classes: tuple[Floats, ...]

    @classmethod
    def of(
        cls,
        data: ClassScores | PairedClassScores,
        weights: Any,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "Influences":
        """One sort per pair of classes that has weight, for each classifier."""
        threads = kernels.thread_count(threads)
        names = (data.name,) if isinstance(data, ClassScores) else data.names
        values = data.values[None] if isinstance(data, ClassScores) else data.values
        shares = normalised(weights, len(data.classes))
        counts, n_classes = data.counts, len(data.classes)
        members = [np.flatnonzero(data.codes == c) for c in range(n_classes)]
        moved = [np.zeros((len(names), len(shares), size)) for size in counts]
        pairwise = np.full((len(names), n_classes, n_classes), np.nan)
        tied = pairwise.copy()
        pairs = [(int(a), int(b)) for a, b in np.argwhere(shares.any(axis=0))]
        for a, b in _watched(pairs, progress):
            columns = [values[:, a][:, members[c]] for c in (a, b)]
            of_first = np.repeat([True, False], [counts[a], counts[b]])
            placed = kernels.placements(np.concatenate(columns, axis=1), of_first, threads=threads)
            size = counts[a] * counts[b]
            # Whole numbers up to the quotient, so that the AUC is the double nearest to the ratio.
            pairwise[:, a, b] = [int(w) / (2 * size) for w in placed.of_positives.sum(axis=1)]
            tied[:, a, b] = [ties / size for ties in placed.tied_pairs]
            for q, share in enumerate(shares[:, a, b]):
                if share:
                    moved[a][:, q] += share * (placed.of_positives / (2 * counts[b]))
                    moved[b][:, q] += share * (placed.of_negatives / (2 * counts[a]))
        return cls(
            names=names,
            classes=data.classes,
            counts=counts,
            weights=shares,
            pairwise=pairwise,
            tied_shares=tied,
            of_classes=tuple(moved),
        )


def normalised(weights: Any, n_classes: int) -> Floats:
    """Weights as Q x C x C, each matrix without its diagonal and with the sum 1."""
    shares = np.array(weights, np.float64).reshape(-1, n_classes, n_classes)
    shares[:, np.arange(n_classes), np.arange(n_classes)] = 0.0
    return np.stack([each / math.fsum(each.ravel()) for each in shares])


def pairwise_aucs(
    data: ClassScores, *, threads: int | None = None, progress: Progress | None = None
) -> Floats:
    """A(a|b) of one classifier: C x C, NaN on the diagonal."""
    ones = np.ones((len(data.classes), len(data.classes)))
    found = Influences.of(data, ones, threads=threads, progress=progress)
    return np.asarray(found.pairwise[0])


def places_alike(data: PairedClassScores, weights: Floats) -> bool:
    """Whether the first two classifiers place every observation alike, in pairs that have weight.

    Then no observation tells them apart; equal averages alone may come from errors that cancel.
    """
    members = [np.flatnonzero(data.codes == c) for c in range(len(data.classes))]
    for a, b in np.argwhere(weights):
        columns = [data.values[:2, a][:, members[c]] for c in (a, b)]
        of_first = np.repeat([True, False], [len(members[a]), len(members[b])])
        placed = kernels.placements(np.concatenate(columns, axis=1), of_first)
        for counts in (placed.of_positives, placed.of_negatives):
            if not np.array_equal(counts[0], counts[1]):
                return False
    return True


def weighted_average(weights: Floats, pairwise: Floats) -> float:
    """The average of pairwise AUCs; exact sums, so that equal AUCs give themselves."""
    inside = weights > 0
    total = math.fsum(weights[inside] * pairwise[inside])
    return total / math.fsum(weights[inside])


def _averages(weights: Floats, pairwise: Floats) -> Floats:
    return np.array([[weighted_average(each, aucs) for each in weights] for aucs in pairwise])


def _watched(pairs: list[tuple[int, int]], progress: Progress | None) -> Iterator[tuple[int, int]]:
    """The pairs of classes, told one by one to a callback that may stop them."""
    for done, pair in enumerate(pairs, start=1):
        yield pair
        if progress is not None and progress(done, len(pairs)) is False:
            raise kernels.Cancelled
