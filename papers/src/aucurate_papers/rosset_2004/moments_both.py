"""Both criteria in one setting of section 2.1.3: exact moments, and the simulation beside them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.kernels import Progress
from aucurate.theory import (
    DifferenceMoments,
    SimulatedChoice,
    SimulatedCriterion,
    TwoClassifiers,
    probability_of_choosing_first,
    simulate_choice,
)
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.printed import PRINTED_THRESHOLD
from aucurate_papers.running import Run

THRESHOLD = math.nextafter(PRINTED_THRESHOLD, math.inf)
"""The paper calls a score above 1/2 positive; ours, one from the next number on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothMoments:
    """Exact moments of the difference in AUC, and in errors."""

    auc: DifferenceMoments
    error: DifferenceMoments

    @property
    def auc_phi(self) -> float:
        """The probability of the right choice by AUC: normal approximation with exact moments."""
        return probability_of_choosing_first(self.auc)

    @property
    def error_phi(self) -> float:
        """The same by error rate."""
        return probability_of_choosing_first(self.error)

    def farthest(self, simulated: SimulatedChoice) -> float:
        """The largest distance of an exact from a simulated moment, in standard errors."""
        return max(_distance(self.auc, simulated.auc), _distance(self.error, simulated.error))


def simulated_of(
    run: Run,
    pair: TwoClassifiers,
    piece: str,
    *,
    stream: Sequence[int],
    draws: int,
    progress: Progress | None = None,
) -> SimulatedChoice:
    """Simulated test sets, kept; ``stream`` are the marks of their random numbers."""

    def compute() -> dict[str, Any]:
        rng = np.random.default_rng([run.rng, *stream])
        found = simulate_choice(pair, draws=draws, rng=rng, threshold=THRESHOLD, progress=progress)
        return found.to_dict()

    settings = {"stream": list(stream), "draws": draws}
    return SimulatedChoice.from_dict(run.kept(f"{PAPER}/{piece}", settings, compute))


def _distance(exact: DifferenceMoments, simulated: SimulatedCriterion) -> float:
    return max(
        abs(exact.mean - simulated.mean) / simulated.mean_standard_error,
        abs(exact.variance - simulated.variance) / simulated.variance_standard_error,
    )
