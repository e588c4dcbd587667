"""Naive Bayes, k-NN and the linear perceptron of the paper as scikit-learn estimators."""

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import NearestNeighbors

from aucurate.errors import LabelError
from aucurate_papers.aslan_2009.training.sources import Encoding

# What the paper's algorithms share as scikit-learn estimators.


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


# Naive Bayes for numeric and nominal variables together.


class NaiveBayes(TwoClassAlgorithm):
    """Independent inputs given the class: normal if numeric, a frequency table if nominal.

    Frequencies are counted from one (Laplace). A variance within a class is at least
    ``least_variance`` of the variance of the column, so that a column that is constant in a class
    has a density. A column that is constant in the whole training set says nothing.
    """

    def __init__(self, n_values: tuple[int, ...] = (), least_variance: float = 1e-9) -> None:
        super().__init__(n_values)
        self.least_variance = least_variance

    def _train(self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> None:
        numeric = np.array(self.n_values) == 0
        self.numeric_ = np.flatnonzero(numeric)
        self.numeric_ = self.numeric_[np.ptp(inputs[:, self.numeric_], axis=0) > 0]
        self.nominal_ = np.flatnonzero(~numeric)
        numbers = inputs[:, self.numeric_]
        least = self.least_variance * numbers.var(axis=0)
        parts = [numbers[here] for here in (is_positive, ~is_positive)]
        self.means_ = np.array([part.mean(axis=0) for part in parts])
        self.variances_ = np.array([np.maximum(part.var(axis=0), least) for part in parts])
        self.tables_ = [self._log_ratios(inputs, is_positive, int(at)) for at in self.nominal_]
        positives = np.count_nonzero(is_positive)
        self.prior_ = float(np.log(positives) - np.log(len(is_positive) - positives))

    def _log_ratios(
        self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_], at: int
    ) -> NDArray[np.float64]:
        size = self.n_values[at]
        logs = []
        for here in (is_positive, ~is_positive):
            counts = np.bincount(inputs[here, at].astype(np.intp), minlength=size) + 1.0
            logs.append(np.log(counts / counts.sum()))
        found: NDArray[np.float64] = logs[0] - logs[1]
        return found

    def _positive(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        numbers = inputs[:, self.numeric_]
        logs = [
            -0.5 * ((numbers - means) ** 2 / variances + np.log(variances)).sum(axis=1)
            for means, variances in zip(self.means_, self.variances_, strict=True)
        ]
        evidence = self.prior_ + logs[0] - logs[1]
        for at, ratios in zip(self.nominal_, self.tables_, strict=True):
            evidence = evidence + ratios[inputs[:, at].astype(np.intp)]
        found: NDArray[np.float64] = expit(evidence)
        return found


# k-NN with k chosen on a part of the training set that is held out.


class NearestNeighbours(TwoClassAlgorithm):
    """The share of positives among the k nearest observations of the training set.

    k is the one of ``choices`` with the fewest errors on a stratified random part ``held_out`` of
    the training set, judged by the rest of it; of equals the smallest. Then all of the training
    set serves as neighbours. Among equally near ones the order in the training set decides.
    """

    def __init__(
        self,
        n_values: tuple[int, ...] = (),
        choices: tuple[int, ...] = (1, 3, 5, 7, 11, 21),
        held_out: float = 0.2,
        rng: int = 0,
    ) -> None:
        super().__init__(n_values)
        self.choices = choices
        self.held_out = held_out
        self.rng = rng

    def _train(self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> None:
        self.encoding_ = Encoding(self.n_values).fit(inputs)
        points = self.encoding_.transform(inputs)
        held = self._held(is_positive)
        possible = [k for k in self.choices if k <= np.count_nonzero(~held)]
        near = _nearest(points[~held], points[held], max(possible))
        votes = is_positive[~held][near]
        wrong = [np.mean((votes[:, :k].mean(axis=1) > 0.5) != is_positive[held]) for k in possible]
        self.k_ = possible[int(np.argmin(wrong))]
        self.points_, self.is_positive_ = points, is_positive

    def _positive(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        near = _nearest(self.points_, self.encoding_.transform(inputs), self.k_)
        found: NDArray[np.float64] = self.is_positive_[near].mean(axis=1)
        return found

    def _held(self, is_positive: NDArray[np.bool_]) -> NDArray[np.bool_]:
        generator = np.random.default_rng(self.rng)
        held = np.zeros(len(is_positive), bool)
        for here in (is_positive, ~is_positive):
            rows = generator.permutation(np.flatnonzero(here))
            held[rows[: max(1, int(self.held_out * len(rows)))]] = True
        return held


def _nearest(among: NDArray[np.float64], points: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    search = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(among)
    found: NDArray[np.intp] = search.kneighbors(points, return_distance=False)
    return found


# The paper's LP: a linear model with softmax outputs that minimises cross-entropy.


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
