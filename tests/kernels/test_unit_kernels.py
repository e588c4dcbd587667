"""The bootstrap and the permutation of groups and of weighted rows, against their definitions."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.inference.resampling.drawn_units import RowUnits
from aucurate.kernels import _kernels, chunks, reference
from aucurate.kernels.bootstrap import bootstrap_aucs, presort
from aucurate.kernels.permutation import swapped_rank_differences
from aucurate.kernels.studentised import studentised_bootstrap
from aucurate.kernels.units import UnitDesign, unit_bootstrap, unit_counts

CONTRAST = np.array([1, -1])


def _data(seed: int, size: int = 60, groups: int = 22) -> tuple[Any, Any, Any, Any]:
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.4
    scores = (rng.normal(size=(2, size)) + positive).round(1)
    return scores, positive, rng.permutation(np.arange(size) % groups), rng.integers(1, 2**44, size)


def _ranks(scores: Any) -> NDArray[np.int64]:
    return np.stack([kernels.doubled_midranks(row) for row in scores])


def _design(positive: Any, groups: Any, weights: Any) -> UnitDesign:
    return RowUnits(groups, weights).design(~positive)


@for_each("stratified", [True, False])
@for_each("grouped", [True, False])
@for_each("weighted", [True, False])
def test_each_replicate_is_the_auc_of_its_rows(
    stratified: bool, grouped: bool, weighted: bool
) -> None:
    scores, positive, groups, weights = _data(1)
    design = _design(positive, groups if grouped else None, weights if weighted else None)
    drawing: dict[str, Any] = {"stratified": stratified, "key": 2**63 + 5}
    aucs, variances = unit_bootstrap(_ranks(scores), positive, design, replicates=25, **drawing)
    assert np.isnan(variances).all()
    for replicate, row in enumerate(aucs):
        times = unit_counts(design, replicate=replicate, **drawing)
        drawn = [each.sum() for each in np.split(times, np.cumsum(design.strata)[:-1])]
        assert sum(drawn) == design.n_units
        if stratified:
            assert drawn == list(design.strata)
        amounts = times[design.units] * (weights if weighted else 1)
        expected = [reference.weighted_auc(each, positive, amounts) for each in scores]
        np.testing.assert_allclose(row, expected, rtol=1e-14)


@for_each("stratified", [True, False])
@for_each("weighted", [True, False])
def test_the_variance_of_a_replicate_is_that_of_its_groups(
    stratified: bool, weighted: bool
) -> None:
    """A group that was drawn twice is two groups."""
    scores, positive, groups, weights = _data(2)
    design = _design(positive, groups, weights if weighted else None)
    drawing: dict[str, Any] = {"stratified": stratified, "key": 11}
    aucs, variances = unit_bootstrap(
        _ranks(scores), positive, design, contrast=CONTRAST, replicates=20, **drawing
    )
    for replicate, variance in enumerate(variances):
        times = unit_counts(design, replicate=replicate, **drawing)[design.units]
        rows = np.repeat(np.arange(len(groups)), times)
        copy = np.concatenate([np.arange(each) for each in times])
        named = [f"{groups[row]} {at}" for row, at in zip(rows, copy, strict=True)]
        given = {"sampling_weights": weights[rows]} if weighted else {}
        moments = AucMoments.from_scores(
            PairedScores.from_arrays(
                positive[rows],
                {"a": scores[0][rows], "b": scores[1][rows]},
                groups=named,
                **given,
            )
        )
        np.testing.assert_allclose(aucs[replicate], moments.aucs, rtol=1e-12)
        assert variance == pytest.approx(float(moments.difference_variance[0, 1]), rel=1e-9)


@for_each("stratified", [True, False])
def test_units_of_one_row_are_observations(stratified: bool) -> None:
    scores, positive, _, _ = _data(3, 150)
    drawing: dict[str, Any] = {"replicates": 40, "stratified": stratified, "key": 4}
    order, turned = presort(scores, positive), presort(scores, ~positive)
    plain, of_delong = studentised_bootstrap(order, turned, CONTRAST, **drawing)
    design = _design(positive, None, None)
    aucs, variances = unit_bootstrap(_ranks(scores), positive, design, contrast=CONTRAST, **drawing)
    np.testing.assert_array_equal(aucs, plain)
    np.testing.assert_array_equal(aucs, bootstrap_aucs(order, **drawing))
    np.testing.assert_allclose(variances, of_delong, rtol=1e-12)


def test_the_same_key_gives_the_same_numbers_on_any_threads_and_in_any_chunks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores, positive, groups, weights = _data(5, 300, 80)
    ranks = _ranks(scores)
    designs = [
        _design(positive, groups, weights),
        RowUnits(None, weights >> 20, counted=True).design(~positive),
    ]

    def every(threads: int) -> list[Any]:
        drawing: dict[str, Any] = {"replicates": 31, "key": 12, "threads": threads}
        found: list[Any] = []
        for design in designs:
            given = ranks, positive, design
            found += unit_bootstrap(*given, contrast=CONTRAST, stratified=True, **drawing)
        for more in ({}, {"weights": weights}):
            found.append(
                swapped_rank_differences(ranks, positive, groups=groups, **more, **drawing)
            )
        return found

    first = every(1)
    for work in (1, 20_000_000):
        monkeypatch.setattr(chunks, "CHUNK_WORK", work)
        for threads in (1, 2, 5):
            for one, again in zip(first, every(threads), strict=True):
                np.testing.assert_array_equal(one, again)


def test_a_class_that_was_not_drawn_and_one_group_have_no_variance() -> None:
    positive = np.array([True, False, True, False])
    ranks = np.array([[7, 1, 3, 5]])
    design = _design(positive, np.array([0, 1, 0, 1]), None)
    aucs, variances = unit_bootstrap(
        ranks, positive, design, contrast=np.array([1]), replicates=50, stratified=False, key=1
    )
    assert set(aucs[~np.isnan(aucs)].tolist()) == {0.75}
    assert 0 < np.isnan(aucs).sum() < 50
    assert np.isnan(variances).all()
    whole = _design(positive, np.array([0, 0, 0, 0]), None)
    aucs, variances = unit_bootstrap(
        ranks, positive, whole, contrast=np.array([1]), replicates=5, stratified=True, key=1
    )
    assert aucs.tolist() == [[0.75]] * 5
    assert np.isnan(variances).all()


def test_perfect_replicates_are_exactly_one_and_have_exactly_no_variance() -> None:
    rng = np.random.default_rng(8)
    positive = np.arange(40) < 17
    ranks = np.stack([kernels.doubled_midranks(positive + rng.random(40) / 2)])
    weights = rng.integers(1, 2**46, 40)
    design = _design(positive, rng.integers(0, 15, 40), weights)
    aucs, variances = unit_bootstrap(
        ranks, positive, design, contrast=np.array([1]), replicates=50, stratified=True, key=1
    )
    assert (aucs == 1).all()
    assert (variances == 0).all()


def test_observations_that_rows_stand_for_are_drawn_like_a_multinomial() -> None:
    """Few and many expected, shares on both sides of a half, and 10^10 observations.

    The first stratum is drawn one by one, the others row by row.
    """
    few, some, many = [5, 30, 1, 20], [5, 100, 1, 3000], [20, 7, 2**33, 1000, 10**6]
    sizes = np.array([*few, *some, *many], np.int64)
    design, replicates = UnitDesign(np.arange(13), (4, 4, 5), sizes=sizes), 8000
    drawn = np.array(
        [unit_counts(design, stratified=True, key=1, replicate=r) for r in range(replicates)]
    )
    for part in (slice(0, 4), slice(4, 8), slice(8, 13)):
        own, counts = sizes[part], drawn[:, part].astype(np.float64)
        assert (counts.sum(axis=1) == own.sum()).all()
        expected = own * (1 - own / own.sum())
        errors = (counts.mean(axis=0) - own) / np.sqrt(expected / replicates)
        assert np.abs(errors).max() < 4
        tails = np.sqrt((2 + 1 / expected) / replicates)
        assert (np.abs(counts.var(axis=0) / expected - 1) < 4.5 * tails).all()
        correlation = np.asarray(np.corrcoef(counts[:, :2].T))[0, 1]
        odds = own[:2] / (own.sum() - own[:2])
        assert correlation == pytest.approx(-math.sqrt(odds[0] * odds[1]), abs=0.05)


def _binomial(trials: int, share: float) -> NDArray[np.float64]:
    k = np.arange(trials + 1)
    logs = np.array([math.lgamma(trials + 1) - math.lgamma(i + 1) - math.lgamma(trials - i + 1)
                     for i in range(trials + 1)])  # fmt: skip
    found: NDArray[np.float64] = np.exp(logs + k * np.log(share) + (trials - k) * np.log1p(-share))
    return found


@for_each("first", [3, 40, 300, 700])
def test_each_number_of_draws_is_as_frequent_as_it_should_be(first: int) -> None:
    """Chi-square over the counts of a row among 1000 observations."""
    design, replicates = UnitDesign(np.arange(2), (2,), sizes=np.array([first, 1000 - first])), 8000
    drawn = [unit_counts(design, stratified=True, key=7, replicate=r)[0] for r in range(replicates)]
    expected = replicates * _binomial(1000, first / 1000)
    seen = np.bincount(drawn, minlength=1001)
    usual = expected > 8
    distance = float((((seen - expected) ** 2)[usual] / expected[usual]).sum())
    degrees = int(usual.sum())
    assert distance < degrees + 4 * math.sqrt(2 * degrees)
    assert seen[~usual].sum() < 2 * expected[~usual].sum() + 20


@for_each("weighted", [True, False])
@for_each("grouped", [True, False])
def test_each_permutation_exchanges_whole_groups(weighted: bool, grouped: bool) -> None:
    scores, positive, groups, weights = _data(6, 40, 13)
    ranks, units = _ranks(scores), groups if grouped else np.arange(40)
    drawn = swapped_rank_differences(
        ranks,
        positive,
        groups=groups if grouped else None,
        weights=weights if weighted else None,
        replicates=20,
        key=9,
    )
    counted = weights if weighted else np.ones(40, np.int64)
    flips = np.empty(int(units.max()) + 1, np.uint8)
    for replicate, difference in enumerate(drawn):
        _kernels.permutation_flips(9, replicate, flips)
        flip = flips[units].astype(bool)
        expected = reference.weighted_swapped_difference(ranks, positive, counted, flip)
        assert difference == float(expected)
        if not weighted:
            assert difference == reference.swapped_rank_difference(ranks, positive, flip)


def test_many_observations_take_the_same_groups() -> None:
    """Beyond the size at which sixteen permutations are made side by side."""
    rng = np.random.default_rng(3)
    size = 1 << 16
    positive, groups = rng.random(size) < 0.3, rng.integers(0, 50, size)
    ranks = _ranks(rng.normal(size=(2, size)))
    ones = np.ones(size, np.int64)
    drawing: dict[str, Any] = {"groups": groups, "replicates": 3, "key": 2}
    plain = swapped_rank_differences(ranks, positive, **drawing)
    weighted = swapped_rank_differences(ranks, positive, weights=ones, **drawing)
    np.testing.assert_array_equal(plain, weighted)
