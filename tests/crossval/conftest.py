"""A small table whose first column is the number of the row."""

import numpy as np
import pytest
from numpy.typing import NDArray


@pytest.fixture
def labels() -> NDArray[np.int64]:
    return np.random.default_rng(3).permutation(np.arange(60) % 2)


@pytest.fixture
def table(labels: NDArray[np.int64]) -> NDArray[np.float64]:
    noise = np.random.default_rng(4).normal(size=(60, 3))
    return np.column_stack([np.arange(60), noise + 0.8 * labels[:, None]])
