"""Rates at a fixed threshold: how often each interval covers, one by one and both at once."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, rate_values, rate_words
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.inference.operating.joint_region import joint_region
from aucurate.inference.operating.proportions import ProportionMethod
from aucurate.inference.operating.rates import RateKind, rate_estimate
from aucurate.results import Interval
from simulations.counting import Counts, Question, Tally

KINDS: tuple[RateKind, ...] = ("score", "exact", "delta")
COSTS = {"false_negative_cost": 5.0, "false_positive_cost": 1.0}
SIDES: tuple[ProportionMethod, ...] = ("wilson", "clopper-pearson")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsWorld:
    """Calls with these true rates, on observations drawn whatever their class.

    With ``stated``, the class sizes are those expected and the prevalence is stated: then the
    intervals are those of two classes of fixed size.
    """

    sensitivity: float
    specificity: float
    prevalence: float
    n_observations: int
    stated: bool = False

    @property
    def use(self) -> IntendedUse:
        """What the rates are for."""
        return IntendedUse(prevalence=self.prevalence if self.stated else None, **COSTS)

    def true(self, rate: Rate) -> float:
        """The rate of the population."""
        use = IntendedUse(prevalence=self.prevalence, **COSTS)
        return float(rate_values(rate, self.sensitivity, 1 - self.specificity, 1, 1, use))

    def draw(self, rng: np.random.Generator) -> tuple[int, int, int, int]:
        """True and false positives, and how many of each class, of which none is empty."""
        m = round(self.prevalence * self.n_observations)
        if not self.stated:
            m = int(rng.binomial(self.n_observations, self.prevalence))
            m = min(max(m, 1), self.n_observations - 1)
        n = self.n_observations - m
        return (
            int(rng.binomial(m, self.sensitivity)),
            int(rng.binomial(n, 1 - self.specificity)),
            m,
            n,
        )

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)


def rate_coverage(world: CallsWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often each interval of each rate covers that of the population, and the widths."""
    tally = Tally()
    true = {rate: world.true(rate) for rate in RATES}
    for _ in range(draws):
        found = _estimated(world.draw(rng), world.use)
        for (rate, method), interval in found.items():
            name = f"{rate_words(rate)}, {method}"
            tally.add(name, true[rate] in interval)
            if interval.high < np.inf:
                tally.add(f"{name} width", interval.high - interval.low)
    return tally.result()


@cache
def _estimated(
    table: tuple[int, int, int, int], use: IntendedUse
) -> dict[tuple[Rate, str], Interval]:
    """Every interval of every rate; a method that several kinds share is there once."""
    point = _point(table, use)
    return {
        (rate, found.method): found
        for rate in RATES
        for kind in KINDS
        for found in [rate_estimate(point, rate, kind=kind).interval]
    }


def _point(table: tuple[int, int, int, int], use: IntendedUse) -> OperatingPoint:
    true, false, m, n = table
    return OperatingPoint.from_counts(
        true_positives=true, false_positives=false, n_positive=m, n_negative=n, use=use
    )


def region_coverage(world: CallsWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often each joint region holds both rates at once."""
    tally = Tally()
    for _ in range(draws):
        point = _point(world.draw(rng), world.use)
        for side in SIDES:
            region = joint_region(point, method=side)
            tally.add(f"rectangle, {side}", region.holds(world.sensitivity, world.specificity))
        ellipse = joint_region(point, shape="ellipse")
        tally.add("ellipse", ellipse.holds(world.sensitivity, world.specificity))
    return tally.result()


def _rate_columns(*, stated: bool) -> tuple[str, ...]:
    use = IntendedUse(prevalence=0.2 if stated else None, **COSTS)
    names = _estimated((8, 3, 10, 12), use)
    return tuple(f"{rate_words(rate)}, {method}" for rate, method in names)


RATES_AT = ((0.8, 0.8, 0.5), (0.95, 0.9, 0.2), (0.5, 0.99, 0.1))
WORLDS = tuple(
    CallsWorld(sensitivity=se, specificity=sp, prevalence=prevalence, n_observations=size)
    for se, sp, prevalence in RATES_AT
    for size in (60, 400)
)

QUESTIONS = (
    Question(
        name="rate coverage",
        ask=rate_coverage,
        columns=_rate_columns(stated=False),
        scenarios=WORLDS,
        draws=1000,
    ),
    Question(
        name="rate coverage, stated prevalence",
        ask=rate_coverage,
        columns=_rate_columns(stated=True),
        scenarios=tuple(
            CallsWorld(
                sensitivity=se, specificity=sp, prevalence=0.2, n_observations=size, stated=True
            )
            for se, sp, _ in RATES_AT
            for size in (60, 400)
        ),
        draws=1000,
    ),
    Question(
        name="joint region coverage",
        ask=region_coverage,
        columns=(*(f"rectangle, {side}" for side in SIDES), "ellipse"),
        scenarios=WORLDS,
        draws=2000,
    ),
)
