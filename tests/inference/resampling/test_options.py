"""Resampling options and bootstrapped AUCs."""

import itertools
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.estimates.auc import auc_of
from aucurate.inference.resampling.options import Resampling, bootstrap_aucs

RNG = np.random.default_rng(0)
LABELS = np.arange(80) % 4 == 0
DATA = PairedScores.from_arrays(
    LABELS, {"a": RNG.normal(size=80) + LABELS, "b": RNG.normal(size=80) + LABELS}
)


def test_the_same_integer_gives_the_same_replicates_on_any_threads() -> None:
    first = bootstrap_aucs(DATA, Resampling(replicates=30, rng=5), threads=1)
    again = bootstrap_aucs(DATA, Resampling(replicates=30, rng=5), threads=3)
    np.testing.assert_array_equal(first, again)
    other = bootstrap_aucs(DATA, Resampling(replicates=30, rng=6))
    assert (first != other).any()


def test_a_generator_moves_on_and_none_is_fresh() -> None:
    generator = np.random.default_rng(1)
    moving = Resampling(replicates=5, rng=generator)
    assert moving.key() != moving.key()
    assert (
        Resampling(rng=np.random.default_rng(1)).key()
        == Resampling(rng=np.random.default_rng(1)).key()
    )
    assert Resampling(rng=None).key() != Resampling(rng=None).key()
    assert Resampling(rng=3).key() == Resampling(rng=3).key()
    assert 0 <= Resampling(rng=2**200).key() < 2**64


def test_classifiers_see_the_same_draws() -> None:
    both = bootstrap_aucs(DATA, Resampling(replicates=40))
    assert both.shape == (40, 2)
    alone = bootstrap_aucs(DATA["b"], Resampling(replicates=40))
    np.testing.assert_array_equal(both[:, 1], alone[:, 0])
    same = PairedScores.from_arrays(LABELS, {"a": DATA.values[0], "b": 2 * DATA.values[0]})
    doubled = bootstrap_aucs(same, Resampling(replicates=40))
    np.testing.assert_array_equal(doubled[:, 0], doubled[:, 1])


@pytest.mark.parametrize("stratified", [True, False])
def test_replicates_centre_on_the_auc(stratified: bool) -> None:
    aucs = bootstrap_aucs(DATA, Resampling(replicates=3000, stratified=stratified))
    for k, scores in enumerate(DATA):
        assert abs(np.nanmean(aucs[:, k]) - auc_of(scores)) < 5 * aucs[:, k].std() / 3000**0.5


def test_default_is_2000_stratified_replicates() -> None:
    assert bootstrap_aucs(DATA["a"]).shape == (2000, 1)
    assert Resampling() == Resampling(replicates=2000, stratified=True, rng=0)


@for_each("replicates", [0, -1, 1.5, True, "10", None, np.float64(10)])
def test_repeats_must_be_a_whole_number_above_0(replicates: Any) -> None:
    with pytest.raises(OptionError, match="replicates must be a whole number"):
        Resampling(replicates=replicates)


@pytest.mark.parametrize("rng", [-1, np.int64(-3), 1.5, "seed"])
def test_rng_must_be_something_to_start_from(rng: Any) -> None:
    with pytest.raises(OptionError, match="rng must be a whole number"):
        Resampling(rng=rng)


def test_numpy_integers_are_whole_numbers() -> None:
    replicates: Any = np.int64(4)
    rng: Any = np.int32(9)
    found = bootstrap_aucs(DATA, Resampling(replicates=replicates, rng=rng))
    np.testing.assert_array_equal(found, bootstrap_aucs(DATA, Resampling(replicates=4, rng=9)))


def test_groups_are_drawn_whole() -> None:
    """Groups of a positive and a negative: every replicate has the AUCs of repeated groups."""
    labels, values, groups = [0, 1, 0, 1, 0, 1], [1, 4, 2, 3, 6, 5], [0, 0, 1, 1, 2, 2]
    scores = Scores.from_arrays(labels, values, groups=groups)
    drawn = bootstrap_aucs(scores, Resampling(replicates=200))[:, 0]
    possible = set()
    for times in itertools.product(range(4), repeat=3):
        if sum(times) == 3:
            rows = np.repeat(np.arange(6), np.repeat(times, 2))
            up, down = (np.array(values)[rows[np.array(labels)[rows] == own]] for own in (1, 0))
            possible.add(round(float((np.sign(up[:, None] - down).mean() + 1) / 2), 9))
    assert set(drawn.round(9).tolist()) == possible


def test_stopping_early_returns_what_is_there() -> None:
    calls: list[tuple[int, int]] = []

    def stop(done: int, total: int, what: str) -> bool:
        calls.append((done, total))
        return False

    big = Scores.from_arrays(np.arange(3000) % 2, np.random.default_rng(1).random(3000))
    some = bootstrap_aucs(big, Resampling(replicates=20_000), threads=2, progress=stop)
    assert 0 < len(some) < 20_000
    assert calls == [(len(some), 20_000)]
    assert np.isfinite(some).all()
