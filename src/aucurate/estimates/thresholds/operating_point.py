"""One threshold in use, with its counts and every rate that follows from them.

An observation is called positive when its score is at least the threshold; for a classifier whose
lower scores mean more positive (``lower``), when it is at most the threshold, which is given in the
direction of the scores as they were. A score in single precision reaches the threshold that it is
printed as, in every function that counts decisions (:mod:`aucurate.data.thresholds`). The four
counts and the intended use say everything; what each rate is, and when it is NaN, is in
:mod:`aucurate.curve.rates`. Their uncertainty is the subject of
:mod:`aucurate.inference.operating.rates`.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, rate_values, rate_words
from aucurate.data.scores import Scores
from aucurate.data.thresholds import reaching
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.call_moments import CallMoments
from aucurate.formatting import amount, join_words, number, shortened
from aucurate.results import Amount, Caveat, Record

_PREDICTIVE: tuple[Rate, ...] = ("positive_predictive_value", "negative_predictive_value")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatingPoint(Record):
    """A threshold, the counts it produces, and the rates at the intended use.

    Of observations with sampling weights the counts are weights, with a mean of 1. ``units`` says
    how calls vary between groups, or with sampling weights; None for independent observations.
    ``prevalence`` is the one that predictive values, accuracy, F1, Matthews correlation and
    expected cost are for: the stated one of ``use``, or that of the test set.
    """

    name: str
    threshold: float
    lower: bool
    true_positives: Amount
    false_positives: Amount
    false_negatives: Amount
    true_negatives: Amount
    use: IntendedUse
    prevalence: float
    sensitivity: float
    specificity: float
    positive_predictive_value: float
    negative_predictive_value: float
    positive_likelihood_ratio: float
    negative_likelihood_ratio: float
    accuracy: float
    youden_index: float
    f1: float
    matthews_correlation: float
    expected_cost: float
    caveats: tuple[Caveat, ...] = ()
    units: CallMoments | None = None

    @classmethod
    @checked
    def from_counts(
        cls,
        *,
        true_positives: float,
        false_positives: float,
        n_positive: float,
        n_negative: float,
        threshold: float = math.nan,
        use: IntendedUse | None = None,
        name: str = "scores",
        lower: bool = False,
    ) -> "OperatingPoint":
        """From a table of counts as papers print it; the threshold may be unknown.

        >>> point = OperatingPoint.from_counts(
        ...     true_positives=231, false_positives=32, n_positive=263, n_negative=86
        ... )
        >>> print(round(point.sensitivity, 3), round(point.specificity, 3))
        0.878 0.628
        """
        use = use or IntendedUse()
        counts = _checked_counts(true_positives, false_positives, n_positive, n_negative)
        values: dict[str, Any] = {rate: float(rate_values(rate, *counts, use)) for rate in RATES}
        return cls(
            name=name,
            threshold=float(threshold),
            lower=lower,
            true_positives=counts[0],
            false_positives=counts[1],
            false_negatives=counts[2] - counts[0],
            true_negatives=counts[3] - counts[1],
            use=use,
            prevalence=use.prevalence_or(*counts[2:]),
            **values,
            caveats=tuple(_undefined(name, values)),
        )

    @property
    def n_positive(self) -> float:
        """How many observations are positive."""
        return self.true_positives + self.false_negatives

    @property
    def n_negative(self) -> float:
        """How many observations are negative."""
        return self.true_negatives + self.false_positives

    @checked
    def rate(self, rate: Rate) -> float:
        """One of the rates by its name."""
        return float(getattr(self, rate))

    def __str__(self) -> str:
        way = "at most" if self.lower else "at least"
        where = "" if math.isnan(self.threshold) else f" at scores of {way} {self.threshold!r}"
        right = f"{amount(self.true_positives)} of {amount(self.n_positive)}"
        spared = f"{amount(self.true_negatives)} of {amount(self.n_negative)}"
        return (
            f"{self.name}{where}: sensitivity {number(self.sensitivity)} ({right}), "
            f"specificity {number(self.specificity)} ({spared})"
        )


@checked
def operating_point(
    scores: Scores, threshold: float, *, use: IntendedUse | None = None
) -> OperatingPoint:
    """One classifier at one threshold.

    >>> from aucurate.datasets import load_breast_cancer
    >>> print(operating_point(load_breast_cancer()["forest"], 0.5))
    forest at scores of at least 0.5: sensitivity 0.887 (94 of 106), specificity 0.911 (163 of 179)
    """
    called = calls_at(scores, threshold)
    rows = scores.observations
    true, false = (rows.total(called & own) for own in (scores.is_positive, ~scores.is_positive))
    point = OperatingPoint.from_counts(
        true_positives=true,
        false_positives=false,
        n_positive=rows.total(scores.is_positive),
        n_negative=rows.total(~scores.is_positive),
        threshold=threshold,
        use=use,
        name=scores.name,
        lower=scores.lower,
    )
    units = CallMoments.of(rows, called)
    return point if units is None else replace(point, units=units)


def calls_at(scores: Scores, threshold: float) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Which observations are called positive; the threshold runs as the scores were given."""
    checked_threshold(scores.name, threshold)
    return reaching(scores.values, -float(threshold) if scores.lower else float(threshold))


def checked_threshold(name: str, threshold: float) -> None:
    """Refuse a threshold that is no number."""
    if math.isnan(threshold):
        raise OptionError(
            f"the threshold of '{shortened(name)}' must be a number; it is {threshold!r}.",
            hint="0.5 for probabilities, 0 for decision scores.",
        )


def _checked_counts(*counts: float) -> tuple[float, float, float, float]:
    """Calls and observations of either class: whole numbers, or weights."""
    true, false, m, n = (int(each) if float(each).is_integer() else each for each in counts)
    if not (m > 0 and n > 0 and 0 <= true <= m and 0 <= false <= n):
        raise OptionError(
            f"{true!r} of {m!r} positives and {false!r} of {n!r} negatives called positive is not "
            "a valid table of counts.",
            hint="each class needs an observation, and has no more calls than observations.",
        )
    return true, false, m, n


def _undefined(name: str, values: dict[str, float]) -> list[Caveat]:
    """Rates with a denominator of zero: reported, not dropped."""
    missing = [rate for rate in RATES if math.isnan(values[rate])]
    if not missing:
        return []
    nobody = _PREDICTIVE[0] in missing
    call = "positive" if nobody else "negative"
    return [
        caveat(
            Kind.UNDEFINED_RATE,
            about=[name],
            call=call,
            rates=join_words([rate_words(rate) for rate in missing]),
            do="does" if len(missing) == 1 else "do",
            are="is" if len(missing) == 1 else "are",
        )
    ]
