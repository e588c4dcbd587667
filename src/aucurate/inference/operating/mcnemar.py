r"""McNemar's test: two classifiers at their thresholds, on the same observations.

**Question.** Do two classifiers, each used at a threshold of its own, differ in sensitivity,
specificity or accuracy, and by how much?

**Use it** for thresholds that were fixed before these observations were seen. Predictive values
have a test of their own, :mod:`aucurate.inference.operating.predictive_values`.

Only observations count that one classifier calls rightly and the other wrongly: b the first only, c
the second only, among the n positives (sensitivity), negatives (specificity) or all observations
(accuracy). If the classifiers are equally good, b of the b + c are binomial(b + c, 1/2).

- **mid-p** (``kind="mid-p"``, the default): the binomial tail, of which the outcome itself counts
  one half. It holds its level almost everywhere and rejects more often than the exact test
  (Fagerland and others 2013).
- **exact**: the whole binomial tail; it never rejects too often, and mostly too rarely.
- **score**: :math:`(b - c)/\sqrt{b + c}` as a normal value, McNemar's own, which can reject a
  little too often with few discordant observations; against another null difference, which mid-p
  and exact refuse, Tango's statistic, so that it can ask whether one is not worse by more than a
  margin.
- **clustered** (the default for observations in groups or with sampling weights): the difference
  divided by the root of its linearised variance v, referred to a t distribution. With
  :math:`d_i = 1, -1, 0` where the first, the second or neither is right alone, the difference is
  their weighted mean D, and

  .. math::
      v = \frac{I}{I - 1} \sum_u \Bigl(\sum_{i \in u} s_i (d_i - D)\Bigr)^2

  over the I groups u, with the shares s of the weights (Obuchowski 1998, Durkalski and others
  2003), and the degrees of freedom of :mod:`aucurate.data.units`. For accuracy groups are those of
  all observations, for sensitivity and specificity those of one class.

The **interval** is Tango's score interval (``interval="tango"``, the default), or Newcombe's, both
in :mod:`aucurate.inference.operating.proportions`; for ``clustered`` it has effective counts
(:mod:`aucurate.inference.operating.effective_counts`), for which one observation contributes the
variance of d. Tango's interval agrees with the ``score`` test; the other tests can disagree with it
in borderline cases. The statistic of the mid-p and the exact test is that of ``score``.

**Not valid** for thresholds chosen on the same observations, which favours the classifier with more
thresholds to choose from (:mod:`aucurate.inference.operating.chosen_threshold` shows the optimism
of a choice). Different test sets are refused. All kinds but ``clustered`` refuse groups and
sampling weights. docs/validation.md has the levels.

**Degenerate cases.** Without discordant observations the two-sided p is 1, and the interval is that
of none among n, :math:`\pm z^2/(n + z^2)` by Tango. With fewer than six of them no exact two-sided
p-value lies below 0.05, and a caveat says so. Where groups are discordant but have no variance
(there is one group, or all differ alike), each counts as a single observation in the ``score``
test.

**Compared with other programs.** The p-values agree with R's ``mcnemar.test(correct = FALSE)`` and
``binom.test``, and with those printed by Fagerland and others (2013); the intervals with those
printed by Newcombe (1998) and Fagerland and others (2014). The clustered standard error is that of
R's survey package.

McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or
percentages. Psychometrika 12, 153-157.
Fagerland, M. W., Lydersen, S., Laake, P. (2013). The McNemar test for binary matched-pairs data:
mid-p and asymptotic are better than exact conditional. BMC Medical Research Methodology 13, 91.
Fagerland, M. W., Lydersen, S., Laake, P. (2014). Recommended tests and confidence intervals for
paired binomial proportions. Statistics in Medicine 33, 2850-2875.
Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions for the
paired-sample design. Statistics in Medicine 17, 891-908.
Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial
proportions based on paired data. Statistics in Medicine 17, 2635-2650.
Obuchowski, N. A. (1998). On the comparison of correlated proportions for clustered data. Statistics
in Medicine 17, 1495-1507.
Durkalski, V. L., Palesch, Y. Y., Lipsitz, S. R., Rust, P. F. (2003). Analysis of clustered
matched-pair data. Statistics in Medicine 22, 2417-2428.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, one_of
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.thresholds.call_moments import (
    Calls,
    UnitSums,
    all_units,
    observed,
    shares_of,
)
from aucurate.estimates.thresholds.operating_point import calls_at
from aucurate.formatting import count
from aucurate.inference.core.contrasts import Question, is_paired
from aucurate.inference.core.distributions import p_value
from aucurate.inference.operating.effective_counts import EffectiveSize
from aucurate.inference.operating.proportions import (
    DifferenceInterval,
    EffectiveTable,
    PairedTable,
    difference_interval,
    tango_score,
)
from aucurate.results import Alternative, Caveat, Comparison, MethodTitle

METHOD = MethodTitle("McNemar", "mcnemar")
CLUSTERED = MethodTitle("clustered McNemar", "mcnemar-clustered")

McNemarKind: TypeAlias = Literal["mid-p", "exact", "score"]
McNemarRate: TypeAlias = Literal["sensitivity", "specificity", "accuracy"]

FEWEST = 6  # of discordant observations with which the exact test can reach p < 0.05


@checked(but=("rate",))
def mcnemar_test(
    first: Scores,
    second: Scores,
    *,
    thresholds: tuple[float, float],
    rate: McNemarRate = "accuracy",
    kind: McNemarKind | Literal["clustered"] | None = None,
    interval: DifferenceInterval = "tango",
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers at these thresholds differ in a rate, and by how much?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(mcnemar_test(data["forest"], data["tree"], thresholds=(0.5, 0.5)))
    accuracy difference 0.032 (95% CI 0.017 to 0.059), p = 0.002, McNemar mid-p test, paired
    >>> for rate in ("sensitivity", "specificity"):
    ...     print(mcnemar_test(data["forest"], data["tree"], thresholds=(0.5, 0.5), rate=rate))
    sensitivity difference 0.057 (95% CI 0.020 to 0.118), p = 0.016, McNemar mid-p test, paired
    specificity difference 0.017 (95% CI -0.005 to 0.048), p = 0.125, McNemar mid-p test, paired
    """
    if not is_paired(first, second, paired, "McNemar's test", units=True):
        raise OptionError(
            "McNemar's test compares classifiers on the same observations.",
            hint="build both with PairedScores.from_arrays.",
        )
    rows = first.observations
    units = rows.is_grouped or rows.is_sampled
    if kind == "clustered" or (kind is None and units):
        calls = SharedRights.of(first, second, thresholds, rate)
        question = Question.checked(alternative, null_difference, confidence)
        return _clustered(calls, (first.name, second.name), rate, question, interval)
    if units:
        raise UnsupportedError(
            f"the {kind} test counts independent observations; these are in groups or have "
            "sampling weights.",
            hint="use kind='clustered', the default for these.",
        )
    table = paired_table(first, second, thresholds=thresholds, rate=rate)
    return mcnemar_comparison(
        table,
        names=(first.name, second.name),
        rate=rate,
        kind=kind or "mid-p",
        interval=interval,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )


