"""Estimators that count, fail, warn or turn the classes round: what the tests of crossval need."""

import os
import tempfile
import warnings
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning


class Centroid(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The score is the distance from the middle between two means, in the direction of the last."""

    def __init__(self, power: float = 1.0) -> None:
        self.power = power

    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803
        self.classes_ = np.unique(y)
        means = [np.asarray(X)[y == c].mean(axis=0) for c in self.classes_]
        self.direction_ = means[1] - means[0]
        self.middle_ = (means[1] + means[0]) / 2
        return self

    def decision_function(self, X: Any) -> NDArray[Any]:  # noqa: N803
        score: NDArray[Any] = (np.asarray(X) - self.middle_) @ self.direction_ * self.power
        return score


class Counting(Centroid):
    """Leaves a file in a folder for every fit, whichever process it is done in."""

    def __init__(self, folder: str = "", power: float = 1.0) -> None:
        super().__init__(power)
        self.folder = folder

    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803
        handle, _ = tempfile.mkstemp(dir=self.folder)
        os.close(handle)
        return super().fit(X, y)


def fits_in(folder: Path) -> int:
    return len(list(folder.iterdir()))


class FailsWithout(Centroid):
    """Cannot be fitted without some rows, whose numbers are in the first column."""

    def __init__(self, rows: tuple[int, ...] = (0,)) -> None:
        super().__init__()
        self.rows = rows

    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803
        for row in self.rows:
            if row not in np.asarray(X)[:, 0]:
                raise ArithmeticError(f"row {row} is not there.\nAnd more.")
        return super().fit(X, y)


class ScoresNanFor(Centroid):
    """Gives no number for one row, whose number is in the first column."""

    def __init__(self, row: int = 0) -> None:
        super().__init__()
        self.row = row

    def decision_function(self, X: Any) -> NDArray[Any]:  # noqa: N803
        found = super().decision_function(X)
        return np.where(np.asarray(X)[:, 0] == self.row, np.nan, found)


class Warns(Centroid):
    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803
        warnings.warn("it did not converge", ConvergenceWarning, stacklevel=2)
        return super().fit(X, y)


class Random(Centroid):
    """Scores that are nothing but the number it was given."""

    def __init__(self, random_state: int | None = None) -> None:
        super().__init__()
        self.random_state = random_state

    def decision_function(self, X: Any) -> NDArray[Any]:  # noqa: N803
        return np.random.default_rng(self.random_state).normal(size=len(X))


class Dies(Centroid):
    """Ends its process without a word."""

    def fit(self, X: Any, y: Any) -> Self:  # noqa: N803
        os._exit(1)
