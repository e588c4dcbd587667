r"""The paired t test over folds (Aslan, Yildiz, Alpaydin 2009).

**Question.** Do two algorithms differ over the folds, in AUC or in any other estimate?

With :math:`A_i` the value of the first minus that of the second in fold i, m their mean and S their
standard deviation over K folds,

.. math::  t = \sqrt{K}\, \frac{m - d}{S}

has K - 1 degrees of freedom (d is the null difference); the interval is
:math:`m \pm t_{K-1} S / \sqrt{K}`, cut to the possible range. With the AUC it is the paper's AUC
test, with the error rate at threshold 1/2 its error test.

**Not valid** unless the differences of the folds are independent, which they are when every fold
has training and test observations of its own. Left-out folds share training observations, and the
test rejects too often (:mod:`aucurate.inference.folds.fold_delong` allows for that); with one fixed
test set it says nothing about other test sets (:mod:`aucurate.inference.folds.averaged_delong`
does). The result carries the caveat.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve.
Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
"""

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.inference.core.comparing import Question
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import FoldContest, t_comparison
from aucurate.results import Alternative, Comparison

METHOD = "paired t over folds"
VALID_FOR = "folds with training and test observations of their own"


@checked
def fold_t_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Does the mean over folds differ, taking the folds for independent?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88], "b": [0.80, 0.83, 0.80, 0.86]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ... )
    >>> print(fold_t_test(values, "a", "b"))
    AUC difference 0.025 (95% CI 0.004 to 0.046), p = 0.030, paired t over folds test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    contest = FoldContest.checked(values, first, second)
    return t_comparison(
        contest,
        question,
        variance=contest.spread / values.n_folds,
        degrees_of_freedom=values.n_folds - 1,
        method=METHOD,
        caveats=[
            fold_caveats.valid_for(VALID_FOR),
            *fold_caveats.of_folds(values),
            *fold_caveats.overlapping_training_sets(values),
        ],
    )
