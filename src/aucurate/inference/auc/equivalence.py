r"""Non-inferiority, superiority by a margin, and equivalence: what a margin was set for.

**Question.** Is the first classifier not worse than the second by the margin or more, better by
more than the margin, or within the margin on both sides? A test of no difference answers none of
these: a large p-value is not evidence of equality.

**Use it** when a margin that says which difference of AUCs would matter has been set before the
data were seen. In a study: ``compare(..., margin=0.02, margin_test="equivalence")``, or on the
command line ``--margin 0.02 --margin-test non-inferiority|superiority|equivalence``.

With the margin M > 0 (0 too for superiority), the difference D = first - second of the AUCs, and
the one-sided level a,

- non-inferiority: reject :math:`D \le -M`; shown if the interval lies above -M;
- superiority by a margin: reject :math:`D \le M`; shown if the interval lies above M;
- equivalence (two one-sided tests, TOST): reject :math:`D \le -M` *and* :math:`D \ge M`, each at
  level a, p is the larger of the two; shown if the interval lies within (-M, M).

The interval that belongs to a one-sided test at level a has confidence 1 - 2a. Following ICH E9
(section 5.5: one-sided tests at half the two-sided level) the level is 0.025 for non-inferiority
and superiority by a margin, so the 95% interval decides; for equivalence it is Schuirmann's 0.05,
so the 90% interval decides.

**Which method.** Any with an interval and a null difference: DeLong's, Hanley-McNeil's, the
bootstrap; the default is MOVER (:mod:`aucurate.inference.auc.mover`). At a margin DeLong's test
claims non-inferiority and equivalence too often when AUCs are high, with 50 in a class as with 20:
the lower of the two AUCs then has the larger error, and to one side (docs/validation.md has the
levels of both). A permutation test has no other null than 0 and refuses. Where a test and its
interval fall on different sides of the margin (they do not rest on the same distribution in every
method) nothing is claimed, and a caveat says so.

**What the sentence says.** ``str`` of the result says whether it was shown, with the numbers, and
what must not be read into it: not shown to be non-inferior is not inferior; non-inferior is not
better; equivalent is not equal.

**Several pairs, several questions.** Showing non-inferiority first and superiority (margin 0) from
the same interval afterwards needs no correction. Several pairs need one: ``compare`` with a margin
adjusts their p-values by its correction, and what it calls shown is shown for all pairs together;
without a study, divide the level by their number. To show that *all* of several pairs are
equivalent needs none (an intersection-union test).

**Not valid** where the method is not, or with a margin chosen after seeing the data. The margin
must be smaller than any loss that matters: no method can check that.

**Degenerate cases.** Two classifiers that order every pair alike have an interval whose two ends
rest on the same event, so there the interval with confidence 1 - a decides.

ICH E9 (1998). Statistical principles for clinical trials. ICH E10 (2000). Choice of control group.
Schuirmann, D. J. (1987). A comparison of the two one-sided tests procedure and the power approach
for assessing the equivalence of average bioavailability. Journal of Pharmacokinetics and
Biopharmaceutics 15, 657-680.
Liu, J.-P., Ma, M.-C., Wu, C.-Y., Tai, J.-Y. (2006). Tests of equivalence and non-inferiority for
diagnostic accuracy based on the paired areas under ROC curves. Statistics in Medicine 25,
1219-1238.
Berger, R. L. (1982). Multiparameter hypothesis testing and acceptance sampling. Technometrics 24,
295-300.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from aucurate import formatting
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.classes import ClassScores
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.formatting import shortened
from aucurate.hints import Argument, Hint
from aucurate.inference.auc.mover import mover_test
from aucurate.results import Alternative, Caveat, Comparison, Record

MarginKind: TypeAlias = Literal["non-inferiority", "superiority", "equivalence"]
Method: TypeAlias = Callable[..., Comparison]
Compared: TypeAlias = Scores | ClassScores | OrderedScores | str
"""A classifier, or its name among the moments that the method holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginTest(Record):
    """The result of a margin test: ``str`` states what it showed, and what it did not.

    ``comparison`` is the one-sided comparison that decides (of equivalence: the one with the larger
    p-value); its null difference is the margin on that side, and its interval is two-sided.
    """

    kind: MarginKind
    margin: float
    level: float
    comparison: Comparison
    p_value: float
    shown: bool
    caveats: tuple[Caveat, ...] = ()

    @property
    def is_contradicted(self) -> bool:
        """Whether the whole interval lies where the claim is wrong.

        >>> from aucurate.datasets import load_breast_cancer
        >>> data = load_breast_cancer()
        >>> noninferiority_test(data["tree"], data["forest"], margin=0.02).is_contradicted
        True
        """
        low, high = self.comparison.interval.low, self.comparison.interval.high
        if self.kind == "superiority":
            return high < self.margin
        return high < -self.margin or (self.kind == "equivalence" and low > self.margin)

    def __str__(self) -> str:
        found = self.comparison
        digits = formatting.digits_for(found.interval.high - found.interval.low)
        return (
            f"{_claim(self)} was {'' if self.shown else 'not '}shown: {found.quantity} difference "
            f"{formatting.number(found.difference, digits)} ({found.interval}), "
            f"{formatting.p_value(self.p_value)}, {found.method} test, {found.design}, one-sided "
            f"level {self.level:g}. {_beside(self)}"
        ).rstrip()


