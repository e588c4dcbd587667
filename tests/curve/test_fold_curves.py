"""The ROC curves of every fold and their points at a threshold."""

import math
from typing import Any

import numpy as np
import pytest

from aucurate.curve.fold_curves import FoldPoint, fold_curves
from aucurate.curve.roc import roc_curve
from aucurate.data.folds import FoldScores
from aucurate.errors import LabelError, OptionError

LABELS = [0, 1, 1, 0, 1, 0, 0, 1]
PROBABILITIES = [0.1, 0.5, 0.8, 0.6, 0.4, 0.2, 0.7, 0.9]
FOLDS = [1, 1, 1, 1, 2, 2, 2, 2]


def _data(**given: Any) -> FoldScores:
    scores = {"p": PROBABILITIES, "d": [10 * p - 5 for p in PROBABILITIES]}
    return FoldScores.from_arrays(LABELS, scores, folds=FOLDS, **given)


def test_areas_are_the_aucs_of_the_folds() -> None:
    data = _data()
    found = fold_curves(data, thresholds={"d": 0})
    for name in data.names:
        areas = [curve.auc for curve in found.of(name)]
        assert areas == data.aucs().of(name).tolist()
        assert found.mean_auc(name) == pytest.approx(np.mean(areas))


def test_points_are_counted_at_the_threshold_that_follows_from_the_loss() -> None:
    found = fold_curves(_data(), names=["p"], losses=[1, 3])
    assert [(p.fold, p.loss, p.threshold) for p in found.points] == [
        ("1", 1.0, 0.5),
        ("2", 1.0, 0.5),
        ("1", 3.0, 0.75),
        ("2", 3.0, 0.75),
    ]
    assert [(p.sensitivity, p.specificity) for p in found.points] == [
        (1.0, 0.5),  # 0.5 itself is called positive
        (0.5, 0.5),
        (0.5, 1.0),
        (0.5, 1.0),
    ]


def test_every_point_lies_on_its_curve() -> None:
    found = fold_curves(_data(), losses=[0.2, 1, 4], thresholds={"d": 0.3})
    for point in found.points:
        at = found.fold_names.index(point.fold)
        scores = _data().fold(at)[point.name]
        curve = roc_curve(scores.is_positive, scores.values)
        places = zip(curve.specificity.tolist(), curve.sensitivity.tolist(), strict=True)
        assert (point.specificity, point.sensitivity) in list(places)


def test_errors_follow_from_the_points() -> None:
    data = _data()
    found = fold_curves(data, thresholds={"d": 0.0})
    errors = data.errors(threshold={"p": 0.5, "d": 0.0})
    for point in found.points:
        wrong = (1 - point.sensitivity) * 2 + (1 - point.specificity) * 2
        at = found.fold_names.index(point.fold)
        assert errors.of(point.name)[at] == pytest.approx(wrong / 4)


def test_scores_that_are_no_probabilities_need_a_threshold() -> None:
    with pytest.raises(OptionError, match="'d' do not all lie between 0 and 1") as caught:
        fold_curves(_data())
    assert "thresholds={'d': 0}" in str(caught.value)
    assert fold_curves(_data(), losses=()).points == ()
    said = [p for p in fold_curves(_data(), thresholds={"d": 0}).points if p.name == "d"]
    assert all(math.isnan(p.loss) and p.threshold == 0 for p in said)


def test_a_threshold_is_in_the_direction_of_the_scores_as_given() -> None:
    turned = FoldScores.from_arrays(
        LABELS, {"q": [1 - p for p in PROBABILITIES]}, folds=FOLDS, lower=["q"]
    )
    with pytest.raises(OptionError, match="no threshold follows"):
        fold_curves(turned)
    found = fold_curves(turned, thresholds={"q": 0.45})
    assert [(p.sensitivity, p.specificity) for p in found.points] == [(0.5, 0.5), (0.5, 0.5)]


@pytest.mark.parametrize("loss", [0, -1, math.inf, math.nan, "1"])
def test_a_loss_is_a_positive_number(loss: Any) -> None:
    with pytest.raises(OptionError, match=r"a loss must be a number|losses must be a sequence"):
        fold_curves(_data(), names=["p"], losses=[loss])


@pytest.mark.parametrize("threshold", [math.nan, "half", None])
def test_a_threshold_is_a_number(threshold: Any) -> None:
    with pytest.raises(OptionError, match=r"threshold of 'd' must be a number|under 'd' it is"):
        fold_curves(_data(), thresholds={"d": threshold})


def test_unknown_names_are_refused() -> None:
    unknown: list[dict[str, Any]] = [{"names": ["z"]}, {"thresholds": {"z": 1.0}}]
    for given in unknown:
        with pytest.raises(OptionError, match="no classifier named 'z'"):
            fold_curves(_data(), **given)


def test_a_fold_without_a_class_is_refused_or_told() -> None:
    data = FoldScores.from_arrays(
        [0, 1, 0, 0, 1, 0], {"p": [0.1, 0.9, 0.3, 0.2, 0.8, 0.9]}, folds=[1, 1, 2, 2, 3, 3]
    )
    with pytest.raises(LabelError, match="a class is missing from fold '2'"):
        fold_curves(data)
    found = fold_curves(data, without_class="drop")
    assert (found.fold_names, found.dropped) == (("1", "3"), ("2",))
    assert found.mean_auc("p") == 0.5
    assert len(found.points) == 2


def test_a_point_survives_json() -> None:
    point = fold_curves(_data(), thresholds={"d": 0}).points[0]
    assert FoldPoint.from_dict(point.to_dict()) == point
