r"""Hanley and McNeil 1982, 1983: the standard error of an AUC, and the z test of two.

**Question.** What is the AUC of this classifier, how uncertain is it, and does it differ from that
of another, when little more than the AUCs and the class sizes are known?

**Use it** to plan a study, to check a published result, or to compare with papers that used it.
Where scores are available, DeLong's method (:mod:`aucurate.inference.auc.delong`) needs no model.

An AUC A of m positives and n negatives has the variance

.. math::
    s^2 = \frac{A(1-A) + (m-1)(Q_1 - A^2) + (n-1)(Q_2 - A^2)}{m n}

where Q1 is the probability that two random positives both score above one random negative and Q2
the probability that one positive scores above two negatives (p2 and p3 of Rosset 2004).

- ``moments="exponential"`` (the default, and what most programs call Hanley-McNeil): with
  exponential scores :math:`Q_1 = A/(2-A)` and :math:`Q_2 = 2A^2/(1+A)`, so the AUC and the class
  sizes are all that is needed. The positives go with Q1: it matters which class is which.
- ``moments="estimated"``: from the data, as in Table II of the 1982 paper. With h positives above a
  negative and t tied with it, Q1 is the mean over the negatives of
  :math:`(h^2 + ht + t^2/3)/m^2` (ties are broken at random), and likewise Q2.

**Interval**: :math:`\hat A \pm z s`, truncated to [0, 1].

**Unpaired test**, eq. 11 of Gajowniczek et al. 2014, null difference d:
:math:`z = (\hat A_1 - \hat A_2 - d)/\sqrt{s_1^2 + s_2^2}`, normal.
**Paired test** (1983): :math:`z = (\hat A_1 - \hat A_2 - d)/\sqrt{s_1^2 + s_2^2 - 2 r s_1 s_2}`,
with r from the published table or computed from the binormal model behind it
(see below), each named in the result.

**Not valid** where scores are far from the model, and for out-of-fold scores pooled over folds;
groups and sampling weights are refused. The exponential standard error is made for AUCs above one
half, and the Wald interval covers too little near 1 (Newcombe's interval, below, does not shrink to
a point there). Rosset (2004) finds the variance of the paired difference too large. The unpaired z
is wrong for classifiers that scored the same observations: it is computed on request, with a
caveat. Pearson's correlation makes the paired test change under monotone transformations of the
scores; Kendall's does not. Negating the scores and exchanging the classes does not mirror the
exponential interval unless the classes are equally large.

**Degenerate cases.** Perfect separation has the standard error 0: the disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds` takes over, and the result says so.

**Compared with other programs.** The CT readings of the 1982 paper (AUC .893, standard error .032)
and all ten p-values of Table 5 of Gajowniczek et al. (2014) are reproduced
(tests/inference/auc/test_hanley_mcneil.py).

Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36.
Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
characteristic curves derived from the same cases. Radiology 148, 839-843.
Gajowniczek, K., Zabkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.

The correlation of two AUCs
---------------------------
The correlation r of two AUCs on the same observations, as Hanley and McNeil 1983 get it.

Their paired test needs the correlation between two areas. It follows from how the two classifiers'
scores correlate within the positives (:math:`\rho_+`) and within the negatives
(:math:`\rho_-`).

**The published table** (their Table I; ``correlation="table"``, the default) gives r for the mean
:math:`\rho = (\rho_+ + \rho_-)/2` from .02 to .90 and the mean area from .700 to .975, to two
decimals. :func:`tabled_correlation` interpolates in it along both edges. Beyond the edges the
result carries a caveat: r is 0 at :math:`\rho = 0` and 1 at :math:`\rho = 1`, r of a negative
:math:`\rho` is minus r of :math:`|\rho|`, an area below one half is looked up as 1 - area, and
other areas take the nearest column.

**The binormal model** behind the table (``correlation="binormal"``) can be computed for the two
areas, both score correlations and the given class sizes. With :math:`h_k = \Phi^{-1}(A_k)` and, for
a standard bivariate normal pair of correlation :math:`\rho`,

.. math::
    L(\rho) = P(U \le h_1, W \le h_2) - A_1 A_2 = \frac{1}{2\pi} \int_0^{\arcsin \rho}
    \exp\left(-\frac{h_1^2 + h_2^2 - 2 h_1 h_2 \sin t}{2 \cos^2 t}\right) dt

two Mann-Whitney areas of m positives and n negatives with scores of equal variance in both classes
have the covariance

.. math::
    \frac{L(\bar\rho) + (n - 1) L(\rho_+/2) + (m - 1) L(\rho_-/2)}{m n},
    \quad \bar\rho = (\rho_+ + \rho_-)/2

and the variance of one is the same with :math:`h_1 = h_2` and all correlations 1;
:func:`binormal_correlation` is their quotient. In small classes r is lower than in the table, in
large ones a little higher.

**Score correlations** (:func:`score_correlations`): Pearson's for continuous scores, Kendall's
tau-b for ratings with few values (``score_correlation="kendall"``), as the paper recommends. The
table is entered with tau as it is; the binormal model with :math:`\sin(\pi\tau/2)`, the Pearson
correlation of normal scores with that tau.

**Where the table comes from.** It is a transcription found in a public repository
(jpbruehw/research-roc-utils), not the printed page. The model confirms it: for m = n = 50 it comes
within .007 of all 540 figures of the table and rounds to 97 in 100 of them
(tests/inference/auc/test_hanley_mcneil_correlation.py), which is how we know that the table was
computed so, and that our copy of it is sound. It was also checked against one look-up in print:
Rosset (2004) reads r = .81 for correlation .85 and area .75. That is the table's row .84; between
the rows .84 (.81) and .86 (.83) lies .82.

Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
characteristic curves derived from the same cases. Radiology 148, 839-843.
Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning.

Newcombe's score interval
-------------------------
Newcombe 2006: the score interval of an AUC (his method 5).

**Question.** What is the AUC of this classifier, where only the AUC and the class sizes are known?

**Use it** in place of the Wald interval, which leaves [0, 1] or shrinks to a point in small test
sets and near 1. Where scores are available, the beta interval
(:mod:`aucurate.inference.auc.delong`) needs no model.

The exponential model of Hanley and McNeil (1982) gives an AUC A from m positives and n negatives
the variance :math:`A(1-A) [1 + (m-1)\frac{1-A}{2-A} + (n-1)\frac{A}{1+A}] / mn`. Newcombe puts the
mean of the two class sizes into both places, so that the classes can change their roles:

.. math::
    V(A) = \frac{A (1 - A)}{m n} \left[1 + N^* \frac{1 - A}{2 - A} + N^* \frac{A}{1 + A}\right],
    \quad N^* = \frac{m + n}{2} - 1

and takes V at the AUC that is tested, not at the estimate, as Wilson did for a proportion. The
interval is :math:`\{A : (\hat A - A)^2 \le z^2 V(A)\}`. It stays in [0, 1] and is never a point.
Its two ends are roots of a polynomial of degree four; they are found by bisection, to the last bit.
``standard_error`` is :math:`\sqrt{V(\hat A)}`.

**Not valid** where the model is far off: it covers too little where classes differ in size and
spread, for exponential-like scores with many more negatives than positives, and where a few
observations are missed outright (docs/validation.md); nor for out-of-fold scores pooled over folds.
Groups and sampling weights are refused.

**Degenerate cases.** After perfect separation the upper end is 1, the lower end is where
:math:`1 - A = z^2 V(A)/(1 - A)`, and ``standard_error`` is 0.

**Compared with other programs.** ``auc.nonpara.mw(method = "newcombe")`` of the R package auRoc
solves the same polynomial with ``polyroot``; the tests do the same with NumPy and agree.

Newcombe, R. G. (2006). Confidence intervals for an effect size measure based on the Mann-Whitney
statistic. Part 2: asymptotic methods and evaluation. Statistics in Medicine 25, 559-573.
Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36.
"""

