"""Pair counts, placements, threshold counts, orders and midranks against their definitions."""

from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate import kernels
from aucurate.kernels import reference
from aucurate.kernels.bootstrap import presort

Labelled: TypeAlias = tuple[NDArray[Any], NDArray[np.bool_]]

FLOATS: list[Any] = [np.float32, np.float64]
TINY = 5e-324
NEAR_ONE = (float(np.nextafter(1, 0)), 1.0, float(np.nextafter(1, 2)))
AWKWARD = (
    0.0, -0.0, TINY, -TINY, 2 * TINY, 2.2250738585072014e-308, -2.2250738585072014e-308,
    *NEAR_ONE, *(-v for v in NEAR_ONE), 0.1 + 0.2, 0.3, 0.5,
    1e300, float(np.nextafter(1e300, 0)), -1e300, float("inf"), float("-inf"),
)  # fmt: skip
AWKWARD_32 = tuple(
    float(v)
    for one in (0.0, 1.0, -1.0, 1e-45, 1.1754944e-38, 3e38, float("inf"), float("-inf"))
    for v in (
        np.float32(one),
        np.float32(-one),
        np.nextafter(np.float32(one), np.float32(9)),
        np.nextafter(np.float32(one), np.float32(-9)),
    )
)


@st.composite
def labelled(draw: st.DrawFn) -> Labelled:
    narrow = draw(st.booleans())
    pool = st.sampled_from(AWKWARD_32 if narrow else AWKWARD)
    free = st.floats(allow_nan=False, width=32 if narrow else 64)
    values = draw(st.lists(st.one_of(pool, free), min_size=1, max_size=120))
    positive = draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
    return np.array(values, np.float32 if narrow else np.float64), np.array(positive)


@st.composite
def neighbours(draw: st.DrawFn) -> Labelled:
    """Scores within a few ulp of one another: what rounding would tie, and must not."""
    kind = draw(st.sampled_from(FLOATS))
    centre = draw(st.floats(allow_nan=False, allow_infinity=False, width=32))
    steps = draw(st.lists(st.integers(-3, 3), min_size=1, max_size=80))
    values = []
    for step in steps:
        value = kind(centre)
        for _ in range(abs(step)):
            with np.errstate(over="ignore", under="ignore"):  # infinity is a score like any other
                value = np.nextafter(value, kind(np.inf if step > 0 else -np.inf))
        values.append(value)
    positive = draw(st.lists(st.booleans(), min_size=len(steps), max_size=len(steps)))
    return np.array(values, kind), np.array(positive)


ANY = st.one_of(labelled(), neighbours())


@settings(deadline=None)
@given(ANY, st.integers(1, 7))
def test_pair_counts_are_the_double_loop(data: Labelled, threads: int) -> None:
    assert kernels.auc_counts(*data, threads=threads) == reference.auc_counts(*data)


@settings(deadline=None)
@given(ANY, st.integers(1, 7))
def test_placements_are_the_sums_of_the_matrix_of_pairs(data: Labelled, threads: int) -> None:
    scores, positive = data
    placed = kernels.placements(np.stack([scores, scores[::-1]]), positive, threads=threads)
    for k, row in enumerate((scores, scores[::-1])):
        of_positives, of_negatives = reference.placements(row, positive)
        np.testing.assert_array_equal(placed.of_positives[k], of_positives)
        np.testing.assert_array_equal(placed.of_negatives[k], of_negatives)
        assert placed.tied_pairs[k] == reference.auc_counts(row, positive)[1]


@settings(deadline=None)
@given(ANY)
def test_threshold_counts_are_the_distinct_scores_with_their_classes(data: Labelled) -> None:
    values, positives, negatives = kernels.threshold_counts(*data)
    assert values.dtype == data[0].dtype
    found = list(zip(values.tolist(), positives.tolist(), negatives.tolist(), strict=True))
    assert found == reference.threshold_counts(*data)


