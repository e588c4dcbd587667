r"""A curve of millions of points in a few thousand: what to keep, and what line to draw.

**Kept points** are operating points of the curve, none is moved. A point is taken at every step of
:math:`(1 - \text{specificity}) + \text{sensitivity}`, which grows from 0 to 2 along the curve, so
what lies between two kept points is at most a step away from both of them. Near the corners a
step is much: false positives are also kept at counts that grow by a twentieth, and so are missed
positives from the other end, so that a rate near 0 is told to within a twentieth of itself. The
corners of the convex hull are kept too: whatever the costs and the prevalence, the operating point
of least expected cost is among the kept ones.

**The drawn line** goes through points at every step, and between two of them through one more, so
placed that the area under the line is that of the curve: for the area A of the curve above the
lower left end, in the box of width w and height h between the two, it lies on the diagonal from
the lower right corner to the upper left one, at the share :math:`A / (w h)` of its way. A curve
that rises stays in the box, as does the line, so no point moves by more than a step. Where the
step is less than a pixel, no pixel moves.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.hull import upper_hull

STEPS = 1000
_GROWTH = 1.05
_LINE_STEPS = 10_000


def kept_points(
    true_positives: NDArray[np.int64], false_positives: NDArray[np.int64], *, steps: int = STEPS
) -> NDArray[np.int64]:
    """Which points of a curve to keep: all of a short one, else those of the module's rule.

    Counts are cumulative, from no call to all calls.

    >>> kept_points(np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1])).tolist()
    [0, 1, 2, 3]
    """
    if len(true_positives) <= steps:
        return np.arange(len(true_positives))
    n_positive, n_negative = int(true_positives[-1]), int(false_positives[-1])
    along = true_positives / n_positive + false_positives / n_negative
    even = np.searchsorted(along, np.linspace(0, 2, steps + 1))
    first = np.searchsorted(false_positives, _growing(n_negative), side="right") - 1
    last = np.searchsorted(true_positives, n_positive - _growing(n_positive))
    corners = upper_hull(false_positives, true_positives)
    ends = np.array([0, len(along) - 1])
    found = np.concatenate([even, first, last, corners, ends])
    return np.unique(np.minimum(found, len(along) - 1))


def drawn_line(
    x: NDArray[Any], y: NDArray[Any], *, steps: int = _LINE_STEPS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The line to draw for a rising curve from (0, 0) to (1, 1), with the area of the curve.

    A curve with no more points than two for a step is its own line.

    >>> drawn_line(np.array([0, 0.5, 0.5, 1]), np.array([0, 0, 1, 1]), steps=1)[0].tolist()
    [0.0, 0.5, 1.0]
    """
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if len(x) <= 2 * steps + 1:
        return x, y
    at = np.unique(np.searchsorted(x + y, np.linspace(0, x[-1] + y[-1], steps + 1)))
    at = np.unique(np.concatenate([[0], np.minimum(at, len(x) - 1), [len(x) - 1]]))
    width, height = np.diff(x[at]), np.diff(y[at])
    strips = np.diff(x) * ((y[1:] + y[:-1]) / 2)
    area = np.add.reduceat(strips, at[:-1]) - width * y[at[:-1]]
    box = width * height
    share = np.divide(area, box, out=np.full(len(box), 0.5), where=box > 0)
    share = np.clip(share, 0.0, 1.0)
    line_x, line_y = np.empty(2 * len(at) - 1), np.empty(2 * len(at) - 1)
    line_x[::2], line_y[::2] = x[at], y[at]
    line_x[1::2] = x[at[:-1]] + (1 - share) * width
    line_y[1::2] = y[at[:-1]] + share * height
    return line_x, line_y


def _growing(most: int) -> NDArray[np.int64]:
    """Counts from 1 on that grow by one or by a twentieth, whichever is more."""
    count = max(2, int(np.ceil(np.log(max(most, 2)) / np.log(_GROWTH))))
    return np.unique(np.geomspace(1, max(most, 1), count).astype(np.int64))
