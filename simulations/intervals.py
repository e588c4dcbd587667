"""Intervals for one AUC: how often they cover it, and how wide they are."""

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Interval
from simulations.counting import TOO_HIGH, TOO_LOW, Counts, Question, Tally
from simulations.scenarios import KINDS, Scenario

SIZES = ((10, 10), (20, 200), (200, 20), (500, 500))
AUCS = (0.5, 0.7, 0.9, 0.99)
REPEATS = 499

CLOSED = tuple(name for name, method in INTERVALS.items() if not method.resamples)
BOOTSTRAP = tuple(name for name, method in INTERVALS.items() if method.resamples)
UNSTRATIFIED = "bootstrap-percentile, unstratified"
EVERY = {**dict.fromkeys(CLOSED, 1), "cortes-mohri-fewest-errors": 10}


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each interval covers the true AUC, and the sum of the widths."""
    tally = Tally(EVERY)
    for draw in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        moments = AucMoments.from_scores(scores, threads=1)
        for name in CLOSED:
            if tally.wants(name, draw):
                method = INTERVALS[name]
                found = method(moments if method.keeps("takes moments") else scores).interval
                count(tally, name, found, scenario.true_auc)
    return tally.result()


def bootstrap_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The same for the bootstrap intervals, and the recommended one on the same draws."""
    tally, true = Tally(), scenario.true_auc
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        key = int(rng.integers(2**63))
        chosen = Resampling(replicates=REPEATS, rng=key)
        for name in BOOTSTRAP:
            found = INTERVALS[name](scores, resampling=chosen, threads=1)
            count(tally, name, found.interval, true)
        chosen = Resampling(replicates=REPEATS, rng=key, stratified=False)
        found = INTERVALS["bootstrap-percentile"](scores, resampling=chosen, threads=1)
        count(tally, UNSTRATIFIED, found.interval, true)
        found = INTERVALS[RECOMMENDED_INTERVAL](scores)
        count(tally, RECOMMENDED_INTERVAL, found.interval, true)
    return tally.result()


def count(tally: Tally, name: str, interval: Interval, true: float) -> None:
    """Count a hit, a miss with its side, and the width."""
    tally.add(name, true in interval)
    tally.add(f"{name}{TOO_HIGH}", interval.low > true)
    tally.add(f"{name}{TOO_LOW}", interval.high < true)
    tally.add(f"{name} width", interval.high - interval.low)


QUESTIONS = (
    Question(
        name="coverage",
        ask=coverage,
        columns=CLOSED,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in KINDS
            for m, n in SIZES
            for auc in AUCS
        ),
    ),
    # Worlds that no interval was designed on: sizes, AUCs and a spread that are not in the grid.
    Question(
        name="held-out coverage",
        ask=coverage,
        columns=CLOSED,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", "normal, positives 5", "exponential", "ordinal")
            for m, n in ((15, 60), (60, 15), (30, 30), (40, 400))
            for auc in (0.8, 0.95)
        ),
    ),
    Question(
        name="bootstrap coverage",
        ask=bootstrap_coverage,
        columns=(*BOOTSTRAP, UNSTRATIFIED, RECOMMENDED_INTERVAL),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores, sizes in (
                ("normal", ((20, 200), (50, 50), (500, 500))),
                ("exponential", ((20, 200), (50, 50))),
                ("ordinal", ((20, 200), (50, 50))),
            )
            for m, n in sizes
            for auc in (0.7, 0.9, 0.99)
        ),
        draws=1000,
    ),
)
