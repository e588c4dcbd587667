"""Where the observations of two test sets stand on their common scale."""

import itertools

import numpy as np
from tests.loops import for_each

from aucurate.kernels.curves import _places, unpaired_curves


@for_each("seed", range(5))
def test_tied_observations_stand_at_the_mean_of_the_places_they_could_take(seed: int) -> None:
    rng = np.random.default_rng(seed)
    positive = np.array([True, True, False, False, False])
    ranks = rng.integers(0, 3, 5)
    share = 0.4
    steps = np.where(positive, share / 2, (1 - share) / 3)
    standing = []
    for order in itertools.permutations(range(5)):
        if (np.diff(ranks[list(order)]) >= 0).all():
            places = np.empty(5)
            places[list(order)] = np.cumsum(steps[list(order)])
            standing.append(places)
    expected = np.mean(standing, axis=0)
    for rank in np.unique(ranks):  # the tied of both classes stand at one place
        expected[ranks == rank] = expected[ranks == rank].mean()
    np.testing.assert_allclose(_places(ranks, positive, share), expected, atol=1e-12)


def test_a_tie_meets_an_observation_that_stands_at_its_mean_place() -> None:
    tied = np.array([2, 2, 2, 6]), np.array([False, False, False, True])
    apart = np.array([0, 2, 4, 6]), np.array([False, False, False, True])
    merged = unpaired_curves(tied, apart)
    # In a group are the runs at one place: the tie and the second of the three, the positives.
    assert np.diff(merged.groups).tolist() == [1, 2, 1, 2]
    assert np.diff(merged.begins).tolist() == [1, 3, 1, 1, 1, 1]
