r"""Newcombe 2006: the score interval of an AUC (his method 5).

**Question.** What is the AUC of this classifier, with an interval that is right near 1 as well?

The exponential model of Hanley and McNeil (1982) gives an AUC A from m positives and n negatives
the variance :math:`A(1-A) [1 + (m-1)\frac{1-A}{2-A} + (n-1)\frac{A}{1+A}] / mn`. Newcombe puts the
mean of the two class sizes into both places, so that the classes can change their roles:

.. math::
    V(A) = \frac{A (1 - A)}{m n} \left[1 + N^* \frac{1 - A}{2 - A} + N^* \frac{A}{1 + A}\right],
    \quad N^* = \frac{m + n}{2} - 1

and takes V at the AUC that is tested, not at the estimate, as Wilson did for a proportion. The
interval is :math:`\{A : (\hat A - A)^2 \le z^2 V(A)\}`. It stays in [0, 1], is never a point, and
needs nothing but the AUC and the class sizes. Its two ends are roots of a polynomial of degree
four; they are found by bisection, to the last bit. ``standard_error`` is
:math:`\sqrt{V(\hat A)}`, which is 0 after perfect separation.

**Not valid** where the model is far off: it covers too little for exponential-like scores with many
more negatives than positives (docs/validation.md), for observations in groups and for pooled folds.

Newcombe, R. G. (2006). Confidence intervals for an effect size measure based on the Mann-Whitney
statistic. Part 2: asymptotic methods and evaluation. Statistics in Medicine 25, 559-573.
Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36.
"""

import math

from aucurate.bisection import bisect
from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.auc.hanley_mcneil import exponential_variance
from aucurate.inference.core import caveats
from aucurate.inference.core.one_classifier import auc_estimate, chosen
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.results import Estimate, Interval

METHOD = "Newcombe"


@checked
def newcombe_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with Newcombe's score interval.

    ``name`` picks the classifier where moments hold several. The CT readings of Hanley and McNeil
    (1982), 51 positive and 58 negative:

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> ratings = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> ct = Scores.from_arrays(np.repeat([0, 1], [58, 51]), ratings, name="CT")
    >>> print(newcombe_interval(ct))
    CT: AUC 0.893 (95% CI 0.812 to 0.940), 51 positive and 58 negative, Newcombe score interval
    """
    confidence = checked_confidence(confidence)
    moments, at = chosen(data, name, "the Newcombe interval")
    auc, m, n = moments.aucs[at], moments.n_positive, moments.n_negative
    z = two_sided_quantile(confidence)
    interval = Interval(
        low=_end(auc, m, n, z, upper=False),
        high=_end(auc, m, n, z, upper=True),
        confidence=confidence,
        method=f"{METHOD} score",
    )
    return auc_estimate(
        moments,
        at,
        standard_error=math.sqrt(_variance(auc, m, n)),
        interval=interval,
        method=METHOD,
        caveats=caveats.of_ranking(
            moments, at, when_perfect="its interval rests on the class sizes alone"
        ),
    )


def _variance(auc: float, n_positive: int, n_negative: int) -> float:
    """V(A): the exponential model's variance with N* in place of both m - 1 and n - 1."""
    mean = (n_positive + n_negative) / 2
    return exponential_variance(auc, mean, mean) * mean**2 / (n_positive * n_negative)


def _end(auc: float, n_positive: int, n_negative: int, z: float, *, upper: bool) -> float:
    """The farthest AUC on one side that is within z of its own standard errors of the estimate."""

    def is_within(other: float) -> bool:
        return abs(auc - other) <= z * math.sqrt(_variance(other, n_positive, n_negative))

    return bisect(is_within, auc, 1.0 if upper else 0.0)[0]
