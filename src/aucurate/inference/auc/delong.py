r"""DeLong, DeLong, Clarke-Pearson 1988: the non-parametric variance of AUCs and of differences.

**Question.** What is the AUC of a classifier, how uncertain is it, and does it differ from that of
another classifier, or from those of several others?

**Use it** for scores on test sets that no classifier was trained on: the same observations for all
classifiers (paired), or independent test sets (unpaired). ``compare`` reports the beta interval
(below) and makes the paired and the joint test; for different test sets it takes MOVER's test
(:mod:`aucurate.inference.auc.mover`) unless ``method="delong"`` is given.

With m positives, n negatives and, for classifier k, the placements

.. math::
    V^k_{10}(i) = \frac1n \sum_j \psi(x^k_i, z^k_j), \quad
    V^k_{01}(j) = \frac1m \sum_i \psi(x^k_i, z^k_j), \quad
    \psi = 1, \tfrac12, 0 \text{ for } x >, =, < z

the AUCs have the covariance matrix :math:`S = S_{10}/m + S_{01}/n`, where :math:`S_{10}` and
:math:`S_{01}` are the sample covariance matrices of the placements. The placement of a positive is
the share of negatives scored below it, that of a negative the share of positives scored above it,
ties counting one half. Placements follow from ranks (Sun and Xu 2014), so the cost is one sort per
classifier.

**Interval of one AUC**, with the variance :math:`s^2` of the AUC (the diagonal element of S) and
the normal quantile z of the confidence. Wald: :math:`\hat A \pm z\, s`, truncated to [0, 1];
logit (the default of :func:`aucurate.inference.auc.delong_interval`):
:math:`\operatorname{logit} \hat A \pm z\, s / (\hat A (1 - \hat A))`, mapped back.

**Paired test**, both classifiers on the same observations, with the null difference d:
:math:`t = (\hat A_1 - \hat A_2 - d) / \sqrt{s_{11} + s_{22} - 2 s_{12}}`. The variance is the sum
of two components, :math:`c_{10}` and :math:`c_{01}`: the variance of the differences of the
placements over the positives, divided by m, and over the negatives, divided by n; t has
Satterthwaite's degrees of freedom
:math:`(c_{10} + c_{01})^2 / (c_{10}^2/(m - 1) + c_{01}^2/(n - 1))`. DeLong's paper and other
programs take t for normal (``distribution="normal"``), which rejects a true null too often with 20
observations in a class (docs/validation.md).

**Unpaired test.** The variance v is the sum of four components :math:`c_i`, :math:`S_{10}/m` and
:math:`S_{01}/n` of each test set, and t has Satterthwaite's degrees of freedom
:math:`v^2 / \sum_i c_i^2/f_i` from those four, with :math:`f_i` = m - 1 or n - 1.
``distribution="normal"`` takes t for normal here too.

**Not valid** for nested models scored on their training data, for out-of-fold scores pooled over
folds (:mod:`aucurate.inference.folds.delong` averages over folds instead), and for observations
that belong together unless the data name their groups (:mod:`aucurate.data.units`). With fewer than
20 observations in a class it is rough, and the result carries a caveat. Where AUCs are so near 1
that the smaller class holds fewer than five misordered observations, the level is uncertain: for
curves of the same shape the tests hardly reject, for curves of different shape they reject several
times too often (docs/validation.md). ``compare`` then makes MOVER's test as well, and the verdict
says whether the two agree; a caveat gives the simulated levels. MOVER's test rejects too often only
for pairs that are highly correlated while one of them misses a few positives, and has less power.
For different test sets the level is less accurate, above all where one test set is far smaller than
the other.

**Degenerate cases.** Perfect separation, constant scores and a class of one observation leave a
variance that is 0 or undefined. The disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds` takes over, and the result says so.

**Compared with other programs.** AUCs, variances and covariances agree with those of pROC, and so
do the paired test with ``distribution="normal"`` and the unpaired test with
``satterthwaite="two-component"``, all to a relative 1e-12 (tests/gold). The defaults differ on
purpose: the normal distribution of the paired test, and the two components of the unpaired one
(one for each test set, with its size less one as degrees of freedom), reject a true null too often
when a class is small, and pROC's Wald interval covers too little (docs/validation.md).

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845.
Sun, X., Xu, W. (2014). Fast implementation of DeLong's algorithm for comparing the areas under
correlated receiver operating characteristic curves. IEEE Signal Processing Letters 21, 1389-1393.

The logit-t interval
--------------------
DeLong's interval on the logit scale with Student's t, for variances that are uncertain themselves.

**Question.** What is the AUC of this classifier, and which values are compatible with the data,
also when a class is small or the AUC is near 1?

**Use it** for comparison with earlier results (``compare(..., interval="delong-logit-t")``). The
default of ``compare`` is the beta interval, because this one covers too little where few errors
have been seen: an AUC near 1, or a few observations that are missed outright (docs/validation.md).
For large samples it is DeLong's logit interval.

DeLong's variance is a sum of two sample variances, of the placements of m positives and of n
negatives. With few observations in a class, or with an AUC near 1 where a handful of observations
carry all the spread, these are themselves uncertain, and mostly too small just when the AUC comes
out too high. Three steps repair that, on the logit scale:

1. Each component is shrunk a little towards the largest value it can have,
   :math:`S'_{10} = ((m-1) S_{10} + w A(1-A)) / (m-1+w)`, with w half an observation, and the sum
   :math:`v = S'_{10}/m + S'_{01}/n` is not allowed above the bound :math:`A(1-A)/\min(m,n)` that
   holds for every distribution (van Dantzig 1951).
2. The sampling variance of a sample variance depends on the kurtosis k of what is averaged:
   :math:`S_{10}` has about :math:`f_{10} = 2m / (k - 1 + 2/(m-1))` degrees of freedom (m - 1 for
   normal placements, far fewer when a few observations carry the spread), and v has Satterthwaite's
   :math:`f = v^2 / \sum (S'/m)^2 / (f + w)` over the two components.
3. The interval is :math:`\operatorname{logit} A \pm t_f \sqrt v / (A (1 - A))`, mapped back.

**How it was chosen.** Among many candidates (scales, quantiles, forms and weights of the
shrinkage), on exploratory draws, as the narrowest that covered at least 0.93 at nominal 0.95 in
every cell of the first grid of docs/validation.md. Other sizes and populations showed that this was
a property of that grid.

**Not valid** where DeLong's variance is not, as above.

**Degenerate cases.** Where the variance is zero or a class has one observation, the disjoint-pairs
bound takes over.

van Dantzig, D. (1951). On the consistency and the power of Wilcoxon's two sample test. Indagationes
Mathematicae 13, 1-8. Satterthwaite, F. E. (1946). An approximate distribution of estimates of
variance components. Biometrics Bulletin 2, 110-114. The combination is ours.

The beta interval
-----------------
The beta interval: DeLong's variance, and room for errors that the sample has not shown yet.

**Question.** What is the AUC of this classifier, and which values are compatible with the data,
also when few of its errors have been seen?

**Use it** by default, as ``compare`` does (``interval=`` names another). For large classes it is
DeLong's interval.

DeLong's variance is estimated from the errors in the sample. Where those are few (an AUC near 1, a
small class, a few positives that are missed outright) it is too small just when the AUC comes out
too high, and an interval built on it alone misses the truth on one side: a sample without one of
the missed positives shows a higher AUC *and* a smaller variance. The remedy is the one that
proportions have had since Laplace: a fraction of an observation is added on the wrong side.

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
variance are DeLong's. Partial areas, AUCs of several classes, volumes and AUCs over folds take
limits of the same kind (:mod:`aucurate.inference.core.beta_limits`).

**Why it holds.** Where every placement is 0 or 1 and n is large, B *is* beta, with parameters
:math:`m \hat A` and :math:`m (1 - \hat A) + w`: the limits of a binomial proportion, between
Jeffreys' (w = 1/2) and Clopper and Pearson's (w = 1). The weight follows from the one case in which
the data say nothing about errors at all. After perfect separation the lower limit L must satisfy
:math:`L^k \le 0.07` for k in the smaller class, or a classifier that misses a share 1 - L of the
positives is covered in less than 93 percent of samples. The weight 0.65 keeps :math:`L^k` between
0.052 and 0.069 whatever the ratio of the sizes, from 20 in the smaller class on.

**How it was chosen.** The form was found by that argument and tried on exploratory draws; the
weight is the smallest of those tried (in steps of 0.05) that satisfies the condition for every
ratio of class sizes (docs/decisions/0015-room-for-unseen-errors.md). In the simulation of
docs/validation.md no cell with 20 or more in the smaller class has a coverage whose 99% Monte Carlo
interval lies below 0.93 (nominal 0.95), also in populations that played no part in choosing it:
missed positives and negatives, heavy tails, a few levels, zero inflation.

**Not valid** where DeLong's variance is not, as above. Where an AUC near 1 rests on light-tailed
scores it is wider than it would have to be: such samples cannot be distinguished from those of a
classifier with a few missed positives.

**Degenerate cases.** Perfect separation, constant scores and one observation in a class are
ordinary cases of the formula.

Rubin, D. B. (1981). The Bayesian bootstrap. Annals of Statistics 9, 130-134.
Brown, L. D., Cai, T. T., DasGupta, A. (2001). Interval estimation for a binomial proportion.
Statistical Science 16, 101-133.
Gaffke, N. (2005). Three test statistics for a nonparametric one-sided hypothesis on the mean of a
nonnegative variable. Mathematical Methods of Statistics 14, 451-467. The combination is ours.

The test of one AUC
-------------------
Does the AUC of one classifier differ from a fixed value?

**Question.** Is the AUC higher or lower than a value that was named before the data were seen?

**Use it** for values other than 0.5: the test against chance of
:mod:`aucurate.inference.auc.chance` has more power there.

The test agrees with the interval shown with it: it rejects at the level 1 - confidence exactly when
the null value lies outside that interval. ``scale`` names the interval:

- ``"beta"``: the one-sided p-value is the tail at which the limit of the beta interval meets the
  null value; the statistic is its normal deviate.
- ``"logit-t"``: with v and f of the logit-t interval,

  .. math::
      t = \frac{\operatorname{logit} A - \operatorname{logit} A_0}{\sqrt v / (A (1 - A))}

  has Student's t distribution with f degrees of freedom.
- ``"logit"`` takes DeLong's variance as it is and the normal distribution, ``"wald"`` the same for
  A itself, :math:`(A - A_0)/s`.

**Not valid** where DeLong's variance is not, as above.

**Degenerate cases.** Where the variance is zero or a class has one observation, p-value and
interval of the last three scales are the disjoint-pairs bound.

The joint test
--------------
DeLong's joint test: are all curves' areas equal, or does any contrast of them differ from zero?

**Question.** Do the AUCs of several classifiers differ at all?

**Use it** for one answer about all of them; which of them differ, and by how much, is the question
of :mod:`aucurate.inference.auc.simultaneous`.

For a contrast matrix L (one row per question, one column per classifier) and the AUCs
:math:`\hat A` with DeLong's covariance S,

.. math::  X^2 = (L\hat A)^T (L S L^T)^{-1} (L\hat A)

is chi-square with rank(L S L') degrees of freedom. Where L S L' is singular (dependent rows,
classifiers that rank alike) the test is carried out on its range: the eigenvectors whose
eigenvalues exceed the rounding error of S.

**Small classes.** The chi-square distribution takes S for known, and with 20 observations in a
class it rejects a true null too often (docs/validation.md). S is the sum of two estimated matrices,
:math:`S_{10}/m` and :math:`S_{01}/n`; ``distribution="F"`` allows for that as Hotelling did for one
matrix: with q = rank(L S L'), :math:`W_i = (LSL')^{-1/2} L S_i L^T (LSL')^{-1/2}` for each part
:math:`S_i` of S (from :math:`n_i` observations) and

.. math::
    \nu = \frac{q + q^2}{\sum_i (\operatorname{tr} W_i^2 + (\operatorname{tr} W_i)^2)/(n_i - 1)},
    \qquad X^2\, \frac{\nu - q + 1}{q \nu} \sim F(q, \nu - q + 1)

(Krishnamoorthy and Yu 2004, for two means with unequal covariance matrices). For one contrast it is
the t test of :func:`aucurate.inference.auc.delong_test`. ``compare`` uses it; the function's own
default is DeLong's chi-square.

**Not valid** where DeLong's variance is not, as above.

**Degenerate cases.** A pseudo-inverse alone would silently ignore a part of :math:`L\hat A` outside
the range of L S L', a difference that the data show without any variance; such a contrast is
refused with the reason.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Biometrics 44, 837-845; their example
(three tests for ovarian cancer surgery, 43 patients) gives :math:`X^2` = 2.534 on 2 df, p = 0.2817.
Krishnamoorthy, K., Yu, J. (2004). Modified Nel and Van der Merwe test for the multivariate
Behrens-Fisher problem. Statistics and Probability Letters 66, 161-169.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, Self, TypeAlias

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.inference.core import caveats, components
from aucurate.inference.core.beta_limits import BetaLimits
from aucurate.inference.core.caveats import WHEN_PERFECT
from aucurate.inference.core.components import (
    Components,
    Distribution,
    JointDistribution,
    Scale,
)
from aucurate.inference.core.contrasts import (
    Question,
    as_paired,
    auc_estimate,
    chosen,
    is_paired,
)
from aucurate.inference.core.distributions import checked_confidence
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Estimate,
    Interval,
    JointTest,
    MethodTitle,
)

NormalScale: TypeAlias = Literal["logit", "wald"]
Satterthwaite: TypeAlias = Literal["four-component", "two-component"]

METHOD = MethodTitle("DeLong", "delong")
BETA_METHOD = MethodTitle("DeLong beta", "delong-beta")


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class AucComponents(Components[Estimate]):
    """The AUCs of classifiers on one test set, with the parts of DeLong's variance."""

    moments: AucMoments
    more: float = 0.0

    @classmethod
    @lru_cache(maxsize=2)
    def of(cls, moments: AucMoments, *, more: float = 0.0) -> Self:
        """From moments; ``more`` is a variance that the placements do not show.

        The last ones are kept: functions that take moments are called for one classifier, or one
        pair, after the other.
        """
        return cls(
            names=moments.names,
            values=moments.aucs,
            parts=moments.parts,
            pairs=moments.pairs,
            quantity="AUC",
            plural="AUCs",
            method=METHOD,
            caveats=tuple(caveats.of_class_sizes(moments)),
            n_groups=moments.n_groups,
            independent=moments.independent,
            moments=moments,
            more=more,
        )

    def limits(self, at: int) -> BetaLimits:
        """The beta limits of one AUC."""
        if self.moments.independent:
            return super().limits(at)
        positives, negatives = ((float(p.covariance[at, at]), p.size) for p in self.parts)
        tied = self.moments.tied_shares[at]
        return BetaLimits.of_auc(float(self.values[at]), positives, negatives, tied, self.more)

    def estimate_caveats(self, at: int, scale: Scale) -> list[Caveat]:
        """Class sizes, ties, perfect separation and other zero variances of one classifier."""
        if scale == "beta":
            return caveats.of_ranking(self.moments, at, when_perfect=WHEN_PERFECT)
        return caveats.of_one_auc(self.moments, at)

    def pair_caveats(self, i: int, other: Self, j: int) -> list[Caveat]:
        """AUCs that rest on few misordered observations."""
        smaller = min(self.moments.smaller_class(i), other.moments.smaller_class(j))
        aucs = float(self.values[i]), float(other.values[j])
        independent = self.moments.worth is None and other.moments.worth is None
        if other is self:
            return caveats.of_few_errors(*aucs, smaller, independent=independent)
        return caveats.of_unequal_test_sets(*aucs, smaller, independent=independent)

    def estimate(self, at: int, scale: Scale, confidence: float) -> Estimate:
        """One AUC with its interval, whose name the method of the estimate has where it is beta."""
        interval, found = self.interval(at, scale, confidence), self.estimate_caveats(at, scale)
        return self.record(at, interval, found, BETA_METHOD if scale == "beta" else METHOD)

    def record(
        self, at: int, interval: Interval, found: Iterable[Caveat], method: MethodTitle = METHOD
    ) -> Estimate:
        """The AUC of one classifier with this interval."""
        return auc_estimate(
            self.moments,
            at,
            standard_error=math.sqrt(self.variance(at)),
            interval=interval,
            method=method,
            caveats=found,
        )


