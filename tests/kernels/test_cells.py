"""Scores in cells and partitions: the maps, and the kernels against their definitions."""

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.kernels.cells import (
    CellMap,
    count_cells,
    no_cells,
    place_by_cells,
    send_to_partitions,
)

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

TINY, LARGEST = float(np.nextafter(0, 1)), float(np.finfo(np.float64).max)
ROWS = 3 * 65536 + 1000  # several chunks of the kernels, the last one short


def _samples() -> dict[str, Floats]:
    rng = np.random.default_rng(3)
    normal = rng.normal(size=5000)
    infinite = normal.copy()
    infinite[:600], infinite[600:900] = np.inf, -np.inf
    return {
        "normal": normal,
        "heavy skew": np.exp(rng.uniform(-700, 700, 5000)),
        "both signs of heavy skew": np.exp(rng.uniform(-700, 700, 5000))
        * rng.choice([-1, 1], 5000),
        "infinities": infinite,
        "only infinities": np.array([np.inf, -np.inf, np.inf]),
        "one-ulp neighbours": 1.0 + np.spacing(1.0) * rng.integers(0, 40, 5000),
        "subnormals": TINY * rng.integers(-300, 300, 5000),
        "whole numbers": rng.poisson(3.0, 5000).astype(float),
        "few values": rng.choice([0.1, 0.2, 0.7], 5000),
        "zeros of both signs": np.where(
            rng.random(5000) < 0.7, rng.choice([0.0, -0.0], 5000), normal
        ),
        "mostly one value": np.where(rng.random(5000) < 0.9, 0.5, rng.random(5000)),
        "all equal": np.full(200, 0.25),
        "one": np.array([3.0]),
        "two": np.array([1.0, 2.0]),
        "extremes": rng.choice([-LARGEST, LARGEST, -1.0, TINY, 0.0], 5000),
        "empty": np.empty(0),
    }


SAMPLES = _samples()
every_sample = pytest.mark.parametrize("name", list(SAMPLES))


def _around(sample: Floats) -> Floats:
    """Scores of the sample and next to them, between and beyond them, in ascending order."""
    rng = np.random.default_rng(4)
    fixed = np.array([-np.inf, -LARGEST, -1.0, -TINY, -0.0, 0.0, TINY, 1.0, LARGEST, np.inf])
    finite = sample[np.isfinite(sample)]
    between = finite / 2 + rng.permutation(finite) / 2
    others = [_next(sample, way) for way in (-np.inf, np.inf)]
    return np.sort(np.concatenate([fixed, sample, between, *others]))


def _next(scores: Any, way: float) -> Any:
    """The next numbers in a direction; infinity is after the largest."""
    with np.errstate(all="ignore"):
        return np.nextafter(scores, way)


def _map(name: str, cells: int = 400, segments: int = 32) -> CellMap:
    return CellMap.of(SAMPLES[name], cells=cells, segments=segments)


def _cells_by_kernel(scores: Floats, map: CellMap) -> Whole:
    """The cells of scores as the compiled loops see them."""
    found, every = np.empty(len(scores), np.int64), np.arange(map.size)
    positive = np.ones(len(scores), np.bool_)
    place_by_cells(
        scores, positive, map, every, every, of_positives=found, of_negatives=np.empty(0, np.int64)
    )
    return found


# The map.


@every_sample
@for_each("cells,segments", [(400, 32), (10_000, 7), (1, 1), (50, 200)])
def test_the_cell_never_falls_as_the_score_rises(name: str, cells: int, segments: int) -> None:
    map, scores = _map(name, cells, segments), _around(SAMPLES[name])
    found = map.of_scores(scores)
    assert np.all(np.diff(found) >= 0)
    assert np.all((found >= 0) & (found < map.size))
    assert np.array_equal(_cells_by_kernel(scores, map), found)


@every_sample
def test_zeros_of_either_sign_are_the_same_score(name: str) -> None:
    for map in (_map(name), CellMap.of(-SAMPLES[name], cells=400, segments=32)):
        zeros = np.array([0.0, -0.0])
        assert len(set(map.of_scores(zeros))) == 1
        assert len(set(_cells_by_kernel(zeros, map))) == 1


