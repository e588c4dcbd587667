"""How fast is the volume under the surface of three ordered classes, and how does it grow?"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import OURS, RNG, Finding, Job, Setting, race, reason
from benchmarks.memory import peak_above

PER_CLASS = 3000
LARGE, SMALL = 100_000, 10_000
ORDER = ("low", "middle", "high")
PAIRS = "all pairs of classes in NumPy"
SHORT = f"aucurate, {SMALL:,} of each class"
LONG = f"aucurate, {LARGE:,} of each class"
_BLOCK = 500


def run(setting: Setting) -> list[Finding]:
    """Against counting every pair; ten times the observations; memory above the input."""
    against = race(
        {OURS: lambda: _ours(*_made(PER_CLASS)), PAIRS: lambda: _pairs(*_made(PER_CLASS))},
        min(3, setting.rounds),
    )
    growing = race(
        {SHORT: lambda: _ours(*_made(SMALL)), LONG: lambda: _ours(*_made(LARGE))},
        min(3, setting.rounds),
    )
    failure = growing.trouble(LONG, SHORT)
    return [
        against.times_as_fast(
            PAIRS,
            what=f"volume with its interval, {PER_CLASS:,} observations of each of three classes",
            setting=setting,
            target=None,
            tolerance=1e-9,
        ),
        Finding(
            what=f"volume with its interval, {LARGE:,} observations of each class",
            peer=f"itself with {SMALL:,}",
            threads=setting.threads,
            unit="of its time",
            ratio=None if failure else growing.seconds[LONG] / growing.seconds[SHORT],
            target=setting.target(20),
            bound="at most",
            seconds=dict(growing.seconds),
            failure=failure,
        ),
        _memory(setting),
    ]


def _memory(setting: Setting) -> Finding:
    ratio, failure = None, ""
    try:
        _ours(*_made(1000))()  # what is loaded on first use is not the volume's
        job = _ours(*_made(LARGE))
        ratio = peak_above(job) / (3 * LARGE)
    except Exception as error:
        failure = reason(error)
    return Finding(
        what=f"peak memory of the volume of {3 * LARGE:,} observations above its inputs",
        peer="the inputs",
        threads=setting.threads,
        unit="bytes per observation",
        ratio=ratio,
        target=None,
        bound="at most",
        failure=failure,
    )


def _made(per_class: int) -> tuple[NDArray[Any], NDArray[np.float64]]:
    rng = np.random.default_rng(RNG)
    labels = np.repeat(np.array(ORDER), per_class)
    return labels, rng.normal(size=3 * per_class) + np.repeat([0.0, 1.0, 2.0], per_class)


def _ours(labels: NDArray[Any], scores: NDArray[np.float64]) -> Job:
    from aucurate.data import OrderedScores
    from aucurate.inference.multiclass import volume_interval

    def job() -> float:
        found = volume_interval(OrderedScores.from_arrays(labels, scores, order=ORDER))
        return found.value

    return job


def _pairs(labels: NDArray[Any], scores: NDArray[np.float64]) -> Job:
    """The volume and the variance of its placements by comparing every pair, without ties."""

    def job() -> float:
        low, middle, high = (scores[labels == name] for name in ORDER)
        below, above = _counts(middle, low), len(high) - _counts(middle, high)
        of_middle = below * above
        of_low = _summed(low, middle, above, np.greater)
        of_high = _summed(high, middle, below, np.less)
        sizes = len(low), len(middle), len(high)
        for placed, size in zip((of_low, of_middle, of_high), sizes, strict=True):
            np.var(placed / (math.prod(sizes) / size), ddof=1)
        return float(of_middle.sum()) / math.prod(sizes)

    return job


def _counts(values: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.int64]:
    parts = [
        (others[None] < values[at : at + _BLOCK, None]).sum(axis=1)
        for at in range(0, len(values), _BLOCK)
    ]
    return np.concatenate(parts)


def _summed(
    values: NDArray[np.float64],
    others: NDArray[np.float64],
    weights: NDArray[np.int64],
    compared: Callable[..., NDArray[np.bool_]],
) -> NDArray[np.float64]:
    parts = [
        compared(others[None], values[at : at + _BLOCK, None]) @ weights
        for at in range(0, len(values), _BLOCK)
    ]
    return np.concatenate(parts).astype(np.float64)
