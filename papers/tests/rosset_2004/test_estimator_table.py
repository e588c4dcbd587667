"""Table 2: findings and states on constructed rows, and a quick run."""

from dataclasses import replace
from pathlib import Path

import pytest
from scipy.stats import chi2

from aucurate.study import Study
from aucurate_papers.rosset_2004 import estimator_table
from aucurate_papers.rosset_2004.estimator_draws import ESTIMATORS, Estimates
from aucurate_papers.rosset_2004.estimator_layout import lookup_table
from aucurate_papers.rosset_2004.estimator_lookup import lookup_sentence
from aucurate_papers.rosset_2004.estimator_table import table_2
from aucurate_papers.rosset_2004.estimator_verdict import (
    EstimatorRow,
    findings_of,
    sentences_of,
    state_of,
)
from aucurate_papers.rosset_2004.printed import PRINTED_ESTIMATORS
from aucurate_papers.running import Run


def summary(mean: float, spread: float) -> Estimates:
    return Estimates(
        mean=mean,
        standard_error=spread / 1000**0.5,
        standard_deviation=spread,
        low=mean - 2 * spread,
        high=mean + 2 * spread,
    )


def row(hanley_mcneil: float, delong: float, ratio: float = 1.1) -> EstimatorRow:
    means = {"hanley_mcneil": hanley_mcneil, "delong": delong, "first_order": 464.0}
    return EstimatorRow(
        printed=PRINTED_ESTIMATORS[0],
        draws=1000,
        exact=500.0,
        estimates={
            name: summary(means.get(name, 500.0), 150 * ratio if name == "delong" else 150.0)
            for name in ESTIMATORS
        },
    )


def test_within_simulation_error_if_all_printed_means_are() -> None:
    found = findings_of([row(635, 464), row(640, 460)])
    assert (found.hanley_mcneil, found.delong) == (2, 2)
    assert state_of(found) == "within simulation error"


def test_the_same_finding_with_other_numbers() -> None:
    found = findings_of([row(590, 545)] * 3)
    assert (found.nearer, found.too_large, found.alike, found.smaller) == (3, 3, 3, 0)
    assert (found.hanley_mcneil, found.delong, found.first_order, found.unbiased) == (0, 0, 3, 3)
    assert found.first_order_p_value == 1
    assert state_of(found) == "same finding, other numbers"
    told = " ".join(sentences_of(found, [row(590, 545)] * 3))
    assert told.startswith("As in the paper")
    assert "only the first-order terms of the variance" in told


def test_distances_of_all_rows_are_taken_together() -> None:
    far = row(590, 545)
    error = (2 * 150**2 / 1000) ** 0.5
    far.estimates["first_order"] = summary(464 + 2 * error, 150.0)
    assert far.distance("first_order", 464) == pytest.approx(2)
    found = findings_of([far] * 3)
    assert found.first_order == 3
    assert found.first_order_p_value == pytest.approx(float(chi2.sf(12, 3)))


@pytest.mark.parametrize(
    "rows",
    [
        [row(590, 545), row(520, 545)],  # DeLong is not nearer in one
        [row(505, 501), row(505, 501)],  # Hanley and McNeil's is not clearly too large
        [row(590, 545, ratio=1.5)] * 2,  # DeLong's spread is much larger
    ],
)
def test_a_finding_that_does_not_hold_is_said(rows: list[EstimatorRow]) -> None:
    found = findings_of(rows)
    assert state_of(found) == "not reproduced"
    assert "Not all findings of the paper come out" in sentences_of(found, rows)[0]


def test_the_sign_is_read_from_the_spread() -> None:
    printed = replace(PRINTED_ESTIMATORS[0], hanley_mcneil_spread=294.0, delong_spread=9.3)
    rows = [replace(row(590, 545, ratio=1.0), printed=printed)]
    told = sentences_of(findings_of(rows), rows)[4]
    assert "1.96 to 1.96 standard deviations of our draws" in told
    assert "95% range of single estimates" in told
    assert "95% interval of their mean" in told


def test_the_lookup_of_the_paper_is_a_row_of_the_table_of_1983() -> None:
    found = {row[0]: row[1] for row in lookup_table().rows}
    assert found["as printed"] == found["table, row below"] == "0.81"
    assert found["table, between its rows"] == "0.82"
    assert "correlations 0.87 and 0.83 and areas 0.7 and 0.8" in lookup_table().title
    assert "comes out by 2 of 3 readings (table, row below and computed" in lookup_sentence()


def test_a_quick_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimator_table, "PRINTED_ESTIMATORS", PRINTED_ESTIMATORS[:1])
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int, what: str) -> bool:
        told.append((done, total))
        return True

    exhibit = table_2(Run(quick=True, cache=tmp_path, watch=watch)).exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert told[-1] == (100, 100)
    columns = exhibit.table("table_2").columns
    assert columns["exact"] == pytest.approx((498.365484,))
    assert columns["delong_printed"] == (464,)
    ours, error = columns["delong"][0], columns["delong_standard_error"][0]
    assert isinstance(ours, float)
    assert isinstance(error, float)
    assert abs(ours - 547.7) < 4 * error  # 400,000 draws by code apart from this package
    again = table_2(Run(quick=True, cache=tmp_path)).exhibit
    assert again == exhibit
