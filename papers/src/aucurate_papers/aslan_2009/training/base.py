"""What the paper's algorithms share as scikit-learn estimators."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from aucurate.errors import LabelError


class TwoClassAlgorithm(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """An algorithm for two classes that gives probabilities.

    ``n_values`` says of each column how many values it can take if it is nominal (it then holds
    their places, from 0), and 0 if it is numeric.
    """

    def __init__(self, n_values: tuple[int, ...] = ()) -> None:
        self.n_values = n_values

    def fit(self, inputs: NDArray[np.float64], labels: NDArray[Any]) -> Self:
        """Train; the greater of the two labels is the positive one."""
        self.classes_, places = np.unique(labels, return_inverse=True)
        if len(self.classes_) != 2:
            raise LabelError(f"two classes are needed; there are {len(self.classes_)}.")
        self._train(np.asarray(inputs, np.float64), places == 1)
        return self

    def predict_proba(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probabilities of the two classes, in the order of ``classes_``."""
        positive = self._positive(np.asarray(inputs, np.float64))
        return np.column_stack([1.0 - positive, positive])

    def predict(self, inputs: NDArray[np.float64]) -> NDArray[Any]:
        """The positive label where its probability exceeds one half."""
        found: NDArray[Any] = self.classes_[(self._positive(inputs) > 0.5).astype(np.intp)]
        return found

    def _train(self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> None:
        raise NotImplementedError

    def _positive(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        raise NotImplementedError
