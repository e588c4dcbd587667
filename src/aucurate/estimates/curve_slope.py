r"""The slope of the ROC curve at a given specificity: the ratio of the two densities of the scores.

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

import numpy as np
from scipy import special

from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.estimates.tallies import Tally

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
        away = _ERRORS * math.sqrt(specificity * (1 - specificity) / counts.n_negative)
        ends = np.array([max(0.0, specificity - away), min(1.0, specificity + away)])
        after, before = curve.sensitivity_at(ends)
        return float((after - before) / (ends[1] - ends[0]))
    place = float(special.ndtri(specificity))
    width = _WIDTH * _spread(counts) * (1 / counts.n_positive + 1 / counts.n_negative) ** 0.2
    after, before = curve.sensitivity_at(special.ndtr(np.array([place - width, place + width])))
    density = math.exp(-place * place / 2) / math.sqrt(2 * math.pi)
    return float((after - before) / (2 * width * density))


def _is_tied(counts: ThresholdCounts, specificity: float) -> bool:
    """Whether many observations share the score of the threshold."""
    left = counts.n_negative - np.cumsum(counts.negatives)
    at = int(np.flatnonzero(left / counts.n_negative <= specificity)[0])
    return bool(counts.positives[at] + counts.negatives[at] >= _TIED)


def _spread(counts: ThresholdCounts) -> float:
    """The spread of the positives' false positive rates on the probit scale."""
    there = counts.positives > 0
    passed = np.cumsum(counts.negatives) - counts.negatives / 2
    least = 0.5 / counts.n_negative
    rates = np.clip(passed[there] / counts.n_negative, least, 1 - least)
    # Equal places of neighbouring scores are one value of the tally.
    values, at = np.unique(special.ndtri(rates), return_inverse=True)
    sizes = np.bincount(at.reshape(-1), weights=counts.positives[there]).astype(np.float64)
    return max(_NARROWEST, Tally(values, sizes).spread()) if len(values) > 1 else _NARROWEST
