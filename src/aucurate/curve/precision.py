"""The precision-recall curve: precision against sensitivity, one point per threshold."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.protocol import as_given, checked_rates
from aucurate.curve.roc import in_units_of
from aucurate.data import moments
from aucurate.data.arrays import frozen
from aucurate.data.moments import Counts, ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.data.source import Summarised, points_summary


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class PrecisionCurve(Summarised):
    """Precision and sensitivity at every threshold, from the highest score down.

    Point i calls positive every observation with ``score >= thresholds[i]``. There is no point
    where nothing is called positive, since precision is undefined there; scikit-learn draws one
    with precision 1. Between two points precision does not change linearly, so the area is not that
    of trapezoids: :attr:`average_precision` sums the steps.
    """

    thresholds: NDArray[Any]
    true_positives: Counts
    false_positives: Counts
    n_positive: float
    n_negative: float

    def _summary(self) -> str:
        return points_summary(len(self.thresholds), self.n_positive, self.n_negative)

    @classmethod
    @checked
    def from_counts(cls, counts: ThresholdCounts) -> "PrecisionCurve":
        """The curve through all thresholds."""
        used = counts.positives + counts.negatives > 0  # a rating without observations is no point
        return cls(
            thresholds=frozen(counts.thresholds[used]),
            true_positives=frozen(np.cumsum(counts.positives[used])),
            false_positives=frozen(np.cumsum(counts.negatives[used])),
            n_positive=counts.n_positive,
            n_negative=counts.n_negative,
        )

    @property
    def sensitivity(self) -> NDArray[np.float64]:
        """The share of positives called positive (recall) at each threshold."""
        rate: NDArray[np.float64] = self.true_positives / self.n_positive
        return rate

    @property
    def precision(self) -> NDArray[np.float64]:
        """The share of those called positive that are (positive predictive value)."""
        rate: NDArray[np.float64] = self.true_positives / (
            self.true_positives + self.false_positives
        )
        return rate

    @property
    def chance(self) -> float:
        """The precision of a classifier that knows nothing: the share of positives."""
        return self.n_positive / (self.n_positive + self.n_negative)

    @property
    def average_precision(self) -> float:
        """The sum over thresholds of precision times the gain in sensitivity."""
        steps = (np.diff(each, prepend=0) for each in (self.true_positives, self.false_positives))
        return float(mean_precision(*(each[None] for each in steps))[0])

    def precision_at(self, sensitivity: Any) -> Any:
        """The precision at the highest threshold that reaches these sensitivities.

        >>> precision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).precision_at([0.5, 1.0])
        array([1.        , 0.66666667])
        """
        rates = checked_rates(sensitivity, "sensitivity")
        at = np.searchsorted(self.sensitivity, rates, side="left")
        return as_given(self.precision[at], sensitivity)

    def __len__(self) -> int:
        return len(self.thresholds)


@checked
def precision_curve(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> PrecisionCurve:
    """The precision-recall curve of one classifier.

    With ``lower=True`` the thresholds are in the units of the scores too: an observation is called
    positive when its score is at most the threshold.

    >>> curve = precision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.precision
    array([1.        , 0.5       , 0.66666667, 0.5       ])
    >>> curve.sensitivity
    array([0.5, 0.5, 1. , 1. ])
    """
    data = Scores.from_arrays(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    counts = ThresholdCounts.from_scores(data, threads=threads)
    return in_units_of(data, PrecisionCurve.from_counts(counts))


def mean_precision(positives: NDArray[np.int64], negatives: Counts) -> NDArray[np.float64]:
    """Average precision for each row of counts, from the highest score down, a block at a time.

    >>> mean_precision(np.array([[1, 0, 1]]), np.array([[0, 1, 0]])).round(4)
    array([0.8333])
    """
    weighed = np.zeros(len(positives))
    true, false = (np.zeros((len(each), 1), each.dtype) for each in (positives, negatives))
    for start in range(0, positives.shape[-1], moments.BLOCK):
        columns = slice(start, start + moments.BLOCK)
        own = positives[:, columns]
        through = np.cumsum(own, axis=-1) + true
        passed = np.cumsum(negatives[:, columns], axis=-1) + false
        called = through + passed
        weighed += (own * (through / np.where(called > 0, called, 1))).sum(axis=-1)
        true, false = through[:, -1:], passed[:, -1:]
    mean: NDArray[np.float64] = np.minimum(weighed / true[:, 0], 1.0)
    return mean
