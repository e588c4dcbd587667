"""How many independent tuples an average of pairwise AUCs rests on."""

import numpy as np

from aucurate.inference.core.class_bounds import smallest_class

THIRDS = (np.ones((3, 3)) - np.eye(3)) / 6


def test_classes_without_weight_do_not_count() -> None:
    weights = np.zeros((3, 3))
    weights[0, 1] = 1
    assert smallest_class(weights, (9, 8, 1)) == 8
    assert smallest_class(THIRDS, (9, 8, 1)) == 1
