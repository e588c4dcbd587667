"""One setting of section 2.1.1: exact and simulated moments at one dependence."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.kernels import Progress
from aucurate.reproductions.rosset_2004 import PAPER
from aucurate.reproductions.rosset_2004.moments_rows import THRESHOLD
from aucurate.reproductions.rosset_2004.printed import PRINTED_FIRST_PROBABILITY, PRINTED_SIZE
from aucurate.reproductions.running import Run
from aucurate.theory import (
    DifferenceMoments,
    SimulatedChoice,
    SimulatedCriterion,
    auc_difference_moments,
    error_difference_moments,
    probability_of_choosing_first,
    rosset_example,
    simulate_choice,
)

DEPENDENCES = (0.0, 0.25, 0.5, 0.75, 1.0)
SETTINGS = tuple((n, q) for q in (0.2, 0.3) for n in (50, 200, 400))
"""The n and q2 of Table 1, in its order."""

DRAWS = 10_000
QUICK_DRAWS = 500
QUICK_LARGEST = 200
"""The largest n of a quick run."""

_STREAM = 211  # of the random numbers of this exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenceRow:
    """Both criteria at one setting and one dependence."""

    n: int
    second_probability: float
    dependence: float
    auc: DifferenceMoments
    error: DifferenceMoments
    simulated: SimulatedChoice

    @property
    def auc_phi(self) -> float:
        """The probability of the right choice by AUC, normal approximation."""
        return probability_of_choosing_first(self.auc)

    @property
    def error_phi(self) -> float:
        """The same by error rate."""
        return probability_of_choosing_first(self.error)

    @property
    def distance(self) -> float:
        """The largest distance of an exact from a simulated moment, in standard errors."""
        simulated = self.simulated
        return max(distance(self.auc, simulated.auc), distance(self.error, simulated.error))


def row_of(
    run: Run, n: int, q: float, dependence: float, draws: int, progress: Progress | None = None
) -> DependenceRow:
    """One row; the simulation of it is kept."""
    pair = rosset_example(n, PRINTED_FIRST_PROBABILITY, q, size=PRINTED_SIZE, dependence=dependence)

    def compute() -> dict[str, Any]:
        marks = [run.rng, _STREAM, n, round(1000 * q), round(1000 * dependence)]
        rng = np.random.default_rng(marks)
        found = simulate_choice(pair, draws=draws, rng=rng, threshold=THRESHOLD, progress=progress)
        return found.to_dict()

    settings = {"n": n, "second_probability": q, "dependence": dependence, "draws": draws}
    kept = run.kept(f"{PAPER}/section-2-1-1/n-{n}-q-{q}-{dependence}", settings, compute)
    return DependenceRow(
        n=n,
        second_probability=q,
        dependence=dependence,
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        simulated=SimulatedChoice.from_dict(kept),
    )


def distance(exact: DifferenceMoments, simulated: SimulatedCriterion) -> float:
    """How far simulated mean and variance are from the exact ones, in standard errors."""
    return max(
        abs(exact.mean - simulated.mean) / simulated.mean_standard_error,
        abs(exact.variance - simulated.variance) / simulated.variance_standard_error,
    )
