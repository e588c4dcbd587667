"""Bootstrap and permutation: the generator, each replicate, the whole distribution."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.kernels import _kernels, chunks, reference
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.permutation import swapped_rank_differences


def _words(key: int, replicate: int, size: int) -> NDArray[np.uint32]:
    words = np.empty(size, np.uint32)
    _kernels.random_words(key, replicate, words)
    return words


def _philox(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10 as Salmon et al. 2011 write it down."""
    for _ in range(10):
        first, second = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [
            (second >> 32) ^ counter[1] ^ key[0],
            second & 0xFFFFFFFF,
            (first >> 32) ^ counter[3] ^ key[1],
            first & 0xFFFFFFFF,
        ]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def _draws(
    stratified: bool, key: int, replicate: int, positives: int, negatives: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    up, down = np.empty(positives, np.int64), np.empty(negatives, np.int64)
    _kernels.bootstrap_counts(stratified, key, replicate, up, down)
    return up, down


def _data(seed: int, size: int, classifiers: int = 2) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    positive = np.arange(size) % 5 < 2
    scores = (rng.normal(size=(classifiers, size)) + positive).round(1)
    return scores, rng.permutation(positive)


def test_philox_gives_the_known_answers() -> None:
    """Random123's known answer for zero counter and zero key, and ten rounds written out here."""
    assert [f"{w:08x}" for w in _words(0, 0, 4)] == ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]
    assert _words(0, 0, 4).tolist() == _philox([0, 0, 0, 0], [0, 0])


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_philox_is_a_function_of_key_replicate_and_block(key: int, replicate: int) -> None:
    words = _words(key, replicate, 300).tolist()
    low = 0xFFFFFFFF
    for block in (0, 1, 63, 64, 74):
        expected = _philox([block, 0, replicate & low, replicate >> 32], [key & low, key >> 32])
        assert words[4 * block : 4 * block + 4] == expected


@for_each("stratified", [True, False])
@for_each("seed", range(6))
def test_each_replicate_is_the_auc_of_its_draws(seed: int, stratified: bool) -> None:
    scores, positive = _data(seed, 40 + seed)
    m, n = int(positive.sum()), int((~positive).sum())
    aucs = bootstrap_aucs(
        presort(scores, positive), replicates=20, stratified=stratified, key=seed + 2**63
    )
    assert aucs.shape == (20, 2)
    for replicate, row in enumerate(aucs):
        up, down = _draws(stratified, seed + 2**63, replicate, m, n)
        assert up.sum() + down.sum() == m + n
        if stratified:
            assert up.sum() == m
        expected = [reference.bootstrap_auc(s, positive, up, down) for s in scores]
        assert row.tolist() == expected


