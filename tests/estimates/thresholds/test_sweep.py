"""Weights of two classes against the threshold curve, point by point."""

import numpy as np
import pytest

from aucurate.curve.class_decisions import confusion_matrices
from aucurate.curve.roc import roc_curve
from aucurate.data.classes import ClassScores
from aucurate.errors import UnsupportedError
from aucurate.estimates.thresholds.sweep import threshold_sweep


@pytest.mark.parametrize("levels", [0, 10])
@pytest.mark.parametrize("positive", [0, 1])
def test_the_sweep_is_the_roc_curve_point_by_point(levels: int, positive: int) -> None:
    rng = np.random.default_rng(levels)
    labels = np.concatenate([[0, 1], rng.integers(0, 2, 300)])
    posterior = np.clip(rng.beta(2, 2, 302) + 0.2 * labels, 0.01, 0.99)
    if levels:
        posterior = np.clip(np.round(posterior * levels), 1, levels - 1) / levels
    scores = np.stack([1 - posterior, posterior], axis=1)
    data = ClassScores.from_arrays(labels, scores, classes=[0, 1])
    found = threshold_sweep(data, positive=positive)
    of_positive = scores[:, positive] / scores[:, 1 - positive]
    curve = roc_curve(labels, of_positive, positive=positive)
    assert (found.true_positives == curve.true_positives).all()
    assert (found.false_positives == curve.false_positives).all()
    assert len(found) == len(curve)
    # and each weight vector decides what is said of it
    again = confusion_matrices(data.values, data.codes, found.weights)
    assert (again == found.confusions).all()
    if not levels and positive == 1:
        on_posterior = roc_curve(labels, posterior)
        assert (found.true_positives == on_posterior.true_positives).all()
        # the weights are the threshold of a posterior
        middle = found.weights[1:-1, 0]
        assert (middle <= on_posterior.thresholds[1:-1]).all()
        assert (middle >= on_posterior.thresholds[2:]).all()


def test_scores_of_zero_stay_on_their_side() -> None:
    data = ClassScores.from_arrays([0, 0, 1, 1], [[1, 0], [0.6, 0.4], [0.5, 0.5], [0, 1]])
    found = threshold_sweep(data)
    assert found.true_positives.tolist() == [1, 2, 2]
    assert found.false_positives.tolist() == [0, 0, 1]
    assert found.positive == "1"


def test_three_classes_are_refused() -> None:
    data = ClassScores.from_arrays([0, 1, 2], np.eye(3))
    with pytest.raises(UnsupportedError, match="there are 3"):
        threshold_sweep(data)