@settings(deadline=None)
@given(ANY)
def test_midranks_are_twice_the_mean_place(data: Labelled) -> None:
    ranks = kernels.doubled_midranks(data[0])
    np.testing.assert_array_equal(ranks, reference.doubled_midranks(data[0]))


@settings(deadline=None)
@given(ANY)
def test_presort_orders_both_classes_and_counts_the_positives_below(data: Labelled) -> None:
    scores, positive = data
    order = presort(scores[None, :], positive)
    up, down = scores[positive], scores[~positive]
    sorted_negatives = down[order.negative_order[0]]
    np.testing.assert_array_equal(up[order.positive_order[0]], np.sort(up))
    np.testing.assert_array_equal(sorted_negatives, np.sort(down))
    assert sorted(order.positive_order[0].tolist()) == list(range(len(up)))
    assert sorted(order.negative_order[0].tolist()) == list(range(len(down)))
    below = [int((up < v).sum()) for v in sorted_negatives]
    not_above = [int((up <= v).sum()) for v in sorted_negatives]
    assert order.positives_less[0].tolist() == below
    assert order.positives_not_greater[0].tolist() == not_above


def test_signed_zeros_are_one_value() -> None:
    scores, positive = np.array([0.0, -0.0]), np.array([True, False])
    assert kernels.auc_counts(scores, positive) == (1, 1)
    assert kernels.auc_counts(-scores, positive) == (1, 1)
    assert len(kernels.threshold_counts(scores, positive)[0]) == 1


@for_each("kind", FLOATS)
@for_each("centre", [0.0, 1.0, -1.0, 1e-40, 3e38])
def test_scores_one_ulp_apart_are_not_tied(kind: Any, centre: float) -> None:
    value = kind(centre)
    above = np.nextafter(value, kind(np.inf))
    scores = np.array([above, value], kind)
    assert kernels.auc_counts(scores, np.array([True, False])) == (2, 0)
    assert kernels.auc_counts(scores, np.array([False, True])) == (0, 0)


@pytest.mark.parametrize("largest", [10, 2**27, 2**31, 2**40, 2**62])
def test_run_length_counts_are_exact_past_2_to_the_64(largest: int) -> None:
    rng = np.random.default_rng(largest % 97)
    up = rng.integers(0, largest, 8, dtype=np.uint64)
    down = rng.integers(0, largest, 8, dtype=np.uint64)
    if largest == 2**62:  # 128 bits hold the doubled count of 2^63 positives and negatives each
        up, down = up // np.uint64(8), down // np.uint64(8)
    p, n = [int(v) for v in up], [int(v) for v in down]
    won = sum(p[i] * (2 * sum(n[:i]) + n[i]) for i in range(8))
    tied = sum(a * b for a, b in zip(p, n, strict=True))
    assert kernels.run_length_auc_counts(up, down) == (won, tied)
    if largest == 2**31:
        assert won > 2**53
    if largest >= 2**40:
        assert won > 2**64


def test_kernels_leave_their_input_alone() -> None:
    rng = np.random.default_rng(2)
    scores, positive = rng.normal(size=(2, 70_000)), rng.random(70_000) < 0.4
    before = scores.copy(), positive.copy()
    scores.flags.writeable = positive.flags.writeable = False
    kernels.auc_counts(scores[0], positive)
    kernels.placements(scores, positive)
    presort(scores, positive)
    kernels.threshold_counts(scores[1], positive)
    kernels.doubled_midranks(scores[1])
    np.testing.assert_array_equal(scores, before[0])
    np.testing.assert_array_equal(positive, before[1])


def test_rows_that_are_not_contiguous_are_read_right() -> None:
    rng = np.random.default_rng(3)
    table, positive = rng.normal(size=(500, 3)), rng.random(1000)[::2] < 0.5
    for k in range(3):
        column = np.ascontiguousarray(table[:, k])
        assert kernels.auc_counts(table[:, k], positive) == reference.auc_counts(column, positive)
    placed = kernels.placements(table.T, positive)
    np.testing.assert_array_equal(
        placed.of_positives[2], reference.placements(table[:, 2], positive)[0]
    )
