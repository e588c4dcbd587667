"""One setting of section 2.1.1: exact and simulated moments at one dependence."""

from dataclasses import dataclass

import numpy as np

from aucurate.kernels import Progress
from aucurate.theory import (
    SimulatedChoice,
    TwoClassifiers,
    auc_difference_moments,
    error_difference_moments,
    rosset_example,
)
from aucurate_papers.rosset_2004.moments_both import THRESHOLD, BothMoments, simulated_of
from aucurate_papers.rosset_2004.printed import PRINTED_FIRST_PROBABILITY, PRINTED_SIZE
from aucurate_papers.running import Run

DEPENDENCES = (0.0, 0.25, 0.5, 0.75, 1.0)
SETTINGS = tuple((n, q) for q in (0.2, 0.3) for n in (50, 200, 400))
"""The n and q2 of Table 1, in its order."""

DRAWS = 10_000
QUICK_DRAWS = 2_000
QUICK_LARGEST = 200
"""The largest n of a quick run."""

_STREAM = 211  # of the random numbers of this exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenceRow(BothMoments):
    """Both criteria at one setting and one dependence.

    ``switch_correlation`` is what the dependence comes to in the paper's own terms: the correlation
    of the order switches of the two classifiers, the mean over all pairs of observations that both
    can switch.
    """

    n: int
    second_probability: float
    dependence: float
    switch_correlation: float
    simulated: SimulatedChoice

    @property
    def distance(self) -> float:
        """The largest distance of an exact from a simulated moment, in standard errors."""
        return self.farthest(self.simulated)


def row_of(
    run: Run, n: int, q: float, dependence: float, draws: int, progress: Progress | None = None
) -> DependenceRow:
    """One row; the simulation of it is kept."""
    pair = rosset_example(n, PRINTED_FIRST_PROBABILITY, q, size=PRINTED_SIZE, dependence=dependence)
    return DependenceRow(
        n=n,
        second_probability=q,
        dependence=dependence,
        switch_correlation=switch_correlation(pair),
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        simulated=simulated_of(
            run,
            pair,
            f"section-2-1-1/n-{n}-q-{q}-{dependence}",
            stream=(_STREAM, n, round(1000 * q), round(1000 * dependence)),
            draws=draws,
            progress=progress,
        ),
    )


def switch_correlation(pair: TwoClassifiers) -> float:
    """The mean correlation of the switches of the two classifiers, exact, in section 2.1.3.

    A switch of i < j is that a classifier scores i above j. In that world it depends on j - i
    alone, so that the pairs of the first observation, each counted as often as its distance occurs,
    stand for all.
    """
    if not pair.is_joint:
        return 0.0
    odds = np.multiply.outer(pair.first.probabilities[0], pair.first.probabilities[0])
    one, two = (
        law.values[0][None, :, None] > law.values[1:][:, None, :]
        for law in (pair.first, pair.second)
    )
    p, r, both = (np.sum(odds * switched, axis=(1, 2)) for switched in (one, two, one & two))
    spread = p * (1 - p) * r * (1 - r)
    can = spread > 0
    times = np.arange(pair.n - 1, 0, -1)[can]
    return float(np.average((both - p * r)[can] / np.sqrt(spread[can]), weights=times))
