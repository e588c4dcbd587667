"""Two classifiers at their thresholds: level of the tests, coverage of the differences."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from aucurate.curve.rates import rate_words
from aucurate.data.scores import PairedScores
from aucurate.inference.operating.mcnemar import McNemarKind, mcnemar_comparison
from aucurate.inference.operating.predictive_values import PredictiveValue, predictive_value_test
from aucurate.inference.operating.proportions import (
    DifferenceInterval,
    PairedTable,
    difference_interval,
)
from aucurate.results import Interval
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.scenarios import Scenario

TESTS: tuple[McNemarKind, ...] = ("mid-p", "exact", "score")
INTERVALS: tuple[DifferenceInterval, ...] = ("tango", "newcombe")
VALUES: tuple[PredictiveValue, ...] = ("positive_predictive_value", "negative_predictive_value")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedCallsWorld:
    """Two classifiers that are right in these shares of the observations, together and alone."""

    n_observations: int
    first_only: float
    second_only: float
    both: float = 0.6

    def draw(self, rng: np.random.Generator) -> PairedTable:
        """The table of one test set."""
        neither = 1 - self.both - self.first_only - self.second_only
        shares = [self.both, self.first_only, self.second_only, max(0.0, neither)]
        both, first, second, none = rng.multinomial(self.n_observations, shares).tolist()
        return PairedTable(both=both, first_only=first, second_only=second, neither=none)

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)


def mcnemar_level(world: PairedCallsWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often equal classifiers are called different."""
    tally = Tally()
    for _ in range(draws):
        table = world.draw(rng)
        for kind, p in _p_values(table.first_only, table.second_only).items():
            tally.add(kind, p <= LEVEL)
    return tally.result()


@cache
def _p_values(first_only: int, second_only: int) -> dict[str, float]:
    """Observations that both classifiers call alike do not enter."""
    table = PairedTable(both=1, first_only=first_only, second_only=second_only, neither=0)
    return {kind: mcnemar_comparison(table, kind=kind).p_value for kind in TESTS}


def difference_coverage(world: PairedCallsWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the interval of a difference covers it, and the widths."""
    tally, true = Tally(), world.first_only - world.second_only
    for _ in range(draws):
        for method, interval in _differences(world.draw(rng)).items():
            tally.add(method, true in interval)
            tally.add(f"{method} width", interval.high - interval.low)
    return tally.result()


@cache
def _differences(table: PairedTable) -> dict[str, Interval]:
    return {method: difference_interval(table, method=method) for method in INTERVALS}


def predictive_value_level(scenario: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """How often equal predictive values are called different, and how often 0 is covered."""
    tally, threshold = Tally(), scenario.shift / 2
    for _ in range(draws):
        labels, values = scenario.draw(rng, classifiers=2)
        data = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
        for rate in VALUES:
            found = predictive_value_test(
                data["a"], data["b"], thresholds=(threshold, threshold), rate=rate
            )
            tally.add(rate_words(rate), found.p_value <= LEVEL)
            tally.add(f"{rate_words(rate)}, outside", 0.0 not in found.interval)
    return tally.result()


QUESTIONS = (
    Question(
        name="McNemar level",
        ask=mcnemar_level,
        columns=TESTS,
        scenarios=tuple(
            PairedCallsWorld(n_observations=size, first_only=share, second_only=share)
            for size in (20, 50, 200, 1000)
            for share in (0.02, 0.1, 0.2)
        ),
    ),
    Question(
        name="paired difference coverage",
        ask=difference_coverage,
        columns=INTERVALS,
        scenarios=tuple(
            PairedCallsWorld(n_observations=size, first_only=first, second_only=second)
            for size in (20, 50, 200)
            for first, second in ((0.1, 0.1), (0.15, 0.05), (0.3, 0.02), (0.02, 0.0))
        ),
    ),
    Question(
        name="predictive value level",
        ask=predictive_value_level,
        columns=tuple(
            name for rate in VALUES for name in (rate_words(rate), f"{rate_words(rate)}, outside")
        ),
        scenarios=tuple(
            Scenario(auc=auc, n_positive=m, n_negative=n, correlation=0.5)
            for m, n in ((20, 40), (100, 400))
            for auc in (0.75, 0.9)
        ),
        draws=2000,
    ),
)
