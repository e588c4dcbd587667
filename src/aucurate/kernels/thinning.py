r"""Which points of a long curve are worth keeping; the rule that the compiled sort follows as well.

Points go from treat none to treat all. A point is kept

- where :math:`(1 - \text{specificity}) + \text{sensitivity}`, which grows from 0 to 2 along the
  curve, reaches the next multiple of 2/``steps``;
- where it is the last with at most so many false positives, or the first with at most so many
  missed positives, of counts that grow by one or by a twentieth, whichever is more;
- where it is a corner of the convex hull.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

CurvePart: TypeAlias = tuple[
    int, bool, NDArray[np.float64], NDArray[np.int64], NDArray[np.int64], Any
]
"""The points over a stretch of scores that thinning may keep, as the kernels make them."""

STEPS = 1000
_GROWTH = 1.05


@dataclass(frozen=True, slots=True)
class ThinnedCurve:
    """The kept points of one curve, except the first (treat none); counts are of calls.

    ``n_points`` is how many the whole curve has, that one included. With fewer than ``STEPS``
    observations all of them are kept.
    """

    n_points: int
    thresholds: NDArray[np.float64]
    true_positives: NDArray[np.int64]
    false_positives: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CurveLines:
    """The lines whose crossing makes a point worth keeping, of a curve with so many of each class.

    ``along`` is crossed by true positives times the negatives plus false positives times the
    positives, which is the way along the curve in whole numbers.
    """

    n_positive: int
    n_negative: int
    along: NDArray[np.int64]
    true_positives: NDArray[np.int64]
    false_positives: NDArray[np.int64]

    @classmethod
    def of(cls, n_positive: int, n_negative: int, *, steps: int = STEPS) -> "CurveLines":
        """The lines of the rule."""
        each, rest = divmod(2 * n_positive * n_negative, steps)
        step = np.arange(steps + 1)
        return cls(
            n_positive,
            n_negative,
            along=step * each - (-step * rest) // steps,
            true_positives=np.ascontiguousarray((n_positive - _growing(n_positive))[::-1]),
            false_positives=_growing(n_negative),
        )

    @classmethod
    def unless_short(cls, n_positive: int, n_negative: int) -> "CurveLines":
        """None for a curve of so few observations that every point is kept."""
        if n_positive + n_negative >= STEPS:
            return cls.of(n_positive, n_negative)
        nothing = np.empty(0, np.int64)
        return cls(n_positive, n_negative, nothing, nothing, nothing)


def _growing(most: int) -> NDArray[np.int64]:
    """Counts from 1 on that grow by one or by a twentieth, whichever is more."""
    count = max(2, int(np.ceil(np.log(max(most, 2)) / np.log(_GROWTH))))
    return np.unique(np.geomspace(1, max(most, 1), count).astype(np.int64))
