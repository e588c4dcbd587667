"""A threshold chosen on a test set: how often intervals cover what it does to new observations."""

from collections.abc import Sequence

import numpy as np

from aucurate.curve.rates import Rate, rate_words
from aucurate.data.scores import Scores
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap, threshold_bootstrap
from aucurate.inference.operating.rates import rate_estimate
from aucurate.inference.resampling.options import Resampling
from simulations.choice_worlds import RULES, ChoiceWorld
from simulations.counting import Counts, Question, Tally

CHOSEN: tuple[Rate, ...] = ("sensitivity", "specificity", "youden_index")
IN_BAG, OUT_OF_BAG, FIXED = "in bag", "out of bag", "as if fixed"
OPTIMISM = "Youden index, optimism"
SHOWN = "Youden index, optimism that replicates show"
THRESHOLD = "threshold"
OPEN = "threshold, open interval (share, not coverage)"
REPEATS = 199


def chosen_coverage(world: ChoiceWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often an interval covers what the chosen threshold does to new observations."""
    tally = Tally()
    for _ in range(draws):
        found = _chosen(world, CHOSEN, rng)
        true = world.true(found.choice.threshold)
        youden = found.rate("youden_index")
        tally.add(OPTIMISM, youden.apparent - true["youden_index"])
        tally.add(SHOWN, youden.optimism)
        _count_rates(tally, world, found, (IN_BAG, OUT_OF_BAG, FIXED))
    return tally.result()


def threshold_coverage(world: ChoiceWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the interval holds what the rule would choose without end, and those of rates."""
    tally, best = Tally(), world.best_threshold
    for _ in range(draws):
        found = _chosen(world, CHOSEN, rng)
        _count_threshold(tally, found, best)
        _count_rates(tally, world, found, (OUT_OF_BAG, FIXED))
    return tally.result()


def percentile_coverage(world: ChoiceWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the percentiles of chosen thresholds hold the one of a test set without end."""
    tally, best = Tally(), world.best_threshold
    for _ in range(draws):
        tally.add(THRESHOLD, best in _chosen(world, (), rng).threshold_interval)
    return tally.result()


def _chosen(
    world: ChoiceWorld, rates: Sequence[Rate], rng: np.random.Generator
) -> ThresholdBootstrap:
    labels, values = world.draw(rng)
    resampling = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
    scores = Scores.from_arrays(labels, values)
    return threshold_bootstrap(scores, RULES[world.rule], rates=rates, resampling=resampling)


def _count_threshold(tally: Tally, found: ThresholdBootstrap, best: float) -> None:
    span = found.threshold_interval
    tally.add(THRESHOLD, best in span)
    tally.add(OPEN, np.isinf(span.high - span.low))


def _count_rates(
    tally: Tally, world: ChoiceWorld, found: ThresholdBootstrap, bags: Sequence[str]
) -> None:
    true = world.true(found.choice.threshold)
    for one in found.rates:
        spans = {
            IN_BAG: one.in_bag_interval,
            OUT_OF_BAG: one.out_of_bag_interval,
            FIXED: rate_estimate(found.choice.point, one.rate).interval,
        }
        for bag in bags:
            name, interval = f"{rate_words(one.rate)}, {bag}", spans[bag]
            tally.add(name, true[one.rate] in interval)
            tally.add(f"{name} width", interval.high - interval.low)


def _columns(*bags: str) -> tuple[str, ...]:
    return tuple(f"{rate_words(rate)}, {bag}" for rate in CHOSEN for bag in bags)


def _worlds(
    scores: Sequence[str], sizes: Sequence[tuple[int, int]], *rules: str
) -> tuple[ChoiceWorld, ...]:
    return tuple(
        ChoiceWorld(scores=name, n_positive=m, n_negative=n, rule=rule)
        for rule in rules
        for m, n in sizes
        for name in scores
    )


COLUMNS = (*_columns(IN_BAG, OUT_OF_BAG, FIXED), OPTIMISM, SHOWN)
WITH_THRESHOLD = (THRESHOLD, OPEN, *_columns(OUT_OF_BAG, FIXED))
FAMILIES = (
    "normal 0.85",
    "normal, positives 3",
    "normal, positives 1/3",
    "exponential",
    "negatives with a gap",
    "two maxima",
    "Cauchy",
    "missed positives",
)
HELD_OUT = (
    "Laplace",
    "gamma",
    "Gumbel",
    "Weibull",
    "t, 2 degrees",
    "late positives",
    "both with a gap",
    "three modes",
)
SOME = FAMILIES[::2]
RATIOS = ((30, 300), (100, 100))
QUESTIONS = (
    Question(
        name="chosen threshold coverage",
        ask=chosen_coverage,
        columns=COLUMNS,
        scenarios=_worlds(
            ("normal 0.85",), ((50, 50), (30, 200)), "Youden", "sensitivity 0.9", "least cost"
        ),
        draws=1000,
    ),
    Question(
        name="held-out chosen threshold coverage",
        ask=chosen_coverage,
        columns=COLUMNS,
        scenarios=(
            *_worlds(("normal 0.72",), ((40, 120),), "Youden", "sensitivity 0.9", "least cost"),
            *_worlds(("normal 0.93",), ((90, 60),), "Youden", "sensitivity 0.9", "least cost"),
        ),
        draws=500,
    ),
    Question(
        name="threshold interval coverage",
        ask=threshold_coverage,
        columns=WITH_THRESHOLD,
        scenarios=(
            *_worlds(FAMILIES, (*RATIOS, (50, 500), (300, 300)), "Youden"),
            *_worlds(SOME, RATIOS, "cost of alarms", "sensitivity 0.9"),
        ),
        draws=800,
    ),
    Question(
        name="held-out threshold interval coverage",
        ask=threshold_coverage,
        columns=WITH_THRESHOLD,
        scenarios=(
            *_worlds(HELD_OUT, ((35, 150),), "Youden"),
            *_worlds(HELD_OUT[1::2], ((120, 45),), "Youden"),
            *_worlds(HELD_OUT[::4], ((25, 80),), "least cost", "specificity 0.9"),
        ),
        draws=400,
    ),
    Question(
        name="percentile threshold interval coverage",
        ask=percentile_coverage,
        columns=(THRESHOLD,),
        scenarios=_worlds(SOME, (*RATIOS, (300, 300)), "F1", "corner"),
        draws=400,
    ),
)
