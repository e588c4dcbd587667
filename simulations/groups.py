"""Groups and sampling weights: what intervals cover and tests hold, with them and without them."""

from collections.abc import Callable
from functools import partial

import numpy as np

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.inference.auc import delong, mover
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.core.components import Scale
from aucurate.inference.curve.estimands import components_of
from aucurate.results import Comparison, Interval
from simulations.counting import LEVEL, TOO_HIGH, TOO_LOW, Counts, Question, Tally
from simulations.group_worlds import Design, Draw, Effects, GroupWorld, Sizes, WeightWorld
from simulations.paired import PLAIN
from simulations.partial import ESTIMATES, true_value

AUC = "auc"
IGNORED = ", ignored"
SCALES: dict[str, Scale] = {AUC: "beta", "auc, logit-t": "logit-t", "auc, logit": "logit"}
INTERVALS = (*SCALES, f"{AUC}{IGNORED}")
PAIRED = ("delong", "mover")
UNPAIRED = ("unpaired delong", "unpaired mover")
TESTS = (*PAIRED, *UNPAIRED)
EVERY = 4
"""What is made for comparison is made in one of so many draws."""


def both(names: tuple[str, ...]) -> tuple[str, ...]:
    """These columns, and those of the same methods that ignore groups and weights."""
    return (*names, *(f"{name}{IGNORED}" for name in names))


