r"""t tests over folds: paired, corrected (Nadeau-Bengio), 5x2, and Bayesian.

Which test is valid depends on the design of the cross-validation (:mod:`aucurate.inference.folds`).
All of these take one value per fold and algorithm, the AUC or any other estimate, as
:class:`~aucurate.data.FoldValues`: ``FoldScores.aucs()``, ``errors(threshold=...)`` and
``values_of(function, ...)`` compute them from scores, ``FoldValues.from_arrays`` takes values that
were computed elsewhere. The tests refuse a single fold.

The paired t test
-----------------
The paired t test over folds (Aslan, Yildiz, Alpaydin 2009).

**Question.** Do two algorithms differ over the folds, in AUC or in any other estimate?

**Use it** where every fold has training and test observations of its own, and to reproduce studies
that report it.

With :math:`A_i` the value of the first minus that of the second in fold i, m their mean and S their
standard deviation over K folds,

.. math::  t = \sqrt{K}\, \frac{m - d}{S}

has K - 1 degrees of freedom (d is the null difference); the interval is
:math:`m \pm t_{K-1} S / \sqrt{K}`, cut to the possible range. With the AUC it is the paper's AUC
test, with the error rate at threshold 1/2 its error test.

**Not valid** unless the differences of the folds are independent. Left-out folds share training
observations, and the test rejects too often (:mod:`aucurate.inference.folds.delong` allows for
that); with one fixed test set the spread over folds does not include the uncertainty of the test
set, and the test rejects most of the time
(:func:`~aucurate.inference.folds.delong.averaged_delong_test` allows for it). Every result names
the design for which the test is valid, and carries the caveat.

**Degenerate cases.** If the values are identical in all folds, p = 1. If the difference is the same
in all folds, its spread cannot be estimated: the p-value is that of the sign test
(:mod:`aucurate.inference.folds.sign_tests`), and the interval is the whole possible range.

**Compared with other programs.** SciPy's ``ttest_rel`` and R's ``t.test(paired = TRUE)`` give the
same numbers.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve. Technical report FBE-CMPE-06/2009-03, Bogazici University.
Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.

The corrected resampled t test
------------------------------
Nadeau and Bengio 2003: the corrected resampled t test.

**Question.** Do two algorithms differ, over folds or repeats that share training observations?

**Use it** where only values per fold are known. It is best over one division, on which it is
conservative.

The differences :math:`A_j` of J folds (over all repeats) are correlated because their training sets
overlap. Nadeau and Bengio put the correlation at
:math:`n_{test} / (n_{test} + n_{train})`, which makes the variance of the mean

.. math::
    \left(\frac1J + \frac{n_{test}}{n_{train}}\right) S^2, \quad
    t = \frac{m - d}{S \sqrt{1/J + n_{test}/n_{train}}}

with m and S the mean and the standard deviation of the differences, d the null difference and
J - 1 degrees of freedom. With R repeats of K folds J is RK and the ratio 1/(K - 1) (Bouckaert and
Frank 2004); with folds of different sizes the ratio is that of the sums. It is known for values
that come from the scores of left-out folds; otherwise ``n_train`` and ``n_test`` must be given. The
interval is :math:`m \pm t_{J-1} S \sqrt{1/J + n_{test}/n_{train}}`, cut to the possible range.

**Not valid** for one fixed test set, whose uncertainty no spread over folds shows. The correlation
is a rule of thumb. On the folds of one cross-validation, whose test sets are disjoint, the test is
conservative. Over several repeats the first part, S^2/J, vanishes, and what is left is too little
for algorithms such as nearest neighbours, small nets and some support vector machines: it rejects
too often, and more repeats make that worse (docs/validation.md). The result carries the caveat;
where scores are known, :func:`~aucurate.inference.folds.delong.corrected_delong_test` and
:func:`~aucurate.inference.folds.error_rate.averaged_error_test` keep their level in these designs.
Observations in groups are allowed for as long as no group is split across folds.

**Degenerate cases.** As for the paired t test. Where the values of one algorithm do not vary, or
there is only one fold, its interval is the whole possible range.

Nadeau, C., Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52, 239-281.
Bouckaert, R. R., Frank, E. (2004). Evaluating the replicability of significance tests for comparing
learning algorithms. PAKDD, LNAI 3056, 3-12.

The 5x2 tests
-------------
Dietterich 1998 and Alpaydin 1999: five repeats of two-fold cross-validation.

**Question.** Do two algorithms differ, judged by five divisions of the data into halves, each half
once for training and once for testing?

**Use it** where ten fits on half of the data are what is wanted: the two training sets of a repeat
do not overlap. Prefer the combined F test to Dietterich's t, and where scores are known
:func:`~aucurate.inference.folds.delong.corrected_delong_test` to both.

With :math:`p_i^{(j)}` the difference in fold j of repeat i, :math:`\bar p_i` the mean of the two
and :math:`s_i^2 = (p_i^{(1)} - \bar p_i)^2 + (p_i^{(2)} - \bar p_i)^2`,

.. math::
    t = \frac{p_1^{(1)} - d}{\sqrt{\frac15 \sum_i s_i^2}}, \quad
    F = \frac{\sum_i \sum_j (p_i^{(j)})^2}{2 \sum_i s_i^2}

**Dietterich's t** has 5 degrees of freedom. Its numerator is the difference in the first fold of
the first repeat alone, and so are the values and the interval
:math:`p_1^{(1)} \pm t_5 \sqrt{\sum s_i^2 / 5}` of the result: another order of the folds gives
another answer, and a caveat says so. **Alpaydin's F** uses all ten differences and has 10 and 5
degrees of freedom; it is a test without an interval.

**Not valid** for any other design, and refused there. The repeats divide the same observations;
what their differences have in common is not in the :math:`s_i^2`, and both tests can reject too
often (docs/validation.md). The halves are small training sets: what is compared are the algorithms
at half the size of the data.

**Degenerate cases.** Where all :math:`s_i^2` are 0, p = 1 if the difference is the null difference
(of t in the first fold, of F in all ten), and otherwise the p-value is that of the sign test of
five repeats.

**Compared with other programs.** ``paired_ttest_5x2cv`` and ``combined_ftest_5x2cv`` of mlxtend
give the same numbers.

Dietterich, T. G. (1998). Approximate statistical tests for comparing supervised classification
learning algorithms. Neural Computation 10, 1895-1923.
Alpaydin, E. (1999). Combined 5x2 cv F test for comparing supervised classification learning
algorithms. Neural Computation 11, 1885-1892.

The Bayesian correlated t test
------------------------------
Corani and Benavoli 2015: the Bayesian correlated t test, with a rope.

**Question.** How probable is it that the first algorithm is better, that the second is, and that
the difference is too small to matter (within the region of practical equivalence, the rope)?

**Use it** where "no significant difference" is not an answer: the probability of practical
equivalence is one.

With J fold differences of mean m and standard deviation S, whose correlation is put at
:math:`\rho = n_{test} / (n_{test} + n_{train})` (Nadeau and Bengio; 1/K for K folds), and a flat
prior for the mean difference and the logarithm of the variance, the mean difference has the
posterior

.. math::  \mu \sim t_{J-1}\left(m,\; \Big(\frac1J + \frac{\rho}{1 - \rho}\Big) S^2\right)

a Student t with that location and squared scale. ``below``, ``within`` and ``above`` are its
probabilities below -rope, from -rope to rope, and above rope; the interval is the central one.
With ``rope`` 0, ``below`` and ``above`` are the one-sided p-values of the corrected resampled t
test. For error rates ``above`` means that the first algorithm errs more.

**Not valid** for one fixed test set, whose uncertainty no spread over folds shows; the correlation
is a rule of thumb. Over repeats it is too low for some algorithms, such as nearest neighbours, and
the probabilities are overconfident, as that test is; a caveat says so.

**Degenerate cases.** Where every fold has the same difference the posterior is a point: the
probabilities say where it lies (one half below and one half above where the difference and the rope
are both 0), the interval is the whole possible range, and a caveat says so.

**Compared with other programs.** ``two_on_single(a, b, rope=0, runs=R)`` of baycomp gives the
same probabilities over R repeats.

Corani, G., Benavoli, A. (2015). A Bayesian approach for comparing cross-validated algorithms on
multiple data sets. Machine Learning 100, 285-304.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate import formatting
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, number_in
from aucurate.data.fold_values import FoldValues
from aucurate.errors import OptionError, UnsupportedError
from aucurate.hints import Function, Hint
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.inference.core.paired_differences import PairedDifferences
from aucurate.inference.folds import caveats
from aucurate.inference.folds.differences import fold_differences, t_comparison, without_spread
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Interval,
    JointTest,
    MethodRecord,
    MethodTitle,
)

PAIRED_T = MethodTitle("paired t over folds", "t")


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
    """Does the mean over folds differ, treating the folds as independent?

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> folds = load_breast_cancer_folds()
    >>> for values in (folds.aucs(), folds.errors(threshold=0.5)):
    ...     found = fold_t_test(values, "forest", "tree")
    ...     print(found)
    AUC difference 0.038 (95% CI 0.016 to 0.061), p = 0.004, paired t over folds test, paired
    error rate difference -0.019 (95% CI -0.036 to -0.002), p = 0.032, paired t over folds test, \
