r"""What errors cost where the classifier will be used, and the iso-cost line.

**Question.** With this prevalence and these costs, which operating points are equally good?

With prevalence :math:`\pi`, cost a of a missed positive (false negative) and b of a false alarm
(false positive), an operating point costs per observation

.. math::
    C = \pi a (1 - \text{sensitivity}) + (1 - \pi) b (1 - \text{specificity}).

Points of equal cost lie on a straight line of the ROC plane with the slope

.. math::
    s = \frac{(1 - \pi)\, b}{\pi\, a},

and the best point of a curve is where the highest such line touches it, a corner of the convex
hull. A corner is best for all slopes between those of the two hull edges that meet there: that
range says how far prevalence and costs may be off before another threshold would be better.

Metz, C. E. (1978). Basic principles of ROC analysis. Seminars in Nuclear Medicine 8, 283-298.
Provost, F., Fawcett, T. (2001). Robust classification for imprecise environments. Machine Learning
42, 203-231.
"""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import answering, check_fields, checked, number_in
from aucurate.curve.roc import RocCurve
from aucurate.errors import OptionError
from aucurate.hints import Function, Hint
from aucurate.results import Record

Floats: TypeAlias = NDArray[np.float64]


@answering
@dataclass(frozen=True, slots=True, kw_only=True)
class IntendedUse(Record):
    """Where a classifier will be used: the share of positives there, and what errors cost.

    Parameters
    ----------
    prevalence : float, optional
        Share of positives where the classifier will be used. By default that of the test set.
    false_positive_cost : float, default: 1.0
        Cost of a false positive, in any unit.
    false_negative_cost : float, default: 1.0
        Cost of a false negative, in the same unit.

    >>> IntendedUse(prevalence=0.02, false_negative_cost=10).slope(50, 50)
    4.9
    """

    prevalence: float | None = None
    false_positive_cost: float = 1.0
    false_negative_cost: float = 1.0

    def __post_init__(self) -> None:
        check_fields(self)
        if self.prevalence is not None and not 0 < self.prevalence < 1:
            raise OptionError(
                f"a prevalence must lie between 0 and 1; this one is {self.prevalence!r}.",
                hint=Hint(
                    "2 percent is {prevalence}; leave it out to use that of the test set.",
                    prevalence=0.02,
                ),
            )
        for cost in (self.false_positive_cost, self.false_negative_cost):
            number_in(
                cost,
                0,
                math.inf,
                "a cost",
                hint=Hint(
                    "state the cost of one kind of error relative to the other, e.g. {}.",
                    Function("IntendedUse", false_negative_cost=5),
                ),
            )
        for name in ("prevalence", "false_positive_cost", "false_negative_cost"):
            value = getattr(self, name)
            object.__setattr__(self, name, None if value is None else float(value))

    @checked
    def prevalence_or(self, n_positive: float, n_negative: float) -> float:
        """The stated prevalence, or that of a test set with these class sizes."""
        if self.prevalence is None:
            return n_positive / (n_positive + n_negative)
        return float(self.prevalence)

    def slope(self, n_positive: Any, n_negative: Any) -> Any:
        """The slope of iso-cost lines: sensitivity that pays for one unit of 1 - specificity.

        A number for class sizes that are numbers, an array for arrays.
        """
        ratio = self.false_positive_cost / self.false_negative_cost
        if self.prevalence is None:
            return ratio * n_negative / n_positive
        return ratio * (1 - self.prevalence) / self.prevalence


@dataclass(frozen=True, slots=True, kw_only=True)
class IsoCostLine(Record):
    """The line of operating points that cost the same as one of a curve.

    It has the ``slope`` and goes through that point. ``lowest_slope`` to ``highest_slope`` are the
    slopes for which no other point of the curve costs less; NaN where another always does.
    """

    slope: float
    sensitivity: float
    specificity: float
    lowest_slope: float
    highest_slope: float

    def sensitivity_at(self, specificity: float) -> float:
        """The height of the line, which may lie outside 0 to 1."""
        return self.sensitivity + self.slope * (self.specificity - specificity)


def iso_cost_line(
    curve: RocCurve, true_positives: float, false_positives: float, use: IntendedUse
) -> IsoCostLine:
    """The iso-cost line through a point, compared with the points of a curve.

    >>> from aucurate.curve.roc import roc_curve
    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> line = iso_cost_line(curve, 2, 1, IntendedUse())
    >>> line.sensitivity, line.slope, line.lowest_slope, line.highest_slope
    (1.0, 1.0, 0.0, 1.0)
    """
    m, n = curve.n_positive, curve.n_negative
    lowest, highest = _best_slopes(curve, true_positives, false_positives)
    return IsoCostLine(
        slope=use.slope(m, n),
        sensitivity=true_positives / m,
        specificity=(n - false_positives) / n,
        lowest_slope=lowest,
        highest_slope=highest,
    )


def _best_slopes(
    curve: RocCurve, true_positives: float, false_positives: float
) -> tuple[float, float]:
    """The steepest way on from a point and the flattest way to it: NaN where they cross."""
    true, false = curve.true_positives, curve.false_positives
    first, after = (np.searchsorted(false, false_positives, side) for side in ("left", "right"))
    if first < after and true[after - 1] > true_positives:  # a point straight above
        return math.nan, math.nan
    unit = curve.n_negative / curve.n_positive
    on, back = (
        (true[part] - true_positives) / (false[part] - false_positives)
        for part in (slice(after, None), slice(None, first))
    )
    lowest = unit * float(np.max(on, initial=0.0))
    highest = unit * float(np.min(back, initial=math.inf))
    return (lowest, highest) if lowest <= highest else (math.nan, math.nan)
