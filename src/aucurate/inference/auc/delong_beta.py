r"""The beta interval: DeLong's variance, and room for errors that the sample has not shown yet.

**Question.** What is the AUC of this classifier, when few of its errors have been seen?

DeLong's variance is estimated from the errors in the sample. Where those are few (an AUC near 1, a
small class, a few positives that are missed outright) it is too small just when the AUC comes out
too high, and an interval built on it alone misses the truth on one side: sample after sample
without one of the missed positives looks like a better classifier with a small variance. The
remedy is the one that proportions have had since Laplace: a fraction of an observation is added on
the wrong side.

Give the m positives and n negatives random weights, as Rubin's (1981) Bayesian bootstrap does, and
add to each class a pseudo-observation that is as wrong as can be, a positive below all negatives
and a negative above all positives. The weights D of the positives and E of the negatives are
Dirichlet with parameter 1 for each observation and, for the pseudo-observations,

.. math::  u = w \frac{\max(m, n)}{m + n}, \quad w = 0.65

so that together they take :math:`w / \min(m, n)` off the AUC: with classes of equal size each has
half of the weight, and with one class much larger that of the other alone counts. The weighted AUC
:math:`B = \sum_{ij} D_i E_j \psi_{ij}`, with :math:`\psi = 1, \tfrac12, 0` for a positive above,
equal to or below a negative, has a mean and a variance in closed form. With :math:`M = m + u`,
:math:`N = n + u`, DeLong's :math:`S_{10}` and :math:`S_{01}` and the share :math:`\tau` of tied
pairs,

.. math::
    \mu &= \frac{m n}{M N} \hat A, \\
    v &= \frac{n^2}{N^2} P + \frac{1}{N + 1} \left( \frac{m^2}{M^2} Q + R \right), \\
    P &= \frac{1}{M + 1}\left(\frac{m-1}{M} S_{10} + \frac{m u}{M^2} \hat A^2\right), \quad
    Q = \frac{n-1}{N} S_{01} + \frac{n u}{N^2} \hat A^2, \\
    R &= \frac{1}{N (M + 1)} \left( \frac{m n}{M} \left(\hat A - \frac{\tau}{4}\right)
        - \frac{m^2}{M^2} \left((n-1) S_{01} + n \hat A^2\right) \right) - \frac{n^2}{N^2} P

The lower limit is the quantile of the beta distribution with this mean and variance, but never
above that of perfect separation. The upper limit is that of the same construction with the
pseudo-observations on the right side, that is of :math:`1 - \hat A`. For large classes mean and
variance are DeLong's, and the interval is his.

**Why it holds.** Where every placement is 0 or 1 and n is large, B *is* beta, with parameters
:math:`m \hat A` and :math:`m (1 - \hat A) + w`: the limits of a binomial proportion, between
Jeffreys' (w = 1/2) and Clopper and Pearson's (w = 1). The weight follows from the one case in which
the data say nothing about errors at all. After perfect separation the lower limit L must satisfy
:math:`L^k \le 0.07` for k in the smaller class, or a classifier that misses a share 1 - L of the
positives is covered in less than 93 percent of samples. The weight 0.65 keeps :math:`L^k` between
0.052 and 0.069 whatever the ratio of the sizes, from 20 in the smaller class on. Perfect
separation, constant scores and one observation in a class are ordinary cases of the formula.

In the simulation of docs/validation.md no cell with 20 or more in the smaller class has a coverage
whose 99% Monte Carlo interval lies below 0.93 (nominal 0.95), also in worlds that played no part in
choosing it: missed positives and negatives, heavy tails, a few levels, zero inflation. Where an AUC
near 1 rests on light-tailed scores it is wider than it would have to be: such samples cannot be
told from those of a classifier with a few missed positives.

**Not valid** where DeLong's variance is not: see :mod:`aucurate.inference.auc.delong`.

Rubin, D. B. (1981). The Bayesian bootstrap. Annals of Statistics 9, 130-134.
Brown, L. D., Cai, T. T., DasGupta, A. (2001). Interval estimation for a binomial proportion.
Statistical Science 16, 101-133.
Gaffke, N. (2005). Three test statistics for a nonparametric one-sided hypothesis on the mean of a
nonnegative variable. Mathematical Methods of Statistics 14, 451-467. The combination is ours.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats
from aucurate.inference.core.beta_caveats import WHEN_PERFECT
from aucurate.inference.core.beta_limits import BetaLimit
from aucurate.inference.core.one_classifier import auc_estimate, chosen
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.results import Estimate, Interval

METHOD = "DeLong beta"

Ends: TypeAlias = Callable[[float], tuple[float, float]]


@checked
def delong_beta_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with DeLong's standard error and the beta interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], name="a")
    >>> print(delong_beta_interval(scores))
    a: AUC 0.889 (95% CI 0.282 to 0.9998), 3 positive and 3 negative, DeLong beta interval
    """
    confidence = checked_confidence(confidence)
    moments, at = chosen(data, name, "the beta interval")
    low, high = ends(moments, at)((1 - confidence) / 2)
    return auc_estimate(
        moments,
        at,
        standard_error=math.sqrt(float(moments.covariance[at, at])),
        interval=Interval(low=low, high=high, confidence=confidence, method=METHOD),
        method=METHOD,
        caveats=caveats.of_ranking(moments, at, when_perfect=WHEN_PERFECT),
    )


def ends(moments: AucMoments, at: int, *, more: float = 0.0) -> Ends:
    """Both ends of one AUC's interval, by what each leaves outside.

    ``more`` is a variance that the placements do not show, as that of training sets.
    """
    auc = moments.aucs[at]
    lower, upper = (
        BetaLimit.of_auc(moments, at, mirrored=mirrored).widened(more) for mirrored in (False, True)
    )
    perfect = BetaLimit.of_perfect_separation(moments)

    @cache
    def both(tail: float) -> tuple[float, float]:
        farthest = perfect.quantile(tail)
        low, high = min(farthest, lower.quantile(tail)), min(farthest, upper.quantile(tail))
        return min(auc, low), max(auc, 1 - high)

    return both
