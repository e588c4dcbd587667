"""Two algorithms over many data sets: their differences, and the record their tests return."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.formatting import count, digits_for, number, p_value
from aucurate.inference.core.near_ties import resolution_of
from aucurate.inference.core.sign_test import SignCounts, sign_counts
from aucurate.inference.many_datasets.data_set_ranks import require_several
from aucurate.results import Alternative, Caveat, Interval, Record

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
    left = f" ({equal} more are equal)" if equal else ""
    least = f"the smallest two-sided p-value it can reach is {2.0 ** (1 - used):g}"
    return (
        Caveat(
            kind="few_data_sets",
            message=f"The two algorithms differ on {count(used, 'data set')}{left}: "
            + (f"{least}." if used else "there is nothing to test."),
        ),
    )