import math
from dataclasses import replace
from functools import cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate import kernels
from aucurate.bisection import bisect
from aucurate.checks import checked
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.hints import Hint
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    as_paired,
    auc_estimate,
    chosen,
    difference_test,
    is_paired,
)
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval, MethodTitle

Correlation: TypeAlias = Literal["table", "binormal"]
ScoreCorrelation: TypeAlias = Literal["pearson", "kendall"]

AREAS = np.linspace(0.700, 0.975, 12)
CORRELATIONS = np.linspace(0.02, 0.90, 45)
_HUNDREDTHS = """
02 02 02 02 02 02 02 01 01 01 01 01
04 04 03 03 03 03 03 03 03 02 02 02
05 05 05 05 05 05 05 04 04 04 03 02
07 07 07 07 07 06 06 06 06 05 04 03
09 09 09 09 08 08 08 07 07 06 06 04
11 11 11 10 10 10 09 09 08 08 07 05
13 12 12 12 12 11 11 11 10 09 08 06
14 14 14 14 13 13 13 12 11 11 09 07
16 16 16 16 15 15 14 14 13 12 11 09
18 18 18 17 17 17 16 15 15 14 12 10
20 20 19 19 19 18 18 17 16 15 14 11
22 22 21 21 21 20 19 19 18 17 15 12
24 23 23 23 22 22 21 20 19 18 16 13
26 25 25 25 24 24 23 22 21 20 18 15
27 27 27 26 26 25 25 24 23 21 19 16
29 29 29 28 28 27 26 26 24 23 21 18
31 31 31 30 30 29 28 27 26 25 23 19
33 33 32 32 31 31 30 29 28 26 24 21
35 35 34 34 33 33 32 31 30 28 26 22
37 37 36 36 35 35 34 33 32 30 28 24
39 39 38 38 37 36 36 35 33 32 29 25
41 40 40 40 39 38 38 37 35 34 31 27
43 42 42 42 41 40 39 38 37 35 33 29
45 44 44 43 43 42 41 40 39 37 35 30
47 46 46 45 45 44 43 42 41 39 37 32
49 48 48 47 47 46 45 44 43 41 39 34
51 50 50 49 49 48 47 46 45 43 41 36
53 52 52 51 51 50 49 48 47 45 43 38
55 54 54 53 53 52 51 50 49 47 45 40
57 56 56 55 55 54 53 52 51 49 47 42
59 58 58 57 57 56 55 54 53 51 49 45
61 60 60 59 59 58 58 57 55 54 51 47
63 62 62 62 61 60 60 59 57 56 53 49
65 64 64 64 63 62 62 61 60 58 56 51
67 66 66 66 65 65 64 63 62 60 58 54
69 69 68 68 67 67 66 65 64 63 60 56
71 71 70 70 69 69 68 67 66 65 63 59
73 73 72 72 72 71 71 70 69 67 65 61
75 75 75 74 74 73 73 72 71 70 68 64
77 77 77 76 76 76 75 74 73 72 70 67
79 79 79 79 78 78 77 77 76 75 73 70
82 81 81 81 81 80 80 79 78 77 76 73
84 84 83 83 83 82 82 81 81 80 78 75
86 86 86 85 85 85 84 84 83 82 81 79
88 88 88 88 87 87 87 86 86 85 84 82
"""
TABLE = np.array(_HUNDREDTHS.split(), float).reshape(45, 12) / 100


