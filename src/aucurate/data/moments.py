"""Sufficient statistics: the joint between data and inference.

Every test that needs only these works the same whether they come from arrays in memory or from
an engine that has seen the data elsewhere.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.kernels import Placements, Progress, ThinnedCurve


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AucMoments:
    """AUCs of K classifiers on the same observations and all that DeLong's covariance needs.

    With the placements V10 (of a positive: the share of negatives it beats, ties one half) and
    V01 (of a negative: the share of positives that beat it), ``positive_covariance`` and
    ``negative_covariance`` are the K x K sample covariance matrices S10 and S01 (divisors m - 1
    and n - 1) over m positives and n negatives. They are NaN where a class has one observation.
    ``positive_difference`` and ``negative_difference`` are the variances of the difference of any
    two classifiers' placements, from exact sums: taken from the covariances they would cancel where
    two classifiers rank nearly alike.
    ``positive_kurtosis`` and ``negative_kurtosis`` are those of the placements of each classifier
    (3 for normal ones, NaN for constant ones): they say how far the variances can be trusted.
    ``tied_shares`` are the shares of positive-negative pairs with equal scores. ``covariance`` is
    DeLong's covariance matrix of the AUCs, S10 / m + S01 / n, and ``difference_variance`` his
    variance of the difference of any two of them.
    """

    names: tuple[str, ...]
    aucs: tuple[float, ...]
    positive_covariance: NDArray[np.float64]
    negative_covariance: NDArray[np.float64]
    positive_difference: NDArray[np.float64]
    negative_difference: NDArray[np.float64]
    positive_kurtosis: NDArray[np.float64]
    negative_kurtosis: NDArray[np.float64]
    n_positive: int
    n_negative: int
    tied_shares: tuple[float, ...]
    covariance: NDArray[np.float64] = field(init=False)
    difference_variance: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        m, n = self.n_positive, self.n_negative
        covariance = self.positive_covariance / m + self.negative_covariance / n
        difference_variance = self.positive_difference / m + self.negative_difference / n
        object.__setattr__(self, "covariance", frozen(covariance))
        object.__setattr__(self, "difference_variance", frozen(difference_variance))

    @classmethod
    @checked
    def from_scores(
        cls,
        data: Scores | PairedScores,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "AucMoments":
        """From scores in memory: one sort per classifier, then exact integer sums."""
        return cls._from_placements(data, _placed(data, threads, progress, False), threads)

    @classmethod
    @checked
    def with_curves(
        cls,
        data: Scores | PairedScores,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "tuple[AucMoments, tuple[ThinnedCurve, ...]]":
        """The same, and from the same sort the points of each curve that thinning may keep."""
        placed = _placed(data, threads, progress, True)
        return cls._from_placements(data, placed, threads), placed.curves

    @classmethod
    def _from_placements(
        cls, data: Scores | PairedScores, placed: Placements, threads: int | None
    ) -> "AucMoments":
        rows = data.observations
        pairs = rows.n_positive * rows.n_negative
        totals, positive_covariance, positive_difference = kernels.integer_moments(
            placed.of_positives, 2 * rows.n_negative, threads=threads
        )
        _, negative_covariance, negative_difference = kernels.integer_moments(
            placed.of_negatives, 2 * rows.n_positive, threads=threads
        )
        return cls(
            names=(data.name,) if isinstance(data, Scores) else data.names,
            aucs=tuple(total / (2 * pairs) for total in totals),
            positive_covariance=frozen(positive_covariance),
            negative_covariance=frozen(negative_covariance),
            positive_difference=frozen(positive_difference),
            negative_difference=frozen(negative_difference),
            positive_kurtosis=frozen(kernels.kurtosis(placed.of_positives, threads=threads)),
            negative_kurtosis=frozen(kernels.kurtosis(placed.of_negatives, threads=threads)),
            n_positive=rows.n_positive,
            n_negative=rows.n_negative,
            tied_shares=tuple(ties / pairs for ties in placed.tied_pairs),
        )

    @checked
    def index(self, name: str) -> int:
        """Where a classifier stands in the matrices."""
        return position(self.names, name)

    @checked
    def select(self, names: tuple[str, ...]) -> "AucMoments":
        """The moments of some of the classifiers, in this order."""
        at = [self.index(name) for name in names]
        return AucMoments(
            names=names,
            aucs=tuple(self.aucs[i] for i in at),
            positive_covariance=frozen(self.positive_covariance[np.ix_(at, at)]),
            negative_covariance=frozen(self.negative_covariance[np.ix_(at, at)]),
            positive_difference=frozen(self.positive_difference[np.ix_(at, at)]),
            negative_difference=frozen(self.negative_difference[np.ix_(at, at)]),
            positive_kurtosis=frozen(self.positive_kurtosis[at]),
            negative_kurtosis=frozen(self.negative_kurtosis[at]),
            n_positive=self.n_positive,
            n_negative=self.n_negative,
            tied_shares=tuple(self.tied_shares[i] for i in at),
        )


def _placed(
    data: Scores | PairedScores, threads: int | None, progress: Progress | None, curves: bool
) -> Placements:
    values = data.values[None, :] if isinstance(data, Scores) else data.values
    rows = data.observations
    rows.require_plain("the DeLong covariance")
    return kernels.placements(
        values, rows.is_positive, threads=threads, progress=progress, with_curves=curves
    )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ThresholdCounts:
    """How many positives and negatives have each distinct score, from the highest score down.

    All that a curve, or any rate at any threshold, needs to know about one classifier; a table of
    ratings with counts is one as it stands.
    """

    thresholds: NDArray[Any]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]

    @classmethod
    @checked
    def from_scores(
        cls, scores: Scores, *, threads: int | None = None, progress: Progress | None = None
    ) -> "ThresholdCounts":
        """From scores in memory, with one sort."""
        scores.observations.require_plain("the table of threshold counts")
        values, positives, negatives = kernels.threshold_counts(
            scores.values, scores.is_positive, threads=threads, progress=progress
        )
        return cls(
            thresholds=frozen(values), positives=frozen(positives), negatives=frozen(negatives)
        )

    @property
    def n_positive(self) -> int:
        """How many observations are positive."""
        return int(self.positives.sum())

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return int(self.negatives.sum())

    @property
    def auc(self) -> float:
        """The area under the empirical curve, ties one half, exact before the one rounding."""
        doubled_wins, _ = kernels.run_length_auc_counts(
            self.positives[::-1].astype(np.uint64), self.negatives[::-1].astype(np.uint64)
        )
        return doubled_wins / (2 * self.n_positive * self.n_negative)
