"""Levels that messages quote are those of the committed run."""

import json
from typing import Any

import pytest
from simulations.partial import ESTIMATES
from simulations.report.cells import Cell, cells_of
from simulations.report.groups import groups_of_rarer_class
from simulations.run import RESULTS

from aucurate.inference.core import caveats
from aucurate.study.compare.subgroups import DIFFERENCE_COVERAGE, DIFFERENCE_LEVEL
from simulations import margins, subgroups


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def _cells(question: str, results: dict[str, Any]) -> list[Cell]:
    return cells_of(question, results) + cells_of(f"held-out {question}", results)


def _highest(cells: list[Cell], test: str, *, below: float, least: float = 0.0) -> float:
    return max(cell.rate(test) for cell in cells if least <= cell.misordered < below)


def test_levels_of_paired_tests_where_errors_are_few(results: dict[str, Any]) -> None:
    cells, least = _cells("few errors paired level", results), 0.0
    for limit, level in caveats.DELONG_LEVELS:
        found = _highest(cells, "delong", below=limit, least=least)
        assert level == pytest.approx(found, abs=0.005)
        least = limit
    found = _highest(cells, "mover", below=caveats.FEW_ERRORS)
    assert pytest.approx(found, abs=0.005) == caveats.MOVER_LEVEL


def test_levels_of_unpaired_tests_where_errors_are_few(results: dict[str, Any]) -> None:
    cells, few = _cells("few errors unpaired level", results), caveats.FEW_ERRORS
    delong, mover = (_highest(cells, test, below=few) for test in ("delong", "mover"))
    assert pytest.approx(delong, abs=0.005) == caveats.DELONG_UNPAIRED_LEVEL
    assert pytest.approx(mover, abs=0.005) == caveats.MOVER_UNPAIRED_LEVEL


def test_powers_and_levels_that_plans_quote_where_errors_are_few(results: dict[str, Any]) -> None:
    def powers(question: str, *tests: str) -> list[float]:
        cells = [c for c in cells_of(question, results) if c.misordered < caveats.FEW_ERRORS]
        return [sum(cell.rate(test) for cell in cells) / len(cells) for test in tests]

    assert powers("paired power", "delong", "both") == pytest.approx(
        list(caveats.PAIRED_POWERS), abs=0.005
    )
    margin = [f"non-inferiority, {test}" for test in ("delong", "mover")]
    assert powers("margin power", *margin) == pytest.approx(list(caveats.MARGIN_POWERS), abs=0.005)
    found = _highest(
        _cells("few errors margin level", results), margin[0], below=caveats.FEW_ERRORS
    )
    assert pytest.approx(found, abs=0.005) == caveats.DELONG_MARGIN_LEVEL
    assert margins.MARGIN == caveats.SIMULATED_MARGIN


def test_levels_of_margins_of_other_estimands(results: dict[str, Any]) -> None:
    cells = _cells("estimands margin level", results)
    columns = {"partial AUC": "partial-auc", "average precision": "average-precision"}
    columns |= dict.fromkeys(("sensitivity", "specificity"), "sensitivity-at")
    assert columns.keys() == caveats.MARGIN_LEVELS.keys()
    for short, column in columns.items():
        highest = max(cell.rate(f"{column}, non-inferiority") for cell in cells)
        assert caveats.MARGIN_LEVELS[short] == pytest.approx(highest, abs=0.005)


def test_what_few_errors_in_subgroups_do_to_differences(results: dict[str, Any]) -> None:
    asked = ("subgroups", "subgroups, classifiers that differ", "held-out subgroups")
    cells = [cell for question in asked for cell in cells_of(question, results)]
    covered = min(cell.rate(subgroups.DELONG_COVERS) for cell in cells)
    rejected = max(cell.rate(subgroups.HOLM_DELONG) for cell in cells)
    assert pytest.approx(covered, abs=0.005) == DIFFERENCE_COVERAGE
    assert pytest.approx(rejected, abs=0.005) == DIFFERENCE_LEVEL


def test_the_tests_over_subgroups_hold_their_level(results: dict[str, Any]) -> None:
    for question in subgroups.QUESTIONS[:4]:
        for cell in cells_of(question.name, results):
            for test in (subgroups.AUCS, subgroups.DIFFERENCES):
                assert not cell.is_above(test, 0.05)


def test_what_few_groups_do_to_tests_and_logit_intervals(results: dict[str, Any]) -> None:
    asked = ("groups", "few groups", "held-out groups", "groups parts")
    few = {
        kind: [
            cell
            for question in asked
            for cell in cells_of(f"{question} {kind}", results)
            if groups_of_rarer_class(cell) < caveats.FEW_GROUPS
        ]
        for kind in ("level", "coverage")
    }
    tests = ("delong", "unpaired delong", *ESTIMATES)
    levels = [cell.rate(test) for cell in few["level"] for test in tests if test in cell.counts]
    assert pytest.approx(max(levels), abs=0.005) == caveats.FEW_GROUPS_LEVEL
    logit = [cell.rate("auc, logit") for cell in few["coverage"] if "auc, logit" in cell.counts]
    assert pytest.approx(min(logit), abs=0.005) == caveats.FEW_GROUPS_COVERAGE
    beta = [cell.rate("auc") for cell in few["coverage"] if "auc" in cell.counts]
    assert min(beta) > 0.95
