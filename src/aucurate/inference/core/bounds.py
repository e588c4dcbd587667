r"""Distribution-free bounds, for where a variance is zero or cannot be estimated.

The AUC: disjoint pairs
-----------------------
What can be stated when a variance estimate is zero or not available: the disjoint-pairs bound.

**Question.** What can be concluded about an AUC, or a difference of two, when its variance is
estimated as zero or cannot be estimated at all?

**Use it** through the methods that need a variance: where there is none,
:func:`aucurate.inference.auc.delong_interval`, :func:`aucurate.inference.auc.delong_test`,
:func:`aucurate.inference.auc.delong_null_test`, the bootstrap and others use the bound by
themselves. The ``method`` of the result is then "disjoint-pairs bound", and a caveat says why:

>>> from aucurate import Scores
>>> from aucurate.inference.auc import delong_interval
>>> perfect = Scores.from_arrays([0] * 10 + [1] * 10, range(20), name="perfect")
>>> print(delong_interval(perfect).interval)
95% CI 0.692 to 1.000
>>> print(delong_interval(perfect).interval.method)
disjoint-pairs bound

With perfect separation, constant scores or one observation in a class, DeLong's variance is 0 or
undefined, and an interval built on it is a point. What always holds is this. An AUC averages a
kernel :math:`\psi \in [0, 1]` over all pairs, and it can also be written as the average, over all
ways to match positives with negatives, of means over :math:`k = \min(m, n)` *disjoint*, hence
independent, pairs. Chernoff's bound for the mean of k independent values in [0, 1] therefore holds
for the AUC as well (Hoeffding 1963, section 5):

.. math::  P(\hat A \ge a) \le \exp(-k\,\mathrm{KL}(a \,\|\, A)) \quad (a \ge A)

with :math:`\mathrm{KL}(a\|b) = a\log(a/b) + (1-a)\log((1-a)/(1-b))`, and the same below. The
interval contains all A whose bound is at least half of 1 - confidence on each side. After perfect
separation it is :math:`[((1-c)/2)^{1/k}, 1]`. It is never empty and never a point.

A difference of two AUCs averages a kernel in [-1, 1]; shifted to [0, 1] the same bound holds. Two
classifiers that order every pair alike are a case of their own: :math:`|D|` is at most the
probability q that they order a pair differently, and no such pair among k independent ones means
:math:`q \le 1 - (1-c)^{1/k}`: the rule of three. Their p-value for a difference of 0 is 1.

**Not valid** for observations that depend on each other, unless the data name their groups. It is
conservative at every size: where DeLong's variance is positive, use
:mod:`aucurate.inference.auc.delong`.

Hoeffding, W. (1963). Probability inequalities for sums of bounded random variables. Journal of the
American Statistical Association 58, 13-30.

Points and parts of the curve
-----------------------------
What always holds of a sensitivity at a given specificity, a partial AUC or average precision.

Where a variance is zero or not available (perfect separation in the range, constant scores, a class
of one observation) these bounds take over. They presume nothing but independent observations and
are conservative at every size.

**Sensitivity at a given specificity**, with u = 1 - specificity: the share of negatives beyond the
k-th highest of n has the distribution Beta(k, n - k + 1). The lower end takes the largest k
for which that share stays within u with a chance of 1 - t/2, and the Clopper-Pearson limit with
tail t/2 for the positives above that negative; the upper end is made in the same way from the other
side. Each end is missed with a chance of at most t (Bonferroni; after Schäfer 1994).

**Partial AUC**, as the mean height of the curve over the range. The curve rises, so the mean height
is at least the height where the range begins and at most that where it ends. Where the range is
filled and begins at specificity 1, the classes are separated, and the area lost in the range
is at most the whole area lost, of which the disjoint-pairs bound says how large it can be. In
all other cases the range is halved: the height in its middle, between l and h, leaves the mean
between l/2 and (1 + h)/2.

**Average precision** is at least :math:`1 - \sqrt{2 \rho q / 3}` where :math:`\rho q \le 1/6`, and
at least :math:`(4/9) / (\rho q + 1/2)` elsewhere, with :math:`\rho = n/m` and q the probability
that a negative scores at least as high as a positive. For average precision is
:math:`\int_0^1 s / (s + \rho G(s))\,ds`, with G(s) the share of negatives at or above the score
that a share s of the positives reaches and :math:`\int G = q`; the integral is least when
:math:`\rho G(s) = (\sqrt{\kappa s} - s)_+` for some :math:`\kappa`. The upper end of
q with k = min(m, n) disjoint pairs is :math:`1 - t^{1/k}` where no pair is misordered, and else
Hoeffding's :math:`\hat q + \sqrt{\log(1/t) / (2k)}`. No upper end below 1 is claimed.

Schäfer, H. (1994). Efficient confidence bounds for ROC curves. Statistics in Medicine 13, 1551-1561
(not at hand: the split of t into halves is ours). Hoeffding, W. (1963): see above. The bounds of
partial areas and of average precision are ours.

Several classes: disjoint tuples
--------------------------------
How many independent tuples of classes an average of pairwise AUCs rests on.

With one observation of each class, :math:`\sum w_{ab}\,\psi(y_a(i_a), y_a(i_b))` lies in [0, 1] and
has the average :math:`\theta = \sum w_{ab} A(a|b)` as its mean. The estimate is the mean of it over
all ways to pick :math:`k = \min_c n_c` disjoint, hence independent, tuples of one observation per
class, so the disjoint-pairs bound holds for it, and for the difference of two, as for one AUC, with
the smallest class that has weight.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.bisection import bisect
from aucurate.data.moments import ThresholdCounts
from aucurate.results import Alternative, Interval, MethodTitle

DISJOINT_PAIRS = MethodTitle("disjoint-pairs bound", "disjoint-pairs")


def auc_interval(auc: float, pairs: int, confidence: float) -> Interval:
    """The interval of one AUC from ``pairs`` = the size of the smaller class.

    >>> round(auc_interval(1.0, 10, 0.95).low, 4)  # 0.025 ** (1 / 10)
    0.6915
    """
    low, high = auc_ends(auc, pairs, (1 - confidence) / 2)
    return Interval(low=low, high=high, confidence=confidence, method=DISJOINT_PAIRS, bound=True)


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
        low=min(low, difference),
        high=max(high, difference),
        confidence=confidence,
        method=DISJOINT_PAIRS,
        bound=True,
    )


def difference_p_value(
    difference: float,
    null_difference: float,
    pairs: int,
    alternative: Alternative,
    *,
    identical: bool = False,
) -> float:
    """The bound as a p-value: never smaller than the true one, and consistent with the interval.

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


