r"""A joint confidence region of two rates at one operating point, over folds.

**Question.** Which pairs of sensitivity and specificity are plausible for this operating point?

With the means :math:`\bar x` of the two rates over n folds and S their covariance matrix (they vary
together, as both depend on the model of the fold), Hotelling's ellipse

.. math::
    n (\bar x - \mu)^\top S^{-1} (\bar x - \mu) \le \frac{2 (n - 1)}{n - 2} F_{2, n-2}

holds the pair with the stated confidence, as far as folds are independent (they are not quite, see
:mod:`aucurate.inference.folds.operating_points`) and their rates near normal. **Not valid** near 0
and 1, where the ellipse may reach beyond what is possible; it is drawn cut off there. Where a rate
does not vary it is a line or a point, which claims too much. Over *repeated* folds, which share
their test observations, it holds the pair about half as often as it says, and where a fold has a
handful of one class too seldom as well (docs/validation.md).

Hotelling, H. (1931). The generalization of Student's ratio. Annals of Mathematical Statistics 2,
360-378.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.folds.fold_rates import FoldRate, fold_rate_range
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.results import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class RateRegion(Record):
    """An ellipse around the means of two rates.

    ``covariance`` is that of the two means (first, both, second), and ``radius`` how many of its
    units the ellipse reaches.
    """

    point: int
    threshold: float
    rates: tuple[FoldRate, FoldRate]
    means: tuple[float, float]
    covariance: tuple[float, float, float]
    radius: float
    lowest: tuple[float, float]
    highest: tuple[float, float]
    confidence: float
    n_folds: int

    def outline(self, number: int = 73) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Points around the border of the ellipse, cut to what is possible; the last is the first.

        >>> region = RateRegion(
        ...     point=0, threshold=0.5, rates=("specificity", "sensitivity"), means=(0.5, 0.75),
        ...     covariance=(0.01, 0.0, 0.04), radius=1.0, lowest=(0.0, 0.0), highest=(1.0, 1.0),
        ...     confidence=0.95, n_folds=10,
        ... )
        >>> x, y = region.outline(5)
        >>> round(float(x.max()), 12), round(float(y.max()), 12)
        (0.6, 0.95)
        """
        first, both, second = self.covariance
        lengths, axes = np.linalg.eigh(np.array([[first, both], [both, second]]))
        angles = np.linspace(0.0, 2 * math.pi, number)
        around = np.sqrt(np.maximum(lengths, 0.0))[:, None] * [np.cos(angles), np.sin(angles)]
        border = np.array(self.means)[:, None] + self.radius * (axes @ around)
        low, high = np.array(self.lowest)[:, None], np.array(self.highest)[:, None]
        x, y = np.clip(border, low, high)
        return x, y


@checked
def rate_region(
    points: OperatingPoints,
    at: int,
    *,
    rates: tuple[FoldRate, FoldRate] = ("specificity", "sensitivity"),
    confidence: float = 0.95,
) -> RateRegion:
    """The joint region of two rates at one point; it needs three folds that can evaluate both."""
    confidence, at = checked_confidence(confidence), points.checked_point(at)
    if len(set(rates)) != 2:
        raise OptionError("a joint region is of two different rates.")
    values = np.stack([points.of(rate)[at] for rate in rates])
    values = values[:, np.isfinite(values).all(axis=0)]
    folds = values.shape[1]
    if folds < 3:
        raise InputError(
            f"{count(folds, 'fold')} can evaluate both rates, and an ellipse needs three.",
            hint="use the intervals of the single rates.",
        )
    spread = np.cov(values) / folds
    scale = 2 * (folds - 1) / (folds - 2) * float(special.fdtri(2, folds - 2, confidence))
    ranges = [fold_rate_range(rate, points.use) for rate in rates]
    return RateRegion(
        point=at,
        threshold=float(points.thresholds[at]),
        rates=rates,
        means=(float(values[0].mean()), float(values[1].mean())),
        covariance=(float(spread[0, 0]), float(spread[0, 1]), float(spread[1, 1])),
        radius=math.sqrt(scale),
        lowest=(ranges[0][0], ranges[1][0]),
        highest=(ranges[0][1], ranges[1][1]),
        confidence=confidence,
        n_folds=folds,
    )


@checked
def rate_regions(
    points: OperatingPoints,
    *,
    rates: tuple[FoldRate, FoldRate] = ("specificity", "sensitivity"),
    confidence: float = 0.95,
) -> tuple[RateRegion, ...]:
    """The regions of all points that three folds or more can evaluate."""
    both = np.isfinite(np.stack([points.of(rate) for rate in rates])).all(axis=0).sum(axis=1)
    return tuple(
        rate_region(points, at, rates=rates, confidence=confidence)
        for at in range(len(points))
        if both[at] >= 3
    )
