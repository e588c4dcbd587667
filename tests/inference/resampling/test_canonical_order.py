"""Data in an order of their own: the same arrangement however they were given."""

import itertools

import numpy as np
from tests.loops import for_each

from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.resampling.canonical_order import Arrangement, arranged


def _same(first: Arrangement, second: Arrangement) -> bool:
    return all(
        np.array_equal(a.ranks, b.ranks) and np.array_equal(a.positive, b.positive)
        for a, b in zip(first.test_sets, second.test_sets, strict=True)
    )


@for_each("rng", range(20))
def test_every_view_of_a_pair_has_one_arrangement_and_the_right_sign(rng: int) -> None:
    made = np.random.default_rng(rng)
    size = int(made.integers(3, 9))  # small, so that summaries tie and alphabets decide
    labels = made.permutation(np.arange(size) < size // 2 + 1)
    values = made.integers(0, 4, (2, size)).astype(float)
    views = []
    for swap, turn in itertools.product([False, True], repeat=2):
        order = made.permutation(size)
        rows = (values[::-1] if swap else values) * (-1 if turn else 1)
        pair = PairedScores.from_arrays(labels[order], {"a": rows[0][order], "b": rows[1][order]})
        views.append(((-1) ** (swap + turn), arranged(pair)))
    _, first = views[0]
    for sign, view in views:
        assert _same(first, view)
        assert view.symmetric == first.symmetric
        assert view.symmetric or view.sign == sign * first.sign


@for_each("rng", range(20))
def test_every_view_of_two_test_sets_has_one_arrangement(rng: int) -> None:
    made = np.random.default_rng(rng)
    sets = []
    for _ in range(2):
        size = int(made.integers(3, 6))
        sets.append((np.arange(size) < 2, made.integers(0, 3, size).astype(float)))
    views = []
    for swap, turn in itertools.product([False, True], repeat=2):
        given = [
            Scores.from_arrays(labels, values * (-1 if turn else 1))
            for labels, values in (sets[::-1] if swap else sets)
        ]
        views.append(((-1) ** (swap + turn), arranged(*given)))
    _, first = views[0]
    for sign, view in views:
        assert _same(first, view)
        assert view.symmetric or view.sign == sign * first.sign


def test_data_that_look_alike_from_both_sides_say_so() -> None:
    assert arranged(Scores.from_arrays([0, 1, 1, 0], [1, 2, 3, 4])).symmetric
    assert not arranged(Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4])).symmetric
    one, two = (Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4]) for _ in range(2))
    assert arranged(one, two).symmetric


def test_wins_are_doubled_pairs() -> None:
    (ranked,) = arranged(Scores.from_arrays([0, 1, 0, 1], [1, 2, 2, 4])).test_sets
    assert (ranked.wins, ranked.pairs) == ((7,), 4)
