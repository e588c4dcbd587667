"""Net benefit at a threshold probability: how often intervals of it, and of a difference, cover."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_interval,
    bootstrap_net_benefit_test,
    net_benefit_interval,
    net_benefit_test,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Interval
from simulations.counting import Counts, Question, Tally
from simulations.scenarios import Scenario

Floats = NDArray[np.float64]

REPEATS = 199
THRESHOLDS = (0.1, 0.3)
ONE = ("MOVER", "bootstrap")
TWO = ("MOVER, paired difference", "bootstrap, paired difference", "MOVER, unpaired difference")
COLUMNS = tuple(f"{name} at {t:g}" for name in (*ONE, *TWO) for t in THRESHOLDS)


def net_benefit_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the net benefit at a threshold, and the difference of two, are inside.

    The scores are posterior probabilities under the prevalence of the test sets; every observation
    has a class of its own, so that the prevalence varies as in a cohort.
    """
    tally, size = Tally(), scenario.n_positive + scenario.n_negative
    prevalence = scenario.n_positive / size
    for _ in range(draws):
        labels, scores = _cohort(scenario, size, prevalence, rng)
        first, second = PairedScores.from_arrays(labels, {"a": scores[0], "b": scores[1]})
        labels, scores = _cohort(scenario, size, prevalence, rng)
        apart = Scores.from_arrays(labels, scores[1], name="c")
        chosen = Resampling(replicates=REPEATS, rng=int(rng.integers(2**63)))
        for t in THRESHOLDS:
            true = [true_benefit(each, prevalence, t) for each in (scenario, scenario.second)]
            ones = (
                net_benefit_interval(first, t),
                bootstrap_net_benefit_interval(first, t, resampling=chosen),
            )
            twos = (
                net_benefit_test(first, second, t),
                bootstrap_net_benefit_test(first, second, t, resampling=chosen),
                net_benefit_test(first, apart, t, paired=False),
            )
            for name, one in zip(ONE, ones, strict=True):
                _count(tally, f"{name} at {t:g}", one.interval, true[0])
            for name, two in zip(TWO, twos, strict=True):
                _count(tally, f"{name} at {t:g}", two.interval, true[0] - true[1])
    return tally.result()


def _count(tally: Tally, name: str, interval: Interval, true: float) -> None:
    tally.add(name, true in interval)
    tally.add(f"{name} width", interval.high - interval.low)


def _cohort(
    scenario: Scenario, size: int, prevalence: float, rng: np.random.Generator
) -> tuple[NDArray[np.int64], Floats]:
    """Normal scores of equal spread as probabilities of the positive class."""
    positives = min(max(int(rng.binomial(size, prevalence)), 1), size - 1)
    drawn = Scenario(
        auc=scenario.auc,
        n_positive=positives,
        n_negative=size - positives,
        correlation=scenario.correlation,
        second_auc=scenario.second_auc,
    )
    labels, values = drawn.draw(rng, classifiers=2)
    shifts = np.array([[scenario.shift], [scenario.second.shift]])
    return labels, probabilities(values, shifts, prevalence)


def probabilities(values: Floats, shift: Any, prevalence: float) -> Floats:
    """Normal scores of equal spread and this shift as probabilities of the positive class."""
    odds = special.logit(prevalence) + shift * values - shift**2 / 2
    return np.asarray(special.expit(odds))


def true_benefit(scenario: Scenario, prevalence: float, threshold: float) -> float:
    """The net benefit of such probabilities at a threshold."""
    shift = scenario.shift
    cut = shift / 2 + (special.logit(threshold) - special.logit(prevalence)) / shift
    gained = prevalence * special.ndtr(shift - cut)
    return float(gained - (1 - prevalence) * special.ndtr(-cut) * threshold / (1 - threshold))


QUESTIONS = (
    Question(
        name="net benefit coverage",
        ask=net_benefit_coverage,
        columns=COLUMNS,
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, correlation=0.5, second_auc=0.7)
            for auc in (0.7, 0.9)
            for m, n in ((20, 80), (50, 50), (100, 400))
        ),
        draws=600,
    ),
)
