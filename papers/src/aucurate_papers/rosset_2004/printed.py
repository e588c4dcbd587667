"""What Rosset (2004) prints: Tables 1, 2 and 6 of section 2, Tables 3, 4 and 5 of section 3."""

from dataclasses import dataclass

# What Rosset (2004) prints about the world of section 2.1.3: Tables 1, 2 and 6.


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


# What Rosset (2004) prints in section 3.1: Tables 3, 4 and 5.


PRINTED_TRAINING_SETS = 20
PRINTED_TRAINING = 1000
PRINTED_TEST_SETS = 100
PRINTED_TEST = 100
"""Tables 3 and 4: training sets and their size, test sets for each of them and their size."""


@dataclass(frozen=True, slots=True)
class PrintedSelection:
    """Table 3 or 4; in each pair the error rate comes first, then the AUC.

    ``average`` and ``least`` are percentages of test sets on which m2 is better, over the twenty
    training sets, the averages with so many ``decimals``; ``reached`` counts training sets with at
    least ``goal`` of 100 such test sets.
    ``errors`` are the error rates of m1 and m2 in percent, from the text.
    """

    average: tuple[float, float]
    decimals: int
    least: tuple[float, float]
    goal: int
    reached: tuple[int, int]
    errors: tuple[float, float]


PRINTED_NAIVE_BAYES = PrintedSelection(
    average=(90.05, 98.60),
    decimals=2,
    least=(69, 95),
    goal=100,
    reached=(1, 8),
    errors=(33.5, 27.5),
)
"""Table 3: naive Bayes on x1 (m1), and on x1 and x2 (m2)."""

PRINTED_NEIGHBOURS = PrintedSelection(
    average=(69.7, 92.6),
    decimals=1,
    least=(61, 86),
    goal=80,
    reached=(0, 20),
    errors=(28.5, 26.5),
)
"""Table 4: 10 nearest neighbours (m1), and 50 (m2)."""

PRINTED_BIAS = (
    "AUC did a better job of identifying the better model here too, but the results are less "
    "conclusive; AUC tended to prefer K-NN to naive Bayes more than the error rate did; where "
    "naive Bayes is slightly better, AUC still prefers K-NN most of the time."
)
"""Of naive Bayes against nearest neighbours, in our words; its figures were omitted for space."""

PRINTED_TRADE_OFF = (
    "AUC sums over O(n^2) comparisons and so decides with less variance; the error rate sums over "
    "O(n), and its mean is guaranteed to be right."
)
"""Section 3.2, in our words."""

PRINTED_ADULT_OBSERVATIONS = 17000
PRINTED_ADULT_TRAINING = 1700
PRINTED_ADULT_VARIABLES = 10
"""Table 5: observations in all, those of the training set, and the variables used at most."""


@dataclass(frozen=True, slots=True)
class PrintedChoice:
    """A row of Table 5: variables of the two models, their accuracies, and choices of m2 in 100."""

    first: int
    second: int
    first_accuracy: float
    second_accuracy: float
    by_error: float
    by_auc: float


PRINTED_ADULT = (
    PrintedChoice(3, 5, 0.771, 0.785, 66, 95),
    PrintedChoice(3, 8, 0.771, 0.804, 73.5, 100),
    PrintedChoice(5, 7, 0.784, 0.815, 82.5, 100),
    PrintedChoice(6, 10, 0.816, 0.797, 26, 75),
    PrintedChoice(8, 10, 0.803, 0.797, 33, 39.5),
)
"""Table 5; 5 variables have accuracy .785 in one row and .784 in another, 8 have .804 and .803."""