def _one(
    data: Scores | AucMoments, name: str | None, scale: Scale, confidence: float, method: str
) -> Estimate:
    moments, at = chosen(data, name, method, units=True)
    return AucComponents.of(moments).estimate(at, scale, checked_confidence(confidence))


@checked
def delong_interval(
    data: Scores | AucMoments,
    *,
    confidence: float = 0.95,
    scale: NormalScale = "logit",
    name: str | None = None,
) -> Estimate:
    """The AUC of one classifier with DeLong's standard error and interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.scores import Scores
    >>> print(delong_interval(Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], name="a")))
    a: AUC 0.889 (95% CI 0.261 to 0.995), 3 positive and 3 negative, DeLong logit interval
    """
    return _one(data, name, scale, confidence, "the DeLong interval")


@checked
def delong_logit_t_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with DeLong's standard error and the logit-t interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], name="a")
    >>> print(delong_logit_t_interval(scores))
    a: AUC 0.889 (95% CI 0.111 to 0.998), 3 positive and 3 negative, DeLong logit-t interval
    """
    return _one(data, name, "logit-t", confidence, "the DeLong interval")


@checked
def delong_beta_interval(
    data: Scores | AucMoments, *, confidence: float = 0.95, name: str | None = None
) -> Estimate:
    """The AUC of one classifier with DeLong's standard error and the beta interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], name="a")
    >>> print(delong_beta_interval(scores))
    a: AUC 0.889 (95% CI 0.2817 to 0.9998), 3 positive and 3 negative, DeLong beta interval
    """
    return _one(data, name, "beta", confidence, "the beta interval")


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
    of freedom of the unpaired t test are counted (elsewhere it is checked, but changes nothing):
    from the four components of the variance, or from two, as pROC does.

    >>> from aucurate.data.scores import PairedScores
    >>> labels = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> first, second = PairedScores.from_arrays(
    ...     labels, {"a": [1, 2, 3, 5, 4, 6, 7, 8], "b": [1, 5, 3, 6, 2, 4, 7, 8]}
    ... )
    >>> print(delong_test(first, second))
    AUC difference 0.250 (95% CI -0.194 to 0.694), p = 0.212, DeLong test, paired
    """
    asked: dict[str, Any] = {
        "alternative": alternative,
        "null_difference": null_difference,
        "confidence": confidence,
        "distribution": distribution,
    }
    if is_paired(first, second, paired, "the DeLong test", units=True):
        moments = AucMoments.from_scores(as_paired(first, second))
        return paired_comparison(moments, *moments.names, **asked)
    return unpaired_comparison(
        AucMoments.from_scores(first),
        AucMoments.from_scores(second),
        satterthwaite=satterthwaite,
        shared=first.observations is second.observations,
        **asked,
    )


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
    """:func:`delong_test` of two classifiers on the same observations, from their moments.

    >>> from aucurate.datasets import load_breast_cancer
    >>> moments = AucMoments.from_scores(load_breast_cancer())
    >>> print(paired_comparison(moments, "forest", "tree"))
    AUC difference 0.041 (95% CI 0.020 to 0.061), p < 0.001, DeLong test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    whole = AucComponents.of(moments)
    contest = whole.paired(moments.index(first), moments.index(second))
    return whole.test(contest, question, distribution)


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
    shared: bool = False,
) -> Comparison:
    """:func:`delong_test` of two classifiers on different observations, from their moments.

    ``shared`` says that the observations are the same nevertheless, which gets a caveat.

    >>> from aucurate.data.scores import Scores
    >>> one = Scores.from_arrays([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7, 8], name="a")
    >>> two = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 4, 5, 2, 3, 6], name="b")
    >>> print(unpaired_comparison(AucMoments.from_scores(one), AucMoments.from_scores(two)))
    AUC difference 0.382 (95% CI -0.477 to 1.000), p = 0.299, DeLong test, unpaired
    """
    question = Question.checked(alternative, null_difference, confidence)
    one, two = AucComponents.of(first), AucComponents.of(second)
    contest = one.apart(two, shared=shared)
    if satterthwaite == "two-component":
        contest = replace(contest, parts=_of_test_sets(one, two))
    return one.test(contest, question, distribution)


def _of_test_sets(*test_sets: AucComponents) -> tuple[tuple[float, int], ...]:
    """A part for each test set instead of each class."""
    sizes = [each.moments.n_positive + each.moments.n_negative for each in test_sets]
    return tuple((each.variance(0) * n, n) for each, n in zip(test_sets, sizes, strict=True))


@checked
def delong_null_test(
    data: Scores | AucMoments,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: Scale = "beta",
    name: str | None = None,
) -> Comparison:
    """Test the AUC of one classifier against a value between 0 and 1.

    The interval is that of the AUC minus the null. ``name`` picks the classifier where moments
    hold several.

    >>> from aucurate.data.scores import Scores
    >>> labels, values = [0] * 5 + [1] * 5, [1, 2, 3, 6, 4, 5, 7, 8, 9, 10]
    >>> print(delong_null_test(Scores.from_arrays(labels, values)))
    AUC 0.960 against 0.5: difference 0.460 (95% CI 0.015 to 0.500), p = 0.042, DeLong beta test
    """
    question = Question.checked(alternative, 0.0, confidence)
    moments, at = chosen(data, name, "the DeLong test", units=True)
    value = checked_null(null)
    return AucComponents.of(moments).null_test(at, value, question, scale, chance=0.5)


def checked_null(null: float) -> float:
    """A null value of an AUC, strictly between 0 and 1."""
    if not 0 < null < 1:
        raise OptionError(
            f"the null value of an AUC must lie between 0 and 1; it is {null!r}.",
            hint="0.5 is chance.",
        )
    return float(null)


@checked
def delong_joint_test(
    data: PairedScores | AucMoments,
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
) -> JointTest:
    """Test that all AUCs are equal, or that every contrast of them is zero.

    ``statistic`` and ``degrees_of_freedom`` are those of chi-square whatever the distribution.

    >>> from aucurate.data.scores import PairedScores
    >>> data = PairedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1], {"a": [1, 2, 4, 3, 5, 6], "b": [2, 1, 5, 6, 4, 3]}
    ... )
    >>> print(delong_joint_test(data))
    Null hypothesis: all AUCs are equal; chi-square 0.2000 on 1 df, p = 0.655, DeLong chi-square
    """
    moments = data if isinstance(data, AucMoments) else AucMoments.from_scores(data)
    return AucComponents.of(moments).joint_test(contrasts, distribution=distribution)


def unpaired_joint_test(
    members: Sequence[AucMoments],
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
) -> JointTest:
    """The same for classifiers on independent test sets: the covariance matrix is diagonal."""
    each = [AucComponents.of(moments) for moments in members]
    return components.joint_test(each, contrasts, distribution=distribution)
