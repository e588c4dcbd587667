"""Worlds in which a threshold is chosen: the scores of both classes, known exactly."""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.threshold_rules import ThresholdRule

Floats = NDArray[np.float64]

RULES = {
    "Youden": ThresholdRule.youden(),
    "sensitivity 0.9": ThresholdRule.at_sensitivity(0.9),
    "specificity 0.9": ThresholdRule.at_specificity(0.9),
    "least cost": ThresholdRule.least_cost(IntendedUse(prevalence=0.2, false_negative_cost=5)),
    "cost of alarms": ThresholdRule.least_cost(IntendedUse(prevalence=0.05, false_negative_cost=5)),
    "F1": ThresholdRule.best("f1"),
    "corner": ThresholdRule.closest_corner(),
}


class Mixture:
    """Scores of a class: distributions of :mod:`scipy.stats`, each with its share."""

    def __init__(self, *parts: tuple[float, Any]) -> None:
        self._shares = np.array([share for share, _ in parts])
        self._parts = [part for _, part in parts]

    def above(self, threshold: Any) -> Any:
        """The share of scores that reach a threshold."""
        return sum(s * p.sf(threshold) for s, p in zip(self._shares, self._parts, strict=True))

    def draw(self, size: int, rng: np.random.Generator) -> Floats:
        """So many scores."""
        which = rng.choice(len(self._parts), size, p=self._shares)
        values = np.empty(size)
        for at, part in enumerate(self._parts):
            values[which == at] = part.rvs(np.count_nonzero(which == at), random_state=rng)
        return values


def _normal(auc: float, spread: float = 1.0) -> tuple[Mixture, Mixture]:
    shift = math.hypot(1, spread) * float(special.ndtri(auc))
    return Mixture((1, stats.norm(shift, spread))), Mixture((1, stats.norm()))


CLEAR = math.sqrt(2) * float(special.ndtri(0.99))
SCORES: dict[str, tuple[Mixture, Mixture]] = {
    "normal 0.85": _normal(0.85),
    "normal, positives 3": _normal(0.85, 3),
    "normal, positives 1/3": _normal(0.85, 1 / 3),
    "exponential": (Mixture((1, stats.expon(scale=17 / 3))), Mixture((1, stats.expon()))),
    "negatives with a gap": (
        Mixture((1, stats.norm(4))),
        Mixture((0.8, stats.norm(0, 0.5)), (0.2, stats.norm(4, 0.5))),
    ),
    "two maxima": (
        Mixture((0.6, stats.norm(5, 0.7)), (0.4, stats.norm(2, 0.5))),
        Mixture((0.6, stats.norm(0, 0.6)), (0.4, stats.norm(3.3, 0.4))),
    ),
    "Cauchy": (Mixture((1, stats.cauchy(3))), Mixture((1, stats.cauchy()))),
    "missed positives": (
        Mixture((0.1, stats.norm()), (0.9, stats.norm(CLEAR))),
        Mixture((1, stats.norm())),
    ),
    # These played no part in choosing a method.
    "normal 0.72": _normal(0.72),
    "normal 0.93": _normal(0.93),
    "Laplace": (Mixture((1, stats.laplace(1.8))), Mixture((1, stats.laplace()))),
    "gamma": (Mixture((1, stats.gamma(4))), Mixture((1, stats.gamma(1.5)))),
    "Gumbel": (Mixture((1, stats.gumbel_r(2, 1.5))), Mixture((1, stats.gumbel_r()))),
    "Weibull": (
        Mixture((1, stats.weibull_min(2.5, scale=2.5))),
        Mixture((1, stats.weibull_min(1.2))),
    ),
    "t, 2 degrees": (Mixture((1, stats.t(2, 2))), Mixture((1, stats.t(2)))),
    "late positives": (
        Mixture((0.3, stats.norm(0.5)), (0.7, stats.norm(3, 0.5))),
        Mixture((1, stats.norm())),
    ),
    "both with a gap": (
        Mixture((0.5, stats.norm(1, 0.3)), (0.5, stats.norm(6, 0.5))),
        Mixture((0.7, stats.norm(-1, 0.4)), (0.3, stats.norm(3.5, 0.4))),
    ),
    "three modes": (
        Mixture((0.3, stats.norm(1, 0.3)), (0.7, stats.norm(4, 0.6))),
        Mixture((0.5, stats.norm(-1, 0.4)), (0.3, stats.norm(2, 0.3)), (0.2, stats.norm(0, 1))),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWorld:
    """Scores of :data:`SCORES`, and the rule by which a threshold is chosen on them."""

    scores: str
    n_positive: int
    n_negative: int
    rule: str

    def draw(self, rng: np.random.Generator) -> tuple[NDArray[np.int64], Floats]:
        """Labels and scores of a test set."""
        positives, negatives = SCORES[self.scores]
        labels = np.repeat([1, 0], [self.n_positive, self.n_negative])
        values = [positives.draw(self.n_positive, rng), negatives.draw(self.n_negative, rng)]
        return labels, np.concatenate(values)

    def true(self, threshold: float) -> dict[Rate, float]:
        """The rates of a threshold on new observations."""
        positives, negatives = SCORES[self.scores]
        sensitivity = float(positives.above(threshold))
        specificity = 1 - float(negatives.above(threshold))
        return {
            "sensitivity": sensitivity,
            "specificity": specificity,
            "youden_index": sensitivity + specificity - 1,
        }

    @property
    def best_threshold(self) -> float:
        """What the rule would choose in a test set without end, by a search over two grids."""
        places = np.linspace(-15, 30, 450_001)
        for _ in range(2):
            best = float(places[np.argmax(self._criterion(places))])
            places = np.linspace(best - 1e-4, best + 1e-4, 2001)
        return best

    def _criterion(self, threshold: Floats) -> Floats:
        """What the rule makes as large as it can, up to a factor and a constant."""
        true, false = (each.above(threshold) for each in SCORES[self.scores])
        found: Floats
        if self.rule.startswith("sensitivity"):
            found = -np.abs(true - 0.9)
        elif self.rule.startswith("specificity"):
            found = -np.abs(false - 0.1)
        elif self.rule == "corner":
            found = -((1 - true) ** 2 + false**2)
        elif self.rule == "F1":
            called = self.n_positive * true + self.n_negative * false
            found = self.n_positive * true / (called + self.n_positive)
        else:
            use = RULES[self.rule].use
            found = true - false * (1 if use is None else use.slope(1, 1))
        return found

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)
