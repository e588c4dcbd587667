"""From the values of two classifiers in every fold to a Comparison: what fold tests share."""

import math

import numpy as np
from numpy.typing import NDArray

from aucurate.data.fold_values import FoldValues
from aucurate.errors import InputError
from aucurate.inference.core.contrasts import Question, filled, wald_comparison
from aucurate.inference.core.paired_differences import PairedDifferences, order_ends
from aucurate.inference.core.signs_and_ranks import sign_p_value
from aucurate.inference.folds import caveats as folds_caveats
from aucurate.results import Caveat, Comparison, MethodTitle


def fold_differences(values: FoldValues, first: str, second: str) -> PairedDifferences:
    """The differences of two classifiers over the folds, refused where there is only one fold."""
    if values.n_folds < 2:
        raise InputError(
            "there is only one fold, but a test over folds needs two or more.",
            hint="for a single test set, use delong_test.",
        )
    return PairedDifferences.between(
        (first, second),
        values.of(first),
        values.of(second),
        values.quantity,
        values=values.differences(first, second),
        reach=values.highest - values.lowest,
    )


def t_comparison(
    pair: PairedDifferences,
    question: Question,
    *,
    variance: float,
    degrees_of_freedom: float | None = None,
    units: int | None = None,
    method: MethodTitle,
    caveats: list[Caveat],
) -> Comparison:
    """Student's t of the mean difference with this variance, or what is left when it is 0.

    Its degrees of freedom are the number of differences less one, unless others are given, and
    ``units`` of them are independent, by default all.
    """
    if variance > 0:
        degrees = len(pair) - 1 if degrees_of_freedom is None else degrees_of_freedom
        contest = pair.contest(variance, caveats)
        return wald_comparison(contest, question, method=method, degrees_of_freedom=float(degrees))
    shifted = pair.shifted(question.null_difference)
    away = float(shifted[0]) if shifted.any() else 0.0
    signs = len(pair) if units is None else units
    return without_spread(pair, question, away, signs, method=method, caveats=caveats)


def without_spread(
    pair: PairedDifferences,
    question: Question,
    away: float,
    folds: int,
    *,
    degrees_of_freedom: float = math.inf,
    method: MethodTitle,
    caveats: list[Caveat],
) -> Comparison:
    """Every fold has the same difference: the sign test's p-value, and no end to the interval.

    ``away`` is its distance from the null value, 0 where that is rounding only, and ``folds`` is
    how many signs the test counts.
    """
    return compared(
        pair,
        question,
        ends=(-math.inf, math.inf),
        variance=0.0,
        statistic=math.copysign(math.inf, away) if away else 0.0,
        degrees_of_freedom=degrees_of_freedom,
        p=sign_p_value(np.full(folds, away), question.alternative),
        method=method,
        caveats=[*caveats, folds_caveats.no_spread(identical=not pair.values.any())],
    )


def ends_apart(ordered: NDArray[np.float64], kept: int, resolution: float) -> tuple[float, float]:
    """The k-th values from either end; moved outward to the next ones where they coincide.

    >>> ends_apart(np.array([0.0, 0.0, 0.0, 0.1]), 2, 1e-15)
    (0.0, 0.1)
    """
    low, high = order_ends(ordered, kept)
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
    pair: PairedDifferences,
    question: Question,
    *,
    ends: tuple[float, float],
    variance: float,
    statistic: float,
    p: float,
    method: MethodTitle,
    caveats: list[Caveat],
    degrees_of_freedom: float = math.inf,
) -> Comparison:
    """The record, its interval cut to what is possible."""
    interval = pair.interval(*ends, question.confidence, method)
    contest = pair.contest(variance, caveats)
    return filled(contest, question, interval, float(statistic), degrees_of_freedom, float(p))
