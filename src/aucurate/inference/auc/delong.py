r"""DeLong, DeLong, Clarke-Pearson 1988: the non-parametric variance of AUCs and of differences.

With m positives, n negatives and, for classifier k, the placements

.. math::
    V^k_{10}(i) = \frac1n \sum_j \psi(x^k_i, z^k_j), \quad
    V^k_{01}(j) = \frac1m \sum_i \psi(x^k_i, z^k_j), \quad
    \psi = 1, \tfrac12, 0 \text{ for } x >, =, < z

the AUCs have the covariance matrix :math:`S = S_{10}/m + S_{01}/n`, where :math:`S_{10}` and
:math:`S_{01}` are the sample covariance matrices of the placements. The placements are ranks
(Sun and Xu 2014), so a sort per classifier is all it costs.

**Interval of one AUC.** Wald: :math:`\hat A \pm z\, s`, cut to [0, 1]; logit (the default):
:math:`\operatorname{logit} \hat A \pm z\, s / (\hat A (1 - \hat A))`, mapped back.

**Paired test**, both classifiers on the same observations, with the null difference d:
:math:`t = (\hat A_1 - \hat A_2 - d) / \sqrt{s_{11} + s_{22} - 2 s_{12}}`. The variance is the sum
of two components, that of the differences of the placements over the positives, divided by m, and
over the negatives, divided by n; t has Satterthwaite's degrees of freedom from the two, with m - 1
and n - 1. DeLong's paper and other programs take t for normal (``distribution="normal"``), which
rejects a true null too often with 20 observations in a class (docs/validation.md).
**Unpaired test**: the variance is the sum of four components, :math:`S_{10}/m` and
:math:`S_{01}/n` of each test set, and t has Satterthwaite's degrees of freedom from those four,
with m - 1 and n - 1 each. pROC takes two components with N - 1 each, which rejects a true
null too often when one class is small (docs/validation.md has the figures);
``satterthwaite="two-component"`` gives pROC's numbers. ``distribution="normal"`` takes t for normal
here too, and then, as in the paired test, ``satterthwaite`` is checked but changes nothing.

**Not valid** for nested models scored on their training data, for out-of-fold scores pooled over
folds, for observations in groups, and rough with fewer than 20 observations in a class. Where AUCs
are so near 1 that the smaller class holds fewer than five misordered observations the level is
uncertain: for curves of the same shape the tests hardly reject, for curves of different shape they
reject several times too often (docs/validation.md). :mod:`aucurate.inference.auc.mover` does so
only for pairs that are highly correlated while one of them misses a few positives, and costs power.
Where the variance is 0 or undefined (perfect separation, a class of one observation) the
disjoint-pairs bound of :mod:`aucurate.inference.core.disjoint_pairs` takes over and the result says
so.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845.
Sun, X., Xu, W. (2014). Fast implementation of DeLong's algorithm for comparing the areas under
correlated receiver operating characteristic curves. IEEE Signal Processing Letters 21, 1389-1393.
"""

import math
from typing import Literal, TypeAlias

from scipy import special

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.core import caveats, disjoint_pairs
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
    of_shared_observations,
    satterthwaite_degrees,
    unpaired_contest,
    wald_comparison,
)
from aucurate.inference.core.one_classifier import chosen
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.results import Alternative, Comparison, Estimate, Interval

Scale: TypeAlias = Literal["logit", "wald"]
Satterthwaite: TypeAlias = Literal["four-component", "two-component"]
Distribution: TypeAlias = Literal["t", "normal"]

METHOD = "DeLong"


@checked
def delong_interval(
    data: Scores | AucMoments,
    *,
    confidence: float = 0.95,
    scale: Scale = "logit",
    name: str | None = None,
) -> Estimate:
    """The AUC of one classifier with DeLong's standard error and interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.scores import Scores
    >>> print(delong_interval(Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], name="a")))
    a: AUC 0.889 (95% CI 0.261 to 0.995), 3 positive and 3 negative, DeLong logit interval
    """
    confidence = checked_confidence(confidence)
    moments, at = chosen(data, name, "the DeLong interval")
    auc = moments.aucs[at]
    variance = float(moments.covariance[at, at])
    if variance > 0 and 0 < auc < 1:
        interval = _interval(auc, math.sqrt(variance), confidence, scale)
    else:
        smaller = min(moments.n_positive, moments.n_negative)
        interval = disjoint_pairs.auc_interval(auc, smaller, confidence)
    return Estimate(
        name=moments.names[at],
        quantity="AUC",
        value=auc,
        standard_error=math.sqrt(variance),
        interval=interval,
        n_positive=moments.n_positive,
        n_negative=moments.n_negative,
        method=METHOD,
        caveats=tuple(caveats.of_one_auc(moments, at)),
    )