@pytest.mark.parametrize("stratified", [True, False])
def test_the_same_key_gives_the_same_numbers_on_any_threads_and_in_any_chunks(
    stratified: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores, positive = _data(3, 400)
    order = presort(scores, positive)
    ranks = np.stack([kernels.doubled_midranks(s) for s in scores])

    def both(threads: int) -> tuple[Any, Any]:
        aucs = bootstrap_aucs(order, replicates=61, stratified=stratified, key=12, threads=threads)
        moved = swapped_rank_differences(ranks, positive, replicates=61, key=12, threads=threads)
        return aucs, moved

    first = both(1)
    for work in (1, 5_000, 20_000_000):
        monkeypatch.setattr(chunks, "CHUNK_WORK", work)
        for threads in (1, 2, 7):
            again = both(threads)
            np.testing.assert_array_equal(first[0], again[0])
            np.testing.assert_array_equal(first[1], again[1])


def test_another_key_gives_other_numbers() -> None:
    order = presort(*_data(4, 200))
    first = bootstrap_aucs(order, replicates=50, stratified=True, key=1)
    second = bootstrap_aucs(order, replicates=50, stratified=True, key=2)
    assert (first != second).mean() > 0.9


def test_fewer_repeats_are_the_first_of_many() -> None:
    order = presort(*_data(4, 200))
    many = bootstrap_aucs(order, replicates=50, stratified=False, key=1)
    few = bootstrap_aucs(order, replicates=7, stratified=False, key=1)
    np.testing.assert_array_equal(many[:7], few)


@pytest.mark.parametrize("stratified", [True, False])
def test_bootstrap_spreads_as_delong_says(stratified: bool) -> None:
    scores, positive = _data(6, 250)
    placed = kernels.placements(scores, positive)
    m, n = int(positive.sum()), int((~positive).sum())
    totals, of_positives, _ = kernels.integer_moments(placed.of_positives, 2 * n)
    _, of_negatives, _ = kernels.integer_moments(placed.of_negatives, 2 * m)
    delong = of_positives / m + of_negatives / n
    aucs = bootstrap_aucs(presort(scores, positive), replicates=8000, stratified=stratified, key=9)
    for k in range(2):
        error = math.sqrt(delong[k, k])
        assert aucs[:, k].mean() == pytest.approx(totals[k] / (2 * m * n), abs=4 * error / 89)
        assert aucs[:, k].std() == pytest.approx(error, rel=0.04)
    correlation = np.corrcoef(aucs[:, 0], aucs[:, 1])
    assert np.asarray(correlation)[0, 1] == pytest.approx(
        delong[0, 1] / math.sqrt(delong[0, 0] * delong[1, 1]), abs=0.05
    )


def test_draws_are_uniform_over_observations() -> None:
    up, down = np.zeros(30), np.zeros(45)
    for replicate in range(2000):
        counts = _draws(False, 77, replicate, 30, 45)
        up += counts[0]
        down += counts[1]
    together = np.concatenate([up, down])
    assert together.sum() == 2000 * 75
    # chi-square with 74 degrees of freedom: mean 74, standard deviation 12
    assert 74 - 5 * 12 < (((together - 2000) ** 2) / 2000).sum() < 74 + 5 * 12


def test_a_replicate_is_nan_only_when_a_class_is_missing() -> None:
    scores = np.array([[1.0, 2.0, 3.0]])
    positive = np.array([False, True, True])
    order = presort(scores, positive)
    loose = bootstrap_aucs(order, replicates=500, stratified=False, key=3)[:, 0]
    without = []
    for replicate in range(500):
        up, down = _draws(False, 3, replicate, 2, 1)
        without.append(up.sum() == 0 or down.sum() == 0)
    np.testing.assert_array_equal(np.isnan(loose), without)
    assert 0 < sum(without) < 500
    tight = bootstrap_aucs(order, replicates=500, stratified=True, key=3)[:, 0]
    assert (tight == 1).all()


@for_each("size", [1, 2, 31, 32, 33, 64, 150])
def test_each_permutation_is_the_difference_after_its_flips(size: int) -> None:
    rng = np.random.default_rng(size)
    scores = rng.normal(size=(2, size)).round(1)
    positive = rng.random(size) < 0.5
    ranks = np.stack([kernels.doubled_midranks(s) for s in scores])
    moved = swapped_rank_differences(ranks, positive, replicates=25, key=size)
    for replicate, difference in enumerate(moved.tolist()):
        flips = np.empty(size, np.uint8)
        _kernels.permutation_flips(size, replicate, flips)
        assert set(flips.tolist()) <= {0, 1}
        expected = reference.swapped_rank_difference(ranks, positive, flips.astype(bool))
        assert difference == expected


def test_permutations_centre_on_zero_and_flip_half() -> None:
    scores, positive = _data(8, 120)
    ranks = np.stack([kernels.doubled_midranks(s) for s in scores])
    moved = swapped_rank_differences(ranks, positive, replicates=4000, key=5)
    assert abs(moved.mean()) < 4 * moved.std() / math.sqrt(4000)
    assert moved.std() > 0
    flips = np.empty(100_000, np.uint8)
    _kernels.permutation_flips(5, 0, flips)
    assert abs(flips.mean() - 0.5) < 4 * 0.5 / math.sqrt(100_000)


def test_swapping_equal_ranks_changes_nothing() -> None:
    scores, positive = _data(9, 80, 1)
    ranks = np.stack([kernels.doubled_midranks(scores[0])] * 2)
    assert not swapped_rank_differences(ranks, positive, replicates=50, key=1).any()
