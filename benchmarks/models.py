"""What smooth curves cost beside the empirical one, and exact tests at a million beside ten."""

from functools import partial
from typing import Any

import numpy as np

from benchmarks.harness import RNG, Finding, Job, Race, Setting, made_scores, race

OBSERVATIONS = 100_000
REPEATS = 500
EVALUATIONS = 20
KERNEL = "kernel curve"
EMPIRICAL = "empirical curve"
SMALL, LARGE = 10, 1_000_000


def run(setting: Setting) -> list[Finding]:
    """The bootstrap of a kernel curve, and the exact biexponential p-value."""
    labels, scores = made_scores(OBSERVATIONS)
    smooth = race(
        {
            KERNEL: lambda: _kernel(labels, scores[0]),
            EMPIRICAL: lambda: _bootstrap(labels, scores[0]),
        },
        min(3, setting.rounds),
    )
    exact = race(
        {f"n = {size:,}": partial(_exact, size) for size in (SMALL, LARGE)}, setting.rounds
    )
    return [
        _relative(
            smooth,
            KERNEL,
            EMPIRICAL,
            f"kernel AUC with interval, {REPEATS} bootstrap replicates of {OBSERVATIONS:,}",
            setting,
            20.0,
        ),
        _relative(
            exact,
            f"n = {LARGE:,}",
            f"n = {SMALL:,}",
            "exact biexponential p-value of two curves",
            setting,
            2.0,
        ),
    ]


def _relative(
    raced: Race, ours: str, base: str, what: str, setting: Setting, most: float
) -> Finding:
    failure = raced.trouble(ours, base)
    return Finding(
        what=f"{what}, {ours}",
        peer=base,
        threads=setting.threads,
        unit="of its time",
        ratio=None if failure else raced.seconds[ours] / raced.seconds[base],
        target=setting.target(most),
        bound="at most",
        seconds={n: raced.seconds[n] for n in (ours, base) if n in raced.seconds},
        failure=failure,
    )


def _kernel(labels: Any, values: Any) -> Job:
    from aucurate import Resampling, Scores
    from aucurate.inference.models import kernel_bootstrap_interval

    def job() -> float:
        scores = Scores.from_arrays(labels, values)
        return kernel_bootstrap_interval(scores, resampling=Resampling(replicates=REPEATS)).value

    return job


def _bootstrap(labels: Any, values: Any) -> Job:
    from aucurate import Resampling, Scores
    from aucurate.inference.resampling import bootstrap_interval

    def job() -> float:
        scores = Scores.from_arrays(labels, values)
        return bootstrap_interval(scores, resampling=Resampling(replicates=REPEATS)).value

    return job


def _exact(size: int) -> Job:
    from aucurate.inference.models.biexponential import RatioDistribution

    ratios = np.exp(np.random.default_rng(RNG).normal(size=EVALUATIONS) / np.sqrt(size))

    def job() -> float:
        law = RatioDistribution(size, size, size, size)
        return sum(law.two_sided(float(ratio)) for ratio in ratios) / EVALUATIONS

    return job
