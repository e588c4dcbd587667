r"""Two algorithms over many data sets: the sign test and Wilcoxon's test.

The sign test
-------------
The sign test of two algorithms over many data sets: which is better on more of them?

**Question.** Is one of two algorithms better on more data sets than chance would give?

**Use it** where values on different data sets are not comparable: it needs no common scale. Where
they are comparable, Wilcoxon's test finds more.

The test is that of :mod:`aucurate.inference.core.signs_and_ranks` on the differences, one per data
set. The difference is their median, and its interval lies between two order statistics (equal
values count in it; unbounded where there are too few data sets for the confidence).

**Not valid** for folds of one data set (:mod:`aucurate.inference.folds.sign_tests` has their own).
With n data sets that differ no two-sided p-value lies below :math:`2^{1-n}`: five can never reach
0.05.

**Degenerate cases.** Data sets with equal values (up to rounding) are left out of the test; if all
are equal, p = 1. One data set is refused.

Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30, section 3.1.4.

The signed rank test
--------------------
Wilcoxon's signed rank test of two algorithms over many data sets.

**Question.** Is one of two algorithms better on data sets such as these?

**Use it** for two algorithms, or for every pair of several: what it says of a pair does not depend
on the other algorithms, as tests by average ranks do
(:mod:`aucurate.inference.many_datasets.post_hoc`). If a p-value does not answer the question, there
are posterior probabilities (:mod:`aucurate.inference.many_datasets.bayesian_signed_rank`).

The test is that of :mod:`aucurate.inference.core.signs_and_ranks` on the differences :math:`d_i`,
one per data set: the ranks of their sizes, summed over those above zero, with the exact
distribution up to 1,000 data sets, also with ties. The difference is Hodges and Lehmann's: the
median of the averages :math:`(d_i + d_j)/2, i \le j`; the interval holds those averages that the
test without ties would not reject (equal values count in it). With so few data sets that no
interval has the confidence it is unbounded.

**Not valid** for folds of one data set, or data sets that are versions of each other. It compares
differences on the scale of the values: a difference of 0.01 is taken to mean the same everywhere.
No two-sided p-value lies below :math:`2^{1-n}`, as for the sign test.

**Degenerate cases.** As for the sign test.

**Compared with other programs.** Without ties and zeros, p-value, difference and interval are those
of R's ``wilcox.test(exact = TRUE, conf.int = TRUE)``. R takes the normal distribution as soon as
there is a tie; SciPy 1.17's ``wilcoxon`` counts as here up to 50 differences without ties, and with
ties or zeros up to 13.

Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30 (the test that it recommends for two).
Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
Hodges, J. L., Lehmann, E. L. (1963). Estimates of location based on rank tests. Annals of
Mathematical Statistics 34, 598-611.
"""

from dataclasses import dataclass

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.formatting import count, digits_for, number, p_value
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.paired_differences import (
    OrderTest,
    PairedDifferences,
    sign_test,
    wilcoxon_test,
)
from aucurate.inference.many_datasets.friedman import require_several
from aucurate.results import Alternative, Caveat, Interval, MethodRecord, MethodTitle

# Two algorithms over many data sets: their differences, and the record their tests return.


FEW = 6
SIGN = MethodTitle("sign test", "sign")
ORDER_STATISTICS = MethodTitle("order statistics", "order-statistics")
WILCOXON_EXACT = MethodTitle("Wilcoxon signed rank (exact)", "wilcoxon")
WILCOXON_NORMAL = MethodTitle("Wilcoxon signed rank (normal)", "wilcoxon-normal")
HODGES_LEHMANN = MethodTitle("Hodges-Lehmann", "hodges-lehmann")


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSetsComparison(MethodRecord):
    """Two algorithms over data sets; ``difference`` is a centre of first minus second.

    What centre it is, the method says; ``interval`` holds it. The counts go by what is better, so
    the first may be ahead with a negative difference where a lower value is better.
    """

    first: str
    second: str
    quantity: str
    n_first_better: int
    n_second_better: int
    n_equal: int
    difference: float
    interval: Interval
    alternative: Alternative
    statistic: float
    p_value: float
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        digits = digits_for(self.interval.high - self.interval.low)
        return (
            f"{self.first} better on {self.n_first_better}, {self.second} on "
            f"{self.n_second_better}, equal on {count(self.n_equal, 'data set')}: {self.quantity} "
            f"difference {number(self.difference, digits)} ({self.interval}), "
            f"{p_value(self.p_value)}, {self.method}"
        )


