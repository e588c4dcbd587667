r"""A region for sensitivity and specificity together.

**Question.** Where in the ROC plane can this operating point lie, both rates at once?

**Use it** to state both rates of one operating point together, or to draw the point with its
uncertainty.

The two rates come from different observations, so their estimates are independent, unless groups
of observations hold both classes.

- **rectangle**: the product of an interval of each, at the square root of the confidence, so that
  both cover at once with the requested confidence. With Clopper-Pearson intervals it never covers
  less (Pepe 2003, section 2.2.2).
- **ellipse**: on the logit scale each rate is nearly normal with variance :math:`1/x + 1/(n - x)`
  of x of n observations called rightly. The region is

  .. math::
      \frac{(\text{logit}\,p - \text{logit}\,\hat p)^2}{v_p} +
      \frac{(\text{logit}\,q - \text{logit}\,\hat q)^2}{v_q} \le -2 \log(1 - c),

  where -2 log(1 - c) is the chi-square quantile on 2 degrees of freedom. It is smaller than the
  rectangle and leaves out its corners.

**Groups and sampling weights.** All counts are effective ones
(:mod:`aucurate.inference.operating.effective_counts`). A rectangle covers at least as often as it
says whatever the correlation of the two rates (Šidák 1967). The ellipse is that of their
correlation r: 2r times the product of both standardised distances is taken from the sum of their
squares, which is divided by :math:`1 - r^2`. With f, the smaller of the degrees of freedom of both
rates, the bound is :math:`f\,((1 - c)^{-2/(f - 1)} - 1)`, from Hotelling's distribution; the
effective counts are without the factor for the degrees of freedom.

**Not valid** for a threshold chosen on the same observations
(:mod:`aucurate.inference.operating.chosen_threshold`).

**Degenerate cases.** Where no or all observations of a class are called rightly, half an
observation is added to each side of that share for the ellipse, and a caveat says so; the ellipse
then does not reach the corner of the plane. The rectangle does, and is not a line.

Pepe, M. S. (2003). The Statistical Evaluation of Medical Tests for Classification and Prediction.
Oxford University Press. Šidák, Z. (1967). Rectangular confidence regions for the means of
multivariate normal distributions. Journal of the American Statistical Association 62, 626-633.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.formatting import percent
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.operating.effective_counts import ClassCounts, effective_classes
from aucurate.inference.operating.proportions import NAMES, ProportionMethod, proportion_ends
from aucurate.results import Caveat, Interval, MethodRecord, MethodTitle

ELLIPSE = MethodTitle("logit ellipse", "logit-ellipse")
SHADOW = MethodTitle("shadow of an ellipse", "ellipse-shadow")

_FARTHEST = 1e6  # standard errors; as many as there are

Shape: TypeAlias = Literal["rectangle", "ellipse"]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class JointRegion(MethodRecord):
    """A joint confidence region of sensitivity and specificity.

    ``sensitivity`` and ``specificity`` are what the region spans of each. For a rectangle they are
    its sides, each an interval at the square root of the confidence; for an ellipse they are its
    shadows, and ``centre`` and ``radius`` (of logit sensitivity and logit specificity) describe it;
    those are NaN for a rectangle. ``rate_correlation`` is the correlation of the two rates, and
    ``n_groups`` how many groups of observations there are.
    """

    name: str
    shape: Shape
    confidence: float
    sensitivity: Interval
    specificity: Interval
    sensitivity_centre: float
    specificity_centre: float
    sensitivity_radius: float
    specificity_radius: float
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""
    rate_correlation: float = 0.0
    n_groups: int = 0

    @checked
    def holds(self, sensitivity: float, specificity: float) -> bool:
        """Whether a pair of rates lies in the region."""
        if self.shape == "rectangle":
            return sensitivity in self.sensitivity and specificity in self.specificity
        up = (_logit(sensitivity) - self.sensitivity_centre) / self.sensitivity_radius
        across = (_logit(specificity) - self.specificity_centre) / self.specificity_radius
        common = 2 * self.rate_correlation * up * across
        return up**2 + across**2 - common <= 1 - self.rate_correlation**2

    @checked
    def outline(self, count: int = 181) -> tuple[Floats, Floats]:
        """Sensitivity and specificity along the edge, closed, ready to be drawn."""
        if self.shape == "rectangle":
            up, across = self.sensitivity, self.specificity
            corners = [up.low, up.high, up.high, up.low, up.low]
            return np.array(corners), np.array(
                [across.low, across.low, across.high, across.high, across.low]
            )
        angle = np.linspace(0, 2 * np.pi, count)
        turned = math.asin(self.rate_correlation)
        up_logits = self.sensitivity_centre + self.sensitivity_radius * np.sin(angle + turned)
        across_logits = self.specificity_centre + self.specificity_radius * np.cos(angle)
        return np.asarray(special.expit(up_logits)), np.asarray(special.expit(across_logits))

    def __str__(self) -> str:
        return (
            f"{self.name}: {percent(self.confidence)} {self.method} region, sensitivity "
            f"{_span(self.sensitivity)}, specificity {_span(self.specificity)}"
        )


@checked
def joint_region(
    point: OperatingPoint,
    *,
    shape: Shape = "rectangle",
    method: ProportionMethod = "wilson",
    confidence: float = 0.95,
) -> JointRegion:
    """The joint confidence region of sensitivity and specificity at one operating point.

    ``method`` is that of the sides of a rectangle.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates.thresholds.operating_point import operating_point
    >>> point = operating_point(load_breast_cancer()["forest"], 0.5)
    >>> print(joint_region(point))
    forest: 95% Wilson rectangle region, sensitivity 0.800 to 0.939, specificity 0.851 to 0.948
    >>> print(joint_region(point, shape="ellipse"))
    forest: 95% logit ellipse region, sensitivity 0.787 to 0.943, specificity 0.843 to 0.951
    """
    confidence = checked_confidence(confidence)
    if shape == "ellipse":
        return _ellipse(point, confidence)
    each = math.sqrt(confidence)
    counts = ClassCounts(
        point.true_positives, point.n_positive, point.false_positives, point.n_negative
    )
    if point.units is not None:
        counts = effective_classes(counts, point.units, (1 - each) / 2)
    sides = [
        proportion_ends(right, size, each, method)
        for right, size in (
            (counts.true, counts.positives),
            (counts.negatives - counts.false, counts.negatives),
        )
    ]
    up, across = (
        Interval(low=low, high=high, confidence=each, method=NAMES[method]) for low, high in sides
    )
    return JointRegion(
        name=point.name,
        shape="rectangle",
        confidence=confidence,
        sensitivity=up,
        specificity=across,
        sensitivity_centre=math.nan,
        specificity_centre=math.nan,
        sensitivity_radius=math.nan,
        specificity_radius=math.nan,
        method=NAMES[method].plus("rectangle"),
        rate_correlation=0.0 - counts.correlation,
        n_groups=0 if point.units is None else point.units.n_groups,
    )


def _ellipse(point: OperatingPoint, confidence: float) -> JointRegion:
    counts, reach = _of_ellipse(point, confidence)
    centres, radii, shadows = [], [], []
    for right, wrong in (
        (counts.true, counts.positives - counts.true),
        (counts.negatives - counts.false, counts.false),
    ):
        added = 0.5 if min(right, wrong) == 0 else 0.0
        centre = math.log((right + added) / (wrong + added))
        radius = reach * math.sqrt(1 / (right + added) + 1 / (wrong + added))
        low, high = special.expit([centre - radius, centre + radius]).tolist()
        one = math.erf(reach / math.sqrt(2))
        centres.append(centre)
        radii.append(radius)
        shadows.append(Interval(low=low, high=high, confidence=one, method=SHADOW))
    return JointRegion(
        name=point.name,
        shape="ellipse",
        confidence=confidence,
        sensitivity=shadows[0],
        specificity=shadows[1],
        sensitivity_centre=centres[0],
        specificity_centre=centres[1],
        sensitivity_radius=radii[0],
        specificity_radius=radii[1],
        method=ELLIPSE,
        caveats=tuple(_corrected(point)),
        rate_correlation=0.0 - counts.correlation,
        n_groups=0 if point.units is None else point.units.n_groups,
    )


def _of_ellipse(point: OperatingPoint, confidence: float) -> tuple[ClassCounts, float]:
    """The counts, or effective ones, and how many standard errors the ellipse reaches."""
    counts = ClassCounts(
        point.true_positives, point.n_positive, point.false_positives, point.n_negative
    )
    units = point.units
    if units is None:
        return counts, math.sqrt(-2 * math.log1p(-confidence))
    free = [
        spread.degrees_of_freedom
        for spread in (units.of_classes(1, 0), units.of_classes(0, 1))
        if spread.is_known
    ]
    degrees = min(free, default=math.inf)
    if math.isinf(degrees):
        squared = -2 * math.log1p(-confidence)
    elif degrees > 1:
        squared = degrees * math.expm1(-2 / (degrees - 1) * math.log1p(-confidence))
    else:
        squared = math.inf
    return effective_classes(counts, units, None), min(math.sqrt(squared), _FARTHEST)


def _corrected(point: OperatingPoint) -> list[Caveat]:
    of_positives = min(point.false_negatives, point.true_positives)
    if of_positives > 0 and min(point.false_positives, point.true_negatives) > 0:
        return []
    return [caveat(Kind.EMPTY_COUNT, about=[point.name])]


def _logit(rate: float) -> float:
    return float(special.logit(rate))


def _span(interval: Interval) -> str:
    return str(interval).split("CI ", 1)[1]
