"""Worlds of three ordered classes with a known volume under the ROC surface."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from simulations.score_kinds import BEYOND, LAST_DIGITS

LEVELS = 7
GRID = 20_001
SPREADS = {
    "normal": (1.0, 1.0, 1.0),
    "ordinal": (1.0, 1.0, 1.0),
    "normal, spread 1 2 3": (1.0, 2.0, 3.0),
    "normal, spread 3 1 1": (3.0, 1.0, 1.0),
    "normal, spread 5 1 1": (5.0, 1.0, 1.0),
    "normal, spread 1 3 1": (1.0, 3.0, 1.0),
    "normal, spread 1 1 3": (1.0, 1.0, 3.0),
}
EXPONENTIAL = "exponential"
CHANCE = 1 / 6
HIGHEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedWorld:
    """Scores of three classes, of one or more equally good classifiers.

    ``scores`` is "normal" (means 0, d and 2 d; equal spread, or the standard deviations that it
    names), "exponential" (means 1, r and r squared) or "ordinal" (normal scores of equal spread cut
    into seven levels; ``volume`` is then that before cutting). ``correlation`` is that of the
    classifiers within each class, of the normal scores behind whatever kind they are.
    ``second_scores`` is the kind of the second classifier where it differs. ``missed`` are shares
    of each class that lie beyond all others, on the side where every triple with them is wrong;
    ``volume`` is then that of the others.
    """

    volume: float
    sizes: tuple[int, int, int]
    scores: str = "normal"
    correlation: float = 0.0
    second_scores: str | None = None
    missed: tuple[float, float, float] | None = None

    @property
    def step(self) -> float:
        """The distance d between the means of neighbouring classes."""
        return step_for(self.volume, SPREADS[self.scores])

    @property
    def cuts(self) -> NDArray[np.float64]:
        """The thresholds between the ratings, spread over the three classes."""
        return np.linspace(-1.0, 1.0 + 2 * self.step, LEVELS - 1)

    @property
    def true_volume(self) -> float:
        """What an interval must cover: for ratings, the volume of the ratings."""
        if self.missed is not None:
            return self.volume * float(np.prod(1 - np.array(self.missed)))
        if self.scores != "ordinal":
            return self.volume
        low, middle, high = (
            np.diff(special.ndtr(self.cuts - at * self.step), prepend=0.0, append=1.0)
            for at in range(3)
        )
        below, above = np.cumsum(low) - low, np.cumsum(high[::-1])[::-1] - high
        inside = below * above + (low * above + below * high) / 2 + low * high / 6
        return float(np.sum(middle * inside))

    def draw(
        self, rng: np.random.Generator, classifiers: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Labels 0, 1, 2, and scores with a row per classifier."""
        labels = np.repeat(np.arange(3), self.sizes)
        common = rng.normal(size=len(labels))
        own = rng.normal(size=(classifiers, len(labels)))
        noise = np.sqrt(self.correlation) * common + np.sqrt(1 - self.correlation) * own
        kinds = [self.scores] + [self.second_scores or self.scores] * (classifiers - 1)
        rows = [self._scored(labels, row, kind) for row, kind in zip(noise, kinds, strict=True)]
        if self.missed is not None:
            is_missed = rng.uniform(size=noise.shape) < np.array(self.missed)[labels]
            # A middle one above all high ones is in no right triple, as a low one is.
            out = np.where(labels == HIGHEST, -BEYOND, BEYOND) + LAST_DIGITS * noise
            return labels, np.where(is_missed, out, np.stack(rows))
        return labels, np.stack(rows)

    def _scored(
        self, labels: NDArray[np.int64], noise: NDArray[np.float64], kind: str
    ) -> NDArray[np.float64]:
        if kind == EXPONENTIAL:
            means = ratio_for(self.volume) ** labels
            return np.asarray(-means * special.log_ndtr(noise))
        step = step_for(self.volume, SPREADS[kind])
        values = step * labels + np.array(SPREADS[kind])[labels] * noise
        if kind == "ordinal":
            values = np.searchsorted(self.cuts, values).astype(np.float64)
        return np.asarray(values)

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        if self.missed is not None:
            said["missed"] = list(self.missed)
        return {**said, "sizes": list(self.sizes)}


def normal_volume(means: tuple[float, ...], spreads: tuple[float, ...]) -> float:
    """P(X < Y < Z) of three normal classes, by the trapezoid rule over the middle one.

    Over the whole line the rule errs by less than rounding does.
    """
    (low, middle, high), (s_low, s_middle, s_high) = means, spreads
    y = np.linspace(-10, 10, GRID)
    at = middle + s_middle * y
    density = np.exp(-(y**2) / 2) / np.sqrt(2 * np.pi)
    inside = special.ndtr((at - low) / s_low) * special.ndtr((high - at) / s_high)
    return float(np.sum(density * inside) * (y[1] - y[0]))


@cache
def step_for(volume: float, spreads: tuple[float, ...]) -> float:
    """The distance of neighbouring means that gives this volume."""
    found = optimize.brentq(
        lambda step: normal_volume((0.0, step, 2 * step), spreads) - volume, -3.0, 30.0, xtol=1e-12
    )
    return float(found)


def exponential_volume(ratio: float) -> float:
    """P(X < Y < Z) of exponential classes whose means are 1, r and r squared."""
    return ratio**2 / (ratio**2 + ratio + 1) * ratio / (ratio + 1)


@cache
def ratio_for(volume: float) -> float:
    """The ratio of neighbouring means that gives this volume."""
    found = optimize.brentq(lambda ratio: exponential_volume(ratio) - volume, 0.01, 1e6, xtol=1e-12)
    return float(found)
