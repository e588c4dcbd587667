r"""Dietterich 1998 and Alpaydin 1999: five repeats of two-fold cross-validation.

**Question.** Do two algorithms differ, judged by five divisions of the data into halves, each half
once for training and once for testing?

With :math:`p_i^{(j)}` the difference in fold j of repeat i, :math:`\bar p_i` the mean of the two
and :math:`s_i^2 = (p_i^{(1)} - \bar p_i)^2 + (p_i^{(2)} - \bar p_i)^2`,

.. math::
    t = \frac{p_1^{(1)} - d}{\sqrt{\frac15 \sum_i s_i^2}}, \quad
    F = \frac{\sum_i \sum_j (p_i^{(j)})^2}{2 \sum_i s_i^2}

**Dietterich's t** has 5 degrees of freedom. Its numerator is the difference in the first fold of
the first repeat alone, and so are the values and the interval
:math:`p_1^{(1)} \pm t_5 \sqrt{\sum s_i^2 / 5}` of the result: another order of the folds gives
another answer. **Alpaydin's F** uses all ten differences and has 10 and 5 degrees of freedom; it
is a test without an interval.

**Not valid** for any other design, and refused there. The repeats divide the same observations;
what their differences have in common is not in the :math:`s_i^2`, and both tests can reject too
often (docs/validation.md). The halves are small training sets: what is
compared are the algorithms at half the size. Where all :math:`s_i^2` are 0 the p-value is that of
the sign test of five repeats.

Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
Alpaydin, E. (1999). Combined 5x2 cv F test for comparing supervised classification learning
algorithms. Neural Computation 11, 1885-1892.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.errors import UnsupportedError
from aucurate.inference.core.comparing import Question
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import (
    FoldContest,
    compared,
    constant_p_value,
    t_comparison,
)
from aucurate.results import Alternative, Caveat, Comparison, JointTest

T_METHOD = "5x2cv paired t"
F_METHOD = "5x2cv combined F"
VALID_FOR = "5x2: five repeats of two-fold cross-validation"


@checked
def five_by_two_t_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Dietterich's t test; the difference is that of the first fold of the first repeat.

    >>> from aucurate.data.fold_values import FoldValues
    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82, 0.87, 0.83, 0.86, 0.84],
    ...      "b": [0.80, 0.83, 0.80, 0.86, 0.84, 0.80, 0.82, 0.82, 0.81, 0.83]},
    ...     quantity="AUC", design="5x2", repeats=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    ... )
    >>> print(five_by_two_t_test(values, "a", "b"))
    AUC difference 0.040 (95% CI -0.008 to 0.088), p = 0.086, 5x2cv paired t test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    contest, table = _ten(values, first, second)
    contest = replace(
        contest,
        first_value=float(values.of(first)[_order(values)[0]]),
        second_value=float(values.of(second)[_order(values)[0]]),
    )
    found = [*_caveats(), _first_fold_only()]
    variance = float(np.mean(_spreads(table)))
    if variance > contest.resolution**2:
        return t_comparison(
            contest,
            question,
            variance=variance,
            degrees_of_freedom=5,
            method=T_METHOD,
            caveats=found,
        )
    shifted = contest.difference - question.null_difference
    shifted = 0.0 if abs(shifted) <= contest.resolution else shifted
    return compared(
        contest,
        question,
        ends=(-math.inf, math.inf),
        standard_error=0.0,
        statistic=math.copysign(math.inf, shifted) if shifted else 0.0,
        degrees_of_freedom=5,
        p=constant_p_value(5, shifted, question.alternative),
        method=T_METHOD,
        caveats=[*found, fold_caveats.no_spread(not table.any())],
    )


@checked
def five_by_two_f_test(values: FoldValues, first: str, second: str) -> JointTest:
    """Alpaydin's combined F test of all ten differences.

    >>> from aucurate.data.fold_values import FoldValues
    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82, 0.87, 0.83, 0.86, 0.84],
    ...      "b": [0.80, 0.83, 0.80, 0.86, 0.84, 0.80, 0.82, 0.82, 0.81, 0.83]},
    ...     quantity="AUC", design="5x2", repeats=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    ... )
    >>> print(five_by_two_f_test(values, "a", "b"))
    equal AUC: F 2.4857 on 10 and 5.0 df, p = 0.163, 5x2cv combined F
    """
    contest, table = _ten(values, first, second)
    found, spread = _caveats(), float(np.sum(_spreads(table)))
    if spread > contest.resolution**2:
        statistic = float(np.sum(table**2) / (2 * spread))
        p = float(special.fdtrc(10, 5, statistic))
    else:
        statistic = math.inf if table.any() else 0.0
        p = 1.0 if not table.any() else 2.0**-4  # of five repeats that point one way
        found.append(fold_caveats.no_spread(not table.any()))
    return JointTest(
        names=(first, second),
        quantity=values.quantity,
        hypothesis=f"equal {values.quantity}",
        statistic=statistic,
        degrees_of_freedom=10.0,
        p_value=p,
        method=F_METHOD,
        denominator_degrees_of_freedom=5.0,
        statistic_name="F",
        caveats=tuple(found),
    )


def _ten(values: FoldValues, first: str, second: str) -> tuple[FoldContest, NDArray[np.float64]]:
    """The contest, and the differences as five rows of two."""
    contest = FoldContest.checked(values, first, second)
    _, sizes = np.unique(values.repeats, return_counts=True)
    if values.design != "5x2" or sizes.tolist() != [2] * 5:
        raise UnsupportedError(
            f"the 5x2cv tests need five repeats of two folds; these are {values.design}, "
            f"{values.n_folds} in {values.n_repeats}.",
            hint="corrected_delong_test (nadeau_bengio_test, without scores) is made for other "
            "left-out folds, averaged_delong_test for a fixed test set.",
        )
    return contest, contest.differences[_order(values)].reshape(5, 2)


def _order(values: FoldValues) -> NDArray[np.int64]:
    return np.argsort(values.repeats, kind="stable").astype(np.int64)


def _spreads(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """s_i^2 of every repeat: half the squared difference of its two folds."""
    spreads: NDArray[np.float64] = (table[:, 0] - table[:, 1]) ** 2 / 2
    return spreads


def _caveats() -> list[Caveat]:
    return [
        fold_caveats.valid_for(VALID_FOR),
        Caveat(
            kind="correlated_repeats",
            message="All five repeats divide the same observations. What their differences have in "
            "common is not in the variance within repeats, so that the test can reject too often: "
            "measured with two equally good algorithms (linear discriminants, nearest neighbours, "
            "nets, support vector machines, boosting, trees) at level 0.05, in "
            f"{fold_caveats.LEVELS['5x2']} of the draws. corrected_delong_test and "
            "averaged_error_test keep their level here.",
        ),
    ]


def _first_fold_only() -> Caveat:
    return Caveat(
        kind="first_fold_only",
        message="The values, the difference and the interval are those of the first fold of the "
        "first repeat, as Dietterich has it; the other nine give the variance only. The combined F "
        "test (five_by_two_f_test) uses all ten.",
    )
