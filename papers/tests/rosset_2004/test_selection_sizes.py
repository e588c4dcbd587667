import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection_sizes import (
    choice_by_size,
    right_choices,
)
from aucurate_papers.rosset_2004.selection_worlds import naive_bayes_world


def test_larger_test_sets_choose_better() -> None:
    told: list[int] = []
    found = choice_by_size(
        naive_bayes_world(),
        (10, 200),
        (0, 1),
        training_sets=8,
        observations=1000,
        rng=np.random.default_rng(0),
        training=300,
        step=told.append,
    )
    assert told == list(range(1, 9))
    right = right_choices(found)
    assert right.shape == (8, 2, 3)
    small, large = right.mean(axis=0)
    assert np.all(large > small)
    assert all(0 < one < 0.1 for one in found["error_gap_standard_error"])


def test_right_is_what_is_truly_better() -> None:
    picked = [[[0.9, 0.8, 0.7]]] * 3
    found = right_choices({"picked": picked, "error_gap": [-0.01, 0.01, 0.0]})
    assert found[:, 0] == pytest.approx(np.array([[0.9, 0.8, 0.7], [0.1, 0.2, 0.3], [0.5] * 3]))
