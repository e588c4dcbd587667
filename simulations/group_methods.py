"""Other methods on groups and sampling weights: thresholds, resampling, bands, classes, folds."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from scipy import special

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate, rate_values, rate_words
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.scores import Scores
from aucurate.estimates.classes.auc import ClassAverage, HandTill, OneVsRest
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.curve.bands import Quantity
from aucurate.inference.curve.bootstrap_bands import bootstrap_band
from aucurate.inference.folds.delong import corrected_delong_test, fold_delong_test
from aucurate.inference.folds.ledell import ledell_test
from aucurate.inference.multiclass.auc import average_intervals, multiclass_auc_test
from aucurate.inference.operating.chosen_threshold import threshold_bootstrap
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.mcnemar import mcnemar_test
from aucurate.inference.operating.net_benefit import net_benefit_interval, net_benefit_test
from aucurate.inference.operating.predictive_values import predictive_value_test
from aucurate.inference.operating.rates import rate_estimate
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.permutation import permutation_test
from aucurate.results import Comparison
from simulations.bands import ALONG, holds, true_sensitivity
from simulations.class_worlds import GroupClassWorld
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.group_worlds import Draw, GroupFoldWorld, GroupWorld, Sizes, WeightWorld
from simulations.groups import DESIGNS, EVERY, IGNORED, both, count, with_and_without
from simulations.net_benefit import probabilities, true_benefit

World: TypeAlias = GroupWorld | WeightWorld
PairedTest: TypeAlias = Callable[[Scores, Scores], Comparison]

FIXED: tuple[Rate, ...] = (
    "sensitivity",
    "specificity",
    "accuracy",
    "positive_predictive_value",
    "youden_index",
)
PROBABILITY = 0.3
BENEFIT = f"net benefit at {PROBABILITY:g}"
RATES = (*(rate_words(rate) for rate in FIXED), BENEFIT)
USE = IntendedUse(false_positive_cost=4)
STATED = IntendedUse(prevalence=0.1, false_negative_cost=5)
CALLS = (
    "McNemar, sensitivity",
    "McNemar, accuracy",
    "positive predictive value",
    "expected cost",
    "expected cost, stated prevalence",
    BENEFIT,
)
CHOSEN: tuple[Rate, ...] = ("sensitivity", "specificity", "youden_index")
THRESHOLD, QUANTILE = "threshold, Youden", "threshold, sensitivity 0.9"
SENSITIVITY = 0.9
THRESHOLDS = (THRESHOLD, QUANTILE, *(f"{rate_words(rate)}, out of bag" for rate in CHOSEN))
KINDS: tuple[Kind, ...] = ("percentile", "bca", "studentised")
RESAMPLED = ("bootstrap percentile", "bootstrap studentised", "permutation")
QUANTITIES: tuple[Quantity, ...] = ("sensitivity", "specificity")
AVERAGES: dict[str, ClassAverage] = {
    "hand-till": HandTill(),
    "first-vs-rest": OneVsRest(of="0"),
}
FOLD_TESTS: dict[str, Callable[[FoldScores], Comparison]] = {
    "corrected DeLong": lambda data: corrected_delong_test(data, "a", "b"),
    "DeLong over folds": lambda data: fold_delong_test(data, "a", "b"),
    "LeDell": lambda data: ledell_test(data, "a", "b"),
}
CHOICES, REPLICATES = 199, 499
"""Replicates of a chosen threshold or a band, and of a bootstrap or a permutation test."""


def rate_coverage(world: World, draws: int, rng: np.random.Generator) -> Counts:
    """How often intervals of rates and net benefit at a fixed threshold cover the population's."""
    tally = Tally()
    right = float(special.ndtr(_cut(world)))
    use = IntendedUse(prevalence=world.prevalence)
    true = {rate: float(rate_values(rate, right, 1 - right, 1, 1, use)) for rate in FIXED}
    benefit = true_benefit(world.scenario, world.prevalence, PROBABILITY)
    for _ in range(draws):
        drawn = world.draw(rng)
        for ending, data in with_and_without(drawn, True):
            point = operating_point(data["a"], _cut(world))
            for rate in FIXED:
                name = f"{rate_words(rate)}{ending}"
                count(tally, name, rate_estimate(point, rate).interval, true[rate])
        for ending, data in with_and_without(_as_probabilities(world, drawn), True):
            found = net_benefit_interval(data["a"], PROBABILITY)
            count(tally, f"{BENEFIT}{ending}", found.interval, benefit)
    return tally.result()


def calls_level(world: World, draws: int, rng: np.random.Generator) -> Counts:
    """How often tests of equally good calls reject."""
    tally, at = _with_rare(CALLS), (_cut(world), _cut(world))
    tests: dict[str, PairedTest] = {
        "McNemar, sensitivity": lambda a, b: mcnemar_test(a, b, thresholds=at, rate="sensitivity"),
        "McNemar, accuracy": lambda a, b: mcnemar_test(a, b, thresholds=at),
        "positive predictive value": lambda a, b: predictive_value_test(a, b, thresholds=at),
        "expected cost": lambda a, b: expected_cost_test(a, b, thresholds=at, use=USE),
        "expected cost, stated prevalence": lambda a, b: expected_cost_test(
            a, b, thresholds=at, use=STATED
        ),
    }
    of_probabilities: dict[str, PairedTest] = {
        BENEFIT: lambda a, b: net_benefit_test(a, b, PROBABILITY)
    }
    for draw in range(draws):
        drawn = world.draw(rng)
        _test(tally, drawn, draw, tests)
        _test(tally, _as_probabilities(world, drawn), draw, of_probabilities)
    return tally.result()