@checked
def noninferiority_test(
    first: Compared,
    second: Compared,
    *,
    margin: float,
    level: float = 0.025,
    method: Method = mover_test,
    **options: Any,
) -> MarginTest:
    """Is the first classifier's AUC not lower than the second's by the margin or more?

    ``method`` compares the two, with ``options`` of its own; for moments it is
    ``partial(paired_comparison, moments)`` and the classifiers are named.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(noninferiority_test(data["forest"], data["logistic"], margin=0.05))
    ... # doctest: +NORMALIZE_WHITESPACE
    Non-inferiority of forest to logistic with margin 0.05 was shown: AUC difference -0.016
    (95% CI -0.043 to 0.008), p = 0.007, MOVER beta test, paired, one-sided level 0.025.
    This does not show that forest is better.
    """
    return _tested("non-inferiority", first, second, margin, level, method, options)


@checked
def superiority_test(
    first: Compared,
    second: Compared,
    *,
    margin: float,
    level: float = 0.025,
    method: Method = mover_test,
    **options: Any,
) -> MarginTest:
    """Is the first classifier's AUC higher than the second's by more than the margin?

    The margin may be 0: is it higher at all?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(superiority_test(data["forest"], data["tree"], margin=0.01))
    ... # doctest: +NORMALIZE_WHITESPACE
    Superiority of forest to tree by more than 0.01 was shown: AUC difference 0.041
    (95% CI 0.021 to 0.071), p = 0.001, MOVER beta test, paired, one-sided level 0.025.
    """
    return _tested("superiority", first, second, margin, level, method, options)


@checked
def equivalence_test(
    first: Compared,
    second: Compared,
    *,
    margin: float,
    level: float = 0.05,
    method: Method = mover_test,
    **options: Any,
) -> MarginTest:
    """Do the two AUCs differ by less than the margin, whichever is higher (TOST)?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(equivalence_test(data["forest"], data["neighbours"], margin=0.01))
    ... # doctest: +NORMALIZE_WHITESPACE
    Equivalence of forest and neighbours within 0.01 was not shown: AUC difference -0.00003
    (90% CI -0.019 to 0.019), p = 0.231, MOVER beta test, paired, one-sided level 0.05.
    This does not show that forest and neighbours differ.
    """
    return _tested("equivalence", first, second, margin, level, method, options)


# On which side of the difference the hypothesis to be rejected lies, and where it ends.
_SIDES: Mapping[MarginKind, tuple[tuple[Alternative, int], ...]] = {
    "non-inferiority": (("greater", -1),),
    "superiority": (("greater", 1),),
    "equivalence": (("greater", -1), ("less", 1)),
}


def _tested(
    kind: MarginKind,
    first: Any,
    second: Any,
    margin: float,
    level: float,
    method: Method,
    options: Mapping[str, Any],
) -> MarginTest:
    margin, level = _checked(kind, margin, level, options)

    def ask(confidence: float) -> list[Comparison]:
        return [
            method(
                first,
                second,
                alternative=alternative,
                null_difference=sign * margin,
                confidence=confidence,
                **options,
            )
            for alternative, sign in _SIDES[kind]
        ]

    found = ask(1 - 2 * level)
    if any(c.kind == Kind.IDENTICAL_RANKING for c in found[0].caveats):
        found = ask(1 - level)  # both ends of that interval rest on the same event
    deciding = max(found, key=lambda comparison: comparison.p_value)
    shown, caveats = decided(found, deciding.p_value, level)
    return MarginTest(
        kind=kind,
        margin=margin,
        level=level,
        comparison=deciding,
        p_value=deciding.p_value,
        shown=shown,
        caveats=(*deciding.caveats, *caveats),
    )


