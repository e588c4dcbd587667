"""The points around searched weights: different ones, told apart as single tests tell them."""

import math

import numpy as np
import pytest

from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.datasets import load_wine_class_folds
from aucurate.estimates.weights.search import search_weights
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.folds.class_points import class_operating_points
from aucurate.inference.folds.indistinguishable_points import indistinguishable_points
from aucurate.study.multiclass import points
from aucurate.study.multiclass.points import ClassNeighbours, class_neighbours

FOLDS = load_wine_class_folds()["forest"]
CHOICE = search_weights(FOLDS.pooled())


def looked(correction: str = "holm", folds: ClassFoldScores = FOLDS) -> ClassNeighbours:
    choice = search_weights(folds.pooled())
    return class_neighbours(folds, choice, level=0.05, correction=correction, rng=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("correction", ["none", "holm"])
def test_points_are_told_apart_as_by_single_tests(correction: str) -> None:
    found = looked(correction)
    points = class_operating_points(FOLDS, [CHOICE.weights, *found.weights])
    single = indistinguishable_points(points, 0, level=0.05)
    for at, smallest in enumerate(found.p_values, start=1):
        tests = [single.contrast(at, rate).comparison.p_value for rate in points.rates]
        assert smallest == pytest.approx(min(adjust(tests, correction)))  # type: ignore[arg-type]
    if correction == "none":
        assert found.not_told == len(single.points)
        assert list(found.statuses) == single.statuses(len(points))[1:]
    inside = [0, *(at + 1 for at, p in enumerate(found.p_values) if p > 0.05)]
    for at, rate in enumerate(points.rates):
        assert found.lowest[at] == pytest.approx(np.min(points.mean(rate)[inside]))
        assert found.highest[at] == pytest.approx(np.max(points.mean(rate)[inside]))


def test_no_two_points_have_the_same_errors_in_every_fold() -> None:
    found = looked()
    points = class_operating_points(FOLDS, [CHOICE.weights, *found.weights])
    every = {points.values[:, at].tobytes() for at in range(len(points))}
    assert len(every) == len(found.weights) + 1 < found.looked_at == 301
    assert 0 < found.not_told < len(found.weights)
    assert ClassNeighbours.from_dict(found.to_dict()) == found


def test_many_points_are_compared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = looked()
    monkeypatch.setattr(points, "_CELLS", 37 * FOLDS.n_folds * 9)
    assert looked().weights == whole.weights
    assert looked().p_values == pytest.approx(whole.p_values)


def made(
    folds: list[int], scores: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> ClassFoldScores:
    labels = np.arange(len(folds)) % 3
    return ClassFoldScores.from_arrays(labels, scores, folds=folds)


def test_a_perfect_classifier_has_no_other_points() -> None:
    found = looked(folds=made([0, 0, 0, 1, 1, 1], np.tile(np.eye(3), (2, 1))))
    assert (found.weights, found.p_values, found.statuses) == ((), (), ())
    assert found.lowest == found.highest == (0.0, 0.0, 0.0)


def test_classes_in_one_fold_each_cannot_be_tested() -> None:
    drawn = np.random.default_rng(0).random((30, 3))
    data = made((np.arange(30) % 3).tolist(), drawn)
    choice = search_weights(data.pooled(), WeightRule.balanced())
    found = class_neighbours(data, choice, level=0.05, correction="holm", rng=0)
    assert found.tested == ()
    assert all(math.isnan(p) for p in found.p_values)
    assert set(found.statuses) == {"not tested"}
    assert found.not_told == 0