def choice_coverage(world: World, draws: int, rng: np.random.Generator) -> Counts:
    """How often intervals hold the threshold of a test set without end, and rates on new data.

    The threshold is chosen by Youden's index; that of a given sensitivity has an interval of
    another kind.
    """
    tally, shift = Tally(), world.scenario.shift
    at_sensitivity = ThresholdRule.at_sensitivity(SENSITIVITY)
    for _ in range(draws):
        drawn, resampling = world.draw(rng), _resampling(CHOICES, rng)
        for ending, data in with_and_without(drawn, True):
            found = threshold_bootstrap(data["a"], "youden", rates=CHOSEN, resampling=resampling)
            count(tally, f"{THRESHOLD}{ending}", found.threshold_interval, shift / 2)
            right = float(special.ndtr(shift - found.choice.threshold))
            alarms = float(special.ndtr(-found.choice.threshold))
            for rate in CHOSEN:
                name = f"{rate_words(rate)}, out of bag{ending}"
                true = float(rate_values(rate, right, alarms, 1, 1, IntendedUse()))
                count(tally, name, found.rate(rate).out_of_bag_interval, true)
            given = threshold_bootstrap(data["a"], at_sensitivity, rates=(), resampling=resampling)
            true = shift - float(special.ndtri(SENSITIVITY))
            count(tally, f"{QUANTILE}{ending}", given.threshold_interval, true)
    return tally.result()


def bootstrap_coverage(world: World, draws: int, rng: np.random.Generator) -> Counts:
    """How often bootstrap intervals cover the true AUC."""
    tally, true = _with_rare(KINDS), world.true_auc
    for draw in range(draws):
        drawn, resampling = world.draw(rng), _resampling(REPLICATES, rng)
        for ending, data in with_and_without(drawn, draw % EVERY == 0):
            for kind in KINDS:
                if tally.wants(f"{kind}{ending}", draw):
                    found = bootstrap_interval(
                        data["a"], kind=kind, resampling=resampling, threads=1
                    )
                    count(tally, f"{kind}{ending}", found.interval, true)
    return tally.result()


def resampled_level(world: World, draws: int, rng: np.random.Generator) -> Counts:
    """How often tests of equal AUCs by resampling reject."""
    tally = _with_rare(RESAMPLED)
    for draw in range(draws):
        drawn, resampling = world.draw(rng), _resampling(REPLICATES, rng)
        _test(tally, drawn, draw, _resampling_tests(resampling))
    return tally.result()


def band_coverage(world: World, draws: int, rng: np.random.Generator) -> Counts:
    """How often a simultaneous band holds the whole true curve."""
    tally, true = Tally(), true_sensitivity(world.scenario, ALONG)
    for _ in range(draws):
        drawn, resampling = world.draw(rng), _resampling(CHOICES, rng)
        for ending, data in with_and_without(drawn, True):
            for quantity in QUANTITIES:
                band = bootstrap_band(
                    data["a"], quantity=quantity, resampling=resampling, threads=1
                )
                tally.add(f"{quantity}{ending}", holds(band, true))
    return tally.result()


