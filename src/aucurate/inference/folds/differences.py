"""From the values of two classifiers in every fold to a Comparison: what fold tests share."""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from aucurate.data.fold_values import FoldValues
from aucurate.errors import InputError
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.distributions import p_value, two_sided_quantile
from aucurate.inference.core.signs_and_ranks import resolution_of, sign_p_value
from aucurate.inference.folds import caveats as folds_caveats
from aucurate.results import Alternative, Caveat, Comparison, Interval, MethodTitle


@dataclass(frozen=True, slots=True, eq=False)
class FoldContest:
    """Two classifiers over the same folds; ``resolution`` is what rounding does to a difference."""

    values: FoldValues
    first: str
    second: str
    first_value: float
    second_value: float
    differences: NDArray[np.float64]
    resolution: float

    @classmethod
    def checked(cls, values: FoldValues, first: str, second: str) -> Self:
        """The contest, refused where there is one fold only."""
        if values.n_folds < 2:
            raise InputError(
                "there is one fold only, and a test over folds needs two or more.",
                hint="one test set is for delong_test.",
            )
        one, two = values.of(first), values.of(second)
        return cls(
            values,
            first,
            second,
            float(np.mean(one)),
            float(np.mean(two)),
            values.differences(first, second),
            resolution_of(np.concatenate([one, two])),
        )

    @property
    def difference(self) -> float:
        """The mean of the first minus that of the second."""
        return self.first_value - self.second_value

    @property
    def reach(self) -> float:
        """The largest difference that two values of this quantity can have."""
        return self.values.highest - self.values.lowest

    @property
    def spread(self) -> float:
        """The variance of the differences over folds; 0 where it is rounding only."""
        if float(np.ptp(self.differences)) <= self.resolution:
            return 0.0
        return float(np.var(self.differences, ddof=1))


def t_comparison(
    contest: FoldContest,
    question: Question,
    *,
    variance: float,
    degrees_of_freedom: float,
    method: MethodTitle,
    caveats: list[Caveat],
) -> Comparison:
    """Student's t of the mean difference with this variance, or what is left when it is 0."""
    if not variance > 0:
        return without_spread(contest, question, method=method, caveats=caveats)
    error = math.sqrt(variance)
    statistic = (contest.difference - question.null_difference) / error
    reach = two_sided_quantile(question.confidence, degrees_of_freedom) * error
    return compared(
        contest,
        question,
        ends=(contest.difference - reach, contest.difference + reach),
        standard_error=error,
        statistic=statistic,
        degrees_of_freedom=degrees_of_freedom,
        p=p_value(statistic, question.alternative, degrees_of_freedom),
        method=method,
        caveats=caveats,
    )


def without_spread(
    contest: FoldContest, question: Question, *, method: MethodTitle, caveats: list[Caveat]
) -> Comparison:
    """Every fold has the same difference: the sign test's p-value, and no end to the interval."""
    shifted = shifted_differences(contest, question.null_difference)
    identical = bool((contest.differences == 0).all())
    same = bool((np.abs(shifted) <= contest.resolution).all())
    return compared(
        contest,
        question,
        ends=(-math.inf, math.inf),
        standard_error=0.0,
        statistic=0.0 if same else math.copysign(math.inf, float(shifted[0])),
        degrees_of_freedom=math.inf,
        p=constant_p_value(len(shifted), 0.0 if same else float(shifted[0]), question.alternative),
        method=method,
        caveats=[*caveats, folds_caveats.no_spread(identical)],
    )


def constant_p_value(folds: int, shifted: float, alternative: Alternative) -> float:
    """The sign test of so many folds with one and the same difference from the null value."""
    return sign_p_value(np.full(folds, shifted), alternative)


def shifted_differences(contest: FoldContest, null_difference: float) -> NDArray[np.float64]:
    """The differences from the null value, rounding left out."""
    shifted = contest.differences - null_difference
    return np.where(np.abs(shifted) <= contest.resolution, 0.0, shifted)


def order_ends(ordered: NDArray[np.float64], kept: int, resolution: float) -> tuple[float, float]:
    """The k-th values from either end; moved outward to the next ones where they coincide.

    >>> order_ends(np.array([0.0, 0.0, 0.0, 0.1]), 2, 1e-15)
    (0.0, 0.1)
    """
    if kept <= 0:
        return -math.inf, math.inf
    low, high = float(ordered[kept - 1]), float(ordered[-kept])
    if high - low > resolution:
        return low, high
    below, above = ordered[ordered < low - resolution], ordered[ordered > high + resolution]
    if not len(below) and not len(above):
        return -math.inf, math.inf
    return (
        float(np.max(below)) if len(below) else low,
        float(np.min(above)) if len(above) else high,
    )


def compared(
    contest: FoldContest,
    question: Question,
    *,
    ends: tuple[float, float],
    standard_error: float,
    statistic: float,
    degrees_of_freedom: float,
    p: float,
    method: MethodTitle,
    caveats: list[Caveat],
) -> Comparison:
    """The record, its interval cut to what is possible."""
    interval = Interval(
        low=float(max(-contest.reach, ends[0])),
        high=float(min(contest.reach, ends[1])),
        confidence=question.confidence,
        method=method,
    )
    return Comparison(
        first=contest.first,
        second=contest.second,
        quantity=contest.values.quantity,
        first_value=contest.first_value,
        second_value=contest.second_value,
        difference=contest.difference,
        standard_error=float(standard_error),
        interval=interval,
        null_difference=question.null_difference,
        alternative=question.alternative,
        statistic=float(statistic),
        degrees_of_freedom=float(degrees_of_freedom),
        p_value=float(p),
        method=method,
        design="paired",
        caveats=tuple(caveats),
    )