@every_sample
def test_a_frequent_value_has_a_cell_of_its_own(name: str) -> None:
    """One that is more often in the sample than a segment has scores, whatever is next to it."""
    sample, segments = SAMPLES[name], 32
    map = _map(name, segments=segments)
    values, times = np.unique(sample, return_counts=True)
    for value in values[(times > 1) & (times > len(sample) / segments)]:
        below, above = _next(value, -np.inf), _next(value, np.inf)
        own, *others = map.of_scores(np.array([value, *({below, above} - {value})]))
        assert own not in others, value


@every_sample
def test_cells_share_the_sample_evenly(name: str) -> None:
    """A cell of several values has no more of the sample than a segment."""
    sample, segments = SAMPLES[name], 32
    map = _map(name, segments=segments)
    cells = map.of_scores(sample)
    for cell, rows in enumerate(np.bincount(cells, minlength=1)):
        if len(set(sample[cells == cell])) > 1:
            assert rows <= len(sample) / segments + 1, cell


def test_cells_of_smooth_scores_are_as_many_and_as_even_as_asked() -> None:
    sample = np.random.default_rng(0).normal(size=100_000)
    map = CellMap.of(sample, cells=1000, segments=64)
    assert map.size == pytest.approx(1000, rel=0.1)
    assert np.bincount(map.of_scores(sample)).max() < 5 * len(sample) / 1000


def test_a_long_tail_is_divided() -> None:
    """Beyond the last quantile segments are shorter and shorter: no cell has all of the tail."""
    sample = np.random.default_rng(0).pareto(1.0, 100_000)
    map = CellMap.of(sample, cells=2000, segments=16)
    assert np.bincount(map.of_scores(sample))[-100:].max() < 0.002 * len(sample)


def test_the_sample_decides_nothing_but_the_cells() -> None:
    """Its order, and infinities in it, do not move the cells of finite scores apart."""
    sample = SAMPLES["infinities"]
    map = CellMap.of(sample, cells=400, segments=32)
    again = CellMap.of(np.random.default_rng(1).permutation(sample), cells=400, segments=32)
    for field in ("starts", "slopes", "firsts", "widths"):
        assert np.array_equal(getattr(map, field), getattr(again, field))
    finite = CellMap.of(sample[np.isfinite(sample)], cells=400, segments=32)
    scores = np.sort(SAMPLES["normal"])
    assert np.array_equal(map.of_scores(scores), finite.of_scores(scores) + 1)


# Counting.


def _rows(name: str = "infinities", rows: int = ROWS) -> tuple[Floats, NDArray[np.bool_], Whole]:
    rng = np.random.default_rng(rows)
    scores = rng.choice(_around(SAMPLES[name]), rows)
    return scores, rng.random(rows) < 0.3, rng.integers(0, 2**40, rows)


def _counted(
    scores: Floats, positive: NDArray[np.bool_], map: CellMap, weights: Whole | None = None
) -> NDArray[np.void]:
    """What the cells hold, by the definition."""
    at, cells = map.of_scores(scores), no_cells(map.size)
    amounts = np.ones(len(scores), np.int64) if weights is None else weights
    np.add.at(cells["positives"], at[positive], amounts[positive])
    np.add.at(cells["negatives"], at[~positive], amounts[~positive])
    np.minimum.at(cells["low"], at, scores)
    np.maximum.at(cells["high"], at, scores)
    return cells


def _same(found: NDArray[np.void], wanted: NDArray[np.void]) -> bool:
    return all(np.array_equal(found[field], wanted[field]) for field in found.dtype.names or ())


@pytest.mark.parametrize("weighted", [False, True])
@for_each("threads", [1, 3])
@for_each("name", ["normal", "infinities", "few values", "extremes", "all equal", "empty"])
def test_counts_are_those_of_the_definition(weighted: bool, threads: int, name: str) -> None:
    map, (scores, positive, weights) = _map(name), _rows(name)
    given = weights if weighted else None
    wanted = _counted(scores, positive, map, given)
    found = no_cells(map.size)
    count_cells(scores, positive, map, found, weights=given, threads=threads)
    assert _same(found, wanted)
    at = map.of_scores(scores)
    if not weighted:
        own = np.bincount(at[positive], minlength=map.size)
        assert np.array_equal(found["positives"], own)


