"""The upper convex hull of points on a curve."""

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MANY = 1000  # points that a loop looks at one by one in no time
_WORTH = 0.9  # of the points, at most, must be left by a pass for another to be worth it


def upper_hull(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """Indices of the corners of the upper hull of points sorted by x, then y (Andrew 1979).

    Exact for integer coordinates. The first and the last point are always corners; points on a
    straight edge are not.

    >>> upper_hull(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2]))
    array([0, 1, 3])
    """
    if not _fits(x, y):
        return _hull_of(np.arange(len(x)), x, y)
    x, y = x.astype(np.int64, copy=False), y.astype(np.int64, copy=False)
    return _hull_of(_candidates(x, y), x, y)


def _hull_of(at: NDArray[np.int64], x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """The corners among the points at these places, one by one."""
    xs, ys = x[at].tolist(), y[at].tolist()
    hull: list[int] = []
    for i in range(len(xs)):
        while len(hull) > 1 and _turns_up(xs, ys, hull[-2], hull[-1], i):
            hull.pop()
        hull.append(i)
    return at[hull]


def _candidates(x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int64]:
    """Indices of the points that can be corners, in a few passes over ever fewer of them.

    The hull of some of the points is made first. Whatever lies on or below one of its edges is no
    corner of the hull of all; of what lies above an edge the farthest point is one, and makes two
    edges of it for the next pass (as in quickhull).
    """
    some = np.unique(np.linspace(0, len(x) - 1, _MANY).round().astype(np.int64))
    corners, left = _hull_of(some, x, y), np.arange(len(x))
    before = 2 * len(left)
    while _MANY < len(left) < _WORTH * before:
        before = len(left)
        left, farthest = _above(corners, left, x, y)
        corners = _hull_of(np.union1d(corners, farthest), x, y)
    return np.union1d([_last_equal(at, x, y) for at in corners.tolist()], left)


def _last_equal(at: int, x: NDArray[np.int64], y: NDArray[np.int64]) -> int:
    """The last of the points that are the same: of these a corner is the last, but the first 0."""
    end = at
    while at > 0 and end + 1 < len(x) and x[end + 1] == x[at] and y[end + 1] == y[at]:
        end += 1
    return end


def _above(
    corners: NDArray[np.int64],
    left: NDArray[np.int64],
    x: NDArray[np.int64],
    y: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The points above an edge between corners, and the one farthest above each edge."""
    ends = np.searchsorted(left, corners).tolist()
    found, farthest = [left[:0]], []
    edges = itertools.pairwise(corners.tolist())
    for (a, b), (low, high) in zip(edges, itertools.pairwise(ends), strict=True):
        here = left[low:high]
        over = (y[here] - y[a]) * (x[b] - x[a]) - (x[here] - x[a]) * (y[b] - y[a])
        kept = here[over > 0]
        if len(kept):
            found.append(kept)
            farthest.append(here[np.argmax(over)])
    return np.concatenate(found), np.array(farthest, np.int64)


def _fits(x: NDArray[Any], y: NDArray[Any]) -> bool:
    """Whether the coordinates are whole, and products of their differences 64-bit numbers."""
    if len(x) <= _MANY or not all(np.issubdtype(each.dtype, np.integer) for each in (x, y)):
        return False
    spans = [int(each.max()) - int(each.min()) for each in (x, y)]
    return spans[0] * spans[1] < 2**62 and max(spans) < 2**62


def _turns_up(xs: list[int], ys: list[int], a: int, b: int, c: int) -> bool:
    """Whether b lies on or below the segment from a to c."""
    return (xs[b] - xs[a]) * (ys[c] - ys[a]) >= (ys[b] - ys[a]) * (xs[c] - xs[a])
