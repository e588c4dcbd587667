"""Table 2: findings and states on constructed rows, and a quick run."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from aucurate.data.scores import PairedScores
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.study import Study
from aucurate.theory import rosset_example
from aucurate_papers.rosset_2004 import estimators
from aucurate_papers.rosset_2004.estimators import (
    ESTIMATORS,
    Estimates,
    EstimatorRow,
    drawn,
    estimates_of,
    findings_of,
    interaction_variance,
    lookup_sentence,
    lookup_table,
    sentences_of,
    state_of,
    table_2,
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
    monkeypatch.setattr(estimators, "PRINTED_ESTIMATORS", PRINTED_ESTIMATORS[:1])
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


# The estimators over draws: the plain definitions, and what DeLong's is expected to be.


PAIR = rosset_example(40, 0.1, 0.3)


def test_the_estimates_are_those_of_the_tests_times_the_squared_pairs() -> None:
    found = estimates_of(PAIR, 2, np.random.default_rng(3))
    rng = np.random.default_rng(3)
    expected = []
    for data in (drawn(PAIR, rng), drawn(PAIR, rng)):
        rows = data.observations
        weight = (rows.n_positive * rows.n_negative) ** 2
        first, second = data
        expected.append(
            [
                weight * hanley_mcneil_test(first, second).standard_error ** 2,
                weight * delong_test(first, second).standard_error ** 2,
            ]
        )
    means = np.mean(expected, axis=0)
    assert found["hanley_mcneil"].mean == pytest.approx(means[0], rel=1e-12)
    assert found["delong"].mean == pytest.approx(means[1], rel=1e-12)
    assert tuple(found) == ESTIMATORS


def test_what_delong_holds_too_much_is_taken_away_once_and_twice() -> None:
    data = drawn(PAIR, np.random.default_rng(4))
    pairs = data.observations.n_positive * data.observations.n_negative
    found = estimates_of(PAIR, 2, np.random.default_rng(4))
    once = found["delong"].mean - found["unbiased"].mean
    assert found["delong"].mean - found["first_order"].mean == pytest.approx(2 * once)
    assert interaction_variance(data) * pairs > 0


def test_the_interaction_is_what_rows_and_columns_leave() -> None:
    data = PairedScores.from_arrays(
        [1, 1, 0, 0, 0], {"a": [5.0, 3.0, 1.0, 2.0, 4.0], "b": [1.0, 5.0, 2.0, 3.0, 3.0]}
    )
    comparisons = np.array([[1.0, 1.0, 1.0], [0.0, 0.0, -1.0]])  # positives by negatives
    left = 0.0
    for i in range(2):
        for j in range(3):
            fitted = comparisons[i].mean() + comparisons[:, j].mean() - comparisons.mean()
            left += (comparisons[i, j] - fitted) ** 2
    assert interaction_variance(data) == pytest.approx(left / 2)


def test_without_its_bias_the_estimator_is_unbiased_in_a_small_world() -> None:
    """Positives and negatives with independent scores: the plain variance over many draws."""
    rng = np.random.default_rng(5)
    labels = np.repeat([1, 0], [6, 7])
    differences, estimates = [], []
    for _ in range(1500):
        scores = rng.normal(size=(2, 13)) + 0.8 * labels
        data = PairedScores.from_arrays(labels, {"a": scores[0], "b": scores[1]})
        found = delong_test(*data)
        differences.append(found.difference)
        estimates.append(found.standard_error**2 - interaction_variance(data) / 42)
    error = np.std(estimates) / np.sqrt(1500) + np.var(differences) * np.sqrt(2 / 1500)
    assert abs(np.mean(estimates) - np.var(differences)) < 3 * error


def test_draws_have_the_labels_and_scores_of_the_world() -> None:
    rng = np.random.default_rng(6)
    sets = [drawn(PAIR, rng) for _ in range(300)]
    labels = np.mean([data.observations.is_positive for data in sets], axis=0)
    assert labels == pytest.approx(PAIR.positive_probability, abs=0.13)
    moved = np.mean([data.values != np.arange(1, 41) / 40 for data in sets], axis=(0, 2))
    assert moved == pytest.approx([0.2, 0.6], abs=0.02)


def test_summaries_survive_json_and_steps_are_counted() -> None:
    draws = np.arange(101.0)
    found = Estimates.of(draws)
    assert (found.mean, found.low, found.high) == (50.0, 2.5, 97.5)
    assert found.standard_error == pytest.approx(found.standard_deviation / np.sqrt(101))
    assert Estimates.from_dict(found.to_dict()) == found
    steps: list[int] = []
    estimates_of(PAIR, 2, np.random.default_rng(0), lambda: steps.append(1))
    assert len(steps) == 2
