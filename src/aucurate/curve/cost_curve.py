r"""Cost curves: what a classifier costs, for every prevalence and all costs of errors at once.

**Question.** What does the classifier cost, whatever the prevalence and the costs of errors turn
out to be?

**Use it** where prevalence and costs are not known yet, or differ between places of use.

Prevalence :math:`\pi`, the cost :math:`C_1` of a false negative and :math:`C_0` of a false positive
enter the expected cost only together, as the share of the positives in what could be lost, the
probability cost

.. math::  x = \frac{\pi C_1}{\pi C_1 + (1 - \pi) C_0}

At one threshold the expected cost, in units of the cost of misclassifying everything, is a straight
line in x, and the best threshold for each x gives the lower envelope of all lines:

.. math::  c(x) = \min_t\; x\,(1 - \text{sensitivity}(t)) + (1 - x)\,(1 - \text{specificity}(t))

The lines of the envelope are the corners of the convex hull of the ROC curve, and two neighbours
meet at :math:`x = 1 / (1 + \text{slope of the hull between them})`. Treat none costs x, treat all
costs 1 - x; a classifier is useful where its envelope is below both. ``area`` is the mean of c(x)
over all x from 0 to 1.

**Not valid** as an estimate of the cost on new data: the envelope takes the best threshold of
*these* data for each x and is optimistic, the more so the fewer observations there are. It has no
interval; for one threshold and one use see :mod:`aucurate.inference.operating.net_benefit` and
:mod:`aucurate.inference.operating.expected_cost`, for the whole ROC curve
:mod:`aucurate.inference.curve.bands`.

Drummond, C., Holte, R. C. (2006). Cost curves: an improved method for visualizing classifier
performance. Machine Learning 65, 95-130.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.protocol import as_given, checked_rates
from aucurate.curve.roc import RocCurve, in_units_of
from aucurate.curve.threshold_rules import Frontier
from aucurate.data.arrays import frozen
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.data.source import Summarised, points_summary

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class CostCurve(Summarised):
    """The lower envelope of the cost lines, and where each line begins and ends.

    Line i belongs to ``thresholds[i]`` and runs from ``false_alarms[i]`` at x = 0 to ``missed[i]``
    at x = 1; it is the lowest from ``turns[i]`` to ``turns[i + 1]``. The first threshold is
    infinite (treat none).
    """

    thresholds: NDArray[Any]
    missed: Floats
    false_alarms: Floats
    turns: Floats
    n_positive: float
    n_negative: float

    def _summary(self) -> str:
        return points_summary(len(self.thresholds), self.n_positive, self.n_negative)

    @classmethod
    @checked
    def from_counts(cls, counts: ThresholdCounts) -> "CostCurve":
        """From the points that any use could choose, and treat none and treat all.

        The same as from the whole curve, and quicker.
        """
        chosen = Frontier.from_counts(counts).curve
        given = (counts.positives[::-1] > 0) | (counts.negatives[::-1] > 0)
        lowest = counts.thresholds[::-1][np.argmax(given)]
        kind = chosen.thresholds.dtype
        curve = RocCurve(
            thresholds=np.concatenate([[np.inf], chosen.thresholds, [lowest]]).astype(kind),
            true_positives=np.concatenate([[0], chosen.true_positives, [chosen.n_positive]]),
            false_positives=np.concatenate([[0], chosen.false_positives, [chosen.n_negative]]),
            n_positive=chosen.n_positive,
            n_negative=chosen.n_negative,
        )
        return cls.from_roc(curve)

    @classmethod
    @checked
    def from_roc(cls, curve: RocCurve) -> "CostCurve":
        """From the corners of the convex hull."""
        hull = curve.hull()
        missed = (hull.n_positive - hull.true_positives) / hull.n_positive
        false: Floats = hull.false_positives / hull.n_negative
        across, down = np.diff(false), -np.diff(missed)
        turns = np.concatenate([[0.0], across / (across + down), [1.0]])
        return cls(
            thresholds=hull.thresholds,
            missed=frozen(missed),
            false_alarms=frozen(false),
            turns=frozen(turns),
            n_positive=hull.n_positive,
            n_negative=hull.n_negative,
        )

    @checked
    def probability_cost(self, use: IntendedUse) -> float:
        """Prevalence and costs as one number: the x to look at."""
        return float(1 / (1 + use.slope(self.n_positive, self.n_negative)))

    def expected_cost(self, probability_cost: Any) -> Any:
        """The expected cost with the best threshold for each x, between 0 and one half."""
        x = checked_rates(probability_cost, "probability cost")
        at = self._lines_at(x)
        return as_given(x * self.missed[at] + (1 - x) * self.false_alarms[at], probability_cost)

    def threshold_at(self, probability_cost: Any) -> Any:
        """The best threshold for each x; the higher one where two are equally good."""
        x = checked_rates(probability_cost, "probability cost")
        at = self._lines_at(x)
        return as_given(self.thresholds[at].astype(np.float64), probability_cost)

    @property
    def area(self) -> float:
        """The mean expected cost over all x from 0 to 1, all taken as equally likely."""
        return float(np.trapezoid(self.expected_cost(self.turns), self.turns))

    @property
    def useful_range(self) -> tuple[float, float]:
        """The range of x in which the classifier costs less than treat none and treat all.

        Both ends are equal where it never does.
        """
        inner = self.turns[1:-1]
        return (float(inner[0]), float(inner[-1]))

    def _lines_at(self, x: Floats) -> NDArray[np.int64]:
        inner = self.turns[1:-1]
        found: NDArray[np.int64] = np.searchsorted(inner, x, side="left")
        return found


def trivial_cost(probability_cost: Any) -> Any:
    """The expected cost of the better of treat none and treat all.

    >>> trivial_cost(0.2)
    0.2
    """
    x = checked_rates(probability_cost, "probability cost")
    return as_given(np.minimum(x, 1 - x), probability_cost)


@checked
def cost_curve(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> CostCurve:
    """The cost curve of one classifier: the lowest expected cost at each operating condition.

    With ``lower=True`` the thresholds are in the units of the scores too: an observation is called
    positive when its score is at most the threshold.

    >>> curve = cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.expected_cost(0.5), curve.threshold_at(0.5), curve.threshold_at(0.9)
    (0.25, 0.8, 0.35)
    >>> curve.useful_range, curve.area
    ((0.0, 1.0), 0.125)
    >>> curve.probability_cost(IntendedUse(prevalence=0.1, false_negative_cost=9))
    0.5
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
    return in_units_of(data, CostCurve.from_counts(counts))
