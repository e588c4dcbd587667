"""Table 6 by size: the sizes reach what is asked, the finding is asked for, and a quick run."""

from dataclasses import replace
from pathlib import Path

import pytest

from aucurate.study import Study
from aucurate.theory import auc_difference_moments, probability_of_choosing_first
from aucurate_papers.rosset_2004 import sizes as rosset_2004_sizes
from aucurate_papers.rosset_2004.right_choice import (
    DRAWN,
    SIMULATED,
    SizePoint,
    SizeRow,
    pair_of,
    point_of,
    size_row_of,
)
from aucurate_papers.rosset_2004.sizes import sentences_of, state_of, table_6_by_size
from aucurate_papers.running import Run

Found = tuple[list[SizeRow], list[SizePoint]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    run = Run(cache=tmp_path_factory.mktemp("kept"))
    rows = [size_row_of(run, 0.3, 0.8, 500)]
    return rows, [point_of(run, n, 0.3, 500) for n in (25, 40, 50)]


def test_from_this_size_on_the_probability_is_reached(found: Found) -> None:
    (row,), _ = found
    before, *others = (
        probability_of_choosing_first(auc_difference_moments(pair_of(row.auc.n + more, 0.3)))
        for more in range(-1, 20)
    )
    assert before < 0.8 <= min(others)
    assert row.auc.reached == pytest.approx(others[0], rel=1e-12)
    assert (row.auc_simulated.n, row.error_simulated.n) == (row.auc.n, row.error.n)
    for simulated in (row.auc_simulated.auc, row.error_simulated.error):
        assert abs(simulated.share - 0.8) < 4 * simulated.share_standard_error + 0.01


def test_points_are_simulated_where_they_are_drawn(found: Found) -> None:
    _, points = found
    assert [point.simulated is not None for point in points] == [True, False, True]
    assert set(SIMULATED) <= set(DRAWN)
    assert not any(n % 1000 == 0 for n in DRAWN)


def test_the_states(found: Found) -> None:
    rows, points = found
    assert state_of(points) == "beyond the paper"
    worse = [replace(points[0], auc=points[0].error, error=points[0].auc)]
    assert state_of(worse) == "not reproduced"
    assert "At 0 of 1 sizes" in sentences_of(rows, worse)[1]


def test_a_quick_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rosset_2004_sizes, "QUICK_LARGEST_SIZE", 50)
    made = table_6_by_size(Run(quick=True, cache=tmp_path))
    exhibit = made.exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.state == "beyond the paper"
    assert exhibit.differs
    sizes = exhibit.table("sizes").columns
    assert all(
        isinstance(few, int) and isinstance(many, int) and few < many
        for few, many in zip(sizes["auc_n"], sizes["error_n"], strict=True)
    )
    assert exhibit.table("simulated").columns["n"] == (10, 25, 50) * 2
    assert tuple(made.figures) == ("rosset-2004-test-set-size",)
