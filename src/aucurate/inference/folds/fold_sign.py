r"""The sign test over folds: who is ahead in more of them?

**Question.** Is the first algorithm ahead of the second in more folds than chance would give?

Of the n folds whose difference is not the null value, S are above it, and S is binomial(n, 1/2) if
neither is ahead; the p-value is that of :mod:`aucurate.inference.core.sign_test`. The statistic is
the number of folds above minus the number below. The interval for the median of the differences
runs between the k-th smallest and the k-th largest of all K, :math:`k = \min\{j \ge 1 :
P(\mathrm{Bin}(K, \frac12) \le j) > (1 - c)/2\}`, and where even :math:`P(\mathrm{Bin} \le 0)`
exceeds it the interval is all that is possible.

**Not valid** unless the folds are independent: it does not correct for overlapping training sets,
nor for a fixed test set. With n folds no two-sided p-value lies below :math:`2^{1-n}`.

Dixon, W. J., Mood, A. M. (1946). The statistical sign test. Journal of the American Statistical
Association 41, 557-566.
"""

import math

import numpy as np
from scipy import special

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.inference.core.comparing import Question
from aucurate.inference.core.sign_test import sign_counts, sign_p_value
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import (
    FoldContest,
    compared,
    order_ends,
    shifted_differences,
)
from aucurate.inference.folds.fold_t import VALID_FOR
from aucurate.results import Alternative, Comparison

METHOD = "sign over folds"


@checked
def fold_sign_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Is one of two algorithms ahead in more folds, taking the folds for independent?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82], "b": [0.80, 0.83, 0.80, 0.86, 0.84, 0.80]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ... )
    >>> print(fold_sign_test(values, "a", "b"))
    AUC difference 0.022 (95% CI 0.010 to 0.040), p = 0.031, sign over folds test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    contest = FoldContest.checked(values, first, second)
    shifted = shifted_differences(contest, question.null_difference)
    counts = sign_counts(shifted)
    return compared(
        contest,
        question,
        ends=_ends(contest, question.confidence),
        standard_error=math.sqrt(contest.spread / values.n_folds),
        statistic=counts.positive - counts.negative,
        degrees_of_freedom=math.inf,
        p=sign_p_value(shifted, question.alternative),
        method=METHOD,
        caveats=[
            fold_caveats.valid_for(VALID_FOR),
            *fold_caveats.of_folds(values),
            *fold_caveats.overlapping_training_sets(values),
            *fold_caveats.smallest_p_value(2.0 ** (1 - counts.positive - counts.negative)),
            fold_caveats.median(),
        ],
    )


def _ends(contest: FoldContest, confidence: float) -> tuple[float, float]:
    """The k-th difference from either end."""
    ordered = np.sort(contest.differences)
    folds = len(ordered)
    below = special.bdtr(np.arange(folds), folds, 0.5)
    kept = int(np.argmax(below > (1 - confidence) / 2))
    return order_ends(ordered, kept, contest.resolution)
