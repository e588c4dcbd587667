"""The interactive panel of a report: its fields, and the numbers that it shows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES
from aucurate.data.scores import Scores
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.formatting import digits_for, number
from aucurate.inference.operating.rates import rate_estimate

SAME = 1e-9
COUNTS = ("true_positives", "false_positives", "false_negatives", "true_negatives")
LEAST = {"sensitivity", "specificity", "positive_predictive_value", "negative_predictive_value"}
LEAST |= {"expected_cost", "threshold", *COUNTS}
READ = """() => Array.from(document.querySelectorAll("#operating [data-classifier-index]"), (row) =>
  Object.fromEntries(Array.from(row.querySelectorAll("[data-rate]"), (cell) => [cell.dataset.rate, {
    ...cell.dataset, text: cell.querySelector("input")?.value ?? cell.innerText.trim(),
  }])))"""


@dataclass(frozen=True, slots=True)
class Row:
    """What the table shows of one classifier: cells by the name of their rate."""

    cells: dict[str, dict[str, str]]

    @property
    def threshold(self) -> float:
        """The threshold in use, with all its digits."""
        return self.number("threshold")

    def number(self, rate: str, what: str = "value") -> float:
        """A number as the page has it."""
        return float(self.cells[rate][what])

    def check(self, scores: Scores, use: IntendedUse, *, confidence: float = 0.95) -> None:
        """Everything in the row is what Python computes from the raw scores at its threshold."""
        point = operating_point(scores, self.threshold, use=use)
        assert _read_back(self.cells["threshold"]["text"]) == self.threshold
        for name in COUNTS:
            amount: int = getattr(point, name)
            assert self.cells[name]["value"] == str(amount), (scores.name, name)
            assert self.cells[name]["text"] == f"{amount:,}"
        assert LEAST <= {*self.cells} <= {"threshold", *COUNTS, *RATES}
        for rate in (rate for rate in RATES if rate in self.cells):
            found = rate_estimate(point, rate, kind="score", confidence=confidence)
            ends = found.value, found.interval.low, found.interval.high
            shown = tuple(self.number(rate, what) for what in ("value", "low", "high"))
            assert shown == pytest.approx(ends, rel=SAME, abs=1e-15, nan_ok=True), (
                f"{rate} of {scores.name} at {point.threshold!r}, {use}"
            )
            assert " ".join(self.cells[rate]["text"].split()) in _words(*ends), rate


def _read_back(text: str) -> float:
    """The threshold that a text stands for; small ones may be written with or without exponent."""
    return {"above all": math.inf, "below all": -math.inf}.get(text) or float(text)


def _words(value: float, low: float, high: float) -> tuple[str, ...]:
    """How an estimate may read: where rounding is a tie, the last bit of a number decides."""
    if math.isnan(value):
        return ("not defined",)
    near = [(value, low, high)]
    near += [(v * (1 + s), lo * (1 + s), h * (1 + s)) for s in (-1e-13, 1e-13) for v, lo, h in near]
    found = []
    for middle, below, above in near:
        digits = digits_for(above - below)
        ends = f"({number(below, digits)} to {number(above, digits)})"
        found.append(f"{number(middle, digits)} {ends}")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel on an open page."""

    page: Any

    def rows(self) -> list[Row]:
        """The table as it is now, classifiers in the order of the study."""
        return [Row(cells) for cells in self.page.evaluate(READ)]

    def check(
        self, data: Sequence[Scores], use: IntendedUse, *, confidence: float = 0.95
    ) -> list[Row]:
        """All rows, after they were found to be what Python computes."""
        rows = self.rows()
        for row, scores in zip(rows, data, strict=True):
            row.check(scores, use, confidence=confidence)
        return rows

    def choose_rule(self, rule: str) -> None:
        """How the points of the classifiers hang together."""
        self.page.locator("#operating-rule").select_option(rule)

    def type_into(self, field: str, text: str) -> None:
        """Type into a field of the panel and leave it."""
        place = self.page.locator(f"#{field}")
        place.fill(text)
        place.blur()

    def set_use(self, use: IntendedUse) -> None:
        """The prevalence (that of the test set for None) and the cost of a missed positive."""
        stated = "" if use.prevalence is None else repr(use.prevalence)
        self.type_into("operating-prevalence", stated)
        self.type_into("operating-cost-ratio", repr(use.false_negative_cost))
