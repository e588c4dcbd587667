r"""p-values for several questions at once.

**Question.** Ten comparisons at level 0.05 reject one or more true hypotheses far more often than
once in twenty. Which rejections remain when all tests are considered jointly?

**Use it** for the p-values of all pairs, or of each classifier against a reference, as
``compare(..., correction=...)`` and ``--correction`` do. An adjusted p-value answers for any level:
reject where it is at or below the level. Where intervals are wanted too, or the estimated
correlations are to be used, :mod:`aucurate.inference.auc.simultaneous` does both.

With the k p-values sorted ascending, :math:`p_{(1)} \le \dots \le p_{(k)}`,

- ``"holm"`` (the default): the largest of :math:`(k - j + 1)\,p_{(j)}` over :math:`j \le i`
- ``"hochberg"``: the smallest of :math:`(k - j + 1)\,p_{(j)}` over :math:`j \ge i`
- ``"benjamini-hochberg"``: the smallest of :math:`k\,p_{(j)} / j` over :math:`j \ge i`
- ``"bonferroni"``: :math:`k\,p_{(i)}`
- ``"none"``: :math:`p_{(i)}`, each question as if it were the only one

each cut at 1 and given back in the order of the questions. Bonferroni, Holm and Hochberg hold the
family-wise error rate: with probability 1 - level there is no false rejection at all.
Benjamini-Hochberg holds the false discovery rate: the expected share of false ones among the
rejections is at most the level, which is a weaker guarantee and says nothing about a single
rejection. Holm rejects all that Bonferroni does, Hochberg all that Holm does.

**Not valid**: Hochberg and Benjamini-Hochberg without independent or positively dependent
statistics, for which they are proven; Bonferroni and Holm hold whatever the dependence. Differences
from one reference usually are positively dependent; among all pairs some differences are negatively
correlated (a - b with b - c), the theory does not cover them, and Holm's method is the safe one.
Benjamini-Hochberg is also wrong where one false claim matters.

**Compared with other programs.** Benjamini-Hochberg agrees with SciPy's
``false_discovery_control``. On the fifteen endpoints in the paper of 1995 the corrections reject
what it says: Bonferroni and Hochberg three, Benjamini-Hochberg four.

The references stand with the functions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from aucurate.checks import checked
from aucurate.errors import OptionError

Correction: TypeAlias = Literal["holm", "hochberg", "benjamini-hochberg", "bonferroni", "none"]


@checked
def adjust(p_values: Sequence[float], correction: Correction = "holm") -> tuple[float, ...]:
    """Adjusted p-values by the named correction, in the order of the tests.

    >>> adjust([0.01, 0.04, 0.03], "holm")
    (0.03, 0.06, 0.06)
    >>> adjust([0.01, 0.04, 0.03], "benjamini-hochberg")
    (0.03, 0.04, 0.04)
    >>> adjust([0.01, 0.04, 0.03], "none")
    (0.01, 0.04, 0.03)
    """
    return CORRECTIONS[correction](p_values)


@checked
def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm's adjusted p-values: reject those at or below the level and the chance of even one
    false rejection among all the questions stays at the level, however they depend on each other.

    Sorted ascending, the i-th of k is multiplied by k - i + 1; an adjusted value is never below
    that of a smaller p-value, and never above 1.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)

    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
    of Statistics 6, 65-70.
    """
    values, order = _sorted(p_values)
    adjusted = [0.0] * len(values)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[i]))
        adjusted[i] = highest
    return tuple(adjusted)


@checked
def hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Hochberg's adjusted p-values: Holm's multipliers, but stepping up from the largest p-value.

    The family-wise error rate holds if the statistics are independent or positively dependent;
    where that is not known, Holm's method is the one to use. The i-th smallest of k is multiplied
    by k - i + 1; an adjusted value is never above that of a larger p-value.

    >>> hochberg([0.01, 0.04, 0.03])
    (0.03, 0.04, 0.04)

    Hochberg, Y. (1988). A sharper Bonferroni procedure for multiple tests of significance.
    Biometrika 75, 800-802.
    Sarkar, S. K. (1998). Some probability inequalities for ordered MTP2 random variables: a proof
    of the Simes conjecture. Annals of Statistics 26, 494-504 (the positive dependence it needs).
    """
    values, order = _sorted(p_values)
    return _stepping_up(values, order, [float(len(values) - rank) for rank in range(len(values))])


@checked
def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values (q-values) of Benjamini and Hochberg: the false discovery rate.

    Reject those at or below q, and the expected share of false rejections among all rejections is
    at most q, if the statistics are independent or positively dependent. That guarantees nothing
    about any single rejection. The i-th smallest of k is multiplied by k / i.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    (0.03, 0.04, 0.04)

    Benjamini, Y., Hochberg, Y. (1995). Controlling the false discovery rate: a practical and
    powerful approach to multiple testing. Journal of the Royal Statistical Society B 57, 289-300.
    Benjamini, Y., Yekutieli, D. (2001). The control of the false discovery rate in multiple testing
    under dependency. Annals of Statistics 29, 1165-1188 (the positive dependence it needs).
    """
    values, order = _sorted(p_values)
    count = len(values)
    return _stepping_up(values, order, [count / (rank + 1) for rank in range(count)])


@checked
def bonferroni(p_values: Sequence[float]) -> tuple[float, ...]:
    """Each p-value times the number of questions, at most 1: valid always, and the one correction
    with simple matching intervals (confidence 1 - level / k each). Holm rejects no less.

    >>> bonferroni([0.01, 0.04, 0.03, 0.5])
    (0.04, 0.16, 0.12, 1.0)

    Dunn, O. J. (1961). Multiple comparisons among means. Journal of the American Statistical
    Association 56, 52-64.
    """
    values, _ = _sorted(p_values)
    return tuple(min(1.0, len(values) * p) for p in values)


@checked
def no_correction(p_values: Sequence[float]) -> tuple[float, ...]:
    """The p-values as they are: each question is answered as if it were the only one.

    >>> no_correction([0.01, 0.04])
    (0.01, 0.04)
    """
    values, _ = _sorted(p_values)
    return tuple(values)


CORRECTIONS: Mapping[Correction, Callable[[Sequence[float]], tuple[float, ...]]] = {
    "holm": holm,
    "hochberg": hochberg,
    "benjamini-hochberg": benjamini_hochberg,
    "bonferroni": bonferroni,
    "none": no_correction,
}

CORRECTION_TITLES: Mapping[Correction, str] = {
    "holm": "Holm",
    "hochberg": "Hochberg",
    "benjamini-hochberg": "Benjamini-Hochberg",
    "bonferroni": "Bonferroni",
    "none": "not adjusted",
}


def _sorted(p_values: Sequence[float]) -> tuple[list[float], list[int]]:
    """The p-values, checked, and their places from the smallest to the largest."""
    for at, p in enumerate(p_values):
        if not 0 <= p <= 1:
            raise OptionError(
                f"p-values lie between 0 and 1; number {at + 1} is {p!r}.",
                hint="leave out tests without a p-value before adjusting the others.",
            )
    values = [float(p) for p in p_values]
    return values, sorted(range(len(values)), key=lambda i: values[i])


def _stepping_up(
    values: list[float], order: list[int], multipliers: list[float]
) -> tuple[float, ...]:
    """From the largest p-value down, each times its multiplier, never above a larger one's."""
    adjusted = [0.0] * len(values)
    lowest = 1.0
    for i, multiplier in reversed(list(zip(order, multipliers, strict=True))):
        lowest = min(lowest, multiplier * values[i])
        adjusted[i] = lowest
    return tuple(adjusted)
