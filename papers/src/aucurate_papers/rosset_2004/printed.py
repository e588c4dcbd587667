"""What Rosset (2004) prints about the world of section 2.1.3: Tables 1, 2 and 6."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintedMoments:
    """A row of Table 6; its first six columns are Table 1.

    The digits are those of the paper: ``auc_mean`` and all of the error rate but its Phi have two
    decimals, ``auc_variance`` none, ``auc_phi`` and ``error_phi`` two.
    """

    n: int
    first_probability: float
    second_probability: float
    auc_mean: float
    auc_variance: float
    auc_phi: float
    error_mean: float
    error_variance: float
    error_phi: float


@dataclass(frozen=True, slots=True)
class PrintedEstimators:
    """A row of Table 2: the mean over draws, and what stands after the sign ±."""

    n: int
    second_probability: float
    hanley_mcneil: float
    hanley_mcneil_spread: float
    delong: float
    delong_spread: float
    actual: float


PRINTED_MOMENTS = (
    PrintedMoments(50, 0.1, 0.2, 8.36, 476, 0.65, 0.42, 5.36, 0.57),
    PrintedMoments(200, 0.1, 0.2, 127.86, 28577, 0.78, 1.63, 20.93, 0.64),
    PrintedMoments(400, 0.1, 0.2, 507.46, 226097, 0.86, 3.22, 41.69, 0.69),
    PrintedMoments(50, 0.1, 0.3, 15.99, 592, 0.74, 0.85, 6.98, 0.63),
    PrintedMoments(200, 0.1, 0.3, 246.39, 35602, 0.90, 3.25, 27.25, 0.73),
    PrintedMoments(400, 0.1, 0.3, 979.19, 281769, 0.97, 6.45, 54.38, 0.81),
)
"""Tables 1 and 6, in the order of the paper."""

PRINTED_ESTIMATORS = (
    PrintedEstimators(50, 0.2, 635, 286, 464, 276, 476),
    PrintedEstimators(200, 0.2, 39013, 8113, 29415, 7915, 28577),
    PrintedEstimators(400, 0.2, 311579, 45112, 236852, 42915, 226097),
    PrintedEstimators(50, 0.3, 729, 290, 571, 290, 592),
    PrintedEstimators(200, 0.3, 48478, 9340, 37641, 8613, 35602),
    PrintedEstimators(400, 0.3, 390504, 50421, 304247, 50689, 281769),
)
"""Table 2; the column "actual" is the variance of Table 1."""

PRINTED_FIRST_PROBABILITY = 0.1
"""The q of the better classifier, in all tables."""

PRINTED_SIZE = 0.2005
"""The size c of a deviation: "0.2 + epsilon to prevent ties"."""

PRINTED_THRESHOLD = 0.5
"""A score above it is called positive; one that equals it is not (eq. 2)."""

PRINTED_DRAWS = 1000
"""Simulated test sets behind each figure of Table 2."""

PRINTED_LOOKUP = {"positive": 0.87, "negative": 0.83, "first": 0.7, "second": 0.8, "r": 0.81}
"""Section 2.2: correlations of the scores within the classes, two areas, and the r of the table."""

PRINTED_DEPENDENCE = (
    "would tend to decrease the variance of the difference between the scores for the two models, "
    "hence increase the chance of correct discrimination"
)
"""The claim of section 2.1.1 about switches that are not independent; it has no numbers."""