paired
    >>> [caveat.kind for caveat in found.caveats]
    ['valid_for', 'overlapping_training_sets']
    """
    question = Question.checked(alternative, null_difference, confidence)
    pair = fold_differences(values, first, second)
    return t_comparison(
        pair,
        question,
        variance=pair.spread / len(pair),
        method=PAIRED_T,
        caveats=caveats.of_independent_folds(values),
    )


CORRECTED_T = MethodTitle("Nadeau-Bengio corrected t", "nadeau-bengio")
CORRECTED_VALID_FOR = "random splits and left-out folds, also repeated ones"


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
    """Does the mean over folds differ, allowing for overlapping training sets?

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
    pair = fold_differences(values, first, second)
    return t_comparison(
        pair,
        question,
        variance=pair.spread * (1 / len(pair) + ratio_of(values)),
        method=CORRECTED_T,
        caveats=[
            caveats.valid_for(CORRECTED_VALID_FOR),
            *caveats.of_folds(values),
            *caveats.of_correction(values),
        ],
    )


@checked
def nadeau_bengio_interval(values: FoldValues, name: str, *, confidence: float = 0.95) -> Interval:
    """The mean of one algorithm over folds, with the interval of Nadeau and Bengio's variance.

    The interval is truncated to the possible range.

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
        method=CORRECTED_T,
    )


def ratio_of(values: FoldValues) -> float:
    """Test observations per training observation; refused where unknown."""
    ratio = values.test_train_ratio
    if ratio is None:
        raise sizes_unknown()
    return ratio


def sizes_unknown() -> OptionError:
    """The sizes of the training sets are not known."""
    return OptionError(
        "the correction needs the sizes of the training and test sets, which are not known.",
        hint=Hint(
            "set the size of the training set, e.g. {n_train}.",
            n_train=90,
        ),
    )


FIVE_BY_TWO_T = MethodTitle("5x2cv paired t", "5x2-t")
FIVE_BY_TWO_F = MethodTitle("5x2cv combined F", "5x2-f")
FIVE_BY_TWO_VALID_FOR = "5x2: five repeats of two-fold cross-validation"


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
    """Dietterich's 5x2cv t test; the difference is that of the first fold of the first repeat.

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
    pair, table = _ten(values, first, second)
    pair = replace(
        pair,
        first_value=float(values.of(first)[_order(values)[0]]),
        second_value=float(values.of(second)[_order(values)[0]]),
    )
    found = [*_five_by_two_caveats(), _first_fold_only()]
    variance = float(np.mean(_spreads(table)))
    shared: dict[str, Any] = {"degrees_of_freedom": 5.0, "method": FIVE_BY_TWO_T, "caveats": found}
    if variance > pair.resolution**2:
        return t_comparison(pair, question, variance=variance, **shared)
    away = pair.difference - question.null_difference
    away = 0.0 if abs(away) <= pair.resolution else away
    return without_spread(pair, question, away, 5, **shared)


