"""Four classifiers on the same 300 observations, better and worse."""

import numpy as np
import pytest
from numpy.typing import NDArray

Columns = dict[str, NDArray[np.float64]]


@pytest.fixture
def labels() -> NDArray[np.int64]:
    return np.random.default_rng(3).integers(0, 2, 300)


@pytest.fixture
def scores(labels: NDArray[np.int64]) -> Columns:
    rng = np.random.default_rng(4)
    shifts = {"forest": 2.0, "logistic": 1.9, "bayes": 1.2, "tree": 0.8}
    return {name: rng.normal(size=300) + shift * labels for name, shift in shifts.items()}
