"""Sums over pairs by running sums, against the double sum."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.inference.many_datasets.weighted_pairs import WeightedPairs, winning_draws
from aucurate.inference.resampling.options import Resampling


def _signs(values: NDArray[np.float64], border: float) -> NDArray[np.int8]:
    sums = values[:, None] + values
    return (sums > border).astype(np.int8) - (sums < -border).astype(np.int8)


@for_each("border", [0.0, 0.2, 5.0])
@for_each("digits", [1, 8])
def test_the_shares_are_the_double_sums(border: float, digits: int) -> None:
    rng = np.random.default_rng(1)
    signs = _signs(rng.normal(0.1, 0.5, 40).round(digits), border)
    weights = rng.dirichlet(np.ones(40), 7)
    above, below = WeightedPairs.of(signs).shares(weights.T.copy(), np.empty((3, 41, 7)))
    wanted = [[w @ (signs == sign) @ w for w in weights] for sign in (1, -1)]
    assert above == pytest.approx(wanted[0], abs=1e-14)
    assert below == pytest.approx(wanted[1], abs=1e-14)


def test_pairs_share_their_draws_and_a_stop_leaves_whole_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aucurate.inference.many_datasets.weighted_pairs._CELLS", 100 * 10)
    rng = np.random.default_rng(2)
    pairs = [WeightedPairs.of(_signs(rng.normal(0.1, 0.5, 10), 0.1)) for _ in range(3)]
    masses, asked = np.ones(10), Resampling(repeats=1050, rng=4)
    wins, done = winning_draws(pairs, masses, asked, None, decided=False)
    assert done == 1050
    assert wins.sum(axis=1) == pytest.approx(1050)
    for at, pair in enumerate(pairs):
        alone, _ = winning_draws([pair], masses, asked, None, decided=False)
        assert alone.tolist() == [wins[at].tolist()]
    told: list[int] = []

    def stop(done: int, total: int) -> bool:
        assert total == 3 * 1050
        told.append(done)
        return done < 700

    wins, done = winning_draws(pairs, masses, asked, stop, decided=False)
    assert told == [*range(100, 800, 100)]
    assert done == 200
    assert wins.sum(axis=1) == pytest.approx(200)
