r"""The partial AUC: its interval, and the test of two classifiers over a part of the curve.

**Question.** How good is a classifier where it will be used, with a specificity (or a sensitivity)
in a given range, and do two classifiers differ there?

The estimate is the area under the drawn curve over the range, as it is or in McClish's corrected
form (:mod:`aucurate.estimates.partial_auc`, which derives the influences). With a = 1 - high and
b = 1 - low, the false positive rate u of an observation and the curve L, without ties,

.. math::
    \varphi_+ = (b - \max(u, a))_+, \qquad
    \varphi_- = 1[a < u \le b]\, L(u) - L(b)\, 1[u \le b] + L(a)\, 1[u \le a]

for positives and negatives. The last two terms are there because the ends of the range are
estimated too: specificity 0.9 is where the 10 percent highest negatives end *in these data*. A
standard error from placements that are merely cut to the range leaves them out and is too large,
the more so the better the classifier (a test shows by how much).

Variance, logit-t interval and t test are those of :mod:`aucurate.inference.influence`; on the scale
of the interval the range runs from no area to the area of a perfect classifier, so that the
corrected interval is the other one, rescaled.

**With the whole range**, ``specificity=(0, 1)``, the influences are DeLong's placements (those of
the negatives minus 1): standard error and test equal those of
:func:`~aucurate.inference.delong.delong_test` with its default Student's t, to rounding, and the
interval equals :func:`~aucurate.inference.delong_logit_t.delong_logit_t_interval` wherever that
does not cut its variance at the largest possible one. pROC's test of partial areas is by
bootstrap only: :mod:`aucurate.inference.estimate_bootstrap`.

**Not valid** where DeLong's method is not: nested models scored on their training data, out-of-fold
scores pooled over folds, observations in groups. Rough where fewer than five observations lie in
the range (a caveat says so): over specificities above 0.9 that is fewer than 50 negatives. Where
the variance is zero or undefined the bound of :mod:`aucurate.inference.curve_bounds` takes over.

McClish, D. K. (1989). Analyzing a portion of the ROC curve. Medical Decision Making 9, 190-195.
Dodd, L. E., Pepe, M. S. (2003). Partial AUC estimation and regression. Biometrics 59, 614-623.
Zhang, D. D., Zhou, X. H., Freeman, D. H., Freeman, J. L. (2002). A non-parametric method for the
comparison of partial areas under ROC curves and its application to large health care data sets.
Statistics in Medicine 21, 701-715.
"""

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.inference.influence import Moved, influence_interval
from aucurate.inference.influence_comparison import influence_test
from aucurate.inference.reference_distributions import checked_confidence
from aucurate.results import Alternative, Comparison, Estimate


@checked
def partial_auc_interval(
    scores: Scores,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    confidence: float = 0.95,
) -> Estimate:
    """The partial AUC of one classifier with its standard error and logit-t interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> forest = load_breast_cancer()["forest"]
    >>> found = partial_auc_interval(forest, specificity=(0.9, 1.0), corrected=True)
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.829, 95% CI 0.737 to 0.901
    """
    estimate = PartialAuc(specificity=specificity, sensitivity=sensitivity, corrected=corrected)
    confidence = checked_confidence(confidence)
    return influence_interval(Moved.of(scores, estimate, "the partial AUC interval"), confidence)


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
    """
    return influence_test(
        first,
        second,
        PartialAuc(specificity=specificity, sensitivity=sensitivity, corrected=corrected),
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
