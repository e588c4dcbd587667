"""Scores of three digits that overlap, without a learner."""

import numpy as np
from numpy.typing import NDArray

from aucurate.data.class_folds import ClassFoldScores

CLASSES = ("digit 2", "digit 3", "digit 5")


def drawn(each: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The places of the digits, and a row of scores for each observation."""
    codes = np.arange(3 * each) % 3
    odds = rng.normal(size=(3 * each, 3)) * [1.5, 1.0, 0.7] + 1.5 * np.eye(3)[codes]
    return codes, np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)


def folds(each: int, rng: int) -> ClassFoldScores:
    """So many observations of each digit in 10 folds."""
    codes, scores = drawn(each, np.random.default_rng(rng))
    return ClassFoldScores.from_arrays(
        np.array(CLASSES)[codes], scores, folds=np.arange(3 * each) // 3 % 10, name="Bayes"
    )
