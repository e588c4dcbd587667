r"""Two algorithms over many data sets: the sign test and Wilcoxon's test.

The sign test
-------------
The sign test of two algorithms over many data sets: who wins on more of them?

The test is that of :mod:`aucurate.inference.core.signs_and_ranks` on the differences, one per data
set. The difference is their median, and its interval lies between two order statistics (equal
values count in it; unbounded where there are too few data sets for the confidence).

**Not valid** for folds of one data set. It needs no common scale: values on different data sets
need not be comparable. Where they are, Wilcoxon's test finds more.

Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.1.4.

The signed rank test
--------------------
Wilcoxon's signed rank test of two algorithms over many data sets.

**Question.** Is one of two algorithms better on data sets such as these?

The test is that of :mod:`aucurate.inference.core.signs_and_ranks` on the differences :math:`d_i`,
one per data set. The difference is Hodges and Lehmann's: the median of the averages :math:`(d_i +
d_j)/2, i \le j`; the interval holds those averages that the test without ties would not reject, as
R's ``wilcox.test(conf.int = TRUE)`` (equal values count in it). With so few data sets that no
interval has the confidence it is unbounded.

**Not valid** for folds of one data set, or data sets that are versions of each other. It compares
differences on the scale of the values: a difference of 0.01 is taken to mean the same everywhere.

Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30: the test recommended for two.
Hodges, J. L., Lehmann, E. L. (1963). Estimates of location based on rank tests. Annals of
Mathematical Statistics 34, 598-611.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.formatting import count, digits_for, number, p_value
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.signs_and_ranks import (
    SignCounts,
    averages_outside,
    resolution_of,
    sign_counts,
    sign_p_value,
    signed_rank,
    walsh_averages,
)
from aucurate.inference.many_datasets.friedman import require_several
from aucurate.results import Alternative, Caveat, Interval, Record

# Two algorithms over many data sets: their differences, and the record their tests return.


FEW = 6


class PairDifferences(NamedTuple):
    """First minus second per data set, and what rounding alone can do to such a difference."""

    values: NDArray[np.float64]
    resolution: float
    counts: SignCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSetsComparison(Record):
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

    def __str__(self) -> str:
        digits = digits_for(self.interval.high - self.interval.low)
        return (
            f"{self.first} better on {self.n_first_better}, {self.second} on "
            f"{self.n_second_better}, equal on {count(self.n_equal, 'data set')}: {self.quantity} "
            f"difference {number(self.difference, digits)} ({self.interval}), "
            f"{p_value(self.p_value)}, {self.method}"
        )


def pair_differences(table: ResultsTable, first: str, second: str) -> PairDifferences:
    """The differences of two of the table's algorithms."""
    require_several(table)
    if first == second:
        table.position(first)
        raise OptionError(
            f"'{first}' cannot be compared with itself.", hint="name two different algorithms."
        )
    ours, theirs = table.column(first), table.column(second)
    resolution = resolution_of(np.concatenate((ours, theirs)))
    differences = ours - theirs
    return PairDifferences(differences, resolution, sign_counts(differences, resolution=resolution))


def data_sets_comparison(
    table: ResultsTable,
    names: tuple[str, str],
    pair: PairDifferences,
    *,
    difference: float,
    interval: Interval,
    alternative: Alternative,
    statistic: float,
    p: float,
    method: str,
) -> DataSetsComparison:
    """The record of one test of two algorithms."""
    above, below, equal = pair.counts
    ahead, behind = (above, below) if table.better == "higher" else (below, above)
    return DataSetsComparison(
        first=names[0],
        second=names[1],
        quantity=table.quantity,
        n_first_better=ahead,
        n_second_better=behind,
        n_equal=equal,
        difference=difference,
        interval=interval,
        alternative=alternative,
        statistic=statistic,
        p_value=p,
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
    confidence = checked_confidence(confidence)
    pair = pair_differences(table, first, second)
    ascending = np.sort(pair.values)
    chances = special.bdtr(np.arange(len(ascending)), len(ascending), 0.5)
    outside = int(np.count_nonzero(chances <= (1 - confidence) / 2 * (1 + 1e-12)))
    interval = Interval(
        low=float(ascending[outside - 1]) if outside else -math.inf,
        high=float(ascending[-outside]) if outside else math.inf,
        confidence=confidence,
        method="order statistics",
    )
    return data_sets_comparison(
        table,
        (first, second),
        pair,
        difference=float(np.median(ascending)),
        interval=interval,
        alternative=alternative,
        statistic=float(pair.counts.positive),
        p=sign_p_value(pair.values, alternative, resolution=pair.resolution),
        method="sign test",
    )


WILCOXON = "Wilcoxon signed rank"


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
    confidence = checked_confidence(confidence)
    pair = pair_differences(table, first, second)
    found = signed_rank(pair.values, alternative, resolution=pair.resolution)
    walsh = walsh_averages(pair.values)
    outside = averages_outside(len(pair.values), (1 - confidence) / 2)
    interval = Interval(
        low=float(walsh[outside - 1]) if outside else -math.inf,
        high=float(walsh[-outside]) if outside else math.inf,
        confidence=confidence,
        method="Hodges-Lehmann",
    )
    return data_sets_comparison(
        table,
        (first, second),
        pair,
        difference=float(np.median(walsh)),
        interval=interval,
        alternative=alternative,
        statistic=found.statistic,
        p=found.p_value,
        method=f"{WILCOXON} ({'exact' if found.exact else 'normal'})",
    )
