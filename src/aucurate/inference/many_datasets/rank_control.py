r"""Each algorithm against a control, by average ranks, after Friedman's test.

With k algorithms on n data sets, :math:`z = (\bar R_a - \bar R_c) / \sqrt{k(k+1)/6n}` is standard
normal if algorithm a and the control c rank alike. The k - 1 p-values are adjusted by Holm's
method, or by another of :mod:`aucurate.inference.core.multiplicity` (``"bonferroni"`` is the
Bonferroni-Dunn test). There are fewer questions than pairs, so it finds more than Nemenyi's test.

**Not valid** if the control was chosen by looking at the ranks. As with Nemenyi's test, a verdict
depends on the other algorithms in the table.

Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.2.
"""

from aucurate.checks import checked
from aucurate.data.results_table import ResultsTable
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction, adjust
from aucurate.inference.core.reference_distributions import p_value
from aucurate.inference.many_datasets.data_set_ranks import mean_ranks, require_several
from aucurate.inference.many_datasets.rank_comparisons import RankComparison, rank_standard_error


@checked
def rank_control_test(
    table: ResultsTable, control: str, *, correction: Correction = "holm"
) -> tuple[RankComparison, ...]:
    """Every other algorithm (first) against the control (second).

    >>> from aucurate.data.results_table import ResultsTable
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> for found in rank_control_test(table, "c"):
    ...     print(found)
    average ranks a 1.25, c 3.00: z = -2.47, adjusted p = 0.027, z against a control, Holm
    average ranks b 1.75, c 3.00: z = -1.77, adjusted p = 0.077, z against a control, Holm
    """
    require_several(table)
    at = table.position(control)
    ranks = [float(rank) for rank in mean_ranks(table)]
    error = rank_standard_error(len(ranks), len(table.datasets))
    others = [place for place in range(len(ranks)) if place != at]
    statistics = [(ranks[place] - ranks[at]) / error for place in others]
    p_values = [p_value(z, "two-sided") for z in statistics]
    adjusted = adjust(p_values, correction)
    return tuple(
        RankComparison(
            first=table.algorithms[place],
            second=control,
            first_rank=ranks[place],
            second_rank=ranks[at],
            difference=ranks[place] - ranks[at],
            statistic=z,
            p_value=p,
            adjusted_p_value=final,
            method=f"z against a control, {CORRECTION_TITLES[correction]}",
        )
        for place, z, p, final in zip(others, statistics, p_values, adjusted, strict=True)
    )
