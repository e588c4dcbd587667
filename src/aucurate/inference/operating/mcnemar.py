r"""McNemar's test: two classifiers at their thresholds, on the same observations.

**Question.** Do two classifiers, each used at a threshold of its own, differ in sensitivity,
specificity or accuracy, and by how much?

Only observations count that one classifier calls rightly and the other wrongly: b the first only, c
the second only, among the positives (sensitivity), the negatives (specificity) or all (accuracy).
If the classifiers are equally good, b of the b + c are binomial(b + c, 1/2).

- **mid-p** (default): the binomial tail, of which the outcome itself counts one half. It holds its
  level almost everywhere and rejects more often than the exact test (Fagerland and others 2013).
- **exact**: the whole binomial tail; never rejects too often, and mostly too seldom.
- **score**: :math:`(b - c)/\sqrt{b + c}` as a normal value, McNemar's own; against another null
  difference, Tango's statistic, so that it can ask whether one is not worse by more than a margin.

The interval is Tango's score interval, or Newcombe's
(:mod:`aucurate.inference.operating.proportions`). It agrees with the ``score`` test; mid-p and
exact test can disagree with it in borderline cases. The statistic of every kind is that of
``score``. Without discordant observations p is 1, and the interval is that of none among n.

**Not valid** for observations in groups, and for thresholds chosen on the same observations, which
favours the classifier with more thresholds to choose from.

McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or
percentages. Psychometrika 12, 153-157.
Fagerland, M. W., Lydersen, S., Laake, P. (2013). The McNemar test for binary matched-pairs data:
mid-p and asymptotic are better than exact conditional. BMC Medical Research Methodology 13, 91.
"""

import math
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, one_of
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import calls_at
from aucurate.formatting import count
from aucurate.inference.core.contrasts import Question, is_paired
from aucurate.inference.core.distributions import p_value
from aucurate.inference.operating.proportions import (
    DifferenceInterval,
    PairedTable,
    difference_interval,
    tango_score,
)
from aucurate.results import Alternative, Caveat, Comparison, MethodTitle

METHOD = MethodTitle("McNemar", "mcnemar")

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
    kind: McNemarKind = "mid-p",
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
    """
    if not is_paired(first, second, paired, "McNemar's test"):
        raise OptionError(
            "McNemar's test compares classifiers on the same observations.",
            hint="build both with PairedScores.from_arrays.",
        )
    table = paired_table(first, second, thresholds=thresholds, rate=rate)
    return mcnemar_comparison(
        table,
        names=(first.name, second.name),
        rate=rate,
        kind=kind,
        interval=interval,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )


def paired_table(
    first: Scores, second: Scores, *, thresholds: tuple[float, float], rate: McNemarRate
) -> PairedTable:
    """Which observations each of two classifiers calls rightly, among those the rate is about."""
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
    if rate != "accuracy":
        about = is_positive if rate == "sensitivity" else ~is_positive
        one, two = one[about], two[about]
    both, first_only = int(np.count_nonzero(one & two)), int(np.count_nonzero(one & ~two))
    second_only = int(np.count_nonzero(~one & two))
    return PairedTable(
        both=both,
        first_only=first_only,
        second_only=second_only,
        neither=len(one) - both - first_only - second_only,
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
            hint="use kind='score' to test against another difference.",
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


def _at_most(successes: int, trials: int, *, mid: bool) -> float:
    """P(S <= successes) of a fair coin, of which mid-p takes the outcome itself by half."""
    whole = float(special.bdtr(successes, trials, 0.5)) if trials else 1.0
    if not mid:
        return whole
    below = float(special.bdtr(successes - 1, trials, 0.5)) if successes else 0.0
    return (whole + below) / 2


def _caveats(table: PairedTable, names: tuple[str, str], rate: str) -> list[Caveat]:
    discordant = table.first_only + table.second_only
    if discordant == 0:
        size = count(table.size, "observation")
        return [caveat(Kind.NO_DISCORDANT_CALLS, "pair", about=names, rate=rate, size=size)]
    if discordant < FEWEST:
        return [
            caveat(
                Kind.FEW_DISCORDANT_CALLS,
                "pair",
                about=names,
                rate=rate,
                size=count(discordant, "observation"),
                limit=FEWEST,
            )
        ]
    return []
