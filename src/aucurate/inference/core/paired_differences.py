"""Two classifiers on the same folds, or on the same data sets: their differences, tested by order.

The tests are the sign test and Wilcoxon's signed rank test of
:mod:`aucurate.inference.core.signs_and_ranks`, with the intervals that belong to them: the k-th
smallest to the k-th largest of the differences (for their median) or of their Walsh averages (for
the pseudo-median).
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.core.signs_and_ranks import (
    SignCounts,
    averages_outside,
    differences_outside,
    resolution_of,
    sign_counts,
    sign_p_value,
    signed_rank,
    walsh_averages,
)
from aucurate.results import Caveat, Interval, MethodTitle


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PairedDifferences:
    """First minus second, in each fold or on each data set.

    ``first_value`` and ``second_value`` are the means whose difference is reported, ``resolution``
    is what rounding alone can do to a difference, and ``reach`` how large one can be.
    """

    first: str
    second: str
    quantity: str
    first_value: float
    second_value: float
    values: NDArray[np.float64]
    resolution: float
    reach: float = math.inf

    @classmethod
    def between(
        cls,
        names: tuple[str, str],
        ours: NDArray[np.float64],
        theirs: NDArray[np.float64],
        quantity: str,
        **known: Any,
    ) -> Self:
        """The differences of two columns of values; ``known`` are fields that do not follow."""
        fields: dict[str, Any] = {
            "first_value": float(np.mean(ours)),
            "second_value": float(np.mean(theirs)),
            "values": ours - theirs,
            "resolution": resolution_of(np.concatenate((ours, theirs))),
        }
        return cls(first=names[0], second=names[1], quantity=quantity, **(fields | known))

    def __len__(self) -> int:
        return len(self.values)

    @property
    def difference(self) -> float:
        """The mean of the first minus that of the second."""
        return self.first_value - self.second_value

    @property
    def spread(self) -> float:
        """The variance of the differences; 0 where it is rounding only."""
        if float(np.ptp(self.values)) <= self.resolution:
            return 0.0
        return float(np.var(self.values, ddof=1))

    @property
    def counts(self) -> SignCounts:
        """How many differences are above, below and at zero."""
        return sign_counts(self.values, resolution=self.resolution)

    def shifted(self, null_difference: float) -> NDArray[np.float64]:
        """The differences from the null value, rounding left out."""
        shifted = self.values - null_difference
        return np.where(np.abs(shifted) <= self.resolution, 0.0, shifted)

    def interval(self, low: float, high: float, confidence: float, method: MethodTitle) -> Interval:
        """An interval of a difference, cut to what is possible."""
        low, high = max(-self.reach, low), min(self.reach, high)
        return Interval(low=low, high=high, confidence=confidence, method=method)

    def contest(self, variance: float, caveats: list[Caveat]) -> Contest:
        """The mean difference, with this variance."""
        return Contest(
            self.first,
            self.second,
            self.first_value,
            self.second_value,
            variance,
            "paired",
            tuple(caveats),
            self.quantity,
            self.reach,
        )


class OrderTest(NamedTuple):
    """A test of differences by their signs or ranks, with a centre and the interval around it.

    ``above`` and ``below`` are the numbers, or the sums of ranks, of the differences above and
    below the null value, ``n_used`` counts both. ``ordered`` are the values whose median is the
    centre, in ascending order; the interval leaves out ``outside`` of them at either end, less one.
    """

    above: float
    below: float
    n_used: int
    p_value: float
    exact: bool
    ordered: NDArray[np.float64]
    outside: int

    @property
    def smallest_p_value(self) -> float:
        """What the two-sided p-value cannot lie below, whatever the data."""
        return 2.0 ** (1 - self.n_used)

    @property
    def centre(self) -> float:
        """The median of the differences, or the pseudo-median."""
        return float(np.median(self.ordered))

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the interval; infinite where there are too few differences for one."""
        return order_ends(self.ordered, self.outside)


def order_ends(ordered: NDArray[np.float64], outside: int) -> tuple[float, float]:
    """The k-th values from either end of ascending ones; infinite where k is 0.

    >>> order_ends(np.array([0.0, 1.0, 4.0]), 1)
    (0.0, 4.0)
    """
    if outside <= 0:
        return -math.inf, math.inf
    return float(ordered[outside - 1]), float(ordered[-outside])


def sign_test(pair: PairedDifferences, question: Question) -> OrderTest:
    """The sign test, and the interval of the median difference."""
    shifted = pair.shifted(question.null_difference)
    above, below, _ = sign_counts(shifted)
    return OrderTest(
        above=above,
        below=below,
        n_used=above + below,
        p_value=sign_p_value(shifted, question.alternative),
        exact=True,
        ordered=np.sort(pair.values),
        outside=differences_outside(len(pair), (1 - question.confidence) / 2),
    )


def wilcoxon_test(pair: PairedDifferences, question: Question) -> OrderTest:
    """Wilcoxon's signed rank test, and the interval of the pseudo-median."""
    shifted = pair.shifted(question.null_difference)
    ranked = signed_rank(shifted, question.alternative, resolution=pair.resolution)
    return OrderTest(
        above=ranked.statistic,
        below=ranked.negative_statistic,
        n_used=ranked.n_used,
        p_value=ranked.p_value,
        exact=ranked.exact,
        ordered=walsh_averages(pair.values),
        outside=averages_outside(len(pair), (1 - question.confidence) / 2),
    )
