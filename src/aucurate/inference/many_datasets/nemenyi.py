r"""Nemenyi's test after Friedman's: which pairs of algorithms differ?

Two of k algorithms on n data sets differ at the level if their average ranks are at least

.. math::  CD = q \sqrt{\frac{k (k + 1)}{6 n}}

apart, where :math:`q \sqrt 2` is the value that the range of k independent standard normal values
exceeds with that probability (the studentised range with infinite degrees of freedom). The p-value
of a pair is the probability that the range exceeds :math:`\sqrt 2\,|z|`,
:math:`z = (\bar R_a - \bar R_b) / \sqrt{k(k+1)/6n}`: it is adjusted for all pairs already.
Counting all orders, the chance of any false rejection at level 0.05 lies between 0.036 and 0.055
for 3 algorithms on 5 to 50, 4 on 5 to 20 and 5 on 5 to 10 data sets without ties.

**Not valid** without need: where only differences from one algorithm are asked for, tests
against a control find more; where Friedman's test does not reject, there is nothing to look for.
**The verdict on a pair depends on the other algorithms in the table** (Benavoli, Corani, Mangili
2016); Wilcoxon's test does not. Many ties make it conservative.

Nemenyi, P. B. (1963). Distribution-free multiple comparisons. PhD thesis, Princeton University.
Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30.
Benavoli, A., Corani, G., Mangili, F. (2016). Should we really use post-hoc tests based on
mean-ranks? Journal of Machine Learning Research 17(5), 1-10.
"""

import itertools
import math
from dataclasses import dataclass

from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.formatting import count, number
from aucurate.inference.core.normal_range import normal_range_quantile, normal_range_tail
from aucurate.inference.core.reference_distributions import checked_level, p_value
from aucurate.inference.many_datasets.data_set_ranks import mean_ranks, require_several
from aucurate.inference.many_datasets.rank_comparisons import RankComparison, rank_standard_error
from aucurate.results import Record

METHOD = "Nemenyi"


@dataclass(frozen=True, slots=True, kw_only=True)
class NemenyiTest(Record):
    """The average ranks, the critical difference at the level, and every pair."""

    names: tuple[str, ...]
    average_ranks: tuple[float, ...]
    n_datasets: int
    level: float
    critical_difference: float
    comparisons: tuple[RankComparison, ...]

    def __str__(self) -> str:
        return (
            f"average ranks of {len(self.names)} algorithms on "
            f"{count(self.n_datasets, 'data set')} differ at level {self.level:g} if they are "
            f"{number(self.critical_difference)} or more apart, {METHOD}"
        )


@checked
def nemenyi_test(table: ResultsTable, *, level: float = 0.05) -> NemenyiTest:
    """All pairs of algorithms by Nemenyi's test.

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> print(nemenyi_test(table))
    average ranks of 3 algorithms on 4 data sets differ at level 0.05 if they are 1.657 or more \
apart, Nemenyi
    """
    level = checked_level(level)
    require_several(table)
    ranks = [float(rank) for rank in mean_ranks(table)]
    k, n = len(ranks), len(table.datasets)
    error = rank_standard_error(k, n)
    comparisons = []
    for a, b in itertools.combinations(range(k), 2):
        z = (ranks[a] - ranks[b]) / error
        comparisons.append(
            RankComparison(
                first=table.algorithms[a],
                second=table.algorithms[b],
                first_rank=ranks[a],
                second_rank=ranks[b],
                difference=ranks[a] - ranks[b],
                statistic=z,
                p_value=p_value(z, "two-sided"),
                adjusted_p_value=normal_range_tail(math.sqrt(2) * abs(z), k),
                method=METHOD,
            )
        )
    return NemenyiTest(
        names=table.algorithms,
        average_ranks=tuple(ranks),
        n_datasets=n,
        level=level,
        critical_difference=normal_range_quantile(level, k) / math.sqrt(2) * error,
        comparisons=tuple(comparisons),
    )
