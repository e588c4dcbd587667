r"""Average precision: its interval, and the test of two classifiers.

**Question.** How precise is a classifier on average over the positives it finds, and do two
classifiers differ in that?

The estimate and the influences are those of :mod:`aucurate.estimates.average_precision`; variance,
logit-t interval and t test those of :mod:`aucurate.inference.core.influence`. The share of
positives is taken as given, that of the test set: the interval is one of the average precision *at
that share*. Of two test sets with different shares a caveat says that they are not comparable.

**Not valid** where DeLong's method is not: nested models scored on their training data, out-of-fold
scores pooled over folds, observations in groups. With few positives the estimate is somewhat too
high, because each positive counts among those it is ranked with. Perfect separation, constant
scores and a class of one observation leave no variance; the bound of
:mod:`aucurate.inference.core.bounds` takes over.

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
