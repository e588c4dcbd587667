r"""Sensitivity at a given specificity, and the reverse, with what each observation does to it.

The estimate is the height of the drawn curve at the requested specificity; where the curve is
vertical there, its upper end: the best sensitivity that the observations reach without falling
below that specificity.

The threshold behind it is a quantile of the negatives and as uncertain as that. With u = 1 -
specificity and the slope L'(u) of the curve (:func:`curve_slope`) a positive has the influence 1
where it is called positive, and a negative
:math:`-L'(u)\, 1[\text{its false positive rate} \le u]`: one more negative above the threshold
raises the threshold. Observations tied at the threshold count by the share of the slope that lies
before u. The variance is then :math:`S(1-S)/m + L'(u)^2\, u(1-u)/n` without ties.

The slope of the curve
----------------------
The slope of the ROC curve at a given specificity: the ratio of the two densities of the scores.

**Question.** How many more positives are called positive when the threshold is lowered past a few
more negatives? A sensitivity at a given specificity moves by this slope times the error of the
specificity that its estimated threshold has.

The curve is differenced over a window on the probit scale, where the curve of two normal classes is
a straight line: with u = 1 - specificity, :math:`v = \Phi^{-1}(u)` and the drawn line L,

.. math::
    L'(u) \approx \frac{L(\Phi(v + h)) - L(\Phi(v - h))}{2 h\, \varphi(v)}, \qquad
    h = 1.84\, s \left(\frac1m + \frac1n\right)^{1/5}

The window never leaves the curve, and nothing depends on the scores but their order. The difference
is a uniform kernel estimate of the density of the positives' false positive rates on that scale.
For normal classes that density is normal, and h is the width with the least mean integrated squared
error for it, with the spread s estimated from the positives (the smaller of standard deviation and
interquartile range / 1.349, at least 1/4) and the size of a class the harmonic combination of both,
because both classes make the line uneven.

Where 20 or more observations are tied at the threshold, as ratings are, the curve is made of
straight pieces with corners, and nothing is to be smoothed: the window is then 1.5 standard errors
:math:`\sqrt{u(1-u)/n}` of the specificity to each side, about as far as it can err.

The constant is :math:`(8 \sqrt\pi R / (3 \mu^2))^{1/5}` with R = 1/2 and :math:`\mu = 1/3` the
roughness and the variance of the uniform kernel (Silverman 1986, eq. 3.21 and 3.27).

Silverman, B. W. (1986). Density Estimation for Statistics and Data Analysis. Chapman and Hall.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from aucurate.checks import answering, check_fields, checked
from aucurate.curve.protocol import ROUNDING, on_steps
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import Counts, ThresholdCounts, count_within
from aucurate.data.observations import Missing
from aucurate.errors import OptionError
from aucurate.estimates.counted import (
    CountedEstimate,
    Floats,
    Influences,
    share_within,
    turned,
    value_from_arrays,
)
from aucurate.estimates.fits.class_values import Tally
from aucurate.formatting import percent


class RateAt(CountedEstimate):
    """A rate where the other one is given."""

    __slots__ = ()

    @property
    @abstractmethod
    def fixed(self) -> float:
        """The rate that is given."""

    @abstractmethod
    def oriented(self, counts: ThresholdCounts) -> ThresholdCounts:
        """The counts for which it is the sensitivity at a given specificity."""

    def chance(self, n_positive: float, n_negative: float) -> float:
        """The diagonal where the given rate is."""
        return 1 - self.fixed


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityAt(RateAt):
    """The sensitivity at a given specificity.

    Parameters
    ----------
    specificity : float
        Specificity at which the sensitivity is taken.

    >>> SensitivityAt(specificity=0.9).quantity
    'sensitivity at 90% specificity'
    """

    specificity: float

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "specificity", _checked(self.specificity, "specificity"))

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        return f"sensitivity at {percent(self.specificity)} specificity"

    @property
    def plural(self) -> str:
        """What those of several classifiers are called."""
        return self.quantity.replace("sensitivity", "sensitivities", 1)

    @property
    def short(self) -> str:
        """What it is called at the head of a column."""
        return "sensitivity"

    @property
    def fixed(self) -> float:
        """The rate that is given."""
        return self.specificity

    @checked
    def values(self, positives: Counts, negatives: Counts) -> Floats:
        """The sensitivity for each row of counts."""
        return _heights(positives, negatives, self.specificity)

    @checked
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves the sensitivity."""
        return _influences(counts, self.specificity)

    @checked
    def oriented(self, counts: ThresholdCounts) -> ThresholdCounts:
        """The counts as they are."""
        return counts


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class SpecificityAt(RateAt):
    """The specificity at a given sensitivity.

    Parameters
    ----------
    sensitivity : float
        Sensitivity at which the specificity is taken.

    >>> SpecificityAt(sensitivity=0.95).quantity
    'specificity at 95% sensitivity'
    """

    sensitivity: float

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "sensitivity", _checked(self.sensitivity, "sensitivity"))

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        return f"specificity at {percent(self.sensitivity)} sensitivity"

    @property
    def plural(self) -> str:
        """What those of several classifiers are called."""
        return self.quantity.replace("specificity", "specificities", 1)

    @property
    def short(self) -> str:
        """What it is called at the head of a column."""
        return "specificity"

    @property
    def fixed(self) -> float:
        """The rate that is given."""
        return self.sensitivity

    @checked
    def values(self, positives: Counts, negatives: Counts) -> Floats:
        """The specificity for each row of counts."""
        return _heights(negatives[:, ::-1], positives[:, ::-1], self.sensitivity)

    @checked
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves the specificity."""
        found = _influences(turned(counts), self.sensitivity)
        return Influences(found.negatives[::-1].copy(), found.positives[::-1].copy())

    @checked
    def oriented(self, counts: ThresholdCounts) -> ThresholdCounts:
        """The counts with the classes exchanged: specificity is then their sensitivity."""
        return turned(counts)


@checked
def sensitivity_at(
    labels: Any,
    scores: Any = None,
    *,
    specificity: float,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """The sensitivity of the empirical ROC curve at a given specificity.

    Where the curve is vertical, it is the upper end.

    >>> labels, scores = [0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8]
    >>> [sensitivity_at(labels, scores, specificity=rate) for rate in (0.75, 0.9)]
    [1.0, 0.5]
    """
    return value_from_arrays(
        SensitivityAt(specificity=specificity),
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )


@checked
def specificity_at(
    labels: Any,
    scores: Any = None,
    *,
    sensitivity: float,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    threads: int | None = None,
) -> float:
    """The specificity of the empirical ROC curve at a given sensitivity.

    Where the curve is horizontal, it is the end with the higher specificity.

    >>> labels, scores = [0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8]
    >>> [specificity_at(labels, scores, sensitivity=rate) for rate in (0.75, 0.9)]
    [0.75, 0.75]
    """
    return value_from_arrays(
        SpecificityAt(sensitivity=sensitivity),
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        threads=threads,
    )


def _heights(positives: Counts, negatives: Counts, specificity: float) -> Floats:
    """The upper height of each drawn line where specificity is this."""
    size, last = negatives.sum(axis=-1), negatives.shape[-1] - 1
    kept = on_steps(np.full(len(size), specificity), size)
    at = count_within(negatives, _most_passed(size, kept))
    true, before = (
        np.array([row[:k].sum() for row, k in zip(each, at, strict=True)])
        for each in (positives, negatives)
    )
    here = np.arange(len(at)), np.minimum(at, last)
    next_true, next_false = positives[here], negatives[here]
    left = (size - before) / size - kept
    share = np.clip(left * size / np.where(next_false > 0, next_false, 1), 0.0, 1.0)
    share = np.where(at > last, 0.0, share)
    heights: Floats = (true + share * next_true) / positives.sum(axis=-1)
    return heights


def _most_passed(size: Counts, specificity: Floats) -> Counts:
    """How many negatives may score above a threshold that keeps the specificity.

    A quotient of whole numbers is rounded once, so it meets the decimal that it equals.
    """
    if size.dtype.kind == "f":
        return (1 - specificity + ROUNDING) * size
    most: Counts = np.floor((1 - specificity) * size).astype(np.int64) + 1
    for _ in range(2):
        most -= (size - most) / size < specificity
    return most


def _influences(counts: ThresholdCounts, specificity: float) -> Influences:
    size, passed = counts.n_negative, np.cumsum(counts.negatives)
    specificity = float(on_steps(np.array(specificity), size))
    reached = (size - passed) / size >= specificity
    shared = share_within(
        1 - specificity, (passed - counts.negatives) / size, counts.negatives / size
    )
    called = np.where(reached, 1.0, np.where(counts.negatives > 0, shared, 0.0))
    return Influences(called, -curve_slope(counts, specificity) * called)


def _checked(rate: float, word: str) -> float:
    if not 0 < rate < 1:
        raise OptionError(
            f"the given {word} must be a number strictly between 0 and 1; it is {rate!r}.",
            hint=f"{word}=0.9; at 0 and 1 the threshold lies outside all scores.",
        )
    return float(rate)


_WIDTH = (8 * math.sqrt(math.pi) * 0.5 * 9 / 3) ** 0.2
_NARROWEST = 0.25
_TIED = 20
_ERRORS = 1.5


def curve_slope(counts: ThresholdCounts, specificity: float) -> float:
    """The slope of the curve there: the sensitivity gained per specificity lost.

    >>> counts = ThresholdCounts(
    ...     thresholds=np.zeros(1), positives=np.array([50]), negatives=np.array([50])
    ... )
    >>> curve_slope(counts, 0.5)  # all scores equal: the diagonal
    1.0
    """
    curve = RocCurve.from_counts(counts)
    if _is_tied(counts, specificity):
        away = _ERRORS * math.sqrt(specificity * (1 - specificity) / counts.sizes[1])
        ends = np.array([max(0.0, specificity - away), min(1.0, specificity + away)])
        after, before = curve.sensitivity_at(ends)
        return float((after - before) / (ends[1] - ends[0]))
    place = float(special.ndtri(specificity))
    width = _WIDTH * _spread(counts) * sum(1 / size for size in counts.sizes) ** 0.2
    after, before = curve.sensitivity_at(special.ndtr(np.array([place - width, place + width])))
    density = math.exp(-place * place / 2) / math.sqrt(2 * math.pi)
    return float((after - before) / (2 * width * density))


def _is_tied(counts: ThresholdCounts, specificity: float) -> bool:
    """Whether many observations share the score of the threshold."""
    left = counts.n_negative - np.cumsum(counts.negatives)
    at = int(np.flatnonzero(left / counts.n_negative <= specificity)[0])
    positives, negatives = counts.sizes
    shared = counts.positives[at] / counts.n_positive * positives
    return bool(shared + counts.negatives[at] / counts.n_negative * negatives >= _TIED)


def _spread(counts: ThresholdCounts) -> float:
    """The spread of the positives' false positive rates on the probit scale."""
    there = counts.positives > 0
    passed = np.cumsum(counts.negatives) - counts.negatives / 2
    least = 0.5 / counts.sizes[1]
    rates = np.clip(passed[there] / counts.n_negative, least, 1 - least)
    # Equal places of neighbouring scores are one value of the tally.
    values, at = np.unique(special.ndtri(rates), return_inverse=True)
    sizes = np.bincount(at.reshape(-1), weights=counts.positives[there]).astype(np.float64)
    return max(_NARROWEST, Tally(values, sizes).spread()) if len(values) > 1 else _NARROWEST
