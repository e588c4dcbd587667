r"""Nadeau and Bengio 2003: the corrected resampled t test.

**Question.** Do two algorithms differ, over folds or repeats that share training observations?

The differences :math:`A_j` of J folds (over all repeats) are correlated because their training sets
overlap. Nadeau and Bengio put the correlation at
:math:`n_{test} / (n_{test} + n_{train})`, which makes the variance of the mean

.. math::
    \left(\frac1J + \frac{n_{test}}{n_{train}}\right) S^2, \quad
    t = \frac{m - d}{S \sqrt{1/J + n_{test}/n_{train}}}

with m and S the mean and the standard deviation of the differences, d the null difference and
J - 1 degrees of freedom. With R repeats of K folds J is RK and the ratio 1/(K - 1) (Bouckaert and
Frank 2004); with folds of different sizes the ratio is that of the sums. The interval is
:math:`m \pm t_{J-1} S \sqrt{1/J + n_{test}/n_{train}}`, cut to the possible range.

**Not valid** for one fixed test set, whose uncertainty no spread over folds shows. The correlation
is a rule of thumb. On the folds of one cross-validation, whose test sets are disjoint, the test is
conservative. Over several repeats the first part, S^2/J, vanishes, and what is left is too little
for algorithms such as nearest neighbours and small nets: it rejects too often, the more so the more
repeats. The result carries the caveat; where scores are known,
:func:`~aucurate.inference.folds.fold_delong.corrected_delong_test` is for these designs.

Nadeau, C., Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52, 239-281.
Bouckaert, R. R., Frank, E. (2004). Evaluating the replicability of significance tests for comparing
learning algorithms. PAKDD, LNAI 3056, 3-12.
"""

import math

import numpy as np

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.errors import OptionError
from aucurate.inference.core.comparing import Question
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import FoldContest, t_comparison
from aucurate.results import Alternative, Comparison, Interval

METHOD = "Nadeau-Bengio corrected t"
VALID_FOR = "random splits and left-out folds, also repeated ones"


@checked
def nadeau_bengio_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Does the mean over folds differ, with allowance for overlapping training sets?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88], "b": [0.80, 0.83, 0.80, 0.86]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ...     n_train=90,
    ...     n_test=30,
    ... )
    >>> print(nadeau_bengio_test(values, "a", "b"))
    AUC difference 0.025 (95% CI -0.006 to 0.056), p = 0.085, Nadeau-Bengio corrected t test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    contest = FoldContest.checked(values, first, second)
    return t_comparison(
        contest,
        question,
        variance=contest.spread * (1 / values.n_folds + ratio_of(values)),
        degrees_of_freedom=values.n_folds - 1,
        method=METHOD,
        caveats=[
            fold_caveats.valid_for(VALID_FOR),
            *fold_caveats.of_folds(values),
            *fold_caveats.of_correction(values),
        ],
    )


@checked
def nadeau_bengio_interval(values: FoldValues, name: str, *, confidence: float = 0.95) -> Interval:
    """The mean of one algorithm over folds, by the same variance, cut to the possible range.

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88]}, quantity="AUC", design="random splits",
    ...     n_train=90, n_test=30,
    ... )
    >>> print(nadeau_bengio_interval(values, "a"))
    95% CI 0.775 to 0.920
    """
    confidence = checked_confidence(confidence)
    column = values.of(name)
    mean, reach = float(np.mean(column)), math.inf
    if values.n_folds > 1 and float(np.ptp(column)) > 0:
        variance = float(np.var(column, ddof=1)) * (1 / values.n_folds + ratio_of(values))
        reach = two_sided_quantile(confidence, values.n_folds - 1) * math.sqrt(variance)
    return Interval(
        low=max(values.lowest, mean - reach),
        high=min(values.highest, mean + reach),
        confidence=confidence,
        method=METHOD,
    )


def ratio_of(values: FoldValues) -> float:
    """Observations tested per observation trained on, refused where nobody said."""
    ratio = values.test_train_ratio
    if ratio is None:
        raise sizes_unknown()
    return ratio


def sizes_unknown() -> OptionError:
    """Nobody said how large the training sets were."""
    return OptionError(
        "the sizes of the training and test sets are not known, and the correction needs them.",
        hint="say how large a training set is, e.g. n_train=90 (and n_test with fold values).",
    )
