"""Section 2.1.1: the dependence is what it says, the remark is asked for, and a quick run."""

from dataclasses import replace
from pathlib import Path

import pytest

from aucurate.study import Study
from aucurate.theory import TwoClassifiers, rosset_example
from aucurate_papers.rosset_2004 import dependence
from aucurate_papers.rosset_2004.dependence import (
    rises_by,
    section_2_1_1,
    sentences_of,
    settings_of,
    state_of,
    variance_falls,
)
from aucurate_papers.rosset_2004.printed import PRINTED_DEPENDENCE
from aucurate_papers.rosset_2004.right_choice import DependenceRow, row_of, switch_correlation
from aucurate_papers.running import Run


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[DependenceRow]:
    run = Run(cache=tmp_path_factory.mktemp("kept"))
    return [row_of(run, 30, 0.3, share, 3000) for share in (0.0, 0.5, 1.0)]


def test_the_variance_falls_and_the_mean_stays(rows: list[DependenceRow]) -> None:
    assert variance_falls(rows)
    assert rises_by(rows) > 3
    assert state_of(rows) == "same finding, other numbers"
    assert "It comes out: in 1 of 1 settings" in sentences_of(rows)[1]
    assert PRINTED_DEPENDENCE in sentences_of(rows)[0]
    for row in rows:
        assert row.auc.mean == pytest.approx(rows[0].auc.mean, rel=1e-12)
        assert row.error.mean == pytest.approx(rows[0].error.mean, rel=1e-12)
        assert row.distance < 4


def test_a_remark_that_does_not_hold_is_said(rows: list[DependenceRow]) -> None:
    turned = [
        replace(row, dependence=share) for row, share in zip(rows, (1.0, 0.5, 0.0), strict=True)
    ]
    (several,) = settings_of(turned)
    assert [row.dependence for row in several] == [0.0, 0.5, 1.0]
    assert not variance_falls(several)
    assert rises_by(several) < -3
    assert state_of(turned) == "not reproduced"
    assert "It does not come out everywhere: in 0 of 1 settings" in sentences_of(turned)[1]


def test_right_choices_are_counted_and_do_not_follow_from_the_variance(
    rows: list[DependenceRow],
) -> None:
    full = replace(rows[-1].simulated, auc=rows[0].simulated.auc)
    alike = [*rows[:-1], replace(rows[-1], simulated=full)]
    assert variance_falls(alike)
    assert rises_by(alike) == 0
    assert state_of(alike) == "not reproduced"
    assert "in 0 the better classifier is chosen" in sentences_of(alike)[1]


@pytest.mark.parametrize("dependence", [0.0, 0.4, 1.0])
def test_the_correlation_of_switches_is_the_mean_over_all_pairs(dependence: float) -> None:
    pair = rosset_example(9, 0.1, 0.3, dependence=dependence)
    found = [by_hand(pair, i, j) for i in range(9) for j in range(i + 1, 9)]
    can = [one for one in found if one is not None]
    assert switch_correlation(pair) == pytest.approx(sum(can) / len(can), abs=1e-12)


def by_hand(pair: TwoClassifiers, i: int, j: int) -> float | None:
    one, two, both = 0.0, 0.0, 0.0
    if not pair.is_joint:
        return 0.0
    states = range(pair.first.values.shape[1])
    for a in states:
        for b in states:
            odds = float(pair.first.probabilities[i, a] * pair.first.probabilities[j, b])
            first = bool(pair.first.values[i, a] > pair.first.values[j, b])
            second = bool(pair.second.values[i, a] > pair.second.values[j, b])
            one, two, both = one + odds * first, two + odds * second, both + odds * first * second
    spread = one * (1 - one) * two * (1 - two)
    return (both - one * two) / spread**0.5 if spread > 0 else None


def test_a_simulation_that_disagrees_is_said(rows: list[DependenceRow]) -> None:
    auc = replace(rows[0].simulated.auc, mean=rows[0].auc.mean + 100)
    doubted = replace(rows[0], simulated=replace(rows[0].simulated, auc=auc))
    assert state_of([doubted, *rows[1:]]) == "not reproduced"


def test_a_quick_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependence, "SETTINGS", ((50, 0.2), (400, 0.2)))
    made = section_2_1_1(Run(quick=True, cache=tmp_path))
    exhibit = made.exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.state == "same finding, other numbers"
    assert exhibit.differs
    columns = exhibit.table("dependence").columns
    assert columns["n"] == (50,) * 5
    assert columns["auc_variance"][0] == pytest.approx(498.365484)
    assert tuple(made.figures) == ("rosset-2004-dependence",)
