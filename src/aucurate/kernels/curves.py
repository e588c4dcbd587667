"""Permutations of whole curves: the kernels behind Venkatraman and Begg 1996 and Venkatraman 2000.

Both take observations in ascending order as *runs*. The observations of one run are tied in the
data and stay tied: a curve passes them in a straight line, which is its mean over all ways to break
the tie. Two runs that stand at the same place, one from each classifier or test set, form a
*group*, and in each permutation chance decides which of them comes first.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import Progress, _kernels, thread_count
from aucurate.kernels.chunks import in_chunks, refuse_beyond

__all__ = ["PairedCurves", "UnpairedCurves", "paired_curves", "unpaired_curves"]


@dataclass(frozen=True, slots=True)
class PairedCurves:
    """The ranks of two classifiers, merged: all that a permutation of paired curves needs.

    An entry has bit 0 for a positive, bit 1 for the classifier, and above them the observation, or
    the group whose observations change places together.
    """

    entries: NDArray[np.uint32]
    begins: NDArray[np.uint32]
    groups: NDArray[np.uint32]

    @property
    def distance(self) -> float:
        """The statistic of the data as they are: no observation's ranks exchanged."""
        return _kernels.paired_curve_distance(self.entries, self.begins, self.groups)

    def permuted(
        self,
        *,
        replicates: int,
        key: int,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> NDArray[np.float64]:
        """The statistic after each of ``replicates`` permutations, or those finished when stopped.

        In each, every observation's two ranks change places with probability one half, those of a
        group together.
        """
        distances = np.empty(replicates)

        def run(begin: int, end: int) -> None:
            _kernels.paired_curve_distances(
                self.entries,
                self.begins,
                self.groups,
                key,
                begin,
                distances[begin:end],
                thread_count(threads),
                None,
            )

        return distances[: in_chunks(replicates, 2 * len(self.entries), run, progress, threads)]


def paired_curves(
    ranks: NDArray[np.int64],
    positive: NDArray[np.bool_],
    units: NDArray[np.int64] | None = None,
) -> PairedCurves:
    """From two rows of (doubled) midranks of the same observations.

    The ranks of observations of the same unit change places together.
    """
    observations = ranks.shape[1]
    refuse_beyond(observations, 2**30 - 1)
    units = np.arange(observations) if units is None else units
    rows = np.tile(units.astype(np.uint32), 2)
    classifier = np.repeat(np.array([0, 1], np.uint32), observations)
    labels = np.tile(positive, 2).astype(np.uint32)
    entries = ((rows << 2) | (classifier << 1) | labels).astype(np.uint32)
    value = ranks.ravel()
    order = np.lexsort((classifier, value))
    begins, groups = _runs(value[order], classifier[order])
    return PairedCurves(entries[order], begins, groups)


@dataclass(frozen=True, slots=True)
class UnpairedCurves:
    """Two test sets on a common scale, merged: what a permutation of unpaired curves needs.

    ``sizes`` are the negatives and positives of the first, then of the second test set; ``share``
    is the weight of the positives on the common scale.
    """

    positive: NDArray[np.uint8]
    second: NDArray[np.uint8]
    begins: NDArray[np.uint32]
    groups: NDArray[np.uint32]
    sizes: NDArray[np.uint64]
    share: float

    @property
    def distance(self) -> float:
        """The statistic of the data as they are."""
        return _kernels.unpaired_curve_distance(
            self.positive, self.begins, self.groups, self.sizes, self.share, self.second
        )

    def permuted(
        self,
        *,
        replicates: int,
        key: int,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> NDArray[np.float64]:
        """The statistic after each of ``replicates`` permutations, or those finished when stopped.

        In each, the observations of a class are reassigned to the two test sets.
        """
        distances = np.empty(replicates)

        def run(begin: int, end: int) -> None:
            _kernels.unpaired_curve_distances(
                self.positive,
                self.begins,
                self.groups,
                self.sizes,
                self.share,
                key,
                begin,
                distances[begin:end],
                thread_count(threads),
                None,
            )

        return distances[: in_chunks(replicates, 4 * len(self.positive), run, progress, threads)]


def unpaired_curves(
    first: tuple[NDArray[np.int64], NDArray[np.bool_]],
    second: tuple[NDArray[np.int64], NDArray[np.bool_]],
) -> UnpairedCurves:
    """From the (doubled) midranks and the labels of two test sets."""
    sizes = [int(np.count_nonzero(p == c)) for _, p in (first, second) for c in (False, True)]
    share = (sizes[1] + sizes[3]) / sum(sizes)
    refuse_beyond(sum(sizes), 2**32 - 1)
    place = np.concatenate([_places(*test_set, share) for test_set in (first, second)])
    origin = np.repeat(np.array([0, 1], np.uint8), [len(first[0]), len(second[0])])
    positive = np.concatenate([first[1], second[1]])
    order = np.lexsort((positive, origin, place))
    begins, groups = _runs(place[order], origin[order])
    return UnpairedCurves(
        positive[order].astype(np.uint8),
        origin[order],
        begins,
        groups,
        np.array(sizes, np.uint64),
        share,
    )


def _places(
    ranks: NDArray[np.int64], positive: NDArray[np.bool_], share: float
) -> NDArray[np.float64]:
    """Where each observation stands from 0 to 1 when each class has its share of the scale.

    The scale advances by share / m at a positive and by (1 - share) / n at a negative; tied
    observations stand at the mean of the places they could take. Rounded, so that places that are
    equal as fractions are equal.
    """
    _, at, tied = np.unique(ranks, return_inverse=True, return_counts=True)
    m = int(np.count_nonzero(positive))
    steps = np.where(positive, share / m, (1 - share) / (len(positive) - m))
    weight = np.bincount(at, steps)
    ends = np.cumsum(weight)
    places: NDArray[np.float64] = (ends - weight * (tied - 1) / (2 * tied))[at]
    return places.round(12)


def _runs(
    place: NDArray[np.int64] | NDArray[np.float64],
    origin: NDArray[np.uint32] | NDArray[np.uint8],
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Where each run begins among the sorted entries, and each group among the runs."""
    moved = np.diff(place) != 0
    starts = np.flatnonzero(np.concatenate([[True], moved | (np.diff(origin) != 0)]))
    first_of_group = np.flatnonzero(np.concatenate([[True], moved])[starts])
    return (
        np.append(starts, len(place)).astype(np.uint32),
        np.append(first_of_group, len(starts)).astype(np.uint32),
    )