def decided(
    comparisons: Iterable[Comparison], p_value: float, level: float
) -> tuple[bool, tuple[Caveat, ...]]:
    """Whether one-sided comparisons show their alternatives, by test and interval alike.

    Where the two disagree nothing is claimed, and there is a caveat.
    """
    rejected = p_value <= level
    outside = all(_leaves_out(comparison) for comparison in comparisons)
    return rejected and outside, () if rejected == outside else (_DISAGREE,)


def _leaves_out(comparison: Comparison) -> bool:
    """Whether the interval lies on the side of the null difference that the alternative names."""
    if comparison.alternative == "greater":
        return comparison.interval.low >= comparison.null_difference
    return comparison.interval.high <= comparison.null_difference


_DISAGREE = caveat(Kind.TEST_AND_INTERVAL_DISAGREE)


def checked_margin(margin: float, kind: MarginKind) -> float:
    """The margin, refused where it means nothing; only superiority has a margin of 0."""
    if 0 < margin < 1 or (margin == 0 and kind == "superiority"):
        return float(margin)
    raise OptionError(
        f"a margin must lie above 0 and below 1; it is {margin!r}.",
        hint=Hint(
            "{margin} tolerates a loss of AUC of less than 0.02; it has no sign. A margin of 0 is "
            "for {margin_test}.",
            margin=0.02,
            margin_test="superiority",
        ),
    )


def _checked(
    kind: MarginKind, margin: float, level: float, options: Mapping[str, Any]
) -> tuple[float, float]:
    margin = checked_margin(margin, kind)
    if not 0 < level < 0.5:
        raise OptionError(
            f"the level of a one-sided test must lie between 0 and 0.5; it is {level!r}.",
            hint=Hint(
                "{} goes with a 95% interval, {} with a 90% interval.",
                Argument("level", 0.025),
                Argument("level", 0.05),
            ),
        )
    taken = sorted({"alternative", "null_difference", "confidence"} & set(options))
    if taken:
        raise OptionError(
            f"{formatting.join_words(taken)} cannot be set: the margin and the level determine "
            "them.",
            hint=Hint("{margin} sets the null difference, {level} the confidence 1 - 2 level."),
        )
    return margin, float(level)


def _claim(test: MarginTest) -> str:
    first, second = shortened(test.comparison.first), shortened(test.comparison.second)
    if test.kind == "non-inferiority":
        return f"Non-inferiority of {first} to {second} with margin {test.margin:g}"
    if test.kind == "superiority":
        by = f" by more than {test.margin:g}" if test.margin else ""
        return f"Superiority of {first} to {second}{by}"
    return f"Equivalence of {first} and {second} within {test.margin:g}"


def _beside(test: MarginTest) -> str:
    """What the result does not show, and what the interval adds."""
    first, margin = shortened(test.comparison.first), test.margin
    low, high = test.comparison.interval.low, test.comparison.interval.high
    if test.kind == "superiority":
        if test.shown:
            return ""
        by_that_much = " by that much" if margin else ""
        if high < margin:
            return f"The interval lies below {margin:g}: {first} is not better{by_that_much}."
        by_more = f" by more than {margin:g}" if margin else ""
        return f"This does not show that {first} is not better{by_more}."
    favoured = first if low > 0 else shortened(test.comparison.second)
    if low > margin or high < -margin:
        where = f"above {margin:g}" if low > margin else f"below {-margin:g}"
        return f"The interval lies {where}, in favour of {favoured} by more than the margin."
    if low > 0 or high < 0:
        return f"The interval lies {'above' if low > 0 else 'below'} 0, in favour of {favoured}."
    if test.kind == "non-inferiority":
        return f"This does not show that {first} is {'better' if test.shown else 'inferior'}."
    if test.shown:
        return f"This does not show that the two have the same {test.comparison.quantity}."
    return f"This does not show that {first} and {shortened(test.comparison.second)} differ."
