r"""Tests over folds by signs: sign test, Wilcoxon's signed rank test, sign flips.

They take one value per fold and algorithm, as the t tests do
(:mod:`aucurate.inference.folds.t_tests`).

The sign test
-------------
The sign test over folds: which algorithm is ahead in more of them?

**Question.** Is the first algorithm ahead of the second in more folds than chance would give?

**Use it** where the folds are independent and only the sign of a difference can be trusted.

Of the n folds whose difference is not the null value, S are above it, and S is binomial(n, 1/2) if
neither is ahead; the p-value is that of :mod:`aucurate.inference.core.signs_and_ranks`. The
statistic is the number of folds above minus the number below. The interval for the median of the
differences runs between the k-th smallest and the k-th largest of all K, with c the confidence and
:math:`k = \min\{j : P(\mathrm{Bin}(K, \frac12) \le j) > (1 - c)/2\}`; where k is 0 the interval is
the whole possible range.

**Not valid** unless the folds are independent: it does not correct for overlapping training sets,
with which it rejects too often, nor for a fixed test set, with which it rejects most of the time.
The result names the design for which the test is valid, and carries the caveat. With n folds that
differ no two-sided p-value lies below :math:`2^{1-n}`.

**Degenerate cases.** If the values are identical in all folds, p = 1. Where both ends of the
interval fall on the same difference they move outwards to the next ones; if the difference is the
same in all folds, the interval is the whole possible range.

**Compared with other programs.** R's ``binom.test`` and SciPy's ``binomtest`` give the same
p-values.

Dixon, W. J., Mood, A. M. (1946). The statistical sign test. Journal of the American Statistical
Association 41, 557-566.

The signed rank test
--------------------
Wilcoxon's signed rank test over folds.

**Question.** Are the differences of two algorithms over the folds as often and as far above the
null value as below?

**Use it** where the folds are independent and a normal distribution of the differences is in doubt.

The differences from the null value, zeros left out, are ranked by size, ties sharing their average
rank. :math:`W = W_+ - W_-`, the ranks of the positive ones minus those of the negative ones, is the
statistic (R's V is :math:`W_+ = (W + n(n+1)/2)/2`). Up to 1,000 differences its distribution is
exact, with ties too; beyond it is normal with the corrections for ties and continuity
(:mod:`aucurate.inference.core.signs_and_ranks`); the method of the result says which.

**Interval.** That of the pseudo-median (Hodges and Lehmann), from the N = K(K+1)/2 Walsh averages
:math:`(A_i + A_j)/2, i \le j`: the k-th smallest to the k-th largest with
:math:`k = \min\{j : P(W_+ \le j) > (1 - c)/2\}`, exact or normal as the test; where k is 0 the
interval is the whole possible range. The reported difference is the mean, as with the other tests.

**Not valid** unless the folds are independent and their differences symmetric about the
pseudo-median: like the sign test, it does not correct for overlapping training sets, nor for a
fixed test set. With n folds that differ no two-sided p-value lies below :math:`2^{1-n}`.

**Degenerate cases.** As for the sign test.

**Compared with other programs.** R's ``wilcox.test`` and SciPy's ``wilcoxon`` give the same
p-values where they are exact. With ties R takes the normal distribution, and so does SciPy 1.17 by
default from 14 differences on (up to 13 it gives the same p-values).

Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
Hodges, J. L., Lehmann, E. L. (1963). Estimates of location based on rank tests. Annals of
Mathematical Statistics 34, 598-611.

The sign-flip test
------------------
The sign-flip test: a permutation test of the mean difference over folds.

**Question.** Does the mean difference of two algorithms over the folds exceed what chance signs
would give?

**Use it** where the folds are independent and too few for a t test to be trusted.

If the algorithms are exchangeable in each fold, every difference :math:`A_i` from the null value is
as likely as :math:`-A_i`. Their sum is compared with its :math:`2^K` values under all choices of
signs,

.. math::  p = 2^{-K}\, \#\{\textstyle|\sum \pm A_i| \ge |\sum A_i|\}

one-sided with one tail, at most 1. Up to K = 20 all of them are counted; above, ``resampling``
draws random signs, and the data themselves count as one of the draws.

**Interval.** Flipping the signs of a subset keeps the sum at least as large exactly if the mean of
the subset does not exceed the null value. So, with the means of all non-empty subsets in order
(Hartigan's typical values), the values that the two-sided test does not reject run from the k-th
smallest to the k-th largest, :math:`k = \lfloor 2^K (1 - c)/2 \rfloor`; where that is 0 the
interval is the whole possible range.

**Not valid** unless the folds are independent: it does not correct for overlapping training sets,
nor for a fixed test set, and says so. The smallest two-sided p-value is :math:`2^{1-n}` with n
differences that are not zero: five folds cannot reach 0.05, and a caveat says so.

**Degenerate cases.** If the values are identical in all folds, p = 1. If the difference is the same
in all K folds, :math:`p = 2^{1-K}` and the interval is the whole possible range.

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
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.paired_differences import (
    OrderTest,
    PairedDifferences,
    sign_test,
    wilcoxon_test,
)
from aucurate.inference.folds import caveats
from aucurate.inference.folds.differences import compared, ends_apart, fold_differences
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Caveat, Comparison, MethodTitle

SIGN = MethodTitle("sign over folds", "sign")


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
    """Is one of two algorithms better in more folds, treating the folds as independent?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82], "b": [0.80, 0.83, 0.80, 0.86, 0.84, 0.80]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ... )
    >>> print(fold_sign_test(values, "a", "b"))
    AUC difference 0.022 (95% CI 0.010 to 0.040), p = 0.031, sign over folds test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    pair = fold_differences(values, first, second)
    test = sign_test(pair, question)
    return _by_order(values, pair, question, test, method=SIGN, interval_of=caveats.median())


