r"""Box and Cox 1964 for two classes: the power that makes both most nearly normal.

**Question.** Which binormal curve do these scores have after the power transformation that makes
both classes most nearly normal?

**Use it** for skewed positive scores: concentrations, waiting times, odds.

For a positive score y the transformation is :math:`(y^\lambda - 1)/\lambda`, and log y at
:math:`\lambda = 0`. With one :math:`\lambda` for all scores, and a mean and a variance of its own
for each class (m positives, n negatives), the profile log-likelihood is

.. math::
    \ell(\lambda) = -\frac m2 \log s_1^2(\lambda) - \frac n2 \log s_0^2(\lambda)
    + (\lambda - 1) \sum \log y

with :math:`s_c^2` the variance of the transformed scores of a class (divisor its size), up to a
constant. It falls to minus infinity at both ends, so the largest value exists; it is found on a
grid in units of the spread of log y and then by golden section. An evaluation is one pass over the
scores. Powers are taken as :math:`e^{\lambda(\log y - \overline{\log y})}` class by class with the
largest term divided out, so neither huge powers nor scores that differ in their last digits
overflow or cancel.

**The curve** is that of the transformed scores by eqs. 5 and 6 of Gajowniczek et al. 2014
(:func:`aucurate.estimates.fits.binormal.binormal_curve`). The transformation is increasing, so the
empirical curve does not change; only the model's normal distributions come nearer to the data. The
intervals of its area and of the power are in :mod:`aucurate.inference.models.binormal`.

**Scores that are not positive** are shifted first: the smallest becomes the range divided by the
number of observations, so that zeros among probabilities become about 1/N. The rule does not depend
on the unit or the origin of the scores; positive scores are not shifted. The curve records the
shift (``curve.shift``). The estimate of :math:`\lambda` depends on it, the empirical AUC does not;
afterwards the shift is treated as known.

**One power for each class** (``per_class=True``), the apparent choice of Gajowniczek et al. 2014
(their Table 3 prints a lambda for each class), **is not a transformation of the score**: two
observations with the same score are moved apart by their label, and :math:`\Phi(a/\sqrt{1+b^2})` no
longer estimates the probability that a positive scores above a negative. The result is not the area
under any curve of these scores. It depends on the unit of the scores, and can be far larger or
smaller than their empirical AUC, which no increasing transformation changes
(:func:`box_cox_curve` has an example). It is included only for comparison with papers that
computed it.

**Not valid** where no power makes both classes normal (two humps, scores heaped at 0 or 1): test
the fit (:mod:`aucurate.inference.models.fit_tests`), or use the ranks alone with
:func:`aucurate.estimates.fits.binormal.binormal_fit`. Not for out-of-fold scores pooled over folds;
observations in groups and sampling weights are refused.

**Degenerate cases.** As for the binormal curve of the scores as they are, each class needs a
variance, and all scores must be finite.

Box, G. E. P., Cox, D. R. (1964). An analysis of transformations. Journal of the Royal Statistical
Society B 26, 211-252.
Zou, K. H., Hall, W. J. (2000). Two transformation models for estimating an ROC curve derived from
continuous data. Journal of Applied Statistics 27, 621-631.
Gajowniczek, K., Zabkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.bisection import bisect
from aucurate.checks import checked
from aucurate.curve.protocol import Rates
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.binormal import BinormalCurve, class_scores, curve_from_moments

Floats = NDArray[np.float64]

_GRID = np.linspace(-8, 8, 33)
_GOLDEN = (math.sqrt(5) - 1) / 2


def shift_for(positive: Floats, negative: Floats, shift: float | None = None) -> float:
    """What is added to every score to make it positive: 0 where they are, else by the rule.

    >>> shift_for(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.25]))
    0.2
    """
    lowest = float(min(np.min(positive), np.min(negative)))
    if shift is not None:
        if not 0 < lowest + shift < math.inf:
            raise OptionError(
                f"the shift must make every score positive; the smallest is {lowest!r}, and the "
                f"shift is {shift!r}.",
                hint="leave it out to choose it automatically.",
            )
        return float(shift)
    if lowest > 0:
        return 0.0
    highest = float(max(np.max(positive), np.max(negative)))
    found = (highest - lowest) / (len(positive) + len(negative)) - lowest
    if not 0 < lowest + found < math.inf:
        raise ModelError(
            "the scores span so wide a range that no shift makes them positive.",
            hint="fit the binormal model to the ranks with binormal_fit.",
        )
    return found


def transformed(values: Floats, power: float) -> Floats:
    """Positive values after the Box-Cox transformation."""
    logs = np.log(values)
    return logs if power == 0 else np.expm1(power * logs) / power


def restored(values: Floats, power: float) -> Floats:
    """The positive values that were transformed; beyond its range, 0 or infinity."""
    with np.errstate(divide="ignore", over="ignore"):
        if power == 0:
            return np.exp(values)
        return np.exp(np.log1p(np.maximum(power * values, -1.0)) / power)


def _log_ratios(values: Floats) -> Floats:
    """The logarithms of the ratios to the first value: exact to rounding where values are close."""
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        logs = np.log(values / values[0])
    return np.where(np.isfinite(logs), logs, np.log(values) - math.log(values[0]))


@dataclass(frozen=True)
class BoxCoxLikelihood:
    """The profile log-likelihood of a power common to some classes of positive values."""

    classes: tuple[Floats, ...]

    @cached_property
    def _logs(self) -> tuple[tuple[float, Floats], ...]:
        """Each class's mean logarithm and the distances from it."""
        found = []
        for values in self.classes:
            logs = _log_ratios(values)
            away = logs - logs.mean()
            found.append((math.log(values[0]) + float(logs.mean()), away))
        return tuple(found)

    @cached_property
    def spread(self) -> float:
        """The standard deviation of the logarithms within the classes."""
        squares = sum(float(away @ away) for _, away in self._logs)
        found = math.sqrt(squares / sum(len(away) for _, away in self._logs))
        if any(not np.ptp(away) > 1e-15 for _, away in self._logs):
            raise ModelError(
                "the positive or the negative scores differ by less than their logarithms can "
                "resolve, so no power can be fitted.",
                hint="subtract a number near the smallest score from all of them.",
            )
        return found

    def __call__(self, power: float) -> float:
        """The log-likelihood at this power."""
        total = 0.0
        for mean, away in self._logs:
            size = len(away)
            variance = power * mean + _log_deviation(away, power)
            total += size * ((power - 1) * mean - variance)
        return total

    def best(self) -> float:
        """The power with the largest likelihood."""
        unit = 1 / self.spread
        values = [self(t * unit) for t in _GRID]
        at = int(np.argmax(values))
        low, high = float(_GRID[max(0, at - 1)]), float(_GRID[min(len(_GRID) - 1, at + 1)])
        if at in (0, len(_GRID) - 1):
            low, high = self._beyond(at > 0, unit)
        return _highest(self, low * unit, high * unit)

    def _beyond(self, upwards: bool, unit: float) -> tuple[float, float]:
        """A range around a maximum that lies outside the grid."""
        inner, middle = (7.5, 8.0) if upwards else (-7.5, -8.0)
        outer = 1.5 * middle
        while self(outer * unit) > self(middle * unit):
            inner, middle, outer = middle, outer, 1.5 * outer
        return min(inner, outer), max(inner, outer)

    def reach(self, best: float, drop: float) -> tuple[float, float]:
        """The powers on both sides of the best at which the log-likelihood is lower by ``drop``."""
        top = self(best)
        ends = []
        for side in (-1.0, 1.0):
            step = 0.1 / self.spread
            while top - self(best + side * step) < drop:
                step *= 2

            def is_near(distance: float, side: float = side) -> bool:
                return top - self(best + side * distance) < drop

            near, far = bisect(is_near, 0.0, step, halvings=60)
            ends.append(best + side * (near + far) / 2)
        return ends[0], ends[1]

    def standard_error(self, best: float) -> float:
        """From the curvature at the best power, by differences over about one standard error."""
        low, high = self.reach(best, 0.02)  # a fifth of a standard error on both sides
        step = (high - low) / 2
        fall = 2 * self(best) - self(best - step) - self(best + step)
        return step / math.sqrt(fall)


