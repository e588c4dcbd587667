"""The upper convex hull of points on a curve."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def upper_hull(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """Indices of the corners of the upper hull of points sorted by x, then y (Andrew 1979).

    Exact for integer coordinates. The first and the last point are always corners; points on a
    straight edge are not.

    >>> upper_hull(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2]))
    array([0, 1, 3])
    """
    xs, ys = x.tolist(), y.tolist()
    hull: list[int] = []
    for i in range(len(xs)):
        while len(hull) > 1 and _turns_up(xs, ys, hull[-2], hull[-1], i):
            hull.pop()
        hull.append(i)
    return np.array(hull, np.int64)


def _turns_up(xs: list[int], ys: list[int], a: int, b: int, c: int) -> bool:
    """Whether b lies on or below the segment from a to c."""
    return (xs[b] - xs[a]) * (ys[c] - ys[a]) >= (ys[b] - ys[a]) * (xs[c] - xs[a])
