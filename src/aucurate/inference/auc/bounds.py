r"""Intervals of an AUC that assume nothing about the scores, or do not use them.

Birnbaum and Klose
------------------
Birnbaum-Klose: the interval from the largest variance that an AUC can have.

**Question.** What is the AUC of this classifier, if nothing at all is assumed about the scores?

**Use it** where coverage matters more than width: few observations in a class, odd distributions.

Whatever the two distributions, the variance of the empirical AUC of m positives and n negatives is
at most

.. math::  \operatorname{Var}(\hat A) \le \frac{A (1 - A)}{k}, \quad k = \min(m, n)

(van Dantzig 1951; Birnbaum and Klose 1957). The interval is the score (Wilson-type) one, that of a
proportion among k observations: all A that lie within z of their own largest standard deviation
from the estimate,

.. math::  \{A : (\hat A - A)^2 \le z^2 A (1 - A) / k\}
    = \frac{\hat A + z^2/2k \pm z \sqrt{\hat A (1 - \hat A)/k + z^2/4k^2}}{1 + z^2/k}

which stays in [0, 1] and is never a point. ``standard_error`` is the bound at the estimate,
:math:`\sqrt{\hat A (1 - \hat A) / k}`.

**Not valid** for out-of-fold scores pooled over folds: it takes the normal quantile and independent
observations, and refuses groups and sampling weights. It is not narrow: the bound is reached only
where each observation of the smaller class stands above all of the other class or below all of it;
elsewhere the interval covers more than its confidence, and the beta interval
(:mod:`aucurate.inference.auc.delong`) is narrower.

**Degenerate cases.** After perfect separation the interval is :math:`[k / (k + z^2), 1]`.

Dantzig, D. van (1951). On the consistency and the power of Wilcoxon's two sample test. Indagationes
Mathematicae 13, 1-8.
Birnbaum, Z. W., Klose, O. M. (1957). Bounds for the variance of the Mann-Whitney statistic. Annals
of Mathematical Statistics 28, 933-945.
Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal
of the American Statistical Association 22, 209-212.

Agarwal et al.
--------------
Agarwal, Graepel, Herbrich, Har-Peled, Roth 2005: a large-deviation bound for the AUC.

**Question.** How far can the AUC in a test set be from the true one, with what probability at most,
whatever the distribution of the scores?

**Use it** for a statement that is valid for every sample size and every distribution.

Moving one positive observation changes the empirical AUC of m positives and n negatives by at most
1/m, moving one negative by at most 1/n; McDiarmid's inequality then gives

.. math::  P(|\hat A - A| \ge \epsilon) \le 2 \exp\left(-\frac{2 m n \epsilon^2}{m + n}\right)

Set equal to 1 - c this is the interval :math:`\hat A \pm \epsilon`,
:math:`\epsilon = \sqrt{\ln(2/(1-c))\,(m+n)/(2mn)}`, truncated to [0, 1]. It holds at every size,
not only for large ones. :func:`agarwal_distance` is :math:`\epsilon`, :func:`agarwal_probability`
the bound.

**Not valid** for a classifier that was not fixed before the test set was seen, or observations that
are not independent; groups and sampling weights are refused. It is not narrow: its width does not
depend on the AUC; it is more than twice that of DeLong's interval near one half, and much more near
0 and 1.

**Degenerate cases.** The interval uses no variance, so that none is missing; ``standard_error`` is
NaN.

Agarwal, S., Graepel, T., Herbrich, R., Har-Peled, S., Roth, D. (2005). Generalization bounds for
the area under the ROC curve. Journal of Machine Learning Research 6, 393-425.

Cortes and Mohri
----------------
Cortes and Mohri 2004: an interval for the AUC from the error count alone.

**Question.** A classifier made k errors at a threshold; which AUCs are compatible with that?

**Use it** where only the error count is known, or to reproduce papers that used it.

**Model.** Every ranking of m positives and n negatives, with a threshold at which exactly k
observations are on the wrong side, is equally likely. With x of the k errors false positives, the
number of such rankings is

.. math::  w(x) = \binom{m-k+2x}{x} \binom{n+k-2x}{k-x}, \quad \max(0, k-m) \le x \le \min(k, n)

and given x the AUC has mean :math:`1 - (x/n + (k-x)/m)/2` and variance
:math:`[(m-k+x) x (m-k+2x+1) + (k-x)(n-x)(n+k-2x+1)]/(12 m^2 n^2)`. Mean :math:`E_k` and variance
:math:`s_k^2` of the AUC given k (:func:`cortes_mohri_moments`) follow by summing over x, with
weights relative to their largest, so that no size overflows.

**Interval**, confidence c, N = m + n, :math:`a = 1 - \sqrt c`: the error rate is within
:math:`z_{1-a/2}/(2\sqrt N)` of k/N with probability 1 - a (or, with ``error_bound="chebyshev"``,
within :math:`1/(2\sqrt{aN})`, which needs no normal approximation), and given the error count the
AUC is within :math:`s_k/\sqrt a` of its mean with probability 1 - a by Chebyshev's inequality. The
interval runs from the smallest :math:`E_j - s_j/\sqrt a` to the largest :math:`E_j + s_j/\sqrt a`
over the whole numbers j of errors in that range, rounded outwards, and is truncated to [0, 1]; j
stops at min(m, n), more than which a constant decision never needs to make, unless k itself is
beyond.

**Not valid** as an interval around the empirical AUC: it does not use it and **need not contain
it**. ``value`` is still the empirical AUC and ``standard_error`` is :math:`s_k`. Real classifiers
are no uniform draw of rankings: a good one orders the observations on either side of its threshold
too, which the model does not know. It is wide. Every result carries this as a caveat. Groups and
sampling weights are refused.

**Compared with other programs.** The closed forms printed in the paper agree with the sums above
for :math:`k \le \min(m, n)` only; the sums hold for every k, and are tested against enumeration.

Cortes, C., Mohri, M. (2005). Confidence intervals for the area under the ROC curve. Advances in
Neural Information Processing Systems 17 (2004), 305-312.
"""