@pytest.mark.parametrize("weighted", [False, True])
def test_counts_add_up_over_calls(weighted: bool) -> None:
    map, (scores, positive, weights) = _map("normal"), _rows("normal")
    found = no_cells(map.size)
    for rows in (slice(0, 0), slice(0, 70_001), slice(70_001, 70_002), slice(70_002, None)):
        part = np.ascontiguousarray(weights[rows]) if weighted else None
        count_cells(scores[rows], positive[rows], map, found, weights=part, threads=2)
    assert _same(found, _counted(scores, positive, map, weights if weighted else None))


def test_cells_without_rows_hold_nothing() -> None:
    cells = no_cells(3)
    count_cells(np.empty(0), np.empty(0, np.bool_), _map("few values"), cells)
    assert cells.tolist() == [(0, 0, np.inf, -np.inf)] * 3


# Placing.


@for_each("threads", [1, 3])
@for_each("name", ["normal", "infinities", "extremes"])
def test_every_row_gets_what_its_cell_has(threads: int, name: str) -> None:
    map, (scores, positive, _) = _map(name), _rows(name)
    of_cells = np.random.default_rng(2).integers(-(2**60), 2**60, (2, map.size))
    found = [np.empty(int(np.sum(own)), np.int64) for own in (positive, ~positive)]
    place_by_cells(
        scores,
        positive,
        map,
        of_cells[0],
        of_cells[1],
        of_positives=found[0],
        of_negatives=found[1],
        threads=threads,
    )
    at = map.of_scores(scores)
    for own, of_class, rows in zip(found, of_cells, (positive, ~positive), strict=True):
        assert np.array_equal(own, of_class[at[rows]])


# Sending.


@pytest.mark.parametrize("weighted", [False, True])
@for_each(
    "starts",
    [
        [-np.inf],
        [-np.inf, 0.0],
        [-np.inf, -1.0, 0.0, TINY, 0.5, 0.75, np.inf],
        [-np.inf, -LARGEST, *np.linspace(-2, 2, 300)],
    ],
    ids=["one", "two", "of single values", "many"],
)
@for_each("threads", [1, 3])
def test_rows_are_sent_by_partition_and_class_in_their_order(
    weighted: bool, starts: list[float], threads: int
) -> None:
    scores, positive, weights = _rows()
    sent = send_to_partitions(
        scores, positive, np.array(starts), weights=weights if weighted else None, threads=threads
    )
    slots = 2 * (np.searchsorted(starts, scores, side="right") - 1) + positive
    order = np.argsort(slots, kind="stable")
    in_class = np.where(positive, np.cumsum(positive), np.cumsum(~positive)) - 1
    assert np.array_equal(sent.scores, scores[order])
    assert np.array_equal(sent.ordinals, in_class[order])
    sizes = np.bincount(slots, minlength=2 * len(starts))
    assert sent.begins.tolist() == [0, *itertools.accumulate(sizes.tolist())]
    assert (sent.weights is None) == (not weighted)
    if sent.weights is not None:
        assert np.array_equal(sent.weights, weights[order])


@for_each("positive", [True, False])
def test_one_class_and_no_rows_are_sent(positive: bool) -> None:
    starts = np.array([-np.inf, 1.0])
    sent = send_to_partitions(np.array([2.0, 0.0, 1.0]), np.full(3, positive), starts)
    assert sent.scores.tolist() == [0.0, 2.0, 1.0]
    assert sent.ordinals.tolist() == [1, 0, 2]
    assert sent.begins.tolist() == ([0, 0, 1, 1, 3] if positive else [0, 1, 1, 3, 3])
    none = send_to_partitions(np.empty(0), np.empty(0, np.bool_), starts)
    assert none.begins.tolist() == [0] * 5
    assert len(none.scores) == 0


def test_scores_keep_their_bits() -> None:
    """A zero stays as it is signed, whatever else is done with it."""
    scores: Any = np.array([-0.0, 0.0, -0.0])
    sent = send_to_partitions(scores, np.zeros(3, np.bool_), np.array([-np.inf, 0.0, TINY]))
    assert np.signbit(sent.scores).tolist() == [True, False, True]