def area_correlation(
    data: PairedScores,
    areas: tuple[float, ...],
    correlation: Correlation,
    score_correlation: ScoreCorrelation,
) -> tuple[float, list[Caveat]]:
    """The r of the AUCs (``areas``) of two classifiers, and the caveats about it."""
    within = score_correlations(data, score_correlation)
    found = [
        caveats.no_score_correlation(which)
        for which, value in zip(("positive", "negative"), within, strict=True)
        if value is None
    ]
    positive, negative = (0.0 if value is None else value for value in within)
    if correlation == "binormal":
        if score_correlation == "kendall":
            positive, negative = normal_from_kendall(positive), normal_from_kendall(negative)
        rows = data.observations
        pair, sizes = (areas[0], areas[1]), (rows.n_positive, rows.n_negative)
        return binormal_correlation(pair, (positive, negative), *sizes), found
    mean, area = (positive + negative) / 2, (areas[0] + areas[1]) / 2
    if not is_tabled(mean, area):
        found.append(caveats.outside_table(mean, area))
    return tabled_correlation(mean, area), found


def tabled_correlation(score_correlation: float, area: float) -> float:
    """The r from the table of Hanley and McNeil 1983, interpolated.

    >>> round(tabled_correlation(0.84, 0.75), 4), round(tabled_correlation(0.85, 0.75), 4)
    (0.81, 0.82)
    """
    column = min(max(area, 1 - area, AREAS[0]), AREAS[-1])
    edge = [np.interp(column, AREAS, row) for row in TABLE]
    r = np.interp(abs(score_correlation), [0.0, *CORRELATIONS, 1.0], [0.0, *edge, 1.0])
    return math.copysign(float(r), score_correlation)


