"""The ranking kernels where the scatter is parallel and the buckets are many."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.kernels.bootstrap import presort

FLOATS: list[Any] = [np.float32, np.float64]
TINY = 5e-324
AWKWARD = (
    0.0, -0.0, TINY, -TINY, 2.2250738585072014e-308, 1.0, float(np.nextafter(1, 2)),
    float(np.nextafter(1, 0)), -1.0, 0.1 + 0.2, 0.3, 1e300, -1e300, float("inf"), float("-inf"),
)  # fmt: skip

# Large inputs: parallel scatter, many buckets, skew. The double loop is too slow there.


def _skewed(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    skewed: NDArray[np.float64] = rng.lognormal(size=size) ** 5
    return skewed


def _one_outlier(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    scores = rng.random(size)
    scores[size // 3] = 1e300
    return scores


def _infinite(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    scores = rng.normal(size=size)
    scores[:: size // 100] = np.inf
    scores[1 :: size // 100] = -np.inf
    return scores


def _signed_zeros(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    return rng.choice(np.array([-1.0, -0.0, 0.0, TINY, -TINY, 1e-310, 2.0]), size)


def _near_ties(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    return np.where(rng.random(size) < 0.5, 0.7, np.nextafter(0.7, 1)) + np.zeros(size)


def _huge_range(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    wide: NDArray[np.float64] = rng.choice([-1.0, 1.0], size) * 10.0 ** rng.uniform(-320, 308, size)
    return wide


def _quantile_gap(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    """One value in more than nine tenths of the rows, the rest spread far out."""
    return np.where(rng.random(size) < 0.95, 0.25, rng.normal(size=size) * 1e6)


SHAPES: dict[str, Callable[[np.random.Generator, int], NDArray[np.float64]]] = {
    "uniform": lambda rng, size: rng.random(size),
    "normal, crossing zero": lambda rng, size: rng.normal(size=size),
    "two decimals": lambda rng, size: rng.normal(size=size).round(2),
    "skewed": _skewed,
    "one outlier": _one_outlier,
    "all equal": lambda rng, size: np.full(size, 0.3),
    "two values": lambda rng, size: rng.integers(0, 2, size).astype(np.float64),
    "ascending": lambda rng, size: np.linspace(-1, 1, size),
    "descending": lambda rng, size: np.linspace(1, -1, size),
    "infinite": _infinite,
    "signed zeros": _signed_zeros,
    "one ulp apart": _near_ties,
    "all magnitudes": _huge_range,
    "one value and tails": _quantile_gap,
    "saturated probabilities": lambda rng, size: 1 / (1 + np.exp(-40 * rng.normal(size=size))),
}


def _searched(scores: NDArray[Any], positive: NDArray[np.bool_]) -> tuple[Any, Any, int]:
    """Doubled placements and tied pairs by binary search: another algorithm than the kernel's."""
    up, down = np.sort(scores[positive]), np.sort(scores[~positive])
    less = np.searchsorted(down, scores[positive], "left")
    not_greater = np.searchsorted(down, scores[positive], "right")
    below = np.searchsorted(up, scores[~positive], "left")
    not_above = np.searchsorted(up, scores[~positive], "right")
    ties = int((not_greater - less).sum())
    return less + not_greater, 2 * len(up) - (below + not_above), ties


@for_each("kind", FLOATS)
@for_each("size", [1500, 70_000, 300_000])
@for_each("shape", SHAPES)
def test_large_inputs_agree_with_binary_search_on_any_number_of_threads(
    shape: str, size: int, kind: Any
) -> None:
    rng = np.random.default_rng(size)
    with np.errstate(over="ignore"):
        scores = SHAPES[shape](rng, size).astype(kind)
    positive = rng.random(size) < 0.3
    of_positives, of_negatives, ties = _searched(scores, positive)
    for threads in (1, 2, 7):
        assert kernels.auc_counts(scores, positive, threads=threads) == (
            int(of_positives.sum()),
            ties,
        )
        placed = kernels.placements(scores[None, :], positive, threads=threads)
        np.testing.assert_array_equal(placed.of_positives[0], of_positives)
        np.testing.assert_array_equal(placed.of_negatives[0], of_negatives)
        assert placed.tied_pairs == (ties,)


@pytest.mark.parametrize("shape", ["normal, crossing zero", "two decimals", "skewed", "infinite"])
def test_large_thresholds_ranks_and_orders_do_not_depend_on_threads(shape: str) -> None:
    rng = np.random.default_rng(5)
    scores, positive = SHAPES[shape](rng, 70_000), rng.random(70_000) < 0.5
    distinct, inverse = np.unique(scores, return_inverse=True)
    up = np.bincount(inverse, positive, len(distinct))
    for threads in (1, 2, 7):
        values, positives, negatives = kernels.threshold_counts(scores, positive, threads=threads)
        np.testing.assert_array_equal(values, distinct[::-1])
        np.testing.assert_array_equal(positives, up[::-1])
        np.testing.assert_array_equal(negatives, (np.bincount(inverse) - up)[::-1])
        ordered = np.sort(scores)
        ranks = np.searchsorted(ordered, scores) + np.searchsorted(ordered, scores, "right") + 1
        np.testing.assert_array_equal(kernels.doubled_midranks(scores, threads=threads), ranks)
        order = presort(scores[None, :], positive, threads=threads)
        stable = np.argsort(scores[positive], kind="stable")
        np.testing.assert_array_equal(order.positive_order[0], stable)
        stable = np.argsort(scores[~positive], kind="stable")
        np.testing.assert_array_equal(order.negative_order[0], stable)


@settings(deadline=None)
@given(st.lists(st.sampled_from(AWKWARD), min_size=1), st.integers(0, 9), st.integers(1, 3))
def test_awkward_values_in_many_buckets_agree_with_binary_search(
    values: list[float], seed: int, threads: int
) -> None:
    rng = np.random.default_rng(seed)
    scores, positive = rng.choice(values, 3000), rng.random(3000) < 0.5
    of_positives, of_negatives, ties = _searched(scores, positive)
    placed = kernels.placements(scores[None, :], positive, threads=threads)
    np.testing.assert_array_equal(placed.of_positives[0], of_positives)
    np.testing.assert_array_equal(placed.of_negatives[0], of_negatives)
    assert placed.tied_pairs == (ties,)
    found, up, down = kernels.threshold_counts(scores, positive, threads=threads)
    np.testing.assert_array_equal(found, np.unique(scores)[::-1])
    assert (up.sum(), down.sum()) == (positive.sum(), (~positive).sum())


def test_counts_beyond_2_to_the_32_pairs_are_exact() -> None:
    rng = np.random.default_rng(1)
    size = 100_000
    scores = rng.integers(0, 5, 2 * size).astype(float)
    positive = np.repeat([True, False], size)
    up = [int(v) for v in np.bincount(scores[positive].astype(int))]
    down = [int(v) for v in np.bincount(scores[~positive].astype(int))]
    won = sum(up[i] * (2 * sum(down[:i]) + down[i]) for i in range(5))
    tied = sum(u * d for u, d in zip(up, down, strict=True))
    assert size**2 > 2**32
    assert tied > 2**30
    assert kernels.auc_counts(scores, positive) == (won, tied)
    assert kernels.auc_counts(np.zeros(2 * size), positive) == (size**2, size**2)
    assert kernels.placements(np.zeros((1, 2 * size)), positive).tied_pairs == (size**2,)
