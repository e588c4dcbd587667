"""Thresholds in double precision against scores in single precision."""

import numpy as np
import pytest

from aucurate.data.folds import FoldScores
from aucurate.inference.operating_points import operating_points
from aucurate.inference.threshold_precision import for_scores

SINGLE = np.dtype(np.float32)


def test_a_score_reaches_the_threshold_that_it_is_printed_as() -> None:
    printed = np.round(np.arange(-200, 200) / 100, 2)
    scores = printed.astype(np.float32)
    assert (scores >= for_scores(printed, SINGLE)).all()
    above = np.nextafter(printed, np.inf)
    kept = printed != scores.astype(float)  # what single precision has is compared by value
    assert not (scores >= for_scores(above, SINGLE))[kept].any()
    mirrored = for_scores(-printed, SINGLE)
    assert (-scores >= mirrored).all()


def test_a_score_reaches_itself_and_nothing_passes_between_neighbours() -> None:
    scores = np.sort(np.random.default_rng(1).normal(size=300).astype(np.float32))
    assert np.array_equal(for_scores(scores.astype(float), SINGLE), scores.astype(float))
    after = np.nextafter(scores, np.float32(np.inf))
    between = (scores.astype(float) + after.astype(float)) / 2
    cut = for_scores(between, SINGLE)
    assert (scores < cut).all()
    assert (after >= cut).all()


def test_other_scores_and_extreme_thresholds_stay_as_they_are() -> None:
    wide = np.array([np.inf, 1e300, 0.7, -1e300, -np.inf])
    assert for_scores(wide, np.dtype(np.float64)) is wide
    assert for_scores(wide, SINGLE)[[0, 1, 3, 4]].tolist() == [np.inf, 1e300, -1e300, -np.inf]


@pytest.mark.parametrize("lower", [False, True])
def test_operating_points_call_what_is_printed_as_the_threshold(lower: bool) -> None:
    labels = np.arange(40) % 2
    scores = (np.arange(40) * 7 % 10 / 10).astype(np.float32)
    folds = np.arange(40) // 10
    direction = ["a"] if lower else []
    single = FoldScores.from_arrays(labels, {"a": scores}, folds=folds, lower=direction)
    typed = np.round(scores.astype(float), 1)
    double = FoldScores.from_arrays(labels, {"a": typed}, folds=folds, lower=direction)
    cuts = [at / 10 for at in range(11)]
    one, two = (operating_points(data, "a", thresholds=cuts) for data in (single, double))
    assert np.array_equal(one.values, two.values)
    assert one.thresholds.tolist() == two.thresholds.tolist()
