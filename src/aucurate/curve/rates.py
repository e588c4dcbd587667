r"""Every rate that four counts have, at one threshold or at all of them.

From the true and false positives among m positives and n negatives, at a prevalence :math:`\pi`
(that of the test set, m/(m + n), unless another is stated):

- sensitivity: the share of positives called positive (true positive rate)
- specificity: the share of negatives called negative
- positive and negative predictive value: the share of positives among those called positive
  (precision), and of negatives among those called negative
- positive likelihood ratio: sensitivity / (1 - specificity); negative: (1 - sensitivity) /
  specificity
- accuracy: the share called rightly; Youden index: sensitivity + specificity - 1
- F1: the harmonic mean of sensitivity and positive predictive value
- Matthews correlation: the correlation of label and call
- expected cost: what errors cost per observation (:mod:`aucurate.curve.cost`)

With a stated prevalence each is what it would be there: the two classes are weighted by
:math:`\pi/m` and :math:`(1-\pi)/n`, so sensitivity, specificity, Youden's index and the likelihood
ratios stay as they are. **A rate without a denominator is NaN**: a predictive value without such
calls, Matthews' correlation where all have the same call, a likelihood ratio 0/0. Only a likelihood
ratio can be infinite.

Matthews, B. W. (1975). Comparison of the predicted and observed secondary structure of T4 phage
lysozyme. Biochimica et Biophysica Acta 405, 442-451.
Youden, W. J. (1950). Index for rating diagnostic tests. Cancer 3, 32-35.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.cost import IntendedUse
from aucurate.curve.roc import RocCurve
from aucurate.errors import OptionError
from aucurate.formatting import join_words

Floats: TypeAlias = NDArray[np.float64]
Rate: TypeAlias = Literal[
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
    "positive_likelihood_ratio",
    "negative_likelihood_ratio",
    "accuracy",
    "youden_index",
    "f1",
    "matthews_correlation",
    "expected_cost",
]
RATES: tuple[Rate, ...] = get_args(Rate)
LOW_IS_GOOD: frozenset[Rate] = frozenset({"negative_likelihood_ratio", "expected_cost"})
OF_PREVALENCE: frozenset[str] = frozenset(
    {
        "positive_predictive_value",
        "negative_predictive_value",
        "accuracy",
        "f1",
        "matthews_correlation",
        "expected_cost",
    }
)
"""Rates that depend on the prevalence."""

_WORDS: Mapping[Rate, str] = {
    "youden_index": "Youden index",
    "f1": "F1",
    "matthews_correlation": "Matthews correlation",
}


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """How many of each class received each call, or their shares at another prevalence.

    One number each, or an array over thresholds; ``n_positive`` and ``n_negative`` are the sizes of
    the classes. With a ``prevalence`` all are shares of a population with that prevalence.
    """

    called_positives: Floats
    called_negatives: Floats
    n_positive: Any
    n_negative: Any
    prevalence: float | None = None

    @classmethod
    def from_counts(
        cls,
        true_positives: Any,
        false_positives: Any,
        n_positive: Any,
        n_negative: Any,
        prevalence: float | None = None,
    ) -> "Calls":
        """From counts; with a prevalence, shares of a population with that prevalence."""
        true = np.asarray(true_positives, np.float64)
        false = np.asarray(false_positives, np.float64)
        return cls(true, false, n_positive, n_negative, prevalence)

    @property
    def true_positives(self) -> Floats:
        """Positives called positive."""
        return self._up(self.called_positives)

    @property
    def false_positives(self) -> Floats:
        """Negatives called positive."""
        return self._down(self.called_negatives)

    @property
    def false_negatives(self) -> Floats:
        """Positives called negative."""
        return self._up(self.n_positive - self.called_positives)

    @property
    def true_negatives(self) -> Floats:
        """Negatives called negative."""
        return self._down(self.n_negative - self.called_negatives)

    @property
    def positives(self) -> Any:
        """All positives: one number, or summed as the shares are, so that they cancel."""
        if self.prevalence is None:
            return self.n_positive
        return self.true_positives + self.false_negatives

    @property
    def negatives(self) -> Any:
        """All negatives, as :attr:`positives`."""
        if self.prevalence is None:
            return self.n_negative
        return self.true_negatives + self.false_positives

    def _up(self, counts: Floats) -> Floats:
        if self.prevalence is None:
            return counts
        scaled: Floats = counts * (self.prevalence / self.n_positive)
        return scaled

    def _down(self, counts: Floats) -> Floats:
        if self.prevalence is None:
            return counts
        scaled: Floats = counts * ((1 - self.prevalence) / self.n_negative)
        return scaled


def rate_values(
    rate: Rate,
    true_positives: Any,
    false_positives: Any,
    n_positive: Any,
    n_negative: Any,
    use: IntendedUse | None = None,
) -> Floats:
    """One rate from counts of those called positive, number by number.

    >>> rate_values("accuracy", [8, 9], [1, 4], 10, 30)
    array([0.925, 0.875])
    >>> rate_values("accuracy", [8, 9], [1, 4], 10, 30, IntendedUse(prevalence=0.5)).round(3)
    array([0.883, 0.883])
    """
    use = use or IntendedUse()
    prevalence = None if rate in _WITHIN_CLASSES else use.prevalence
    counts = true_positives, false_positives, n_positive, n_negative
    with np.errstate(divide="ignore", invalid="ignore"):
        calls = Calls.from_counts(*counts, prevalence)
        return np.asarray(_FORMULAS[checked_rate(rate)](calls, use), np.float64)


def curve_rates(curve: RocCurve, rate: Rate, use: IntendedUse | None = None) -> Floats:
    """One rate at every threshold of a curve.

    >>> from aucurate.curve.roc import roc_curve
    >>> curve_rates(roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), "accuracy")
    array([0.5 , 0.75, 0.5 , 0.75, 0.5 ])
    """
    counts = curve.true_positives, curve.false_positives
    return rate_values(rate, *counts, curve.n_positive, curve.n_negative, use)


def checked_rate(rate: Rate) -> Rate:
    """One of the rates, or an error that lists them."""
    if rate not in RATES:
        raise OptionError(f"there is no rate {rate!r}.", hint=f"the rates are {join_words(RATES)}.")
    return rate


def rate_words(rate: Rate) -> str:
    """The name of a rate in a sentence.

    >>> rate_words("positive_predictive_value"), rate_words("f1")
    ('positive predictive value', 'F1')
    """
    return _WORDS.get(rate, rate.replace("_", " "))


def rate_range(rate: Rate) -> tuple[float, float]:
    """Between which values a rate can lie.

    >>> rate_range("youden_index"), rate_range("expected_cost")
    ((-1.0, 1.0), (0.0, inf))
    """
    if rate in ("youden_index", "matthews_correlation"):
        return -1.0, 1.0
    unlimited = rate in ("positive_likelihood_ratio", "negative_likelihood_ratio", "expected_cost")
    return 0.0, np.inf if unlimited else 1.0


def _sensitivity(calls: Calls, use: IntendedUse) -> Floats:
    return np.asarray(calls.true_positives / calls.positives)


def _specificity(calls: Calls, use: IntendedUse) -> Floats:
    return np.asarray(calls.true_negatives / calls.negatives)


def _positive_predictive_value(calls: Calls, use: IntendedUse) -> Floats:
    true = calls.true_positives
    return true / (true + calls.false_positives)


def _negative_predictive_value(calls: Calls, use: IntendedUse) -> Floats:
    true = calls.true_negatives
    return true / (true + calls.false_negatives)


def _positive_likelihood_ratio(calls: Calls, use: IntendedUse) -> Floats:
    alarms = calls.false_positives * calls.positives
    return np.asarray((calls.true_positives * calls.negatives) / alarms)


def _negative_likelihood_ratio(calls: Calls, use: IntendedUse) -> Floats:
    spared = calls.true_negatives * calls.positives
    return np.asarray((calls.false_negatives * calls.negatives) / spared)


def _accuracy(calls: Calls, use: IntendedUse) -> Floats:
    right = calls.true_positives + calls.true_negatives
    return np.asarray(right / _everyone(calls, right))


def _youden_index(calls: Calls, use: IntendedUse) -> Floats:
    positives, negatives = calls.positives, calls.negatives
    apart = calls.true_positives * negatives - calls.false_positives * positives
    return np.asarray(apart / (positives * negatives))


def _f1(calls: Calls, use: IntendedUse) -> Floats:
    doubled = 2 * calls.true_positives
    return doubled / (doubled + calls.false_positives + calls.false_negatives)


def _matthews_correlation(calls: Calls, use: IntendedUse) -> Floats:
    called = calls.true_positives + calls.false_positives
    not_called = calls.true_negatives + calls.false_negatives
    positives, negatives = calls.positives, calls.negatives
    apart = calls.true_positives * negatives - calls.false_positives * positives
    # One root of both products: of perfect calls it is exactly what stands above it.
    found: Floats = apart / np.sqrt((called * not_called) * (positives * negatives))
    return found


def _expected_cost(calls: Calls, use: IntendedUse) -> Floats:
    missed, alarms = calls.false_negatives, calls.false_positives
    everyone = _everyone(calls, calls.true_positives + calls.true_negatives)
    paid = use.false_negative_cost * missed + use.false_positive_cost * alarms
    return np.asarray(paid / everyone)


def _everyone(calls: Calls, right: Floats) -> Any:
    """All observations: one number, or summed as the shares are."""
    if calls.prevalence is None:
        return calls.n_positive + calls.n_negative
    return right + calls.false_positives + calls.false_negatives


_WITHIN_CLASSES: frozenset[Rate] = frozenset(
    {
        "sensitivity",
        "specificity",
        "positive_likelihood_ratio",
        "negative_likelihood_ratio",
        "youden_index",
    }
)
_FORMULAS: Mapping[Rate, Callable[[Calls, IntendedUse], Floats]] = {
    "sensitivity": _sensitivity,
    "specificity": _specificity,
    "positive_predictive_value": _positive_predictive_value,
    "negative_predictive_value": _negative_predictive_value,
    "positive_likelihood_ratio": _positive_likelihood_ratio,
    "negative_likelihood_ratio": _negative_likelihood_ratio,
    "accuracy": _accuracy,
    "youden_index": _youden_index,
    "f1": _f1,
    "matthews_correlation": _matthews_correlation,
    "expected_cost": _expected_cost,
}
