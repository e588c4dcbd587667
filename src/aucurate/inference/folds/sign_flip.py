r"""The sign-flip test: a permutation test of the mean difference over folds.

**Question.** Does the mean difference of two algorithms over the folds exceed what chance signs
would give?

If the algorithms are exchangeable in each fold, every difference :math:`A_i` is as likely as
:math:`-A_i`. The sum of the differences from the null value is held against its :math:`2^K` values
under all choices of signs,

.. math::  p = 2^{-K}\, \#\{\textstyle|\sum \pm A_i| \ge |\sum A_i|\}

one-sided with one tail, at most 1. Up to K = 20 all of them are counted; above, ``resampling``
draws random signs, and the data themselves count as one of the draws.

**Interval.** Flipping the signs of a subset keeps the sum at least as large exactly if the mean of
the subset does not exceed the null value. So, with the means of all
non-empty subsets in order (Hartigan's typical values), the values that the two-sided test does not
reject run from the k-th smallest to the k-th largest, :math:`k = \lfloor 2^K (1 - c)/2 \rfloor`;
where that is 0 the interval is all that is possible.

The smallest two-sided p-value is :math:`2^{1-n}` with n differences that are not zero: a caveat
tells it where it is above 0.05. **Not valid** unless the folds are independent: it does not correct
for overlapping training sets, nor for a fixed test set.

Fisher, R. A. (1935). The Design of Experiments. Oliver and Boyd, section 21.
Hartigan, J. A. (1969). Using subsample values as typical values. Journal of the American
Statistical Association 64, 1303-1317.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.inference.core.comparing import Question
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import (
    FoldContest,
    compared,
    order_ends,
    shifted_differences,
)
from aucurate.inference.folds.fold_t import VALID_FOR
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Comparison

METHOD = "sign-flip permutation over folds"
ENUMERATED = 20


class _Subsets(NamedTuple):
    """Sums and sizes of subsets of the differences, the empty ones among them."""

    sums: NDArray[np.float64]
    sizes: NDArray[np.int64]
    exact: bool


@checked
def sign_flip_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
) -> Comparison:
    """Does the mean over folds differ, by all choices of signs, taking the folds for independent?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82], "b": [0.80, 0.83, 0.80, 0.86, 0.84, 0.80]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ... )
    >>> found = sign_flip_test(values, "a", "b")
    >>> found.method, found.p_value
    ('sign-flip permutation over folds, exact', 0.03125)
    """
    question = Question.checked(alternative, null_difference, confidence)
    contest = FoldContest.checked(values, first, second)
    subsets = _subsets(contest.differences, resampling or Resampling())
    shifted = shifted_differences(contest, question.null_difference)
    size = float(np.sqrt(np.sum(shifted**2)))
    smallest = 2.0 ** (1 - int(np.count_nonzero(shifted)))
    if not subsets.exact:
        smallest = max(smallest, 2 / len(subsets.sums))
    return compared(
        contest,
        question,
        ends=_ends(subsets, contest, question.confidence),
        standard_error=math.sqrt(contest.spread / values.n_folds),
        statistic=float(np.sum(shifted)) / size if size else 0.0,
        degrees_of_freedom=math.inf,
        p=_p_value(subsets, contest, question),
        method=f"{METHOD}, {'exact' if subsets.exact else 'Monte Carlo'}",
        caveats=[
            fold_caveats.valid_for(VALID_FOR),
            *fold_caveats.of_folds(values),
            *fold_caveats.overlapping_training_sets(values),
            *fold_caveats.smallest_p_value(smallest),
        ],
    )


def _subsets(differences: NDArray[np.float64], resampling: Resampling) -> _Subsets:
    """All subsets, or the empty one (the data) and as many random ones as there are repeats."""
    folds = len(differences)
    if folds > ENUMERATED:
        chosen = np.random.Generator(np.random.PCG64(resampling.key())).integers(
            0, 2, (resampling.repeats, folds), np.int8
        )
        chosen = np.concatenate([np.zeros((1, folds), np.int8), chosen])
        return _Subsets(chosen @ differences, chosen.sum(axis=1, dtype=np.int64), False)
    sums, sizes = np.zeros(1), np.zeros(1, np.int64)
    for value in differences:
        sums = np.concatenate([sums, sums + value])
        sizes = np.concatenate([sizes, sizes + 1])
    return _Subsets(sums, sizes, True)


def _p_value(subsets: _Subsets, contest: FoldContest, question: Question) -> float:
    """Flipping a subset changes the sum by minus twice the subset's: up if that is negative."""
    gain = subsets.sums - subsets.sizes * question.null_difference
    rounding = contest.resolution * len(contest.differences)
    above = float(np.count_nonzero(gain <= rounding) / len(gain))
    below = float(np.count_nonzero(gain >= -rounding) / len(gain))
    if question.alternative == "greater":
        return above
    if question.alternative == "less":
        return below
    return min(1.0, 2 * min(above, below))


def _ends(subsets: _Subsets, contest: FoldContest, confidence: float) -> tuple[float, float]:
    """The k-th subset mean from either end."""
    there = subsets.sizes > 0
    means = subsets.sums[there] / subsets.sizes[there]
    empty = len(subsets.sums) - len(means)  # of random subsets, an empty one counts on both sides
    kept = math.floor(len(subsets.sums) * (1 - confidence) / 2 + 1e-9) + 1 - empty
    if 0 < kept <= len(means):
        means = np.partition(means, [kept - 1, len(means) - kept])
    return order_ends(means, kept, contest.resolution * len(contest.differences))