def pair_differences(table: ResultsTable, first: str, second: str) -> PairedDifferences:
    """The differences of two of the table's algorithms."""
    require_several(table)
    if first == second:
        table.position(first)
        raise OptionError(
            f"'{first}' cannot be compared with itself.", hint="name two different algorithms."
        )
    ours, theirs = table.column(first), table.column(second)
    return PairedDifferences.between((first, second), ours, theirs, table.quantity)


def _comparison(
    table: ResultsTable,
    pair: PairedDifferences,
    question: Question,
    test: OrderTest,
    method: MethodTitle,
    *,
    interval_of: MethodTitle,
) -> DataSetsComparison:
    """The record of a test by signs or ranks."""
    above, below, equal = pair.counts
    ahead, behind = (above, below) if table.better == "higher" else (below, above)
    interval = pair.interval(*test.ends, question.confidence, interval_of)
    return DataSetsComparison(
        first=pair.first,
        second=pair.second,
        quantity=pair.quantity,
        n_first_better=ahead,
        n_second_better=behind,
        n_equal=equal,
        difference=test.centre,
        interval=interval,
        alternative=question.alternative,
        statistic=float(test.above),
        p_value=test.p_value,
        method=method,
        caveats=_caveats(above + below, equal),
    )


def _caveats(used: int, equal: int) -> tuple[Caveat, ...]:
    if used >= FEW:
        return ()
    equals = f" ({equal} more are equal)" if equal else ""
    size = count(used, "data set")
    if not used:
        return (caveat(Kind.FEW_DATA_SETS, "nothing", size=size, equal=equals),)
    least = f"{2.0 ** (1 - used):g}"
    return (caveat(Kind.FEW_DATA_SETS, "pair", size=size, equal=equals, least=least),)


@checked
def data_sets_sign_test(
    table: ResultsTable,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> DataSetsComparison:
    """The sign test of two algorithms over data sets, with an interval of the median difference.

    "greater" asks whether first - second is above zero, whichever direction is better.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6, 0.8, 0.7], "b": [0.6, 0.7, 0.8, 0.5, 0.6, 0.65]}
    ... )
    >>> print(data_sets_sign_test(table, "a", "b"))
    a better on 6, b on 0, equal on 0 data sets: AUC difference 0.100 (95% CI 0.050 to 0.200), \
p = 0.031, sign test
    """
    question = Question.checked(alternative, 0.0, confidence)
    pair = pair_differences(table, first, second)
    test = sign_test(pair, question)
    return _comparison(table, pair, question, test, SIGN, interval_of=ORDER_STATISTICS)


@checked
def data_sets_wilcoxon_test(
    table: ResultsTable,
    first: str,
    second: str,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> DataSetsComparison:
    """Wilcoxon's test of two algorithms over data sets, with the Hodges-Lehmann interval.

    "greater" asks whether first - second is above zero, whichever direction is better.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {
    ...         "a": [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661],
    ...         "b": [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668],
    ...     }
    ... )
    >>> print(data_sets_wilcoxon_test(table, "a", "b"))
    a better on 2, b on 5, equal on 0 data sets: AUC difference -0.006 (95% CI -0.020 to 0.005), \
p = 0.234, Wilcoxon signed rank (exact)
    """
    question = Question.checked(alternative, 0.0, confidence)
    pair = pair_differences(table, first, second)
    test = wilcoxon_test(pair, question)
    method = WILCOXON_EXACT if test.exact else WILCOXON_NORMAL
    return _comparison(table, pair, question, test, method, interval_of=HODGES_LEHMANN)
