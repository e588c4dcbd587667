"""The sufficient statistics."""

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.data import moments
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.moments import (
    AucMoments,
    ClassAucMoments,
    Influences,
    ThresholdCounts,
    pairwise_aucs,
    places_alike,
    weighted_average,
)
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.estimates.auc import auc_of

RNG = np.random.default_rng(0)
LABELS = RNG.permutation(np.arange(50) % 2)
DATA = PairedScores.from_arrays(
    LABELS, {k: (RNG.normal(size=50) + LABELS).round(1) for k in ("a", "b", "c")}
)


def test_moments_hold_the_aucs_and_the_class_sizes() -> None:
    moments = AucMoments.from_scores(DATA)
    assert moments.names == DATA.names
    assert moments.aucs == tuple(auc_of(s) for s in DATA)
    assert (moments.n_positive, moments.n_negative) == (25, 25)
    for name, tied in zip(moments.names, moments.tied_shares, strict=True):
        scores = DATA[name]
        up, down = scores.values[scores.is_positive], scores.values[~scores.is_positive]
        assert tied == np.equal.outer(up, down).mean()


def test_covariances_are_those_of_the_placements() -> None:
    moments = AucMoments.from_scores(DATA)
    placed = kernels.placements(DATA.values, DATA.observations.is_positive)
    ten, one = np.cov(placed.of_positives / 50), np.cov(placed.of_negatives / 50)
    np.testing.assert_allclose(moments.positives.covariance, ten, rtol=1e-12)
    np.testing.assert_allclose(moments.negatives.covariance, one, rtol=1e-12)
    np.testing.assert_allclose(moments.covariance, ten / 25 + one / 25, rtol=1e-12)
    spread = np.diag(moments.covariance)
    np.testing.assert_allclose(
        moments.difference_variance,
        np.add.outer(spread, spread) - 2 * moments.covariance,
        atol=1e-16,
    )
    np.testing.assert_array_equal(moments.covariance, moments.covariance.T)
    assert not np.diag(moments.difference_variance).any()


def test_each_part_of_the_covariance_is_divided_by_the_size_of_its_own_class() -> None:
    labels = np.arange(40) < 8
    scores = np.random.default_rng(1).normal(size=(2, 40)) + labels
    moments = AucMoments.from_scores(
        PairedScores.from_arrays(labels, {"a": scores[0], "b": scores[1]})
    )
    wins = np.greater(scores[:, labels, None], scores[:, None, ~labels])
    ten, one = np.cov(wins.mean(axis=2)), np.cov(wins.mean(axis=1))
    np.testing.assert_allclose(moments.covariance, ten / 8 + one / 32, rtol=1e-12)


def test_one_classifier_has_moments_of_its_own() -> None:
    alone, together = AucMoments.from_scores(DATA["b"]), AucMoments.from_scores(DATA)
    assert alone.names == ("b",)
    assert alone.aucs == together.aucs[1:2]
    assert alone.covariance[0, 0] == pytest.approx(together.covariance[1, 1], rel=1e-12)


def test_select_picks_and_orders() -> None:
    moments = AucMoments.from_scores(DATA)
    chosen = moments.select(("c", "a"))
    direct = AucMoments.from_scores(DATA.select(["c", "a"]))
    assert (chosen.names, chosen.aucs) == (direct.names, direct.aucs)
    assert chosen.tied_shares == direct.tied_shares
    for at, field in itertools.product((0, 1), ("covariance", "difference", "kurtosis")):
        ours, theirs = (getattr(each.parts[at], field) for each in (chosen, direct))
        np.testing.assert_array_equal(ours, theirs)
        assert not ours.flags.writeable
        assert not getattr(moments.parts[at], field).flags.writeable
    assert moments.index("c") == 2
    with pytest.raises(OptionError, match="no classifier named 'd'"):
        moments.index("d")


def test_a_class_of_one_has_no_covariance() -> None:
    moments = AucMoments.from_scores(Scores.from_arrays([1, 0, 0], [2, 1, 3]))
    assert moments.aucs == (0.5,)
    assert np.isnan(moments.positives.covariance).all()
    assert np.isfinite(moments.negatives.covariance).all()
    assert np.isnan(moments.covariance).all()
    assert np.isnan(moments.difference_variance).all()


