"""The curve of a classifier in a study: thresholds, and the counts at each of them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from aucurate.curve.roc import RocCurve, running
from aucurate.curve.streamed import StreamedCurve
from aucurate.curve.thinning import kept_points
from aucurate.data.arrays import frozen
from aucurate.data.moments import ThresholdCounts, as_size
from aucurate.data.scores import Scores
from aucurate.data.table_scores import Stretch, TableClassifier
from aucurate.kernels import Progress, ThinnedCurve, share_of
from aucurate.kernels.thinning import STEPS
from aucurate.results import Amount, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveCounts(Record):
    """Operating points of one classifier, from no positive decision to only positive ones.

    At point i an observation is classified as positive if its score is at least ``thresholds[i]``
    (at most, if ``lower``, where lower scores mean more positive); the first threshold is
    infinite. ``n_points`` is how many the curve has in all: up to a thousand are all here, of more
    those that :mod:`aucurate.curve.thinning` keeps, each of them as it is. Where observations have
    sampling weights, counts are weights.
    """

    name: str
    lower: bool
    n_positive: Amount
    n_negative: Amount
    n_points: int
    thresholds: tuple[float, ...]
    true_positives: tuple[Amount, ...]
    false_positives: tuple[Amount, ...]

    @classmethod
    def from_scores(
        cls, scores: Scores, *, threads: int | None = None, progress: Progress | None = None
    ) -> "CurveCounts":
        """From scores in memory, with one sort."""
        counts = ThresholdCounts.from_scores(scores, threads=threads, progress=progress)
        return cls._of_counts(scores, counts, len(counts.thresholds) + 1)

    @classmethod
    def from_streamed(cls, scores: TableClassifier, streamed: StreamedCurve) -> "CurveCounts":
        """From scores of a table, all of which have passed by."""
        counts = streamed.counts(scores.observations.class_weights)
        return cls._of_counts(scores, counts, streamed.n_points)

    @classmethod
    def from_thinned(
        cls,
        scores: Scores | TableClassifier,
        points: ThinnedCurve | None,
        *,
        threads: int | None = None,
    ) -> "CurveCounts":
        """From the points that a sort of the scores has kept; with another sort where there are
        none, or not all points of a short curve.
        """
        if points is not None and not len(points.thresholds) + 1 < points.n_points <= STEPS:
            return cls._of(scores, points)
        if isinstance(scores, Scores):
            return cls.from_scores(scores, threads=threads)
        streamed = StreamedCurve()

        def look(_: int, stretch: Stretch) -> None:
            streamed.add(stretch)

        scores.table.select([scores.name]).walk(look, threads=threads)
        return cls.from_streamed(scores, streamed)

    @classmethod
    def _of_counts(
        cls, scores: Scores | TableClassifier, counts: ThresholdCounts, n_points: int
    ) -> "CurveCounts":
        true, false = running(counts.positives), running(counts.negatives)
        short = n_points <= STEPS
        kept = np.arange(1, len(true)) if short else kept_points(true, false)[1:]
        thresholds = counts.thresholds[kept - 1].astype(np.float64)
        return cls._of(scores, ThinnedCurve(n_points, thresholds, true[kept], false[kept]))

    @classmethod
    def _of(cls, scores: Scores | TableClassifier, points: ThinnedCurve) -> "CurveCounts":
        thresholds = 0.0 - points.thresholds if scores.lower else points.thresholds
        return cls(
            name=scores.name,
            lower=scores.lower,
            n_positive=as_size(points.true_positives[-1]),
            n_negative=as_size(points.false_positives[-1]),
            n_points=points.n_points,
            thresholds=(-math.inf if scores.lower else math.inf, *thresholds.tolist()),
            true_positives=(0, *points.true_positives.tolist()),
            false_positives=(0, *points.false_positives.tolist()),
        )

    @property
    def is_whole(self) -> bool:
        """Whether all points of the curve are here."""
        return len(self.thresholds) == self.n_points

    def curve(self) -> RocCurve:
        """The curve through these points; its thresholds are those of scores whose higher values
        mean more positive.
        """
        thresholds = np.array(self.thresholds)
        return RocCurve(
            thresholds=frozen(-thresholds if self.lower else thresholds),
            true_positives=frozen(np.array(self.true_positives)),
            false_positives=frozen(np.array(self.false_positives)),
            n_positive=self.n_positive,
            n_negative=self.n_negative,
        )


def curves_of(
    classifiers: Iterable[Scores],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[CurveCounts, ...]:
    """The curve of every classifier; ``progress`` gets the number of observations done."""
    each = list(classifiers)
    return tuple(
        CurveCounts.from_scores(scores, threads=threads, progress=share_of(progress, at, len(each)))
        for at, scores in enumerate(each)
    )
