"""Long curves as lines that draw at once: fewer points, and no pixel that moves.

A **ROC curve** of more than some twenty thousand points is drawn by
:func:`aucurate.curve.thinning.drawn_line`, whose area is that of the curve and which is nowhere
further from it than a five thousandth of the side of the square.

**Other curves that run to the right** keep points of their own. The axis is cut into five thousand
columns, each about a third of a pixel wide at 300 dots per inch on our widest figure. In every
column the first, the lowest, the highest and the last point are kept, in their order: the line
through them reaches as high and as low as the whole one in every column, and no point of either is
further from the other than a column is wide.

Of a broken line the dashes may fall elsewhere along it: they are counted along the line that is
drawn.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.curve.thinning import drawn_line
from aucurate.data.moments import ThresholdCounts

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

POINTS = 1001  # of a fitted curve; a counted one has all its points
COLUMNS = 5000
_COLUMNS = np.linspace(0, 1, COLUMNS + 1)


def roc_line(curve: RocCurve | CurvePoints) -> tuple[Floats, Floats]:
    """1 - specificity and sensitivity along the line to draw, with the area of the curve."""
    return drawn_line(1 - curve.specificity, curve.sensitivity)


def area_of(curve: Curve) -> float:
    """The area under a curve; one that was counted is summed in integers, however long it is."""
    if not isinstance(curve, RocCurve):
        return curve.auc
    steps = ThresholdCounts(
        thresholds=curve.thresholds[1:],
        positives=np.diff(curve.true_positives),
        negatives=np.diff(curve.false_positives),
    )
    return steps.auc


def shown_points(x: NDArray[Any], y: NDArray[Any], *, edges: Floats = _COLUMNS) -> Places:
    """Which points of a line to draw whose x never falls; all of a short one.

    ``edges`` are those of the columns. What lies outside them is one column on either side.

    >>> x, y = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 1.0]), np.array([0, 2, 1, -1, 0, 0])
    >>> shown_points(x, y, edges=np.array([0.0, 1.0])).tolist()
    [0, 1, 3, 4, 5]
    """
    if len(x) <= 4 * (len(edges) - 1):
        return np.arange(len(x))
    starts = np.unique(np.concatenate([[0], np.searchsorted(x, edges)]))
    starts = starts[starts < len(x)]
    lengths = np.diff(np.append(starts, len(x)))
    kept = [starts, starts + lengths - 1]
    for extreme in (np.minimum, np.maximum):
        reached = np.repeat(extreme.reduceat(y, starts), lengths)
        at = np.flatnonzero(y == reached)
        kept.append(at[np.searchsorted(at, starts)])
    return np.unique(np.concatenate(kept))
