"""A threshold chosen on a test set: how often intervals cover what it does to new observations."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy import special

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate, rate_words
from aucurate.data.scores import Scores
from aucurate.inference.rates import rate_estimate
from aucurate.inference.resampling import Resampling
from aucurate.inference.threshold_bootstrap import threshold_bootstrap
from simulations.counting import Counts, Question, Tally
from simulations.scenarios import Scenario

CHOSEN: tuple[Rate, ...] = ("sensitivity", "specificity", "youden_index")
BAGS = ("in bag", "out of bag", "as if fixed")
OPTIMISM = "Youden index, optimism"
SHOWN = "Youden index, optimism that replicates show"
THRESHOLD = "threshold"
TOO_HIGH = "chosen one too high"
REPEATS = 199
RULES = {
    "Youden": ThresholdRule.youden(),
    "sensitivity 0.9": ThresholdRule.at_sensitivity(0.9),
    "least cost": ThresholdRule.least_cost(IntendedUse(prevalence=0.2, false_negative_cost=5)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWorld:
    """Normal scores, and the rule by which a threshold is chosen on them."""

    auc: float
    n_positive: int
    n_negative: int
    rule: str

    @property
    def scenario(self) -> Scenario:
        """Where the scores are drawn from."""
        return Scenario(auc=self.auc, n_positive=self.n_positive, n_negative=self.n_negative)

    def true(self, threshold: float) -> dict[Rate, float]:
        """The rates of a threshold on new observations."""
        sensitivity = float(special.ndtr(self.scenario.shift - threshold))
        specificity = float(special.ndtr(threshold))
        return {
            "sensitivity": sensitivity,
            "specificity": specificity,
            "youden_index": sensitivity + specificity - 1,
        }

    @property
    def best_threshold(self) -> float:
        """What the rule would choose in a test set without end."""
        shift = self.scenario.shift
        if self.rule == "sensitivity 0.9":
            return shift - float(special.ndtri(0.9))
        use = RULES[self.rule].use
        ratio = 1.0 if use is None else use.slope(self.n_positive, self.n_negative)
        return shift / 2 + float(np.log(ratio)) / shift

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)


def chosen_coverage(world: ChoiceWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often an interval covers what the chosen threshold does to new observations."""
    tally, rule = Tally(), RULES[world.rule]
    for _ in range(draws):
        labels, values = world.scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        chosen = Resampling(repeats=REPEATS, rng=int(rng.integers(2**63)))
        found = threshold_bootstrap(scores, rule, rates=CHOSEN, resampling=chosen)
        true = world.true(found.choice.threshold)
        youden = found.rate("youden_index")
        tally.add(OPTIMISM, youden.apparent - true["youden_index"])
        tally.add(SHOWN, youden.optimism)
        for one in found.rates:
            fixed = rate_estimate(found.choice.point, one.rate).interval
            spans = (one.in_bag_interval, one.out_of_bag_interval, fixed)
            for bag, interval in zip(BAGS, spans, strict=True):
                name = f"{rate_words(one.rate)}, {bag}"
                tally.add(name, true[one.rate] in interval)
                tally.add(f"{name} width", interval.high - interval.low)
    return tally.result()


def threshold_coverage(world: ChoiceWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the thresholds of replicates hold what the rule would choose without end."""
    tally = Tally()
    for _ in range(draws):
        labels, values = world.scenario.draw(rng)
        scores = Scores.from_arrays(labels, values[0])
        chosen = Resampling(repeats=REPEATS, rng=int(rng.integers(2**63)))
        found = threshold_bootstrap(scores, RULES[world.rule], rates=(), resampling=chosen)
        span = found.threshold_interval
        tally.add(THRESHOLD, world.best_threshold in span)
        tally.add(f"{THRESHOLD} width", span.high - span.low)
        tally.add(TOO_HIGH, found.choice.threshold > world.best_threshold)
    return tally.result()


COLUMNS = (
    *(f"{rate_words(rate)}, {bag}" for rate in CHOSEN for bag in BAGS),
    OPTIMISM,
    SHOWN,
)
QUESTIONS = (
    Question(
        name="chosen threshold coverage",
        ask=chosen_coverage,
        columns=COLUMNS,
        scenarios=tuple(
            ChoiceWorld(auc=0.85, n_positive=m, n_negative=n, rule=rule)
            for rule in RULES
            for m, n in ((50, 50), (30, 200))
        ),
        draws=1000,
    ),
    Question(
        name="held-out chosen threshold coverage",
        ask=chosen_coverage,
        columns=COLUMNS,
        scenarios=tuple(
            ChoiceWorld(auc=auc, n_positive=m, n_negative=n, rule=rule)
            for rule in RULES
            for auc, m, n in ((0.72, 40, 120), (0.93, 90, 60))
        ),
        draws=500,
    ),
    Question(
        name="threshold interval coverage",
        ask=threshold_coverage,
        columns=(THRESHOLD, TOO_HIGH),
        scenarios=tuple(
            ChoiceWorld(auc=auc, n_positive=m, n_negative=n, rule=rule)
            for rule in RULES
            for auc, m, n in ((0.85, 50, 50), (0.85, 30, 200), (0.85, 500, 500), (0.95, 50, 50))
        ),
        draws=1000,
    ),
)
