"""The whole distribution of the error difference of section 2.1.3, item by item.

On each observation the errors of the second classifier minus those of the first are -1, 0 or 1,
independently of the other observations, so that the distribution of their sum is a convolution.
Which scores lie above the threshold is decided with whole fractions: 0.3 + 0.2005 does, and 0.5
itself does not.

``crossing`` is for one question only. The observation at 0.3 n passes the threshold by 0.0005 when
its score is raised; as if it did so with this share of the probability that the text gives it, the
printed figures of Table 6 are asked again.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from aucurate.results import Record

_BARELY = Fraction(1, 1000)  # a raised score this near above the threshold passes it barely
GUESSED_CROSSING = 0.625
"""The share that, found by trial, gives what is printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorMoments(Record):
    """Moments of (errors of second - errors of first), and how likely the first makes fewer.

    ``probability`` counts a tie one half; ``ties`` is the probability of one.
    """

    mean: float
    variance: float
    probability: float
    ties: float


def error_moments(
    n: int,
    first_probability: float,
    second_probability: float,
    *,
    size: float,
    threshold: float,
    crossing: float = 1.0,
) -> ErrorMoments:
    """From the distribution of the difference; a score above the threshold is called positive.

    >>> found = error_moments(50, 0.1, 0.2, size=0.2005, threshold=0.5)
    >>> round(found.mean, 6), round(found.variance, 6), round(found.probability, 3)
    (0.44, 5.44768, 0.573)
    """
    deviation, line = Fraction(str(size)), Fraction(str(threshold))
    whole = np.ones(1)
    for item in range(1, n + 1):
        above = _ways(Fraction(item, n), deviation, line)
        first, second = (
            _called(above, q, crossing) for q in (first_probability, second_probability)
        )
        positive, only_first, only_second = item / n, first * (1 - second), second * (1 - first)
        better = positive * only_first + (1 - positive) * only_second
        worse = positive * only_second + (1 - positive) * only_first
        whole = np.convolve(whole, [worse, 1 - better - worse, better])
    return _moments(whole, n)


def _ways(score: Fraction, deviation: Fraction, line: Fraction) -> tuple[bool, bool, bool, bool]:
    """Whether a score, the same raised, and the same lowered lie above; the raised one barely."""
    raised = score + deviation
    return score > line, raised > line, score - deviation > line, line < raised < line + _BARELY


def _called(above: tuple[bool, bool, bool, bool], probability: float, crossing: float) -> float:
    """How likely an observation is called positive."""
    as_is, raised, lowered, barely = above
    up = probability * (crossing if barely else 1.0)
    return (1 - 2 * probability) * as_is + up * raised + probability * lowered


def _moments(whole: NDArray[np.float64], n: int) -> ErrorMoments:
    differences = np.arange(-n, n + 1)
    mean = math.fsum(whole * differences)
    ties = float(whole[n])
    return ErrorMoments(
        mean=mean,
        variance=math.fsum(whole * (differences - mean) ** 2),
        probability=math.fsum(whole[n + 1 :]) + ties / 2,
        ties=ties,
    )
