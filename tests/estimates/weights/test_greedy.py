"""The greedy search of the paper: what it keeps, its order, and what is refused."""

import numpy as np
import pytest

from aucurate.curve.class_decisions import confusion_matrices
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.weights.greedy import greedy_weights


@pytest.fixture
def data() -> ClassScores:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 150)
    scores = rng.random((150, 3))
    scores[np.arange(150), labels] += 0.4 * (labels + 1)
    return ClassScores.from_arrays(labels, scores, classes=[0, 1, 2])


def test_a_hundred_points_are_kept_the_best_first(data: ClassScores) -> None:
    found = greedy_weights(data)
    assert found.weights.shape == (100, 3)
    assert np.allclose(found.weights.sum(axis=1), 1)
    assert (np.diff(found.values) >= 0).all()
    assert (found.values == found.class_errors.max(axis=1)).all()
    again = confusion_matrices(data.values, data.codes, found.weights)
    assert (again == found.confusions).all()
    assert found.best.weights == pytest.approx(found.weights[0])
    assert found.best.points == 5500
    assert found.best.method.startswith("greedy search")


def test_greedy_steps_only_better_the_best(data: ClassScores) -> None:
    values = [greedy_weights(data, steps=steps).best.value for steps in (0, 1, 5)]
    assert values[0] >= values[1] >= values[2]
    assert greedy_weights(data, steps=0).best.points == 1000


def test_it_takes_any_rule_and_the_same_rng_gives_the_same_points(data: ClassScores) -> None:
    rule = WeightRule.best("macro_f1")
    first, again = (greedy_weights(data, rule, vectors=50, keep=10, rng=1) for _ in range(2))
    assert (first.weights == again.weights).all()
    assert (np.diff(first.values) <= 0).all()
    assert len(first) == 10


def test_what_cannot_be_is_refused(data: ClassScores) -> None:
    with pytest.raises(OptionError, match="20 points cannot be kept of 10"):
        greedy_weights(data, vectors=10, keep=20)
    with pytest.raises(OptionError, match="steps must be a whole number from 0"):
        greedy_weights(data, steps=-1)
