"""Parts of the curve: partial AUC, sensitivity at a specificity, average precision.

How often their intervals cover the truth, and how often equal classifiers are called different.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt
from aucurate.inference.curve.average_precision import (
    average_precision_interval,
    average_precision_test,
)
from aucurate.inference.curve.partial_auc import partial_auc_interval, partial_auc_test
from aucurate.inference.curve.sensitivity_at import sensitivity_at_interval, sensitivity_at_test
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.permutation import permutation_test
from aucurate.results import Comparison, Estimate
from simulations import score_kinds
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.scenarios import Scenario
from simulations.score_kinds import Missed

TOP = (0.9, 1.0)
SPECIFICITY = 0.9
REPEATS = 499
GRID = 400_001

PARTIAL_AUC = "partial-auc"
SENSITIVITY_AT = "sensitivity-at"
AVERAGE_PRECISION = "average-precision"
ESTIMATES: dict[str, CountedEstimate] = {
    PARTIAL_AUC: PartialAuc(specificity=TOP),
    SENSITIVITY_AT: SensitivityAt(specificity=SPECIFICITY),
    AVERAGE_PRECISION: AveragePrecision(),
}
INTERVALS: dict[str, Callable[[Scores], Estimate]] = {
    PARTIAL_AUC: lambda scores: partial_auc_interval(scores, specificity=TOP),
    SENSITIVITY_AT: lambda scores: sensitivity_at_interval(scores, SPECIFICITY),
    AVERAGE_PRECISION: average_precision_interval,
}
TESTS: dict[str, Callable[[Scores, Scores], Comparison]] = {
    PARTIAL_AUC: lambda first, second: partial_auc_test(first, second, specificity=TOP),
    SENSITIVITY_AT: lambda first, second: sensitivity_at_test(first, second, SPECIFICITY),
    AVERAGE_PRECISION: average_precision_test,
}
KINDS: tuple[Kind, ...] = ("percentile", "bca")
RESAMPLED_INTERVALS = tuple(f"{name}, bootstrap-{kind}" for name in ESTIMATES for kind in KINDS)
RESAMPLED_TESTS = tuple(f"{name}, bootstrap-percentile" for name in ESTIMATES)
PERMUTED_TESTS = tuple(f"{name}, permutation" for name in ESTIMATES)


def true_value(scenario: Scenario, estimate: CountedEstimate) -> float:
    """What an estimate is in a world without end: from the masses of both classes."""
    frozen: Any = estimate  # the protocol does not say that an estimate can be hashed
    return _true_value(scenario, frozen)


@cache
def _true_value(scenario: Scenario, estimate: Any) -> float:
    """The same, kept: reports ask for it again and again.

    A continuous world is cut so finely that the curve through the cuts is that of the world.
    """
    if scenario.scores == "ordinal":
        cuts = scenario.cuts
        masses = [
            np.diff(special.ndtr(cuts - mean), prepend=0.0, append=1.0)[::-1]
            for mean in (scenario.shift, 0.0)
        ]
    else:
        missed = score_kinds.KINDS.get(scenario.scores, Missed())
        assert isinstance(missed, Missed)
        p, q = missed.positives, missed.negatives
        rates = np.asarray(special.ndtr(np.linspace(-9, 9, GRID)))
        masses = [
            np.concatenate([[0.0], (1 - p) * np.diff(_curve(scenario, rates), prepend=0.0), [p]]),
            np.concatenate([[q], (1 - q) * np.diff(rates, prepend=0.0), [0.0]]),
        ]
    # Whole numbers of observations in the ratio of the test set, so many that rounding is nothing.
    sizes = (scenario.n_positive, scenario.n_negative)
    counts = [
        np.rint(1e13 * size * mass).astype(np.int64)
        for size, mass in zip(sizes, masses, strict=True)
    ]
    return float(estimate.values(counts[0][None], counts[1][None])[0])


def _curve(scenario: Scenario, rates: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sensitivity at false positive rates."""
    if scenario.scores == "exponential":
        return np.asarray(rates ** ((1 - scenario.auc) / scenario.auc))
    return np.asarray(special.ndtr((scenario.shift + special.ndtri(rates)) / scenario.spread))


def coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often each analytic interval covers the truth, and the sum of the widths."""
    tally = Tally()
    true = {name: true_value(scenario, estimate) for name, estimate in ESTIMATES.items()}
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        for name, interval in INTERVALS.items():
            _count(tally, name, interval(scores), true[name])
    return tally.result()


def bootstrap_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The same for the bootstrap, and the analytic ones on the same draws."""
    tally = Tally()
    true = {name: true_value(scenario, estimate) for name, estimate in ESTIMATES.items()}
    for _ in range(draws):
        labels, values = scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for name, estimate in ESTIMATES.items():
            _count(tally, name, INTERVALS[name](scores), true[name])
            for kind in KINDS:
                found = bootstrap_interval(scores, estimate, kind=kind, resampling=chosen)
                _count(tally, f"{name}, bootstrap-{kind}", found, true[name])
    return tally.result()


