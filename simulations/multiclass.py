"""AUCs of several classes: how often intervals cover, and tests of equal classifiers reject."""

import numpy as np

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.estimates.classes.auc import ClassAverage, HandTill, OneVsRest
from aucurate.inference.multiclass.auc import (
    average_intervals,
    multiclass_auc_interval,
    multiclass_auc_test,
    multiclass_joint_test,
)
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.options import Resampling
from aucurate.results import ClassEstimate
from simulations.class_worlds import ClassWorld, Shape
from simulations.counting import LEVEL, Counts, Question, Tally

REPEATS = 499
CLASSIFIERS = 4

ESTIMANDS: dict[str, ClassAverage] = {
    "hand-till": HandTill(),
    "hand-till, weighted": HandTill("weighted"),
    "one-vs-rest": OneVsRest(),
    "one-vs-rest, weighted": OneVsRest("weighted"),
    "first-vs-rest": OneVsRest(of="0"),
}
DRAWN: dict[str, ClassAverage] = {
    "hand-till, weighted": HandTill("weighted", "estimated"),
    "one-vs-rest": OneVsRest("macro", "estimated"),
    "one-vs-rest, weighted": OneVsRest("weighted", "estimated"),
    "first-vs-rest": OneVsRest(of="0", prevalence="estimated"),
}
PAIRED: dict[str, ClassAverage] = {
    "hand-till": HandTill(),
    "one-vs-rest, weighted": OneVsRest("weighted"),
}