def test_threshold_counts_run_from_the_highest_score_down() -> None:
    counts = ThresholdCounts.from_scores(DATA["a"])
    scores = DATA["a"]
    assert counts.thresholds.tolist() == sorted(set(scores.values.tolist()), reverse=True)
    for threshold, up, down in zip(
        counts.thresholds, counts.positives, counts.negatives, strict=True
    ):
        here = scores.values == threshold
        assert (up, down) == ((here & scores.is_positive).sum(), (here & ~scores.is_positive).sum())
    assert (counts.n_positive, counts.n_negative) == (25, 25)
    assert counts.auc == auc_of(scores)
    for array in (counts.thresholds, counts.positives, counts.negatives):
        assert not array.flags.writeable


def test_progress_covers_all_classifiers_and_can_stop() -> None:
    calls: list[tuple[int, int]] = []
    AucMoments.from_scores(DATA, progress=lambda d, t, what: calls.append((d, t)))
    assert [d / t for d, t in calls] == pytest.approx([1 / 3, 2 / 3, 1])
    with pytest.raises(kernels.Cancelled):
        AucMoments.from_scores(DATA, progress=lambda d, t, what: False)


# Moments of averages of pairwise AUCs against their definition by loops, and DeLong's.


ONES = np.ones((3, 3))


def _data(sizes: tuple[int, ...] = (7, 5, 9), decimals: int = 1, rng: int = 0) -> PairedClassScores:
    noise = np.random.default_rng(rng)
    codes = noise.permutation(np.repeat(np.arange(len(sizes)), sizes))
    common = noise.normal(size=(len(codes), len(sizes)))
    scores = {
        name: (common + noise.normal(size=common.shape) + shift * np.eye(len(sizes))[codes]).round(
            decimals
        )
        for name, shift in (("a", 1.5), ("b", 1.0))
    }
    return PairedClassScores.from_arrays(codes, scores)


def _psi(x: float, z: float) -> float:
    return 1.0 if x > z else 0.5 if x == z else 0.0


def _by_loops(scores: ClassScores, weights: NDArray[np.float64]) -> tuple[float, float]:
    """The average and its variance, as the definition has them."""
    weights = weights * (1 - np.eye(len(weights)))
    weights = weights / weights.sum()
    members = [np.flatnonzero(scores.codes == c) for c in range(len(scores.classes))]
    value, influences = 0.0, [np.zeros(len(m)) for m in members]
    for a, b in itertools.permutations(range(len(members)), 2):
        column = scores.values[a]
        won = np.array([[_psi(column[i], column[j]) for j in members[b]] for i in members[a]])
        value += weights[a, b] * won.mean()
        influences[a] += weights[a, b] * won.mean(axis=1)
        influences[b] += weights[a, b] * won.mean(axis=0)
    return value, sum(float(np.var(h, ddof=1)) / len(h) for h in influences)


@for_each("decimals", [0, 1, 9])
@for_each("sizes", [(7, 5, 9), (2, 12, 3), (6, 2, 4, 5)])
@for_each("seed", [0, 1])
def test_values_and_variances_are_those_of_the_double_loop(
    sizes: tuple[int, ...], decimals: int, seed: int
) -> None:
    data = _data(sizes, decimals, seed)
    weights = np.random.default_rng(seed).uniform(size=(2, len(sizes), len(sizes)))
    averages = ClassAucMoments.of_averages(data, weights, [None, None])
    for k, q in itertools.product(range(2), range(2)):
        value, variance = _by_loops(list(data)[k], weights[q])
        assert averages[q].values[k] == pytest.approx(value, rel=1e-13)
        assert averages[q].covariance[k, k] == pytest.approx(variance, rel=1e-12)


def test_the_variance_of_a_difference_is_that_of_the_covariances() -> None:
    whole = ClassAucMoments.from_scores(_data(), ONES)
    variance = whole.covariance
    gap = variance[0, 0] + variance[1, 1] - 2 * variance[0, 1]
    assert whole.difference_variance[0, 1] == pytest.approx(gap, rel=1e-12)


@for_each("decimals", [0, 9])
@for_each("sizes", [(40, 60), (5, 200), (2, 2)])
def test_two_classes_are_delongs(sizes: tuple[int, int], decimals: int) -> None:
    noise = np.random.default_rng(3)
    labels = noise.permutation(np.repeat([0, 1], sizes))
    columns = {
        name: (noise.normal(size=len(labels)) + shift * labels).round(decimals)
        for name, shift in (("a", 1.0), ("b", 0.5))
    }
    theirs = AucMoments.from_scores(PairedScores.from_arrays(labels, columns))
    both = {name: np.stack([-s, s], axis=1) for name, s in columns.items()}
    ours = ClassAucMoments.from_scores(PairedClassScores.from_arrays(labels, both), np.ones((2, 2)))
    assert ours.values.tolist() == list(theirs.aucs)
    np.testing.assert_allclose(ours.covariance, theirs.covariance, rtol=1e-13, atol=1e-18)
    np.testing.assert_allclose(
        ours.difference_variance, theirs.difference_variance, rtol=1e-13, atol=1e-18
    )
    found, theirs_of = ours.parts[1].kurtosis, theirs.positives.kurtosis
    assert found is not None
    assert theirs_of is not None
    np.testing.assert_allclose(found, theirs_of, rtol=1e-6)


