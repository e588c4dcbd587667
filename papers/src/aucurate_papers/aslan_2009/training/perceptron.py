"""The paper's LP: a linear model with softmax outputs that minimises cross-entropy."""

import warnings

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from aucurate_papers.aslan_2009.training.base import TwoClassAlgorithm
from aucurate_papers.aslan_2009.training.encoding import Encoding


class LinearPerceptron(TwoClassAlgorithm):
    """Linear, softmax, cross-entropy without a penalty, by L-BFGS from zero weights.

    With two classes the softmax is the logistic function of the difference of the outputs. Where
    the classes can be separated the weights grow without end: there ``iterations`` stops them, as
    a number of epochs stops gradient descent.
    """

    def __init__(
        self, n_values: tuple[int, ...] = (), iterations: int = 500, tolerance: float = 1e-5
    ) -> None:
        super().__init__(n_values)
        self.iterations = iterations
        self.tolerance = tolerance

    def _train(self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> None:
        self.encoding_ = Encoding(self.n_values).fit(inputs)
        self.model_ = LogisticRegression(C=np.inf, max_iter=self.iterations, tol=self.tolerance)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # the limit is meant
            self.model_.fit(self.encoding_.transform(inputs), is_positive)

    def _positive(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.model_.predict_proba(self.encoding_.transform(inputs))
        return found[:, 1]
