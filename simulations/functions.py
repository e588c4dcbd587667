"""The bootstrap of a function of labels and scores: the standardised difference of the class means.

How often its intervals cover the truth, and how often equal classifiers are called different.
"""

import math
from typing import Any

import numpy as np

from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.scenarios import Scenario

REPEATS = 499
KINDS: tuple[Kind, ...] = ("percentile", "basic", "bca")
DESIGNS = ("paired", "unpaired")


def standardised_difference(labels: Any, scores: Any) -> float:
    """How far apart the means of the classes are, in standard deviations within a class."""
    positives, negatives = scores[labels == 1], scores[labels == 0]
    within = (positives.var(ddof=1) + negatives.var(ddof=1)) / 2
    return float((positives.mean() - negatives.mean()) / math.sqrt(within))


def true_value(scenario: Scenario) -> float:
    """What it is in a normal world without end."""
    return scenario.shift / math.sqrt((scenario.spread**2 + 1) / 2)


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the intervals cover the truth, and the sum of the widths."""
    tally, true = Tally(), true_value(scenario)
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for kind in KINDS:
            interval = bootstrap_interval(
                scores, standardised_difference, kind=kind, resampling=chosen
            ).interval
            tally.add(f"bootstrap-{kind}", true in interval)
            tally.add(f"bootstrap-{kind} width", interval.high - interval.low)
    return tally.result()


def level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the test of two equal classifiers rejects, on the same observations and not."""
    tally = Tally()
    for _ in range(draws):
        labels, values = scenario.draw(rng, classifiers=2)
        first, second = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
        apart, others = scenario.second.draw(rng)
        third = Scores.from_arrays(apart, others[0])
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for design, rival in zip(DESIGNS, (second, third), strict=True):
            p = bootstrap_test(
                first,
                rival,
                standardised_difference,
                paired=design == "paired",
                resampling=chosen,
            ).p_value
            tally.add(design, p <= LEVEL)
    return tally.result()


WORLDS = tuple(
    Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=0.5)
    for scores in ("normal", "normal, positives 3")
    for m, n in ((20, 200), (50, 50))
    for auc in (0.7, 0.9)
)

QUESTIONS = (
    Question(
        name="function coverage",
        ask=coverage,
        columns=tuple(f"bootstrap-{kind}" for kind in KINDS),
        scenarios=WORLDS,
        draws=500,
    ),
    Question(name="function level", ask=level, columns=DESIGNS, scenarios=WORLDS, draws=500),
)