@dataclass(frozen=True, slots=True, eq=False)
class SharedRights:
    """Which observations each of two classifiers calls rightly, and which a rate is about."""

    rows: Observations
    first: Calls
    second: Calls
    about: Calls

    @classmethod
    def of(
        cls, first: Scores, second: Scores, thresholds: tuple[float, float], rate: McNemarRate
    ) -> "SharedRights":
        """At these thresholds."""
        one_of(
            rate,
            get_args(McNemarRate),
            "rate",
            hint="use predictive_value_test to compare predictive values.",
        )
        is_positive = first.is_positive
        one, two = (
            calls_at(scores, threshold) == is_positive
            for scores, threshold in zip((first, second), thresholds, strict=True)
        )
        about = np.ones(len(is_positive), np.bool_)
        if rate != "accuracy":
            about = is_positive if rate == "sensitivity" else ~is_positive
        return cls(first.observations, one, two, about)

    @property
    def cells(self) -> Calls:
        """Rightly called by both, by the first only, by the second only, by neither."""
        one, two = self.first, self.second
        kinds = np.stack([one & two, one & ~two, ~one & two, ~one & ~two])
        return np.asarray(kinds & self.about)

    def repeated(self) -> "SharedRights":
        """With a row for every observation that frequency weights stand for."""
        counts = self.rows.counts
        assert counts is not None
        first, second, about = (
            np.repeat(each, counts) for each in (self.first, self.second, self.about)
        )
        return SharedRights(self.rows.plain("McNemar's test"), first, second, about)

    @property
    def table(self) -> PairedTable:
        """How many observations there are of each kind."""
        both, first_only, second_only, neither = (observed(self.rows, c) for c in self.cells)
        return PairedTable(
            both=both, first_only=first_only, second_only=second_only, neither=neither
        )


def paired_table(
    first: Scores, second: Scores, *, thresholds: tuple[float, float], rate: McNemarRate
) -> PairedTable:
    """How many observations each of two classifiers calls rightly, among those of the rate."""
    first.observations.require("a table of counts of McNemar's test")
    return SharedRights.of(first, second, thresholds, rate).table