def coverage(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the U-statistic intervals cover the truth, and the sum of the widths."""
    return _coverage(world, draws, rng, ESTIMANDS)


def drawn_coverage(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The same where the classes are drawn too: prevalences taken as estimates, and as fixed."""
    fixed = {f"{name}, as fixed": ESTIMANDS[name] for name in DRAWN}
    return _coverage(world, draws, rng, {**DRAWN, **fixed})


def bootstrap_coverage(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The bootstrap intervals of the Hand-Till AUC, and the U-statistic one on the same draws."""
    tally, true = Tally(), _true(world, HandTill())
    for _ in range(draws):
        data = _one(world, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        _count(tally, "hand-till", multiclass_auc_interval(data, HandTill()), true)
        for kind in ("percentile", "bca"):
            found = bootstrap_interval(data, kind=kind, resampling=chosen)
            _count(tally, f"hand-till, bootstrap-{kind}", found, true)
    return tally.result()


def paired_level(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of equally good classifiers on the same observations reject."""
    tally = Tally()
    for _ in range(draws):
        data = _several(world, rng, CLASSIFIERS)
        first, second = data["0"], data["1"]
        for name, estimand in _comparable(world).items():
            found = multiclass_auc_test(first, second, estimand)
            tally.add(name, found.p_value <= LEVEL)
            normal = multiclass_auc_test(first, second, estimand, distribution="normal")
            tally.add(f"{name}, normal", normal.p_value <= LEVEL)
        for way in ("F", "chi-square"):
            joint = multiclass_joint_test(data, distribution=way)
            tally.add(f"hand-till, joint {way}", joint.p_value <= LEVEL)
    return tally.result()


def bootstrap_level(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The same by bootstrap, and the U-statistic test on the same draws."""
    tally = Tally()
    for _ in range(draws):
        first, second = _several(world, rng, 2)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        tally.add("hand-till", multiclass_auc_test(first, second).p_value <= LEVEL)
        found = bootstrap_test(first, second, resampling=chosen)
        tally.add("hand-till, bootstrap-percentile", found.p_value <= LEVEL)
    return tally.result()


def unpaired_level(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of equal classifiers on different test sets reject."""
    tally = Tally()
    for _ in range(draws):
        first, second = _one(world, rng, "a"), _one(world, rng, "b")
        for name, estimand in PAIRED.items():
            found = multiclass_auc_test(first, second, estimand, paired=False)
            tally.add(name, found.p_value <= LEVEL)
    return tally.result()


def _coverage(
    world: ClassWorld, draws: int, rng: np.random.Generator, estimands: dict[str, ClassAverage]
) -> Counts:
    tally = Tally()
    true = [_true(world, estimand) for estimand in estimands.values()]
    for _ in range(draws):
        found = average_intervals(_one(world, rng), tuple(estimands.values()))
        for name, estimate, value in zip(estimands, found, true, strict=True):
            _count(tally, name, estimate, value)
    return tally.result()


def _comparable(world: ClassWorld) -> dict[str, ClassAverage]:
    """What two classifiers that mistake different classes have in common is the Hand-Till AUC."""
    names = ("hand-till",) if world.shape == "confused" else tuple(PAIRED)
    return {name: PAIRED[name] for name in names}


def _true(world: ClassWorld, estimand: ClassAverage) -> float:
    classes = tuple(str(c) for c in range(world.n_classes))
    return world.true(estimand.weights(classes, world.sizes))


def _one(world: ClassWorld, rng: np.random.Generator, name: str = "scores") -> ClassScores:
    labels, (scores,) = world.draw(rng)
    return ClassScores.from_arrays(labels, scores, name=name)


def _several(world: ClassWorld, rng: np.random.Generator, classifiers: int) -> PairedClassScores:
    labels, scores = world.draw(rng, classifiers)
    return PairedClassScores.from_arrays(labels, {str(k): s for k, s in enumerate(scores)})


def _count(tally: Tally, name: str, found: ClassEstimate, true: float) -> None:
    tally.add(name, true in found.interval)
    tally.add(f"{name} width", found.interval.high - found.interval.low)


SIZES = (
    (20, 20, 20),
    (20, 100, 100),
    (200, 200, 20),
    (200, 200, 200),
    (20, 20, 20, 20, 20),
    (20, 100, 100, 100, 100),
    (50, 50, 50, 50, 50),
)
SHAPES: tuple[Shape, ...] = ("alike", "confused", "wide")
LEVELS = tuple(name for each in PAIRED for name in (each, f"{each}, normal"))

QUESTIONS = (
    Question(
        name="multi-class coverage",
        ask=coverage,
        columns=tuple(ESTIMANDS),
        scenarios=tuple(
            ClassWorld(auc=auc, sizes=sizes, shape=shape)
            for shape in SHAPES
            for sizes in SIZES
            for auc in (0.7, 0.9, 0.98)
        ),
        draws=500,
    ),
    Question(
        name="held-out multi-class coverage",
        ask=coverage,
        columns=tuple(ESTIMANDS),
        scenarios=tuple(
            ClassWorld(auc=auc, sizes=sizes, shape=shape)
            for shape in SHAPES
            for sizes in ((15, 40, 80), (30, 30, 30, 30), (60, 25, 25, 25, 25, 25))
            for auc in (0.8, 0.94)
        ),
        draws=500,
    ),
    Question(
        name="multi-class coverage, drawn classes",
        ask=drawn_coverage,
        columns=(*DRAWN, *(f"{name}, as fixed" for name in DRAWN)),
        scenarios=tuple(
            ClassWorld(auc=0.85, sizes=sizes, shape=shape, drawn=True)
            for shape in ("alike", "confused")
            for sizes in ((50, 50, 50), (100, 100, 30), (50, 50, 50, 50, 50))
        ),
        draws=1000,
    ),
    Question(
        name="multi-class bootstrap coverage",
        ask=bootstrap_coverage,
        columns=("hand-till", "hand-till, bootstrap-percentile", "hand-till, bootstrap-bca"),
        scenarios=tuple(
            ClassWorld(auc=auc, sizes=sizes)
            for sizes in ((20, 20, 20), (50, 50, 50, 50, 50))
            for auc in (0.8, 0.95)
        ),
        draws=300,
    ),
    Question(
        name="multi-class paired level",
        ask=paired_level,
        columns=(*LEVELS, "hand-till, joint F", "hand-till, joint chi-square"),
        scenarios=tuple(
            ClassWorld(auc=auc, sizes=sizes, shape=shape, correlation=0.5)
            for shape in ("alike", "wide")
            for sizes in ((20, 20, 20), (20, 100, 100), (100, 100, 100), (20,) * 5)
            for auc in (0.75, 0.9)
        ),
        draws=1000,
    ),
    Question(
        name="multi-class different mistakes level",
        ask=paired_level,
        columns=(*LEVELS[:2], "hand-till, joint F", "hand-till, joint chi-square"),
        scenarios=tuple(
            ClassWorld(auc=auc, sizes=sizes, shape="confused", correlation=0.5)
            for sizes in ((20, 20, 20), (100, 100, 100), (20,) * 5)
            for auc in (0.75, 0.9)
        ),
        draws=1000,
    ),
    Question(
        name="multi-class resampled level",
        ask=bootstrap_level,
        columns=("hand-till", "hand-till, bootstrap-percentile"),
        scenarios=tuple(
            ClassWorld(auc=0.85, sizes=sizes, correlation=0.5)
            for sizes in ((20, 20, 20), (50, 50, 50, 50, 50))
        ),
        draws=300,
    ),
    Question(
        name="multi-class unpaired level",
        ask=unpaired_level,
        columns=tuple(PAIRED),
        scenarios=tuple(
            ClassWorld(auc=auc, sizes=sizes, shape=shape)
            for shape in ("alike", "wide")
            for sizes in ((20, 20, 20), (20, 100, 100), (20,) * 5)
            for auc in (0.75, 0.9)
        ),
        draws=1000,
    ),
)