@checked
def delong_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: Distribution = "t",
    satterthwaite: Satterthwaite = "four-component",
) -> Comparison:
    """Do two AUCs differ, and by how much?

    Scores that come from one :class:`~aucurate.PairedScores` are paired; otherwise the test is
    unpaired. Two ``Scores`` built apart from equal labels could be either: then say ``paired``.
    ``distribution`` is that of the statistic, paired or not; ``satterthwaite`` is how the degrees
    of freedom of the unpaired t test are counted, and is not used elsewhere.

    >>> from aucurate.data.paired import PairedScores
    >>> labels = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> first, second = PairedScores.from_arrays(
    ...     labels, {"a": [1, 2, 3, 5, 4, 6, 7, 8], "b": [1, 5, 3, 6, 2, 4, 7, 8]}
    ... )
    >>> print(delong_test(first, second))
    AUC difference 0.250 (95% CI -0.194 to 0.694), p = 0.212, DeLong test, paired
    """
    if is_paired(first, second, paired, "the DeLong test"):
        moments = AucMoments.from_scores(as_paired(first, second))
        return paired_comparison(
            moments,
            *moments.names,
            alternative=alternative,
            null_difference=null_difference,
            confidence=confidence,
            distribution=distribution,
        )
    found = unpaired_comparison(
        AucMoments.from_scores(first),
        AucMoments.from_scores(second),
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
        distribution=distribution,
        satterthwaite=satterthwaite,
    )
    return of_shared_observations(found, first, second)


@checked
def paired_comparison(
    moments: AucMoments,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: Distribution = "t",
) -> Comparison:
    """:func:`delong_test` of two classifiers on the same observations, from their moments."""
    question = Question.checked(alternative, null_difference, confidence)
    i, j = moments.index(first), moments.index(second)
    return compared_places(moments, i, j, question, distribution=distribution)


def compared_places(
    moments: AucMoments, i: int, j: int, question: Question, *, distribution: Distribution = "t"
) -> Comparison:
    """:func:`paired_comparison` of the classifiers at two places of the moments."""
    first, second = moments.names[i], moments.names[j]
    variance = float(moments.difference_variance[i, j])
    alike = variance == 0 and moments.aucs[i] == moments.aucs[j]
    smaller = min(moments.n_positive, moments.n_negative)
    found = caveats.of_class_sizes(moments)
    found += caveats.of_few_errors(moments.aucs[i], moments.aucs[j], smaller)
    if alike:
        found.append(caveats.identical(first, second))
    elif not variance > 0:
        found.append(caveats.no_variance(f"the difference between {first} and {second}"))
    else:
        found += caveats.of_lone_variance(moments, i) + caveats.of_lone_variance(moments, j)
    contest = Contest(
        first, second, moments.aucs[i], moments.aucs[j], variance, "paired", tuple(found)
    )
    if variance > 0:
        degrees = math.inf
        if distribution == "t":
            degrees = satterthwaite_degrees(
                [
                    (float(moments.positive_difference[i, j]), moments.n_positive),
                    (float(moments.negative_difference[i, j]), moments.n_negative),
                ]
            )
        return wald_comparison(contest, question, method=METHOD, degrees_of_freedom=degrees)
    return bounded_comparison(contest, question, pairs=smaller, identical=alike)


@checked
def unpaired_comparison(
    first: AucMoments,
    second: AucMoments,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: Distribution = "t",
    satterthwaite: Satterthwaite = "four-component",
) -> Comparison:
    """:func:`delong_test` of two classifiers on different observations, from their moments."""
    question = Question.checked(alternative, null_difference, confidence)
    found = [*caveats.of_class_sizes(first), *caveats.of_class_sizes(second)]
    found += caveats.of_unequal_test_sets(first, second)
    if first.covariance[0, 0] + second.covariance[0, 0] > 0:
        found += caveats.of_lone_variance(first, 0) + caveats.of_lone_variance(second, 0)
    else:
        found.append(caveats.no_variance("the difference of the two AUCs"))
    contest, smallest = unpaired_contest(first, second, found)
    if contest.variance > 0:
        degrees = math.inf
        if distribution == "t":
            degrees = _degrees_of_freedom(first, second, satterthwaite)
        return wald_comparison(contest, question, method=METHOD, degrees_of_freedom=degrees)
    return bounded_comparison(contest, question, pairs=smallest)


def _interval(auc: float, error: float, confidence: float, scale: Scale) -> Interval:
    reach = two_sided_quantile(confidence) * error
    if scale == "wald":
        low, high = max(0.0, auc - reach), min(1.0, auc + reach)
    else:
        centre, spread = float(special.logit(auc)), reach / (auc * (1 - auc))
        low, high = float(special.expit(centre - spread)), float(special.expit(centre + spread))
    method = f"{METHOD} {'Wald' if scale == 'wald' else 'logit'}"
    return Interval(low=min(low, auc), high=max(high, auc), confidence=confidence, method=method)


def _degrees_of_freedom(first: AucMoments, second: AucMoments, kind: Satterthwaite) -> float:
    if kind == "two-component":
        sizes = [m.n_positive + m.n_negative for m in (first, second)]
        variances = [float(m.covariance[0, 0]) for m in (first, second)]
        return satterthwaite_degrees([(v * n, n) for v, n in zip(variances, sizes, strict=True)])
    return satterthwaite_degrees(
        [
            part
            for m in (first, second)
            for part in (
                (float(m.positive_covariance[0, 0]), m.n_positive),
                (float(m.negative_covariance[0, 0]), m.n_negative),
            )
        ]
    )