def is_tabled(score_correlation: float, area: float) -> bool:
    """Whether the table reaches that far (from 0, where r is 0, to its last row)."""
    column = max(area, 1 - area)
    reached = 0 <= score_correlation <= CORRELATIONS[-1] and AREAS[0] <= column <= AREAS[-1]
    return bool(reached)


def binormal_correlation(
    areas: tuple[float, float],
    score_correlations: tuple[float, float],
    n_positive: int,
    n_negative: int,
) -> float:
    """The r under the binormal model; score correlations of positives and negatives.

    An area of 0 or 1 has no variance, and r is then 0.

    >>> round(binormal_correlation((0.75, 0.75), (0.85, 0.85), 50, 50), 4)
    0.8227
    """
    if not (0 < areas[0] < 1 and 0 < areas[1] < 1):
        return 0.0
    of_positives, of_negatives = score_correlations
    first, second = (float(special.ndtri(area)) for area in areas)

    def covariance(h1: float, h2: float, positive: float, negative: float) -> float:
        return (
            _excess(h1, h2, (positive + negative) / 2)
            + (n_negative - 1) * _excess(h1, h2, positive / 2)
            + (n_positive - 1) * _excess(h1, h2, negative / 2)
        )

    scale = covariance(first, first, 1.0, 1.0) * covariance(second, second, 1.0, 1.0)
    r = covariance(first, second, of_positives, of_negatives) / math.sqrt(scale)
    return min(1.0, max(-1.0, r))


def normal_from_kendall(tau: float) -> float:
    """The Pearson correlation of bivariate normal scores that have this Kendall's tau."""
    return math.sin(math.pi * tau / 2)


def score_correlations(
    data: PairedScores, kind: ScoreCorrelation
) -> tuple[float | None, float | None]:
    """How two classifiers' scores go together within the positives and within the negatives.

    None where there is no correlation to compute: one observation, or a constant score.
    """
    positive = data.observations.is_positive
    if kind == "pearson" and not np.isfinite(data.values).all():
        raise UnsupportedError(
            "Pearson's correlation needs finite scores; some are infinite.",
            hint=Hint(
                "use {score_correlation}, which uses only their order.",
                score_correlation="kendall",
            ),
        )
    correlate = _pearson if kind == "pearson" else _kendall
    of_classes = (data.values[:, positive], data.values[:, ~positive])
    positives, negatives = (
        None if (values == values[:, :1]).all(axis=1).any() else correlate(*values.astype(float))
        for values in of_classes
    )
    return positives, negatives


