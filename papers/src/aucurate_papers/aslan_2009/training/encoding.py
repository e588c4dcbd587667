"""Numbers for distances and linear models: one column per nominal value, the rest standardised."""

from typing import Self

import numpy as np
from numpy.typing import NDArray


class Encoding:
    """Numeric columns to mean 0 and variance 1, nominal ones to an indicator of each value.

    Two different nominal values are then at squared distance 2, which is also the mean squared
    distance of two numbers drawn independently from a standardised column.
    """

    def __init__(self, n_values: tuple[int, ...]) -> None:
        self.n_values = n_values

    def fit(self, inputs: NDArray[np.float64]) -> Self:
        """Remember means and standard deviations; a constant column stays 0."""
        numbers = inputs[:, self._numeric()]
        self.means = numbers.mean(axis=0)
        spread = numbers.std(axis=0)
        self.spread = np.where(spread > 0, spread, 1.0)
        return self

    def transform(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The encoded columns: the numeric ones first, then the indicators."""
        numeric = self._numeric()
        parts = [(inputs[:, numeric] - self.means) / self.spread]
        parts += [
            np.eye(count)[inputs[:, at].astype(np.intp)]
            for at, count in enumerate(self.n_values)
            if count
        ]
        return np.concatenate(parts, axis=1)

    def _numeric(self) -> NDArray[np.bool_]:
        return np.array([count == 0 for count in self.n_values], bool)
