"""Test sets of many sizes in the world of section 2.1.3: how likely the right choice is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aucurate.kernels import Progress
from aucurate.theory import (
    ChoosingSize,
    SimulatedChoice,
    TwoClassifiers,
    auc_difference_moments,
    error_difference_moments,
    rosset_example,
    size_to_choose,
)
from aucurate.theory.population import Criterion
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.moments_both import THRESHOLD, BothMoments, simulated_of
from aucurate_papers.rosset_2004.printed import PRINTED_FIRST_PROBABILITY, PRINTED_SIZE
from aucurate_papers.running import Run

PROBABILITIES = (0.8, 0.9, 0.95)
"""Of the right choice, for which a size is asked."""

SIMULATED = (10, 25, 50, 100, 200, 400, 800, 1600)
DRAWN = (
    *(10, 12, 15, 18, 22, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600),
    *(800, 950, 1250, 1600, 1950),
)
"""Sizes of the simulated points and of the line through exact ones; no multiple of 1000, where the
deviation of 0.2005 makes scores tie."""

DRAWS = 5_000
QUICK_DRAWS = 300
QUICK_LARGEST = 400
"""The largest size of a quick run: each costs the square of it."""

_STREAM = 6  # of the random numbers of this exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class SizePoint(BothMoments):
    """One size: exact moments by both criteria, and the simulation where there is one."""

    n: int
    second_probability: float
    simulated: SimulatedChoice | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """The sizes from which on the right choice is as likely as asked, by both criteria.

    ``auc_simulated`` and ``error_simulated`` are simulations at these sizes.
    """

    second_probability: float
    probability: float
    auc: ChoosingSize
    error: ChoosingSize
    auc_simulated: SimulatedChoice
    error_simulated: SimulatedChoice


def pair_of(n: int, second_probability: float) -> TwoClassifiers:
    """The world of section 2.1.3."""
    return rosset_example(n, PRINTED_FIRST_PROBABILITY, second_probability, size=PRINTED_SIZE)


def point_of(run: Run, n: int, q: float, draws: int, progress: Progress | None = None) -> SizePoint:
    """One size; simulated if it is among those."""
    pair = pair_of(n, q)
    return SizePoint(
        n=n,
        second_probability=q,
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        simulated=_simulated(run, n, q, draws, progress) if n in SIMULATED else None,
    )


def size_row_of(
    run: Run, q: float, probability: float, draws: int, progress: Progress | None = None
) -> SizeRow:
    """The sizes for one probability of the right choice."""

    def family(n: int) -> TwoClassifiers:
        if progress is not None:
            progress(0, 1)
        return pair_of(n, q)

    found = {}
    criteria: tuple[Criterion, ...] = ("AUC", "error")
    for by in criteria:
        kept = run.kept(
            f"{PAPER}/table-6-by-size/{by.lower()}-q-{q}-{probability}",
            {"second_probability": q, "probability": probability, "by": by},
            _asking(family, probability, by),
        )
        found[by] = ChoosingSize.from_dict(kept)
    return SizeRow(
        second_probability=q,
        probability=probability,
        auc=found["AUC"],
        error=found["error"],
        auc_simulated=_simulated(run, found["AUC"].n, q, draws, progress),
        error_simulated=_simulated(run, found["error"].n, q, draws, progress),
    )


def _simulated(
    run: Run, n: int, q: float, draws: int, progress: Progress | None
) -> SimulatedChoice:
    piece, stream = f"table-6-by-size/n-{n}-q-{q}", (_STREAM, n, round(1000 * q))
    return simulated_of(run, pair_of(n, q), piece, stream=stream, draws=draws, progress=progress)


def _asking(
    family: Callable[[int], TwoClassifiers], probability: float, by: Criterion
) -> Callable[[], dict[str, Any]]:
    def compute() -> dict[str, Any]:
        found = size_to_choose(family, probability=probability, by=by, threshold=THRESHOLD)
        return found.to_dict()

    return compute