@checked
def five_by_two_f_test(values: FoldValues, first: str, second: str) -> JointTest:
    """Alpaydin's combined 5x2cv F test of all ten differences.

    >>> from aucurate.data.fold_values import FoldValues
    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88, 0.85, 0.82, 0.87, 0.83, 0.86, 0.84],
    ...      "b": [0.80, 0.83, 0.80, 0.86, 0.84, 0.80, 0.82, 0.82, 0.81, 0.83]},
    ...     quantity="AUC", design="5x2", repeats=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    ... )
    >>> print(five_by_two_f_test(values, "a", "b"))
    Null hypothesis: equal AUC; F 2.4857 on 10 and 5.0 df, p = 0.163, 5x2cv combined F
    """
    pair, table = _ten(values, first, second)
    found, spread = _five_by_two_caveats(), float(np.sum(_spreads(table)))
    if spread > pair.resolution**2:
        statistic = float(np.sum(table**2) / (2 * spread))
        p = float(special.fdtrc(10, 5, statistic))
    else:
        statistic = math.inf if table.any() else 0.0
        p = 1.0 if not table.any() else 2.0**-4  # of five repeats that point one way
        found.append(caveats.no_spread(not table.any()))
    return JointTest(
        names=(first, second),
        quantity=values.quantity,
        hypothesis=f"equal {values.quantity}",
        statistic=statistic,
        degrees_of_freedom=10.0,
        p_value=p,
        method=FIVE_BY_TWO_F,
        denominator_degrees_of_freedom=5.0,
        statistic_name="F",
        caveats=tuple(found),
    )


