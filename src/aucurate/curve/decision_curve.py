r"""Decision curves: the net benefit of acting on a classifier, against the threshold probability.

**Question.** How much does acting on the classifier gain over treating none or treating all, for
somebody who acts from a probability t on?

**Use it** where the scores are probabilities and an action follows.

Whoever acts when the probability of the positive class is at least t holds a missed positive to be
(1 - t)/t times as bad as a false alarm. In those units, with N observations,

.. math::
    \text{net benefit}(t) = \frac{\text{true positives}}{N}
    - \frac{\text{false positives}}{N} \cdot \frac{t}{1 - t}
    = \pi\,\text{sensitivity} - (1 - \pi)(1 - \text{specificity})\,\frac{t}{1 - t}

is the gain over treating none, in true positives per observation. Treating all has
:math:`\pi - (1 - \pi)\,t/(1 - t)`. The prevalence :math:`\pi` is that of the observations, or one
that is stated, for example where positives and negatives were collected apart. Intervals and tests
at given thresholds are in :mod:`aucurate.inference.operating.net_benefit`.

**Not valid** for scores that are not probabilities, as they are compared with t; scores outside 0
to 1 are refused. A classifier that ranks well and is badly calibrated is not refused and has a poor
decision curve, which it deserves; calibrate on other data.

Vickers, A. J., Elkin, E. B. (2006). Decision curve analysis: a novel method for evaluating
prediction models. Medical Decision Making 26, 565-574.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked, numbers
from aucurate.data.arrays import frozen
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.data.source import Summarised
from aucurate.data.thresholds import for_scores
from aucurate.errors import OptionError, ScoreError
from aucurate.formatting import count, shortened

Floats = NDArray[np.float64]

_GRID = np.arange(1, 100) / 100


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class DecisionCurve(Summarised):
    """Net benefit of the classifier and of treating all, by ascending threshold probability.

    That of treating none is 0 everywhere.
    """

    name: str
    thresholds: Floats
    sensitivity: Floats
    specificity: Floats
    prevalence: float

    def _summary(self) -> str:
        return f"{shortened(self.name)}; {count(len(self), 'threshold')}"

    @property
    def net_benefit(self) -> Floats:
        """The net benefit of the classifier."""
        gained: Floats = self.prevalence * self.sensitivity
        lost: Floats = (1 - self.prevalence) * (1 - self.specificity) * odds(self.thresholds)
        return gained - lost

    @property
    def treat_all(self) -> Floats:
        """The net benefit of treating all."""
        found: Floats = self.prevalence - (1 - self.prevalence) * odds(self.thresholds)
        return found

    @property
    def standardised(self) -> Floats:
        """The net benefit as a share of the best there is, the prevalence."""
        found: Floats = self.net_benefit / self.prevalence
        return found

    def __len__(self) -> int:
        return len(self.thresholds)


def odds(thresholds: Any) -> Any:
    """What a false positive weighs against a true positive."""
    return thresholds / (1 - thresholds)


def checked_thresholds(thresholds: Any) -> Floats:
    """Threshold probabilities strictly between 0 and 1."""
    values = np.atleast_1d(numbers(thresholds, "thresholds"))
    if values.ndim != 1 or not len(values) or not np.all((values > 0) & (values < 1)):
        raise OptionError(
            "a threshold probability must lie strictly between 0 and 1.",
            hint="0.1 means that a false negative is nine times as bad as a false positive.",
        )
    return values


def checked_prevalence(prevalence: float | None, scores: Scores) -> float:
    """The stated prevalence, or that of the observations."""
    if prevalence is None:
        rows = scores.observations
        positive, negative = rows.total(rows.is_positive), rows.total(~rows.is_positive)
        return positive / (positive + negative)
    if not 0 < prevalence < 1:
        raise OptionError(
            f"a prevalence must lie strictly between 0 and 1; it is {prevalence!r}.",
            hint="leave it out to use that of the observations.",
        )
    return float(prevalence)


def require_probabilities(scores: Scores) -> None:
    """Refuse scores that cannot be probabilities of the positive class."""
    lowest, highest = float(np.min(scores.values)), float(np.max(scores.values))
    if scores.lower or lowest < 0 or highest > 1:
        raise ScoreError(
            "net benefit compares scores with a threshold probability, so they must be "
            f"probabilities of the positive class; those of '{shortened(scores.name)}' run from "
            f"{lowest:g} to {highest:g}.",
            hint="calibrate the scores first, on separate data.",
        )


@checked
def decision_curve(
    labels: Any,
    scores: Any = None,
    *,
    thresholds: Any = None,
    prevalence: float | None = None,
    positive: object = None,
    name: str = "scores",
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
) -> DecisionCurve:
    """The decision curve of one classifier: its net benefit at each threshold probability.

    By default the threshold probabilities are 0.01 to 0.99.

    >>> curve = decision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], thresholds=[0.2, 0.5])
    >>> curve.net_benefit, curve.treat_all
    (array([0.4375, 0.25  ]), array([0.375, 0.   ]))
    """
    data = Scores.from_arrays(
        labels,
        scores,
        positive=positive,
        name=name,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    return decision_curve_of(data, thresholds=thresholds, prevalence=prevalence)


def decision_curve_of(
    scores: Scores, *, thresholds: Any = None, prevalence: float | None = None
) -> DecisionCurve:
    """:func:`decision_curve` of scores that were checked before."""
    require_probabilities(scores)
    at = np.unique(checked_thresholds(_GRID if thresholds is None else thresholds))
    counts = ThresholdCounts.from_scores(scores)
    cuts = for_scores(at, counts.thresholds.dtype)
    above = np.searchsorted(-counts.thresholds, -cuts, side="right")
    true = np.concatenate([[0], np.cumsum(counts.positives)])[above]
    false = np.concatenate([[0], np.cumsum(counts.negatives)])[above]
    return DecisionCurve(
        name=scores.name,
        thresholds=frozen(at),
        sensitivity=frozen(true / counts.n_positive),
        specificity=frozen((counts.n_negative - false) / counts.n_negative),
        prevalence=checked_prevalence(prevalence, scores),
    )
