r"""Average precision: the mean, over the positives, of the precision at each one's own score.

With F(x) and G(x) the shares of positives and of negatives that score at least x, and
:math:`\pi = m / (m + n)` the share of positives in the test set, the precision at x is
:math:`P(x) = \pi F / (\pi F + (1 - \pi) G)`, and average precision is its mean over the scores x of
the positives; observations with equal scores enter together, as in scikit-learn. It depends on the
share of positives as the AUC does not. Its interval and test are in
:mod:`aucurate.inference.curve.average_precision`.

A positive with score x counts with its own precision, and it raises the precision at every score
up to its own; a negative lowers it. With :math:`D = \pi F + (1-\pi) G` the influences of a positive
with score x and of a negative with score z are

.. math::
    P(x) + \overline{1[t \le x]\; \pi(1-\pi) G(t) / D(t)^2}, \qquad
    -\,\overline{1[t \le z]\; \pi(1-\pi) F(t) / D(t)^2}

with the mean over the scores t of the positives, at this share of positives.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from aucurate.checks import answering, checked
from aucurate.curve.precision import mean_precision
from aucurate.data.moments import Counts, ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.estimates.counted import (
    CountedEstimate,
    Floats,
    Influences,
    value_from_arrays,
)


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class AveragePrecision(CountedEstimate):
    """Average precision at the share of positives of the test set."""

    depends_on_prevalence: ClassVar[bool] = True

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        return "average precision"

    def chance(self, n_positive: float, n_negative: float) -> float:
        """The share of positives."""
        return n_positive / (n_positive + n_negative)

    @checked
    def values(self, positives: Counts, negatives: Counts) -> Floats:
        """Average precision for each row of counts."""
        return mean_precision(positives, negatives)

    @checked
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves it."""
        true, false = np.cumsum(counts.positives), np.cumsum(counts.negatives)
        called = np.where(true + false > 0, true + false, 1)
        own = counts.positives / counts.n_positive
        # The share of an observation's class per unit of weight: pi F = true / N, and so on.
        gained = counts.n_positive * own * false / called**2
        lost = counts.n_negative * own * true / called**2
        below = [np.cumsum(change[::-1])[::-1] for change in (gained, lost)]
        return Influences(true / called + below[0], -below[1])


@checked
def average_precision(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """Average precision: the sum over thresholds of precision times the gain in sensitivity.

    The value of scikit-learn's ``average_precision_score``; not the trapezoid area under the
    precision-recall points, which is too high because precision does not change linearly between
    them.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    return value_from_arrays(
        AveragePrecision(),
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )
