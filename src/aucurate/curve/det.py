r"""The detection error tradeoff: misses against false alarms, both on the scale of normal deviates.

**Question.** How do misses trade for false alarms where both are rare?

**Use it** to compare good classifiers, whose ROC curves crowd into a corner.

.. math::  \Phi^{-1}(1 - \text{specificity}) \;\mapsto\; \Phi^{-1}(1 - \text{sensitivity})

The scale spreads out the corner where good classifiers live, and the curve of normal scores is a
straight line, of slope -1 where both classes are spread alike. The equal error rate is the rate at
which misses and false alarms are as frequent, read off the drawn ROC line between the points; it
depends on the prevalence of neither class, and is no reason to operate there.

**Not valid** as a statement of uncertainty: the curve has no interval
(:mod:`aucurate.inference.curve.bands` has those of ROC curves).

**Degenerate cases.** A rate of 0 or 1 has an infinite deviate: such points are kept and reported,
but cannot be drawn, and the line runs out of the figure.

Martin, A., Doddington, G., Kamm, T., Ordowski, M., Przybocki, M. (1997). The DET curve in
assessment of detection task performance. Eurospeech 1997, 1895-1898.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.arrays import frozen
from aucurate.data.observations import Missing
from aucurate.data.source import Summarised, points_summary

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class DetCurve(Summarised):
    """The false negative rate and the false positive rate at each threshold of a ROC curve."""

    thresholds: NDArray[Any]
    missed: Floats
    false_alarms: Floats
    n_positive: float
    n_negative: float

    def _summary(self) -> str:
        return points_summary(len(self.thresholds), self.n_positive, self.n_negative)

    @classmethod
    @checked
    def from_roc(cls, curve: RocCurve) -> "DetCurve":
        """The same operating points, in terms of their errors."""
        false: Floats = curve.false_positives / curve.n_negative
        missed: Floats = (curve.n_positive - curve.true_positives) / curve.n_positive
        return cls(
            thresholds=curve.thresholds,
            missed=frozen(missed),
            false_alarms=frozen(false),
            n_positive=curve.n_positive,
            n_negative=curve.n_negative,
        )

    @property
    def missed_deviates(self) -> Floats:
        """Normal deviates of the misses; infinite where no positive or every positive is missed."""
        return np.asarray(special.ndtri(self.missed))

    @property
    def false_alarm_deviates(self) -> Floats:
        """Normal deviates of the false alarms; infinite where there are none or only those."""
        return np.asarray(special.ndtri(self.false_alarms))

    @property
    def is_finite(self) -> NDArray[np.bool_]:
        """Which points have two finite deviates."""
        missed, false = np.isfinite(self.missed_deviates), np.isfinite(self.false_alarm_deviates)
        found: NDArray[np.bool_] = missed & false
        return found

    @property
    def equal_error_rate(self) -> float:
        """Where misses and false alarms are equally frequent, on the line between the points."""
        excess = self.false_alarms - self.missed  # from -1 up to 1
        after = int(np.argmax(excess >= 0))
        left, right = float(excess[after - 1]), float(excess[after])
        share = left / (left - right)
        rate = self.missed[after - 1] + share * (self.missed[after] - self.missed[after - 1])
        return float(rate)

    def __len__(self) -> int:
        return len(self.thresholds)


@checked
def det_curve(
    labels: Any,
    scores: Any = None,
    *,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> DetCurve:
    """The detection error tradeoff (DET) curve of one classifier.

    With ``lower=True`` the thresholds are in the units of the scores too: an observation is called
    positive when its score is at most the threshold.

    >>> curve = det_curve([0, 0, 0, 1, 1, 1], [0.1, 0.4, 0.6, 0.35, 0.8, 0.9])
    >>> curve.equal_error_rate
    0.3333333333333333
    >>> curve.missed
    array([1.        , 0.66666667, 0.33333333, 0.33333333, 0.33333333,
           0.        , 0.        ])
    """
    curve = roc_curve(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )
    return DetCurve.from_roc(curve)
