"""The worlds have the AUCs they are said to have."""

import numpy as np
import pytest
from numpy.typing import NDArray
from simulations.scenarios import Scenario

MANY = 100_000


def auc_of(labels: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    positive, negative = scores[labels == 1], np.sort(scores[labels == 0])
    below = np.searchsorted(negative, positive)
    not_above = np.searchsorted(negative, positive, side="right")
    return float(np.mean(below + not_above) / 2 / len(negative))


@pytest.mark.parametrize("scores", ["normal", "normal, positives 3", "exponential", "ordinal"])
def test_the_true_auc_is_that_of_a_large_draw(scores: str) -> None:
    scenario = Scenario(auc=0.8, n_positive=MANY, n_negative=MANY, scores=scores)
    labels, values = scenario.draw(np.random.default_rng(0))
    assert scenario.true_auc == pytest.approx(auc_of(labels, values[0]), abs=0.005)


def test_the_second_classifier_has_its_own_auc_shape_and_test_set() -> None:
    scenario = Scenario(
        auc=0.7,
        n_positive=MANY,
        n_negative=MANY,
        correlation=0.5,
        second_auc=0.9,
        second_scores="normal, positives 3",
        second_sizes=(30, 40),
    )
    labels, values = scenario.draw(np.random.default_rng(1), classifiers=3)
    found = [auc_of(labels, row) for row in values]
    assert found == pytest.approx([0.7, 0.9, 0.9], abs=0.005)
    spreads = [np.std(row[labels == 1]) / np.std(row[labels == 0]) for row in values]
    assert spreads == pytest.approx([1, 3, 3], rel=0.02)
    together = np.asarray(np.corrcoef(values[:, labels == 0]))
    assert together[0, 1] == pytest.approx(0.5, abs=0.02)
    assert len(scenario.second.draw(np.random.default_rng(2))[0]) == 70


def test_what_is_not_said_of_a_second_classifier_is_not_in_the_key_of_a_cell() -> None:
    plain = Scenario(auc=0.7, n_positive=10, n_negative=20)
    assert set(plain.to_dict()) == {"auc", "n_positive", "n_negative", "scores", "correlation"}
    assert plain.second == plain
    other = Scenario(auc=0.7, n_positive=10, n_negative=20, second_sizes=(5, 6))
    assert other.to_dict()["second_sizes"] == [5, 6]
