"""Volumes under the ROC surface of three ordered classes.

How often their intervals cover the truth, and how often equal classifiers are called different.
"""

import numpy as np

from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.estimates.classes.volume import VolumeMoments
from aucurate.inference.multiclass.volume import (
    VolumeScale,
    dreiseitl_interval,
    volume_interval,
    volume_joint_test,
    volume_null_test,
    volume_test,
)
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Interval
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.ordered_worlds import CHANCE, OrderedWorld

REPEATS = 499
ORDER = (0, 1, 2)
SCALES: tuple[VolumeScale, ...] = ("beta", "logit-t", "logit", "wald")
INTERVALS = (*(f"volume, {scale}" for scale in SCALES), "volume, dreiseitl")
KINDS: tuple[Kind, ...] = ("percentile", "bca")
RESAMPLED = tuple(f"volume, bootstrap-{kind}" for kind in KINDS)
TESTS = ("volume, t", "volume, normal")
JOINT = ("volume, joint F", "volume, joint chi-square")


def coverage(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often each analytic interval covers the truth, and the sum of the widths."""
    tally, true = Tally(), world.true_volume
    for _ in range(draws):
        scores = _one(world, rng)
        _count_analytic(tally, scores, true)
        _count(tally, "volume, dreiseitl", dreiseitl_interval(scores).interval, true)
    return tally.result()


def bootstrap_coverage(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The same for the bootstrap, and the analytic ones on the same draws."""
    tally, true = Tally(), world.true_volume
    for _ in range(draws):
        scores = _one(world, rng)
        _count_analytic(tally, scores, true)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for kind in KINDS:
            found = bootstrap_interval(scores, kind=kind, resampling=chosen)
            _count(tally, f"volume, bootstrap-{kind}", found.interval, true)
    return tally.result()


def chance_level(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the test of a volume against its true value rejects."""
    tally, true = Tally(), world.true_volume
    for _ in range(draws):
        moments = VolumeMoments.from_scores(_one(world, rng))
        for scale in SCALES:
            found = volume_null_test(moments, null=true, scale=scale)
            tally.add(f"volume, {scale}", found.p_value <= LEVEL)
    return tally.result()


def paired_level(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of equal classifiers on the same observations reject."""
    tally = Tally()
    for _ in range(draws):
        data = _several(world, 4, rng)
        first, second, *_ = data
        _count_tests(tally, first, second, paired=None)
        moments = VolumeMoments.from_scores(data)
        for name in ("F", "chi-square"):
            found = volume_joint_test(moments, distribution=name)
            tally.add(f"volume, joint {name}", found.p_value <= LEVEL)
    return tally.result()


def different_level(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The same for two classifiers with equal volumes and surfaces of different shape."""
    tally = Tally()
    for _ in range(draws):
        first, second = _several(world, 2, rng)
        _count_tests(tally, first, second, paired=None)
    return tally.result()


def resampled_level(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The paired test by bootstrap, and the analytic one on the same draws."""
    tally = Tally()
    for _ in range(draws):
        first, second = _several(world, 2, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        tally.add("volume, t", volume_test(first, second).p_value <= LEVEL)
        found = bootstrap_test(first, second, resampling=chosen)
        tally.add("volume, bootstrap-percentile", found.p_value <= LEVEL)
    return tally.result()


def unpaired_level(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of equal classifiers on different test sets reject."""
    tally = Tally()
    for _ in range(draws):
        _count_tests(tally, _one(world, rng), _one(world, rng), paired=False)
    return tally.result()


def _one(world: OrderedWorld, rng: np.random.Generator) -> OrderedScores:
    labels, values = world.draw(rng)
    return OrderedScores.from_arrays(labels, values[0], order=ORDER)


def _several(world: OrderedWorld, many: int, rng: np.random.Generator) -> PairedOrderedScores:
    labels, values = world.draw(rng, classifiers=many)
    scores = dict(zip("abcd", values, strict=False))
    return PairedOrderedScores.from_arrays(labels, scores, order=ORDER)


def _count_analytic(tally: Tally, scores: OrderedScores, true: float) -> None:
    moments = VolumeMoments.from_scores(scores)
    for scale in SCALES:
        _count(tally, f"volume, {scale}", volume_interval(moments, scale=scale).interval, true)


def _count(tally: Tally, name: str, interval: Interval, true: float) -> None:
    tally.add(name, true in interval)
    tally.add(f"{name} width", interval.high - interval.low)


def _count_tests(
    tally: Tally, first: OrderedScores, second: OrderedScores, *, paired: bool | None
) -> None:
    for name in ("t", "normal"):
        found = volume_test(first, second, paired=paired, distribution=name)
        tally.add(f"volume, {name}", found.p_value <= LEVEL)


VOLUMES = (0.2, 0.4, 0.6, 0.8, 0.95)
SIZES = ((20, 20, 20), (50, 50, 50), (200, 200, 200), (20, 50, 200), (200, 20, 50))
KINDS_OF_SCORES = ("normal", "normal, spread 1 2 3", "ordinal")

QUESTIONS = (
    Question(
        name="volume coverage",
        ask=coverage,
        columns=INTERVALS,
        scenarios=tuple(
            OrderedWorld(volume=volume, sizes=sizes, scores=scores)
            for scores in KINDS_OF_SCORES
            for sizes in SIZES
            for volume in VOLUMES
        ),
        draws=1000,
    ),
    Question(
        name="volume held-out coverage",
        ask=coverage,
        columns=INTERVALS,
        scenarios=tuple(
            OrderedWorld(volume=volume, sizes=sizes, scores=scores)
            for scores in ("exponential", "normal, spread 3 1 1")
            for sizes in ((15, 15, 15), (30, 30, 30), (50, 20, 20), (25, 100, 40))
            for volume in (0.3, 0.5, 0.7, 0.9)
        ),
        draws=1000,
    ),
    Question(
        name="volume bootstrap coverage",
        ask=bootstrap_coverage,
        columns=(*INTERVALS[: len(SCALES)], *RESAMPLED),
        scenarios=tuple(
            OrderedWorld(volume=volume, sizes=sizes)
            for sizes in (SIZES[0], SIZES[1], SIZES[3])
            for volume in (0.4, 0.8, 0.95)
        ),
        draws=300,
    ),
    Question(
        name="volume chance level",
        ask=chance_level,
        columns=INTERVALS[: len(SCALES)],
        scenarios=tuple(
            OrderedWorld(volume=CHANCE, sizes=sizes, scores=scores)
            for scores in ("normal", "ordinal")
            for sizes in SIZES
        ),
        draws=1000,
    ),
    Question(
        name="volume paired level",
        ask=paired_level,
        columns=(*TESTS, *JOINT),
        scenarios=tuple(
            OrderedWorld(volume=volume, sizes=sizes, scores=scores, correlation=correlation)
            for scores, correlation in (("normal", 0.0), ("normal", 0.8), ("ordinal", 0.8))
            for sizes in (SIZES[0], SIZES[1], SIZES[3], SIZES[4])
            for volume in (0.2, 0.6, 0.95)
        ),
        draws=1000,
    ),
    Question(
        name="volume different surfaces level",
        ask=different_level,
        columns=TESTS,
        scenarios=tuple(
            OrderedWorld(
                volume=volume,
                sizes=sizes,
                correlation=0.5,
                second_scores="normal, spread 1 2 3",
            )
            for sizes in (SIZES[0], SIZES[1], SIZES[3])
            for volume in (0.2, 0.6, 0.95)
        ),
        draws=1000,
    ),
    Question(
        name="volume resampled paired level",
        ask=resampled_level,
        columns=("volume, t", "volume, bootstrap-percentile"),
        scenarios=tuple(
            OrderedWorld(volume=volume, sizes=sizes, correlation=0.5)
            for sizes in (SIZES[0], SIZES[3])
            for volume in (0.4, 0.8)
        ),
        draws=300,
    ),
    Question(
        name="volume unpaired level",
        ask=unpaired_level,
        columns=TESTS,
        scenarios=tuple(
            OrderedWorld(volume=volume, sizes=sizes)
            for sizes in (SIZES[0], SIZES[1], SIZES[3])
            for volume in (0.2, 0.6, 0.95)
        ),
        draws=1000,
    ),
)
