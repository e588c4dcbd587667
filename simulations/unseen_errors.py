"""Samples without a missed positive: how high a lower limit may be, and how high it is.

A classifier misses a share e of the smaller class's k observations outright and has the AUC A on
the rest, A (1 - e) in all. A sample shows none of the missed ones with probability (1 - e)^k, and
looks like a sample of the rest alone. If its lower limit L then exceeds A (1 - e) with probability
q, the interval misses the truth in at least q (1 - e)^k of all samples, so that a coverage of 0.93
needs q <= 0.07 / (1 - e)^k for every e. The worlds here are those of the rest.
"""

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from simulations.counting import Counts, Question, Tally
from simulations.scenarios import Scenario

SHARES = (0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.16, 0.2)
METHODS = (RECOMMENDED_INTERVAL, "delong-logit-t")


def column(method: str, share: float) -> str:
    """The column of an interval and a share of missed positives."""
    return f"{method}, {share:.1%} missed"


def exceeding(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each lower limit lies above the AUC with so many missed, of whom none is seen."""
    tally = Tally()
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        moments = AucMoments.from_scores(Scores.from_arrays(labels, values[0]), threads=1)
        for method in METHODS:
            low = INTERVALS[method](moments).interval.low
            for share in SHARES:
                tally.add(column(method, share), low > scenario.true_auc * (1 - share))
    return tally.result()


QUESTIONS = (
    Question(
        name="unseen errors",
        ask=exceeding,
        columns=tuple(column(method, share) for method in METHODS for share in SHARES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", "normal, positives 3", "exponential")
            for auc in (0.9, 0.95, 0.98, 0.995)
            for m, n in ((20, 20), (20, 200), (50, 500), (100, 100), (100, 1000))
        ),
        draws=2000,
    ),
)
