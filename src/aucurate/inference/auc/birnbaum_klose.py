r"""Birnbaum-Klose: the interval from the largest variance that an AUC can have.

**Question.** What is the AUC of this classifier, if nothing at all is assumed about the scores?

Whatever the two distributions, the variance of the empirical AUC of m positives and n negatives is
at most

.. math::  \operatorname{Var}(\hat A) \le \frac{A (1 - A)}{k}, \quad k = \min(m, n)

(van Dantzig 1951; Birnbaum and Klose 1957). The interval is the score (Wilson-type) one: all A that
lie within z of their own largest standard deviation from the estimate,

.. math::  \{A : (\hat A - A)^2 \le z^2 A (1 - A) / k\}
    = \frac{\hat A + z^2/2k \pm z \sqrt{\hat A (1 - \hat A)/k + z^2/4k^2}}{1 + z^2/k}

which stays in [0, 1] and is never a point: after perfect separation it is [k / (k + z^2), 1].
``standard_error`` is the bound at the estimate, :math:`\sqrt{\hat A (1 - \hat A) / k}`.

**Not** narrow: the bound is reached only where each observation of the smaller class stands above
all of the other class or below all of it; elsewhere the interval covers more than it says. It still
takes the normal quantile and independent observations: groups and pooled folds are as wrong here as
elsewhere.

Dantzig, D. van (1951). On the consistency and the power of Wilcoxon's two sample test. Indagationes
Mathematicae 13, 1-8.
Birnbaum, Z. W., Klose, O. M. (1957). Bounds for the variance of the Mann-Whitney statistic. Annals
of Mathematical Statistics 28, 933-945.
Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal
of the American Statistical Association 22, 209-212.
"""

import math

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats
from aucurate.inference.core.one_classifier import auc_estimate, chosen
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.results import Estimate, Interval

METHOD = "Birnbaum-Klose"


@checked
def birnbaum_klose_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with the score interval of the largest possible variance.

    ``name`` picks the classifier where moments hold several. The CT readings of Hanley and McNeil
    (1982), 51 positive and 58 negative:

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> ratings = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> ct = Scores.from_arrays(np.repeat([0, 1], [58, 51]), ratings, name="CT")
    >>> print(birnbaum_klose_interval(ct))
    CT: AUC 0.893 (95% CI 0.779 to 0.952), 51 positive and 58 negative, Birnbaum-Klose interval
    """
    confidence = checked_confidence(confidence)
    moments, at = chosen(data, name, "the Birnbaum-Klose interval")
    auc, smaller = moments.aucs[at], min(moments.n_positive, moments.n_negative)
    return auc_estimate(
        moments,
        at,
        standard_error=math.sqrt(auc * (1 - auc) / smaller),
        interval=_interval(auc, smaller, confidence),
        method=METHOD,
        caveats=caveats.of_ranking(
            moments, at, when_perfect="its interval rests on the class sizes alone"
        ),
    )


def _interval(auc: float, smaller: int, confidence: float) -> Interval:
    """Each end from the quadratic's stable form: the other end as seen from the other class."""
    z2 = two_sided_quantile(confidence) ** 2 / smaller
    root = math.sqrt(z2 * (auc * (1 - auc) + z2 / 4))
    low = auc**2 / (auc + z2 / 2 + root)
    high = 1 - (1 - auc) ** 2 / (1 - auc + z2 / 2 + root)
    return Interval(low=min(low, auc), high=max(high, auc), confidence=confidence, method=METHOD)
