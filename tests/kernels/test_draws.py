"""From random words to counts: the rule written out, at every size that changes the way."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.kernels import _kernels
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.permutation import swapped_rank_differences
from aucurate.kernels.studentised import studentised_bootstrap

BATCH_LIMIT = 2**17
FLIP_LIMIT = 2**16
SIZES = [1, 2, 3, 5, 100, 255, 256, 257, 3000, 40_000, 65_535, 65_536, 65_537, 90_000]


@pytest.fixture(params=["wide", "plain"])
def _instructions(request: pytest.FixtureRequest) -> Iterator[None]:
    """With the instructions of this processor, and with those that every processor has."""
    _kernels.use_wide(request.param == "wide")
    yield
    _kernels.use_wide(True)


def _counts(
    stratified: bool, replicate: int, positives: int, negatives: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    up, down = np.empty(positives, np.int64), np.empty(negatives, np.int64)
    _kernels.bootstrap_counts(stratified, 5, replicate, up, down)
    return up, down


def _taken(words: list[int], at: int, size: int) -> tuple[NDArray[np.int64], int]:
    """``size`` draws from the words from ``at`` on, as counts, and the first word not used.

    Of r random bits the draw is the upper half of their product with the size; a lower half below
    2^r mod size is thrown away, which makes all draws equally likely (Lemire 2019).
    """
    bits = 16 if size < 2**16 else 32
    counts = np.zeros(size, np.int64)
    left = size
    while left:
        word, at = words[at], at + 1
        for part in (word % 2**16, word >> 16) if bits == 16 else (word,):
            fair = part * size % 2**bits >= 2**bits % size
            if fair and left:
                counts[part * size >> bits] += 1
                left -= 1
    return counts, at


@pytest.mark.usefixtures("_instructions")
@for_each("size", SIZES)
@for_each("stratified", [True, False])
def test_draws_follow_the_rule(size: int, stratified: bool) -> None:
    positives = (size + 2) // 3
    negatives = size if stratified else max(1, size - positives)
    words = np.empty(4 * (positives + negatives) + 300, np.uint32)
    _kernels.random_words(5, 3, words)
    up, down = _counts(stratified, 3, positives, negatives)
    if stratified:
        first, used = _taken(words.tolist(), 0, positives)
        expected = np.concatenate([first, _taken(words.tolist(), used, negatives)[0]])
    else:
        expected, _ = _taken(words.tolist(), 0, positives + negatives)
    np.testing.assert_array_equal(np.concatenate([up, down]), expected)


@pytest.mark.usefixtures("_instructions")
@for_each("stratified", [True, False])
@for_each("digits", [0, 15])
@for_each("size", [2, 15, 16, 17, 800, BATCH_LIMIT - 1, BATCH_LIMIT])
def test_replicates_are_aucs_of_the_draws_at_every_size(
    size: int, digits: int, stratified: bool
) -> None:
    """Sixteen replicates side by side below the limit, one by one from there on; ties or none."""
    rng = np.random.default_rng(size)
    positive = rng.permutation(np.arange(size) % 2 == 0)
    scores = (rng.normal(size=(2, size)) + positive).round(digits)
    replicates = 19 if size < 1000 else 2
    aucs = bootstrap_aucs(
        presort(scores, positive), replicates=replicates, stratified=stratified, key=5
    )
    m = int(positive.sum())
    for replicate in range(replicates):
        up, down = _counts(stratified, replicate, m, size - m)
        expected = [_weighted_auc(s[positive], s[~positive], up, down) for s in scores]
        np.testing.assert_array_equal(aucs[replicate], expected)


def _weighted_auc(
    positives: NDArray[np.float64],
    negatives: NDArray[np.float64],
    up: NDArray[np.int64],
    down: NDArray[np.int64],
) -> float:
    if not (up.any() and down.any()):
        return np.nan
    order = np.argsort(negatives)
    below = np.concatenate([[0], np.cumsum(down[order])])
    ends = [np.searchsorted(negatives[order], positives, side) for side in ("left", "right")]
    wins = int((up * (below[ends[0]] + below[ends[1]])).sum())
    return wins / (2.0 * int(up.sum()) * int(down.sum()))


@pytest.mark.usefixtures("_instructions")
@for_each("digits", [1, 15])
@for_each("size", [1, 2, 15, 16, 17, 800, FLIP_LIMIT - 1, FLIP_LIMIT])
def test_permutations_are_differences_after_the_flips_at_every_size(size: int, digits: int) -> None:
    """Sixteen replicates side by side below the limit, one by one from there on."""
    rng = np.random.default_rng(size)
    positive = rng.random(size) < 0.4
    scores = (rng.normal(size=(2, size)) + positive * [[2.0], [-1.0]]).round(digits)
    ranks = np.stack([kernels.doubled_midranks(s) for s in scores])
    replicates = 19 if size < 1000 else 2
    moved = swapped_rank_differences(ranks, positive, replicates=replicates, key=6)
    for replicate in range(replicates):
        flips = np.empty(size, np.uint8)
        _kernels.permutation_flips(6, replicate, flips)
        swapped = np.where(flips.astype(bool), ranks[::-1], ranks).astype(np.float64)
        first, second = (kernels.auc_counts(row, positive)[0] for row in swapped)
        assert moved[replicate] == first - second


def test_wide_and_plain_instructions_give_the_same_numbers() -> None:
    rng = np.random.default_rng(4)
    positive = rng.random(700) < 0.3
    scores = (rng.normal(size=(2, 700)) + positive).round(1)
    order, turned = presort(scores, positive), presort(scores, ~positive)
    ranks = np.stack([kernels.doubled_midranks(s) for s in scores])

    def everything() -> list[NDArray[np.float64] | NDArray[np.int64] | NDArray[np.uint32]]:
        words = np.empty(1000, np.uint32)
        _kernels.random_words(2**40 + 1, 2**33 + 7, words)
        return [
            words,
            *(bootstrap_aucs(order, replicates=40, stratified=s, key=8) for s in (True, False)),
            *studentised_bootstrap(
                order, turned, np.array([1, -1]), replicates=10, stratified=False, key=8
            ),
            swapped_rank_differences(ranks, positive, replicates=40, key=8),
        ]

    wide = everything()
    try:
        assert not _kernels.use_wide(False)
        plain = everything()
    finally:
        _kernels.use_wide(True)
    for one, other in zip(wide, plain, strict=True):
        np.testing.assert_array_equal(one, other)
