r"""Predictive values of two classifiers on the same observations, compared.

**Question.** Is a positive (or negative) call of the first classifier more often right than one of
the second?

**Use it** for thresholds that were fixed beforehand, on observations that were drawn whatever their
class: both test and interval hold at the prevalence of the test set.

The two predictive values have different denominators: the observations that each classifier calls
so. Among positives and negatives, let :math:`n_1` and :math:`n_2` be called positive by the first
and the second classifier, and v the share of positives among all :math:`n_1 + n_2` such calls. The
weighted generalised score statistic of Kosinski (2013) is

.. math::
    T = \frac{(\text{PPV}_1 - \text{PPV}_2)^2}{\{v (1 - v) - 2C\} (1/n_1 + 1/n_2)}, \quad
    C = \frac{s (1 - v)^2 + r v^2}{n_1 + n_2},

with the positives s and the negatives r that both call positive; chi-square on one degree of
freedom. Negative predictive values are the same with classes and calls exchanged. It holds its
level better than the score statistic of Leisenring and others (2000), which does not weight by how
often each classifier calls. ``statistic`` is its signed root.

The interval of the difference D combines Wilson's interval :math:`(l_k, u_k)` of each predictive
value by MOVER (Zou and Donner 2008) with the correlation :math:`\rho` of the two,

.. math::
    D - \sqrt{A^2 + B^2 - 2\rho AB}, \quad A = \text{PPV}_1 - l_1,\; B = u_2 - \text{PPV}_2,

and the same with the other sides for the upper end. :math:`\rho` follows from the variance of the
difference as it was found: an observation with label y adds :math:`u = a_1 (y - \text{PPV}_1)/n_1 -
a_2 (y - \text{PPV}_2)/n_2` with the calls a, and the variance is the sum of all :math:`u^2`. The
interval is not the test inverted, and the two can disagree in borderline cases.

**Groups and sampling weights.** A predictive value is a ratio of two weighted totals, and an
observation with the share s of the weight adds
:math:`u = s\,(a_1 (y - \text{PPV}_1)/A_1 - a_2 (y - \text{PPV}_2)/A_2)` with the shares
:math:`A_k` of those called so. The variance of the difference is I/(I - 1) times the sum of the
squares of these, summed within the I groups; the statistic is the difference divided by its root
and is referred to a t distribution (:mod:`aucurate.data.units`). Wilson's intervals are those of
effective counts (:mod:`aucurate.inference.operating.effective_counts`), and :math:`\rho` is the
correlation of both linearised values.

**Not valid** for classes that were sampled apart, for thresholds chosen on the same observations
(:mod:`aucurate.inference.operating.chosen_threshold`), and for different test sets, which are
refused.

**Degenerate cases.** A classifier without such calls has no such predictive value and is refused.
Where a predictive value is 0 or 1, or the variance of the difference is 0, :math:`\rho` is taken as
0; two classifiers with the same calls have p = 1. Where calls differ but groups do not, or
there is one group, each group counts as a single observation in Kosinski's test.

**Compared with other programs.** No published number of Kosinski's statistic is at hand; it is
verified by its sum over observations, by Pearson's chi-square where no calls are shared, and by
simulation (docs/validation.md). The linearised standard error is that of R's survey package.

Kosinski, A. S. (2013). A weighted generalized score statistic for comparison of predictive values
of diagnostic tests. Statistics in Medicine 32, 964-977.
Leisenring, W., Alonzo, T., Pepe, M. S. (2000). Comparisons of predictive values of binary medical
diagnostic tests for paired designs. Biometrics 56, 345-351.
Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, one_of
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.errors import ContrastError, OptionError
from aucurate.estimates.thresholds.call_moments import (
    Calls,
    UnitSums,
    all_units,
    correlation_of,
    observed,
    shares_of,
)
from aucurate.estimates.thresholds.operating_point import calls_at
from aucurate.formatting import percent, shortened
from aucurate.inference.core.contrasts import Question, is_paired
from aucurate.inference.core.distributions import p_value
from aucurate.inference.operating.effective_counts import EffectiveSize
from aucurate.inference.operating.proportions import proportion_ends
from aucurate.results import Alternative, Caveat, Comparison, Interval, MethodTitle

PredictiveValue: TypeAlias = Literal["positive_predictive_value", "negative_predictive_value"]

METHOD = MethodTitle("weighted generalised score", "weighted-generalised-score")
LINEARISED = MethodTitle("linearised t", "linearised-t")


@dataclass(frozen=True, slots=True)
class SharedCalls:
    """Of those with the call in question: how many are right and wrong, by whom.

    A call is right or wrong whoever makes it, as it depends on the label alone.
    """

    right_both: float
    right_first: float
    right_second: float
    wrong_both: float
    wrong_first: float
    wrong_second: float

    @property
    def values(self) -> tuple[float, float]:
        """The predictive values of both."""
        one, two = self.right_both + self.right_first, self.right_both + self.right_second
        return one / self.sizes[0], two / self.sizes[1]

    @property
    def sizes(self) -> tuple[float, float]:
        """How many observations each classifier calls so."""
        common = self.right_both + self.wrong_both
        return (
            common + self.right_first + self.wrong_first,
            common + self.right_second + self.wrong_second,
        )

    @property
    def null_variance(self) -> float:
        """The variance of the difference if both predictive values are equal."""
        calls = sum(self.sizes)
        right = 2 * self.right_both + self.right_first + self.right_second
        wrong = calls - right
        common = self.right_both * wrong**2 + self.wrong_both * right**2
        # In whole numbers, so that classifiers with the same calls have exactly none.
        spread = (right * wrong * calls - 2 * common) / calls**3
        return spread * (1 / self.sizes[0] + 1 / self.sizes[1])

    @property
    def variance(self) -> float:
        """The variance of the difference as it was found."""
        (p, q), (one, two) = self.values, self.sizes
        right = self.right_both * ((1 - p) / one - (1 - q) / two) ** 2
        right += self.right_first * ((1 - p) / one) ** 2 + self.right_second * ((1 - q) / two) ** 2
        wrong = self.wrong_both * (p / one - q / two) ** 2
        wrong += self.wrong_first * (p / one) ** 2 + self.wrong_second * (q / two) ** 2
        return right + wrong

    @property
    def correlation(self) -> float:
        """The correlation of the two predictive values; 0 where it is not available."""
        own = [p * (1 - p) / n for p, n in zip(self.values, self.sizes, strict=True)]
        if min(*own, self.variance) <= 0:
            return 0.0
        return max(-1.0, min(1.0, (sum(own) - self.variance) / (2 * math.sqrt(own[0] * own[1]))))


@checked(but=("rate",))
def predictive_value_test(
    first: Scores,
    second: Scores,
    *,
    thresholds: tuple[float, float],
    rate: PredictiveValue = "positive_predictive_value",
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison:
    """Do the predictive values of two classifiers at these thresholds differ, and by how much?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = predictive_value_test(data["forest"], data["tree"], thresholds=(0.5, 0.5))
    >>> print(round(found.difference, 3), found.interval)
    0.032 95% CI 0.000 to 0.071
    """
    question = Question.checked(alternative, 0.0, confidence)
    one_of(
        rate,
        get_args(PredictiveValue),
        "rate",
        hint="use mcnemar_test to compare sensitivity, specificity and accuracy.",
    )
    if not is_paired(first, second, paired, "the test of predictive values", units=True):
        raise OptionError(
            "this test compares predictive values on the same observations.",
            hint="build both with PairedScores.from_arrays.",
        )
    positive = rate == "positive_predictive_value"
    calls = [
        calls_at(scores, threshold) == positive
        for scores, threshold in zip((first, second), thresholds, strict=True)
    ]
    for scores, called in zip((first, second), calls, strict=True):
        if not called.any():
            call = "positive" if positive else "negative"
            raise ContrastError(
                f"'{shortened(scores.name)}' calls no observation {call} at its threshold, so it "
                "has no such predictive value.",
                hint="use another threshold.",
            )
    rows, right = first.observations, first.is_positive == positive
    names = first.name, second.name
    if rows.is_grouped or rows.is_sampled:
        return _linearised(rows, (calls[0], calls[1]), right, names, rate, question)
    table = _table(rows, calls[0], calls[1], right)
    return _comparison(table, names, rate, question, first.n_positive / rows.size)


def _cells(first: Calls, second: Calls, right: Calls) -> Calls:
    """Right and then wrong calls: of both, of the first only, of the second only."""
    sets = first & second, first & ~second, ~first & second
    return np.stack([*(each & right for each in sets), *(each & ~right for each in sets)])


def _table(rows: Observations, first: Calls, second: Calls, right: Calls) -> SharedCalls:
    return SharedCalls(*(observed(rows, cell) for cell in _cells(first, second, right)))


def _linearised(
    rows: Observations,
    calls: tuple[Calls, Calls],
    right: Calls,
    names: tuple[str, str],
    rate: PredictiveValue,
    question: Question,
) -> Comparison:
    """The comparison of groups, or with sampling weights."""
    units, cells = all_units(rows), _cells(*calls, right)
    shares = SharedCalls(*shares_of(rows, cells).tolist())
    influences = np.stack(
        [
            called * (right - value) / size
            for called, value, size in zip(calls, shares.values, shares.sizes, strict=True)
        ]
    )
    sums = UnitSums.of(units, [influences], [np.zeros(2)])
    spread, own = sums.spread((1, -1)), [sums.spread(each) for each in ((1, 0), (0, 1))]
    tail = (1 - question.confidence) / 2
    sizes = [
        EffectiveSize(
            value * (1 - value),
            each,
            observed(rows, called),
            all_units(rows, called).effective_sizes[0],
        ).at(tail)
        for value, each, called in zip(shares.values, own, calls, strict=True)
    ]
    r = 0.0
    if spread.is_known:
        r = -correlation_of(own[0].variance, own[1].variance, spread.variance)
    (prevalence,) = shares_of(rows, rows.is_positive[None]).tolist()
    difference, degrees = shares.values[0] - shares.values[1], math.inf
    found = [_of_prevalence(prevalence)]
    if spread.is_known:
        statistic = difference / math.sqrt(spread.variance)
        degrees = spread.degrees_of_freedom
    else:
        either = calls[0] | calls[1]
        size = all_units(rows, either).effective_sizes[0]
        counted = shares_of(rows, cells, among=either) * size
        variance = SharedCalls(*counted.tolist()).null_variance
        statistic = difference / math.sqrt(variance) if variance > 0 else 0.0
        if np.array_equal(*calls):
            statistic = 0.0
            found.append(_same_calls(names))
    return replace(
        _record(names, rate, question, shares.values, statistic, degrees),
        standard_error=math.sqrt(spread.variance),
        interval=_interval(shares.values, (sizes[0], sizes[1]), r, question.confidence),
        method=str(LINEARISED),
        key=LINEARISED.key,
        caveats=tuple(found),
        n_groups=rows.n_groups,
        design_effect=spread.design_effect,
    )


def _comparison(
    table: SharedCalls,
    names: tuple[str, str],
    rate: PredictiveValue,
    question: Question,
    prevalence: float,
) -> Comparison:
    one, two = table.values
    found = [_of_prevalence(prevalence)]
    spread = table.null_variance
    if spread > 0:
        statistic = (one - two) / math.sqrt(spread)
    else:
        statistic = 0.0
        found.append(_same_calls(names))
    return replace(
        _record(names, rate, question, table.values, statistic, math.inf),
        standard_error=math.sqrt(table.variance),
        interval=_interval(table.values, table.sizes, table.correlation, question.confidence),
        caveats=tuple(found),
    )


def _record(
    names: tuple[str, str],
    rate: PredictiveValue,
    question: Question,
    values: tuple[float, float],
    statistic: float,
    degrees: float,
) -> Comparison:
    """The comparison without its standard error, interval and caveats."""
    unknown = Interval(low=-1.0, high=1.0, confidence=question.confidence, method=METHOD)
    return Comparison(
        first=names[0],
        second=names[1],
        quantity=rate.replace("_", " "),
        first_value=values[0],
        second_value=values[1],
        difference=values[0] - values[1],
        standard_error=math.nan,
        interval=unknown,
        null_difference=0.0,
        alternative=question.alternative,
        statistic=statistic,
        degrees_of_freedom=degrees,
        p_value=p_value(statistic, question.alternative, degrees),
        method=METHOD,
        design="paired",
    )


def _interval(
    values: tuple[float, float], sizes: tuple[float, float], r: float, confidence: float
) -> Interval:
    p, q = values
    ends = [
        proportion_ends(share * size, size, confidence, "wilson")
        for share, size in zip(values, sizes, strict=True)
    ]

    def reach(own: float, other: float) -> float:
        return math.sqrt(max(0.0, (own - other) ** 2 + 2 * (1 - r) * own * other))

    return Interval(
        low=max(-1.0, p - q - reach(p - ends[0][0], ends[1][1] - q)),
        high=min(1.0, p - q + reach(ends[0][1] - p, q - ends[1][0])),
        confidence=confidence,
        method=MethodTitle("MOVER Wilson", "mover-wilson"),
    )


def _of_prevalence(share: float) -> Caveat:
    return caveat(Kind.TEST_SET_PREVALENCE, "predictive_values", share=percent(share))


def _same_calls(names: tuple[str, str]) -> Caveat:
    return caveat(Kind.NO_VARIANCE, "same_calls", about=names)
