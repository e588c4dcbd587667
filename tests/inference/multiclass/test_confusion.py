"""The confusion matrix at an operating point, each share with its interval."""

import math

import numpy as np
import pytest

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError, ScoreError
from aucurate.inference.folds.class_points import class_operating_points
from aucurate.inference.multiclass.confusion import (
    ConfusionMatrix,
    confusion_intervals,
    point_confusion,
)
from aucurate.inference.operating.proportions import proportion_interval

CLASSES = ("a", "b", "c")
CODES = np.arange(60) % 3
VALUES = np.exp(np.random.default_rng(5).normal(size=(60, 3)) + np.eye(3)[CODES])
SCORES = ClassScores.from_arrays(np.array(CLASSES)[CODES], VALUES, name="bayes")
FOLDS = ClassFoldScores.from_arrays(
    np.array(CLASSES)[CODES], VALUES, folds=np.arange(60) // 3 % 5, name="bayes"
)


def test_counts_and_intervals_are_those_of_the_definition() -> None:
    weights = {"a": 1, "b": 2, "c": 1}
    found = confusion_intervals(SCORES, weights, confidence=0.9)
    decided = np.argmax(VALUES * [1, 2, 1], axis=1)
    for t in range(3):
        for d in range(3):
            many = int(np.sum((t == CODES) & (decided == d)))
            assert found.counts[t][d] == many
            assert found.shares[t][d] == many / 20
            assert found.intervals[t][d] == proportion_interval(many, 20, confidence=0.9)
    assert (found.sizes, found.weights, found.confidence) == ((20, 20, 20), (1, 2, 1), 0.9)
    assert found.caveats == ()
    exact = confusion_intervals(SCORES, weights, method="clopper-pearson")
    assert exact.method == "Clopper-Pearson"


def test_without_weights_the_highest_score_decides() -> None:
    assert confusion_intervals(SCORES) == confusion_intervals(SCORES, [1, 1, 1])


def test_a_point_over_folds_is_all_folds_together() -> None:
    points = class_operating_points(FOLDS, [[1, 1, 1], [1, 2, 1]])
    found = point_confusion(points, 1)
    assert found.counts == confusion_intervals(SCORES, [1, 2, 1]).counts
    assert found.name == "bayes at point 1"
    assert [c.kind for c in found.caveats] == ["pooled_folds"]
    assert [c.kind for c in confusion_intervals(FOLDS.pooled()).caveats] == ["pooled_folds"]
    repeated = ClassFoldScores.from_arrays(
        np.tile(CODES, 2),
        np.tile(VALUES, (2, 1)),
        folds=np.tile(np.arange(60) // 3 % 5, 2),
        repeats=np.repeat([0, 1], 60),
        observations=np.tile(np.arange(60), 2),
    )
    with pytest.raises(OptionError, match="scored more than once"):
        point_confusion(class_operating_points(repeated, [1, 1, 1]), 0)


def test_it_survives_json_and_prints_a_table() -> None:
    found = confusion_intervals(SCORES)
    assert ConfusionMatrix.from_dict(found.to_dict()) == found
    lines = str(found).splitlines()
    assert lines[0].split() == ["given", "a", "b", "c", "n"]
    assert lines[-1].split()[-1] == "20"


def test_a_class_without_observations_has_no_shares() -> None:
    lacking = ClassScores(
        "bayes", type(SCORES.observations)(("a", "b", "c"), CODES[CODES < 2]), VALUES[CODES < 2].T
    )
    found = confusion_intervals(lacking)
    assert math.isnan(found.shares[2][0])
    assert (found.intervals[2][0].low, found.intervals[2][0].high) == (0.0, 1.0)


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="data must be ClassScores; it is a ClassFoldScores"):
        confusion_intervals(FOLDS)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="one number for each of 3 classes"):
        confusion_intervals(SCORES, [1, 2])
    with pytest.raises(OptionError, match="method must be"):
        confusion_intervals(SCORES, method="wald")  # type: ignore[arg-type]
    with pytest.raises(ScoreError, match="not negative"):
        confusion_intervals(ClassScores.from_arrays([0, 1], [[-1, 1], [0, 1]]), [1, 2])


def test_equal_weights_take_any_scores() -> None:
    odds = ClassScores.from_arrays([0, 1, 1], [[-1, -2], [-np.inf, -9], [np.inf, 1]])
    assert confusion_intervals(odds).counts == ((1, 0), (1, 1))
    assert confusion_intervals(odds, [2, 2]).counts == ((1, 0), (1, 1))