def _pearson(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Sums are taken in ascending order, so that the order of the rows changes no digit."""
    unit = [values / np.abs(values).max() for values in (first, second)]
    x, y = (values - np.sort(values).mean() for values in unit)
    xx, yy, xy = (float(np.sort(product).sum()) for product in (x * x, y * y, x * y))
    if not xx * yy > 0:  # values that differ in their last bits only
        return 0.0
    return min(1.0, max(-1.0, xy / math.sqrt(xx * yy)))


def _kendall(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Kendall's tau-b; both orders are averaged, so that swapping changes no digit."""
    from scipy.stats import kendalltau  # more than a second of start-up

    taus = (kendalltau(first, second).statistic, kendalltau(second, first).statistic)
    return min(1.0, max(-1.0, float(taus[0] + taus[1]) / 2))


def _excess(h1: float, h2: float, correlation: float) -> float:
    """L: how much more often two correlated normals are both below than independent ones."""
    if correlation == 1:
        lower, upper = sorted((h1, h2))
        return float(special.ndtr(lower) * special.ndtr(-upper))
    nodes, weights = _gauss_legendre()
    end = math.asin(correlation)
    t = end * (nodes + 1) / 2
    exponent = -(h1 * h1 + h2 * h2 - 2 * h1 * h2 * np.sin(t)) / (2 * np.cos(t) ** 2)
    return end / 2 * float(weights @ np.exp(exponent)) / (2 * math.pi)


@cache
def _gauss_legendre() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    nodes, weights = special.roots_legendre(128)
    return nodes, weights


Moments: TypeAlias = Literal["exponential", "estimated"]

METHOD = MethodTitle("Hanley-McNeil", "hanley-mcneil")
_METHOD_WORDS = "the Hanley-McNeil test"


@checked
def hanley_mcneil_interval(
    data: Scores | AucMoments,
    *,
    confidence: float = 0.95,
    moments: Moments = "exponential",
    name: str | None = None,
) -> Estimate:
    """The AUC of one classifier with Hanley and McNeil's standard error and Wald interval.

    ``name`` picks the classifier where moments hold several. The CT readings of the 1982 paper,
    which prints AUC .893 and standard error .032:

    >>> import numpy as np
    >>> from aucurate.data.scores import Scores
    >>> ratings = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [33, 6, 6, 11, 2, 3, 2, 2, 11, 33])
    >>> ct = Scores.from_arrays(np.repeat([0, 1], [58, 51]), ratings, name="CT")
    >>> found = hanley_mcneil_interval(ct, moments="estimated")
    >>> round(found.value, 3), round(found.standard_error, 3)
    (0.893, 0.032)
    >>> print(found.interval)
    95% CI 0.830 to 0.956
    """
    confidence = checked_confidence(confidence)
    known, at = chosen(data, name, "the Hanley-McNeil interval")
    auc, m, n = known.aucs[at], known.n_positive, known.n_negative
    if moments == "exponential":
        variance = exponential_variance(auc, m, n)
    elif isinstance(data, AucMoments):
        raise UnsupportedError(
            "Q1 and Q2 cannot be estimated from AUC moments alone.",
            hint="pass the Scores, or use moments='exponential'.",
        )
    else:
        variance = _estimated_variance(ThresholdCounts.from_scores(data))
    method = METHOD if moments == "exponential" else METHOD.plus("(estimated Q1, Q2)", "estimated")
    perfect = "its standard error is 0, and its interval is the disjoint-pairs bound"
    return auc_estimate(
        known,
        at,
        standard_error=math.sqrt(variance),
        interval=_interval(auc, variance, min(m, n), confidence, method),
        method=method,
        caveats=caveats.of_ranking(known, at, when_perfect=perfect),
    )


def hanley_mcneil_standard_error(auc: float, n_positive: float, n_negative: float) -> float:
    """The exponential model's standard error of an AUC, without data: for planning.

    >>> round(hanley_mcneil_standard_error(0.893, 51, 58), 4)
    0.0325
    """
    if not (0 <= auc <= 1 and n_positive >= 1 and n_negative >= 1):
        raise OptionError(
            "an AUC must lie between 0 and 1 and a class needs at least one observation; these "
            f"are {auc!r}, {n_positive!r} positive and {n_negative!r} negative."
        )
    return math.sqrt(exponential_variance(auc, n_positive, n_negative))


def exponential_variance(auc: float, n_positive: float, n_negative: float) -> float:
    """The square of s with the exponential Q1 and Q2, in a form without cancellation."""
    spread = 1 + (n_positive - 1) * (1 - auc) / (2 - auc) + (n_negative - 1) * auc / (1 + auc)
    return auc * (1 - auc) * spread / (n_positive * n_negative)


@checked
def hanley_mcneil_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    correlation: Correlation = "table",
    score_correlation: ScoreCorrelation = "pearson",
) -> Comparison:
    """Do two AUCs differ, and by how much, with the standard errors of the exponential model?

    Scores that come from one :class:`~aucurate.PairedScores` are paired; otherwise the test is
    unpaired. Two ``Scores`` built apart from equal labels could be either: then say ``paired``.
    ``correlation`` and ``score_correlation`` belong to the paired test.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = hanley_mcneil_test(data["forest"], data["tree"])
    >>> print(found.interval, "by", found.method)
    95% CI 0.016 to 0.066 by Hanley-McNeil (1983 table, Pearson)
    >>> found = hanley_mcneil_test(data["forest"], data["tree"], correlation="binormal")
    >>> print(found.interval, "by", found.method)
    95% CI 0.015 to 0.067 by Hanley-McNeil (binormal r, Pearson)
    """
    question = Question.checked(alternative, null_difference, confidence)
    first, second = (scores.plain(_METHOD_WORDS) for scores in (first, second))
    if is_paired(first, second, paired, _METHOD_WORDS):
        return _paired(as_paired(first, second), question, correlation, score_correlation)
    found = _unpaired(AucMoments.from_scores(first), AucMoments.from_scores(second), question)
    if first.observations is second.observations:
        shared = caveats.shared_observations(first.name, second.name)
        return replace(found, caveats=(*found.caveats, shared))
    return found


