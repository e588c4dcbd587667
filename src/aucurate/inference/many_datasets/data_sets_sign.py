"""The sign test of two algorithms over many data sets: who wins on more of them?

The test is that of :mod:`aucurate.inference.core.sign_test` on the differences, one per data set.
The difference is their median, and its interval lies between two order statistics (equal values
count in it; unbounded where there are too few data sets for the confidence).

**Not valid** for folds of one data set. It needs no common scale: values on different data sets
need not be comparable. Where they are, Wilcoxon's test finds more.

Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.1.4.
"""

import math

import numpy as np
from scipy import special

from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.core.sign_test import sign_p_value
from aucurate.inference.many_datasets.data_sets_pair import (
    DataSetsComparison,
    data_sets_comparison,
    pair_differences,
)
from aucurate.results import Alternative, Interval


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