import math
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked, whole
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.data.thresholds import reaching
from aucurate.errors import OptionError
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import auc_estimate, chosen
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.results import Estimate, Interval, MethodTitle

BIRNBAUM_KLOSE = MethodTitle("Birnbaum-Klose", "birnbaum-klose")


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
        interval=_largest_variance_interval(auc, smaller, confidence),
        method=BIRNBAUM_KLOSE,
        caveats=caveats.of_ranking(
            moments, at, when_perfect="its interval rests on the class sizes alone"
        ),
    )


def _largest_variance_interval(auc: float, smaller: int, confidence: float) -> Interval:
    """Each end from the quadratic's stable form: the other end as seen from the other class."""
    z2 = two_sided_quantile(confidence) ** 2 / smaller
    root = math.sqrt(z2 * (auc * (1 - auc) + z2 / 4))
    low = auc**2 / (auc + z2 / 2 + root)
    high = 1 - (1 - auc) ** 2 / (1 - auc + z2 / 2 + root)
    return Interval(
        low=min(low, auc), high=max(high, auc), confidence=confidence, method=BIRNBAUM_KLOSE
    )


AGARWAL = MethodTitle("Agarwal bound", "agarwal")


@checked
def agarwal_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with an interval that is valid for every distribution and size.

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
            method=AGARWAL,
        ),
        method=AGARWAL,
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


ErrorBound: TypeAlias = Literal["normal", "chebyshev"]

CORTES_MOHRI = MethodTitle("Cortes-Mohri", "cortes-mohri")
FEWEST = "fewest errors"

_GRID = 2000  # points at which the weights of a long sum are looked at first
_NEGLIGIBLE = 60.0  # weights below exp(-60) of the largest do not count


@checked
def cortes_mohri_interval(
    data: Scores,
    *,
    threshold: float | Literal["fewest errors"] | None = None,
    errors: int | None = None,
    confidence: float = 0.95,
    error_bound: ErrorBound = "normal",
) -> Estimate:
    """The AUC of one classifier with the interval that follows from its error count.

    The error count changes the answer, so it must be stated: ``errors`` itself, or the
    ``threshold`` at which to count them, on the scale of the scores as they were given (positive
    when score >= threshold, or score <= threshold for a classifier with ``lower`` scores), or
    ``threshold="fewest errors"`` for the threshold that makes the fewest. The CT readings of Hanley
    and McNeil (1982), called abnormal from rating 4:

    >>> ratings = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> ct = Scores.from_arrays(np.repeat([0, 1], [58, 51]), ratings, name="CT")
    >>> print(cortes_mohri_interval(ct, threshold=4))
    CT: AUC 0.893 (95% CI 0.524 to 1.000), 51 positive and 58 negative, Cortes-Mohri interval
    """
    confidence = checked_confidence(confidence)
    moments, at = chosen(data, None, "the Cortes-Mohri interval")
    k = _error_count(data, threshold, errors)
    m, n = moments.n_positive, moments.n_negative
    _, variance = cortes_mohri_moments(k, m, n)
    low, high = _ends(k, m, n, confidence, error_bound)
    return auc_estimate(
        moments,
        at,
        standard_error=math.sqrt(variance),
        interval=Interval(low=low, high=high, confidence=confidence, method=CORTES_MOHRI),
        method=CORTES_MOHRI,
        caveats=[
            *caveats.of_class_sizes(moments),
            caveats.from_error_count(CORTES_MOHRI, moments.names[at], k, m + n),
        ],
    )


