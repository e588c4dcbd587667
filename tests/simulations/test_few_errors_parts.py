"""Few errors beyond one AUC: cells count their columns, and the caveat says what was measured."""

import json
import re

import numpy as np
import pytest
from simulations.counting import SUFFIXES
from simulations.few_errors_parts import QUESTIONS
from simulations.folds import FoldWorld
from simulations.report.few_errors_parts import covered_in_range, summary
from simulations.run import RESULTS

from aucurate.inference.core.caveats import (
    COVERED_IN_RANGE,
    FEW_BEYOND,
    FEW_IN_RANGE,
    LEVEL_IN_RANGE,
)

COMMITTED = json.loads(RESULTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulations.few_errors_parts.EXPECTED_DRAWS", 3)
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 2, np.random.default_rng(0))
    assert {name for name in counts if not name.endswith(SUFFIXES)} == set(asked.columns)
    assert all(0 <= counts[name] <= 2 for name in asked.columns)


def test_the_truth_over_folds_counts_missed_positives() -> None:
    world = FoldWorld(
        observations=60, folds=2, test_set=20_000, positive=0.5, distance=3.0, missed=0.2
    )
    drawn = world.draw(np.random.default_rng(3))
    assert drawn.first == pytest.approx(float(np.mean(drawn.data.aucs().values[:, 0])), abs=0.01)


def test_the_caveat_of_few_in_a_range_says_what_was_measured() -> None:
    rates = covered_in_range(COMMITTED)
    assert f"{round(100 * min(rates))} to {round(100 * max(rates))}%" == COVERED_IN_RANGE


def test_the_summary_has_a_row_for_every_interval() -> None:
    columns = [
        name for asked in QUESTIONS for name in asked.columns if not name.endswith("logit-t")
    ]
    rows = re.findall(r"^\| (?!question)\w", summary(COMMITTED), re.MULTILINE)
    assert len(rows) == len(columns)


def test_the_caveat_quotes_the_highest_level_with_few_in_the_range() -> None:
    rates = []
    for cell in COMMITTED.values():
        if not cell["question"].endswith(("estimands level", "partial paired level")):
            continue
        inside = cell["scenario"]["n_negative"] * 0.1
        if FEW_BEYOND <= inside < FEW_IN_RANGE:
            counts = cell["counts"]
            rates += [n / cell["draws"] for name, n in counts.items() if "partial-auc" in name]
    assert f"{round(100 * max(rates))}%" == LEVEL_IN_RANGE
