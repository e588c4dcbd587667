"""The upper convex hull of points on a curve."""

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
    at = _candidates(x, y)
    xs, ys = x[at].tolist(), y[at].tolist()
    hull: list[int] = []
    for i in range(len(xs)):
        while len(hull) > 1 and _turns_up(xs, ys, hull[-2], hull[-1], i):
            hull.pop()
        hull.append(i)
    return at[hull]


def _candidates(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """Indices of the points that can be corners, in a few passes over all of them.

    A point on or below the segment between its neighbours is no corner, whichever others there
    are, so all such points can go at once; a pass leaves about half. Equal points stay, as they
    would lie on each other's segments. Where a product could not be held in 64 bits, all stay.
    """
    at = np.arange(len(x))
    if not _fits(x, y):
        return at
    x, y = x.astype(np.int64, copy=False), y.astype(np.int64, copy=False)
    before = 2 * len(at)
    while _MANY < len(at) < _WORTH * before:
        before = len(at)
        across, up = np.diff(x), np.diff(y)
        moves = (across != 0) | (up != 0)
        kept = np.ones(len(at), np.bool_)
        kept[1:-1] = across[:-1] * up[1:] < up[:-1] * across[1:]
        kept[1:-1] |= ~(moves[:-1] & moves[1:])
        at, x, y = at[kept], x[kept], y[kept]
    return at


def _fits(x: NDArray[Any], y: NDArray[Any]) -> bool:
    """Whether the coordinates are whole, and products of their differences 64-bit numbers."""
    if len(x) <= _MANY or not all(np.issubdtype(each.dtype, np.integer) for each in (x, y)):
        return False
    spans = [int(each.max()) - int(each.min()) for each in (x, y)]
    return spans[0] * spans[1] < 2**62 and max(spans) < 2**62


def _turns_up(xs: list[int], ys: list[int], a: int, b: int, c: int) -> bool:
    """Whether b lies on or below the segment from a to c."""
    return (xs[b] - xs[a]) * (ys[c] - ys[a]) >= (ys[b] - ys[a]) * (xs[c] - xs[a])
