"""What is asked of each scenario, in counts: how often an interval covers, a test rejects."""

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

Counts = dict[str, float]
LEVEL = 0.05

# Beside a column: how many draws it was looked at in (all, where it is not said), the sum of the
# widths of an interval, how often it lay wholly above or below the truth, the sum of the estimates
# minus the truth, how often a test refused, and the size of a planned study.
TOO_HIGH, TOO_LOW = " above the truth", " below the truth"
BIAS = " bias"
SUFFIXES = (" draws", " width", TOO_HIGH, TOO_LOW, BIAS, " refused", " size")


class World(Protocol):
    """What a cell is drawn from: a scenario, or a planned study."""

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, the worlds it is asked in, how often, and the columns it counts.

    A cell that ``decides`` (a rate that may lie on either side of what a method is held to) is
    asked again with ``deciding_draws`` of its own, which then count alone.
    """

    name: str
    ask: Callable[[Any, int, np.random.Generator], Counts]
    columns: tuple[str, ...]
    scenarios: tuple[World, ...]
    draws: int = 5000
    decides: Callable[[Counts, int], bool] | None = None
    deciding_draws: int = 10_000

    def answer(self, world: World, draws: int, seed: int) -> tuple[Counts, int]:
        """The counts of a cell, and in how many draws."""
        counts = self.ask(world, draws, np.random.default_rng(seed))
        if self.decides is None or not self.decides(counts, draws):
            return counts, draws
        again = np.random.default_rng([seed, self.deciding_draws])
        return self.ask(world, self.deciding_draws, again), self.deciding_draws

    def is_answered_by(self, cell: dict[str, Any]) -> bool:
        """Whether a kept cell has this question's draws and counts the same columns."""
        counted = {name for name in cell["counts"] if not name.endswith(SUFFIXES)}
        return self._has_draws(cell) and counted == set(self.columns)

    def _has_draws(self, cell: dict[str, Any]) -> bool:
        if self.decides is not None and cell["draws"] == self.deciding_draws:
            return True
        return bool(cell["draws"] == self.draws)


def may_be_beyond(count: float, draws: int, *, near: float, limit: float) -> bool:
    """Whether a rate has come near its limit, and its 99% interval is not wholly beyond it.

    ``near`` above ``limit`` is for rates that must not be low, below it for those not to be high.
    """
    rate = count / draws
    error = 2.576 * math.sqrt(rate * (1 - rate) / draws)
    if near > limit:
        return limit - error < rate < near
    return near < rate < limit + error


class Tally:
    """Counts under names; what takes long is looked at in one of so many draws."""

    def __init__(self, every: dict[str, int] | None = None) -> None:
        self.counts: Counts = defaultdict(float)
        self._every = every or {}

    def wants(self, name: str, draw: int) -> bool:
        """Whether to look at this column in this draw; if so, the draw is counted."""
        if draw % self._every.get(name, 1):
            return False
        if name in self._every:
            self.add(f"{name} draws", 1)
        return True

    def add(self, name: str, amount: float) -> None:
        """Count; a column that nothing was added to yet stands with 0."""
        self.counts[name] += float(amount)

    def result(self) -> Counts:
        """The counts as a plain dictionary."""
        return dict(self.counts)