def cortes_mohri_moments(errors: int, n_positive: int, n_negative: int) -> tuple[float, float]:
    """Mean and variance of the AUC given the number of errors.

    >>> mean, variance = cortes_mohri_moments(1, 2, 3)
    >>> round(mean * 14, 12), round(variance * 441, 12)
    (11.0, 13.0)
    """
    k, m, n = errors, n_positive, n_negative
    x, weights = _weights(k, m, n)
    means = 1 - (x / n + (k - x) / m) / 2
    variances = (
        (m - k + x) * x * (m - k + 2 * x + 1) + (k - x) * (n - x) * (n + k - 2 * x + 1)
    ) / (12.0 * m * m * n * n)
    mean = float(weights @ means)
    return mean, float(weights @ (variances + (means - mean) ** 2))


def _ends(k: int, m: int, n: int, confidence: float, bound: ErrorBound) -> tuple[float, float]:
    """The lowest and the highest AUC over all error counts that go with k."""
    size = m + n
    a = 1 - math.sqrt(confidence)
    factor = two_sided_quantile(1 - a) if bound == "normal" else 1 / math.sqrt(a)
    reach = factor * math.sqrt(size) / 2
    most = min(m, n) if k <= min(m, n) else size
    counts = range(max(0, math.floor(k - reach)), min(most, math.ceil(k + reach)) + 1)
    low, high = 1.0, 0.0
    for j in counts:
        mean, variance = cortes_mohri_moments(j, m, n)
        around = math.sqrt(variance / a)
        low, high = min(low, mean - around), max(high, mean + around)
    return max(0.0, low), min(1.0, high)


def _error_count(
    data: Scores, threshold: float | Literal["fewest errors"] | None, errors: int | None
) -> int:
    if (threshold is None) == (errors is None):
        raise OptionError(
            "the Cortes-Mohri interval needs the number of errors: exactly one of threshold and "
            "errors.",
            hint=f"set threshold=0.5, threshold={FEWEST!r} or errors=12.",
        )
    if errors is not None:
        return whole(errors, "errors", least=0, most=len(data))
    assert threshold is not None
    if isinstance(threshold, str):
        return _fewest_errors(ThresholdCounts.from_scores(data))
    if math.isnan(threshold):
        raise OptionError(f"threshold must be a number or {FEWEST!r}; it is {threshold!r}.")
    cut = -float(threshold) if data.lower else float(threshold)
    return int(np.count_nonzero(reaching(data.values, cut) != data.is_positive))


def _fewest_errors(counts: ThresholdCounts) -> int:
    """Over all thresholds, those that call everything positive or nothing among them."""
    missed = counts.n_positive - np.cumsum(counts.positives)
    wrong = np.cumsum(counts.negatives)
    return min(int(counts.n_positive), int(np.min(missed + wrong)))


def _weights(k: int, m: int, n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The numbers x of false positives that count, and their probabilities."""
    first, last = _window(k, m, n)
    x = np.arange(first, last + 1, dtype=np.float64)
    before, after = x[:-1], k - x[:-1]
    ratios = (
        (m - k + 2 * before + 2) * (m - k + 2 * before + 1) / ((before + 1) * (m - k + before + 1))
    ) * (after * (n - before) / ((n - k + 2 * after) * (n - k + 2 * after - 1)))
    logs = np.concatenate([[0.0], np.cumsum(np.log(ratios))])
    weights = np.exp(logs - logs.max())
    return x, weights / weights.sum()


def _window(k: int, m: int, n: int) -> tuple[int, int]:
    """The range of x outside which all weights are negligible; the whole range where it is short.

    It is looked for on a grid that is far finer than the weights are wide.
    """
    first, last = max(0, k - m), min(k, n)
    if last - first <= 2 * _GRID:
        return first, last
    step = (last - first) // _GRID
    x = np.append(np.arange(first, last, step), last).astype(np.float64)
    logs = _log_binomial(m - k + 2 * x, x) + _log_binomial(n + k - 2 * x, k - x)
    counted = np.flatnonzero(logs > np.max(logs) - _NEGLIGIBLE)
    low, high = x[max(0, counted[0] - 1)], x[min(len(x) - 1, counted[-1] + 1)]
    return int(low), int(high)


def _log_binomial(total: NDArray[np.float64], part: NDArray[np.float64]) -> NDArray[np.float64]:
    logs = special.gammaln(total + 1) - special.gammaln(part + 1)
    return np.asarray(logs - special.gammaln(total - part + 1))
