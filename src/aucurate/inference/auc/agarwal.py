r"""Agarwal, Graepel, Herbrich, Har-Peled, Roth 2005: a large-deviation bound for the AUC.

**Question.** How far can the AUC in a test set be from the true one, with what probability at most,
whatever the distribution of the scores?

Moving one positive observation changes the empirical AUC of m positives and n negatives by at most
1/m, moving one negative by at most 1/n; McDiarmid's inequality then gives

.. math::  P(|\hat A - A| \ge \epsilon) \le 2 \exp\left(-\frac{2 m n \epsilon^2}{m + n}\right)

Set equal to 1 - c this is the interval :math:`\hat A \pm \epsilon`,
:math:`\epsilon = \sqrt{\ln(2/(1-c))\,(m+n)/(2mn)}`, cut to [0, 1]. It holds at every size, not only
for large ones.

**Not** narrow: its width does not depend on the AUC; it is more than twice that of DeLong's
interval near one half, and much more near 0 and 1. It is a statement about a classifier that was
fixed before the test set was seen, with independent observations. There is no standard error in it
(the field is NaN).

Agarwal, S., Graepel, T., Herbrich, R., Har-Peled, S., Roth, D. (2005). Generalization bounds for
the area under the ROC curve. Journal of Machine Learning Research 6, 393-425.
"""

import math

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats
from aucurate.inference.core.one_classifier import auc_estimate, chosen
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.results import Estimate, Interval

METHOD = "Agarwal bound"


@checked
def agarwal_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with an interval that holds for every distribution and size.

    ``name`` picks the classifier where moments hold several. The CT readings of Hanley and McNeil
    (1982), 51 positive and 58 negative:

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> ratings = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> ct = Scores.from_arrays(np.repeat([0, 1], [58, 51]), ratings, name="CT")
    >>> print(agarwal_interval(ct))
    CT: AUC 0.893 (95% CI 0.632 to 1.000), 51 positive and 58 negative, Agarwal bound interval
    """
    confidence = checked_confidence(confidence)
    moments, at = chosen(data, name, "the Agarwal bound")
    auc = moments.aucs[at]
    reach = agarwal_distance(moments.n_positive, moments.n_negative, confidence=confidence)
    return auc_estimate(
        moments,
        at,
        standard_error=math.nan,
        interval=Interval(
            low=max(0.0, auc - reach),
            high=min(1.0, auc + reach),
            confidence=confidence,
            method=METHOD,
        ),
        method=METHOD,
        caveats=caveats.of_ranking(
            moments, at, when_perfect="its interval rests on the class sizes alone"
        ),
    )


def agarwal_distance(n_positive: float, n_negative: float, *, confidence: float = 0.95) -> float:
    """How far the empirical AUC can be from the true one with this confidence: epsilon.

    >>> round(agarwal_distance(100, 400), 6)
    0.15184
    """
    half = (1 - checked_confidence(confidence)) / 2
    return math.sqrt(-math.log(half) * (1 / n_positive + 1 / n_negative) / 2)


def agarwal_probability(distance: float, n_positive: float, n_negative: float) -> float:
    """The bound itself: how probable a distance of at least this much can be.

    >>> round(agarwal_probability(0.2, 50, 50), 6)
    0.270671
    """
    return min(1.0, 2 * math.exp(-2 * distance**2 / (1 / n_positive + 1 / n_negative)))
