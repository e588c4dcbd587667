"""Pairs of observations are worked through in blocks that fit, however many states there are."""

import numpy as np
import pytest

from aucurate.theory import ScoreLaw, TwoClassifiers
from aucurate.theory.pairs import _BLOCK, all_pairs
from aucurate.theory.parts import arranged


@pytest.mark.parametrize("states", [2, 25, 90])
def test_blocks_are_bounded_and_hold_every_pair_once(states: int) -> None:
    rng = np.random.default_rng(1)
    n = 30
    values = rng.normal(size=(n, states))
    law = ScoreLaw.from_arrays(values, np.full((n, states), 1 / states))
    pair = TwoClassifiers.independent(rng.random(n), law, ScoreLaw.certain(np.zeros(n)))
    seen = np.zeros((n, n))
    for block in all_pairs(arranged(pair)):
        assert block.weight.size * states**2 <= _BLOCK
        seen[block.rows, block.columns] += block.weight
    assert np.array_equal(seen, np.triu(np.ones((n, n)), 1) + np.eye(n) / 2)


def test_equal_scores_count_one_half() -> None:
    tied, apart = (ScoreLaw.certain(np.array(values)) for values in ([1.0, 1.0], [2.0, 3.0]))
    (block,) = all_pairs(arranged(TwoClassifiers.independent(np.full(2, 0.5), tied, apart)))
    assert np.array_equal(np.abs(block.mean), [[0, 0.5], [0.5, 0]])  # a half less 1 or 0
    assert np.array_equal(block.mean, -block.mean.T)
