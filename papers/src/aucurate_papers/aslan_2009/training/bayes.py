"""Naive Bayes for numeric and nominal variables together."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from aucurate_papers.aslan_2009.training.base import TwoClassAlgorithm


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