def coverage(world: GroupWorld | WeightWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often intervals cover the true AUC: the beta interval, the default, and others."""
    tally, true = Tally(dict.fromkeys(INTERVALS[1:], EVERY)), world.true_auc
    for draw in range(draws):
        for ending, data in with_and_without(world.draw(rng), draw % EVERY == 0):
            whole = AucComponents.of(_moments(data))
            for name, scale in SCALES.items():
                column = f"{name}{ending}"
                if column in INTERVALS and tally.wants(column, draw):
                    count(tally, column, whole.estimate(0, scale, 1 - LEVEL).interval, true)
    return tally.result()


def level(
    world: GroupWorld | WeightWorld, draws: int, rng: np.random.Generator, *, every: int = 1
) -> Counts:
    """How often tests of equal AUCs reject, on one test set and on two.

    MOVER's tests, and those that ignore groups and weights, are made in one of ``every`` draws.
    """
    rare = [name for name in both(TESTS) if "mover" in name or name.endswith(IGNORED)]
    tally = Tally(dict.fromkeys(rare, every) if every > 1 else None)
    for draw in range(draws):
        drawn, other = world.draw(rng), world.draw(rng)
        is_full = draw % every == 0
        for (ending, data), (_, apart) in zip(
            with_and_without(drawn, is_full), with_and_without(other, is_full), strict=True
        ):
            moments, second = _moments(data), _moments(apart)
            for name, test in _TESTS.items():
                if tally.wants(f"{name}{ending}", draw):
                    tally.add(f"{name}{ending}", test(moments, second).p_value <= LEVEL)
    return tally.result()


def parts_coverage(world: GroupWorld | WeightWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the intervals of other estimands cover the truth."""
    tally = Tally()
    names = estimands_of(world)
    true = {name: true_value(world.scenario, ESTIMATES[name]) for name in names}
    for _ in range(draws):
        for ending, data in with_and_without(world.draw(rng), True):
            for name in names:
                whole = components_of(data["a"], ESTIMATES[name])
                found = whole.estimate(0, whole.recommended, 1 - LEVEL)
                count(tally, f"{name}{ending}", found.interval, true[name])
    return tally.result()


def parts_level(world: GroupWorld | WeightWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the paired tests of other estimands reject."""
    tally = Tally()
    for _ in range(draws):
        for ending, data in with_and_without(world.draw(rng), True):
            for name in estimands_of(world):
                whole = components_of(data, ESTIMATES[name])
                found = whole.test(whole.paired(0, 1), PLAIN)
                tally.add(f"{name}{ending}", found.p_value <= LEVEL)
    return tally.result()


def estimands_of(world: GroupWorld | WeightWorld) -> tuple[str, ...]:
    """Average precision is that at the share of positives, which with weights varies."""
    return tuple(ESTIMATES) if isinstance(world, GroupWorld) else WEIGHTED


WEIGHTED = ("partial-auc", "sensitivity-at")

_TESTS: dict[str, Callable[[AucMoments, AucMoments], Comparison]] = {
    "delong": lambda one, two: delong.paired_comparison(one, "a", "b"),
    "mover": lambda one, two: mover.compared_places(AucComponents.of(one), 0, 1, PLAIN),
    "unpaired delong": lambda one, two: delong.unpaired_comparison(_first(one), _first(two)),
    "unpaired mover": lambda one, two: mover.unpaired_comparison(
        AucComponents.of(_first(one)), AucComponents.of(_first(two)), PLAIN
    ),
}


def _moments(data: PairedScores) -> AucMoments:
    return AucMoments.from_scores(data, threads=1)


def _first(moments: AucMoments) -> AucMoments:
    return moments.select(moments.names[:1])


def with_and_without(drawn: Draw, is_full: bool) -> list[tuple[str, PairedScores]]:
    """The data as they should be analysed and, in full, as if rows were independent and alike."""
    scores = dict(zip("ab", drawn.values, strict=True))
    used = PairedScores.from_arrays(
        drawn.labels, scores, groups=drawn.groups, sampling_weights=drawn.weights
    )
    ignored = [(IGNORED, PairedScores.from_arrays(drawn.labels, scores))] if is_full else []
    return [("", used), *ignored]


def count(tally: Tally, name: str, interval: Interval, true: float) -> None:
    """Count whether an interval covers, on which side it misses, and its width."""
    tally.add(name, true in interval)
    tally.add(f"{name}{TOO_HIGH}", interval.low > true)
    tally.add(f"{name}{TOO_LOW}", interval.high < true)
    tally.add(f"{name} width", interval.high - interval.low)


DESIGNS: tuple[Design, ...] = ("one class", "both, alike", "both, opposed")
COUNTS = (20, 50, 200)
AUCS = (0.75, 0.9)
OTHER_SIZES: tuple[Sizes, ...] = ("unequal", "informative")
GRID = tuple(
    GroupWorld(auc=auc, n_groups=count, rows=rows, correlation=correlation, design=design)
    for design in DESIGNS
    for rows, counts, correlations, aucs in (
        (5, COUNTS, (0.0, 0.3, 0.7), AUCS),
        (2, COUNTS, (0.0, 0.3, 0.7), AUCS[:1]),
        (20, COUNTS, (0.0, 0.3, 0.7), AUCS[:1]),
    )
    for count in counts
    for correlation in correlations
    for auc in aucs
)
UNEQUAL = tuple(
    GroupWorld(
        auc=0.75, n_groups=count, rows=rows, correlation=correlation, design=design, sizes=sizes
    )
    for sizes in OTHER_SIZES
    for design in DESIGNS
    for count in COUNTS
    for rows, correlation in ((5, 0.3), (20, 0.7))
)
MISSED = tuple(
    GroupWorld(
        auc=auc,
        n_groups=count,
        rows=rows,
        correlation=correlation,
        design=design,
        missed=missed,
    )
    for design in DESIGNS
    for count, missed in ((40, 0.08), (100, 0.04), (200, 0.02))
    for rows, correlation in ((5, 0.3), (10, 0.1))
    for auc in (0.9, 0.98)
)
KINDS_OF_FEW: tuple[tuple[int, float, Sizes, float], ...] = (
    (5, 0.7, "equal", 0.5),
    (10, 0.5, "unequal", 0.5),
    (10, 0.5, "equal", 0.25),
)
FEW = tuple(
    GroupWorld(
        auc=auc,
        n_groups=count,
        rows=rows,
        correlation=correlation,
        design=design,
        sizes=sizes,
        positive=positive,
    )
    for design in DESIGNS
    for count in (4, 6, 8, 12, 16, 24, 32, 40, 60)
    for rows, correlation, sizes, positive in KINDS_OF_FEW
    for auc in AUCS
)
KINDS_HELD_OUT: tuple[tuple[int, Sizes, float, Effects], ...] = (
    (3, "unequal", 0.3, "normal"),
    (8, "equal", 0.5, "skewed"),
    (12, "unequal", 0.2, "skewed"),
)
HELD_OUT = tuple(
    GroupWorld(
        auc=0.85,
        n_groups=count,
        rows=rows,
        correlation=0.5,
        design=design,
        sizes=sizes,
        positive=positive,
        effects=effects,
    )
    for design in DESIGNS
    for count in (10, 28, 80)
    for rows, sizes, positive, effects in KINDS_HELD_OUT
)
PARTS = tuple(
    world
    for world in GRID
    if world.correlation in (0.0, 0.7)
    and world.auc == AUCS[0]
    and (world.rows == 5 or (world.rows, world.n_groups) == (20, 20))
)
WEIGHTS = tuple(
    WeightWorld(
        auc=0.75,
        n_positive=m,
        n_negative=n,
        variation=variation,
        informative=informative,
        rows=rows,
        correlation=0.5 if rows > 1 else 0.0,
    )
    for m, n, rows in ((50, 50, 1), (40, 400, 1), (300, 300, 1), (100, 100, 5), (400, 400, 5))
    for variation in (0.3, 1.0)
    for informative in (False, True)
)
WEIGHTED_PARTS = tuple(world for world in WEIGHTS if world.variation == 1.0 and world.informative)
NAMES = tuple(ESTIMATES)

QUESTIONS = (
    Question(
        name="groups coverage",
        ask=coverage,
        columns=INTERVALS,
        scenarios=(*GRID, *UNEQUAL),
        draws=2000,
    ),
    Question(
        name="groups level",
        ask=partial(level, every=EVERY),
        columns=both(TESTS),
        scenarios=(*GRID, *UNEQUAL),
        draws=2000,
    ),
    Question(
        name="few groups coverage", ask=coverage, columns=INTERVALS, scenarios=FEW, draws=2000
    ),
    Question(name="few groups level", ask=level, columns=both(TESTS), scenarios=FEW, draws=2000),
    Question(
        name="missed groups coverage",
        ask=coverage,
        columns=INTERVALS,
        scenarios=MISSED,
        draws=2000,
    ),
    Question(
        name="held-out groups coverage",
        ask=coverage,
        columns=INTERVALS,
        scenarios=HELD_OUT,
        draws=2000,
    ),
    Question(
        name="held-out groups level",
        ask=partial(level, every=EVERY),
        columns=both(TESTS),
        scenarios=HELD_OUT,
        draws=2000,
    ),
    Question(
        name="groups parts coverage",
        ask=parts_coverage,
        columns=both(NAMES),
        scenarios=PARTS,
        draws=2000,
    ),
    Question(
        name="groups parts level", ask=parts_level, columns=both(NAMES), scenarios=PARTS, draws=2000
    ),
    Question(
        name="sampling weights coverage",
        ask=coverage,
        columns=INTERVALS,
        scenarios=WEIGHTS,
        draws=2000,
    ),
    Question(
        name="sampling weights level",
        ask=partial(level, every=EVERY),
        columns=both(TESTS),
        scenarios=WEIGHTS,
        draws=2000,
    ),
    Question(
        name="sampling weights parts coverage",
        ask=parts_coverage,
        columns=both(WEIGHTED),
        scenarios=WEIGHTED_PARTS,
        draws=2000,
    ),
)
