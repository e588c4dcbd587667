"""Beta intervals beyond one AUC where errors are few: coverage, the side of each miss, and width.

Partial areas, AUCs of several classes, volumes and AUCs over folds. Beside each, where it is still
made, the logit-t interval that was the default before, on the same draws.
"""

from collections.abc import Callable

import numpy as np

from aucurate.data.classes import ClassScores
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import Scores
from aucurate.estimates.classes.auc import ClassAverage, HandTill, OneVsRest
from aucurate.estimates.classes.volume import VolumeMoments
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.inference.auc.delong import delong_logit_t_interval
from aucurate.inference.core.influence import CountedComponents
from aucurate.inference.curve.partial_auc import partial_auc_interval
from aucurate.inference.folds.delong import (
    averaged_delong_interval,
    fold_delong_interval,
    fold_moments,
)
from aucurate.inference.multiclass.auc import average_intervals
from aucurate.inference.multiclass.pairwise_auc import PairOfClasses
from aucurate.inference.multiclass.volume import volume_interval
from simulations.class_worlds import ClassWorld
from simulations.counting import Counts, Question, Tally, World, may_be_beyond
from simulations.few_errors import FLOOR, NEAR_FLOOR
from simulations.fold_intervals import EXPECTED_DRAWS
from simulations.folds import FoldWorld
from simulations.intervals import count
from simulations.ordered_worlds import OrderedWorld
from simulations.partial import true_value
from simulations.scenarios import Scenario

BEFORE = "logit-t"
RANGES = {
    "specificity 0.9 to 1": PartialAuc(specificity=(0.9, 1.0)),
    "sensitivity 0.9 to 1": PartialAuc(sensitivity=(0.9, 1.0)),
    "specificity 0.5 to 0.9": PartialAuc(specificity=(0.5, 0.9)),
}
AVERAGES: dict[str, ClassAverage] = {
    "hand-till": HandTill(),
    "one-vs-rest": OneVsRest(),
    "one-vs-rest, weighted": OneVsRest("weighted"),
    "first-vs-rest": OneVsRest(of="0"),
    "first against second": PairOfClasses("0", "1"),
}
VOLUME, FOLDS, FIXED = "volume", "DeLong over folds", "averaged DeLong"
DECIDING_DRAWS = 5000


def partial_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often partial areas are covered."""
    tally = Tally()
    true = {name: true_value(scenario, estimate) for name, estimate in RANGES.items()}
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        for name, estimate in RANGES.items():
            found = partial_auc_interval(
                scores, specificity=estimate.specificity, sensitivity=estimate.sensitivity
            )
            count(tally, name, found.interval, true[name])
            before = CountedComponents.of(scores, estimate).estimate(0, "logit-t", 0.95)
            count(tally, _before(name), before.interval, true[name])
    return tally.result()


def class_coverage(world: ClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often averages of pairwise AUCs are covered."""
    tally, classes = Tally(), tuple(str(c) for c in range(world.n_classes))
    true = [world.true(each.weights(classes, world.sizes)) for each in AVERAGES.values()]
    for _ in range(draws):
        labels, (scores,) = world.draw(rng)
        found = average_intervals(ClassScores.from_arrays(labels, scores), tuple(AVERAGES.values()))
        for name, estimate, value in zip(AVERAGES, found, true, strict=True):
            count(tally, name, estimate.interval, value)
    return tally.result()


