"""Section 2.1.2: enumeration, formulas as printed and mended, and the states."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from aucurate.study import Study
from aucurate_papers.rosset_2004.moments_enumerated import enumerated_moments
from aucurate_papers.rosset_2004.moments_section import (
    FormulaCase,
    case_of,
    section_2_1_2,
    sentences_of,
    state_of,
)
from aucurate_papers.running import Run


@pytest.fixture(scope="module")
def cases() -> list[FormulaCase]:
    return [case_of(4, 0.4505, 0.2), case_of(5, 0.2005, 0.3)]


def test_all_outcomes_have_the_gold_moments() -> None:
    # Made by code apart from this package.
    found = enumerated_moments(4, 0.05, 0.4, size=0.45)
    assert found.mean == pytest.approx(0.44625, rel=1e-12)
    assert found.variance == pytest.approx(0.9975265625, rel=1e-12)


def test_the_mended_formula_is_right_and_the_printed_one_is_not(cases: list[FormulaCase]) -> None:
    assert all(case.is_held for case in cases)
    assert not any(case.is_right_as_printed for case in cases)
    assert all(case.variance_as_worded > 2 * case.exact.variance for case in cases)
    assert state_of(cases) == "printed figure is wrong"


def test_the_states_follow_the_numbers(cases: list[FormulaCase]) -> None:
    mended = [
        replace(
            case,
            formula=replace(case.formula, from_labels_as_printed=case.formula.from_labels),
        )
        for case in cases
    ]
    assert state_of(mended) == "exact"
    assert "does so in 2 as it is printed" in sentences_of(mended)[0]
    off = replace(cases[0], formula=replace(cases[0].formula, mean=0.2))
    assert state_of([off, cases[1]]) == "not reproduced"
    assert "in 1 of 2 cases" in sentences_of([off, cases[1]])[0]


def test_the_second_form_of_the_auc_lacks_the_constant_that_is_told() -> None:
    scores = np.random.default_rng(1).random(5)
    for labels in product((-1, 1), repeat=5):
        y = np.array(labels)
        pairs = int(np.sum(y == 1) * np.sum(y == -1))
        if not pairs:
            continue
        first = np.sum(scores[y == 1][:, None] > scores[y == -1][None, :]) / pairs
        above = np.triu(scores[:, None] > scores[None, :], 1)
        second = np.sum(np.subtract.outer(y, y) * above) / (2 * pairs)
        larger = sum(y[i] == -1 and y[j] == 1 for i in range(5) for j in range(i + 1, 5))
        assert first == pytest.approx(second + larger / pairs)


def test_a_run(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int, what: str) -> bool:
        told.append((done, total))
        return True

    exhibit = section_2_1_2(Run(quick=True, cache=tmp_path, watch=watch)).exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.state == "printed figure is wrong"
    columns = exhibit.table("formulas").columns
    assert columns["variance"] == pytest.approx(columns["variance_enumerated"], rel=1e-9)
    assert columns["mean_by_formula"] == pytest.approx(columns["mean_enumerated"], rel=1e-9)
    assert told[0] == (0, 16)
    assert told[-1] == (16, 16)
