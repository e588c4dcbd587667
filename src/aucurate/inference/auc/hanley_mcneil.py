r"""Hanley and McNeil 1982, 1983: the standard error of an AUC, and the z test of two.

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

**Interval**: :math:`\hat A \pm z s`, cut to [0, 1].

**Unpaired test**, eq. 11 of Gajowniczek et al. 2014, null difference d:
:math:`z = (\hat A_1 - \hat A_2 - d)/\sqrt{s_1^2 + s_2^2}`, normal.
**Paired test** (1983): :math:`z = (\hat A_1 - \hat A_2 - d)/\sqrt{s_1^2 + s_2^2 - 2 r s_1 s_2}`,
with r from the published table or computed from the binormal model behind it
(:mod:`aucurate.inference.auc.hanley_mcneil_correlation`), each named in the result.

**Not valid** where scores are far from the model: the exponential standard error is made for AUCs
above one half, the Wald interval covers too little near 1 (see Newcombe's), Rosset (2004) finds the
variance of the paired difference too large, and the unpaired z is wrong for classifiers that scored
the same observations (the result says so). Pearson's correlation makes the paired test change under
monotone transformations; Kendall's does not. Perfect separation has the standard error 0: the
disjoint-pairs bound takes over and the result says so.

Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36.
Hanley, J. A., McNeil, B. J. (1983). A method of comparing the areas under receiver operating
characteristic curves derived from the same cases. Radiology 148, 839-843.
Gajowniczek, K., Zabkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
"""

import math
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.hanley_mcneil_correlation import (
    Correlation,
    ScoreCorrelation,
    area_correlation,
)
from aucurate.inference.core import caveats, disjoint_pairs
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
    wald_comparison,
)
from aucurate.inference.core.one_classifier import auc_estimate, chosen
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

Moments: TypeAlias = Literal["exponential", "estimated"]

METHOD = "Hanley-McNeil"


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
            hint="give the Scores, or use moments='exponential'.",
        )
    else:
        variance = _estimated_variance(ThresholdCounts.from_scores(data))
    method = METHOD if moments == "exponential" else f"{METHOD} (estimated Q1, Q2)"
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
            "an AUC lies between 0 and 1 and a class has at least one observation; given are "
            f"{auc!r}, {n_positive!r} positive and {n_negative!r} negative."
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
    """
    question = Question.checked(alternative, null_difference, confidence)
    if is_paired(first, second, paired, "the Hanley-McNeil test"):
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
    errors = [_standard_error(m, 0) for m in (first, second)]
    variance = errors[0] ** 2 + errors[1] ** 2
    found = [*caveats.of_class_sizes(first), *caveats.of_class_sizes(second)]
    names = (first.names[0], second.names[0])
    found += _of_errors(names, errors)
    contest = Contest(*names, first.aucs[0], second.aucs[0], variance, "unpaired", tuple(found))
    if variance > 0:
        return wald_comparison(contest, question, method=METHOD)
    smaller = min(first.n_positive, first.n_negative, second.n_positive, second.n_negative)
    return bounded_comparison(contest, question, pairs=smaller)


def _paired(
    data: PairedScores,
    question: Question,
    correlation: Correlation,
    score_correlation: ScoreCorrelation,
) -> Comparison:
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
    if variance > 0:
        source = "1983 table" if correlation == "table" else "binormal r"
        method = f"{METHOD} ({source}, {score_correlation.capitalize()})"
        return wald_comparison(contest, question, method=method)
    smaller = min(moments.n_positive, moments.n_negative)
    return bounded_comparison(contest, question, pairs=smaller, identical=alike)


def _order_alike(data: PairedScores) -> bool:
    """Whether two classifiers order every positive-negative pair alike."""
    placed = kernels.placements(data.values, data.observations.is_positive)
    return all(
        np.array_equal(rows[0], rows[1]) for rows in (placed.of_positives, placed.of_negatives)
    )


def _of_errors(names: tuple[str, ...], errors: list[float]) -> list[Caveat]:
    """What standard errors of 0 mean for a comparison."""
    if not any(errors):
        return [caveats.no_standard_error(METHOD, "the difference of the two AUCs")]
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
    auc: float, variance: float, smaller: int, confidence: float, method: str
) -> Interval:
    if not variance > 0:
        return disjoint_pairs.auc_interval(auc, smaller, confidence)
    reach = two_sided_quantile(confidence) * math.sqrt(variance)
    low, high = max(0.0, auc - reach), min(1.0, auc + reach)
    return Interval(low=low, high=high, confidence=confidence, method=f"{method} Wald")
