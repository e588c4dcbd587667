"""A third for the test, thirty training sets that each leave one fold out."""

import numpy as np
import pytest

from aucurate.errors import LabelError
from aucurate_papers.aslan_2009.training.design import N_FOLDS, divided


@pytest.mark.parametrize(("n_positive", "n_negative"), [(300, 600), (171, 4000), (31, 100)])
def test_test_set_and_training_sets(n_positive: int, n_negative: int) -> None:
    is_positive = np.arange(n_positive + n_negative) < n_positive
    division = divided(is_positive, rng=0)
    test = division.test
    assert is_positive[test].sum() == round(n_positive / 3)
    assert len(test) == round(n_positive / 3) + round(n_negative / 3)
    all_trained = np.setdiff1d(np.arange(len(is_positive)), test)
    left_out = [np.setdiff1d(all_trained, division.training(k)) for k in range(N_FOLDS)]
    assert np.array_equal(np.sort(np.concatenate(left_out)), all_trained)
    sizes = [len(rows) for rows in left_out]
    positives = [int(is_positive[rows].sum()) for rows in left_out]
    assert max(sizes) - min(sizes) <= 1
    assert max(positives) - min(positives) <= 1
    np.testing.assert_array_equal(division.n_train, len(all_trained) - np.array(sizes))
    assert not np.intersect1d(division.training(3), test).size


def test_the_same_rng_gives_the_same_division() -> None:
    is_positive = np.arange(200) < 80
    np.testing.assert_array_equal(divided(is_positive, 0).folds, divided(is_positive, 0).folds)
    assert (divided(is_positive, 0).folds != divided(is_positive, 1).folds).any()


def test_a_class_too_small_to_part_is_refused() -> None:
    with pytest.raises(LabelError, match="a class of 1 observations cannot be parted"):
        divided(np.arange(50) < 1, rng=0)
