"""What to use and where it fails, in sentences that follow the counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aucurate.inference.methods import RECOMMENDED_INTERVAL
from simulations import few_errors_tests, margins
from simulations.report import chance, few_errors_parts, highest
from simulations.report.cells import Cell, cells_of, table
from simulations.report.choosing import ENOUGH
from simulations.report.few_errors import (
    BASE,
    FAILS,
    FEW,
    LIMIT,
    LOOKED_AT,
    MARGIN_LIMIT,
    NOT_LOOKED_AT,
    failing,
    of_intervals,
    recommended,
)
from simulations.report.intervals import FLOOR, NOMINAL, relative_width

HEAD = [
    "question",
    "test",
    f"fails where misordered < {FEW}",
    f"where {FEW} or more",
    "mean power",
]


def section(results: dict[str, Any]) -> str:
    """A sentence for each question, and a table of the tests."""
    asked = questions(results)
    return (
        "\nThe number of misordered observations is k min(A, 1 - A), with A the AUC and k the size "
        "of the smaller class: how many of its observations the wrongly ordered pairs amount to. "
        f"An interval **fails** in a cell if the 99% Monte "
        f"Carlo interval of its coverage lies wholly below {FLOOR}. {FAILS}\n\n"
        + _interval(results)
        + few_errors_parts.advice(results)
        + chance.advice(results)
        + "".join(f"- **{question.words}:** {question.verdict}\n" for question in asked)
        + highest.advice(results)
        + "\n"
        + table(HEAD, [row for question in asked for row in question.rows])
        + "\nMean power is over the cells of the tables below in which AUCs differ (margins: in "
        f"which they are equal, with a margin of {margins.MARGIN}). `compare` makes DeLong's test "
        f"for the same test set and, where misordered < {FEW}, MOVER's beside it: the verdict "
        "calls a difference shown only where both reject, and says when they disagree. For "
        "different test sets and for margins it makes MOVER's.\n"
    )


def questions(results: dict[str, Any]) -> list["TestQuestion"]:
    """What is asked of two classifiers."""
    plain = {test: test for test in few_errors_tests.TESTS}
    return [
        TestQuestion(
            "Two classifiers on the same test set",
            _both("few errors paired level", results),
            cells_of("paired power", results),
            plain,
            LIMIT,
        ),
        TestQuestion(
            "Two classifiers on different test sets",
            _both("few errors unpaired level", results),
            cells_of("unpaired power", results),
            plain,
            LIMIT,
        ),
        TestQuestion(
            f"Non-inferiority, same test set, nominal {margins.MARGIN_LEVEL}",
            _both("few errors margin level", results),
            cells_of("margin power", results),
            {test: f"non-inferiority, {test}" for test in few_errors_tests.TESTS},
            MARGIN_LIMIT,
        ),
    ]


def _both(question: str, results: dict[str, Any]) -> list[Cell]:
    """The cells that were looked at, and those that were not."""
    return cells_of(question, results) + cells_of(f"held-out {question}", results)


@dataclass(frozen=True, slots=True)
class TestQuestion:
    """Tests (by name, with their columns) in cells of their level and cells of their power."""

    words: str
    level: Sequence[Cell]
    power: Sequence[Cell]
    tests: Mapping[str, str]
    limit: float

    @property
    def verdict(self) -> str:
        """Which tests hold in every cell."""
        holding = [
            test
            for test, column in self.tests.items()
            if not any(cell.is_above(column, self.limit) for cell in self.level)
        ]
        if not holding:
            return f"each of {', '.join(self.tests)} fails in some of {len(self.level)} cells."
        most = max(holding, key=lambda test: mean(self.power, self.tests[test]))
        others = [test for test in holding if test != most]
        nor = "nor does {}, which has" if len(others) == 1 else "nor do {}, which have"
        beside = f" ({nor.format(', '.join(others))} less power)" if others else ""
        return f"**{most}** fails in none of {len(self.level)} cells{beside}."

    @property
    def rows(self) -> list[list[str]]:
        """Levels and power of each test."""
        few = [cell for cell in self.level if cell.misordered < FEW]
        many = [cell for cell in self.level if cell.misordered >= FEW]
        return [
            [
                self.words,
                test,
                *(self._said(cells, column) for cells in (few, many)),
                f"{mean(self.power, column):.3f}",
            ]
            for test, column in self.tests.items()
        ]

    def _said(self, cells: Sequence[Cell], column: str) -> str:
        if not cells:
            return "-"
        failed = sum(cell.is_above(column, self.limit) for cell in cells)
        highest = max(cell.rate(column) for cell in cells)
        return f"{failed} of {len(cells)}, up to {highest:.3f}"


def mean(cells: Sequence[Cell], column: str) -> float:
    """The mean rate over cells."""
    return sum(cell.rate(column) for cell in cells) / len(cells)


def _interval(results: dict[str, Any]) -> str:
    looked, fresh = of_intervals(LOOKED_AT, results), of_intervals(NOT_LOOKED_AT, results)
    both, method = looked + fresh, RECOMMENDED_INTERVAL
    widest = max(both, key=lambda c: c.mean_width(method) / c.mean_width(BASE))
    times = widest.mean_width(method) / widest.mean_width(BASE)
    best = recommended(results)
    if best == method:
        verdict = "No interval here that fails nowhere is narrower."
    else:
        verdict = f"The narrowest that fails nowhere: {best or 'none, all fail somewhere'}."
    return (
        f"- **One AUC: {method}.** In {len(both)} cells with {ENOUGH} or more in the smaller class "
        f"it covers {_range(both, method)} (nominal {NOMINAL}) and fails in "
        f"{len(failing(both, method))}; in the {len(fresh)} of these that were not looked at it "
        f"covers {_range(fresh, method)} and fails in {len(failing(fresh, method))}. It is "
        f"{relative_width(both, method, BASE):.2f} times as wide as {BASE} on average (at most "
        f"{times:.1f} times: {widest.place}), which covers {_range(both, BASE)} and fails in "
        f"{len(failing(both, BASE))}. {verdict}\n"
    )


def _range(cells: Sequence[Cell], method: str) -> str:
    rates = [cell.rate(method) for cell in cells]
    return f"{min(rates):.3f} to {max(rates):.3f}"
