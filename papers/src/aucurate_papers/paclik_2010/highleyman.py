"""Highleyman's two classes, and the Gaussian detector of the first, cross-validated.

The detector is the density of one normal distribution, with the mean and the covariance matrix of
the class-1 observations of the training folds; it has never seen class 2. The score is the density,
as in the paper: positive (class 1) when density >= threshold.

Highleyman, W. H. (1962). Linear decision functions, with application to pattern recognition.
Proceedings of the IRE 50, 1501-1514.
"""

import math

import numpy as np
from numpy.typing import NDArray

from aucurate.data.folds import FoldScores
from aucurate_papers.paclik_2010.printed import PRINTED_COVARIANCES, PRINTED_MEANS

NAME = "Gaussian detector"
POSITIVE, NEGATIVE = "class 1", "class 2"


def highleyman(
    per_class: int, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Labels (True for class 1) and the two features of so many observations per class."""
    drawn = []
    for mean, covariance in zip(PRINTED_MEANS, PRINTED_COVARIANCES, strict=True):
        deviations = np.sqrt(np.diag(np.array(covariance)))
        drawn.append(np.array(mean) + deviations * rng.normal(size=(per_class, 2)))
    return np.repeat([True, False], per_class), np.concatenate(drawn)


def detector_folds(per_class: int, folds: int, rng: np.random.Generator) -> FoldScores:
    """The left-out scores of the detector on newly drawn classes, in stratified folds."""
    labels, features = highleyman(per_class, rng)
    fold_of = np.concatenate([rng.permutation(np.arange(per_class) % folds) for _ in range(2)])
    scores = np.empty(len(labels))
    for fold in range(folds):
        left_out = fold_of == fold
        scores[left_out] = density(features[left_out], features[labels & ~left_out])
    return FoldScores.from_arrays(
        np.where(labels, POSITIVE, NEGATIVE),
        {NAME: scores},
        folds=fold_of + 1,
        positive=POSITIVE,
    )


def density(features: NDArray[np.float64], trained: NDArray[np.float64]) -> NDArray[np.float64]:
    """The normal density fitted to the training observations, at each row of the features.

    >>> corners = np.array([[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    >>> round(float(density(np.zeros((1, 2)), corners)[0] * 2 * math.pi), 12)
    0.75
    """
    gaps = features - trained.mean(axis=0)
    covariance = np.cov(trained.T)
    distances = np.einsum("ij,ij->i", gaps, np.linalg.solve(covariance, gaps.T).T)
    peak = 1 / (2 * math.pi * math.sqrt(float(np.linalg.det(covariance))))
    return np.asarray(peak * np.exp(-distances / 2))