def volume_coverage(world: OrderedWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the volume is covered."""
    tally = Tally()
    for _ in range(draws):
        labels, values = world.draw(rng)
        data = OrderedScores.from_arrays(labels, values[0], order=(0, 1, 2))
        moments = VolumeMoments.from_scores(data, threads=1)
        found, before = volume_interval(moments), volume_interval(moments, scale="logit-t")
        count(tally, VOLUME, found.interval, world.true_volume)
        count(tally, _before(VOLUME), before.interval, world.true_volume)
    return tally.result()


def fold_coverage(world: FoldWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the mean true AUC of the models that were fitted in folds is covered."""
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        moments = fold_moments(drawn.data)
        found = fold_delong_interval(drawn.data, "a", moments=moments)
        count(tally, FOLDS, found.interval, drawn.first)
        before = delong_logit_t_interval(moments, name="a")
        count(tally, _before(FOLDS), before.interval, drawn.first)
    return tally.result()


def fixed_coverage(world: FoldWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the expected AUC over training sets is covered, on one test set."""
    tally = Tally()
    true = float(np.mean([world.draw(rng).first for _ in range(EXPECTED_DRAWS)]))
    for _ in range(draws):
        found = averaged_delong_interval(world.draw(rng).data, "a")
        count(tally, FIXED, found.interval, true)
    return tally.result()


def _before(name: str) -> str:
    return f"{name}, {BEFORE}"


def _asked(
    name: str,
    ask: Callable[..., Counts],
    held_to: tuple[str, ...],
    worlds: tuple[World, ...],
    *,
    before: bool = True,
    draws: int = 1000,
) -> Question:
    """Cells are asked again where a column that is ``held_to`` the floor is near it."""

    def decides(counts: Counts, draws: int) -> bool:
        return any(
            may_be_beyond(counts[column], draws, near=NEAR_FLOOR, limit=FLOOR) for column in held_to
        )

    columns = (*held_to, *(_before(each) for each in held_to)) if before else held_to
    return Question(
        name=name,
        ask=ask,
        columns=columns,
        scenarios=worlds,
        draws=draws,
        decides=decides,
        deciding_draws=DECIDING_DRAWS,
    )


def _partial_worlds(
    kinds: tuple[tuple[str, float], ...], sizes: tuple[tuple[int, int], ...]
) -> tuple[Scenario, ...]:
    return tuple(
        Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
        for scores, auc in kinds
        for m, n in sizes
    )


def _missed_first(share: float, n_classes: int) -> tuple[float, ...]:
    return (share,) + (0.0,) * (n_classes - 1)


PARTIAL = _partial_worlds(
    (
        ("missed positives 2%", 0.9999),
        ("missed positives 5%", 0.97),
        ("missed positives 10%", 0.97),
        ("missed negatives 2%", 0.99),
        ("missed negatives 5%", 0.99),
        ("normal, positives 3", 0.98),
        ("normal, positives 5", 0.95),
        ("exponential", 0.98),
    ),
    ((20, 200), (60, 60), (100, 1000), (300, 300)),
)
PARTIAL_HELD_OUT = _partial_worlds(
    (
        ("missed positives 3%", 0.98),
        ("missed positives 7%", 0.98),
        ("missed positives 15%", 0.97),
        ("missed negatives 7%", 0.995),
        ("missed in both classes 3%", 0.99),
        ("normal, positives 2", 0.985),
        ("normal, positives 10", 0.95),
    ),
    ((25, 500), (80, 160), (250, 250)),
)
CLASSES = tuple(
    world
    for sizes in ((20, 200, 200), (50, 50, 50), (200, 200, 20), (60, 600, 600), (20,) * 5)
    for world in (
        ClassWorld(auc=0.99, sizes=sizes, missed=_missed_first(0.02, len(sizes))),
        ClassWorld(auc=0.99, sizes=sizes, missed=_missed_first(0.05, len(sizes))),
        ClassWorld(auc=0.9999, sizes=sizes, missed=_missed_first(0.1, len(sizes))),
        ClassWorld(auc=0.9999, sizes=sizes, missed=(0.02,) * len(sizes)),
        ClassWorld(auc=0.9999, sizes=sizes, mistaken=0.05),
        ClassWorld(auc=0.98, sizes=sizes, shape="wide"),
        ClassWorld(auc=0.99, sizes=sizes, shape="very wide"),
    )
)
CLASSES_HELD_OUT = tuple(
    world
    for sizes in ((25, 75, 500), (100, 40, 40, 40), (80, 160, 320), (30,) * 8)
    for world in (
        ClassWorld(auc=0.98, sizes=sizes, missed=_missed_first(0.04, len(sizes))),
        ClassWorld(auc=0.995, sizes=sizes, missed=_missed_first(0.15, len(sizes))),
        ClassWorld(auc=0.999, sizes=sizes, missed=(0.03,) * len(sizes)),
        ClassWorld(auc=0.995, sizes=sizes, mistaken=0.1),
        ClassWorld(auc=0.99, sizes=sizes, shape="confused"),
        ClassWorld(auc=0.97, sizes=sizes, shape="very wide"),
    )
)
VOLUMES = tuple(
    world
    for sizes in ((20, 20, 20), (20, 200, 200), (200, 20, 200), (100, 100, 100), (60, 600, 600))
    for world in (
        *(
            OrderedWorld(volume=0.999, sizes=sizes, missed=missed)
            for missed in ((0.02, 0, 0), (0.05, 0, 0), (0, 0.05, 0), (0, 0, 0.1), (0.02,) * 3)
        ),
        OrderedWorld(volume=0.97, sizes=sizes, missed=(0.05, 0, 0)),
        OrderedWorld(volume=0.95, sizes=sizes, scores="normal, spread 5 1 1"),
        OrderedWorld(volume=0.99, sizes=sizes, scores="normal, spread 1 3 1"),
        OrderedWorld(volume=0.95, sizes=sizes, scores="exponential"),
    )
)
VOLUMES_HELD_OUT = tuple(
    world
    for sizes in ((25, 50, 500), (45, 45, 45), (500, 300, 30), (150, 150, 150))
    for world in (
        OrderedWorld(volume=0.98, sizes=sizes, missed=(0.03, 0, 0)),
        OrderedWorld(volume=0.995, sizes=sizes, missed=(0, 0.07, 0.03)),
        OrderedWorld(volume=0.99, sizes=sizes, missed=(0, 0, 0.04)),
        OrderedWorld(volume=0.97, sizes=sizes, scores="normal, spread 1 1 3"),
        OrderedWorld(volume=0.9, sizes=sizes, scores="normal, spread 5 1 1"),
    )
)
IN_FOLDS = tuple(
    FoldWorld(observations=size, folds=folds, positive=share, distance=distance, missed=missed)
    for size, folds, share in ((200, 10, 0.1), (200, 10, 0.5), (600, 10, 0.1), (100, 5, 0.3))
    for distance, missed in ((4.0, 0.0), (4.0, 0.02), (4.0, 0.05), (6.0, 0.1))
)
IN_FOLDS_HELD_OUT = (
    *(
        FoldWorld(
            observations=400, folds=8, positive=share, features=8, distance=5.0, missed=missed
        )
        for share, missed in ((0.08, 0.03), (0.08, 0.07), (0.3, 0.03))
    ),
    FoldWorld(observations=150, folds=5, repeats=2, positive=0.2, distance=3.5, missed=0.04),
)
ON_ONE_TEST_SET = tuple(
    FoldWorld(
        observations=300, folds=10, test_set=size, positive=share, distance=4.0, missed=missed
    )
    for size, share in ((300, 0.5), (200, 0.1))
    for missed in (0.0, 0.02, 0.05)
)
ON_ONE_TEST_SET_HELD_OUT = (
    FoldWorld(observations=200, folds=8, test_set=150, positive=0.2, distance=5.0, missed=0.03),
    FoldWorld(observations=400, folds=5, test_set=250, positive=0.1, distance=3.5, missed=0.07),
)

QUESTIONS = (
    _asked("few errors partial coverage", partial_coverage, tuple(RANGES), PARTIAL),
    _asked(
        "held-out few errors partial coverage", partial_coverage, tuple(RANGES), PARTIAL_HELD_OUT
    ),
    _asked(
        "few errors multi-class coverage", class_coverage, tuple(AVERAGES), CLASSES, before=False
    ),
    _asked(
        "held-out few errors multi-class coverage",
        class_coverage,
        tuple(AVERAGES),
        CLASSES_HELD_OUT,
        before=False,
    ),
    _asked("few errors volume coverage", volume_coverage, (VOLUME,), VOLUMES),
    _asked("held-out few errors volume coverage", volume_coverage, (VOLUME,), VOLUMES_HELD_OUT),
    _asked("few errors folds coverage", fold_coverage, (FOLDS,), IN_FOLDS),
    _asked("held-out few errors folds coverage", fold_coverage, (FOLDS,), IN_FOLDS_HELD_OUT),
    _asked(
        "few errors fixed test set coverage",
        fixed_coverage,
        (FIXED,),
        ON_ONE_TEST_SET,
        before=False,
        draws=600,
    ),
    _asked(
        "held-out few errors fixed test set coverage",
        fixed_coverage,
        (FIXED,),
        ON_ONE_TEST_SET_HELD_OUT,
        before=False,
        draws=600,
    ),
)