def unpaired_comparison(
    first: AucMoments,
    second: AucMoments,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """:func:`hanley_mcneil_test` on different observations, from AUCs and class sizes."""
    return _unpaired(first, second, Question.checked(alternative, null_difference, confidence))


def _unpaired(first: AucMoments, second: AucMoments, question: Question) -> Comparison:
    for moments in (first, second):
        moments.require(_METHOD_WORDS)
    errors = [_standard_error(m, 0) for m in (first, second)]
    variance = errors[0] ** 2 + errors[1] ** 2
    found = [*caveats.of_class_sizes(first), *caveats.of_class_sizes(second)]
    names = (first.names[0], second.names[0])
    found += _of_errors(names, errors)
    contest = Contest(*names, first.aucs[0], second.aucs[0], variance, "unpaired", tuple(found))
    smaller = min(first.n_positive, first.n_negative, second.n_positive, second.n_negative)
    return difference_test(replace(contest, pairs=smaller), question, method=METHOD)


def _paired(
    data: PairedScores,
    question: Question,
    correlation: Correlation,
    score_correlation: ScoreCorrelation,
) -> Comparison:
    data = data.plain(_METHOD_WORDS)
    moments = AucMoments.from_scores(data)
    errors = [_standard_error(moments, at) for at in (0, 1)]
    alike = moments.aucs[0] == moments.aucs[1] and _order_alike(data)
    found, variance = caveats.of_class_sizes(moments), 0.0
    if alike:
        found.append(caveats.identical(*data.names))
    else:
        r, told = area_correlation(data, moments.aucs, correlation, score_correlation)
        product = errors[0] * errors[1]
        variance = max(0.0, (errors[0] - errors[1]) ** 2 + 2 * (1 - r) * product)
        found += told if product > 0 else []
        found += _of_errors(data.names, errors if variance > 0 else [0.0, 0.0])
    (first, second), (one, two) = data.names, moments.aucs
    contest = Contest(first, second, one, two, variance, "paired", tuple(found))
    source = "1983 table" if correlation == "table" else "binormal r"
    words = f"{METHOD} ({source}, {score_correlation.capitalize()})"
    method = MethodTitle(words, _key(correlation, score_correlation))
    smaller = min(moments.n_positive, moments.n_negative)
    contest = replace(contest, pairs=smaller, identical=alike)
    return difference_test(contest, question, method=method)


def _key(correlation: Correlation, score_correlation: ScoreCorrelation) -> str:
    parts = [METHOD.key]
    parts += ["binormal"] if correlation == "binormal" else []
    parts += ["kendall"] if score_correlation == "kendall" else []
    return "-".join(parts)


def _order_alike(data: PairedScores) -> bool:
    """Whether two classifiers order every positive-negative pair alike."""
    placed = kernels.placements(data.values, data.observations.is_positive)
    return all(
        np.array_equal(rows[0], rows[1]) for rows in (placed.of_positives, placed.of_negatives)
    )


def _of_errors(names: tuple[str, ...], errors: list[float]) -> list[Caveat]:
    """What standard errors of 0 mean for a comparison."""
    if not any(errors):
        return [caveats.no_standard_error(METHOD, *names)]
    return [
        c
        for name, error in zip(names, errors, strict=True)
        for c in caveats.of_lone_standard_error(name, error)
    ]


def _standard_error(moments: AucMoments, at: int) -> float:
    return math.sqrt(exponential_variance(moments.aucs[at], moments.n_positive, moments.n_negative))


def _estimated_variance(counts: ThresholdCounts) -> float:
    """The square of s with Q1 and Q2 from the data, by their distances from A squared."""
    m, n, auc = counts.n_positive, counts.n_negative, counts.auc
    positives, negatives = counts.positives / m, counts.negatives / n
    above = (np.cumsum(counts.positives) - counts.positives) / m + positives / 2
    below = (n - np.cumsum(counts.negatives)) / n + negatives / 2
    # h^2 + ht + t^2/3 is (h + t/2)^2 + t^2/12, and the mean of h + t/2 is A.
    first = float(np.sum(negatives * ((above - auc) ** 2 + positives**2 / 12)))
    second = float(np.sum(positives * ((below - auc) ** 2 + negatives**2 / 12)))
    return (auc * (1 - auc) + (m - 1) * first + (n - 1) * second) / (m * n)


def _interval(
    auc: float, variance: float, smaller: int, confidence: float, method: MethodTitle
) -> Interval:
    if not variance > 0:
        return bounds.auc_interval(auc, smaller, confidence)
    reach = two_sided_quantile(confidence) * math.sqrt(variance)
    low, high = max(0.0, auc - reach), min(1.0, auc + reach)
    words = MethodTitle(f"{method} Wald", method.key)
    return Interval(low=low, high=high, confidence=confidence, method=words)


NEWCOMBE_METHOD = MethodTitle("Newcombe", "newcombe")


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
        low=_newcombe_end(auc, m, n, z, upper=False),
        high=_newcombe_end(auc, m, n, z, upper=True),
        confidence=confidence,
        method=MethodTitle(f"{NEWCOMBE_METHOD} score", NEWCOMBE_METHOD.key),
    )
    return auc_estimate(
        moments,
        at,
        standard_error=math.sqrt(_newcombe_variance(auc, m, n)),
        interval=interval,
        method=NEWCOMBE_METHOD,
        caveats=caveats.of_ranking(
            moments, at, when_perfect="its interval rests on the class sizes alone"
        ),
    )


def _newcombe_variance(auc: float, n_positive: int, n_negative: int) -> float:
    """V(A): the exponential model's variance with N* in place of both m - 1 and n - 1."""
    mean = (n_positive + n_negative) / 2
    return exponential_variance(auc, mean, mean) * mean**2 / (n_positive * n_negative)


def _newcombe_end(auc: float, n_positive: int, n_negative: int, z: float, *, upper: bool) -> float:
    """The farthest AUC on one side that is within z of its own standard errors of the estimate."""

    def is_within(other: float) -> bool:
        return abs(auc - other) <= z * math.sqrt(_newcombe_variance(other, n_positive, n_negative))

    return bisect(is_within, auc, 1.0 if upper else 0.0)[0]
