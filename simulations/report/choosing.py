"""Which test to use: one rule for every situation, applied to the counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulations.counting import LEVEL
from simulations.report.cells import Cell, shown, table

TIE = 0.001  # mean distances from the level that are no reason to prefer a test
BAND = 0.2  # of the nominal level: 0.04 to 0.06 at 0.05
ENOUGH = 20  # observations in a class

RULE = (
    f"A test **holds** in a set of cells if in none of them the 99% Monte Carlo interval of its "
    f"level lies wholly above {(1 + BAND) * LEVEL:.2f} (nominal {LEVEL}; other levels in "
    "proportion). Of the tests that hold, the one to use is that whose level is nearest to the "
    f"nominal one on average over the cells (of those within {TIE} of it, the first in the "
    "package's list); where none holds, the one whose highest level is lowest.\n"
)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a reader has in front of them, the cells that are like it, and the tests for it."""

    name: str
    cells: Sequence[Cell]
    tests: Sequence[str]
    nominal: float = LEVEL

    @property
    def holding(self) -> list[str]:
        """The tests that hold."""
        return [t for t in self.tests if not any(is_above(c, t, self.nominal) for c in self.cells)]

    @property
    def choice(self) -> str:
        """The test to use, by the rule."""
        if self.holding:
            far = {t: distance(self.cells, t, self.nominal) for t in self.holding}
            return next(t for t in self.holding if far[t] <= min(far.values()) + TIE)
        return min(self.tests, key=lambda t: max(c.rate(t) for c in self.cells))


def is_above(cell: Cell, test: str, nominal: float) -> bool:
    """Whether a test clearly rejects more often than the band allows."""
    return cell.is_above(test, (1 + BAND) * nominal)


def is_outside(cell: Cell, test: str, nominal: float) -> bool:
    """Whether the level is outside the band, as it was counted."""
    return abs(cell.rate(test) - nominal) > BAND * nominal + 1e-12


def distance(cells: Sequence[Cell], test: str, nominal: float) -> float:
    """How far the level is from the nominal one, on average over the cells."""
    return sum(abs(cell.rate(test) - nominal) for cell in cells) / len(cells)


def situations_table(situations: Sequence[Situation]) -> str:
    """What to use in each situation, its levels there, and what fails."""
    rows = []
    for situation in situations:
        chosen, cells = situation.choice, situation.cells
        failing = [t for t in situation.tests if t not in situation.holding and t != chosen]
        rows.append(
            [
                situation.name,
                str(len(cells)),
                f"**{chosen}**" + ("" if chosen in situation.holding else " (none holds)"),
                _range(situation, chosen),
                ", ".join(f"{t} (up to {_highest(situation, t)})" for t in failing) or "none",
            ]
        )
    return table(["situation", "cells", "use", "its levels", "do not hold"], rows)


def levels_table(situation: Situation, also: Sequence[str] = ()) -> str:
    """Each test's lowest and highest level, where, and how often it is outside the band.

    The chosen test is bold; those in ``also`` are shown, and not chosen from.
    """
    low, high = (1 - BAND) * situation.nominal, (1 + BAND) * situation.nominal
    head = [
        "test",
        "lowest level",
        "where",
        "highest level",
        "where",
        f"mean distance from {situation.nominal}",
        f"cells outside {low:g} to {high:g}",
        f"clearly above {high:g}",
    ]
    cells, nominal, rows = situation.cells, situation.nominal, []
    for test in [*situation.tests, *also]:
        lowest = min(cells, key=_rate_of(test))
        highest = max(cells, key=_rate_of(test))
        rows.append(
            [
                f"**{test}**" if test == situation.choice else test,
                shown(lowest, test, nominal, "neither"),
                lowest.place,
                shown(highest, test, nominal),
                highest.place,
                f"{distance(cells, test, nominal):.3f}",
                f"{sum(is_outside(c, test, nominal) for c in cells)} of {len(cells)}",
                str(sum(is_above(c, test, nominal) for c in cells)),
            ]
        )
    return table(head, rows)


def _rate_of(test: str) -> Callable[[Cell], float]:
    return lambda cell: cell.rate(test)


def _range(situation: Situation, test: str) -> str:
    rates = [cell.rate(test) for cell in situation.cells]
    return f"{min(rates):.3f} to {_highest(situation, test)}"


def _highest(situation: Situation, test: str) -> str:
    cell = max(situation.cells, key=_rate_of(test))
    return shown(cell, test, situation.nominal, "neither")