def _ten(
    values: FoldValues, first: str, second: str
) -> tuple[PairedDifferences, NDArray[np.float64]]:
    """The differences, and once more as five rows of two."""
    pair = fold_differences(values, first, second)
    _, sizes = np.unique(values.repeats, return_counts=True)
    if values.design != "5x2" or sizes.tolist() != [2] * 5:
        raise UnsupportedError(
            f"the 5x2cv tests need five repeats of two folds; these are {values.design}, "
            f"{values.n_folds} in {values.n_repeats}.",
            hint=Hint(
                "{} ({}, without scores) is designed for other left-out folds, {} for a fixed test "
                "set.",
                Function("corrected_delong_test"),
                Function("nadeau_bengio_test"),
                Function("averaged_delong_test"),
            ),
        )
    return pair, pair.values[_order(values)].reshape(5, 2)


def _order(values: FoldValues) -> NDArray[np.int64]:
    return np.argsort(values.repeats, kind="stable").astype(np.int64)


def _spreads(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """s_i^2 of every repeat: half the squared difference of its two folds."""
    spreads: NDArray[np.float64] = (table[:, 0] - table[:, 1]) ** 2 / 2
    return spreads


def _five_by_two_caveats() -> list[Caveat]:
    return [
        caveats.valid_for(FIVE_BY_TWO_VALID_FOR),
        caveat(Kind.CORRELATED_REPEATS, level=caveats.LEVELS["5x2"]),
    ]


def _first_fold_only() -> Caveat:
    return caveat(Kind.FIRST_FOLD_ONLY)


CORRELATED_T = MethodTitle("Bayesian correlated t", "correlated-t")


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencePosterior(MethodRecord):
    """Probabilities of a difference: ``below`` -rope, ``within`` the rope, and ``above`` it.

    ``correlation`` is that of two folds, ``scale`` and ``degrees_of_freedom`` those of the
    posterior, a Student t about ``difference``. The interval is a credible one.
    """

    first: str
    second: str
    quantity: str
    first_value: float
    second_value: float
    difference: float
    rope: float
    below: float
    within: float
    above: float
    correlation: float
    scale: float
    degrees_of_freedom: float
    interval: Interval
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        shown = [formatting.number(p) for p in (self.below, self.within, self.above)]
        rope = f"{self.rope:g}"
        return (
            f"{self.quantity} difference {formatting.number(self.difference, digits)} "
            f"({self.interval}), probability {shown[0]} below -{rope}, {shown[1]} within, "
            f"{shown[2]} above {rope}, {self.method}"
        )


@checked
def correlated_t_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    rope: float,
    confidence: float = 0.95,
) -> DifferencePosterior:
    """How probable is a difference below, within and above the region of practical equivalence?

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> folds = load_breast_cancer_folds()
    >>> print(correlated_t_test(folds.aucs(), "forest", "logistic", rope=0.01))
    AUC difference 0.003 (95% CI -0.014 to 0.021), probability 0.063 below -0.01, 0.736 within, \
0.200 above 0.01, Bayesian correlated t
    """
    confidence, rope = checked_confidence(confidence), checked_rope(rope)
    pair = fold_differences(values, first, second)
    ratio, degrees = ratio_of(values), float(values.n_folds - 1)
    scale = math.sqrt(pair.spread * (1 / values.n_folds + ratio))
    found = [
        caveats.valid_for(CORRECTED_VALID_FOR),
        *caveats.of_folds(values),
        *(c for c in caveats.of_correction(values) if c.kind == Kind.UNSTABLE_ALGORITHMS),
        *([] if scale > 0 else [_posterior_without_spread()]),
    ]
    below, above = _outside(pair, rope, scale, degrees)
    reach = two_sided_quantile(confidence, degrees) * scale if scale > 0 else math.inf
    ends = pair.difference - reach, pair.difference + reach
    return DifferencePosterior(
        first=first,
        second=second,
        quantity=values.quantity,
        first_value=pair.first_value,
        second_value=pair.second_value,
        difference=pair.difference,
        rope=rope,
        below=below,
        within=max(0.0, 1 - below - above),
        above=above,
        correlation=ratio / (1 + ratio),
        scale=scale,
        degrees_of_freedom=degrees,
        interval=pair.interval(*ends, confidence, CORRELATED_T),
        method=CORRELATED_T,
        caveats=tuple(found),
    )


def _outside(
    pair: PairedDifferences, rope: float, scale: float, degrees: float
) -> tuple[float, float]:
    """The probabilities below and above the rope."""
    if rope == 0 and not scale > 0 and abs(pair.difference) <= pair.resolution:
        return 0.5, 0.5  # identical in every fold: neither is better
    below = _below(-rope, pair.difference, scale, degrees)
    return below, _below(-rope, -pair.difference, scale, degrees)


def _below(end: float, location: float, scale: float, degrees: float) -> float:
    """P(mu < end) of the posterior; a point where the scale is 0."""
    if not scale > 0:
        return 1.0 if location < end else 0.0
    return float(special.stdtr(degrees, (end - location) / scale))


def checked_rope(rope: float) -> float:
    """A region of practical equivalence: a number from 0."""
    hint = "0.01 treats differences of up to 0.01 in either direction as none."
    return number_in(rope, 0, math.inf, "rope", ends="low", hint=hint)


def _posterior_without_spread() -> Caveat:
    return caveat(Kind.NO_VARIANCE, "posterior")
