r"""Wilcoxon's signed rank test over folds.

**Question.** Are the differences of two algorithms over the folds as often and as far above the
null value as below?

The differences from the null value, zeros left out, are ranked by size, ties sharing their average
rank. :math:`W = W_+ - W_-`, the ranks of the positive ones minus those of the negative ones, is the
statistic (R's V is :math:`W_+ = (W + n(n+1)/2)/2`). Up to 1,000 differences its distribution is
exact, with ties too; beyond it is normal with the corrections for ties and continuity
(:mod:`aucurate.inference.core.signed_rank`); the method of the result says which.

**Interval.** That of the pseudo-median, from the N = K(K+1)/2 Walsh averages
:math:`(A_i + A_j)/2, i \le j`: the k-th smallest to the k-th largest with
:math:`k = \min\{j : P(W_+ \le j) > (1 - c)/2\}`, exact or normal as the test; where k is 0 the
interval is all that is possible. The reported difference is the mean, as with the other tests.

**Not valid** unless the folds are independent and their differences symmetric about the
pseudo-median: it does not correct for overlapping training sets, nor for a fixed test set.

Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
Hodges, J. L., Lehmann, E. L. (1963). Estimates of location based on rank tests. Annals of
Mathematical Statistics 34, 598-611.
"""

import math

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.inference.core.comparing import Question
from aucurate.inference.core.signed_rank import signed_rank
from aucurate.inference.core.walsh_averages import averages_outside, walsh_averages
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import (
    FoldContest,
    compared,
    order_ends,
    shifted_differences,
)
from aucurate.inference.folds.fold_t import VALID_FOR
from aucurate.results import Alternative, Comparison

METHOD = "Wilcoxon signed rank over folds"


@checked
def fold_wilcoxon_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do the fold values of two algorithms differ by rank, taking the folds for independent?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82], "b": [0.80, 0.83, 0.80, 0.86, 0.85, 0.81]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ... )
    >>> found = fold_wilcoxon_test(values, "a", "b")
    >>> found.method, found.statistic, found.p_value
    ('Wilcoxon signed rank over folds, exact', 15.0, 0.0625)
    """
    question = Question.checked(alternative, null_difference, confidence)
    contest = FoldContest.checked(values, first, second)
    shifted = shifted_differences(contest, question.null_difference)
    found = signed_rank(shifted, question.alternative, resolution=contest.resolution)
    return compared(
        contest,
        question,
        ends=_ends(contest, question.confidence),
        standard_error=math.sqrt(contest.spread / values.n_folds),
        statistic=found.statistic - found.negative_statistic,
        degrees_of_freedom=math.inf,
        p=found.p_value,
        method=f"{METHOD}, {'exact' if found.exact else 'normal'}",
        caveats=[
            fold_caveats.valid_for(VALID_FOR),
            *fold_caveats.of_folds(values),
            *fold_caveats.overlapping_training_sets(values),
            *fold_caveats.smallest_p_value(2.0 ** (1 - found.n_used)),
            fold_caveats.pseudo_median(),
        ],
    )


def _ends(contest: FoldContest, confidence: float) -> tuple[float, float]:
    """The k-th Walsh average from either end."""
    kept = averages_outside(len(contest.differences), (1 - confidence) / 2)
    return order_ends(walsh_averages(contest.differences), kept, contest.resolution)
