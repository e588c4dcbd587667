import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection_spread import above, mean_and_error


def test_mean_and_error() -> None:
    mean, error = mean_and_error(np.array([1.0, 2.0, 3.0]))
    assert float(mean) == 2
    assert float(error) == pytest.approx(1 / np.sqrt(3))
    assert np.isnan(mean_and_error(np.array([1.0]))[1])


def test_of_nothing_nothing_is_known() -> None:
    mean, error = mean_and_error(np.empty((0, 2)))
    assert mean.shape == error.shape == (2,)
    assert np.isnan(mean).all()
    assert np.isnan(error).all()


def test_one_value_decides_nothing() -> None:
    assert above(np.array([1.0, 1.1]), 3)
    assert not above(np.array([1.0]), 3)
    assert not above(np.array([-1.0, -1.1]), 3)
    assert not above(np.array([0.1, 2.0]), 3)
