r"""The partial AUC: its interval, and the test of two classifiers over a part of the curve.

**Question.** How good is a classifier where it will be used, with a specificity (or a sensitivity)
in a given range, and do two classifiers differ there?

**Use it** where part of the curve is irrelevant: screening that may not classify more than one in
ten healthy people as positive needs specificities above 90 percent.

The estimate is the area under the drawn curve over the range, as it is or in McClish's corrected
form, in which chance is 0.5 and perfection 1 whatever the range
(:func:`~aucurate.estimates.partial_auc`). :mod:`aucurate.estimates.partial_auc` derives the
influence of each observation. With a = 1 - high and b = 1 - low, the false positive rate u of an
observation and the curve L, without ties,

.. math::
    \varphi_+ = (b - \max(u, a))_+, \qquad
    \varphi_- = 1[a < u \le b]\, L(u) - L(b)\, 1[u \le b] + L(a)\, 1[u \le a]

for positives and negatives. The last two terms are there because the ends of the range are
estimated too: specificity 0.9 is where the 10 percent highest negatives end *in these data*. A
standard error from placements that are merely cut to the range leaves them out and is too large,
the more so the better the classifier (a test shows by how much).

**Test.** The influences of both classifiers are subtracted, observation by observation, and the
difference of the areas is referred to Student's t distribution with Satterthwaite's degrees of
freedom; for different test sets the four variances are added. Variance and t test are those of
:mod:`aucurate.inference.core.influence`.

**Interval**, beta: that of :mod:`aucurate.inference.core.beta_limits`, on the scale from no area,
0, to the area of a perfect classifier, 1, so that the corrected interval is the other one,
rescaled. Of the class whose rate is kept to the range only the share in the range bears on the
area: over specificities from 0.9 on a negative counts ten times as much as in the whole area, and
three negatives in a hundred that are missed lose nearly a third of it. So that class pulls by
p / (high - low) down and by (1 - p) / (high - low) up, the other one as in a whole area, and the
interval has room for the unseen errors of :math:`k = \min(m, n\,(high - low))` observations (over
sensitivities, of :math:`\min(m\,(high - low), n)`).

**Bootstrap and permutation.** :func:`~aucurate.inference.resampling.bootstrap_interval` and
:func:`~aucurate.inference.resampling.bootstrap_test` with a :class:`~aucurate.estimates.PartialAuc`
draw within the classes (percentile, basic or BCa);
:func:`~aucurate.inference.resampling.permutation_test` exchanges the ranks of two classifiers.
Between different test sets the percentile test holds its level with 100 observations in each class,
and rejects about twice as often as it should with 20 in the class of the range
(docs/validation.md).

**With the whole range**, ``specificity=(0, 1)``, the influences are DeLong's placements (those of
the negatives minus 1): standard error and test equal those of
:func:`~aucurate.inference.auc.delong.delong_test` with its default Student's t, to rounding, and
the interval is :func:`~aucurate.inference.auc.delong.delong_beta_interval` but for terms of
second order and for how the weight is shared by the classes.

**Groups and sampling weights** are allowed for (:mod:`aucurate.data.units`).

**Not valid** for nested models scored on their training data and for out-of-fold scores pooled over
folds (:mod:`aucurate.inference.folds.delong` has tests of AUCs over folds). Rough where few
observations lie in the range. With fewer than five in it (above specificity 0.9: fewer than 50
negatives; above sensitivity 0.9: fewer than 50 positives) the interval is rough and tests reject
far too often; with fewer than 30, where missed observations can take most of the area, the interval
covers somewhat too little and tests reject somewhat too often. A caveat reports either. Rough as
well where the curve meets a corner inside the range: where as many positives are missed as lie in a
range of high sensitivities the true area is 0, and no interval of an area above 0 holds it. Tests
on different test sets reject somewhat too often with 50 or 100 observations in each class
(docs/validation.md).

**Degenerate cases.** A range that is filled or empty, constant scores and a class of one
observation leave no variance. The interval needs none; in tests and for the bootstrap a
distribution-free bound takes over (:mod:`aucurate.inference.core.bounds`), and classifiers that
rank all observations alike have its rule of three.

**Compared with other programs.** The areas agree with pROC's ``auc(partial.auc, partial.auc.focus,
partial.auc.correct)`` and with scikit-learn's ``roc_auc_score(max_fpr)`` to a relative 1e-13. pROC
tests partial areas by bootstrap only.

McClish, D. K. (1989). Analyzing a portion of the ROC curve. Medical Decision Making 9, 190-195.
Dodd, L. E., Pepe, M. S. (2003). Partial AUC estimation and regression. Biometrics 59, 614-623.
Zhang, D. D., Zhou, X. H., Freeman, D. H., Freeman, J. L. (2002). A non-parametric method for the
comparison of partial areas under ROC curves and its application to large health care data sets.
Statistics in Medicine 21, 701-715.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from aucurate.checks import checked
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate, Floats, turned
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.components import Scale
from aucurate.inference.core.contrasts import Contest
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.influence import CountedComponents, influence_test
from aucurate.results import Alternative, Caveat, Comparison, Estimate


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class PartialAucComponents(CountedComponents):
    """The partial AUCs of classifiers on one test set, with the parts of their variance."""

    recommended: ClassVar[Scale] = "beta"

    estimand: PartialAuc

    @classmethod
    def pulls(cls, estimand: CountedEstimate, places: Floats) -> list[tuple[Floats, Floats]] | None:
        """A class whose rate is kept to a range counts by the share of it in the range."""
        assert isinstance(estimand, PartialAuc)
        counts = [1.0, 1 / estimand.width]
        if estimand.over == "sensitivity":
            counts.reverse()
        return [(each * places, each * (1 - places)) for each in counts]

    def free_ends(self, at: int, tail: float) -> tuple[float, float]:
        """Both ends of the distribution-free bound (:mod:`aucurate.inference.core.bounds`)."""
        moved = self.members[at]
        low, high = _free_ends(self.estimand, moved.counts.independent, moved.value, tail)
        return min(low, moved.value), max(high, moved.value)

    @classmethod
    def data_caveats(cls, scores: Scores, estimand: CountedEstimate) -> list[Caveat]:
        """Also few observations in the range."""
        found = super().data_caveats(scores, estimand)
        if isinstance(estimand, PartialAuc):
            found += caveats.of_range(scores, estimand)
        return found

    def paired(self, i: int, j: int) -> Contest:
        """Two classifiers on the same observations.

        Where these are all ranked alike, there is a better bound: the false positive rates of a
        positive differ by the chance that a pair is ordered differently, and so, at most, do the
        areas; no such pair was seen (:mod:`aucurate.inference.core.bounds`).
        """
        contest = super().paired(i, j)
        if contest.variance > 0 or not self.members[i].ranks_like(self.members[j]):
            return contest
        return replace(
            contest,
            bound=bounds.DISJOINT_PAIRS,
            identical=True,
            stretch=self.reach / self.estimand.width,
            free_ends=None,
        )


def _free_ends(
    estimand: PartialAuc, counts: ThresholdCounts, value: float, tail: float
) -> tuple[float, float]:
    if estimand.over == "sensitivity":
        counts = turned(counts)
    (begin, end), width = estimand.kept[::-1], estimand.width
    lost = bounds.never_seen(min(counts.n_positive, counts.n_negative), tail)
    if value == estimand.highest:
        full = 1 - lost / width if begin == 1 else bounds.sensitivity_ends(counts, begin, tail)[0]
        low, high = max(0.0, full), 1.0
    elif value == estimand.lowest:
        full = lost / width if end == 0 else bounds.sensitivity_ends(counts, end, tail)[1]
        low, high = 0.0, min(1.0, full)
    else:
        ends = bounds.sensitivity_ends(counts, (begin + end) / 2, tail)
        low, high = ends[0] / 2, (1 + ends[1]) / 2
    reach = estimand.highest - estimand.lowest
    return estimand.lowest + low * reach, estimand.lowest + high * reach


@checked
def partial_auc_interval(
    scores: Scores,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    confidence: float = 0.95,
) -> Estimate:
    """The partial AUC of one classifier with its standard error and beta interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> forest = load_breast_cancer()["forest"]
    >>> found = partial_auc_interval(forest, specificity=(0.9, 1.0), corrected=True)
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.829, 95% CI 0.731 to 0.907
    """
    estimand = PartialAuc(specificity=specificity, sensitivity=sensitivity, corrected=corrected)
    whole = PartialAucComponents.of(scores, estimand)
    return whole.estimate(0, whole.recommended, checked_confidence(confidence))


@checked
def partial_auc_test(
    first: Scores,
    second: Scores,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two partial AUCs differ, and by how much?

    Scores that come from one :class:`~aucurate.PairedScores` are paired; otherwise the test is
    unpaired. Two ``Scores`` built apart from equal labels could be either: then say ``paired``.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = partial_auc_test(data["forest"], data["tree"], specificity=(0.9, 1.0))
    >>> print(f"{found.difference:.3f}, {found.interval}")
    0.022, 95% CI 0.009 to 0.035

    By the bootstrap:

    >>> from aucurate.inference.resampling import bootstrap_test
    >>> first, second = data["forest"], data["tree"]
    >>> print(bootstrap_test(first, second, PartialAuc(specificity=(0.9, 1))).interval)
    95% CI 0.010 to 0.034
    """
    return influence_test(
        PartialAucComponents,
        first,
        second,
        PartialAuc(specificity=specificity, sensitivity=sensitivity, corrected=corrected),
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