def paired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of two equal classifiers on the same observations reject."""
    tally = Tally()
    for _ in range(draws):
        first, second = _two(scenario, rng)
        for name, test in TESTS.items():
            tally.add(name, test(first, second).p_value <= LEVEL)
    return tally.result()


def resampled_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The same by bootstrap, and the analytic tests on the same draws."""
    tally = Tally()
    for _ in range(draws):
        first, second = _two(scenario, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for name, estimate in ESTIMATES.items():
            tally.add(name, TESTS[name](first, second).p_value <= LEVEL)
            found = bootstrap_test(first, second, estimate, resampling=chosen)
            tally.add(f"{name}, bootstrap-percentile", found.p_value <= LEVEL)
    return tally.result()


def permuted_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The same by exchanging the classifiers' ranks."""
    tally = Tally()
    for _ in range(draws):
        first, second = _two(scenario, rng)
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for name, estimate in ESTIMATES.items():
            found = permutation_test(first, second, estimate, resampling=chosen)
            tally.add(f"{name}, permutation", found.p_value <= LEVEL)
    return tally.result()


def unpaired_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests of two equal classifiers on different test sets reject."""
    tally = Tally()
    for _ in range(draws):
        one, two = (
            Scores.from_arrays(labels, values[0], name=name)
            for name, (labels, values) in (
                ("a", scenario.draw(rng)),
                ("b", scenario.second.draw(rng)),
            )
        )
        for name, test in UNPAIRED.items():
            tally.add(name, test(one, two).p_value <= LEVEL)
    return tally.result()


UNPAIRED: dict[str, Callable[[Scores, Scores], Comparison]] = {
    PARTIAL_AUC: lambda one, two: partial_auc_test(one, two, specificity=TOP, paired=False),
    SENSITIVITY_AT: lambda one, two: sensitivity_at_test(one, two, SPECIFICITY, paired=False),
    AVERAGE_PRECISION: lambda one, two: average_precision_test(one, two, paired=False),
}


def _two(scenario: Scenario, rng: np.random.Generator) -> tuple[Scores, Scores]:
    labels, values = scenario.draw(rng, classifiers=2)
    data = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
    return data["a"], data["b"]


def _count(tally: Tally, name: str, found: Estimate, true: float) -> None:
    tally.add(name, true in found.interval)
    tally.add(f"{name} width", found.interval.high - found.interval.low)


# Worlds that were not looked at while a form was chosen; they were run once, afterwards.
HELD_OUT_SIZES = ((30, 90), (80, 400), (150, 150))
SIZES = ((20, 200), (50, 50), (100, 100), (300, 300))

QUESTIONS = (
    Question(
        name="partial coverage",
        ask=coverage,
        columns=tuple(ESTIMATES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", "normal, positives 3", "exponential", "ordinal")
            for m, n in SIZES
            for auc in (0.8, 0.95)
        ),
        draws=1000,
    ),
    Question(
        name="held-out partial coverage",
        ask=coverage,
        columns=tuple(ESTIMATES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores)
            for scores in ("normal", "normal, positives 1/3", "normal, positives 5", "ordinal")
            for m, n in HELD_OUT_SIZES
            for auc in (0.7, 0.88)
        ),
        draws=1000,
    ),
    Question(
        name="partial bootstrap coverage",
        ask=bootstrap_coverage,
        columns=(*ESTIMATES, *RESAMPLED_INTERVALS),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n)
            for m, n in ((20, 200), (100, 100))
            for auc in (0.8, 0.95)
        ),
        draws=300,
    ),
    Question(
        name="partial paired level",
        ask=paired_level,
        columns=tuple(ESTIMATES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=correlation)
            for scores, correlation in (("normal", 0.0), ("normal", 0.8), ("ordinal", 0.8))
            for m, n in ((20, 200), (50, 50), (200, 200))
            for auc in (0.8, 0.95)
        ),
        draws=1000,
    ),
    Question(
        name="held-out partial paired level",
        ask=paired_level,
        columns=tuple(ESTIMATES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=0.6)
            for scores in ("normal", "normal, positives 5", "ordinal")
            for m, n in HELD_OUT_SIZES
            for auc in (0.7, 0.88)
        ),
        draws=1000,
    ),
    Question(
        name="partial resampled paired level",
        ask=resampled_level,
        columns=(*ESTIMATES, *RESAMPLED_TESTS),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, correlation=0.5)
            for m, n in ((20, 200), (100, 100))
            for auc in (0.8, 0.95)
        ),
        draws=300,
    ),
    Question(
        name="partial permuted paired level",
        ask=permuted_level,
        columns=PERMUTED_TESTS,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, scores=scores, correlation=0.5)
            for scores in ("normal", "ordinal")
            for m, n in ((20, 200), (50, 50))
            for auc in (0.8, 0.95)
        ),
        draws=500,
    ),
    Question(
        name="partial unpaired level",
        ask=unpaired_level,
        columns=tuple(ESTIMATES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n)
            for m, n in SIZES[:3]
            for auc in (0.8, 0.95)
        ),
        draws=4000,
    ),
)
