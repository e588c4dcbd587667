r"""A curve of millions of points in a few thousand: what to keep, and what line to draw.

**Kept points** are operating points of the curve, none is moved; the rule is that of
:mod:`aucurate.kernels.thinning`. What lies between two kept points is at most a step away from both
of them. Near the corners a step is much, and there a rate near 0 is kept to within a twentieth of
itself. The corners of the convex hull are kept, so that whatever the costs and the prevalence, an
operating point of least expected cost is among the kept ones.

**The drawn line** goes through points at every step, and between two of them through one more, so
placed that the area under the line is that of the curve: for the area A of the curve above the
lower left end, in the box of width w and height h between the two, it lies on the diagonal from
the lower right corner to the upper left one, at the share :math:`A / (w h)` of its way. A curve
that rises stays in the box, as does the line, so no point moves by more than a step. Where the
step is less than a pixel, no pixel moves.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.roc import upper_hull
from aucurate.kernels.thinning import STEPS, CurveLines

_LINE_STEPS = 10_000
_WEIGHT = 2**30
_MOST_PAIRS = 2**61  # the way along a curve of more is not counted in 64 bits


def kept_points(
    true_positives: NDArray[Any],
    false_positives: NDArray[Any],
    *,
    totals: tuple[float, float] | None = None,
    steps: int = STEPS,
) -> NDArray[np.int64]:
    """Which points of a long curve to keep; one of up to ``steps`` points needs no thinning.

    Counts are cumulative, from no call to all calls, or to where the first part of a curve ends
    whose positives and negatives are ``totals``. Points that would not be kept can be left out
    beforehand: the others are kept all the same.

    >>> kept_points(np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1]), steps=1).tolist()
    [0, 1, 3]
    """
    n_positive, n_negative = totals or (true_positives[-1], false_positives[-1])
    if true_positives.dtype.kind == "f" or int(n_positive) * int(n_negative) >= _MOST_PAIRS:
        # Weights, or counts without room for products: in whole numbers that leave it.
        true_positives, false_positives = (
            np.rint(each * (_WEIGHT / total)).astype(np.int64)
            for each, total in ((true_positives, n_positive), (false_positives, n_negative))
        )
        n_positive, n_negative = _WEIGHT, _WEIGHT
    n_positive, n_negative = int(n_positive), int(n_negative)
    lines = CurveLines.of(n_positive, n_negative, steps=steps)
    along = true_positives * n_negative + false_positives * n_positive
    even = 1 + _steps(lines.along, along, "left")
    first = _steps(lines.false_positives, false_positives, "right")
    last = 1 + _steps(lines.true_positives, true_positives, "left")
    corners = upper_hull(false_positives, true_positives)
    return np.unique(np.concatenate([even, first, last, corners]))


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


def _steps(
    lines: NDArray[np.int64], values: NDArray[np.int64], side: Literal["left", "right"]
) -> NDArray[np.int64]:
    """The places before which a line is reached ("left") or passed ("right"), of rising values."""
    after = np.unique(np.searchsorted(values, lines, side=side))
    return after[(after > 0) & (after < len(values))] - 1
