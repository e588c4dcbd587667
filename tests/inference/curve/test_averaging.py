"""Vertical and threshold averages: by definition, against each other, and the degenerate cases."""

import math
from itertools import pairwise

import numpy as np
import pytest

from aucurate.data.folds import FoldScores
from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, LabelError, OptionError
from aucurate.inference.curve.averaging import (
    averaged,
    bootstrap_threshold_average,
    threshold_average,
    vertical_average,
)
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.resampling.options import Resampling

DATA = load_breast_cancer_folds()


def _by_hand(labels: list[int], scores: list[float], specificity: float) -> float:
    """The height of a drawn curve, walked from corner to corner."""
    pairs = sorted(zip(scores, labels, strict=True), reverse=True)
    m, n = sum(labels), len(labels) - sum(labels)
    corners = [(0.0, 0.0)]
    for value in sorted(set(scores), reverse=True):
        called = [label for score, label in pairs if score >= value]
        corners.append(((len(called) - sum(called)) / n, sum(called) / m))
    at = 1 - specificity
    best = 0.0
    for (x, y), (u, v) in pairwise(corners):
        if x <= at <= u:
            best = max(best, v if u == x else y + (v - y) * (at - x) / (u - x))
    return best


def test_vertical_averages_are_those_of_the_drawn_curves() -> None:
    grid = [1.0, 0.97, 0.9, 0.5, 0.0]
    found = vertical_average(DATA, "tree", specificities=grid)
    folds = [DATA.fold(k)["tree"] for k in range(DATA.n_folds)]
    for at, specificity in enumerate(found.specificity):
        heights = [
            _by_hand(s.is_positive.astype(int).tolist(), s.values.tolist(), float(specificity))
            for s in folds
        ]
        assert found.sensitivity[at] == pytest.approx(np.mean(heights))
        assert found.sensitivity_deviation[at] == pytest.approx(np.std(heights, ddof=1))
    assert found.specificity.tolist() == grid
    assert np.isnan(found.thresholds).all()
    assert found.sensitivity_error == pytest.approx(found.sensitivity_deviation / math.sqrt(10))
    assert not found.specificity_error.any()


def test_the_area_under_the_vertical_average_is_the_mean_of_the_areas() -> None:
    found = vertical_average(DATA, "forest", specificities=4001)
    area = np.trapezoid(found.sensitivity, 1 - found.specificity)
    assert area == pytest.approx(DATA.aucs().of("forest").mean(), abs=1e-3)


def test_threshold_averages_with_the_same_threshold_are_operating_point_averages() -> None:
    found = threshold_average(DATA, "forest", points=25, lookup="same")
    same = averaged(operating_points(DATA, "forest", thresholds=found.thresholds.tolist()))
    assert same.thresholds.tolist() == found.thresholds.tolist()
    assert found.sensitivity == pytest.approx(same.sensitivity, abs=1e-14)
    assert found.specificity == pytest.approx(same.specificity, abs=1e-14)
    assert found.specificity_error == pytest.approx(same.specificity_error, abs=1e-14)
    assert (same.averaging, found.averaging) == ("operating point", "threshold")


def test_the_lookup_of_fawcett_takes_a_score_of_each_fold() -> None:
    found = threshold_average(DATA, "forest", points=25)
    for at in (0, 7, 24):
        rates = []
        for k in range(DATA.n_folds):
            fold = DATA.fold(k)["forest"]
            below = [v for v in fold.values if v <= found.thresholds[at]]
            own = max(below) if below else min(fold.values)
            rates.append(np.mean(fold.values[fold.is_positive] >= own))
        assert found.sensitivity[at] == pytest.approx(np.mean(rates))
    same = threshold_average(DATA, "forest", points=25, lookup="same")
    assert np.all(found.sensitivity >= same.sensitivity - 1e-12)
    assert np.all(found.specificity <= same.specificity + 1e-12)


def test_over_bootstrap_sets_the_deviation_is_the_standard_error() -> None:
    scores = DATA.pooled()["forest"]
    chosen = Resampling(replicates=800, rng=4)
    found = bootstrap_threshold_average(scores, chosen, points=9, lookup="same")
    called = scores.values[scores.is_positive] >= found.thresholds[:, None]
    share = called.mean(axis=1)
    assert found.sensitivity == pytest.approx(share, abs=0.01)
    binomial = np.sqrt(share * (1 - share) / scores.n_positive)
    assert found.sensitivity_error == pytest.approx(binomial, rel=0.12, abs=1e-12)
    assert found.n_sets == 800
    assert found.over == "bootstrap sets"
    again = bootstrap_threshold_average(scores, chosen, points=9, lookup="same")
    assert np.array_equal(again.sensitivity, found.sensitivity)