def _by_order(
    values: FoldValues,
    pair: PairedDifferences,
    question: Question,
    test: OrderTest,
    *,
    method: MethodTitle,
    interval_of: Caveat,
) -> Comparison:
    """The record of a test by signs or ranks, whose interval is not that of the mean."""
    return compared(
        pair,
        question,
        ends=ends_apart(test.ordered, test.outside, pair.resolution),
        variance=pair.spread / len(pair),
        statistic=test.above - test.below,
        p=test.p_value,
        method=method,
        caveats=[
            *caveats.of_independent_folds(values),
            *caveats.smallest_p_value(test.smallest_p_value),
            interval_of,
        ],
    )


WILCOXON_EXACT = MethodTitle("Wilcoxon signed rank over folds, exact", "wilcoxon")
WILCOXON_NORMAL = MethodTitle("Wilcoxon signed rank over folds, normal", "wilcoxon-normal")


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
    """Do two algorithms differ by Wilcoxon's signed rank test, treating the folds as independent?

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
    pair = fold_differences(values, first, second)
    test = wilcoxon_test(pair, question)
    method = WILCOXON_EXACT if test.exact else WILCOXON_NORMAL
    return _by_order(
        values, pair, question, test, method=method, interval_of=caveats.pseudo_median()
    )


SIGN_FLIP_EXACT = MethodTitle("sign-flip permutation over folds, exact", "sign-flip")
SIGN_FLIP_DRAWN = MethodTitle("sign-flip permutation over folds, Monte Carlo", "sign-flip-drawn")
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
    """Does the mean over folds differ, by all sign changes, treating the folds as independent?

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
    pair = fold_differences(values, first, second)
    subsets = _subsets(pair.values, resampling or Resampling())
    shifted = pair.shifted(question.null_difference)
    size = float(np.sqrt(np.sum(shifted**2)))
    smallest = 2.0 ** (1 - int(np.count_nonzero(shifted)))
    if not subsets.exact:
        smallest = max(smallest, 2 / len(subsets.sums))
    return compared(
        pair,
        question,
        ends=_mean_ends(subsets, pair, question.confidence),
        variance=pair.spread / len(pair),
        statistic=float(np.sum(shifted)) / size if size else 0.0,
        p=_p_value(subsets, pair, question),
        method=SIGN_FLIP_EXACT if subsets.exact else SIGN_FLIP_DRAWN,
        caveats=[*caveats.of_independent_folds(values), *caveats.smallest_p_value(smallest)],
    )


def _subsets(differences: NDArray[np.float64], resampling: Resampling) -> _Subsets:
    """All subsets, or the empty one (the data) and as many random ones as there are replicates."""
    folds = len(differences)
    if folds > ENUMERATED:
        chosen = np.random.Generator(np.random.PCG64(resampling.key())).integers(
            0, 2, (resampling.replicates, folds), np.int8
        )
        chosen = np.concatenate([np.zeros((1, folds), np.int8), chosen])
        return _Subsets(chosen @ differences, chosen.sum(axis=1, dtype=np.int64), False)
    sums, sizes = np.zeros(1), np.zeros(1, np.int64)
    for value in differences:
        sums = np.concatenate([sums, sums + value])
        sizes = np.concatenate([sizes, sizes + 1])
    return _Subsets(sums, sizes, True)


def _p_value(subsets: _Subsets, pair: PairedDifferences, question: Question) -> float:
    """Flipping a subset changes the sum by minus twice the subset's: up if that is negative."""
    gain = subsets.sums - subsets.sizes * question.null_difference
    rounding = pair.resolution * len(pair.values)
    above = float(np.count_nonzero(gain <= rounding) / len(gain))
    below = float(np.count_nonzero(gain >= -rounding) / len(gain))
    if question.alternative == "greater":
        return above
    if question.alternative == "less":
        return below
    return min(1.0, 2 * min(above, below))


def _mean_ends(
    subsets: _Subsets, pair: PairedDifferences, confidence: float
) -> tuple[float, float]:
    """The k-th subset mean from either end."""
    there = subsets.sizes > 0
    means = subsets.sums[there] / subsets.sizes[there]
    empty = len(subsets.sums) - len(means)  # of random subsets, an empty one counts on both sides
    kept = math.floor(len(subsets.sums) * (1 - confidence) / 2 + 1e-9) + 1 - empty
    if 0 < kept <= len(means):
        means = np.partition(means, [kept - 1, len(means) - kept])
    return ends_apart(means, kept, pair.resolution * len(pair.values))
