r"""What can be said when a variance estimate is zero or cannot be had: the disjoint-pairs bound.

With perfect separation, constant scores or one observation in a class, DeLong's variance is 0 or
undefined, and an interval built on it is a point. What always holds is this. An AUC averages a
kernel :math:`\psi \in [0, 1]` over all pairs, and it can also be written as the average, over all
ways to match positives with negatives, of means over :math:`k = \min(m, n)` *disjoint*, hence
independent, pairs. Chernoff's bound for the mean of k independent values in [0, 1] therefore holds
for the AUC as well (Hoeffding 1963, section 5):

.. math::  P(\hat A \ge a) \le \exp(-k\,\mathrm{KL}(a \,\|\, A)) \quad (a \ge A)

with :math:`\mathrm{KL}(a\|b) = a\log(a/b) + (1-a)\log((1-a)/(1-b))`, and the same below. The
interval holds all A whose bound is at least half of 1 - confidence on each side. After perfect
separation it is :math:`[((1-c)/2)^{1/k}, 1]`. It is conservative at every size, never empty, never
a point.

A difference of two AUCs averages a kernel in [-1, 1]; shifted to [0, 1] the same bound holds. Two
classifiers that order every pair alike are a case of their own: :math:`|D|` is at most the
probability q that they order a pair differently, and no such pair among k independent ones means
:math:`q \le 1 - (1-c)^{1/k}`: the rule of three.

Hoeffding, W. (1963). Probability inequalities for sums of bounded random variables. Journal of the
American Statistical Association 58, 13-30.
"""

import math

from scipy import special

from aucurate.bisection import bisect
from aucurate.results import Alternative, Interval

METHOD = "disjoint-pairs bound"


def auc_interval(auc: float, pairs: int, confidence: float) -> Interval:
    """The interval of one AUC from ``pairs`` = the size of the smaller class.

    >>> round(auc_interval(1.0, 10, 0.95).low, 4)  # 0.025 ** (1 / 10)
    0.6915
    """
    low, high = auc_ends(auc, pairs, (1 - confidence) / 2)
    return Interval(low=low, high=high, confidence=confidence, method=METHOD)


def auc_ends(auc: float, pairs: int, tail: float) -> tuple[float, float]:
    """Both ends of :func:`auc_interval`, by what each leaves outside."""
    return _end(auc, pairs, tail, upper=False), _end(auc, pairs, tail, upper=True)


def difference_interval(
    difference: float, pairs: int, confidence: float, *, identical: bool
) -> Interval:
    """The interval of a difference; ``identical`` when both order every pair alike.

    >>> round(difference_interval(0.0, 10, 0.95, identical=True).high, 4)  # 1 - 0.05 ** (1 / 10)
    0.2589
    """
    if identical:
        reach = -math.expm1(math.log1p(-confidence) / pairs)
        low, high = -reach, reach
    else:
        low, high = (2 * e - 1 for e in auc_ends((difference + 1) / 2, pairs, (1 - confidence) / 2))
    return Interval(
        low=min(low, difference), high=max(high, difference), confidence=confidence, method=METHOD
    )


def difference_p_value(
    difference: float,
    null_difference: float,
    pairs: int,
    alternative: Alternative,
    *,
    identical: bool = False,
) -> float:
    """The bound as a p-value: never smaller than the true one, and at one with the interval.

    >>> difference_p_value(0.0, 0.0, 10, "two-sided")
    1.0
    >>> difference_p_value(1.0, 0.0, 10, "greater") == 0.5 ** 10
    True
    """
    if identical:
        bound = math.exp(pairs * math.log1p(-abs(null_difference)))
    else:
        bound = math.exp(-pairs * _divergence((difference + 1) / 2, (null_difference + 1) / 2))
    above = bound if difference > null_difference else 1.0
    below = bound if difference < null_difference else 1.0
    if alternative == "greater":
        return above
    if alternative == "less":
        return below
    # No pair ordered differently is the same event on either side: it is not counted twice.
    return min(1.0, (1 if identical else 2) * min(above, below))


def _divergence(observed: float, true: float) -> float:
    """Kullback-Leibler divergence of two Bernoulli distributions, not below 0 by rounding."""
    both = special.rel_entr(observed, true) + special.rel_entr(1 - observed, 1 - true)
    return max(0.0, float(both))


def _end(observed: float, pairs: int, tail: float, *, upper: bool) -> float:
    """The farthest mean on one side whose bound still reaches the tail."""
    allowed = -math.log(tail) / pairs
    if observed == (1.0 if upper else 0.0):
        return observed
    if observed == 0.0:
        return -math.expm1(-allowed)
    if observed == 1.0:
        return math.exp(-allowed)
    end = 1.0 if upper else 0.0
    return bisect(lambda mean: _divergence(observed, mean) <= allowed, observed, end)[0]