DISTRIBUTION_FREE = MethodTitle("distribution-free bound", "distribution-free")


def sensitivity_ends(
    counts: ThresholdCounts, specificity: float, tail: float
) -> tuple[float, float]:
    """The bound of the sensitivity at a given specificity.

    >>> separated = ThresholdCounts(
    ...     thresholds=np.arange(2), positives=np.array([50, 0]), negatives=np.array([0, 50])
    ... )
    >>> [round(end, 3) for end in sensitivity_ends(separated, 0.9, 0.025)]  # 0.0125 ** (1 / 50)
    [0.916, 1.0]
    """
    m, n = int(counts.n_positive), int(counts.n_negative)
    rank = np.arange(1, n + 1)
    within = special.betainc(rank, n - rank + 1, 1 - specificity)
    true, passed = np.cumsum(counts.positives), np.cumsum(counts.negatives)
    low, high = 0.0, 1.0
    safe = np.flatnonzero(within >= 1 - tail / 2)
    if len(safe):
        at = int(np.searchsorted(passed, safe[-1] + 1))
        above = int(true[at] - counts.positives[at])
        low = float(special.betaincinv(above, m - above + 1, tail / 2)) if above else 0.0
    beyond = np.flatnonzero(within <= tail / 2)
    if len(beyond):
        above = int(true[np.searchsorted(passed, beyond[0] + 1)])
        high = float(special.betaincinv(above + 1, m - above, 1 - tail / 2)) if above < m else 1.0
    return low, high


def average_precision_floor(counts: ThresholdCounts, tail: float) -> float:
    """The lower end for average precision."""
    m, n = counts.n_positive, counts.n_negative
    passed = np.cumsum(counts.negatives)
    misordered = float(np.sum(counts.positives * (passed / n))) / m
    pairs = min(m, n)
    if misordered == 0:
        q = never_seen(pairs, tail)
    else:
        q = min(1.0, misordered + math.sqrt(-math.log(tail) / (2 * pairs)))
    weighed = n / m * q
    if weighed <= 1 / 6:
        return 1 - math.sqrt(2 * weighed / 3)
    return 4 / 9 / (weighed + 1 / 2)


def never_seen(pairs: float, tail: float) -> float:
    """How likely a pair can be misordered when none of ``pairs`` independent pairs is."""
    return -math.expm1(math.log(tail) / pairs)


def smallest_class(weights: NDArray[np.float64], counts: tuple[int, ...]) -> int:
    """The size of the smallest class that has weight: how many disjoint tuples there are."""
    reach = weights.sum(axis=0) + weights.sum(axis=1)
    return min(size for size, used in zip(counts, reach, strict=True) if used)
