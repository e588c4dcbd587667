r"""Delta intervals of Matthews' correlation and, at a stated prevalence, of F1.

**Matthews' correlation** M is the correlation of label and call in the four shares p of a table.
With the prevalence of the test set the shares are those of a multinomial of N observations, with
the gradient g of M in the shares,

.. math::
    \operatorname{Var}(M) = \frac1N \Bigl[\sum_k g_k^2 p_k - \bigl(\sum_k g_k p_k\bigr)^2\Bigr],

which is Yule's (1912) variance of the phi coefficient. With a stated prevalence the shares follow
from sensitivity and specificity, which vary as two independent binomials. The interval is
symmetrical in Fisher's :math:`z = \operatorname{artanh} M`, where the standard error is that of M
divided by :math:`1 - M^2`; at M = 1 or -1, half an observation is added to each count first.

**F1 at a stated prevalence** :math:`\pi` is :math:`2F^*/(1 + F^*)` with the odds
:math:`F^*/(1 - F^*) = \pi s / D`, :math:`D = \pi (1 - s) + (1 - \pi) f` of the sensitivity s and
the share f of negatives called positive. The interval is symmetrical in the logarithm of the odds,

.. math::
    \operatorname{Var} = \Bigl(\frac1s + \frac{\pi}{D}\Bigr)^2 \frac{s (1 - s)}{m}
    + \Bigl(\frac{1 - \pi}{D}\Bigr)^2 \frac{f (1 - f)}{n},

with half an observation added to each side of a share that is 0 or 1.

Yule, G. U. (1912). On the methods of measuring association between two attributes. Journal of the
Royal Statistical Society 75, 579-652.
Hand, D. J., Christen, P., Kirielle, N. (2021). F*: an interpretable transformation of the
F-measure. Machine Learning 110, 451-456.
"""

import math

import numpy as np
from scipy import special

from aucurate.curve.rates import Floats
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.results import Interval

FISHER = "Fisher z delta"
LOGIT = "logit delta"


def matthews(point: OperatingPoint, confidence: float) -> tuple[float, Interval]:
    """The standard error of Matthews' correlation, and its interval."""
    value = point.matthews_correlation
    if math.isnan(value):
        return math.nan, Interval(low=-1.0, high=1.0, confidence=confidence, method=FISHER)
    error = math.sqrt(_matthews_moments(point, 0.0)[1])
    wrong = point.false_positives + point.false_negatives
    edge = wrong in (0, point.n_positive + point.n_negative)
    centre, variance = _matthews_moments(point, 0.5 if edge else 0.0)
    reach = two_sided_quantile(confidence) * math.sqrt(variance) / (1 - centre**2)
    low, high = (math.tanh(math.atanh(centre) + side * reach) for side in (-1, 1))
    return error, Interval(
        low=-1.0 if value == -1 else min(low, value),
        high=1.0 if value == 1 else max(high, value),
        confidence=confidence,
        method=FISHER,
    )


def stated_f1(point: OperatingPoint, confidence: float) -> tuple[float, Interval]:
    """The standard error of F1 at a stated prevalence, and its interval."""
    value = point.f1
    odds, variance = _f_odds(point, 0.0)
    error = math.sqrt(variance) * _f1_slope(odds) if 0 < odds < math.inf else math.nan
    counts = (point.true_positives, point.false_negatives, point.true_negatives)
    if min(*counts, point.false_positives) == 0:
        odds, variance = _f_odds(point, 0.5)
    reach = two_sided_quantile(confidence) * math.sqrt(variance)
    low, high = (_f1(math.log(odds) + side * reach) for side in (-1, 1))
    return error, Interval(
        low=0.0 if value == 0 else min(low, value),
        high=1.0 if value == 1 else max(high, value),
        confidence=confidence,
        method=LOGIT,
    )


def _f1(log_odds: float) -> float:
    star = float(special.expit(log_odds))
    return 2 * star / (1 + star)


def _f1_slope(odds: float) -> float:
    """The derivative of F1 = 2 odds / (1 + 2 odds) in the logarithm of the odds."""
    return 2 * odds / (1 + 2 * odds) ** 2


def _f_odds(point: OperatingPoint, added: float) -> tuple[float, float]:
    """The odds of F*, and the variance of their logarithm."""
    m, n = point.n_positive + 2 * added, point.n_negative + 2 * added
    found, alarms = (point.true_positives + added) / m, (point.false_positives + added) / n
    prevalence = point.prevalence
    lost = prevalence * (1 - found) + (1 - prevalence) * alarms
    if found == 0 or lost == 0:
        return (0.0 if found == 0 else math.inf), math.inf
    variance = (1 / found + prevalence / lost) ** 2 * found * (1 - found) / m
    variance += ((1 - prevalence) / lost) ** 2 * alarms * (1 - alarms) / n
    return prevalence * found / lost, variance


def _matthews_moments(point: OperatingPoint, added: float) -> tuple[float, float]:
    """Matthews' correlation with so much added to each count, and its variance."""
    m, n = point.n_positive + 2 * added, point.n_negative + 2 * added
    counts = point.true_positives + added, point.false_positives + added
    prevalence = m / (m + n) if point.use.prevalence is None else point.prevalence
    up, down = prevalence / m, (1 - prevalence) / n
    found, alarms = counts
    p = np.array([found * up, alarms * down, (m - found) * up, (n - alarms) * down])
    value, gradient = _with_gradient(p)
    if point.use.prevalence is None:
        spread = float(np.sum(gradient**2 * p) - np.sum(gradient * p) ** 2)
        return value, max(0.0, spread) / (m + n)
    by_sensitivity = prevalence * float(gradient[0] - gradient[2])
    by_specificity = (1 - prevalence) * float(gradient[3] - gradient[1])
    variance = by_sensitivity**2 * found * (m - found) / m**3
    return value, variance + by_specificity**2 * alarms * (n - alarms) / n**3


def _with_gradient(shares: Floats) -> tuple[float, Floats]:
    """Matthews' correlation of true and false positives, false and true negatives; its gradient."""
    a, b, c, d = shares.tolist()
    called, not_called, positive, negative = a + b, c + d, a + c, b + d
    scale = math.sqrt((called * not_called) * (positive * negative))
    value = (a * d - b * c) / scale
    half = value / 2
    gradient = [
        d / scale - half * (1 / called + 1 / positive),
        -c / scale - half * (1 / called + 1 / negative),
        -b / scale - half * (1 / not_called + 1 / positive),
        a / scale - half * (1 / not_called + 1 / negative),
    ]
    return value, np.array(gradient)
