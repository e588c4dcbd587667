"""The bound of averages without a variance: that of one AUC, and never too narrow."""

import numpy as np
import pytest
from simulations.class_worlds import ClassWorld

from aucurate.data.class_moments import pairwise_aucs, weighted_average
from aucurate.data.classes import ClassScores
from aucurate.inference import disjoint_pairs
from aucurate.inference.class_bounds import average_interval, smallest_class

THIRDS = (np.ones((3, 3)) - np.eye(3)) / 6


def test_one_pair_has_the_bound_of_its_auc() -> None:
    weights = np.array([[0.0, 1.0], [0.0, 0.0]])
    for auc in (0.0, 0.4, 0.9, 1.0):
        ours = average_interval(auc, weights, np.full((2, 2), auc), (12, 30), 0.9)
        assert ours == disjoint_pairs.auc_interval(auc, 12, 0.9)


def test_a_small_class_does_not_make_it_as_wide_as_if_all_were_small() -> None:
    ones = np.ones((3, 3))
    uneven = average_interval(1.0, THIRDS, ones, (200, 200, 3), 0.95)
    assert uneven.low > disjoint_pairs.auc_interval(1.0, 3, 0.95).low
    assert uneven.high == 1.0
    alone = average_interval(0.9, THIRDS, np.full((3, 3), 0.9), (1, 500, 500), 0.95)
    assert 0.25 < alone.low < 0.9 < alone.high < 1


def test_classes_without_weight_do_not_count() -> None:
    weights = np.zeros((3, 3))
    weights[0, 1] = 1
    assert smallest_class(weights, (9, 8, 1)) == 8
    assert smallest_class(THIRDS, (9, 8, 1)) == 1


@pytest.mark.parametrize("sizes", [(3, 3, 3), (1, 20, 20)])
def test_it_covers_at_least_as_often_as_it_says(sizes: tuple[int, ...]) -> None:
    world = ClassWorld(auc=0.9, sizes=sizes)
    rng, missed = np.random.default_rng(3), 0
    for _ in range(400):
        labels, (scores,) = world.draw(rng)
        aucs = pairwise_aucs(ClassScores.from_arrays(labels, scores))
        value = weighted_average(THIRDS, np.nan_to_num(aucs))
        missed += 0.9 not in average_interval(value, THIRDS, aucs, sizes, 0.8)
    assert missed <= 0.2 * 400