def common_power(positive: Floats, negative: Floats) -> float:
    """The maximum likelihood power for both classes together."""
    return BoxCoxLikelihood((positive, negative)).best()


def class_powers(positive: Floats, negative: Floats) -> tuple[float, float]:
    """A separate power for each class: not a transformation of the score."""
    return BoxCoxLikelihood((positive,)).best(), BoxCoxLikelihood((negative,)).best()


def _log_deviation(away: Floats, power: float) -> float:
    """The logarithm of the standard deviation of (exp(power * away) - 1) / power."""
    exponents = power * away
    largest = float(np.max(exponents))
    if max(largest, -float(np.min(exponents))) < 1:
        values = np.expm1(exponents) / power if power else away
        return math.log(float(np.std(values)))
    return largest - math.log(abs(power)) + math.log(float(np.std(np.exp(exponents - largest))))


def _highest(function: Callable[[float], float], low: float, high: float) -> float:
    """Golden section for a maximum between low and high."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(44):  # 1e-9 of the range; a likelihood has no more significant digits
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = function(right)
    return (low + high) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxCoxCurve(BinormalCurve):
    """A binormal curve of transformed scores; mean and deviation are those after transformation.

    ``shift`` was added to the scores and the sum divided by ``unit``, their geometric mean, which
    keeps powers in the range of numbers. With a power for each class the unit is 1, as in the
    paper, and there are no thresholds.
    """

    positive_power: float
    negative_power: float
    shift: float = 0.0
    unit: float = 1.0

    @property
    def is_transformation(self) -> bool:
        """Whether both classes share one power, as a transformation of the score must."""
        return self.positive_power == self.negative_power

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        if not self.is_transformation:
            return np.full(np.shape(false_positive_rate), np.nan)
        deviates = np.asarray(special.ndtri(false_positive_rate))
        values = self.negative_mean - self.negative_deviation * deviates
        return np.asarray(self.unit * restored(values, self.negative_power) - self.shift)


@checked
def box_cox_curve(
    scores: Scores, *, shift: float | None = None, per_class: bool = False
) -> BoxCoxCurve:
    """The binormal curve after the power transformation that fits best.

    ``shift`` is added to all scores first; without one, scores that are not positive are shifted by
    the rule of :func:`shift_for`.

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> normal = np.random.default_rng(0).normal(size=400)
    >>> labels = np.arange(400) % 2
    >>> curve = box_cox_curve(Scores.from_arrays(labels, np.exp(normal + labels)))
    >>> round(curve.positive_power, 2), round(curve.auc, 3)
    (0.01, 0.787)

    With one power the area agrees with the empirical AUC, whatever the unit of the scores. With a
    power for each class (``per_class=True``) it does neither:

    >>> from aucurate.estimates.auc import auc
    >>> rng = np.random.default_rng(0)
    >>> labels = np.arange(4000) % 2
    >>> shares = np.where(labels, rng.beta(2.7, 2.7, 4000), rng.beta(2, 3, 4000))
    >>> print(f"empirical AUC {auc(labels, shares):.3f}")
    empirical AUC 0.643
    >>> for per_class in (False, True):
    ...     for unit in (1, 100):
    ...         scores = Scores.from_arrays(labels, unit * shares)
    ...         curve = box_cox_curve(scores, per_class=per_class)
    ...         print(f"per_class={per_class}, times {unit}: AUC {curve.auc:.3f}")
    per_class=False, times 1: AUC 0.642
    per_class=False, times 100: AUC 0.642
    per_class=True, times 1: AUC 0.708
    per_class=True, times 100: AUC 0.918
    """
    positive, negative = class_scores(scores, "the Box-Cox binormal model")
    shift = shift_for(positive, negative, shift)
    positive, negative = positive + shift, negative + shift
    if per_class:
        return _curve(positive, negative, class_powers(positive, negative), shift, 1.0)
    return curve_at(positive, negative, common_power(positive, negative), shift)


def curve_at(positive: Floats, negative: Floats, power: float, shift: float) -> BoxCoxCurve:
    """The curve at one power of positive scores to which the shift has been added already."""
    logs = float(np.log(positive).sum() + np.log(negative).sum())
    unit = math.exp(logs / (len(positive) + len(negative)))
    with np.errstate(over="ignore"):
        scaled = positive / unit, negative / unit
    if not all(np.isfinite(values).all() for values in scaled):
        raise ModelError(
            "the scores span so wide a range that they have no common unit.",
            hint="fit the binormal model to the ranks with binormal_fit.",
        )
    return _curve(*scaled, (power, power), shift, unit)


def _curve(
    positive: Floats, negative: Floats, powers: tuple[float, float], shift: float, unit: float
) -> BoxCoxCurve:
    with np.errstate(over="ignore"):
        values = [transformed(positive, powers[0]), transformed(negative, powers[1])]
    if not all(np.isfinite(v).all() and np.ptp(v) > 0 for v in values):
        raise ModelError(
            f"the scores raised to the powers {powers[0]:.4g} and {powers[1]:.4g} exceed the range "
            "of 64-bit floats.",
            hint="rescale the scores so that they are near 1.",
        )
    plain = curve_from_moments(values[0], values[1])
    return BoxCoxCurve(
        intercept=plain.intercept,
        slope=plain.slope,
        negative_mean=plain.negative_mean,
        negative_deviation=plain.negative_deviation,
        positive_power=powers[0],
        negative_power=powers[1],
        shift=shift,
        unit=unit,
    )
