"""The estimators over draws: the plain definitions, and what DeLong's is expected to be."""

import numpy as np
import pytest

from aucurate.data.paired import PairedScores
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.theory import rosset_example
from aucurate_papers.rosset_2004.estimator_draws import (
    ESTIMATORS,
    Estimates,
    drawn,
    estimates_of,
    interaction_variance,
)

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
