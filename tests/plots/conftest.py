"""Scores over folds that the figures are drawn from."""

import numpy as np
import pytest
from tests.plots.drawn import ODD_NAMES, fixed_test_set

from aucurate.data.folds import FoldScores


@pytest.fixture
def folds() -> FoldScores:
    return fixed_test_set(("first", "second"))


@pytest.fixture
def odd_folds() -> FoldScores:
    return fixed_test_set(ODD_NAMES[:3])


@pytest.fixture
def one_class_fold() -> FoldScores:
    """Three left-out folds; the second has negatives only."""
    labels = np.array([0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1])
    scores = np.array([0.1, 0.9, 0.4, 0.6, 0.2, 0.3, 0.7, 0.8, 0.3, 0.1, 0.2])
    return FoldScores.from_arrays(
        labels, {"a": scores, "b": scores[::-1]}, folds=np.repeat(["x", "y", "z"], [4, 3, 4])
    )
