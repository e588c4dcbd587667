"""Section 2.1.1: the dependence is what it says, the remark is asked for, and a quick run."""

from dataclasses import replace
from pathlib import Path

import pytest

from aucurate.reproductions.rosset_2004 import dependence
from aucurate.reproductions.rosset_2004.dependence import (
    is_conservative,
    section_2_1_1,
    sentences_of,
    settings_of,
    state_of,
)
from aucurate.reproductions.rosset_2004.dependence_rows import DependenceRow, row_of
from aucurate.reproductions.running import Run
from aucurate.study import Study


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[DependenceRow]:
    run = Run(cache=tmp_path_factory.mktemp("kept"))
    return [row_of(run, 30, 0.3, share, 1000) for share in (0.0, 0.5, 1.0)]


def test_the_variance_falls_and_the_mean_stays(rows: list[DependenceRow]) -> None:
    assert is_conservative(rows)
    assert state_of(rows) == "exact"
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
    assert not is_conservative(several)
    assert state_of(turned) == "not reproduced"
    assert "Unlike" in sentences_of(turned)[0]


def test_a_simulation_that_disagrees_is_said(rows: list[DependenceRow]) -> None:
    auc = replace(rows[0].simulated.auc, mean=rows[0].auc.mean + 100)
    doubted = replace(rows[0], simulated=replace(rows[0].simulated, auc=auc))
    assert state_of([doubted, *rows[1:]]) == "not reproduced"


def test_a_quick_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependence, "SETTINGS", ((50, 0.2), (400, 0.2)))
    made = section_2_1_1(Run(quick=True, cache=tmp_path))
    exhibit = made.exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.state == "exact"
    columns = exhibit.table("dependence").columns
    assert columns["n"] == (50,) * 5
    assert columns["auc_variance"][0] == pytest.approx(498.365484)
    assert tuple(made.figures) == ("rosset-2004-dependence",)
