"""Expected cost of two classifiers at their thresholds: coverage of the difference, and level."""

import numpy as np
from scipy import special

from aucurate.curve.cost import IntendedUse
from aucurate.data.scores import PairedScores
from aucurate.inference.operating.expected_cost import expected_cost_test
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.scenarios import Scenario

USES = {
    "costs 5:1 at prevalence 0.1": IntendedUse(prevalence=0.1, false_negative_cost=5),
    "costs 1:4 at the sample's prevalence": IntendedUse(false_positive_cost=4),
}


def cost_coverage(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often the interval of the difference holds the true one."""
    tally = Tally()
    cuts = scenario.shift / 2, scenario.second.shift / 2
    for _ in range(draws):
        first, second = _two(scenario, rng)
        for name, use in USES.items():
            found = expected_cost_test(first, second, thresholds=cuts, use=use)
            true = _true_cost(scenario, use) - _true_cost(scenario.second, use)
            tally.add(name, true in found.interval)
            tally.add(f"{name} width", found.interval.high - found.interval.low)
    return tally.result()


def cost_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often two classifiers of equal cost are called different."""
    tally, cut = Tally(), scenario.shift / 2
    for _ in range(draws):
        first, second = _two(scenario, rng)
        for name, use in USES.items():
            found = expected_cost_test(first, second, thresholds=(cut, cut), use=use)
            tally.add(name, found.p_value <= LEVEL)
    return tally.result()


def _two(scenario: Scenario, rng: np.random.Generator) -> PairedScores:
    labels, values = scenario.draw(rng, classifiers=2)
    return PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))


def _true_cost(scenario: Scenario, use: IntendedUse) -> float:
    """With normal classes of equal spread, each cut in the middle between the means."""
    wrong = float(special.ndtr(-scenario.shift / 2))
    share = use.prevalence_or(scenario.n_positive, scenario.n_negative)
    return wrong * (share * use.false_negative_cost + (1 - share) * use.false_positive_cost)


SIZES = ((30, 30), (50, 150), (200, 200))
QUESTIONS = (
    Question(
        name="expected cost coverage",
        ask=cost_coverage,
        columns=tuple(USES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, correlation=0.5, second_auc=0.75)
            for auc in (0.75, 0.92)
            for m, n in SIZES
        ),
        draws=1000,
    ),
    Question(
        name="expected cost level",
        ask=cost_level,
        columns=tuple(USES),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, correlation=correlation)
            for auc, correlation in ((0.75, 0.5), (0.92, 0.8))
            for m, n in SIZES
        ),
        draws=1000,
    ),
)
