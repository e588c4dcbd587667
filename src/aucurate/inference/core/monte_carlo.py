"""What all resampling tests share: replicates that were finished, and p-values from counts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import AucurateError
from aucurate.formatting import count
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.results import Caveat, Comparison, Interval, MethodTitle

LEAST = 100


class Ends(NamedTuple):
    """Both ends of an interval, and whether one of them lies beyond all replicates."""

    low: float
    high: float
    beyond: bool


def p_value(extreme: int, replicates: int) -> float:
    """(1 + count) / (1 + replicates): the data themselves count as one of the replicates.

    It is never 0, and a test with it is never too liberal for want of replicates (Phipson and Smyth
    2010, Statistical Applications in Genetics and Molecular Biology 9, 39).

    >>> p_value(0, 1999)
    0.0005
    """
    return (1 + extreme) / (1 + replicates)


def of_finished(
    done: int, asked: int, *, what: str = "replicate", least: int = LEAST
) -> list[Caveat]:
    """The caveat of an interrupted run; refused where too little was done to say anything.

    ``what`` is done is called as the argument that asks for it, without its s.
    """
    if done >= asked:
        return []
    if done < least:
        raise AucurateError(
            f"stopped after {done:,} of {count(asked, what)}; a result needs at least {least}.",
            hint=f"let it run longer, or use fewer {what}s.",
        )
    return [caveats.stopped_early(done, asked, what)]


def rank_from_end(replicates: int, tail: float) -> int:
    """How many of ``replicates`` sorted replicates may lie at or beyond an end that leaves ``tail``
    outside; 0 when there are too few of them.

    >>> rank_from_end(1999, 0.025), rank_from_end(19, 0.025)
    (50, 0)
    """
    return int(np.floor((replicates + 1) * tail + 1e-9))


def never_a_point(
    ends: Ends, values: NDArray[np.float64], lowest: float, highest: float
) -> tuple[float, float]:
    """The ends, moved outward to the next replicates where they coincide, and kept in range."""
    low, high = max(lowest, ends.low), min(highest, ends.high)
    if low < high:
        return low, high
    below, above = values[values < low], values[values > high]
    low = float(np.max(below)) if len(below) else lowest
    high = float(np.min(above)) if len(above) else highest
    return max(lowest, low), min(highest, high)


def resampled_comparison(
    contest: Contest, question: Question, interval: Interval, p: float, method: MethodTitle
) -> Comparison:
    """A comparison whose evidence is a count of replicates; the statistic is for orientation.

    Without a variance it is the distance from the null difference.
    """
    error = float(np.sqrt(contest.variance))
    distance = contest.difference - question.null_difference
    return Comparison(
        first=contest.first,
        second=contest.second,
        quantity=contest.quantity,
        first_value=contest.first_value,
        second_value=contest.second_value,
        difference=contest.difference,
        standard_error=error,
        interval=interval,
        null_difference=question.null_difference,
        alternative=question.alternative,
        statistic=distance / error if error > 0 else distance,
        degrees_of_freedom=float("inf"),
        p_value=p,
        method=method,
        design=contest.design,
        caveats=contest.caveats,
        n_groups=contest.n_groups,
        design_effect=contest.design_effect,
    )