def test_neither_the_order_of_rows_nor_threads_change_a_bit() -> None:
    data = _data((30, 40, 50), 1)
    order = np.random.default_rng(1).permutation(120)
    shuffled = PairedClassScores.from_arrays(
        data.codes[order], {n: v.T[order] for n, v in zip(data.names, data.values, strict=True)}
    )
    one = ClassAucMoments.from_scores(data, ONES, threads=1)
    two = ClassAucMoments.from_scores(shuffled, ONES, threads=3)
    for name in ("values", "pairwise", "tied_shares"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    for first, second in zip(one.parts, two.parts, strict=True):
        for name in ("covariance", "difference", "kurtosis", "down", "up"):
            np.testing.assert_array_equal(getattr(first, name), getattr(second, name))


def test_single_precision_scores_rank_alike() -> None:
    data = _data(decimals=1)
    small = {n: v.T.astype(np.float32) for n, v in zip(data.names, data.values, strict=True)}
    found = ClassAucMoments.from_scores(PairedClassScores.from_arrays(data.codes, small), ONES)
    np.testing.assert_array_equal(found.values, ClassAucMoments.from_scores(data, ONES).values)


def test_equal_classifiers_have_no_difference_and_a_lone_observation_no_variance() -> None:
    data = _data()
    twice = PairedClassScores(("a", "b"), data.observations, data.values[[0, 0]])
    moments = ClassAucMoments.from_scores(twice, ONES)
    assert moments.difference_variance[0, 1] == 0.0
    assert places_alike(twice, ONES - np.eye(3))
    assert not places_alike(data, ONES - np.eye(3))
    alone = ClassAucMoments.from_scores(_data((1, 5, 6)), ONES)
    assert np.isnan(alone.covariance).all()
    row = np.zeros((3, 3))
    row[1, 2] = 1
    assert np.isfinite(ClassAucMoments.from_scores(_data((1, 5, 6)), row).covariance).all()


def test_pairs_without_weight_are_not_computed() -> None:
    row = np.zeros((3, 3))
    row[0] = 1
    found = ClassAucMoments.from_scores(_data(), row)
    assert np.isfinite(found.pairwise[:, 0, 1:]).all()
    assert np.isnan(found.pairwise[:, 1:]).all()
    assert found.used.all()
    assert found.index("b") == 1


def test_averages_of_equal_aucs_are_themselves() -> None:
    weights = np.random.default_rng(0).uniform(size=(5, 5))
    for auc in (0.0, 0.5, 1.0):
        assert weighted_average(weights, np.full((5, 5), auc)) == auc


def test_progress_is_told_and_can_stop() -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int, _: str) -> Any:
        told.append((done, total))
        return done < 2

    with pytest.raises(kernels.Cancelled):
        Influences.of(_data(), ONES, progress=watch)
    assert told == [(1, 6), (2, 6)]


def test_the_matrix_of_one_classifier() -> None:
    first = _data()["a"]
    found = pairwise_aucs(first)
    assert np.isnan(np.diag(found)).all()
    assert float(np.nanmean(found)) == pytest.approx(_by_loops(first, ONES)[0], rel=1e-14)


# Running sums a block at a time, against sums of everything at once.


@pytest.mark.parametrize("block", [1, 3, 7, 1 << 16])
def test_blocks_change_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "BLOCK", block)
    rng = np.random.default_rng(0)
    for _ in range(30):
        counts = rng.integers(0, 3, (rng.integers(1, 4), rng.integers(1, 20)))
        sums = np.cumsum(counts, axis=-1)
        places = np.flatnonzero(rng.random(counts.shape[1]) < 0.5)
        assert moments.running_at(counts, places).tolist() == sums[:, places].tolist()
        limits = rng.integers(-1, sums.max() + 2, len(counts))
        within = [int(np.sum(row <= limit)) for row, limit in zip(sums, limits, strict=True)]
        assert moments.count_within(counts, limits).tolist() == within


def test_weights_are_summed_as_they_are() -> None:
    found = moments.running_at(np.array([[0.5, 0.25, 1.0]]), np.array([1, 2]))
    assert found.tolist() == [[0.75, 1.75]]