def test_sets_without_a_class_are_not_counted() -> None:
    scores = Scores.from_arrays([0, 1, 1], [0.1, 0.2, 0.3])
    loose = Resampling(replicates=200, stratified=False, rng=1)
    found = bootstrap_threshold_average(scores, loose)
    assert 100 < found.n_sets < 180  # a third of the draws have one class
    with pytest.raises(InputError, match="no bootstrap sample has both classes"):
        bootstrap_threshold_average(scores, Resampling(replicates=1, stratified=False, rng=3))
    one = bootstrap_threshold_average(scores, Resampling(replicates=1, rng=3))
    assert np.isnan(one.sensitivity_deviation).all()


def _one_class_fold() -> FoldScores:
    labels = np.array([0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1])
    scores = np.array([0.1, 0.9, 0.4, 0.6, 0.2, 0.3, 0.7, 0.8, 0.3, 0.1, 0.2])
    return FoldScores.from_arrays(
        labels, {"a": scores}, folds=np.repeat(["x", "y", "z"], [4, 3, 4])
    )


def test_a_fold_without_a_class_is_refused_or_told() -> None:
    for average in (vertical_average, threshold_average):
        with pytest.raises(LabelError, match="missing from fold 'y'"):
            average(_one_class_fold(), "a")
        found = average(_one_class_fold(), "a", without_class="drop")
        assert (found.n_sets, found.dropped) == (2, ("y",))


def test_lower_scores_keep_their_direction() -> None:
    is_positive = DATA.observations.is_positive[DATA.rows]
    turned = FoldScores.from_arrays(
        is_positive, {"a": -DATA.values[1]}, folds=DATA.folds, lower=["a"]
    )
    plain = threshold_average(DATA, DATA.names[1], points=5)
    found = threshold_average(turned, "a", points=5)
    assert np.array_equal(found.thresholds, -plain.thresholds)
    assert np.array_equal(found.sensitivity, plain.sensitivity)


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="2 or more specificities"):
        vertical_average(DATA, "tree", specificities=1)
    with pytest.raises(OptionError, match="at most 1,000,000 specificities"):
        vertical_average(DATA, "tree", specificities=10**9)
    with pytest.raises(OptionError, match="specificity must lie between 0 and 1"):
        vertical_average(DATA, "tree", specificities=[0.5, 1.5])
    with pytest.raises(OptionError, match="lookup must be 'own' or 'same'"):
        threshold_average(DATA, "tree", lookup="next")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="scores must be Scores; it is a FoldScores"):
        bootstrap_threshold_average(DATA)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="no classifier named 'oak'"):
        vertical_average(DATA, "oak")
    with pytest.raises(OptionError, match="points must be"):
        threshold_average(DATA, "tree", points=0)
    assert len(averaged(operating_points(DATA, "tree")).points()) == 30


def test_the_even_grid_meets_the_steps_of_the_curves() -> None:
    rng = np.random.default_rng(5)
    labels = np.tile(np.repeat([0, 1], [100, 40]), 3)
    scores = rng.normal(size=len(labels)) + 1.2 * labels
    data = FoldScores.from_arrays(labels, {"a": scores}, folds=np.repeat([0, 1, 2], 140))
    found = vertical_average(data, "a")
    assert found.specificity.tolist() == [k / 100 for k in range(100, -1, -1)]
    for passed in range(100):
        heights = []
        for k in range(3):
            fold = data.fold(k)["a"]
            limit = np.sort(fold.values[~fold.is_positive])[::-1][passed]
            heights.append(np.mean(fold.values[fold.is_positive] > limit))
        assert found.sensitivity[passed] == pytest.approx(np.mean(heights), abs=1e-12)
    # A grid of one's own with its rounding finds the same steps.
    own = vertical_average(data, "a", specificities=np.linspace(0, 1, 101).tolist())
    assert own.sensitivity == pytest.approx(found.sensitivity, abs=1e-12)
