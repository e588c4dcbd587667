"""One cell of the simulation as the page reads it: its rates, their errors, and where it is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from simulations.counting import SUFFIXES
from simulations.questions import QUESTIONS
from simulations.scenarios import Scenario

Wrong: TypeAlias = Literal["high", "low", "neither"]

CLEAR = 3  # Monte Carlo standard errors that are no accident
SURE = 2.576  # standard errors of a 99% interval

# What a table may say of a cell, in this order; the first four always.
_PLACES = {
    "scores": "scores",
    "n_positive": "positives",
    "n_negative": "negatives",
    "auc": "AUC",
    "second_scores": "second scores",
    "second_sizes": "second test set",
    "second_auc": "second AUC",
    "correlation": "correlation",
    "classifiers": "classifiers",
    "leaders": "with the first AUC",
}
_ALWAYS = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """The counts of one question in one world."""

    question: str
    world: dict[str, Any]
    draws: int
    counts: dict[str, float]

    def draws_of(self, name: str) -> float:
        """In how many draws a column was looked at."""
        return self.counts.get(f"{name} draws", self.draws)

    def rate(self, name: str) -> float:
        """The share of these draws that were counted."""
        return self.counts.get(name, 0.0) / self.draws_of(name)

    def error(self, name: str, nominal: float) -> float:
        """The Monte Carlo standard error of the rate, at least that of the nominal rate."""
        rate = self.rate(name)
        variance = max(rate * (1 - rate), nominal * (1 - nominal))
        return math.sqrt(variance / self.draws_of(name))

    def mean_width(self, name: str) -> float:
        """The mean width of an interval."""
        return self.counts[f"{name} width"] / self.draws_of(name)

    @property
    def smaller(self) -> int:
        """The size of the smallest class of any test set."""
        sizes = self.world.get("second_sizes", [])
        return int(min(self.world["n_positive"], self.world["n_negative"], *sizes))

    def is_below(self, name: str, limit: float) -> bool:
        """Whether the 99% Monte Carlo interval of a rate lies wholly below a limit."""
        return self.rate(name) + SURE * self._spread(name) < limit

    def is_above(self, name: str, limit: float) -> bool:
        """Whether the 99% Monte Carlo interval of a rate lies wholly above a limit."""
        return self.rate(name) - SURE * self._spread(name) > limit

    def _spread(self, name: str) -> float:
        rate = self.rate(name)
        return math.sqrt(rate * (1 - rate) / self.draws_of(name))

    @property
    def scenario(self) -> Scenario:
        """The world of this cell, where it is of one or two classifiers."""
        sizes = self.world.get("second_sizes")
        return Scenario(**{**self.world, "second_sizes": tuple(sizes) if sizes else None})

    @property
    def misordered(self) -> float:
        """The smaller class's size times min(A, 1 - A) of the truth: its errors' worth.

        Of two classifiers the mean over both on one test set; of two test sets the smaller.
        """
        first, second = (
            min(world.n_positive, world.n_negative) * min(world.true_auc, 1 - world.true_auc)
            for world in (self.scenario, self.scenario.second)
        )
        return (first + second) / 2 if "second_sizes" not in self.world else min(first, second)

    @property
    def place(self) -> str:
        """Where this cell is, in words."""
        world = self.world
        sizes = _against(
            f"{world['n_positive']}/{world['n_negative']}", _sizes(world.get("second_sizes"))
        )
        parts = [
            _against(world["scores"], world.get("second_scores")),
            sizes,
            _against(f"AUC {world['auc']}", world.get("second_auc")),
        ]
        if world["correlation"]:
            parts.append(f"correlation {world['correlation']}")
        if "classifiers" in world:
            parts.append(f"{world['classifiers']} classifiers")
        if "leaders" in world:
            parts.append(f"{world['leaders']} with the first AUC")
        return "; ".join(parts)


def cells_of(question: str, results: dict[str, Any]) -> list[Cell]:
    """The cells of a question, in the order of its worlds."""
    (asked,) = (q for q in QUESTIONS if q.name == question)
    order = [world.to_dict() for world in asked.scenarios]
    mine = [cell for cell in results.values() if cell["question"] == question]
    mine.sort(key=lambda cell: order.index(cell["scenario"]))
    return [Cell(c["question"], c["scenario"], c["draws"], c["counts"]) for c in mine]


def shown(cell: Cell, name: str, nominal: float, wrong: Wrong = "high") -> str:
    """A rate with its error in units of the last digit; bold where it is clearly wrong."""
    rate, error = cell.rate(name), cell.error(name, nominal)
    off = {"high": rate - nominal, "low": nominal - rate, "neither": 0.0}[wrong]
    text = f"{rate:.3f} ({round(1000 * error)})"
    return f"**{text}**" if off > CLEAR * error else text


def places(cells: list[Cell]) -> tuple[list[str], list[list[str]]]:
    """The heads and the rows that say which cell is which, without what is the same in all."""
    names = [
        name
        for at, name in enumerate(_PLACES)
        if at < _ALWAYS or len({str(cell.world.get(name)) for cell in cells}) > 1
    ]
    rows = [[_value(cell.world.get(name)) for name in names] for cell in cells]
    return [_PLACES[name] for name in names], rows


def table(head: list[str], rows: list[list[str]]) -> str:
    """A markdown table."""
    return "\n".join([_row(head), "|" + "---|" * len(head), *map(_row, rows)]) + "\n"


def joined(many: list[Cell], more: list[Cell]) -> list[Cell]:
    """Two questions in the same worlds as one: a column is that of the first that counts it."""
    return [
        Cell(one.question, one.world, one.draws, {**_said(two, one), **one.counts})
        for one, two in zip(many, more, strict=True)
        if one.world == two.world
    ]


def _said(cell: Cell, other: Cell) -> dict[str, float]:
    """The counts of columns that another cell does not have, with the draws of each."""
    columns = [name for name in cell.counts if not name.endswith(SUFFIXES)]
    missing = [name for name in columns if name not in other.counts]
    kept = {n: v for n, v in cell.counts.items() if n.removesuffix(" refused") in missing}
    return kept | {f"{name} draws": cell.draws_of(name) for name in missing}


def draws_said(cells: list[Cell]) -> str:
    """How many draws a cell has, and how many a column that was looked at in fewer."""
    first = min(cells, key=lambda cell: cell.draws)
    first_draws = first.draws
    fewer: dict[float, list[str]] = {}
    for name in sorted(first.counts):
        column = name.removesuffix(" draws")
        if column != name and first.draws_of(column) < first.draws:
            fewer.setdefault(first.draws_of(column), []).append(column)
    said = [
        f"{draws:,.0f} for {', '.join(f'`{name}`' for name in fewer[draws])}"
        for draws in sorted(fewer, reverse=True)
    ]
    most = max(cell.draws for cell in cells)
    open_ones = [f"{most:,} where the verdict was open"] if most > first_draws else []
    return "; ".join([f"{first_draws:,} draws a cell", *open_ones, *said])


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _against(first: str, second: object) -> str:
    return first if second is None else f"{first} against {second}"


def _sizes(sizes: list[int] | None) -> str | None:
    return None if sizes is None else f"{sizes[0]}/{sizes[1]}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"{value[0]}/{value[1]}"
    return "" if value is None else str(value)


def rates_table(cells: list[Cell], columns: Sequence[str], nominal: float | None = None) -> str:
    """Rates cell by cell; bold where a level is clearly above the nominal one."""
    head, rows = places(cells)
    filled = [
        [
            *row,
            *(
                f"{cell.rate(name):.3f}" if nominal is None else shown(cell, name, nominal)
                for name in columns
            ),
        ]
        for row, cell in zip(rows, cells, strict=True)
    ]
    return table([*head, *columns], filled)
