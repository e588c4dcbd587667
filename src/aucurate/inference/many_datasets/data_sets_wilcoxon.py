r"""Wilcoxon's signed rank test of two algorithms over many data sets.

**Question.** Is one of two algorithms better on data sets such as these?

The test is that of :mod:`aucurate.inference.core.signed_rank` on the differences :math:`d_i`, one
per data set. The difference is Hodges and Lehmann's: the median of the averages :math:`(d_i +
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

import numpy as np

from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.inference.core.reference_distributions import (
    checked_confidence,
)
from aucurate.inference.core.signed_rank import signed_rank
from aucurate.inference.core.walsh_averages import averages_outside, walsh_averages
from aucurate.inference.many_datasets.data_sets_pair import (
    DataSetsComparison,
    data_sets_comparison,
    pair_differences,
)
from aucurate.results import Alternative, Interval

METHOD = "Wilcoxon signed rank"


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
        method=f"{METHOD} ({'exact' if found.exact else 'normal'})",
    )
