r"""Average precision: its interval, and the test of two classifiers.

**Question.** How precise is a classifier on average over the positives it finds, and do two
classifiers differ in that?

**Use it** where positives are rare and the observations with the highest scores are acted on first:
precision is the share of them that are positive. Unlike the AUC, it depends on the share of
positives.

With F(x) and G(x) the shares of positives and of negatives that score at least x, and
:math:`\pi = m / (m + n)` the share of positives in the test set, average precision is the mean of
the precision over the scores :math:`x_i` of the m positives,

.. math::
    \frac1m \sum_i P(x_i), \qquad P(x) = \frac{\pi F(x)}{\pi F(x) + (1 - \pi)\, G(x)},

which is the sum over thresholds of precision times the gain in sensitivity. Observations with equal
scores enter together. :mod:`aucurate.estimates.average_precision` derives the influence of each
observation, and :mod:`aucurate.inference.core.influence` has what follows from the influences: the
variance :math:`S_+/m + S_-/n`, the logit-t **interval**, and the **test** by the differences of the
influences of both classifiers, with Student's t distribution and Satterthwaite's degrees of
freedom. All of it holds at the share of positives of the test set, which is taken as given.

**Bootstrap and permutation.** :func:`~aucurate.inference.resampling.bootstrap_interval` and
:func:`~aucurate.inference.resampling.bootstrap_test` with
:class:`~aucurate.estimates.AveragePrecision` draw within the classes, so that every replicate has
this share of positives too; :func:`~aucurate.inference.resampling.permutation_test` exchanges the
ranks of two classifiers.

**Groups and sampling weights** are allowed for (:mod:`aucurate.data.units`).

**Not valid** for nested models scored on their training data and for out-of-fold scores pooled over
folds (:mod:`aucurate.inference.folds.delong` has tests of AUCs over folds). Test sets with
different shares of positives are not comparable; a caveat says so. With few positives the estimate
is somewhat too high, because each positive counts among those it is ranked with.

**Degenerate cases.** Perfect separation, constant scores and a class of one observation leave no
variance; the bound of :mod:`aucurate.inference.core.bounds` then takes its place.

**Compared with other programs.** The estimate is that of scikit-learn's
``average_precision_score``, and the curve (:func:`~aucurate.curve.precision_curve`) that of
``precision_recall_curve`` without the point at precision 1 that it adds, to rounding. The trapezoid
area under the points is not offered: precision does not change linearly between them (Davis and
Goadrich 2006).

Davis, J., Goadrich, M. (2006). The relationship between precision-recall and ROC curves.
Proceedings of the 23rd International Conference on Machine Learning, 233-240.
Boyd, K., Eng, K. H., Page, C. D. (2013). Area under the precision-recall curve: point estimates and
confidence intervals. Machine Learning and Knowledge Discovery in Databases (ECML PKDD), 451-466
(which recommends logit and binomial intervals). The influence function is derived here.
"""

from dataclasses import dataclass
from typing import Self

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.influence import CountedComponents, influence_test
from aucurate.results import Alternative, Caveat, Comparison, Estimate


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class AveragePrecisionComponents(CountedComponents):
    """Average precisions of classifiers on one test set, with the parts of their variance."""

    def free_ends(self, at: int, tail: float) -> tuple[float, float]:
        """Both ends of the distribution-free bound (:mod:`aucurate.inference.core.bounds`)."""
        moved = self.members[at]
        floor = bounds.average_precision_floor(moved.counts.independent, tail)
        return min(floor, moved.value), 1.0

    def pair_caveats(self, i: int, other: Self, j: int) -> list[Caveat]:
        """Shares of positives that differ."""
        shares = self.chance, other.chance
        return [] if shares[0] == shares[1] else [caveats.different_positive_shares(*shares)]


@checked
def average_precision_interval(scores: Scores, *, confidence: float = 0.95) -> Estimate:
    """The average precision of one classifier with its standard error and logit-t interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> found = average_precision_interval(load_breast_cancer()["forest"])
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.924, 95% CI 0.872 to 0.956
    """
    whole = AveragePrecisionComponents.of(scores, AveragePrecision())
    return whole.estimate(0, whole.recommended, checked_confidence(confidence))


@checked
def average_precision_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers differ in average precision, and by how much?

    Scores that come from one :class:`~aucurate.PairedScores` are paired; otherwise the test is
    unpaired. Two ``Scores`` built apart from equal labels could be either: then say ``paired``.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = average_precision_test(data["forest"], data["tree"])
    >>> print(f"{found.difference:.3f}, {found.interval}")
    0.110, 95% CI 0.067 to 0.154
    """
    return influence_test(
        AveragePrecisionComponents,
        first,
        second,
        AveragePrecision(),
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
