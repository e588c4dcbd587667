r"""The Lorenz curve behind Gini, and the cumulative accuracy profile.

**Question.** How unequally do the scores share out the positives and the negatives?

**Use it** where a field reports Gini's coefficient or the accuracy ratio, as credit scoring does.

Go through the observations from the lowest score up. The **Lorenz curve** joins the share of
positives passed, against the share of negatives passed. A classifier without worth passes both
alike, on the diagonal; a good one passes the negatives first, and its curve hangs below. Twice the
area between the diagonal and the curve is Gini's coefficient,

.. math::
    G = 2 \int_0^1 (u - L(u))\,du = 2\,\text{AUC} - 1,

as the curve is the ROC curve turned by 180 degrees: (1 - x, 1 - y) for every point (x, y).

The **cumulative accuracy profile** goes from the highest score down and joins the share of
positives found, against the share of all observations looked at. Its area above the diagonal,
divided by that of a perfect classifier, is the accuracy ratio; with the share :math:`\pi` of
positives,

.. math::
    \text{AR} = \frac{\int_0^1 (C(v) - v)\,dv}{(1 - \pi) / 2} = 2\,\text{AUC} - 1,

the same number. Both equalities are exact, ties included: the areas are summed in integers.

**Not valid** as a description of a single threshold; the best that one threshold can do is the
Youden index (:func:`aucurate.curve.youden_index`).

**Compared with other programs.** Many programs compute the accuracy ratio with ties broken by the
order of the rows. Ours does not depend on that order, so the two can differ where scores are tied.

Gajowniczek, K., Ząbkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.roc import RocCurve, exact, in_units_of
from aucurate.data.arrays import frozen
from aucurate.data.moments import Counts, ThresholdCounts, as_size
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.data.source import Summarised, points_summary

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class LorenzCurve(Summarised):
    """Cumulative counts of positives and negatives, from the lowest score up.

    Point i has passed every observation with ``score < thresholds[i]``; the last threshold is
    infinite.
    """

    thresholds: NDArray[Any]
    positives: Counts
    negatives: Counts
    n_positive: float
    n_negative: float

    def _summary(self) -> str:
        return points_summary(len(self.thresholds), self.n_positive, self.n_negative)

    @classmethod
    @checked
    def from_roc(cls, curve: RocCurve) -> "LorenzCurve":
        """A ROC curve turned by 180 degrees."""
        return cls(
            thresholds=frozen(np.ascontiguousarray(curve.thresholds[::-1])),
            positives=frozen(curve.n_positive - curve.true_positives[::-1]),
            negatives=frozen(curve.n_negative - curve.false_positives[::-1]),
            n_positive=curve.n_positive,
            n_negative=curve.n_negative,
        )

    @property
    def positive_share(self) -> Shares:
        """The share of positives passed: the height of the Lorenz curve."""
        return np.asarray(self.positives / self.n_positive)

    @property
    def negative_share(self) -> Shares:
        """The share of negatives passed: where on the horizontal axis of the Lorenz curve."""
        return np.asarray(self.negatives / self.n_negative)

    @property
    def found_share(self) -> Shares:
        """The share of positives found from the highest score down: the height of the profile."""
        return np.asarray((self.n_positive - self.positives[::-1]) / self.n_positive)

    @property
    def looked_at_share(self) -> Shares:
        """The share of all observations looked at: the horizontal axis of the profile."""
        total = self.n_positive + self.n_negative
        return np.asarray((total - self.positives[::-1] - self.negatives[::-1]) / total)

    @property
    def gini(self) -> float:
        """Twice the area between the diagonal and the Lorenz curve: 2 AUC - 1."""
        pairs = self.n_positive * self.n_negative
        return (pairs - _doubled_area(self.negatives, self.positives)) / pairs

    @property
    def accuracy_ratio(self) -> float:
        """The profile's area above the diagonal over that of a perfect classifier: 2 AUC - 1."""
        total = self.n_positive + self.n_negative
        found = self.n_positive - self.positives[::-1]
        looked_at = total - self.positives[::-1] - self.negatives[::-1]
        above = _doubled_area(looked_at, found) - self.n_positive * total
        return above / (self.n_positive * self.n_negative)


@checked
def lorenz_curve(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> LorenzCurve:
    """The Lorenz curve of one classifier.

    >>> curve = lorenz_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.negative_share
    array([0. , 0.5, 0.5, 1. , 1. ])
    >>> curve.positive_share
    array([0. , 0. , 0.5, 0.5, 1. ])
    >>> curve.gini, curve.accuracy_ratio
    (0.5, 0.5)

    The classifier of Gajowniczek and others (2014), table 2, whose AUC is 0.76:

    >>> labels = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
    >>> scores = [0.90, 0.85, 0.75, 0.70, 0.55, 0.45, 0.40, 0.35, 0.25, 0.10]
    >>> curve = lorenz_curve(labels, scores)
    >>> curve.gini, curve.accuracy_ratio
    (0.52, 0.52)
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
    return LorenzCurve.from_roc(in_units_of(data, RocCurve.from_counts(counts)))


def _doubled_area(across: Counts, up: Counts) -> float:
    """Twice the trapezoid area under the points; that of counts exactly."""
    widths, heights = exact(np.diff(across), up[1:] + up[:-1])
    return as_size((widths * heights).sum())
