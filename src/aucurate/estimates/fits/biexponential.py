r"""The biexponential model: a curve with one parameter, exact inference, and strong assumptions.

**Question.** What is the curve if the scores are exponential in both classes?

**Use it** for positive scores such as waiting times, counts of points or odds, when the Q-Q plots
of both classes against the exponential distribution
(:func:`aucurate.estimates.fits.quantile_pairs.quantile_pairs`) are straight.
:mod:`aucurate.inference.models.biexponential` has the tests and intervals.

Scores are exponential in both classes, with mean :math:`\lambda_1` in the positives and
:math:`\lambda_0` in the negatives. Then the sensitivity at false positive rate x is
:math:`x^\zeta` with :math:`\zeta = \lambda_0 / \lambda_1`, and the AUC is :math:`1 / (1 + \zeta)`.
The maximum likelihood estimate is the ratio of the class means,
:math:`\hat\zeta = \bar Y_0 / \bar Y_1`.

An increasing transformation of the scores changes neither the curve nor its meaning, so scores that
are exponential after one may be given after it: a power fixed in advance (the paper squares the
score of a discriminant analysis) by ``power``, and one fitted to the data by :func:`fitted_power`,
for which inference is no longer exact.

**Not valid** for scores that are not exponential: unlike the empirical AUC, the AUC of a model is
wrong when the model is. Test the fit (:mod:`aucurate.inference.models.fit_tests`). Not for
out-of-fold scores pooled over folds; observations in groups and sampling weights are refused.

**Degenerate cases.** The model needs positive scores: scores of 0 or below are refused; give them
after an increasing transformation to positive numbers. One observation in each class is enough
for a known power; a fitted power needs a class with two different scores.

Betinec, M. (2008). Testing the difference of the ROC curves in biexponential model. Tatra Mountains
Mathematical Publications 39, 215-223.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked, number_in
from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import Rates, checked_range
from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.estimates.fits.class_values import class_values
from aucurate.formatting import count, shortened

Values: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class BiexponentialCurve(FittedCurve):
    """A fitted biexponential curve; the means are those of the scores raised to ``power``.

    >>> from aucurate.data.scores import Scores
    >>> curve = biexponential_curve(Scores.from_arrays([0, 0, 1, 1], [1.0, 2.0, 4.0, 5.0]))
    >>> curve.zeta, curve.auc
    (0.3333333333333333, 0.75)
    """

    positive_mean: float
    negative_mean: float
    n_positive: int
    n_negative: int
    power: float = 1.0

    @property
    def zeta(self) -> float:
        """The exponent of the curve: below 1 it lies above the diagonal."""
        return self.negative_mean / self.positive_mean

    @property
    def auc(self) -> float:
        """1 / (1 + zeta)."""
        return self.positive_mean / (self.positive_mean + self.negative_mean)

    @checked
    def partial_auc(self, low: float, high: float) -> float:
        """The area where specificity lies between low and high, in closed form."""
        low, high = checked_range(low, high)
        order = self.zeta + 1
        return float((1 - low) ** order - (1 - high) ** order) / order

    def _sensitivity(self, false_positive_rate: Rates) -> Rates:
        return np.asarray(false_positive_rate**self.zeta)

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        exponential = -self.negative_mean * np.log(false_positive_rate)
        return np.asarray(exponential ** (1 / self.power))


@checked
def biexponential_curve(scores: Scores, *, power: float = 1.0) -> BiexponentialCurve:
    """The maximum likelihood biexponential curve of positive scores, raised to a known power.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    >>> plain, squared = biexponential_curve(scores), biexponential_curve(scores, power=2)
    >>> round(plain.auc, 4), round(squared.auc, 4)
    (0.6667, 0.7692)
    """
    power = number_in(power, 0, math.inf, "the power", hint="power=2 squares.")
    positive, negative = positive_scores(scores)
    return curve_of_classes(positive, negative, power)


def positive_scores(scores: Scores) -> tuple[Values, Values]:
    """The scores of both classes, refused where they are not positive."""
    positive, negative = class_values(scores, "the biexponential model")
    wrong = int(np.count_nonzero(positive <= 0) + np.count_nonzero(negative <= 0))
    if wrong:
        raise ModelError(
            f"the biexponential model needs positive scores; {shortened(scores.name)} has "
            f"{count(wrong, 'score')} of 0 or below.",
            hint="transform the scores to positive numbers by an increasing function, such as "
            "exp(score), or probability / (1 - probability).",
        )
    return positive, negative


def fitted_power(positive: Values, negative: Values) -> float:
    r"""The power that makes both classes most nearly exponential: the shape of two Weibulls.

    Scores raised to k are exponential when the scores are Weibull with shape k. Of the scales, one
    for each class, the maximum likelihood estimates are known given k; k solves

    .. math::
        \frac{m + n}{k} + \sum \log y - \sum_{c} n_c \frac{\sum_c y^k \log y}{\sum_c y^k} = 0,

    whose left side falls from infinity to a negative value unless each class has one score only.
    """
    logs = np.log(positive), np.log(negative)
    # Logarithms of equal scores may differ in the last digit, those of near scores may be equal.
    apart = (min(np.ptp(y), np.ptp(log)) for y, log in zip((positive, negative), logs, strict=True))
    if not any(apart):
        raise ModelError(
            "all scores of a class are equal, so no power makes them exponential.",
            hint="leave this classifier out, or use the empirical curve.",
        )
    return float(fitted_powers(*(values[None, :] for values in logs))[0])


def fitted_powers(positive_logs: Values, negative_logs: Values) -> Values:
    """:func:`fitted_power` of many data sets, a row of logarithms of scores each.

    Newton's method on the logarithm of the power, started from the spread of the logarithms (that
    of an exponential variable has standard deviation pi / sqrt 6) and held between bounds that
    close in as the sign of the left side is seen.
    """
    logs = [x - x.mean(axis=1, keepdims=True) for x in (positive_logs, negative_logs)]
    size = sum(x.shape[1] for x in logs)
    spread = np.sqrt(sum((x**2).sum(axis=1) for x in logs) / size)
    at = np.log(math.pi / math.sqrt(6) / spread)
    low, high = at - 20, at + 20
    for _ in range(100):
        power = np.exp(at)
        pulled, slope = np.zeros_like(at), np.zeros_like(at)
        for x in logs:
            weights = special.softmax(power[:, None] * x, axis=1)
            mean = (weights * x).sum(axis=1)
            pulled += x.shape[1] * mean
            slope += x.shape[1] * ((weights * x**2).sum(axis=1) - mean**2)
        left = size / power - pulled
        low, high = np.where(left > 0, at, low), np.where(left > 0, high, at)
        step = left / (size / power + power * slope)
        new = np.where((at + step > low) & (at + step < high), at + step, (low + high) / 2)
        if np.all(np.abs(new - at) <= 1e-12):
            break
        at = new
    return np.asarray(np.exp(new))


def curve_of_classes(positive: Values, negative: Values, power: float) -> BiexponentialCurve:
    """The fit to the scores of both classes, already checked."""
    with np.errstate(over="ignore", under="ignore"):
        means = [float(np.mean(values**power)) for values in (positive, negative)]
    if not all(0 < mean < math.inf for mean in means):
        raise ModelError(
            f"scores raised to the power {power:g} exceed the range of 64-bit floats.",
            hint="use another power, or divide the scores by a number near their mean first.",
        )
    return BiexponentialCurve(
        positive_mean=means[0],
        negative_mean=means[1],
        n_positive=len(positive),
        n_negative=len(negative),
        power=power,
    )
