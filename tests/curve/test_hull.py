"""The upper convex hull."""

import itertools
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate.curve import hull as hull_module
from aucurate.curve.hull import upper_hull


def _staircase(steps: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    xs, ys = [0], [0]
    for right, up in steps:
        xs.append(xs[-1] + right)
        ys.append(ys[-1] + up)
    return xs, ys


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=25))
def test_the_hull_is_concave_above_all_points_and_made_of_them(
    steps: list[tuple[int, int]],
) -> None:
    xs, ys = _staircase(steps)
    hull = upper_hull(np.array(xs), np.array(ys)).tolist()
    assert hull == sorted(set(hull))
    corners = [(xs[i], ys[i]) for i in hull]
    assert corners[0] == (0, 0)
    assert corners[-1] == (xs[-1], ys[-1])
    for (x0, y0), (x1, y1), (x2, y2) in zip(corners, corners[1:], corners[2:], strict=False):
        assert (y1 - y0) * (x2 - x1) > (y2 - y1) * (x1 - x0)  # turns right, strictly
    for x, y in zip(xs, ys, strict=True):
        above = [
            Fraction(y0) + Fraction(y1 - y0, x1 - x0) * (x - x0) if x1 > x0 else Fraction(y1)
            for (x0, y0), (x1, y1) in itertools.pairwise(corners)
            if x0 <= x <= x1
        ]
        assert not above or y <= max(above)


def test_points_on_a_straight_edge_are_not_corners() -> None:
    assert upper_hull(np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3])).tolist() == [0, 3]
    assert upper_hull(np.array([0, 0, 0, 1, 2]), np.array([0, 1, 2, 2, 2])).tolist() == [0, 2, 4]


def test_a_curve_below_the_diagonal_has_the_diagonal_as_hull() -> None:
    assert upper_hull(np.array([0, 1, 2, 2]), np.array([0, 0, 0, 2])).tolist() == [0, 3]


def test_counts_far_beyond_64_bit_products_are_exact() -> None:
    big = 2**61
    assert upper_hull(np.array([0, big, 2 * big]), np.array([0, big, 2 * big])).tolist() == [0, 2]
    assert upper_hull(np.array([0, big, 2 * big]), np.array([0, big + 1, 2 * big])).tolist() == [
        0,
        1,
        2,
    ]


def _one_by_one(xs: list[int], ys: list[int]) -> list[int]:
    """Andrew's loop over all points."""
    hull: list[int] = []
    for i in range(len(xs)):
        while len(hull) > 1:
            a, b = hull[-2:]
            if (xs[b] - xs[a]) * (ys[i] - ys[a]) < (ys[b] - ys[a]) * (xs[i] - xs[a]):
                break
            hull.pop()
        hull.append(i)
    return hull


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-2, 2)), max_size=40))
def test_what_is_left_out_beforehand_is_no_corner(steps: list[tuple[int, int]]) -> None:
    """Equal points and falling lines too; sorted by x, then y."""
    points = sorted(zip(*_staircase(steps), strict=True))
    x, y = np.array(points).T
    before, hull_module._MANY = hull_module._MANY, 2
    try:
        assert upper_hull(x, y).tolist() == _one_by_one(x.tolist(), y.tolist())
    finally:
        hull_module._MANY = before


def test_of_many_points_few_are_looked_at_one_by_one() -> None:
    rng = np.random.default_rng(3)
    up = rng.random(200_000) < np.linspace(0.9, 0.1, 200_000)
    x, y = np.cumsum(~up, dtype=np.int64), np.cumsum(up, dtype=np.int64)
    assert len(hull_module._candidates(x, y)) < 2000
    assert upper_hull(x, y).tolist() == _one_by_one(x.tolist(), y.tolist())
    huge = 2**40
    assert upper_hull(x * huge, y * huge).tolist() == upper_hull(x, y).tolist()
    assert upper_hull(x / 8, y / 8).tolist() == upper_hull(x, y).tolist()
