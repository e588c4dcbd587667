"""Permutations of whole curves, each against the definition of its statistic."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate import kernels
from aucurate.kernels import _kernels, chunks, reference
from aucurate.kernels.curves import (
    PairedCurves,
    UnpairedCurves,
    paired_curves,
    unpaired_curves,
)

DECIMALS = pytest.mark.parametrize("decimals", [0, 1, 9], ids=["heavy ties", "ties", "no ties"])


def _paired(rng: int, size: int, decimals: int) -> tuple[Any, Any]:
    made = np.random.default_rng(rng)
    positive = made.permutation(np.arange(size) % 5 < 2)
    scores = (made.normal(size=(2, size)) + positive).round(decimals)
    return np.stack([kernels.doubled_midranks(s) for s in scores]), positive


def _unpaired(rng: int, sizes: tuple[int, int], decimals: int) -> Any:
    sets = []
    for at, size in enumerate(sizes):
        ranks, positive = _paired(rng + at, size, decimals)
        sets.append((ranks[0], positive))
    return sets


@DECIMALS
@for_each("size", [2, 17, 40])
def test_the_paired_statistic_is_the_sum_of_differences_in_errors(size: int, decimals: int) -> None:
    ranks, positive = _paired(size, size, decimals)
    found = paired_curves(ranks, positive).distance
    expected = reference.paired_curve_distance(ranks[0], ranks[1], positive)
    assert found == pytest.approx(float(expected), rel=1e-12)


@DECIMALS
def test_each_paired_permutation_exchanges_its_ranks(decimals: int) -> None:
    ranks, positive = _paired(1, 33, decimals)
    curves = paired_curves(ranks, positive)
    drawn = curves.permuted(replicates=15, key=2**63 + 5)
    values = np.unique(ranks)
    for replicate, distance in enumerate(drawn.tolist()):
        flips = np.empty(33, np.uint8)
        turned = np.empty((2, len(values)), np.uint8)
        _kernels.paired_curve_draws(2**63 + 5, replicate, flips, turned)
        columns = []
        for column in (0, 1):
            origin = np.where(flips == 1, 1 - column, column)
            value = np.where(origin == 0, ranks[0], ranks[1])
            group = np.searchsorted(values, value)
            columns.append(2 * value + (origin ^ turned[column][group]))
        expected = reference.paired_curve_distance(columns[0], columns[1], positive)
        assert distance == pytest.approx(float(expected), rel=1e-12)


@DECIMALS
@for_each("sizes", [(20, 20), (30, 14)])
def test_the_unpaired_statistic_is_the_area_between_the_curves(
    sizes: tuple[int, int], decimals: int
) -> None:
    first, second = _unpaired(3, sizes, decimals)
    curves = unpaired_curves(first, second)
    positives = int(first[1].sum() + second[1].sum())
    share = Fraction(positives, sum(sizes))
    assert curves.share == float(share)
    expected = reference.unpaired_curve_distance(first, second, share)
    assert curves.distance == pytest.approx(float(expected), rel=1e-9)


@DECIMALS
@for_each("sizes", [(20, 20), (30, 14)])
def test_each_unpaired_permutation_deals_the_observations_anew(
    sizes: tuple[int, int], decimals: int
) -> None:
    first, second = _unpaired(4, sizes, decimals)
    curves = unpaired_curves(first, second)
    share = Fraction(int(first[1].sum() + second[1].sum()), sum(sizes))
    positive, origin = curves.positive.astype(bool), curves.second
    run = np.repeat(np.arange(len(curves.begins) - 1), np.diff(curves.begins))
    group = np.repeat(np.arange(len(curves.groups) - 1), np.diff(curves.groups))[run]
    for replicate, distance in enumerate(curves.permuted(replicates=15, key=7).tolist()):
        dealt = np.empty(sum(sizes), np.uint8)
        turned = np.empty(len(curves.groups) - 1, np.uint8)
        _kernels.unpaired_curve_draws(curves.positive, curves.sizes, 7, replicate, dealt, turned)
        for label in (False, True):
            assert dealt[positive == label].sum() == origin[positive == label].sum()
        place = 2 * group + (origin ^ turned[group])
        parts = [(place[dealt == s].astype(np.int64), positive[dealt == s]) for s in (0, 1)]
        expected = reference.unpaired_curve_distance(parts[0], parts[1], share)
        assert distance == pytest.approx(float(expected), rel=1e-9, abs=1e-15)


def test_observations_are_dealt_evenly() -> None:
    first, second = _unpaired(5, (12, 8), 1)
    curves = unpaired_curves(first, second)
    seconds = np.zeros(20)
    for replicate in range(4000):
        dealt = np.empty(20, np.uint8)
        turned = np.empty(len(curves.groups) - 1, np.uint8)
        _kernels.unpaired_curve_draws(curves.positive, curves.sizes, 1, replicate, dealt, turned)
        seconds += dealt
    for label in (0, 1):
        mine = curves.positive == label
        expected = curves.second[mine].mean()
        assert np.abs(seconds[mine] / 4000 - expected).max() < 5 * 0.5 / np.sqrt(4000)


def test_threads_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    both: list[PairedCurves | UnpairedCurves] = [
        paired_curves(*_paired(6, 200, 1)),
        unpaired_curves(*_unpaired(6, (150, 90), 1)),
    ]
    first = [c.permuted(replicates=61, key=12, threads=1) for c in both]
    for work in (1, 5_000, 20_000_000):
        monkeypatch.setattr(chunks, "CHUNK_WORK", work)
        for threads in (1, 2, 7):
            for before, curves in zip(first, both, strict=True):
                again = curves.permuted(replicates=61, key=12, threads=threads)
                np.testing.assert_array_equal(before, again)


def test_the_callback_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    both: list[PairedCurves | UnpairedCurves] = [
        paired_curves(*_paired(6, 200, 1)),
        unpaired_curves(*_unpaired(6, (150, 90), 1)),
    ]
    for curves in both:
        found = curves.permuted(
            replicates=50, key=1, threads=1, progress=lambda done, _, what: done < 7
        )
        assert len(found) == 7


def test_equal_curves_have_no_distance() -> None:
    ranks, positive = _paired(7, 50, 1)
    twins = paired_curves(np.stack([ranks[0], ranks[0]]), positive)
    assert twins.distance == 0
    test_set = (ranks[0], positive)
    assert unpaired_curves(test_set, test_set).distance == 0