def class_coverage(world: GroupClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often intervals of the AUC of several classes cover."""
    tally = Tally()
    for _ in range(draws):
        labels, (scores,), groups = world.draw(rng)
        for ending, given in (("", groups), (IGNORED, None)):
            data = ClassScores.from_arrays(labels, scores, groups=given)
            found = average_intervals(data, tuple(AVERAGES.values()))
            for name, estimate in zip(AVERAGES, found, strict=True):
                count(tally, f"{name}{ending}", estimate.interval, world.auc)
    return tally.result()


def class_level(world: GroupClassWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often paired tests of equal classifiers of several classes reject."""
    tally = Tally()
    for _ in range(draws):
        labels, scores, groups = world.draw(rng, classifiers=2)
        named = dict(zip("ab", scores, strict=True))
        for ending, given in (("", groups), (IGNORED, None)):
            first, second = PairedClassScores.from_arrays(labels, named, groups=given)
            for name, estimand in AVERAGES.items():
                found = multiclass_auc_test(first, second, estimand)
                tally.add(f"{name}{ending}", found.p_value <= LEVEL)
    return tally.result()


def fold_level(world: GroupFoldWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often tests over folds of equal algorithms reject; the folds keep groups whole."""
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        scores = dict(zip("ab", drawn.scores, strict=True))
        for ending, given in (("", drawn.groups), (IGNORED, None)):
            data = FoldScores.from_arrays(drawn.labels, scores, folds=drawn.folds, groups=given)
            for name, test in FOLD_TESTS.items():
                tally.add(f"{name}{ending}", test(data).p_value <= LEVEL)
    return tally.result()


def _cut(world: World) -> float:
    """The threshold at which sensitivity and specificity are equal."""
    return world.scenario.shift / 2


def _as_probabilities(world: World, drawn: Draw) -> Draw:
    """The scores as probabilities of the positive class."""
    return drawn._replace(
        values=probabilities(drawn.values, world.scenario.shift, world.prevalence)
    )


def _resampling(replicates: int, rng: np.random.Generator) -> Resampling:
    return Resampling(replicates=replicates, rng=int(rng.integers(2**63)))


def _resampling_tests(resampling: Resampling) -> dict[str, PairedTest]:
    return {
        "bootstrap percentile": lambda a, b: bootstrap_test(a, b, resampling=resampling, threads=1),
        "bootstrap studentised": lambda a, b: bootstrap_test(
            a, b, kind="studentised", resampling=resampling, threads=1
        ),
        "permutation": lambda a, b: permutation_test(a, b, resampling=resampling, threads=1),
    }


def _with_rare(names: tuple[str, ...]) -> Tally:
    """A tally of columns, of which those without groups are counted in one of EVERY draws."""
    return Tally({f"{name}{IGNORED}": EVERY for name in names})


def _test(tally: Tally, drawn: Draw, draw: int, tests: dict[str, PairedTest]) -> None:
    for ending, data in with_and_without(drawn, draw % EVERY == 0):
        for name, test in tests.items():
            if tally.wants(f"{name}{ending}", draw):
                tally.add(f"{name}{ending}", test(data["a"], data["b"]).p_value <= LEVEL)


COUNTS = (20, 50, 200)
CORNERS: tuple[tuple[int, float, Sizes], ...] = (
    *((count, correlation, "equal") for count in COUNTS for correlation in (0.0, 0.7)),
    (50, 0.7, "unequal"),
)


def _worlds(*aucs: float, drawn: bool = False) -> tuple[World, ...]:
    """The corners of the grid of groups, and two samples with sampling weights."""
    grouped = tuple(
        GroupWorld(
            auc=auc,
            n_groups=n_groups,
            rows=5,
            correlation=correlation,
            design=design,
            sizes=sizes,
            drawn=drawn,
        )
        for design in DESIGNS
        for n_groups, correlation, sizes in CORNERS
        for auc in aucs
    )
    weighted = tuple(
        WeightWorld(
            auc=aucs[0],
            n_positive=size,
            n_negative=size,
            variation=1.0,
            informative=True,
            rows=rows,
            correlation=0.7 if rows > 1 else 0.0,
            drawn=drawn,
        )
        for size, rows in ((100, 1), (200, 5))
    )
    return (*grouped, *weighted)


CLASS_WORLDS = tuple(
    GroupClassWorld(auc=auc, n_groups=n_groups, rows=6, correlation=correlation, design=design)
    for design in DESIGNS
    for n_groups in (21, 60, 201)
    for correlation in (0.0, 0.7)
    for auc in (0.75, 0.9)
)
FOLD_WORLDS = tuple(
    GroupFoldWorld(n_groups=n_groups, rows=5, correlation=correlation, design=design, folds=folds)
    for design in DESIGNS
    for n_groups, folds in ((40, 5), (100, 10))
    for correlation in (0.0, 0.7)
)

QUESTIONS = (
    Question(
        name="groups rate coverage",
        ask=rate_coverage,
        columns=both(RATES),
        scenarios=_worlds(0.75, 0.9, drawn=True),
        draws=1000,
    ),
    Question(
        name="groups calls level",
        ask=calls_level,
        columns=both(CALLS),
        scenarios=_worlds(0.75, drawn=True),
        draws=1000,
    ),
    Question(
        name="groups chosen threshold coverage",
        ask=choice_coverage,
        columns=both(THRESHOLDS),
        scenarios=_worlds(0.75),
        draws=300,
    ),
    Question(
        name="groups bootstrap coverage",
        ask=bootstrap_coverage,
        columns=both(KINDS),
        scenarios=_worlds(0.75, 0.9),
        draws=500,
    ),
    Question(
        name="groups resampled level",
        ask=resampled_level,
        columns=both(RESAMPLED),
        scenarios=_worlds(0.75, 0.9),
        draws=500,
    ),
    Question(
        name="groups band coverage",
        ask=band_coverage,
        columns=both(QUANTITIES),
        scenarios=_worlds(0.75),
        draws=300,
    ),
    Question(
        name="groups classes coverage",
        ask=class_coverage,
        columns=both(tuple(AVERAGES)),
        scenarios=CLASS_WORLDS,
        draws=1000,
    ),
    Question(
        name="groups classes level",
        ask=class_level,
        columns=both(tuple(AVERAGES)),
        scenarios=CLASS_WORLDS,
        draws=1000,
    ),
    Question(
        name="groups folds level",
        ask=fold_level,
        columns=both(tuple(FOLD_TESTS)),
        scenarios=FOLD_WORLDS,
        draws=1000,
    ),
)
