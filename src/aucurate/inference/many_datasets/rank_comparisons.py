"""Two algorithms by their average ranks: the record that tests after Friedman's return."""

import math
from dataclasses import dataclass

from aucurate.formatting import number, p_value
from aucurate.results import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class RankComparison(Record):
    """Average ranks of two algorithms; ``difference`` is first minus second, below 0 where the
    first is better. ``statistic`` is the difference in its standard errors.
    """

    first: str
    second: str
    first_rank: float
    second_rank: float
    difference: float
    statistic: float
    p_value: float
    adjusted_p_value: float
    method: str

    def __str__(self) -> str:
        return (
            f"average ranks {self.first} {number(self.first_rank, 2)}, {self.second} "
            f"{number(self.second_rank, 2)}: z = {number(self.statistic, 2)}, adjusted "
            f"{p_value(self.adjusted_p_value)}, {self.method}"
        )


def rank_standard_error(algorithms: int, datasets: int) -> float:
    """Of the difference of two average ranks if all orders are equally likely.

    >>> round(rank_standard_error(4, 14), 4)
    0.488
    """
    return math.sqrt(algorithms * (algorithms + 1) / (6 * datasets))
