"""Intervals for one AUC where errors are few: coverage, the side of each miss, and width."""

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from simulations.counting import Counts, Question, Tally, may_be_beyond
from simulations.intervals import count
from simulations.scenarios import Scenario

SHOWN = (
    RECOMMENDED_INTERVAL,
    "delong-logit-t",
    "birnbaum-klose",
    "newcombe",
    "delong-logit",
    "delong-wald",
)
FLOOR, NEAR_FLOOR = 0.93, 0.935


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each interval covers the true AUC, how often it misses on either side, widths."""
    tally = Tally()
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        moments = AucMoments.from_scores(Scores.from_arrays(labels, values[0]), threads=1)
        for name in SHOWN:
            count(tally, name, INTERVALS[name](moments).interval, scenario.true_auc)
    return tally.result()


def decides(counts: Counts, draws: int) -> bool:
    """Whether the coverage of the recommended interval may be below or above its floor."""
    return may_be_beyond(counts[RECOMMENDED_INTERVAL], draws, near=NEAR_FLOOR, limit=FLOOR)


def _asked(
    name: str, worlds: tuple[tuple[str, float], ...], sizes: tuple[tuple[int, int], ...]
) -> Question:
    return Question(
        name=name,
        ask=coverage,
        columns=SHOWN,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores, auc in worlds
            for m, n in sizes
        ),
        draws=2000,
        decides=decides,
    )


# Between the sizes of the first grid, at AUCs where its families have about one misordered.
TROUGH = tuple(
    (scores, auc)
    for scores in (
        "normal",
        "normal, positives 1/3",
        "normal, positives 3",
        "normal, positives 5",
        "exponential",
    )
    for auc in (0.95, 0.98, 0.99, 0.995)
)
TROUGH_SIZES = (
    (20, 200),
    (40, 400),
    (60, 60),
    (60, 600),
    (100, 100),
    (100, 1000),
    (150, 150),
    (200, 200),
    (300, 300),
)
FEW_ERRORS = (
    *((f"missed positives {e}%", rest) for e in (2, 5, 10) for rest in (0.97, 0.99, 0.9999)),
    *((f"missed negatives {e}%", 0.99) for e in (2, 5, 10)),
    ("t, 1 degrees", 0.88),
    ("t, 1 degrees", 0.95),
    ("t, 2 degrees", 0.9),
    ("t, 2 degrees", 0.95),
    ("t, 2 degrees", 0.98),
    ("2 levels, specificity 0.9", 0.965),
    ("2 levels, specificity 0.99", 0.9975),
    ("3 levels", 0.995),
    ("4 levels", 0.8),
    ("4 levels", 0.98),
    ("5 levels", 0.9),
    ("5 levels", 0.97),
    ("zero inflation 10%/80%", 0.9),
    ("zero inflation 5%/90%", 0.95),
    ("zero inflation 40%/70%", 0.8),
)
FEW_ERRORS_SIZES = (
    (20, 20),
    (20, 200),
    (200, 20),
    (30, 300),
    (50, 50),
    (60, 600),
    (100, 100),
    (100, 1000),
    (200, 200),
    (300, 300),
)
# Other shares, shapes and sizes, fixed after the interval was; never chosen on.
HELD_OUT = (
    ("missed positives 3%", 0.98),
    ("missed positives 4%", 0.999),
    ("missed positives 7%", 0.98),
    ("missed positives 15%", 0.97),
    ("missed negatives 7%", 0.995),
    ("missed in both classes 2%", 0.999),
    ("missed in both classes 3%", 0.99),
    ("confused positives 5%", 0.995),
    ("confused positives 10%", 0.99),
    ("confused positives 20%", 0.98),
    ("normal, positives 2", 0.985),
    ("normal, positives 10", 0.95),
    ("reversed exponential", 0.97),
    ("reversed exponential", 0.99),
    ("logistic", 0.97),
    ("logistic", 0.99),
    ("t, 4 degrees", 0.97),
    ("negatives with two humps, gap 3", 0.97),
    ("2 levels, specificity 0.95", 0.99),
    ("3 levels, low", 0.97),
    ("4 levels, high", 0.99),
    ("zero inflation 3%/95%", 0.9),
)
HELD_OUT_SIZES = (
    (25, 75),
    (25, 500),
    (500, 25),
    (35, 350),
    (45, 45),
    (70, 700),
    (80, 160),
    (120, 1200),
    (250, 250),
)

QUESTIONS = (
    _asked("trough coverage", TROUGH, TROUGH_SIZES),
    _asked("few errors coverage", FEW_ERRORS, FEW_ERRORS_SIZES),
    _asked("held-out few errors coverage", HELD_OUT, HELD_OUT_SIZES),
)