def _clustered(
    calls: SharedRights,
    names: tuple[str, str],
    rate: str,
    question: Question,
    method: DifferenceInterval,
) -> Comparison:
    """The test of groups or sampling weights; each row is a unit where there are neither."""
    rows = calls.rows
    if not (rows.is_grouped or rows.is_sampled) and rows.counts is not None:
        calls = calls.repeated()
        rows = calls.rows
    shares = shares_of(rows, calls.cells, among=calls.about)
    units = all_units(rows, calls.about)
    apart = (calls.first.astype(np.float64) - calls.second)[calls.about]
    difference = float(shares[1] - shares[2])
    spread = UnitSums.of(units, [apart[None]], [np.array([difference])]).spread()
    discordant = float(shares[1] + shares[2])
    size = EffectiveSize(
        max(0.0, discordant - difference**2),
        spread,
        observed(rows, calls.about),
        units.effective_sizes[0],
    )
    table = EffectiveTable.of_shares(shares.tolist(), size.at((1 - question.confidence) / 2))
    degrees, null = math.inf, question.null_difference
    if spread.is_known:
        statistic = (difference - null) / math.sqrt(spread.variance)
        degrees = spread.degrees_of_freedom
    else:
        statistic = tango_score(table, null)
    return Comparison(
        first=names[0],
        second=names[1],
        quantity=rate,
        first_value=float(shares[0] + shares[1]),
        second_value=float(shares[0] + shares[2]),
        difference=difference,
        standard_error=math.sqrt(spread.variance),
        interval=difference_interval(table, confidence=question.confidence, method=method),
        null_difference=null,
        alternative=question.alternative,
        statistic=statistic,
        degrees_of_freedom=degrees,
        p_value=p_value(statistic, question.alternative, degrees),
        method=CLUSTERED,
        design="paired",
        caveats=tuple(_caveats(calls.table, names, rate)),
        n_groups=rows.n_groups,
        design_effect=spread.design_effect,
    )


def mcnemar_comparison(
    table: PairedTable,
    *,
    names: tuple[str, str] = ("first", "second"),
    rate: str = "accuracy",
    kind: McNemarKind = "mid-p",
    interval: DifferenceInterval = "tango",
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """:func:`mcnemar_test` from a table of counts. Fagerland and others (2013), n = 21:

    >>> table = PairedTable(both=1, first_only=1, second_only=7, neither=12)
    >>> for kind in ("mid-p", "exact", "score"):
    ...     print(round(mcnemar_comparison(table, kind=kind).p_value, 3))
    0.039
    0.07
    0.034
    """
    question = _checked(kind, alternative, null_difference, confidence)
    statistic = tango_score(table, question.null_difference)
    if kind == "score":
        p = p_value(statistic, question.alternative)
    else:
        p = _binomial_p_value(table, question.alternative, mid=kind == "mid-p")
    return Comparison(
        first=names[0],
        second=names[1],
        quantity=rate,
        first_value=table.first_share,
        second_value=table.second_share,
        difference=table.difference,
        standard_error=table.standard_error,
        interval=difference_interval(table, confidence=question.confidence, method=interval),
        null_difference=question.null_difference,
        alternative=question.alternative,
        statistic=statistic,
        degrees_of_freedom=math.inf,
        p_value=p,
        method=METHOD if kind == "score" else METHOD.plus(kind),
        design="paired",
        caveats=tuple(_caveats(table, names, rate)),
    )


def _checked(
    kind: McNemarKind, alternative: Alternative, null_difference: float, confidence: float
) -> Question:
    question = Question.checked(alternative, null_difference, confidence)
    if kind != "score" and question.null_difference != 0:
        raise OptionError(
            f"the {kind} test asks whether there is a difference at all; null_difference is "
            f"{null_difference!r}.",
            hint="use kind='score' or kind='clustered' to test against another difference.",
        )
    return question


def _binomial_p_value(table: PairedTable, alternative: Alternative, *, mid: bool) -> float:
    b, c = table.first_only, table.second_only
    greater, less = _at_most(c, b + c, mid=mid), _at_most(b, b + c, mid=mid)
    if alternative == "greater":
        return greater
    if alternative == "less":
        return less
    return min(1.0, 2 * min(greater, less))


def _at_most(successes: float, trials: float, *, mid: bool) -> float:
    """P(S <= successes) of a fair coin, of which mid-p takes the outcome itself by half."""
    whole = float(special.bdtr(successes, trials, 0.5)) if trials else 1.0
    if not mid:
        return whole
    below = float(special.bdtr(successes - 1, trials, 0.5)) if successes else 0.0
    return (whole + below) / 2


def _caveats(table: PairedTable, names: tuple[str, str], rate: str) -> list[Caveat]:
    discordant = table.first_only + table.second_only
    if discordant == 0:
        size = count(int(table.size), "observation")
        return [caveat(Kind.NO_DISCORDANT_CALLS, "pair", about=names, rate=rate, size=size)]
    if discordant < FEWEST:
        return [
            caveat(
                Kind.FEW_DISCORDANT_CALLS,
                "pair",
                about=names,
                rate=rate,
                size=count(int(discordant), "observation"),
                limit=FEWEST,
            )
        ]
    return []
